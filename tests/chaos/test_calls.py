"""A player gets one ping, whatever happens to the message of the ping."""

from pathlib import Path

import pytest

from cogs.delivery.boards import MESSAGES_IN_SIGHT
from sandbox.wire.faults import Fault, LoseReply, LoseRequest, on
from sandbox.wire.model import Message
from sandbox.wire.server import Wire
from tests.chaos.pings import Pings
from tests.chaos.tables import begin, seated, small_bot


@pytest.mark.parametrize("fault", [LoseReply(), LoseRequest()], ids=["sent", "not sent"])
async def test_a_board_that_moves_down_to_call_and_of_which_nothing_is_heard_calls_once(
    wire: Wire, tmp_path: Path, fault: Fault
) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        pings = Pings(wire, table.stored)
        ada, bo = table.users
        await begin(table)
        await table.be_called_at_once(ada)
        for _ in range(MESSAGES_IN_SIGHT + 1):
            made = Message(wire.world.ids.make(), table.channel, bo.account, wire.clock.now(), "What do you play?")
            wire.world.post(made)
        before = table.board
        wire.faults.once(on("POST", "/channels/{channel_id}/messages", channel_id=table.channel.id), fault)
        for person in (ada, bo):
            await table.ask(person, "/tiny fold")
        await table.rest()
        assert table.board is not before
        assert await pings.twice(table.number) == []
        assert pings.since(ada, table.number, 2)
        table.stored.close()
    wire.assert_clean()
