import json
from collections.abc import Callable

import pytest

from bot.lab.ladder import hoped

Program = Callable[..., tuple[int, str, str]]


def test_every_level_is_measured_against_the_one_below_it(hidden_hand: Program) -> None:
    words = ("ladder", "tnb", "--games", "2", "--processes", "1", "--level", "novice", "--level", "regular")
    code, out, err = hidden_hand(*words, "--json")
    assert (code, err) == (0, "")
    rungs = json.loads(out)
    assert [(rung["level"], rung["below"], rung["matches"]) for rung in rungs] == [
        ("novice", "random", 2),
        ("regular", "novice", 2),
    ]
    assert all(rung["decisions"] > 0 for rung in rungs)
    code, out, err = hidden_hand(*words)
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 3
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.parametrize(("below", "seats", "least"), [("random", 2, 90), ("novice", 2, 75), ("regular", 5, 40)])
def test_of_more_than_two_players_a_level_should_win_twice_its_share(below: str, seats: int, least: float) -> None:
    assert hoped(below, seats) == least


def test_a_level_that_does_not_exist_is_refused_in_a_line(hidden_hand: Program) -> None:
    code, out, err = hidden_hand("ladder", "tnb", "--level", "deep-blue")
    assert (code, out) == (2, "")
    assert "invalid choice: 'deep-blue' (choose from" in err
    code, out, err = hidden_hand("simulate", "tnb", "--players", "grandmaster")
    assert (code, out) == (2, "")
    assert "'grandmaster' is none of random, greedy, novice, regular, expert" in err
