"""The quick player of Arms Dealer: it looks one step ahead and knows only its view.

Values are in coins; chances are from 0 to 1.
"""

from collections.abc import Iterable, Iterator, Sequence
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
from rules.arms_dealer.limits import KEEPING, LOOKING
from rules.arms_dealer.odds import TIE, battle, classes, reserve_of, score
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.arms_dealer.worths import left, worth_of_ship
from rules.core.notation import Action
from rules.core.rng import below

Results = tuple[float, float, float]
"""The values of losing, tying and winning the skirmish."""
_EARLY: Final = 0.7
"""While the player still has more than this share of its fleet, it buys nothing unless it is rich."""
_RICH: Final = 20_000
"""From this many coins on, items are worth more to the player, as there is little else to spend coins on."""
_POWER_ITEM, _PER_POWER = 2_000, 12
"""The value of an item that adds power, and the additional value of each point of that power."""
_REINFORCEMENTS: Final = 3_500
_REDRAW: Final = 1_500
"""The value of a Redraw: less than its price, unless there is little else to spend coins on."""
_RESCUED: Final = 1_500
"""The minimum value of a ship that is worth saving by a Redraw."""
_PER_REPAIR: Final = 50
"""The value of each point of power that a repair brings back. It is divided by the number of ships left."""
_PER_REPAIRED: Final = 60
"""The value of each point of power that Rapid Repair adds to the average ship of the fleet deck."""
_DECK: Final = 3
"""With fewer ships than this in the fleet deck, Rapid Repair is worth nothing in hand: the deck will soon be refilled
from the repair bay anyway.
"""
_LITTLE_BETTER: Final = 20
"""Rapid Repair is used if the average power in the repair bay exceeds that of the fleet deck by more than this."""
_ASTEROID: Final = 4_400
"""The coins of an asteroid, on average."""
_MATCH: Final = 30_000
"""The value of a skirmish in which a player's last ship fights, so that the match is at stake."""
_LAST_CHANCE: Final = 12_000
"""The value of a repair while the last ship is losing: less than winning the skirmish, more than a tie."""
_HELD_BACK: Final = 0.9
"""The factor on an advantage for each item in the other player's hand, since each may be used in answer."""
_DISTRUST: Final = 1.5
"""The factor on a raise for what it tells: the higher it is, the stronger the other player probably is."""
_CONFIDENT: Final = 0.5
"""From this chance to win the battle on, the player raises. If it waited for better chances, forfeiting at every raise
would cost too little.
"""
_HOPELESS: Final = 0.2
_BLUFFS: Final = 10
_SWAPS: Final = 4
_WHIMS: Final = 5
"""The player lays its ships in a random order once in this many times.

It also raises without hope once in `_BLUFFS` times, and swaps two ships for no reason once in `_SWAPS` times. Otherwise
others could read its choices.
"""


def sound(view: ArmsDealerView) -> Sequence[Action]:
    """Return the options that a good player would consider (`Game.sound`).

    With the last ship, a forfeit loses the match. And nobody forfeits while the items in hand lead by more power than
    the raise has coins, 100 for 1,000: they were bought for such a fight. Nobody pays to look at an item that the other
    player has put back: what that player did not want is hardly ever worth its price.
    """
    assert view.seat is not None
    side, other = view.sides[view.seat], view.sides[1 - view.seat]
    match view.phase:
        case "Answering":
            is_armed = UNIT * reserve_of(view.hand, other.hand) >= view.raised
            return (MATCH,) if side.ships == 1 or is_armed else view.options
        case "Shopping" if other.coins >= KEEPING:
            unwanted = [shown.place for shown in view.shop if other.seat in shown.looked]
            return [a for a in view.options if not (isinstance(a, Look) and a.place in unwanted)]
        case _:
            return view.options


