"""The quick player as it was at first, for later ones to be measured against: it knows how far everybody is from
winning, and does what brings it nearer or others further.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, TypeVar

from rules.circuitry import actions as a
from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, Board, NodeId
from rules.circuitry.cards import BLACK
from rules.circuitry.legal import CHARGE
from rules.circuitry.plan import CUT_OFF, goals, leader, remaining, steps_to
from rules.circuitry.view import CircuitryView, SideView
from rules.core import rng
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.notation import Action

A = TypeVar("A", bound=Action)

_TRIED: Final = 14
"""So many ways to change the board are looked at for each kind of card."""
_WORTH: Final = 2.0
"""Steps that an action card has to bring."""
_HARM: Final = 0.6
"""What a step more for the leader is worth, in own steps."""
_NEAR: Final = 6.0
"""Steps from which on an opponent is a threat."""


def choose(view: CircuitryView, random: int) -> Action:
    """A choice out of the view's options."""
    by_kind: dict[type[Action], list[Action]] = {}
    for action in view.options:
        by_kind.setdefault(type(action), []).append(action)
    return Thinker(view, by_kind, random).choice()


def interrupt(view: CircuitryView, random: int) -> Action | None:
    """9.1 An Inhibit on whoever is about to win; 11.6 a black card for a team-mate who needs it."""
    assert view.seat is not None
    thinker = Thinker(view, {}, random)
    for action in view.options:
        match action:
            case a.Inhibit(pawn):
                side = view.side_of(pawn)
                carries = side.carried and thinker.steps[side.seat] <= _NEAR
                if carries and not side.inhibited and side.seat == view.active:
                    return action
            case a.Give(pawn, card):
                side = view.side_of(pawn)
                if card == BLACK and side.carried and not view.own.carried and not view.gifts:
                    return action
    return None


