"""Invariants of the file of a stopped bot, however it was stopped."""

from collections import Counter
from collections.abc import Iterator

from bot.application.application import Application
from bot.application.match.outbox import BoardRow, HandRow
from bot.application.match.replay import DivergedError, replay
from bot.content.library import Library
from bot.model.match import MatchId, Status
from bot.model.table import Table
from bot.people.listing import BAND, WIDTHS
from bot.ratings.ratings import Rating
from bot.store import matches as sql
from bot.store.address import DatabaseAddress
from bot.store.database import Database, Rows
from rules.core.cards import CardId
from tests.laws.matches import lying


async def ledger_faults(path: DatabaseAddress, library: Library) -> list[str]:
    """Return all faults: matches that do not replay, lost or extra cards, results recorded incompletely or twice."""
    database = await Database.open(path)
    try:
        app = Application(database, library)
        numbers = [MatchId(number) for (number,) in await database.read(_matches)]
        faults = [fault for number in numbers for fault in await _match_faults(app, number)]
        return [*faults, *await database.read(_result_faults)]
    finally:
        await database.close()


async def _matches(db: Rows) -> list[tuple[int]]:
    return [(number,) for (number,) in await db.rows("SELECT id FROM matches ORDER BY id")]


async def _match_faults(app: Application, match_id: MatchId) -> list[str]:
    stored = await app.database.read(lambda db: sql.load(db, match_id))
    assert stored is not None
    rows = await app.outbox.of_match(match_id)
    rows_by_seat = Counter(
        (row.kind, row.seat if isinstance(row, HandRow) else row.channel_id)
        for row in rows
        if isinstance(row, BoardRow | HandRow)
    )
    twice = [f"match {match_id} owes {what} {count} times" for what, count in rows_by_seat.items() if count > 1]
    if stored.deal is None:
        return twice
    plies = [ply.number for ply in stored.plies]
    if plies != list(range(1, len(plies) + 1)):
        return [*twice, f"the plies of match {match_id} are numbered {plies}"]
    content = stored.content or app.library.content(stored.match.game)
    game = app.library.game(stored.match.game, stored.rules, content)
    try:
        table = replay(game, stored.match, stored.deal, stored.plies)
    except DivergedError as error:
        return [*twice, f"match {match_id} does not replay at ply {error.ply}: {error}"]
    return [*twice, *_table_faults(stored, table)]


def _table_faults(stored: sql.Stored, table: Table) -> Iterator[str]:
    match, deal = stored.match, stored.deal
    assert deal is not None
    dealt = Table.deal(table.game, seats=len(match.players), options=match.options, decks=deal.decks, seed=deal.seed)
    if _cards(dealt) != _cards(table):
        yield f"match {match.id} has other cards than it was dealt: {_cards(dealt)}, {_cards(table)}"
    ended = table.state.outcome is not None
    if match.status in {Status.LIVE, Status.OVER} and ended is not (match.status is Status.OVER):
        yield f"match {match.id} is {match.status} with the outcome {table.state.outcome}"
    if match.outcome != table.state.outcome and match.status is Status.OVER:
        yield f"match {match.id} is stored with {match.outcome} and ended with {table.state.outcome}"


def _cards(table: Table) -> Counter[CardId]:
    return sum(lying(table.state).values(), Counter())


async def _result_faults(db: Rows) -> list[str]:
    """Return a fault unless each ended match counts once for each of its players, and nothing else counts.

    A seat that changed hands counts for its first player, and only if they lost points.
    """
    both = "SELECT match_id, user_id, points_before, points_after FROM"
    rated_seats = (
        f"{both} players WHERE since_version = 0 UNION ALL {both} former_players WHERE points_after < points_before"
    )
    sql = (
        "SELECT matches.rated_guild_id, matches.game, rated_rules, seats.user_id, count(*), "  # noqa: S608 # ours
        f"sum(points_after - points_before) FROM matches JOIN ({rated_seats}) AS seats ON seats.match_id = matches.id "
        "WHERE matches.status = 'over' GROUP BY 1, 2, 3, 4"
    )
    played = {tuple(key): (count, Rating().points + gained) for *key, count, gained in await db.rows(sql)}
    sql = "SELECT guild_id, game, rules, user_id, sum(points_after - points) FROM season_standings GROUP BY 1, 2, 3, 4"
    for *key, moved in await db.rows(sql):
        count, points = played[tuple(key)]
        played[tuple(key)] = count, points + moved
    sql = "SELECT guild_id, game, rules, user_id, games, points FROM ratings"
    rated = {tuple(key): (games, points) for *key, games, points in await db.rows(sql)}
    faults = [
        f"{user} has as many matches of {game}, {rules}, and points as {played.get((guild, game, rules, user))}, "
        f"and the leaderboard says {rated.get((guild, game, rules, user))}"
        for guild, game, rules, user in played.keys() | rated.keys()
        if played.get((guild, game, rules, user)) != rated.get((guild, game, rules, user))
    ]
    faults += [
        f"seat {seat} of match {match}, which is {status}, has the rank {rank} and {points} points"
        for match, status, seat, rank, points in await db.rows(
            "SELECT match_id, status, seat, final_rank, points_after FROM players "
            "JOIN matches ON matches.id = match_id WHERE (status = 'over') <> (final_rank IS NOT NULL) "
            "OR (status = 'over' AND since_version = 0) <> (points_after IS NOT NULL)"
        )
    ]
    faults += [
        f"match {match}, which is {status}, is listed for the player of seat {seat} with the end {listed}, not {ended}"
        for match, status, seat, listed, ended in await db.rows(
            "SELECT match_id, status, seat, players.ended_at, matches.ended_at FROM players "
            "JOIN matches ON matches.id = match_id WHERE coalesce(players.ended_at, -1) "
            "<> CASE WHEN status IN ('over', 'abandoned') THEN matches.ended_at ELSE -1 END"
        )
    ]
    listed = await db.rows("SELECT guild_id, game, rules, points FROM ratings WHERE is_listed = 1")
    board = Counter(map(tuple, listed))
    sql = "SELECT guild_id, game, rules, points, players FROM players_by_points WHERE players > 0 AND width = ?"
    bands = Counter[tuple[object, ...]]()
    for (*of, points), players in board.items():
        bands[*of, points - points % BAND] += players
    shown = [{tuple(key): count for *key, count in await db.rows(sql, width)} for width in WIDTHS]
    if shown != [board, bands]:
        faults.append("the leaderboard counts others than are rated")
    return faults
