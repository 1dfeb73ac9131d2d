import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.lab.ladder import Rung, hoped
from bot.lab.score import Score
from bot.process import ladder

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


NOVICE = ("ladder", "tnb", "--processes", "1", "--level", "novice")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_ladder_that_is_stopped_prints_the_matches_so_far(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def stop(rung: Rung, _matches: int) -> None:
        if len(rung.won) == 3:
            os.kill(os.getpid(), number)

    monkeypatch.setattr(ladder, "_tell_progress", stop)
    before = signal.getsignal(signal.SIGTERM)
    code, out, _ = hidden_hand(*NOVICE, "--level", "regular", "--games", "40")
    assert code == 130
    _, row, end = out.splitlines()
    assert row.split()[:4] == ["tnb", "2", "novice", "random"]
    assert end == "Ended early."
    code, out, _ = hidden_hand(*NOVICE, "--games", "40", "--json")
    assert code == 130
    assert [rung["matches"] for rung in json.loads(out)] == [3]
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_long_ladder_tells_each_row_before_it_is_complete(hidden_hand: Program) -> None:
    code, out, err = hidden_hand(*NOVICE, "--games", "18")
    assert code == 0
    assert len(out.splitlines()) == 2
    assert [line.split()[-2:] for line in err.splitlines()] == [["of", "18"], ["of", "18"]]
    assert err.startswith("tnb")


def test_a_ladder_goes_on_from_its_record(hidden_hand: Program, tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"

    def rungs(*words: str) -> Any:
        _, out, _ = hidden_hand(*NOVICE, *words, "--json")
        return [{**rung, "seconds": None} for rung in json.loads(out)]

    rungs("--games", "5", "--record", str(file))
    with file.open("a", encoding="utf-8") as stream:
        stream.write('{"level": "novi')  # killed in the middle of a line
    assert rungs("--games", "8", "--record", str(file)) == rungs("--games", "8")
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + 8
    before = file.read_bytes()
    rungs("--games", "8", "--record", str(file))
    assert file.read_bytes() == before, "nothing is played again"


def test_a_record_of_something_else_is_refused_and_left_alone(hidden_hand: Program, tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    hidden_hand(*NOVICE, "--games", "2", "--record", str(file))
    before = file.read_bytes()
    code, out, err = hidden_hand(*NOVICE, "--games", "2", "--seed", "7", "--record", str(file))
    assert (code, out) == (2, "")
    assert "is of another ladder" in err
    assert file.read_bytes() == before
    file.write_text("a letter\n", encoding="utf-8")
    code, _, err = hidden_hand(*NOVICE, "--record", str(file))
    assert code == 2
    assert "is no record of a ladder" in err
    assert file.read_text(encoding="utf-8") == "a letter\n"
    file.write_text("half a line", encoding="utf-8")
    assert hidden_hand(*NOVICE, "--record", str(file))[0] == 2
    assert file.read_text(encoding="utf-8") == "half a line"
    code, _, err = hidden_hand(*NOVICE, "--record", str(tmp_path))
    assert code == 2
    assert "cannot be used" in err


def test_the_interval_of_a_row_is_that_of_its_deals() -> None:
    rung = Rung("tnb", 2, "regular", "novice", 75, won=[1.0, 0.0] * 20)
    low, high = rung.score.interval
    alone, other = Score(40, 20).interval
    assert alone < low < 50 < high < other
