"""Long work shows its progress on a terminal, and runs without the extra that draws the bar."""

import subprocess
import sys

import pytest

from bot.process.progress import Bar

BLOCKED = "import sys; sys.modules['tqdm'] = None; from bot.__main__ import main; sys.exit(main(sys.argv[1:]))"
"""The program in a process that cannot import tqdm."""


@pytest.mark.parametrize("installed", [True, False])
def test_a_bar_is_shown_on_a_terminal_if_it_can_be_drawn(
    installed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    if not installed:
        monkeypatch.setattr("bot.process.progress.find_spec", lambda _: None)
    with Bar() as bar:
        bar.expect(4)
        bar.played(4)
    assert ("matches" in capsys.readouterr().err) == installed


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with Bar() as bar:
        bar.expect(2)
        bar.played(2)
    assert capsys.readouterr().err == ""


def test_the_program_runs_without_the_bar() -> None:
    command = [sys.executable, "-c", BLOCKED, "simulate", "allocator", "--games", "1", "--players", "greedy"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 # our own words
    assert ran.returncode == 0, ran.stderr
    assert "Allocator" in ran.stdout
