"""Puzzles made backwards: from the goal the pawn walks back, and before a step that was just taken back, an action is
taken back too, so that the step is not possible without it. Whether there is another way, the solver says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from rules.circuitry.board import HUB, Board, Placed, Way, names, number_of
from rules.circuitry.cards import BLACK, CircuitCard, Colour
from rules.circuitry.content import CHARGE_CARDS, Content
from rules.circuitry.grid import Cell, beside
from rules.circuitry.puzzle.changes import changed, changes
from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.goal import Aim, Goal
from rules.circuitry.puzzle.hand import KINDS, SLIDE
from rules.circuitry.puzzle.layout import COLOURS, WAY, Layout, Node, Pieces
from rules.circuitry.puzzle.pawns import bits_of
from rules.circuitry.puzzle.puzzle import Pawn, Puzzle
from rules.circuitry.puzzle.search import Bounds
from rules.circuitry.puzzle.solution import solve
from rules.circuitry.puzzle.task import Task
from rules.core.cards import CardId

LONGEST_WALK: Final = 2
"""Steps between two actions."""
WIDEST: Final = Cell(5, 4)
"""Columns and rows of a board at first; a Slide may go beyond them."""
COMPACT: Final = 3
"""How many places are drawn for a card: of them it gets the one that touches the most cards."""

SOLVED: Final = 24
"""How many unfinished puzzles are solved for one, at most."""
BRANCHES: Final = 4
"""How many ways to go on are tried from each."""
LOOKED: Final = Bounds(positions=20_000, layouts=20_000)
"""What is not solved by then is no puzzle for people."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a puzzle is to be made of."""

    cards: int
    """Circuit cards beside #1."""
    others: int
    actions: tuple[str, ...]
    """In the order in which they are taken back."""
    aim: Aim
    fetches: bool
    """Whether the charge that is delivered has to be taken first."""
    most: int
    """Cards in the hand."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table, some way before the goal."""

    layout: Layout
    pawn: Node
    others: tuple[Node, ...]
    carries: bool
    carrier: int | None
    """Which of the others carries the charge that is taken by Exchange."""
    ahead: tuple[Node, ...]
    """The nodes of the way that is left, the next one last."""
    paid: tuple[str, ...]
    """The cards that the way takes."""

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes on which pawns stand, one's own first."""
        return (self.pawn, *self.others)


def scramble(content: Content, random: Random, wish: Wish) -> Puzzle | None:
    """A puzzle that takes all its cards; None if the board that was drawn does not serve."""
    return _Scramble(content, random, wish).puzzle()


