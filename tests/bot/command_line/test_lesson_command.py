"""`hidden-hand lesson`: prints a lesson, and names its faults."""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

Program = Callable[..., Any]


def test_a_lesson_is_written_down_and_drawn_step_by_step(hidden_hand: Program, tmp_path: Path) -> None:
    ran = hidden_hand("lesson", "allocator", "--pictures", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    assert "Step 1 of 15" in ran.out
    assert "-> play titan-servo attack" in ran.out
    assert "Teacher attacks: Attack 3 against Defense 2." in ran.out
    assert len(list(tmp_path.glob("allocator-*.png"))) == 16


def test_what_is_wrong_with_a_lesson_is_named(hidden_hand: Program, tmp_path: Path) -> None:
    text = files("seeds").joinpath("allocator", "lessons", "first.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('do = "boost titan-servo"', 'do = "boost colossus"'), encoding="utf-8")
    ran = hidden_hand("lesson", "allocator", "--file", str(file))
    assert ran.code == 1
    assert "step 8: “boost colossus”" in ran.out
    file.write_text(text.replace('"Life of 1"', '"Wealth of 1"'), encoding="utf-8")
    ran = hidden_hand("lesson", "allocator", "--file", str(file))
    assert ran.code == 1
    assert "nothing here is named “Wealth of 1”" in ran.out
    file.write_text("seed = 1", encoding="utf-8")
    ran = hidden_hand("lesson", "allocator", "--file", str(file))
    assert ran.code == 2
    assert "mine.toml: otherwise is missing" in ran.err
    assert hidden_hand("lesson", "allocator", "--file", str(tmp_path / "none.toml")).code == 2
