"""Earlier rules: what a game was like for the matches that were begun before its rules changed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.game import Game, RuleOption


def earlier(game: type[Game], version: int, options: Mapping[str, str]) -> type[Game]:
    """The game as it was played in this version: today's, where a match that says nothing of these options has them so.

    A rule that changes is an option, whose default is the new rule: what it was before is another value of it.

    Raises:
        ValueError: the game has no such option, or not with this value.
    """
    names = {option.name for option in game.options}
    for name in options:
        if name not in names:
            raise ValueError(f"{game.__name__} has no option {name}")
    was: Sequence[RuleOption] = [_with_default(option, options.get(option.name)) for option in game.options]
    return type(f"{game.__name__}{version}", (game,), {"version": version, "options": tuple(was)})


def _with_default(option: RuleOption, value: str | None) -> RuleOption:
    if value is None:
        return option
    if value not in option.values:
        raise ValueError(f"the option {option.name} has no value {value}")
    return replace(option, values=(value, *(other for other in option.values if other != value)))
