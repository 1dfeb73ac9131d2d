"""What the bot has committed, read from its file while it runs."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.model.admin_action import Deed

PATIENCE: Final = 30.0
"""Seconds after which something that should come to rest never will."""

_LOOK: Final = 0.01


@dataclass(frozen=True)
class Row:
    """A row of what is owed."""

    kind: str
    seat: int | None
    trouble: str
    failures: int


@dataclass(frozen=True)
class Ply:
    """A ply as it was committed."""

    number: int
    seat: int
    interaction: int | None
    """None: it was made by itself."""
    kind: str


class Stored:
    """The database of a bot."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    def close(self) -> None:
        self._connection.close()

    def in_channel(self, channel: int) -> int:
        """The number of the latest match in a channel; 0: there was none."""
        [(found,)] = self._rows("SELECT coalesce(max(id), 0) FROM matches WHERE channel_id = ?", channel)
        return int(found)

    def status(self, number: int) -> str:
        """What has become of a match; "" for one that there is not."""
        found = self._rows("SELECT status FROM matches WHERE id = ?", number)
        return str(found[0][0]) if found else ""

    def patience(self, user: int) -> int | None:
        """Seconds for which somebody has chosen to be waited for; None: they have chosen nothing."""
        found = self._rows("SELECT ping_delay FROM preferences WHERE user_id = ?", user)
        return int(found[0][0]) if found else None

    def seats(self, number: int) -> list[int | None]:
        """The players of a match by seat; None: a computer."""
        rows = self._rows("SELECT user_id FROM players WHERE match_id = ? ORDER BY seat", number)
        return [user for (user,) in rows]

    def sat(self, number: int) -> set[tuple[int, int]]:
        """Who sits or sat where at a match: user and seat."""
        sql = "SELECT user_id, seat FROM {} WHERE match_id = ?"
        both = [row for table in ("players", "former_players") for row in self._rows(sql.format(table), number)]
        return {(user, seat) for user, seat in both}

    def is_proposed(self, number: int) -> bool:
        """Whether anything is proposed in a match."""
        return bool(self._rows("SELECT 1 FROM proposals WHERE match_id = ?", number))

    def voted_on(self, number: int) -> list[int]:
        """The seats about which the others are asked, since their time is over."""
        sql = (
            "SELECT seat FROM proposals WHERE match_id = ? AND kind = 'late' AND verdict IS NULL ORDER BY made_version"
        )
        return [seat for (seat,) in self._rows(sql, number)]

    def verdicts(self) -> int:
        """How often the others have said what becomes of somebody who is late, in all matches."""
        sql = "SELECT count(*) FROM admin_actions WHERE action IN (?, ?, ?)"
        [(found,)] = self._rows(sql, Deed.MORE, Deed.PASSED, Deed.OUT)
        return int(found)

    def reminded(self, number: int) -> dict[int, int]:
        """How often each seat of a match was called again since it acted, of those that were."""
        return dict(self._rows("SELECT seat, reminders FROM clocks WHERE match_id = ? AND reminders > 0", number))

    def is_late(self, number: int) -> bool:
        """Whether somebody's time in a match is over."""
        return bool(self._rows("SELECT 1 FROM clocks WHERE match_id = ? AND deadline_at <= ?", number, self._now()))

    def plies(self, number: int) -> list[Ply]:
        sql = "SELECT ply, seat, interaction_id, kind FROM plies WHERE match_id = ? ORDER BY ply"
        return [Ply(*row) for row in self._rows(sql, number)]

    def behind(self, number: int | None = None) -> list[Row]:
        """What is owed and not shown yet, of one match or of all, but for calls to those who are still waited for."""
        sql = (
            "SELECT kind, seat, trouble, failures FROM outbox WHERE is_pending AND (kind <> 'ping' "
            "OR wanted = 'deleted' OR failures > 0 OR trouble <> '' OR due_at <= ?) AND (? IS NULL OR match_id = ?)"
        )
        return [Row(*row) for row in self._rows(sql, self._now(), number, number)]

    async def until(self, predicate: Callable[[], bool], what: str, within: float = PATIENCE) -> None:
        """Wait until something is so in the file of another process, which tells nobody of its commits.

        Raises:
            TimeoutError: it is not so within this time.
        """
        try:
            async with asyncio.timeout(within):
                while not predicate():  # noqa: ASYNC110 # there is no event to wait for
                    await asyncio.sleep(_LOOK)
        except TimeoutError:
            raise TimeoutError(f"{what} did not happen within {within} s") from None

    async def rows(self, sql: str, *values: str | float | None) -> list[Any]:
        """As `bot.store.request.Rows`, to read by the statements of the store."""
        return self._rows(sql, *values)

    def _rows(self, sql: str, *values: str | float | None) -> list[Any]:
        return self._connection.execute(sql, values).fetchall()
