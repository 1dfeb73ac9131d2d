"""The phases of a turn of Circuitry, in the order of the rulebook (seeds/circuitry/rulebook.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.circuitry import charge_point_cards, legal, playing, refusals
from rules.circuitry.actions import (
    Charge,
    Choose,
    Deliver,
    Discard,
    Done,
    Exchange,
    Force,
    Give,
    Inhibit,
    LetBe,
    Move,
    Portal,
    PortalForce,
    Take,
    TurnOver,
)
from rules.circuitry.board import HUB, Axis
from rules.circuitry.events import Freed, HubTurned, InhibitAsked, turn_began
from rules.circuitry.limits import HELD, TAKEN, TURNED_OVER
from rules.circuitry.playing import Ends
from rules.circuitry.result import delivered_all, last_resort, stalled
from rules.circuitry.state import CircuitryState
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import Over, Phase


@dataclass(frozen=True, slots=True)
class ReactionPhase(Phase):
    """9.1 A phase in which any player may play an Inhibit. The active player still has the same decision afterwards
    (9.6).
    """

    allows_reactions: ClassVar[bool] = True

    def reactions(self, g: CircuitryState, seat: Seat) -> Sequence[Action]:
        return legal.inhibits(g, seat)

    def could_react(self, g: CircuitryState, seat: Seat) -> bool:
        """9.1, 11.6 Return whether the seat holds mini cards. Everyone sees how many mini cards a player holds."""
        return bool(g.sides[seat].minis)

    def play(self, g: CircuitryState, seat: Seat, action: Action) -> Phase:
        match action:
            case Inhibit():  # 9.1
                playing.inhibit(g, seat, action)
            case Give():  # 11.6
                playing.give(g, seat, action)
            case _:
                return self.decide(g, seat, action)
        return self.resumed(g)

    def resumed(self, g: CircuitryState) -> Phase:
        """Return the phase with which the turn goes on after an Inhibit or a gift."""
        return self

    def decide(self, g: CircuitryState, seat: Seat, action: Action) -> Phase:
        """Play an action of the seat that has to decide, and return the next phase."""
        raise NotImplementedError

    def refusal(self, g: CircuitryState, seat: Seat, action: Action) -> str:
        return refusals.of_phase(self.clause)


def pass_turn(g: CircuitryState) -> Phase:
    """4.1 Begin the next player's turn. After the last player's turn the round ends. The match may end instead (10.3,
    10.4).
    """
    seat = g.following(g.active)
    if seat <= g.active:
        if outcome := last_resort(g) or stalled(g):
            return Over((), outcome)
        g.turn += 1
    late = bool(g.sides[seat].carried) or g.turn >= TURNED_OVER
    if g.variant.hastens and late and not g.board.turned_over:  # 6.5
        turn_hub(g)
    return begin_turn(g, seat)


def turn_hub(g: CircuitryState) -> None:
    """6.5 By house rules, turn #1 over under the pawns that stand on it: they stay on the nodes of their colours. As
    written, it turns over once all pawns have left it (`playing.turn_over`).
    """
    g.board = g.board.over(Axis.LONG)
    g.touch(HUB)
    g.stirred = g.turn
    g.events.append(HubTurned())


def begin_turn(g: CircuitryState, seat: Seat) -> Phase:
    """4.1 Begin a turn. An Inhibit of the player may end (9.5)."""
    g.active = seat
    g.played = 0
    g.laid = False
    g.gifts = 0
    g.touched_before, g.touched = g.touched, ()
    g.events.append(turn_began(g.turn, seat))
    side = g.sides[seat]
    if side.inhibited:  # 9.5
        side.inhibited -= 1
        if not side.inhibited:
            g.events.append(Freed(seat=seat, by=None))
    return take_next(g, seat, TAKEN)


def take_next(g: CircuitryState, seat: Seat, left: int) -> Phase:
    """4.2 Ask for the next of the cards still to be taken. If no card is left to take, go on with the turn (4.6)."""
    if left and legal.takes(g, left):
        return TAKING[seat][left]
    return ask_for_inhibits(g, seat) if g.sides[seat].carried else TURNS[seat]


def ask_for_inhibits(g: CircuitryState, seat: Seat) -> Phase:
    """11.14 Ask the opponents for an Inhibit, before the active player goes on with a charge.

    Which seats are asked depends only on public information.
    """
    side = g.sides[seat]
    if not g.variant.asks or side.inhibited:
        return TURNS[seat]
    asked = tuple(other for other in g.opponents(seat) if any(not mini.green for mini in g.sides[other].minis))
    if not asked:
        return TURNS[seat]
    g.events.append(InhibitAsked(seat=seat))
    return Asking(asked)


@dataclass(frozen=True, slots=True)
class Taking(ReactionPhase, tag="Taking"):
    """4.2 The active player takes two mini cards, one after the other, and may play an Inhibit before (9.1)."""

    clause: ClassVar[str] = "4.2"
    left: int
    """The number of cards still to be taken, including this one."""

    def options(self, g: CircuitryState, seat: Seat) -> Sequence[Action]:
        return [*legal.takes(g, self.left), *legal.inhibits(g, seat)]

    def decide(self, g: CircuitryState, seat: Seat, action: Action) -> Phase:
        assert isinstance(action, Take)
        playing.take(g, seat, action)
        left = self.left - (2 if action.pile == legal.TWO_GOLD else 1)
        side = g.sides[seat]
        if g.variant.restricted and side.held > HELD and side.minis:  # 11.12
            return Discarding((seat,), left)
        return take_next(g, seat, left)


@dataclass(frozen=True, slots=True)
class Discarding(ReactionPhase, tag="Discarding"):
    """11.12 The active player holds more than eight mini cards and charges, and has to discard."""

    clause: ClassVar[str] = "11.12"
    left: int
    """The number of mini cards still to be taken after the discards."""

    def options(self, g: CircuitryState, seat: Seat) -> Sequence[Action]:
        return legal.discards(g, seat)

    def decide(self, g: CircuitryState, seat: Seat, action: Action) -> Phase:
        assert isinstance(action, Discard)
        playing.discard(g, seat, action)
        return self.resumed(g)

    def resumed(self, g: CircuitryState) -> Phase:
        (seat,) = self.waiting
        side = g.sides[seat]
        return self if side.held > HELD and side.minis else take_next(g, seat, self.left)


@dataclass(frozen=True, slots=True)
class Turn(ReactionPhase, tag="Turn"):
    """4.3 The active player plays any number of mini cards and one circuit card, in any order."""

    clause: ClassVar[str] = "4.3"
    forced: Seat | None = None
    """8.7 The seat whose pawn a Force still holds."""

    def reactions(self, g: CircuitryState, seat: Seat) -> Sequence[Action]:
        return legal.reactions(g, seat) if g.variant.teams else legal.inhibits(g, seat)

    def options(self, g: CircuitryState, seat: Seat) -> Sequence[Action]:
        return legal.turn_options(g, seat, self.forced)

    def decide(self, g: CircuitryState, seat: Seat, action: Action) -> Phase:
        match action:
            case Move():  # 5.1
                return turning(g, seat, playing.move(g, seat, action), TURNS[seat])
            case Force(pawn):  # 8.6
                victim = g.seat_of(pawn)
                ends = playing.force(g, seat, action, self.forced)
                return turning(g, victim, ends, Turn((seat,), victim))
            case Portal():  # 8.8
                return turning(g, seat, playing.portal(g, seat, action), TURNS[seat])
            case PortalForce(pawn):  # 8.9
                victim = g.seat_of(pawn)
                return turning(g, victim, playing.portal_force(g, seat, action), Turn((seat,), victim))
            case Deliver():  # 7.3
                playing.deliver(g, seat, action)
                outcome = delivered_all(g, seat)
                return Over((), outcome) if outcome else TURNS[seat]
            case Done():
                return pass_turn(g)
            case Charge() | Exchange():  # 7.1, 8.10
                carried = g.sides[seat].carried
                playing.carry_out(g, seat, action)
                if not carried:  # 11.14
                    return ask_for_inhibits(g, seat)
            case _:
                playing.carry_out(g, seat, action)
        return TURNS[seat]

    def refusal(self, g: CircuitryState, seat: Seat, action: Action) -> str:
        return refusals.of_turn(g, seat, action, self.forced)


def turning(g: CircuitryState, seat: Seat, ends: Ends, then: Phase) -> Phase:
    """6.1, 6.3 Ask the owner of the pawn for the axis if there is a choice; otherwise turn #1 over at once."""
    if not ends:
        return then
    if len(ends) > 1:
        return Turning((seat,), ends, then)
    playing.turn_over(g, seat, *ends[0])
    return then


