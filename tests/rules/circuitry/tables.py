"""States for tests, written in a few words. They use simple circuit cards, each with a drawing beside it."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from rules.circuitry.board import HUB, Board, Placed, Way, names, number_of
from rules.circuitry.cards import CircuitCard, Colour, MiniCard
from rules.circuitry.content import CHARGE_CARDS, CIRCUITS
from rules.circuitry.game import Circuitry
from rules.circuitry.grid import Cell
from rules.circuitry.options import Variant
from rules.circuitry.phases import TURNS
from rules.circuitry.state import BY_NUMBER, CircuitryState, Side
from rules.core.cards import BY_ORDER, CardId
from rules.core.events import Seat
from rules.core.play import IllegalActionError, Phase, apply, options

ANNA, BEN, CLEO, DAN, EVE, FRED = range(6)
NAMES: Final = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fred")


def content() -> dict[str, Any]:
    seeds = files("seeds").joinpath(Circuitry.key)
    return {
        name: tomllib.loads(seeds.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("circuits", "minis")
    }


GAME: Final = Circuitry(content())
"""The game with its real cards."""

_SIMPLE: Final = """
# The front: p0 light blue, p2 orange, p3 dark blue, p4 red, p6 green, p7 purple; p1 and p5 are blank.
[1.a]
nodes = ["light-blue 4,2", "orange 6,5", "dark-blue 6,9", "red 4,12", "green 2,9", "purple 2,5"]
pathways = [
    "light-blue 6,4 orange", "orange dark-blue", "dark-blue 6,10 red", "red 2,10 green", "green purple",
    "purple 2,4 light-blue", "p0 2,1 3,2 light-blue", "p2 7,4 orange", "p3 7,10 dark-blue", "p4 6,13 5,12 red",
    "p6 1,10 green", "p7 1,4 purple",
]
# The back: p1 green, p2 dark blue, p3 red, p5 purple, p6 light blue, p7 orange; p0 and p4 are blank.
[1.b]
nodes = ["green 4,2", "dark-blue 7,5", "red 7,9", "purple 4,12", "light-blue 1,9", "orange 1,5"]
pathways = [
    "green dark-blue", "dark-blue red", "red purple", "purple light-blue", "light-blue orange", "orange green",
    "green master", "dark-blue 6,5 master", "red 6,9 master", "purple master", "light-blue 2,9 master",
    "orange 2,5 master", "p1 6,1 5,2 green", "p2 dark-blue", "p3 red", "p5 2,13 3,12 purple", "p6 light-blue",
    "p7 orange",
]
master = "4,7"
# One node on the left half of the columns, or on the upper half of the rows.
[8.a]
nodes = ["red 2,7"]
pathways = ["p0 red", "red p5"]
[8.b]
nodes = ["green 4,4"]
pathways = ["p7 green", "green p2"]
# Straight ways without a node, and a side with nothing on it.
[9.a]
nodes = []
pathways = ["p0 p5", "p1 p4", "p7 p2", "p6 p3"]
[9.b]
nodes = []
pathways = []
# A node with ways to all ports.
[10.a]
nodes = ["orange 4,7"]
pathways = [
    "p0 2,5 orange", "p1 6,5 orange", "p2 7,4 orange", "p3 7,10 orange", "p4 6,9 orange", "p5 2,9 orange",
    "p6 1,10 orange", "p7 1,4 orange",
]
[10.b]
nodes = ["dark-blue 4,7"]
pathways = ["p0 2,5 dark-blue", "p2 7,4 dark-blue", "p5 2,9 dark-blue", "p7 1,4 dark-blue"]
# A node of the upper row with a passing point beside it, which has a portal.
[11.a]
nodes = ["green 4,4", "purple 4,9 passing portal"]
pathways = ["p7 green", "green p2", "green purple"]
[11.b]
nodes = ["light-blue 4,4", "red 4,9 passing portal"]
pathways = ["p7 light-blue", "light-blue p2", "light-blue red"]
# Previews around the four corners; and two nodes, one above the other.
[12.a]
nodes = []
pathways = ["p0 2,2 p7", "p1 6,2 p2", "p3 6,12 p4", "p5 2,12 p6"]
[12.b]
nodes = ["red 2,4", "green 2,10"]
pathways = ["p0 red", "red green", "green p5"]
# Two nodes side by side in the upper row; and a node that is not joined to a port.
[13.a]
nodes = ["red 2,4", "dark-blue 6,4"]
pathways = ["p7 red", "red dark-blue", "dark-blue p2"]
[13.b]
nodes = ["red 2,4", "purple 2,8"]
pathways = ["red purple"]
"""
_CHARGED: Final = """
nodes = ["red 2,4", "green 2,8"]
pathways = ["p7 red", "red p2", "red green", "green charge"]
charge = "2,11"
"""
"""The upper row: a red node, and behind it a green one that touches the charge point."""


def _simple() -> dict[str, Any]:
    cards = tomllib.loads(_SIMPLE)
    charged = tomllib.loads(_CHARGED)
    circuits = {str(number): cards.get(str(number), cards["10"]) for number in range(1, CIRCUITS + 1)}
    for number, colour in zip(CHARGE_CARDS, Colour, strict=True):
        circuits[str(number)] = {"charge": str(colour), "a": charged, "b": charged}
    return circuits


SIMPLE: Final = Circuitry({"circuits": _simple(), "minis": content()["minis"]})
"""The game with the simple circuit cards. All cards from 14 on are like 10."""

MINIS: Final = SIMPLE.content.minis


def minis(text: str) -> list[MiniCard]:
    """Return mini cards by their words; “red*3” means three of them."""
    by_id = {card.id: card for card in MINIS}
    cards = []
    for word in text.split():
        card, _, count = word.partition("*")
        cards += [by_id[CardId(card)]] * int(count or 1)
    return cards


def circuits(text: str, game: Circuitry = SIMPLE) -> list[CircuitCard]:
    return [game.content.circuits[int(number)] for number in text.split()]


def colours(text: str) -> tuple[Colour, ...]:
    return tuple(map(Colour, text.split()))


def board(text: str = "", *, hub: str = "a0", game: Circuitry = SIMPLE) -> Board:
    """Return a board of card 1 and others, each as `number@column,row`, or as `8@1,0:b180` if it does not lie upright
    with side a up.
    """
    lying = [Placed(game.content.circuits[HUB], Cell(0, 0), Way(hub))]
    for word in text.split():
        card, _, place = word.partition("@")
        cell, _, way = place.partition(":")
        column, row = map(int, cell.split(","))
        lying.append(Placed(game.content.circuits[int(card)], Cell(column, row), Way(way or "a0")))
    return Board(tuple(lying))


def side(
    pawn: str,
    node: str = "",
    *,
    hand: str = "",
    cards: str = "",
    shown: str = "",
    carried: str = "",
    delivered: int = 0,
    inhibited: int = 0,
) -> Side:
    """Return a player: the colour, the node of the pawn (at home by default), mini cards, circuit cards."""
    colour = Colour(pawn)
    return Side(
        colour=colour,
        node=node or names(HUB)[colour],
        minis=sorted(minis(hand), key=BY_ORDER),
        circuits=sorted(circuits(cards), key=BY_NUMBER),
        shown=tuple(map(CardId, shown.split())),
        carried=colours(carried),
        delivered=delivered,
        inhibited=inhibited,
    )


BASIC: Final = {"restricted": "off", "passed_charge_points": "off", "portals": "paid"}
"""The options by which `table` plays."""


def table(
    *sides: Side,
    on: Board | str = "",
    phase: Phase | None = None,
    active: Seat = ANNA,
    turn: int = 5,
    played: int = 0,
    laid: bool = False,
    gifts: int = 0,
    stirred: int = 5,
    gold: str | None = None,
    gold_discard: str = "",
    piles: str | None = None,
    green_discard: str = "",
    active_green: str = "",
    **rule_options: str,
) -> CircuitryState:
    """Return a state in the active player's turn. Decks are listed from the top; a gold deck and green piles that are
    not given hold all cards that are nowhere else. By default, the basic rules of the source apply: any number of cards
    may be played and held, charge-point cards are not passed, and a jump to a portal takes a movement card.
    """
    everywhere = [*minis(gold_discard), *minis(green_discard), *minis(active_green)]
    everywhere += [card for each in sides for card in each.minis]
    unseen = [card for card in MINIS for _ in range(card.copies - everywhere.count(card))]
    sorted_piles = [card for card in unseen if card.green] if piles is None else minis(piles)
    g = CircuitryState(
        phase=phase or TURNS[active],
        turn=turn,
        random=1,
        events=[],
        variant=Variant.of(SIMPLE.all_options({**BASIC, **rule_options})),
        sides=sides,
        board=on if isinstance(on, Board) else board(on),
        active=active,
        played=played,
        laid=laid,
        gifts=gifts,
        stirred=stirred,
        touched=(),
        touched_before=(),
        gold=[card for card in unseen if not card.green] if gold is None else minis(gold)[::-1],
        gold_discard=minis(gold_discard),
        piles={card.id: [each for each in sorted_piles if each is card] for card in SIMPLE.content.greens},
        green_discard=minis(green_discard),
        active_green=minis(active_green)[::-1],
        unused=(),
    )
    stand = [each.node for each in sides]
    assert len(set(stand)) == len(stand), "no two pawns on a node"
    assert all(g.board.node(node) for node in stand), "every pawn on a node"
    return g


def asked(g: CircuitryState) -> Seat:
    (seat,) = g.phase.waiting
    return seat


def do(g: CircuitryState, seat: Seat, text: str) -> CircuitryState:
    """Return the state after a seat's action, in turn or out of it."""
    return apply(g, seat, SIMPLE.parse(text))


