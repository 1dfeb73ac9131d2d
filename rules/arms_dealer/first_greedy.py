"""A simple player of Arms Dealer: looks one step ahead, and knows no more than its view.

Worths are in coins; chances are from 0 to 1.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arms_dealer.actions import (
    FORFEIT,
    KEEP,
    LEAVE,
    MATCH,
    PASS,
    PUT_BACK,
    READY,
    Equip,
    Lay,
    Look,
    Raise,
    Reorder,
)
from rules.arms_dealer.cards import UNIT, ItemCard, ItemKind, ShipCard
from rules.arms_dealer.limits import KEEPING, LOOKING, NEEDED
from rules.arms_dealer.view import ArmsDealerView
from rules.core.notation import Action
from rules.core.rng import below

_SHIP: Final = 800
_PER_POWER: Final = 6
"""What a ship that is not destroyed is worth, and each point of its power."""
_FEW_SHIPS: Final = 10
"""With fewer than these, a ship more counts for more."""
_POWER_ITEM: Final = 12
"""What an item that adds power is worth, for each point of it."""
_WORTH: Final = {ItemKind.REINFORCEMENTS: 3_500, ItemKind.REDRAW: 2_300}
"""What the other items for a fight are worth."""
_RESERVE: Final = 3_000
"""Coins beyond the initial bet that are not spent at the Arms Dealer."""
_FULL_HAND: Final = 5
_RICH: Final = 20_000
"""Coins that make any item worth twice as much: there is little else to spend them on."""
_TIE: Final = 0.35
"""How good a tie is: it is a win for both, and both lose a ship."""
_ITEM_EDGE: Final = 0.06
"""What an item more in hand adds to the chance to win a battle."""
_HELD_BACK: Final = 0.9
"""How much of an advantage is left for each item with which the other player may answer."""
_CONFIDENT: Final = 0.62
_HOPELESS: Final = 0.2
_BLUFFS: Final = 10
_SWAPS: Final = 4
"""One chance out of so many to raise when hopeless, and to swap two ships for no reason."""


class FirstPlayer:
    """Each choice of a seat by a method, for players who differ in some of them."""

    def choose(self, view: ArmsDealerView, random: int) -> Action:
        """A choice out of the view's options; equal ones are chosen among at random."""
        match view.phase:
            case "Shopping":
                return self.shop(view, random)
            case "Deciding":
                return self.decide(view)
            case "Equipping":
                return self.equip(view)
            case "Strategy":
                return self.lead(view, random)
            case "Following":
                return self.follow(view, random)
            case "Answering":
                return self.answer(view)
            case "Opening":
                return self.lead(view, random)
            case "Formation":
                return self.lay(view, random)
            case _:
                return view.options[below(random, len(view.options))[1]]

    def lay(self, view: ArmsDealerView, random: int) -> Action:
        """Any order that keeps the strongest ship from the ends: the last space may never fight."""
        strongest = view.drawn[-1].ship_class
        lays = [action for action in view.options if isinstance(action, Lay)]
        inner = [lay for lay in lays if lay.ships[0] is not strongest and lay.ships[-1] is not strongest]
        found = inner or lays
        return found[below(random, len(found))[1]]

    def shop(self, view: ArmsDealerView, random: int) -> Action:
        """Look at something new as long as it could be kept and the reserve is left."""
        assert view.seat is not None
        own = view.sides[view.seat]
        new = [a for a in view.options if isinstance(a, Look) and view.seat not in view.shop[a.place - 1].looked]
        if not new or self.helpful(view) >= _FULL_HAND or own.coins < LOOKING + KEEPING + own.initial_bet + _RESERVE:
            return LEAVE
        return new[below(random, len(new))[1]]

    def helpful(self, view: ArmsDealerView) -> int:
        """How many items of the hand make it full, and a battle more likely to be won."""
        return len(view.hand)

    def decide(self, view: ArmsDealerView) -> Action:
        """Keep what is worth its price and does not endanger the bet."""
        assert view.seat is not None
        assert view.item is not None
        own, item = view.sides[view.seat], view.shop[view.item - 1].item
        assert item is not None
        worth = self.worth_of(view, item) * (1 + own.coins / _RICH) / 2
        return KEEP if worth >= KEEPING and own.coins >= KEEPING + own.initial_bet else PUT_BACK

    def worth_of(self, view: ArmsDealerView, item: ItemCard) -> float:
        """What it is worth to hold an item."""
        assert view.seat is not None
        own = view.sides[view.seat]
        match item.kind:
            case ItemKind.POWER:
                return 2_000 + _POWER_ITEM * item.power
            case ItemKind.REPAIR:
                wrecks = [ship for ship in own.scrapyard if ship.ship_class is item.repairs]
                return self.worth_of_ship(view, wrecks[0].power) * max(1.2, _FEW_SHIPS / own.ships) if wrecks else 0
            case ItemKind.RAPID_REPAIR:
                return 1_000 * min(len(view.bay), 5)
            case kind:
                return _WORTH[kind]

    def worth_of_ship(self, view: ArmsDealerView, power: int) -> float:
        """What it is worth to have a ship of this power."""
        return _SHIP + _PER_POWER * power

    def equip(self, view: ArmsDealerView) -> Action:
        """The item that brings most for what it is worth itself; else whatever repairs; else pass."""
        best = 0.0
        found: Action = PASS
        cards = {item.id: item for item in view.hand}
        swing = self.swing(view)
        for action in view.options:
            if isinstance(action, Equip):
                gain = self.gain(view, cards[action.item], swing)
                if gain > best:
                    best, found = gain, action
        return found

    def swing(self, view: ArmsDealerView) -> float:
        """What winning the skirmish is worth against losing it."""
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        won = self.chance(view, own.wins + 1, other.wins)
        lost = self.chance(view, own.wins, other.wins + 1)
        ships = sum(self.worth_of_ship(view, ship.power) for ship in (*own.fighting, *other.fighting))
        return (won - lost) * view.pot + ships

    def gain(self, view: ArmsDealerView, item: ItemCard, swing: float) -> float:
        """What using an item now brings, less what it is worth to keep it."""
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        deck = own_deck(view)
        match item.kind:
            case ItemKind.REPAIR:
                return self.worth_of(view, item) / 2
            case ItemKind.RAPID_REPAIR:
                return (average(view.bay) - average(deck) - 20) * len(view.bay)
            case ItemKind.POWER:
                rest = sum(other_item.power for other_item in view.hand) - item.power
                after = score(own.power + item.power, other.power)
                if not after and own.power + item.power + rest > other.power:
                    after = _TIE
            case ItemKind.REINFORCEMENTS:
                ships = deck or view.bay
                after = sum(score(own.power + ship.power, other.power) for ship in ships) / len(ships)
            case _:
                without = own.power - own.fighting[0].power
                ships = (*(deck or view.bay), own.fighting[0])
                after = sum(score(without + ship.power, other.power) for ship in ships) / len(ships)
        advantage = after - score(own.power, other.power)
        return advantage * swing * _HELD_BACK**other.hand - self.worth_of(view, item) / 2

    def chance(self, view: ArmsDealerView, wins: int, against: int, *, lost: bool = False) -> float:
        """The chance to win the battle with these wins and the ships that lie there; lost: without the next one."""
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        powers = [space.ship.power for space in own.formation if space.ship][lost:]
        edge = _ITEM_EDGE * (self.helpful(view) - other.hand)
        unseen = [ship.power for ship in other.unseen]
        odds = [(_share(unseen, 0, power), _share(unseen, power, power + 1)) for power in powers]
        chance = _battle(odds, wins, against)
        return chance if chance in {0.0, 1.0} else min(max(chance + edge, 0.02), 0.98)

    def lead(self, view: ArmsDealerView, random: int) -> Action:
        """Raise with good chances, and sometimes without any; else as the follower."""
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        chance = self.chance(view, own.wins, other.wins)
        raises = [action for action in view.options if isinstance(action, Raise)]
        random, bluff = below(random, _BLUFFS)
        if raises and (chance >= _CONFIDENT or (chance < _HOPELESS and not bluff)):
            wanted = round(view.pot * max(chance - 0.5, 0.25) / UNIT)
            return raises[min(max(wanted, 1), len(raises)) - 1]
        return self.follow(view, random)

    def follow(self, view: ArmsDealerView, random: int) -> Action:
        """Let the weakest ship lose a lost battle; now and then swap two ships, so that swaps tell nothing."""
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        swaps = [action for action in view.options if isinstance(action, Reorder)]
        if not swaps:
            return READY
        if self.chance(view, own.wins, other.wins) < _HOPELESS:
            return next(to_the_front(view, swaps), READY)
        random, whim = below(random, _SWAPS)
        return READY if whim else swaps[below(random, len(swaps))[1]]

    def answer(self, view: ArmsDealerView) -> Action:
        """Match if the pot that may be won, and the ship that is saved, are worth it."""
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        matched = self.chance(view, own.wins, other.wins) * (view.pot + view.raised) - view.raised
        forfeited = self.chance(view, own.wins, other.wins + 1, lost=True) * view.pot
        ship = next((space.ship for space in own.formation if space.ship), None)
        spared = self.worth_of_ship(view, ship.power if ship else 200)
        return MATCH if matched + spared >= forfeited + self.doubt(view) else FORFEIT

    def doubt(self, view: ArmsDealerView) -> float:
        """What a match has to be worth beyond a forfeit."""
        return 0


