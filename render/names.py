"""Make players' names unique, in pictures and texts alike."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from render.fonts import ELLIPSIS, legible

LIMIT: Final = 32
"""The greatest number of characters in a name, which is Discord's own limit."""
_PASSES: Final = 3
"""The maximum number of comparisons of all names: a name with a number added may equal another name."""


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names by seat, changed so that no two of them look the same, even in a picture.

    A name that the font cannot draw begins with “Player 2” (with the seat's number). A name that would look like
    another one in a picture ends with its seat's number.
    """
    unique = [name if _is_drawn(name) else f"Player {seat} {name}"[:LIMIT] for seat, name in enumerate(names, 1)]
    for _ in range(_PASSES):
        seen = [legible(name).casefold() for name in unique]
        counts = Counter(seen)
        if len(counts) == len(unique):
            break
        unique = [
            _numbered(name, seat) if counts[drawn] > 1 else name
            for seat, (name, drawn) in enumerate(zip(unique, seen, strict=True), 1)
        ]
    return tuple(unique)


def _is_drawn(name: str) -> bool:
    """Return whether the font can draw enough of the name to recognise it."""
    drawn = legible(name)
    return any(map(str.isalnum, drawn)) or drawn == " ".join(name.split()) != ""


def _numbered(name: str, seat: int) -> str:
    number = f" ({seat})"
    room = LIMIT - len(number)
    return (name if len(name) <= room else name[: room - 1].rstrip() + ELLIPSIS) + number
