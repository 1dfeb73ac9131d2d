"""What happened, as sentences."""

from collections.abc import Mapping, Sequence

from rules.core.cards import CardId
from rules.core.events import Drew, Event
from rules.tnb.cards import TnbCard
from rules.tnb.events import (
    AttackDeclared,
    BlockDeclared,
    CardDrawn,
    CardMoved,
    CardPlayed,
    Resolved,
    RoundBegan,
    TileResult,
    TurnEnded,
)
from rules.tnb.grid import Tile


def told(event: Event, names: Sequence[str], cards: Mapping[CardId, TnbCard]) -> str:
    """A sentence for whoever may read the event, or "" if another event tells it already."""
    match event:
        case RoundBegan(number=number, first=first):
            return f"Round {number} begins: 1 TP for each, and {names[first]} goes first."
        case CardDrawn(seat=seat):
            return f"{names[seat]} draws a card."
        case Drew(cards=drawn):
            return f"You draw {', '.join(cards[card].name for card in drawn)}."
        case CardPlayed(seat=seat, card=card, tile=tile):
            return f"{names[seat]} plays {cards[card].name} on {tile}."
        case CardMoved(seat=seat, card=card, start=start, end=end):
            return f"{names[seat]} moves {cards[card].name} from {start} to {end}."
        case BlockDeclared(seat=seat, coverage=laid):
            return f"{names[seat]}'s {cards[laid.card].name} blocks {_listed(laid.tiles)} for {laid.defence}."
        case AttackDeclared(seat=seat, coverage=laid):
            where = f"{names[1 - seat]}'s {_listed(laid.tiles)}"
            return f"{names[seat]}'s {cards[laid.card].name} will hit {where} for {laid.damage}."
        case TurnEnded(seat=seat):
            return f"{names[seat]} is done."
        case Resolved(seat=seat, tiles=tiles):
            return f"On {names[seat]}'s board: {_results(tiles, cards)}."
        case _:
            return ""


def _results(results: Sequence[TileResult], cards: Mapping[CardId, TnbCard]) -> str:
    """Everything that happened on a board, in few words: it is the longest sentence of the game."""
    found = []
    for result in results:
        if result.card and result.net:
            name = cards[result.card].name
            found.append(f"{name} is removed" if result.removed else f"{name} loses {result.net} Health")
    if lost := [result.tile for result in results if result.life_lost]:
        found.append(f"{len(lost)} LP lost on {_listed(lost)}")
    if held := [result.tile for result in results if not result.net]:
        found.append(f"blocked on {_listed(held)}")
    return "; ".join(found)


def _listed(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))
