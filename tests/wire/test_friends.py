"""Matches in a conversation of people without the bot, which one of them has installed: by presses alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import MatchId, Status
from bot.model.notes import Written
from bot.store import outbox
from bot.store.database import Database
from cogs.client import HiddenHand
from cogs.messages.place import ONLY_ANSWERS
from sandbox.wire.model import Channel, Interaction, Message
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from tests.patience import PATIENT
from tests.tiny_game import Tiny
from tests.wire.clients import running

pytestmark = pytest.mark.usefixtures("redirected")

MATCH = MatchId(1)
QUARTER = 15 * 60 + 1


class Talk:
    """A conversation of people on no server with the bot, which the first of them has installed."""

    def __init__(self, wire: Wire, file: Path, *names: str) -> None:
        self.wire, self._file = wire, file
        self.people = [wire.user(name) for name in names]
        self.ada, self.bo, *_ = self.people
        self.ada.install()
        self.channel: Channel = wire.conversation(*self.people)
        self.bot: HiddenHand

    @asynccontextmanager
    async def hosted(self) -> AsyncIterator[None]:
        """Run the bot on the same database as before."""
        database = await Database.open(self._file)
        application = Application(database, Library.of({Tiny.key: Tiny()}))
        bot = HiddenHand(application, patience=PATIENT)
        bot._connection.guild_ready_timeout = 0.01
        async with running(bot, self.wire):
            self.bot = bot
            await bot.ready.wait()
            if self.wire.guild.has_commands:
                self.wire.world.remove_bot(self.wire.guild)
            yield
            await bot.finish()
        await database.close()

    @property
    def boards(self) -> list[Message]:
        """The messages there that show a match and have buttons."""
        return [message for message in self.channel.messages if message.buttons]

    @property
    def board(self) -> Message:
        return self.boards[-1]

    async def showing(self, label: str) -> Message:
        """Return the board once it has a button with this label."""

        def found() -> Message | None:
            return next((each for each in self.boards if label in each.labels), None)

        return await self.wire.until(found, what=f"a board with {label}")

    async def open(self, **options: Any) -> Interaction:
        return await self.ada.slash("/match new", game="tiny", at=self.channel, **options)

    async def begin(self) -> None:
        """Let Ada open a match, and Bo join it."""
        await self.open(against="people here")
        await self.bo.press(await self.showing("Join"), "Join")
        await self.showing("My hand")

    async def hand(self, user: User, *, on: Message | None = None, press: str = "My hand") -> Message:
        """Let a user press a button of the board, by default their hand; return the private message that follows."""
        pressed = await user.press(on or self.board, press)
        return await self.wire.until(lambda: next(iter(pressed.followups), None), what="a private message")

    async def status(self) -> Status:
        return (await self.bot.app.positions.get(MATCH)).match.status

    async def asked(self) -> User:
        view = (await self.bot.app.positions.get(MATCH)).view_for(None)
        user = view.match.players[view.view.waiting[0]].user
        return next(each for each in self.people if each.id == user)

    async def shown(self) -> None:
        """Wait until everything that can be shown of the match is shown."""
        await self.bot.interface.deliverer.settled(MATCH)

    async def idle(self) -> None:
        """Wait until every answer is complete."""
        await self.bot.interface.working._idle.wait()

    async def is_shown(self) -> bool:
        """Return whether the board shows the match as it is."""
        await self.shown()
        return not (await self.bot.app.outbox.board(MATCH)).is_pending


@pytest.fixture
async def talk(wire: Wire, tmp_path: Path) -> AsyncIterator[Talk]:
    talk = Talk(wire, tmp_path / "hidden-hand.sqlite3", "Ada", "Bo")
    async with talk.hosted():
        yield talk
    wire.assert_clean()
    assert max(len(each.followups) for each in wire.world.interactions.values()) <= 5
    assert [each.path for each in wire.requests if f"/channels/{talk.channel.id}" in each.path] == []
    assert talk.ada.dms == talk.bo.dms == []


async def test_two_friends_play_a_whole_match_by_presses(talk: Talk) -> None:
    opened = await talk.open(against="people here")
    assert opened.ephemeral
    assert "It starts as soon as your friend presses" in opened.content
    lobby = await talk.showing("Join")
    assert ONLY_ANSWERS in lobby.content
    await talk.bo.press(lobby, "Join")
    await talk.showing("My hand")
    while await talk.status() is Status.LIVE:
        asked = await talk.asked()
        hand = await talk.hand(asked)
        assert hand.seen_by is asked.account
        await asked.press(hand, "Fold")
        assert await talk.is_shown()
    assert "Rematch" in talk.board.labels
    assert "changes no one's points" in talk.board.content
    assert len(talk.boards) == 1


async def test_an_open_hand_shows_the_next_decision_of_its_owner(talk: Talk) -> None:
    await talk.begin()
    first = await talk.asked()
    other = next(each for each in talk.people if each is not first)
    await first.press(await talk.hand(first), "Fold")
    waiting = await talk.hand(first)
    assert "Fold" not in waiting.labels
    await other.press(await talk.hand(other), "Fold")
    await talk.wire.until(lambda: "Fold" in waiting.labels, what="the decision in the open hand")


async def test_many_notes_come_as_one_message_and_leave_the_hand_open(talk: Talk) -> None:
    await talk.begin()
    first = await talk.asked()
    other = next(each for each in talk.people if each is not first)
    await first.press(await talk.hand(first), "Fold")
    seat = (await talk.bot.app.positions.get(MATCH)).match.seat_of(first.id)
    await talk.idle()
    for number in range(9):
        note = Written(text=f"note {number}")
        await talk.bot.app.database.write(partial(outbox.add_note, match_id=MATCH, seat=seat, note=note, now=0.0))
    pressed = await first.press(talk.board, "My hand")
    await talk.wire.until(lambda: len(pressed.followups) == 2, what="the hand and the notes")
    hand, notes = pressed.followups
    assert all(f"note {number}" in notes.content for number in range(9))
    await other.press(await talk.hand(other), "Fold")
    await talk.wire.until(lambda: "Fold" in hand.labels, what="the decision in the open hand")
    assert "note 8" in notes.content


async def test_after_fifteen_minutes_a_move_brings_a_new_table_and_a_press_on_the_old_one_takes_its_place(
    talk: Talk,
) -> None:
    await talk.begin()
    first = await talk.asked()
    hand, old = await talk.hand(first), talk.board
    talk.wire.clock.advance(QUARTER)
    await first.press(hand, "Fold")
    assert await talk.is_shown()
    assert len(talk.boards) == 2
    before, new = old.content, talk.board
    assert new.content != before
    await talk.bo.press(old, "Show the table")
    assert await talk.is_shown()
    assert talk.boards == [old]
    assert old.content == new.content


async def test_who_has_installed_the_bot_brings_the_table_by_a_command(talk: Talk) -> None:
    await talk.begin()
    talk.wire.clock.advance(QUARTER)
    talk.wire.world.delete(talk.board)
    await talk.ada.slash("/match status", at=talk.channel)
    await talk.showing("My hand")


async def test_a_computer_acts_after_fifteen_minutes_of_silence_and_the_next_press_shows_it(talk: Talk) -> None:
    await talk.begin()
    user = await talk.asked()
    talk.wire.clock.advance(QUARTER)
    await talk.bot.app.matches.act(MATCH, user.id, "fold", decision=None, interaction=1)  # as a timer would, unheard
    assert not await talk.is_shown()
    assert not await talk.is_shown()
    board, before = talk.board, talk.board.content
    await talk.bo.press(board, "Show the table")
    assert await talk.is_shown()
    assert talk.boards == [board]
    assert board.content != before


async def test_the_bot_restarts_between_presses_and_the_next_one_shows_the_truth(wire: Wire, tmp_path: Path) -> None:
    talk = Talk(wire, tmp_path / "hidden-hand.sqlite3", "Ada", "Bo")
    async with talk.hosted():
        await talk.begin()
        user = await talk.asked()
        hand = await talk.hand(user)
    wire.clock.advance(QUARTER)
    async with talk.hosted():
        await user.press(hand, "Fold")
        assert await talk.is_shown()
        other = await talk.asked()
        await other.press(await talk.hand(other, on=talk.boards[0]), "Fold")
        assert await talk.is_shown()
        assert len(talk.boards) == 1
    wire.assert_clean()


async def test_two_press_at_once_and_both_are_answered(talk: Talk) -> None:
    await talk.begin()
    await asyncio.gather(talk.hand(talk.ada), talk.hand(talk.bo))
    user = await talk.asked()
    hand = await talk.hand(user)
    await asyncio.gather(user.press(hand, "Fold"), *(each.press(talk.board, "Show the table") for each in talk.people))
    assert await talk.is_shown()
    assert len(talk.boards) == 1


async def test_everything_else_is_a_press_too(talk: Talk) -> None:
    await talk.begin()
    menu = await talk.hand(talk.bo, press="More …")
    assert menu.labels == ["Undo", "Hint", "Offer a draw", "Resign …"]
    offered = await talk.bo.press(menu, "Offer a draw")
    assert "I've asked the other players" in offered.content
    await talk.showing("No draw")
    await talk.ada.press(talk.board, "No draw")
    assert await talk.is_shown()
    asked = await talk.bo.press(await talk.hand(talk.bo, press="More …"), "Resign …")
    await talk.bo.press(asked, "Resign")
    await talk.showing("Rematch")
    await talk.bo.press(talk.board, "Rematch")
    await talk.ada.press(await talk.showing("Join"), "Join")
    await talk.showing("My hand")
    assert (await talk.bot.app.matches.of_user(talk.bo.id))[0].id == 2


async def test_the_match_goes_on_by_presses_once_the_bot_was_removed_from_the_account(talk: Talk) -> None:
    await talk.begin()
    talk.ada.uninstall()
    for user in talk.people:
        await user.press(await talk.hand(user), "Fold")
    assert await talk.is_shown()
    assert (await talk.bot.app.positions.get(MATCH)).match.ply == len(talk.people)
