"""Find clauses of a rulebook by number, by words, or by a question."""

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
"""The weight of a word in each field. In all fields but the chapter, words count less in longer texts: BM25F with b =
0.5."""
SATURATION: Final = 5.0
"""Okapi's `k1`. The higher it is, the more repeated occurrences of a word in a clause count."""
SYNONYM_WEIGHT: Final = 0.8
"""The weight of a synonym, relative to the word of the query."""
QUESTION_WEIGHT: Final = 0.6
"""The weight of a clause's score for similar questions, relative to its score for words."""
SURPLUS_WEIGHT: Final = 0.3
"""When a question about a clause is compared with a query: the weight of words that only the question has. Words that
only the query has weigh 1 minus this.
"""
ASIDE_FACTOR: Final = 0.8
"""The factor for the score of a clause that is about an option or gives an example."""
NEXT_QUESTIONS: Final = 2
"""The number of questions about a clause that count besides the most similar one."""
NEXT_WEIGHT: Final = 0.6
"""The weight of these other questions together; that of the most similar one is 1."""
LATER_CLAUSE: Final = 0.995
"""The factor by which the score of a clause falls with each place down its chapter. Important clauses come first."""
LEAST_SHARE: Final = 0.15
"""The fraction of the best score that a clause must exceed to be found."""
MOST_WORDS: Final = 30
"""The number of words of a query that count; further ones are ignored."""
TYPO_LENGTH: Final = 5
"""The minimum length, in letters, of a word that is recognised with one wrong letter."""

_NUMBER: Final = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}(?![\d.]*\d)")
_CHAPTER: Final = re.compile(r"(?:chapter|rule|section|clause|§|#)?\s*(\d{1,2})\.?")
_ASIDE: Final = re.compile(r"\boption|\bvariant|\bexample", re.IGNORECASE)

Weights = Mapping[Key, float]


