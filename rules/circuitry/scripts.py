"""Scripts that measure Circuitry: bots that each follow one strategy, or never take one kind of action; and the goals
of its balance (`Game.goals`).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from rules.circuitry import actions as a
from rules.circuitry.board import HUB, number_of
from rules.circuitry.greedy import Planner
from rules.circuitry.view import CircuitryView
from rules.core.goals import EvenSeats, PlanWins, StallsEnd, TimesDone
from rules.core.notation import Action
from rules.core.scripts import Decide, OwnGame, Script, greedy_choice, without, without_verbs

_ON_BOARD: Final = ("rotate", "swap", "flip", "slide")
_ON_PAWNS: Final = ("force", "portal", "portal-force")
_GOLD_ACTIONS: Final = ("exchange", "inhibit", "free")
_LONG: Final = 8
"""A long wait, in rounds."""


def _takes_green(_view: CircuitryView, action: Action) -> bool:
    return isinstance(action, a.Take) and "gold" not in action.pile


def _waits_with_charge_point(game: OwnGame, view: CircuitryView, random: int) -> Action:
    """Take only gold, and lay no card but the charge point. Do nothing else while the pawn stands on card 1 and that
    card is not turned over.
    """
    waits = _on_card_1(view) and not view.board.turned_over
    kept = tuple(
        action
        for action in view.options
        if not (_takes_green(view, action) or _lays_another_card(view, action))
        and (not waits or _is_waiting(action) or isinstance(action, a.Place) or view.phase != "Turn")
    )
    return greedy_choice(game, replace(view, options=kept or view.options), random)


def _never(_game: OwnGame, _view: CircuitryView, _random: int) -> None:
    return None


def _is_action_card(_view: CircuitryView, action: Action) -> bool:
    if isinstance(action, a.Take):
        return "gold" not in action.pile
    return action.verb in (*_ON_BOARD, *_ON_PAWNS, *_GOLD_ACTIONS)


class _Rusher(Planner):
    """The quick player, except that it never gathers and takes every charge at once."""

    @cached_property
    def gathers(self) -> bool:
        return False

    def dares(self, charge: a.Charge) -> bool:
        return True


def _rushes(_game: OwnGame, view: CircuitryView, random: int) -> Action:
    plain = tuple(action for action in view.options if not _is_action_card(view, action))
    return _Rusher.of(replace(view, options=plain or view.options), random).choice()


def _lays_another_card(view: CircuitryView, action: Action) -> bool:
    own_charge_card = view.own.charge_card
    return isinstance(action, a.Place) and (own_charge_card is None or action.card != own_charge_card.number)


def _inhibits(game: OwnGame, view: CircuitryView, random: int) -> Action:
    return _inhibits_somebody(game, view, random) or greedy_choice(game, view, random)


def _inhibits_somebody(_game: OwnGame, view: CircuitryView, _random: int) -> Action | None:
    inhibits = (action for action in view.options if isinstance(action, a.Inhibit))
    return next((action for action in inhibits if not view.side_of(action.pawn).inhibited), None)


def _waits(rounds: int, idle: Callable[[CircuitryView], bool]) -> Decide:
    """Return the quick player, except that in the first `rounds` rounds it only gathers gold whenever `idle` holds."""

    def decide(game: OwnGame, view: CircuitryView, random: int) -> Action:
        if view.turn <= rounds and idle(view):
            kept = tuple(action for action in view.options if _is_waiting(action))
            return greedy_choice(game, replace(view, options=kept or view.options), random)
        return greedy_choice(game, view, random)

    return decide


def _is_waiting(action: Action) -> bool:
    return isinstance(action, a.Done) or (isinstance(action, a.Take) and "gold" in action.pile)


def _on_card_1(view: CircuitryView) -> bool:
    return number_of(view.own.node) == HUB


def _leaves_card_1(view: CircuitryView, action: Action) -> bool:
    if view.board.turned_over or not _on_card_1(view):
        return False
    return isinstance(action, a.Portal) or (isinstance(action, a.Move) and not action.node.startswith(f"{HUB}-"))


def _holds(rounds: int) -> Decide:
    """Return the quick player, except that its pawn stays on card 1 in the first `rounds` rounds."""
    return without(lambda view, action: view.turn <= rounds and _leaves_card_1(view, action))


SCRIPTS: Final[Mapping[str, Script]] = {
    "rush": Script(
        summary="goes at once and never takes or plays an action card", decide=_rushes, react=_never, most=45
    ),
    "no-action": Script(
        summary="never takes or plays an action card", decide=without(_is_action_card), react=_never, most=45
    ),
    "gold-only": Script(summary="never takes a green card", decide=without(_takes_green), most=45),
    "wait-on-card-1": Script(
        summary="takes gold, lays only its charge point, and does nothing else on card 1 until it is turned over",
        decide=_waits_with_charge_point,
        most=50,
    ),
    "point-only": Script(
        summary="never lays a circuit card except its charge point", decide=without(_lays_another_card), most=50
    ),
    "inhibits": Script(summary="plays every Inhibit at once", decide=_inhibits, react=_inhibits_somebody, most=50),
    "bide": Script(
        summary="gathers gold on card 1 for eight rounds and does nothing else",
        decide=_waits(_LONG, _on_card_1),
        react=_never,
        most=50,
    ),
    "bide-a-little": Script(
        summary="gathers gold on card 1 for four rounds and does nothing else",
        decide=_waits(_LONG // 2, _on_card_1),
        react=_never,
        most=50,
    ),
    "bide-elsewhere": Script(
        summary="leaves card 1 and gathers gold until the eighth round is over",
        decide=_waits(_LONG, lambda view: not _on_card_1(view)),
        react=_never,
        most=50,
    ),
    "hold": Script(summary="does not leave card 1 for eight rounds", decide=_holds(_LONG), most=55),
    "sit": Script(summary="never leaves card 1", decide=_holds(99), most=50, stalls=True),
    "no-charge": Script(
        summary="never takes a charge", decide=without_verbs("charge", "exchange"), most=15, stalls=True
    ),
    "no-deliver": Script(summary="never delivers a charge", decide=without_verbs("deliver"), most=10, stalls=True),
    "no-board": Script(summary="changes the board only by laying cards", decide=without_verbs(*_ON_BOARD), most=50),
    "no-force": Script(summary="forces nobody", decide=without_verbs("force", "portal-force"), most=50),
    "no-portal": Script(summary="uses no portal", decide=without_verbs("portal", "portal-force"), most=50),
    "no-inhibit": Script(summary="inhibits nobody", decide=without_verbs("inhibit"), react=_never, most=50),
    "no-exchange": Script(summary="exchanges nothing", decide=without_verbs("exchange"), most=50),
}
"""All scripts, by name."""

GOALS = (
    *(EvenSeats(seats=seats, within=3, matches=6_000) for seats in range(2, 7)),
    *(PlanWins(plan="wait-on-card-1", seats=seats, most=100 / seats, matches=3_000) for seats in (2, 3, 4, 6)),
    *(PlanWins(plan="gold-only", seats=seats, most=100 / seats - 5, matches=3_000) for seats in (2, 3, 4)),
    StallsEnd(most=20, matches=1_000),
    TimesDone(verbs=(*_ON_BOARD, *_ON_PAWNS), name="plays of green cards", seats=4, least=6, matches=1_000),
)
