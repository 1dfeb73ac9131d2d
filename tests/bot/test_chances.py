"""The decisive moment of a match, from estimated chances."""

from collections.abc import Sequence

import pytest

from bot.application.match.chances import DecisiveMoment, _decisive


def moments(course: Sequence[float]) -> list[DecisiveMoment]:
    """Return the moments of a winner whose chances took this course."""
    return [
        DecisiveMoment(place=place, ply=place, turn=1, seat=0, gain=course[place] - course[place - 1], events=())
        for place in range(1, len(course))
    ]


@pytest.mark.parametrize(
    ("course", "place"),
    [
        ([0.5, 0.8, 0.7, 1.0], 1),
        ([0.5, 0.55, 0.6], None),
        ([0.5, 0.9, 0.05, 0.05, 1.0], 4),
        ([0.5, 0.9, 0.4, 0.65, 0.7, 1.0], 3),
        ([0.5, 0.65, 1.0], 1),
    ],
    ids=["a gain that lasts", "no gain", "a loser resigned", "the first gain was lost again", "before the end"],
)
def test_the_decisive_moment_is_the_largest_gain_that_was_not_lost_again(
    course: Sequence[float], place: int | None
) -> None:
    decisive = _decisive(moments(course), [(chance, 1 - chance) for chance in course])
    assert (decisive and decisive.place) == place
