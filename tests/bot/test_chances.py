"""The decisive moment of a match, from estimated chances."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.application.match.chances import DecisiveMoment, _decisive


def moments(course: Sequence[float]) -> list[DecisiveMoment]:
    """Return the moments of a seat whose chances took this course."""
    return [
        DecisiveMoment(place=place, ply=place, turn=1, seat=0, before=before, after=after, events=())
        for place, (before, after) in enumerate(pairwise(course), 1)
    ]


@pytest.mark.parametrize(
    ("course", "place"),
    [
        ([0.5, 0.8, 0.7, 1.0], 1),
        ([0.5, 0.55, 0.6], None),
        ([0.5, 0.9, 0.05, 0.05, 1.0], None),
        ([0.5, 0.9, 0.4, 0.65, 0.7, 1.0], 3),
        ([0.5, 0.65, 1.0], 1),
        ([0.5, 0.55, 0.85, 0.9, 1.0], 2),
        ([0.5, 0.7, 0.95, 1.0], 1),
        ([0.5, 0.1, 0.35, 0.3, 0.7, 1.0], 4),
        ([0.5, 0.58, 0.61, 0.77, 1.0], None),
    ],
    ids=[
        "a gain that lasts",
        "no gain",
        "a loser resigned",
        "the first gain was lost again",
        "before the end",
        "the larger of two gains",
        "what is won already does not turn",
        "a gain of someone who stays behind",
        "a gain of someone who leads already",
    ],
)
def test_the_decisive_moment_is_the_largest_gain_that_turned_the_match(
    course: Sequence[float], place: int | None
) -> None:
    decisive = _decisive(moments(course), [(chance, 1 - chance) for chance in course], [0])
    assert (decisive and decisive.place) == place


def test_a_draw_has_no_decisive_moment() -> None:
    course = [0.5, 0.1, 0.4, 0.5]
    assert _decisive(moments(course), [(chance, 1 - chance) for chance in course], [0, 1]) is None


def test_of_several_players_the_best_of_the_others_counts() -> None:
    shares = [(0.25, 0.4, 0.35), (0.38, 0.4, 0.22), (0.5, 0.3, 0.2), (1.0, 0.0, 0.0)]
    decisive = _decisive(moments([first for first, *_ in shares]), shares, [0])
    assert decisive is not None
    assert decisive.place == 2
