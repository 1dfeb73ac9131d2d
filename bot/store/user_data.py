"""SQL about everything that is stored about one user, and its deletion."""

from typing import Any, Final

from bot.model.match import UserId
from bot.model.pauses import Reason
from bot.store import announcements
from bot.store.database import Rows
from bot.store.leases import Work
from bot.store.notices import Notice, Subject
from bot.store.pauses import save_breaks

_PSEUDONYMS: Final = (
    ("players", "user_id"),
    ("former_players", "user_id"),
    ("matches", "host_id"),
    ("admin_actions", "user_id"),
    ("admin_actions", "target_user_id"),
    ("tournament_entries", "user_id"),
    ("tournaments", "organizer_id"),
    ("deeds", "user_id"),
)
"""The columns, by table, that keep a pseudonym in the place of a deleted user."""

_EXPORTED: Final = {
    "names": "SELECT guild_id, name FROM names WHERE user_id = ?",
    "preferences": (
        "SELECT ping_delay, reminder_interval, active_hours, theme, picture_texts, phone_pictures, hands_by_dm, "
        "motion, open_replays, is_listed, has_profile, in_figures, anywhere, phrases "
        "FROM preferences "
        "WHERE user_id = ?"
    ),
    "holidays": "SELECT since, ends_at FROM pauses WHERE first_id = ? AND reason = 'holiday'",
    "answer_times": "SELECT seconds FROM answer_times WHERE user_id = ?",
    "mutes": "SELECT match_id, muted_user_id FROM mutes WHERE user_id = ?",
    "bars": "SELECT reason, since, ends_at FROM bars WHERE kind = 'user' AND barred_id = ?",
    "reports_made": (
        "SELECT id, reported_id, match_id, guild_id, reason, words, made_at FROM reports WHERE reporter_id = ?"
    ),
    "recent_acts": "SELECT act, acted_at FROM recent_acts WHERE user_id = ?",
    "blocks": "SELECT blocked_user_id FROM blocks WHERE user_id = ?",
    "invitations": "SELECT match_id, answer FROM invitations WHERE user_id = ?",
    "common_queue": "SELECT request, since, match_id FROM seekers WHERE user_id = ?",
    "match_requests": "SELECT match_id, request FROM match_requests WHERE user_id = ?",
    "private_notes": "SELECT match_id, note FROM private_notes WHERE user_id = ?",
    "admin_actions": (
        "SELECT match_id, after_ply, action, target_user_id, acted_at FROM admin_actions WHERE user_id = ?"
    ),
    "admin_actions_about": ("SELECT match_id, after_ply, action, acted_at FROM admin_actions WHERE target_user_id = ?"),
    "proposals": "SELECT match_id, kind, due_at FROM proposals WHERE target_user_id = ?",
    "decks": "SELECT id, game, name, cards_json FROM decks WHERE user_id = ?",
    "default_decks": "SELECT game, deck_id FROM default_decks WHERE user_id = ?",
    "ratings": (
        "SELECT guild_id, game, rules, mu, sigma, games, wins, season_games, season_wins, is_listed FROM ratings "
        "WHERE user_id = ?"
    ),
    "season_standings": (
        "SELECT guild_id, season_number, game, rules, place, points, games, wins, points_after FROM season_standings "
        "WHERE user_id = ?"
    ),
    "watched_matches": "SELECT match_id, known_chances_json FROM watchers WHERE user_id = ?",
    "waiting_watcher_notes": "SELECT match_id, note FROM outbox WHERE watcher_id = ?",
    "servers_left": "SELECT guild_id FROM absent_members WHERE user_id = ?",
    "matches": (
        "SELECT matches.id, matches.game, matches.guild_id, matches.channel_id, matches.status, matches.created_at, "
        "matches.started_at, matches.ended_at, players.seat, players.deck_id, players.deck_is_random, "
        "players.place_guild_id, players.place_channel_id, "
        "players.final_rank, players.points_before, players.points_after, players.own_plies, players.timed_out_plies, "
        "players.lost_on_time "
        "FROM players JOIN matches ON matches.id = players.match_id WHERE players.user_id = ?"
    ),
    "decisions": (
        "SELECT plies.match_id, plies.ply, plies.action, plies.played_at FROM plies "
        "JOIN players ON players.match_id = plies.match_id AND players.seat = plies.seat WHERE players.user_id = ?"
    ),
    "pre_moves": (
        "SELECT pre_moves.match_id, pre_moves.answer FROM pre_moves "
        "JOIN players ON players.match_id = pre_moves.match_id AND players.seat = pre_moves.seat "
        "WHERE players.user_id = ?"
    ),
    "clocks": (
        "SELECT clocks.match_id, clocks.remaining_seconds, clocks.asked_at, clocks.deadline_at FROM clocks "
        "JOIN players ON players.match_id = clocks.match_id AND players.seat = clocks.seat WHERE players.user_id = ?"
    ),
    "former_seats": "SELECT match_id, seat, points_before, points_after FROM former_players WHERE user_id = ?",
    "puzzles": (
        "SELECT puzzles.game, puzzles.day, puzzles.level, puzzle_attempts.puzzle_id, puzzle_attempts.guild_id, "
        "puzzle_attempts.actions, puzzle_attempts.tries, puzzle_attempts.hints, puzzle_attempts.told, "
        "puzzle_attempts.cost, puzzle_attempts.solved_at "
        "FROM puzzle_attempts JOIN puzzles ON puzzles.id = puzzle_attempts.puzzle_id "
        "WHERE puzzle_attempts.user_id = ?"
    ),
    "tournaments": (
        "SELECT tournaments.id, tournaments.guild_id, tournaments.channel_id, tournaments.game, tournaments.status, "
        "tournament_entries.entry_number, tournament_entries.part, tournament_entries.deck_id FROM tournament_entries "
        "JOIN tournaments ON tournaments.id = tournament_entries.tournament_id WHERE tournament_entries.user_id = ?"
    ),
    "organized_tournaments": "SELECT id, guild_id, channel_id, game, status FROM tournaments WHERE organizer_id = ?",
    "lessons": "SELECT game, steps_done, finished_at FROM lessons WHERE user_id = ?",
    "shown_tips": "SELECT game, tip, match_id, decision FROM shown_tips WHERE user_id = ?",
    "deeds": (
        "SELECT guild_id, game, rules_version, content_hash, options, player_count, figure, subject, match_id, times, "
        "total, squares FROM deeds WHERE user_id = ?"
    ),
    "opinions": "SELECT match_id, ply, clause, remark, is_signed, written_at FROM opinions WHERE user_id = ?",
    "packs": "SELECT id, guild_id, game, name, edition, uploaded_at, retired_at FROM packs WHERE user_id = ?",
    "comparisons": (
        "SELECT id, guild_id, first_game, second_game, question, mode, most_matches, began_at, ended_at, verdict "
        "FROM comparisons WHERE user_id = ?"
    ),
    "opinion_requests": "SELECT match_id, asked_at FROM opinion_requests WHERE user_id = ?",
    "waiting_notes": (
        "SELECT outbox.match_id, outbox.note FROM outbox "
        "JOIN players ON players.match_id = outbox.match_id AND players.seat = outbox.seat "
        "WHERE outbox.kind = 'note' AND players.user_id = ?"
    ),
    "waiting_whispers": (
        "SELECT match_id, note FROM outbox WHERE kind = 'note' "
        """AND note LIKE '{"kind": "Written", "author_id": ' || CAST(? AS TEXT) || ', %'"""
    ),
}
"""The statement of each exported table, by its name in the export. The names of the columns explain the values."""

