"""A closer look at a table that is too large for one picture: a private menu of its parts, and the part below it."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.client import HiddenHand
from bot.matches import Look, MatchId, Refusal
from cogs import custom_ids
from cogs.choices import Choice, resolve
from cogs.chooser import is_private
from cogs.custom_ids import MATCH, PAGE
from cogs.desk import desk
from cogs.errors import MESSAGE_LIMIT, AnyInteraction, tell
from cogs.items import OPTIONS, Menu, Press, attachment, option, panel
from cogs.text import shortened
from render.picture import closeup_picture, closeup_text, closeups
from rules.core.game import Game

QUESTION: Final = "What do you want to see closer?"
GONE: Final = "That is not on the table any more."


class LookCloser(Press, template=custom_ids.template("closer", MATCH)):
    """Asks whoever presses, and nobody else, what they want to see closer."""

    purpose = "closer"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        look = await _look(interaction, MatchId(int(match["match"])))
        await tell(interaction, QUESTION, view=panel(part_items(look, parts(desk(interaction).game(look.match), look))))


class Part(Menu, template=custom_ids.template("part", MATCH, PAGE)):
    """Shows a part of the table; the menu stays, for the next one."""

    purpose = "part"

    async def chosen(self, interaction: AnyInteraction, match: re.Match[str], value: str) -> None:
        look, page = await _look(interaction, MatchId(int(match["match"]))), int(match["page"])
        await show_part(interaction, look, value, page=page)


class Parts(Press, template=custom_ids.template("parts", MATCH, PAGE)):
    """Turns the page of the menu."""

    purpose = "parts"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        look, page = await _look(interaction, MatchId(int(match["match"]))), int(match["page"])
        items = part_items(look, parts(desk(interaction).game(look.match), look), page)
        if is_private(interaction):
            await interaction.response.edit_message(view=panel(items))
        else:
            await tell(interaction, QUESTION, view=panel(items))


def parts(game: Game[Any, Any], look: Look) -> list[Choice]:
    """What whoever looks can see closer."""
    return [Choice(word, label, "") for word, label in closeups(game, look.view)]


def named_part(game: Game[Any, Any], look: Look, typed: str) -> str:
    """The part that somebody typed.

    Raises:
        Refusal: it is none; says which there are.
    """
    offered = parts(game, look)
    if not offered:
        raise Refusal(_whole(look))
    return resolve(offered, typed, "part of the table").word


async def show_part(
    interaction: AnyInteraction, look: Look, word: str, *, page: int | None = None, in_words: bool = False
) -> None:
    """Show a part of the table, with the menu for the next one: in the private message that was pressed, or afresh.

    page: of the menu; None: the one with this part.
    """
    at, game = desk(interaction), desk(interaction).game(look.match)
    afresh = interaction.message is None or not is_private(interaction)
    if not interaction.response.is_done():
        await (interaction.response.defer(ephemeral=True, thinking=True) if afresh else interaction.response.defer())
    offered, names = parts(game, look), await at.names.of(look.match)
    words = [part.word for part in offered]
    place = words.index(word) if word in words else None
    if page is None:
        page = (place or 0) // OPTIONS
    heading = f"-# Match #{look.match.id} · {game.title}"
    view = panel(part_items(look, offered, page, word))
    content, files = f"{heading}\n{GONE} {QUESTION}", list[discord.File]()
    if place is not None:
        content = f"{heading}\n**{offered[place].text}**"
        if in_words:
            said = shortened(closeup_text(game, look.view, word, names), MESSAGE_LIMIT - len(content) - 10)
            content += f"\n```\n{said}\n```"
        else:
            picture = await asyncio.to_thread(closeup_picture, game, look.view, word, names)
            files.append(attachment(picture, "closer.png"))
    if afresh:
        await tell(interaction, content, view=view, files=files)
    else:
        await interaction.edit_original_response(content=content, attachments=files, view=view)


def part_items(look: Look, offered: Sequence[Choice], page: int = 0, chosen: str = "") -> list[ui.Item[Any]]:
    """The menu of a table's parts, in pages.

    Raises:
        Refusal: there are none.
    """
    if not offered:
        raise Refusal(_whole(look))
    pages = -(-len(offered) // OPTIONS)
    page = min(page, pages - 1)
    shown = offered[page * OPTIONS :][:OPTIONS]
    options = [option(part.text, part.word, default=part.word == chosen) for part in shown]
    items: list[ui.Item[Any]] = [Part.make(look.match.id, page, placeholder="Look closer at …", options=options, row=0)]
    if page > 0:
        items.append(Parts.make(look.match.id, page - 1, label="Previous", row=1))
    if page < pages - 1:
        items.append(Parts.make(look.match.id, page + 1, label="Next", row=1))
    return items


async def _look(interaction: AnyInteraction, number: MatchId) -> Look:
    """The table as whoever presses sees it."""
    at = desk(interaction)
    at.names.meet(interaction)
    look: Look = await at.matches.look(number, interaction.user.id)
    return look


def _whole(look: Look) -> str:
    return f"The picture of match #{look.match.id} shows all there is: nothing can be seen closer."


async def setup(client: HiddenHand) -> None:
    client.add_dynamic_items(LookCloser, Part, Parts)
