"""Sample likely states: guess the other player's formation from the ships that they have shown, and from a raise."""

from itertools import pairwise
from math import factorial
from typing import Final

from rules.arms_dealer.cards import ShipCard
from rules.arms_dealer.content import Content
from rules.arms_dealer.events import SkirmishDecided
from rules.arms_dealer.observation import determinize
from rules.arms_dealer.odds import battle, classes, reserve_of
from rules.arms_dealer.state import ArmsDealerState
from rules.arms_dealer.view import ArmsDealerView
from rules.core.events import Seat
from rules.core.rng import below, next_bits

_ORDERLY: Final = 60
"""The share of players, in per cent, who lay their weakest ships first."""
_HUNDRED: Final = 100
_TRIES: Final = 8
"""The number of sampled states after which the last one is returned, even if it is unlikely."""
_CONVINCED: Final = 0.55
"""A player with at least this chance to win the battle raises without bluffing."""
_BLUFFS: Final = 4
"""If a player has raised, one in this many sampled states is accepted although the raise would be a bluff in it."""


def likely_state(content: Content, view: ArmsDealerView, random: int) -> ArmsDealerState:
    """Return a state that this view could come from. Likely states are returned more often."""
    assert view.seat is not None
    other = 1 - view.seat
    shown = _shown(content, view, other)
    random, draw = below(random, _HUNDRED)
    least = max(shown, default=0) if draw < _orderly(shown) else None
    tries = 0
    while True:
        random, bits = next_bits(random)
        g = determinize(content, view, bits)
        random, bluff = below(random, _BLUFFS)
        ships = [ship for ship in g.sides[other].formation if ship]
        if least is not None:
            _put_in_order(g, other)
        fits = least is None or all(ship.power >= least for ship in ships)
        convinced = not view.raised or not bluff or _chance(g, view, other) >= _CONVINCED
        tries += 1
        if (fits and convinced) or tries == _TRIES:
            return g


def _shown(content: Content, view: ArmsDealerView, seat: Seat) -> list[int]:
    """Return the powers of the ships that a player has shown in this battle, in the order of their spaces."""
    ships = [
        event.ships[seat][0] if isinstance(event, SkirmishDecided) else event.card
        for event in view.fought
        if isinstance(event, SkirmishDecided) or event.seat == seat
    ]
    ships += [ship.id for ship in view.sides[seat].fighting[:1]]
    cards = [content.cards[ship] for ship in ships]
    return [card.power for card in cards if isinstance(card, ShipCard)]


def _orderly(shown: list[int]) -> float:
    """Return the chance, in per cent, that a player who has shown these ships laid the weakest ones first.

    The chance is 0 if a weaker ship came after a stronger one. Otherwise it grows with the number of ships shown.
    """
    if any(later < earlier for earlier, later in pairwise(shown)):
        return 0
    by_chance = (_HUNDRED - _ORDERLY) / factorial(len(shown))
    return _HUNDRED * _ORDERLY / (_ORDERLY + by_chance)


def _put_in_order(g: ArmsDealerState, seat: Seat) -> None:
    formation = g.sides[seat].formation
    ships = sorted((ship for ship in formation if ship), key=lambda ship: ship.power)
    for space, ship in enumerate(formation):
        if ship:
            formation[space] = ships.pop(0)


def _chance(g: ArmsDealerState, view: ArmsDealerView, seat: Seat) -> float:
    """Return the seat's chance to win the battle in this state, as far as that seat knows."""
    side, other = g.sides[seat], view.sides[1 - seat]
    powers = tuple([ship.power for ship in side.formation if ship])
    return battle(powers, classes(other.unseen), side.wins, other.wins, reserve_of(side.hand, other.hand))
