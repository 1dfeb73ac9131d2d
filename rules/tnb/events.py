"""What happens in a match, for the log, the pictures and the announcements."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rules.core import events
from rules.core.cards import CardId
from rules.core.events import Event, Played, Seat
from rules.core.telling import Cards, Names
from rules.tnb.cards import Coverage
from rules.tnb.grid import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event, fact="RoundBegan"):
    """4.2 Both players got a TP, and a seat goes first."""

    says = "Round {number} begins: 1 TP for each, and {first:player} goes first."
    heads = "Round {number}"
    number: int
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Event, fact="CardDrawn"):
    """5.2 What everybody sees of a draw."""

    says = "{seat:player} draws a card."
    brief = "{seat:player}|draws|a card"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(events.Drew, fact="Drew"):
    def told(self, names: Names, cards: Cards) -> str:
        return f"You draw {', '.join(cards[card].name for card in self.cards)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Played, fact="CardPlayed"):
    """5.3"""

    says = "{seat:player} plays {card:card} on {tile}."
    brief = "{seat:player}|plays|{card:card} on {tile}"
    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class CardWithdrawn(Event, fact="CardWithdrawn"):
    """5.5"""

    says = "{seat:player} withdraws {card:card} from {tile}."
    brief = "{seat:player}|withdraws|{card:card}"
    seat: Seat
    card: CardId
    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class CardMoved(Event, fact="CardMoved"):
    """6.2"""

    says = "{seat:player} moves {card:card} from {start} to {end}."
    brief = "{seat:player}|moves|{card:card} to {end}"
    seat: Seat
    card: CardId
    start: Tile
    end: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockDeclared(Event, fact="BlockDeclared"):
    """6.4 On the seat's own board."""

    brief = "{seat:player}|blocks with|{coverage.card:card}"

    seat: Seat
    coverage: Coverage

    def told(self, names: Names, cards: Cards) -> str:
        laid = self.coverage
        return f"{names[self.seat]}'s {cards[laid.card].name} blocks {_row(laid.tiles)} for {laid.defence}."


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(Event, fact="AttackDeclared"):
    """6.5 On the enemy's board."""

    brief = "{seat:player}|attacks with|{coverage.card:card}"

    seat: Seat
    coverage: Coverage

    def told(self, names: Names, cards: Cards) -> str:
        laid, enemy = self.coverage, names[1 - self.seat]
        return f"{names[self.seat]}'s {cards[laid.card].name} will hit {enemy}'s {_row(laid.tiles)} for {laid.damage}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event, fact="TurnEnded"):
    """4.5"""

    says = "{seat:player} is done."
    brief = ""
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

    def told(self, names: Names, cards: Cards) -> str:
        """Everything that happened on a board, in few words: it is the longest sentence of the game."""
        found = []
        for there in self.tiles:
            if there.card and there.net:
                name = cards[there.card].name
                found.append(f"{name} is removed" if there.removed else f"{name} loses {there.net} Health")
        if lost := [there.tile for there in self.tiles if there.life_lost]:
            found.append(f"{len(lost)} LP lost on {_row(lost)}")
        if held := [there.tile for there in self.tiles if not there.net]:
            found.append(f"blocked on {_row(held)}")
        return f"On {names[self.seat]}'s board: {'; '.join(found)}."


def _row(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))
