"""What the pictures and the texts of T&B both say, taken from the view once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.core.cards import CardId
from rules.core.game import LAST_RESORT, Event, Game, Seat
from rules.core.notation import words
from rules.tnb.actions import Play
from rules.tnb.cards import TnbCard
from rules.tnb.events import Resolved, TileResult
from rules.tnb.grid import TILES, Tile
from rules.tnb.resolution import attack_sums, block_sums
from rules.tnb.view import CardOnBoard, SideView, TnbView

PARTS: Final = ("Tactical", "Cards")
"""The parts of a turn in their order."""
_PART_OF: Final = {"Tactics": 0, "CardActions": 1}
_ENDINGS: Final = {
    "life_points": "{loser} has no LP left",
    "cards": "{loser} has no cards left",
    "simultaneous": "both fell at once",
    LAST_RESORT: "the last round is over",
}


def part(view: TnbView) -> int | None:
    """The place of the present part of the turn among the parts; None if the match is over."""
    return _PART_OF.get(view.phase)


def order(view: TnbView) -> tuple[Seat, Seat]:
    """Who takes the first turn of this round, and who the second."""
    return view.first, 1 - view.first


def turn_is_over(view: TnbView, seat: Seat) -> bool:
    """Whether this seat has had its turn in this round."""
    return not view.waiting or (seat == view.first and seat not in view.waiting)


def may_act(view: TnbView, seat: Seat, there: CardOnBoard) -> bool:
    """Whether a card of this seat can still take a card action in this round, perhaps for a TP."""
    side = view.sides[seat]
    buys = view.overdrive and side.tactical_points > 0 and not turn_is_over(view, seat)
    occupied = sum(other.tile.bit for other in side.board)
    actions = there.card.actions(occupied, there.tile)
    return (there.free or buys) and any(action.verb not in there.taken for action in actions)


def standing(view: TnbView, seat: Seat) -> str:
    """What is said beside a player's name: that they decide, or that they won."""
    if view.outcome is not None:
        return "winner" if seat in view.outcome.winners else ""
    return "decides" if seat in view.waiting else ""


def headline(game: Game[Any, Any], view: TnbView, names: Sequence[str]) -> str:
    """What is to be decided, or how the match ended."""
    if view.outcome is None:
        return game.prompt(view, names)
    winners = view.outcome.winners
    why = _ENDINGS[view.outcome.ending].format(loser=names[1 - winners[0]] if winners else "")
    return f"{names[winners[0]]} wins: {why}." if winners else f"A draw: {why}."


def news(game: Game[Any, Any], view: TnbView, names: Sequence[str]) -> list[str]:
    """What just happened, a sentence each; not what came down on the boards, which is told tile by tile."""
    return _told(game, (event for event in view.news if not isinstance(event, Resolved)), names)


def learned(game: Game[Any, Any], view: TnbView, names: Sequence[str]) -> str:
    """What the view's seat just heard that not everybody did."""
    return " ".join(_told(game, (event for event in view.news if event.seats is not None), names))


def _told(game: Game[Any, Any], events: Iterable[Event], names: Sequence[str]) -> list[str]:
    return [sentence for sentence in (game.tell(event, names) for event in events) if sentence]


def forecast(side: SideView) -> tuple[TileResult, ...]:
    """What would come down on each tile of this board, in reading order, if nothing more were declared."""
    return tuple(_result(side, tile) for tile in TILES)


def _result(side: SideView, tile: Tile) -> TileResult:
    there = side.at(tile)
    return TileResult(
        tile=tile,
        attack=side.attacked[tile.index],
        block=side.blocked[tile.index],
        card=there.card.id if there else None,
        removed=there is not None and side.net(tile) >= there.health,
    )


def losses(results: Iterable[TileResult]) -> list[str]:
    """All that these results cost the board's player, each kind in a few words: [] if it is nothing."""
    results = tuple(results)
    life = sum(result.life_lost for result in results)
    health = sum(result.net for result in results if result.card)
    removed = sum(result.removed for result in results)
    said = ((life, f"-{life} LP"), (health, f"-{health} Health"), (removed, f"{removed} removed"))
    return [text for count, text in said if count]


