"""Derive the facts that Circuitry's pictures and texts share from a view."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from render import wording
from render.renderer import Names
from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, NodeId
from rules.circuitry.cards import CircuitCard, Colour, MiniCard
from rules.circuitry.events import (
    CircuitFlipped,
    CircuitLaid,
    CircuitRotated,
    CircuitSlid,
    CircuitsSwapped,
    HubTurned,
    MiniPlayed,
    TurnedOver,
)
from rules.circuitry.limits import HELD, LAST_ROUND, PLAYED, TURNED_OVER
from rules.circuitry.view import CircuitryView, SideView
from rules.circuitry.words import card_words
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.words import counted

_TEAMS: Final = "ABC"
_NEXT: Final = 4
"""The number of cards of a deck in a known order that are named."""


def public_view(view: CircuitryView) -> CircuitryView:
    """Return a spectator's view of the same table."""
    public_events = tuple(event for event in view.events if event.seats is None)
    return replace(view, seat=None, options=(), minis=(), circuits=(), events=public_events)


def round_words(view: CircuitryView) -> str:
    return f"Round {view.turn} of {LAST_ROUND}"


def usable(view: CircuitryView) -> frozenset[MiniCard]:
    """Return the mini cards in this seat's hand that one of its options plays, gives or discards."""
    spent = set[str]()
    for option in view.options:
        spent.update(option.verb.split("-"))
        spent.update(str(getattr(option, "cards", getattr(option, "card", ""))).split(JOIN))
    return frozenset(mini for mini in view.minis if mini.id in spent)


def variants(view: CircuitryView) -> str:
    """Return the special rules of this match, and when card 1 is turned over at the latest; "" if there is nothing to
    say.
    """
    notes = []
    if hub := hub_turns(view):
        notes.append(hub)
    if view.variant.restricted:
        notes.append(f"At most {PLAYED} mini cards played in a turn, {HELD} held")
    if view.variant.passed:
        notes.append("A circuit card must be laid in each turn")
    return " · ".join(notes)


def hub_turns(view: CircuitryView) -> str:
    """6.5 Return a sentence on when card 1 is turned over at the latest; "" if it has been turned over, or may wait for
    the last pawn to leave it.
    """
    waits = view.board.turned_over or not view.variant.hastens
    return (
        ""
        if waits
        else f"Card 1 turns over when a player with a charge begins a turn, at the latest in round {TURNED_OVER}"
    )


def recent_events(game: Game, view: CircuitryView, names: Names) -> list[str]:
    """Return a sentence for each recent public event, except the playing of mini cards."""
    return wording.recent_events(game, view, names, skip=(MiniPlayed,))


def changed(view: CircuitryView) -> tuple[str, tuple[int, ...]]:
    """Return “this turn” and the cards that were laid, turned or moved in it; if there are none, “last turn” and the
    cards of that turn.
    """
    if view.touched:
        return "this turn", tuple(sorted(view.touched))
    return "last turn", tuple(sorted(view.touched_before))


def changes(view: CircuitryView) -> str:
    """Return a sentence about the changed cards; "" if there are none."""
    when, numbers = changed(view)
    if not numbers:
        return ""
    return f"Framed: changed {when}: {', '.join(f'card {number}' for number in numbers)}."


def latest(view: CircuitryView) -> Mapping[int, str]:
    """Return a word for the latest action's effect on each card that it affected: “laid”, “turned”."""
    word_of: dict[int, str] = {}
    for event in view.events:
        match event:
            case CircuitLaid(card=card):
                word_of[int(card)] = "laid"
            case CircuitRotated(circuit=number):
                word_of[number] = "turned"
            case CircuitFlipped(circuit=number):
                word_of[number] = "flipped"
            case CircuitSlid(circuit=number):
                word_of[number] = "slid"
            case CircuitsSwapped(first=first, second=second):
                word_of[first] = word_of[second] = "swapped"
            case HubTurned() | TurnedOver():
                word_of[HUB] = "turned over"
    return word_of


def framed(view: CircuitryView) -> tuple[tuple[int, str], ...]:
    """Return the changed cards, each with a word for the latest action's effect on it, or else “this turn” or “last
    turn”.
    """
    when, numbers = changed(view)
    words = latest(view)
    return tuple((number, words.get(number, when)) for number in numbers)


def team_word(view: CircuitryView, seat: Seat) -> str:
    """Return “Team A”; "" if there are no teams."""
    return f"Team {_TEAMS[seat % view.variant.teams]}" if view.variant.teams else ""


def charges(side: SideView) -> dict[Colour, int]:
    """Return the number of charges that a pawn carries of each colour."""
    return {colour: side.carried.count(colour) for colour in Colour if colour in side.carried}


def carried(side: SideView) -> str:
    """Return a pawn's charges in words: “carries 2 red, 1 gold”, “no charge”."""
    listed = [f"{count} {colour.words}" for colour, count in charges(side).items()]
    return f"carries {', '.join(listed)}" if listed else "no charge"