_OWN: Final = (
    "names",
    "preferences",
    "answer_times",
    "blocks",
    "mutes",
    "recent_acts",
    "invitations",
    "match_requests",
    "seekers",
    "private_notes",
    "decks",
    "default_decks",
    "ratings",
    "season_standings",
    "absent_members",
    "watchers",
    "puzzle_attempts",
    "lessons",
    "shown_tips",
    "opinions",
    "opinion_requests",
)
"""The tables whose rows belong to one user and are deleted with them."""

_ELSEWHERE: Final = (
    ("blocks", "blocked_user_id"),
    ("mutes", "muted_user_id"),
    ("reports", "reporter_id"),
    ("outbox", "watcher_id"),
    ("players", "user_id"),
    ("former_players", "user_id"),
    ("matches", "host_id"),
    ("admin_actions", "user_id"),
    ("admin_actions", "target_user_id"),
    ("proposals", "target_user_id"),
    ("tournaments", "organizer_id"),
    ("tournament_entries", "user_id"),
    ("deeds", "user_id"),
    ("packs", "user_id"),
    ("comparisons", "user_id"),
)
"""The other columns that name a user, each with its table."""


_OWE_PUZZLES: Final = (
    "UPDATE announcements SET owed = owed + 1, due_at = CASE WHEN shown < owed THEN due_at ELSE 0 END "
    "WHERE kind = 'puzzles' AND EXISTS (SELECT 1 FROM puzzle_attempts "
    "JOIN puzzles ON puzzles.id = puzzle_attempts.puzzle_id "
    "WHERE puzzle_attempts.user_id = ? AND puzzle_attempts.cost IS NOT NULL "
    "AND puzzle_attempts.guild_id = announcements.guild_id AND puzzles.day = announcements.subject)"
)
"""The statement that queues an edit of every post of a daily puzzle that names a user."""

