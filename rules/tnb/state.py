"""The state of T&B, public and hidden."""

from dataclasses import dataclass

from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import State
from rules.core.tags import Tagged
from rules.tnb.cards import Coverage, TnbCard
from rules.tnb.events import TileResult
from rules.tnb.grid import Tile, TileSet
from rules.tnb.limits import BOARD_LIMIT, HAND_LIMIT


@dataclass(slots=True)
class Occupant(Tagged, tag="Occupant"):
    """A card on a board, with its present Health and actions."""

    card: TnbCard
    tile: Tile
    health: int
    """1.3 The Health that the card has left."""
    free: bool
    """6.1 Whether the card still has its free action of this round. A card played in this round has none (5.4)."""
    taken: tuple[str, ...]
    """The verbs of the actions that the card has taken in this round."""


@dataclass(slots=True)
class Side(Tagged, tag="Side"):
    """Everything that one player has."""

    deck_list: tuple[TnbCard, ...]
    deck: list[TnbCard]
    """The deck. The last card of the list is drawn next."""
    hand: list[TnbCard]
    board: list[Occupant]
    """2.1 The cards on the board, in the order in which they were played."""
    occupied: TileSet
    """2.1 The tiles with a card on them: one card on each."""
    removed: list[TnbCard]
    life_points: int
    tactical_points: int
    attacks: list[Coverage]
    """Attacks declared in this round on the enemy's board."""
    blocks: list[Coverage]
    """Blocks declared in this round on the player's own board."""

    def refresh(self) -> None:
        """Compute `occupied` again after a change of the board."""
        self.occupied = 0
        for occupant in self.board:
            self.occupied |= occupant.tile.bit

    def occupant(self, card: CardId) -> Occupant | None:
        """Return this card on the board; None if it is not there."""
        for occupant in self.board:
            if occupant.card.id == card:
                return occupant
        return None

    def remove(self, card: CardId) -> Occupant:
        """Remove a card that is on the board from the match; return it with the tile where it lay."""
        occupant = self.occupant(card)
        assert occupant is not None
        self.board.remove(occupant)
        self.removed.append(occupant.card)
        self.occupied ^= occupant.tile.bit
        return occupant

    def take_from_hand(self, card: CardId) -> TnbCard:
        """Remove a card from the hand."""
        hand = self.hand
        return hand.pop([held.id for held in hand].index(card))

    @property
    def has_lost(self) -> bool:
        """8.1 Return whether the player has no Life Points left, or no card in deck, hand and board (8.2)."""
        return self.life_points <= 0 or not (self.deck or self.hand or self.board)

    @property
    def health(self) -> int:
        """8.5 Return the total Health of all cards on the board."""
        return sum(occupant.health for occupant in self.board)

    def can_draw(self) -> bool:
        """5.2 Return whether the player has TP, a card in the deck, and room in the hand."""
        return self.tactical_points > 0 and len(self.deck) > 0 and len(self.hand) < HAND_LIMIT

    def can_withdraw(self) -> bool:
        """5.5 Return whether the player has TP and a card in hand, but no room on the board."""
        return self.tactical_points > 0 and len(self.hand) > 0 and len(self.board) == BOARD_LIMIT

    def can_play(self) -> bool:
        """5.3 Return whether the player has TP, a card in hand, and room on the board."""
        return self.tactical_points > 0 and len(self.hand) > 0 and len(self.board) < BOARD_LIMIT


@dataclass(slots=True)
class TnbState(State, tag="TnbState"):
    """A match in progress. `turn` is the round that is being played."""

    sides: tuple[Side, Side]
    overdrive: bool
    """9.1 Whether the option `overdrive` is on."""
    resolved: tuple[tuple[TileResult, ...], tuple[TileResult, ...]]
    """The results of the resolution that began this round, by the seat of the board."""
    going_first: str
    """4.4 The value of the option `going_first`."""
    opener: Seat
    """4.4 The seat that goes first in this round if the option lets Life Points decide; otherwise 0."""
    ready: bool
    """5.4 Whether a card that was played in this round may act once for 1 TP."""
    withdraws: bool
    """5.5 The option `withdraw`: whether a card can be withdrawn from a full board."""
    quiet: int = 0
    """4.4 Number of rounds in a row in which nobody lost a Life Point, if the option lets Life Points decide; otherwise
    0.
    """

    @property
    def first(self) -> Seat:
        """4.4 Return the seat that goes first in this round."""
        if self.going_first == "leader":
            return self.opener
        return (self.turn - 1) // 2 % 2
