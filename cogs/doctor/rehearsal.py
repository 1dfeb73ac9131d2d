"""Play a rehearsal match of each game between computers, and deliver it like any other match. Each has a temporary
database.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import discord
from discord.http import handle_message_parameters

from bot.application.application import Application
from bot.application.match.outbox import PingRow, Row, Trouble
from bot.application.thinking.thinking import Thinking
from bot.clock import Clock
from bot.computer.levels import Level
from bot.content.library import Library
from bot.log import origin
from bot.model.match import Match, Status, UserId
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.process.findings import Finding, fault, ok
from bot.store.database import Database
from cogs.delivery.backoff import Backoff
from cogs.delivery.deliverer import Deliverer
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.error_meanings import Meaning
from cogs.delivery.observers import Observers
from cogs.delivery.sender import Sender, Sent
from cogs.messages.message import LIMIT, Message
from render.lengths import length

MOST_PLIES: Final = 60
"""The ply after which the host of a rehearsal resigns, so that it takes a minute and not ten."""
_DELIVERY_TIMEOUT: Final = 120.0
"""Seconds within which all messages must be delivered."""
_PAUSES: Final = (0.0, 1.0, 2.0, 4.0)
"""Seconds to wait before each attempt to show everything."""
_ADVICE: Final = {
    Meaning.FORBIDDEN: "Give the bot the permissions to see the channel, send messages, attach files and read its "
    "history.",
    Meaning.GONE: "Someone deleted the messages of the rehearsal. Try a channel that nobody uses.",
    Meaning.WAIT: "Discord is busy or cannot be reached. Try again in a few minutes.",
    Meaning.PASSING: "Discord refuses such calls for now. Try again in a few minutes.",
    Meaning.FILTERED: "Exempt the bot from the filters of the server (Server Settings, AutoMod).",
}
_REPORT: Final = "Report it with the versions of Hidden Hand and of discord.py: the fault is not yours."


class _Unsent(Sender):
    """Builds and checks every request of the delivery, but sends none."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self._numbers = count(discord.utils.time_snowflake(discord.utils.utcnow()))
        self.requests = 0

    async def send(self, channel: int, message: Message, nonce: str) -> int:
        self._make(message, nonce=nonce)
        return next(self._numbers)

    async def edit(self, channel: int, number: int, message: Message) -> None:
        self._make(message)

    async def direct(self, user: UserId) -> int:
        return user

    async def exists(self, channel: int, number: int) -> bool:
        return True

    async def delete(self, channel: int, number: int) -> None:
        self.requests += 1

    async def below(self, channel: int, number: int, most: int) -> int:
        return 0

    async def ours(self, channel: int, after: int | None) -> list[Sent]:
        return []

    def _make(self, message: Message, nonce: str | None = None) -> None:
        """Build the body of a request.

        Raises:
            ValueError: Discord would not accept it.
        """
        arguments = message.new()
        if length(message.content) > LIMIT:
            raise ValueError("the text is too long")
        view = arguments.pop("view")
        with handle_message_parameters(nonce=nonce, **arguments, **({"view": view} if view else {})) as parameters:
            json.dumps(parameters.payload or {})
        self.requests += 1


class _InChannel(_Unsent):
    """Sends the messages for one channel, and remembers them so that they can be deleted. Direct messages are built but
    not sent.
    """

    def __init__(self, client: discord.Client, channel: int) -> None:
        super().__init__(client)
        self._real = Sender(client)
        self._channel = channel
        self._sent: list[int] = []

    async def send(self, channel: int, message: Message, nonce: str) -> int:
        number = await super().send(channel, message, nonce)
        if channel != self._channel:
            return number
        number = await self._real.send(channel, message, nonce)
        self._sent.append(number)
        return number

    async def edit(self, channel: int, number: int, message: Message) -> None:
        await super().edit(channel, number, message)
        if channel == self._channel:
            await self._real.edit(channel, number, message)

    async def delete(self, channel: int, number: int) -> None:
        await super().delete(channel, number)
        if channel == self._channel:
            await self._real.delete(channel, number)
            self._sent.remove(number)

    async def exists(self, channel: int, number: int) -> bool:
        return channel != self._channel or await self._real.exists(channel, number)

    async def clear(self) -> int:
        """Delete the messages that were sent. Return how many could not be deleted."""
        for number in list(self._sent):
            try:
                await self._real.delete(self._channel, number)
            except discord.NotFound:
                pass
            except discord.HTTPException:
                continue
            self._sent.remove(number)
        return len(self._sent)


class _Hurried:
    """A clock that can be moved forward, so that we need not wait for the pauses of computer players."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        return self._clock() + self._ahead

    def hurry(self) -> None:
        self._ahead += timedelta(seconds=3)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a rehearsal: a channel of a server."""

    guild: int
    channel: int


