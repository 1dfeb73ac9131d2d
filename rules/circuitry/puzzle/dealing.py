"""Boards and pawns at random: what puzzles are looked for among."""

from dataclasses import dataclass, field
from typing import Final, TypeVar

from rules.circuitry.board import HUB, Board, Placed, Way, names
from rules.circuitry.cards import CircuitCard, Colour
from rules.circuitry.content import CHARGE_CARDS, Content
from rules.circuitry.grid import Cell, beside
from rules.circuitry.puzzle.goal import Aim, Goal
from rules.circuitry.puzzle.puzzle import Pawn
from rules.core import rng

T = TypeVar("T")

COMPACT: Final = 3
"""How many places are drawn for a card: of them it gets the one that touches the most cards."""


@dataclass(slots=True)
class Random:
    """Draws, one after the other, from one seed."""

    state: int

    def below(self, bound: int) -> int:
        """A whole number from 0 to below the bound."""
        self.state, value = rng.below(self.state, bound)
        return value

    def one_of(self, items: "list[T] | tuple[T, ...]") -> T:
        """One of these, each as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: "list[T] | tuple[T, ...]") -> list[T]:
        """These in any order."""
        found = list(items)
        self.state = rng.shuffle(self.state, found)
        return found


@dataclass(frozen=True, slots=True)
class Table:
    """A board with pawns and a goal, and no hand as yet."""

    goal: Goal
    board: Board
    pawns: tuple[Pawn, ...]
    unused: tuple[CircuitCard, ...] = field(repr=False)
    """Circuit cards without a charge point that are not on the board."""


def deal(content: Content, random: Random, *, cards: int, others: int, carrying: bool) -> Table:
    """A table: so many cards beside #1, so many other pawns, one of them carrying a charge if wanted.

    Mostly #1 shows its back and a charge is to be delivered, which the pawn carries or has to fetch first. If the front
    is up, the last pawn on it is the own one, or another.
    """
    colours = random.shuffled(tuple(Colour))
    mine, theirs = colours[0], colours[1 : 1 + others]
    charge_cards = {content.circuits[number].charge: content.circuits[number] for number in CHARGE_CARDS}
    plain = random.shuffled([card for number, card in content.circuits.items() if number > CHARGE_CARDS[-1]])
    fetches = random.below(3) > 0
    aim = Aim.CHARGE if fetches and random.below(4) == 0 else Aim.DELIVER
    laid = ([charge_cards[mine]] if fetches else []) + plain[: cards - fetches]
    front = aim is Aim.DELIVER and not carrying and random.below(6) == 0
    board = _board(content.circuits[HUB], random, random.shuffled(laid), front)
    nodes = random.shuffled([node for node in board.nodes if not node.startswith(f"{HUB}-")])
    hub = [names(HUB)[colour] for colour in random.shuffled(tuple(Colour))]
    kept = front and bool(others) and not random.below(3)
    own = hub.pop() if front and not kept else nodes.pop()
    carries = not fetches and not carrying
    pawns = [Pawn(mine, own, carries)]
    for place, colour in enumerate(theirs):
        node = hub.pop() if (kept and not place) or not (front or random.below(3)) else nodes.pop()
        pawns.append(Pawn(colour, node, carrying and not place))
    return Table(Goal(aim), board, tuple(pawns), tuple(plain[cards - fetches :]))


def _board(hub: CircuitCard, random: Random, cards: list[CircuitCard], front: bool) -> Board:
    ways = tuple(Way)
    board = Board((Placed(hub, Cell(0, 0), Way.A0 if front else random.one_of((Way.B0, Way.B180))),))
    for card in cards:
        drawn = [random.one_of(board.places) for _ in range(COMPACT)]
        cell = max(drawn, key=lambda place: sum(near in board.cells for near in beside(place)))
        board = board.laid(card, cell, random.one_of(ways))
    return board
