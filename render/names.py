"""What players are called wherever it is read: alike in pictures and in texts, and no two alike."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from render.fonts import ELLIPSIS, legible

LIMIT: Final = 32
"""Characters of a name: as long as Discord lets one be."""
_PASSES: Final = 3
"""Somebody may be called like another one with their number."""


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """By seat: the name; behind “Player 2”, if the font of pictures lacks its letters, so that both say that much; and
    with the seat's number behind it, if a picture would call somebody else the same.
    """
    found = [name if _is_drawn(name) else f"Player {seat} {name}"[:LIMIT] for seat, name in enumerate(names, 1)]
    for _ in range(_PASSES):
        seen = [legible(name).casefold() for name in found]
        often = Counter(seen)
        if len(often) == len(found):
            break
        found = [
            _numbered(name, seat) if often[drawn] > 1 else name
            for seat, (name, drawn) in enumerate(zip(found, seen, strict=True), 1)
        ]
    return tuple(found)


def _is_drawn(name: str) -> bool:
    """Whether a picture shows the name, or so much of it that it is known by it."""
    drawn = legible(name)
    return any(map(str.isalnum, drawn)) or drawn == " ".join(name.split()) != ""


def _numbered(name: str, seat: int) -> str:
    number = f" ({seat})"
    room = LIMIT - len(number)
    return (name if len(name) <= room else name[: room - 1].rstrip() + ELLIPSIS) + number
