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
from cogs.widgets.choices import Choice
from cogs.widgets.cursor import Cursor, Words, joined, packed
from cogs.widgets.items import OPTIONS, ROW, Item, button, menu, option
from cogs.widgets.pages import page_buttons
from cogs.widgets.pre_moves import rows_left
from cogs.widgets.purposes import ACT, CHOOSE, SHOW, SURE
from rules.core.notation import Action, words
from rules.core.words import together

LONG: Final = 40
"""The maximum length of a button's label that a phone shows. The rest of a longer label is in the text."""

EXPLAINED: Final = 4
"""The longest list of explanations. A longer one becomes one line."""

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


def level(  # noqa: PLR0913 # a place, and how its choices are shown
    place: Cursor,
    table_view: TableView,
    page: int,
    *,
    newcomer: bool = False,
    room: int = EXPLAINED,
    advised: Sequence[Action] | None = None,
) -> Level:
    """Return the choices at a place, as buttons if they are few, else as a menu in pages. Further menus join levels,
    which saves a press. Done and Back follow where they apply. No effects are shown to a seat that waits.

    newcomer: whether to explain each choice. room: the number of lines for effects and explanations; the effects may
    need more. advised: the actions that follow the tip beside them; only buttons that lead to one stand out. None:
    there is no tip.
    """
    panel = _Panel(place, table_view, None if advised is None else [*map(words, advised)])
    offered = panel.handful() or panel.offered()
    last = [*panel.done(), *panel.back()]
    rows = rows_left(table_view) - bool(last)
    is_few = len(offered) <= ROW or (len(offered) <= 2 * ROW and all(len(choice.text) <= SHORT for choice in offered))
    if is_few and not (newcomer and panel.needs_menu(offered)):
        items, lines = panel.by_buttons(offered, rows, newcomer=newcomer, room=room)
    else:
        items, lines = panel.by_menu(offered, rows, page), []
    for item in last:
        item.row = _next_row(items)
    return Level([*items, *last], lines)


def sure_button(place: Cursor, table_view: TableView, *, alone: bool = False) -> Item:
    """Return the button that confirms an action. alone: it is on a message that only asks for confirmation."""
    identity = SURE(table_view.match.key, table_view.decision, " ".join(place.words), *[1] * alone)
    return button("Do it anyway", identity, discord.ButtonStyle.danger, row=0)


@dataclass(frozen=True, slots=True)
class _Join:
    """A menu of choices several levels deep."""

    starts: Sequence[Cursor]
    """The places at which its choices begin."""
    ends: Sequence[Cursor]
    """The choices."""
    is_part: bool = False
    """Whether other menus hold the remaining choices."""

    def title(self, common: Cursor) -> str:
        """Return the words that all choices have in common, or else the verbs. common: the place after these words."""
        if self.is_part:
            return f"From {common.at(self.ends[0].words[: len(common.words) + 1]).sentence()}"
        if common.words:
            return common.sentence()
        verbs = [start.label for start in self.starts]
        return together([verb.short or verb.text for verb in verbs], "or")


