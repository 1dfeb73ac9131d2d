"""The time until many people at once get an answer and see the table, beside bare discord.py bots on the same wire.

People type an action, wait for the answer and for the new table in the channel, and go on. There are two bare bots:
`pong` answers with a word. `same files` repeats the calls that our bot made for the same plies, one after the other and
with files of the same sizes, but has no rules, pictures or database. Each bot is a process that logs in to the
simulated Discord of `sandbox.wire`, here without rate limits. It needs Linux.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from bench.entry import Entry, Reading, Rounds, TooBusyError
from bench.players import waiting
from bench.processes import idle, processor
from bench.tables import PlayPly, Record, Table, by_command, filled, once_more, our_bot, recorded, seated, settled
from sandbox.wire.journal import Journal, Request
from sandbox.wire.options import Options
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

LEVELS: Final[Mapping[int, int]] = {1: 10, 20: 20, 50: 50, 200: 200}
"""The number of matches of each level. The key is the number of matches played at the same time."""
QUICK: Final[Mapping[int, int]] = {1: 5, 5: 5}
WARM: Final = 1
"""The number of plies in each match that do not count, because the match is still loading."""
PLIES: Final = 6
"""The number of plies in each match, including the `WARM` ones."""
MOST_DIFFERENT: Final = 20

PATIENCE: Final = 300.0
"""Longest wait for an answer, in seconds."""

OPTIONS: Final = Options(openapi=None, identify_every=0, first_answer=PATIENCE)

Figures = Mapping[tuple[str, str], float]
"""Values by name and unit."""


async def load(  # noqa: PLR0913, PLR0917 # who plays what where
    wire: Wire,
    bot: BotProcess,
    tables: Mapping[int, Table],
    plies: Mapping[int, range],
    act: PlayPly,
    in_flight: int,
    *,
    pictures: bool,
) -> Figures:
    """Play the given plies at each table, `in_flight` tables at a time, and return the figures."""
    numbers, answers, seen = iter(tables), list[float](), list[float]()

    async def keep_playing() -> None:
        for number in numbers:
            for ply in plies[number]:
                news, who = News(wire.requests, tables[number].channel.id), f"one of {in_flight} at once"
                interaction = await act(number, ply)
                await _come(wire, lambda: interaction.acknowledged, f"an answer to {who}")  # noqa: B023 it is awaited at once
                answers.append(1000 * (wire.clock.now() - interaction.created))
                if pictures:
                    await _come(wire, news.shown, f"the table of {who}")
                    seen.append(1000 * (wire.clock.now() - interaction.created))

    requests, used, start = len(wire.requests), processor(bot.pid), perf_counter()
    await asyncio.gather(*(keep_playing() for _ in range(in_flight)))
    seconds = perf_counter() - start
    await idle(bot.pid, lambda: waiting(wire))
    return {
        ("interactions", "/s"): len(answers) / seconds,
        ("first answer, p50", "ms"): median(answers),
        ("first answer, p99", "ms"): quantiles(answers, n=100, method="inclusive")[98],
        **({("picture, p50", "ms"): median(seen)} if seen else {}),
        **({("picture, p99", "ms"): quantiles(seen, n=100, method="inclusive")[98]} if seen else {}),
        ("processor per ply", "ms"): 1000 * (processor(bot.pid) - used) / len(answers),
        ("calls per ply", ""): (len(wire.requests) - requests) / len(answers),
    }


async def _come(wire: Wire, predicate: Callable[[], bool], what: str) -> None:
    try:
        await wire.until(predicate, PATIENCE, what=what)
    except TimeoutError as error:
        raise TooBusyError(f"{error}: this machine is too busy") from None


class News:
    """Notices new pictures that the bot posts or edits in a channel after this object was made."""

    def __init__(self, requests: Journal, channel: int) -> None:
        self._requests, self._channel, self._seen = requests, str(channel), len(requests)
        self._open: Sequence[Request] = ()

    def shown(self) -> bool:
        """Return whether a new picture has come since the last call."""
        requests = [*self._open, *self._requests.since(self._seen)]
        self._seen = len(self._requests)
        # The files of a request are unknown until it is answered: it may not even have been read.
        self._open = [request for request in requests if request.status is None and not request.gone]
        return any(
            request.files and request.acted and request.ids.get("channel_id") == self._channel
            for request in requests
            if request not in self._open
        )


class Contest:
    """Plays the same matches with our bot and with bare bots."""

    def __init__(self, folder: Path, levels: Mapping[int, int]) -> None:
        self._folder, self._levels, self._number = folder, levels, count()
        self._records: Sequence[Record] = ()

    def _new_folder(self) -> Path:
        folder = self._folder / str(next(self._number))
        folder.mkdir()
        return folder

    async def record(self) -> None:
        """Record the calls of our bot."""
        async with Wire(OPTIONS) as wire:
            bot = our_bot(wire, self._new_folder())
            tables, played = await filled(wire, bot, min(MOST_DIFFERENT, sum(self._levels.values())))
            async with bot:
                await settled(wire, bot)
                plies = [len(list(played[number].onward(PLIES))) for number in range(len(tables))]
                self._records = await recorded(wire, bot, tables, by_command(wire, tables, played, PLIES), plies)

    async def ours(self) -> Mapping[int, Figures]:
        """Return the figures of our bot, by the number of matches played at the same time."""
        async with Wire(OPTIONS) as wire:
            bot = our_bot(wire, self._new_folder())
            tables, played = await filled(wire, bot, sum(self._levels.values()))
            async with bot:
                act = by_command(wire, tables, played, PLIES)
                return await self._all_levels(wire, bot, tables, act, pictures=True)

    async def bare(self, *, pictures: bool) -> Mapping[int, Figures]:
        """Return the figures of a bare bot. pictures: measure `same files` rather than `pong`."""
        async with Wire(OPTIONS) as wire:
            by = list(zip(range(sum(self._levels.values())), self._endless(), strict=False))
            tables = [seated(wire, number, len(record.table.users)) for number, record in by]
            pairs = [(record, table) for (_, record), table in zip(by, tables, strict=True)]
            traces = [record.trace(wire, table) if pictures else record.pong(table) for record, table in pairs]
            folder = self._new_folder()
            path = folder / "traces.json"
            path.write_text(json.dumps(traces), encoding="utf-8")
            async with BotProcess(wire, folder, module="bench.floor", command=(str(path),)) as bot:
                act = once_more(wire, tables, self._records)
                return await self._all_levels(wire, bot, tables, act, pictures=pictures)

    def _endless(self) -> Iterator[Record]:
        while True:
            yield from self._records

    async def _all_levels(
        self, wire: Wire, bot: BotProcess, tables: Sequence[Table], act: PlayPly, *, pictures: bool
    ) -> Mapping[int, Figures]:
        await settled(wire, bot)
        by_level, first = {}, 0
        for in_flight, matches in self._levels.items():
            some = {number: tables[number] for number in range(first, first + matches)}
            first += matches
            lengths = {number: len(self._records[number % len(self._records)].steps) for number in some}
            warm = {number: range(min(WARM, many)) for number, many in lengths.items()}
            await load(wire, bot, some, warm, act, in_flight, pictures=pictures)
            plies = {number: range(WARM, many) for number, many in lengths.items()}
            by_level[in_flight] = await load(wire, bot, some, plies, act, in_flight, pictures=pictures)
        wire.assert_clean()
        return by_level


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings of all levels, round by round."""
    contest = Contest(place, QUICK if quick else LEVELS)
    asyncio.run(contest.record())
    while True:
        ours = asyncio.run(contest.ours())
        others = {
            "same files": asyncio.run(contest.bare(pictures=True)),
            "pong": asyncio.run(contest.bare(pictures=False)),
        }
        yield [
            Reading(
                f"{in_flight} in flight: {what}",
                unit,
                value,
                {name: by[in_flight][what, unit] for name, by in others.items() if (what, unit) in by[in_flight]},
            )
            for in_flight, figures in ours.items()
            for (what, unit), value in figures.items()
        ]


ENTRY: Final = Entry(
    name="answers",
    summary="time until people get an answer and see the table, beside bare discord.py bots on the same wire",
    rounds=rounds,
)
