"""Check what the bot needs: Discord, the database, the delivery, the processes that think, and the disk."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from time import perf_counter
from typing import Any, Final

from bot.application.application import Application
from bot.application.match.outbox import Trouble
from bot.application.thinking.priorities import Priority
from bot.process.findings import State
from bot.store.disk import disk_of
from bot.store.errors import StoreError
from cogs.health.heartbeats import heartbeats
from cogs.shards.sharded_client import ShardedClient

SILENT: Final = 120.0
"""Seconds without an acknowledged heartbeat after which the connection counts as lost: almost three intervals."""
OVERDUE: Final = 600.0
"""Seconds by which a delivery may be late before it is a fault."""
UNDECIDED: Final = 120.0
"""Seconds for which a table may wait for a computer while no computer decides anything: four times the longest
decision.
"""
FRESH: Final = 5.0
"""Seconds for which the results of a check are reused, so that many requests cause one write."""

DATABASE_TIMEOUT: Final = 10.0
"""Seconds for which a check waits for the database."""
_UNANSWERED: Final = "The database does not answer. Is the disk there?"


@dataclass(frozen=True, slots=True)
class Check:
    """The state of one part, and its figures."""

    state: State
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Health:
    """The checks of all parts, by name."""

    checks: Mapping[str, Check]

    @property
    def is_well(self) -> bool:
        """Whether no part has a fault."""
        return all(check.state is not State.FAULT for check in self.checks.values())

    def as_json(self) -> dict[str, Any]:
        """Return the overall status and all checks in a form for JSON."""
        checks = {name: {"state": check.state, **check.figures} for name, check in self.checks.items()}
        return {"status": "ok" if self.is_well else "fault", "checks": checks}


class Checks:
    """Checks the bot when asked. All requests within `FRESH` seconds share the results of one check."""

    def __init__(
        self, client: ShardedClient, application: Application, *, monotonic: Callable[[], float] = perf_counter
    ) -> None:
        """monotonic: returns the seconds of a monotonic clock."""
        self._client = client
        self._app = application
        self._monotonic = monotonic
        self._turn = asyncio.Lock()
        self._latest: tuple[float, Health] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._decided = -1
        self._decided_at = 0.0

    async def health(self) -> Health:
        """Return the health of every part."""
        async with self._turn:
            now = self._monotonic()
            if self._latest is None or now - self._latest[0] >= FRESH:
                checks = {
                    "discord": self._discord(),
                    "database": await self._database(),
                    "delivery": await self._delivery(),
                    "thinking": self._thinking(now),
                    "disk": self._disk(),
                }
                self._latest = (self._monotonic(), Health(checks))
            return self._latest[1]

    def _discord(self) -> Check:
        beats = heartbeats(self._client)
        is_well = bool(beats) and all(beat.age < SILENT for beat in beats.values())
        shards = {
            str(shard): {"heartbeat_age_seconds": _number(beat.age), "latency_seconds": _number(beat.latency)}
            for shard, beat in beats.items()
        }
        waits = {"waits_for": dict(self._client.waits.present)} if self._client.waits.present else {}
        state = State.FAULT if not is_well else State.WARNING if waits else State.OK
        return Check(state, {"shards": shards, **waits})

    async def _database(self) -> Check:
        began = self._monotonic()
        writing = self._writing = self._writing or asyncio.create_task(self._app.pulse.beat(), name="a write to check")
        if not (await asyncio.wait([writing], timeout=DATABASE_TIMEOUT))[0]:
            return Check(State.FAULT, {"error": _UNANSWERED})  # the next check goes on waiting for this write
        self._writing = None
        try:
            writing.result()
        except StoreError as error:
            return Check(State.FAULT, {"error": str(error)})
        return Check(State.OK, {"write_seconds": round(self._monotonic() - began, 6)})

    async def _delivery(self) -> Check:
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT):
                pending = await self._app.pulse.pending()
                quarantined = await self._app.pulse.quarantined()
        except StoreError as error:
            return Check(State.FAULT, {"error": str(error)})
        except TimeoutError:
            return Check(State.FAULT, {"error": _UNANSWERED})
        tried = [each for each in pending if each.trouble is not Trouble.CLOSED]
        overdue = max((each.overdue for each in tried), default=0.0)
        needs_admin = quarantined or any(each.trouble in (Trouble.FORBIDDEN, Trouble.BROKEN) for each in pending)
        state = State.FAULT if overdue > OVERDUE else State.WARNING if needs_admin else State.OK
        return Check(
            state,
            {
                "pending_rows": sum(each.rows for each in pending),
                "oldest_seconds": round(max((each.age for each in tried), default=0.0), 3),
                "overdue_seconds": round(overdue, 3),
                "quarantined_matches": quarantined,
            },
        )

    def _thinking(self, now: float) -> Check:
        load = self._app.thinking.load
        decided = load.decided.total()
        if decided != self._decided or not load.waiting[Priority.PLAY]:
            self._decided, self._decided_at = decided, now
        is_stuck = now - self._decided_at > UNDECIDED
        figures = {
            "processes": load.workers,
            "running": load.running,
            "dead": load.dead,
            "waiting": load.waiting.total(),
        }
        if load.cluster is not None:
            figures["cluster"] = load.cluster
        state = State.WARNING if load.cluster is False else State.OK
        return Check(State.FAULT if is_stuck else state, figures)

    def _disk(self) -> Check:
        if self._app.database.path is None:  # the database is on a server, whose disk we cannot see
            return Check(State.OK, {})
        try:
            disk = disk_of(self._app.database.path)
        except OSError as error:
            return Check(State.WARNING, {"error": type(error).__name__})
        state = State.WARNING if disk.is_nearly_full else State.OK
        return Check(state, {"free_bytes": disk.free, "database_bytes": disk.database})


def _number(seconds: float) -> float | None:
    """Return the rounded seconds; None for infinity, which JSON cannot express."""
    return round(seconds, 3) if isfinite(seconds) else None
