"""The program, run in this process."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.__main__ import main


class Ran(NamedTuple):
    """The exit code and the output of the program."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _logging_as_before(logging_as_before: None) -> None:
    """Let no command's logging outlive its test."""


@pytest.fixture
def hidden_hand(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Return a function that runs `hidden-hand` with these arguments."""
    monkeypatch.setenv("NO_COLOR", "1")  # even if the terminal of the tests has colours
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*words: str) -> Ran:
        try:
            code = main(words)
        except SystemExit as left:
            code = int(left.code or 0)
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def as_json(hidden_hand: Callable[..., Ran]) -> Callable[..., tuple[int, dict[str, Any]]]:
    """Return a function that runs a command with `--json`, and returns its exit code and object. The object must have
    the keys that docs/operating.md lists for a command; the first argument is its name there.
    """

    def run(name: str, *words: str) -> tuple[int, dict[str, Any]]:
        code, out, err = hidden_hand(*words, "--json")
        assert (err, out.count("\n")) == ("", 1)
        printed: dict[str, Any] = json.loads(out)
        assert list(printed) == documented(name)
        return code, printed

    return run


def documented(name: str) -> list[str]:
    """Return the keys of a command's object, in their order in docs/operating.md."""
    text = (Path(__file__).parents[3] / "docs" / "operating.md").read_text(encoding="utf-8")
    (row,) = re.findall(
        rf"^\| `{re.escape(name)}` \| (.*) \|$", text.partition("## Output for programs")[2], re.MULTILINE
    )
    while row != (shorter := re.sub(r"\([^()]*\)", "", row)):
        row = shorter
    return re.findall(r"`(\w+)`", row)
