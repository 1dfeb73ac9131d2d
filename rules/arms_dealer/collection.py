"""The end of a battle: its winner, the pot, asteroids and new rows (chapter 9)."""

from rules.arms_dealer.events import BattleWon, Harvested, RowsRenewed, forfeits
from rules.arms_dealer.limits import NEEDED, PICKS, SPACES
from rules.arms_dealer.state import ArmsDealerState
from rules.core.events import Seat


def victor(g: ArmsDealerState, winner: Seat | None) -> Seat | None:
    """9.1, 9.2 Return the winner of the battle, or None if the battle goes on. winner: the winner of the skirmish just
    fought; None for a tie.
    """
    reached = [seat for seat, side in enumerate(g.sides) if side.wins >= NEEDED]
    return reached[0] if len(reached) == 1 else winner if reached else None


def pay_out(g: ArmsDealerState, won: Seat | None) -> None:
    """9.1 Pay the pot to the winner of the battle. Without a winner, return both stakes (10.7)."""
    pot = g.pot
    for seat, side in enumerate(g.sides):
        side.coins += side.stake if won is None else pot if seat == won else 0
        side.stake = 0


def clear(g: ArmsDealerState, won: Seat) -> None:
    """9.1 Pay out the pot, put unfought ships into the repair bays (9.4), and let the winner bet first in the next
    battle (5.2).
    """
    g.events.append(BattleWon(seat=won, coins=g.pot, wins=(g.sides[0].wins, g.sides[1].wins)))
    pay_out(g, won)
    if g.winner_bets:
        g.leader = won
    for side in g.sides:
        side.bay += [ship for ship in side.formation if ship]
        side.formation = [None] * SPACES


def picks(g: ArmsDealerState, loser: Seat) -> int:
    """9.3 Return how many asteroids the loser of the battle picks."""
    return max(0, PICKS - forfeits(g.fought, loser)) if g.forfeits_cost else PICKS


def harvest(g: ArmsDealerState, seat: Seat, place: int) -> None:
    """9.3, 9.4 Show an asteroid to both players and pay its coins, or as many of these as the bank has."""
    asteroid = g.asteroids[place - 1]
    assert asteroid is not None
    g.asteroids[place - 1] = None
    g.asteroid_discard.append(asteroid)
    coins = min(asteroid.coins, g.bank)
    g.bank -= coins
    g.sides[seat].coins += coins
    g.events.append(Harvested(seat=seat, place=place, card=asteroid.id, coins=coins))


def renew_rows(g: ArmsDealerState) -> None:
    """9.5, 9.6 Discard the rest of both rows face up, and deal new ones."""
    items = [item for item in g.shop if item]
    asteroids = [asteroid for asteroid in g.asteroids if asteroid]
    g.events.append(
        RowsRenewed(
            items=tuple([item.id for item in items]),
            asteroids=tuple([asteroid.id for asteroid in asteroids]),
        )
    )
    g.item_discard += items
    g.asteroid_discard += asteroids
    for side in g.sides:
        side.looked.clear()
    g.deal_rows()
