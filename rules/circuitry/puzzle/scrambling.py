"""Making puzzles backwards. The pawn walks back from the goal. Before some of its steps an action is taken back as
well, so that the step is impossible without the action. Then the solver tells whether there is another solution.
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
from rules.circuitry.puzzle.layout import COLOUR, COLOURS, WAY, Layout, Node, Pieces
from rules.circuitry.puzzle.pawns import bits_of
from rules.circuitry.puzzle.puzzle import ME, Pawn, Puzzle
from rules.circuitry.puzzle.solver import Solver
from rules.circuitry.puzzle.task import Task
from rules.core.cards import CardId
from rules.core.play import options

SPARE: Final = ("flip", "swap", "slide", "force", "portal")
"""The kinds of cards that a hand may have to spare."""
LONGEST_WALK: Final = 2
"""The maximum number of steps between two actions."""
WIDEST: Final = Cell(5, 4)
"""The maximum numbers of columns and rows of a new board. A Slide may lead beyond them."""
COMPACT: Final = 3
"""The number of cells drawn for a new card at random. The card is laid on the one with the most neighbours."""

SOLVED: Final = 24
"""The maximum number of candidates that the solver examines to make one puzzle."""
BRANCHES: Final = 4
"""The maximum number of scenes with which scrambling goes on after each action."""


@dataclass(frozen=True, slots=True)
class Requirements:
    """The requirements for a puzzle."""

    cards: int
    """The number of circuit cards besides #1."""
    others: int
    actions: tuple[str, ...]
    """The kinds of actions that the solution must contain, in reverse order, as scrambling works backwards."""
    aim: Aim
    fetches: bool
    """Whether the charge to be delivered has to be taken first."""
    most: int
    """The maximum number of cards in the hand."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board with pawns at some point of a solution."""

    layout: Layout
    pawn: Node
    others: tuple[Node, ...]
    carries: bool
    carrier: int | None
    """The index of the other pawn that carries a charge to be taken by Exchange; None if there is none."""
    ahead: tuple[Node, ...]
    """The rest of the pawn's path in reverse: the node at the goal first, the pawn's own node last."""
    paid: tuple[str, ...]
    """The cards that pay for the rest of the way."""

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes with pawns, the player's first."""
        return (self.pawn, *self.others)


def scramble(content: Content, random: Random, requirements: Requirements, solver: Solver) -> Puzzle | None:
    """Make a puzzle whose solution needs all its cards, or return None if the drawn board does not allow one."""
    return _Scramble(content, random, requirements, solver).puzzle()


