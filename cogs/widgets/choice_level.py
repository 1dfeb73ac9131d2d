"""The next choice of a player as buttons and menus: one level of the tree of words, and several levels at once.

Buttons go on word by word. Menus join levels: a choice there is played at once, or leaves fewer words to choose. A menu
takes the place of the buttons that would lead to the same choices, except where these lead to pictures of them. A
newcomer gets the buttons instead, with an explanation of each.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import discord

from bot.model.match import TableView
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
from cogs.widgets.pages import page_buttons
from cogs.widgets.pre_moves import rows_left
from cogs.widgets.purposes import ACT, CHOOSE, SHOW, SURE
from render.picture import has_choice_picture
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.words import together

LONG: Final = 40
"""The maximum length of a button's label that a phone shows. The rest of a longer label is in the text."""

EXPLAINED: Final = 4
"""The maximum number of lines about choices, if some of them only explain. If there are more, they become one line."""

SHORT: Final = 16
"""The maximum length of a short label. Choices that fit one row are buttons, short ones up to two rows; if there are
more, they become a menu.
"""

QUICK: Final = 3
"""The maximum number of buttons for choices that are also in a menu: as many as fit beside Previous and Next."""


@dataclass(frozen=True, slots=True)
class Level:
    """The widgets that a player is offered after the words chosen so far."""

    items: Sequence[Item]
    lines: Sequence[str]
    """Explanations of the buttons that need more than a label."""


def level(game: Game, table_view: TableView, chosen: Words, page: int, *, newcomer: bool = False) -> Level:
    """Return the choices after these words, as buttons if they are few, else as a menu in pages. Further menus join
    levels, which saves a press. Done and Back follow where they apply. No effects are shown to a seat that waits.

    newcomer: whether to explain each choice.
    """
    offered = _handful(game, table_view, chosen) or _offered(game, table_view, chosen)
    last = [*_done(table_view, chosen), *_back(table_view, chosen)]
    rows = rows_left(table_view) - bool(last)
    is_few = len(offered) <= ROW or (len(offered) <= 2 * ROW and all(len(choice.text) <= SHORT for choice in offered))
    if is_few and not (newcomer and _needs_menu(table_view, chosen, offered)):
        items, lines = _by_buttons(game, table_view, chosen, offered, rows=rows, newcomer=newcomer)
    else:
        items, lines = _by_menu(game, table_view, chosen, offered, page=page, rows=rows), []
    for item in last:
        item.row = _next_row(items)
    return Level([*items, *last], lines)


