"""The turn (chapters 2 and 3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.alchemy import piles, refusals
from rules.alchemy.actions import (
    DRAW,
    END_TURN,
    OPEN_STORE,
    REFRESH,
    Attack,
    Draw,
    OpenStore,
    Play,
    Refresh,
    UseOpus,
    attacks_with,
)
from rules.alchemy.attacks import NOTHING_PREPARED, Preparation
from rules.alchemy.battle import declare
from rules.alchemy.ending import last_resort, score
from rules.alchemy.events import Helped, Idled, PointsLost, Refreshed, TurnBegan
from rules.alchemy.limits import BEHIND, HAND, IDLE_TURNS, PATIENT_TURNS, POINTS_A_TURN, REST
from rules.alchemy.moments import Readying
from rules.alchemy.processes import play_process, use_opus, uses_open_to
from rules.alchemy.state import AlchemyState, Side
from rules.alchemy.storing import open_store
from rules.core.cards import ids
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import Phase


def begin_turn(g: AlchemyState) -> Phase:
    """2.1 Begin a turn, or end the match at the last resort (8.4).

    The player gains two AP, or three if far behind (2.7). A deck of fewer than six cards is refilled (2.3).
    """
    if end := last_resort(g):
        return end
    seat = g.active
    side = g.sides[seat]
    g.banked, g.used = side.points if g.literal else 0, False
    behind = g.sides[1 - seat].score - side.score
    is_helped = g.brisk and behind >= BEHIND
    side.gain(POINTS_A_TURN + is_helped)
    g.events.append(TurnBegan(seat=seat, turn=g.turn, points=side.points))
    if is_helped:
        g.events.append(Helped(seat=seat, behind=behind))
    if len(side.deck) < HAND:  # 2.3
        piles.refill(g, seat)
    return TURN[seat]


def end_turn(g: AlchemyState) -> Phase:
    """2.4 Begin the other player's turn, unless a point for idle turns ends the match (2.6).

    By the letter, AP that were gained in a turn are lost if any were used in it (2.5).
    """
    side = g.sides[g.active]
    if g.used and side.points > g.banked:
        g.events.append(PointsLost(seat=g.active, lost=side.points - g.banked, points=g.banked))
        side.points = g.banked
    if g.brisk and (end := _idle(g, g.active)):
        return end
    g.turn += 1
    g.quiet += 1
    return begin_turn(g)


def _idle(g: AlchemyState, seat: Seat) -> Phase | None:
    """2.6 Give the other player a point for the third turn in a row without an attack, and for each further one. Late
    in the match, only an attack that deals damage counts.
    """
    side, turn = g.sides[seat], g.phase
    side.idle += 1
    if side.idle < IDLE_TURNS:
        return None
    after = score(g, 1 - seat, 1, turn)
    g.events.append(Idled(seat=seat, turns=side.idle, score=g.sides[1 - seat].score, late=g.turn > PATIENT_TURNS))
    return None if after is turn else after


@dataclass(frozen=True, slots=True)
class Turn(Readying, tag="Turn"):
    """2.4 The active player attacks, and uses processes, the Magnum Opus and the game processes (3.1 to 3.3), in any
    order.
    """

    clause: ClassVar[str] = "2.4"
    preparation: Preparation = NOTHING_PREPARED

    def options(self, g: AlchemyState, seat: Seat) -> Sequence[Action]:
        side = g.sides[seat]
        choices: list[Action] = []
        if side.points:
            choices += attacks_with(side.elements(literal=g.literal), literal=g.literal)
        choices += uses_open_to(g, seat, reaction=False)
        if side.points:
            if side.deck:
                choices.append(DRAW)
                if may_refresh(g, side):
                    choices.append(REFRESH)
            if side.hand or side.store:
                choices.append(OPEN_STORE)
        choices.append(END_TURN)
        return choices

    def play(self, g: AlchemyState, seat: Seat, action: Action) -> Phase:
        match action:
            case Attack(element):  # 5.1
                g.pay(seat, 1)
                return declare(g, seat, element, TURN[seat], self.preparation)
            case Play(card):  # 4.1
                return play_process(g, seat, card, self)
            case UseOpus():  # 7.2
                return use_opus(g, seat, self)
            case Draw():  # 3.2
                g.pay(seat, 1)
                piles.draw(g, seat, 1)
                return self
            case Refresh():  # 3.1
                g.pay(seat, 1)
                refresh(g, seat)
                return self
            case OpenStore():  # 3.3
                g.pay(seat, 1)
                return open_store(g, seat, self)
            case _:
                return end_turn(g)

    def refusal(self, g: AlchemyState, seat: Seat, action: Action) -> str:
        side = g.sides[seat]
        return refusals.in_turn(side, action, may_refresh=may_refresh(g, side), literal=g.literal)

    def prepared(self, preparation: Preparation) -> Phase:
        return Turn(self.waiting, self.preparation.plus(preparation))


TURN = (Turn((0,)), Turn((1,)))
"""By seat: the phase of a turn without any preparation."""


def may_refresh(g: AlchemyState, side: Side) -> bool:
    """3.7 Return whether the hand was refreshed neither in this turn nor in this player's last one."""
    return not g.brisk or not side.refreshed or g.turn - side.refreshed > REST


def refresh(g: AlchemyState, seat: Seat) -> None:
    """3.1 Put the hand on the recharge pile and draw six cards."""
    side = g.sides[seat]
    gone = side.hand
    side.hand = []
    side.shown.clear()
    side.recharge += gone
    if g.brisk:
        side.refreshed = g.turn
    drawn = piles.take_from_deck(g, seat, HAND)
    side.receive(drawn)
    g.events.append(Refreshed(seat=seat, cards=ids(gone), drawn=len(drawn)))
    piles.tell_drawn(g, seat, drawn)
