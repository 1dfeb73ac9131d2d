"""A hand that need not be drawn again has the same content: its hash covers everything except the events."""

from collections.abc import Iterator
from typing import Any

import pytest

import cogs.messages.hand
from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from bot.model.match import Match, MatchId, Player, Status, UserId
from bot.model.position import Position
from bot.model.shown import HandShown
from bot.model.table import Table
from cogs.messages.hand import Wanted, hand_message, hand_shown
from cogs.widgets.cursor import Cursor
from cogs.widgets.purposes import SINCE
from rules.catalog import GAMES
from rules.core.game import Game

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")
PLIES = 60


def positions(game: Game, seats: int, seed: int) -> Iterator[Position]:
    """Yield a match between players of both kinds, ply by ply."""
    players = tuple(("greedy", "random")[seat % 2] for seat in range(seats))
    setup = Setup(game=game, players=players, options={})
    state, decks = setup.begin(seed)
    lists = [game.decks[deck].cards for deck in decks]
    table = Table.deal(game, seats=seats, options={}, decks=lists, seed=seed)
    match = Match(
        id=MatchId(1), tag="k3x9a2", game=game.key, guild=1, channel=2, host=UserId(100), status=Status.LIVE,
        version=1, options=game.all_options({}), ply=0, outcome=None,
        players=tuple(Player(user=UserId(100 + seat), deck="") for seat in range(seats)),
    )  # fmt: skip
    yield Position(match=match, game=game, table=table)
    for ply, (seat, action) in enumerate(setup.play(state, seed), start=1):
        table = table.play(seat, action)
        if ply > PLIES or table.state.outcome is not None:
            return
        yield Position(match=match, game=game, table=table)


def names(position: Position) -> tuple[str, ...]:
    return NAMES[: len(position.match.players)]


def said(position: Position, seat: int) -> tuple[Any, ...]:
    """Return the text and the choices of a hand, without the events."""
    shown = hand_message(position, position.view_for(100 + seat), names(position))
    lines = [line for line in shown.content.splitlines() if not line.startswith("• ")]
    items = [item.to_component_dict() for item in shown.items]
    return (lines, [item for item in items if SINCE.read(item["custom_id"]) is None])


@pytest.mark.parametrize("key", GAMES)
async def test_a_hand_with_the_same_fingerprint_says_the_same(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.messages.hand, "_picture", lambda *_: ("hand", None))
    game, alike = load_game(key), 0
    for seats in {min(game.seats), max(game.seats)}:
        shown: dict[int, tuple[HandShown, tuple[Any, ...]]] = {}
        for position in positions(game, seats, seed=5):
            for seat in range(seats):
                mark = hand_shown(game, position.view_for(100 + seat), names(position))
                now = said(position, seat)
                before = shown.get(seat)
                if before is not None and before[0] == mark:
                    assert now == before[1]
                    alike += 1
                shown[seat] = mark, now
    assert alike > 2


@pytest.mark.parametrize("key", GAMES)
def test_back_at_the_first_choice_a_hand_is_whole_again(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.messages.hand, "_picture", lambda *_: ("hand", None))
    game = load_game(key)
    for position in positions(game, min(game.seats), seed=5):
        for table_view in (position.view_for(100 + seat) for seat in range(min(game.seats))):
            first = Wanted(chosen=Cursor(game, table_view.view).onward().words)
            back, whole = (hand_message(position, table_view, names(position), wanted) for wanted in (first, Wanted()))
            assert back.content == whole.content
            assert [each.to_component_dict() for each in back.items] == [
                each.to_component_dict() for each in whole.items
            ]
