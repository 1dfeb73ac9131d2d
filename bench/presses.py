"""The time to the first answer when people act in 1,000 matches at the same moment, beside 10.

Every match has had a ply before, so it is in memory. The bot runs as a process, unmodified, against the stand-in for
Discord in `sandbox.wire`, without rate limits. It needs Linux.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from bench.answers import OPTIONS, PATIENCE
from bench.entry import Entry, Reading, Rounds
from bench.players import waiting
from bench.processes import idle, processor
from bench.tables import PlayPly, by_command, filled, our_bot, settled
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

LEVELS: Final = (10, 1_000)
"""The numbers of matches in which people act at the same moment."""
QUICK: Final = (2, 5)

Figures = Mapping[tuple[str, str], float]
"""Values by name and unit."""


async def measured(folder: Path, levels: Sequence[int]) -> Mapping[int, Figures]:
    """Return the figures of each level, each in other matches."""
    async with Wire(OPTIONS) as wire:
        bot = our_bot(wire, folder)
        tables, played = await filled(wire, bot, sum(levels))
        act, first, figures = by_command(wire, tables, played, 2), 0, {}
        async with bot:
            await settled(wire, bot)
            for matches in levels:
                numbers = range(first, first := first + matches)
                await pressed(wire, bot, act, numbers, 0)
                figures[matches] = await pressed(wire, bot, act, numbers, 1)
        wire.assert_clean()
        return figures


async def pressed(wire: Wire, bot: BotProcess, act: PlayPly, numbers: Collection[int], ply: int) -> Figures:
    """Play a ply of each match at the same moment, and wait until all is shown."""
    used = processor(bot.pid)
    unanswered = [await act(number, ply) for number in numbers]
    took: list[float] = []

    def all_answered() -> bool:
        now = wire.clock.now()
        took.extend(1000 * (now - each.created) for each in unanswered if each.acknowledged)
        unanswered[:] = [each for each in unanswered if not each.acknowledged]
        return not unanswered

    await wire.until(all_answered, PATIENCE, what="the answers")
    await idle(bot.pid, lambda: waiting(wire))
    return {
        ("first answer, p50", "ms"): median(took),
        ("first answer, p99", "ms"): quantiles(took, n=100, method="inclusive")[98],
        ("processor per ply", "ms"): 1000 * (processor(bot.pid) - used) / len(numbers),
    }


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings of the larger number of matches, round by round."""
    few, many = QUICK if quick else LEVELS
    for number in count():
        folder = place / str(number)
        folder.mkdir()
        figures = asyncio.run(measured(folder, (few, many)))
        yield [
            Reading(f"{many:,} at once: {what}", unit, value, {f"{few} at once": figures[few][what, unit]})
            for (what, unit), value in figures[many].items()
        ]


ENTRY: Final = Entry(
    name="presses", summary="time to the first answer of people in 1,000 matches at once, beside 10", rounds=rounds
)
