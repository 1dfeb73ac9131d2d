"""A match keeps the rulebook with which it began."""

import pytest

from bot.application.application import Application
from bot.computer.levels import Level
from bot.content import library
from bot.content.library import Library
from bot.content.seeds import ContentError, Rulebook, load_lookup, lookup_of, read_rulebook
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Fork, MatchId
from bot.model.new_match import NewMatch
from bot.store.database import Database
from tests.bot.table_helpers import CHANNEL, CLEO, GUILD, SEED, TINY, begin, fresh, open_lobby, play_on

TODAY = read_rulebook(TINY.key)
CORRECTED = Rulebook(TINY.key, TODAY.text.replace("All players bid at once", "All players bid at the same time"))


def on(database: Database) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)


async def test_begun_matches_and_forks_of_them_keep_their_rulebook_and_later_ones_have_todays(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = on(database)
    lobby = await open_lobby(app, channel=CHANNEL + 1)
    begun = await play_on(app, await begin(app))
    assert await app.positions.rulebook(begun) == TODAY
    monkeypatch.setattr(library, "read_rulebook", lambda _: CORRECTED)
    app = on(database)
    assert await app.positions.rulebook(begun) == TODAY
    assert await app.positions.rulebook(lobby) == CORRECTED
    assert await app.positions.rulebook(await begin(app, channel=CHANNEL + 2)) == CORRECTED
    seats = await app.starts.check_fork(begun.id, 3)
    forked = await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=CHANNEL + 3,
            host=CLEO,
            game=TINY.key,
            settings=LobbySettings(wanted=seats),
            levels=[Level.NOVICE] * (seats - 1),
            fork=Fork(MatchId(begun.id), 3),
        ),
        interaction=fresh(),
    )
    assert await app.positions.rulebook(forked.match) == TODAY
    assert await database.read(lambda db: db.rows("SELECT count(*) FROM rulebooks")) == [(2,)]
    await app.computers.close()


def test_an_earlier_rulebook_is_searched_like_todays() -> None:
    earlier = Rulebook(TINY.key, TODAY.text.replace("**1.1 Bidding**", "**1.1 Bidding of old**"))
    assert lookup_of(earlier).find("1.1")[0].title == "Bidding of old"
    assert lookup_of(TODAY) is load_lookup(TINY.key)
    shorter = Rulebook(TINY.key, TODAY.text.partition("## 2 ")[0])
    assert [clause.number for clause in lookup_of(shorter).find("deck") if clause.number.startswith("2")] == []


def test_a_text_that_is_no_rulebook_is_refused() -> None:
    with pytest.raises(ContentError, match=r"seeds/tiny/rulebook\.md: line 1"):
        lookup_of(Rulebook(TINY.key, "It is a nice game."))


def test_a_rulebook_shows_its_hash_alone() -> None:
    assert repr(TODAY) == f"Rulebook(tiny, {TODAY.hash})"
    assert TODAY.hash != CORRECTED.hash != Rulebook("heist", CORRECTED.text).hash
