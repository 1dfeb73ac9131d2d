"""A new version is tried on a copy, and the matches that it would play differently are named."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

import tests.tiny_game
from bot.backup.errors import NoRoomError
from bot.backup.upgrade import Upgrade, try_upgrade
from bot.content import library
from bot.content.library import Library
from bot.store.errors import StoreError
from bot.store.migrations import known_migrations
from rules.core.game import Game
from rules.core.play import Phase
from tests.bot.backup_helpers import LIBRARY, fill, opened, query
from tests.bot.table_helpers import CHANNEL, begin, play_on
from tests.second_tiny_game import BROKEN, NEXT, ForgottenTiny, SecondTiny
from tests.tiny_game import Tiny, TinyState

pytestmark = pytest.mark.sqlite


@pytest.fixture
async def played(path: Path) -> Path:
    await fill(path)
    return path


def differences(tried: Upgrade) -> list[tuple[int, str | None]]:
    return [(each.match.id, each.difference) for each in tried.differing]


def of(game: Game) -> Library:
    return Library.of({game.key: game})


async def test_the_same_version_plays_every_match_as_it_was_played(played: Path) -> None:
    tried = try_upgrade(played, LIBRARY, finished=10)
    assert (tried.migrations, differences(tried)) == ([], [])
    assert [[each.match.id for each in part] for part in (tried.unfinished, tried.finished)] == [[2], [1]]


async def test_a_second_version_beside_the_first_one_plays_every_match_as_it_was_played(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "EARLIER", {(Tiny.key, 1): Tiny})
    assert differences(try_upgrade(played, of(SecondTiny()), finished=10)) == []


async def test_a_second_version_without_the_first_one_can_go_on_with_no_match(played: Path) -> None:
    said = "there are no rules 1 of tiny (there are 2)"
    assert differences(try_upgrade(played, of(SecondTiny()), finished=10)) == [(2, said), (1, said)]


async def test_rules_that_changed_without_a_new_version_are_found_by_the_deal(played: Path) -> None:
    said = "ply 0: the state is another one"
    assert differences(try_upgrade(played, of(ForgottenTiny()), finished=10)) == [(2, said), (1, said)]


async def test_the_first_ply_that_differs_is_named(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reveal = tests.tiny_game.reveal

    def generous(g: TinyState) -> Phase:
        g.sides[0].points += g.turn == 1
        return reveal(g)

    monkeypatch.setattr(tests.tiny_game, "reveal", generous)
    said = "ply 2: the state is another one"
    assert differences(try_upgrade(played, LIBRARY, finished=10)) == [(2, said), (1, said)]


async def test_a_match_that_has_not_come_to_the_changed_rule_is_named_beside_those_that_have(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reveal = tests.tiny_game.reveal

    def generous(g: TinyState) -> Phase:
        g.sides[0].points += g.turn == 1
        return reveal(g)

    await fill(path)
    async with opened(path) as app:
        await begin(app, channel=CHANNEL + 2)
    agreeing = try_upgrade(path, LIBRARY, finished=10)
    assert (agreeing.endangered, agreeing.unseen) == ([], []), "other matches by its rules replay"
    monkeypatch.setattr(tests.tiny_game, "reveal", generous)
    tried = try_upgrade(path, LIBRARY, finished=10)
    assert [each.match.id for each in tried.differing] == [2, 1]
    assert [each.match.id for each in tried.endangered] == [3]


async def test_a_match_without_a_move_is_named_if_no_other_shows_its_rules(path: Path) -> None:
    async with opened(path) as app:
        await begin(app)
        assert [each.match.id for each in try_upgrade(path, LIBRARY, finished=10).unseen] == [1]
        await play_on(app, await begin(app, channel=CHANNEL + 1), 1)
    assert try_upgrade(path, LIBRARY, finished=10).unseen == []


async def test_the_migrations_to_come_are_named_and_tried_while_the_older_bot_runs_on(path: Path) -> None:
    async with opened(path) as app:
        match = await begin(app)
        match = await play_on(app, match, 1)
        tried = try_upgrade(path, LIBRARY, finished=10, migrations=[*known_migrations(), NEXT])
        assert (tried.migrations, differences(tried)) == ([NEXT.name], [])
        match = await play_on(app, match, 1)
        assert match.ply == 2
    assert query(path, "SELECT count(*) FROM migrations") == [(len(known_migrations()),)]
    assert not list(path.parent.glob("*.unfinished"))


async def test_a_migration_that_would_fail_is_named_and_changes_nothing(played: Path) -> None:
    before = played.read_bytes()
    with pytest.raises(StoreError, match=rf"Migration {BROKEN.name} failed .*Go on with the version before it"):
        try_upgrade(played, LIBRARY, finished=10, migrations=[*known_migrations(), BROKEN])
    assert played.read_bytes() == before
    assert not list(played.parent.glob("*.unfinished"))


async def test_only_the_latest_finished_matches_are_replayed(path: Path) -> None:
    async with opened(path) as app:
        for number in range(3):
            await play_on(app, await begin(app, channel=CHANNEL + number))
    tried = try_upgrade(path, LIBRARY, finished=2)
    assert [each.match.id for each in tried.finished] == [3, 2]


async def test_a_newer_or_missing_database_is_refused(played: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="written by a newer Hidden Hand"):
        try_upgrade(played, LIBRARY, finished=1, migrations=[])
    with pytest.raises(StoreError, match="There is no database"):
        try_upgrade(tmp_path / "other.sqlite3", LIBRARY, finished=1)


async def test_without_room_for_the_copy_nothing_is_tried(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10))
    with pytest.raises(NoRoomError):
        try_upgrade(played, LIBRARY, finished=1)
