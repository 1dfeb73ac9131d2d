"""Words as a rulebook is searched by them: without their endings, and with those that people use for each other."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

Key = str | tuple[str, ...] | int
"""What is counted in a text: a stem, several stems that belong together, or the number of a line of synonyms."""

NUMBERS: Final = dict(
    zip(
        ["2", "3", "4", "5", "6", "7", "8", "9", "10"],
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
        strict=True,
    )
)

_WORD: Final = re.compile(r"\d+\.\d+|[^\W_]+(?:['\u2019][^\W_]+)*")
_SHORT: Final = re.compile(r"['\u2019](?:s|re|ll|ve|d|m)?\b")

_EMPTY: Final = (
    "a able about actually allow allowed also am an and any anything are as at be been being by can cannot can't "
    "could did didn't do does doesn't doing don't ever exactly for from game get had happen happens has have how i "
    "i'm if in into is isn't it it's its just let lets may me mean means might my need needed needs of on or our "
    "please possible really rule rules s say says shall should so some something still tell tells than that the "
    "their them then there these they thing things this those to too try us very want was way we were what what's "
    "when where whether which who whom why will with work works would you your yours "
    "arent cant couldnt didnt doesnt dont gonna gotta hello hey hi hows im isnt ive ok okay pls plz r u ur wanna whats "
    "wheres whos wont"
)
"""What a question is made of whatever it is about."""

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
    """The words of a text in their order, in small letters; a clause's number is one."""
    return _WORD.findall(text.casefold())


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A small word without the ending that its number or time gives it: "boosts", "boosted" and "boosting" are "boost".
    It need not be a word.
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


_EMPTY_STEMS: Final = frozenset(map(stem, _EMPTY.split()))


class Unit(NamedTuple):
    """One thing that a query speaks of: a word, or several that belong together."""

    own: Key
    lines: Sequence[int]
    """Of the synonyms that it is in."""
    empty: bool
    """Whether it asks, and says nothing itself."""

    @property
    def telling(self) -> Sequence[Key]:
        """All that a clause may say of it; () for what says nothing."""
        return self.lines if self.empty else (self.own, *self.lines)


class Vocabulary:
    """Lines of words that mean about the same, or just the same."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Lines of words with commas between them, or with = between what means just the same; # begins a comment."""
        self._lines: dict[tuple[str, ...], list[int]] = {}
        self.words: Final[set[str]] = set()
        """All that stand in a line."""
        self.equal: Final[set[Key]] = set()
        """The lines of what means just the same."""
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
        """All that is counted in a text, and how often it is there; every: words that say nothing too."""
        stems = list(map(stem, words(text)))
        found: Counter[Key] = Counter(word for word in stems if every or word not in _EMPTY_STEMS)
        for first in range(len(stems)):
            for phrase in self._phrases(stems, first):
                if len(phrase) > 1:
                    found[phrase] += 1
                found.update(self._lines[phrase])
        return found

    def units(self, text: Sequence[str]) -> Iterator[Unit]:
        """The stems of a query, in order, those put together to the longest phrase that the rulebook knows."""
        stems = list(map(stem, text))
        first = 0
        while first < len(stems):
            phrase = max(self._phrases(stems, first), key=len, default=(stems[first],))
            yield Unit(
                phrase[0] if len(phrase) == 1 else phrase,
                self._lines.get(phrase, ()),
                empty=stems[first] in _EMPTY_STEMS,
            )
            first += len(phrase)

    def _phrases(self, stems: Sequence[str], first: int) -> list[tuple[str, ...]]:
        """What is in a line and begins here."""
        begun = self._begun.get(stems[first], ())
        return [phrase for phrase in begun if phrase == tuple(stems[first : first + len(phrase)])]
