"""Records of pings: the user, and the decision that each ping was for."""

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.table import Table
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from sandbox.wire.world import Event
from tests.chaos.people import is_call
from tests.chaos.replayed import replayed
from tests.chaos.stored import Stored

_HAND: Final = re.compile(r"(?:hand|pinged)/(\d+)-\w+(?:/\d+)?/(\d+)")


@dataclass(frozen=True)
class Ping:
    """A message that notified a user of a match."""

    user: int
    match: int
    ply: int
    """The ply that the message shows; the match may have moved on since."""
    by_call: bool
    content: str
    reminders: int = 0
    """The number of reminders since the user's last action."""

    def __str__(self) -> str:
        return f"{'call' if self.by_call else 'board'} of ply {self.ply} {self.content[-200:]!r}"

    def asked(self, seat: int, shown: Sequence[Table]) -> int | None:
        """Return the ply that led to the decision of this ping to a seat. shown: the table after each ply."""
        return self.ply if self.by_call else shown[self.ply].opened[seat]


class Pings:
    """All pings from the beginning."""

    def __init__(self, wire: Wire, stored: Stored) -> None:
        self.heard: defaultdict[tuple[int, int], list[Ping]] = defaultdict(list)
        """Pings by match and user."""
        self._wire = wire
        self._stored = stored
        wire.world.listeners.append(self._hear)

    def since(self, user: User, match: int, ply: int) -> bool:
        """Return whether a match has pinged a user since this ply of theirs."""
        return any(ping.ply >= ply for ping in self.heard[match, user.id])

    async def twice(self, match: int) -> list[str]:
        """Return a fault for each user pinged more than once for one decision of a match, reminders excepted."""
        reports: list[str] = []
        plies = self._stored.plies(match)
        for seat, user in enumerate(self._stored.seats(match)):
            pings = self.heard[match, user] if user is not None else []
            theirs = [ply.number for ply in plies if ply.seat == seat]
            acted = {bisect(theirs, ping.ply) for ping in pings}
            if len(acted) == len(pings):
                continue  # a player who has acted has a new decision
            shown = await replayed(self._stored, match)
            by_decision = defaultdict(list)
            for ping in pings:
                by_decision[ping.asked(seat, shown)].append(ping)
            name = self._wire.world.accounts[pings[0].user].username
            reports += [
                f"{name} was pinged {len(same)} times for what ply {asked} asked: {'; '.join(map(str, same))}"
                for asked, same in by_decision.items()
                if len(same) > 1 + max(ping.reminders for ping in same)
            ]
        return reports

    def _hear(self, event: Event) -> None:
        message = event.message
        if event.name != "MESSAGE_CREATE" or message is None:
            return
        ids = [each.get("custom_id", "") for each in message.buttons]
        read = next(filter(None, map(_HAND.fullmatch, ids)), None)
        if read is not None:
            match, ply = map(int, read.groups())
            reminded = {self._stored.seats(match)[seat]: times for seat, times in self._stored.reminded(match).items()}
            for account in message.mentions:
                self.heard[match, account.id].append(
                    Ping(account.id, match, ply, is_call(message), message.content, reminded.get(account.id, 0))
                )
