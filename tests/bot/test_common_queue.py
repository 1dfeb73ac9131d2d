"""The common queue: users of all servers wait, are matched by what they want and by strength, and are asked."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.application.application import Application
from bot.application.match.outbox import NoteRow
from bot.content.library import Library
from bot.model.absence import Place
from bot.model.match import Match, Status, UserId
from bot.model.match_request import MatchRequest
from bot.model.new_match import NewMatch
from bot.model.notes import StillLooking
from bot.model.pace import Kind, Pace
from bot.model.rating_list import RatingList
from bot.people.settings import RATED
from bot.queue.queue import CommonQueue
from bot.queue.seekers import ANSWER, ANY, NEAR, WIDENS, are_near, window
from bot.ratings import store as ratings
from bot.ratings.ratings import Rating, stored
from bot.store.database import Database
from rules.core.options import RuleSet
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CLEO, SEED, TINY, fresh, play_on

TINY_GAME = MatchRequest(games=(TINY.key,))


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
async def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)


@pytest.fixture
async def queue(app: Application) -> AsyncIterator[CommonQueue]:
    queue = CommonQueue(app)
    yield queue
    await queue.settled()


def direct(user: UserId) -> int:
    """Return the channel of the direct messages with a user."""
    return 1_000 + user


async def found(queue: CommonQueue, user: UserId, request: MatchRequest = TINY_GAME) -> Match | None:
    position = (await queue.seek(user, request, direct(user))).found
    return None if position is None else position.match


async def seeking(queue: CommonQueue, *users: UserId) -> list[UserId]:
    """Return which of these users still wait."""
    seekers = [await queue.of(user) for user in users]
    return [seeker.user for seeker in seekers if seeker is not None and seeker.match_id is None]


async def matched(queue: CommonQueue) -> Match:
    """Let Ann wait, and Ben come."""
    assert await found(queue, ANN) is None
    match = await found(queue, BEN)
    assert match is not None
    return match


async def test_who_waited_is_asked_in_their_direct_messages_and_the_match_starts_when_they_join(
    app: Application, queue: CommonQueue
) -> None:
    match = await matched(queue)
    assert (match.host, match.settings.asked, match.status) == (BEN, (ANN,), Status.LOBBY)
    assert match.places == (Place(0, direct(BEN)), Place(0, direct(ANN)))
    assert match.pace == RATED
    began = (await app.lobbies.join(match.id, ANN, place=match.place_in(direct(ANN)), interaction=fresh())).match
    await queue.settled()
    assert (began.status, began.is_rated, began.rating_guild) == (Status.LIVE, True, 0)
    assert set(began.places) == set(match.places)
    assert [await queue.of(user) for user in (ANN, BEN)] == [None, None]


async def test_its_result_changes_the_ratings_over_all_servers_alone(app: Application, queue: CommonQueue) -> None:
    match = await matched(queue)
    await app.lobbies.join(match.id, ANN, place=match.place_in(direct(ANN)), interaction=fresh())
    await play_on(app, match, 4)
    over = (await app.matches.resign(match.id, BEN, interaction=fresh())).match
    assert over.status is Status.OVER
    rows = await app.database.read(lambda db: db.rows("SELECT guild_id, user_id FROM ratings ORDER BY user_id"))
    assert rows == [(0, ANN), (0, BEN)]


async def test_who_declines_leaves_the_queue_and_the_other_goes_on_waiting(
    app: Application, queue: CommonQueue
) -> None:
    match = await matched(queue)
    await app.invitations.decline(match.id, ANN, interaction=fresh())
    await queue.settled()
    assert (await app.positions.get(match.id)).match.status is Status.CLOSED
    assert await queue.of(ANN) is None
    assert await seeking(queue, BEN) == [BEN]
    notes = [row.note for row in await app.outbox.of_match(match.id) if isinstance(row, NoteRow)]
    assert notes == [StillLooking()]


async def test_who_does_not_answer_in_time_leaves_the_queue(app: Application, queue: CommonQueue, clock: Time) -> None:
    match = await matched(queue)
    clock.go_on(ANSWER + 1)
    await app.closings.carry_out(match.id)
    await queue.round()
    assert await seeking(queue, ANN, BEN) == [BEN]
    again = await found(queue, CLEO)
    assert again is not None
    assert again.settings.asked == (BEN,)


async def test_if_the_one_who_came_leaves_the_other_goes_on_waiting(app: Application, queue: CommonQueue) -> None:
    match = await matched(queue)
    await app.lobbies.leave(match.id, BEN, interaction=fresh())
    await queue.settled()
    assert await seeking(queue, ANN, BEN) == [ANN]


@pytest.mark.parametrize("user", [ANN, BEN])
async def test_whoever_stops_looking_is_gone_and_the_other_waits(queue: CommonQueue, user: UserId) -> None:
    await matched(queue)
    await queue.leave(user, interaction=fresh())
    assert await queue.of(user) is None
    assert await seeking(queue, ANN, BEN) == [other for other in (ANN, BEN) if other != user]


async def test_nobody_is_matched_with_whom_they_blocked_or_who_blocked_them(
    app: Application, queue: CommonQueue
) -> None:
    await app.blocks.block(ANN, BEN)
    await app.blocks.block(CLEO, ANN)
    assert [await found(queue, user) for user in (ANN, BEN)] == [None, None]
    match = await found(queue, CLEO)
    assert match is not None
    assert match.settings.asked == (BEN,)


@pytest.mark.parametrize(
    "other",
    [
        MatchRequest(games=("heist",)),
        MatchRequest(games=(TINY.key,), pace=Kind.LIVE),
        MatchRequest(games=(TINY.key,), rules=RuleSet.WRITTEN),
    ],
)
async def test_who_wants_another_game_pace_or_rules_is_left_alone(queue: CommonQueue, other: MatchRequest) -> None:
    assert await found(queue, ANN, MatchRequest(games=(TINY.key,), pace=Pace.read("24h"))) is None
    assert await found(queue, BEN, other) is None


async def test_strength_matters_less_the_longer_somebody_waits(
    app: Application, queue: CommonQueue, clock: Time
) -> None:
    strong = stored(Rating(mu=60.0, sigma=1.0, games=50))
    of = RatingList(0, TINY.key)
    await app.database.write(lambda db: ratings.save(db, of, ANN, strong))
    assert [await found(queue, user) for user in (ANN, BEN)] == [None, None]
    clock.go_on(ANY)
    await queue.round()
    assert await seeking(queue, ANN, BEN) == []


def test_the_window_doubles_and_then_takes_everybody() -> None:
    assert [window(0), window(WIDENS - 1), window(WIDENS), window(2 * WIDENS)] == [NEAR, NEAR, 2 * NEAR, 4 * NEAR]
    assert are_near(0, 10**6, ANY)
    assert not are_near(0, NEAR + 1, 0)


async def test_two_who_come_at_once_do_not_take_the_same_opponent(queue: CommonQueue) -> None:
    assert await found(queue, ANN) is None
    results = await asyncio.gather(found(queue, BEN), found(queue, CLEO))
    assert sum(match is not None for match in results) >= 1
    asked = [match.settings.asked for match in results if match is not None]
    assert len(set(asked)) == len(asked)
    users = [user for match in results if match is not None for user in (match.host, *match.settings.asked)]
    assert len(users) == len(set(users))


async def test_processes_on_one_database_give_nobody_two_opponents_and_settle_what_another_one_found(
    app: Application, queue: CommonQueue, database: Database, clock: Time
) -> None:
    other_app = Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)
    other = CommonQueue(other_app)
    assert await found(queue, ANN) is None
    results = [match for match in await asyncio.gather(found(queue, BEN), found(other, CLEO)) if match is not None]
    users = [user for match in results for user in (match.host, *match.settings.asked)]
    assert len(users) == len(set(users)) == 2
    [match] = results
    finder, settler = (queue, other) if match.host == BEN else (other, queue)
    declining = app if finder is queue else other_app
    await declining.invitations.decline(match.id, match.settings.asked[0], interaction=fresh())
    await finder.settled()
    (app if settler is queue else other_app).positions.drop(match.id)
    await settler.round()
    left = [seeker for user in (ANN, BEN, CLEO) if (seeker := await settler.of(user)) is not None]
    assert {seeker.user for seeker in left} == {ANN, BEN, CLEO} - {match.settings.asked[0]}
    assert {seeker.match_id for seeker in left} == {match.id + 1}, "the two who are left have found each other"


async def test_one_who_waits_alone_for_a_week_is_still_there_and_is_told_how_long_others_waited(
    app: Application, queue: CommonQueue, clock: Time
) -> None:
    assert (await queue.seek(ANN, TINY_GAME, direct(ANN))).usual is None
    for _ in range(7 * 24):
        clock.go_on(60 * 60)
        await queue.round()
    match = await found(queue, BEN)
    assert match is not None
    await app.lobbies.join(match.id, ANN, place=match.place_in(direct(ANN)), interaction=fresh())
    await queue.settled()
    sought = await queue.seek(CLEO, TINY_GAME, direct(CLEO))
    assert sought.usual == pytest.approx(7 * 24 * 60 * 60 / 2)


async def test_a_search_is_kept_over_a_restart_and_settled_after_a_kill(app: Application, queue: CommonQueue) -> None:
    match = await matched(queue)
    again = CommonQueue(app)
    await app.invitations.decline(match.id, ANN, interaction=fresh())
    await queue.settled()
    await again.round()
    assert await seeking(again, BEN) == [BEN]


async def test_whoever_waits_can_open_a_match_in_their_direct_messages_meanwhile(
    app: Application, queue: CommonQueue
) -> None:
    assert await found(queue, ANN) is None
    new = NewMatch(guild=0, channel=direct(ANN), host=ANN, game=TINY.key, levels=["novice"])
    playing = (await app.lobbies.create(new, interaction=fresh())).match
    match = await found(queue, BEN)
    assert match is not None
    await app.lobbies.join(match.id, ANN, place=match.place_in(direct(ANN)), interaction=fresh())
    assert {each.id for each in await app.matches.of_user(ANN)} == {playing.id, match.id}


async def test_a_user_who_deletes_their_data_is_gone_from_the_queue(app: Application, queue: CommonQueue) -> None:
    assert await found(queue, ANN) is None
    assert "common_queue" in str(await app.user_data.export(ANN))
    await app.user_data.delete(ANN)
    assert await queue.of(ANN) is None


async def test_no_round_follows_until_somebody_waits(app: Application, queue: CommonQueue) -> None:
    calls = list[bool]()
    queue.on_waiting = lambda: calls.append(True)
    assert (await queue.round() is None) is not app.database.is_shared, "other processes would wake nobody here"
    await found(queue, ANN)
    assert calls == [True]
    assert await queue.round() is not None
