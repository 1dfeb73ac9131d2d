"""Many matches on one simulated Discord, each with its own channel and people. All actions are chosen beforehand."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, Final

from bench.guest import HERE
from bench.live_matches import Place, Played, fill
from bench.players import type_action, waiting
from bench.processes import idle
from bench.trace import Step, call_of, traced
from sandbox.wire.journal import Request
from sandbox.wire.model import Channel, Interaction, InteractionType
from sandbox.wire.people import User
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

PONG: Final[Mapping[str, Any]] = {
    "what": "callback",
    "body": {"type": 4, "data": {"content": "pong"}},
    "files": [],
    "made": None,
}


@dataclass(frozen=True, slots=True)
class Table:
    """The channel and the players of a match."""

    channel: Channel
    users: Sequence[User]


@dataclass(frozen=True, slots=True)
class Record:
    """The bot's calls for one match, with the ids that they had when they were recorded."""

    begun: Sequence[Mapping[str, Any]]
    """The calls that posted the match."""
    steps: Sequence[Step]
    """One step for each ply."""
    table: Table
    direct: Sequence[int]
    """Channels of direct messages, by seat."""

    def trace(self, wire: Wire, table: Table) -> Mapping[str, Any]:
        """Return the record as a trace that a bare bot can repeat at another table."""
        steps = [[_anew(call) for call in step.calls] for step in self.steps]
        steps[:1] = [[*map(_anew, self.begun), *step] for step in steps[:1]]
        pairs = [(self.table.channel.id, table.channel.id)]
        for was, now, direct in zip(self.table.users, table.users, self.direct, strict=True):
            pairs += [(was.id, now.id), (direct, wire.world.direct_messages(now.account).id)]
        return {"steps": steps, "places": dict(pairs)}

    def pong(self, table: Table) -> Mapping[str, Any]:
        """Return a trace for another table, in which each ply has only a short text."""
        return {"steps": [[PONG]] * len(self.steps), "places": {user.id: user.id for user in table.users}}


def seated(wire: Wire, number: int, seats: int) -> Table:
    """Create a new table."""
    return Table(wire.add_channel(f"table-{number}"), [wire.user(f"{seat} of {number}") for seat in range(seats)])


async def filled(wire: Wire, bot: BotProcess, matches: int) -> tuple[list[Table], Sequence[Played]]:
    """Store live matches in the bot's database, each at a new table; return the tables and the different matches."""
    tables: list[Table] = []

    def place(number: int, seats: int) -> Place:
        tables.append(seated(wire, number, seats))
        users = [user.id for user in tables[-1].users]
        return Place(guild=wire.guild.id, channel=tables[-1].channel.id, users=users)

    return tables, await fill(bot.database, matches, place, behind=True)


def our_bot(wire: Wire, folder: Path) -> BotProcess:
    """Return the bot of this checkout, not started yet."""
    return BotProcess(wire, folder, module="bench.guest", command=(str(HERE), "run"))


async def settled(wire: Wire, bot: BotProcess) -> None:
    """Wait until everything pending at the start is delivered."""
    await asyncio.sleep(2.5)  # discord.py waits this long for its servers
    await idle(bot.pid, lambda: waiting(wire) or _is_behind(bot.database))


def _is_behind(database: Path) -> bool:
    """Return whether a board or hand is still pending. A bare bot has no database, so nothing is pending for it."""
    if not database.exists():
        return False
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        pending = connection.execute("SELECT 1 FROM outbox WHERE is_pending AND kind IN ('board', 'hand') LIMIT 1")
        return pending.fetchone() is not None


PlayPly = Callable[[int, int], Awaitable[Interaction]]
"""A function that plays a ply without waiting for the answer. It takes the index of the table and of the ply."""


def by_command(wire: Wire, tables: Sequence[Table], played: Sequence[Played], plies: int) -> PlayPly:
    """Return a function that types the chosen actions."""
    plan = [list(each.onward(plies)) for each in played]

    async def act(number: int, ply: int) -> Interaction:
        table, key = tables[number], played[number % len(played)].game.key
        seat, action = plan[number % len(played)][ply]
        return await type_action(wire, table.users[seat], table.channel, key, action, wait=False)

    return act


def once_more(wire: Wire, tables: Sequence[Table], records: Sequence[Record]) -> PlayPly:
    """Return a function that repeats the recorded interactions."""

    async def act(number: int, ply: int) -> Interaction:
        table, record = tables[number], records[number % len(records)]
        step = record.steps[ply]
        seat = [user.id for user in record.table.users].index(step.user)
        account = table.users[seat].account
        return wire.interact(account, table.channel, InteractionType.APPLICATION_COMMAND, dict(step.data), None)

    return act


async def recorded(
    wire: Wire, bot: BotProcess, tables: Sequence[Table], act: PlayPly, plies: Sequence[int]
) -> list[Record]:
    """Play the plies of one table after the other, and record the bot's calls for each.

    A record ends before a ply that shows no new table, because the bot asks for confirmation or the match is over.
    """
    hung = list(wire.requests)
    for number, many in enumerate(plies):
        for ply in range(many):
            interaction = await act(number, ply)
            await wire.until(lambda: interaction.settled)  # noqa: B023 it is awaited at once
            await idle(bot.pid, lambda: waiting(wire))
    steps, records = iter(traced(wire)), []
    for table, many in zip(tables, plies, strict=True):
        direct = [wire.world.direct_messages(user.account).id for user in table.users]
        begun = [call_of(each) for each in hung if _begins(each, table, direct)]
        shown = takewhile(partial(_shows, table), list(islice(steps, many)))
        records.append(Record(begun, list(shown), table, direct))
    return records


def _shows(table: Table, step: Step) -> bool:
    return any(call["files"] and call["channel"] == table.channel.id for call in step.calls)


def _begins(request: Request, table: Table, direct: Sequence[int]) -> bool:
    return request.name == "POST /channels/{channel_id}/messages" and int(request.ids["channel_id"]) in {
        table.channel.id,
        *direct,
    }


def _anew(call: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the call without its nonce, by which Discord would recognize it as a repetition."""
    body = {key: value for key, value in (call["body"] or {}).items() if key != "nonce"}
    return {**call, "body": body}
