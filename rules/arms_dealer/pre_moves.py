"""Pre-moves of Arms Dealer, each for a single battle: answers to raises, passing, and readying up.

They depend only on what everyone sees, so that an immediate reply reveals nothing about a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.arms_dealer.actions import FORFEIT, MATCH, PASS, READY, Forfeit, Match, Pass, Ready
from rules.arms_dealer.cards import UNIT
from rules.arms_dealer.view import ArmsDealerView
from rules.core.pre_moves import PreMove

SMALL: Final = 2_000
"""The highest raise that counts as small."""


@dataclass(frozen=True, slots=True)
class InBattle(PreMove):
    """A pre-move that holds until the battle in which it was made is over."""

    battle: int

    def holds(self, view: ArmsDealerView) -> bool:
        return view.outcome is None and view.turn == self.battle


@dataclass(frozen=True, slots=True)
class ToRaises(InBattle):
    """An answer to all raises of this battle; a later one replaces an earlier one."""

    clause: ClassVar[str] = "8.4"

    def replaces(self, other: PreMove) -> bool:
        return isinstance(other, ToRaises)


@dataclass(frozen=True, slots=True)
class MatchSmall(ToRaises):
    """Match every raise of this battle that is no more than 2,000."""

    text: ClassVar[str] = f"Match raises up to {SMALL:,} in this battle"

    def answer(self, view: ArmsDealerView) -> Match | None:
        return MATCH if 0 < view.raised <= SMALL else None


@dataclass(frozen=True, slots=True)
class MatchAny(ToRaises):
    """Match every raise of this battle."""

    text: ClassVar[str] = "Match every raise in this battle"

    def answer(self, view: ArmsDealerView) -> Match | None:
        return MATCH if view.raised else None


@dataclass(frozen=True, slots=True)
class FoldAny(ToRaises):
    """Forfeit at every raise of this battle."""

    text: ClassVar[str] = "Forfeit at every raise in this battle"

    def answer(self, view: ArmsDealerView) -> Forfeit | None:
        return FORFEIT if view.raised else None


@dataclass(frozen=True, slots=True)
class PassSkirmish(PreMove):
    """Equip nothing more in this skirmish, until the other side equips."""

    text: ClassVar[str] = "Pass in this skirmish until they equip"
    clause: ClassVar[str] = "6.2"

    battle: int
    skirmish: int
    equipped: int
    """The number of items that the other side had used in the skirmish when this pre-move was made."""

    def holds(self, view: ArmsDealerView) -> bool:
        now = view.turn, view.skirmish, _equipped_against(view)
        return view.outcome is None and now == (self.battle, self.skirmish, self.equipped)

    def answer(self, view: ArmsDealerView) -> Pass | None:
        return PASS if view.phase == "Equipping" else None


@dataclass(frozen=True, slots=True)
class PassBattle(InBattle):
    """Equip nothing more in this battle."""

    text: ClassVar[str] = "Equip nothing more in this battle"
    clause: ClassVar[str] = "6.2"

    def answer(self, view: ArmsDealerView) -> Pass | None:
        return PASS if view.phase == "Equipping" else None


@dataclass(frozen=True, slots=True)
class ReadyBattle(InBattle):
    """Ready up before every other skirmish of this battle."""

    text: ClassVar[str] = "Ready up for the rest of this battle"
    clause: ClassVar[str] = "8.2"

    def answer(self, view: ArmsDealerView) -> Ready | None:
        return READY if view.phase in {"Opening", "Strategy", "Following"} else None


PRE_MOVES: tuple[type[PreMove], ...] = (
    *(MatchSmall, MatchAny, FoldAny),
    *(PassSkirmish, PassBattle, ReadyBattle),
)


def offers(view: ArmsDealerView) -> Sequence[PreMove]:
    """Return the pre-moves that this seat can make, from the laying of its ships to the end of the battle."""
    if view.seat is None or view.outcome is not None or not view.sides[view.seat].ready or view.phase == "Harvesting":
        return ()
    battle = view.turn
    answers: list[PreMove] = []
    if view.raised or min(side.coins for side in view.sides) >= UNIT:
        answers += (MatchSmall(battle), MatchAny(battle), FoldAny(battle))
    if view.phase == "Equipping" and view.hand:
        answers.append(PassSkirmish(battle, view.skirmish, _equipped_against(view)))
    if view.hand:
        answers.append(PassBattle(battle))
    return (*answers, ReadyBattle(battle))


def _equipped_against(view: ArmsDealerView) -> int:
    """Return how many items the other side has used in this skirmish."""
    assert view.seat is not None
    return len(view.sides[1 - view.seat].equipped)
