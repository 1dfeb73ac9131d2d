from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

COMMANDS = ("run", "sandbox", "simulate", "render", "playthrough")

WRONG = {
    "nothing": "",
    "an unknown command": "play allocator",
    "an unknown argument": "run now",
    "no game": "simulate",
    "an unknown game": "simulate chess",
    "a game of another folder": "simulate ../allocator",
    "no matches": "simulate allocator --games 0",
    "fewer than no matches": "simulate allocator --games -3",
    "matches in words": "simulate allocator --games many",
    "half a match": "simulate allocator --games 1.5",
    "a seed that is too large": "simulate allocator --seed 340282366920938463463374607431768211456",
    "a seed below zero": "playthrough allocator --seed -1",
    "unknown players": "simulate allocator --players clever",
    "too many players": "simulate allocator --players random,random,random",
    "players for other seats": "simulate allocator --seats 2 --players random,greedy,random",
    "an empty player": "simulate allocator --players random,",
    "no seats": "simulate allocator --seats 0",
    "too many seats": "simulate allocator --seats 1000000000000",
    "an unknown option": "simulate allocator --option size=big",
    "an unknown value": "simulate allocator --option first_attack=maybe",
    "an option without a value": "simulate allocator --option first_attack",
    "an option twice": "simulate allocator --option first_attack=on --option first_attack=off",
    "unknown rules": "simulate allocator --rules original",
    "rules of which a game has none": "simulate tiny --rules as-written",
    "an abbreviation": "simulate allocator --game 3",
    "an unknown deck": "simulate allocator --deck none",
    "more decks than seats": "simulate allocator --deck iron-tide --deck iron-tide --deck iron-tide",
    "no file": "render allocator --plies 1",
    "no plies": "render allocator --out x.png",
    "fewer than no plies": "render allocator --plies -1 --out x.png",
    "a seat that is not there": "render allocator --plies 1 --seat 2 --out x.png",
    "a seat below zero": "render allocator --plies 1 --seat -1 --out x.png",
    "a folder that is not there": "render allocator --plies 1 --out nowhere/x.png",
    "a folder as the file": "render allocator --plies 1 --out .",
    "a port that is none": "sandbox --port 70000",
    "a game with line breaks": "simulate a\nb",
    "an argument that moves the cursor": "run \x1b[2J",
}


@pytest.mark.parametrize("line", WRONG.values(), ids=WRONG)
def test_wrong_arguments_are_answered_in_one_line(
    hidden_hand: Callable[..., tuple[int, str, str]], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = hidden_hand(*line.split(" ")) if line else hidden_hand()
    assert code == 2
    assert out == ""
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert err.startswith("hidden-hand")
    assert "usage" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_word_is_answered_with_the_right_ones(hidden_hand: Callable[..., tuple[int, str, str]]) -> None:
    assert "there is allocator" in hidden_hand("simulate", "chess")[2]
    assert "random, greedy" in hidden_hand("simulate", "allocator", "--players", "clever")[2]
    assert "iron-tide" in hidden_hand("simulate", "allocator", "--deck", "none")[2]
    assert "on or no_points or off" in hidden_hand("simulate", "allocator", "--option", "first_attack=maybe")[2]
    assert "a whole number from 1 on" in hidden_hand("simulate", "allocator", "--games", "0")[2]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(hidden_hand: Callable[..., tuple[int, str, str]], command: str) -> None:
    code, out, err = hidden_hand(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: hidden-hand {command}")
    assert command in hidden_hand("--help")[1]


def test_the_version_is_told(hidden_hand: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.version.version", lambda _: "1.2.3")
    assert hidden_hand("--version") == (0, "hidden-hand 1.2.3\n", "")


def test_a_checkout_that_is_not_installed_has_a_version_too(
    hidden_hand: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr("bot.version.version", missing)
    assert hidden_hand("--version") == (0, "hidden-hand not installed\n", "")
