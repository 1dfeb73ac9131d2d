"""The pictures and texts of the tests' small game, which are lines only."""

from typing import Final

from render.lines import text_only
from render.renderer import Names, Renderer
from rules.core.game import Game
from tests.tiny_game import TinyView


def table(_game: Game, view: TinyView, names: Names) -> list[str]:
    """Return the round, and each player's numbers."""
    return [
        f"Round {view.turn} of 6, {view.goal} to win",
        *(_player(view, seat, name) for seat, name in enumerate(names)),
    ]


def _player(view: TinyView, seat: int, name: str) -> str:
    asked = ", to bid" if seat in view.waiting else ""
    return f"{name}: {view.points[seat]} won, {view.hands[seat]} in hand, {len(view.used[seat])} used{asked}"


def hand(game: Game, view: TinyView, names: Names) -> list[str]:
    """Return the seat's cards, and the card that it bids."""
    return [f"Hand: {', '.join(view.hand)}; bid: {', '.join(view.bid)}"]


RENDERER: Final = Renderer(table=text_only(table), hand=text_only(hand), table_lines=table, hand_lines=hand)
