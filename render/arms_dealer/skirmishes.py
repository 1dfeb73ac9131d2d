"""Describe the skirmishes of a battle for the pictures and texts of Arms Dealer."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from rules.arms_dealer.cards import ItemCard, ShipCard
from rules.arms_dealer.events import Forfeited, SkirmishDecided
from rules.arms_dealer.view import ArmsDealerView
from rules.core.cards import Card, CardId
from rules.core.game import Game

C = TypeVar("C", bound=Card)


class Fate(Enum):
    """The result of a skirmish for a side's ships."""

    FIGHTING = "fights"
    WON = "won"
    LOST = "lost"
    TIED = "tied"
    FORFEITED = "forfeited"
    SPARED = "won unseen"

    @property
    def destroyed(self) -> bool:
        return self in {Fate.LOST, Fate.TIED, Fate.FORFEITED}

    @property
    def wins(self) -> bool:
        return self in {Fate.WON, Fate.TIED, Fate.SPARED}


@dataclass(frozen=True, slots=True)
class Corner:
    """One side of a skirmish."""

    fate: Fate
    ships: tuple[ShipCard, ...]
    """The ship, then its reinforcements; () if nobody saw the ship."""
    items: tuple[ItemCard, ...]
    power: int


@dataclass(frozen=True, slots=True)
class Fight:
    """A skirmish in progress, or its result."""

    skirmish: int
    corners: tuple[Corner, Corner]
    """The two sides, by seat."""

    @property
    def over(self) -> bool:
        return self.corners[0].fate is not Fate.FIGHTING


def fights_of(game: Game, view: ArmsDealerView) -> list[Fight]:
    """Return the skirmishes of this battle in order; the last one may still be in progress."""
    fights = [_fought(game, ended) for ended in view.fought]
    if any(side.fighting for side in view.sides):
        one, two = (Corner(Fate.FIGHTING, side.fighting, side.equipped, side.power) for side in view.sides)
        fights.append(Fight(view.skirmish, (one, two)))
    return fights


def _fought(game: Game, ended: SkirmishDecided | Forfeited) -> Fight:
    if isinstance(ended, Forfeited):
        lost = Corner(Fate.FORFEITED, cards_of(game, (ended.card,), ShipCard), (), 0)
        won = Corner(Fate.SPARED, (), (), 0)
        return Fight(ended.skirmish, (lost, won) if ended.seat == 0 else (won, lost))
    one, two = (
        Corner(
            Fate.TIED if ended.winner is None else Fate.WON if ended.winner == seat else Fate.LOST,
            cards_of(game, ended.ships[seat], ShipCard),
            cards_of(game, ended.items[seat], ItemCard),
            ended.powers[seat],
        )
        for seat in (0, 1)
    )
    return Fight(ended.skirmish, (one, two))


def cards_of(game: Game, ids: Iterable[CardId], kind: type[C]) -> tuple[C, ...]:
    """Return the cards with these ids that are of this kind."""
    return tuple(card for card in map(game.cards.__getitem__, ids) if isinstance(card, kind))
