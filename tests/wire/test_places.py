"""Whole matches over a strict stand-in for Discord, whose players sit in several places, while the bot is killed."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.model.match import Status
from rules.catalog import GAMES
from sandbox.wire.model import Channel, Interaction, Message
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.kills import PLACES, Table
from tests.chaos.stored import Stored
from tests.chaos.tables import game_bot, small_bot
from tests.examples import thorough
from tests.patience import PATIENT

MOST_KILLS: Final = 60
WAITED: Final = 0.6
"""The chance that a player waits for the answer to a press before the bot is killed."""
BLINK: Final = 0.2
"""The most seconds between a press and a kill."""


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

    async def fold(self, *, wait: bool = True) -> None:
        """Fold by the buttons of the own board. wait: until the bot has answered."""
        hand: Interaction = await self.user.press(await self.board(), "My hand")
        if "Fold" in hand.message.labels:
            await self.user.press(hand, "Fold", wait=wait)


async def begun(wire: Wire, kind: str, goal: int) -> tuple[Seat, Seat]:
    """Start a match of Ada in the first channel and Bo at another place."""
    away = place_of(wire, kind)
    home = Seat(wire, wire.user("Ada"), wire.channel)
    guest = Seat(wire, wire.user("Bo", away.guild if away is not None else wire.guild), away)
    await home.user.slash("/match new", game="tiny", against="people here", options=f"goal={goal}")
    code = (await home.user.slash("/match invite")).content.partition("code:")[2].partition("`")[0]
    direct = wire.world.direct_messages(guest.user.account)
    await guest.user.slash("/match join", at=away or direct, code=code)
    await wire.until(lambda: guest.messages, what="the lobby at the guest's place")
    await home.user.slash("/match start")
    await home.board()
    await guest.board()
    return home, guest


async def check_end(wire: Wire, seats: Sequence[Seat]) -> None:
    """Check that each place has the result once, and no board with buttons."""
    for seat in seats:
        assert len(await seat.results()) == 1
        await seat.settled()
    wire.assert_clean()


KINDS = ["another server", *thorough("another channel", "direct messages")]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_match_of_two_places_is_played_to_its_end_while_the_bot_is_killed(
    wire: Wire, bot: BotProcess, kind: str
) -> None:
    stored, seats = Stored(bot.database), await begun(wire, kind, goal=3)
    for turn in range(60):
        if stored.status(1) != Status.LIVE:
            break
        await seats[turn % 2].fold()
        if turn % 4 == 1:
            await bot.kill()
            await bot.start()
            await bot.ready()
    assert stored.status(1) == Status.OVER
    await check_end(wire, seats)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["another server", "direct messages"])
@pytest.mark.parametrize("seed", range(3))
async def test_killed_at_random_moments_it_shows_each_place_what_was_committed(
    wire: Wire, bot: BotProcess, kind: str, seed: int
) -> None:
    stored, seats, draw = Stored(bot.database), await begun(wire, kind, goal=3), Random(seed)  # noqa: S311 # no secret
    kills = 0
    while stored.status(1) == Status.LIVE:
        assert kills < MOST_KILLS, "each kill loses one press at most"
        for seat in seats:
            if stored.status(1) != Status.LIVE:
                break  # the first of them has ended the match
            with suppress(ImpossibleError):  # the board that was pressed has just been replaced
                await seat.fold(wait=draw.random() < WAITED)
            await asyncio.sleep(draw.random() * BLINK)
            await bot.kill()
            await bot.start()
            await bot.ready()
            kills += 1
        await stored.until(lambda: not stored.behind(1), "everything is shown")
        assert [len(seat.boards()) for seat in seats if stored.status(1) == Status.LIVE] in ([1, 1], [])
    assert [ply.number for ply in stored.plies(1)] == list(range(1, len(stored.plies(1)) + 1))
    await check_end(wire, seats)


@pytest.mark.parametrize("seats", [3, *thorough(2)], ids=["the lobby waits for others", "the lobby is complete"])
async def test_a_guest_whose_direct_messages_are_closed_leaves_the_lobby_before_it_starts(
    wire: Wire, bot: BotProcess, seats: int
) -> None:
    stored, ada, bo = Stored(bot.database), wire.user("Ada"), wire.user("Bo")
    await ada.slash("/match new", game="tiny", against="people here", seats=seats)
    code = (await ada.slash("/match invite")).content.partition("code:")[2].partition("`")[0]
    bo.close_dms()
    await bo.slash("/match join", at=wire.world.direct_messages(bo.account), code=code)
    await wire.until(lambda: any("they've left the lobby" in message.content for message in ada.dms), what="a note")
    assert (stored.status(1), stored.seats(1)) == (Status.LOBBY, [ada.id])
    await stored.until(lambda: not stored.behind(1), "everything is shown")
    bo.open_dms()
    await bo.slash("/match join", at=wire.world.direct_messages(bo.account), code=code)
    await wire.until(lambda: bo.dms, what="the lobby in the guest's direct messages")


async def test_a_start_waits_for_the_board_of_a_guest_in_direct_messages(wire: Wire, bot: BotProcess) -> None:
    ada, bo = wire.user("Ada"), wire.user("Bo")
    await ada.slash("/match new", game="tiny", against="people here", seats=2)
    code = (await ada.slash("/match invite")).content.partition("code:")[2].partition("`")[0]
    direct = wire.world.direct_messages(bo.account)
    await bo.slash("/match join", at=direct, code=code)
    await wire.until(lambda: any("My hand" in message.labels for message in bo.dms), what="the board of the guest")
    first = min(message.id for message in bo.dms)
    dealt = next(message for message in wire.channel.messages if "Deal" in message.content or "deal" in message.content)
    assert first < dealt.id


async def test_users_without_a_common_server_find_each_other_and_play_in_direct_messages(
    wire: Wire, bot: BotProcess
) -> None:
    stored, inn = Stored(bot.database), wire.add_guild("Inn")
    ada, bo = wire.user("Ada"), wire.user("Bo", inn)
    for user in (ada, bo):
        direct = wire.world.direct_messages(user.account)
        agreement = await user.slash("/match find", at=direct)
        choices = await user.press(agreement, "Look on all servers")
        menu = next(each for each in choices.message.selects if each["custom_id"].startswith("anywhere-seek/"))
        await user.select(choices.message, "tiny", custom_id=menu["custom_id"])
    asked = await wire.until(lambda: next((m for m in ada.dms if "Join" in m.labels), None), what="the question")
    assert isinstance(asked, Message)
    await bot.kill()
    await bot.start()
    await bot.ready()
    await ada.press(asked, "Join")
    seats = (Seat(wire, bo, None), Seat(wire, ada, None))
    for seat in seats:
        await seat.board()
    await stored.until(lambda: stored.status(1) == Status.LIVE, "the start")
    while stored.status(1) == Status.LIVE:
        for seat in seats:
            await seat.fold()
    await check_end(wire, seats)


class Guests(Table):
    """A table whose guest joins from a place of this kind, and whose players play to the end."""

    kind = "here"

    def choose_place(self) -> str:
        return self.kind

    def is_late(self) -> bool:
        return False


MIXES = [("in a channel", kind) for kind in PLACES] + [("in direct messages", kind) for kind in PLACES[1:]]
"""Every mix of a host's place and the kind of place from which a guest joins."""


@pytest.mark.thorough
@pytest.mark.parametrize(("host", "kind"), MIXES)
@pytest.mark.parametrize("game", GAMES)
async def test_each_game_is_played_to_its_end_by_buttons_with_every_mix_of_places(
    wire: Wire, tmp_path: Path, game: str, host: str, kind: str
) -> None:
    async with game_bot(wire, tmp_path, game, 1, patience=PATIENT) as bot:
        await bot.ready()
        stored, draw = Stored(bot.database), Random(1)  # noqa: S311 # no secret
        table = Guests(wire, stored, game, 1, draw, ahead=None, away=wire.add_guild("Inn"))
        table.kind, party = kind, table.party
        if host == "in direct messages":
            party.channel = wire.world.direct_messages(party.users[0].account)
        while not table.done:
            await table.step()
        await stored.until(lambda: not stored.behind(party.number), "everything is shown")
        assert stored.status(party.number) == Status.OVER
        wire.assert_clean()
