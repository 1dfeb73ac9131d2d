import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.process import exit_codes
from bot.process.config import Settings
from cogs import run
from cogs.client import HiddenHand

Program = Callable[..., tuple[int, str, str]]
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMA.Gabcde.not-a-token-that-anybody-was-given-abc"  # noqa: S105 - nobody's


class Closed:
    """A closed socket."""

    def __init__(self, code: int) -> None:
        self.close_code = code


@pytest.fixture(autouse=True)
def _settings_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_without_a_token_both_ways_out_are_told(hidden_hand: Program) -> None:
    code, out, err = hidden_hand("run")
    assert code != 0
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "DISCORD_TOKEN" in err
    assert ".env" in err
    assert "hidden-hand sandbox" in err


def test_a_token_that_discord_refuses_is_told_in_one_line(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_client: HiddenHand, _token: str, **_: Any) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    monkeypatch.setattr(HiddenHand, "login", refuse)
    code, out, err = hidden_hand("run")
    assert code == exit_codes.REFUSED
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "refuses the token" in err
    assert TOKEN not in err


@pytest.mark.sqlite
def test_a_database_that_cannot_be_used_is_told(hidden_hand: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("folder").mkdir()
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE", "folder")
    code, _, err = hidden_hand("run")
    assert code == exit_codes.DATABASE
    assert len(err.splitlines()) == 1
    assert TOKEN not in err


def test_settings_that_cannot_be_used_are_told_line_by_line(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("DISCORD_TOKEN", "two words")
    code, _, err = hidden_hand("run")
    assert code == exit_codes.SETTINGS
    assert [line.split(":")[0] for line in err.splitlines()] == ["DISCORD_TOKEN", "LOG_LEVEL"]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_stopping_the_bot_closes_everything_and_is_no_failure(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch, stop: signal.Signals
) -> None:
    clients: list[HiddenHand] = []

    async def log_in(client: HiddenHand, _token: str, **_: Any) -> None:
        clients.append(client)
        signal.raise_signal(stop)
        await asyncio.Event().wait()

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr(HiddenHand, "login", log_in)
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert hidden_hand("run")[0] == 0
        assert hidden_hand("run")[0] == 0, "the database was let go of"
    finally:
        signal.signal(signal.SIGTERM, before)
    assert [client.is_closed() for client in clients] == [True, True]


def test_an_outage_of_discord_at_login_is_waited_out(hidden_hand: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    faults = [aiohttp.ClientConnectionError(), TimeoutError(), OSError("no route")]

    async def fail(_client: HiddenHand, _token: str, **_: Any) -> None:
        tries.append(len(tries))
        if faults:
            raise faults.pop()
        raise discord.LoginFailure

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr(run, "pauses", lambda: repeat(0.0))
    monkeypatch.setattr(HiddenHand, "login", fail)
    code, out, err = hidden_hand("run")
    assert (code, out) == (exit_codes.REFUSED, "")
    assert tries == [0, 1, 2, 3]
    assert err.count("cannot be reached; trying again") == 3
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (discord.ConnectionClosed(Closed(4004), shard_id=None, code=4004), "refuses the token"),  # type: ignore[arg-type]
        (discord.ConnectionClosed(Closed(4012), shard_id=None, code=4012), "its interface"),  # type: ignore[arg-type]
        (discord.ConnectionClosed(Closed(4013), shard_id=None, code=4013), "an intent"),  # type: ignore[arg-type]
        (discord.PrivilegedIntentsRequired(None), "an intent"),
        (discord.ConnectionClosed(Closed(4999), shard_id=None, code=4999), "code 4999"),  # type: ignore[arg-type]
    ],
)
def test_a_gateway_that_closes_for_good_is_told_in_one_line(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    async def log_in(_client: HiddenHand, _token: str, **_: Any) -> None: ...

    async def connect(_client: HiddenHand, **_: Any) -> None:
        raise error

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    monkeypatch.setattr(HiddenHand, "login", log_in)
    monkeypatch.setattr(HiddenHand, "connect", connect)
    code, _, err = hidden_hand("run")
    is_known = "4999" not in said
    assert code == (exit_codes.REFUSED if is_known else exit_codes.FAILED), "an unknown close may pass"
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("status", [400, 403])
def test_commands_that_discord_does_not_take_are_told_in_one_line(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    async def log_in(_client: HiddenHand, _token: str, **_: Any) -> None:
        answer: Any = type("Answer", (), {"status": status, "reason": "no"})()
        raise discord.HTTPException(answer, {"code": 50035, "message": "Invalid Form Body"})

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    monkeypatch.setattr(HiddenHand, "login", log_in)
    code, _, err = hidden_hand("run")
    assert code == exit_codes.REFUSED
    assert "rejects the bot or its commands" in err
    assert len(err.splitlines()) == 1


def test_the_sandbox_is_opened_as_it_was_asked_for(hidden_hand: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def sandbox(**how: Any) -> int:
        asked.append(how)
        return 0

    monkeypatch.setattr("sandbox.page.main", sandbox)
    assert hidden_hand("sandbox")[0] == 0
    assert hidden_hand("sandbox", "--port", "9000", "--no-browser", "--database", "kept.sqlite3")[0] == 0
    assert asked == [
        {"port": 0, "open_browser": True, "database": None, "content": None},
        {"port": 9000, "open_browser": False, "database": Path("kept.sqlite3"), "content": None},
    ]


def test_an_interruption_ends_quietly(hidden_hand: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def react(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.lab.simulate.Statistics.add", react)
    assert hidden_hand("simulate", "allocator") == (130, "", "")


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    # The pipe's reader is gone before the first line, and the output is longer than any pipe's buffer.
    root = Path(__file__).parents[3]
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "bot", "playthrough", "allocator"]
    ran = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, cwd=root, check=False)  # noqa: S603 - ours
    os.close(writing)
    assert ran.stderr == b""
    assert ran.returncode == 141


def test_the_module_and_the_installed_command_are_the_same_program() -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "bot", "simulate", "chess"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False)  # noqa: S603 - ours
    assert ran.returncode == 2
    assert ran.stderr.startswith("hidden-hand simulate: ")
    assert 'hidden-hand = "bot.__main__:main"' in (root / "pyproject.toml").read_text(encoding="utf-8")
