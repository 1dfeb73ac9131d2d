"""Tools to plant leaks: a secret, and ways to put it into texts and pictures."""

import sys
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, Final

import pytest

from bot.model.position import Position
from render.canvas import Box, Canvas
from render.palette import GROUND, SKY
from render.renderer import Choice, CloseUp, renderer
from tests.tiny_game import Tiny, TinyState
from tests.tiny_renderer import RENDERER

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch, "Secret"], None]

LEAKS: Final[dict[str, Leak]] = {}


class Secret:
    """The hands of the latest position that anyone looked at."""

    def __init__(self, patch: Patch) -> None:
        self.state: TinyState | None = None
        original = Position.view_for

        def view_for(position: Position, *args: Any, **kwargs: Any) -> Any:
            self.state = position.seen.state  # type: ignore[assignment] # the trial plays nothing else
            return original(position, *args, **kwargs)

        patch.setattr(Position, "view_for", view_for)

    def __str__(self) -> str:
        """Return the cards of all hands."""
        assert self.state is not None
        return " ".join(card.name for side in self.state.sides for card in side.hand)

    @property
    def number(self) -> int:
        """A number from 0 to 6 that depends on the hands."""
        return sum(place * ord(letter) for place, letter in enumerate(str(self), 1)) % 7


def leak(planted: Leak) -> Leak:
    """Register a leak that must be found."""
    LEAKS[planted.__name__] = planted
    return planted


def drawn(patch: Patch, **changed: Any) -> None:
    """Draw Tiny by the tests' renderer with these changes, with close-ups and pictures of choices."""
    by = replace(RENDERER, choice=CHOICE, closeup=CLOSE_UP)
    for where, change in changed.items():
        part, _, name = where.partition("__")
        by = replace(by, **{part: replace(getattr(by, part), **{name: change}) if name else change})
    module = ModuleType(f"render.{Tiny.key}")
    module.RENDERER = by  # type: ignore[attr-defined] # what `render.renderer.renderer` looks for
    patch.setitem(sys.modules, module.__name__, module)
    renderer.cache_clear()


def blank(*_: object) -> Canvas:
    return Canvas(32, 32, GROUND)


def spoken(secret: Secret) -> Callable[..., list[str]]:
    """Return a function that writes the secret in place of a renderer's lines of text."""
    return lambda *_: [f"They hold {secret}."]


def dotted(secret: Secret) -> Callable[..., Canvas]:
    """Return a function that draws a small square, placed by the secret."""

    def draw(*_: object) -> Canvas:
        canvas = Canvas(112, 32, GROUND)
        canvas.panel(Box(16 * secret.number, 0, 16, 16), SKY)
        return canvas

    return draw


CHOICE: Final = Choice(previews=lambda *_: (1,), draw=blank, lines=lambda *_: ["What can follow."])
CLOSE_UP: Final = CloseUp(parts=lambda *_: [("a", "A part")], draw=blank, lines=lambda *_: ["A part of the table."])


def wrapped(patch: Patch, where: Any, name: str, change: Callable[..., Any]) -> None:
    """Wrap a function: pass its result and its arguments to `change`, and return the changed result."""
    original = getattr(where, name)
    patch.setattr(where, name, lambda *args, **kwargs: change(original(*args, **kwargs), *args))


def labelled(patch: Patch, **parts: Callable[[], Any]) -> None:
    wrapped(patch, Tiny, "label", lambda label, *_: replace(label, **{name: part() for name, part in parts.items()}))
