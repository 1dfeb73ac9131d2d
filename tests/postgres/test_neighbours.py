"""Several processes on one database: each hears what the others commit, and drops its own outdated copies."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.application.match.outbox import HandRow, TakenError, Trouble
from bot.clock import system_clock
from bot.content import library
from bot.content.library import Library
from bot.model.match import Status
from bot.model.shards import Shard
from bot.people.settings import PING_DELAY
from bot.store.database import Database
from bot.store.engines import engine_of
from bot.store.errors import StoreError
from bot.store.notices import Notice
from tests.bot.table_helpers import ANN, BEN, GUILD, SEED, TINY, asked, begin, first_choice, fresh, play_on
from tests.patience import PATIENT
from tests.postgres.stand_in import address_for
from tests.second_tiny_game import SecondTiny
from tests.tiny_game import Tiny

pytestmark = pytest.mark.postgres


@pytest.fixture
async def processes(path: Path) -> AsyncIterator[Sequence[Application]]:
    """Two processes on one database, each with its own connections; both listen."""
    async with AsyncExitStack() as stack:
        applications, listening = [], []
        for _ in range(2):
            database = await Database.open(address_for(path), shared=True)
            stack.push_async_callback(database.close)
            application = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
            applications.append(application)
            listening.append(await listens(application))
        yield applications
        for task in listening:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def listens(process: Application) -> asyncio.Task[None]:
    """Let a process hear the others, from now on."""
    begun = asyncio.Event()

    def hear(notice: Notice | None) -> None:
        process.neighbours.hear(notice)
        begun.set()

    task = asyncio.create_task(process.database.listen(hear))
    await asyncio.wait_for(begun.wait(), PATIENT)
    await process.neighbours.settled()
    return task


async def once(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, because nothing announces that a notice was heard."""
    async with asyncio.timeout(PATIENT):
        while not condition():  # noqa: ASYNC110 # there is no event to wait for
            await asyncio.sleep(0.01)


async def test_a_match_that_another_process_changes_is_loaded_again(processes: Sequence[Application]) -> None:
    one, other = processes
    match = await begin(one)
    await other.positions.get(match.id)
    played = await play_on(one, match, 1)
    await once(lambda: other.positions.known(match.id) is None)
    assert (await other.positions.get(match.id)).match == played
    assert one.positions.known(match.id) is not None, "its own notices are nothing new to a process"


