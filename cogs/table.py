"""The public board of a match: a message in its channel that everybody sees.

It is edited in place while the same players are asked. When the decision passes to others, a fresh board comes with
a ping, and the older one keeps its story only, so that the channel reads as the story of the match.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final, cast

import discord
from discord import ui
from discord.ext import commands

from bot.announcements import LOBBY, Announcement
from bot.client import HiddenHand
from bot.matches import Look, Match, MatchId, Status
from cogs.choices import Words, sentence
from cogs.chooser import Act
from cogs.closer import LookCloser
from cogs.desk import Desk
from cogs.hand import MyHand
from cogs.items import attachment, panel
from cogs.lobby_message import lobby_view
from cogs.lobby_words import lobby_story, lobby_text
from cogs.result import result_items, result_text
from cogs.story import newest, story_lines
from cogs.text import escaped
from render.picture import closeups, table_picture
from rules.core.notation import words
from rules.core.play import View

NO_SUCH_MESSAGE: Final = 10008
TOO_OLD_TO_EDIT: Final = 30046
STALE_AFTER: Final = timedelta(minutes=50)
"""Discord caps the edits of messages older than an hour."""

OPEN_BUTTONS: Final = 4
"""Actions on the board itself: with "My hand" they fill one row."""

OPEN_LABEL: Final = 40
"""Characters that a phone shows of a button on the board."""

ASKED: Final = "▸ "
"""Begins the line that says who is asked: what follows it is cut off when the decision passes."""


_MENTION: Final = re.compile("<@([0-9]+)>")


class Tables(commands.Cog):
    """Shows tables to everybody, as spectators see them."""

    def __init__(self, at: Desk) -> None:
        self.desk = at
        self._boards: dict[MatchId, discord.Message] = {}
        """The latest boards as Discord returned them; after a restart they are fetched."""

    async def publish(self, number: MatchId) -> None:
        """Bring the board of a match up to date; the newest message of a match is its board.

        Raises:
            discord.HTTPException: Discord does not let us, in this channel or now; the next call tries again.
        """
        match: Match = await self.desk.matches.get(number)
        board = await self.desk.client.announcements.board(number)
        if match.status in (Status.LOBBY, Status.CLOSED):
            await self._show_lobby(match, board)
        elif match.status in (Status.LIVE, Status.OVER):
            shown = -1 if board is None else board.ply  # a lobby shows as much
            await self._show_table(await self.desk.matches.look(number, None, since=shown), board)

    async def repost(self, number: MatchId) -> None:
        """Post the board of a match again if somebody deleted it."""
        match: Match = await self.desk.matches.get(number)
        board = await self.desk.client.announcements.board(number)
        self._boards.pop(number, None)
        if board is not None and match.status is Status.LIVE and await self._fetched(match, board) is None:
            await self._post(await self.desk.matches.look(number, None), [])

    async def _show_lobby(self, match: Match, board: Announcement | None) -> None:
        names = await self.desk.names.of(match)
        content, view = lobby_text(self.desk.game(match), match, names), lobby_view(self.desk.game(match), match)
        message = None
        if board is not None:
            message = await self._edit(match, board, content=content, view=view)
        if message is None and match.status is Status.LOBBY:
            message = await self._channel(match).send(content, view=cast(ui.View, view))
        if message is not None:
            await self._keep(match, message, LOBBY)

    async def _show_table(self, look: Look, board: Announcement | None) -> None:
        match = look.match
        if board is None or board.ply == LOBBY:
            if board is not None:
                names = await self.desk.names.of(match)
                await self._edit(match, board, content=lobby_story(self.desk.game(match), match, names), view=None)
            await self._post(look, await self._told(look))
        elif board.ply < match.ply:
            told = await self._told(look)
            if not await self._extend(look, board, told):
                await self._reduce(match, board)
                await self._post(look, told)

    async def _told(self, look: Look) -> list[str]:
        """What the board does not tell yet, in lines."""
        names = await self.desk.names.of(look.match)
        return story_lines(self.desk.game(look.match), look.story, names)

    async def _post(self, look: Look, told: Sequence[str]) -> None:
        """Send a new board, with a ping to those who are asked."""
        content, view, picture = await self._draw(look, told)
        asked = [discord.Object(look.match.chairs[seat].user) for seat in look.view.waiting]
        message = await self._channel(look.match).send(
            content, file=picture, view=view, allowed_mentions=discord.AllowedMentions(users=asked)
        )
        await self._keep(look.match, message, look.match.ply)

    async def _extend(self, look: Look, board: Announcement, told: Sequence[str]) -> bool:
        """Edit the board in place; False if it has had its time: it is gone, too old, or others are asked now."""
        message = await self._fetched(look.match, board)
        if message is None or not _goes_on(look, board, message):
            return False
        content, view, picture = await self._draw(look, [*_story_of(message.content), *told])
        message = await self._edit(look.match, board, content=content, view=view, attachments=[picture])
        if message is None:
            return False
        await self._keep(look.match, message, look.match.ply)
        return True

    async def _reduce(self, match: Match, board: Announcement) -> None:
        """Leave of an older board what it told."""
        message = await self._fetched(match, board)
        if message is not None:
            story = "\n".join([*_heading(self.desk, match), *_story_of(message.content)])
            await self._edit(match, board, content=story, view=None, attachments=[])

    async def _draw(self, look: Look, told: Sequence[str]) -> tuple[str, ui.View, discord.File]:
        """A board: what happened, who is asked what, the picture, the buttons."""
        match, game = look.match, self.desk.game(look.match)
        names = await self.desk.names.of(match)
        lines = [*_heading(self.desk, match), *newest(told)]
        if match.status is Status.OVER:
            changes = await self.desk.client.ratings.changes(match.id)
            lines.append(ASKED + result_text(game, match, names, changes))
            items: list[ui.Item[Any]] = [*result_items(match)]
        else:
            waiting = look.view.waiting
            called = [f"<@{c.user}>" if s in waiting else escaped(names[s]) for s, c in enumerate(match.chairs)]
            lines.append(f"{ASKED}{game.prompt(look.view, called)}")
            items = [MyHand.make(match.id, label="My hand"), *await self._open_actions(look)]
        if closeups(game, look.view):
            items.append(LookCloser.make(match.id, label="Look closer", row=1))
        picture = await asyncio.to_thread(table_picture, game, look.view, names)
        return "\n".join(lines), panel(items), attachment(picture, "table.png")

    async def _open_actions(self, look: Look) -> list[Act]:
        """What is legal for those who are asked and may be known by everybody: all of it if it is little and soon said,
        else what needs no further word.
        """
        match, game = look.match, self.desk.game(look.match)
        found: dict[Words, View] = {}
        for seat in look.view.waiting:
            theirs: Look = await self.desk.matches.look(match.id, match.chairs[seat].user)
            for action in theirs.view.options:
                if action.open:
                    found.setdefault(words(action), theirs.view)
        little = len(found) <= OPEN_BUTTONS and all(
            len(sentence(game, view, said)) <= OPEN_LABEL for said, view in found.items()
        )
        shown = found if little else {said: view for said, view in found.items() if len(said) == 1}
        return [
            Act.make(match.id, look.window, " ".join(said), label=sentence(game, view, said))
            for said, view in list(shown.items())[:OPEN_BUTTONS]
        ]

    async def _edit(self, match: Match, board: Announcement, **changes: Any) -> discord.Message | None:
        """Edit a message; None if it is gone or too old."""
        message = self._channel(match).get_partial_message(board.message)
        try:
            return await message.edit(**changes)
        except discord.HTTPException as error:
            if error.code in (NO_SUCH_MESSAGE, TOO_OLD_TO_EDIT):
                return None
            raise

    async def _fetched(self, match: Match, board: Announcement) -> discord.Message | None:
        """The board as it hangs in the channel; None if somebody deleted it."""
        known = self._boards.get(match.id)
        if known is not None and known.id == board.message:
            return known
        try:
            return await self._channel(match).fetch_message(board.message)
        except discord.NotFound:
            return None

    async def _keep(self, match: Match, message: discord.Message, ply: int) -> None:
        self._boards[match.id] = message
        if match.status in (Status.OVER, Status.CLOSED):
            del self._boards[match.id]
        await self.desk.client.announcements.record_board(match.id, Announcement(match.channel, message.id, ply))

    def _channel(self, match: Match) -> discord.PartialMessageable:
        return self.desk.client.get_partial_messageable(match.channel, guild_id=match.guild)


def _goes_on(look: Look, board: Announcement, message: discord.Message) -> bool:
    """Whether a board that was drawn before is still the one for what is asked now."""
    if look.match.status is not Status.LIVE:
        return False
    if discord.utils.utcnow() - discord.utils.snowflake_time(board.message) > STALE_AFTER:
        return False
    asked = {look.match.chairs[seat].user for seat in look.view.waiting}
    before = set(map(int, _MENTION.findall(message.content.partition(ASKED)[2])))
    return board.ply >= look.passed or asked < before  # some of those who choose at the same time have chosen


def _heading(at: Desk, match: Match) -> list[str]:
    return [f"-# Match #{match.id} · {at.game(match).title}"]


def _story_of(content: str) -> list[str]:
    """The lines that a board tells, without its heading and what was asked."""
    return content.partition(f"\n{ASKED}")[0].split("\n")[1:]


async def setup(client: HiddenHand) -> None:
    at = cast(Desk, client.get_cog(Desk.__name__))
    cog = Tables(at)
    at.publishers.insert(0, cog.publish)
    client.add_dynamic_items(Act)
    await client.add_cog(cog)
