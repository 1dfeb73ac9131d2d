"""The games with their content, read from seeds/."""

from pathlib import Path

import pytest

from bot import content
from bot.content import ContentError, load_game, load_games, load_rulebook
from rules.catalog import GAMES


@pytest.fixture
def seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of seeds with nothing in it but an empty one for Allocator; caches are left as they were."""
    (tmp_path / "allocator").mkdir()
    monkeypatch.setattr(content, "files", lambda _: tmp_path)
    monkeypatch.setattr(content, "load_game", load_game.__wrapped__)
    monkeypatch.setattr(content, "load_rulebook", load_rulebook.__wrapped__)
    return tmp_path / "allocator"


def test_every_game_of_the_catalog_is_loaded_once() -> None:
    assert list(load_games()) == list(GAMES)
    assert all(load_game(key) is game for key, game in load_games().items())


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_rulebook(key: str) -> None:
    assert load_rulebook(key)


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        load_game("chess")
    with pytest.raises(KeyError):
        load_rulebook("../allocator")


def test_a_file_that_is_no_toml_is_named(seeds: Path) -> None:
    (seeds / "cards.toml").write_text("[cards\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"seeds/allocator/cards\.toml: .*line 1"):
        content.load_game("allocator")


def test_content_that_the_game_cannot_use_is_named(seeds: Path) -> None:
    for name in ("cards", "decks"):
        (seeds / f"{name}.toml").write_text("[nonsense]\nx = 1\n", encoding="utf-8")
    with pytest.raises(ContentError, match="seeds/allocator: "):
        content.load_game("allocator")


def test_a_rulebook_that_is_missing_or_not_written_as_one_is_named(seeds: Path) -> None:
    with pytest.raises(ContentError, match=r"seeds/allocator/rulebook\.md"):
        content.load_rulebook("allocator")
    (seeds / "rulebook.md").write_text("It is a nice game.\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"seeds/allocator/rulebook\.md: line 1"):
        content.load_rulebook("allocator")


def test_a_folder_that_is_missing_is_named(seeds: Path) -> None:
    seeds.rmdir()
    with pytest.raises(ContentError, match="seeds/allocator: the folder is missing"):
        content.load_game("allocator")
