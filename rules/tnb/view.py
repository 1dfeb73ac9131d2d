"""The view of T&B: everything that one seat may know of a match."""

from dataclasses import dataclass

from rules.core.events import Seat
from rules.core.play import View
from rules.tnb.cards import Coverage, TnbCard, harmless
from rules.tnb.events import TileResult
from rules.tnb.grid import Tile
from rules.tnb.limits import BOARD_LIMIT


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnBoard:
    """A card on a board. Everything about it is public."""

    card: TnbCard
    tile: Tile
    health: int
    """The Health that the card has left."""
    free: bool
    """Whether the card still has its free action of this round."""
    taken: tuple[str, ...]
    """The verbs of the actions that the card has taken in this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """The public part of one player's table."""

    life_points: int
    tactical_points: int
    deck: int
    """Number of cards in the deck."""
    hand: int
    """Number of cards in the hand."""
    deck_list: tuple[TnbCard, ...]
    """The 8 cards of the player's deck, in the order of the deck list."""
    board: tuple[CardOnBoard, ...]
    """The cards on the board, in the order in which they were played."""
    removed: tuple[TnbCard, ...]
    attacks: tuple[Coverage, ...]
    """Attacks that this player has declared in this round on the enemy's board."""
    blocks: tuple[Coverage, ...]
    """Blocks that this player has declared in this round on their own board."""
    attacked: tuple[int, ...]
    """The total Damage declared on each tile of this player's board, by the tile's index."""
    blocked: tuple[int, ...]
    """The total Defence declared on each tile of this player's board, by the tile's index."""

    def at(self, tile: Tile) -> CardOnBoard | None:
        """Return the card on this tile, if any."""
        return next((occupant for occupant in self.board if occupant.tile is tile), None)

    def net(self, tile: Tile) -> int:
        """7.1 Return the damage that this tile takes at the start of the next round, if nothing more is declared."""
        return max(self.attacked[tile.index] - self.blocked[tile.index], 0)

    @property
    def harmless(self) -> bool:
        """8.6 Return whether the player has no card with Damage left in deck, hand and board."""
        return harmless(card for card in self.deck_list if card not in self.removed)

    @property
    def full(self) -> bool:
        """2.1 Return whether the board has no room for another card."""
        return len(self.board) == BOARD_LIMIT

    @property
    def unseen(self) -> tuple[TnbCard, ...]:
        """Return the cards in deck and hand, in the order of the deck list. Only their owner knows which are in the
        hand.
        """
        seen = {*self.removed, *(occupant.card for occupant in self.board)}
        return tuple(card for card in self.deck_list if card not in seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class TnbView(View):
    """All that one seat (None: a spectator) may know. `turn` is the round."""

    sides: tuple[SideView, SideView]
    """Indexed by seat."""
    hand: tuple[TnbCard, ...]
    """This seat's hand; () for a spectator."""
    first: Seat
    """4.4 The seat that goes first in this round."""
    overdrive: bool
    resolved: tuple[tuple[TileResult, ...], tuple[TileResult, ...]]
    """The results of the resolution that began this round, by the seat of the board: its attacked tiles in reading
    order."""
    going_first: str
    """4.4 The value of the option `going_first`."""
    quiet: int
    """4.4 Number of rounds in a row in which nobody lost a Life Point, if the option lets Life Points decide; otherwise
    0.
    """
    ready: bool
    """5.4 Whether a card that was played in this round may act once for 1 TP."""
    withdraws: bool
    """5.5 Whether a card can be withdrawn from a full board."""
