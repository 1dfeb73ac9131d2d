"""Derive the facts that T&B's pictures and texts share from a view."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.core.cards import CardId
from rules.core.events import Seat
from rules.tnb.actions import Play
from rules.tnb.cards import TnbCard
from rules.tnb.events import TileResult
from rules.tnb.grid import TILES, Tile
from rules.tnb.limits import may_buy
from rules.tnb.view import CardOnBoard, SideView, TnbView

PARTS: Final = ("Tactical", "Cards")
"""Parts of a turn, in order."""
_PART_OF: Final = {"Tactics": 0, "CardActions": 1}


def part(view: TnbView) -> int | None:
    """Return the index in `PARTS` of the present part of the turn; None if the match is over.

    A player without TP has no tactical part.
    """
    if view.outcome:
        return None
    return _PART_OF[view.phase] if view.sides[view.waiting[0]].tactical_points else 1


def order(view: TnbView) -> tuple[Seat, Seat]:
    """Return the seats that take the first and the second turn of this round."""
    return view.first, 1 - view.first


def turn_is_over(view: TnbView, seat: Seat) -> bool:
    """Return whether this seat's turn of this round is over, or the match."""
    return view.outcome is not None or (seat == view.first and seat not in view.waiting)


def may_act(view: TnbView, seat: Seat, occupant: CardOnBoard) -> bool:
    """Return whether a card on this seat's board can still take an action in this round, for a TP if need be."""
    if view.outcome is not None:
        return False
    side = view.sides[seat]
    buys = may_buy(view, occupant.taken) and side.tactical_points > 0 and not turn_is_over(view, seat)
    occupied = sum(other.tile.bit for other in side.board)
    actions = occupant.card.actions(occupied, occupant.tile)
    return (occupant.free or buys) and any(action.verb not in occupant.taken for action in actions)


def forecast(side: SideView) -> tuple[TileResult, ...]:
    """Return the result on each tile of this board if nothing more is declared, in reading order."""
    return tuple(_result(side, tile) for tile in TILES)


def _result(side: SideView, tile: Tile) -> TileResult:
    occupant = side.at(tile)
    return TileResult(
        tile=tile,
        attack=side.attacked[tile.index],
        block=side.blocked[tile.index],
        card=occupant.card.id if occupant else None,
        removed=occupant is not None and side.net(tile) >= occupant.health,
    )


class Toll(NamedTuple):
    """A player's losses on a board in a battle, past or expected."""

    life: int
    health: int
    removed: int


def toll(results: Iterable[TileResult]) -> Toll:
    """Add up the losses of some tiles: Life Points, Health, and removed cards."""
    results = tuple(results)
    return Toll(
        life=sum(result.life_lost for result in results),
        health=sum(result.net for result in results if result.card),
        removed=sum(result.removed for result in results),
    )


def losses(results: Iterable[TileResult]) -> list[str]:
    """Return the total losses of some tiles, a few words for each kind; [] if there are none."""
    life, health, removed = toll(results)
    kinds = ((life, f"-{life} LP"), (health, f"-{health} Health"), (removed, f"{removed} removed"))
    return [text for count, text in kinds if count]


def harm(result: TileResult) -> str:
    """Return the result of an attacked tile in a word or two."""
    if not result.net:
        return "held"
    if result.card is None:
        return "-1 LP"
    return f"-{result.net} removed" if result.removed else f"-{result.net}"


def named(cards: Iterable[TnbCard]) -> dict[CardId, str]:
    """Return the names of cards, by card id."""
    return {card.id: card.name for card in cards}


def playable(view: TnbView) -> frozenset[TnbCard]:
    """Return the cards in this seat's hand that it can play now."""
    ids = {action.card for action in view.options if isinstance(action, Play)}
    return frozenset(card for card in view.hand if card.id in ids)


def in_deck(view: TnbView) -> list[TnbCard]:
    """Return the cards in this seat's deck.

    They are in the order of the deck list, so that nobody learns the order of the deck.
    """
    assert view.seat is not None
    return [card for card in view.sides[view.seat].unseen if card not in view.hand]


def deck_left(view: TnbView) -> str:
    """Return a sentence that lists the cards in this seat's deck."""
    names = [card.name for card in in_deck(view)]
    return f"Still in your deck: {', '.join(names)}." if names else "Your deck is empty."
