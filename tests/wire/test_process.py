"""Bots as processes that are started, killed, restarted and stopped."""

import re
import sys
from pathlib import Path

import pytest

from sandbox.wire.faults import Hold, on
from sandbox.wire.launch import ORPHANED
from sandbox.wire.model import Channel, Message
from sandbox.wire.nursery import CAN_FORK
from sandbox.wire.options import Options
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.wire.callers import logged_in
from tests.wire.whole_program import WHOLE_PROGRAM


@pytest.fixture
def options() -> Options:
    """Allow much time for answers: a busy machine may need it, and these tests are not about it."""
    return Options(identify_every=0)


async def test_a_bare_bot_is_killed_and_starts_again(wire: Wire, tmp_path: Path) -> None:
    ada = wire.user("Ada")
    async with BotProcess(wire, tmp_path, module="tests.wire.pong", command=()) as bot:
        assert (await ada.slash("/ping")).content == "pong"
        await bot.kill()
        assert not bot.running
        unanswered = await ada.slash("/ping", wait=False)
        await bot.start()
        await bot.ready()
        assert (await ada.slash("/ping")).ephemeral
        assert not unanswered.acknowledged
        if sys.platform != "win32":
            assert await bot.terminate() == 0
            assert await bot.logged("stopped")
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(identify_every=0, shards=3)])
async def test_a_bot_is_ready_once_all_its_shards_have_logged_in(wire: Wire, tmp_path: Path) -> None:
    async with BotProcess(wire, tmp_path, module="tests.wire.pong", command=()) as bot:
        assert {session.shard for session in wire.gateway.connected} == {0, 1, 2}
        before = {session.id for session in wire.gateway.connected}
        await bot.kill()
        await bot.start()
        await bot.ready()
        after = {session.id for session in wire.gateway.connected}
        assert len(after - before) == 3
    wire.assert_clean()


async def test_a_session_from_before_its_start_does_not_make_a_bot_ready(wire: Wire, tmp_path: Path) -> None:
    async with logged_in(wire) as earlier, BotProcess(wire, tmp_path, module="tests.wire.pong", command=()):
        assert {session.id for session in wire.gateway.connected} > {earlier.session_id}


async def test_a_held_request_of_a_killed_bot_is_never_done(wire: Wire, tmp_path: Path) -> None:
    ada = wire.user("Ada")
    async with BotProcess(wire, tmp_path, module="tests.wire.pong", command=()) as bot:
        hold = wire.faults.once(on("POST"), Hold())
        interaction = await ada.slash("/ping", wait=False)
        request = await hold.reached()
        await bot.kill()
        await wire.until(lambda: request.gone)
        hold.release()
    assert not interaction.acknowledged
    assert not request.acted


async def test_a_bot_does_not_outlive_the_process_that_started_it(wire: Wire, tmp_path: Path) -> None:
    async with BotProcess(wire, tmp_path, module="tests.wire.pong", command=()) as bot:
        bot.abandon()
        assert await bot.ended() == ORPHANED


@pytest.mark.skipif(not CAN_FORK, reason="the system cannot fork")
async def test_a_forked_bot_is_killed_restarted_stopped_and_orphaned_like_any_other(wire: Wire, tmp_path: Path) -> None:
    ada = wire.user("Ada")
    pong = "tests.wire.pong"
    async with BotProcess(wire, tmp_path, module=pong, command=(), imported=[pong]) as bot:
        first = bot.pid
        assert (await ada.slash("/ping")).content == "pong"
        await bot.kill()
        assert not bot.running
        await bot.start()
        await bot.ready()
        assert bot.pid != first
        assert (await ada.slash("/ping")).ephemeral
        assert await bot.terminate() == 0
        assert await bot.logged("stopped")
        for _ in range(5):  # right after it was forked
            await bot.start()
            await bot.kill()
        await bot.start()
        await bot.ready()
        bot.abandon()
        assert await bot.ended() == ORPHANED
    wire.assert_clean()


