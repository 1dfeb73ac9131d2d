"""The program, run in this process."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from bot.__main__ import main


class Ran(NamedTuple):
    """What the program left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def hidden_hand(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """`hidden-hand` with these words."""
    monkeypatch.setenv("NO_COLOR", "1")  # whatever the terminal of the tests can show
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*words: str) -> Ran:
        try:
            code = main(words)
        except SystemExit as left:
            code = int(left.code or 0)
        return Ran(code, *capsys.readouterr())

    return run