def inhibited_turns(view: CircuitryView, side: SideView) -> int:
    """Return how many inhibited turns the player still has, including a present one.

    The last one does not count if it ends when the next turn begins.
    """
    return side.inhibited - (side.seat != view.active) if side.inhibited else 0


def inhibited(view: CircuitryView, side: SideView) -> str:
    """Return the inhibited turns that remain, in words; "" if there are none."""
    turns = inhibited_turns(view, side)
    return f"Inhibited: {counted(turns, 'turn')}" if turns else ""


def charge_points(view: CircuitryView) -> list[CircuitCard]:
    """Return the cards on the board that have a charge point, in the order of their numbers."""
    return sorted((p.card for p in view.board.placed if p.card.charge), key=lambda card: card.number)


def neighbours(view: CircuitryView, node: NodeId) -> tuple[NodeId, ...]:
    """Return the nodes next to this one; () if the node is on the side of its card that is down, as after card #1 was
    turned over.
    """
    return view.board.neighbours(node) if view.board.node(node) else ()


def listed(minis: Iterable[MiniCard]) -> str:
    """List mini cards: “Red movement x2, Rotate”."""
    return ", ".join(wording.with_copies(Counter(minis)))


def known(view: CircuitryView, side: SideView) -> tuple[str, str]:
    """Return the gold and the green cards in a player's hand that everyone knows, each in brackets; "" for none."""
    greens = {card.id: card.name for card, _ in view.piles}
    gold = Counter(card_words((card,)) for card in side.shown if card not in greens)
    green = Counter(greens[card] for card in side.shown if card in greens)
    return _in_brackets(gold), _in_brackets(green)


def _in_brackets(names: Counter[str]) -> str:
    listed_names = ", ".join(f"{name} x{count}" if count > 1 else name for name, count in names.items())
    return f" ({listed_names})" if listed_names else ""


def held(view: CircuitryView, side: SideView) -> str:
    """Return the public facts about a hand in words."""
    golds, greens = known(view, side)
    card = side.charge_card.charge if side.charge_card else None
    circuits = counted(side.circuits, "circuit card") + (f" with the {card.words} charge point" if card else "")
    return f"hand {side.gold} gold{golds}, {side.green} green{greens} · {circuits}"


def stock(view: CircuitryView) -> str:
    """Return the sizes of the decks and piles in words."""
    gold = f"Gold deck {view.gold}{_next(view.open_gold)}, played {len(view.gold_discard)}"
    piles = ", ".join(f"{card.name} {count}" for card, count in view.piles)
    if view.active_green:
        active = f"active green deck {view.active_green}{_next(view.open_green)}"
        return f"{gold} · {active} · closed piles: {piles}"
    return f"{gold} · green piles: {piles}, played {len(view.green_discard)}"


def _next(deck: Sequence[MiniCard]) -> str:
    """4.4, 4.5 Return the next cards of a deck of which everyone knows the order; "" for any other deck."""
    return f" (next {', '.join(card.name for card in reversed(deck[-_NEXT:]))})" if deck else ""


def hands_and_piles(game: Game, view: CircuitryView, names: Names) -> Iterator[str]:
    """Yield the facts for which the table has no room: the goal, special rules, the piles, and each player's hand."""
    yield wording.aim(game, view)
    if special := variants(view):
        yield special
    yield stock(view)
    for side in view.sides:
        yield f"{side.seat + 1} {names[side.seat]}: {'has left the match' if side.left else held(view, side)}"


def action_texts(view: CircuitryView) -> list[str]:
    """Return the name and text of each action card in the hand."""
    return [f"{card.name}: {card.text}" for card in dict.fromkeys(view.minis) if not card.movement]


def remembered(game: Game, view: CircuitryView, names: Names) -> str:
    """11.6 Return a sentence about cards in other players' hands that only this seat knows; "" if there are none."""
    clauses = []
    for side in view.sides:
        minis = [card for card_id in side.known if isinstance(card := game.cards[card_id], MiniCard)]
        if minis:
            clauses.append(f"{names[side.seat]} holds {listed(minis)}")
    return f"You know that {', and that '.join(clauses)}." if clauses else ""


def allowance_briefly(view: CircuitryView) -> str:
    """Return `allowance` in as few words as possible."""
    words = allowance(view).removeprefix("This turn: ").removesuffix(".").replace("mini cards", "cards")
    return words[:1].upper() + words[1:]


def allowance(view: CircuitryView) -> str:
    """Return a sentence on the seat's actions in its turn, taken and left; "" in other turns, or without limits."""
    if view.seat != view.active or view.outcome is not None:
        return ""
    limits = []
    if view.variant.restricted:
        limits.append(f"{view.played} of {PLAYED} mini cards played")
    if view.laid:
        limits.append("circuit card laid")
    elif view.circuits:
        limits.append("a circuit card must be laid" if view.variant.passed else "a circuit card may be laid")
    return f"This turn: {', '.join(limits)}." if limits else ""
