"""Rating lists: which ratings are compared with each other."""

from typing import NamedTuple

from rules.core.options import RuleSet


class RatingList(NamedTuple):
    """The ratings at one game, played by one set of rules, on one server."""

    guild: int
    game: str
    """The key of the game."""
    rules: RuleSet = RuleSet.HOUSE
