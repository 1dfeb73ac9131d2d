"""Advance tournaments and show them: each has a message, and each pairing has a message with a thread for its match."""

import asyncio
from contextlib import suppress
from functools import partial

import discord
import structlog

from bot.application.application import Application
from bot.application.match.leases import Work
from bot.log import origin
from bot.model.match import Status as MatchStatus
from bot.model.position import Position
from bot.model.refusals import Refusal, Unavailable
from bot.store.announcements import Announcement
from bot.tournaments.progress import Progress
from bot.tournaments.tournaments import Tournaments
from bot.tournaments.values import Pairing, Status, Tournament
from cogs.delivery.announcements import HELD, Drawn, Subject
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.error_texts import Reason
from cogs.delivery.members import has_left
from cogs.delivery.sender import Sender
from cogs.messages.message import Message
from cogs.presses.permission_to_open import THREAD_MINUTES
from cogs.text import plain
from cogs.tournaments import purposes
from cogs.tournaments.messages import (
    Names,
    announcement,
    names_of,
    thread_name,
    tournament_message,
)
from cogs.tournaments.trouble import Troubles, on_hold

log = structlog.stdlib.get_logger(__name__)


class TournamentMessages(Subject):
    """The messages of tournaments and of their pairings. Each round of a tournament, and its end, has a new message."""

    kind = Work.TOURNAMENTS
    name = "tournaments"

    def __init__(
        self,
        client: discord.Client,
        application: Application,
        progress: Progress,
        tournaments: Tournaments,
        troubles: Troubles,
    ) -> None:
        self._client = client
        self._app = application
        self._progress = progress
        self._tournaments = tournaments
        self._troubles = troubles
        self._sender = Sender(client)
        self._threads: set[int] = set()
        """The threads of the running tournaments."""
        self.listeners = tournaments.listeners
        application.announcer.on_changed(self._match_changed)

    def may_work(self) -> bool:
        """Return whether matches go on: while Discord is out of reach, tournaments stand still."""
        return self._app.timers.is_running

    def _match_changed(self, position: Position) -> None:
        match = position.match
        is_of_interest = match.status is not MatchStatus.LIVE or match.ply == 0
        if is_of_interest and match.channel in self._threads:
            self._wake()

    def _wake(self) -> None:
        for listener in self.listeners:
            listener()

    async def turn(self) -> float | None:
        """Advance every tournament, and return when to look again; None: only once a tournament has changed."""
        await self._app.timers.catch_up()
        self._threads.clear()
        moments = [await self._advance(number) for number in await self._tournaments.unfinished()]
        return min(filter(None, moments), default=None)

    async def _advance(self, number: int) -> float | None:
        try:
            tournament = await self._progress.advance(number)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 # whatever it is: one tournament holds up no other
            log.info("a tournament has to wait", tournament=number, cause=origin(error))
            return self._tournaments.now + HELD
        self._threads.update(pairing.message for pairing in tournament.pairings if pairing.message is not None)
        if tournament.deadline is None or await self._progress.is_paused(tournament):
            return None
        self._app.timers.watch()
        return tournament.deadline

    async def draw(self, row: Announcement) -> Drawn | None:
        """Draw the message of a tournament, or of a pairing. While its channel cannot be reached, it waits."""
        key, *place = row.subject.split("/")
        tournament = await self._tournaments.get(int(key.partition("-")[0]))
        if self._is_missing(tournament.guild) or await self._progress.is_paused(tournament):
            return None
        users = [entry.user for entry in tournament.entries if entry.user is not None]
        names = names_of(tournament, await self._app.names.on(tournament.guild, users))
        if not place:
            return await self._whole(row, tournament, names)
        pairing = next(each for each in tournament.pairings if place == [str(each.round), str(each.board)])
        return await self._pairing(row, tournament, pairing, names)

    def _is_missing(self, guild: int) -> bool:
        """Return whether a server belongs to a shard of this process but is unknown: it is gone, or not listed yet."""
        shards = self._app.leases.shards
        return (shards is None or shards.has(guild)) and self._client.get_guild(guild) is None

    async def _whole(self, row: Announcement, tournament: Tournament, names: Names) -> Drawn:
        game = self._app.library.games.get(tournament.game)
        title = tournament.game if game is None else game.title
        with_decks = game is not None and bool(game.decks)
        message = await asyncio.to_thread(tournament_message, tournament, title, names, with_decks=with_decks)
        return Drawn(
            row=row,
            message=message.in_theme((await self._app.preferences.of_server(tournament.guild)).theme),
            known_by=frozenset({purposes.START(tournament.key), purposes.MINE(tournament.key)}),
            edition=tournament.round + (tournament.status not in (Status.OPEN, Status.RUNNING)),
            is_renewed=True,
        )

    async def _pairing(self, row: Announcement, tournament: Tournament, pairing: Pairing, names: Names) -> Drawn | None:
        """Draw the announcement of a pairing; its thread is made and its match begun afterwards. If a player has left
        the server, drop them from the tournament instead.
        """
        if tournament.status is not Status.RUNNING or pairing.scores is not None or pairing.match is not None:
            await self._app.announcements.drop(row)
            return None
        for entry in map(tournament.entry, pairing.entries):
            if entry.user is not None and await has_left(self._client, tournament.guild, entry.user):
                with suppress(Refusal):  # the player has dropped out already
                    await self._tournaments.drop(tournament.id, entry.user)
                self._wake()
                return None
        return Drawn(
            row=row,
            message=announcement(tournament, pairing, names),
            known_by=frozenset({purposes.PAIRING(tournament.key, pairing.round, pairing.board)}),
            is_renewed=True,
            is_edited=False,
            then=partial(self._begin, tournament, pairing, plain(thread_name(pairing, names), 100)),
        )

    async def _begin(self, tournament: Tournament, pairing: Pairing, name: str, row: Announcement) -> None:
        """Begin the match of a pairing in the thread of its announcement, skipping what is done already."""
        assert row.message is not None
        self._threads.add(row.message)
        await self._make_thread(tournament.channel, row.message, name)
        await self._progress.begin(tournament, pairing, row.message)

    async def _make_thread(self, place: int, number: int, name: str) -> None:
        """Make the thread of a message, unless it exists."""
        channel = await self._client.fetch_channel(place)
        assert isinstance(channel, discord.TextChannel)
        try:
            await channel.get_partial_message(number).create_thread(name=name, auto_archive_duration=THREAD_MINUTES)
        except discord.HTTPException as error:
            if meaning(error) is not Meaning.ACKNOWLEDGED:
                raise

    async def forbidden(self, row: Announcement, error: Exception, *, begins: bool) -> float | None:
        """Try to tell the organizer the reason by direct message, once. Every answer about the tournament says it as
        well.
        """
        tournament = await self._tournaments.get(int(row.subject.partition("-")[0]))
        reason = await self._troubles.met(tournament, error)
        if begins and tournament.organizer >= 0:
            await self._tell_organizer(tournament, reason)
        return reason.over

    async def _tell_organizer(self, tournament: Tournament, reason: Reason) -> None:
        with suppress(discord.HTTPException):  # the organizer accepts no direct messages
            channel = await self._sender.direct(tournament.organizer)
            nonce = f"{tournament.key}/forbidden/{int(self._tournaments.now)}"
            await self._sender.send(channel, Message(on_hold(tournament, reason)), nonce)