@pytest.mark.parametrize("shown", ["version", "ply"])
async def test_a_match_older_than_what_somebody_was_shown_is_loaded_again_before_any_notice(
    processes: Sequence[Application], shown: str
) -> None:
    one = processes[0]
    deaf = Application(processes[1].database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    match = await begin(one)
    await deaf.positions.get(match.id)
    played = await play_on(one, match, 1)
    assert (await deaf.positions.get(match.id)).match == match
    assert (await deaf.positions.get(match.id, **{shown: getattr(match, shown)})).match == match
    assert (await deaf.positions.get(match.id, **{shown: getattr(played, shown)})).match == played
    assert (await deaf.positions.get(match.id)).match == played


async def test_a_press_is_judged_by_the_present_match_before_any_notice(processes: Sequence[Application]) -> None:
    one, other = processes
    match = await begin(one)
    _, user = await asked(other, match)
    choice = await first_choice(other, match, user)
    interaction = fresh()
    both = [each.matches.act(match.id, user, choice, decision=None, interaction=interaction) for each in (one, other)]
    answers = await asyncio.gather(*both)
    assert [answer.match.ply for answer in answers] == [match.ply + 1] * 2


async def test_two_versions_side_by_side_play_a_match_by_the_rules_with_which_it_began(
    processes: Sequence[Application], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "EARLIER", {(Tiny.key, 1): Tiny})
    old = processes[0]
    new = Application(processes[1].database, Library.of({Tiny.key: SecondTiny()}), seeds=lambda: SEED)
    match = await begin(old)
    for ply in range(3):
        playing = (old, new)[ply % 2]
        playing.positions.drop(match.id)  # the notice may still be on its way
        match = await play_on(playing, match, 1)
    for each in (old, new):
        each.positions.drop(match.id)
        position = await each.positions.get(match.id)
        assert (position.match, position.match.status, position.seen.ply) == (match, Status.LIVE, 3)


async def test_settings_and_names_that_another_process_stores_are_read_again(processes: Sequence[Application]) -> None:
    one, other = processes
    await other.preferences.of(ANN)
    await other.names.on(GUILD, [ANN])
    await one.preferences.choose(ANN, PING_DELAY, 300)
    one.names.meet(GUILD, ANN, "Ann")
    await one.names.settled()
    await once(lambda: (GUILD, ANN) not in other.names._known and ANN not in other.preferences._people._values)
    assert (await other.preferences.of(ANN)).ping_delay == 300
    assert await other.names.on(GUILD, [ANN]) == {ANN: "Ann"}


async def test_absent_places_and_lost_shards_are_known_to_every_process(processes: Sequence[Application]) -> None:
    one, other = processes
    match = await begin(one)
    seen = other.positions.clocks
    assert await seen.stopped_since(match) is None
    await one.absences.leave(GUILD)
    await once(lambda: seen.known_stopped_since(match) is not None)
    await one.absences.come_back(GUILD)
    await once(lambda: seen.known_stopped_since(match) is None)
    one.shard_outages.expect([Shard(0, 1)])
    await one.shard_outages.store()
    await once(lambda: seen.known_stopped_since(match) is not None)
    await one.shard_outages.restore(Shard(0, 1))
    await once(lambda: seen.known_stopped_since(match) is None)


async def test_a_user_whom_no_direct_message_reaches_can_come_back_by_any_process(
    processes: Sequence[Application],
) -> None:
    one, other = processes
    match = await begin(one)
    await other.outbox.open()
    [hand] = [
        row
        for row in await one.outbox.of_match(match.id)
        if isinstance(row, HandRow) and match.players[row.seat].user == BEN
    ]
    await one.outbox.record([replace(hand, trouble=Trouble.CLOSED, due_at=0.0)])
    await once(lambda: BEN in other.outbox._closed_to)
    assert await other.outbox.reopen(BEN) == [match.id]


async def test_lost_notices_are_made_up_for_by_a_look(processes: Sequence[Application]) -> None:
    one, other = processes
    match = await begin(one)
    await other.positions.get(match.id)
    other.neighbours.hear(None)
    await other.neighbours.settled()
    assert other.positions.known(match.id) is not None, "nothing has changed"
    await one.database.write(lambda db: db.rows("UPDATE matches SET revision = revision + 1"))
    assert other.positions.known(match.id) is not None
    await other.neighbours.look()
    assert other.positions.known(match.id) is None


@pytest.mark.parametrize("text", ["match", "match x", "dog 1", "", "match 1 2 3"])
async def test_a_notice_that_is_not_understood_is_a_reason_to_look(processes: Sequence[Application], text: str) -> None:
    one, other = processes
    match = await begin(one)
    await other.positions.get(match.id)
    await one.database.write(lambda db: db.rows("UPDATE matches SET revision = revision + 1"))
    await one.database.write(lambda db: db.rows("SELECT pg_notify('hidden_hand', ?)", text))
    await once(lambda: other.positions.known(match.id) is None)


async def test_of_two_processes_that_deliver_a_match_at_once_one_gets_its_rows(
    processes: Sequence[Application],
) -> None:
    match = await begin(processes[0])
    answers = await asyncio.gather(*(each.outbox.take(match.id) for each in processes), return_exceptions=True)
    [rows] = [answer for answer in answers if not isinstance(answer, TakenError)]
    assert isinstance(rows, list)
    assert len(rows) == 3
    for each in processes:
        await each.outbox.release(match.id)
    assert len(await processes[1].outbox.take(match.id)) == 3


async def test_the_start_of_a_process_leaves_the_leases_of_the_living(processes: Sequence[Application]) -> None:
    one, other = processes
    match = await begin(one)
    await one.outbox.take(match.id)
    await other.outbox.open()
    with pytest.raises(TakenError):
        await other.outbox.take(match.id)
    assert {row.failures for row in await one.outbox.take(match.id)} == {0}


async def test_a_process_that_shares_and_one_that_does_not_refuse_each_other(
    processes: Sequence[Application], path: Path
) -> None:
    with pytest.raises(StoreError, match="in use by another Hidden Hand"):
        await Database.open(address_for(path), patience=0.1)


async def test_no_file_is_shared(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="one process alone"):
        engine_of(tmp_path / "hands.sqlite3", None, system_clock, 1.0, shared=True)
