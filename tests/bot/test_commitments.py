"""The deal of a match: a message commits to a secret, and the seed mixes in the id of this message."""

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.commitment import UNPOSTED
from bot.model.deal_message import DealMessage
from bot.model.match import MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.notes import DealCommitted
from bot.model.refusals import TooFewPlayers
from bot.replay.record import read_record
from bot.store import matches as sql
from bot.store.database import Database, Rows
from bot.store.outbox_rows import NoteRow
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, TINY, fresh, open_lobby


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, Library.of({TINY.key: TINY}))


async def seed_of(app: Application, match_id: MatchId) -> tuple[int, int | None, int]:
    """Return the seed of a deal, the id of its message, and the seed that the secret and this id give."""

    async def work(db: Rows) -> tuple[int, int | None, int]:
        message, secret = await sql.deal_message_of(db, match_id), await sql.secret_of(db, match_id)
        message_id = None if message is None else message.id
        return (await sql.deal_of(db, match_id)).seed, message_id, secret.mixed(message_id or UNPOSTED)

    return await app.database.read(work)


async def committing(app: Application, match_id: MatchId) -> int:
    """Return how many notes with a commitment wait to be posted."""
    rows = await app.outbox.of_match(match_id)
    return sum(isinstance(row, NoteRow) and row.note == DealCommitted() for row in rows)


async def test_a_press_posts_the_commitment_and_the_match_starts_with_the_id_of_that_message(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    assert (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match.status is Status.LOBBY
    assert await committing(app, lobby.id) == 1
    await app.lobbies.start_committed(lobby.id, 777)
    started = (await app.positions.get(lobby.id)).match
    assert started.status is Status.LIVE
    seed, message_id, mixed = await seed_of(app, lobby.id)
    assert (seed, message_id) == (mixed, 777)
    assert started.commitment == lobby.commitment
    assert await app.matches.deal_message(lobby.id) == DealMessage(guild=GUILD, channel=CHANNEL, id=777)


async def test_a_lobby_that_cannot_start_posts_nothing(app: Application) -> None:
    lobby = await open_lobby(app)
    with pytest.raises(TooFewPlayers):
        await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    assert await committing(app, lobby.id) == 0
    assert await app.matches.deal_message(lobby.id) is None


async def test_a_deal_whose_message_cannot_be_posted_has_none(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    await app.lobbies.start_committed(lobby.id, UNPOSTED)
    seed, message_id, mixed = await seed_of(app, lobby.id)
    assert (seed, message_id) == (mixed, None)
    assert await committing(app, lobby.id) == 0, "it is not posted later either"
    await app.matches.resign(lobby.id, ANN, interaction=fresh())
    record = await app.database.read(lambda db: read_record(db, lobby.id))
    assert record is not None
    assert record.proof is None


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
    assert await committing(app, lobby.id) == 1, "a second message would look like a second try"
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


async def test_the_same_secret_with_another_message_deals_otherwise(app: Application) -> None:
    lobby = await open_lobby(app)
    secret = await app.database.read(lambda db: sql.secret_of(db, lobby.id))
    assert secret.mixed(1) != secret.mixed(2)
    assert secret.commitment == lobby.commitment
