"""Clocks through the match service, on a real file: stored with each ply, with the consequences of a timeout."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.application.time import uptime
from bot.application.time.uptime import BEAT, STOOD_STILL
from bot.content.library import Library
from bot.model.active_hours import ALWAYS, ActiveHours
from bot.model.match import Match, Status
from bot.model.new_match import NewMatch
from bot.model.pace import HOUR, Pace
from bot.model.pings import DEFAULT_PING_DELAY
from bot.model.position import Position
from bot.model.proposal import Kind
from bot.model.reasons.database import MatchDamaged
from bot.model.reasons.match import NoLongerDue
from bot.model.refusals import BadPace, NotAllowed, Unavailable
from bot.people.preferences import PreferenceBook
from bot.people.settings import ACTIVE_HOURS, PING_DELAY
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.pings import LONGEST_DELAY
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, TINY, asked, fresh
from tests.bot.test_restart import Changed
from tests.bot.thieves import SEED
from tests.heist_game import Heist, PatientHeist
from tests.patience import PATIENT
from tests.raw_database import connect_raw

LIBRARY = Library.of({"tiny": TINY, "heist": Heist()})


@pytest.fixture
def time() -> Time:
    return Time()


def made(database: Database, time: Time) -> Application:
    return Application(database, LIBRARY, clock=time, seeds=lambda: SEED)


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def begun(app: Application, pace: str, *, game: str = "heist", guests: tuple[int, ...] = (BEN, CLEO)) -> Match:
    lobby = await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=CHANNEL,
            host=ANN,
            game=game,
            deck="steep" if game == "tiny" else None,
            pace=Pace.read(pace),
        ),
        interaction=fresh(),
    )
    assert str(lobby.match.pace) == str(Pace.read(pace))
    for guest in guests:
        await app.lobbies.join(lobby.match.id, guest, interaction=fresh())
    return (await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())).match


async def play(app: Application, match: Match, action: str) -> Position:
    _, user = await asked(app, match)
    return await app.matches.act(match.id, user, action, decision=None, interaction=fresh())


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(connect_raw(path)) as db:
        return db.execute(sql).fetchall()


def plies(path: Path) -> list[tuple[object, ...]]:
    return rows(path, "SELECT ply, seat, action, source FROM plies ORDER BY ply")


def running(path: Path) -> list[tuple[object, ...]]:
    return rows(path, "SELECT seat, deadline_at FROM clocks WHERE deadline_at IS NOT NULL ORDER BY seat")


async def test_clocks_are_stored_with_the_ply_and_survive_a_restart(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    start = time().timestamp()
    match = await begun(app, "10+15")
    assert running(path) == [(0, start + 600)]
    time.go_on(100)
    after = await play(app, match, "take 1")
    assert running(path) == [(1, start + 700)]
    assert after.clocks[0].left == 515
    again = await made(database, time).positions.get(match.id)
    assert again.clocks == after.clocks
    assert again.match.pace == match.pace


async def test_without_a_pace_nobody_moves_for_a_player(app: Application, time: Time, path: Path) -> None:
    match = await begun(app, "none")
    time.go_on(1e7)
    position = await app.deadlines.carry_out(match.id)
    assert (position.match.ply, position.deadlines) == (0, ())
    assert plies(path) == []


async def test_a_player_out_of_time_passes(
    app: Application, time: Time, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.application.time.deadlines.choice", min)
    match = await begun(app, "24h", game="tiny", guests=(BEN,))
    time.go_on(24 * HOUR - 1)
    assert (await app.deadlines.carry_out(match.id)).match.ply == 0
    time.go_on(1)
    first = await app.deadlines.carry_out(match.id)
    assert [clock.timed_out for clock in first.clocks] == [1, -1]
    assert [clock.deadline is None for clock in first.clocks] == [True, False]
    await app.deadlines.carry_out(match.id)
    assert plies(path) == [(1, 0, "fold", "timer"), (2, 1, "fold", "timer")]
    assert (await app.deadlines.carry_out(match.id)).match.ply == 2, "each deadline takes effect once"
    assert [deadline for _, deadline in running(path)] == [time().timestamp() + 24 * HOUR] * 2


async def test_the_quick_player_makes_the_forced_choices_of_a_turn_out_of_time(
    app: Application, time: Time, path: Path
) -> None:
    match = await begun(app, "1h")
    time.go_on(HOUR)
    await app.deadlines.carry_out(match.id)
    await app.deadlines.carry_out(match.id)
    await app.deadlines.carry_out(match.id)
    assert plies(path) == [(1, 0, "take 2", "timer"), (2, 0, "tip 0", "timer")]


async def test_a_player_out_of_time_resigns_if_the_table_chose_that_and_the_others_play_on(
    app: Application, time: Time, path: Path
) -> None:
    match = await begun(app, "1+0 forfeit")
    time.go_on(60)
    after = await app.deadlines.carry_out(match.id)
    assert after.seen.left == {0}
    assert plies(path) == [(1, 0, None, "timer")]
    time.go_on(60)
    over = await app.deadlines.carry_out(match.id)
    assert over.match.status is Status.OVER
    assert over.match.outcome is not None
    assert over.match.outcome.ranks == (2, 2, 1)
    assert running(path) == []


async def test_chance_decides_which_of_two_players_out_of_time_at_once_resigns_first(
    app: Application, time: Time, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.application.time.deadlines.choice", max)
    match = await begun(app, "24h forfeit", game="tiny", guests=(BEN,))
    time.go_on(24 * HOUR)
    over = (await app.deadlines.carry_out(match.id)).match
    assert over.outcome is not None
    assert over.outcome.ranks == (1, 2)
    assert plies(path) == [(1, 1, None, "timer")]


async def test_a_match_without_active_players_plays_itself_to_its_end(app: Application, time: Time, path: Path) -> None:
    match = await begun(app, "1+0")
    for _ in range(100):
        time.go_on(60)
        match = (await app.deadlines.carry_out(match.id)).match
    assert match.status is Status.OVER
    assert {source for *_, source in plies(path)} == {"timer"}


async def test_an_action_at_the_last_moment_is_not_overruled(app: Application, time: Time, path: Path) -> None:
    match = await begun(app, "1+0")
    time.go_on(60)
    await play(app, match, "take 1")
    await app.deadlines.carry_out(match.id)
    assert plies(path) == [(1, 0, "take 1", "interaction")]


async def test_a_deadline_reached_before_a_kill_takes_effect_once(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    """If two processes handle it, the second one finds that the match has changed: the other seat is late, too."""
    match, other = await begun(app, "1+0", game="tiny", guests=(BEN,)), made(database, time)
    await other.positions.get(match.id)
    time.go_on(60)
    await app.deadlines.carry_out(match.id)
    await other.deadlines.carry_out(match.id)
    assert [ply for ply, *_ in plies(path)] == [1, 2]
    assert {seat for _, seat, *_ in plies(path)} == {0, 1}
    with pytest.raises(NoLongerDue):
        await app.deadlines.carry_out(match.id)


@pytest.mark.parametrize("kill", [False, True])
async def test_nobody_loses_time_while_the_bot_is_down(
    app: Application, database: Database, time: Time, path: Path, kill: bool
) -> None:
    await app.timers.open()
    match = await begun(app, "10+0")
    time.go_on(100)
    if not kill:
        await app.timers.close()
    time.go_on(5000)
    again = made(database, time)
    await again.timers.open()
    [(_, deadline)] = running(path)
    left = 600 if kill else 500  # a killed process could not record its uptime
    assert deadline == time().timestamp() + left
    assert (await again.positions.get(match.id)).clocks[0].deadline == deadline
    await again.timers.settled()
    assert plies(path) == []
    await again.timers.close()


async def test_a_deadline_that_passed_while_the_bot_was_down_gets_a_grace_and_is_shown_again(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    await app.timers.open()
    match = await begun(app, "1h")
    time.go_on(HOUR - 1)
    await app.timers.close()
    with closing(connect_raw(path)) as db:
        db.execute(SHOWN)
        db.commit()
    time.go_on(9 * HOUR)
    again = made(database, time)
    shown = await again.positions.get(match.id)
    await again.timers.open()
    assert running(path) == [(0, time().timestamp() + 120)], "at least two minutes are left"
    assert rows(path, "SELECT DISTINCT shown_version FROM outbox WHERE kind IN ('board', 'hand')") == [(None,)]
    assert (await again.positions.get(match.id)).match == shown.match
    await again.timers.close()


async def test_an_outage_is_counted_once_despite_a_kill_while_it_is_counted(
    app: Application, database: Database, time: Time, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await app.timers.open()
    await begun(app, "10+0")
    await app.timers.close()
    time.go_on(1000)

    async def killed(*_: object) -> bool:
        raise StoreError("killed")

    killed_one = made(database, time)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.pauses.record_up", killed)
        with pytest.raises(Unavailable):
            await killed_one.timers.open()
    time.go_on(50)
    again = made(database, time)
    await again.timers.open()
    assert running(path) == [(0, time().timestamp() + 600)]
    await again.timers.close()


@pytest.mark.parametrize("seconds", [STOOD_STILL, BEAT, STOOD_STILL + 1000])
async def test_nobody_loses_time_while_the_process_is_suspended(
    app: Application, time: Time, path: Path, seconds: float
) -> None:
    await app.timers.open()
    match = await begun(app, "10+0")
    time.go_on(seconds)
    app.timers.schedule(match.id, 0)
    for _ in range(3):
        await asyncio.sleep(0)
    await app.timers.settled()
    assert plies(path) == []
    assert running(path) == [(0, time().timestamp() + 600)]
    await app.timers.close()


async def test_uptime_is_recorded_only_while_a_clock_runs(app: Application, time: Time, path: Path) -> None:
    await app.timers.open()
    match = await begun(app, "10+0")
    time.go_on(BEAT)
    await app.timers.close()
    assert rows(path, "SELECT since FROM pauses") == [(time().timestamp(),)]
    for user in (ANN, BEN):
        await app.matches.resign(match.id, user, interaction=fresh())
    time.go_on(1000)
    await app.timers.open()
    await app.timers.close()
    assert rows(path, "SELECT since FROM pauses") == [(time().timestamp() - 1000,)]


async def test_uptime_is_recorded_repeatedly_while_a_clock_runs(
    app: Application, time: Time, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uptime, "LOOK", 0)  # check at every turn of the loop
    await begun(app, "10+0")
    await app.timers.open()
    for _ in range(2):
        written = rows(path, "SELECT since FROM pauses")
        async with asyncio.timeout(PATIENT):
            while rows(path, "SELECT since FROM pauses") == written:
                time.go_on(STOOD_STILL / 2)
                await asyncio.sleep(0)  # let it check; no outage to notice
    await app.timers.close()


async def test_in_correspondence_games_a_player_is_pinged_as_soon_as_a_new_turn_begins(
    app: Application, time: Time, path: Path
) -> None:
    match = await begun(app, "24h")
    due = "SELECT seat, due_at FROM outbox WHERE kind = 'ping' AND wanted = 'posted'"
    assert rows(path, due) == [(0, time().timestamp())]
    time.go_on(5)
    await play(app, match, "take 2")
    assert rows(path, due) == [(0, time().timestamp() + LONGEST_DELAY)], (
        "a player in the middle of a turn is not pinged at once"
    )
    await play(app, match, "tip 0")
    assert rows(path, due) == [(1, time().timestamp())]


async def test_waking_hours_extend_only_their_own_players_deadline_up_to_the_tables_limit(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    await PreferenceBook(database).choose(ANN, ACTIVE_HOURS, ActiveHours.read("UTC 08:00-12:00"))
    await begun(app, "24h", guests=(BEN,), game="tiny")
    start = time().timestamp()
    assert {deadline for _, deadline in running(path)} == {start + 24 * HOUR, start + 72 * HOUR}


async def test_an_unplayable_pace_opens_no_lobby(app: Application) -> None:
    with pytest.raises(BadPace):
        await begun(app, "0+0")
    assert await app.matches.in_channel(CHANNEL) is None


SHOWN = "UPDATE outbox SET shown_version = version, shown = '{}' WHERE kind IN ('board', 'hand')"
OTHERS = "SELECT * FROM outbox WHERE kind <> 'ping' ORDER BY id"
PINGS = "SELECT seat, due_at, wanted FROM outbox WHERE kind = 'ping' ORDER BY id"


async def test_a_player_is_pinged_again_before_the_deadline_and_nothing_else_changes(
    app: Application, time: Time, path: Path
) -> None:
    match = await begun(app, "10+0")
    before = await app.positions.get(match.id)
    [first], others = rows(path, PINGS), rows(path, OTHERS)
    time.go_on(540)
    assert await app.reminders.due() == [(time().timestamp(), match.id)]
    after = await app.reminders.carry_out(match.id)
    assert rows(path, PINGS) == [(0, time().timestamp(), "deleted"), (0, time().timestamp(), "posted")]
    assert first[1] != time().timestamp()
    assert after.match == before.match
    assert rows(path, OTHERS) == others
    assert await app.reminders.carry_out(match.id) == after, "once"
    await play(app, match, "take 1")
    assert [wanted for seat, _, wanted in rows(path, PINGS) if seat == 0] == ["deleted", "deleted"]


async def test_a_muted_player_is_not_pinged_before_the_next_turn(app: Application, time: Time, path: Path) -> None:
    match = await begun(app, "24h")
    await app.reminders.mute(match.id, ANN, asked=0)
    assert rows(path, PINGS) == [(0, time().timestamp(), "deleted")]
    assert await app.reminders.due() == []
    await play(app, match, "take 2")
    assert {wanted for seat, _, wanted in rows(path, PINGS) if seat == 0} == {"deleted"}, (
        "muted for the rest of the turn too"
    )
    with pytest.raises(NotAllowed):
        await app.reminders.mute(match.id, ANN, asked=0)
    for action in ("tip 0", "take 1", "take 1"):
        await play(app, match, action)
    assert rows(path, PINGS)[-1] == (0, time().timestamp() + DEFAULT_PING_DELAY, "posted"), "they have acted lately"


async def test_a_player_who_chose_no_pings_gets_no_reminders(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    await PreferenceBook(database).choose(ANN, PING_DELAY, None)
    match = await begun(app, "1+0", guests=(BEN,))
    lobby = await app.positions.get(match.id)
    seat = lobby.match.seat_of(ANN)
    time.go_on(9)
    for _ in range(20):
        await app.reminders.carry_out(match.id)
        await app.deadlines.carry_out(match.id)
        time.go_on(20)
    pinged = rows(path, "SELECT seat FROM outbox WHERE kind = 'ping' AND is_pending")
    assert (seat,) not in pinged


async def test_no_deadline_passes_while_discord_is_out_of_reach(app: Application, time: Time, path: Path) -> None:
    await app.timers.open()
    match = await begun(app, "10+0")
    for _ in range(2):  # Discord says so at every try
        app.timers.pause()
        time.go_on(500)
    app.timers.schedule(match.id, 0)
    for _ in range(3):
        await asyncio.sleep(0)
    await app.timers.settled()
    assert plies(path) == []
    await app.timers.go_on()
    await app.timers.settled()
    assert plies(path) == []
    assert running(path) == [(0, time().timestamp() + 600)]
    for _ in range(3):
        app.timers.pause()
        time.go_on(2)
        await app.timers.go_on()
    assert running(path) == [(0, time().timestamp() + 600)], "a short break costs nothing either"
    await app.timers.close()


async def test_nobody_loses_the_time_the_bot_was_out_of_reach_before_it_stopped(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    await app.timers.open()
    await begun(app, "10+0")
    time.go_on(100)
    app.timers.pause()
    time.go_on(5000)
    await app.timers.close()
    time.go_on(50)
    again = made(database, time)
    await again.timers.open()
    assert running(path) == [(0, time().timestamp() + 500)]
    await again.timers.close()


@pytest.mark.parametrize(
    ("pace", "seconds", "drawn"), [("24h", 25, [3, 6]), ("24h", 59, [2, 4, 6]), ("10+0", 5, [2, 4, 6])]
)
async def test_every_short_outage_is_counted_and_shown_once_they_add_up(  # noqa: PLR0917 # a case
    app: Application, database: Database, time: Time, path: Path, pace: str, seconds: float, drawn: list[int]
) -> None:
    await app.timers.open()
    await begun(app, pace)
    deadline = time().timestamp() + Pace.read(pace).seconds
    await app.timers.close()
    redrawn = []
    for outage in range(1, 7):
        with closing(connect_raw(path)) as db:
            db.execute(SHOWN)
            db.commit()
        time.go_on(seconds)
        again = made(database, time)
        await again.timers.open()
        assert running(path) == [(0, deadline + outage * seconds)]
        if rows(path, "SELECT 1 FROM outbox WHERE kind IN ('board', 'hand') AND is_pending"):
            redrawn.append(outage)
        await again.timers.close()
    assert redrawn == drawn


async def test_a_hand_redrawn_for_another_reason_shows_short_outages_too(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    await app.timers.open()
    match = await begun(app, "24h")
    await app.timers.close()
    time.go_on(40)
    again = made(database, time)
    await again.timers.open()
    assert rows(path, "SELECT unshown_seconds FROM clocks ORDER BY seat") == [(40,), (0,), (0,)]
    with closing(connect_raw(path)) as db:
        db.execute(SHOWN)
        db.commit()
    await again.consents.propose(match.id, BEN, Kind.ABANDON, interaction=fresh())
    assert rows(path, "SELECT DISTINCT unshown_seconds FROM clocks") == [(0,)]
    assert rows(path, "SELECT DISTINCT shown FROM outbox WHERE kind = 'hand'") == [(None,)], "hands are to be redrawn"
    await again.timers.close()


async def test_a_quarantined_match_resumes_with_the_time_that_was_left(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    match = await begun(app, "10+0", game="tiny", guests=(BEN,))
    await play(app, match, "fold")
    time.go_on(100)
    updated = Application(database, Library.of({"tiny": Changed()}), clock=time)
    assert (await updated.positions.get(match.id)).match.status is Status.QUARANTINED
    assert running(path) == []
    time.go_on(5000)
    mended = await made(database, time).positions.get(match.id)
    assert mended.match.status is Status.LIVE
    assert running(path) == [(1, time().timestamp() + 500)]


async def test_waking_hours_in_a_removed_time_zone_become_always(database: Database, path: Path) -> None:
    await PreferenceBook(database).choose(ANN, ACTIVE_HOURS, ActiveHours.read("Europe/Rome 08:00-12:00"))
    with closing(connect_raw(path)) as db:
        db.execute("UPDATE preferences SET active_hours = replace(active_hours, 'Rome', 'Atlantis')")
        db.commit()
    assert (await PreferenceBook(database).habits(ANN)).active_hours == ALWAYS


async def test_a_damaged_pace_is_refused_without_further_details(
    app: Application, database: Database, path: Path
) -> None:
    match = await begun(app, "24h")
    with closing(connect_raw(path)) as db:
        db.execute("UPDATE matches SET pace = 'x'")
        db.commit()
    with refused(MatchDamaged(match_id=1)):
        await Application(database, LIBRARY).positions.get(match.id)


async def test_acting_and_undoing_gains_no_time(database: Database, time: Time, path: Path) -> None:
    app = Application(database, Library.of({"heist": PatientHeist()}), clock=time, seeds=lambda: SEED)
    match = await begun(app, "1+30")
    [(seat, deadline)] = running(path)
    user = match.players[int(str(seat))].user
    time.go_on(55)
    for _ in range(2):
        done = await app.matches.act(match.id, user, "take 2", decision=None, interaction=fresh())
        assert done.view_for(user).may_undo
        await app.consents.undo(match.id, user, interaction=fresh())
        time.go_on(1)
    assert running(path) == [(seat, deadline)]
