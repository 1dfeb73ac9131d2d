"""The rule about a finished match's secrets: everyone who sees its board may see them, or each player only what their
seat saw.
"""

import pytest

from bot.application.application import Application
from bot.application.match.replay import DivergedError
from bot.content.library import Library
from bot.model.match import Match, Status
from bot.model.proposal import Kind
from bot.model.reasons.replay import NeverSeated, NotReplayedNow, ReplayNotOpen, ReplayWhenOver
from bot.model.refusals import Refusal
from bot.people.settings import OPEN_REPLAYS
from bot.replay.moments import replayed, sentences_of
from bot.replay.notation import read, write
from bot.replay.record import read_record
from bot.replay.replays import Replays
from bot.replay.verification import Seen, log_checks, verify
from bot.store.database import Database
from tests.bot.table_helpers import ANN, BEN, CLEO, SEED, STRANGER, TINY, begin, fresh, play_on

LIBRARY = Library.of({TINY.key: TINY})


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, LIBRARY, seeds=lambda: SEED)


@pytest.fixture
def committing(database: Database) -> Application:
    """Return an application that makes deals from secrets and ids, as the program does."""
    return Application(database, LIBRARY)


async def everyone(guild: int, channel: int, user: int) -> bool:
    return user != CLEO


@pytest.fixture
def replays(app: Application) -> Replays:
    return replays_of(app)


def replays_of(app: Application) -> Replays:
    return Replays(app.positions, app.library, app.names, everyone)


async def finished(app: Application) -> Match:
    return await play_on(app, await begin(app))


async def test_an_open_match_is_replayed_with_all_hands_by_everyone_who_sees_its_board(
    app: Application, replays: Replays
) -> None:
    match = await finished(app)
    for user in (ANN, BEN, STRANGER):
        watched = await replays.watch(match.id, user)
        assert watched.seat is None
        assert watched.replay.last == match.ply
    assert (await replays.watch(match.id, ANN, 1)).seat == 1
    with pytest.raises(ReplayNotOpen):
        await replays.watch(match.id, CLEO)
    with pytest.raises(NeverSeated):
        await replays.watch(match.id, ANN, 9)


async def test_the_file_of_a_stored_match_is_verified(committing: Application) -> None:
    match = await finished(committing)
    record = read(write(await replays_of(committing).record(match.id, ANN)))
    checks = verify(record, LIBRARY, Seen(commitment=match.commitment))
    assert [check.subject for check in checks if check.fault] == []
    assert replayed(record, LIBRARY).last == match.ply


async def test_of_a_live_match_nothing_is_open(app: Application, replays: Replays) -> None:
    match = await play_on(app, await begin(app), 2)
    assert match.status is Status.LIVE
    for user in (ANN, BEN, STRANGER):
        with pytest.raises(ReplayWhenOver):
            await replays.watch(match.id, user)
        with pytest.raises(ReplayWhenOver):
            await replays.record(match.id, user)
        with pytest.raises(Refusal):
            await app.starts.check_fork(match.id, 1)
    assert await app.database.read(lambda db: read_record(db, match.id)) is None


async def test_a_player_who_forbids_it_leaves_each_their_own_seat_and_no_file(
    app: Application, replays: Replays
) -> None:
    await app.preferences.choose(BEN, OPEN_REPLAYS, False)
    match = await finished(app)
    await app.preferences.choose(BEN, OPEN_REPLAYS, True)  # too late: it was fixed at the start
    assert not match.is_open
    for user in (ANN, BEN):
        for wanted in (None, 0, 1):
            assert (await replays.watch(match.id, user, wanted)).seat == match.seat_of(user)
        with pytest.raises(ReplayNotOpen):
            await replays.record(match.id, user)
    with pytest.raises(ReplayNotOpen):
        await replays.watch(match.id, STRANGER)
    with pytest.raises(ReplayNotOpen):
        await app.starts.check_fork(match.id, 1)


async def test_a_choice_after_the_start_changes_nothing(app: Application, replays: Replays) -> None:
    match = await begin(app)
    await app.preferences.choose(BEN, OPEN_REPLAYS, False)
    await play_on(app, match)
    assert (await replays.watch(match.id, STRANGER)).seat is None


async def test_a_substitute_who_forbids_it_closes_the_match(app: Application, replays: Replays) -> None:
    match = await begin(app)
    await app.preferences.choose(STRANGER, OPEN_REPLAYS, False)
    offered = await app.substitutes.offer(match.id, BEN, to=STRANGER, interaction=fresh())
    [offer] = [each for each in offered.proposals if each.kind is Kind.SEAT]
    await app.substitutes.take(match.id, STRANGER, offer.made, interaction=fresh())
    match = await play_on(app, (await app.positions.get(match.id)).match)
    assert not match.is_open
    assert (await replays.watch(match.id, STRANGER)).seat == match.seat_of(STRANGER)
    with pytest.raises(ReplayNotOpen):
        await replays.watch(match.id, BEN)