class _Scramble:
    def __init__(self, content: Content, random: Random, requirements: Requirements, solver: Solver) -> None:
        self.content, self.random, self.requirements, self.solver = content, random, requirements, solver
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
        charging = self.requirements.fetches or self.requirements.aim is Aim.CHARGE
        laid = ([charge_cards[self.mine]] if charging else []) + plain[: self.requirements.cards - charging]
        return [circuits[HUB], *self.random.shuffled(laid)]

    def _end(self) -> Scene:
        """Return the scene at the goal."""
        placed = self.board.placed
        shape = self.pieces.shape(tuple(card_placed.cell for card_placed in placed))
        layout = self.pieces.layout(shape, tuple(WAY.index(card_placed.way) for card_placed in placed))
        free = [slot * COLOURS + colour for slot, lying in enumerate(layout.lying) for colour in lying.nodes]
        paid: tuple[str, ...] = ()
        match self.requirements.aim:
            case Aim.DELIVER:
                pawn, paid = self.pieces.node(names(HUB)[self.mine]), (BLACK,)
            case Aim.CHARGE:
                pawn, paid = self.random.one_of(layout.charge_nodes(self.charge_slot)), (self._card(self.mine),)
            case _:
                pawn = self.random.one_of([node for node in free if node >= COLOURS])
        others = self.random.shuffled([node for node in free if node != pawn])[: self.requirements.others]
        return Scene(layout, pawn, tuple(others), self.requirements.aim is Aim.DELIVER, None, (pawn,), paid)

    def _card(self, colour: Colour) -> str:
        """Draw a movement card that can pay if this colour is asked for."""
        return colour.word if self.random.below(3) else BLACK

    def puzzle(self) -> Puzzle | None:
        """Take back steps and actions until that makes a puzzle, or return None."""
        return self._taken_back(self._end(), self.requirements.actions)

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
                puzzle = self._tight(earlier)
                if puzzle and actions != ("portal",):  # no walk before the jump: a pawn can jump from any node
                    puzzle = self._taken_back(earlier, actions[1:])
                if puzzle:
                    return puzzle
            if tried == BRANCHES:
                break
        return None

    def _has_begun(self, scene: Scene) -> bool:
        """Return whether a puzzle can begin with this scene: if the pawn is to take a charge during the puzzle, it
        carries none yet.
        """
        return not scene.carries or not (self.requirements.fetches or "exchange" in self.requirements.actions)

    def _tight(self, scene: Scene) -> Puzzle | None:
        """Return the puzzle that begins with this scene, or None if it can be solved without some of its cards.

        Return None too if the puzzle has too many cards, or the solver has examined `SOLVED` candidates.
        """
        puzzle = self._begins(scene)
        if puzzle.cards > self.requirements.most or self.solved >= SOLVED:
            return None
        task = Task(puzzle)
        if scene.pawn in task.to_go(task.start[0], scene.others, scene.carries, task.hand.movement):
            return None  # walking alone would solve it
        self.solved += 1
        return puzzle if self.solver.solve(puzzle).least == puzzle.cards else None

    def _begins(self, scene: Scene) -> Puzzle:
        placed = [
            Placed(self.pieces.cards[slot], cell, WAY[way])
            for slot, (cell, way) in enumerate(zip(scene.layout.shape.cells, scene.layout.ways, strict=True))
        ]
        pawns = [Pawn(self.mine, self.pieces.name(scene.pawn), scene.carries)]
        for other, node in enumerate(scene.others):
            pawns.append(Pawn(self.colours[1 + other], self.pieces.name(node), other == scene.carrier))
        minis = sorted(map(CardId, scene.paid), key=self.order.__getitem__)
        aim = self.requirements.aim
        goal = Goal(aim, self.pieces.name(scene.ahead[0]) if aim is Aim.REACH else "")
        return Puzzle(goal, Board(tuple(placed)), tuple(pawns), tuple(minis))

    def _walked(self, scene: Scene) -> list[Scene]:
        """5.1 Return the scenes one or two steps earlier, first those in which the pawn steps from card to card."""
        scenes, edge = [], [scene]
        for _ in range(LONGEST_WALK):
            edge = [before for after in edge for before in self._stepped(after)]
            scenes += edge
        drawn = self.random.shuffled(scenes)
        return sorted(drawn, key=lambda before: before.pawn // COLOURS == before.ahead[-2] // COLOURS)

    def _stepped(self, scene: Scene) -> Iterator[Scene]:
        for node in scene.layout.near(scene.pawn):
            if node in scene.others or node in scene.ahead[-3:]:
                continue
            paid = (*scene.paid, self.random.one_of(tuple(Colour)).word)
            before = replace(scene, pawn=node, ahead=(*scene.ahead, node), paid=paid)
            if scene.carries and self.requirements.fetches and node in scene.layout.charge_nodes(self.charge_slot):
                before = replace(before, carries=False, paid=(*paid, self._card(self.mine)))
            yield before

    def _acted(self, scene: Scene, action: str) -> list[Scene]:
        """Return the scenes from which one action leads to this one, and in which the pawn's next step was
        impossible.
        """
        match action:
            case "force":
                return self._forced(scene)
            case "exchange":
                return self._exchanged(scene)
            case "portal":
                return self._jumped(scene)
        return self._changed(scene, action)

    def _forced(self, scene: Scene) -> list[Scene]:
        """8.6 Return the scenes from which a Force leads to this one: in each, another pawn stands in the way."""
        scenes = []
        for other, node in enumerate(scene.others):
            for near in scene.layout.near(node):
                if near in scene.ahead[:-1] and near not in scene.nodes and node not in scene.ahead:
                    others = (*scene.others[:other], near, *scene.others[other + 1 :])
                    paid = (*scene.paid, "force", self._card(self.colours[1 + other]))
                    scenes.append(replace(scene, others=others, paid=paid))
        return scenes

    def _exchanged(self, scene: Scene) -> list[Scene]:
        """8.10 Return the scenes before an Exchange, in which a pawn beside the player's carried the charge."""
        near, scenes = scene.layout.near(scene.pawn), []
        for other, node in enumerate(scene.others):
            for carrier_node in (node,) if node in near else near:
                if carrier_node == node or (carrier_node not in scene.nodes and carrier_node not in scene.ahead):
                    others = (*scene.others[:other], carrier_node, *scene.others[other + 1 :])
                    paid = (*scene.paid, "exchange")
                    scenes.append(replace(scene, others=others, carrier=other, carries=False, paid=paid))
        return scenes if scene.carries else []

    def _jumped(self, scene: Scene) -> list[Scene]:
        """8.8 Return the scenes before a jump to the portal on which the pawn now stands."""
        if scene.pawn not in scene.layout.portals:
            return []
        lying = enumerate(scene.layout.lying)
        starts = [slot * COLOURS + colour for slot, card in lying for colour in card.nodes]
        paid = (*scene.paid, "portal", self._card(COLOUR[scene.pawn % COLOURS]))
        return [
            replace(scene, pawn=start, ahead=(*scene.ahead, start), paid=paid)
            for start in starts
            if start not in (*scene.nodes, *scene.ahead)
        ]

    def _changed(self, scene: Scene, action: str) -> list[Scene]:
        """8.1 to 8.5 Return the scenes from whose board a single card makes the present one."""
        kind, scenes = KINDS.index(action), []
        for change in changes(scene.layout, kind, bits_of(scene.nodes)):
            before = changed(scene.layout, change)
            back = kind != SLIDE or any(changed(before, again) is scene.layout for again in changes(before, kind, 0))
            if back and not _goes_on(scene, before):
                scenes.append(replace(scene, layout=before, paid=(*scene.paid, action)))
        return scenes


def _goes_on(scene: Scene, before: Layout) -> bool:
    """Return whether the pawn's next step was already possible on this earlier board."""
    return scene.ahead[-2] in before.near(scene.pawn)


def _board(random: Random, cards: list[CircuitCard]) -> Board:
    """2.1 Return a board with these cards, laid at random one after another. The back of #1 is up (6.1)."""
    hub, *others = cards
    board = Board((Placed(hub, Cell(0, 0), random.one_of((Way.B0, Way.B180))),))
    for card in others:
        near = [place for place in board.places if _is_compact((*board.cells, place))]
        drawn = [random.one_of(near) for _ in range(COMPACT)]
        cell = max(drawn, key=lambda place: sum(near in board.cells for near in beside(place)))
        board = board.laid(card, cell, random.one_of(tuple(Way)))
    return board


def _is_compact(cells: tuple[Cell, ...]) -> bool:
    """Return whether a board of these cells can be drawn large enough for a phone."""
    columns, rows = {cell.column for cell in cells}, {cell.row for cell in cells}
    return max(columns) - min(columns) < WIDEST.column and max(rows) - min(rows) < WIDEST.row


def puzzles_with_card_in_hand(random: Random, puzzle: Puzzle, solver: Solver) -> Iterator[Puzzle]:
    """4.7 Yield variants of a puzzle in which one of its circuit cards is in the hand and not on the board. Each needs
    all its cards, and has no solution without the circuit card.
    """
    for taken in random.shuffled(puzzle.board.placed[1:]):
        staying = tuple(other for other in puzzle.board.placed if other is not taken)
        bears = any(number_of(pawn.node) == taken.card.number for pawn in puzzle.pawns)
        is_goal = bool(puzzle.goal.node) and number_of(puzzle.goal.node) == taken.card.number
        if bears or is_goal or taken.card.charge or not is_whole(tuple(other.cell for other in staying)):
            continue
        with_card_in_hand = replace(puzzle, board=Board(staying), circuit=taken.card)
        if (
            solver.solve(replace(with_card_in_hand, circuit=None)).least is None
            and solver.solve(with_card_in_hand).least == with_card_in_hand.cards
        ):
            yield with_card_in_hand


def puzzles_with_spare_card(content: Content, random: Random, puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield variants of a puzzle with one more action card in the hand, of another kind, that can be played at once."""
    order = {card.id: card.order for card in content.minis}
    for kind in random.shuffled([kind for kind in SPARE if kind not in puzzle.minis]):
        minis = tuple(sorted((*puzzle.minis, CardId(kind)), key=order.__getitem__))
        with_spare = replace(puzzle, minis=minis)
        if any(action.verb == kind for action in options(with_spare.state(content), ME)):
            yield with_spare


def is_whole(cells: tuple[Cell, ...]) -> bool:
    """4.8 Return whether these cells are connected."""
    unreached = set(cells[1:])
    edge = [cells[0]]
    while edge:
        edge = [near for cell in edge for near in beside(cell) if near in unreached]
        unreached -= set(edge)
    return not unreached
