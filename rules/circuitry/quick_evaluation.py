"""The quick player's evaluation of a position: every player's distance to a win, and the cards that the quick player
needs.
"""

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
"""An opponent within this many steps of a win is a threat."""
_BRINK: Final = 2
"""An opponent who carries enough charges, at most this many steps from home, is about to win."""
_HARM: Final = 0.6
"""The value of lengthening the leader's way by one step, in steps of the player's own way."""


@dataclass(frozen=True)
class Evaluation:
    """A position as the view's seat evaluates it. Each measure is computed on first use."""

    view: CircuitryView

    @cached_property
    def own(self) -> SideView:
        return self.view.own

    @cached_property
    def blocked(self) -> tuple[NodeId, ...]:
        """The nodes of all other pawns."""
        return tuple([side.node for side in self.view.sides if side.seat != self.own.seat])

    @cached_property
    def steps(self) -> Mapping[Seat, float]:
        """For each seat: the number of steps to a delivery."""
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
    def is_urgent(self) -> bool:
        """Whether the rival is about to win."""
        lacks = self.view.variant.charges - self.view.delivered(self.rival.seat) - len(self.rival.carried)
        return lacks <= 0 and self.steps[self.rival.seat] <= _BRINK

    @cached_property
    def goals(self) -> tuple[NodeId, ...]:
        """The nodes that this player wants to reach next."""
        return goals(self.view, self.view.board, self.own)

    @cached_property
    def ahead(self) -> Mapping[NodeId, int]:
        """For each node: the number of steps to the nearest goal."""
        return steps_to(self.view.board, self.goals, self.blocked)

    @cached_property
    def here(self) -> float:
        """The number of steps from the player's pawn to the nearest goal."""
        return self.ahead.get(self.own.node, CUT_OFF)

    @cached_property
    def movement(self) -> Mapping[CardId, int]:
        """The number of movement cards of each kind in the hand."""
        counts: dict[CardId, int] = {}
        for mini in self.view.minis:
            if mini.movement:
                counts[mini.id] = counts.get(mini.id, 0) + 1
        return counts

    @cached_property
    def reserved(self) -> Mapping[str, int]:
        """The number of movement cards of each kind to keep for charging and delivering."""
        kept = {BLACK: 1}
        if not self.own.carried:
            kept[self.own.colour.value] = 1
        return kept

    @property
    def needed(self) -> int:
        """The number of charges still to be delivered."""
        return self.view.variant.charges - self.view.delivered(self.own.seat)

    @property
    def spare(self) -> int:
        """The number of movement cards that are not reserved."""
        return sum(count - min(count, self.reserved.get(card, 0)) for card, count in self.movement.items())

    @property
    def is_equipped(self) -> bool:
        """Whether the hand has the movement cards for charging and delivering, so that it needs only cards for
        steps.
        """
        black = self.movement.get(CardId(BLACK), 0)
        own_colour = self.movement.get(CardId(self.own.colour.value), 0)
        return black >= 1 and (bool(self.own.carried) or black + own_colour > 1)

    def value(self, card: str) -> float:
        """Return the value of a card of the hand when one is discarded (11.12) or paid: cards of a low value go
        first. Of an action card one copy is enough.
        """
        if card == BLACK:
            return 9
        if card == self.own.colour.value:
            return 8
        if card in self.movement:
            return 5 - self.movement.get(CardId(card), 0)
        copies = sum(1 for mini in self.view.minis if mini.id == card)
        return 4 if copies == 1 else 0

    def affordable(self, cards: str) -> bool:
        """Return whether the hand keeps all reserved cards after this payment."""
        paid = cards.split(JOIN)
        return all(self.movement[CardId(card)] - paid.count(card) >= self.reserved.get(card, 0) for card in set(paid))

    def distance(self, node: NodeId) -> float:
        """Return the number of steps from this node, the end of a move, to the nearest goal."""
        return self.ahead.get(node.replace(f"{HUB}b-", f"{HUB}-"), CUT_OFF)

    def keeps_black(self, card: str) -> bool:
        """Return whether a black card is left to deliver a charge that is taken with this card."""
        return self.movement.get(CardId(BLACK), 0) > (card == BLACK)

    def brings_home(self, card: str) -> bool:
        """Return whether the rest of the hand could deliver a charge that is taken with this card."""
        way = steps_to(self.view.board, (home(self.own.colour),), self.blocked).get(self.own.node, CUT_OFF)
        return self.keeps_black(card) and sum(self.movement.values()) >= way

    def gain(self, board: Board) -> float:
        """Return the number of steps that this player would gain if the board became this one. The leader's loss counts
        too, and fully if the leader is about to win.
        """
        own_gain = self.steps[self.own.seat] - remaining(self.view, board, self.own, self.own.node)
        harm = remaining(self.view, board, self.rival, self.rival.node) - self.steps[self.rival.seat]
        return own_gain + (1 if self.is_urgent else _HARM) * harm