class _Scramble:
    def __init__(self, content: Content, random: Random, wish: Wish) -> None:
        self.content, self.random, self.wish = content, random, wish
        self.colours = random.shuffled(tuple(Colour))
        self.mine = self.colours[0]
        self.solved = 0
        cards = self._cards()
        self.board = _board(random, cards)
        self.pieces = Pieces(cards)
        self.charge_slot = next((slot for slot, card in enumerate(cards) if card.charge is self.mine), len(cards))
        self.order = {card.id: card.order for card in content.minis}

    def _cards(self) -> list[CircuitCard]:
        circuits = self.content.circuits
        charge_cards = {circuits[number].charge: circuits[number] for number in CHARGE_CARDS}
        plain = self.random.shuffled([card for number, card in circuits.items() if number > CHARGE_CARDS[-1]])
        charging = self.wish.fetches or self.wish.aim is Aim.CHARGE
        laid = ([charge_cards[self.mine]] if charging else []) + plain[: self.wish.cards - charging]
        return [circuits[HUB], *self.random.shuffled(laid)]

    def _end(self) -> Scene:
        """The table when the goal is reached."""
        placed = self.board.placed
        shape = self.pieces.shape(tuple(there.cell for there in placed))
        layout = self.pieces.layout(shape, tuple(WAY.index(there.way) for there in placed))
        delivers = self.wish.aim is Aim.DELIVER
        home = self.pieces.node(names(HUB)[self.mine])
        pawn = home if delivers else self.random.one_of(layout.charge_nodes(self.charge_slot))
        free = [slot * COLOURS + colour for slot, lying in enumerate(layout.lying) for colour in lying.nodes]
        others = self.random.shuffled([node for node in free if node != pawn])[: self.wish.others]
        paid = BLACK if delivers else self._card(self.mine)
        return Scene(layout, pawn, tuple(others), delivers, None, (pawn,), (paid,))

    def _card(self, colour: Colour) -> str:
        """A card that pays for something of this colour."""
        return colour.word if self.random.below(3) else BLACK

    def puzzle(self) -> Puzzle | None:
        """Take everything back."""
        return self._taken_back(self._end(), self.wish.actions)

    def _taken_back(self, scene: Scene, actions: tuple[str, ...]) -> Puzzle | None:
        walked = self._walked(scene)
        if not actions:
            begun = [before for before in walked if self._has_begun(before)][:BRANCHES]
            return next(filter(None, map(self._tight, begun)), None)
        tried = 0
        for before in walked:
            acted = self.random.shuffled(self._acted(before, actions[0]))[:BRANCHES]
            tried += bool(acted)
            for earlier in acted:
                found = self._tight(earlier) and self._taken_back(earlier, actions[1:])
                if found:
                    return found
            if tried == BRANCHES:
                break
        return None

    def _has_begun(self, scene: Scene) -> bool:
        """Whether nothing is left that has to be taken back: no charge that is fetched or taken from somebody."""
        return not scene.carries or not (self.wish.fetches or "exchange" in self.wish.actions)

    def _tight(self, scene: Scene) -> Puzzle | None:
        """The puzzle that begins here, if it takes all its cards."""
        puzzle = self._begins(scene)
        if puzzle.cards > self.wish.most or self.solved >= SOLVED:
            return None
        task = Task(puzzle)
        if scene.pawn in task.to_go(task.start[0], scene.others, scene.carries, task.hand.movement):
            return None  # walking would do
        self.solved += 1
        return puzzle if solve(puzzle, LOOKED).least == puzzle.cards else None

    def _begins(self, scene: Scene) -> Puzzle:
        placed = [
            Placed(self.pieces.cards[slot], cell, WAY[way])
            for slot, (cell, way) in enumerate(zip(scene.layout.shape.cells, scene.layout.ways, strict=True))
        ]
        pawns = [Pawn(self.mine, self.pieces.name(scene.pawn), scene.carries)]
        for other, node in enumerate(scene.others):
            pawns.append(Pawn(self.colours[1 + other], self.pieces.name(node), other == scene.carrier))
        minis = sorted(map(CardId, scene.paid), key=self.order.__getitem__)
        return Puzzle(Goal(self.wish.aim), Board(tuple(placed)), tuple(pawns), tuple(minis))

    def _walked(self, scene: Scene) -> list[Scene]:
        """5.1 One to three steps are taken back, those first that lead from card to card."""
        found, edge = [], [scene]
        for _ in range(LONGEST_WALK):
            edge = [before for after in edge for before in self._stepped(after)]
            found += edge
        drawn = self.random.shuffled(found)
        return sorted(drawn, key=lambda before: before.pawn // COLOURS == before.ahead[-2] // COLOURS)

    def _stepped(self, scene: Scene) -> Iterator[Scene]:
        for node in scene.layout.near(scene.pawn):
            if node in scene.others or node in scene.ahead[-3:]:
                continue
            paid = (*scene.paid, self.random.one_of(tuple(Colour)).word)
            before = replace(scene, pawn=node, ahead=(*scene.ahead, node), paid=paid)
            if scene.carries and self.wish.fetches and node in scene.layout.charge_nodes(self.charge_slot):
                before = replace(before, carries=False, paid=(*paid, self._card(self.mine)))
            yield before

    def _acted(self, scene: Scene, action: str) -> list[Scene]:
        """Tables from which one action leads here, and in which the next step was not possible."""
        match action:
            case "force":
                return self._forced(scene)
            case "exchange":
                return self._exchanged(scene)
        return self._changed(scene, action)

    def _forced(self, scene: Scene) -> list[Scene]:
        """8.6 Somebody stood on the way that is left."""
        found = []
        for other, node in enumerate(scene.others):
            for near in scene.layout.near(node):
                if near in scene.ahead[:-1] and near not in scene.nodes and node not in scene.ahead:
                    others = (*scene.others[:other], near, *scene.others[other + 1 :])
                    paid = (*scene.paid, "force", self._card(self.colours[1 + other]))
                    found.append(replace(scene, others=others, paid=paid))
        return found

    def _exchanged(self, scene: Scene) -> list[Scene]:
        """8.10 Somebody beside the pawn carried the charge."""
        near, found = scene.layout.near(scene.pawn), []
        for other, node in enumerate(scene.others):
            for there in (node,) if node in near else near:
                if there == node or (there not in scene.nodes and there not in scene.ahead):
                    others = (*scene.others[:other], there, *scene.others[other + 1 :])
                    paid = (*scene.paid, "exchange")
                    found.append(replace(scene, others=others, carrier=other, carries=False, paid=paid))
        return found if scene.carries else []

    def _changed(self, scene: Scene, action: str) -> list[Scene]:
        """8.1 to 8.5 The board was another one, from which the present one comes by one card."""
        kind, found = KINDS.index(action), []
        for change in changes(scene.layout, kind, bits_of(scene.nodes)):
            before = changed(scene.layout, change)
            back = kind != SLIDE or any(changed(before, again) is scene.layout for again in changes(before, kind, 0))
            if back and not _goes_on(scene, before):
                found.append(replace(scene, layout=before, paid=(*scene.paid, action)))
        return found


def _goes_on(scene: Scene, before: Layout) -> bool:
    """Whether the next step was possible there too."""
    return scene.ahead[-2] in before.near(scene.pawn)


def _board(random: Random, cards: list[CircuitCard]) -> Board:
    """2.1 The cards laid one after the other; 6.1 the back of #1 is up."""
    hub, *others = cards
    board = Board((Placed(hub, Cell(0, 0), random.one_of((Way.B0, Way.B180))),))
    for card in others:
        near = [place for place in board.places if _is_compact((*board.cells, place))]
        drawn = [random.one_of(near) for _ in range(COMPACT)]
        cell = max(drawn, key=lambda place: sum(near in board.cells for near in beside(place)))
        board = board.laid(card, cell, random.one_of(tuple(Way)))
    return board


def _is_compact(cells: tuple[Cell, ...]) -> bool:
    """Whether so many columns and rows can be drawn large enough to be read on a phone."""
    columns, rows = {cell.column for cell in cells}, {cell.row for cell in cells}
    return max(columns) - min(columns) < WIDEST.column and max(rows) - min(rows) < WIDEST.row


def taken_up(random: Random, puzzle: Puzzle) -> Iterator[Puzzle]:
    """4.7 The puzzle with one of its circuit cards in the hand instead of on the board, each that then takes that one
    and all others; without it there is no way.
    """
    for there in random.shuffled(puzzle.board.placed[1:]):
        rest = tuple(other for other in puzzle.board.placed if other is not there)
        bears = any(number_of(pawn.node) == there.card.number for pawn in puzzle.pawns)
        if bears or there.card.charge or not is_whole(tuple(other.cell for other in rest)):
            continue
        found = replace(puzzle, board=Board(rest), circuit=there.card)
        if solve(replace(found, circuit=None), LOOKED).least is None and solve(found, LOOKED).least == found.cards:
            yield found


def is_whole(cells: tuple[Cell, ...]) -> bool:
    """4.8 Whether these places hang together."""
    left = set(cells[1:])
    edge = [cells[0]]
    while edge:
        edge = [near for cell in edge for near in beside(cell) if near in left]
        left -= set(edge)
    return not left