@dataclass(frozen=True, slots=True)
class Turning(ReactionPhase, tag="Turning"):
    """6.1 The last pawn leaves #1: its owner chooses the axis about which #1 is turned over."""

    clause: ClassVar[str] = "6.1"
    ends: Ends
    then: Phase

    def options(self, g: CircuitryState, seat: Seat) -> Sequence[TurnOver]:
        return [TurnOver(axis) for axis, _ in self.ends]

    def decide(self, g: CircuitryState, seat: Seat, action: Action) -> Phase:
        assert isinstance(action, TurnOver)
        playing.turn_over(g, seat, action.axis, dict(self.ends)[action.axis])
        return pass_turn(g) if g.sides[g.active].left else self.then


@dataclass(frozen=True, slots=True)
class Asking(ReactionPhase, tag="Asking"):
    """11.14 Every player who might hold an Inhibit is asked once. The phase ends when one of them inhibits the active
    player.
    """

    clause: ClassVar[str] = "11.14"

    def options(self, g: CircuitryState, seat: Seat) -> Sequence[Action]:
        return [*legal.inhibits(g, seat), legal.LET_BE]

    def play(self, g: CircuitryState, seat: Seat, action: Action) -> Phase:
        if isinstance(action, Inhibit):
            playing.inhibit(g, seat, action)
            if g.sides[g.active].inhibited:
                return TURNS[g.active]
        else:
            assert isinstance(action, LetBe)
        return self.without(g, seat)

    def without(self, g: CircuitryState, seat: Seat) -> Phase:
        """Return the phase after this seat has answered."""
        waiting = self.waiting_after(seat)
        return Asking(waiting) if waiting else TURNS[g.active]