@dataclass(frozen=True, slots=True)
class _Panel:
    """The choices at a place, which become buttons and menus."""

    place: Cursor
    table_view: TableView
    advised: Sequence[Words] | None = None
    """The words of the actions that follow the tip; None: there is no tip."""

    def by_buttons(
        self, offered: Sequence[Choice], rows: int, *, newcomer: bool, room: int
    ) -> tuple[list[Item], list[str]]:
        """Return the menus, a button for each choice that is in no menu, and lines about the buttons."""
        ahead = self.ahead(offered)
        needed = 1 + (len(offered) - 1) // ROW if offered else 0
        menus = [] if newcomer else self.joins(ahead, rows - needed)
        in_menus = {start for joined_menu in menus for start in joined_menu.starts}
        shown = [choice for choice in offered if self.place.then(choice.word) not in in_menus]
        is_pictured = bool(self.place.words) and self.place.has_picture
        pictured = [] if is_pictured else [self.place.then(choice.word) for choice in offered if choice not in shown]
        spare = 0 if newcomer else max(0, ROW - len(offered))
        shown += islice(self.quick_ones([verb for verb in ahead if verb not in in_menus]), spare)
        buttons = [self.button(choice, number // ROW) for number, choice in enumerate(shown)]
        buttons += [
            self.picture_button(start, number // ROW)
            for number, start in enumerate(filter(_leads_to_picture, pictured), len(shown))
        ]
        row = _next_row(buttons)
        joined_menus = [self.joint_menu(each, row + number) for number, each in enumerate(menus)]
        lines = _lines(shown, newcomer=newcomer, most=min(room, EXPLAINED))
        return [*buttons, *joined_menus], lines if len(lines) <= EXPLAINED else [" · ".join(lines)]

    def by_menu(self, offered: Sequence[Choice], rows: int, page: int) -> list[Item]:
        """Return a menu of the choices. If all choices joined with the words that follow fit into it, it offers these;
        else further menus offer them.
        """
        deeper = _deeper(self.place, [self.place.then(choice.word) for choice in offered])
        joined_ones = [self.joint(end) for end in deeper]
        items = self.menu(joined_ones or offered, page)
        is_whole = len(joined_ones or offered) <= OPTIONS
        for choice in [choice for choice in offered if choice.quick][:QUICK]:
            if not is_whole:
                items.append(self.button(choice, 1))
            elif _leads_to_picture(start := self.place.then(choice.word)):
                items.append(self.picture_button(start, 1))
        row = _next_row(items)
        menus = self.joins([] if deeper else self.ahead(offered), rows - row)
        return [*items, *(self.joint_menu(each, row + number) for number, each in enumerate(menus))]

    def ahead(self, offered: Sequence[Choice]) -> list[Cursor]:
        """Return the places of the choices after which more is left to choose."""
        return [start for choice in offered if (start := self.place.then(choice.word)).following]

    def needs_menu(self, offered: Sequence[Choice]) -> bool:
        """Return whether whole actions have more explanations than lines have room for. A menu has room for all."""
        return len(_lines(offered, newcomer=True, most=len(offered))) > EXPLAINED and not self.ahead(offered)

    def joins(self, ahead: Sequence[Cursor], most: int) -> list[_Join]:
        """Return at most this many menus that join the levels after these places. A single menu is enough if it can
        hold the choices. If not, there is one for each verb, quick verbs first; or, once a verb is chosen, several that
        hold all whole actions.
        """
        if most < 1:
            return []
        if ends := _deeper(self.place, ahead):
            return [_Join(ahead, ends)]
        if self.place.words:
            groups = packed(ahead, OPTIONS)
            is_part = len(groups) > 1
            menus = [_Join([start for start in ahead if _begins(start, group)], group, is_part) for group in groups]
            return menus if len(menus) <= most else []
        verbs = sorted(ahead, key=lambda verb: not verb.label.quick)
        return [_Join([verb], ends) for verb in verbs if (ends := _deeper(verb, [verb]))][:most]

    def offered(self) -> Sequence[Choice]:
        """Return the next choices, each extended to a whole action if it leaves nothing to choose."""
        offered = []
        for choice in self.place.choices():
            start = self.place.then(choice.word)
            end = start.settled()
            whole = end != start and end.is_whole
            extended = self.joint(end if whole else start)
            text, detail, general = extended.text, extended.detail, extended.general
            if whole and len(text) > LONG:
                text, detail, general = choice.text, end.choice(len(start.words)).text, False
            offered.append(replace(choice, word=extended.word, text=text, detail=detail, general=general))
        return offered

    def handful(self) -> Sequence[Choice]:
        """Return all whole actions as choices, if they are few and short; else ()."""
        actions = joined([self.place], ROW)
        if self.place in actions or any(action.following for action in actions):
            return ()
        offered = [self.joint(action) for action in actions]
        return offered if all(len(choice.text) <= SHORT for choice in offered) else ()

    def quick_ones(self, verbs: Sequence[Cursor]) -> Iterator[Choice]:
        """Return the choices that complete a verb with one word and deserve a button; none once a verb is chosen."""
        return (
            self.joint(verb.then(choice.word))
            for verb in (() if self.place.words else verbs)
            for choice in verb.choices()
            if choice.quick and not verb.then(choice.word).following
        )

    def joint(self, end: Cursor, start: int | None = None) -> Choice:
        """Return a choice of several words with its label. The effect is left out if it is not the viewer's turn.

        start: the number of words before the choice; None: those of this place.
        """
        choice = end.choice(len(self.place.words) if start is None else start)
        is_asked = self.table_view.view.seat in self.table_view.view.waiting
        return choice if is_asked else replace(choice, detail="")  # it may change before the hand is redrawn

    def button(self, choice: Choice, row: int) -> Item:
        """Return the button that plays a choice or, if more is left to choose, shows what follows it."""
        start = self.place.then(choice.word)
        is_advised = self.advised is None or any(each[: len(start.words)] == start.words for each in self.advised)
        style = discord.ButtonStyle.primary if is_advised else discord.ButtonStyle.secondary
        if start.following:
            return button(f"{choice.text} …", self.shows(start), style, row=row)
        return button(choice.text, self.plays(start), style, row=row)

    def picture_button(self, start: Cursor, row: int) -> Item:
        """Return the button that leads to the picture of choices that are also in a menu."""
        return button(f"Picture: {start.label.short or start.label.text} …", self.shows(start), row=row)

    def menu(self, offered: Sequence[Choice], page: int) -> list[Item]:
        """Return a menu of the choices, with buttons to its other pages."""
        pages = -(-len(offered) // OPTIONS)
        page = min(page, pages - 1)
        options = [option(c.text, c.word, c.detail) for c in offered[page * OPTIONS : (page + 1) * OPTIONS]]
        placeholder = "Choose …" if pages == 1 else f"Choose … (page {page + 1} of {pages})"
        items: list[Item] = [menu(placeholder, self.chooses(self.place), options, row=0)]
        items += page_buttons(page, pages, lambda to: self.shows(self.place, to), row=1)
        return items

    def joint_menu(self, shown: _Join, row: int) -> Item:
        """Return a menu of these choices. Each is labelled with the words in which it differs from the others."""
        common = shown.ends[0]
        while not all(_leads(common, end) for end in shown.ends):
            common = common.at(common.words[:-1])
        offered = [(end, self.joint(end, len(common.words))) for end in shown.ends]
        options = [
            option(f"{choice.text} …" if end.following else choice.text, choice.word, choice.detail)
            for end, choice in offered
        ]
        return menu(f"{shown.title(common)} …", self.chooses(common, row), options, row=row)

    def done(self) -> Iterator[Item]:
        """Yield the button that plays the words chosen so far, if they are a whole action."""
        if self.place.is_whole:
            yield button("Done", self.plays(self.place), discord.ButtonStyle.success)

    def back(self) -> Iterator[Item]:
        """Yield the button to the previous choice, if there is one."""
        before = self.place.back()
        if before.onward() != self.place:
            yield button("Back", self.shows(before))

    def shows(self, place: Cursor, page: int = 0) -> str:
        """Return the id of a button that shows the choices at a place."""
        return SHOW(self.table_view.match.key, self.table_view.decision, page, " ".join(place.words))

    def plays(self, place: Cursor) -> str:
        """Return the id of a button that plays the action of a place."""
        return ACT(self.table_view.match.key, self.table_view.decision, " ".join(place.words))

    def chooses(self, place: Cursor, *part: int) -> str:
        """Return the id of a menu of words that follow a place. part: tells the menus of a message apart."""
        return CHOOSE(self.table_view.match.key, self.table_view.decision, " ".join(place.words), *part)


def _leads(start: Cursor, end: Cursor) -> bool:
    return end.words[: len(start.words)] == start.words


def _begins(start: Cursor, ends: Sequence[Cursor]) -> bool:
    return any(_leads(start, end) for end in ends)


def _leads_to_picture(start: Cursor) -> bool:
    """Return whether a picture shows the choices that follow a place, or those that follow one word later."""
    if not start.following:
        return False
    here = start.onward()
    later = (here.then(word).onward() for word in here.following[:1])
    return here.has_picture or any(place.following and place.has_picture for place in later)


def _deeper(place: Cursor, starts: Sequence[Cursor]) -> Sequence[Cursor]:
    """Return the choices over as many levels as one menu can hold; () if it can hold only one level, or if nothing is
    left to choose.

    At the first level, verbs are joined with the words that follow only if that makes whole actions.
    """
    ends = joined(starts, OPTIONS)
    is_worth_it = ends != starts and len(ends) > 1
    return ends if is_worth_it and (place.words or not any(end.following for end in ends)) else ()


def _next_row(items: Sequence[Item]) -> int:
    return 1 + max((item.row or 0 for item in items), default=-1)


def _lines(offered: Sequence[Choice], *, newcomer: bool, most: int) -> list[str]:
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
