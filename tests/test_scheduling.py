"""Tests are distributed to processes by what they share, and by how long they take."""

from types import SimpleNamespace
from typing import Any

from xdist.remote import Producer

from tests.scheduling import Together, scope_of

TESTS = [
    "tests/bot/test_quick.py::test_a",
    "tests/bot/test_long.py::test_a",
    "tests/bot/test_long.py::test_b",
    "tests/cogs/test_short.py::test_a",
    "tests/cogs/test_new.py::test_a",
]
SECONDS = {"tests/bot/test_long.py": 9, "tests/bot/test_quick.py": 2, "tests/cogs/test_short.py": 3}


class Process:
    """A process that is given tests by their places in the list."""

    gateway = SimpleNamespace(id="a process")

    def __init__(self) -> None:
        self.places: list[int] = []
        self.shutting_down = False

    def send_runtest_some(self, places: list[int]) -> None:
        self.places += places

    def shutdown(self) -> None:
        self.shutting_down = True


def given_out(count: int) -> list[list[str]]:
    """Return the tests that each of several processes is given, if all of them take the same time."""
    config: Any = SimpleNamespace(getvalue=lambda _: ["popen"] * count, option=SimpleNamespace(loadscopereorder=False))
    processes: list[Any] = [Process() for _ in range(count)]
    scheduler = Together(config, Producer("", enabled=False), SECONDS)
    for process in processes:
        scheduler.add_node(process)
        scheduler.add_node_collection(process, TESTS)
    scheduler.schedule()
    for done in range(len(TESTS)):
        for process in processes:
            if done < len(process.places):
                scheduler.mark_test_complete(process, process.places[done])
    return [[TESTS[place] for place in process.places] for process in processes]


def test_the_longest_file_of_the_longest_folder_starts_first() -> None:
    [all_of_them] = given_out(1)
    assert [scope_of(test) for test in all_of_them] == [
        "tests/bot/test_long.py",
        "tests/bot/test_long.py",
        "tests/bot/test_quick.py",
        "tests/cogs/test_short.py",
        "tests/cogs/test_new.py",
    ]


def test_processes_begin_in_different_folders_and_keep_a_file_together() -> None:
    first, second = given_out(2)
    assert first[:3] == [TESTS[1], TESTS[2], TESTS[0]]
    assert second == TESTS[3:]


def test_laws_of_one_game_are_one_scope_and_a_whole_match_is_its_own() -> None:
    assert scope_of("tests/laws/test_laws_of_time.py::test_a[tnb]") == "tests/laws/tnb"
    assert scope_of("tests/laws/test_laws_of_play.py::test_b[tnb]") == "tests/laws/tnb"
    assert scope_of("tests/golden/test_playthroughs.py::test_c[x]") == "tests/golden/test_playthroughs.py::test_c[x]"
