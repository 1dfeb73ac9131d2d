"""Matches that the computer plays against itself: for simulations, playthroughs, pictures and tests of the rules."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, advance
from rules.core.rng import below, next_bits, split

# Streams of a match's seed. A game's own deal may use those from 0 upwards.
_DECKS: Final = 1 << 32
_CHOICES: Final = _DECKS + 1

_SELDOM: Final = 8
"""A random player takes one in so many of its chances to interrupt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Plays a seat. Each function takes a generator's state, and gives the next one with a legal action."""

    decide: Callable[[Game, State, Seat, int], tuple[int, Action]]
    """For a seat that is asked."""
    interrupt: Callable[[Game, State, Seat, int], tuple[int, Action | None]]
    """For one that is not, and may act all the same; None: it lets the chance pass."""


def at_random(_game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action]:
    """Any legal action, each equally likely."""
    legal = g.phase.options(g, seat)
    random, choice = below(random, len(legal)) if len(legal) > 1 else (random, 0)
    return random, legal[choice]


def seldom(_game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action | None]:
    """Now and then any of the interrupts."""
    random, wait = below(random, _SELDOM)
    legal = g.phase.interrupts(g, seat)
    if wait:
        return random, None
    random, choice = below(random, len(legal))
    return random, legal[choice]


def greedily(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action]:
    """What the game's own simple player would do, who sees no more than the seat does."""
    random, bits = next_bits(random)
    return random, game.greedy(game.view(g, seat), bits)


def when_it_pays(game: Game, g: State, seat: Seat, random: int) -> tuple[int, Action | None]:
    """What the game's own simple player would interrupt with."""
    random, bits = next_bits(random)
    return random, game.interrupt(game.view(g, seat), bits)


POLICIES: Final = {
    "random": Policy(decide=at_random, interrupt=seldom),
    "greedy": Policy(decide=greedily, interrupt=when_it_pays),
}
"""By the word that names them on the command line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What matches are played with. The same setup and the same seed make the same match."""

    game: Game
    players: tuple[str, ...]
    """By seat, one of `POLICIES` each: as many as there are seats."""
    options: Mapping[str, str]
    decks: tuple[str, ...] = ()
    """Ids of ready-made decks by seat. Seats beyond them draw theirs: different ones as long as there are any."""

    def begin(self, seed: int) -> tuple[State, tuple[str, ...]]:
        """The state before the first decision, and the ids of the decks by seat: () in a game without.

        Raises:
            TableError: the game cannot be played like this.
        """
        decks = self._draw_decks(split(seed, _DECKS))
        lists = [self.game.decks[deck].cards for deck in decks]
        g: State = self.game.begin(seats=len(self.players), options=self.options, decks=lists, seed=seed)
        return g, decks

    def play(self, g: State, seed: int) -> Iterator[tuple[Seat, Action]]:
        """Play a match that was begun with this seed to its end, in place.

        Each action is given when it has been played, and nothing more happens before the next one is asked for. Of
        several seats that are asked at once, any may be the first to act; whoever may interrupt them is heard before.
        """
        game, random = self.game, split(seed, _CHOICES)
        players = [POLICIES[player] for player in self.players]
        while waiting := g.phase.waiting:
            if g.phase.interruptible:
                random, interrupt = self._interrupt(g, random)
                if interrupt is not None:
                    advance(g, *interrupt)
                    yield interrupt
                    continue
            seat = waiting[0]
            if len(waiting) > 1:
                random, place = below(random, len(waiting))
                seat = waiting[place]
            random, action = players[seat].decide(game, g, seat, random)
            advance(g, seat, action)
            yield seat, action

    def _interrupt(self, g: State, random: int) -> tuple[int, tuple[Seat, Action] | None]:
        """The first seat that uses its chance, by the order of seats."""
        for seat, player in enumerate(self.players):
            if seat not in g.phase.waiting and g.phase.interrupts(g, seat):
                random, action = POLICIES[player].interrupt(self.game, g, seat, random)
                if action is not None:
                    return random, (seat, action)
        return random, None

    def _draw_decks(self, random: int) -> tuple[str, ...]:
        everything = list(self.game.decks)
        decks = list(self.decks)
        pool = [deck for deck in everything if deck not in decks]
        while everything and len(decks) < len(self.players):
            pool = pool or everything.copy()
            random, place = below(random, len(pool))
            decks.append(pool.pop(place))
        return tuple(decks)


def seat_name(seat: Seat) -> str:
    """What the computer's players are called in texts and pictures."""
    return f"Seat {seat}"
