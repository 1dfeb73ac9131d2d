"""Retention: matches that ended long ago keep results and ratings, and lose their logs, deals and texts."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.application.table.hand_footers import save_note
from bot.application.time.retention import MONTH, STEP, Retention
from bot.backup.upgrade import try_upgrade
from bot.model.match import Match, MatchId, Status
from bot.model.notes import Written
from bot.model.operator import Operator
from bot.model.reasons.match import MatchNotLive
from bot.replay.replays import Replays
from bot.store import outbox
from bot.store.database import Database, Rows
from bot.store.migrations import known_migrations
from cogs.messages.ended import ended_message, ending_lines
from cogs.messages.refusals import refusal_text
from tests.bot.backup_helpers import LIBRARY
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, SEED, STRANGER, TINY, begin, fresh, open_lobby, play_on

MONTHS = 6
MARK = "Zephyrine"
KEPT = {"match_options", "players", "former_players", "lobby_settings", "outbox"}
"""The tables of matches in which some rows stay."""


@pytest.fixture
def time() -> Time:
    return Time()


def made(database: Database, time: Time, months: int = MONTHS) -> Application:
    return Application(database, LIBRARY, clock=time, seeds=lambda: SEED, operator=Operator(log_months=months))


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


def retention(app: Application) -> Retention:
    [duty] = [duty for duty in app.timers._duties if isinstance(duty, Retention)]
    return duty


async def cleared(app: Application) -> list[int]:
    """Carry out every step that is due, and return the number of matches that each has cleared."""
    duty, steps = retention(app), []
    while moments := [number for moment, number in await duty.due() if moment <= app.clock().timestamp()]:
        before = await count(app, "matches WHERE cleared_at IS NOT NULL")
        await duty.carry_out(moments[0])
        steps.append(await count(app, "matches WHERE cleared_at IS NOT NULL") - before)
    return steps


async def count(app: Application, table: str) -> int:
    [(rows,)] = await app.database.read(lambda db: db.rows(f"SELECT count(*) FROM {table}"))  # noqa: S608 # ours
    return int(rows)


async def tables_of_matches(app: Application) -> set[str]:
    """Return the tables whose rows belong to a match."""
    rows = await app.database.read(
        lambda db: db.rows(
            "SELECT tables.name FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns "
            "WHERE tables.type = 'table' AND columns.name = 'match_id'"
        )
    )
    assert len(rows) > len(KEPT)
    return {table for (table,) in rows}


def secret_columns() -> list[str]:
    """Return the columns of matches that the schema calls secret."""
    [table] = re.findall(r"CREATE TABLE matches \((.*?)\n\) STRICT", known_migrations()[0].sql, re.DOTALL)
    columns = re.findall(r"^    (\w+) .* -- secret", table, re.MULTILINE)
    assert "seed" in columns
    return [str(column) for column in columns]


async def over(app: Application, channel: int = CHANNEL) -> Match:
    """Play a match to its end, with a user-built deck, a private note and a pending note."""
    if not await app.decks.of_user(ANN):
        await app.decks.create(ANN, TINY.key, f"{MARK}'s pride", TINY.decks["level"].cards, interaction=fresh())
    [deck] = await app.decks.of_user(ANN)
    lobby = await open_lobby(app, channel=channel, deck=deck.id)
    await app.lobbies.join(lobby.id, BEN, deck="mixed", interaction=fresh())
    match = await play_on(app, (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match)
    assert match.status is Status.OVER

    async def write(db: Rows) -> None:
        await save_note(db, match.id, ANN, f"{MARK} bluffs")
        await outbox.add_note(db, match.id, 0, Written(text=f"{MARK}, look"), 0.0)

    await app.database.write(write)
    return match


@pytest.mark.sqlite
async def test_an_old_match_keeps_its_result_and_ratings_and_loses_log_deal_and_texts(
    app: Application, time: Time, path: Path
) -> None:
    match = await over(app)
    points = await app.ratings.changes(match.id)
    ranking = await app.ratings.leaderboard(GUILD, TINY.key, first=0, count=10, user=ANN)
    time.go_on(MONTHS * MONTH + 1)
    assert await cleared(app) == [1]
    for table in await tables_of_matches(app) - KEPT:
        assert await count(app, table) == 0, table
    for column in secret_columns():
        assert await count(app, f"matches WHERE {column} IS NOT NULL") == 0, column
    assert await count(app, "players WHERE deck_cards_json IS NOT NULL OR deck_name <> ''") == 0
    assert await count(app, "outbox WHERE is_pending") == 0
    kept = (await app.positions.get(match.id)).match
    assert (kept.outcome, kept.status, kept.cleared) == (match.outcome, Status.OVER, True)
    assert [player.user for player in kept.players] == [player.user for player in match.players]
    assert await app.ratings.changes(match.id) == points != {}
    assert await app.ratings.leaderboard(GUILD, TINY.key, first=0, count=10, user=ANN) == ranking
    await app.decks.delete(ANN, (await app.decks.of_user(ANN))[0].id)
    await app.database.compact()
    assert MARK.encode() not in path.read_bytes()


async def test_a_match_is_whole_until_its_last_second(app: Application, time: Time) -> None:
    match = await over(app)
    time.go_on(MONTHS * MONTH - 1)
    assert await cleared(app) == []
    assert (await app.matches.log(await app.positions.get(match.id), ANN))[0]


async def test_by_default_every_log_is_kept(database: Database, time: Time) -> None:
    app = made(database, time, months=0)
    await over(app)
    time.go_on(1200 * MONTH)
    assert await retention(app).due() == []


async def test_unfinished_matches_are_never_cleared(app: Application, time: Time) -> None:
    match = await play_on(app, await begin(app), 2)
    time.go_on(100 * MONTH)
    assert await cleared(app) == []
    assert (await app.positions.get(match.id)).match.ply == 2


async def test_a_match_without_a_result_is_cleared_as_well(app: Application, time: Time) -> None:
    match = await begin(app)
    await app.administration.end(match.id, STRANGER, interaction=fresh())
    time.go_on(MONTHS * MONTH + 1)
    assert await cleared(app) == [1]
    assert (await app.positions.get(match.id)).match.status is Status.ABANDONED


async def test_many_old_matches_are_cleared_in_small_steps_with_pauses(app: Application, time: Time) -> None:
    for number in range(STEP + 3):
        await over(app, CHANNEL + number)
    time.go_on(MONTHS * MONTH + 1)
    announced: list[tuple[MatchId, float]] = []
    app.announcer.on_due(lambda number, moment: announced.append((number, moment)))
    assert await cleared(app) == [STEP, 3]
    [(_, moment)] = announced
    assert moment > time().timestamp()


async def test_the_timers_clear_a_match_that_ended_while_they_ran(app: Application, time: Time) -> None:
    await app.timers.open()
    match = await over(app)
    time.go_on(MONTHS * MONTH + 1)
    app.timers._set()
    for _ in range(100):
        if (await app.positions.get(match.id)).match.cleared:
            break
        app.timers._start()
        await app.timers.settled()
    assert (await app.positions.get(match.id)).match.cleared
    await app.timers.close()


async def seen(_guild: int, _channel: int, _user: int) -> bool:
    return True


async def test_every_reader_of_a_log_says_kindly_that_it_was_deleted(app: Application, time: Time) -> None:
    match = await over(app)
    time.go_on(MONTHS * MONTH + 1)
    await cleared(app)
    position = await app.positions.get(match.id)
    replays = Replays(app.positions, LIBRARY, app.names, seen)
    for ask in (
        lambda: app.matches.log(position, ANN),
        lambda: app.matches.since(position, ANN),
        lambda: app.finished.with_table(position),
        lambda: app.analyses.of(match.id, ANN),
        lambda: app.matches.act(match.id, ANN, "bid 1", decision=7, interaction=fresh()),
        lambda: app.matches.resign(match.id, ANN, interaction=fresh()),
        lambda: replays.watch(match.id, ANN),
        lambda: replays.record(match.id, ANN),
        lambda: app.starts.check_fork(match.id, 1),
    ):
        with pytest.raises(MatchNotLive) as caught:
            await ask()
        assert refusal_text(caught.value) == (
            f"Match #{match.id} is over. Its log and its cards have been deleted because of its age. The result and "
            "the ratings are kept."
        )


async def test_the_status_of_a_cleared_match_shows_its_result_without_a_way_to_the_log(
    app: Application, time: Time
) -> None:
    match = await over(app)
    time.go_on(MONTHS * MONTH + 1)
    await cleared(app)
    position = await app.positions.get(match.id)
    lines = ending_lines(
        position, ["Ann", "Ben"], await app.finished.ending(position), await app.ratings.changes(match.id)
    )
    message = ended_message(position, lines, ANN, (await app.outbox.board(match.id)).message_id)
    assert "points" in message.content
    assert "have been deleted because of its age" in message.content
    assert "/match log" not in message.content
    assert not message.items


@pytest.mark.sqlite
async def test_a_new_version_is_not_tried_on_logs_that_were_deleted(app: Application, time: Time, path: Path) -> None:
    old = await over(app)
    time.go_on(MONTHS * MONTH + 1)
    new = await over(app)
    await cleared(app)
    tried = try_upgrade(path, LIBRARY, finished=10)
    assert [each.match.id for each in tried.finished] == [new.id] != [old.id]
    assert tried.differing == []


async def test_a_restart_goes_on_with_matches_that_were_not_cleared(
    database: Database, app: Application, time: Time, path: Path
) -> None:
    await over(app)
    time.go_on(MONTHS * MONTH + 1)
    restarted = made(database, time)
    await restarted.timers.open()
    await restarted.timers.settled()
    restarted.timers._start()
    await restarted.timers.settled()
    await restarted.timers.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM plies").fetchone() == (0,)