class _Noted(Observers):
    """Remembers the errors of a delivery."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[Meaning] = []

    def failed(self, meaning: Meaning) -> None:
        self.errors.append(meaning)


async def rehearse(
    client: discord.Client, library: Library, clock: Clock, place: Place | None, *, most_plies: int = MOST_PLIES
) -> list[Finding]:
    """Play a match of each game between computers, deliver it, and return a finding for each game.

    client: is logged in; a gateway connection is not needed. place: the channel to send messages to; they are deleted
    afterwards. None: messages are built but not sent.
    """
    return [await _rehearse(client, library, key, clock, place, most_plies) for key in library.games]


async def _rehearse(  # noqa: PLR0913, PLR0917 # one rehearsal
    client: discord.Client, library: Library, key: str, clock: Clock, place: Place | None, most_plies: int
) -> Finding:
    sender = _Unsent(client) if place is None else _InChannel(client, place.channel)
    observers = _Noted()
    try:
        with TemporaryDirectory(prefix="hidden-hand-rehearsal-") as folder:
            plies = await _played(client, library, key, clock, place, most_plies, sender, observers, Path(folder))
    except _Pending:
        problems = sorted({error.name.lower() for error in observers.errors}) or ["nothing in time"]
        advice = next((_ADVICE[error] for error in observers.errors if error in _ADVICE), _REPORT)
        finding = fault("rehearsal", f"{key}: not everything could be shown ({', '.join(problems)})", advice)
    except asyncio.CancelledError:
        if isinstance(sender, _InChannel):
            await sender.clear()
        raise
    except Exception as error:  # noqa: BLE001 # whatever it is: the other games are rehearsed all the same
        finding = fault("rehearsal", f"{key}: it stopped early ({origin(error)})", _REPORT)
    else:
        how = "made, none of them sent" if place is None else "made; the messages in the channel are deleted"
        finding = ok("rehearsal", f"{key}: {plies} plies, {sender.requests} requests {how}")
    if isinstance(sender, _InChannel) and (left := await sender.clear()):
        return fault("rehearsal", f"{key}: {left} messages could not be deleted", "Delete them by hand.")
    return finding


class _Pending(Exception):  # noqa: N818 # no error of ours
    """The error for a message of the match that could not be shown."""


async def _played(  # noqa: PLR0913, PLR0917 # one rehearsal
    client: discord.Client,
    library: Library,
    key: str,
    clock: Clock,
    place: Place | None,
    most_plies: int,
    sender: Sender,
    observers: Observers,
    folder: Path,
) -> int:
    """Play a match from its lobby to its result, and wait until it is delivered. Return its number of plies."""
    assert client.user is not None
    hurried = _Hurried(clock)
    database = await Database.open(folder / "rehearsal.sqlite3")
    application = Application(database, library, clock=hurried, thinking=Thinking(1))
    deliverer = Deliverer(
        client, application, EmojiBook(client, library.games), backoff=Backoff(), observers=observers, sender=sender
    )
    try:
        await deliverer.open()
        match = await _begun(application, key, client.user.id, place or Place(1, 1))
        await _show(application, deliverer, match)
        position = await application.positions.get(match.id)
        while position.match.status is Status.LIVE and position.match.ply < most_plies:
            await _advance(application, position, client.user.id, hurried)
            position = await application.positions.get(match.id)
        if position.match.status is Status.LIVE:
            await application.matches.resign(match.id, client.user.id, interaction=2)
            position = await application.positions.get(match.id)
        await _show(application, deliverer, position.match)
        return position.match.ply
    finally:
        await deliverer.close()
        await application.computers.close()
        await application.names.close()
        await database.close()


async def _begun(application: Application, key: str, host: UserId, place: Place) -> Match:
    game = application.library.games[key]
    levels: Sequence[Level] = [Level.REGULAR] * (game.seats[0] - 1)
    opened = await application.lobbies.create(
        NewMatch(guild=place.guild, channel=place.channel, host=host, game=key, levels=levels),
        interaction=1,
    )
    if opened.match.status is Status.LOBBY:
        opened = await application.lobbies.start(opened.match.id, host, interaction=3)
    return opened.match


async def _advance(application: Application, position: Position, host: UserId, clock: _Hurried) -> None:
    """Make the next move: for the host, if it is their turn, else by the computers."""
    seat = position.match.seat_of(host)
    table = position.seen
    if seat is not None and seat in table.state.phase.waiting:
        table_view = position.view_for(host)
        action = position.game.greedy(table_view.view, position.match.ply)
        await application.matches.act(
            position.match.id, host, str(action), decision=None, interaction=100 + position.match.ply
        )
        return
    await application.computers.carry_out(position.match.id)
    await application.computers.settled()
    clock.hurry()


async def _show(application: Application, deliverer: Deliverer, match: Match) -> None:
    """Wait until all messages of a match are shown.

    Raises:
        _Pending: a message is not shown after several attempts.
    """
    try:
        async with asyncio.timeout(_DELIVERY_TIMEOUT):
            for pause in _PAUSES:
                await asyncio.sleep(pause)
                await application.outbox.hasten(match.id)
                deliverer.wake(match.id)
                await deliverer.settled(match.id)
                unshown = [row for row in await application.outbox.of_match(match.id) if _is_unshown(row)]
                if not unshown:
                    return
                if any(row.trouble not in (Trouble.NONE, Trouble.WAIT) for row in unshown):
                    break
    except TimeoutError:
        pass
    raise _Pending


def _is_unshown(row: Row) -> bool:
    return row.is_pending and not (isinstance(row, PingRow) and not row.failures)