def _by_buttons(  # noqa: PLR0913 # the place in the tree, and how it is shown
    game: Game, table_view: TableView, chosen: Words, offered: Sequence[Choice], *, rows: int, newcomer: bool
) -> tuple[list[Item], list[str]]:
    """Return the menus, a button for each choice that is in no menu, and lines about the buttons."""
    ahead = _ahead(table_view, chosen, offered)
    needed = 1 + (len(offered) - 1) // ROW if offered else 0
    menus = [] if newcomer else _joins(game, table_view, chosen, ahead, rows - needed)
    in_menus = {words for joined_menu in menus for words in joined_menu.starts}
    shown = [choice for choice in offered if (*chosen, *choice.word.split()) not in in_menus]
    is_pictured = bool(chosen) and has_choice_picture(game, table_view.view, chosen)
    pictured = [] if is_pictured else [(*chosen, *choice.word.split()) for choice in offered if choice not in shown]
    spare = 0 if newcomer else max(0, ROW - len(offered))
    verbs = [words for words in ahead if words not in in_menus]
    shown += islice(_quick_ones(game, table_view, chosen, verbs), spare)
    buttons = [_button(table_view, chosen, choice, place // ROW) for place, choice in enumerate(shown)]
    buttons += [
        _picture_button(game, table_view, words, place // ROW)
        for place, words in enumerate(
            (words for words in pictured if _leads_to_picture(game, table_view, words)), len(shown)
        )
    ]
    row = _next_row(buttons)
    joined_menus = [_joint_menu(game, table_view, each, row + place) for place, each in enumerate(menus)]
    lines = _lines(shown, newcomer=newcomer)
    return [*buttons, *joined_menus], lines if len(lines) <= EXPLAINED else [" · ".join(lines)]


def _by_menu(  # noqa: PLR0913 # the place in the tree
    game: Game, table_view: TableView, chosen: Words, offered: Sequence[Choice], *, page: int, rows: int
) -> list[Item]:
    """Return a menu of the choices. If all choices joined with the words that follow fit into it, it offers these; else
    further menus offer them.
    """
    deeper = _deeper(table_view, chosen, [(*chosen, *choice.word.split()) for choice in offered])
    joined_ones = [_joint(game, table_view, chosen, words) for words in deeper]
    items = _menu(table_view, chosen, joined_ones or offered, page)
    is_whole = len(joined_ones or offered) <= OPTIONS
    for choice in [choice for choice in offered if choice.quick][:QUICK]:
        words = (*chosen, *choice.word.split())
        if not is_whole:
            items.append(_button(table_view, chosen, choice, 1))
        elif _leads_to_picture(game, table_view, words):
            items.append(_picture_button(game, table_view, words, 1))
    ahead = [] if deeper else _ahead(table_view, chosen, offered)
    row = _next_row(items)
    menus = _joins(game, table_view, chosen, ahead, rows - row)
    return [*items, *(_joint_menu(game, table_view, each, row + place) for place, each in enumerate(menus))]


def _ahead(table_view: TableView, chosen: Words, offered: Sequence[Choice]) -> list[Words]:
    """Return the choices after which more is left to choose, as words."""
    return [words for choice in offered if following(table_view.view.options, words := (*chosen, *choice.word.split()))]


def _needs_menu(table_view: TableView, chosen: Words, offered: Sequence[Choice]) -> bool:
    """Return whether whole actions have more explanations than there is room for in lines. A menu has room for all."""
    return len(_lines(offered, newcomer=True, most=len(offered))) > EXPLAINED and not _ahead(
        table_view, chosen, offered
    )


def _leads_to_picture(game: Game, table_view: TableView, words: Words) -> bool:
    """Return whether a picture shows the choices that follow these words, or those that follow one word later."""
    options = table_view.view.options
    if not following(options, words):
        return False
    here = onward(options, words)
    return has_choice_picture(game, table_view.view, here) or any(
        following(options, there := onward(options, (*here, word))) and has_choice_picture(game, table_view.view, there)
        for word in islice(following(options, here), 1)
    )


def _picture_button(game: Game, table_view: TableView, words: Words, row: int) -> Item:
    """Return the button that leads to the picture of choices that are also in a menu."""
    label = label_of(game, table_view.view, words)
    identity = SHOW(table_view.match.key, table_view.decision, 0, " ".join(words))
    return button(f"Picture: {label.short or label.text} …", identity, row=row)


def _joint(game: Game, table_view: TableView, before: Words, words: Words) -> Choice:
    """Return a choice of several words with its label. The effect is left out if it is not the viewer's turn."""
    choice = joint(game, table_view.view, before, words)
    is_asked = table_view.view.seat in table_view.view.waiting
    return choice if is_asked else replace(choice, detail="")  # the effect may change before the hand is redrawn


def _next_row(items: Sequence[Item]) -> int:
    return 1 + max((item.row or 0 for item in items), default=-1)


def _deeper(table_view: TableView, chosen: Words, starts: Sequence[Words]) -> Sequence[Words]:
    """Return the choices over as many levels as one menu can hold; () if it can hold only one level, or if nothing is
    left to choose.

    At the first level, verbs are joined with the words that follow only if that makes whole actions.
    """
    deep = joined(table_view.view.options, starts, OPTIONS)
    return deep if deep != starts and len(deep) > 1 and (chosen or _whole(table_view.view.options, deep)) else ()


@dataclass(frozen=True, slots=True)
class _Join:
    """A menu of choices several levels deep."""

    starts: Sequence[Words]
    """The words with which its choices begin."""
    ways: Sequence[Words]
    """The choices."""
    is_part: bool = False
    """Whether other menus hold the remaining choices."""


def _joins(game: Game, table_view: TableView, chosen: Words, ahead: Sequence[Words], rows: int) -> list[_Join]:
    """Return menus that join the levels after these words. A single menu is enough if it can hold the choices. If not,
    there is one for each verb, quick verbs first; or, once a verb is chosen, several that hold all whole actions.

    rows: the maximum number of menus.
    """
    options = table_view.view.options
    if rows < 1:
        return []
    if joined_words := _deeper(table_view, chosen, ahead):
        return [_Join(ahead, joined_words)]
    if chosen:
        menus = packed(options, ahead, OPTIONS)
        is_part = len(menus) > 1
        found = [_Join([w for w in ahead if any(way[: len(w)] == w for way in ways)], ways, is_part) for ways in menus]
        return found if len(found) <= rows else []
    ahead = sorted(ahead, key=lambda verb: not label_of(game, table_view.view, verb).quick)
    return [_Join([verb], ways) for verb in ahead if (ways := _deeper(table_view, verb, [verb]))][:rows]


def _whole(options: Sequence[Action], actions: Sequence[Words]) -> bool:
    return not any(following(options, words) for words in actions)


def _offered(game: Game, table_view: TableView, chosen: Words) -> Sequence[Choice]:
    """Return the next choices, each extended to a whole action if it leaves nothing to choose."""
    offered = []
    for choice in choices(game, table_view.view, chosen):
        words = (*chosen, choice.word)
        end = settled(table_view.view.options, words)
        whole = end != words and completes(table_view.view.options, end)
        extended = _joint(game, table_view, chosen, end if whole else words)
        text, detail, general = extended.text, extended.detail, extended.general
        if whole and len(text) > LONG:
            text, detail, general = choice.text, joint(game, table_view.view, words, end).text, False
        offered.append(replace(choice, word=extended.word, text=text, detail=detail, general=general))
    return offered


def _handful(game: Game, table_view: TableView, chosen: Words) -> Sequence[Choice]:
    """Return all whole actions as choices, if they are few and short; else ()."""
    actions = joined(table_view.view.options, [chosen], ROW)
    if chosen in actions or not _whole(table_view.view.options, actions):
        return ()
    offered = [_joint(game, table_view, chosen, words) for words in actions]
    return offered if all(len(choice.text) <= SHORT for choice in offered) else ()


def _quick_ones(game: Game, table_view: TableView, chosen: Words, verbs: Sequence[Words]) -> Iterator[Choice]:
    """Return the choices that complete a verb with one word and deserve a button; none once a verb is chosen."""
    return (
        _joint(game, table_view, chosen, words)
        for verb in (() if chosen else verbs)
        for choice in choices(game, table_view.view, verb)
        if choice.quick and not following(table_view.view.options, words := (*verb, choice.word))
    )


def _lines(offered: Sequence[Choice], *, newcomer: bool, most: int = EXPLAINED) -> list[str]:
    """Return the effects of the choices, one line for each different effect. newcomer: add general explanations, as
    long as there are no more than `most` lines in total. The lines are in the order of the choices.
    """
    effects = _alike(choice for choice in offered if not choice.general)
    explaining = _alike(choice for choice in offered if choice.general) if newcomer else []
    chosen = [*effects, *explaining[: max(0, most - len(effects))]]
    places = {choice.text: place for place, choice in enumerate(offered)}
    return [f"**{_listed(texts)}**: {detail}" for texts, detail in sorted(chosen, key=lambda line: places[line[0][0]])]


def _alike(offered: Iterable[Choice]) -> list[tuple[list[str], str]]:
    """Return each different effect, with the labels of the choices that have it."""
    alike: dict[str, list[str]] = {}
    for choice in offered:
        alike.setdefault(choice.detail, []).append(choice.text)
    return [(texts, detail) for detail, texts in alike.items() if detail]


def _listed(texts: Sequence[str]) -> str:
    """Return the choices in one line, separated by semicolons if one of them has a comma."""
    return ("; " if any(", " in text for text in texts) else ", ").join(texts)


def _button(table_view: TableView, chosen: Words, choice: Choice, row: int) -> Item:
    words = (*chosen, *choice.word.split())
    style = discord.ButtonStyle.primary
    if following(table_view.view.options, words):
        return button(
            f"{choice.text} …", SHOW(table_view.match.key, table_view.decision, 0, " ".join(words)), style, row=row
        )
    return button(choice.text, ACT(table_view.match.key, table_view.decision, " ".join(words)), style, row=row)


def _menu(table_view: TableView, chosen: Words, offered: Sequence[Choice], page: int) -> list[Item]:
    key, decision, words = table_view.match.key, table_view.decision, " ".join(chosen)
    pages = -(-len(offered) // OPTIONS)
    page = min(page, pages - 1)
    menu_options = [option(c.text, c.word, c.detail) for c in offered[page * OPTIONS : (page + 1) * OPTIONS]]
    placeholder = "Choose …" if pages == 1 else f"Choose … (page {page + 1} of {pages})"
    items: list[Item] = [menu(placeholder, CHOOSE(key, decision, words), menu_options, row=0)]
    items += page_buttons(page, pages, lambda to: SHOW(key, decision, to, words), row=1)
    return items


def _joint_menu(game: Game, table_view: TableView, shown: _Join, row: int) -> Item:
    """Return a menu of these choices. Each is labelled with the words in which it differs from the others."""
    ways = shown.ways
    before = ways[0]
    while any(words[: len(before)] != before for words in ways):
        before = before[:-1]
    offered = [_joint(game, table_view, before, words) for words in ways]
    menu_options = [
        option(
            f"{choice.text} …" if following(table_view.view.options, words) else choice.text, choice.word, choice.detail
        )
        for choice, words in zip(offered, ways, strict=True)
    ]
    identity = CHOOSE(table_view.match.key, table_view.decision, " ".join(before), row)
    return menu(f"{_titled(game, table_view, shown, before)} …", identity, menu_options, row=row)


def _titled(game: Game, table_view: TableView, shown: _Join, before: Words) -> str:
    """Return the title of a menu: the words that all its choices have in common, or else the verbs."""
    if shown.is_part:
        return f"From {sentence(game, table_view.view, shown.ways[0][: len(before) + 1])}"
    if before:
        return sentence(game, table_view.view, before)
    kinds = [label_of(game, table_view.view, words) for words in shown.starts]
    return together([kind.short or kind.text for kind in kinds], "or")


def sure_button(table_view: TableView, words: Words, *, alone: bool = False) -> Item:
    """Return the button that confirms an action. alone: it is on a message that only asks for confirmation."""
    identity = SURE(table_view.match.key, table_view.decision, " ".join(words), *[1] * alone)
    return button("Do it anyway", identity, discord.ButtonStyle.danger)


def doubted(table_view: TableView, words: Words) -> Sequence[Item]:
    """Return the buttons to confirm an action or go back."""
    return [sure_button(table_view, words), button("Back", SHOW(table_view.match.key, table_view.decision, 0, ""))]


def _done(table_view: TableView, chosen: Words) -> Iterator[Item]:
    if completes(table_view.view.options, chosen):
        identity = ACT(table_view.match.key, table_view.decision, " ".join(chosen))
        yield button("Done", identity, discord.ButtonStyle.success)


def _back(table_view: TableView, chosen: Words) -> Iterator[Item]:
    before = back(table_view.view.options, chosen)
    if onward(table_view.view.options, before) != chosen:
        yield button("Back", SHOW(table_view.match.key, table_view.decision, 0, " ".join(before)))