@dataclass(frozen=True, slots=True)
class Choosing(Phase, tag="Choosing"):
    """11.13 Each player in turn chooses a charge point, and with it the pawn of its colour."""

    clause: ClassVar[str] = "11.13"

    def options(self, g: CircuitryState, seat: Seat) -> Sequence[Choose]:
        return legal.chooses(g, seat)

    def play(self, g: CircuitryState, seat: Seat, action: Choose) -> Phase:
        charge_point_cards.choose(g, seat, action)
        return self.after(g, seat)

    def after(self, g: CircuitryState, seat: Seat) -> Phase:
        """Return the phase after this seat has chosen, or left."""
        following = g.following(seat)
        return Choosing((following,)) if following > seat else first_turn(g)

    def refusal(self, g: CircuitryState, seat: Seat, action: Action) -> str:
        return refusals.of_phase(self.clause)


def first_turn(g: CircuitryState) -> Phase:
    """11.9 Pass charge-point cards on, if the variant says so, and begin the first turn."""
    if g.variant.passed:
        charge_point_cards.pass_on(g)
    return begin_turn(g, g.following(len(g.sides) - 1))


TURNS: Final = tuple(Turn((seat,)) for seat in range(6))
TAKING: Final = tuple(tuple(Taking((seat,), left) for left in range(TAKEN + 1)) for seat in range(6))
