"""Whole matches over a strict stand-in for Discord, whose players sit in several places, while the bot is killed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.match import Status
from sandbox.wire.model import Channel, Interaction, Message
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.stored import Stored
from tests.chaos.tables import small_bot
from tests.examples import thorough


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0, first_answer=60)


@pytest.fixture
async def bot(wire: Wire, tmp_path: Path) -> AsyncIterator[BotProcess]:
    async with small_bot(wire, tmp_path) as bot:
        await bot.ready()
        yield bot


def place_of(wire: Wire, kind: str) -> Channel | None:
    """Return a place besides the first channel; None: direct messages."""
    match kind:
        case "another channel":
            return wire.add_channel("attic", wire.guild)
        case "another server":
            return wire.add_channel("table", wire.add_guild("Inn"))
        case _:
            return None


class Seat:
    """A player, with the place in which they sit."""

    def __init__(self, wire: Wire, user: User, at: Channel | None) -> None:
        self.user, self._wire, self.at = user, wire, at

    @property
    def messages(self) -> list[Message]:
        return self.user.dms if self.at is None else self.at.messages

    def boards(self) -> list[Message]:
        return [message for message in self.messages if "My hand" in message.labels and not message.deleted]

    async def results(self) -> list[Message]:
        """Wait for the result, and return it with any other one."""

        def found() -> list[Message]:
            return [message for message in self.messages if "Replay" in message.labels and not message.deleted]

        await self._wire.until(found, what="the result")
        return found()

    async def settled(self) -> None:
        """Wait until no board has buttons to play any more."""
        await self._wire.until(lambda: not self.boards(), what="the end of the board")

    async def board(self) -> Message:
        found = await self._wire.until(lambda: next(reversed(self.boards()), None), what="a board")
        assert isinstance(found, Message)
        return found

    async def fold(self) -> None:
        hand: Interaction = await self.user.press(await self.board(), "My hand")
        if "Fold" in hand.message.labels:
            await self.user.press(hand, "Fold")


KINDS = ["another server", *thorough("another channel", "direct messages")]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_match_of_two_places_is_played_to_its_end_while_the_bot_is_killed(
    wire: Wire, bot: BotProcess, kind: str
) -> None:
    stored = Stored(bot.database)
    away = place_of(wire, kind)
    home = Seat(wire, wire.user("Ada"), wire.channel)
    guest = Seat(wire, wire.user("Bo", away.guild if away is not None else wire.guild), away)
    await home.user.slash("/match new", game="tiny", against="people here", options="goal=3")
    code = (await home.user.slash("/match invite")).content.partition("code:")[2].partition("`")[0]
    direct = wire.world.direct_messages(guest.user.account)
    await guest.user.slash("/match join", at=away or direct, code=code)
    await wire.until(lambda: guest.messages, what="the lobby at the guest's place")
    await home.user.slash("/match start")
    await home.board()
    for turn in range(60):
        if stored.status(1) != Status.LIVE:
            break
        await (home, guest)[turn % 2].fold()
        if turn % 4 == 1:
            await bot.kill()
            await bot.start()
            await bot.ready()
    assert stored.status(1) == Status.OVER
    for seat in (home, guest):
        assert len(await seat.results()) == 1
        await seat.settled()
    wire.assert_clean()
