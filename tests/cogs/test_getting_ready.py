"""A database that fails during the start, or while Discord returns, causes a delay and nothing else."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from bot.computer.levels import Level
from bot.model.match import MatchId
from bot.people.settings import PUZZLE_CHANNEL
from bot.store.database import Database
from bot.store.errors import StoreError
from cogs.client import HiddenHand
from cogs.delivery.retries import LONGEST_PAUSE
from tests.cogs.town import Town
from tests.examples import thorough

STEPS = 12
"""The minimum number of requests to the database during a start."""

Request = Callable[..., Awaitable[Any]]


class Disk:
    """Fails every request to any database, starting with a given one, until it is healed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.first: float = float("inf")
        self.requests = 0
        for name in ("read", "write"):
            monkeypatch.setattr(Database, name, self._failing(getattr(Database, name)))

    def fail_from(self, request: int) -> None:
        self.first, self.requests = request, 0

    def mend(self) -> bool:
        """Let all requests succeed again; return whether one has failed."""
        failed = self.requests > self.first
        self.first = float("inf")
        return failed

    def _failing(self, request: Request) -> Request:
        async def ask(*args: Any, **more: Any) -> Any:
            self.requests += 1
            if self.requests > self.first:
                raise StoreError("the database is locked")
            return await request(*args, **more)

        return ask


@pytest.fixture
def nothing_unforeseen() -> None:
    """Allow logged errors: the database is made to fail."""


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk(monkeypatch)
    yield disk
    disk.mend()


async def against_a_computer(town: Town) -> MatchId:
    await town.ada.slash(town.tavern, "match new", game="tiny", options="goal=3", computer=Level.NOVICE.value)
    found = await town.app.matches.in_channel(town.tavern.id)
    assert found is not None
    return found.match.id


async def plays_on(town: Town, match_id: MatchId) -> bool:
    """Return whether the computer player answers an action of its opponent, and the board shows it."""
    before = await town.app.positions.get(match_id)
    verb, card = await town.choice(match_id, town.ada.id)
    await town.ada.slash(town.tavern, f"tiny {verb}", card=card)
    await town.wait(10)
    await town.delivered(match_id)
    after = (await town.app.positions.get(match_id)).match
    return after.ply > before.match.ply + 1 and await town.behind(match_id) == []


@pytest.mark.parametrize("step", [0, 5, 9, *thorough(*({*range(STEPS)} - {0, 5, 9}))])
async def test_every_part_opens_in_the_end_whichever_request_of_the_start_fails(
    town: Town, disk: Disk, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    await town.app.preferences.choose_for_server(town.guild.id, PUZZLE_CHANNEL, town.attic.id)
    number = await against_a_computer(town)
    get_ready = HiddenHand.on_shard_ready

    async def get_ready_on_a_bad_disk(client: HiddenHand, shard_id: int) -> None:
        disk.fail_from(step)
        await get_ready(client, shard_id)

    monkeypatch.setattr(HiddenHand, "on_shard_ready", get_ready_on_a_bad_disk)
    await town.restart()
    assert disk.mend()
    await town.wait(2 * LONGEST_PAUSE)
    assert await plays_on(town, number)
    assert [message.author.id for message in town.public(town.attic)] == [town.client.user and town.client.user.id]


@pytest.mark.parametrize("step", range(2))
async def test_clocks_and_computers_go_on_whichever_request_of_a_reconnect_fails(
    town: Town, disk: Disk, step: int
) -> None:
    number = await against_a_computer(town)
    await town.receive(town.client.on_shard_disconnect(0))
    disk.fail_from(step)
    await town.receive(town.client.on_shard_resumed(0))
    disk.mend()
    await town.wait(2 * LONGEST_PAUSE)
    assert await plays_on(town, number)


async def test_a_connection_that_is_lost_again_stops_the_clocks_though_the_database_works_again(
    town: Town, disk: Disk
) -> None:
    await town.receive(town.client.on_shard_disconnect(0))
    disk.fail_from(0)
    await town.receive(town.client.on_shard_resumed(0))
    await town.receive(town.client.on_shard_disconnect(0))
    disk.mend()
    await town.wait(2 * LONGEST_PAUSE)
    assert not town.app.timers.is_running
    await town.receive(town.client.on_shard_resumed(0))
    assert town.app.timers.is_running
