"""Whole matches as they were when somebody last looked at them: state, choices, events, and what each seat sees.

After a change that is meant, write the files anew, and read what changed in them:

    hidden-hand playthrough GAME --seed S ... > tests/golden/FILE

Each test says the whole command for its file when it fails.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.content.seeds import load_games

HERE = Path(__file__).parent


def playthroughs() -> Iterator[tuple[str, str]]:
    """For each game a greedy match by the default rules, and one for each other value of an option: a random one, but
    where more than two can play, which would be too long to be read, a greedy one too.
    """
    for key, game in load_games().items():
        yield f"{key}-1.txt", f"playthrough {key} --seed 1 --players greedy"
        variants = [(option.name, value) for option in game.options for value in option.values[1:]]
        players = " --players greedy" if max(game.seats) > 2 else ""
        for seed, (name, value) in enumerate(variants or [("", "")], start=2):
            rule = f" --option {name}={value}" if name else ""
            yield f"{key}-{seed}.txt", f"playthrough {key} --seed {seed}{rule}{players}"


COMMANDS = dict(playthroughs())


@pytest.mark.parametrize("file", COMMANDS)
def test_a_match_is_played_as_it_was(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    written = (HERE / file).read_text(encoding="utf-8") if (HERE / file).exists() else ""
    assert main(COMMANDS[file].split()) == 0
    difference = _difference(written.splitlines(), capsys.readouterr().out.splitlines())
    assert not difference, f"{difference}\nIf that is meant: hidden-hand {COMMANDS[file]} > tests/golden/{file}"


def _difference(written: list[str], played: list[str]) -> str:
    """Where the two first differ; "": nowhere."""
    if written == played:
        return ""
    same = next((n for n, (old, new) in enumerate(zip(written, played, strict=False)) if old != new), len(written))
    old, new = (lines[same] if same < len(lines) else "(the end)" for lines in (written, played))
    return f"line {same + 1} was  {old}\nand now is  {new}"


def test_every_file_belongs_to_a_match() -> None:
    assert {file.name for file in HERE.glob("*.txt")} == set(COMMANDS)
