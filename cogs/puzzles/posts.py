"""Post the daily puzzle in the chosen channels once a day, and keep the posts up to date."""

import asyncio
from datetime import date

from bot.application.application import Application
from bot.application.match.leases import Work
from bot.model.refusals import Refusal, Unavailable
from bot.puzzles.attempts import undone
from bot.puzzles.puzzles import Puzzles
from bot.store.announcements import Announcement
from cogs.delivery.announcements import Drawn, Subject
from cogs.puzzles import purposes
from cogs.puzzles.post_message import post_message


class PuzzlePosts(Subject):
    """The posts of the daily puzzle. A post that a user has deleted stays away."""

    kind = Work.PUZZLES
    name = "the daily puzzle"

    def __init__(self, application: Application, puzzles: Puzzles) -> None:
        self._announcements = application.announcements
        self._names = application.names
        self._preferences = application.preferences
        self._puzzles = puzzles
        self._posts = puzzles.posts
        self.listeners = self._posts.listeners

    async def turn(self) -> float:
        """Queue today's puzzle, and return when the next one is due."""
        await self._posts.owe_today()
        return self._posts.midnight()

    async def draw(self, row: Announcement) -> Drawn | None:
        """Draw a post. Drop it if its day is over, or its game no longer installed. Until it is sent, it follows the
        server's choice of a channel.
        """
        day = date.fromisoformat(row.subject)
        preferences = await self._preferences.of_server(row.guild)
        if row.message is None and day != self._puzzles.today():
            await self._announcements.drop(row)
            return None
        channel = preferences.puzzle_channel_id if row.message is None else row.channel
        if channel is None:
            return None
        try:
            shown = await self._posts.shown(row.guild, day)
        except Refusal as refusal:
            if isinstance(refusal, Unavailable):
                raise
            await self._announcements.drop(row)
            return None
        names = await self._names.on(row.guild, shown.solvers)
        picture = await asyncio.to_thread(undone, shown.offer, shown.puzzle)
        message = post_message(shown.offer, shown.puzzle, picture, [names[user] for user in shown.solvers])
        return Drawn(
            row=row._replace(channel=channel),
            message=message.in_theme(preferences.theme),
            known_by=frozenset({purposes.OPEN(shown.puzzle.id)}),
        )
