"""`hidden-hand puzzle`: makes puzzles, proves them again, and draws them."""

import json
import signal
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bot.puzzles.making import generated

Program = Callable[..., Any]
CIRCUITRY = ("--game", "circuitry")


@pytest.fixture
def made(hidden_hand: Program, tmp_path: Path) -> Path:
    """Return a file with two puzzles of the first level."""
    ran = hidden_hand("puzzle", "generate", *CIRCUITRY, "--level", "1", "--count", "2", "--seed", "3", "--json")
    assert (ran.code, ran.err) == (0, "")
    file = tmp_path / "puzzles.json"
    file.write_text(ran.out, encoding="utf-8")
    return file


def test_what_is_generated_is_proven_and_drawn(hidden_hand: Program, made: Path, tmp_path: Path) -> None:
    puzzles = json.loads(made.read_text(encoding="utf-8"))
    assert len(puzzles) == 2
    assert {"level", "least", "key_sets", "solutions", "seconds", "puzzle"} <= set(puzzles[0])
    solved = hidden_hand("puzzle", "solve", *CIRCUITRY, str(made), "--json")
    assert solved.code == 0
    for said, proven in zip(puzzles, json.loads(solved.out), strict=True):
        assert all(said[key] == proven[key] for key in ("least", "key_sets", "solutions", "solution", "puzzle"))
    picture = tmp_path / "puzzle.png"
    drawn = hidden_hand("puzzle", "render", *CIRCUITRY, str(made), "--which", "2", "--out", str(picture))
    assert drawn.code == 0
    assert "this turn" in drawn.out
    assert picture.read_bytes().startswith(b"\x89PNG")
    file = tmp_path / "bare.json"
    file.write_text(json.dumps(puzzles[0]["puzzle"]), encoding="utf-8")
    assert f"{puzzles[0]['least']} cards" in hidden_hand("puzzle", "solve", *CIRCUITRY, str(file)).out


def test_what_a_file_says_wrongly_is_found(hidden_hand: Program, made: Path) -> None:
    puzzles = json.loads(made.read_text(encoding="utf-8"))
    puzzles[0]["least"] += 1
    puzzles[1]["solution"] = puzzles[1]["solution"][:-1]
    made.write_text(json.dumps(puzzles), encoding="utf-8")
    ran = hidden_hand("puzzle", "solve", *CIRCUITRY, str(made))
    assert ran.code == 1
    assert ran.out.count("The file claims something else about this puzzle.") == 2


@pytest.mark.parametrize(
    ("text", "expected"), [("{", "cannot be read"), ("[]", "no puzzle in it"), ("[{}]", "puzzle 1:")]
)
def test_what_is_no_puzzle_is_said(hidden_hand: Program, tmp_path: Path, text: str, expected: str) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(text, encoding="utf-8")
    ran = hidden_hand("puzzle", "solve", *CIRCUITRY, str(file))
    assert ran.code == 2
    assert expected in ran.err
    assert hidden_hand("puzzle", "solve", str(tmp_path / "nowhere")).code == 2
    assert hidden_hand("puzzle", "generate", "--level", "9").code == 2


@pytest.mark.parametrize("game", ["circuitry", "tnb"])
def test_the_booklet_comes_from_its_seed_byte_by_byte(hidden_hand: Program, tmp_path: Path, game: str) -> None:
    """Compares a sample; the same command without a count makes the whole booklet."""
    ran = hidden_hand("puzzle", "booklet", "--game", game, "--level", "1", "--count", "2", "--out", str(tmp_path))
    assert ran.code == 0
    made = (tmp_path / "level_1.json").read_text(encoding="utf-8").splitlines()
    shipped = files("seeds").joinpath(game, "puzzles", "level_1.json").read_text(encoding="utf-8").splitlines()
    assert (made[0], made[-1], len(made)) == ("[", "]", 4)
    assert {line.removesuffix(",") for line in made[1:-1]} < {line.removesuffix(",") for line in shipped}
    nowhere = hidden_hand("puzzle", "booklet", "--level", "1", "--count", "1", "--out", str(tmp_path / "nowhere"))
    assert nowhere.code == 2
    assert "cannot be written" in nowhere.err


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_signal_ends_it_with_the_puzzles_so_far(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:

    def stopped(*arguments: Any) -> Iterator[Any]:
        yield next(generated(*arguments))
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("bot.process.puzzles.generated", stopped)
    ran = hidden_hand("puzzle", "generate", "--level", "1", "--count", "3", "--seed", "3", *form)
    assert (ran.code, ran.err) == (130, "")
    if form:
        assert len(json.loads(ran.out)) == 1
    else:
        assert ran.out.startswith("Level 1: ")
        assert ran.out.endswith("Ended early: 1 of 3.\n")
