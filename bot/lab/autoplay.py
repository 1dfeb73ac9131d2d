"""Matches of computer players: for simulations, playthroughs, pictures and tests of the rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.lab.gifts import Gift
from bot.lab.players import Policy, player
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, advance
from rules.core.rng import below, split

# Random streams split from a match's seed. A game's deal may use the streams from 0 upwards.
_DECKS: Final = 1 << 32
_CHOICES: Final = _DECKS + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Players, options and decks of a match. The same setup and seed make the same match."""

    game: Game
    players: tuple[str, ...]
    """The name of a player for each seat (`bot.lab.players`)."""
    options: Mapping[str, str]
    decks: tuple[str, ...] = ()
    """The ids of ready-made decks by seat. The other seats draw random decks, all different while there are enough."""
    lists: tuple[tuple[CardId, ...], ...] = ()
    """The cards of a deck for every seat, in place of ready-made decks."""
    gift: tuple[Seat, Gift] | None = None
    """The seat that gets a gift at the beginning, and the gift."""

    def begin(self, seed: int) -> tuple[State, tuple[str, ...]]:
        """Return the state before the first decision, and the ids of the decks by seat: () in a game without decks.

        Raises:
            TableError: the game cannot be played with this setup.
        """
        decks = () if self.lists else self._draw_decks(split(seed, _DECKS))
        lists = self.lists or [self.game.decks[deck].cards for deck in decks]
        g: State = self.game.begin(seats=len(self.players), options=self.options, decks=lists, seed=seed)
        if self.gift:
            seat, gift = self.gift
            gift.give(self.game, g, seat)
        return g, decks

    def play(self, g: State, seed: int) -> Iterator[tuple[Seat, Action]]:
        """Play a match to its end, in place. seed: the seed with which it was begun.

        Yield each action just after it was played; the caller sees the table at that moment. If several seats must act,
        a random one acts first; seats with a reaction get their chance before it.
        """
        game, random = self.game, split(seed, _CHOICES)
        players = [player(game, name) for name in self.players]
        while waiting := g.phase.waiting:
            if g.phase.allows_reactions:
                random, react = self._react(players, g, random)
                if react is not None:
                    advance(g, *react)
                    yield react
                    continue
            seat = waiting[0]
            if len(waiting) > 1:
                random, place = below(random, len(waiting))
                seat = waiting[place]
            random, action = players[seat].decide(game, g, seat, random)
            advance(g, seat, action)
            yield seat, action

    def _react(self, players: Sequence[Policy], g: State, random: int) -> tuple[int, tuple[Seat, Action] | None]:
        """Return the generator's state, and the first seat, in the order of seats, that reacts, with its action; None:
        no seat reacts.
        """
        for seat, policy in enumerate(players):
            if seat not in g.phase.waiting and g.phase.reactions(g, seat):
                random, action = policy.react(self.game, g, seat, random)
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
    """Return the name of a seat in texts and pictures."""
    return f"Seat {seat}"
