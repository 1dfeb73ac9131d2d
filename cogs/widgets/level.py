"""The next choice of a player as buttons or a menu: one level of the tree of words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.model.match import Look
from cogs.widgets.choices import Choice, Words, back, choices, completes, following, onward, sentence
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from cogs.widgets.purposes import ACT, CHOOSE, SHOW
from rules.core.game import Game

ROW: Final = 5
"""Buttons in a row (Discord: Message Components, "Action Row"). So many choices are buttons; more are a menu."""

SHORT: Final = 16
"""Characters. Choices of so few are buttons in two rows before they are a menu."""

QUICK: Final = 3
"""Buttons of choices that are in a menu as well: there is room for them beside Previous and Next."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a player is offered after the words chosen so far."""

    items: Sequence[Item]
    lines: Sequence[str]
    """What the buttons mean, where it takes more than a label."""


def level(game: Game, look: Look, chosen: Words, page: int) -> Level:
    """The choices after these words, as buttons if they are few, else in a menu of pages; and the way back. To somebody
    who is not asked it does not say what they would do.
    """
    offered: Sequence[Choice] = choices(game, look.view, chosen)
    if look.view.seat not in look.view.waiting:  # others move meanwhile, and the hand is not drawn again for that
        offered = [replace(choice, detail="") for choice in offered]
    items: list[Item] = []
    lines: list[str] = []
    if len(offered) <= ROW or (len(offered) <= 2 * ROW and all(len(choice.text) <= SHORT for choice in offered)):
        items += [_button(look, chosen, choice, place // ROW) for place, choice in enumerate(offered)]
        lines += _lines(offered)
    else:
        items += _menu(game, look, chosen, offered, page)
    number, decision = look.match.id, look.decision
    if completes(look.view.options, chosen):
        done = discord.ButtonStyle.success
        items.append(button("Done", ACT(number, decision, " ".join(chosen)), done, row=2))
    before = back(look.view.options, chosen)
    if onward(look.view.options, before) != chosen:
        items.append(button("Back", SHOW(number, decision, 0, " ".join(before)), row=2))
    return Level(items, lines)


def _lines(offered: Sequence[Choice]) -> list[str]:
    """What the choices would do, those that would do the same in one line."""
    alike: dict[str, list[str]] = {}
    for choice in offered:
        alike.setdefault(choice.detail, []).append(choice.text)
    return [f"**{', '.join(texts)}**: {detail}" for detail, texts in alike.items() if detail]


def _button(look: Look, chosen: Words, choice: Choice, row: int) -> Item:
    words = (*chosen, choice.word)
    style = discord.ButtonStyle.primary
    if following(look.view.options, words):
        return button(f"{choice.text} …", SHOW(look.match.id, look.decision, 0, " ".join(words)), style, row=row)
    return button(choice.text, ACT(look.match.id, look.decision, " ".join(words)), style, row=row)


def _menu(game: Game, look: Look, chosen: Words, offered: Sequence[Choice], page: int) -> list[Item]:
    number, decision, words = look.match.id, look.decision, " ".join(chosen)
    pages = -(-len(offered) // OPTIONS)
    page = min(page, pages - 1)
    shown = [option(c.text, c.word, c.detail) for c in offered[page * OPTIONS : (page + 1) * OPTIONS]]
    so_far = sentence(game, look.view, chosen) if chosen else "Choose"
    placeholder = f"{so_far} …" if pages == 1 else f"{so_far} … (page {page + 1} of {pages})"
    items: list[Item] = [menu(placeholder, CHOOSE(number, decision, words), shown, row=0)]
    items += [_button(look, chosen, choice, 1) for choice in offered if choice.quick][:QUICK]
    if page > 0:
        items.append(button("Previous", SHOW(number, decision, page - 1, words), row=1))
    if page < pages - 1:
        items.append(button("Next", SHOW(number, decision, page + 1, words), row=1))
    return items
