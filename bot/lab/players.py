"""Computer players, by their names on the command line."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.computer.levels import EFFORT, Level, choose
from bot.computer.search import Search
from bot.lab.bias import PREFIX, Leaning
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State
from rules.core.rng import below, next_bits
from rules.core.scripts import Script

_EXPERT: Final = f"{Level.EXPERT}:"
_SELDOM: Final = 8
"""A random player takes one in this many of its chances to react."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The two functions that play a seat. Each takes a generator's state, and returns the next one with a legal
    action.
    """

    decide: Callable[[Game, State, Seat, int], tuple[int, Action]]
    """Plays a seat that must act."""
    react: Callable[[Game, State, Seat, int], tuple[int, Action | None]]
    """Plays a seat that may react; None means no reaction."""


def at_random(_game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action]:
    """Choose any legal action, each equally likely."""
    legal = g.phase.options(g, seat)
    random, choice = below(random, len(legal)) if len(legal) > 1 else (random, 0)
    return random, legal[choice]


def seldom(_game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action | None]:
    """Choose a random reaction now and then."""
    random, wait = below(random, _SELDOM)
    legal = g.phase.reactions(g, seat)
    if wait:
        return random, None
    random, choice = below(random, len(legal))
    return random, legal[choice]


def greedily(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action]:
    """Choose as the game's quick player does, from the seat's own view."""
    random, bits = next_bits(random)
    return random, game.greedy(game.view(g, seat), bits)


def when_it_pays(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action | None]:
    """React as the game's quick player does."""
    random, bits = next_bits(random)
    return random, game.react(game.view(g, seat), bits)


POLICIES: Final = {
    "random": Policy(decide=at_random, react=seldom),
    "greedy": Policy(decide=greedily, react=when_it_pays),
}
"""Quick policies for every game. As a level, the quick player is called regular."""


def _of_level(level: Level) -> Policy:
    """Return the policy of a level."""

    def decide(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action]:
        random, bits = next_bits(random)
        action = choose(game, game.view(g, seat), bits, level).action
        assert action is not None, "a seat that must act has an action"
        return random, action

    def react(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action | None]:
        random, bits = next_bits(random)
        return random, choose(game, game.view(g, seat), bits, level).action

    return Policy(decide=decide, react=react)


def searching(rollouts: int) -> str:
    """Return the name of an expert with at most this many rollouts for a decision."""
    return f"{_EXPERT}{rollouts}"


def rollouts_of(name: str) -> int:
    """Return the number of rollouts in a name that `searching` made; 0 for any other name."""
    number = name.removeprefix(_EXPERT)
    return int(number) if name != number and number.isdecimal() else 0


def _searches(rollouts: int) -> Policy:
    """Return the policy of an expert with at most this many rollouts for a decision."""
    effort = replace(EFFORT, rollouts=rollouts)

    def decide(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action]:
        random, bits = next_bits(random)
        view = game.view(g, seat)
        if len(view.options) == 1:
            return random, view.options[0]
        return random, Search(game, view, bits, lambda: False).best(effort).action

    return Policy(decide=decide, react=when_it_pays)


_LEVELS: Final = {level.value: _of_level(level) for level in Level}


def names(game: Game) -> tuple[str, ...]:
    """Return the names of all players of a game, except biased ones (`bot.lab.bias`) and those of `searching`."""
    return (*POLICIES, *_LEVELS, *game.scripts)


def player(game: Game, name: str) -> Policy:
    """Return the player of this game with this name.

    Raises:
        KeyError: there is no such player (`names`, `searching`).
        LeaningError: the name starts like that of a biased player but cannot be read.
    """
    if name.startswith(PREFIX):
        return _follows(Leaning.parse(game, name))
    if rollouts := rollouts_of(name):
        return _searches(rollouts)
    return POLICIES.get(name) or _LEVELS.get(name) or _follows(game.scripts[name])


def _follows(script: Script | Leaning) -> Policy:
    """Return the policy of a script or of a bias."""

    def decide(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action]:
        random, bits = next_bits(random)
        return random, script.decide(game, game.view(g, seat), bits)

    def react(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action | None]:
        random, bits = next_bits(random)
        return random, script.react(game, game.view(g, seat), bits)

    return Policy(decide=decide, react=react)
