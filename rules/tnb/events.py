"""The events of T&B, for the log, the pictures and the announcements."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rules.core import events
from rules.core.cards import CardId
from rules.core.events import Event, Played, Seat
from rules.core.narration import Cards, Names
from rules.tnb.cards import Coverage
from rules.tnb.grid import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event, tag="RoundBegan"):
    """4.2 A round began: each player got a TP, and the seat `first` takes the first turn."""

    template = "Round {number} begins: each player gets 1 TP, and {first:player} goes first."
    heads = "Round {number}"
    number: int
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Event, tag="CardDrawn"):
    """5.2 A player drew a card; everyone may read this event, which does not name the card."""

    template = "{seat:player} draws a card."
    brief = "{seat:player}|draws|a card"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(events.Drew, tag="Drew"):
    def narrate(self, names: Names, cards: Cards) -> str:
        return f"You draw {', '.join(cards[card].name for card in self.cards)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Played, tag="CardPlayed"):
    """5.3 A card was played from hand."""

    template = "{seat:player} plays {card:card} on {tile}."
    brief = "{seat:player}|plays|{card:card} on {tile}"
    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class CardWithdrawn(Event, tag="CardWithdrawn"):
    """5.5 A player removed a card of their own from the board."""

    template = "{seat:player} withdraws {card:card} from {tile}."
    brief = "{seat:player}|withdraws|{card:card}"
    seat: Seat
    card: CardId
    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class CardMoved(Event, tag="CardMoved"):
    """6.2 A card moved."""

    template = "{seat:player} moves {card:card} from {start} to {end}."
    brief = "{seat:player}|moves|{card:card} to {end}"
    seat: Seat
    card: CardId
    start: Tile
    end: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockDeclared(Event, tag="BlockDeclared"):
    """6.4 A block on the seat's own board."""

    brief = "{seat:player}|blocks with|{coverage.card:card}"

    seat: Seat
    coverage: Coverage

    def narrate(self, names: Names, cards: Cards) -> str:
        laid = self.coverage
        return f"{names[self.seat]}'s {cards[laid.card].name} blocks {_row(laid.tiles)} for {laid.defence}."


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(Event, tag="AttackDeclared"):
    """6.5 An attack on the enemy's board."""

    brief = "{seat:player}|attacks with|{coverage.card:card}"

    seat: Seat
    coverage: Coverage

    def narrate(self, names: Names, cards: Cards) -> str:
        laid, enemy = self.coverage, names[1 - self.seat]
        return f"{names[self.seat]}'s {cards[laid.card].name} will hit {enemy}'s {_row(laid.tiles)} for {laid.damage}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event, tag="TurnEnded"):
    """4.5 A player ended their turn."""

    template = "{seat:player} is done."
    brief = ""
    seat: Seat


class TileResult(NamedTuple):
    """7.1 The result of the attacks on one tile."""

    tile: Tile
    attack: int
    """The total Damage of all attacks on the tile."""
    block: int
    """The total Defence of all blocks on the tile."""
    card: CardId | None
    """The card that lay on the tile; None if there was none."""
    removed: bool
    """7.2 Whether that card was removed."""

    @property
    def net(self) -> int:
        """7.1 Return the Damage of the attacks minus the Defence of the blocks, but at least 0."""
        return max(self.attack - self.block, 0)

    @property
    def life_lost(self) -> int:
        """7.3 Return the Life Points that the owner of the board lost here."""
        return 1 if self.card is None and self.net else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved(Event, tag="Resolved"):
    """4.1 The attacks of the last round were resolved on this seat's board."""

    seat: Seat
    tiles: tuple[TileResult, ...]
    """The results on the attacked tiles, in reading order."""

    def narrate(self, names: Names, cards: Cards) -> str:
        """Return one sentence on everything that happened on the board. It uses few words, because no other sentence of
        the game can become as long.
        """
        parts = []
        for result in self.tiles:
            if result.card and result.net:
                name = cards[result.card].name
                parts.append(f"{name} is removed" if result.removed else f"{name} loses {result.net} Health")
        if lost := [result.tile for result in self.tiles if result.life_lost]:
            parts.append(f"{len(lost)} LP lost on {_row(lost)}")
        if held := [result.tile for result in self.tiles if not result.net]:
            parts.append(f"blocked on {_row(held)}")
        return f"On {names[self.seat]}'s board: {'; '.join(parts)}."


def _row(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))
