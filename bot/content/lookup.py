"""Finding a clause of a rulebook: by its number, by words, or by a question in plain words."""

import heapq
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import chain
from math import log
from typing import Final

from bot.content.vocabulary import NUMBERS, Key, Unit, Vocabulary, stem, words
from rules.core.game import Clause

FIELDS: Final[Mapping[str, float]] = {"text": 1.0, "title": 4.0, "chapter": 1.0, "asked": 1.0}
"""How much a word counts where it stands; but for a chapter, the less the longer that is: BM25F with b = 0.5."""
SATURATION: Final = 5.0
"""How soon a word that comes again adds little: Okapi's `k1`."""
SYNONYM: Final = 0.8
"""What a word that means about the same is worth."""
ASKED: Final = 0.6
"""What it is worth beside all this that people ask the same of a clause."""
SURPLUS: Final = 0.3
"""How much what is asked of a clause and not in the query counts against it, beside what is only in the query."""
ASIDE: Final = 0.8
"""What a clause is worth that holds with an option only, or gives an example."""
NEXT: Final = 2
"""Of so many questions after the most alike one it counts how alike they are,"""
AGAIN: Final = 0.6
"""and so much beside that one."""
LATER: Final = 0.995
"""What a clause is worth beside the one before it in its chapter: what matters most is said first."""
FAINT: Final = 0.15
"""Below this part of the best score nothing is found."""
LONGEST: Final = 30
"""Words of a query that are looked at."""
LONG_ENOUGH: Final = 5
"""Letters of a word that is still known when one of them is wrong."""

_NUMBER: Final = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}(?![\d.]*\d)")
_CHAPTER: Final = re.compile(r"(?:chapter|rule|section|clause|§|#)?\s*(\d{1,2})\.?")
_ASIDE: Final = re.compile(r"\boption|\bvariant|\bexample", re.IGNORECASE)

Weights = Mapping[Key, float]


