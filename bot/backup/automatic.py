"""Automatic backups beside a running bot: one a day by default, of which the latest few are kept."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import structlog

from bot.backup.errors import NoRoomError
from bot.backup.making import make_backup, newest, prune
from bot.backup.manifest import Reason
from bot.backup.replays import live_replayed_apart
from bot.clock import Clock, system_clock
from bot.log import origin
from bot.store.address import DatabaseAddress, file_of
from bot.store.errors import StoreError

HOUR: Final = 3600.0
"""Seconds before a failed backup is tried again. No sleep is longer than this, since a sleep does not count the time
for which the machine is suspended.
"""

log = structlog.stdlib.get_logger(__name__)


class AutomaticBackups:
    """Makes a backup whenever the latest automatic one in a folder is old enough, and deletes surplus ones."""

    def __init__(  # noqa: PLR0913 # the settings, and what tests stand in for
        self,
        database: DatabaseAddress,
        folder: Path,
        *,
        hours: int,
        keep: int,
        are_replayed: bool = False,
        clock: Clock = system_clock,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """hours: the hours from one backup to the next; 0 turns backups off. A database on a server is never backed up
        here, since servers have their own programs for that. keep: the number of automatic backups to keep.
        are_replayed: whether the live matches of each backup are replayed, in a process of their own.
        """
        self._database = database
        self._folder = folder
        self._hours = hours if isinstance(database, Path) else 0
        self._keep = keep
        self._replaying = live_replayed_apart if are_replayed else None
        self._clock = clock
        self._sleep = sleep

    async def run(self) -> None:
        """Make backups until cancelled. If a backup fails, log that and try again an hour later."""
        while self._hours:
            pause = self._pause()
            if pause <= 0 and not await self.make():
                pause = HOUR
            if pause > 0:
                await self._sleep(min(pause, HOUR))

    async def make(self) -> bool:
        """Make a backup now, and delete surplus ones. Log the result, and return whether it succeeded."""
        try:
            database, replaying = file_of(self._database), self._replaying
            made = await asyncio.to_thread(
                make_backup, database, self._folder, Reason.AUTOMATIC, self._clock, replaying=replaying
            )
            surplus = await asyncio.to_thread(prune, self._folder, self._keep)
        except NoRoomError as error:
            log.warning("no backup was made, for lack of room", cause=str(error))
            return False
        except StoreError as error:
            log.warning("no backup was made", cause=str(error))
            return False
        except Exception as error:  # noqa: BLE001 # the bot continues without a backup
            log.error("no backup was made", cause=origin(error))  # noqa: TRY400 # without its text
            return False
        size = made.file.stat().st_size
        log.info("backup made", file=str(made.file), bytes=size, matches=made.manifest.matches, deleted=len(surplus))
        if made.differing:
            log.error("matches of a backup do not replay", matches=[each.match.id for each in made.differing])
        return True

    def _pause(self) -> float:
        """Return the seconds until the next backup is due; 0 or less if it is due already."""
        now = self._clock()
        made = newest(self._folder, now)
        return 0.0 if made is None else self._hours * HOUR - (now - made).total_seconds()
