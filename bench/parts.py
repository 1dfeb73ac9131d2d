"""Durable moves per second of one, two and four processes on one PostgreSQL database, and the cost of notices.

A notice tells the other processes about a change. Each process plays a part of the matches. Each move is complete, as
in the entry `service`. The server runs on the same machine, so the ratios hold only for a machine with as many cores.
"""

import asyncio
from collections.abc import Sequence
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import Any, Final
from unittest.mock import patch

from bench.entry import Entry, Reading, Rounds
from bench.live_matches import Played, fill
from bench.postgres import address_on, make, running
from bench.service import FEW, HERE, MATCHES, PLIES
from bot.application.application import application_on
from bot.model.match import MatchId
from bot.model.shards import ShardRange
from bot.store.address import ServerAddress
from bot.store.moving import move
from bot.store.notices import Notice
from bot.store.postgres.statements import Statements

PARTS: Final = (1, 2, 4)

_spawning = get_context("spawn")


async def _silent(_: Statements, __: Notice) -> None:
    """Send no notice."""


async def _play(
    conversation: Connection, address: ServerAddress, plan: Sequence[tuple[int, Played]], part: ShardRange, plies: int
) -> None:
    interactions = count((part.first + 1) * 10**12)
    async with application_on(address, shards=part) as application:
        for number, _ in plan:
            await application.positions.get(MatchId(number + 1))

        async def play(number: int, played: Played) -> None:
            users = HERE.of(number, played.seats).users
            for seat, action in played.onward(plies):
                match, user = MatchId(number + 1), users[seat]
                await application.matches.act(match, user, action, decision=None, interaction=next(interactions))

        conversation.send(None)
        await asyncio.to_thread(conversation.recv)
        begun = monotonic()
        await asyncio.gather(*(play(*each) for each in plan))
        conversation.send((begun, monotonic()))


def _part(conversation: Connection, *what: Any, tells: bool) -> None:
    """Play a part of the matches, in a new process.

    what: the arguments of `_play`. tells: whether to send notices.
    """
    notify = Statements.notify if tells else _silent
    with patch.object(Statements, "notify", notify):
        asyncio.run(_play(conversation, *what))


def rate(address: ServerAddress, played: Sequence[Played], parts: int, plies: int, *, tells: bool = True) -> float:
    """Return the moves per second of this many processes together."""
    matches = [(number, played[number % len(played)]) for number in range(MATCHES)]
    running_parts = []
    for part in range(parts):
        ours, theirs = _spawning.Pipe()
        arguments = (theirs, address, matches[part::parts], ShardRange(part, part, parts), plies)
        process = _spawning.Process(target=_part, args=arguments, kwargs={"tells": tells})
        process.start()
        running_parts.append((process, ours))
    for _, ours in running_parts:
        ours.recv()
    for _, ours in running_parts:
        ours.send(None)
    times = [ours.recv() for _, ours in running_parts]
    for process, _ in running_parts:
        process.join()
    moves = sum(len(list(each.onward(plies))) for _, each in matches)
    seconds: float = max(end for _, end in times) - min(begin for begin, _ in times)
    return moves / seconds


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings round by round."""
    full, plies = place / "full", FEW if quick else PLIES
    played = asyncio.run(fill(full, MATCHES, HERE.of))
    with running() as server:
        for number in count():

            def measured(parts: int, name: str, *, tells: bool = True, number: int = number) -> float:
                database = f"parts_{number}_{name}"
                make(server, database)
                move(full, address_on(server, database))
                return rate(address_on(server, database), played, parts, plies, tells=tells)

            rates = {parts: measured(parts, str(parts)) for parts in PARTS}
            silent = measured(1, "silent", tells=False)
            yield [
                *(Reading(f"{parts} processes", "/s", each, {"one": rates[1]}) for parts, each in rates.items()),
                Reading("one process", "/s", rates[1], {"without notices": silent}),
            ]


ENTRY: Final = Entry(
    name="parts", summary="durable moves of one, two and four processes on one PostgreSQL database", rounds=rounds
)