class Lookup:
    """A rulebook that has been indexed for searches. It never changes."""

    def __init__(
        self, clauses: Sequence[Clause], vocabulary: Vocabulary, asked: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        """Index the clauses. asked: the questions that a clause answers, by its number."""
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
        spoken = chain.from_iterable(words(f"{clause.title} {clause.whole}") for clause in clauses)
        self._written = {stem(word): word for word in sorted({*spoken, *vocabulary.words})}
        self._alike = lru_cache(maxsize=1024)(partial(_alike, self._written))

    def find(self, query: str) -> list[Clause]:
        """Return the clauses that match a query, best first. A number finds its clause, or all clauses of its chapter.
        Words find the clauses that contain them or their synonyms. A word in a title counts more than one in a text,
        and a clause ranks higher if it answers similar questions.
        """
        if numbered := self._numbered(query.strip().casefold()):
            return numbered
        units = list(self._vocabulary.units(words(query)[:MOST_WORDS]))
        scores = [
            worth * (word_score + QUESTION_WEIGHT * question_score) if word_score else 0.0
            for worth, word_score, question_score in zip(
                self._worth, self._by_words(units), self._by_questions(units), strict=True
            )
        ]
        least = LEAST_SHARE * max(scores, default=0.0)
        ranked = [(-score, place) for place, score in enumerate(scores) if score > least]
        return [self.clauses[place] for _, place in sorted(ranked)]

    def _numbered(self, query: str) -> list[Clause]:
        named = [self._numbers[number] for number in _NUMBER.findall(query) if number in self._numbers]
        if named:
            return named
        chapter = _CHAPTER.fullmatch(query)
        return [clause for clause in self.clauses if chapter and clause.number.startswith(f"{chapter[1]}.")]

    def _by_words(self, units: Iterable[Unit]) -> list[float]:
        """Return a score from 0 to 1 for each clause: how much of the query its words cover, and how often they
        occur.
        """
        weighed = list(filter(None, (self._weighed(unit) for unit in units)))
        wanted = sum(max(weights.values()) for weights in weighed)
        scores: list[float] = []
        for strengths in self._said:
            score = met = 0.0
            for weights in weighed:
                best = max(weight * strengths.get(key, 0.0) for key, weight in weights.items())
                score += best
                met += max(weights.values()) if best else 0.0
            scores.append(score * met / wanted**2 if met else 0.0)
        return scores

    def _by_questions(self, units: Iterable[Unit]) -> list[float]:
        """Return a score from 0 to 1 for each clause: how similar its questions are to the query."""
        rarity = self._asked_rarity
        weighed = list(filter(None, (self._weights((unit.key, *unit.lines), rarity) for unit in units)))
        wanted = sum(max(weights.values()) for weights in weighed)
        met: dict[int, float] = {}
        for weights in weighed:
            best: dict[int, float] = {}
            for key, weight in sorted(weights.items(), key=lambda item: item[1]):
                best.update(dict.fromkeys(self._asking[key], weight))
            for question, weight in best.items():
                met[question] = met.get(question, 0.0) + weight
        alike: list[list[float]] = [[] for _ in self.clauses]
        for question, weight in met.items():
            place, whole = self._asked[question]
            alike[place].append(weight / ((1 - SURPLUS_WEIGHT) * wanted + SURPLUS_WEIGHT * max(whole, weight)))
        return [_together(heapq.nlargest(1 + NEXT_QUESTIONS, similarities)) for similarities in alike]

    def _weighed(self, unit: Unit) -> Weights:
        """Return the weights of the search keys of a unit. For an unknown word, use the keys of words with a similar
        spelling.
        """
        weights = self._weights(unit.search_keys, self._rarity)
        if weights or unit.is_stop_word or not isinstance(unit.key, str):
            return weights
        alike = [key for word in self._alike(unit.key) for key in self._vocabulary.keys(word)]
        return {key: weight * SYNONYM_WEIGHT for key, weight in self._weights(alike, self._rarity).items()}

    def _weights(self, keys: Iterable[Key], rarity: Weights) -> Weights:
        equal = self._vocabulary.equal
        return {
            key: rarity[key] * (SYNONYM_WEIGHT if isinstance(key, int) and key not in equal else 1.0)
            for key in keys
            if key in rarity
        }


def _together(alike: Sequence[float]) -> float:
    """Combine the similarities of a clause's questions, given in descending order."""
    return (alike[0] + NEXT_WEIGHT * sum(alike[1:]) / NEXT_QUESTIONS) / (1 + NEXT_WEIGHT) if alike else 0.0


def _alike(written: Mapping[str, str], typed: str) -> Iterable[str]:
    """Return the known words that begin with the typed letters; if there are none, those that differ by one typing
    slip; failing that, those with a similar spelling. Words are compared by their stems.
    """
    alike = (
        [each for each in written if each.startswith(typed)]
        or [each for each in written if _slipped(typed, each)]
        or get_close_matches(typed, written, n=3, cutoff=0.8)
    )
    return [written[each] for each in alike]


def _slipped(typed: str, expected: str) -> bool:
    """Return whether the words differ by one typing slip: a letter that is missing, added, wrong, or swapped with the
    next one. In short words, only swapped letters are a slip.
    """
    start = _shared(typed, expected)
    end = _shared(typed[start:][::-1], expected[start:][::-1])
    wrong, right = typed[start : len(typed) - end], expected[start : len(expected) - end]
    if len(wrong) == len(right) == 2:
        return wrong == right[::-1]
    return max(len(wrong), len(right)) == 1 and len(expected) >= TYPO_LENGTH


def _shared(one: str, other: str) -> int:
    """Return the length of the words' common prefix."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _counts(
    clauses: Sequence[Clause], vocabulary: Vocabulary, asked: Mapping[str, Sequence[str]]
) -> list[dict[Key, float]]:
    """Return, for each clause, how often each search key occurs in it, weighted by field and length."""
    fields: Mapping[str, Callable[[Clause], str]] = {
        "text": lambda clause: f"{clause.whole} number" if _tells_a_number(clause.whole) else clause.whole,
        "title": lambda clause: clause.title,
        "chapter": lambda clause: clause.chapter,
        "asked": lambda clause: " . ".join(asked.get(clause.number, ())),
    }
    counts: list[dict[Key, float]] = [{} for _ in clauses]
    for name, weight in FIELDS.items():
        keys_by_clause = [vocabulary.keys(fields[name](clause)) for clause in clauses]
        usual = sum(map(Counter.total, keys_by_clause)) / max(1, len(keys_by_clause)) or 1.0
        for count, keys in zip(counts, keys_by_clause, strict=True):
            length = 1.0 if name == "chapter" else 0.5 + 0.5 * keys.total() / usual
            for key, times in keys.items():
                count[key] = count.get(key, 0.0) + weight * times / length
    return counts


def _rarity(texts: Sequence[Mapping[Key, object]]) -> dict[Key, float]:
    """Return the weight of each key: the fewer texts contain a key, the higher its weight."""
    held = Counter(key for text in texts for key in text)
    return {key: log(1 + (len(texts) - number + 0.5) / (number + 0.5)) for key, number in held.items()}


def _worth(clause: Clause) -> float:
    aside = ASIDE_FACTOR if _ASIDE.search(f"{clause.chapter} {clause.title} {clause.text[:30]}") else 1.0
    return aside * LATER_CLAUSE ** int(clause.number.partition(".")[2])


def _tells_a_number(text: str) -> bool:
    """Return whether a text may answer the question “how many?”."""
    return any(word.isdigit() or word in NUMBERS.values() for word in words(text))
