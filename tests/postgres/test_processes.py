"""Three processes of one bot, each with one shard: hands go to shard 0, and boards to another one."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from random import Random

import pytest

from bot.content.seeds import load_games
from render.renderer import renderer
from sandbox.wire.model import Channel, Guild, Message
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.people import is_call
from tests.patience import PATIENT
from tests.postgres.stand_in import address_for
from tests.raw_database import connect_raw
from tests.wire.whole_program import WHOLE_PROGRAM

pytestmark = pytest.mark.postgres

SHARDS = 3
PLIES = "SELECT ply FROM plies ORDER BY ply"
EMOJIS = sum(len(renderer(key).emojis(game).emojis) for key, game in load_games().items())
LEADS = "this process leads"


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire(Options(identify_every=0, first_answer=PATIENT, shards=SHARDS, max_concurrency=SHARDS)) as wire:
        yield wire


@pytest.fixture
async def processes(wire: Wire, path: Path, tmp_path: Path) -> AsyncIterator[Sequence[BotProcess]]:
    async with AsyncExitStack() as stack:
        processes = [one_process(wire, path, tmp_path, f"{shard}/{SHARDS}") for shard in range(SHARDS)]
        for each in processes:
            stack.push_async_callback(each.kill)
            await each.start()
        for each in processes:
            await each.logged("ready ")
        yield processes


def one_process(wire: Wire, path: Path, folder: Path, shards: str) -> BotProcess:
    environment = {"DATABASE": address_for(path).url, "BACKUP_HOURS": "0"}
    imported = (*WHOLE_PROGRAM, "psycopg", "bot.store.postgres.engine")
    return BotProcess(wire, folder, command=("run", "--shards", shards), environment=environment, imported=imported)


def guild_on(wire: Wire, shard: int) -> Guild:
    return wire.add_guild(f"of shard {shard}", (1_000 * SHARDS + shard) << 22)


def boards(channel: Channel) -> list[Message]:
    return [each for each in channel.messages if "My hand" in each.labels and not is_call(each)]


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(connect_raw(path)) as connection:
        return [tuple(row) for row in connection.execute(sql).fetchall()]


async def begun(wire: Wire, channel: Channel, ada: User, bo: User) -> None:
    """Begin a match in a channel."""
    await ada.slash("/match new", at=channel, game="allocator", against="people here")
    lobby = (await wire.until(lambda: channel.messages))[0]
    await bo.press(lobby, "Join")
    lobby = await wire.until(lambda: next((m for m in channel.messages if "Bo" in m.content), None))
    await ada.press(lobby, "Start")
    await wire.until(lambda: boards(channel) and ada.dms and bo.dms, what="a board and hands")


async def test_a_match_is_played_by_hands_on_one_shard_and_a_board_on_another(
    wire: Wire, processes: Sequence[BotProcess], path: Path
) -> None:
    guild = guild_on(wire, 1)
    channel = wire.add_channel("table", guild)
    ada, bo = wire.user("Ada", guild), wire.user("Bo", guild)
    await begun(wire, channel, ada, bo)
    random = Random(7)  # noqa: S311 # it chooses presses
    await played_on(path, random, ada, bo)
    await all_shown(path)
    assert len(boards(channel)) == 1
    await processes[1].kill()
    await played_on(path, random, ada, bo)  # without the process of the board's shard
    await all_shown(path)
    plies = rows(path, PLIES)
    assert plies == [(number + 1,) for number in range(len(plies))]
    assert len(boards(channel)) == 1
    assert not [line for each in processes for line in each.log if "[error" in line]


async def test_a_process_is_replaced_without_a_lost_or_a_doubled_press(wire: Wire, path: Path, tmp_path: Path) -> None:
    guild = guild_on(wire, 1)
    channel = wire.add_channel("table", guild)
    ada, bo = wire.user("Ada", guild), wire.user("Bo", guild)
    old, new = [one_process(wire, path, tmp_path, f"0-{SHARDS - 1}/{SHARDS}") for _ in range(2)]
    async with AsyncExitStack() as stack:
        for each in (old, new):
            stack.push_async_callback(each.kill)
        await old.start()
        await old.logged("ready ")
        await begun(wire, channel, ada, bo)
        await new.start()
        await new.logged("all shards are ready")
        random = Random(7)  # noqa: S311 # it chooses presses
        pressing = asyncio.create_task(played_on(path, random, ada, bo))
        assert await old.terminate() == 0
        await pressing
        await all_shown(path)
        plies = rows(path, "SELECT ply, interaction_id FROM plies ORDER BY ply")
        assert [ply for ply, _ in plies] == [number + 1 for number in range(len(plies))]
        assert len({interaction for _, interaction in plies}) == len(plies) > 0
        assert all(each.acknowledged for each in wire.world.interactions.values()), "each press was answered"
        assert len(boards(channel)) == 1
        assert rows(path, "SELECT first_id FROM pauses") == []
        assert not [line for each in (old, new) for line in each.log if "[error" in line]


async def played_on(path: Path, random: Random, *users: User) -> None:
    """Let people press buttons until that has played some plies; the deal decides how many presses it takes."""
    before = len(rows(path, PLIES))
    async with asyncio.timeout(PATIENT):
        while len(rows(path, PLIES)) < before + 3:
            await asyncio.gather(*(pressed(user, random) for user in users))


@pytest.mark.thorough  # `test_leader.py` proves who leads, without waiting for whole processes
async def test_one_process_brings_commands_and_emojis_for_all_and_another_one_follows_it(
    wire: Wire, processes: Sequence[BotProcess]
) -> None:
    await wire.until(lambda: uploads(wire), what="the first emoji")
    [leader] = [each for each in processes if any(LEADS in line for line in each.log)]
    others = [each for each in processes if each is not leader]
    assert not [line for each in others for line in each.log if "emoji brought" in line or "commands synced" in line]
    await leader.kill()
    await wire.until(lambda: any(LEADS in line for each in others for line in each.log), what="a new leader")
    await wire.until(lambda: len(wire.world.emojis) == EMOJIS, what="all emojis")
    assert len(uploads(wire)) == EMOJIS, "each is uploaded once"
    assert len(wire.requests.to("PUT", "/applications/{application_id}/commands")) == 1


def uploads(wire: Wire) -> list[str]:
    made = wire.requests.to("POST", "/applications/{application_id}/emojis")
    return [str(each.body["name"]) for each in made if each.status == 201]


async def all_shown(path: Path) -> None:
    """Wait until every board and hand is up to date; the work of a dead process has to wait for the end of its
    lease.
    """
    pending = "SELECT id FROM outbox WHERE is_pending AND kind IN ('board', 'hand')"
    async with asyncio.timeout(PATIENT):
        while rows(path, pending):  # noqa: ASYNC110 # there is no event to wait for
            await asyncio.sleep(0.05)


async def pressed(user: User, random: Random) -> None:
    """Press a button of a user's hand; the press goes to the process of shard 0."""
    hand = next((each for each in user.dms if each.content.startswith("-# Match #1 ") and each.labels), None)
    if hand is not None:  # answers to presses are below it
        with suppress(ImpossibleError):  # it was drawn anew meanwhile
            await user.press(hand, random.choice(hand.labels))
