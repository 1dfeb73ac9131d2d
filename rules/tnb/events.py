"""What happens in a match, for the log, the pictures and the announcements."""

from dataclasses import dataclass
from typing import NamedTuple

from rules.core.cards import CardId
from rules.core.events import Event, Played, Seat
from rules.tnb.cards import Coverage
from rules.tnb.grid import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event, fact="RoundBegan"):
    """4.2 Both players got a TP, and a seat goes first."""

    number: int
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Event, fact="CardDrawn"):
    """5.2 What everybody sees of a draw."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Played, fact="CardPlayed"):
    """5.3"""

    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class CardMoved(Event, fact="CardMoved"):
    """6.2"""

    seat: Seat
    card: CardId
    start: Tile
    end: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockDeclared(Event, fact="BlockDeclared"):
    """6.4 On the seat's own board."""

    seat: Seat
    coverage: Coverage


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(Event, fact="AttackDeclared"):
    """6.5 On the enemy's board."""

    seat: Seat
    coverage: Coverage


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event, fact="TurnEnded"):
    """4.5"""

    seat: Seat


class TileResult(NamedTuple):
    """7.1 What came down on a tile that was attacked."""

    tile: Tile
    attack: int
    """All attacks together."""
    block: int
    """All blocks together."""
    card: CardId | None
    """The card that lay there."""
    removed: bool
    """7.2 Whether that card is gone."""

    @property
    def net(self) -> int:
        """7.1 The damage dealt: 0 if the blocks held."""
        return max(self.attack - self.block, 0)

    @property
    def life_lost(self) -> int:
        """7.3 What it cost the board's player."""
        return 1 if self.card is None and self.net else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved(Event, fact="Resolved"):
    """4.1 The attacks of the round before came down on this seat's board."""

    seat: Seat
    tiles: tuple[TileResult, ...]
    """Those that were attacked, in reading order."""
