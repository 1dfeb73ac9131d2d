"""Earlier rules of a game, for matches that began before its rules changed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.game import Game
from rules.core.options import RuleOption


def earlier(game: type[Game], version: int, options: Mapping[str, str]) -> type[Game]:
    """Return the game as it was in this version: the present game, with other defaults for these options.

    The default of such an option is the new rule; one of its other values is the old rule.

    Raises:
        ValueError: the game has no such option, or the option does not have this value.
    """
    names = {option.name for option in game.options}
    for name in options:
        if name not in names:
            raise ValueError(f"{game.__name__} has no option {name}")
    earlier_options: Sequence[RuleOption] = [_with_default(option, options.get(option.name)) for option in game.options]
    return type(f"{game.__name__}{version}", (game,), {"version": version, "options": tuple(earlier_options)})


def _with_default(option: RuleOption, value: str | None) -> RuleOption:
    if value is None:
        return option
    if value not in option.values:
        raise ValueError(f"the option {option.name} has no value {value}")
    return replace(option, values=(value, *(other for other in option.values if other != value)))
