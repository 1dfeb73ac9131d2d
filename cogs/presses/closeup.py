"""Zoom in on a board that is too large for one picture: a private menu of its parts."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.model.match import MatchId, TableView
from bot.model.position import Position
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.emojis import signed
from cogs.messages.hand import layout_for
from cogs.messages.lobby import heading
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.choices import Choice, resolve
from cogs.widgets.items import OPTIONS, Item, menu, option
from cogs.widgets.pages import page_buttons
from cogs.widgets.refusals import SpokenRefusal
from render.picture import closeup_picture, closeup_text, closeups, first_closeup
from rules.core.game import Game

QUESTION: Final = "What do you want to zoom in on?"
GONE: Final = "That's no longer on the board."


class CloseUps:
    """Shows parts of boards."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(purposes.CLOSEUP)
    async def ask(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the part that the game suggests, which is the whole table for a user who wants pictures for a phone. If
        it suggests none, ask the user which part they want to see.
        """
        position = await self._host.app.positions.get(match_id)
        table_view = position.view_for(answer.user)
        layout = layout_for(await self._host.app.preferences.of(answer.user))
        first = first_closeup(position.game, table_view.view, layout)
        if first:
            await self.show(answer, position, first)
            return
        await answer.say(await self._asked(position, table_view))

    @answers(purposes.PART)
    async def part(self, answer: Answer, *, match_id: MatchId, page: int, values: Sequence[str]) -> None:
        """Show a part of the board, with the menu for the next one."""
        position = await self._host.app.positions.get(match_id)
        await self.show(answer, position, values[0], page=page)

    @answers(purposes.ZOOMED)
    async def again(
        self, answer: Answer, *, match_id: MatchId, page: int, words: Sequence[str], in_words: bool = False
    ) -> None:
        """Show a part of the board again."""
        position = await self._host.app.positions.get(match_id)
        await self.show(answer, position, " ".join(words), page=page, in_words=in_words)

    @answers(purposes.PARTS)
    async def turn(self, answer: Answer, *, match_id: MatchId, page: int) -> None:
        """Show another page of the menu."""
        position = await self._host.app.positions.get(match_id)
        await answer.show(await self._asked(position, position.view_for(answer.user), page))

    async def show(
        self, answer: Answer, position: Position, word: str, *, page: int | None = None, in_words: bool = False
    ) -> None:
        """Show a part of the board, with the menu for the next one.

        page: of the menu; None: the page with this part.
        """
        game, table_view = position.game, position.view_for(answer.user)
        offered, names = parts(game, table_view), await self._host.app.names.of(table_view.match)
        words = [part.word for part in offered]
        place = words.index(word) if word in words else None
        if page is None:
            page = (place or 0) // OPTIONS
        content, picture, text = f"{heading(game, table_view.match)}\n{GONE} {QUESTION}", None, ""
        if place is not None:
            content = f"{heading(game, table_view.match)}\n**{offered[place].text}**"
            if in_words:
                text = closeup_text(game, table_view.view, word, names)
            else:
                picture = await asyncio.to_thread(closeup_picture, game, table_view.view, word, names)
        again = purposes.ZOOMED(table_view.match.key, page, word, *[1] * in_words)
        shown = part_items(table_view, offered, page, word)
        message = Message(content, shown, picture, "closer.png", words=text, again=again)
        await answer.show(signed(message, self._host.emojis.of(game.key), names))

    async def _asked(self, position: Position, table_view: TableView, page: int = 0) -> Message:
        message = Message(QUESTION, part_items(table_view, parts(position.game, table_view), page))
        return signed(message, self._host.emojis.of(position.game.key), await self._host.app.names.of(position.match))


def parts(game: Game, table_view: TableView) -> list[Choice]:
    """Return the parts of the board that the user can zoom in on."""
    return [Choice(word, label, "") for word, label in closeups(game, table_view.view)]


def named_part(game: Game, table_view: TableView, typed: str) -> str:
    """Return the part that the user named.

    Raises:
        Refusal: there is no such part; the message lists all parts.
    """
    offered = parts(game, table_view)
    if not offered:
        raise SpokenRefusal(_whole(table_view))
    return resolve(offered, typed, "part of the board").word


def part_items(table_view: TableView, offered: Sequence[Choice], page: int = 0, chosen: str = "") -> list[Item]:
    """Return the menu of a board's parts, in pages.

    Raises:
        Refusal: there are none.
    """
    if not offered:
        raise SpokenRefusal(_whole(table_view))
    pages = -(-len(offered) // OPTIONS)
    page = min(page, pages - 1)
    shown = offered[page * OPTIONS :][:OPTIONS]
    options = [option(part.text, part.word, default=part.word == chosen) for part in shown]
    items: list[Item] = [menu("Zoom in on …", purposes.PART(table_view.match.key, page), options, row=0)]
    items += page_buttons(page, pages, partial(purposes.PARTS, table_view.match.key), row=1)
    return items


def _whole(table_view: TableView) -> str:
    return f"The picture of match #{table_view.match.id} already shows everything, so there's nothing to zoom in on."
