"""Watching a match: its turning points, and the users who are notified."""

import pytest

from bot.application.application import Application
from bot.application.table.watching import LIMIT, public_chances, turned
from bot.content.library import Library
from bot.model.match import Match
from bot.model.notes import WatchedEnded, WatchedTurned
from bot.model.refusals import NotAllowed, NotLive
from bot.store.database import Database
from bot.store.outbox_rows import NoteRow
from rules.core.events import Seat
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, STRANGER, TINY, begin, fresh, open_lobby
from tests.tiny_game import Tiny, TinyState


class Leaning(Tiny):
    """The tiny game, in which the points decide a seat's estimated chance to win."""

    def evaluate(self, g: TinyState, seat: Seat) -> float:
        return (1 + g.sides[seat].points) / sum(1 + side.points for side in g.sides)


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, Library.of({TINY.key: Leaning()}), seeds=lambda: 1)


async def notes_of(app: Application, match: Match) -> list[tuple[int | None, object]]:
    """Return the notes to watchers of a match, with their users."""
    await app.watching.settled()
    rows = await app.outbox.of_match(match.id)
    return [(row.watcher_id, row.note) for row in rows if isinstance(row, NoteRow) and row.watcher_id]


async def round_won_by(app: Application, match: Match, winner: int) -> Match:
    """Let a player win a round: they bid a card, and the other one folds."""
    for player in match.players:
        action = "fold"
        if player.user == winner:
            action = str((await app.positions.get(match.id)).view_for(winner).view.options[0])
        match = (await app.matches.act(match.id, player.user, action, decision=None, interaction=fresh())).match
    return match


async def test_a_watcher_is_told_when_the_lead_is_taken_and_not_before(app: Application) -> None:
    match = await begin(app, options={"goal": "3"})
    await app.watching.follow(match.id, CLEO)
    match = (await app.matches.act(match.id, ANN, "fold", decision=None, interaction=fresh())).match
    assert await notes_of(app, match) == []
    choice = str((await app.positions.get(match.id)).view_for(BEN).view.options[0])
    match = (await app.matches.act(match.id, BEN, choice, decision=None, interaction=fresh())).match
    assert await notes_of(app, match) == []
    match = await round_won_by(app, match, BEN)
    seat = match.seat_of(BEN)
    assert seat is not None
    assert await notes_of(app, match) == [(CLEO, WatchedTurned(seat=seat, percent=75, leads=True, landmark=""))]


async def test_small_steps_are_told_once_they_add_up(app: Application) -> None:
    table = (await app.positions.get((await begin(app)).id)).seen
    assert turned(table, [0.55, 0.45], [0.5, 0.5]) is None
    assert turned(table, [0.65, 0.35], [0.5, 0.5]) is None
    grown = turned(table, [0.71, 0.29], [0.5, 0.5])
    assert grown == WatchedTurned(seat=0, percent=71, leads=True, landmark="")
    more = turned(table, [0.91, 0.09], [0.71, 0.29])
    assert more == WatchedTurned(seat=0, percent=91, leads=False, landmark="")


async def test_a_narrow_lead_is_not_told_and_a_clear_one_is(app: Application) -> None:
    table = (await app.positions.get((await begin(app)).id)).seen
    assert turned(table, [0.48, 0.52], [0.55, 0.45]) is None
    taken = turned(table, [0.44, 0.56], [0.55, 0.45])
    assert taken == WatchedTurned(seat=1, percent=56, leads=True, landmark="")


async def test_the_end_is_told_once_and_nobody_watches_any_more(app: Application) -> None:
    match = await begin(app)
    await app.watching.follow(match.id, CLEO)
    await app.watching.follow(match.id, STRANGER)
    match = (await app.matches.resign(match.id, BEN, interaction=fresh())).match
    assert sorted(await notes_of(app, match), key=str) == [(CLEO, WatchedEnded()), (STRANGER, WatchedEnded())]
    assert await app.watching.followed(CLEO) == []


async def test_a_match_that_ended_while_nobody_looked_is_told_at_the_next_start(
    app: Application, database: Database
) -> None:
    match = await begin(app)
    await database.write(lambda db: db.rows("INSERT INTO watchers VALUES (?, ?, '[0.5, 0.5]')", match.id, CLEO))
    match = (await app.matches.resign(match.id, BEN, interaction=fresh())).match
    assert await notes_of(app, match) == []
    await app.watching.open()
    assert await notes_of(app, match) == [(CLEO, WatchedEnded())]


async def test_who_stops_following_is_told_nothing_more(app: Application) -> None:
    match = await begin(app)
    await app.watching.follow(match.id, CLEO)
    await app.watching.unfollow(match.id, CLEO)
    await app.matches.resign(match.id, BEN, interaction=fresh())
    assert await notes_of(app, match) == []


async def test_players_follow_no_match_of_their_own_and_nobody_a_lobby(app: Application) -> None:
    match = await begin(app)
    with pytest.raises(NotAllowed):
        await app.watching.follow(match.id, ANN)
    lobby = await open_lobby(app, channel=CHANNEL + 1)
    with pytest.raises(NotLive):
        await app.watching.follow(lobby.id, CLEO)


async def test_a_user_follows_ten_matches_at_most(app: Application) -> None:
    matches = [await begin(app, channel=CHANNEL + place) for place in range(LIMIT + 1)]
    for match in matches[:LIMIT]:
        await app.watching.follow(match.id, CLEO)
    with pytest.raises(NotAllowed):
        await app.watching.follow(matches[LIMIT].id, CLEO)
    await app.watching.follow(matches[0].id, CLEO)


async def test_a_turning_point_depends_on_what_everyone_sees_alone(app: Application) -> None:
    match = await begin(app)
    before = (await app.positions.get(match.id)).seen
    worlds = [public_chances(before)]
    for side in before.state.sides:  # type: ignore[attr-defined] # of the tiny game
        side.hand.reverse()
        side.deck.reverse()
    assert [public_chances(before)] == worlds


async def test_what_a_user_watches_is_exported_and_deleted(app: Application) -> None:
    match = await begin(app)
    await app.watching.follow(match.id, CLEO)
    assert [row["match_id"] for row in (await app.user_data.export(CLEO))["watched_matches"]] == [match.id]
    await app.user_data.delete(CLEO)
    await app.matches.resign(match.id, BEN, interaction=fresh())
    assert await notes_of(app, match) == []
