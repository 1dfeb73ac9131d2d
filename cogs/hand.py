"""Private hands: as an answer that only its owner sees, and as one direct message per match."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import discord
import structlog
from discord import app_commands, ui
from discord.ext import commands

from bot.announcements import Announcement
from bot.client import HiddenHand
from bot.matches import Look, Match, MatchId, NotAtThisTable, Refusal, Status
from cogs import custom_ids
from cogs.choices import Words, following, onward, sentence
from cogs.chooser import Act, Choose, Show, Sure, level
from cogs.custom_ids import MATCH
from cogs.desk import NO_MATCH, Desk, board_link, desk
from cogs.errors import MESSAGE_LIMIT, AnyInteraction, answering, tell
from cogs.items import OPTIONS, Menu, Press, attachment, option, panel
from cogs.story import newest, result_line, story_lines
from cogs.text import escaped, shortened
from cogs.whisper import Whispers
from render.picture import Picture, choice_picture, hand_picture, hand_text
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import View

CLOSED_TO_US: Final = frozenset({40003, 50007, 50278})
"""Discord's reasons not to deliver a direct message: opened too fast, closed, no server in common."""

COULD_NOT_WRITE: Final = (
    "I could not send you your hand as a direct message: Discord does not deliver my messages to you. Nothing is lost. "
    "**My hand** below the table and `/hand` always show it."
)

STORY_ROOM: Final = 900
"""Characters of story in a private message: the choices are what it is for."""

log = structlog.stdlib.get_logger(__name__)


class MyHand(Press, template=custom_ids.template("hand", MATCH)):
    """Shows whoever presses their own hand, and nobody else."""

    purpose = "hand"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        desk(interaction).names.meet(interaction)
        await hands(interaction).answer(interaction, MatchId(int(match["match"])))


class Pick(Menu, template=custom_ids.template("pick")):
    """Chooses one of one's matches."""

    purpose = "pick"

    async def chosen(self, interaction: AnyInteraction, match: re.Match[str], value: str) -> None:
        if not re.fullmatch(MATCH, value):
            raise Refusal(NO_MATCH)
        await hands(interaction).redraw(interaction, MatchId(int(value)))