async def test_a_seat_sees_of_each_moment_what_its_player_saw_then(app: Application, replays: Replays) -> None:
    await app.preferences.choose(BEN, OPEN_REPLAYS, False)
    match = await begin(app)
    seen = {seat: [(await app.positions.get(match.id)).seen.view(seat)] for seat in range(2)}
    while match.status is Status.LIVE:
        match = await play_on(app, match, 1)
        for seat, views in seen.items():
            views.append((await app.positions.get(match.id)).seen.view(seat))
    for seat, user in enumerate(player.user for player in match.players):
        watched = await replays.watch(match.id, user)
        assert watched.seat == seat
        assert [moment.view(seat) for moment in watched.replay.moments] == seen[seat]
        for moment in watched.replay.moments:
            assert all(event.seats is None or seat in event.seats for event in moment.events(seat))
            everything = sentences_of(moment, watched.names, None, all_hands=True)
            assert len(sentences_of(moment, watched.names, seat)) <= len(everything)


async def test_a_match_that_was_ended_without_a_result_is_replayed_as_well(app: Application, replays: Replays) -> None:
    match = await play_on(app, await begin(app), 3)
    await app.administration.abandon(match.id, STRANGER, moderates=True, interaction=fresh())
    watched = await replays.watch(match.id, STRANGER)
    assert watched.replay.last == 3
    record = read(write(await replays.record(match.id, STRANGER)))
    assert record.outcome is None
    assert [check.subject for check in log_checks(record, LIBRARY) if check.fault] == []


async def test_a_match_whose_log_was_altered_or_deleted_is_refused_and_named(
    app: Application, replays: Replays
) -> None:
    altered, emptied = await finished(app), await play_on(app, await begin(app, channel=77))
    await app.database.write(
        lambda db: db.rows("UPDATE plies SET digest = 'altered' WHERE match_id = ? AND ply = 2", altered.id)
    )
    await app.database.write(lambda db: db.rows("DELETE FROM plies WHERE match_id = ?", emptied.id))
    with pytest.raises(NotReplayedNow):
        await replays.watch(altered.id, ANN)
    record = await app.database.read(lambda db: read_record(db, altered.id))
    assert record is not None
    with pytest.raises(DivergedError) as diverged:
        replayed(record, LIBRARY)
    assert diverged.value.ply == 2
    record = await app.database.read(lambda db: read_record(db, emptied.id))
    assert record is not None
    assert [check.subject for check in log_checks(record, LIBRARY) if check.fault] == ["result"]


async def test_a_match_of_a_deleted_player_is_replayed_under_no_name(app: Application, replays: Replays) -> None:
    match = await finished(app)
    await app.user_data.delete(BEN)
    watched = await replays.watch(match.id, STRANGER)
    seat = match.seat_of(BEN)
    assert seat is not None
    assert watched.names[seat].startswith("A former member")
    with pytest.raises(ReplayNotOpen):
        await replays.watch(match.id, CLEO)


async def test_a_quarantined_match_is_not_over(app: Application, replays: Replays) -> None:
    match = await play_on(app, await begin(app), 2)
    await app.administration.hold(match.id, STRANGER, interaction=fresh())
    with pytest.raises(ReplayWhenOver):
        await replays.watch(match.id, ANN)


async def test_shuffles_after_an_agreed_undo_come_from_the_same_seed(committing: Application) -> None:
    app, replays = committing, replays_of(committing)
    match, channel = await play_on(app, await begin(app), 4), 0
    while match.status is not Status.LIVE:  # until one lasts long enough
        channel += 1
        match = await play_on(app, await begin(app, channel=channel), 4)
    proposed = await app.consents.propose(match.id, ANN, Kind.UNDO, interaction=fresh())
    [proposal] = proposed.proposals
    await app.consents.agree(match.id, BEN, proposal.made, interaction=fresh())
    match = await play_on(app, (await app.positions.get(match.id)).match)
    record = read(write(await replays.record(match.id, ANN)))
    assert any(ply.undoes for ply in record.plies)
    assert [check.subject for check in verify(record, LIBRARY) if check.fault] == []
    watched = await replays.watch(match.id, ANN)
    assert any(moment.is_undone for moment in watched.replay.moments)
