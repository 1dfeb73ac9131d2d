"""The processor time to start programs, beside that of loading discord.py and Pillow alone.

`run` without a token ends as soon as everything is loaded.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bench.entry import Entry, Reading, Rounds
from bot.process.config import Settings

PROGRAMS: Final[Mapping[str, Sequence[str]]] = {
    "run": ("-m", "bot", "run"),
    "--help": ("-m", "bot", "--help"),
}
FLOOR: Final = ("-c", "import discord, PIL.Image")


def used(arguments: Sequence[str], folder: Path) -> float:
    """Return the processor time in seconds of a Python process in an empty folder, without settings."""
    settings = {name.upper() for name in Settings.model_fields}
    environment = {name: value for name, value in os.environ.items() if name not in settings}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(  # noqa: S603 # ours
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rounds(place: Path, _: bool) -> Rounds:
    """Yield the seconds of each program, round by round."""
    for arguments in (*PROGRAMS.values(), FLOOR):  # so that every module is compiled
        used(arguments, place)
    while True:
        floor = used(FLOOR, place)
        yield [
            Reading(name, "s", used(arguments, place), {"discord.py and Pillow": floor})
            for name, arguments in PROGRAMS.items()
        ]


ENTRY: Final = Entry(
    name="start", summary="the processor time to start a program, beside loading discord.py and Pillow", rounds=rounds
)