def act(g: CircuitryState, *texts: str) -> CircuitryState:
    """Return the state after an action of the seat that has to decide."""
    for text in texts:
        g = do(g, asked(g), text)
    return g


def choices(g: CircuitryState, beginning: str = "", seat: Seat | None = None) -> list[str]:
    """Return the options that begin with these words, of this seat or of the seat that has to decide."""
    legal = options(g, asked(g) if seat is None else seat)
    return [text for text in map(str, legal) if text.startswith(beginning)]


def refusal(g: CircuitryState, text: str, seat: Seat | None = None) -> str:
    """Return the reason why this seat, or the seat that has to decide, may not do this."""
    try:
        do(g, asked(g) if seat is None else seat, text)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(f"{text} was allowed")


def next_turn(g: CircuitryState) -> CircuitryState:
    """Begin the next player's turn and take the first available cards."""
    g = act(g, "done")
    while phase_of(g) == "Taking":
        g = act(g, choices(g)[0])
    return g


def phase_of(g: CircuitryState) -> str:
    return type(g.phase).__name__


def hand(g: CircuitryState, seat: Seat) -> str:
    return ids(g.sides[seat].minis)


def ids(cards: Sequence[MiniCard | CircuitCard]) -> str:
    return " ".join(card.id for card in cards)


def lying(g: CircuitryState) -> dict[int, str]:
    """Return the cell and way of each card on the board."""
    return {placed.card.number: f"{placed.cell}:{placed.way.value}" for placed in g.board.placed}


def charges(g: CircuitryState, seat: Seat) -> list[str]:
    """Return the charges of a pawn, by the colours of their charge points."""
    return [str(origin) for origin in g.sides[seat].carried]


def sentences(g: CircuitryState, seat: Seat | None = None) -> list[str]:
    """Return the sentences of the latest events for a seat (None: a spectator)."""
    return [SIMPLE.narrate(event, NAMES) for event in SIMPLE.view(g, seat).events]


def on_hub(g: CircuitryState, seat: Seat) -> bool:
    return number_of(g.sides[seat].node) == HUB
