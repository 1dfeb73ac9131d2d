"""The next choice of a player as buttons and menus: one level of the tree of words, and several levels at once.

Buttons go on word by word, with a picture where there is one. The menus below them join levels: a choice there is
played at once, or leaves fewer words to choose.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import discord

from bot.model.match import Look
from cogs.widgets.choices import (
    Choice,
    Words,
    back,
    choices,
    completes,
    following,
    joined,
    joint,
    label_of,
    onward,
    packed,
    sentence,
    settled,
)
from cogs.widgets.items import OPTIONS, ROW, Item, button, menu, option
from cogs.widgets.pre_moves import rows_left
from cogs.widgets.purposes import ACT, CHOOSE, SHOW, SURE
from rules.core.game import Game
from rules.core.notation import Action

SHORT: Final = 16
"""Characters of a short label. Choices that fit one row are buttons, short ones up to two rows; more are a menu."""

QUICK: Final = 3
"""Buttons of choices that are also in a menu: as many as fit beside Previous and Next."""


@dataclass(frozen=True, slots=True)
class Level:
    """The widgets that a player is offered after the words chosen so far."""

    items: Sequence[Item]
    lines: Sequence[str]
    """Explanations of the buttons that need more than a label."""


def level(game: Game, look: Look, chosen: Words, page: int) -> Level:
    """Return the choices after these words: buttons if they are few, else a menu of pages; menus that save a press; and
    the way back. A seat that only waits is not told the effects.
    """
    options = look.view.options
    offered = _handful(game, look, chosen) or _offered(game, look, chosen)
    ahead = [words for choice in offered if following(options, words := (*chosen, *choice.word.split()))]
    lines: list[str] = []
    if len(offered) <= ROW or (len(offered) <= 2 * ROW and all(len(choice.text) <= SHORT for choice in offered)):
        offered = [*offered, *islice(_quick_ones(game, look, chosen, ahead), max(0, ROW - len(offered)))]
        items = [_button(look, chosen, choice, place // ROW) for place, choice in enumerate(offered)]
        lines += _lines(offered)
    else:
        deeper = _deeper(look, chosen, [(*chosen, *choice.word.split()) for choice in offered])
        joined_ones = [_joint(game, look, chosen, words) for words in deeper]
        items = _menu(game, look, chosen, joined_ones or offered, page)
        items += [_button(look, chosen, choice, 1) for choice in offered if choice.quick][:QUICK]
        ahead = [] if deeper else ahead
    last = [*_done(look, chosen), *_back(look, chosen)]
    items += _joins(game, look, chosen, ahead, range(_next_row(items), rows_left(look) - bool(last)))
    for item in last:
        item.row = _next_row(items)
    return Level([*items, *last], lines)


def _joint(game: Game, look: Look, before: Words, words: Words) -> Choice:
    """Return the choice of several words, as the viewer reads it."""
    choice = joint(game, look.view, before, words)
    is_asked = look.view.seat in look.view.waiting
    return choice if is_asked else replace(choice, detail="")  # the effect may change before the hand is redrawn


def _next_row(items: Sequence[Item]) -> int:
    return 1 + max((item.row or 0 for item in items), default=-1)


def _deeper(look: Look, chosen: Words, starts: Sequence[Words]) -> Sequence[Words]:
    """Return the choices several levels deep that one menu can hold; () if it holds only one level, or if there is
    nothing to choose.

    Verbs are joined with what follows them only where that makes whole actions.
    """
    deep = joined(look.view.options, starts, OPTIONS)
    return deep if deep != starts and len(deep) > 1 and (chosen or _whole(look.view.options, deep)) else ()


def _joins(game: Game, look: Look, chosen: Words, ahead: Sequence[Words], rows: Sequence[int]) -> list[Item]:
    """Return menus for these rows that join the levels after these words: one; or one for each verb, quick verbs first;
    or several for all whole actions.
    """
    options = look.view.options
    if joined_words := _deeper(look, chosen, ahead):
        menus: Sequence[Sequence[Words]] = [joined_words]
    elif chosen:
        menus = packed(options, ahead, OPTIONS)
        menus = menus if len(menus) <= len(rows) else ()
    else:
        ahead = sorted(ahead, key=lambda verb: not label_of(game, look.view, verb).quick)
        menus = [joined_words for verb in ahead if (joined_words := _deeper(look, verb, [verb]))]
    parts = bool(chosen) and len(menus) > 1
    return [
        _joint_menu(game, look, joined_words, row, parts=parts) for joined_words, row in zip(menus, rows, strict=False)
    ]


def _whole(options: Sequence[Action], actions: Sequence[Words]) -> bool:
    return not any(following(options, words) for words in actions)


def _offered(game: Game, look: Look, chosen: Words) -> Sequence[Choice]:
    """Return the next choices, each extended to a whole action if it leaves nothing to choose."""
    offered = []
    for choice in choices(game, look.view, chosen):
        words = (*chosen, choice.word)
        end = settled(look.view.options, words)
        whole = end != words and completes(look.view.options, end)
        extended = _joint(game, look, chosen, end if whole else words)
        offered.append(replace(choice, word=extended.word, text=extended.text, detail=extended.detail))
    return offered


def _handful(game: Game, look: Look, chosen: Words) -> Sequence[Choice]:
    """Return all whole actions as choices, if they are few and short; else ()."""
    actions = joined(look.view.options, [chosen], ROW)
    if chosen in actions or not _whole(look.view.options, actions):
        return ()
    offered = [_joint(game, look, chosen, words) for words in actions]
    return offered if all(len(choice.text) <= SHORT for choice in offered) else ()


def _quick_ones(game: Game, look: Look, chosen: Words, verbs: Sequence[Words]) -> Iterator[Choice]:
    """Return the choices that complete a verb and deserve a button of their own; none after a verb."""
    return (
        _joint(game, look, chosen, words)
        for verb in (() if chosen else verbs)
        for choice in choices(game, look.view, verb)
        if choice.quick and not following(look.view.options, words := (*verb, choice.word))
    )


def _lines(offered: Sequence[Choice]) -> list[str]:
    """Return the effects of the choices, equal ones in one line."""
    alike: dict[str, list[str]] = {}
    for choice in offered:
        alike.setdefault(choice.detail, []).append(choice.text)
    return [f"**{', '.join(texts)}**: {detail}" for detail, texts in alike.items() if detail]


def _button(look: Look, chosen: Words, choice: Choice, row: int) -> Item:
    words = (*chosen, *choice.word.split())
    style = discord.ButtonStyle.primary
    if following(look.view.options, words):
        return button(f"{choice.text} …", SHOW(look.match.key, look.decision, 0, " ".join(words)), style, row=row)
    return button(choice.text, ACT(look.match.key, look.decision, " ".join(words)), style, row=row)


def _menu(game: Game, look: Look, chosen: Words, offered: Sequence[Choice], page: int) -> list[Item]:
    key, decision, words = look.match.key, look.decision, " ".join(chosen)
    pages = -(-len(offered) // OPTIONS)
    page = min(page, pages - 1)
    menu_options = [option(c.text, c.word, c.detail) for c in offered[page * OPTIONS : (page + 1) * OPTIONS]]
    so_far = sentence(game, look.view, chosen) if chosen else "Choose"
    placeholder = f"{so_far} …" if pages == 1 else f"{so_far} … (page {page + 1} of {pages})"
    items: list[Item] = [menu(placeholder, CHOOSE(key, decision, words), menu_options, row=0)]
    if page > 0:
        items.append(button("Previous", SHOW(key, decision, page - 1, words), row=1))
    if page < pages - 1:
        items.append(button("Next", SHOW(key, decision, page + 1, words), row=1))
    return items


def _joint_menu(game: Game, look: Look, ways: Sequence[Words], row: int, *, parts: bool) -> Item:
    """Return a menu of these choices, named by the words in which they differ. parts: the rest is in other menus."""
    before = ways[0]
    while any(words[: len(before)] != before for words in ways):
        before = before[:-1]
    offered = [_joint(game, look, before, words) for words in ways]
    menu_options = [
        option(f"{choice.text} …" if following(look.view.options, words) else choice.text, choice.word, choice.detail)
        for choice, words in zip(offered, ways, strict=True)
    ]
    first = sentence(game, look.view, ways[0][: len(before) + 1]) if parts else ""
    so_far = f"From {first}" if parts else sentence(game, look.view, before) if before else "Play directly"
    return menu(f"{so_far} …", CHOOSE(look.match.key, look.decision, " ".join(before), row), menu_options, row=row)


def sure_button(look: Look, words: Words, *, alone: bool = False) -> Item:
    """Return the button that confirms an action. alone: it is on a message that only asks for confirmation."""
    identity = SURE(look.match.key, look.decision, " ".join(words), *[1] * alone)
    return button("Do it anyway", identity, discord.ButtonStyle.danger)


def doubted(look: Look, words: Words) -> Sequence[Item]:
    """Return the buttons to confirm an action or go back."""
    return [sure_button(look, words), button("Back", SHOW(look.match.key, look.decision, 0, ""))]


def _done(look: Look, chosen: Words) -> Iterator[Item]:
    if completes(look.view.options, chosen):
        identity = ACT(look.match.key, look.decision, " ".join(chosen))
        yield button("Done", identity, discord.ButtonStyle.success)


def _back(look: Look, chosen: Words) -> Iterator[Item]:
    before = back(look.view.options, chosen)
    if onward(look.view.options, before) != chosen:
        yield button("Back", SHOW(look.match.key, look.decision, 0, " ".join(before)))
