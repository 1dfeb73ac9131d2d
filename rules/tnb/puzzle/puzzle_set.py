"""The puzzles of T&B, as the application uses them (`rules.core.puzzles`)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core.cards import CardId
from rules.core.game import Game
from rules.core.notation import Action, parse
from rules.core.puzzles import SOLVER, Made, PuzzleSet, Solution, Terms
from rules.core.rng import split
from rules.core.words import together
from rules.tnb.actions import ACTIONS, Attack, Block, Draw, Move, Play, Withdraw
from rules.tnb.cards import TnbCard
from rules.tnb.puzzle.making import LEVELS, Level, look
from rules.tnb.puzzle.proof import Proof, own_turn, solve
from rules.tnb.puzzle.puzzle import ENEMY, Puzzle, read
from rules.tnb.state import TnbState

_PROOFS: Final = 64
"""The number of puzzles whose proofs are kept."""


class TnbPuzzles(PuzzleSet):
    """Turns of simulated matches that win, whatever the enemy still does and holds."""

    levels: ClassVar[Sequence[Level]] = LEVELS
    summary = "a turn that wins, whatever the enemy answers"
    explained = (
        "Both boards have three by three tiles. An **attack** lays a card's grid shape over the enemy's board.",
        "When the round ends, an attacked tile without a card costs a **Life Point**; a card there loses **Health**.",
        "A **block** lays a card's shape over its own board, and takes its Defence off the Damage there.",
        "Each card on the board acts once for free: it attacks, blocks or **moves**.",
        "A **TP** plays a card from your hand, before any card acts. Another TP lets the new card act at once.",
        "You win if the enemy has no Life Point left when the round ends, and you have more.",
        "If the enemy's turn follows, it may answer with all that is on its board, and with any card it may hold.",
        "You have one turn, without drawing. Undo as often as you like: only the number of actions counts.",
    )
    unit = "action"
    refused: ClassVar[tuple[type[Action], ...]] = (Draw,)

    def __init__(self, game: Game, cards: Mapping[CardId, TnbCard]) -> None:
        self._game = game
        self._cards = cards
        self._proofs: dict[Puzzle, Proof] = {}

    def read(self, written: object) -> Puzzle:
        return read(self._cards, written)

    def written(self, puzzle: Puzzle) -> object:
        return puzzle.as_json()

    def goal(self, puzzle: Puzzle) -> str:
        if puzzle.answers:
            return "Win this round, whatever the enemy answers and whatever it holds."
        return "Win this round: the enemy has had its turn."

    def begin(self, puzzle: Puzzle) -> TnbState:
        return puzzle.state(self._cards)

    def terms(self, puzzle: Puzzle) -> Terms:
        return Terms(seats=len(puzzle.sides), decks=tuple(tuple(map(CardId, side.deck)) for side in puzzle.sides))

    def opening(self, puzzle: Puzzle, seed: int) -> TnbState:
        """Shuffle both decks, the enemy's together with its hand."""
        g = puzzle.state(self._cards)
        g.random, g.opener = split(seed, 0), SOLVER if puzzle.answers else ENEMY
        for seat, side in enumerate(g.sides):
            hidden = [*side.deck, *(side.hand if seat == ENEMY else ())]
            g.shuffle(hidden)
            if seat == ENEMY:
                side.hand = [hidden.pop() for _ in side.hand]
            side.deck = hidden
        return g

    def is_met(self, puzzle: Puzzle, g: TnbState) -> bool:
        return self._proof(puzzle).refutation(own_turn(g)) is None

    def cost(self, puzzle: Puzzle, g: TnbState) -> int:
        side, before = g.sides[SOLVER], puzzle.sides[SOLVER]
        first = {text.split()[0] for text in before.board}
        free = sum(bool(occupant.taken) for occupant in side.board if occupant.card.id in first)
        return before.points - side.tactical_points + free

    def hint(self, puzzle: Puzzle, g: TnbState) -> Action | None:
        if g.phase.waiting != (SOLVER,):
            return None
        actions = solve(g, self._proof(puzzle)).actions
        return parse(ACTIONS, actions[0]) if actions else None

    def solve(self, puzzle: Puzzle) -> Solution:
        return solve(puzzle.state(self._cards), self._proof(puzzle))

    def refutation(self, puzzle: Puzzle, g: TnbState) -> str:
        answer = self._proof(puzzle).refutation(own_turn(g))
        if answer is None or not answer.actions:
            return ""
        return f"The enemy could {together([self._worded(action) for action in answer.actions])}."

    def make(self, level: int, seed: int, attempt: int) -> Made | None:
        found = look(self._game, self._cards, LEVELS[level - 1], split(split(seed, level), attempt))
        if found is None:
            return None
        puzzle, solution = found
        assert solution.least is not None
        difficulty = solution.least, -len(solution.keys)
        return Made(level=level, puzzle=puzzle, solution=solution, difficulty=difficulty, seed=seed, attempt=attempt)

    def _proof(self, puzzle: Puzzle) -> Proof:
        """Return the proof of a puzzle, made once while it is among the latest."""
        if puzzle not in self._proofs:
            if len(self._proofs) == _PROOFS:
                self._proofs.pop(next(iter(self._proofs)), None)  # another thread may have dropped it
            self._proofs[puzzle] = Proof(puzzle, self._cards)
        return self._proofs[puzzle]

    def _worded(self, action: Action) -> str:
        match action:
            case Play(card, tile):
                return f"play {self._cards[card].name} on {tile}"
            case Move(card, tile):
                return f"move {self._cards[card].name} to {tile}"
            case Block(card, rotation):
                return f"block {_tiles(self._cards[card], rotation)} with {self._cards[card].name}"
            case Attack(card, rotation):
                return f"attack {_tiles(self._cards[card], rotation)} with {self._cards[card].name}"
            case Withdraw(card):
                return f"withdraw {self._cards[card].name}"
        raise AssertionError(f"no answer: {action}")


def _tiles(card: TnbCard, rotation: int) -> str:
    return " ".join(map(str, card.coverages[rotation].tiles))