class Hands(commands.Cog):
    """Shows hands. A hand is drawn afresh each time, from what its owner may know."""

    def __init__(self, at: Desk, whispers: Whispers) -> None:
        self.desk = at
        self.whispers = whispers
        self._shown: dict[tuple[MatchId, Seat], str] = {}
        """What the direct messages say, to leave alone those that need no change."""
        self._closed: set[tuple[MatchId, Seat]] = set()
        self._untold: set[tuple[MatchId, Seat]] = set()

    @app_commands.command(name="hand", description="Show your hand, to you alone")
    async def hand(self, interaction: AnyInteraction) -> None:
        """`/hand`: the hand of the match in this channel, or of the only one that is played."""
        async with answering(interaction):
            self.desk.names.meet(interaction)
            here = await self.desk.matches.in_channel(interaction.channel_id or 0)
            mine = [m for m in await self.desk.matches.of_user(interaction.user.id) if m.status is Status.LIVE]
            if here is not None and (not mine or here in mine):
                await self.answer(interaction, here.id)
            elif len(mine) == 1:
                await self.answer(interaction, mine[0].id)
            elif mine:
                shown = [option(f"Match #{m.id} · {self.desk.game(m).title}", str(m.id)) for m in mine[:OPTIONS]]
                await tell(
                    interaction, "Which hand?", view=panel([Pick.make(placeholder="Your matches …", options=shown)])
                )
            else:
                raise Refusal(NO_MATCH)

    async def look(self, interaction: AnyInteraction, number: MatchId) -> Look:
        """The table as whoever acts sees it from their seat.

        Raises:
            Refusal: they have none, or there is no such match.
        """
        look: Look = await self.desk.matches.look(number, interaction.user.id)
        if look.view.seat is None:
            raise NotAtThisTable(
                f"You do not play in match #{number}, so there is no hand to show and nothing to decide for you. "
                "`/match status` shows you the table."
            )
        return look

    async def answer(self, interaction: AnyInteraction, number: MatchId, *, note: str = "", chosen: Words = ()) -> None:
        """Show the hand in a new private message, or what can follow the words chosen so far."""
        look = await self.look(interaction, number)
        if not interaction.response.is_done():
            await interaction.response.defer(ephemeral=True, thinking=True)
        page = await self._page(look, note, chosen if following(look.view.options, chosen) else ())
        await interaction.followup.send(page.content, file=page.file(), view=panel(page.items), ephemeral=True)
        await self._hand_over(interaction, look)

    async def redraw(self, interaction: AnyInteraction, number: MatchId, *, note: str = "") -> None:
        """Bring the private message that was pressed up to date; a public message stays as it is."""
        look = await self.look(interaction, number)
        if not interaction.response.is_done():
            await interaction.response.defer()
        await self._change(interaction, await self._page(look, note))
        await self._hand_over(interaction, look)

    async def turn_to(self, interaction: AnyInteraction, look: Look, chosen: Words, page: int) -> None:
        """Show other choices in the private message that was pressed."""
        await interaction.response.defer()
        await self._change(interaction, await self._page(look, chosen=chosen, page=page))

    async def _hand_over(self, interaction: AnyInteraction, look: Look) -> None:
        assert look.view.seat is not None
        await self.whispers.hand_over(interaction, look.match.id, look.view.seat)

    async def _change(self, interaction: AnyInteraction, page: "Page") -> None:
        await interaction.edit_original_response(
            content=page.content, attachments=[page.file()], view=panel(page.items)
        )

    async def deal(self, number: MatchId) -> None:
        """Send every player of a match that has just begun their hand: somebody asked for it, by joining."""
        match: Match = await self.desk.matches.get(number)
        await asyncio.gather(*(self._deliver(match, seat, None) for seat in range(len(match.chairs))))

    async def publish(self, number: MatchId) -> None:
        """Bring the direct messages that were sent up to date, in place."""
        match: Match = await self.desk.matches.get(number)
        await asyncio.gather(*(self._renew(match, seat) for seat in range(len(match.chairs))))

    async def _renew(self, match: Match, seat: Seat) -> None:
        sent = await self.desk.client.announcements.hand(match.id, seat)
        if sent is not None:
            await self._deliver(match, seat, sent)

    async def _deliver(self, match: Match, seat: Seat, sent: Announcement | None) -> None:
        key = match.id, seat
        if key in self._closed:
            return
        look: Look = await self.desk.matches.look(match.id, match.chairs[seat].user)
        shown = _gist(self.desk.game(match), look, await self.desk.names.of(match))
        if self._shown.get(key) == shown:
            return
        page = await self._page(look)
        try:
            where = await self._send(match.chairs[seat].user, page) if sent is None else await self._edit(sent, page)
        except discord.HTTPException as error:
            log.info("a hand was not delivered", match=match.id, seat=seat, code=error.code)
            self._closed.add(key)
            if error.code in CLOSED_TO_US:
                self._untold.add(key)
            return
        if look.match.status is Status.LIVE:
            self._shown[key] = shown
        else:
            self._shown.pop(key, None)
        hand = Announcement(where.channel.id, where.id, look.match.ply)
        await self.desk.client.announcements.record_hand(match.id, seat, hand)

    async def _send(self, user: int, page: "Page") -> discord.Message:
        channel = await self.desk.client.create_dm(discord.Object(user))
        return await channel.send(page.content, file=page.file(), view=panel(page.items))

    async def _edit(self, sent: Announcement, page: "Page") -> discord.Message:
        message = self.desk.client.get_partial_messageable(sent.channel).get_partial_message(sent.message)
        return await message.edit(content=page.content, attachments=[page.file()], view=panel(page.items))

    async def _page(self, look: Look, note: str = "", chosen: Words = (), page: int = 0) -> "Page":
        names = await self.desk.names.of(look.match)
        chosen = chosen or onward(look.view.options, ())
        content, items = await self._text(look, chosen, page, note)
        name, picture = await asyncio.to_thread(_picture, self.desk.game(look.match), look.view, chosen, names)
        return Page(content, items, name, picture)

    async def _text(self, look: Look, chosen: Words, page: int, note: str) -> tuple[str, Sequence[ui.Item[Any]]]:
        """A private message without its picture."""
        match, view, game = look.match, look.view, self.desk.game(look.match)
        assert view.seat is not None
        names = await self.desk.names.of(match)
        board = await self.desk.client.announcements.board(match.id)
        link = f" · [the table]({board_link(match, board.message)})" if board else ""
        above = [f"-# Match #{match.id} · {game.title} · <#{match.channel}>{link}"]
        if (match.id, view.seat) in self._untold:
            self._untold.discard((match.id, view.seat))
            above.append(COULD_NOT_WRITE)
        above += [note] if note else []
        below: list[str] = []
        items: Sequence[ui.Item[Any]] = ()
        if view.outcome is not None:
            below.append(result_line(game, view.outcome, names))
        else:
            below.append(f"**{game.prompt(view, [escaped(name) for name in names])}**")
        if view.options:
            offered = level(game, look, chosen, page)
            below += [f"{sentence(game, view, chosen)} …"] if chosen else []
            below += offered.lines
            items = offered.items
        room = MESSAGE_LIMIT - len("\n".join([*above, *below])) - len("\n• …\n")
        told = newest(story_lines(game, look.story or [view.news], names), min(room, STORY_ROOM))
        return shortened("\n".join([*above, *told, *below]), MESSAGE_LIMIT), items


@dataclass(frozen=True, slots=True)
class Page:
    """A private message."""

    content: str
    items: Sequence[ui.Item[Any]]
    name: str
    picture: Picture

    def file(self) -> discord.File:
        """The picture as an attachment with its alternative text."""
        return attachment(self.picture, self.name)


def _gist(game: Game[Any, Any], look: Look, names: Sequence[str]) -> str:
    """What a direct message must be drawn again for: the hand, and what its owner may do, while whom is asked."""
    view = look.view
    choice = (look.window, view.options, game.prompt(view, names)) if view.options else None
    return repr((look.match.status, hand_text(game, view, names), choice))


def _picture(game: Game[Any, Any], view: View, chosen: Words, names: Sequence[str]) -> tuple[str, Picture]:
    """What can be chosen now, if a picture shows that; else the hand."""
    choice = choice_picture(game, view, chosen, names) if chosen else None
    return ("choice.png", choice) if choice is not None else ("hand.png", hand_picture(game, view, names))


def hands(interaction: AnyInteraction) -> Hands:
    """The hands of the bot that was asked."""
    return cast(Hands, interaction.client.get_cog(Hands.__name__))


async def setup(client: HiddenHand) -> None:
    at = cast(Desk, client.get_cog(Desk.__name__))
    cog = Hands(at, cast(Whispers, client.get_cog(Whispers.__name__)))
    at.publishers.append(cog.publish)
    client.add_dynamic_items(MyHand, Pick, Act, Sure, Show, Choose)
    await client.add_cog(cog)
