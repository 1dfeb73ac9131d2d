"""The winner of a skirmish (chapter 6), and of the match (chapter 10)."""

from collections.abc import Sequence
from typing import Final

from rules.arms_dealer.cards import ShipCard
from rules.arms_dealer.collection import pay_out
from rules.arms_dealer.events import BetsUnpaid, FleetsDestroyed, Forfeited, LimitReached, SkirmishDecided
from rules.arms_dealer.limits import SPACES
from rules.arms_dealer.state import ArmsDealerState
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import LAST_RESORT, Outcome

LAST_BATTLE: Final = 30
"""10.6 The number of the battle after which the last resort decides."""
DESTRUCTION: Final = "destruction"
BANKRUPTCY: Final = "bankruptcy"


def settle(g: ArmsDealerState) -> Seat | None:
    """6.3 to 6.6 Compare the powers and clear the space; return the winner, or None for a tie.

    A destroyed ship goes to its owner's scrapyard (2.2), a winning ship to its owner's repair bay (2.3). All ships of a
    side share one fate (7.9).
    """
    one, two = g.sides
    powers = (one.power, two.power)
    winner = None if powers[0] == powers[1] else int(powers[1] > powers[0])  # 6.3
    ships = (tuple([ship.id for ship in one.fighting]), tuple([ship.id for ship in two.fighting]))
    items = (tuple([item.id for item in one.equipped]), tuple([item.id for item in two.equipped]))
    destroyed: list[CardId] = []
    for seat, side in enumerate(g.sides):
        if seat == winner:  # 6.4
            side.bay += side.fighting
            side.returned += ships[seat]
        else:
            side.scrapyard += side.fighting
            destroyed += [ship.id for ship in side.fighting]
        side.fighting = []
        g.item_discard += side.equipped  # 6.6
        side.equipped = []
        side.wins += winner is None or seat == winner  # 6.5
    tell_of_fight(
        g,
        SkirmishDecided(
            skirmish=g.skirmish,
            winner=winner,
            powers=powers,
            destroyed=tuple(destroyed),
            wins=(one.wins, two.wins),
            ships=ships,
            items=items,
        ),
    )
    return winner


def tell_of_fight(g: ArmsDealerState, ended: SkirmishDecided | Forfeited) -> None:
    """Announce the result of a skirmish, and remember it until the next battle."""
    g.events.append(ended)
    g.fought = (*g.fought, ended)


def forfeit(g: ArmsDealerState, seat: Seat) -> Seat:
    """8.7 Decide the next skirmish without a fight; return the winner."""
    g.skirmish += 1
    winner = 1 - seat
    loser_side, winner_side = g.sides[seat], g.sides[winner]
    lost = lift(g, seat) or g.next_ship(seat)
    loser_side.scrapyard.append(lost)
    if spared := lift(g, winner):
        winner_side.bay.append(spared)
    winner_side.wins += 1
    wins = (g.sides[0].wins, g.sides[1].wins)
    tell_of_fight(g, Forfeited(seat=seat, skirmish=g.skirmish, card=lost.id, wins=wins))
    return winner


def lift(g: ArmsDealerState, seat: Seat) -> ShipCard | None:
    """Remove the ship from the space of this skirmish and return it; None if the space is empty or does not exist."""
    if g.skirmish > SPACES:
        return None
    formation = g.sides[seat].formation
    ship = formation[g.skirmish - 1]
    formation[g.skirmish - 1] = None
    return ship


def without_ships(g: ArmsDealerState, won: Seat | None) -> Outcome | None:
    """10.1 to 10.3, 10.7 Return the outcome if a player has no ship left, else None.

    won: the winner of a battle that has just ended; None if the battle goes on.
    """
    left = (g.sides[0].ships > 0, g.sides[1].ships > 0)
    if all(left):
        return None
    if not any(left):  # 10.7
        pay_out(g, won)
    g.events.append(FleetsDestroyed(left=left, coins=_coins(g)))
    return Outcome.by(DESTRUCTION, left if any(left) else _coins(g))  # 10.1, 10.3


def without_coins(g: ArmsDealerState) -> Outcome | None:
    """10.4, 10.5 Return the outcome if a player cannot pay the initial bet, else None."""
    able = [side.coins >= g.initial_bet(seat) for seat, side in enumerate(g.sides)]
    if all(able):
        return None
    unable = tuple(seat for seat in (0, 1) if not able[seat])
    g.events.append(BetsUnpaid(unable=unable, ships=_ships(g), coins=_coins(g)))
    return Outcome.by(BANKRUPTCY, able) if any(able) else Outcome.by(BANKRUPTCY, _ships_then_coins(g))


def after_last_battle(g: ArmsDealerState) -> Outcome | None:
    """10.6 Return the outcome if this was the last battle, else None."""
    if g.turn < LAST_BATTLE:
        return None
    g.events.append(LimitReached(ships=_ships(g), coins=_coins(g)))
    return Outcome.by(LAST_RESORT, _ships_then_coins(g))


def _ships(g: ArmsDealerState) -> tuple[int, int]:
    return g.sides[0].ships, g.sides[1].ships


def _coins(g: ArmsDealerState) -> tuple[int, int]:
    return g.sides[0].coins, g.sides[1].coins


def _ships_then_coins(g: ArmsDealerState) -> Sequence[tuple[int, int]]:
    return [(side.ships, side.coins) for side in g.sides]
