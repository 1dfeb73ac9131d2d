"""The games with their content, read from seeds/."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.content import seeds as content
from bot.content.seeds import Content, ContentError, load_content, load_game, load_games, load_rulebook, read_rulebook
from rules.catalog import GAMES


@pytest.fixture
def seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of seeds with an empty one for Allocator, and restore the caches afterwards."""
    (tmp_path / "allocator").mkdir()
    monkeypatch.setattr(content, "files", lambda _: tmp_path)
    monkeypatch.setattr(content, "load_game", load_game.__wrapped__)
    monkeypatch.setattr(content, "load_content", load_content.__wrapped__)
    monkeypatch.setattr(content, "read_rulebook", read_rulebook.__wrapped__)
    monkeypatch.setattr(content, "load_rulebook", load_rulebook.__wrapped__)
    return tmp_path / "allocator"


def test_every_game_of_the_catalog_is_loaded_once() -> None:
    assert list(load_games()) == list(GAMES)
    assert all(load_game(key) is game for key, game in load_games().items())


@pytest.mark.parametrize("key", [*GAMES])
def test_every_game_has_a_rulebook(key: str) -> None:
    assert load_rulebook(key)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(KeyError):
        load_game("chess")
    with pytest.raises(KeyError):
        load_rulebook("../allocator")


def test_an_invalid_toml_file_is_named(seeds: Path) -> None:
    (seeds / "cards.toml").write_text("[cards\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"seeds/allocator/cards\.toml: .*line 1"):
        content.load_game("allocator")


def test_unusable_content_is_named(seeds: Path) -> None:
    for name in ("cards", "decks"):
        (seeds / f"{name}.toml").write_text("[nonsense]\nx = 1\n", encoding="utf-8")
    with pytest.raises(ContentError, match="seeds/allocator: "):
        content.load_game("allocator")


def test_a_missing_or_malformed_rulebook_is_named(seeds: Path) -> None:
    with pytest.raises(ContentError, match=r"seeds/allocator/rulebook\.md"):
        content.load_rulebook("allocator")
    (seeds / "rulebook.md").write_text("It is a nice game.\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"seeds/allocator/rulebook\.md: line 1"):
        content.load_rulebook("allocator")


def test_a_missing_folder_is_named(seeds: Path) -> None:
    seeds.rmdir()
    with pytest.raises(ContentError, match="seeds/allocator: the folder is missing"):
        content.load_game("allocator")


@pytest.mark.parametrize("key", [*GAMES])
def test_a_game_depends_only_on_its_content(key: str) -> None:
    loaded = load_content(key)
    assert json.loads(loaded.text) == loaded.tables
    made = GAMES[key](loaded.tables)
    assert [repr(card) for card in made.cards.values()] == [repr(card) for card in load_game(key).cards.values()]
    assert made.decks == load_game(key).decks


def test_the_layout_of_a_file_does_not_change_its_content(seeds: Path) -> None:
    (seeds / "cards.toml").write_bytes(b'[one]\nname = "Ada"\ntext = """a\nb"""\n\n[two]\ncost = 12\n')
    before = content.load_content("allocator")
    (seeds / "cards.toml").write_bytes(
        b'# Cards\r\none = {name = \'Ada\', text = """a\r\nb"""}\r\n\r\n[two] # the second\r\ncost = 1_2\r\n'
    )
    (seeds / "rulebook.md").write_text("No content.", encoding="utf-8")
    assert content.load_content("allocator") == before
    assert before.text == '{"cards":{"one":{"name":"Ada","text":"a\\nb"},"two":{"cost":12}}}'


def test_a_contents_hash_is_the_same_on_every_python() -> None:
    tiny = Content.of("tiny", {"cards": {"a": {"name": "é", "open": True, "ways": [1, 2]}}})
    assert tiny.text == '{"cards":{"a":{"name":"\\u00e9","open":true,"ways":[1,2]}}}'
    assert tiny.hash == "5101deea74be0099"
    assert repr(tiny) == "Content(tiny, 5101deea74be0099)"


CARDS: Mapping[str, Any] = {"a": {"cost": 1}, "b": {"cost": 2}}


@pytest.mark.parametrize(
    "other",
    [
        Content.of("heist", {"cards": CARDS}),
        Content.of("tiny", {"decks": CARDS}),
        Content.of("tiny", {"cards": CARDS, "decks": {}}),
        Content.of("tiny", {"cards": {**CARDS, "b": {"cost": 3}}}),
        Content.of("tiny", {"cards": {**CARDS, "b": {"cost": True}}}),
        Content.of("tiny", {"cards": {**CARDS, "b": {"cost": "2"}}}),
        Content.of("tiny", {"cards": {"b": CARDS["b"], "a": CARDS["a"]}}),
    ],
    ids=lambda content: content.text,
)
def test_any_change_of_a_games_data_changes_its_content(other: Content) -> None:
    """The order of entries counts: it is the order of the card list."""
    assert other.hash != Content.of("tiny", {"cards": CARDS}).hash
    assert other != Content.of("tiny", {"cards": CARDS})


@pytest.mark.parametrize("value", ["0.5", "1979-05-27", "inf", "[1, {a = 2.0}]"])
def test_inexact_numbers_and_dates_are_refused_as_content(seeds: Path, value: str) -> None:
    (seeds / "cards.toml").write_text(f"[one]\ncost = {value}\n", encoding="utf-8")
    with pytest.raises(
        ContentError, match=r"seeds/allocator: cards\.one\.cost(\[2\]\.a)? = .*: content is text, whole"
    ):
        content.load_game("allocator")
