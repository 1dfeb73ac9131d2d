"""The program, run in this process."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from bot.__main__ import main


class Ran(NamedTuple):
    """The exit code and the output of the program."""

    code: int
    out: str
    err: str


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
