"""The first state of a match that begins with the position of a puzzle."""

from collections.abc import Sequence
from dataclasses import replace

from rules.circuitry.board import HUB, number_of
from rules.circuitry.cards import Colour
from rules.circuitry.content import CHARGE_CARDS, Content
from rules.circuitry.events import ChargeCardDealt, drew
from rules.circuitry.limits import GOLD_AT_START, HAND
from rules.circuitry.puzzle.puzzle import ME, Pawn, Puzzle
from rules.circuitry.state import BY_NUMBER, CircuitryState
from rules.core.cards import BY_ORDER, ids
from rules.core.rng import split


def opponents(puzzle: Puzzle) -> Sequence[Pawn]:
    """Return the pawns of the opponents: those of the puzzle, or else one of the first free colour. It stands where it
    is least in the way: far from the solver's pawn, and if possible not on card 1, on that pawn's card, on the card
    with its charge point or on that of the goal.
    """
    mine, *others = puzzle.pawns
    if others:
        return others
    board = puzzle.board
    colour = next(colour for colour in Colour if colour is not mine.colour)
    used = {HUB, *map(number_of, (mine.node, *board.charge_nodes(mine.colour), *filter(None, [puzzle.goal.node])))}
    steps = board.distances(mine.node)
    free = [node for node in board.nodes if node != mine.node]
    return [Pawn(colour, max(free, key=lambda node: (number_of(node) not in used, steps.get(node, len(free)))))]


def opening(content: Content, puzzle: Puzzle, seed: int) -> CircuitryState:
    """Return the puzzle's state with what a match needs besides. The gold deck is shuffled. Opponents hold as many
    cards as at the start of a match (3.3, 3.5). Players hold the charge-point cards of their colours, unless these lie
    on the board or the solver holds them.
    """
    g = replace(puzzle, pawns=(puzzle.pawns[ME], *opponents(puzzle))).state(content)
    g.random = split(seed, 0)
    laid = {placed.card.number for placed in g.board.placed}
    kept = [card for card in content.circuits.values() if card.number not in laid and card != puzzle.circuit]
    others = [card for card in kept if card.number > CHARGE_CARDS[-1]]
    for deck in (others, g.gold):
        g.shuffle(deck)
    for seat, side in enumerate(g.sides):
        side.circuits += [card for card in kept if card.charge is side.colour]
        if seat != ME:
            side.circuits += [others.pop() for _ in range(HAND)]
            side.minis = sorted([g.gold.pop() for _ in range(GOLD_AT_START[len(g.sides)][seat])], key=BY_ORDER)
        side.circuits.sort(key=BY_NUMBER)
        g.events += [
            ChargeCardDealt(seat=seat, colour=side.colour),
            drew(seat, ids([*side.circuits, *side.minis])),
        ]
    return g
