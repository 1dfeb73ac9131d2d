"""Whole matches equal their last approved record: state, choices, events, and the view of each seat.

After an intended change, write them anew by `python -m tests.golden.write GAME`, and read the differences in the texts.
"""

from itertools import chain, zip_longest

import pytest

from bot.content.seeds import load_game
from tests.examples import thorough
from tests.golden import write as writing
from tests.golden.matches import AS_TEXT, FOLDER, commands, digests, files, parts, play, text_file, written
from tests.one_more_game import SHIPPED
from tests.released import advice

DIGESTED = {key: list(commands(load_game(key))) for key in SHIPPED}
PRINTED = {key: DIGESTED[key].pop(0) for key in AS_TEXT}


@pytest.mark.parametrize("key", PRINTED)
def test_a_match_is_printed_as_it_was(key: str) -> None:
    command, path = PRINTED[key], text_file(key)
    kept = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = zip_longest(kept, play(command).splitlines(), fillvalue="(the end)")
    for number, (was, now) in enumerate(lines, start=1):
        assert was == now, f"hidden-hand {command}: line {number} was\n{was}\nand now is\n{now}\n{meant(key)}"


FIRST, *OTHERS = zip_longest(*DIGESTED.values())


@pytest.mark.parametrize("command", [*FIRST, *thorough(*filter(None, chain(*OTHERS)))])
def test_a_match_digests_as_it_did(command: str) -> None:
    key, text = command.split()[1], play(command)
    kept = written(key).get(command, [])
    for number, (was, now) in enumerate(zip_longest(kept, digests(text))):
        assert was == now, f"hidden-hand {command}: {_part(text, number)}\n{meant(key)}"


def _part(text: str, number: int) -> str:
    """Return the first part of a match that differs, and the way to look at it."""
    played = parts(text)
    heading = played[number].split("\n", 1)[0] if number < len(played) else "the match ends before it did, and this"
    return f"“{heading}” is not as it was. Print the match with and without the change, and compare the two."


def meant(key: str) -> str:
    """Return what to do about a match that differs: first about those that are being played, then about this one."""
    return (
        f"{advice.for_rules(key)}\n"
        "No match of a user is concerned if nothing is released yet, or if no digest in brackets has changed.\n"
        f"After that, write the golden matches anew: python -m tests.golden.write {key}"
    )


def test_help_and_an_unknown_game_write_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "write", pytest.fail)
    for arguments, code in ((["--help"], "^0$"), (["chess"], "^2$")):
        with pytest.raises(SystemExit, match=code):
            writing.main(arguments)
    printed = capsys.readouterr()
    assert "allocator" in printed.out
    assert "there is no game chess" in printed.err


def test_every_file_belongs_to_a_match() -> None:
    kept = {path for path in FOLDER.iterdir() if path.suffix in {".txt", ".digests"}}
    what_to_do = "a game or an option came or went: python -m tests.golden.write GAME"
    assert kept == set().union(*map(files, DIGESTED)), what_to_do
    assert {key: list(written(key)) for key in DIGESTED} == DIGESTED, what_to_do
