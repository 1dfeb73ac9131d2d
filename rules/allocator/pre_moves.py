"""Pre-moves of Allocator: decisions that players make in advance.

They depend only on public facts, so an instant reply reveals nothing about a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.allocator.actions import DECLINE, Decline
from rules.allocator.cards import System
from rules.allocator.view import AllocatorView
from rules.core.events import Seat
from rules.core.pre_moves import PreMove


@dataclass(frozen=True, slots=True)
class DeclineAhead(PreMove):
    """Decline to boost in every attack as long as you are ahead in it."""

    text: ClassVar[str] = "Decline while I'm winning the fight"
    clause: ClassVar[str] = "6.4"

    def holds(self, view: AllocatorView) -> bool:
        return view.outcome is None

    def answer(self, view: AllocatorView) -> Decline | None:
        """5.2 Decline if this seat is ahead: an attacker whose attack hits, or a defender whose defense holds."""
        ahead = view.duel is not None and view.duel.hits == (view.seat == view.duel.attacker)
        return DECLINE if ahead else None


@dataclass(frozen=True, slots=True)
class DeclineAttack(PreMove):
    """Decline to boost in the attack of this turn, until the other side boosts."""

    text: ClassVar[str] = "Decline in this attack until they boost"
    clause: ClassVar[str] = "6.4"

    turn: int
    boosts: int
    """The number of cards with which the other side had boosted when the player made this decision."""

    def holds(self, view: AllocatorView) -> bool:
        return view.outcome is None and view.turn == self.turn and boosts_against(view) == self.boosts

    def answer(self, view: AllocatorView) -> Decline | None:
        return DECLINE if view.duel is not None else None


@dataclass(frozen=True, slots=True)
class DeclineDevelop(PreMove):
    """Never boost Development: go on and draw."""

    text: ClassVar[str] = "Never boost Development"
    clause: ClassVar[str] = "2.2"

    def holds(self, view: AllocatorView) -> bool:
        return view.outcome is None

    def answer(self, view: AllocatorView) -> Decline | None:
        return DECLINE if view.phase == "Develop" else None


PRE_MOVES: tuple[type[PreMove], ...] = (DeclineAhead, DeclineAttack, DeclineDevelop)


def offers(view: AllocatorView) -> Sequence[PreMove]:
    """Return the pre-moves that this seat can make now."""
    if view.seat is None or view.outcome is not None:
        return ()
    attack = (DeclineAttack(view.turn, boosts_against(view)),) if _may_still_be_asked(view, view.seat) else ()
    return (DeclineAhead(), *attack, DeclineDevelop())


def boosts_against(view: AllocatorView) -> int:
    """Return how many cards the other side has boosted with in this attack; 0 before the attack."""
    if view.duel is None:
        return 0
    attacks = view.seat == view.duel.attacker
    system = System.DEFENSE if attacks else System.ATTACK
    return len(view.sides[view.duel.defender if attacks else view.duel.attacker].system(system).boosts)


def _may_still_be_asked(view: AllocatorView, seat: Seat) -> bool:
    """Return whether this seat can still be asked in this turn's attack before the other side boosts again.

    6.5 It cannot if it has just declined, or if declining now would end the duel.
    """
    if view.duel is None:
        return view.attacks
    return seat not in view.waiting and view.duel.declined != seat
