"""Computing on a Dask cluster: a real scheduler and real workers on this machine."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from structlog.testing import capture_logs

from bot.__main__ import main
from bot.application.thinking.cluster_link import ClusterLink
from bot.application.thinking.priorities import Priority
from bot.application.thinking.thinking import Thinking
from bot.computer import levels
from bot.computer.levels import Choice, Level, choose
from bot.computing import cluster
from bot.computing.cluster import ClusterError, Place, connect
from bot.lab.contest import Arena, Contest, Match
from bot.lab.crew import Crew
from bot.process import examination, exit_codes
from bot.process.config import Settings
from bot.process.examination import examine_cluster
from bot.process.findings import State
from rules.core.game import Game
from rules.core.play import View
from tests.bot.at_once import AtOnce, at_leisure
from tests.bot.small_cluster import Small, certificates, files_of, small_cluster
from tests.bot.test_computers import task
from tests.patience import PATIENT

ASKED = Priority.ASKED
CONTEST = Contest(game="tiny", players=("random", "greedy"), options={})


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the answers of a cluster as long as a busy machine needs."""
    monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT", PATIENT)
    monkeypatch.setattr(connect, "__defaults__", (PATIENT,))
    monkeypatch.setattr(examination, "_CLUSTER_PATIENCE", PATIENT)
    monkeypatch.setattr(levels, "DECISION_TIMEOUT", PATIENT)


@pytest.fixture(scope="module")
def shared() -> Iterator[Small]:
    """Return a cluster for tests that leave it whole."""
    with small_cluster(1) as small:
        yield small


@pytest.fixture
def pair() -> Iterator[Small]:
    """Return a cluster of two workers for a test that kills parts of it."""
    with small_cluster(2) as small:
        yield small


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words, "--json"]) == 0
    return capsys.readouterr().out


@pytest.mark.thorough
def test_a_contest_gives_the_same_figures_although_a_worker_and_then_the_scheduler_die(pair: Small) -> None:
    with Arena(1) as arena:
        expected = list(arena.play(CONTEST, 80, 5))
    matches, sentences = list[Match](), list[str]()
    with Crew(1, pair.connected(), sentences.append) as crew:
        for match in Arena(crew).play(CONTEST, 80, 5):
            if not matches:
                pair.workers[0].kill()
            if len(matches) == 40:
                assert sentences == []
                pair.scheduler.kill()
            matches.append(match)
    assert matches == expected
    assert sentences == [f"The cluster {pair.scheduler.address} is lost; processes of this machine go on."]


@pytest.mark.thorough  # `test_crew.py` proves what a lost cluster leaves undone, without processes
def test_a_contest_gives_the_same_figures_although_the_scheduler_dies() -> None:
    with Arena(1) as arena:
        expected = list(arena.play(CONTEST, 16, 5))
    with small_cluster(1) as small, Crew(1, small.connected(), lambda _: None) as crew:
        matches = Arena(crew).play(CONTEST, 16, 5)
        first = next(matches)
        small.scheduler.kill()
        assert [first, *matches] == expected


@pytest.mark.thorough
def test_the_lab_prints_the_same_json_from_a_cluster(shared: Small, capsys: pytest.CaptureFixture[str]) -> None:
    study = "lab", "dull", "tiny", "--most", "8", "--processes", "1"
    assert printed(capsys, *study, "--cluster", shared.scheduler.address) == printed(capsys, *study)


def test_simulations_count_the_same_on_a_cluster(shared: Small, capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate", "tiny", "--games", "20", "--players", "greedy"
    there, here = (json.loads(printed(capsys, *words, *more)) for more in (("--cluster", shared.scheduler.address), ()))
    assert there.pop("moves_per_second") > 0 < here.pop("moves_per_second")
    assert there == here


@pytest.mark.thorough
def test_the_ladder_counts_the_same_on_a_cluster(shared: Small, capsys: pytest.CaptureFixture[str]) -> None:
    words = "ladder", "tiny", "--games", "4", "--level", "novice", "--processes", "1"
    there, here = (json.loads(printed(capsys, *words, *more)) for more in (("--cluster", shared.scheduler.address), ()))
    assert [row.pop("seconds").keys() for row in there] == [row.pop("seconds").keys() for row in here]
    assert there == here


@pytest.mark.thorough
def test_a_cluster_makes_the_same_puzzles(shared: Small, capsys: pytest.CaptureFixture[str]) -> None:
    words = "puzzle", "generate", "--level", "1", "--count", "2", "--seed", "7"
    there, here = (json.loads(printed(capsys, *words, *more)) for more in (("--cluster", shared.scheduler.address), ()))
    assert len(there) == 2
    assert [puzzle.pop("seconds") >= 0 for puzzle in there] == [puzzle.pop("seconds") >= 0 for puzzle in here]
    assert there == here


@pytest.mark.thorough
async def test_experts_decide_the_same_on_a_cluster_without_a_worker_and_without_a_scheduler(
    pair: Small, tmp_path: Path
) -> None:
    game, view, seed = task()
    expected = choose(game, view, seed, Level.EXPERT)
    pool = AtOnce()
    link = ClusterLink(partial(connect, pair.place), pause=0.1)
    thinking = Thinking(1, lambda _: pool, at_leisure, link)
    assert thinking.is_on_cluster is False
    await link.until(is_open=True)
    assert await thinking.choice(game, view, seed, Level.EXPERT, within=PATIENT) == expected

    dying = game, view, seed, str(tmp_path / "died")
    assert await thinking.aside(after_the_death_of_a_worker, *dying, priority=ASKED) == expected
    assert sorted(worker.process.poll() is None for worker in pair.workers) == [False, True]
    assert (thinking.is_on_cluster, pool.calls) == (True, []), "the other worker did it"

    with capture_logs() as lines:
        there = thinking.aside(
            after_the_death_of_the_scheduler, game, view, seed, pair.scheduler.process.pid, os.getpid(), priority=ASKED
        )
        assert await there == expected
        assert thinking.is_on_cluster is False
        assert await thinking.choice(game, view, seed, Level.EXPERT, within=PATIENT) == expected
        assert len(pool.calls) == 2
    assert any("is lost" in line["event"] for line in lines)
    assert sum("there is no cluster" in line["event"] for line in lines) <= 1, "a reason is logged once"

    with small_cluster(1, scheduler=("--port", pair.scheduler.address.rpartition(":")[2])):
        await link.until(is_open=True)
        assert await thinking.choice(game, view, seed, Level.EXPERT, within=PATIENT) == expected
        assert len(pool.calls) == 2
        await thinking.close()


def after_the_death_of_a_worker(game: Game, view: View, seed: int, mark: str) -> Choice:
    """Kill the worker unless the mark says that one has died already; then decide."""
    with suppress(FileExistsError):
        Path(mark).touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)
    return choose(game, view, seed, Level.EXPERT)


