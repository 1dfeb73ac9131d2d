"""Make players' names unique, in pictures and texts alike."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from render.fonts import BOX, ELLIPSIS, legible
from render.lengths import beginning, length

LIMIT: Final = 32
"""The greatest length of a name, which is Discord's own limit."""
_PASSES: Final = 3
"""The maximum number of comparisons of all names: a name with a number added may equal another name."""
_MARK: Final = "\N{LEFT-TO-RIGHT MARK}"
"""Stands around letters of the other direction in the table of letters that look alike."""


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names by seat, changed so that no two of them look the same, even in a picture.

    A name of which no letter can be drawn begins with “Player 2” (with the seat's number). A name that would look like
    another one in a picture ends with its seat's number.
    """
    unique = [
        name if _is_drawn(name) else beginning(f"Player {seat} {name}", LIMIT) for seat, name in enumerate(names, 1)
    ]
    for _ in range(_PASSES):
        looks = [(drawn.casefold(), _look(drawn)) for drawn in map(legible, unique)]
        folded, looked = Counter(each for each, _ in looks), Counter(each for _, each in looks)
        if len(folded) == len(looked) == len(unique):
            break
        unique = [
            _numbered(name, seat) if folded[fold] > 1 or looked[look] > 1 else name
            for seat, (name, (fold, look)) in enumerate(zip(unique, looks, strict=True), 1)
        ]
    return tuple(unique)


def _is_drawn(name: str) -> bool:
    """Return whether enough of the name can be drawn to recognise it."""
    drawn = legible(name)
    return any(map(str.isalnum, drawn)) or (BOX not in drawn and drawn == " ".join(name.split()) != "")


def _numbered(name: str, seat: int) -> str:
    number = f" ({seat})"
    room = LIMIT - len(number)
    return (name if length(name) <= room else beginning(name, room - 1).rstrip() + ELLIPSIS) + number


@lru_cache(maxsize=1024)
def _look(drawn: str) -> str:
    """Return a text that is the same for names that look the same, such as “Ivan” and “lvan” (Unicode Technical
    Standard #39, section 4).
    """
    return "".join(_prototypes().get(character, character) for character in drawn).casefold()


@lru_cache(maxsize=1)
def _prototypes() -> Mapping[str, str]:
    """Return the letter, or letters, for which each letter that looks like it stands. Read once it is needed, and
    without the package's own module, which would keep ten times as much in memory.
    """
    table = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text(encoding="utf-8"))
    alike = {letter.strip(_MARK): [each["c"].strip(_MARK) for each in others] for letter, others in table.items()}
    prototypes = {}
    for letter, (first, *more) in alike.items():
        # the prototype of many lists them all; of two that only list each other, the lower one stands for both
        if not more and (len(alike.get(first, ())) > 1 or first < letter):
            prototypes[letter] = first
    return prototypes
