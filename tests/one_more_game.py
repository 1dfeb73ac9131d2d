"""Add one more game to the catalog, the tests' small one, to prove that the code works for any number of games.

A test marked `catalog` runs a second time without it.
"""

import sys
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bot.content import seeds
from rules.catalog import GAMES
from tests import tiny_renderer
from tests.tiny_game import Tiny

SHIPPED: Final = tuple(GAMES)
"""The keys of the shipped games."""
_SEEDS: Final = Path(__file__).parent / "tiny_seeds"
_folder: Final = seeds._folder


def _with_ours(key: str) -> Traversable:
    return _SEEDS if key == Tiny.key else _folder(key)


def enter_catalog() -> None:
    """Add the game, its pictures and its seeds to those of the others."""
    GAMES[Tiny.key] = Tiny
    sys.modules[f"render.{Tiny.key}"] = tiny_renderer
    seeds._folder = _with_ours


def leave_catalog() -> None:
    """Leave the shipped games alone in the catalog."""
    del GAMES[Tiny.key]
