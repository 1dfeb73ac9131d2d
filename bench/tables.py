"""Many matches on one wire, each between people of its own in a channel of its own, who know what they will do."""

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
    """A match, and those who play it."""

    channel: Channel
    users: Sequence[User]


@dataclass(frozen=True, slots=True)
class Record:
    """What the bot did for one match: ids are those of the wire on which it happened."""

    begun: Sequence[Mapping[str, Any]]
    """The calls that hung the match up."""
    steps: Sequence[Step]
    """By ply."""
    table: Table
    direct: Sequence[int]
    """The channels of the direct messages, by seat."""

    def trace(self, wire: Wire, table: Table) -> Mapping[str, Any]:
        """The same for another table, to be repeated there by the floor."""
        steps = [[_anew(call) for call in step.calls] for step in self.steps]
        steps[:1] = [[*map(_anew, self.begun), *step] for step in steps[:1]]
        pairs = [(self.table.channel.id, table.channel.id)]
        for was, now, direct in zip(self.table.users, table.users, self.direct, strict=True):
            pairs += [(was.id, now.id), (direct, wire.world.direct_messages(now.account).id)]
        return {"steps": steps, "places": dict(pairs)}

    def pong(self, table: Table) -> Mapping[str, Any]:
        """A short text for each ply, and nothing else."""
        return {"steps": [[PONG]] * len(self.steps), "places": {user.id: user.id for user in table.users}}


def seated(wire: Wire, number: int, seats: int) -> Table:
    """A new table."""
    return Table(wire.add_channel(f"table-{number}"), [wire.user(f"{seat} of {number}") for seat in range(seats)])


async def filled(wire: Wire, bot: BotProcess, matches: int) -> tuple[list[Table], Sequence[Played]]:
    """New tables with a live match each in the bot's database, and what was played in the first of them."""
    tables: list[Table] = []

    def place(number: int, seats: int) -> Place:
        tables.append(seated(wire, number, seats))
        users = [user.id for user in tables[-1].users]
        return Place(guild=wire.guild.id, channel=tables[-1].channel.id, users=users)

    return tables, await fill(bot.database, matches, place, behind=True)


def our_bot(wire: Wire, folder: Path) -> BotProcess:
    """The bot of this checkout."""
    return BotProcess(wire, folder, module="bench.guest", command=(str(HERE), "run"))


async def settled(wire: Wire, bot: BotProcess) -> None:
    """Wait until everything that was owed at the start is there."""
    await asyncio.sleep(2.5)  # discord.py waits so long for its servers
    await idle(bot.pid, lambda: waiting(wire) or _is_behind(bot.database))


def _is_behind(database: Path) -> bool:
    """Whether somebody is still to be shown a table; a bare bot has no database."""
    if not database.exists():
        return False
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        found = connection.execute("SELECT 1 FROM outbox WHERE is_pending AND kind IN ('board', 'hand') LIMIT 1")
        return found.fetchone() is not None


Act = Callable[[int, int], Awaitable[Interaction]]
"""Of a table, by its number, the ply that comes: somebody acts, and waits for nothing."""


def by_command(wire: Wire, tables: Sequence[Table], played: Sequence[Played], plies: int) -> Act:
    """People type what they have in mind."""
    plan = [list(each.onward(plies)) for each in played]

    async def act(number: int, ply: int) -> Interaction:
        table, key = tables[number], played[number % len(played)].game.key
        seat, action = plan[number % len(played)][ply]
        return await type_action(wire, table.users[seat], table.channel, key, action, wait=False)

    return act


def once_more(wire: Wire, tables: Sequence[Table], records: Sequence[Record]) -> Act:
    """They do what they did when it was recorded."""

    async def act(number: int, ply: int) -> Interaction:
        table, record = tables[number], records[number % len(records)]
        step = record.steps[ply]
        seat = [user.id for user in record.table.users].index(step.user)
        account = table.users[seat].account
        return wire.interact(account, table.channel, InteractionType.APPLICATION_COMMAND, dict(step.data), None)

    return act


async def recorded(
    wire: Wire, bot: BotProcess, tables: Sequence[Table], act: Act, plies: Sequence[int]
) -> list[Record]:
    """What the bot does for each table when all act one after the other, so many plies each.

    A record ends before a ply that shows no new table: the bot asks whether it is really meant, or the match is over.
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
    """The call without what tells Discord that it is the same one."""
    body = {key: value for key, value in (call["body"] or {}).items() if key != "nonce"}
    return {**call, "body": body}
