"""The deal of a match: its lobby commits to a secret, and the seed mixes in an id that Discord gives out later."""

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Match, MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.notes import DealCommitted
from bot.store import matches as sql
from bot.store.database import Database, Rows
from bot.store.outbox_rows import NoteRow
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, TINY, fresh, open_lobby

BOARD = 500_000


@pytest.fixture
def app(database: Database) -> Application:
    return Application.on(database, Library.of({TINY.key: TINY}))


async def shown(app: Application, lobby: Match, message_id: int = BOARD) -> None:
    """Let the lobby be posted as a message with this id."""
    sql = "UPDATE outbox SET message_id = ?, channel_id = ? WHERE match_id = ? AND kind = 'board'"
    await app.database.write(lambda db: db.rows(sql, message_id, CHANNEL, lobby.id))


async def seed_of(app: Application, match_id: MatchId) -> tuple[int, int | None, int]:
    """Return the seed of a deal, the id that was mixed into it, and the seed that this gives."""

    async def work(db: Rows) -> tuple[int, int | None, int]:
        start_id, secret = await sql.start_id_of(db, match_id), await sql.secret_of(db, match_id)
        return (await sql.deal_of(db, match_id)).seed, start_id, secret.mixed(start_id or 0)

    return await app.database.read(work)


async def committing(app: Application, match_id: MatchId) -> int:
    """Return how many notes with a commitment wait to be posted."""
    rows = await app.outbox.of_match(match_id)
    return sum(isinstance(row, NoteRow) and row.note == DealCommitted() for row in rows)


async def test_a_press_on_a_lobby_that_was_shown_starts_the_match_at_once_with_its_id(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    await shown(app, lobby)
    press = fresh()
    started = (await app.lobbies.start(lobby.id, ANN, interaction=press)).match
    assert started.status is Status.LIVE
    seed, start_id, mixed = await seed_of(app, lobby.id)
    assert (seed, start_id) == (mixed, press)
    assert started.commitment == lobby.commitment
    assert await committing(app, lobby.id) == 0


async def test_a_press_before_the_commitment_was_shown_posts_it_first_and_uses_that_message(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    press = fresh()
    await shown(app, lobby, press + 1)
    assert (await app.lobbies.start(lobby.id, ANN, interaction=press)).match.status is Status.LOBBY
    assert await committing(app, lobby.id) == 1
    await app.lobbies.start_committed(lobby.id, press + 7)
    assert (await app.positions.get(lobby.id)).match.status is Status.LIVE
    seed, start_id, mixed = await seed_of(app, lobby.id)
    assert (seed, start_id) == (mixed, press + 7)


async def test_a_match_against_computers_starts_once_its_commitment_is_posted(app: Application) -> None:
    opened = await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=CHANNEL,
            host=ANN,
            game="tiny",
            settings=(await open_lobby(app, channel=CHANNEL + 1)).settings.__class__(wanted=2),
            levels=["novice"],
        ),
        interaction=fresh(),
    )
    assert opened.match.status is Status.LOBBY
    await app.lobbies.start_committed(opened.match.id, 777)
    assert (await app.positions.get(opened.match.id)).match.status is Status.LIVE
    assert (await seed_of(app, opened.match.id))[1] == 777
    await app.computers.close()


async def test_a_commitment_that_is_posted_twice_starts_one_match(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    await app.lobbies.start_committed(lobby.id, 777)
    await app.lobbies.start_committed(lobby.id, 778)
    assert (await seed_of(app, lobby.id))[1] == 777


async def test_a_lobby_that_closed_meanwhile_stays_closed(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    await app.lobbies.leave(lobby.id, ANN, interaction=fresh())
    await app.lobbies.start_committed(lobby.id, 777)
    assert (await app.positions.get(lobby.id)).match.status is Status.CLOSED


async def test_a_rematch_has_a_secret_of_its_own(app: Application) -> None:
    first, second = await open_lobby(app), await open_lobby(app, channel=CHANNEL + 1)
    assert first.commitment != second.commitment


async def test_the_same_secret_with_another_press_deals_otherwise(app: Application) -> None:
    lobby = await open_lobby(app)
    secret = await app.database.read(lambda db: sql.secret_of(db, lobby.id))
    assert secret.mixed(1) != secret.mixed(2)
    assert secret.commitment == lobby.commitment
