"""Advance tournaments and show them: each has a message, and each pairing has a message with a thread for its match."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import discord
import structlog

from bot.application.application import Application
from bot.application.match.leases import Taken, Work
from bot.application.match.outbox import Trouble
from bot.application.match.positions import available
from bot.log import origin
from bot.model.match import Status as MatchStatus
from bot.model.match import UserId
from bot.model.position import Position
from bot.model.refusals import Refusal, Unavailable
from bot.tournaments.progress import Progress
from bot.tournaments.store import Shown
from bot.tournaments.tournaments import Tournaments
from bot.tournaments.values import Pairing, Status, Tournament
from cogs.delivery.backoff import TROUBLES, Backoff
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.members import has_left
from cogs.delivery.rounds import Rounds
from cogs.delivery.sender import Sender
from cogs.messages.message import Message
from cogs.presses.channels import KEPT
from cogs.text import plain
from cogs.tournaments import purposes
from cogs.tournaments.messages import (
    announcement,
    names_of,
    thread_name,
    tournament_message,
    waits_for_permission,
)
from cogs.tournaments.trouble import lacking_for

OTHERS: Final = 2.0
"""Seconds until a tournament that another process serves is checked again."""

TICK: Final = 60.0
"""Seconds between two readings of the clock while a round has a deadline."""

_THREAD_EXISTS: Final = 160004
_UNKNOWN_MESSAGE: Final = 10008

log = structlog.stdlib.get_logger(__name__)


class TournamentDelivery:
    """Serves one tournament after another, whenever something has changed. A tournament that fails is tried again after
    a growing pause. Nothing happens while `rounds` is closed or Discord is out of reach.
    """

    def __init__(
        self,
        client: discord.Client,
        application: Application,
        progress: Progress,
        tournaments: Tournaments,
        *,
        backoff: Backoff | None,
    ) -> None:
        self._client = client
        self._app = application
        self._progress = progress
        self._tournaments = tournaments
        self._sender = Sender(client)
        self._backoff = backoff or Backoff()
        self.rounds: Final = Rounds(
            self._round,
            begin=self._look_again,
            now=lambda: self._tournaments.now,
            pause=lambda: self._backoff.pause(Trouble.WAIT, 6),
            name="tournaments",
            failure="tournaments could not be served",
            may_work=lambda: self._app.timers.is_running,
        )
        self._ticked: float | None = None
        """The latest time at which the bot was known to be running; None while no round has a deadline."""
        self._unsure: set[int] = set()
        """Tournaments for which something may have been sent without being recorded."""
        self._threads: dict[int, frozenset[int]] = {}
        """The threads of each running tournament."""
        tournaments.listeners.append(self.rounds.wake)
        application.announcer.on_changed(self._match_changed)
        application.announcer.on_look(self.rounds.wake)

    async def _look_again(self) -> None:
        await self._progress.open()
        self._unsure = set(await self._tournaments.to_serve())

    async def reachable(self, guild: int) -> None:
        """Try again on a server whose permissions or channels have changed."""
        if self.rounds.is_open:
            with suppress(Unavailable):  # logged already, and tried again automatically
                await self._tournaments.retry(guild)
            self.rounds.wake()

    def _match_changed(self, position: Position) -> None:
        match = position.match
        is_of_interest = match.status is not MatchStatus.LIVE or match.ply == 0
        if is_of_interest and any(match.channel in threads for threads in self._threads.values()):
            self.rounds.wake()

    async def _round(self) -> float | None:
        """Serve every tournament, and return when to look again; None: only once a tournament has changed."""
        await self._count_outage()
        following: float | None = None
        for number in await self._tournaments.to_serve():
            if self.rounds.is_open:
                due = await self._serve(number)
                following = min(filter(None, (following, due)), default=None)
        return following

    async def _count_outage(self) -> None:
        """Postpone the deadlines of rounds after an outage, which shows as a long time since the last look."""
        now = self._tournaments.now
        if self._ticked is not None and now - self._ticked > 3 * TICK:
            await self._progress.credit(now - self._ticked)
        if self._ticked is not None:
            self._ticked = now
            await self._progress.is_up()

    async def _serve(self, number: int) -> float | None:
        """Advance a tournament and show it, unless another process does so. Return when to look at it again; None: only
        once it has changed.
        """
        with available():
            async with self._app.leases.held(Work.TOURNAMENTS, number) as taken:
                if taken is Taken.OTHERS:
                    return self._tournaments.now + OTHERS
                if taken is Taken.INHERITED:
                    self._unsure.add(number)
                return await self._serve_alone(number)

    async def _serve_alone(self, number: int) -> float | None:
        shown = await self._tournaments.shown(number)
        try:
            tournament = await self._progress.advance(number)
            self._watch(tournament)
            if shown.due > self._tournaments.now:  # the last attempt failed, and the next one is not due yet
                return shown.due
            if self._is_missing(tournament.guild):
                return self._tournaments.now + TICK
            failure = await self._begin_all(tournament, shown)
            tournament = await self._tournaments.get(number)
            if tournament.paused is None and shown.version < tournament.version:
                shown = await self._show(tournament, shown)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 # whatever it is: one tournament holds up no other
            return await self._failed(shown, error)
        if failure is not None:
            return await self._failed(shown, failure)
        self._unsure.discard(number)
        if shown.failures or shown.due:
            await self._tournaments.save_shown(shown._replace(failures=0, due=0.0, is_forbidden=False))
        now = self._tournaments.now
        if tournament.paused is not None:
            return now + 10 * TICK
        if tournament.status is not Status.RUNNING or tournament.deadline is None:
            return None
        self._ticked = self._ticked or now
        return min(now + TICK, max(tournament.deadline, now))

    def _is_missing(self, guild: int) -> bool:
        """Return whether a server belongs to a shard of this process but is unknown: it is gone, or not listed yet."""
        shards = self._app.leases.shards
        return (shards is None or shards.has(guild)) and self._client.get_guild(guild) is None

    async def _begin_all(self, tournament: Tournament, shown: Shown) -> Exception | None:
        """Begin every match of the present round that has not begun. Return the error of one that could not begin."""
        failure: Exception | None = None
        if tournament.status is not Status.RUNNING or tournament.paused is not None:
            return failure
        for pairing in tournament.current:
            if pairing.scores is None and pairing.match is None and self.rounds.is_open:
                try:
                    await self._begin(tournament, pairing, is_unsure=bool(shown.failures) or shown.id in self._unsure)
                except Unavailable:
                    raise
                except Exception as error:  # noqa: BLE001 # the next match may begin
                    failure = error
        return failure

    async def _begin(self, tournament: Tournament, pairing: Pairing, *, is_unsure: bool) -> None:
        """Announce a pairing, make its thread and begin its match, skipping any steps already done. If a player has
        left the server, drop them from the tournament instead.
        """
        for entry in map(tournament.entry, pairing.entries):
            if entry.user is not None and await has_left(self._client, tournament.guild, entry.user):
                with suppress(Refusal):  # the player has dropped out already
                    await self._tournaments.drop(tournament.id, entry.user)
                self.rounds.wake()
                return
        names = names_of(tournament, await self._names(tournament))
        if pairing.message is None:
            number = await self._found_pairing(tournament, pairing) if is_unsure else None
            if number is None:
                nonce = f"{tournament.tag}/{tournament.id}/{pairing.round}/{pairing.board}"
                number = await self._sender.send(tournament.channel, announcement(tournament, pairing, names), nonce)
            tournament = await self._tournaments.announced(tournament, pairing, number)
            pairing = next(each for each in tournament.current if each.board == pairing.board)
            self._watch(tournament)
        try:
            await self._make_thread(tournament, pairing, plain(thread_name(pairing, names), 100))
        except discord.NotFound as error:
            if error.code == _UNKNOWN_MESSAGE:  # a user deleted the announcement
                await self._tournaments.announced(tournament, pairing, None)
            raise
        await self._progress.begin(tournament, pairing)

    def _watch(self, tournament: Tournament) -> None:
        """Make sure that this delivery wakes whenever a match of a running tournament begins, ends or loses a
        player.
        """
        self._threads.pop(tournament.id, None)
        if tournament.status is Status.RUNNING:
            threads = (pairing.message for pairing in tournament.pairings)
            self._threads[tournament.id] = frozenset(thread for thread in threads if thread is not None)

    async def _make_thread(self, tournament: Tournament, pairing: Pairing, name: str) -> None:
        """Make the thread of the message that announces a pairing, unless the thread exists."""
        channel = await self._client.fetch_channel(tournament.channel)
        assert isinstance(channel, discord.TextChannel)
        assert pairing.message is not None
        try:
            message = channel.get_partial_message(pairing.message)
            await message.create_thread(name=name, auto_archive_duration=KEPT)
        except discord.HTTPException as error:
            if error.code != _THREAD_EXISTS:
                raise

    async def _found_pairing(self, tournament: Tournament, pairing: Pairing) -> int | None:
        """Return the message of a pairing that was sent without being recorded; None without one."""
        wanted = purposes.PAIRING(tournament.key, pairing.round, pairing.board)
        ours = await self._sender.ours(tournament.channel, None)
        return next((message.id for message in ours if wanted in message.custom_ids), None)

    async def _show(self, tournament: Tournament, shown: Shown) -> Shown:
        """Edit the message that shows a tournament. For each new round, and for the end, send a new message instead."""
        names = names_of(tournament, await self._names(tournament))
        game = self._app.library.games.get(tournament.game)
        title = tournament.game if game is None else game.title
        with_decks = game is not None and bool(game.decks)
        message = await asyncio.to_thread(tournament_message, tournament, title, names, with_decks=with_decks)
        message = message.in_theme((await self._app.preferences.of_server(tournament.guild)).theme)
        present = tournament.round + (tournament.status not in (Status.OPEN, Status.RUNNING))
        if shown.message is not None and shown.round == present:
            try:
                await self._sender.edit(tournament.channel, shown.message, message)
            except discord.HTTPException as error:
                if meaning(error) not in (Meaning.GONE, Meaning.TOO_OLD):
                    raise
            else:
                return await self._recorded(shown._replace(version=tournament.version))
        number = await self._found_message(tournament, shown)
        if number is None:
            nonce = f"{tournament.tag}/{tournament.id}/{present}/{shown.message or 0}"
            number = await self._sender.send(tournament.channel, message, nonce)
        if shown.message is not None and shown.message != number:
            with suppress(discord.HTTPException):  # the old message is gone, or stays as it is
                await self._sender.delete(tournament.channel, shown.message)
        return await self._recorded(shown._replace(message=number, version=tournament.version, round=present))

    async def _recorded(self, shown: Shown) -> Shown:
        done = shown._replace(failures=0, due=0.0, is_forbidden=False)
        await self._tournaments.save_shown(done)
        return done

    async def _found_message(self, tournament: Tournament, shown: Shown) -> int | None:
        """Return a newer message that shows a tournament and was sent without being recorded; None without one. The
        next change will edit it.
        """
        if not shown.failures and shown.id not in self._unsure:
            return None
        ids = {purpose(tournament.key) for purpose in (purposes.START, purposes.MINE)}
        ours = await self._sender.ours(tournament.channel, shown.message)
        return next((message.id for message in ours if ids.intersection(message.custom_ids)), None)

    async def _names(self, tournament: Tournament) -> Mapping[UserId, str]:
        users = [entry.user for entry in tournament.entries if entry.user is not None]
        return await self._app.names.on(tournament.guild, users)

    async def _failed(self, shown: Shown, error: Exception) -> float:
        """Record a failure, and return when to try again."""
        failures, is_forbidden = shown.failures + 1, False
        if isinstance(error, Refusal):  # the server has too many matches, or another match is in the thread
            log.info("a match of a tournament has to wait", tournament=shown.id, cause=type(error).__name__)
            pause = TICK
        else:
            trouble = TROUBLES[meaning(error)]
            is_forbidden = trouble is Trouble.FORBIDDEN
            log.info("a tournament has to wait", tournament=shown.id, trouble=trouble, cause=origin(error))
            pause = self._backoff.pause(trouble, failures)
        due = self._tournaments.now + max(1.0, pause)
        fresh = await self._tournaments.shown(shown.id)
        await self._tournaments.save_shown(fresh._replace(failures=failures, due=due, is_forbidden=is_forbidden))
        if is_forbidden and not fresh.is_forbidden:
            await self._tell_organizer(await self._tournaments.get(shown.id))
        return due

    async def _tell_organizer(self, tournament: Tournament) -> None:
        """Try to tell the organizer by direct message that a permission is missing. Every answer about the tournament
        says so as well.
        """
        if tournament.organizer < 0:
            return
        text = waits_for_permission(tournament, lacking_for(self._client, tournament))
        with suppress(discord.HTTPException):  # the organizer accepts no direct messages
            channel = await self._sender.direct(tournament.organizer)
            nonce = f"{tournament.tag}/{tournament.id}/forbidden/{int(self._tournaments.now)}"
            await self._sender.send(channel, Message(text), nonce)
