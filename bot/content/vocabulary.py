"""Turn words into search keys: stems, and synonyms."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

Key = str | tuple[str, ...] | int
"""A search key: a stem, a phrase of several stems, or the number of a line of synonyms."""

NUMBERS: Final = dict(
    zip(
        ["2", "3", "4", "5", "6", "7", "8", "9", "10"],
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
        strict=True,
    )
)

_WORD: Final = re.compile(r"\d+\.\d+|[^\W_]+(?:['\u2019][^\W_]+)*")
_SHORT: Final = re.compile(r"['\u2019](?:s|re|ll|ve|d|m)?\b")

_STOP_WORDS: Final = (
    "a able about actually allow allowed also am an and any anything are as at be been being by can cannot can't "
    "could did didn't do does doesn't doing don't ever exactly for from game get had happen happens has have how i "
    "i'm if in into is isn't it it's its just let lets may me mean means might my need needed needs of on or our "
    "please possible really rule rules s say says shall should so some something still tell tells than that the "
    "their them then there these they thing things this those to too try us very want was way we were what what's "
    "when where whether which who whom why will with work works would you your yours "
    "arent cant couldnt didnt doesnt dont gonna gotta hello hey hi hows im isnt ive ok okay pls plz r u ur wanna whats "
    "wheres whos wont"
)
"""Words that occur in questions on any subject, and so say nothing about it."""

_IRREGULAR: Final[Mapping[str, str]] = NUMBERS | dict(
    pair.split("=")
    for pair in [
        "beaten=beat",
        "began=begin",
        "begun=begin",
        "bought=buy",
        "came=come",
        "chose=choose",
        "chosen=choose",
        "colour=color",
        "dealt=deal",
        "defence=defense",
        "drawn=draw",
        "drew=draw",
        "dying=die",
        "fought=fight",
        "gave=give",
        "given=give",
        "goes=go",
        "gone=go",
        "got=get",
        "gotten=get",
        "held=hold",
        "kept=keep",
        "knew=know",
        "known=know",
        "laid=lay",
        "leaves=leave",
        "lives=life",
        "lost=lose",
        "made=make",
        "paid=pay",
        "saw=see",
        "seen=see",
        "shown=show",
        "spent=spend",
        "stole=steal",
        "stolen=steal",
        "taken=take",
        "threw=throw",
        "thrown=throw",
        "told=tell",
        "took=take",
        "went=go",
        "won=win",
    ]
)


def words(text: str) -> list[str]:
    """Return the words of a text in order, in lower case. The number of a clause counts as one word."""
    return _WORD.findall(text.casefold())


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return a lower-case word without its ending: “boosts”, “boosted” and “boosting” become “boost”. The stem need not
    be a word.
    """
    word = _SHORT.sub("", word)
    word = _IRREGULAR.get(word, word)
    if word.endswith(("sses", "shes", "ches", "xes")):
        word = word[:-2]
    elif word.endswith(("ies", "ied")) and len(word) > 4:
        word = f"{word[:-3]}y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        word = word[:-1]
    for ending in ("ing", "ed"):
        begun = word.removesuffix(ending)
        if begun != word and len(begun) > 2 and any(vowel in begun for vowel in "aeiouy"):
            word = begun[:-1] if begun[-1] == begun[-2] and begun[-1] not in "lsz" else begun
            break
    return word.removesuffix("e") if len(word) > 3 else word


_STOP_STEMS: Final = frozenset(map(stem, _STOP_WORDS.split()))


def is_stop_word(stemmed: str) -> bool:
    """Return whether a stem is that of a word without a subject."""
    return stemmed in _STOP_STEMS


class Unit(NamedTuple):
    """A word or a phrase of a query."""

    key: Key
    lines: Sequence[int]
    """The numbers of the lines of synonyms that contain the unit."""
    is_stop_word: bool

    @property
    def search_keys(self) -> Sequence[Key]:
        """The search keys of the unit; for a stop word, only those of its synonyms."""
        return self.lines if self.is_stop_word else (self.key, *self.lines)


class Vocabulary:
    """The synonyms used in a search."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Read lines of synonyms: commas separate words of similar meaning, = separates words of equal meaning, and #
        begins a comment.
        """
        self._lines: dict[tuple[str, ...], list[int]] = {}
        self.words: Final[set[str]] = set()
        """All words in the lines of synonyms."""
        self.equal: Final[set[Key]] = set()
        """The numbers of the lines with words of equal meaning."""
        for number, line in enumerate(lines):
            if "=" in line:
                self.equal.add(number)
            for meaning in re.split("[,=]", line.partition("#")[0]):
                self.words.update(words(meaning))
                if stems := tuple(map(stem, words(meaning))):
                    self._lines.setdefault(stems, []).append(number)
        self._begun: dict[str, list[tuple[str, ...]]] = {}
        for phrase in self._lines:
            self._begun.setdefault(phrase[0], []).append(phrase)

    def keys(self, text: str, *, every: bool = False) -> Counter[Key]:
        """Count the search keys of a text. every: include stop words."""
        stems = list(map(stem, words(text)))
        counts: Counter[Key] = Counter(word for word in stems if every or word not in _STOP_STEMS)
        for first in range(len(stems)):
            for phrase in self._phrases(stems, first):
                if len(phrase) > 1:
                    counts[phrase] += 1
                counts.update(self._lines[phrase])
        return counts

    def units(self, text: Sequence[str]) -> Iterator[Unit]:
        """Yield the units of a query in order. A unit is the longest phrase at its place that is in a line of synonyms,
        or a single word if there is no such phrase.
        """
        stems = list(map(stem, text))
        first = 0
        while first < len(stems):
            phrase = max(self._phrases(stems, first), key=len, default=(stems[first],))
            yield Unit(
                phrase[0] if len(phrase) == 1 else phrase,
                self._lines.get(phrase, ()),
                is_stop_word=stems[first] in _STOP_STEMS,
            )
            first += len(phrase)

    def _phrases(self, stems: Sequence[str], first: int) -> list[tuple[str, ...]]:
        """Return the phrases that are in a line of synonyms and begin at this position."""
        begun = self._begun.get(stems[first], ())
        return [phrase for phrase in begun if phrase == tuple(stems[first : first + len(phrase)])]
