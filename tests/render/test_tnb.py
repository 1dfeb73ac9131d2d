"""What T&B's pictures and texts say (point by point what a player looks for)."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.autoplay import Setup
from render.artist import Artist
from render.canvas import WIDTH, Align, Box, Canvas
from render.fonts import ELLIPSIS, Type
from render.palette import SKY
from render.picture import (
    ALT_LIMIT,
    Picture,
    choice_picture,
    hand_picture,
    hand_text,
    table_picture,
    table_text,
)
from render.tnb import board, cards, facts
from render.tnb.artist import ARTIST
from render.tnb.board import SLOT_HEIGHT, TILE_HEIGHT, Slot, Spot, slot, tile_front
from render.tnb.cards import whole_card
from rules.core.game import LAST_RESORT, Outcome, State, apply
from rules.core.notation import words
from rules.tnb.actions import Done
from rules.tnb.events import TileResult
from rules.tnb.game import Tnb
from rules.tnb.grid import TILES
from rules.tnb.view import CardOnBoard, TnbView
from tests.laws.matches import walk

PLAYERS = ("Alice", "Bob the Builder")
KINDS = [("greedy", "off"), ("greedy", "on"), ("random", "off"), ("random", "on")]
HOSTILE = (
    "@everyone",
    "`" * 6 + "\nnew\n",
    "\u202eevil",
    "\N{PARTY POPPER}" * 9,
    "W" * 40,
    "Z\u0351\u0367" * 40,
    "",
    "\ud800",
)


@pytest.fixture(scope="module")
def game() -> Tnb:
    folder = files("seeds").joinpath("tnb")
    return Tnb({name: tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8")) for name in ("cards", "decks")})


@pytest.fixture
def cold() -> None:
    """Nothing that was drawn before is kept."""
    for kept in (board.tile_front, board.slot, cards.whole_card):
        kept.cache_clear()


def tables(game: Tnb, seed: int, stride: int = 1, player: str = "greedy", overdrive: str = "off") -> Iterator[Any]:
    """A match after every so many decisions and at its end."""
    setup = Setup(game=game, players=(player,) * 2, options={"overdrive": overdrive}, decks=())
    for g in walk(setup, seed, stride):
        yield g.clone_for_test() if hasattr(g, "clone_for_test") else g


def views(game: Tnb, seed: int, stride: int = 1, player: str = "greedy", overdrive: str = "off") -> Iterator[TnbView]:
    """The same as a spectator and both players see it."""
    for g in tables(game, seed, stride, player, overdrive):
        for seat in (None, 0, 1):
            yield game.view(g, seat)


def prefixes(view: TnbView) -> list[tuple[str, ...]]:
    """The verbs and cards that begin the view's options."""
    return sorted({said[:2] for said in map(words, view.options) if len(said) == 3})


def pictures(game: Tnb, view: TnbView, names: Sequence[str] = PLAYERS) -> list[Picture]:
    """All that this viewer can be shown."""
    drawn = [table_picture(game, view, names)]
    if view.seat is not None:
        drawn.append(hand_picture(game, view, names))
    return [*drawn, *filter(None, (choice_picture(game, view, said, names) for said in prefixes(view)))]


def draw(game: Tnb, view: TnbView, names: Sequence[str] = PLAYERS) -> None:
    artist: Artist = ARTIST
    artist.table(game, view, names)
    if view.seat is not None:
        artist.hand(game, view, names)
    for said in prefixes(view):
        assert artist.choice(game, view, said, names) is not None
