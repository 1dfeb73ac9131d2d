"""Content packs in the store: played like games of their own, retired, outdated, deleted with their server."""

from typing import Final

import pytest

from bot.application.application import Application
from bot.application.time.absences import delete_settings
from bot.content.library import Library
from bot.content.seeds import Content, Rulebook, load_content, read_rulebook
from bot.model.absence import Place
from bot.model.match import MatchId, Status
from bot.model.packs import Pack
from bot.model.reasons.lobby import OnePlaceOnly
from bot.packs.packs import NewPack
from bot.packs.refusals import PackGone, PackOutdated, PackRetired
from bot.ratings.season import Period
from bot.store.database import Database, Rows
from rules.core.cards import CardId
from tests.bot.refused import refused
from tests.bot.table_helpers import (
    ANN,
    BEN,
    CHANNEL,
    GUILD,
    SEED,
    TINY,
    asked,
    first_choice,
    fresh,
    open_lobby,
    play_on,
)
from tests.tiny_game import Tiny

TITLE = "Nines 1 (Tiny)"
AWAY: Final = Place(7 << 22, 9_000)
LAST = CardId("card-8")


class Ruled(Tiny):
    """The game after an update that changed its rules."""

    version = 2


def tables(name: str = "Card 9") -> Content:
    """Return the tables of the game with another name of its last card."""
    changed = load_content("tiny").tables
    changed["cards"][LAST]["name"] = name
    return Content.of("tiny", changed)


async def add(app: Application, name: str = "Nines", guild: int = GUILD) -> Pack:
    rulebook = Rulebook("tiny", read_rulebook("tiny").text + "\n")
    new = NewPack(guild=guild, user=ANN, name=name, edition="1", content=tables(), rulebook=rulebook)
    return await app.packs.add(new, interaction=fresh())


async def begun(app: Application, pack: Pack) -> MatchId:
    """Begin a match of Ann and Ben with a pack, and return its number."""
    lobby = await open_lobby(app, game=pack.key)
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    assert match.status is Status.LIVE
    return match.id


def again(database: Database, game: Tiny = TINY) -> Application:
    """Return another process's application on the same database, or this one after a restart."""
    return Application(database, Library.of({"tiny": game}), seeds=lambda: SEED)


async def test_a_match_has_the_tables_and_the_rulebook_of_its_pack_in_every_process(
    app: Application, database: Database
) -> None:
    pack = await add(app)
    number = await begun(app, pack)
    for process in (app, again(database)):
        position = await process.positions.get(number)
        assert position.game.cards[LAST].name == "Card 9"
        assert (position.game.key, position.game.title) == (pack.key, TITLE)
        assert (await process.positions.rulebook(position.match)).text.endswith("\n\n")
    assert app.library.games["tiny"].cards[LAST].name == "Card 8"


async def test_a_lobby_of_a_pack_has_its_tables_before_it_begins(app: Application, database: Database) -> None:
    pack = await add(app)
    lobby = await open_lobby(app, game=pack.key)
    position = await again(database).positions.get(lobby.id)
    assert position.game.cards[LAST].name == "Card 9"
    assert (await app.positions.rulebook(position.match)).text.endswith("\n\n")


async def test_its_matches_are_rated_apart_and_not_among_all_games(app: Application) -> None:
    pack = await add(app)
    number = await begun(app, pack)
    await play_on(app, (await app.positions.get(number)).match)
    for game, players in ((pack.key, 2), ("tiny", 0), (None, 0)):
        for period in Period:
            board = await app.ratings.leaderboard(GUILD, game, first=0, count=10, user=None, period=period)
            assert board.players == players, (game, period)


async def test_a_retired_pack_begins_no_match_and_live_ones_go_on(app: Application, database: Database) -> None:
    pack = await add(app)
    number = await begun(app, pack)
    await app.packs.retire(pack.key, GUILD)
    later = again(database)
    with refused(PackRetired(title=TITLE)):
        await open_lobby(later, game=pack.key, channel=1)
    assert list(await later.packs.games_of(GUILD)) == ["tiny"]
    assert list(await later.packs.games_of(GUILD, retired=True)) == ["tiny", pack.key]
    match = await play_on(later, (await later.positions.get(number)).match)
    assert match.status is Status.OVER
    assert (await later.packs.titles([pack.key, "tiny", "tiny.99"])) == {
        pack.key: TITLE,
        "tiny": "Tiny",
        "tiny.99": "A deleted pack (Tiny)",
    }


