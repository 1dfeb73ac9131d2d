"""The messages of `/rules`: a clause with links to others, or the chapters of a rulebook."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.content.lookup import Lookup
from bot.model.match import MatchId
from cogs.messages.message import LIMIT, Message
from cogs.text import escaped, shortened
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from cogs.widgets.purposes import CHAPTER, RULE
from render.picture import Picture
from rules.core.game import Clause, Game, Grounds

SEE_ALSO: Final = 5
"""The number of search results that are shown as one row of buttons."""
CITED: Final = 3
"""The number of clauses cited by a clause that get buttons, besides the next and the previous clause."""
BELOW: Final = 3
"""The number of other clauses quoted below the main one, since the question may have meant one of them."""
BESIDE: Final = 300
"""The maximum length of each quoted clause."""

_CITED: Final = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]*\d)")


_GROUNDS: Final = {
    Grounds.SILENT: "the original rules leave this open",
    Grounds.CONTRADICTION: "the original rules say two things about it",
    Grounds.LAST_RESORT: "without it, a match might never end",
}
"""The reasons for rulings, for players."""


@dataclass(frozen=True, slots=True)
class RulesOf:
    """The rules by which a game is played: today's, or those of a match."""

    game: Game
    lookup: Lookup
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the match; without any, house rules hold."""
    began_by: MatchId | None = None
    """The match that began with this rulebook before it changed; None: it is today's."""

    @property
    def head(self) -> str:
        """The game, and the match if its rulebook is not today's."""
        since = f" (as match #{self.began_by} began: the rulebook has changed since)" if self.began_by else ""
        return f"**{self.game.title}**{since}"


def rule_message(rules: RulesOf, clause: Clause, results: Sequence[str], picture: Picture | None) -> Message:
    """Return the message of a clause: its whole text above other search results, or else above its neighbours.

    results: the numbers of all search results, best first, with or without this clause.
    """
    numbers = {rule.number: rule for rule in rules.lookup.clauses}
    others = [numbers[number] for number in results if number in numbers and number != clause.number]
    beside = (others or _around(rules.lookup, clause))[:BELOW]
    lines = [
        f"{rules.head} · {chapter_name(clause)}",
        f"**{_name(clause)}**\n{_text(clause, rules.options)}{_origin(clause, rules.options)}",
        *(["Also found:" if others else "Nearby rules:"] if beside else ()),
        *(f"> **{_name(each)}** {_shown(_text(each, rules.options))}" for each in beside),
    ]
    ways = _ways(rules.game, rules.lookup, clause, results)
    return Message(shortened("\n".join(lines), LIMIT), ways, picture, picture_name="rule.png")


def _text(clause: Clause, options: Mapping[str, str]) -> str:
    """Return the rule that holds in a match with these options."""
    return clause.house.text if clause.house is not None and clause.house_holds(options) else clause.text


def _origin(clause: Clause, options: Mapping[str, str]) -> str:
    """Return lines that tell the author's rule from the house rule, or the grounds of a ruling; "" for a clause from
    the source without a house rule.
    """
    if clause.house is None:
        return f"\n-# Our ruling: {_GROUNDS[clause.grounds]}." if clause.ruling and not clause.definition else ""
    if clause.house_holds(options):
        return f"\n-# House rule. {clause.house.why}\n-# As written: {_line(clause.text)}"
    return f"\n-# As written. House rules differ: {_line(clause.house.text)}"


def chapters_message(rules: RulesOf, query: str) -> Message:
    """Return the list of chapters, for an empty query or one without results."""
    head = f"{rules.head}: what do you want to know?"
    if question := " ".join(query.split()):
        head = f"I found no rule of {rules.game.title} about “{escaped(question, 60)}”."
    text = f"{head} Choose a chapter, or ask `/rules` in your own words."
    return Message(text, [_chapters(rules.game, rules.lookup)])


def chapter_name(clause: Clause) -> str:
    """Return the number and the title of a clause's chapter."""
    return f"{clause.number.partition('.')[0]} {clause.chapter}".rstrip()


def chapters(rulebook: Lookup) -> dict[str, str]:
    """Return the chapters' names by their numbers, in order."""
    return {clause.number.partition(".")[0]: chapter_name(clause) for clause in rulebook.clauses}


def _name(clause: Clause) -> str:
    return f"{clause.number} {clause.title}".rstrip()


def _line(text: str) -> str:
    return " ".join(text.split())


def _shown(text: str) -> str:
    return shortened(_line(text), BESIDE)


def _ways(game: Game, rulebook: Lookup, clause: Clause, results: Sequence[str]) -> list[Item]:
    """Return the buttons below a clause: a row of the search results (the button of this clause is disabled), a row of
    the previous, next and cited clauses, and the menu of chapters.
    """
    by_number = {each.number: each for each in rulebook.clauses}
    first = [by_number[number] for number in dict.fromkeys(results) if number in by_number][:SEE_ALSO]
    first = [] if first == [clause] else first
    trail = ",".join(each.number for each in first)
    cited = [by_number[number] for number in _CITED.findall(clause.whole) if number in by_number][:CITED]
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
    """Return the previous and the next clause in the same chapter."""
    siblings = [each for each in rulebook.clauses if chapter_name(each) == chapter_name(clause)]
    place = siblings.index(clause)
    return [*siblings[max(0, place - 1) : place], *siblings[place + 1 : place + 2]]