_COUNT_CHANGES: Final = (
    "UPDATE matches SET revision = revision + 1 WHERE id IN (SELECT match_id FROM players WHERE user_id = ? "
    "UNION SELECT match_id FROM invitations WHERE user_id = ? "
    "UNION SELECT match_id FROM proposals WHERE target_user_id = ? UNION SELECT id FROM matches WHERE host_id = ?) "
    "RETURNING id, revision"
)
"""The statement that counts a change of every match that names a user, so that no process keeps the name."""


async def users(db: Rows) -> set[UserId]:
    """Return all users about whom anything is stored."""
    everyone: set[UserId] = set()
    for table, column in (*((table, "user_id") for table in _OWN), *_ELSEWHERE):
        rows = await db.rows(f"SELECT DISTINCT {column} FROM {table} WHERE {column} > 0")  # noqa: S608 # ours
        everyone.update(user_id for (user_id,) in rows)
    everyone.update(user_id for (user_id,) in await db.rows("SELECT first_id FROM pauses WHERE reason = 'holiday'"))
    return everyone


async def export(db: Rows, user_id: UserId) -> dict[str, list[dict[str, Any]]]:
    """Return everything that is stored about a user: by table, its rows by column."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for name, sql in _EXPORTED.items():
        columns = [
            column.rpartition(".")[2].strip()
            for column in sql.removeprefix("SELECT ").partition(" FROM ")[0].split(",")
        ]
        tables[name] = [dict(zip(columns, row, strict=True)) for row in await db.rows(sql, user_id)]
    return tables


async def delete(db: Rows, user_id: UserId) -> None:
    """Delete what is stored about a user; where a match needs a player, put a pseudonym in their place.

    A bar of the user and reports about them stay, since a deletion would else be a way round them: a bar until it ends,
    a report for a year (`bot.people.reports.REPORTS_KEPT`).
    """
    await db.run(_OWE_PUZZLES, user_id)
    pseudonym = await _new_pseudonym(db)
    sql = (
        "DELETE FROM outbox WHERE kind = 'note' AND EXISTS (SELECT 1 FROM players "
        "WHERE players.match_id = outbox.match_id AND players.seat = outbox.seat AND players.user_id = ?)"
    )
    await db.run(sql, user_id)
    sql = "DELETE FROM outbox WHERE kind = 'note' AND (pinged_user_id = ? OR note LIKE ? OR note LIKE ? OR note LIKE ?)"
    mentions = f"%@{user_id}>%", f"%: {user_id},%", f"%: {user_id}}}%"  # in a text, and as a field in JSON
    await db.run(sql, user_id, *mentions)
    sql = (
        "UPDATE lobby_settings SET match_request = '' WHERE EXISTS (SELECT 1 FROM players "
        "WHERE players.match_id = lobby_settings.match_id AND players.user_id = ?)"
    )
    await db.run(sql, user_id)
    for match_id, revision in await db.rows(_COUNT_CHANGES, user_id, user_id, user_id, user_id):
        await db.notify(Notice.of(Subject.MATCH, match_id, revision))
    await db.notify(Notice.of(Subject.USER, user_id))
    await db.run("UPDATE players SET deck_name = '' WHERE user_id = ?", user_id)
    sql = "UPDATE players SET place_channel_id = 0 WHERE user_id = ? AND place_guild_id = 0"  # whose messages: unknown
    await db.run(sql, user_id)
    sql = (
        "DELETE FROM proposal_answers WHERE EXISTS (SELECT 1 FROM proposals "
        "WHERE proposals.match_id = proposal_answers.match_id "
        "AND proposals.made_version = proposal_answers.made_version AND proposals.target_user_id = ?)"
    )
    await db.run(sql, user_id)
    await db.run("DELETE FROM proposals WHERE target_user_id = ?", user_id)
    await _leave_tournaments(db, user_id)
    for table, column in _PSEUDONYMS:
        await db.run(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", pseudonym, user_id)  # noqa: S608 # ours
    sql = (
        "UPDATE players_by_points SET players = players - 1 WHERE EXISTS (SELECT 1 FROM ratings "
        "WHERE ratings.user_id = ? AND ratings.is_listed = 1 AND ratings.guild_id = players_by_points.guild_id "
        "AND ratings.game = players_by_points.game AND ratings.rules = players_by_points.rules "
        "AND ratings.points - ratings.points % players_by_points.width = players_by_points.points)"
    )
    await db.run(sql, user_id)
    await db.run("DELETE FROM blocks WHERE blocked_user_id = ?", user_id)
    await db.run("DELETE FROM mutes WHERE muted_user_id = ?", user_id)
    await db.run("UPDATE reports SET reporter_id = NULL, words = '' WHERE reporter_id = ?", user_id)
    await db.run("DELETE FROM outbox WHERE watcher_id = ?", user_id)
    await save_breaks(db, Reason.HOLIDAY, user_id, ())
    await db.run("UPDATE packs SET user_id = NULL WHERE user_id = ?", user_id)
    await db.run("UPDATE comparisons SET user_id = NULL WHERE user_id = ?", user_id)
    for table in _OWN:
        await db.run(f"DELETE FROM {table} WHERE user_id = ?", user_id)  # noqa: S608 # ours


async def _leave_tournaments(db: Rows, user_id: UserId) -> None:
    """Take a user out of all tournaments that have not started, and mark the user as dropped out in the others."""
    sql = (
        "UPDATE tournaments SET version = version + 1 WHERE id IN "
        "(SELECT tournament_id FROM tournament_entries WHERE user_id = ?) RETURNING guild_id, id, tag"
    )
    for guild_id, number, tag in await db.rows(sql, user_id):
        await announcements.owe_change(db, Work.TOURNAMENTS, guild_id, f"{number}-{tag}", 0.0)
    sql = (
        "DELETE FROM tournament_entries WHERE user_id = ? AND tournament_id IN "
        "(SELECT id FROM tournaments WHERE status = 'open')"
    )
    await db.run(sql, user_id)
    await db.run("UPDATE tournament_entries SET part = 'out', deck_id = '' WHERE user_id = ?", user_id)


async def _new_pseudonym(db: Rows) -> UserId:
    """Return an id below 0 that no deleted user has yet."""
    lowest_of_each = " UNION ALL ".join(f"SELECT min({column}) AS id FROM {table}" for table, column in _PSEUDONYMS)  # noqa: S608 # ours
    sql = f"SELECT coalesce(min(lowest.id), 0) FROM ({lowest_of_each}) AS lowest"  # noqa: S608 # ours
    [(lowest,)] = await db.rows(sql)
    return min(0, int(lowest)) - 1
