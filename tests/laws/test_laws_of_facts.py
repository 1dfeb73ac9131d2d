"""What stands in a state counts by the names that the game gives it."""

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
from rules.core.facts import Fact
from rules.core.game import Game
from tests.laws.matches import walk

MOST = 12
"""Combinations of options and numbers of players that are played of each game."""


def setups(game: Game) -> list[Setup]:
    """Matches of random players with every option, and with the fewest and the most players, evenly spread."""
    names = [option.name for option in game.options]
    found = []
    for values in product(*(option.values for option in game.options)):
        options = dict(zip(names, values, strict=True))
        if able := game.playable(options):
            found += [Setup(game=game, players=("random",) * seats, options=options) for seats in {able[0], able[-1]}]
    return found[:: 1 + len(found) // MOST]


def test_every_part_of_every_state_names_its_fact(game: Game) -> None:
    """And no two parts of a game name the same."""
    met: set[type] = set()
    for setup in setups(game):
        for g in walk(setup, seed=1, stride=15):
            met.update(kinds(g))
    assert all(issubclass(kind, Fact) for kind in met)
    named = [kind.fact for kind in met if issubclass(kind, Fact)]
    assert all(named)
    assert len(set(named)) == len(named)


def kinds(value: object) -> Iterator[type]:
    """Of every dataclass in it, but for cards."""
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
    return [import_module(found.name) for found in pkgutil.walk_packages(rules.__path__, "rules.")]


def facts() -> list[type[Fact]]:
    """Every fact in rules/, those too that are seldom met in a match."""
    found = {
        kind
        for module in modules()
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Fact) and kind.__module__ == module.__name__
    }
    return sorted(found - {Fact}, key=lambda kind: (kind.__module__, kind.__name__))


def test_whatever_is_not_only_a_base_names_its_fact() -> None:
    found = facts()
    bases = {base for kind in found for base in kind.__bases__}
    assert [kind for kind in found if not kind.fact and kind not in bases] == []
