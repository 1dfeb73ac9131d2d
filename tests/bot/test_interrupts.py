"""Reactions, which are actions out of turn, through the match service."""

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Match, TableView, UserId
from bot.model.new_match import NewMatch
from bot.model.reasons.match import ForbiddenByRules
from bot.model.refusals import NotYourDecision, StaleDecision
from bot.store.database import Database
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, fresh
from tests.heist_game import BELL, STONE, Heist, HeistState

HOLDER, OTHER = 1, 2


class Rigged(Heist):
    """A heist in which one seat, or none, holds a bell."""

    def __init__(self, *bells: int) -> None:
        super().__init__()
        self.bells = bells

    def deal(self, **known: object) -> HeistState:
        g = super().deal(**known)  # type: ignore[arg-type]
        g.hands = [[BELL if seat in self.bells else STONE] for seat in range(len(g.hands))]
        return g


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, Library.of({"heist": Rigged(HOLDER)}), seeds=lambda: 1)


@pytest.fixture
async def match(app: Application) -> Match:
    lobby = (
        await app.lobbies.create(NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="heist"), interaction=fresh())
    ).match
    for user in (BEN, CLEO):
        await app.lobbies.join(lobby.id, user, interaction=fresh())
    return (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match


def user(match: Match, seat: int) -> UserId:
    return match.players[seat].user


async def look(app: Application, match: Match, seat: int | None) -> TableView:
    return (await app.positions.get(match.id)).view_for(None if seat is None else user(match, seat))


async def act(app: Application, match: Match, seat: int, action: str, decision: int | None = None) -> Match:
    return (await app.matches.act(match.id, user(match, seat), action, decision=decision, interaction=fresh())).match


async def test_only_a_seat_that_may_interrupt_acts_out_of_turn(app: Application, match: Match) -> None:
    with pytest.raises(NotYourDecision):
        await act(app, match, OTHER, "ring 1")
    with refused(ForbiddenByRules(reason="It's not your decision now, and you can't do that out of turn (rule 1.1).")):
        await act(app, match, HOLDER, "take 1")
    assert (await act(app, match, HOLDER, "ring 2")).ply == 1
    with pytest.raises(NotYourDecision):
        await act(app, match, HOLDER, "ring 1")
    assert (await look(app, match, None)).view.waiting == (0,)


async def test_the_button_of_an_interrupt_stays_valid_while_others_act(app: Application, match: Match) -> None:
    decision = (await look(app, match, HOLDER)).decision
    await act(app, match, 0, "take 2")  # another decision: a tip
    await act(app, match, 0, "tip 0")
    assert (await look(app, match, None)).view.waiting == (HOLDER,)
    with pytest.raises(StaleDecision):
        await act(app, match, HOLDER, "ring 1", decision)
    await act(app, match, HOLDER, "take 1")
    assert (await look(app, match, HOLDER)).decision == 3
    await act(app, match, OTHER, "take 2")
    await act(app, match, OTHER, "tip 1")
    await act(app, match, 0, "take 2")
    assert (await look(app, match, HOLDER)).decision == 3
    assert (await act(app, match, HOLDER, "ring 1", 3)).ply == 7


async def test_an_interrupt_does_not_make_the_asked_seats_button_stale(app: Application, match: Match) -> None:
    asked, passed = await look(app, match, 0), (await app.positions.get(match.id)).seen.passed
    await act(app, match, HOLDER, "ring 2")
    assert (await app.positions.get(match.id)).seen.passed == passed, "the decision has not passed to others"
    assert (await look(app, match, 0)).decision == asked.decision
    assert (await act(app, match, 0, "take 1", asked.decision)).ply == 2


async def test_an_interrupt_that_changes_the_decision_makes_older_buttons_stale(app: Application, match: Match) -> None:
    for _ in range(5):  # 18 coins: each of three takes one, until three are left
        for seat in range(3):
            await act(app, match, seat, "take 1")
    asked = await look(app, match, 0)
    await act(app, match, HOLDER, "ring 2")
    with pytest.raises(StaleDecision):
        await act(app, match, 0, "take 2", asked.decision)


async def test_other_players_views_do_not_reveal_who_may_interrupt(database: Database) -> None:
    def seen(table_view: TableView) -> tuple[object, ...]:
        return table_view.view, table_view.decision, table_view.ply_events

    views_of_games = []
    for channel, game in enumerate((Rigged(HOLDER), Rigged()), start=CHANNEL):
        app = Application(database, Library.of({"heist": game}), seeds=lambda: 1)
        lobby = (
            await app.lobbies.create(
                NewMatch(guild=GUILD, channel=channel, host=ANN, game="heist"),
                interaction=fresh(),
            )
        ).match
        await app.lobbies.join(lobby.id, BEN, interaction=fresh())
        match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
        looks = []
        for action in ("take 2", "tip 0"):
            looks.append(seen(await look(app, match, None)))
            await act(app, match, 0, action)
        views_of_games.append([*looks, seen(await look(app, match, None))])
    assert views_of_games[0] == views_of_games[1]


async def test_a_match_with_an_interrupt_replays(database: Database, app: Application, match: Match) -> None:
    await act(app, match, HOLDER, "ring 1")
    await act(app, match, 0, "take 2")
    again = Application(database, Library.of({"heist": Rigged(HOLDER)}))
    assert (await again.positions.get(match.id)).match.ply == 2
    assert (await again.positions.get(match.id)).view_for(None) == (await app.positions.get(match.id)).view_for(None)