async def test_a_lobby_whose_pack_was_retired_does_not_start(app: Application) -> None:
    pack = await add(app)
    lobby = await open_lobby(app, game=pack.key)
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    await app.packs.retire(pack.key, GUILD)
    with refused(PackRetired(title=TITLE)):
        await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    chosen = await app.card_choice.choose(lobby.id, ANN, "tiny", interaction=fresh())
    assert chosen.match.game == "tiny"
    assert [player.deck for player in chosen.match.players] == ["steep", "level"]
    assert (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match.status is Status.LIVE


async def test_a_pack_for_an_older_game_begins_no_match_and_live_ones_go_on(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = await add(app)
    number = await begun(app, pack)
    waiting = await open_lobby(app, game=pack.key, channel=1)
    monkeypatch.setattr("bot.content.library.EARLIER", {("tiny", 1): Tiny})
    updated = again(database, Ruled())
    with refused(PackOutdated(title=TITLE)):
        await open_lobby(updated, game=pack.key, channel=2)
    assert list(await updated.packs.games_of(GUILD)) == ["tiny"]
    assert (await updated.positions.get(waiting.id)).game.title == TITLE
    assert (await play_on(updated, (await updated.positions.get(number)).match)).status is Status.OVER


async def test_a_pack_of_another_server_cannot_be_played(app: Application) -> None:
    pack = await add(app, guild=GUILD + 1)
    with refused(PackGone()):
        await open_lobby(app, game=pack.key)
    with refused(PackGone()):
        await app.packs.retire(pack.key, GUILD)
    for key in ("tiny.99", "alchemy.1", "tiny."):
        with refused(PackGone()) if key != "tiny." else pytest.raises(Exception, match="UnknownGame"):
            await app.packs.playable(key, GUILD + 1)


async def test_the_words_of_a_pack_are_for_its_server_and_no_stranger_reads_them(app: Application) -> None:
    pack = await add(app)
    lobby = await open_lobby(app, game=pack.key)
    with refused(OnePlaceOnly(match_id=lobby.id)):
        await app.lobbies.invite(lobby.id, ANN)
    with refused(OnePlaceOnly(match_id=lobby.id)):
        await app.lobbies.join(lobby.id, BEN, deck="level", place=AWAY, interaction=fresh())
    other = await open_lobby(app, channel=CHANNEL + 1)
    await app.lobbies.join(other.id, BEN, deck="level", place=AWAY, interaction=fresh())
    with refused(OnePlaceOnly(match_id=other.id)):
        await app.card_choice.choose(other.id, ANN, pack.key, interaction=fresh())


async def test_a_pack_that_was_never_played_goes_with_its_tables_and_others_keep_theirs(app: Application) -> None:
    one, other = await add(app), await add(app, "Others")
    assert one.content == other.content

    async def stored(db: Rows) -> tuple[int, int, int]:
        [(packs,)] = await db.rows("SELECT count(*) FROM packs")
        [(contents,)] = await db.rows("SELECT count(*) FROM contents")
        [(rulebooks,)] = await db.rows("SELECT count(*) FROM rulebooks")
        return packs, contents, rulebooks

    assert await app.database.read(stored) == (2, 1, 1)
    await app.packs.retire(one.key, GUILD)
    assert await app.database.read(stored) == (1, 1, 1)
    await app.packs.retire(other.key, GUILD)
    assert await app.database.read(stored) == (0, 0, 0)


async def test_a_server_that_the_bot_has_left_loses_its_packs_and_its_matches_keep_their_tables(
    app: Application, database: Database
) -> None:
    pack = await add(app)
    number = await begun(app, pack)
    await app.database.write(lambda db: delete_settings(db, GUILD))
    assert await app.packs.of_server(GUILD) == []
    position = await again(database).positions.get(number)
    assert position.game.cards[LAST].name == "Card 9"
    assert position.game.title == "A deleted pack (Tiny)"
    assert (await again(database).positions.rulebook(position.match)).text.endswith("\n\n")


async def test_a_users_export_lists_their_packs_and_their_deletion_leaves_none_of_their_names(app: Application) -> None:
    pack = await add(app)
    [exported] = (await app.user_data.export(ANN))["packs"]
    assert (exported["id"], exported["name"]) == (pack.id, "Nines")
    await app.user_data.delete(ANN)
    [left] = await app.packs.of_server(GUILD)
    assert (left.key, left.user) == (pack.key, None)


async def test_decks_of_a_pack_are_its_own(app: Application) -> None:
    pack = await add(app)
    built = await app.decks.create(ANN, pack.key, "Mine", TINY.decks["steep"].cards, interaction=fresh())
    assert await app.decks.of_user(ANN, "tiny") == []
    assert await app.decks.still(ANN, pack.key, built.id) == built.id
    assert await app.decks.still(ANN, "tiny", built.id) is None
    lobby = await open_lobby(app, game=pack.key, deck=built.id)
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    assert "Mine" in [player.deck_name for player in match.players]
    _, user = await asked(app, match)
    assert await first_choice(app, match, user)
