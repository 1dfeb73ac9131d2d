"""SQL about one user: all that is stored about them, and its deletion."""

from typing import Any

from bot.model.match import UserId
from bot.store.database import Rows

_EXPORTED = {
    "names": "SELECT guild, name FROM names WHERE user = ?",
    "preferences": "SELECT patience, theme, waking, reminders, words, hands FROM preferences WHERE user = ?",
    "blocks": "SELECT other FROM blocks WHERE user = ?",
    "invitations": "SELECT match, answer FROM invitations WHERE user = ?",
    "wishes": "SELECT match, wish FROM wishes WHERE user = ?",
    "private_notes": "SELECT match, text FROM private_notes WHERE user = ?",
    "acts": "SELECT match, ply, act, about, at FROM acts WHERE user = ?",
    "decks": "SELECT id, game, name, cards FROM decks WHERE user = ?",
    "default_decks": "SELECT game, deck FROM default_decks WHERE user = ?",
    "ratings": "SELECT guild, game, mu, sigma, games, wins FROM ratings WHERE user = ?",
    "matches": (
        "SELECT matches.id, matches.game, matches.guild, matches.channel, matches.status, matches.created, "
        "matches.started, matches.ended, players.seat, players.deck, players.by_chance, players.rank, "
        "players.points_before, players.points_after FROM players JOIN matches ON matches.id = players.match "
        "WHERE players.user = ?"
    ),
    "decisions": (
        "SELECT plies.match, plies.ply, plies.action, plies.at FROM plies JOIN players ON players.match = plies.match "
        "AND players.seat = plies.seat WHERE players.user = ?"
    ),
    "standing_answers": (
        "SELECT standing_answers.match, standing_answers.answer FROM standing_answers JOIN players "
        "ON players.match = standing_answers.match AND players.seat = standing_answers.seat WHERE players.user = ?"
    ),
    "clocks": (
        "SELECT clocks.match, clocks.remaining, clocks.since, clocks.deadline FROM clocks JOIN players "
        "ON players.match = clocks.match AND players.seat = clocks.seat WHERE players.user = ?"
    ),
    "former_seats": "SELECT match, seat, points_before, points_after FROM former_players WHERE user = ?",
    "puzzles": (
        "SELECT puzzles.game, puzzles.day, puzzles.level, attempts.puzzle, attempts.guild, attempts.actions, "
        "attempts.tries, attempts.hints, attempts.cost, attempts.solved FROM attempts "
        "JOIN puzzles ON puzzles.id = attempts.puzzle WHERE attempts.user = ?"
    ),
    "lessons": "SELECT game, step, finished FROM lessons WHERE user = ?",
    "waiting_notes": (
        "SELECT outbox.match, outbox.text FROM outbox JOIN players ON players.match = outbox.match "
        "AND players.seat = outbox.seat WHERE outbox.kind = 'note' AND players.user = ?"
    ),
}
"""What is exported, by its name: the columns say what each row is."""

_OWN = (
    "names",
    "preferences",
    "blocks",
    "invitations",
    "wishes",
    "private_notes",
    "decks",
    "default_decks",
    "ratings",
    "attempts",
    "lessons",
)
"""Tables whose rows are one user's and go with them."""


_OWE_PUZZLE_POSTS = (
    "UPDATE puzzle_posts SET owed = owed + 1, due = CASE WHEN shown < owed THEN due ELSE 0 END WHERE EXISTS ("
    "SELECT 1 FROM attempts JOIN puzzles ON puzzles.id = attempts.puzzle WHERE attempts.user = ? "
    "AND attempts.cost IS NOT NULL AND attempts.guild = puzzle_posts.guild AND puzzles.day = puzzle_posts.day)"
)
"""Makes every post that names a user owe a change."""


async def export(db: Rows, user: UserId) -> dict[str, list[dict[str, Any]]]:
    """All that is stored about a user, as tables of rows by column."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, sql in _EXPORTED.items():
        columns = [
            column.rpartition(".")[2].strip()
            for column in sql.removeprefix("SELECT ").partition(" FROM ")[0].split(",")
        ]
        found[name] = [dict(zip(columns, row, strict=True)) for row in await db.rows(sql, user)]
    return found


async def delete(db: Rows, user: UserId) -> None:
    """Delete what is stored about a user; where ledgers need somebody, a pseudonym stands in their place."""
    await db.rows(_OWE_PUZZLE_POSTS, user)
    everybody = "SELECT user FROM players UNION SELECT user FROM former_players"
    [(lowest,)] = await db.rows(f"SELECT min(0, coalesce(min(user), 0)) FROM ({everybody})")  # noqa: S608 # ours
    pseudonym = lowest - 1
    sql = (
        "DELETE FROM outbox WHERE kind = 'note' AND EXISTS (SELECT 1 FROM players WHERE players.match = outbox.match "
        "AND players.seat = outbox.seat AND players.user = ?)"
    )
    await db.rows(sql, user)
    sql = (
        "UPDATE gatherings SET wish = '' WHERE EXISTS "
        "(SELECT 1 FROM players WHERE players.match = gatherings.match AND players.user = ?)"
    )
    await db.rows(sql, user)
    await db.rows("UPDATE players SET user = ?, deck_name = '' WHERE user = ?", pseudonym, user)
    await db.rows("UPDATE former_players SET user = ? WHERE user = ?", pseudonym, user)
    await db.rows("DELETE FROM proposals WHERE offered_to = ?", user)
    await db.rows("UPDATE matches SET host = ? WHERE host = ?", pseudonym, user)
    await db.rows("UPDATE acts SET user = ? WHERE user = ?", pseudonym, user)
    await db.rows("UPDATE acts SET about = ? WHERE about = ?", pseudonym, user)
    sql = (
        "UPDATE players_by_points SET players = players - 1 WHERE EXISTS (SELECT 1 FROM ratings WHERE ratings.user = ? "
        "AND ratings.guild = players_by_points.guild AND ratings.game = players_by_points.game "
        "AND ratings.points = players_by_points.points)"
    )
    await db.rows(sql, user)
    await db.rows("DELETE FROM blocks WHERE other = ?", user)
    for table in _OWN:
        await db.rows(f"DELETE FROM {table} WHERE user = ?", user)  # noqa: S608 # ours
