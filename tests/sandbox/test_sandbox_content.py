"""`hidden-hand sandbox --content`: a saved file changes new matches, and says what changed; running matches go on."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.content.library import Library, load_library
from bot.model.match import Match, MatchId
from bot.model.new_match import NewMatch
from bot.store.database import Database
from rules.core.cards import CardId
from sandbox.content import WatchedContent
from tests.bot.table_helpers import ANN, BEN, GUILD, fresh
from tests.patience import PATIENT

MARKSMAN = CardId("marksman")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy the files of T&B to a folder of its own."""
    copied = tmp_path / "tnb"
    shutil.copytree(str(files("seeds").joinpath("tnb")), copied)
    return copied


@pytest.fixture
def library() -> Library:
    return load_library()


@pytest.fixture
async def app(tmp_path: Path, library: Library) -> AsyncIterator[Application]:
    database = await Database.open(tmp_path / "hidden-hand.sqlite3")
    yield Application(database, library, seeds=lambda: 1)
    await database.close()


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


async def begin(app: Application, channel: int) -> Match:
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=channel, host=ANN, game="tnb", deck="long-shot"), interaction=fresh()
    )
    await app.lobbies.join(lobby.match.id, BEN, deck="long-shot", interaction=fresh())
    return (await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())).match


async def health(app: Application, number: MatchId) -> int:
    return int((await app.positions.get(number)).game.cards[MARKSMAN].health)  # type: ignore[attr-defined] # of T&B


async def test_new_matches_have_the_saved_cards_and_running_ones_keep_theirs(
    app: Application, library: Library, folder: Path
) -> None:
    told: list[str] = []
    watched = WatchedContent(library, "tnb", folder, told.append)
    assert not await watched.look(), "it is the content of the game itself"
    assert told == []
    before = await begin(app, 1)
    edit(folder / "cards.toml", "health = 3", "health = 4")
    edit(folder / "rulebook.md", "A deck has 8 different cards.", "A deck has exactly 8 different cards.")
    assert await watched.look()
    assert told[1:] == ["  cards.marksman.health: 3 -> 4", "  rule 3.1 is changed"]
    after = await begin(app, 2)
    assert (await health(app, before.id), await health(app, after.id)) == (3, 4)
    app.positions.drop(before.id)
    assert await health(app, before.id) == 3, "it is read again by its own content"
    assert "exactly 8" in library.rulebook("tnb").text
    assert not await watched.look(), "nothing has changed since"


async def test_a_folder_with_faults_changes_nothing_and_lists_them(library: Library, folder: Path) -> None:
    told: list[str] = []
    watched = WatchedContent(library, "tnb", folder, told.append)
    content = library.content("tnb")
    edit(folder / "cards.toml", "health = 3", "health = -3")
    edit(folder / "decks.toml", '"lancer", "knight"', '"lancer", "dragon"')
    assert not await watched.look()
    assert "nothing was changed, because of 2 faults" in told[0]
    assert len(told) == 3
    assert library.content("tnb") == content
    edit(folder / "cards.toml", "health = -3", "health = 3")
    edit(folder / "decks.toml", '"lancer", "dragon"', '"lancer", "knight"')
    assert not await watched.look()
    shutil.rmtree(folder)
    assert not await watched.look()


async def test_a_saved_file_is_noticed_by_itself(library: Library, folder: Path) -> None:
    noticed = asyncio.Event()
    watched = WatchedContent(library, "tnb", folder, lambda _: noticed.set())
    watching = asyncio.create_task(watched.watch())
    try:
        await asyncio.sleep(0)
        edit(folder / "cards.toml", "health = 3", "health = 5")
        await asyncio.wait_for(noticed.wait(), PATIENT)
    finally:
        watching.cancel()
