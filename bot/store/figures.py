"""SQL about figures: the deeds of users, and the steps that publish them as figures without users.

A step of a game on a server is made once enough new matches of enough players have ended (`ENOUGH`). It publishes every
count to which enough players have contributed in enough matches, and leaves all others for a later step. So figures
change for everyone at once, and two looks at them tell nothing about one match or one player.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from bot.model.figures import ENOUGH, Count, Deed, Figure, Subject, Variant
from bot.model.match import MatchId, UserId
from bot.store.database import Rows

_KEY: Final = "rules_version, content_hash, options, player_count, figure, subject"
_ENDED: Final = (
    "guild_id = ? AND game = ? AND match_id NOT IN "
    "(SELECT id FROM matches WHERE guild_id = ? AND status IN ('live', 'quarantined'))"
)
"""The deeds of a game on a server, without those of matches that go on."""
_MANY: Final = (
    f"SELECT {_KEY} FROM deeds WHERE {_ENDED} GROUP BY {_KEY} HAVING count(DISTINCT user_id) >= {ENOUGH} "  # noqa: S608 # ours
    f"AND count(DISTINCT CASE WHEN match_id = 0 THEN user_id ELSE -match_id END) >= {ENOUGH}"
)
"""The counts to which enough players have contributed, in enough matches."""
_PUBLISH: Final = (
    f"INSERT INTO figures (guild_id, game, {_KEY}, week, times, total, squares) "  # noqa: S608 # ours
    f"SELECT guild_id, game, {_KEY}, CAST(? AS TEXT), sum(times), sum(total), sum(squares) FROM deeds "
    f"WHERE {_ENDED} AND ({_KEY}) IN ({_MANY}) GROUP BY guild_id, game, {_KEY} "
    f"ON CONFLICT (guild_id, game, {_KEY}, week) DO UPDATE SET times = figures.times + excluded.times, "
    "total = figures.total + excluded.total, squares = figures.squares + excluded.squares"
)


async def is_wanted(db: Rows, guild_id: int, users: Iterable[UserId]) -> bool:
    """Return whether a server and all of these users let figures count what they do."""
    if await db.rows("SELECT 1 FROM server_preferences WHERE guild_id = ? AND figures = 0", guild_id):
        return False
    for user_id in users:
        if await db.rows("SELECT 1 FROM preferences WHERE user_id = ? AND in_figures = 0", user_id):
            return False
    return True


async def add(db: Rows, guild_id: int, variant: Variant, match_id: MatchId | None, deeds: Iterable[Deed]) -> None:
    """Store deeds in a match, or outside of any (None)."""
    sql = (
        f"INSERT INTO deeds (guild_id, game, {_KEY}, match_id, user_id, times, total, squares) "  # noqa: S608 # ours
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        f"ON CONFLICT (guild_id, game, {_KEY}, match_id, user_id) DO UPDATE SET times = deeds.times + excluded.times, "
        "total = deeds.total + excluded.total, squares = deeds.squares + excluded.squares, is_new = 1"
    )
    for deed in deeds:
        numbers = deed.count.times, deed.count.total, deed.count.squares
        await db.run(sql, guild_id, *variant, *deed.subject, match_id or 0, deed.user, *numbers)


async def fold(db: Rows, guild_id: int, variant: Variant, match_id: MatchId, deeds: Iterable[Deed]) -> None:
    """Store the deeds of a match that has ended, once. If a player or the server does not want that, delete those that
    were stored while it was played.
    """
    if not await db.rows("UPDATE matches SET is_folded = 1 WHERE id = ? AND is_folded = 0 RETURNING id", match_id):
        return
    sql = (
        "SELECT user_id FROM players WHERE match_id = ? AND user_id IS NOT NULL "
        "UNION SELECT user_id FROM former_players WHERE match_id = ?"
    )
    users = [user_id for (user_id,) in await db.rows(sql, match_id, match_id)]
    if await is_wanted(db, guild_id, users):
        await add(db, guild_id, variant, match_id, deeds)
    else:
        await db.run("DELETE FROM deeds WHERE match_id = ?", match_id)
        await db.run("DELETE FROM opinions WHERE match_id = ?", match_id)


async def publish(db: Rows, guild_id: int, game: str, at: datetime) -> bool:
    """Make a step of a game's figures on a server if it is due, and return whether it was."""
    sql = (
        "SELECT count(DISTINCT match_id), count(DISTINCT user_id) FROM deeds "
        "WHERE guild_id = ? AND game = ? AND figure IN (?, ?) AND is_new = 1"
    )
    ended = Figure.TURNS, Figure.LEVEL  # each person of a match that has ended has one of these
    [(matches, users)] = await db.rows(sql, guild_id, game, *ended)
    if min(matches, users) < ENOUGH:  # not SQL's min
        return False
    ours = guild_id, game, guild_id
    await db.run(_PUBLISH, monday(at), *ours, *ours)
    await db.run(f"DELETE FROM deeds WHERE {_ENDED} AND ({_KEY}) IN ({_MANY})", *ours, *ours)  # noqa: S608 # ours
    await db.run(f"UPDATE deeds SET is_new = 0 WHERE {_ENDED}", *ours)  # noqa: S608 # ours
    return True


async def published(db: Rows, game: str, guild_id: int | None = None) -> dict[Variant, dict[str, dict[Subject, Count]]]:
    """Return the figures of a game: by variant, by week, and by subject. guild_id: of this server; None: of all servers
    together.
    """
    server = "" if guild_id is None else "AND guild_id = ? "
    sql = (
        f"SELECT {_KEY}, week, sum(times), sum(total), sum(squares) FROM figures "  # noqa: S608 # ours
        f"WHERE game = ? {server}GROUP BY {_KEY}, week ORDER BY week, {_KEY}"
    )
    variants: dict[Variant, dict[str, dict[Subject, Count]]] = {}
    for *key, figure, name, week, times, total, squares in await db.rows(
        sql, game, *(() if guild_id is None else (guild_id,))
    ):
        weeks = variants.setdefault(Variant(game, *key), {})
        weeks.setdefault(week, {})[Subject(Figure(figure), name)] = Count(int(times), float(total), float(squares))
    return variants


async def unfolded(db: Rows, after: int, limit: int) -> list[MatchId]:
    """Return at most `limit` matches with ids above `after` that have ended and are not folded, in order, if their logs
    are there.
    """
    sql = (
        "SELECT id FROM matches WHERE status IN ('over', 'abandoned') AND is_folded = 0 AND cleared_at IS NULL "
        "AND id > ? ORDER BY id LIMIT ?"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, after, limit)]


async def variant_of(db: Rows, match_id: MatchId) -> tuple[int, Variant] | None:
    """Return the server and the variant of a match that was dealt; None: there is no such match."""
    sql = (
        "SELECT guild_id, game, rules_version, content_hash, "
        "(SELECT count(*) FROM players WHERE players.match_id = matches.id) "
        "FROM matches WHERE id = ? AND started_at IS NOT NULL"
    )
    for guild_id, game, rules_version, content_hash, players in await db.rows(sql, match_id):
        options = dict(await db.rows("SELECT name, value FROM match_options WHERE match_id = ?", match_id))
        return int(guild_id), Variant.of(game, rules_version, content_hash, options, int(players))
    return None


def monday(at: datetime) -> str:
    """Return the date of the Monday of a moment's week, like 2026-01-05."""
    return str((at - timedelta(days=at.weekday())).date())
