"""What the pictures and the texts of Circuitry both say, taken from the view once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from render import telling
from render.artist import Names
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
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.words import counted

_TEAMS: Final = "ABC"


def public(view: CircuitryView) -> CircuitryView:
    """The same as a spectator sees it."""
    public = tuple(event for event in view.events if event.seats is None)
    return replace(view, seat=None, options=(), minis=(), circuits=(), events=public)


def round_words(view: CircuitryView) -> str:
    return f"Round {view.turn} of {LAST_ROUND}"


def goal(view: CircuitryView) -> str:
    """What wins."""
    whose = "A team" if view.variant.teams else "Whoever"
    return f"{whose} delivers {counted(view.variant.charges, 'charge')} first wins"


def variants(view: CircuitryView) -> str:
    """What is played by other rules than usual, and when card 1 is turned over at the latest; "" if nothing is."""
    found = []
    if hub := hub_turns(view):
        found.append(hub)
    if view.variant.restricted:
        found.append(f"At most {PLAYED} mini cards played in a turn, {HELD} held")
    if view.variant.passed:
        found.append("A circuit card must be laid in each turn")
    return " · ".join(found)


def hub_turns(view: CircuitryView) -> str:
    """6.5 When card 1 is turned over at the latest; "" if it has been, or waits for its last pawn."""
    waits = view.board.turned_over or not view.variant.hastens
    return "" if waits else f"Card 1 turns over for a charge, or with round {TURNED_OVER}"


def news(game: Game, view: CircuitryView, names: Names) -> list[str]:
    """What just happened for everybody to see, a sentence each."""
    return telling.news(game, view, names, but=(MiniPlayed,))


def changed(view: CircuitryView) -> tuple[str, tuple[int, ...]]:
    """The cards that were laid, turned or moved in this turn, or else in the one before, and when that was."""
    if view.touched:
        return "this turn", tuple(sorted(view.touched))
    return "last turn", tuple(sorted(view.touched_before))


def changes(view: CircuitryView) -> str:
    """The same as a sentence; "" if nothing was."""
    when, numbers = changed(view)
    if not numbers:
        return ""
    return f"Framed: changed {when}: {', '.join(f'card {number}' for number in numbers)}."


def latest(view: CircuitryView) -> Mapping[int, str]:
    """By card: what the latest action did with it, in a word."""
    found: dict[int, str] = {}
    for event in view.events:
        match event:
            case CircuitLaid(card=card):
                found[int(card)] = "laid"
            case CircuitRotated(circuit=number):
                found[number] = "turned"
            case CircuitFlipped(circuit=number):
                found[number] = "flipped"
            case CircuitSlid(circuit=number):
                found[number] = "slid"
            case CircuitsSwapped(first=first, second=second):
                found[first] = found[second] = "swapped"
            case HubTurned() | TurnedOver():
                found[HUB] = "turned over"
    return found


def framed(view: CircuitryView) -> tuple[tuple[int, str], ...]:
    """The cards that have changed, each with a word that says how, or when."""
    when, numbers = changed(view)
    words = latest(view)
    return tuple((number, words.get(number, when)) for number in numbers)


def team_word(view: CircuitryView, seat: Seat) -> str:
    """“Team A”; "" if everybody plays alone."""
    return f"Team {_TEAMS[seat % view.variant.teams]}" if view.variant.teams else ""


def charges(side: SideView) -> dict[Colour, int]:
    """The charges that a pawn carries, by where they come from."""
    return {colour: side.carried.count(colour) for colour in Colour if colour in side.carried}


def carried(side: SideView) -> str:
    """What a pawn carries in words: “carries 2 red, 1 gold”, “no charge”."""
    found = [f"{count} {colour.words}" for colour, count in charges(side).items()]
    return f"carries {', '.join(found)}" if found else "no charge"


def inhibited_turns(view: CircuitryView, side: SideView) -> int:
    """For how many turns an Inhibit goes on, a turn in progress included; 0 if there is none, or if it ends as the next
    one begins.
    """
    return side.inhibited - (side.seat != view.active) if side.inhibited else 0


def inhibited(view: CircuitryView, side: SideView) -> str:
    """The same in words; "" if there is none."""
    turns = inhibited_turns(view, side)
    return f"Inhibited: {counted(turns, 'turn')}" if turns else ""


def charge_points(view: CircuitryView) -> list[CircuitCard]:
    """The cards on the board with a charge point, in the order of their numbers."""
    return sorted((p.card for p in view.board.placed if p.card.charge), key=lambda card: card.number)


def neighbours(view: CircuitryView, node: NodeId) -> tuple[NodeId, ...]:
    """The nodes next to one; () if it does not lie with its side up, as one that #1 has just been turned over from."""
    return view.board.neighbours(node) if view.board.node(node) else ()


def listed(minis: Iterable[MiniCard]) -> str:
    """“Red movement x2, Rotate”."""
    return ", ".join(telling.each(Counter(minis)))


def known(view: CircuitryView, side: SideView) -> list[MiniCard]:
    """The green cards that everybody knows a player to hold."""
    greens = {card.id: card for card, _ in view.piles}
    return [greens[card] for card in side.shown]


def held(view: CircuitryView, side: SideView) -> str:
    """What everybody knows of a hand."""
    shown = listed(known(view, side))
    card = side.charge_card.charge if side.charge_card else None
    greens = f"{side.green} green{f' ({shown})' if shown else ''}"
    circuits = counted(side.circuits, "circuit card") + (f" with the {card.words} charge point" if card else "")
    return f"hand {side.gold} gold, {greens} · {circuits}"


def stock(view: CircuitryView) -> str:
    """What lies in the decks and piles."""
    gold = f"Gold deck {view.gold}, played {len(view.gold_discard)}"
    piles = ", ".join(f"{card.name} {count}" for card, count in view.piles)
    if view.active_green:
        return f"{gold} · active green deck {view.active_green} · closed piles: {piles}"
    return f"{gold} · green piles: {piles}, played {len(view.green_discard)}"


def rest(view: CircuitryView, names: Names) -> Iterator[str]:
    """What is too much for the table, a sentence each."""
    yield goal(view)
    if said := variants(view):
        yield said
    yield stock(view)
    for side in view.sides:
        yield f"{side.seat + 1} {names[side.seat]}: {'has left the match' if side.left else held(view, side)}"


def helps(view: CircuitryView) -> list[str]:
    """What the action cards of the hand do, a sentence each."""
    return [f"{card.name}: {card.text}" for card in dict.fromkeys(view.minis) if not card.movement]


def remembered(game: Game, view: CircuitryView, names: Names) -> str:
    """11.6 What the view's seat knows of hands, besides what everybody does; "" for nothing."""
    said = []
    for side in view.sides:
        minis = [card for known in side.known if isinstance(card := game.cards[known], MiniCard)]
        if minis:
            said.append(f"{names[side.seat]} holds {listed(minis)}")
    return f"You know that {', and that '.join(said)}." if said else ""


def allowance(view: CircuitryView) -> str:
    """What the view's seat may still do in its turn; "" if it is not its turn."""
    if view.seat != view.active or view.outcome is not None:
        return ""
    found = []
    if view.variant.restricted:
        found.append(f"{view.played} of {PLAYED} mini cards played")
    if view.laid:
        found.append("circuit card laid")
    elif view.circuits:
        found.append("a circuit card must be laid" if view.variant.passed else "a circuit card may be laid")
    return f"This turn: {', '.join(found)}." if found else ""
