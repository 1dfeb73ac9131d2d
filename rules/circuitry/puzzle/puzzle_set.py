"""The puzzles of Circuitry, as the application uses them (`rules.core.puzzles`)."""

from collections.abc import Sequence
from typing import ClassVar

from rules.circuitry import actions as a
from rules.circuitry.content import Content
from rules.circuitry.puzzle.levels import LEVELS, MOST_WORK, PATIENCE, Level, look
from rules.circuitry.puzzle.opening import opening, opponents
from rules.circuitry.puzzle.puzzle import CHANGED, ME, Puzzle, now, read
from rules.circuitry.puzzle.solution import Solved, actions, solve
from rules.circuitry.puzzle.solver import Solver
from rules.circuitry.state import CircuitryState
from rules.core.notation import Action
from rules.core.puzzles import Made, PuzzleSet, Solution, Terms, Tried


class CircuitryPuzzles(PuzzleSet):
    """Puzzles with a board and a hand, each to be solved in one turn."""

    levels: ClassVar[Sequence[Level]] = LEVELS
    summary = "a board, a hand, and one turn to win in"
    explained = (
        "Your **pawn** stands on a node, a coloured circle. Any movement card takes it one step along a pathway.",
        "A pathway that leaves the board comes in again where the rim has the same letter: N leads to N.",
        "Deliver a **charge** from your colour's node on card 1 to the **master node**, with a black card.",
        "**Rotate** turns a card around, **Flip** turns it over, **Swap** exchanges two, **Slide** moves one.",
        "**Portal**, with a card of the portal's colour or a black one: your pawn jumps to that portal.",
        "**Force** moves another pawn, with cards of its colour or black ones.",
        "You have one turn. Undo as often as you like: only the number of cards counts.",
    )
    refused: ClassVar[tuple[type[Action], ...]] = (a.Done, a.Inhibit, a.Free, a.Discharge)

    def __init__(self, content: Content) -> None:
        self._content = content

    def read(self, written: object) -> Puzzle:
        return read(self._content, written)

    def written(self, puzzle: Puzzle) -> object:
        return puzzle.as_json()

    def goal(self, puzzle: Puzzle) -> str:
        return puzzle.goal.words

    def begin(self, puzzle: Puzzle) -> CircuitryState:
        return puzzle.state(self._content)

    def terms(self, puzzle: Puzzle) -> Terms:
        return Terms(seats=1 + len(opponents(puzzle)), options=CHANGED)

    def opening(self, puzzle: Puzzle, seed: int) -> CircuitryState:
        return opening(self._content, puzzle, seed)

    def is_met(self, puzzle: Puzzle, g: CircuitryState) -> bool:
        return puzzle.met(g)

    def cost(self, puzzle: Puzzle, g: CircuitryState) -> int:
        return puzzle.cards - len(g.sides[ME].minis) - len(g.sides[ME].circuits)

    def hint(self, puzzle: Puzzle, g: CircuitryState) -> Action | None:
        remaining = now(puzzle, g)
        solved = solve(remaining) if remaining else None
        if remaining is None or solved is None or not solved.least:
            return None
        return actions(self._content, remaining, solved, solved.steps(1)[0])[0]

    def solve(self, puzzle: Puzzle) -> Solution:
        return self._solution(puzzle, solve(puzzle))

    def kinds(self, level: int) -> int:
        return len(LEVELS[level - 1].kinds)

    def make(self, level: int, seed: int, attempt: int) -> Made | None:
        return self._made(level, seed, attempt, Solver())

    def attempt(self, level: int, seed: int, tried: Tried) -> Made | Tried:
        """Make the next attempt. Once the attempts at the kind of this seed are too much work, leave out the others."""
        solver = Solver()
        if made := self._made(level, seed, tried.attempts, solver):
            return made
        attempts, work = tried.attempts + 1, tried.work + solver.work
        return Tried(max(attempts, PATIENCE) if work >= MOST_WORK else attempts, work)

    def _made(self, level: int, seed: int, attempt: int, solver: Solver) -> Made | None:
        generated = look(self._content, LEVELS[level - 1], seed, attempt, solver)
        if generated is None:
            return None
        solution = self._solution(generated.puzzle, generated.solved)
        difficulty = generated.puzzle.cards, generated.judgement.score, generated.solved.solutions
        return Made(
            level=level,
            puzzle=generated.puzzle,
            solution=solution,
            difficulty=difficulty,
            seed=seed,
            attempt=attempt,
        )

    def _solution(self, puzzle: Puzzle, solved: Solved) -> Solution:
        steps = next(iter(solved.steps(1)), None)
        return Solution(
            complete=solved.complete,
            least=solved.least,
            count=solved.solutions,
            keys=solved.key_sets,
            actions=tuple(map(str, actions(self._content, puzzle, solved, steps))) if steps is not None else (),
        )
