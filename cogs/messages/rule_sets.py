"""The rules of a match in words: house rules, as written, or custom ones, and the clauses in which the two differ."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.model.match import Match
from cogs.messages.message import LIMIT, Message
from cogs.text import shortened
from cogs.widgets.items import Item, button
from cogs.widgets.pages import page_buttons
from cogs.widgets.purposes import DIFFERENCES, DIFFERENCES_PAGE
from cogs.widgets.refusals import SpokenRefusal
from render.lengths import length
from rules.core.game import Clause, Game
from rules.core.options import RuleSet
from rules.core.words import together

RULE_SETS: Final = {
    RuleSet.HOUSE: "house rules",
    RuleSet.WRITTEN: "as written",
    RuleSet.CUSTOM: "custom rules",
}
"""The sets of rules as players read them."""


def titled(title: str, rules: RuleSet) -> str:
    """Return the title of a game, with the rules unless they are house rules."""
    return title if rules is RuleSet.HOUSE else f"{title}, {RULE_SETS[rules]}"


def rule_set_named(words: str | None) -> RuleSet | None:
    """Return the set of rules that is called so in `RULE_SETS`; None for None."""
    return None if words is None else next(rules for rules, name in RULE_SETS.items() if name == words)


def chosen_rules(text: str) -> RuleSet:
    """Return the rules that were chosen in a menu.

    Raises:
        Refusal: there are no such rules.
    """
    try:
        return RuleSet(text)
    except ValueError:
        raise SpokenRefusal(f"There are no such rules. Choose {together(list(RULE_SETS.values()), 'or')}.") from None


_LINES: Final = {
    RuleSet.HOUSE: "House rules: based on the author's game.",
    RuleSet.WRITTEN: "Rules as written by the game's author.",
    RuleSet.CUSTOM: "Custom rules: some house rules, some as the author wrote them.",
}
_EACH: Final = 700
"""The maximum length of each rule of a difference."""


def rules_line(game: Game, match: Match) -> list[str]:
    """Return the line that says which rules are played; [] for a game with one set of rules."""
    return [f"-# {_LINES[game.rule_set(match.options)]}"] if len(game.rule_sets) > 1 else []


def differences_button(game: Game, match: Match) -> list[Item]:
    """Return the button that lists the clauses in which the rules differ; [] for a game with one set of rules."""
    return [button("The rules", DIFFERENCES(match.key))] if len(game.rule_sets) > 1 else []


def differences_message(game: Game, rulebook: Sequence[Clause], match: Match, page: int) -> Message:
    """Return a page of the clauses in which house rules differ from the author's, with both rules of each. The one that
    holds in this match comes first.
    """
    head = f"**{game.title}: house rules and the author's**\n{_LINES[game.rule_set(match.options)]}"
    pages: list[list[str]] = [[]]
    for entry in (_difference(clause, match) for clause in rulebook if clause.house is not None):
        if pages[-1] and length("\n".join([head, *pages[-1], entry])) > LIMIT:
            pages.append([])
        pages[-1].append(entry)
    page = min(page, len(pages) - 1)
    turning = page_buttons(page, len(pages), partial(DIFFERENCES_PAGE, match.key))
    return Message("\n".join([head, *pages[page]]), turning)


def _difference(clause: Clause, match: Match) -> str:
    assert clause.house is not None
    house, written = _line(clause.house.text), _line(clause.text)
    heading = f"**{clause.number} {clause.title}**"
    if clause.house_holds(match.options):
        return f"{heading} House rule: {house}\n-# As written: {written}"
    return f"{heading} As written: {written}\n-# House rule: {house}"


def _line(text: str) -> str:
    return shortened(" ".join(text.split()), _EACH)
