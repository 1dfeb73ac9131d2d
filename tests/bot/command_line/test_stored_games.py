"""Commands that take the game of a content pack from the bot's database."""

import asyncio
import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.content.library import load_library
from bot.content.seeds import Content, load_content, read_rulebook
from bot.packs.packs import NewPack
from bot.store.database import Database
from rules.core.cards import CardId

pytestmark = pytest.mark.sqlite  # the commands are given a file

Run = Callable[..., Any]
MARKSMAN = CardId("marksman")


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Content:
    """Return the content of a pack in the database of the commands, in which the Marksman has another name."""
    path = tmp_path / "hidden-hand.sqlite3"
    monkeypatch.setenv("DATABASE", str(path))
    tables = load_content("tnb").tables
    tables["cards"][MARKSMAN]["name"] = "Longbow"
    content = Content.of("tnb", tables)

    async def add() -> None:
        database = await Database.open(path)
        app = Application(database, load_library())
        new = NewPack(guild=5, user=7, name="Bows", edition="2", content=content, rulebook=read_rulebook("tnb"))
        assert (await app.packs.add(new, interaction=1)).key == "tnb.1"
        await database.close()

    asyncio.run(add())
    return content


def test_a_pack_of_the_database_is_printed(stored: Content, hidden_hand: Run, tmp_path: Path) -> None:
    out = tmp_path / "printed"
    code, said, err = hidden_hand("print", "tnb.1", "--only", "csv", "--out", str(out))
    assert (code, err) == (0, "")
    assert f"Bows 2 (T&B) · {stored.hash}" in said
    with (out / "playingcards.csv").open(encoding="utf-8", newline="") as table:
        assert {row["label"] for row in csv.DictReader(table) if row["id"] == MARKSMAN} == {"Longbow"}


def test_what_people_did_with_a_pack_is_told_under_its_title(stored: Content, hidden_hand: Run) -> None:
    code, said, err = hidden_hand("lab", "people", "tnb.1", "--most", "4", "--processes", "1", "--json")
    assert (code, err) == (0, "")
    assert "Bows 2 (T&B) with 2 players: what people did" in said
    assert stored.hash in said


@pytest.mark.parametrize("command", [("print",), ("lab", "people")])
def test_a_pack_that_the_database_lacks_is_named(stored: Content, hidden_hand: Run, command: tuple[str, ...]) -> None:
    assert stored.hash
    code, _, err = hidden_hand(*command, "tnb.9")
    assert code == 2
    assert "the database has no content pack tnb.9" in err
