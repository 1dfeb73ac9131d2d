"""Preview the options of a verb and a card: the rotations of the card's shape, or the card's destinations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from render.renderer import Names
from rules.core.events import Seat
from rules.core.notation import beginning_with, words
from rules.tnb.cards import TnbCard, attack_sums, block_sums
from rules.tnb.grid import Tile
from rules.tnb.view import CardOnBoard, SideView, TnbView


@dataclass(frozen=True, slots=True)
class Preview:
    """One option, and the board after it."""

    word: str
    """The next word of the move."""
    side: SideView
    """The side whose board the option changes, as it would be afterwards."""
    tiles: tuple[Tile, ...]
    """The tiles that the shape covers, or the card's destination."""


@dataclass(frozen=True, slots=True)
class Previews:
    """Previews of the options of a verb and a card."""

    verb: str
    card: TnbCard
    seat: Seat
    """The seat whose board the option changes."""
    health: int
    """The card's present Health."""
    previews: tuple[Preview, ...]

    @property
    def turns(self) -> bool:
        """Whether the options are rotations of a shape, and not tiles."""
        return self.verb in {"attack", "block"}


def previews_of(view: TnbView, chosen: Sequence[str]) -> Previews | None:
    """Return previews of the options of a verb and a card; None for other words, or if there are no such options."""
    if view.seat is None or len(chosen) != 2:
        return None
    next_words = [words(option)[2] for option in beginning_with(view.options, chosen)]
    if not next_words:
        return None
    verb = chosen[0]
    own_side = view.sides[view.seat]
    card = next(card for card in own_side.deck_list if card.id == chosen[1])
    seat = 1 - view.seat if verb == "attack" else view.seat
    occupant = _lying(own_side, card)
    previews = tuple(_preview(view.sides[seat], verb, card, word) for word in next_words)
    return Previews(verb, card, seat, occupant.health if occupant else card.health, previews)


def _lying(side: SideView, card: TnbCard) -> CardOnBoard | None:
    return next((occupant for occupant in side.board if occupant.card is card), None)


def _preview(side: SideView, verb: str, card: TnbCard, word: str) -> Preview:
    """Return an option and the board after it.

    An attack changes the damage on the tiles (`attacked`) but not the list of attacks. The same goes for a block.
    """
    if verb in {"attack", "block"}:
        coverage = card.coverages[int(word)]
        if verb == "attack":
            then = replace(side, attacked=_added(side.attacked, attack_sums([coverage])))
        else:
            then = replace(side, blocked=_added(side.blocked, block_sums([coverage])))
        return Preview(word, then, coverage.tiles)
    tile = Tile(word)
    others = tuple(occupant for occupant in side.board if occupant.card is not card)
    occupant = _lying(side, card) or CardOnBoard(card=card, tile=tile, health=card.health, free=False, taken=())
    return Preview(word, replace(side, board=(*others, replace(occupant, tile=tile))), (tile,))


def _added(sums: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    return tuple(present + added for present, added in zip(sums, more, strict=True))


def title(shown: Previews) -> str:
    """Return the title of the choice."""
    verbs = {"attack": "attacks", "block": "blocks", "move": "moves", "play": "is played"}
    return f"{shown.card.name} {verbs[shown.verb]}"


def explanation(shown: Previews, names: Names) -> str:
    """Return the legend of the choice, in one sentence."""
    card = shown.card
    return {
        "attack": f"{names[shown.seat]}'s board if Damage {card.damage} is added on each framed tile.",
        "block": f"Your board if Defence {card.defence} is added on each framed tile.",
        "move": f"Framed: where it can go (Speed {card.speed}), and what it would take there.",
        "play": "Framed: where it can lie, and what it would take there.",
    }[shown.verb]
