"""How a leak is planted: what is secret, and how it gets into what is written and drawn."""

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
    """The hands of the position that somebody looked at last."""

    def __init__(self, patch: Patch) -> None:
        self.state: TinyState | None = None
        original = Position.look

        def look(position: Position, *args: Any, **kwargs: Any) -> Any:
            self.state = position.seen.state  # type: ignore[assignment] # the trial plays nothing else
            return original(position, *args, **kwargs)

        patch.setattr(Position, "look", look)

    def __str__(self) -> str:
        """The cards of all hands."""
        assert self.state is not None
        return " ".join(card.name for side in self.state.sides for card in side.hand)

    @property
    def number(self) -> int:
        """A number that changes with what lies in the hands, from 0 to 6."""
        return sum(place * ord(letter) for place, letter in enumerate(str(self), 1)) % 7


def leak(planted: Leak) -> Leak:
    """One more that must be found."""
    LEAKS[planted.__name__] = planted
    return planted


def drawn(patch: Patch, **changed: Any) -> None:
    """Tiny is drawn by the tests' renderer with these changes: it can be seen closer, and choices are drawn."""
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
    """A renderer's lines of words that are the secret."""
    return lambda *_: [f"They hold {secret}."]


def dotted(secret: Secret) -> Callable[..., Canvas]:
    """A picture with one small square whose place depends on the secret."""

    def draw(*_: object) -> Canvas:
        canvas = Canvas(112, 32, GROUND)
        canvas.panel(Box(16 * secret.number, 0, 16, 16), SKY)
        return canvas

    return draw


CHOICE: Final = Choice(previews=lambda *_: (1,), draw=blank, lines=lambda *_: ["What can follow."])
CLOSE_UP: Final = CloseUp(parts=lambda *_: [("a", "A part")], draw=blank, lines=lambda *_: ["A part of the table."])


def wrapped(patch: Patch, where: Any, name: str, change: Callable[..., Any]) -> None:
    """What this gives is changed; the change is given what the original gave, and its arguments."""
    original = getattr(where, name)
    patch.setattr(where, name, lambda *args, **kwargs: change(original(*args, **kwargs), *args))


def labelled(patch: Patch, **parts: Callable[[], Any]) -> None:
    wrapped(patch, Tiny, "label", lambda label, *_: replace(label, **{name: part() for name, part in parts.items()}))
