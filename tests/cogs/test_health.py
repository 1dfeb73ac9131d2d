"""Health, figures and alerts of a bot on a simulated Discord: problems are named, and nothing about people is
revealed.
"""

import asyncio
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import aiohttp
import pytest

from bot.application.thinking.cluster_link import ClusterLink
from bot.application.thinking.priorities import Priority
from bot.computing.cluster import ClusterError
from bot.model.match import Status
from bot.process.config import Address
from bot.process.findings import State
from bot.store.database import Database
from bot.store.errors import StoreError
from cogs.health import checks as limits
from cogs.health.alerts import AGAIN, Alerts
from cogs.health.checks import Checks, Health
from cogs.health.endpoint import AddressError
from cogs.health.figures import Figures
from cogs.health.heartbeats import Heartbeat
from cogs.health.watching import watching
from cogs.widgets import purposes
from tests.cogs.town import Town, press

DASHBOARD = Path(__file__).parents[2] / "docs" / "grafana.json"
AT_LOOPBACK = Address("127.0.0.1", 0)


class Moments:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def moments() -> Moments:
    return Moments()


@pytest.fixture
def beats(monkeypatch: pytest.MonkeyPatch) -> dict[int, Heartbeat]:
    """Replace the heartbeats, which a simulated Discord does not have."""
    beats = {0: Heartbeat(12.0, 0.05)}
    for module in ("checks", "figures"):
        monkeypatch.setattr(f"cogs.health.{module}.heartbeats", lambda _: beats)
    return beats


@pytest.fixture
def checks(town: Town, beats: dict[int, Heartbeat], moments: Moments) -> Checks:
    return Checks(town.client, town.app, monotonic=moments)


@pytest.fixture
async def figures(town: Town, beats: dict[int, Heartbeat]) -> Figures:
    figures = Figures(town.client, town.app)
    town.client.interface.observers.add(figures)
    return figures


async def hidden(town: Town) -> None:
    """Begin a match, hide its channel from the bot, and end the match."""
    match = await town.open("tiny", town.ada, town.bo)
    await town.permit(town.tavern, view_channel=False)
    await town.give_up(match)
    await town.env.settle()


def reports(town: Town) -> list[str]:
    """Return the reports in the attic."""
    return [message.content for message in town.public(town.attic)]


@pytest.fixture
async def alerts(town: Town, checks: Checks, moments: Moments) -> Alerts:
    """Report to the attic."""
    alerts = Alerts(town.client, town.app, checks, town.attic.id, clock=moments)
    town.client.interface.observers.add(alerts)
    return alerts


async def sample(figures: Figures, name: str) -> float:
    """Return the value of a figure with its labels, as it is written."""
    [value] = [
        line.removeprefix(name).strip()
        for line in (await figures.exposition()).decode().splitlines()
        if line.removeprefix(name) != line and line.removeprefix(name)[0] == " "
    ]
    return float(value)


async def test_a_bot_at_work_is_well(town: Town, checks: Checks) -> None:
    await town.open("tiny", town.ada, town.bo)
    health = await checks.health()
    assert health.is_well
    assert {name: check.state for name, check in health.checks.items()} == dict.fromkeys(
        ("discord", "database", "delivery", "thinking", "disk"), State.OK
    )


@pytest.mark.parametrize("age", [limits.SILENT + 1, float("inf")])
async def test_a_connection_without_heartbeats_is_a_fault(
    checks: Checks, beats: dict[int, Heartbeat], age: float
) -> None:
    beats[1] = Heartbeat(age, float("inf"))
    health = await checks.health()
    assert health.checks["discord"].state is State.FAULT
    assert json.loads(json.dumps(health.as_json(), allow_nan=False))["status"] == "fault"


async def test_a_bot_that_never_connected_is_not_well(checks: Checks, beats: dict[int, Heartbeat]) -> None:
    beats.clear()
    assert not (await checks.health()).is_well


