"""The proof that a turn wins: the enemy's answers are all tried, with every card that it may hold or draw."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Final

from rules.core.cards import CardId
from rules.core.notation import Action
from rules.core.puzzles import SOLVER, Solution
from rules.tnb.actions import Attack, Block, Move
from rules.tnb.cards import TnbCard
from rules.tnb.phases import CardActions
from rules.tnb.puzzle.puzzle import ENEMY, Puzzle
from rules.tnb.puzzle.turns import Turn, beginning, lost, turns
from rules.tnb.state import TnbState

MOST_ANSWERS: Final = 3_000
"""A position with more different answers is no puzzle: nobody could think of them all."""
MOST_TURNS: Final = 40_000
"""The solver gives up after this many of its own turns."""


class Proof:
    """All answers of the enemy in a puzzle, to try them on the solver's turns."""

    def __init__(self, puzzle: Puzzle, cards: Mapping[CardId, TnbCard]) -> None:
        g = puzzle.state(cards)
        mine, enemy = g.sides[SOLVER], g.sides[ENEMY]
        held = len(enemy.hand)
        enemy.hand += enemy.deck  # the worst that the hidden cards can be
        self._lives = mine.life_points, enemy.life_points
        self._refuted: dict[Hashable, Turn | None] = {}
        self.complete = True
        """Whether all answers were found; if not, the other methods mean nothing."""
        self._answers: list[Turn] = []
        begun = beginning(enemy, held)
        self.is_safe = mine.life_points > _reach(begun)
        """Whether the enemy cannot take the solver's last LP in this round, whatever the solver does."""
        for turn in turns(begun, self._key, without=(Attack,) if self.is_safe else ()):
            self._answers.append(turn)
            if len(self._answers) > MOST_ANSWERS:
                self.complete = False
                break

    def _key(self, turn: Turn) -> Hashable:
        """Return all on which the rest of the enemy's turn and the resolution depend."""
        able = frozenset(able for able in turn.able if able.free or turn.points)
        hand = (turn.hand, turn.bought) if turn.points and not turn.acted else ()
        return turn.points, able, hand, turn.occupied, turn.blocks, turn.attacks, turn.acted

    def refutation(self, turn: Turn) -> Turn | None:
        """Return an answer after which the solver, whose turn ends like this, does not win; None if there is none.

        8.1, 8.4 The solver wins if the enemy has no LP left, and the solver has more.
        """
        key = turn.attacks, turn.blocks, turn.occupied
        if key not in self._refuted:
            self._refuted[key] = next((answer for answer in self._answers if not self._wins(turn, answer)), None)
        return self._refuted[key]

    def kills(self, turn: Turn) -> bool:
        """Return whether these attacks take the enemy's last LP, whatever it answers."""
        theirs = self._lives[1]
        return all(lost(turn.attacks, answer.blocks, answer.occupied) >= theirs for answer in self._answers)

    def _wins(self, turn: Turn, answer: Turn) -> bool:
        mine, theirs = self._lives
        left = theirs - lost(turn.attacks, answer.blocks, answer.occupied)
        return left <= 0 and mine - lost(answer.attacks, turn.blocks, turn.occupied) > left


def _reach(enemy: Turn) -> int:
    """Return at least as many LP as the enemy's attacks can cost the solver in this round."""
    able = [len(able.card.coverages[0].tiles) for able in enemy.able if able.card.damage]
    new = max((len(card.coverages[0].tiles) for card in enemy.hand if card.damage), default=0)
    return lost(enemy.attacks, 0, 0) + sum(able) + enemy.points * new


def own_turn(g: TnbState) -> Turn:
    """Return the solver's turn as it stands, without the actions that it has taken."""
    side = g.sides[SOLVER]
    return beginning(side, len(side.hand), acted=isinstance(g.phase, CardActions))


def strikes(g: TnbState) -> Iterator[Turn]:
    """Yield the solver's turns without blocks and moves that win if the enemy does nothing more, whatever befalls the
    solver. A turn that wins has the attacks of one of these.
    """
    enemy = g.sides[ENEMY]
    blocks, occupied = beginning(enemy, 0).blocks, enemy.occupied
    for turn in turns(
        own_turn(g), lambda turn: (turn.attacks, turn.points, turn.able, turn.hand, turn.acted), without=(Block, Move)
    ):
        if lost(turn.attacks, blocks, occupied) >= enemy.life_points:
            yield turn


def solve(g: TnbState, proof: Proof) -> Solution:
    """Find the fewest further actions of the solver that win against every answer, and all sets of as many."""
    won: list[Turn] = []
    useless = (Block, Move) if proof.is_safe else ()
    for number, turn in enumerate(turns(own_turn(g), lambda turn: frozenset(turn.actions), without=useless)):
        if won and len(turn.actions) > len(won[0].actions):
            break
        if number == MOST_TURNS:
            return Solution(complete=False, least=None)
        if proof.refutation(turn) is None:
            won.append(turn)
    if not won:
        return Solution(complete=proof.complete, least=None)
    return Solution(
        complete=proof.complete,
        least=len(won[0].actions),
        count=len(won),
        keys=tuple(sorted({tuple(sorted(map(_key, turn.actions))) for turn in won})),
        actions=tuple(map(str, won[0].actions)),
    )


def _key(action: Action) -> str:
    """Return an action in words, without the tile to which it brings a card."""
    return str(action) if isinstance(action, Attack | Block) else " ".join(str(action).split()[:2])
