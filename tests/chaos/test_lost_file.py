"""A new file uses the ids of lost matches again: leftovers of the lost matches neither hide nor change the new ones."""

import sys
from pathlib import Path

import pytest

from cogs.presses.router import EXPIRED
from sandbox.wire.server import Wire
from tests.chaos.tables import seated, small_bot

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes without asking")


def _lose(database: Path) -> None:
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()


async def test_after_a_lost_file_a_lobby_of_the_same_number_is_sent_and_old_buttons_have_expired(
    wire: Wire, tmp_path: Path
) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        await table.open()
        await table.rest()
        lost, number = table.board, table.number
        await bot.kill()
        table.stored.close()
        _lose(bot.database)
        await bot.start()
        await bot.ready()
        table = seated(wire, bot)
        await table.open()
        await table.rest()
        assert table.number == number
        assert lost is not None
        assert table.board is not None
        assert table.board.id != lost.id, "its nonce is remembered"
        pressed = await table.users[1].press(lost, "Join")
        assert pressed.content == EXPIRED
        assert table.stored.seats(number) == [table.users[0].id]
        table.stored.close()
    wire.assert_clean()
