"""How the quick player judges a position: by everybody's steps to a win, and by the cards that it needs itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, Board, NodeId
from rules.circuitry.cards import BLACK
from rules.circuitry.plan import CUT_OFF, goals, home, leader, remaining, steps_to
from rules.circuitry.view import CircuitryView, SideView
from rules.core.cards import CardId
from rules.core.events import Seat

NEAR: Final = 6.0
"""Steps from which on an opponent is a threat."""
_HARM: Final = 0.6
"""What a step more for the leader is worth, in own steps."""


@dataclass(frozen=True)
class Evaluation:
    """A position as the seat of the view judges it. Each measure is taken once, when it is first asked for."""

    view: CircuitryView

    @cached_property
    def own(self) -> SideView:
        return self.view.own

    @cached_property
    def blocked(self) -> tuple[NodeId, ...]:
        """Where other pawns stand."""
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
    def goals(self) -> tuple[NodeId, ...]:
        """Where this player wants to be next."""
        return goals(self.view, self.view.board, self.own)

    @cached_property
    def ahead(self) -> Mapping[NodeId, int]:
        """How many steps each node is from where this player wants to be."""
        return steps_to(self.view.board, self.goals, self.blocked)

    @cached_property
    def here(self) -> float:
        """How many steps the own pawn is from there."""
        return self.ahead.get(self.own.node, CUT_OFF)

    @cached_property
    def movement(self) -> Mapping[CardId, int]:
        """The movement cards in the hand."""
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

    @property
    def needed(self) -> int:
        """How many charges are still to be delivered."""
        return self.view.variant.charges - self.view.delivered(self.own.seat)

    @property
    def spare(self) -> int:
        """How many movement cards are not kept."""
        return sum(count - min(count, self.reserved.get(card, 0)) for card, count in self.movement.items())

    @property
    def can_stop_rival(self) -> bool:
        """Whether the leader is about to win and a card is held that could force their pawn away."""
        near = self.rival.carried and self.steps[self.rival.seat] <= NEAR
        return bool(near and (self.rival.colour.value in self.movement or BLACK in self.movement))

    def value(self, card: str) -> float:
        """Rate a card of the hand that could be discarded (11.12) or paid with: the more, the better kept."""
        if card == BLACK:
            return 9
        if card == self.own.colour.value:
            return 8
        return 5 - self.movement.get(CardId(card), 0) if card in self.movement else 4

    def affordable(self, cards: str) -> bool:
        """Whether a payment leaves what is kept."""
        paid = cards.split(JOIN)
        return all(self.movement[CardId(card)] - paid.count(card) >= self.reserved.get(card, 0) for card in set(paid))

    def distance(self, node: NodeId) -> float:
        """Count the steps from the end of a move to where this player wants to be."""
        return self.ahead.get(node.replace(f"{HUB}b-", f"{HUB}-"), CUT_OFF)

    def brings_home(self, card: str) -> bool:
        """Whether a charge that is taken with this card can be delivered with what is held then."""
        black = self.movement.get(CardId(BLACK), 0) - (card == BLACK)
        way = steps_to(self.view.board, (home(self.own.colour),), self.blocked).get(self.own.node, CUT_OFF)
        return black > 0 and sum(self.movement.values()) >= way

    def gain(self, board: Board) -> float:
        """Count the steps that another board would bring."""
        own = self.steps[self.own.seat] - remaining(self.view, board, self.own, self.own.node)
        harm = remaining(self.view, board, self.rival, self.rival.node) - self.steps[self.rival.seat]
        return own + _HARM * harm
