"""Who was pinged, and for which decision: by what a board tells, since a match may have moved on before it hangs."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.application.replay import tables
from bot.content.library import Library
from bot.model.match import MatchId
from bot.model.table import Table
from bot.store import matches as sql
from cogs.messages.story import story_lines
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from sandbox.wire.world import Event
from tests.chaos.people import is_call
from tests.chaos.program import library_of
from tests.chaos.stored import Stored

SIGN: Final = re.compile(r"<:hh_\w+:[0-9]+> ")
"""A sign in a message, with what parts it from its word."""

_ANYBODY: Final = "somebody"
_HAND: Final = re.compile(r"hand/(\d+)/(\d+)")


@dataclass(frozen=True)
class Ping:
    """A message that notified somebody whose decision is asked for, at the moment at which it was sent."""

    user: int
    match: int
    number: int
    """In the id of its button: of a call the ply that asked them, of a board the ply after which others were asked."""
    by_call: bool
    ply: int
    """The latest one that was stored then: what a board tells may be older."""
    acted: int
    """The latest one of theirs that was stored then; 0: there was none."""
    content: str

    def __str__(self) -> str:
        return f"{'call' if self.by_call else 'board'} {self.number} at ply {self.ply} {self.content[-200:]!r}"


class Pings:
    """All of them, from the beginning."""

    def __init__(self, wire: Wire, stored: Stored) -> None:
        self.heard: defaultdict[tuple[int, int], list[Ping]] = defaultdict(list)
        """By match and user."""
        self._wire = wire
        self._stored = stored
        self._libraries: dict[str, Library] = {}
        wire.world.listeners.append(self._hear)

    def since(self, user: User, match: int, ply: int) -> bool:
        """Whether somebody was pinged by a match since a ply of theirs."""
        return any(ping.acted >= ply for ping in self.heard[match, user.id])

    async def twice(self, match: int) -> list[str]:
        """Who was pinged more than once for one decision of a match."""
        found: list[str] = []
        seats = self._stored.seats(match)
        for seat, user in enumerate(seats):
            pings = self.heard[match, user]
            if len({ping.acted for ping in pings}) == len(pings):
                continue
            replayed = await self._replayed(match)
            by_decision = defaultdict(list)
            for ping in pings:
                by_decision[replayed.asked(ping, seat)].append(ping)
            name = self._wire.world.accounts[user].username
            found += [
                f"{name} was pinged {len(same)} times for what was asked by ply {asked}: {'; '.join(map(str, same))}"
                for asked, same in by_decision.items()
                if len(same) > 1
            ]
        return found

    async def _replayed(self, number: int) -> "Replayed":
        stored = await sql.load(self._stored, MatchId(number))
        assert stored is not None
        assert stored.deal is not None
        key = stored.match.game
        library = self._libraries.setdefault(key, library_of(key))
        content = stored.content or library.content(key)
        game = library.game(key, stored.rules, content)
        return Replayed(list(tables(game, stored.match, stored.deal, stored.plies)), self._stored.seats(number))

    def _hear(self, event: Event) -> None:
        message = event.message
        if event.name != "MESSAGE_CREATE" or message is None:
            return
        ids = [each.get("custom_id", "") for each in message.buttons]
        read = next(filter(None, map(_HAND.fullmatch, ids)), None)
        if read is None:
            return
        match, number = map(int, read.groups())
        seats, plies = self._stored.seats(match), self._stored.plies(match)
        for account in message.mentions:
            acted = max((ply.number for ply in plies if seats[ply.seat] == account.id), default=0)
            ping = Ping(account.id, match, number, is_call(message), len(plies), acted, message.content)
            self.heard[match, account.id].append(ping)


@dataclass(frozen=True)
class Replayed:
    """A match as its file gives it."""

    tables: Sequence[Table]
    users: Sequence[int]

    def asked(self, ping: Ping, seat: int) -> int | None:
        """The ply that asked for the decision for which a seat was pinged."""
        return ping.number if ping.by_call else self.tables[self._shown(ping)].opened[seat]

    def _shown(self, ping: Ping) -> int:
        """The latest ply, of those that there were, whose table a board told of."""
        text = SIGN.sub("", ping.content)
        for table in reversed(self.tables[: ping.ply + 1]):
            if table.passed == ping.number and all(line.search(text) for line in self._lines(table)):
                return table.ply
        raise AssertionError(f"no table is like this: {ping}")

    def _lines(self, table: Table) -> Iterator[re.Pattern[str]]:
        """The question on the board of a table, and the latest thing that it tells, whatever players are called."""
        waiting = table.state.phase.waiting
        names = [f"<@{user}>" if seat in waiting else _ANYBODY for seat, user in enumerate(self.users)]
        yield _line(table.game.prompt(table.view(None), names))
        story = table.story(None, table.remembered_from - 1)
        told = story_lines(table.game, story, [_ANYBODY for _ in self.users])
        if told:
            yield _line(told[-1])


def _line(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text).replace(_ANYBODY, ".+") + "$", re.MULTILINE)
