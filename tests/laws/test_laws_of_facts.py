"""Laws of tags: every part of a state counts by its tag."""

import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from itertools import product
from types import ModuleType

import rules
from bot.lab.autoplay import Setup
from rules.core.cards import Card
from rules.core.game import Game
from rules.core.tags import Tagged
from tests.examples import TIMES
from tests.laws.matches import walk

MOST = 4 * TIMES
"""The number of combinations of options and players that are tried for each game."""


def setups(game: Game) -> list[Setup]:
    """Return matches of random players that cover every option, and the fewest and most players, evenly selected."""
    names = [option.name for option in game.options]
    all_setups = []
    for values in product(*(option.values for option in game.options)):
        options = dict(zip(names, values, strict=True))
        if able := game.playable(options):
            all_setups += [
                Setup(game=game, players=("random",) * seats, options=options) for seats in {able[0], able[-1]}
            ]
    return all_setups[:: 1 + len(all_setups) // MOST]


def test_every_part_of_every_state_has_a_tag(game: Game) -> None:
    """No two classes of a game share a tag."""
    met: set[type] = set()
    for setup in setups(game):
        for g in walk(setup, seed=1, stride=15):
            met.update(kinds(g))
    assert all(issubclass(kind, Tagged) for kind in met)
    named = [kind.tag for kind in met if issubclass(kind, Tagged)]
    assert all(named)
    assert len(set(named)) == len(named)


def kinds(value: object) -> Iterator[type]:
    """Yield the class of every dataclass in a value, except for cards."""
    match value:
        case Card():
            return
        case list() | tuple() | set() | frozenset():
            for item in value:
                yield from kinds(item)
        case dict():
            for key, item in value.items():
                yield from kinds(key)
                yield from kinds(item)
        case _ if is_dataclass(value):
            yield type(value)
            for field in fields(value):
                yield from kinds(getattr(value, field.name))


def modules() -> list[ModuleType]:
    return [import_module(module.name) for module in pkgutil.walk_packages(rules.__path__, "rules.")]


def facts() -> list[type[Tagged]]:
    """Return every tagged class in rules/, including those that matches seldom use."""
    tagged = {
        kind
        for module in modules()
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Tagged) and kind.__module__ == module.__name__
    }
    return sorted(tagged - {Tagged}, key=lambda kind: (kind.__module__, kind.__name__))


def test_every_class_but_bases_has_a_tag() -> None:
    tagged = facts()
    bases = {base for kind in tagged for base in kind.__bases__}
    assert [kind for kind in tagged if not kind.tag and kind not in bases] == []
