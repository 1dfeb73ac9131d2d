"""Places: each seat has its own, and whatever stops one of them stops the match."""

import asyncio
from dataclasses import replace

import pytest

from bot.application.application import Application
from bot.application.match.outbox import BoardRow, NoteRow, Trouble
from bot.content.library import Library
from bot.model.absence import Place
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Match, Status
from bot.model.new_match import NewMatch
from bot.model.notes import SeatMoved
from bot.model.pace import HOUR, Pace
from bot.model.pauses import Pause
from bot.model.position import Position
from bot.model.reasons.lobby import ChannelBusy, UnknownCode
from bot.model.reasons.table import SeatsApart
from bot.model.refusals import ChannelTaken, NotALobby, TableFull
from bot.model.shards import Shard
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, SEED, STRANGER, TINY, fresh, open_lobby

HOME = Place(GUILD, CHANNEL)
AWAY = Place(7 << 22, 9_000)
DIRECT = Place(0, 9_500)


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)


async def begun(app: Application, *guests: tuple[int, Place | None]) -> Match:
    """Start a match of Ann at home and these guests at their places."""
    lobby = await open_lobby(app)
    for guest, place in guests:
        await app.lobbies.join(lobby.id, guest, deck="level", place=place, interaction=fresh())
    return (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match


async def boards(app: Application, match: Match) -> list[int | None]:
    return [row.channel_id for row in await app.outbox.of_match(match.id) if isinstance(row, BoardRow)]


async def test_each_place_has_one_board_and_two_seats_of_a_place_share_it(app: Application) -> None:
    match = await begun(app, (BEN, AWAY), (CLEO, AWAY))
    assert match.places == (HOME, AWAY)
    assert await boards(app, match) == [None, AWAY.channel]
    assert [match.place_for(user) for user in (ANN, BEN, CLEO, STRANGER)] == [HOME, AWAY, AWAY, HOME]


async def test_a_match_looked_at_from_another_place_is_the_same_match_there(app: Application) -> None:
    match = await begun(app, (BEN, AWAY))
    there = match.at(AWAY)
    assert (there.place, there.home, there.places) == (AWAY, HOME, match.places)
    assert [there.place_of(seat) for seat in range(2)] == [match.place_of(seat) for seat in range(2)]
    assert there.at(HOME) == match


async def test_places_outlive_a_restart_and_the_start_of_the_match(app: Application, database: Database) -> None:
    match = await begun(app, (BEN, DIRECT))
    again = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    assert (await again.positions.get(match.id)).match.players == match.players
    assert match.place_for(BEN) == DIRECT


async def test_a_match_counts_for_the_server_within_one_server_and_else_for_all(app: Application) -> None:
    assert (await begun(app, (BEN, Place(GUILD, 9_001)))).rating_guild == GUILD
    assert (await begun_elsewhere(app, AWAY)).rating_guild == 0


async def begun_elsewhere(app: Application, place: Place) -> Match:
    lobby = await open_lobby(app, channel=CHANNEL + 5)
    await app.lobbies.join(lobby.id, BEN, deck="level", place=place, interaction=fresh())
    return (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match


@pytest.mark.parametrize("place", [HOME, AWAY])
async def test_a_lost_shard_of_either_server_stops_the_match_and_no_other_shard_does(
    app: Application, clock: Time, place: Place
) -> None:
    match = await begun(app, (BEN, AWAY))
    total, clocks = 16, app.positions.clocks
    lost = {Shard((each.guild >> 22) % total, total) for each in (HOME, AWAY)}
    others = [Shard(number, total) for number in range(total) if Shard(number, total) not in lost]
    await clocks.pauses.begin(dict.fromkeys(map(Pause.lost, others), clock.seconds))
    assert await clocks.stopped_since(match) is None
    await clocks.pauses.begin({Pause.lost(Shard((place.guild >> 22) % total, total)): clock.seconds})
    assert await clocks.stopped_since(match) == clock.seconds


async def test_direct_messages_depend_on_shard_0(app: Application, clock: Time) -> None:
    match = await begun(app, (BEN, DIRECT))
    assert GUILD >> 22 == 0, "so is the server: it is lost with it"
    await app.positions.clocks.pauses.begin({Pause.lost(Shard(0, 2)): clock.seconds})
    assert await app.positions.clocks.stopped_since(match) == clock.seconds


async def test_a_channel_has_one_match_whether_it_is_opened_there_or_only_a_place(app: Application) -> None:
    match = await begun(app, (BEN, AWAY))
    with pytest.raises(ChannelTaken):
        await open_lobby(app, channel=AWAY.channel)
    lobby = await open_lobby(app, channel=CHANNEL + 1)
    with pytest.raises(ChannelBusy):
        await app.lobbies.join(lobby.id, CLEO, place=AWAY, interaction=fresh())
    found = await app.matches.in_channel(AWAY.channel)
    assert found is not None
    assert found.match.id == match.id


async def test_two_requests_at_once_from_two_servers_get_one_seat(app: Application) -> None:
    two = LobbySettings(wanted=2)
    new = NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", options={}, deck="steep", settings=two)
    lobby = (await app.lobbies.create(new, interaction=fresh())).match
    join = [app.lobbies.join(lobby.id, BEN, deck="level", place=AWAY, interaction=fresh())]
    join += [app.lobbies.join(lobby.id, CLEO, deck="level", place=Place(8 << 22, 9_001), interaction=fresh())]
    results = await asyncio.gather(*join, return_exceptions=True)
    [refused] = [result for result in results if isinstance(result, BaseException)]
    assert isinstance(refused, NotALobby | TableFull)
    match = (await app.positions.get(lobby.id)).match
    assert (match.status, len(match.players)) == (Status.LIVE, 2)
    assert len(await boards(app, match)) == len(match.places) == 2


async def test_an_absent_server_of_one_seat_ends_the_match_after_the_days(app: Application, clock: Time) -> None:
    match = await begun(app, (BEN, AWAY))
    await app.absences.leave(AWAY.guild)
    assert [number for _, number in await app.absences.due()] == [match.id]
    clock.go_on(31 * 24 * 60 * 60)
    assert (await app.absences.carry_out(match.id)).match.status is Status.ABANDONED


async def test_no_person_takes_a_seat_of_players_who_sit_apart(app: Application) -> None:
    match = await begun(app, (BEN, AWAY))
    with pytest.raises(SeatsApart):
        await app.substitutes.offer(match.id, ANN, to=None, interaction=fresh())


async def test_a_code_is_kept_and_read_however_it_is_written_until_the_match_starts(app: Application) -> None:
    lobby = await open_lobby(app)
    code = await app.lobbies.invite(lobby.id, ANN)
    assert await app.lobbies.invite(lobby.id, ANN) == code
    assert await app.lobbies.with_code(f" {code[:4].lower()}-{code[4:]} ") == lobby.id
    await app.lobbies.join(lobby.id, BEN, deck="level", place=AWAY, interaction=fresh())
    await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    for each in (code, "", "--"):
        with pytest.raises(UnknownCode):
            await app.lobbies.with_code(each)


async def test_a_deleted_user_leaves_no_trace_of_their_direct_messages(app: Application, database: Database) -> None:
    match = await begun(app, (BEN, DIRECT))
    await app.matches.resign(match.id, BEN, interaction=fresh())
    await app.user_data.delete(BEN)
    rows = await database.read(lambda db: db.rows("SELECT place_channel_id FROM players WHERE place_guild_id = 0"))
    assert rows == [(0,)]
    assert (await app.positions.get(match.id)).match.rating_guild == 0


async def test_seats_whose_server_leaves_move_to_direct_messages_and_the_match_goes_on(
    app: Application, clock: Time
) -> None:
    match = await begun(app, (BEN, AWAY), (CLEO, AWAY))
    await app.absences.leave(AWAY.guild)
    assert await app.positions.clocks.stopped_since(match) is not None
    assert await app.stranded.find() == [(match.id, match_users(match, AWAY))]
    await app.stranded.move(match.id, {BEN: DIRECT.channel, CLEO: DIRECT.channel + 1})
    moved = (await app.positions.get(match.id)).match
    assert set(moved.places) == {HOME, DIRECT, Place(0, DIRECT.channel + 1)}
    assert await app.positions.clocks.stopped_since(moved) is None
    notes = [row for row in await app.outbox.of_match(match.id) if isinstance(row, NoteRow) and row.note == SeatMoved()]
    assert {row.seat for row in notes} == {moved.seat_of(BEN), moved.seat_of(CLEO)}
    assert await boards(app, moved) == [None, *sorted(place.channel for place in moved.places if place.is_direct)]
    assert await app.stranded.find() == []
    clock.go_on(31 * 24 * 60 * 60)
    assert await app.absences.due() == []


async def test_when_the_server_leaves_where_a_match_was_opened_all_others_play_on(app: Application) -> None:
    match = await begun(app, (BEN, AWAY))
    await app.absences.leave(GUILD)
    await app.stranded.move(match.id, {ANN: DIRECT.channel})
    moved = (await app.positions.get(match.id)).match
    assert set(moved.places) == {DIRECT, AWAY}
    assert set(await boards(app, moved)) == {DIRECT.channel, AWAY.channel}
    assert await app.absences.due() == []
    assert await app.positions.clocks.stopped_since(moved) is None
    over = await app.matches.resign(match.id, ANN, interaction=fresh())
    assert (over.match.status, over.match.rating_guild) == (Status.OVER, 0)


async def test_a_match_within_the_server_that_leaves_waits_for_it(app: Application) -> None:
    match = await begun(app, (BEN, None))
    await app.absences.leave(GUILD)
    assert await app.stranded.find() == []
    await app.stranded.move(match.id, {ANN: DIRECT.channel})
    assert (await app.positions.get(match.id)).match.places == (HOME,)


async def test_time_runs_on_from_where_it_stood_when_the_seat_has_moved(app: Application, clock: Time) -> None:
    lobby = await open_lobby(app, pace=Pace.read("1h"))
    await app.lobbies.join(lobby.id, BEN, deck="level", place=AWAY, interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    left = remaining(await app.positions.get(match.id), clock)
    await app.absences.leave(AWAY.guild)
    clock.go_on(5 * HOUR)
    await app.stranded.move(match.id, {BEN: DIRECT.channel})
    assert remaining(await app.positions.get(match.id), clock) == left


def remaining(position: Position, clock: Time) -> list[float]:
    """Return the seconds that each running clock has left."""
    return [each.deadline - clock.seconds for each in position.clocks if each.deadline is not None]


def match_users(match: Match, place: Place) -> list[int]:
    return [player.user for seat, player in enumerate(match.players) if match.place_of(seat) == place]


async def test_what_was_forbidden_at_a_place_is_tried_again_once_that_place_changes(app: Application) -> None:
    match = await begun(app, (BEN, AWAY))
    row = next(row for row in await app.outbox.of_match(match.id) if row.channel_id == AWAY.channel)
    await app.outbox.record([replace(row, trouble=Trouble.FORBIDDEN, failures=1, due_at=app.outbox.now() + HOUR)])
    assert await app.outbox.reachable(AWAY.guild, AWAY.channel + 1) == []
    assert await app.outbox.reachable(AWAY.guild, AWAY.channel) == [match.id]
    assert await app.outbox.reachable(AWAY.guild) == [match.id]