class QuickPlayer:
    """The quick player, with a method for each kind of choice."""

    def choose(self, view: ArmsDealerView, random: int) -> Action:
        """Return the best of the view's options; break ties at random."""
        match view.phase:
            case "Shopping":
                return self.shop(view, random)
            case "Deciding":
                return self.decide(view)
            case "Equipping":
                return self.equip(view)
            case "Strategy" | "Opening":
                return self.lead(view, random)
            case "Following":
                return self.follow(view, random)
            case "Answering":
                return self.answer(view)
            case "Formation":
                return self.lay(view, random)
            case _:
                return view.options[below(random, len(view.options))[1]]

    def lay(self, view: ArmsDealerView, random: int) -> Action:
        """Lay the weakest ships first, because a forfeit costs the ship on the next space.

        Now and then lay a random order, but with the strongest ship not on the first or last space: the last one may
        never fight.
        """
        random, whim = below(random, _WHIMS)
        lays = [action for action in view.options if isinstance(action, Lay)]
        if whim:
            powers = {ship.ship_class: ship.power for ship in view.drawn}
            return min(lays, key=lambda lay: [powers[ship_class] for ship_class in lay.ships])
        strongest = view.drawn[-1].ship_class
        inner = [lay for lay in lays if lay.ships[0] is not strongest and lay.ships[-1] is not strongest]
        orders = inner or lays
        return orders[below(random, len(orders))[1]]

    def shop(self, view: ArmsDealerView, random: int) -> Action:
        """Look at another item if there are coins to keep it and to pay the bet. A player who is not rich waits until
        the fleet has shrunk enough.
        """
        assert view.seat is not None
        side = view.sides[view.seat]
        if side.ships > _EARLY * len(side.fleet) and side.coins < _RICH:
            return LEAVE
        new = [a for a in sound(view) if isinstance(a, Look) and view.seat not in view.shop[a.place - 1].looked]
        if not new or side.coins < LOOKING + KEEPING + side.initial_bet:
            return LEAVE
        return new[below(random, len(new))[1]]

    def decide(self, view: ArmsDealerView) -> Action:
        """Keep an item that is worth its price, if the bet can still be paid."""
        assert view.seat is not None
        assert view.item is not None
        side, item = view.sides[view.seat], view.shop[view.item - 1].item
        assert item is not None
        worth = self.worth_of(view, item) * max(1, (1 + side.coins / _RICH) / 2)
        return KEEP if worth >= KEEPING and side.coins >= KEEPING + side.initial_bet else PUT_BACK

    def worth_of(self, view: ArmsDealerView, item: ItemCard) -> float:
        """Return the value of holding an item. A repair is worth more for a stronger ship, and while fewer ships are
        left.
        """
        assert view.seat is not None
        match item.kind:
            case ItemKind.POWER:
                return _POWER_ITEM + _PER_POWER * item.power
            case ItemKind.REPAIR:
                side = view.sides[view.seat]
                return _PER_REPAIR * _repaired(side, item) / side.ships
            case ItemKind.REINFORCEMENTS:
                return _REINFORCEMENTS
            case ItemKind.REDRAW:
                return _REDRAW
            case ItemKind.RAPID_REPAIR:
                deck = _own_deck(view)
                gain = _average((*deck, *view.bay)) - _average(deck) if len(deck) >= _DECK else 0
                return max(0, _PER_REPAIRED * gain)

    def equip(self, view: ArmsDealerView) -> Action:
        """Use the item with the greatest gain, or pass if no item gains anything."""
        best = 0.0
        choice: Action = PASS
        cards = {item.id: item for item in view.hand}
        results = self.results(view)
        for action in view.options:
            if isinstance(action, Equip):
                gain = self.gain(view, cards[action.item], results)
                if gain > best:
                    best, choice = gain, action
        return choice

    def results(self, view: ArmsDealerView) -> Results:
        """Return the values of losing, tying and winning the skirmish. If a last ship fights, the match is at stake.

        A tie counts for what it does: it decides the battle if one of the players needs one more win.
        """
        assert view.seat is not None
        side, other = view.sides[view.seat], view.sides[1 - view.seat]
        if side.ships <= len(side.fighting) or other.ships <= len(other.fighting):
            return 0, TIE * _MATCH, _MATCH
        own, theirs = _worth_of_ships(view, side.fighting), _worth_of_ships(view, other.fighting)
        lost = self.chance(view, side.wins, other.wins + 1) * view.pot - own
        tied = self.chance(view, side.wins + 1, other.wins + 1) * view.pot - own + theirs
        won = self.chance(view, side.wins + 1, other.wins) * view.pot + theirs
        return lost, tied, won

    def gain(self, view: ArmsDealerView, item: ItemCard, results: Results) -> float:
        """Return the gain from using an item now, compared with keeping it."""
        match item.kind:
            case ItemKind.REPAIR:
                return self.gain_by_repair(view, item)
            case ItemKind.REDRAW:
                return self.gain_by_redraw(view, results)
            case ItemKind.RAPID_REPAIR:
                return (_average(view.bay) - _average(_own_deck(view)) - _LITTLE_BETTER) * len(view.bay)
            case ItemKind.POWER | ItemKind.REINFORCEMENTS:
                return self.gain_by_power(view, item, results)

    def gain_by_power(self, view: ArmsDealerView, item: ItemCard, results: Results) -> float:
        """Return the gain from an item that makes the ship stronger."""
        assert view.seat is not None
        side, other = view.sides[view.seat], view.sides[1 - view.seat]
        lost, tied, won = results

        def result(power: int) -> float:
            return won if power > other.power else tied if power == other.power else lost

        if item.kind is ItemKind.POWER:
            power, kept = side.power + item.power, sum(held.power for held in view.hand) - item.power
            after = result(power)
            # The first of several items that win together is worth a part of the win.
            if power <= other.power < power + kept:
                after = max(after, lost + TIE * (won - lost))
        else:
            ships = _own_deck(view) or view.bay
            after = sum(result(side.power + ship.power) for ship in ships) / len(ships)
        return (after - result(side.power)) * _HELD_BACK**other.hand - self.worth_of(view, item) / 2

    def gain_by_repair(self, view: ArmsDealerView, item: ItemCard) -> float:
        """Return the gain from a repair: 0 unless this seat's last ship is losing.

        At other times, the repaired ship might be drawn in place of a better one.
        """
        assert view.seat is not None
        side, other = view.sides[view.seat], view.sides[1 - view.seat]
        lost = side.ships <= len(side.fighting) and side.power <= other.power
        return _LAST_CHANCE + _repaired(side, item) if lost else 0

    def gain_by_redraw(self, view: ArmsDealerView, results: Results) -> float:
        """Return the gain from a Redraw, averaged over the ships that could come.

        The gain is 0 unless a good ship is saved or the match is at stake: a weak ship may as well be lost.
        """
        assert view.seat is not None
        side, other = view.sides[view.seat], view.sides[1 - view.seat]
        ship, helpers = side.fighting[0], side.fighting[1:]
        swing = results[2] - results[0]
        worth = _worth_of_ships(view, (ship,))
        if swing < _MATCH and (side.power >= other.power or worth < _RESCUED):
            return 0
        prize = swing - _worth_of_ships(view, side.fighting)

        def fought(new: ShipCard) -> float:
            won = score(side.power - ship.power + new.power, other.power)
            return won * prize - (1 - won) * _worth_of_ships(view, (new, *helpers))

        coming = (*(_own_deck(view) or view.bay), ship)
        advantage = sum(map(fought, coming)) / len(coming) - fought(ship)
        return advantage * _HELD_BACK**other.hand - _REDRAW / 2

    def chance(self, view: ArmsDealerView, wins: int, against: int, *, lost: bool = False) -> float:
        """Return the chance to win the battle with the ships in formation.

        `wins` and `against` are the skirmishes won so far by this player and by the other. With `lost`, the next ship
        is lost without a fight. Items count by the power that they can add to ships.
        """
        assert view.seat is not None
        side, other = view.sides[view.seat], view.sides[1 - view.seat]
        powers = tuple([space.ship.power for space in side.formation if space.ship][lost:])
        chance = battle(powers, classes(other.unseen), wins, against, reserve_of(view.hand, other.hand))
        return chance if chance in {0.0, 1.0} else min(max(chance, 0.02), 0.98)

    def lead(self, view: ArmsDealerView, random: int) -> Action:
        """Raise with at least an even chance to win the battle, and sometimes as a bluff; otherwise act like the
        follower.
        """
        assert view.seat is not None
        side, other = view.sides[view.seat], view.sides[1 - view.seat]
        chance = self.chance(view, side.wins, other.wins)
        raises = [action for action in view.options if isinstance(action, Raise)]
        random, bluff = below(random, _BLUFFS)
        if raises and (chance >= _CONFIDENT or (chance < _HOPELESS and not bluff)):
            wanted = round(view.pot * max(chance - 0.3, 0.5) / UNIT)
            return raises[min(max(wanted, 1), len(raises)) - 1]
        return self.follow(view, random)

    def follow(self, view: ArmsDealerView, random: int) -> Action:
        """Move the weakest ship to the next space if the battle seems lost. Otherwise ready up or swap ships.

        Such a swap is random and happens now and then, so that swaps reveal nothing.
        """
        assert view.seat is not None
        side, other = view.sides[view.seat], view.sides[1 - view.seat]
        swaps = [action for action in view.options if isinstance(action, Reorder)]
        if not swaps:
            return READY
        if self.chance(view, side.wins, other.wins) < _HOPELESS:
            return next(_to_the_front(view, swaps), READY)
        random, whim = below(random, _SWAPS)
        return READY if whim else swaps[below(random, len(swaps))[1]]

    def answer(self, view: ArmsDealerView) -> Action:
        """Match the raise if the chance to win the pot and the ship that a match saves are worth the coins.

        A raise is also matched if no good player would forfeit (`sound`). A forfeit may cost an asteroid as well, if
        the battle is lost (9.3). The higher the raise, the less this seat trusts its own chance.
        """
        assert view.seat is not None
        side, other = view.sides[view.seat], view.sides[1 - view.seat]
        if FORFEIT not in sound(view):
            return MATCH
        chance = self.chance(view, side.wins, other.wins)
        matched = chance * (view.pot + view.raised) - view.raised
        after = self.chance(view, side.wins, other.wins + 1, lost=True)
        asteroid = _ASTEROID if view.risks_asteroid(side.seat) else 0
        forfeited = after * view.pot - (1 - after) * asteroid
        ship = next((space.ship for space in side.formation if space.ship), None)
        spared = worth_of_ship(ship.power if ship else 200, left(*view.sides))
        return MATCH if matched + spared >= forfeited + _DISTRUST * view.raised * (1 - chance) else FORFEIT


