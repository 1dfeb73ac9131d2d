"""The view of Alchemy: everything that one seat or a spectator may know."""

from dataclasses import dataclass

from rules.alchemy.attacks import Guard, Link, Preparation
from rules.alchemy.cards import AlchemyCard, EffectCard, OpusCard
from rules.alchemy.scoring import Scoring
from rules.core.events import Seat
from rules.core.play import Phase, View


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """The public part of one player's table."""

    seat: Seat
    points: int
    """Action points."""
    score: int
    damage: int
    """Damage dealt so far, in halves of a point."""
    idle: int
    """2.6 The number of the player's turns that have ended without an attack since their last one; -1 from an attack in
    their own turn until that turn ends. Always 0 without this rule.
    """
    refreshed: int
    """The turn in which the hand was last refreshed; 0 before that and without this rule."""
    deck: int
    hand: int
    """Number of cards in the hand, including those that the opponent has seen."""
    shown: tuple[AlchemyCard, ...]
    """The cards of the hand that the opponent has seen, in the order of the card list."""
    looking: int
    """Number of cards of the deck that the player is looking at."""
    store: tuple[AlchemyCard | None, ...]
    """The stored cards, in the order in which they were put in; None for a face-down card."""
    field: tuple[AlchemyCard, ...]
    """The cards on the field, oldest first. The piles are in the same order."""
    recharge: tuple[AlchemyCard, ...]
    exhausted: tuple[AlchemyCard, ...]
    opus: OpusCard | None
    """The Magnum Opus; None if it lies face down and has not been used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnView:
    """The part of a player's table that only this player knows."""

    hand: tuple[AlchemyCard, ...]
    """The hand, in the order of the card list."""
    store: tuple[AlchemyCard, ...]
    """The cards of `SideView.store`, all face up."""
    looking: tuple[AlchemyCard, ...]
    """The cards from the top of the deck among which the player chooses."""
    deck: tuple[AlchemyCard, ...]
    """The cards that are left in the deck, in the order of the card list, because their real order is unknown."""
    opus: OpusCard
    aside: tuple[OpusCard, ...]
    """The four Magnum Opus cards that were not picked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleView:
    """The present battle."""

    chain: tuple[Link, ...]
    """The links of the battle, first to last. While the target is asked, the last one is the attack."""
    target: Seat | None
    """The seat that is attacked and has not answered yet; None after a parry."""
    preparation: Preparation
    """The preparation of the attack that has to be answered."""
    guard: Guard
    """The target's reactions to this attack so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlchemyView(View):
    """All that one seat (None: a spectator) may know.

    `phase` is Turn, Storing (a store is open), Choosing (a card's player chooses what it affects), Defending,
    AttackingBack (after a parry) or Over.
    """

    active: Seat
    """The seat whose turn it is. In a battle the other player may be asked."""
    sides: tuple[SideView, SideView]
    """Indexed by seat."""
    own: OwnView | None
    """The part of the table that only this seat knows; None for a spectator."""
    battle: BattleView | None
    preparation: Preparation
    """The active player's preparation for the next attack of this turn."""
    working: EffectCard | None
    """The card for which its player has to choose; None if there is no such choice."""
    goal: int
    """The points that win."""
    scoring: Scoring
    """The rule by which damage scores."""
    brisk: bool
    """The option `pace`: whether idle turns count, a player far behind gains more AP, a refreshed hand rests for a
    turn, and a block draws a card.
    """
    literal: bool
    """The option `by_the_letter`: whether new AP are kept in unused turns only, a card that was just put into the store
    can be taken out, and two cards of the same element make a complex one.
    """
    banked: int
    """2.5 The AP that the active player had before this turn; 0 if that makes no difference."""
    used: bool
    """2.5 Whether the active player has used AP in this turn; False if that makes no difference."""
    quiet: int
    """The number of turns that have ended since the last attack; -1 in a turn with an attack."""
    open_phase: Phase
    """The phase itself. Everything about it is public."""

    @property
    def kept(self) -> int:
        """2.5 Return the AP that the active player keeps if the turn ends now."""
        points = self.sides[self.active].points
        return min(points, self.banked) if self.used else points
