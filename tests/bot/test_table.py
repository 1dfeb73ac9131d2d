"""A table remembers the events of the latest plies, and when the present decision was first asked."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.application.match.replay import replay, replayed_events
from bot.model.match import Match, MatchId, Player, Status
from bot.model.table import REMEMBERED, ForgottenError, Table
from bot.store.matches import Deal
from bot.store.plies import Ply
from rules.core.events import visible
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import options
from tests.bot.table_helpers import ANN, CHANNEL, GUILD
from tests.heist_game import Heist
from tests.tiny_game import Tiny

SEATS = 6
PlyEvents = tuple[tuple[Any, ...], ...]


def dealt(game: Game, seats: int, **chosen: str) -> Table:
    decks = [deck.cards for deck in game.decks.values()][:seats]
    return Table.deal(game, seats=seats, options=chosen, decks=decks, seed=7)


def first_choices(table: Table) -> list[tuple[Table, int, Action]]:
    """Return the table after each ply of a whole match, with the ply's seat and action."""
    plies = []
    while table.state.phase.waiting:
        seat = table.state.phase.waiting[-1]
        action = options(table.state, seat)[0]
        table = table.play(seat, action)
        plies.append((table, seat, action))
    return plies


def play(table: Table, *plies: tuple[int, str]) -> list[Table]:
    """Return the table after each of these plies."""
    tables = []
    for seat, action in plies:
        table = table.play(seat, table.game.parse(action))
        tables.append(table)
    return tables


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    """Return the tables of a match longer than a table's memory, beginning with the deal."""
    table = dealt(Heist(), SEATS)
    match_tables = [table, *(after for after, _, _ in first_choices(table))]
    assert len(match_tables) > 2 * REMEMBERED
    return match_tables


def events_of(tables: Sequence[Table], seat: int | None) -> PlyEvents:
    return tuple(visible(table.state.events, seat) for table in tables)


def test_a_table_holds_only_the_events_of_the_latest_plies(tables: list[Table]) -> None:
    for table in tables:
        assert table.remembered_from == max(0, table.ply - REMEMBERED + 1)
        assert len(table.events) == table.ply - table.remembered_from + 1 <= REMEMBERED


@pytest.mark.parametrize("seat", [None, 0, 3])
def test_a_table_tells_its_story_between_any_two_remembered_plies(tables: list[Table], seat: int | None) -> None:
    for table in (tables[5], tables[-1]):
        events_so_far = events_of(tables, seat)[: table.ply + 1]
        for since in range(table.remembered_from - 1, table.ply + 1):
            assert table.ply_events(seat, since) == events_so_far[since + 1 :]
            for until in range(since, table.ply + 1):
                assert table.ply_events(seat, since, until) == events_so_far[since + 1 : until + 1]


def test_a_request_for_forgotten_plies_is_refused(tables: list[Table]) -> None:
    table = tables[-1]
    with pytest.raises(ForgottenError, match=f"held from ply {table.remembered_from} on"):
        table.ply_events(None, table.remembered_from - 2)
    with pytest.raises(ForgottenError):
        table.ply_events(0, -1, 3)


def test_news_for_a_seat_goes_back_no_further_than_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.table.REMEMBERED", 3)
    tables = [dealt(Heist(), SEATS)]
    tables += [after for after, _, _ in first_choices(tables[0])]
    for table in tables:
        assert table.remembered_from == max(0, table.ply - 2)
        for seat in range(SEATS):
            first = max(table.acted[seat] + 1, table.remembered_from)
            assert table.ply_events(seat, None) == events_of(tables, seat)[first : table.ply + 1]
        assert (
            table.ply_events(None, None)
            == events_of(tables, None)[max(table.passed, table.remembered_from) : table.ply + 1]
        )


@pytest.mark.parametrize("seat", [None, 0])
def test_a_replay_tells_the_whole_story(tables: list[Table], seat: int | None) -> None:
    plies = first_choices(tables[0])
    match = Match(
        id=MatchId(1),
        tag="k3x9a2",
        game=Heist.key,
        guild=GUILD,
        channel=CHANNEL,
        host=ANN,
        status=Status.LIVE,
        version=1,
        options={},
        players=tuple(Player(user=ANN + seat, deck="") for seat in range(SEATS)),
        ply=len(plies),
        outcome=None,
    )
    deal = Deal(seed=7, decks=(), digest=tables[0].digest)
    log = [Ply(number=t.ply, seat=who, action=str(action), digest=t.digest) for t, who, action in plies]
    assert replayed_events(Heist(), match, deal, log, seat) == events_of(tables, seat)
    assert replayed_events(Heist(), match, deal, log[:3], seat) == events_of(tables[:4], seat)
    assert replay(Heist(), match, deal, log).events == tables[-1].events


def test_a_decision_counts_from_the_ply_that_first_asked_its_seats() -> None:
    table = dealt(Tiny(), 3)
    assert table.passed == 0
    after = play(table, (1, "fold"), (0, "fold"), (2, "fold"), (2, "fold"))
    assert [table.passed for table in after] == [0, 0, 3, 3], "the third ply begins a round, which asks all"


def test_a_further_decision_of_the_same_seat_begins_no_new_count() -> None:
    after = play(dealt(Heist(), 2), (0, "take 2"), (0, "tip 0"), (1, "take 1"), (0, "take 2"))
    assert [table.passed for table in after] == [0, 2, 3, 3]


def test_the_end_of_a_match_counts_as_a_new_decision() -> None:
    table = dealt(Heist(), 2)
    assert table.resign(1).passed == 1
    tables = [after for after, _, _ in first_choices(table)]
    assert tables[-1].passed == tables[-1].ply
