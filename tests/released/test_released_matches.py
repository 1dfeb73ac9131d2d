"""Every match that a release left to its users is played on by the rules with which it began.

Besides the releases, the present version is recorded as if it were one.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from bot.content import library as libraries
from bot.content.library import Library, load_library
from bot.model.match import Status
from rules.core.game import Game
from tests.golden import test_playthroughs
from tests.heist_game import Heist
from tests.one_more_game import SHIPPED
from tests.released import advice
from tests.released.records import Record, migrations_by_engine, records, write
from tests.second_tiny_game import ForgottenTiny, SecondTiny
from tests.tiny_game import Tiny

NOW = "9.9.9"
RELEASED = {record.version: record for record in records()}
OF_RELEASES = [(version, key) for version, record in RELEASED.items() for key in record.games]
OURS: Mapping[str, Game] = {game.key: game for game in (Tiny(), Heist())}
THOROUGH = [pytest.param(NOW, key, marks=pytest.mark.thorough) for key in SHIPPED]

Recorded = Callable[[str, str], Record]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Return the record of a version that has a game; a version that is no release is recorded now."""

    @cache
    def of(version: str, key: str) -> Record:
        if version in RELEASED:
            return RELEASED[version]
        library = library_of(key)
        return asyncio.run(write(version, [library.games[key]], library, tmp_path_factory.mktemp("released")))

    return of


_shipped = cache(load_library)
_tests_own = cache(partial(Library.of, OURS))
_replayed = cache(Record.matches)


def library_of(key: str) -> Library:
    """Return the library of this program, or of the tests' own games, that has a game."""
    return _shipped() if key in SHIPPED else _tests_own()


def differences(record: Record, key: str, library: Library) -> str:
    """Say which matches of a game this library would play differently, and what to do about it; "" if none."""
    matches = [each for each in _replayed(record, library) if each.match.game == key]
    assert {each.match.status for each in matches} == {Status.LIVE, Status.OVER}
    assert min(each.match.ply for each in matches if each.match.status is Status.LIVE) == 0
    lines = [
        f"{record.version}: #{each.match.id} {key} ({each.match.status}, {each.match.ply} plies): {each.difference}"
        for each in matches
        if each.difference is not None
    ]
    if not lines:
        return ""
    mistake = "Only if the digest itself was mistaken: docs/releasing.md, “A mistake in a digest”."
    return "\n".join([advice.for_rules(key), mistake, "No record in tests/released is ever written again.", *lines])


@pytest.mark.parametrize(("version", "key"), [*((NOW, key) for key in OURS), *OF_RELEASES, *THOROUGH])
def test_every_match_of_a_release_replays_for_ever(version: str, key: str, recorded: Recorded) -> None:
    record = recorded(version, key)
    if record.altered(migrations_by_engine()):
        return  # its database is refused: `test_released_migrations` fails, and says what to do
    found = differences(record, key, library_of(key))
    assert not found, found


def test_a_rule_that_changed_in_place_is_answered_first_by_what_keeps_live_matches(recorded: Recorded) -> None:
    found = differences(recorded(NOW, "tiny"), "tiny", Library.of({**OURS, "tiny": ForgottenTiny()}))
    first, raised, earlier, *_ = lines = found.splitlines()
    assert first.startswith("Matches that are live on users' servers would change as well")
    assert "raise Tiny.version (it is 1)" in raised
    assert "EARLIER (rules/catalog.py)" in earlier
    assert "9.9.9: #2 tiny (live, 0 plies): ply 0: the state is another one" in lines


def test_a_new_version_without_the_earlier_rules_is_answered_likewise(recorded: Recorded) -> None:
    found = differences(recorded(NOW, "tiny"), "tiny", Library.of({**OURS, "tiny": SecondTiny()}))
    assert "EARLIER (rules/catalog.py)" in found
    assert "#2 tiny (live, 0 plies): there are no rules 1 of tiny (there are 2)" in found


def test_a_rule_that_changed_the_right_way_alters_no_match(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "EARLIER", {("tiny", 1): Tiny})
    assert differences(recorded(NOW, "tiny"), "tiny", Library.of({**OURS, "tiny": SecondTiny()})) == ""


def test_a_golden_match_that_differs_is_answered_first_by_what_keeps_live_matches() -> None:
    said = test_playthroughs.meant("allocator")
    assert said.startswith(advice.for_rules("allocator"))
    assert said.endswith("python -m tests.golden.write allocator")


def test_a_record_is_written_once(recorded: Recorded, tmp_path: Path) -> None:
    library = Library.of(OURS)
    record = recorded(NOW, "tiny")
    before: dict[Path, Any] = {path: path.read_bytes() for path in record.folder.iterdir()}
    with pytest.raises(FileExistsError):
        asyncio.run(write(record.version, [library.games["tiny"]], library, record.folder.parent))
    assert {path: path.read_bytes() for path in record.folder.iterdir()} == before
