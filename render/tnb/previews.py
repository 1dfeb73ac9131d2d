"""Previews of the ways to go on from a verb and a card: where its shape can be laid, or where it can lie."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from render.artist import Names
from rules.core.events import Seat
from rules.core.notation import going_on, words
from rules.tnb.cards import TnbCard
from rules.tnb.grid import Tile
from rules.tnb.sums import attack_sums, block_sums
from rules.tnb.view import CardOnBoard, SideView, TnbView


@dataclass(frozen=True, slots=True)
class Preview:
    """One way to go on, as the board would be then."""

    word: str
    """What would be said next."""
    side: SideView
    """The board that it is about, as it would be then."""
    tiles: tuple[Tile, ...]
    """Those that it covers, or the one that the card would lie on."""


@dataclass(frozen=True, slots=True)
class Previews:
    """What can follow a verb and a card."""

    verb: str
    card: TnbCard
    seat: Seat
    """Whose board it is about."""
    health: int
    """What the card has left."""
    previews: tuple[Preview, ...]

    @property
    def turns(self) -> bool:
        """Whether a shape is turned; otherwise a tile is chosen."""
        return self.verb in {"attack", "block"}


def previews_of(view: TnbView, said: Sequence[str]) -> Previews | None:
    """What can be chosen after these words; None if they are not a verb and a card of one of the view's options."""
    if view.seat is None or len(said) != 2:
        return None
    found = [words(option)[2] for option in going_on(view.options, said)]
    if not found:
        return None
    verb = said[0]
    own = view.sides[view.seat]
    card = next(card for card in own.deck_list if card.id == said[1])
    seat = 1 - view.seat if verb == "attack" else view.seat
    there = _lying(own, card)
    previews = tuple(_preview(view.sides[seat], verb, card, word) for word in found)
    return Previews(verb, card, seat, there.health if there else card.health, previews)


def _lying(side: SideView, card: TnbCard) -> CardOnBoard | None:
    return next((there for there in side.board if there.card is card), None)


def _preview(side: SideView, verb: str, card: TnbCard, word: str) -> Preview:
    """The board of this side if that were done. An attack adds to `attacked`, whose sources stay out of it."""
    if verb in {"attack", "block"}:
        coverage = card.coverages[int(word)]
        if verb == "attack":
            then = replace(side, attacked=_added(side.attacked, attack_sums([coverage])))
        else:
            then = replace(side, blocked=_added(side.blocked, block_sums([coverage])))
        return Preview(word, then, coverage.tiles)
    tile = Tile(word)
    others = tuple(there for there in side.board if there.card is not card)
    there = _lying(side, card) or CardOnBoard(card=card, tile=tile, health=card.health, free=False, taken=())
    return Preview(word, replace(side, board=(*others, replace(there, tile=tile))), (tile,))


def _added(sums: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    return tuple(here + there for here, there in zip(sums, more, strict=True))


def title(found: Previews) -> str:
    """What is being chosen, in a few words."""
    done = {"attack": "attacks", "block": "blocks", "move": "moves", "play": "is played"}
    return f"{found.card.name} {done[found.verb]}"


def explanation(found: Previews, names: Names) -> str:
    """What the choices show, in one sentence."""
    card = found.card
    return {
        "attack": f"{names[found.seat]}'s board if Damage {card.damage} is added on each framed tile.",
        "block": f"Your board if Defence {card.defence} is added on each framed tile.",
        "move": f"Framed: where it can go (Speed {card.speed}), and what it would take there.",
        "play": "Framed: where it can lie, and what it would take there.",
    }[found.verb]