def _worth_of_ships(view: ArmsDealerView, ships: Iterable[ShipCard]) -> float:
    """Return the value of these ships, given all remaining ships."""
    powers = left(*view.sides)
    return sum(worth_of_ship(ship.power, powers) for ship in ships)


def _own_deck(view: ArmsDealerView) -> tuple[ShipCard, ...]:
    """Return the ships in this seat's fleet deck: those that are nowhere else."""
    assert view.seat is not None
    side = view.sides[view.seat]
    ships = list(side.unseen)
    for ship in (*view.bay, *view.drawn, *(space.ship for space in side.formation if space.ship)):
        ships.remove(ship)
    return tuple(ships)


def _average(ships: Sequence[ShipCard]) -> float:
    return sum(ship.power for ship in ships) / len(ships) if ships else 0.0


def _repaired(side: SideView, item: ItemCard) -> int:
    """Return the power of the class of ships that an item repairs; 0 if the fleet has no such ship."""
    return max((ship.power for ship in side.fleet if ship.ship_class is item.repairs), default=0)


def _to_the_front(view: ArmsDealerView, swaps: Sequence[Reorder]) -> Iterator[Reorder]:
    """Yield the swap that moves the weakest ship to the next space; yield nothing if it already lies there."""
    assert view.seat is not None
    ships = [space for space in view.sides[view.seat].formation if space.ship]
    weakest = min(ships, key=lambda space: (space.ship.power if space.ship else 0, space.space))
    for swap in swaps:
        if (swap.first, swap.second) == (ships[0].space, weakest.space):
            yield swap