def harm(result: TileResult) -> str:
    """What comes of an attacked tile, in a word or two."""
    if not result.net:
        return "held"
    if result.card is None:
        return "-1 LP"
    return f"-{result.net} removed" if result.removed else f"-{result.net}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on, as the board would be then."""

    word: str
    """What would be said next."""
    side: SideView
    """The board that it is about, as it would be then."""
    tiles: tuple[Tile, ...]
    """Those that it covers, or the one that the card would lie on."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What can follow a verb and a card."""

    verb: str
    card: TnbCard
    seat: Seat
    """Whose board it is about."""
    health: int
    """What the card has left."""
    ways: tuple[Choice, ...]

    @property
    def turns(self) -> bool:
        """Whether a shape is turned; otherwise a tile is chosen."""
        return self.verb in {"attack", "block"}


def choices(view: TnbView, said: Sequence[str]) -> Choices | None:
    """What can be chosen after these words; None if they are not a verb and a card of one of the view's options."""
    if view.seat is None or len(said) != 2:
        return None
    found = [option[2] for option in map(words, view.options) if option[:2] == tuple(said) and len(option) == 3]
    if not found:
        return None
    verb = said[0]
    own = view.sides[view.seat]
    card = next(card for card in own.deck_list if card.id == said[1])
    seat = 1 - view.seat if verb == "attack" else view.seat
    there = _lying(own, card)
    ways = tuple(_choice(view.sides[seat], verb, card, word) for word in found)
    return Choices(verb, card, seat, there.health if there else card.health, ways)


def _lying(side: SideView, card: TnbCard) -> CardOnBoard | None:
    return next((there for there in side.board if there.card is card), None)


def _choice(side: SideView, verb: str, card: TnbCard, word: str) -> Choice:
    """The board of this side if that were done. An attack adds to `attacked`, whose sources stay out of it."""
    if verb in {"attack", "block"}:
        coverage = card.coverages[int(word)]
        added = attack_sums([coverage]) if verb == "attack" else block_sums([coverage])
        laid = side.attacked if verb == "attack" else side.blocked
        sums = tuple(here + more for here, more in zip(laid, added, strict=True))
        then = replace(side, attacked=sums) if verb == "attack" else replace(side, blocked=sums)
        return Choice(word, then, coverage.tiles)
    tile = Tile(word)
    others = tuple(there for there in side.board if there.card is not card)
    there = _lying(side, card) or CardOnBoard(card=card, tile=tile, health=card.health, free=False, taken=())
    return Choice(word, replace(side, board=(*others, replace(there, tile=tile))), (tile,))


def title(found: Choices, names: Sequence[str]) -> str:
    """What is being chosen, in a few words."""
    name = found.card.name
    return {
        "attack": f"{name} attacks {names[found.seat]}",
        "block": f"{name} blocks",
        "move": f"{name} moves",
        "play": f"{name} is played",
    }[found.verb]


def explanation(found: Choices) -> str:
    """What the choices show, in one sentence."""
    card = found.card
    declared = "with all that is declared so far"
    return {
        "attack": f"Damage {card.damage} on each framed tile, {declared}.",
        "block": f"Defence {card.defence} on each framed tile, {declared}.",
        "move": f"Framed: where it can go (Speed {card.speed}), and what it would take there.",
        "play": "Framed: where it can lie, and what it would take there.",
    }[found.verb]


def named(cards: Iterable[TnbCard]) -> dict[CardId, str]:
    """The names of cards by their id."""
    return {card.id: card.name for card in cards}


def playable(view: TnbView) -> frozenset[TnbCard]:
    """The cards of this seat's hand that it may play now."""
    ids = {action.card for action in view.options if isinstance(action, Play)}
    return frozenset(card for card in view.hand if card.id in ids)


def aside(game: Game[Any, Any], view: TnbView, names: Sequence[str]) -> str:
    """What is said above a hand beside the question."""
    framed = "Framed cards can be played now." if playable(view) else ""
    return f"{framed} {learned(game, view, names)}".strip()


def deck_left(view: TnbView) -> str:
    """Which cards are still in the seat's own deck, in the order of its list: nobody knows theirs in the deck."""
    assert view.seat is not None
    left = [card.name for card in view.sides[view.seat].unseen if card not in view.hand]
    return f"Still in your deck: {', '.join(left)}." if left else "Your deck is empty."
