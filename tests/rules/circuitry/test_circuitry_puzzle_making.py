"""Generated puzzles are solvable and worth solving, and the same seed makes the same ones."""

from itertools import islice

from rules.circuitry.puzzle.levels import LEVELS, look
from rules.circuitry.puzzle.puzzle_set import CircuitryPuzzles
from rules.circuitry.puzzle.solution import solve
from tests.rules.circuitry.puzzles import CONTENT

FIRST = LEVELS[0]
PUZZLES = CircuitryPuzzles(CONTENT)


def test_the_same_seed_makes_the_same_puzzles() -> None:
    first, again = ([made.puzzle for made in islice(PUZZLES.generate(FIRST.number, 5), 2)] for _ in range(2))
    assert first == again


def test_puzzles_have_no_spare_card_and_one_set_of_key_actions() -> None:
    for made in islice(PUZZLES.generate(FIRST.number, 3), 3):
        generated = look(CONTENT, FIRST, 3, made.attempt)
        assert generated is not None
        solved = solve(generated.puzzle)
        assert (solved.complete, solved.least, len(solved.key_sets)) == (True, generated.puzzle.cards, 1)
        assert not generated.judgement.is_dull
        assert generated.judgement.score >= FIRST.score
        kinds = {key.split()[0] for keys in solved.key_sets for key in keys}
        assert len(kinds) == 1, "the first level has one kind of action card"
