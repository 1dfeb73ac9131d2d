"""Metrics for Prometheus. They contain no names, no ids of users, servers or channels, and nothing about play."""

from collections.abc import Iterator
from time import monotonic
from typing import Final, NamedTuple

import discord
from cachetools import LRUCache
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from bot.application.application import Application
from bot.application.match.outbox import Trouble
from bot.application.thinking.priorities import Priority
from bot.application.thinking.thinking import Outcome
from bot.model.match import Match, MatchId
from bot.model.position import Position
from bot.store.disk import disk_of
from bot.store.errors import StoreError
from cogs.delivery.error_meanings import Meaning
from cogs.health.heartbeats import heartbeats

_ANSWERS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
_BOARDS: Final = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0, 300.0)
_KNOWN: Final = 4096
"""The maximum number of matches whose latest change is remembered."""


class _Change(NamedTuple):
    ply: int
    version: int
    unshown_since: float | None
    """The time, by the monotonic clock, of the first change that the board does not show yet; None if it shows all."""


class Figures:
    """Collects metrics, as an `Observer` and a subscriber of the announcer, in a separate Prometheus registry."""

    def __init__(self, client: discord.Client, application: Application) -> None:
        self._app = application
        self._registry = registry = CollectorRegistry()
        self._changes = LRUCache[MatchId, _Change](_KNOWN)
        self._plies = Counter("hidden_hand_plies", "Plies that were played", ["game"], registry=registry)
        self._answers = Histogram(
            "hidden_hand_first_answer_seconds",
            "Time from an interaction to the first answer that Discord accepted",
            buckets=_ANSWERS,
            registry=registry,
        )
        self._pictures = Histogram(
            "hidden_hand_picture_seconds",
            "Time from an interaction to the first picture in an answer to it",
            buckets=_ANSWERS,
            registry=registry,
        )
        self._boards = Histogram(
            "hidden_hand_board_seconds",
            "Time from a change of a match to the board that shows it",
            buckets=_BOARDS,
            registry=registry,
        )
        self._errors = Counter("hidden_hand_errors", "Errors in answers and deliveries", ["meaning"], registry=registry)
        for meaning in Meaning:
            self._errors.labels(meaning.name.lower())
        self._rows = Gauge(
            "hidden_hand_pending_rows", "Messages that show less than they should", ["trouble"], registry=registry
        )
        self._age = Gauge(
            "hidden_hand_pending_age_seconds",
            "Age of the oldest change that a pending message does not show",
            ["trouble"],
            registry=registry,
        )
        self._quarantined = Gauge("hidden_hand_quarantined_matches", "Quarantined matches", registry=registry)
        registry.register(_Read(client, application))
        ProcessCollector(registry=registry)
        application.announcer.on_changed(self._changed)

    async def exposition(self) -> bytes:
        """Return all metrics in Prometheus's text format. While the database fails, its metrics do not change."""
        try:
            pending = {each.trouble: each for each in await self._app.pulse.pending()}
            self._quarantined.set(await self._app.pulse.quarantined())
        except StoreError:
            pass  # the other metrics are still reported
        else:
            for trouble in Trouble:
                found = pending.get(trouble)
                self._rows.labels(trouble or "none").set(found.rows if found else 0)
                self._age.labels(trouble or "none").set(found.age if found else 0)
        return generate_latest(self._registry)

    def answered(self, seconds: float) -> None:
        """Record the seconds from an interaction to its first answer."""
        self._answers.observe(seconds)

    def pictured(self, seconds: float) -> None:
        """Record the seconds from an interaction to the first picture in an answer to it."""
        self._pictures.observe(seconds)

    def failed(self, meaning: Meaning) -> None:
        """Count an error."""
        self._errors.labels(meaning.name.lower()).inc()

    def board_shown(self, match: Match) -> None:
        """Record the time from the first change that the board had not shown to this board."""
        known = self._changes.get(match.id)
        if known is not None and known.unshown_since is not None and known.version <= match.version:
            self._boards.observe(monotonic() - known.unshown_since)
            self._changes[match.id] = known._replace(unshown_since=None)

    def forbidden(self, match: Match) -> None:
        """Do nothing: `failed` has counted this error."""

    def _changed(self, position: Position) -> None:
        match = position.match
        known = self._changes.get(match.id)
        before = known or _Change(max(0, match.ply - 1), match.version - 1, None)  # not changed since the bot's start
        if match.ply > before.ply:
            self._plies.labels(match.game).inc(match.ply - before.ply)
        since = monotonic() if match.version > before.version and before.unshown_since is None else before.unshown_since
        self._changes[match.id] = _Change(match.ply, match.version, since)


class _Read(Collector):
    """Metrics that other parts of the bot keep. They are read at each request."""

    def __init__(self, client: discord.Client, application: Application) -> None:
        self._client = client
        self._app = application

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        age = GaugeMetricFamily(
            "hidden_hand_heartbeat_age_seconds", "Time since Discord acknowledged a heartbeat", labels=["shard"]
        )
        latency = GaugeMetricFamily(
            "hidden_hand_heartbeat_latency_seconds", "Time until Discord acknowledged a heartbeat", labels=["shard"]
        )
        for shard, beat in heartbeats(self._client).items():
            age.add_metric([str(shard)], beat.age)
            latency.add_metric([str(shard)], beat.latency)
        yield age
        yield latency
        yield GaugeMetricFamily("hidden_hand_servers", "Servers that the bot is on", value=len(self._client.guilds))
        yield from self._database()
        yield from self._thinking()

    def _database(self) -> Iterator[Metric]:
        summary = SummaryMetricFamily(
            "hidden_hand_database_wait_seconds", "Time that requests waited for their answers", labels=["kind"]
        )
        waiting = GaugeMetricFamily(
            "hidden_hand_database_waiting", "Requests that are not answered yet", labels=["kind"]
        )
        for kind, waits in self._app.database.waits.items():
            summary.add_metric([kind], count_value=waits.answered, sum_value=waits.seconds)
            waiting.add_metric([kind], waits.waiting)
        yield summary
        yield waiting
        if self._app.database.path is None:
            return
        try:
            disk = disk_of(self._app.database.path)
        except OSError:
            return
        yield GaugeMetricFamily("hidden_hand_database_bytes", "Size of the database", value=disk.database)
        yield GaugeMetricFamily("hidden_hand_disk_free_bytes", "Room on the database's disk", value=disk.free)

    def _thinking(self) -> Iterator[Metric]:
        load = self._app.thinking.load
        decided = CounterMetricFamily(
            "hidden_hand_computer_decisions",
            "Decisions of computers, by outcome",
            labels=["outcome"],
        )
        for outcome in Outcome:
            decided.add_metric([outcome.name.lower()], load.decided[outcome])
        queue = GaugeMetricFamily(
            "hidden_hand_thinking_waiting", "Computations that wait for a thinking process", labels=["priority"]
        )
        for priority in Priority:
            queue.add_metric([priority.name.lower()], load.waiting[priority])
        yield decided
        yield queue
        yield GaugeMetricFamily("hidden_hand_thinking_processes", "Thinking processes", value=load.running)
