"""Whole matches equal their last approved record: state, choices, events, and the view of each seat.

After an intended change, write them anew by `python -m tests.golden.write GAME`, and read the differences in the texts.
"""

from itertools import zip_longest

import pytest

from bot.content.seeds import load_game
from tests.golden.matches import FOLDER, commands, digest_file, digests, parts, play, text_file, written
from tests.one_more_game import SHIPPED

COMMANDS = {key: list(commands(load_game(key))) for key in SHIPPED}


@pytest.mark.parametrize("key", COMMANDS)
def test_a_match_is_printed_as_it_was(key: str) -> None:
    command, path = COMMANDS[key][0], text_file(key)
    kept = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = zip_longest(kept, play(command).splitlines(), fillvalue="(the end)")
    for number, (was, now) in enumerate(lines, start=1):
        assert was == now, f"hidden-hand {command}: line {number} was\n{was}\nand now is\n{now}\n{_meant(key)}"


@pytest.mark.parametrize("command", [command for _, *others in COMMANDS.values() for command in others])
def test_a_match_digests_as_it_did(command: str) -> None:
    key, text = command.split()[1], play(command)
    kept = written(key).get(command, [])
    for number, (was, now) in enumerate(zip_longest(kept, digests(text))):
        assert was == now, f"hidden-hand {command}: {_part(text, number)}\n{_meant(key)}"


def _part(text: str, number: int) -> str:
    """Return the first part of a match that differs, and the way to look at it."""
    played = parts(text)
    heading = played[number].split("\n", 1)[0] if number < len(played) else "the match ends before it did, and this"
    return f"“{heading}” is not as it was. Print the match with and without the change, and compare the two."


def _meant(key: str) -> str:
    return f"If that is meant: python -m tests.golden.write {key}"


def test_every_file_belongs_to_a_match() -> None:
    kept = {path for path in FOLDER.iterdir() if path.suffix in {".txt", ".digests"}}
    assert kept == {file(key) for key in COMMANDS for file in (text_file, digest_file)}
    assert {key: list(written(key)) for key in COMMANDS} == {key: others for key, (_, *others) in COMMANDS.items()}
