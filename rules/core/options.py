"""Options, the variants of a game's rules, and the two sets of rules that they make: house rules and as written.

Most games here are developed further than their authors wrote them. Where a house rule differs from the author's rule,
an option has a value for each. The rules of a match follow from the values of its options.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

RULES: Final = "rules"
"""The word that chooses a set of rules where an option is chosen by its name. No option has it as its name."""


class RuleSet(StrEnum):
    """The rules of a match."""

    HOUSE = "house"
    """Our rules wherever they differ from the author's."""
    WRITTEN = "as-written"
    """The author's rules wherever there are any."""
    CUSTOM = "custom"
    """Some of ours and some of the author's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOption:
    """A variant of the rules, chosen before the match."""

    name: str
    """The option's name: lower-case words joined by underscores."""
    values: tuple[str, ...]
    """The possible values, the default first: it is the house rule."""
    summary: str
    """The effect of the option, in one line of at most 100 characters."""
    clause: str
    written: tuple[str, ...] = ()
    """The values with which the author's rules hold, the one of the basic game first; () if they say nothing about it,
    so that every value goes with them.
    """

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def as_written(self) -> str:
        """The value of a match by the author's rules: the default if they say nothing about it."""
        return self.written[0] if self.written else self.default

    @property
    def differs(self) -> bool:
        """Whether the house rule differs from the author's rule."""
        return self.as_written != self.default


def rule_set_of(options: Sequence[RuleOption], chosen: Mapping[str, str]) -> RuleSet:
    """Return the rules that these values make; a missing value is the default.

    An option about which the author says nothing, or whose default is the author's rule, leaves house rules what they
    are. So does a variant that the author offers for a match as written.
    """
    values = {option.name: chosen.get(option.name, option.default) for option in options}
    if all(values[option.name] == option.default for option in options if option.differs):
        return RuleSet.HOUSE
    if all(values[option.name] in option.written for option in options if option.written):
        return RuleSet.WRITTEN
    return RuleSet.CUSTOM


def with_rule_set(options: Sequence[RuleOption], chosen: Mapping[str, str], rule_set: RuleSet) -> dict[str, str]:
    """Return the values of all options by house rules or as written. Options that make no difference between these two
    keep their chosen values, as long as the author's rules allow them.

    Raises:
        ValueError: the rules are custom ones, which have no values of their own.
    """
    if rule_set is RuleSet.CUSTOM:
        raise ValueError("custom rules are chosen option by option")
    values = {option.name: option.default for option in options if option.differs}
    if rule_set is RuleSet.WRITTEN:
        values = {option.name: option.as_written for option in options if option.written}
    return {option.name: values.get(option.name, chosen.get(option.name, option.default)) for option in options}


def extras(options: Sequence[RuleOption], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen values that differ from those of the match's own rules; in a match with custom rules, from
    those of the house rules.
    """
    written = rule_set_of(options, chosen) is RuleSet.WRITTEN
    usual = {option.name: option.as_written if written else option.default for option in options}
    return {name: value for name, value in chosen.items() if value != usual.get(name)}
