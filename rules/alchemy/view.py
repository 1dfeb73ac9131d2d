"""What one seat of Alchemy, or a spectator, may know."""

from dataclasses import dataclass

from rules.alchemy.attacks import Guard, Link, Preparation
from rules.alchemy.cards import AlchemyCard, EffectCard, OpusCard
from rules.alchemy.scoring import Scoring
from rules.core.events import Seat
from rules.core.play import Phase, View


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """What everybody knows of one player."""

    seat: Seat
    points: int
    """Action points."""
    score: int
    damage: int
    """Dealt so far, in halves."""
    idle: int
    """Own turns that have ended since an attack; -1 in a turn of one's own with one. 0 where it does not count."""
    refreshed: int
    """The turn in which the hand was refreshed last; 0 before that, and where it does not count."""
    deck: int
    hand: int
    """Cards in the hand, those that were seen among them."""
    shown: tuple[AlchemyCard, ...]
    """The cards of the hand that the opponent has seen, in the order of the card list."""
    looking: int
    """Cards of the deck that its owner is looking at."""
    store: tuple[AlchemyCard | None, ...]
    """None: it lies face down."""
    field: tuple[AlchemyCard, ...]
    """Oldest first, as the piles."""
    recharge: tuple[AlchemyCard, ...]
    exhausted: tuple[AlchemyCard, ...]
    opus: OpusCard | None
    """None: it lies face down, and has not been used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnView:
    """What only the player knows."""

    hand: tuple[AlchemyCard, ...]
    """In the order of the card list."""
    store: tuple[AlchemyCard, ...]
    """As in `SideView.store`, but face up."""
    looking: tuple[AlchemyCard, ...]
    """The cards from the top of the deck that the player is choosing among."""
    deck: tuple[AlchemyCard, ...]
    """What is still in the deck, in the order of the card list: nobody knows in which order it lies."""
    opus: OpusCard
    aside: tuple[OpusCard, ...]
    """The four Magnum Opus cards that were not picked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleView:
    """The battle that is going on."""

    chain: tuple[Link, ...]
    """First to last. While the target is asked, the last one is the attack."""
    target: Seat | None
    """Who is attacked and has not answered yet; None after a parry."""
    preparation: Preparation
    """What was prepared for the attack that is to be answered."""
    guard: Guard
    """What its target has done about it so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlchemyView(View):
    """All that one seat (None: a spectator) may know.

    `phase` is Turn, Storing (a store is open), Choosing (what a card works on), Defending, AttackingBack (after a
    parry) or Over.
    """

    active: Seat
    """Whose turn it is. In a battle the other player may be asked."""
    sides: tuple[SideView, SideView]
    """By seat."""
    own: OwnView | None
    """None for a spectator."""
    battle: BattleView | None
    preparation: Preparation
    """What the active player has prepared for the next attack of this turn."""
    working: EffectCard | None
    """The card whose effect a choice is asked for."""
    goal: int
    """The points that win."""
    scoring: Scoring
    """What damage is worth."""
    brisk: bool
    """Whether idle turns count, a hand that was refreshed rests for a turn, and a block draws a card."""
    quiet: int
    """Turns that have ended since one in which an attack was declared; -1 in such a turn itself."""
    open_phase: Phase
    """The phase itself: whatever is in it lies open on the table."""
