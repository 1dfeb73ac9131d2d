"""SQL about series: the matches of each, in order."""

from bot.model.series import SIDES, Series, seat_in
from bot.store.database import Rows
from rules.core.play import Outcome


async def find(db: Rows, match_id: int) -> Series | None:
    """Return the place of a match in its series; None: it belongs to none."""
    sql = "SELECT first_match_id, game_number, best_of FROM series_matches WHERE match_id = ?"
    rows = await db.rows(sql, match_id)
    if not rows:
        return None
    [(first_match_id, game_number, best_of)] = rows
    sql = (
        "SELECT series_matches.game_number, min(players.seat) FROM series_matches "
        "JOIN players ON players.match_id = series_matches.match_id "
        "WHERE series_matches.first_match_id = ? AND series_matches.game_number < ? AND players.final_rank = 1 "
        "GROUP BY series_matches.game_number HAVING count(*) = 1"
    )
    won = [seat_in(earlier, seat, game_number) for earlier, seat in await db.rows(sql, first_match_id, game_number)]
    sql = "SELECT match_id FROM series_matches WHERE first_match_id = ? AND game_number = ?"
    following = await db.rows(sql, first_match_id, game_number + 1)
    return Series(
        first_id=first_match_id,
        game_number=game_number,
        best_of=best_of,
        wins=tuple(won.count(seat) for seat in range(SIDES)),
        next_id=following[0][0] if following else None,
    )


async def insert(db: Rows, match_id: int, series: Series) -> None:
    """Store the place of a match in its series. Raise if the series has that game already."""
    sql = "INSERT INTO series_matches (match_id, first_match_id, game_number, best_of) VALUES (?, ?, ?, ?)"
    await db.run(sql, match_id, series.first_id, series.game_number, series.best_of)


async def delete(db: Rows, match_id: int) -> None:
    """Make a lobby that was to begin a series one of a single match."""
    await db.run("DELETE FROM series_matches WHERE match_id = ?", match_id)


async def game(db: Rows, first_id: int, game_number: int) -> int | None:
    """Return the match that is a game of a series, if it has begun."""
    sql = "SELECT match_id FROM series_matches WHERE first_match_id = ? AND game_number = ?"
    rows = await db.rows(sql, first_id, game_number)
    return rows[0][0] if rows else None


async def unfinished(db: Rows) -> list[tuple[float, int]]:
    """Return the latest match of each undecided series whose latest match is over, with the moment of its end."""
    sql = (
        "SELECT matches.ended_at, matches.id FROM series_matches JOIN matches ON matches.id = series_matches.match_id "
        "WHERE matches.status = 'over' AND series_matches.game_number < series_matches.best_of "
        "AND NOT EXISTS (SELECT 1 FROM series_matches AS later "
        "WHERE later.first_match_id = series_matches.first_match_id "
        "AND later.game_number > series_matches.game_number) ORDER BY matches.id"
    )
    return [
        (float(ended_at), match_id) for ended_at, match_id in await db.rows(sql) if not await _is_decided(db, match_id)
    ]


async def _is_decided(db: Rows, match_id: int) -> bool:
    series = await find(db, match_id)
    sql = "SELECT final_rank FROM players WHERE match_id = ? ORDER BY seat"
    ranks = tuple(final_rank for (final_rank,) in await db.rows(sql, match_id))
    return series is not None and series.is_decided(Outcome("", ranks))
