"""Likely formations of the other player, as their shown ships and a raise suggest."""

from collections.abc import Iterator
from itertools import pairwise

from rules.arms_dealer.events import Forfeited
from rules.arms_dealer.phases import Answering
from rules.arms_dealer.state import ArmsDealerState
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, Side, planning, ships, table

ALL = "drone scout fighter destroyer mothership"
STATES = 200


def formations(g: ArmsDealerState) -> Iterator[list[int]]:
    """Yield the powers of Ben's hidden ships in the states that are sampled for Anna."""
    view = GAME.view(g, ANNA)
    for random in range(STATES):
        yield [ship.power for ship in GAME.likely_state(view, random).sides[BEN].formation if ship]


def in_order(g: ArmsDealerState) -> float:
    """Return the fraction of sampled formations with the weakest ships first."""
    return sum(all(one <= two for one, two in pairwise(powers)) for powers in formations(g)) / STATES


def after(*shown: str) -> ArmsDealerState:
    """Return a state in which Ben has lost these ships from the first spaces, and has three hidden ones left."""
    g = planning(Side(formation=ALL), Side(formation=". . fighter destroyer mothership", deck=f"{ALL} {ALL}"))
    lost = [ships(name, BEN)[0].id for name in shown]
    g.fought = tuple(
        Forfeited(seat=BEN, skirmish=number, card=ship, wins=(number, 0)) for number, ship in enumerate(lost, start=1)
    )
    return g


def test_most_players_are_thought_to_lay_their_weakest_ships_first() -> None:
    assert 0.6 < in_order(after()) < 0.9


def test_ships_that_came_in_order_make_it_likelier_and_others_refute_it() -> None:
    assert in_order(after("drone", "scout")) > in_order(after("drone")) - 0.05 > 0.5
    assert in_order(after("scout", "drone")) < 0.45


def test_mostly_no_ship_follows_that_is_weaker_than_the_last_one() -> None:
    weakest = [min(powers) for powers in formations(after("drone", "fighter"))]
    fighter = ships("fighter", BEN)[0].power
    assert sum(power >= fighter for power in weakest) / STATES > 0.6


def test_a_raise_is_taken_for_strong_ships_unless_it_may_be_a_bluff() -> None:
    fleet = Side(formation=ALL, deck=f"{ALL} {ALL} {ALL}")
    calm = table(fleet, fleet, phase=Answering((ANNA,), 0))
    raised = calm.clone()
    raised.phase = Answering((ANNA,), 3_000)
    quiet, strong = (sum(map(sum, formations(g))) for g in (calm, raised))
    assert strong > 1.1 * quiet