class Lookup:
    """A rulebook, made ready to be searched. Nothing in it changes."""

    def __init__(
        self, clauses: Sequence[Clause], vocabulary: Vocabulary, asked: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        """asked: by the number of a clause, what people ask that it answers."""
        asked = asked or {}
        self.clauses: Final = tuple(clauses)
        self._vocabulary = vocabulary
        self._numbers = {clause.number: clause for clause in clauses}
        self._worth = [_worth(clause) for clause in clauses]

        counts = _counts(clauses, vocabulary, asked)
        self._rarity = _rarity(counts)
        self._said = [{key: times / (SATURATION + times) for key, times in count.items()} for count in counts]

        questions = [
            (place, vocabulary.keys(question, every=True))
            for place, clause in enumerate(clauses)
            for question in filter(None, (*asked.get(clause.number, ()), clause.title))
        ]
        self._asked_rarity = _rarity([keys for _, keys in questions])
        self._asked = [
            (place, sum(self._asked_rarity[key] for key in keys if isinstance(key, str))) for place, keys in questions
        ]
        self._asking: dict[Key, list[int]] = {}
        for number, (_, keys) in enumerate(questions):
            for key in keys:
                self._asking.setdefault(key, []).append(number)
        spoken = chain.from_iterable(words(f"{clause.title} {clause.text}") for clause in clauses)
        self._written = {stem(word): word for word in sorted({*spoken, *vocabulary.words})}
        self._alike = lru_cache(maxsize=1024)(partial(_alike, self._written))

    def find(self, query: str) -> list[Clause]:
        """The clauses that a query may mean, best first: a number its own, or those of its chapter; otherwise those
        that say most of its words, in their titles rather than in their texts, or words that mean the same; and those
        of which people ask like this.
        """
        if numbered := self._numbered(query.strip().casefold()):
            return numbered
        units = list(self._vocabulary.units(words(query)[:LONGEST]))
        scores = [
            worth * (said + ASKED * asked) if said else 0.0
            for worth, said, asked in zip(self._worth, self._by_words(units), self._by_questions(units), strict=True)
        ]
        least = FAINT * max(scores, default=0.0)
        ranked = [(-score, place) for place, score in enumerate(scores) if score > least]
        return [self.clauses[place] for _, place in sorted(ranked)]

    def _numbered(self, query: str) -> list[Clause]:
        named = [self._numbers[number] for number in _NUMBER.findall(query) if number in self._numbers]
        if named:
            return named
        chapter = _CHAPTER.fullmatch(query)
        return [clause for clause in self.clauses if chapter and clause.number.startswith(f"{chapter[1]}.")]

    def _by_words(self, units: Iterable[Unit]) -> list[float]:
        """By clause, from 0 to 1: how much of what the query speaks of it says, and how loudly."""
        weighed = list(filter(None, (self._weighed(unit) for unit in units)))
        wanted = sum(max(weights.values()) for weights in weighed)
        found: list[float] = []
        for said in self._said:
            score = met = 0.0
            for weights in weighed:
                own = max(weight * said.get(key, 0.0) for key, weight in weights.items())
                score += own
                met += max(weights.values()) if own else 0.0
            found.append(score * met / wanted**2 if met else 0.0)
        return found

    def _by_questions(self, units: Iterable[Unit]) -> list[float]:
        """By clause, from 0 to 1: how like the query the most alike question is, and the next ones."""
        rarity = self._asked_rarity
        weighed = list(filter(None, (self._weights((unit.own, *unit.lines), rarity) for unit in units)))
        wanted = sum(max(weights.values()) for weights in weighed)
        met: dict[int, float] = {}
        for weights in weighed:
            own: dict[int, float] = {}
            for key, weight in sorted(weights.items(), key=lambda item: item[1]):
                own.update(dict.fromkeys(self._asking[key], weight))
            for question, weight in own.items():
                met[question] = met.get(question, 0.0) + weight
        alike: list[list[float]] = [[] for _ in self.clauses]
        for question, weight in met.items():
            place, whole = self._asked[question]
            alike[place].append(weight / ((1 - SURPLUS) * wanted + SURPLUS * max(whole, weight)))
        return [_together(heapq.nlargest(1 + NEXT, found)) for found in alike]

    def _weighed(self, unit: Unit) -> Weights:
        """How much each of its keys says; of a word that is nowhere, those of words that are written alike."""
        own = self._weights(unit.telling, self._rarity)
        if own or unit.empty or not isinstance(unit.own, str):
            return own
        alike = [key for word in self._alike(unit.own) for key in self._vocabulary.keys(word)]
        return {key: weight * SYNONYM for key, weight in self._weights(alike, self._rarity).items()}

    def _weights(self, keys: Iterable[Key], rarity: Weights) -> Weights:
        equal = self._vocabulary.equal
        return {
            key: rarity[key] * (SYNONYM if isinstance(key, int) and key not in equal else 1.0)
            for key in keys
            if key in rarity
        }


def _together(alike: Sequence[float]) -> float:
    """How alike the questions of a clause are, the most alike first."""
    return (alike[0] + AGAIN * sum(alike[1:]) / NEXT) / (1 + AGAIN) if alike else 0.0


def _alike(written: Mapping[str, str], typed: str) -> Iterable[str]:
    """The words, by their stems, that begin like this; or else those that one slip makes this of; or that are written
    nearly like it.
    """
    alike = (
        [known for known in written if known.startswith(typed)]
        or [known for known in written if _slipped(typed, known)]
        or get_close_matches(typed, written, n=3, cutoff=0.8)
    )
    return [written[known] for known in alike]


def _slipped(typed: str, known: str) -> bool:
    """Whether a letter is missing, doubled, strange or swapped with the next one; short words differ by less."""
    start = _shared(typed, known)
    end = _shared(typed[start:][::-1], known[start:][::-1])
    wrong, right = typed[start : len(typed) - end], known[start : len(known) - end]
    if len(wrong) == len(right) == 2:
        return wrong == right[::-1]
    return max(len(wrong), len(right)) == 1 and len(known) >= LONG_ENOUGH


def _shared(one: str, other: str) -> int:
    """Letters by which both begin."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _counts(
    clauses: Sequence[Clause], vocabulary: Vocabulary, asked: Mapping[str, Sequence[str]]
) -> list[dict[Key, float]]:
    """By clause: how much each key counts in it."""
    fields: Mapping[str, Callable[[Clause], str]] = {
        "text": lambda clause: f"{clause.text} number" if _tells_a_number(clause.text) else clause.text,
        "title": lambda clause: clause.title,
        "chapter": lambda clause: clause.chapter,
        "asked": lambda clause: " . ".join(asked.get(clause.number, ())),
    }
    counts: list[dict[Key, float]] = [{} for _ in clauses]
    for name, weight in FIELDS.items():
        found = [vocabulary.keys(fields[name](clause)) for clause in clauses]
        usual = sum(map(Counter.total, found)) / max(1, len(found)) or 1.0
        for count, own in zip(counts, found, strict=True):
            length = 1.0 if name == "chapter" else 0.5 + 0.5 * own.total() / usual
            for key, times in own.items():
                count[key] = count.get(key, 0.0) + weight * times / length
    return counts


def _rarity(texts: Sequence[Mapping[Key, object]]) -> dict[Key, float]:
    """How much each key says: the less, the more of the texts hold it."""
    held = Counter(key for text in texts for key in text)
    return {key: log(1 + (len(texts) - number + 0.5) / (number + 0.5)) for key, number in held.items()}


def _worth(clause: Clause) -> float:
    aside = ASIDE if _ASIDE.search(f"{clause.chapter} {clause.title} {clause.text[:30]}") else 1.0
    return aside * LATER ** int(clause.number.partition(".")[2])


def _tells_a_number(text: str) -> bool:
    """Whether a text may answer how many."""
    return any(word.isdigit() or word in NUMBERS.values() for word in words(text))
