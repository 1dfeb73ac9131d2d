"""Previews of what can follow the words of a choice: nodes to go to, places, ways to lie, cards, axes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.artist import Names
from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, Axis, Board, NodeId, Way
from rules.circuitry.cards import CircuitCard, Colour
from rules.circuitry.grid import Cell
from rules.circuitry.letters import numbered, rims
from rules.circuitry.view import CircuitryView, SideView
from rules.core.notation import going_on, words

_TURNED_OVER = f"{HUB}b-"


@dataclass(frozen=True, slots=True)
class Goal:
    """A node that a pawn can come to."""

    word: str
    """What would be said next."""
    node: NodeId
    turned_over: bool
    """6.2 Whether it is on the side of #1 that comes up meanwhile."""
    steps: int


@dataclass(frozen=True, slots=True)
class Goals:
    """Where a pawn can go."""

    pawn: SideView
    goals: tuple[Goal, ...]
    jump: bool
    """Whether it jumps to a portal; otherwise it goes step by step."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Where a card can come to lie."""

    card: CircuitCard
    slots: tuple[tuple[Cell, str], ...]
    """Each with its number."""
    slides: bool
    """Whether it lies on the board already."""


@dataclass(frozen=True, slots=True)
class Laying:
    """How a card can lie in a place."""

    card: CircuitCard
    cell: Cell
    place: str
    """Its number."""
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Picks:
    """Which card of the board something is done with."""

    verb: str
    numbers: tuple[int, ...]
    first: int | None
    """The card that was chosen already, to be swapped with one of them."""


@dataclass(frozen=True, slots=True)
class Axes:
    """About which axis #1 is turned over."""

    pawn: SideView
    ends: tuple[tuple[Axis, NodeId], ...]
    """Where the pawn comes to, by axis."""


Previews = Goals | Slots | Laying | Picks | Axes


def previews_of(view: CircuitryView, said: Sequence[str]) -> Previews | None:
    """What can be chosen after these words; None if a picture adds nothing to it."""
    if view.seat is None or not said:
        return None
    said, depth = tuple(said), len(said)
    options = [words(option) for option in going_on(view.options, said)]
    if not options:
        return None
    following = tuple(dict.fromkeys(option[depth] for option in options))
    match said:
        case ("move",) | ("portal",):
            return Goals(view.own, _goals(options, depth), jump=said[0] == "portal")
        case ("force" | "portal-force" as verb, pawn):
            return Goals(view.side_of(Colour(pawn)), _goals(options, depth), jump=verb == "portal-force")
        case ("place", number):
            places = numbered(view.board.places)
            return Slots(_held(view, number), _offered(places, following), slides=False)
        case ("place", number, cell):
            where, place = _offered(numbered(view.board.places), (cell,))[0]
            return Laying(_held(view, number), where, place, tuple(map(Way, following)))
        case ("rotate" | "flip" | "slide" as verb,):
            return Picks(verb, tuple(sorted(map(int, following))), None)
        case _:
            return _others(view, said, following)


def _others(view: CircuitryView, said: Sequence[str], following: Sequence[str]) -> Previews | None:
    match said:
        case ("swap",):
            return Picks("swap", tuple(sorted(map(int, following))), None)
        case ("swap", first):
            return Picks("swap", tuple(sorted(map(int, following))), int(first))
        case ("slide", number):
            places = numbered(view.board.slides[int(number)])
            return Slots(view.board.by_number[int(number)].card, _offered(places, following), slides=True)
        case ("turn-over",):
            ends = dict(view.ends)
            return Axes(view.own, tuple((axis, ends[axis]) for axis in map(Axis, following)))
        case _:
            return None


def _goals(options: Sequence[Sequence[str]], depth: int) -> tuple[Goal, ...]:
    """Each node once, with the number of steps that it takes."""
    found = {}
    for option in options:
        word = option[depth]
        node = word.replace(_TURNED_OVER, f"{HUB}-", 1) if word.startswith(_TURNED_OVER) else word
        steps = 1 + option[depth + 1].count(JOIN)
        found[word] = Goal(word, node, word != node, steps)
    return tuple(found.values())


def _held(view: CircuitryView, number: str) -> CircuitCard:
    return next(card for card in view.circuits if card.id == number)


def _offered(places: Mapping[Cell, str], said: Sequence[str]) -> tuple[tuple[Cell, str], ...]:
    """These places with their numbers, in their order."""
    return tuple((cell, place) for cell, place in places.items() if str(cell) in said)


class Lead(NamedTuple):
    """A way out of a card to where no card lies beside."""

    letter: str
    """At its end; "" where it goes straight on over a gap."""
    end: NodeId | None
    """The node that it leads to; None for none."""


def leads(board: Board, number: int) -> tuple[Lead, ...]:
    """Where pathways lead that leave the board, or go over a gap, from a card."""
    ways = [end for end in rims(board) if end.number == number and end.beyond is not None]
    return tuple(Lead(way.letter, board.follow(number, way.port)) for way in ways)


def title(found: Previews) -> str:
    """What is being chosen, in a few words."""
    match found:
        case Goals(pawn=pawn, jump=jump):
            return f"The {pawn.colour.words} pawn {'jumps' if jump else 'moves'}"
        case Slots(card=card, slides=slides):
            return f"Card {card.number} {'slides' if slides else 'is laid'}"
        case Laying(card=card, place=place):
            return f"Card {card.number} is laid in place {place}"
        case Picks(verb=verb, first=first):
            return f"Card {first} is swapped" if first else f"{verb.capitalize()} a card"
        case Axes():
            return "Card 1 is turned over"


def explanation(found: Previews, names: Names) -> str:
    """What the picture shows, in one sentence."""
    match found:
        case Goals(jump=True):
            return "Ringed: the portals that the pawn can jump to."
        case Goals():
            return "Ringed: the nodes that the pawn can come to, and how many steps each takes."
        case Slots(slides=True):
            return "Framed: the card that slides. Numbered: where it can end."
        case Slots():
            return "Numbered: the places where it can lie, each in one of its four ways."
        case Laying():
            return "Framed: the card as it would lie, and where its ways around the board lead."
        case Picks(first=None):
            return "Framed: the cards that can be chosen."
        case Picks(first=first):
            return f"Framed in yellow: the cards that can change places with card {first}."
        case Axes(pawn=pawn):
            return f"Framed: card 1 as it would lie, and where {names[pawn.seat]}'s pawn would come to."
