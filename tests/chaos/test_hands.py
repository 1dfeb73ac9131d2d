"""A late answer to a press leaves nobody with an outdated hand, or with none."""

import sys
from pathlib import Path

import pytest

from cogs.delivery.answer import ONE_MOMENT
from sandbox.wire.faults import Hold, LoseReply, Refuse, on
from sandbox.wire.model import Message
from sandbox.wire.server import Wire
from tests.chaos.people import Party
from tests.chaos.strikes import CALLBACK
from tests.chaos.tables import begin, seated, small_bot

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes without asking")


def hand_of(table: Party) -> Message:
    """Return Ada's hand in her direct messages."""
    hand = table.hand(table.users[0])
    assert hand is not None
    return hand


async def test_an_answer_whose_reply_is_lost_is_not_given_again_over_what_followed(wire: Wire, tmp_path: Path) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        await begin(table)
        ada, hand = table.users[0], hand_of(table)
        wire.faults.once(on("POST", CALLBACK), LoseReply())
        await ada.press(hand, "Bid a card …")
        await ada.press(hand, "Card 3" if "Card 3" in hand.labels else hand.labels[0])
        await table.stored.until(lambda: len(table.stored.plies(table.number)) == 1, "a ply")
        assert await bot.terminate() == 0
        assert hand_of(table).labels == ["Undo"], "nothing more to choose"
        table.stored.close()
    wire.assert_clean()


async def test_a_hand_that_is_redrawn_too_late_is_drawn_again(wire: Wire, tmp_path: Path) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        await begin(table)
        ada, hand = table.users[0], hand_of(table)
        hold = wire.faults.once(on("POST", CALLBACK), Hold())
        opened = await ada.press(hand, "Bid a card …", wait=False)
        await hold.reached()
        await ada.slash("/tiny fold")
        await table.rest()
        assert hand.labels == ["Undo"], "nothing more to choose"
        hold.release()
        await opened.until_settled()
        assert await bot.terminate() == 0
        assert hand.labels == ["Undo"]
        table.stored.close()
    wire.assert_clean()


async def test_an_answer_that_is_refused_once_is_given_all_the_same(wire: Wire, tmp_path: Path) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        await begin(table)
        wire.faults.once(on("POST", CALLBACK), Refuse(50013))
        shown = await table.users[1].slash("/hand")
        assert shown.content != ONE_MOMENT
        assert "Fold" in shown.message.labels
        table.stored.close()
    wire.assert_clean()
