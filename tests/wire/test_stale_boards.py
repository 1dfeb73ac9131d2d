"""A board that Discord refused is shown with the next change, or once Discord takes calls again. Players are told the
truth meanwhile.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.application.application import Application
from bot.application.match.outbox import Trouble
from cogs.presses.missing_picture import NOT_DRAWN
from sandbox.wire.faults import Refuse, on
from sandbox.wire.model import Channel, Interaction, Message
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from tests.patience import until
from tests.wire.callers import MESSAGES
from tests.wire.hosts import MATCH, begin, hosting, is_shown, notes, waiting

pytestmark = pytest.mark.usefixtures("redirected")

HOUR = 3600.0


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0, first_answer=60)


class Game(NamedTuple):
    """A live match of Ada and Bo."""

    wire: Wire
    app: Application
    ada: User
    bo: User

    @property
    def channel(self) -> Channel:
        return self.wire.channel

    def board(self) -> Message:
        return next(message for message in reversed(self.channel.messages) if "My hand" in message.labels)

    async def healed(self) -> None:
        """Wait until the board and the hands show the match as it is, without a further move."""
        await until(lambda: is_shown(self.app))

    async def played(self, plies: int) -> None:
        """Wait until the match has this many plies."""

        async def are_there() -> bool:
            return (await self.app.positions.get(MATCH)).match.ply >= plies

        await until(are_there)

    async def move(self, *, wait: bool = True) -> Interaction:
        """Let a player who is asked fold, by a command in the channel."""
        person = self.ada if await waiting(self.app) == self.ada.id else self.bo
        return await person.slash("/tiny fold", at=self.channel, wait=wait)


@pytest.fixture
async def game(wire: Wire, tmp_path: Path) -> AsyncIterator[Game]:
    """Begin a match of two people, without a clock: nobody is pinged at once."""
    async with hosting(wire, tmp_path) as bot:
        ada, bo = await begin(wire, pace="none")
        yield Game(wire, bot.app, ada, bo)


async def apology(game: Game, answer: Interaction) -> str:
    """Wait for the answer that says that the board is behind, and return it."""
    return await game.wire.until(
        lambda: next((message.content for message in answer.messages if NOT_DRAWN in message.content), ""),
        what="a word about the board",
    )


def end_silently(game: Game) -> None:
    """End the bot's timeout as its time being over does: nothing tells the bot."""
    game.wire.guild.members[game.wire.world.bot.id].timed_out_until = 0.0


async def test_a_bot_that_was_timed_out_names_the_cause_and_shows_the_board_with_the_next_move(game: Game) -> None:
    wire = game.wire
    wire.world.time_out(wire.guild, HOUR)
    before = game.board().edits
    answer = await game.move()
    await wire.until(lambda: notes(game.ada) and notes(game.bo), what="a note to each player")
    assert "A moderator has timed me out" in notes(game.ada)[0]
    await apology(game, answer)
    assert await apology(game, await game.move()) == f"{NOT_DRAWN} My DM explains why."
    assert len(notes(game.ada)) == 1, "nobody reads the same twice"
    assert game.board().edits == before
    end_silently(game)
    answer = await game.move()
    assert all(NOT_DRAWN not in message.content for message in answer.messages)
    await game.healed()
    assert game.board().edits > before


def refuse(game: Game, code: int) -> None:
    """Refuse all messages in the channel, until the faults are cleared: no event tells that."""
    for method, route in (("POST", MESSAGES), ("PATCH", f"{MESSAGES}/{{message_id}}")):
        game.wire.faults.always(on(method, route, channel_id=game.channel.id), Refuse(code))


async def test_each_move_tries_a_refused_board_once_and_says_only_what_is_true(game: Game) -> None:
    wire = game.wire
    game.ada.close_dms()
    refuse(game, 50013)
    for _ in range(3):
        before = wire.invalid
        answer = await game.move()
        said = await apology(game, answer)
        assert wire.requests.where(lambda each: each.code == 50013)[-1].method == "PATCH"
        assert wire.invalid - before <= 2, "the board, and a direct message to someone who takes none"
        mover = game.ada if answer.user is game.ada.account else game.bo
        assert ("My DM explains why" in said) == bool(notes(mover))
        assert ("Discord doesn't let me" in said) != ("My DM explains why" in said)
    assert len(notes(game.bo)) == 1
    assert not notes(game.ada), "her direct messages are closed"
    wire.faults.clear()
    answer = await game.move()
    assert all(NOT_DRAWN not in message.content for message in answer.messages)
    await game.healed()
    assert game.board().edits


async def test_after_a_block_of_the_address_everything_is_shown_by_itself_and_nobody_counts_as_closed(
    game: Game,
) -> None:
    wire, before = game.wire, len(game.wire.requests)
    wire.conditions.begin("address blocked")
    for ply in range(1, 5):
        await game.move(wait=False)
        await game.played(ply)
    assert not await is_shown(game.app)
    troubles = {row.trouble for row in await game.app.outbox.of_match(MATCH)}
    assert troubles <= {Trouble.NONE, Trouble.WAIT}
    assert len(wire.requests) - before < 60, "few calls are made in vain"
    wire.conditions.clear()
    await game.healed()
    assert not notes(game.ada)
    assert not notes(game.bo)
    answer = await game.move()
    assert all(NOT_DRAWN not in message.content for message in answer.messages)
