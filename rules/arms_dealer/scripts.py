"""Scripts that measure Arms Dealer (`rules.core.scripts`): none of them should do as well as a sensible mix. Also the
goals of its balance (`Game.goals`).
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from rules.arms_dealer.actions import FORFEIT, KEEP, LEAVE, MATCH, PUT_BACK, Lay, Look, Raise
from rules.arms_dealer.cards import ItemKind, ShipClass
from rules.arms_dealer.limits import KEEPING, LOOKING
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.core.goals import GiftWorth, PlanWins, StallsEnd, decks, two_seats
from rules.core.notation import Action
from rules.core.scripts import Decide, OwnGame, Script, greedy_choice, without, without_verbs

_STRENGTH: Final = {ship_class: place for place, ship_class in enumerate(ShipClass)}


def _own_side(view: ArmsDealerView) -> SideView:
    assert view.seat is not None
    return view.sides[view.seat]


def _when(phase: str, action: Action) -> Decide:
    """Return the quick player, except that in one phase it takes this action whenever that is legal."""

    def decide(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
        return action if view.phase == phase and action in view.options else greedy_choice(game, view, random)

    return decide


def _buys_all(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
    side = _own_side(view)
    match view.phase:
        case "Shopping":
            looks = [
                action
                for action in view.options
                if isinstance(action, Look) and view.seat not in view.shop[action.place - 1].looked
            ]
            return looks[0] if looks and side.coins >= LOOKING + KEEPING + side.initial_bet else LEAVE
        case "Deciding":
            return KEEP if side.coins >= KEEPING + side.initial_bet else PUT_BACK
        case _:
            return greedy_choice(game, view, random)


def _all_in_ahead(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
    raises = [action for action in view.options if isinstance(action, Raise)]
    ahead = _own_side(view).wins > min(player.wins for player in view.sides)
    return raises[-1] if raises and ahead else greedy_choice(game, view, random)


def _always_raises(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
    raises = [action for action in view.options if isinstance(action, Raise)]
    return raises[0] if raises else greedy_choice(game, view, random)


def _laid(order: Callable[[list[int]], list[int]]) -> Decide:
    """Return the quick player with another order of its ships: `order` sorts their strengths, given weakest first."""

    def decide(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
        lays = {
            tuple(_STRENGTH[ship] for ship in action.ships): action
            for action in view.options
            if isinstance(action, Lay)
        }
        return lays[tuple(order(list(min(lays))))] if lays else greedy_choice(game, view, random)

    return decide


def _stays_home(parts: int) -> Decide:
    """Return the quick player, except that it neither buys nor raises until its fleet has shrunk to this many
    tenths.
    """
    at_home = without(lambda _view, action: action.verb in {"look", "raise"})

    def decide(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
        side = _own_side(view)
        waits = 10 * side.ships > parts * len(side.fleet)
        return at_home(game, view, random) if waits else greedy_choice(game, view, random)

    return decide


def _is_thrifty(parts: int) -> Decide:
    """Return a bot that first plays like `_stays_home`. Later it looks at every item that it can pay for, and keeps
    only Power and Reinforcements.
    """
    stays_home = _stays_home(parts)

    def decide(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
        side = _own_side(view)
        if 10 * side.ships > parts * len(side.fleet):
            return stays_home(game, view, random)
        action = _buys_all(game, view, random)
        item = view.shop[view.item - 1].item if view.item else None
        return PUT_BACK if action == KEEP and item is not None and item.kind not in _WINNING else action

    return decide


def _trusts_items(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
    """Match every raise while holding more items that win skirmishes than the other player has items."""
    winning = sum(item.kind in _WINNING for item in view.hand)
    more = view.seat is not None and winning > view.sides[1 - view.seat].hand
    return MATCH if view.phase == "Answering" and more else greedy_choice(game, view, random)


def _without_item(kind: ItemKind) -> Decide:
    """Return the quick player, except that it never keeps items of this kind."""

    def decide(game: OwnGame, view: ArmsDealerView, random: int) -> Action:
        item = view.shop[view.item - 1].item if view.phase == "Deciding" and view.item else None
        return PUT_BACK if item is not None and item.kind is kind else greedy_choice(game, view, random)

    return decide


_WINNING: Final = (ItemKind.POWER, ItemKind.REINFORCEMENTS)
"""The items that help to win any skirmish."""
_ITEMS: Final = {
    "no-power": (ItemKind.POWER, "never keeps Power"),
    "no-repair": (ItemKind.REPAIR, "never keeps Repair"),
    "no-reinforcements": (ItemKind.REINFORCEMENTS, "never keeps Reinforcements"),
    "no-redraw": (ItemKind.REDRAW, "never keeps Redraw"),
    "no-rapid-repair": (ItemKind.RAPID_REPAIR, "never keeps Rapid Repair"),
}

SCRIPTS: Final = MappingProxyType(
    {
        "never-buys": Script(
            summary="never buys from the Arms Dealer", decide=_when("Shopping", LEAVE), most=5, stalls=True
        ),
        "buys-all": Script(summary="keeps whatever it can pay for", decide=_buys_all, most=47),
        "never-raises": Script(summary="never raises", decide=without_verbs("raise"), most=40),
        "always-folds": Script(
            summary="forfeits at every raise", decide=_when("Answering", FORFEIT), most=40, stalls=True
        ),
        "never-folds": Script(summary="matches every raise", decide=_when("Answering", MATCH), most=45),
        "trusts-items": Script(summary="matches every raise with the better items", decide=_trusts_items, most=52),
        "all-in-ahead": Script(summary="raises as high as possible when ahead", decide=_all_in_ahead, most=47),
        "always-raises": Script(summary="raises by 1,000 whenever it can", decide=_always_raises, most=40),
        "weakest-first": Script(summary="lays its weakest ships first", decide=_laid(sorted), most=53),
        "strongest-first": Script(
            summary="lays its strongest ships first",
            decide=_laid(lambda ships: sorted(ships, reverse=True)),
            most=48,
        ),
        **{
            f"home-{parts}": Script(
                summary=f"neither buys nor raises while more than {parts} tenths of its fleet are left",
                decide=_stays_home(parts),
                most=47,
            )
            for parts in (7, 6, 4)
        },
        **{
            f"thrift-{parts}": Script(
                summary=f"plays like home-{parts}, then buys only Power and Reinforcements",
                decide=_is_thrifty(parts),
                most=55,
            )
            for parts in (7, 6)
        },
        **{
            name: Script(summary=summary, decide=_without_item(kind), most=48)
            for name, (kind, summary) in _ITEMS.items()
        },
    }
)

GOALS = (
    two_seats(),
    PlanWins(plan="never-buys", most=5, matches=1_000),
    PlanWins(plan="always-folds", most=40, matches=2_000),
    PlanWins(plan="always-raises", most=40, matches=2_000),
    PlanWins(plan="thrift-7", most=55, matches=5_000),
    PlanWins(plan="thrift-6", most=55, matches=5_000),
    GiftWorth(gift="hand=redraw", instead="coins=3000", least=0, matches=10_000),
    StallsEnd(most=12, last=1, matches=1_000),
    *decks(),
)
