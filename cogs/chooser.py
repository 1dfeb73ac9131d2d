"""The next choice of a player as buttons or a menu: one level of the tree of words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

import discord
from discord import ui

from bot.matches import Look, MatchId, Refusal
from cogs import custom_ids
from cogs.choices import Choice, Words, back, choices, completes, following, onward, sentence, warning
from cogs.custom_ids import MATCH, PAGE, WINDOW, WORDS
from cogs.desk import desk
from cogs.errors import AnyInteraction, tell
from cogs.items import OPTIONS, Menu, Press, option, panel
from rules.core.game import Game

ROW: Final = 5
"""Buttons in a row (Discord: Message Components, "Action Row"). So many choices are buttons; more are a menu."""

SHORT: Final = 16
"""Characters. Choices of so few are buttons in two rows before they are a menu."""

QUICK: Final = 3
"""Buttons of choices that are in a menu as well: there is room for them beside Previous and Next."""

PANELS: Final = "Hands"
"""The cog that shows private messages."""

STALE: Final = "That button was for a decision that has passed. This is how things stand now."


@dataclass(frozen=True, slots=True)
class Level:
    """What a player is offered after the words chosen so far."""

    items: Sequence[ui.Item[Any]]
    lines: Sequence[str]
    """What the buttons mean, where it takes more than a label."""


class Panels(Protocol):
    """Who shows a level in a private message."""

    async def look(self, interaction: AnyInteraction, number: MatchId) -> Look: ...
    async def answer(self, interaction: AnyInteraction, number: MatchId, *, note: str = "") -> None: ...
    async def redraw(self, interaction: AnyInteraction, number: MatchId, *, note: str = "") -> None: ...
    async def turn_to(self, interaction: AnyInteraction, look: Look, chosen: Words, page: int) -> None: ...


class Act(Press, template=custom_ids.template("act", MATCH, WINDOW, WORDS)):
    """Plays a whole action."""

    purpose = "act"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        await _act(interaction, MatchId(int(match["match"])), int(match["window"]), tuple(match["words"].split()))


class Sure(Press, template=custom_ids.template("sure", MATCH, WINDOW, WORDS)):
    """Plays an action that its player was warned of."""

    purpose = "sure"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        words = tuple(match["words"].split())
        await _act(interaction, MatchId(int(match["match"])), int(match["window"]), words, warned=True)


class Show(Press, template=custom_ids.template("show", MATCH, WINDOW, PAGE, WORDS)):
    """Shows what can be chosen after some words."""

    purpose = "show"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        chosen = tuple(match["words"].split())
        await _show(interaction, MatchId(int(match["match"])), int(match["window"]), chosen, int(match["page"]))


class Choose(Menu, template=custom_ids.template("choose", MATCH, WINDOW, WORDS)):
    """Chooses the next word from a menu."""

    purpose = "choose"

    async def chosen(self, interaction: AnyInteraction, match: re.Match[str], value: str) -> None:
        number, window, words = MatchId(int(match["match"])), int(match["window"]), (*match["words"].split(), value)
        look = await desk(interaction).matches.look(number, interaction.user.id)
        if completes(look.view.options, words) and not following(look.view.options, words):
            await _act(interaction, number, window, words)
        else:
            await _show(interaction, number, window, words, 0)


def level(game: Game[Any, Any], look: Look, chosen: Words, page: int) -> Level:
    """The choices after these words, as buttons if they are few, else in a menu of pages; and the way back."""
    offered = choices(game, look.view, chosen)
    items: list[ui.Item[Any]] = []
    lines: list[str] = []
    if len(offered) <= ROW or (len(offered) <= 2 * ROW and all(len(choice.text) <= SHORT for choice in offered)):
        items += [_button(look, chosen, choice, place // ROW) for place, choice in enumerate(offered)]
        lines += _lines(offered)
    else:
        items += _menu(game, look, chosen, offered, page)
    number, window = look.match.id, look.window
    if completes(look.view.options, chosen):
        done = discord.ButtonStyle.success
        items.append(Act.make(number, window, " ".join(chosen), label="Done", style=done, row=2))
    before = back(look.view.options, chosen)
    if onward(look.view.options, before) != chosen:
        items.append(Show.make(number, window, 0, " ".join(before), label="Back", row=2))
    return Level(items, lines)


def _lines(offered: Sequence[Choice]) -> list[str]:
    """What the choices would do, those that would do the same in one line."""
    alike: dict[str, list[str]] = {}
    for choice in offered:
        alike.setdefault(choice.detail, []).append(choice.text)
    return [f"**{', '.join(texts)}**: {detail}" for detail, texts in alike.items() if detail]


def _button(look: Look, chosen: Words, choice: Choice, row: int) -> Press:
    words = (*chosen, choice.word)
    style = discord.ButtonStyle.primary
    if following(look.view.options, words):
        arguments = (look.match.id, look.window, 0, " ".join(words))
        return Show.make(*arguments, label=f"{choice.text} …", style=style, row=row)
    return Act.make(look.match.id, look.window, " ".join(words), label=choice.text, style=style, row=row)


def _menu(game: Game[Any, Any], look: Look, chosen: Words, offered: Sequence[Choice], page: int) -> list[ui.Item[Any]]:
    number, window, words = look.match.id, look.window, " ".join(chosen)
    pages = -(-len(offered) // OPTIONS)
    page = min(page, pages - 1)
    shown = [option(c.text, c.word, c.detail) for c in offered[page * OPTIONS : (page + 1) * OPTIONS]]
    so_far = sentence(game, look.view, chosen) if chosen else "Choose"
    placeholder = f"{so_far} …" if pages == 1 else f"{so_far} … (page {page + 1} of {pages})"
    items: list[ui.Item[Any]] = [Choose.make(number, window, words, placeholder=placeholder, options=shown, row=0)]
    items += [_button(look, chosen, choice, 1) for choice in offered if choice.quick][:QUICK]
    if page > 0:
        items.append(Show.make(number, window, page - 1, words, label="Previous", row=1))
    if page < pages - 1:
        items.append(Show.make(number, window, page + 1, words, label="Next", row=1))
    return items


async def _show(interaction: AnyInteraction, number: MatchId, window: int, chosen: Words, page: int) -> None:
    """Change the private message to another level; one at which there is no choice is passed over."""
    panels = _panels(interaction)
    look = await panels.look(interaction, number)
    legal = not chosen or bool(following(look.view.options, chosen))
    if not is_private(interaction):
        await panels.answer(interaction, number)
    elif look.window != window or not legal:
        await panels.redraw(interaction, number, note=STALE)
    else:
        await panels.turn_to(interaction, look, onward(look.view.options, chosen) if chosen else (), page)


async def warn(interaction: AnyInteraction, look: Look, words: Words) -> bool:
    """Whether whoever chose this action is asked once more, privately, instead of its being played."""
    text = warning(desk(interaction).game(look.match), look.view, words)
    if text:
        arguments = (look.match.id, look.window, " ".join(words))
        sure = Sure.make(*arguments, label="Do it all the same", style=discord.ButtonStyle.danger)
        await tell(interaction, text, view=panel([sure]))
    return bool(text)


async def _act(
    interaction: AnyInteraction, number: MatchId, window: int, words: Words, *, warned: bool = False
) -> None:
    """Play the action; a private message shows the hand after it, a public one is drawn by the table."""
    at = desk(interaction)
    await interaction.response.defer()
    panels, note = _panels(interaction), ""
    try:
        if not warned and await warn(interaction, await at.matches.look(number, interaction.user.id), words):
            return
        await at.play(interaction, number, " ".join(words), window)
    except Refusal as refusal:
        note = str(refusal)
    if is_private(interaction):
        await panels.redraw(interaction, number, note=note)
    elif note:
        await panels.answer(interaction, number, note=note)
    await at.tell_trouble(interaction, number)


def _panels(interaction: AnyInteraction) -> Panels:
    return cast(Panels, interaction.client.get_cog(PANELS))


def is_private(interaction: AnyInteraction) -> bool:
    """Whether the message that was pressed is seen by nobody else."""
    message = interaction.message
    return interaction.guild_id is None or (message is not None and message.flags.ephemeral)
