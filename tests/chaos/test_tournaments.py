"""A tournament over real sockets, played by people and computers, while the bot is killed in every round."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from sandbox.wire.model import Channel, Message
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from tests.chaos.tables import small_bot
from tests.patience import PATIENT

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve")


def messages(channel: Channel, content: str = "", label: str | None = None) -> list[Message]:
    """Return the messages with this text and button, oldest first."""
    return [each for each in channel.messages if content in each.content and label in {None, *each.labels}]


def announced(channel: Channel) -> int:
    return len(messages(channel, "of tournament #1, board"))


def threads(wire: Wire) -> list[Channel]:
    return [channel for channel in wire.guild.channels.values() if channel.is_thread]


async def one_of_each_resigns(wire: Wire, people: Sequence[User]) -> None:
    """Let one player resign in every match that has a person in it."""
    for thread in threads(wire):
        present = [person for name, person in zip(NAMES, people, strict=True) if name in thread.name]
        if present and messages(thread, label="My hand"):
            asked = await present[0].slash("/match resign", at=thread)
            if asked.message.labels:
                await present[0].press(asked, "Resign")


async def play(wire: Wire, people: Sequence[User], is_done: Callable[[], bool]) -> None:
    """Let people resign, and computers play, until something has happened."""
    async with asyncio.timeout(PATIENT):
        while not is_done():
            await one_of_each_resigns(wire, people)
            await asyncio.sleep(0.1)


@pytest.mark.thorough
async def test_eight_play_by_elimination_and_the_bot_is_killed_in_each_round(wire: Wire, tmp_path: Path) -> None:
    people, channel = [wire.user(name) for name in NAMES], wire.channel
    async with small_bot(wire, tmp_path) as bot:
        await people[0].slash("/tournament new", game="tiny", system="single elimination", computer="novice")
        [opened] = await wire.until(lambda: messages(channel, label="Join"), what="a sign-up")
        for person in people:
            await person.press(opened, "Join")
        await people[0].press(opened, "Start", wait=False)
        for number in (2, 5, 7):  # in the midst of the first two rounds, and in the last one
            await play(wire, people, lambda number=number: announced(channel) >= number)  # type: ignore[misc]
            await bot.kill()
            await bot.start()
            await bot.ready()
        await play(wire, people, lambda: bool(messages(channel, "wins the tournament!")))
        assert announced(channel) == 7
        assert len(threads(wire)) == len({thread.name for thread in threads(wire)}) == 7
        await wire.until(lambda: len(messages(channel, "**Tournament #1")) == 1, what="one message of it")
        with closing(sqlite3.connect(bot.database)) as db:
            stored = db.execute("SELECT status, count(*) FROM matches GROUP BY status").fetchall()
            decided = db.execute("SELECT count(*) FROM tournament_pairings WHERE reason = 'played'").fetchall()
        assert stored == [("over", 7)]
        assert decided == [(7,)]
        assert not any("Traceback" in line for line in bot.log)
    wire.assert_clean()
