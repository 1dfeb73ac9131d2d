"""A clause of a rulebook as a message, with the ways to others; and a rulebook's chapters."""

import re
from collections.abc import Sequence
from typing import Final

from bot.content.lookup import Lookup
from cogs.messages.message import LIMIT, Message
from cogs.text import escaped, shortened
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from cogs.widgets.purposes import CHAPTER, RULE
from render.picture import Picture
from rules.core.game import Clause, Game

SEE_ALSO: Final = 5
"""Clauses that were found together: buttons of one row."""
CITED: Final = 3
"""Clauses that a clause names: buttons beside the ones to the next and to the one before."""
BELOW: Final = 3
"""Clauses that are told below the one that is shown whole: a question may mean one of them."""
BESIDE: Final = 300
"""Characters of each of these."""

_CITED: Final = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]*\d)")


def rule_message(
    game: Game, rulebook: Lookup, clause: Clause, found: Sequence[str], picture: Picture | None
) -> Message:
    """A clause, whole, above some of those that were found with it, or else its neighbours.

    `found` has the numbers of all that were found, best first, this one among them or not.
    """
    numbers = {known.number: known for known in rulebook.clauses}
    others = [numbers[number] for number in found if number in numbers and number != clause.number]
    beside = (others or _around(rulebook, clause))[:BELOW]
    mark = "\n-# house rule" if clause.ruling else ""
    lines = [
        f"**{game.title}** · {chapter_name(clause)}",
        f"**{_name(clause)}**\n{clause.text}{mark}",
        *(["Also found:" if others else "Next to it:"] if beside else ()),
        *(f"> **{_name(each)}** {_shown(each.text)}" for each in beside),
    ]
    return Message(
        shortened("\n".join(lines), LIMIT), _ways(game, rulebook, clause, found), picture, picture_name="rule.png"
    )


def chapters_message(game: Game, rulebook: Lookup, query: str) -> Message:
    """What the rulebook is about, for a query that finds nothing or says nothing."""
    said = f"**{game.title}**: what do you want to know?"
    if asked := " ".join(query.split()):
        said = f"I found no rule of {game.title} about “{escaped(asked, 60)}”."
    return Message(f"{said} Choose a chapter, or ask `/rules` in your own words.", [_chapters(game, rulebook)])


def chapter_name(clause: Clause) -> str:
    """The number and the title of a clause's chapter."""
    return f"{clause.number.partition('.')[0]} {clause.chapter}".rstrip()


def chapters(rulebook: Lookup) -> dict[str, str]:
    """The chapters' names by their numbers, in their order."""
    return {clause.number.partition(".")[0]: chapter_name(clause) for clause in rulebook.clauses}


def _name(clause: Clause) -> str:
    return f"{clause.number} {clause.title}".rstrip()


def _shown(text: str) -> str:
    return shortened(" ".join(text.split()), BESIDE)


def _ways(game: Game, rulebook: Lookup, clause: Clause, found: Sequence[str]) -> list[Item]:
    """What was found, as a row in which the one that is shown is pressed already; then the clauses before and after and
    those that the text names; then the chapters.
    """
    known = {each.number: each for each in rulebook.clauses}
    first = [known[number] for number in dict.fromkeys(found) if number in known][:SEE_ALSO]
    first = [] if first == [clause] else first
    trail = ",".join(each.number for each in first)
    cited = [known[number] for number in _CITED.findall(clause.text) if number in known][:CITED]
    second = [
        each for each in dict.fromkeys((*_around(rulebook, clause), *cited)) if each not in first and each is not clause
    ]
    items: list[Item] = []
    for row, clauses in enumerate(filter(None, (first, second))):
        for each in clauses:
            item = button(each.heading, RULE(game.key, each.number, trail), row=row)
            item.disabled = each is clause
            items.append(item)
    return [*items, _chapters(game, rulebook)]


def _chapters(game: Game, rulebook: Lookup) -> Item:
    options = [option(name, number) for number, name in chapters(rulebook).items()]
    return menu("Chapters …", CHAPTER(game.key), options[:OPTIONS])


def _around(rulebook: Lookup, clause: Clause) -> list[Clause]:
    """The clauses before and after it in its chapter."""
    own = [each for each in rulebook.clauses if chapter_name(each) == chapter_name(clause)]
    place = own.index(clause)
    return [*own[max(0, place - 1) : place], *own[place + 1 : place + 2]]
