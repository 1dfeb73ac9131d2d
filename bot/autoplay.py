"""Matches that the computer plays against itself: for simulations, playthroughs, pictures and tests of the rules."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.core.game import Game, Seat, State, advance
from rules.core.notation import Action
from rules.core.rng import below, next_bits, split

Player = Callable[[Game[Any, Any], State, Seat, int], tuple[int, Action]]
"""Decides for a seat that is asked: takes a generator's state, gives the next one and a legal action."""

# Streams of a match's seed. A game's own deal may use those from 0 upwards.
_DECKS: Final = 1 << 32
_CHOICES: Final = _DECKS + 1


def at_random(_game: Game[Any, Any], g: State, seat: Seat, random: int) -> tuple[int, Action]:
    """Any legal action, each equally likely."""
    legal = g.phase.options(g, seat)
    random, choice = below(random, len(legal)) if len(legal) > 1 else (random, 0)
    return random, legal[choice]


def greedily(game: Game[Any, Any], g: State, seat: Seat, random: int) -> tuple[int, Action]:
    """What the game's own simple player would do, who sees no more than the seat does."""
    random, bits = next_bits(random)
    return random, game.greedy(game.view(g, seat), bits)


PLAYERS: Final[dict[str, Player]] = {"random": at_random, "greedy": greedily}
"""By the word that names them on the command line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What matches are played with. The same setup and the same seed make the same match."""

    game: Game[Any, Any]
    players: tuple[str, ...]
    """By seat, one of `PLAYERS` each: as many as there are seats."""
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
        several seats that are asked at once, any may be the first to act.
        """
        game, random = self.game, split(seed, _CHOICES)
        players = [PLAYERS[player] for player in self.players]
        while waiting := g.phase.waiting:
            seat = waiting[0]
            if len(waiting) > 1:
                random, place = below(random, len(waiting))
                seat = waiting[place]
            random, action = players[seat](game, g, seat, random)
            advance(g, seat, action)
            yield seat, action

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
