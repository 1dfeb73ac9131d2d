"""Post the daily puzzle in the chosen channels once a day, and keep the posts up to date."""

import asyncio
from contextlib import suppress
from hashlib import sha256
from typing import Final

import discord
import structlog

from bot.application.application import Application
from bot.application.match.leases import Taken, Work
from bot.application.match.outbox import Trouble
from bot.log import origin
from bot.model.refusals import Refusal, Unavailable
from bot.puzzles.attempts import undone
from bot.puzzles.post_store import Post
from bot.puzzles.posts import Shown
from bot.puzzles.puzzles import Puzzles
from cogs.delivery.backoff import TROUBLES, Backoff
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.rounds import Rounds
from cogs.delivery.sender import NONCE_LIMIT, Sender
from cogs.messages.message import Message
from cogs.puzzles import purposes
from cogs.puzzles.post_message import post_message

BATCH: Final = 8
"""The maximum number of posts updated at the same time."""

log = structlog.stdlib.get_logger(__name__)


class PuzzlePosts:
    """Sends and edits the posts. Each is a row in the database, so that it is sent exactly once, even after a failure.
    Nothing is sent unless `rounds` is open.
    """

    def __init__(
        self, client: discord.Client, application: Application, puzzles: Puzzles, *, backoff: Backoff | None = None
    ) -> None:
        self._puzzles = puzzles
        self._posts = puzzles.posts
        self._names = application.names
        self._preferences = application.preferences
        self._sender = Sender(client)
        self._backoff = backoff or Backoff()
        self.rounds: Final = Rounds(
            self._round,
            begin=self._posts.open,
            now=self._posts.now,
            pause=lambda: self._backoff.pause(Trouble.WAIT, 6),
            name="post the daily puzzle",
            failure="the daily puzzle could not be posted",
        )
        self._unrecorded: set[tuple[int, str]] = set()
        """Posts whose message may have been sent without being recorded."""
        self._leases = application.leases
        self._posts.listeners.append(self.rounds.wake)
        application.announcer.on_look(self.rounds.wake)

    async def reachable(self, guild: int) -> None:
        """Try again to post on a server whose permissions did not allow it before."""
        with suppress(Unavailable):  # logged already, and tried again automatically
            await self._posts.reachable(guild)

    async def _round(self) -> float:
        """Show what is due, and return when to look again."""
        await self._posts.owe_today()
        while self.rounds.is_open and (rows := await self._posts.due(BATCH)):
            if not any(await asyncio.gather(*map(self._show_if_ours, rows))):
                break  # other processes handle the rest
        return min(filter(None, (self._posts.midnight(), await self._posts.next_due())))

    async def _show_if_ours(self, post: Post) -> bool:
        """Send or update a post, and return True. Return False if another process handles the posts of its server."""
        async with self._leases.held(Work.PUZZLES, post.guild) as taken:
            if taken is Taken.OTHERS:
                return False
            due = await self._posts.still_due(post)
            if due is not None:
                await self._show(due._replace(failures=due.failures or 1) if taken is Taken.INHERITED else due)
            return True

    async def _show(self, post: Post) -> None:
        """Send or update a post. If that fails, record why, and when to try again."""
        key = post.guild, post.day
        if key in self._unrecorded:
            post = post._replace(failures=post.failures or 1)
        if post.message is None and post.day != self._puzzles.today().isoformat():
            await self._posts.drop(post)  # its day is over
            return
        try:
            done = await self._shown(post)
        except Refusal as refusal:
            if isinstance(refusal, Unavailable):
                raise
            await self._posts.drop(post)  # the game is no longer installed
            return
        except Exception as error:  # noqa: BLE001 # whatever it is: one failing message holds up no other
            await self._failed(post, error)
            return
        self._unrecorded.add(key)
        await self._posts.save(done)
        self._unrecorded.discard(key)

    async def _shown(self, post: Post) -> Post:
        """Send or edit a post, and return the row to store for it."""
        shown = await self._posts.shown(post)
        if post.message is None and post.failures:
            post = await self._found_again(post, shown)
        message = await self._drawn(post, shown)
        number = post.message
        if number is None:
            nonce = sha256(f"{post.guild}/{post.day}".encode()).hexdigest()[:NONCE_LIMIT]
            number = await self._sender.send(post.channel, message, nonce)
        else:
            await self._sender.edit(post.channel, number, message)
        return post._replace(message=number, shown=post.owed, failures=0, trouble="", due=0.0)

    async def _found_again(self, post: Post, shown: Shown) -> Post:
        """Look for a message of the post that was sent without being recorded, and return the post with it, if any."""
        wanted = purposes.OPEN(shown.puzzle.id)
        ours = await self._sender.ours(post.channel, None)
        return post._replace(message=next((message.id for message in ours if wanted in message.custom_ids), None))

    async def _drawn(self, post: Post, shown: Shown) -> Message:
        names = await self._names.on(post.guild, shown.solvers)
        solvers = [names[user] for user in shown.solvers]
        picture = await asyncio.to_thread(undone, shown.offer, shown.puzzle)
        message = post_message(shown.offer, shown.puzzle, picture, solvers)
        return message.in_theme((await self._preferences.of_server(post.guild)).theme)

    async def _failed(self, post: Post, error: Exception) -> None:
        kind = meaning(error)
        if kind is Meaning.GONE and post.message is not None:
            await self._posts.drop(post)  # a user deleted it
            return
        trouble = TROUBLES[kind] if TROUBLES[kind] is not Trouble.CLOSED else Trouble.FORBIDDEN
        log.info("the daily puzzle was not shown", trouble=trouble, cause=origin(error))
        failures = post.failures + 1
        due = self._posts.now() + self._backoff.pause(trouble, failures)
        await self._posts.save(post._replace(failures=failures, trouble=trouble, due=due))
