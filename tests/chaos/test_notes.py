"""Notes to players when the bot cannot show their match."""

from pathlib import Path

from sandbox.wire.faults import Refuse, on
from sandbox.wire.permissions import Permission
from sandbox.wire.server import Wire
from tests.chaos.tables import seated, small_bot


async def test_who_has_left_the_lobby_is_owed_nothing_and_the_lobby_comes_back_by_itself(
    wire: Wire, tmp_path: Path
) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        ada, bo = table.users
        await table.open()
        await table.join(bo)
        await table.rest()
        letters = wire.world.direct_messages(bo.account)
        wire.faults.always(on("POST", "/channels/{channel_id}/messages", channel_id=letters.id), Refuse(0, status=503))
        wire.revoke(table.channel, Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
        await ada.slash("/match deck", deck="level")
        await wire.until(lambda: ada.dms, what="a note to whoever can be told")
        await table.stored.until(
            lambda: [row.seat for row in table.stored.behind() if row.kind == "note"] == [1], "a note that waits"
        )
        await bo.slash("/match leave")
        assert table.stored.seats(table.number) == [ada.id]
        wire.faults.clear()
        wire.revoke(table.channel, 0)
        await table.stored.until(lambda: table.stored.behind() == [], "the lobby's return")
        board = table.board
        assert board is not None
        assert "Bo" not in board.content
        assert not any("trouble=broken" in line for line in bot.log)
        table.stored.close()
    wire.assert_clean()
