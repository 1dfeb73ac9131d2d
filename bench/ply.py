"""`python -m bench ply`: where the processor time of a ply of two typical players goes, stage by stage.

The bot runs as in `bench.delivery`, with its stages timed (`bench.timed`), which costs some hundredths more. The stages
add up to what the process has used. A bare discord.py bot that makes the same calls is the floor of the whole: what it
uses cannot be ours.
"""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from bench.delivery import FEW, PLIES, WARM, Scene, Stretch, run_bot, run_floor
from bench.entry import Entry, Reading, Rounds
from bench.guest import HERE
from bench.players import TYPICAL
from bench.timed import NAMES
from rules.catalog import GAMES


def rounds(_: Path, quick: bool) -> Rounds:
    """Yield the processor time of each stage of a ply, game by game, and of the whole."""
    scenes = [Scene(game, 2, TYPICAL) for game in (GAMES if not quick else list(GAMES)[:1])]
    plies, warm = (FEW, 1) if quick else (PLIES, WARM)
    for seed in count(1):
        run = asyncio.run(run_bot(scenes, HERE, plies, warm, seed, by_stage=True))
        floor = asyncio.run(run_floor(scenes, run))
        yield [
            reading
            for scene, stretch, bare in zip(scenes, run.stretches, floor, strict=True)
            for reading in _readings(scene.game, stretch, bare)
        ]


def _readings(game: str, stretch: Stretch, bare: float) -> Iterator[Reading]:
    a_ply = 1000 / stretch.plies
    whole = sum(stretch.stages.values()) * a_ply
    for stage in NAMES:
        yield Reading(f"{game}: {stage}", "ms a ply", stretch.stages.get(stage, 0.0) * a_ply, {"all stages": whole})
    beside = {"the process": stretch.seconds * a_ply, "bare discord.py": bare * a_ply}
    yield Reading(f"{game}: all stages", "ms a ply", whole, beside)


ENTRY: Final = Entry(
    name="ply",
    summary="where the processor time of a ply goes, by stage, and beside it what a bare bot uses for the same calls",
    rounds=rounds,
)
