"""Preview the options that begin with some words: nodes, places, orientations, cards or axes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.renderer import Names
from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, Axis, Board, NodeId, Way
from rules.circuitry.cards import CircuitCard, Colour
from rules.circuitry.grid import Cell
from rules.circuitry.letters import numbered, rims
from rules.circuitry.view import CircuitryView, SideView
from rules.core.notation import beginning_with, words

_TURNED_OVER = f"{HUB}b-"


@dataclass(frozen=True, slots=True)
class Goal:
    """A node that a pawn can reach."""

    word: str
    """The next word of the move."""
    node: NodeId
    turned_over: bool
    """6.2 Whether the node is on the side of card #1 that comes up with this move."""
    steps: int


@dataclass(frozen=True, slots=True)
class Goals:
    """The nodes that a pawn can reach."""

    pawn: SideView
    goals: tuple[Goal, ...]
    jump: bool
    """Whether the pawn jumps to a portal; otherwise it moves by steps."""


@dataclass(frozen=True, slots=True)
class Slots:
    """The places where a card can go."""

    card: CircuitCard
    slots: tuple[tuple[Cell, str], ...]
    """The cells, each with its number as a place."""
    slides: bool
    """Whether the card slides; otherwise it is laid from the hand."""


@dataclass(frozen=True, slots=True)
class Laying:
    """The orientations in which a card can be laid in a place."""

    card: CircuitCard
    cell: Cell
    place: str
    """The number of the place."""
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Picks:
    """The cards of the board that a player can choose for an action."""

    verb: str
    numbers: tuple[int, ...]
    first: int | None
    """The card that was chosen first, to be swapped with another one; None if there is none."""


@dataclass(frozen=True, slots=True)
class Axes:
    """The axes about which card #1 can be turned over."""

    pawn: SideView
    ends: tuple[tuple[Axis, NodeId], ...]
    """Each axis with the node that the pawn comes to."""


Previews = Goals | Slots | Laying | Picks | Axes


def previews_of(view: CircuitryView, chosen: Sequence[str]) -> Previews | None:
    """Return previews of the options that begin with these words; None if a picture would add nothing."""
    if view.seat is None or not chosen:
        return None
    chosen, depth = tuple(chosen), len(chosen)
    options = [words(option) for option in beginning_with(view.options, chosen)]
    if not options:
        return None
    following = tuple(dict.fromkeys(option[depth] for option in options))
    match chosen:
        case ("move",) | ("portal",):
            return Goals(view.own, _goals(options, depth), jump=chosen[0] == "portal")
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
            return _others(view, chosen, following)


def _others(view: CircuitryView, chosen: Sequence[str], following: Sequence[str]) -> Previews | None:
    match chosen:
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
    """Return each node that the pawn can reach, once, with its number of steps."""
    by_word = {}
    for option in options:
        word = option[depth]
        node = word.replace(_TURNED_OVER, f"{HUB}-", 1) if word.startswith(_TURNED_OVER) else word
        steps = 1 + option[depth + 1].count(JOIN)
        by_word[word] = Goal(word, node, word != node, steps)
    return tuple(by_word.values())


def _held(view: CircuitryView, number: str) -> CircuitCard:
    return next(card for card in view.circuits if card.id == number)


def _offered(places: Mapping[Cell, str], cells: Sequence[str]) -> tuple[tuple[Cell, str], ...]:
    """Return the places that the options name, with their numbers, in order."""
    return tuple((cell, place) for cell, place in places.items() if str(cell) in cells)


class Lead(NamedTuple):
    """A pathway that leaves a card where it has no neighbour."""

    letter: str
    """The letter at the pathway's end; "" if it goes straight over a gap."""
    end: NodeId | None
    """The node at which the pathway ends; None if there is none."""


def leads(board: Board, number: int) -> tuple[Lead, ...]:
    """Return the pathways of a card that leave the board or go over a gap, and where they lead."""
    ways = [end for end in rims(board) if end.number == number and end.beyond is not None]
    return tuple(Lead(way.letter, board.follow(number, way.port)) for way in ways)


def title(preview: Previews) -> str:
    """Return the title of the choice."""
    match preview:
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


def explanation(preview: Previews, names: Names) -> str:
    """Return the legend of the picture, in one sentence."""
    match preview:
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