async def test_a_database_that_takes_no_writes_is_a_fault_though_it_can_be_read(
    checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("The database cannot be read or written (full). Is the disk full or read-only?")

    monkeypatch.setattr(Database, "write", full)
    health = await checks.health()
    assert health.checks["database"].state is State.FAULT
    assert health.checks["delivery"].state is State.OK


async def test_many_askers_cause_one_write(town: Town, checks: Checks, moments: Moments) -> None:
    before = town.app.database.waits["write"].answered
    await asyncio.gather(*(checks.health() for _ in range(20)))
    assert town.app.database.waits["write"].answered == before + 1
    moments.now += limits.FRESH
    await checks.health()
    assert town.app.database.waits["write"].answered == before + 2


async def test_a_message_that_is_long_overdue_is_a_fault_and_its_age_is_told(town: Town, checks: Checks) -> None:
    await town.open("tiny", town.ada, town.bo)
    now = town.app.clock().timestamp()

    async def work(db: object) -> None:
        sql = "UPDATE outbox SET shown_version = NULL, due_at = ? WHERE kind = 'board'"
        await town.house[0].rows(sql, now - limits.OVERDUE - 1)

    await town.house[0].write(work)
    delivery = (await checks.health()).checks["delivery"]
    assert delivery.state is State.FAULT
    assert delivery.figures["pending_rows"] == 1


async def test_a_table_that_waits_for_a_computer_that_never_decides_is_a_fault(
    town: Town, checks: Checks, moments: Moments
) -> None:
    turns = town.app.thinking._turns
    await turns.take(Priority.PLAY)
    waiting = asyncio.ensure_future(turns.take(Priority.PLAY))
    await asyncio.sleep(0)
    assert (await checks.health()).checks["thinking"].state is State.OK
    moments.now += limits.UNDECIDED + 1
    assert (await checks.health()).checks["thinking"].state is State.FAULT
    turns.give_back()
    await waiting
    moments.now += limits.FRESH
    assert (await checks.health()).checks["thinking"].state is State.OK


async def test_a_cluster_out_of_reach_is_a_warning(town: Town, checks: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable() -> NoReturn:
        raise ClusterError("nobody answers")

    link = ClusterLink(unreachable)
    monkeypatch.setattr(town.app.thinking, "_cluster", link)
    thinking = (await checks.health()).checks["thinking"]
    assert (thinking.state, thinking.figures["cluster"]) == (State.WARNING, False)
    await link.close()


@pytest.mark.sqlite  # a server watches its own disk
async def test_a_disk_that_is_nearly_full_is_a_warning(checks: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    health = await checks.health()
    assert health.is_well
    assert health.checks["disk"].state is State.WARNING


async def test_plies_answers_boards_and_database_waits_are_counted(town: Town, figures: Figures) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    before = await sample(figures, "hidden_hand_first_answer_seconds_count")
    await press(town.ada, town.board(), purposes.HAND)
    assert await sample(figures, "hidden_hand_first_answer_seconds_count") == before + 1
    assert await sample(figures, "hidden_hand_picture_seconds_count") > 0
    assert await sample(figures, "hidden_hand_board_seconds_count") > 0
    assert await sample(figures, 'hidden_hand_database_wait_seconds_count{kind="write"}') > 0
    assert await sample(figures, 'hidden_hand_pending_rows{trouble="none"}') == 0
    await town.give_up(match)
    assert await sample(figures, 'hidden_hand_plies_total{game="tiny"}') == (await town.match()).ply
    assert await sample(figures, "process_resident_memory_bytes") > 2**20


async def test_errors_are_counted_by_their_meaning(town: Town, figures: Figures) -> None:
    await hidden(town)
    assert await sample(figures, 'hidden_hand_errors_total{meaning="forbidden"}') > 0
    assert await sample(figures, 'hidden_hand_pending_rows{trouble="forbidden"}') == 1


async def test_figures_hold_no_names_and_no_ids(town: Town, figures: Figures) -> None:
    await town.open("tiny", town.ada, town.bo)
    text = (await figures.exposition()).decode()
    ids = [town.ada.id, town.bo.id, town.guild.id, town.tavern.id]
    assert not [secret for secret in ("Ada", "Bo", *map(str, ids)) if secret in text]


async def test_the_endpoint_serves_health_and_figures_and_stops_with_the_bot(town: Town, beats: dict[int, Any]) -> None:
    async with (
        aiohttp.ClientSession() as session,
        watching(town.client, town.app, health=AT_LOOPBACK, alerts=None) as address,
    ):
        async with session.get(f"http://{address}/healthz") as response:
            assert (response.status, (await response.json())["status"]) == (200, "ok")
        async with session.get(f"http://{address}/metrics") as response:
            assert "hidden_hand_errors_total" in await response.text()
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(f"http://{address}/healthz")


async def test_without_an_address_nothing_is_served_or_counted(town: Town) -> None:
    async with watching(town.client, town.app, health=None, alerts=None) as address:
        assert address is None
        assert town.client.interface.observers._observers == []


async def test_an_address_that_is_taken_is_named_in_one_line(town: Town, beats: dict[int, Any]) -> None:
    async with watching(town.client, town.app, health=AT_LOOPBACK, alerts=None) as taken:
        with pytest.raises(AddressError, match=f"HEALTH: nothing can be served at {taken}"):
            async with watching(town.client, town.app, health=taken, alerts=None):
                pass


async def test_a_forbidden_channel_is_reported_once_an_hour(town: Town, alerts: Alerts, moments: Moments) -> None:
    await hidden(town)
    await alerts.look()
    assert len(reports(town)) == 1
    assert f"<#{town.tavern.id}>" in reports(town)[0]
    for seconds, expected in ((0.0, 1), (AGAIN - 1, 1), (AGAIN, 2)):
        moments.now = 1000.0 + seconds
        await town.client.interface.deliverer.refresh((await town.match()).id)
        await town.delivered()
        await alerts.look()
        assert len(reports(town)) == expected


async def test_troubles_of_one_moment_share_a_message(town: Town, alerts: Alerts) -> None:
    alerts.note("one", "The first.")
    alerts.note("other", "The second.")
    alerts.note("one", "The first again.")
    await alerts.look()
    [message] = reports(town)
    assert message.splitlines()[1:] == ["- The first.", "- The second."]


async def test_a_database_without_writes_and_a_full_disk_are_reported(
    town: Town, checks: Checks, alerts: Alerts, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault, warning = limits.Check(State.FAULT, {"error": "It is full."}), limits.Check(State.WARNING, {"free_bytes": 0})

    async def found() -> Health:
        return Health({"database": fault, "disk": warning})

    monkeypatch.setattr(checks, "health", found)
    await alerts.look()
    [message] = reports(town)
    assert "It is full." in message
    assert "0 MB are free" in message


async def test_an_admin_can_be_told_by_direct_message(town: Town, checks: Checks, moments: Moments) -> None:
    alerts = Alerts(town.client, town.app, checks, town.ada.id, clock=moments)
    alerts.note("one", "The first.")
    await alerts.look()
    assert "The first." in town.direct(town.ada)[-1].content


async def test_a_quarantined_match_is_reported_unless_an_admin_holds_it(town: Town, alerts: Alerts) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    position = await town.app.positions.get(match.id)
    town.app.announcer.changed(replace(position, match=replace(match, status=Status.QUARANTINED, held=True)))
    await alerts.look()
    assert reports(town) == []
    town.app.announcer.changed(replace(position, match=replace(match, status=Status.QUARANTINED)))
    await alerts.look()
    assert "Match #1 (tiny)" in reports(town)[0]


async def test_an_alert_that_cannot_be_sent_is_sent_later(town: Town, alerts: Alerts) -> None:
    await town.permit(town.attic, send_messages=False)
    alerts.note("one", "The first.")
    await alerts.look()
    assert reports(town) == []
    await town.permit(town.attic, send_messages=True)
    await alerts.look()
    assert "The first." in reports(town)[0]


@pytest.mark.sqlite  # which has some more figures
async def test_the_dashboard_shows_every_figure_of_ours_and_no_other(town: Town, figures: Figures) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    await town.give_up(match)
    exposed = {
        line.split()[2] for line in (await figures.exposition()).decode().splitlines() if line.startswith("# TYPE")
    }
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    shown = set(re.findall(r"\b(?:hidden_hand|process)_\w+", json.dumps(dashboard["panels"])))
    shown = {re.sub("_(bucket|sum|count)$", "", name) for name in shown}
    assert shown <= exposed
    assert {name for name in exposed if name.startswith("hidden_hand") and not name.endswith("_created")} <= shown


async def test_a_database_that_never_answers_is_a_fault_and_is_asked_to_write_once(
    checks: Checks, moments: Moments, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answer = list[object](), asyncio.Event()

    async def hang(*_: object) -> None:
        asked.append(None)
        await answer.wait()

    monkeypatch.setattr(Database, "write", hang)
    monkeypatch.setattr(limits, "DATABASE_TIMEOUT", 0.0)
    for _ in range(3):
        assert (await checks.health()).checks["database"].state is State.FAULT
        moments.now += limits.FRESH
    assert len(asked) == 1
    answer.set()
    monkeypatch.setattr(limits, "DATABASE_TIMEOUT", 60.0)
    assert (await checks.health()).checks["database"].state is State.OK
