"""The bot as a process: starts, stops and refusals give the admin one clear line, and nobody waits without end."""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.process import exit_codes
from cogs.delivery.working import STOPPING
from sandbox.wire.faults import Hold, LoseRequest, Refuse, on
from sandbox.wire.options import Options
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.strikes import CALLBACK
from tests.chaos.tables import begin, seated, small_bot


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes without asking")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_during_presses_leaves_none_unanswered(
    wire: Wire, tmp_path: Path, number: signal.Signals
) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        await begin(table)
        ada, bo = table.users
        hand = table.hand(ada)
        assert hand is not None
        hold = wire.faults.once(on("POST", CALLBACK), Hold(acted=True))
        pressed = await ada.press(hand, "Fold", wait=False)
        await hold.reached()
        looked = [await bo.slash("/hand", wait=False), await ada.slash("/match status", wait=False)]
        os.kill(bot.pid, number)
        await bot.logged("stopping")
        late = await bo.slash("/hand", wait=False)
        await late.until_settled()
        assert late.content == STOPPING
        hold.release()
        assert await bot.ended() == 0
        assert all(done.settled and not done.failed for done in (pressed, *looked))
        assert len(table.stored.plies(table.number)) == 1
        assert table.stored.behind() == []
        assert not any("Traceback" in line for line in bot.log)
        table.stored.close()
    wire.assert_clean()


@pytest.mark.parametrize(
    ("code", "said", "ended"),
    [
        (4004, "Discord refuses the token", exit_codes.REFUSED),
        (4010, "Discord knows no such shard: leave SHARDS empty", exit_codes.SETTINGS),
        (4013, "an intent that", exit_codes.REFUSED),
        (4014, "does not grant", exit_codes.REFUSED),
    ],
)
async def test_a_gateway_that_refuses_is_one_clear_line(
    wire: Wire, tmp_path: Path, code: int, said: str, ended: int
) -> None:
    async with BotProcess(wire, tmp_path, imported=["tests.chaos.program"], environment={"SHARDS": "1"}) as bot:
        wire.gateway.refuse(code)
        assert await bot.ended() == ended
        assert said in _own(bot.log)[-1]
        assert [line for line in bot.log if "Traceback" in line or "Error" in line] == []


@pytest.mark.parametrize(
    ("chosen", "code", "said"),
    [
        ({"SHARDS": "2"}, exit_codes.SETTINGS, "set SHARDS to a larger number, or leave it empty"),
        ({}, exit_codes.FAILED, "too many servers for so few shards"),
    ],
)
async def test_too_few_shards_are_one_clear_line(tmp_path: Path, chosen: dict[str, str], code: int, said: str) -> None:
    async with Wire(Options(shards=1, guilds_a_shard=1)) as wire:
        for number in range(2):
            wire.add_guild(f"{number}", (1_000 + 2 * number) << 22)
        bot = BotProcess(wire, tmp_path, imported=["tests.chaos.program"], environment=chosen)
        await bot.start()
        assert await bot.ended() == code
        assert said in _own(bot.log)[-1]
        assert [line for line in bot.log if "Traceback" in line or "Error" in line] == []


async def test_more_logins_than_are_left_today_are_waited_for_in_one_clear_line(tmp_path: Path) -> None:
    async with Wire(Options(shards=4, identifies_a_day=3)) as wire:
        bot = BotProcess(wire, tmp_path, imported=["tests.chaos.program"])
        await bot.start()
        line = await bot.logged("too few logins")
        assert ("needed=4" in line, "left=3" in line) == (True, True)
        assert wire.world.session_starts.remaining == 3
        if sys.platform != "win32":
            assert await bot.terminate() == 0
        await bot.kill()


async def test_an_outage_at_the_login_is_waited_out(wire: Wire, tmp_path: Path) -> None:
    wire.faults.once(on("GET", "/users/@me"), LoseRequest())
    wire.faults.once(on("GET", "/applications/{application_id}/commands"), Refuse(0, status=503))
    async with small_bot(wire, tmp_path) as bot:
        assert not wire.faults.waiting
        await bot.logged("commands synced")
        assert (await wire.user("Ada").slash("/hand")).ephemeral
        assert not any("Traceback" in line for line in bot.log)


async def test_a_hand_comes_when_its_owner_opens_their_direct_messages_and_presses_anything(
    wire: Wire, tmp_path: Path
) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        bo = table.users[1]
        bo.close_dms()
        await begin(table)
        assert table.hand(table.users[0]) is not None
        assert bo.dms == []
        bo.open_dms()
        board = table.board
        assert board is not None
        shown = await bo.press(board, "My hand")
        assert shown.ephemeral
        hand = await wire.until(lambda: table.hand(bo), what="a hand by direct message")
        assert "Fold" in hand.labels
        table.stored.close()
    wire.assert_clean()


def _own(log: Sequence[str]) -> list[str]:
    """Return the lines of the bot, without Python's warning about processes that were still starting."""
    return [line for line in log if "resource_tracker" not in line]
