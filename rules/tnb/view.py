"""What one seat may know of a match."""

from dataclasses import dataclass

from rules.core.events import Seat
from rules.core.play import View
from rules.tnb.cards import Coverage, TnbCard, harmless
from rules.tnb.events import TileResult
from rules.tnb.grid import Tile
from rules.tnb.limits import BOARD_LIMIT


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnBoard:
    """A card on a board, with all that is printed on it."""

    card: TnbCard
    tile: Tile
    health: int
    """What it has left."""
    free: bool
    """Whether it has its free card action of this round still to take."""
    taken: tuple[str, ...]
    """The verbs of the card actions that it has taken in this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """What everybody knows of one player."""

    life_points: int
    tactical_points: int
    deck: int
    """How many cards are left in it."""
    hand: int
    """How many cards it holds."""
    deck_list: tuple[TnbCard, ...]
    """The 8 cards it began with, in the order of its list."""
    board: tuple[CardOnBoard, ...]
    """In the order in which they were played."""
    removed: tuple[TnbCard, ...]
    attacks: tuple[Coverage, ...]
    """Declared in this round by this player, on the enemy's board."""
    blocks: tuple[Coverage, ...]
    """Declared in this round by this player, on their own board."""
    attacked: tuple[int, ...]
    """By the index of the tile of this player's board: all Damage that lies on it."""
    blocked: tuple[int, ...]
    """By the index of the tile of this player's board: all Defence that lies on it."""

    def at(self, tile: Tile) -> CardOnBoard | None:
        """The card on this tile."""
        return next((there for there in self.board if there.tile is tile), None)

    def net(self, tile: Tile) -> int:
        """7.1 The damage that this tile takes when the next round begins, if nothing more is declared."""
        return max(self.attacked[tile.index] - self.blocked[tile.index], 0)

    @property
    def harmless(self) -> bool:
        """8.6 Whether no card with Damage is left in deck, hand and board."""
        return harmless(card for card in self.deck_list if card not in self.removed)

    @property
    def full(self) -> bool:
        """2.1 Whether the board has room for no further card."""
        return len(self.board) == BOARD_LIMIT

    @property
    def unseen(self) -> tuple[TnbCard, ...]:
        """The cards in deck and hand, in the order of the list: which is where, only the owner knows."""
        seen = {*self.removed, *(there.card for there in self.board)}
        return tuple(card for card in self.deck_list if card not in seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class TnbView(View):
    """`turn` is the round."""

    sides: tuple[SideView, SideView]
    """By seat."""
    hand: tuple[TnbCard, ...]
    """The seat's own; () for a spectator."""
    first: Seat
    """4.4 Who goes first in this round."""
    overdrive: bool
    resolved: tuple[tuple[TileResult, ...], tuple[TileResult, ...]]
    """What came down when this round began, by the seat of the board: its attacked tiles, in reading order."""
    going_first: str
    """4.4 The value of the option."""
    quiet: int
    """4.4 Rounds in a row that cost nobody a Life Point, where that counts; else 0."""
    ready: bool
    """5.4 Whether a card that was played in this round may act once for 1 TP."""
