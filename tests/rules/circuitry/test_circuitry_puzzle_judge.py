"""What makes a puzzle fun, and what makes it dull."""

from dataclasses import replace

import pytest

from rules.circuitry.puzzle.judge import FAR, MOST_RUN, MOST_WAYS, Judgement

PLAIN = Judgement(
    riding=False,
    switches=1,
    occupied=False,
    misleading=False,
    short=FAR,
    corridor=1,
    solutions=2,
    key_sets=1,
    spare=0,
    jump=False,
)


@pytest.mark.parametrize(
    ("found", "score"),
    [
        (PLAIN, 0),
        (replace(PLAIN, riding=True), 2),
        (replace(PLAIN, occupied=True), 2),
        (replace(PLAIN, misleading=True), 2),
        (replace(PLAIN, switches=3), 1),
        (replace(PLAIN, switches=8), 2),
        (replace(PLAIN, short=1), 1),
        (replace(PLAIN, short=2), 0),
        (replace(PLAIN, solutions=1), 1),
        (replace(PLAIN, riding=True, occupied=True, misleading=True, switches=4, short=1, solutions=1), 10),
    ],
)
def test_a_puzzle_is_scored_by_what_its_solutions_have_in_common(found: Judgement, score: int) -> None:
    assert found.score == score
    assert not found.is_dull


@pytest.mark.parametrize(
    "found",
    [
        replace(PLAIN, spare=1),
        replace(PLAIN, key_sets=2),
        replace(PLAIN, solutions=MOST_WAYS + 1),
        replace(PLAIN, jump=True),
        replace(PLAIN, corridor=MOST_RUN),
        replace(PLAIN, switches=0),
    ],
)
def test_no_score_saves_a_puzzle_that_is_a_walk_or_leaves_something_over(found: Judgement) -> None:
    assert found.is_dull
