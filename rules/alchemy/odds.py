"""The chances that unseen cards stop an attack, as the quick player estimates them."""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from rules.alchemy.attacks import NO_GUARD, Guard, Link, Preparation, defence_of, verdict
from rules.alchemy.cards import AlchemyCard, ElementCard, Essence, essences_of
from rules.alchemy.elements import BASICS, STRENGTH, Element, joined
from rules.alchemy.view import SideView

_ELEMENTS: Final = 0.58
"""The average share of elements among the cards of a hand."""
_WILLING: Final = 0.5
"""The chance that a player who can defend with a complex element does so."""
_TYPES: Final = tuple((element, 2 * magnitude) for element in BASICS for magnitude in (1, 2, 3))
_PAIRS: Final = tuple(
    (joined(one[0], other[0]), one[1] + other[1]) for one, other in combinations(_TYPES, 2) if one[0] is not other[0]
)


class Odds(NamedTuple):
    """The chance that an attack wins its battle, and the chance that it is parried."""

    wins: float
    parried: float


@lru_cache(maxsize=2048)
def _stopping(element: Element, counted: int, undoubled: bool) -> tuple[float, float, float]:
    """Return the share of single cards that stop an attack, the share of pairs that do, and the share of parries among
    these.
    """
    stopped, parried = [0, 0], 0
    for kind, group in enumerate((_TYPES, _PAIRS)):
        for defender, magnitude in group:
            strength = STRENGTH[defender][element]
            counts = magnitude * 2 if strength > 0 and not undoubled else magnitude // 2 if strength < 0 else magnitude
            if defender is not element and counts >= counted:
                stopped[kind] += 1
                parried += counts > counted
    return stopped[0] / len(_TYPES), stopped[1] / len(_PAIRS), parried / (sum(stopped) or 1)


def odds_of(attack: Link, preparation: Preparation, target: SideView) -> Odds:
    """Return the chances of an attack on this player."""
    singles, pairs, parried = _stopping(attack.essence.element, attack.counted, preparation.undoubled)
    if preparation.complex_only:
        singles = 0.0
    hidden = target.hand - len(target.shown)
    held = hidden * _ELEMENTS
    wins = (1 - singles * _ELEMENTS) ** hidden * (1 - pairs * _WILLING) ** (held * (held - 1) / 2 if held > 1 else 0)
    if target.shown and any(stops(attack, made, preparation, NO_GUARD) for made in essences_in(target.shown)):
        wins *= 0.1
    return Odds(wins, (1 - wins) * parried)


def stops(attack: Link, essence: Essence, preparation: Preparation, guard: Guard) -> bool:
    """Return whether this defence would counter or parry the attack."""
    if essence.element is attack.essence.element or (preparation.complex_only and not essence.is_complex):
        return False
    defence = defence_of(1 - attack.seat, essence, attack.essence.element, preparation, guard)
    return verdict(attack, defence) in {"countered", "parried"}


@lru_cache(maxsize=2048)
def essences_in(cards: tuple[AlchemyCard, ...], *, literal: bool = False) -> tuple[Essence, ...]:
    """Return every element that can be played with these cards. literal: as in `essences_of`."""
    held = cards if literal else dict.fromkeys(cards)
    return essences_of([card for card in held if isinstance(card, ElementCard)], literal=literal)


def chance_to_draw_a_stop(attack: Link, preparation: Preparation, cards: int) -> float:
    """Return the chance that one of the next cards of a deck stops the attack by itself."""
    singles, _, _ = _stopping(attack.essence.element, attack.counted, preparation.undoubled)
    return 0.0 if preparation.complex_only else 1.0 - (1.0 - singles * _ELEMENTS) ** cards
