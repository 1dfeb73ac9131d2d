"""A whole match in a conversation without the bot, by the real process, which is killed between presses."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.wire.model import Channel, Message
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.tables import small_bot

KILLS, TURNS = 2, 20


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0, first_answer=60)


@pytest.fixture
async def bot(wire: Wire, tmp_path: Path) -> AsyncIterator[BotProcess]:
    async with small_bot(wire, tmp_path) as bot:
        await bot.ready()
        yield bot


async def private(wire: Wire, user: User, board: Message, label: str) -> Message:
    """Let a user press a button of the board, and return the private message that follows."""
    pressed = await user.press(board, label)
    return await wire.until(lambda: next(iter(pressed.followups), None), what="a private message")


async def test_two_friends_play_to_the_end_though_the_bot_is_killed_among_their_turns(
    wire: Wire, bot: BotProcess
) -> None:
    ada, bo = wire.user("Ada"), wire.user("Bo")
    ada.install()
    talk: Channel = wire.conversation(ada, bo)

    async def board(*labels: str) -> Message:
        def found() -> Message | None:
            shown = [message for message in talk.messages if set(labels) & set(message.labels)]
            return shown[-1] if shown else None

        return await wire.until(found, what=f"a board with {labels}")

    await ada.slash("/match new", game="tiny", against="people here", at=talk)
    await bo.press(await board("Join"), "Join")
    turns = 0
    shown = await board("My hand", "Rematch")
    while "Rematch" not in shown.labels:
        turns += 1
        assert turns < TURNS
        for user in (ada, bo):
            if "My hand" in shown.labels:
                hand = await private(wire, user, shown, "My hand")
                if "Fold" in hand.labels:
                    await user.press(hand, "Fold")
        if turns <= KILLS:
            await bot.kill()
            await bot.start()
            await bot.ready()
        shown = await board("My hand", "Rematch")
        if "My hand" in shown.labels:  # the press after a restart shows what was committed
            await ada.press(shown, "Show the table")
            shown = await board("My hand", "Rematch")
    assert turns > KILLS
    assert "changes no one's points" in shown.content
    assert [each.path for each in wire.requests if f"/channels/{talk.id}" in each.path] == []
    assert max(len(each.followups) for each in wire.world.interactions.values()) <= 5