def after_the_death_of_the_scheduler(game: Game, view: View, seed: int, scheduler: int, tests: int) -> Choice:
    """In a worker, kill the scheduler and never answer; in the tests' own process, decide."""
    if os.getpid() != tests:
        os.kill(scheduler, signal.SIGKILL)
        Event().wait()
    return choose(game, view, seed, Level.EXPERT)


def test_a_cluster_of_another_version_is_refused_by_a_sentence() -> None:
    with (
        small_cluster(0, "--program", "2.0") as other,
        pytest.raises(ClusterError, match=r"runs Hidden Hand 2\.0") as refused,
    ):
        other.connected()
    assert other.scheduler.address in str(refused.value)


def test_a_scheduler_without_workers_and_an_address_that_nobody_answers_are_refused_by_a_sentence() -> None:
    with small_cluster(0) as small:
        with pytest.raises(ClusterError, match="has no workers"):
            small.connected()
        found = examine_cluster(Settings.model_construct(dask=small.place.address))
        assert found is not None
        assert (found.state, "has no workers" in found.text) == (State.FAULT, True)
        small.scheduler.kill()
        with pytest.raises(ClusterError, match="nobody answers at tcp"):
            connect(small.place, patience=0.5)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://10.0.0.5:8786", "over plain tcp"),
        ("tcp://cluster.example:8786", "over plain tcp"),
        ("tls://10.0.0.5:8786", "needs certificates"),
        ("10.0.0.5:8786", "is not the address"),
        ("tcp://127.0.0.1", "is not the address"),
        ("tcp://127.0.0.1:x", "is not the address"),
        ("tcp://[::1:8786", "is not the address"),
    ],
)
def test_an_unsafe_or_malformed_address_is_refused_before_anything_is_sent(
    address: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ClusterError, match=why):
        Place(address=address)
    assert main(["simulate", "tiny", "--games", "1", "--cluster", address]) == exit_codes.USAGE
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert why in output.err


def test_a_cluster_without_the_extra_is_refused_by_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.computing.cluster.find_spec", lambda _: None)
    with pytest.raises(ClusterError, match="needs the extra"):
        connect(Place(address="tcp://127.0.0.1:8786"))


def test_plain_tcp_is_allowed_on_this_machine() -> None:
    for host in ("127.0.0.1", "localhost", "[::1]"):
        assert Place(address=f"tcp://{host}:8786").certificates is None


def test_a_certificate_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    made = certificates(tmp_path / "made")
    made.key.unlink()
    with pytest.raises(ClusterError, match=r"key\.pem cannot be read"):
        Place(address="tls://10.0.0.5:8786", certificates=made)


def test_both_sides_show_a_certificate_of_the_same_authority(tmp_path: Path) -> None:
    ours, theirs = certificates(tmp_path / "ours"), certificates(tmp_path / "theirs")
    with small_cluster(0, *files_of(ours)) as small:
        address = small.scheduler.address
        assert address.startswith("tls://")
        with pytest.raises(ClusterError, match="has no workers"):  # it is read through the connection
            connect(Place(address=address, certificates=ours))
        with pytest.raises(ClusterError, match="the certificates do not fit"):
            connect(Place(address=address, certificates=theirs))
        only_trusting = type(ours)(authority=ours.authority, certificate=theirs.certificate, key=theirs.key)
        with pytest.raises(ClusterError):
            connect(Place(address=address, certificates=only_trusting))
        broken = type(ours)(authority=ours.authority, certificate=ours.certificate, key=theirs.key)
        with pytest.raises(ClusterError, match="the certificates do not fit"):
            connect(Place(address=address, certificates=broken))