@dataclass
class Thinker:
    """One decision."""

    tried: ClassVar[int] = _TRIED
    view: CircuitryView
    kinds: Mapping[type[Action], Sequence[Action]]
    random: int

    def choice(self) -> Action:
        view = self.view
        if a.Take in self.kinds:
            return self._take()
        if a.Discard in self.kinds:
            return min(self._of(a.Discard), key=lambda action: (action.card == CHARGE, self._keeping(action.card)))
        if a.TurnOver in self.kinds:
            return min(self._of(a.TurnOver), key=self._after_turning)
        found = (
            self._charging()
            or self._freeing()
            or self._laying()
            or self._taking_charge()
            or self._moving()
            or self._working()
            or self._forcing()
            or self._inhibiting()
        )
        return found or (self.kinds[a.Done][0] if a.Done in self.kinds else view.options[-1])

    # What there is

    def _of(self, kind: type[A]) -> Sequence[A]:
        return self.kinds.get(kind, ())  # type: ignore[return-value] # sorted by kind

    def _some(self, actions: Sequence[A]) -> list[A]:
        """A few of them, by chance."""
        left = list(actions)
        self.random = rng.shuffle(self.random, left)
        return left[: self.tried]

    @cached_property
    def own(self) -> SideView:
        return self.view.own

    @cached_property
    def blocked(self) -> tuple[NodeId, ...]:
        return tuple([side.node for side in self.view.sides if side.seat != self.own.seat])

    @cached_property
    def steps(self) -> Mapping[Seat, float]:
        """By seat: how far it is from having delivered."""
        return {side.seat: remaining(self.view, self.view.board, side, side.node) for side in self.view.sides}

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        team = self.view.team(self.own.seat)
        return tuple(side.seat for side in self.view.sides if side.seat not in team)

    @cached_property
    def rival(self) -> SideView:
        """The opponent who is nearest to winning."""
        return self.view.sides[leader(self.view, self.steps, self.opponents)]

    @cached_property
    def ahead(self) -> Mapping[NodeId, int]:
        """How many steps each node is from where this player wants to be."""
        ends = goals(self.view, self.view.board, self.own)
        return steps_to(self.view.board, ends, self.blocked)

    @cached_property
    def movement(self) -> Mapping[CardId, int]:
        counts: dict[CardId, int] = {}
        for mini in self.view.minis:
            if mini.movement:
                counts[mini.id] = counts.get(mini.id, 0) + 1
        return counts

    @cached_property
    def reserved(self) -> Mapping[str, int]:
        """Movement cards that are kept for charging and delivering."""
        kept = {BLACK: 1}
        if not self.own.carried:
            kept[self.own.colour.value] = 1
        return kept

    def _needed(self) -> int:
        """How many charges are still to be delivered."""
        return self.view.variant.charges - self.view.delivered(self.own.seat)

    def _spare(self) -> int:
        """How many movement cards are not kept."""
        return sum(count - min(count, self.reserved.get(card, 0)) for card, count in self.movement.items())

    # Decisions

    def _take(self) -> Action:
        """Gold for the way and for what delivers; green for what the hand lacks to change the board."""
        takes = {action.pile: action for action in self._of(a.Take)}
        minis = [mini.id for mini in self.view.minis]
        greens = [pile for pile in takes if "gold" not in pile]
        wanted = sum(mini.green for mini in self.view.minis) < 2 and (self._spare() >= 2 or self.view.left == 1)
        self.random, chance = rng.below(self.random, 4)
        if "force" in takes and "force" not in minis and self._rival_is_near():
            return takes["force"]
        if greens and (("gold" not in takes) or (wanted and chance < 2)):
            fresh = [pile for pile in greens if pile not in minis] or greens
            self.random, place = rng.below(self.random, len(fresh))
            return takes[fresh[place]]
        return takes.get("gold") or next(iter(takes.values()))

    def _rival_is_near(self) -> bool:
        """Whether the leader is about to win and a card is held that could force their pawn away."""
        near = self.rival.carried and self.steps[self.rival.seat] <= _NEAR
        return bool(near and (self.rival.colour.value in self.movement or BLACK in self.movement))

    def _keeping(self, card: str) -> float:
        """11.12 How much a card is worth that could be discarded."""
        if card == BLACK:
            return 9
        if card == self.own.colour.value:
            return 8
        return 5 - self.movement.get(CardId(card), 0) if card in self.movement else 4

    def _after_turning(self, action: a.TurnOver) -> float:
        end = dict(self.view.ends)[action.axis]
        return remaining(self.view, self.view.board.over(action.axis), self.own, end)

    def _charging(self) -> Action | None:
        deliveries = self._of(a.Deliver)
        if deliveries:
            return max(deliveries, key=lambda action: (action.count, action.card != BLACK))
        charges = [charge for charge in self._of(a.Charge) if len(self.own.carried) + charge.count <= self._needed()]
        return max(charges, key=lambda action: (action.count, action.card != BLACK), default=None)

    def _freeing(self) -> Action | None:
        if self.own.inhibited and (freeing := [f for f in self._of(a.Free) if f.pawn is self.own.colour]):
            return freeing[0]
        more = len(self.own.carried) > 1 and self.own.inhibited
        return self._of(a.Discharge)[0] if more and self._of(a.Discharge) else None

    def _taking_charge(self) -> Action | None:
        """By Exchange from an opponent on an adjacent node, or a way to such a node."""
        if len(self.own.carried) >= self._needed() or "exchange" not in [mini.id for mini in self.view.minis]:
            return None
        victims = [side for side in self.view.sides if side.seat in self.opponents and side.carried]
        found = [action for action in self._of(a.Exchange) if self.view.side_of(action.pawn) in victims]
        if found:
            return found[0]
        beside = {node for side in victims for node in self.view.board.neighbours(side.node)}
        ways = [move for move in self._of(a.Move) if move.node in beside]
        return min(ways, key=lambda move: move.cards.count(JOIN), default=None)

    def _laying(self) -> Action | None:
        """The placing that helps most, its own charge point first; none if it would only harm."""
        places = self._of(a.Place)
        if not places:
            return None
        cards = {card.number: card for card in self.view.circuits}
        charged = [place for place in places if cards[place.card].charge]
        own = [place for place in charged if cards[place.card].charge is self.own.colour]
        some = self._some(own or charged or places)

        def board(place: a.Place) -> Board:
            return self.view.board.laid(cards[place.card], place.cell, place.way)

        gain, best = self._best(some, board)
        return best if best and (self._lays(gain) or own or a.Done not in self.kinds) else None

    def _lays(self, gain: float) -> bool:
        """Whether a circuit card that is not needed is laid for so many steps."""
        return gain >= 0 or self.view.variant.passed

    def _best(self, some: Iterable[A], changed: Callable[[A], Board]) -> tuple[float, A | None]:
        """The change of the board that brings most, and how much."""
        best: tuple[float, A | None] = (-CUT_OFF, None)
        for action in some:
            gain = self._gain(changed(action))
            if gain > best[0]:
                best = (gain, action)
        return best

    def _gain(self, board: Board) -> float:
        """What another board would bring, in steps."""
        own = self.steps[self.own.seat] - remaining(self.view, board, self.own, self.own.node)
        harm = remaining(self.view, board, self.rival, self.rival.node) - self.steps[self.rival.seat]
        return own + _HARM * harm

    def _moving(self) -> Action | None:
        """Nearer to where it wants to be, with cards that are not kept; by portal if that is shorter."""
        here = self.ahead.get(self.own.node, CUT_OFF)
        if jump := self._jumping(here):
            return jump
        moves = [move for move in self._of(a.Move) if self._affordable(move.cards) and self._welcome(move.node)]
        best = min(moves, key=lambda move: (self._after(move.node), self._keeping(move.cards)), default=None)
        if best is not None and self._after(best.node) < here:
            return best
        if self.own.node.startswith(f"{HUB}-") and not self.view.board.turned_over and here >= CUT_OFF:
            return next((move for move in moves if not move.node.startswith(f"{HUB}-")), None)
        return None

    def _jumping(self, here: float) -> Action | None:
        """By portal, if that saves steps."""
        jump = min(self._of(a.Portal), key=lambda jump: self.ahead.get(jump.node, CUT_OFF), default=None)
        return jump if jump is not None and self.ahead.get(jump.node, CUT_OFF) + _WORTH < here else None

    def _after(self, node: NodeId) -> float:
        return self.ahead.get(node.replace(f"{HUB}b-", f"{HUB}-"), CUT_OFF)

    def _welcome(self, node: NodeId) -> bool:
        """Whoever carries charge does not go back onto card 1 before it is turned over."""
        return self.view.board.turned_over or not (self.own.carried and node.startswith(f"{HUB}-"))

    def _affordable(self, cards: str) -> bool:
        """Whether a payment leaves what is kept, or is the last step to where it is needed."""
        paid = cards.split(JOIN)
        return all(self.movement[CardId(card)] - paid.count(card) >= self.reserved.get(card, 0) for card in set(paid))

    def _working(self) -> Action | None:
        """Rotate, Flip, Swap, Slide: if it brings enough."""
        board = self.view.board
        changes: list[tuple[float, Action | None]] = [
            self._best(
                self._some(self._of(a.Rotate)),
                lambda r: board.with_way(r.circuit, board.at(r.circuit).way.rotated),
            ),
            self._best(
                self._some(self._of(a.Flip)),
                lambda f: board.with_way(f.circuit, board.at(f.circuit).way.flipped),
            ),
            self._best(self._some(self._of(a.Swap)), lambda s: board.swapped(s.first, s.second)),
            self._best(self._some(self._of(a.Slide)), lambda s: board.slid(s.circuit, s.cell)),
        ]
        gain, best = max(changes, key=lambda change: change[0])
        return best if gain >= _WORTH else None

    def _forcing(self) -> Action | None:
        """The leader, away from where they want to be, if they are near."""
        found: list[a.Force | a.PortalForce] = [*self._of(a.Force), *self._of(a.PortalForce)]
        if not found or self.steps[self.rival.seat] > 2 * _NEAR:
            return None
        ends = goals(self.view, self.view.board, self.rival)
        their = steps_to(self.view.board, ends, ())
        here = their.get(self.rival.node, CUT_OFF)

        def worth(action: a.Force | a.PortalForce) -> float:
            harm = their.get(action.node, CUT_OFF) - here - action.cards.split(JOIN).count(BLACK)
            return harm - (_WORTH if isinstance(action, a.PortalForce) else 0)

        best = max((f for f in found if f.pawn is self.rival.colour), key=worth, default=None)
        return best if best is not None and worth(best) >= _WORTH else None

    def _inhibiting(self) -> Action | None:
        """The leader, once they carry charge."""
        inhibits = self._of(a.Inhibit)
        if not inhibits or not self.rival.carried or self.rival.inhibited:
            return None
        return next((found for found in inhibits if found.pawn is self.rival.colour), None)