@pytest.mark.skipif(not CAN_FORK, reason="the system cannot fork")
async def test_a_forked_bot_that_fails_says_why(wire: Wire, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="No module named nothing_here"):
        async with BotProcess(wire, tmp_path, module="nothing_here", command=(), imported=["tests.wire.pong"]):
            pass
    bot = BotProcess(wire, tmp_path, module="nothing_here", command=(), imported=["tests.wire.pong"])
    await bot.start()
    assert await bot.ended() == 1


async def test_a_bot_that_does_not_start_says_why(wire: Wire, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="No module named nothing_here"):
        async with BotProcess(wire, tmp_path, module="nothing_here", command=()):
            pass


def _with(channel: Channel, content: str = "", label: str | None = None) -> Message | None:
    """Return the latest message with this text or button."""
    matching = [each for each in channel.messages if content in each.content and label in {None, *each.labels}]
    return matching[-1] if matching else None


async def test_the_bot_plays_is_killed_and_plays_on(wire: Wire, tmp_path: Path) -> None:
    ada, bo = wire.user("Ada"), wire.user("Bo")
    channel = wire.channel
    async with BotProcess(wire, tmp_path) as bot:
        opened = await ada.slash("/match new", game="allocator", against="people here")
        assert opened.ephemeral
        lobby = (await wire.until(lambda: channel.messages))[0]
        await bo.press(lobby, "Join")
        lobby = await wire.until(lambda: _with(channel, content="Bo"), what="Bo in the lobby")
        await ada.press(lobby, "Start")
        board = await wire.until(lambda: _with(channel, label="My hand"), what="a board")
        assert board.attachments[0].description
        hand = await ada.press(board, "My hand")
        await wire.until(lambda: hand.messages, what="a hand")
        assert hand.ephemeral
        assert hand.message not in bo.messages()

        await bot.kill()
        await bot.start()
        await bot.ready()
        hand = await bo.press(board, "My hand")
        await wire.until(lambda: hand.messages and hand.message.attachments, what="a hand after the kill")

        assert wire.token not in "\n".join(bot.log)
        if sys.platform != "win32":
            assert await bot.terminate() == 0
    wire.assert_clean()


async def test_at_debug_the_log_has_no_token_name_note_or_hand(wire: Wire, tmp_path: Path) -> None:
    ada, bo = wire.user("Adalberta"), wire.user("Bonifatius")
    channel = wire.channel
    async with BotProcess(wire, tmp_path, environment={"LOG_LEVEL": "DEBUG"}, imported=WHOLE_PROGRAM) as bot:
        await ada.slash("/match new", game="allocator", against="people here")
        lobby = (await wire.until(lambda: channel.messages))[0]
        await bo.press(lobby, "Join")
        lobby = await wire.until(lambda: _with(channel, content="Bonifatius"), what="Bo in the lobby")
        await ada.press(lobby, "Start")
        board = await wire.until(lambda: _with(channel, label="My hand"), what="a board")
        await ada.slash("/match note", text="keep the windmill for last")
        hands = [await user.press(board, "My hand") for user in (ada, bo)]
        await wire.until(lambda: all(hand.messages and hand.message.attachments for hand in hands), what="hands")
        if sys.platform != "win32":
            assert await bot.terminate() == 0
    log = "\n".join(bot.log)
    hand_texts = [hand.message.attachments[0].description or "" for hand in hands]
    cards = {phrase for text in hand_texts for phrase in re.split(r"[\n.,;:]\s*", text) if len(phrase) > 5}
    private = {wire.token, *wire.world.tokens, "Adalberta", "Bonifatius", "windmill", *cards}
    assert len(cards) > 5
    assert "WebSocket Event" in log, "it is at DEBUG"
    assert "/callback" in log
    assert not [text for text in private if text in log]
