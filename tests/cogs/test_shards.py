"""Events of shards as discord.py reports them: some come late, some twice, and some never."""

import pytest

from bot.model.pace import MINUTE
from cogs.client import HiddenHand
from tests.cogs.test_removed import absent, remaining
from tests.cogs.town import Town

MINUTES = 10 * MINUTE


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[HiddenHand]:
    """Return the clients whose parts were opened, once for each time."""
    clients: list[HiddenHand] = []
    open_parts = HiddenHand._open

    async def count(client: HiddenHand) -> None:
        clients.append(client)
        await open_parts(client)

    monkeypatch.setattr(HiddenHand, "_open", count)
    return clients


async def test_nothing_opens_twice_however_often_a_shard_is_ready(opened: list[HiddenHand], town: Town) -> None:
    await town.receive(town.client.on_shard_disconnect(0))
    await town.receive(town.client.on_shard_connect(0))
    await town.receive(town.client.on_shard_ready(0))
    await town.receive(town.client.on_ready())
    assert opened == [town.client]


async def test_a_ready_that_comes_after_the_loss_of_its_session_lets_no_clock_go_on(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    before = await remaining(town)
    await town.receive(town.client.on_shard_disconnect(0))
    await town.receive(town.client.on_shard_connect(0))
    await town.receive(town.client.on_shard_disconnect(0))
    await town.receive(town.client.on_shard_ready(0))
    await town.wait(MINUTES)
    was_running = town.app.timers.is_running
    await town.receive(town.client.on_shard_resumed(0))
    assert (was_running, town.app.timers.is_running) == (False, True)
    assert await remaining(town) == pytest.approx(before, abs=60)


async def test_a_shard_whose_ready_is_not_reported_is_served_with_the_others(town: Town) -> None:
    await town.receive(town.client.on_shard_disconnect(0))
    await town.receive(town.client.on_shard_connect(0))
    was_running = town.app.timers.is_running
    await town.receive(town.client.on_ready())
    assert (was_running, town.app.timers.is_running) == (False, True)


async def test_a_server_that_a_resumed_session_does_not_repeat_is_not_absent(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    await town.receive(town.client.on_shard_disconnect(0))
    await town.receive(town.client.on_shard_resumed(0))
    assert await absent(town) == []


async def test_a_server_that_a_new_session_does_not_bring_is_absent(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    await town.receive(town.client.on_shard_disconnect(0))
    await town.receive(town.client.on_shard_connect(0))
    await town.receive(town.client.on_shard_ready(0))
    assert town.client.get_guild(town.guild.id) is not None, "discord.py still knows it"
    assert await absent(town) == [(town.guild.id, 0)]