def score(power: int, against: int) -> float:
    return 1.0 if power > against else _TIE if power == against else 0.0


def own_deck(view: ArmsDealerView) -> tuple[ShipCard, ...]:
    """The ships in the own fleet deck: those that are nowhere else."""
    assert view.seat is not None
    own = view.sides[view.seat]
    rest = list(own.unseen)
    for ship in (*view.bay, *view.drawn, *(space.ship for space in own.formation if space.ship)):
        rest.remove(ship)
    return tuple(rest)


def average(ships: Sequence[ShipCard]) -> float:
    return sum(ship.power for ship in ships) / len(ships) if ships else 0.0


def _share(powers: Sequence[int], start: int, stop: int) -> float:
    return sum(start <= power < stop for power in powers) / len(powers) if powers else 0.0


def _battle(odds: Sequence[tuple[float, float]], wins: int, against: int) -> float:
    """The chance to be the first with three wins; the odds of a skirmish are those to win and to tie it."""
    if wins >= NEEDED or against >= NEEDED:
        return 0.5 if wins == against else float(wins > against)
    if not odds:
        return 0.5
    win, tie = odds[0]
    rest = odds[1:]
    chance = win * _battle(rest, wins + 1, against) if win else 0.0
    if tie:
        chance += tie * _battle(rest, wins + 1, against + 1)
    if win + tie < 1:
        chance += (1 - win - tie) * _battle(rest, wins, against + 1)
    return chance


def to_the_front(view: ArmsDealerView, swaps: Sequence[Reorder]) -> Iterator[Reorder]:
    """The swap that brings the weakest ship to the next space, if it does not lie there."""
    assert view.seat is not None
    ships = [space for space in view.sides[view.seat].formation if space.ship]
    weakest = min(ships, key=lambda space: (space.ship.power if space.ship else 0, space.space))
    for swap in swaps:
        if (swap.first, swap.second) == (ships[0].space, weakest.space):
            yield swap
