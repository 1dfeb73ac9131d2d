"""Store and load tournaments."""

from collections.abc import Sequence
from typing import Any, Final

from bot.model import pauses
from bot.model.absence import WHOLE_SERVER
from bot.model.clocks import Outage
from bot.model.match import UserId
from bot.model.pace import Pace
from bot.model.series import seat_in
from bot.store import announcements, series
from bot.store.database import Rows
from bot.store.leases import Work
from bot.tournaments.values import DRAW, LOSS, WIN, Entry, Key, Pairing, Part, Reason, Status, System, Tournament
from rules.core.options import RuleSet
from rules.core.play import Outcome

_TOURNAMENT: Final = (
    "SELECT id, tag, guild_id, channel_id, organizer_id, game, pairing_system, status, version, pace, best_of, "
    "round_seconds, most_players, fill_level, round_count, rules, round_number, deadline_at, pauses_counted_until "
    "FROM tournaments"
)


async def insert(db: Rows, new: Tournament, now: float) -> int | None:
    """Store a new tournament and return its number; None if its channel already has an unfinished one."""
    sql = (
        "INSERT INTO tournaments (tag, guild_id, channel_id, organizer_id, game, pairing_system, status, pace, "
        "best_of, round_seconds, most_players, fill_level, round_count, rules, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"
    )
    place = (new.tag, new.guild, new.channel, new.organizer, new.game, new.system, new.status)
    terms = (str(new.pace), new.best_of, new.round_seconds, new.most, new.fill, new.rounds, new.rules)
    rows = await db.rows(sql, *place, *terms, int(now))
    if not rows:
        return None
    number = int(rows[0][0])
    await announcements.owe(db, Work.TOURNAMENTS, new.guild, str(Key(number, new.tag)), new.channel)
    return number


async def load(db: Rows, tournament_id: int) -> Tournament | None:
    """Return a tournament, if it exists."""
    rows = await db.rows(f"{_TOURNAMENT} WHERE id = ?", tournament_id)
    return await _tournament(db, rows[0]) if rows else None


async def in_channel(db: Rows, channel_id: int) -> int | None:
    """Return the number of the unfinished tournament of a channel, if it has one."""
    sql = "SELECT id FROM tournaments WHERE channel_id = ? AND status IN ('open', 'running')"
    rows = await db.rows(sql, channel_id)
    return int(rows[0][0]) if rows else None


async def latest_in_channel(db: Rows, channel_id: int) -> int | None:
    """Return the number of the latest tournament of a channel, if it ever had one."""
    [(tournament_id,)] = await db.rows("SELECT max(id) FROM tournaments WHERE channel_id = ?", channel_id)
    return None if tournament_id is None else int(tournament_id)


async def channel_of_thread(db: Rows, thread_id: int) -> int | None:
    """Return the channel of the tournament that has a pairing in this thread, or None."""
    sql = "SELECT channel_id FROM announcements WHERE kind = ? AND message_id = ?"
    rows = await db.rows(sql, Work.TOURNAMENTS, thread_id)
    return int(rows[0][0]) if rows else None


async def unfinished(db: Rows) -> list[int]:
    """Return the numbers of the unfinished tournaments, oldest first."""
    rows = await db.rows("SELECT id FROM tournaments WHERE status IN ('open', 'running') ORDER BY id")
    return [int(tournament_id) for (tournament_id,) in rows]


async def save(db: Rows, before: Tournament, after: Tournament) -> bool:
    """Store a changed tournament. If it has been changed meanwhile, store nothing and return False."""
    changed = (after.status, after.organizer, after.rounds, after.round, after.deadline, after.counted)
    assignments = (
        "status = ?, organizer_id = ?, round_count = ?, round_number = ?, deadline_at = ?, pauses_counted_until = ?,"
    )
    if not await _change(db, assignments, "id = ? AND version = ?", *changed, before.id, before.version):
        return False
    kept = {entry.number for entry in after.entries}
    for gone in [entry.number for entry in before.entries if entry.number not in kept]:
        sql = "DELETE FROM tournament_entries WHERE tournament_id = ? AND entry_number = ?"
        await db.run(sql, before.id, gone)
    for entry in [entry for entry in after.entries if entry not in before.entries]:
        await _save_entry(db, before.id, entry)
    for pairing in [pairing for pairing in after.pairings if pairing not in before.pairings]:
        await _save_pairing(db, before.id, pairing)
        if pairing.second is not None:
            subject = f"{before.key}/{pairing.round}/{pairing.board}"
            await announcements.owe(db, Work.TOURNAMENTS, before.guild, subject, before.channel)
    return True


async def set_match(db: Rows, tournament: Tournament, pairing: Pairing, match_id: int) -> None:
    """Store the first match of a pairing."""
    sql = (
        "UPDATE tournament_pairings SET match_id = ? WHERE tournament_id = ? AND round_number = ? AND board_number = ?"
    )
    await db.run(sql, match_id, tournament.id, pairing.round, pairing.board)
    await _change(db, "", "id = ?", tournament.id)


async def match_of(db: Rows, tournament_id: int, round_number: int, board_number: int) -> int | None:
    """Return the first match of a pairing, or None if it has not been opened."""
    sql = "SELECT match_id FROM tournament_pairings WHERE tournament_id = ? AND round_number = ? AND board_number = ?"
    rows = await db.rows(sql, tournament_id, round_number, board_number)
    return rows[0][0] if rows else None


async def result(db: Rows, match_id: int) -> tuple[bool, tuple[int, int] | None]:
    """Return whether a match, or the series that it began, has ended, and the half points of seat 0 and seat 1 of this
    match.

    The half points are None while play goes on, or if it ended without a result.
    """
    latest = await latest_game(db, match_id)
    [(status,)] = await db.rows("SELECT status FROM matches WHERE id = ?", latest)
    if status in ("abandoned", "closed"):
        return True, None
    if status != "over":
        return False, None
    rows = await db.rows("SELECT final_rank FROM players WHERE match_id = ? ORDER BY seat", latest)
    outcome = Outcome("", tuple(final_rank for (final_rank,) in rows))
    played = await series.find(db, latest)
    if played is None:
        winners = outcome.winners
        seat = winners[0] if len(winners) == 1 else None
    elif not played.is_decided(outcome):
        return False, None
    else:
        winner = played.winner(outcome)
        seat = None if winner is None else seat_in(played.game_number, winner, 1)
    if seat is None:
        return True, (DRAW, DRAW)
    return True, (WIN, LOSS) if seat == 0 else (LOSS, WIN)


async def lobby_of(db: Rows, match_id: int) -> frozenset[UserId] | None:
    """Return the users in the lobby of a match, open or closed; None if the match has begun. If the match began a
    series, its latest game counts instead.
    """
    latest = await latest_game(db, match_id)
    [(status,)] = await db.rows("SELECT status FROM matches WHERE id = ?", latest)
    if status not in ("lobby", "closed"):
        return None
    rows = await db.rows("SELECT user_id FROM players WHERE match_id = ? AND user_id IS NOT NULL", latest)
    return frozenset(user_id for (user_id,) in rows)


async def latest_game(db: Rows, match_id: int) -> int:
    """Return the latest match of the series that a match began; the match itself if it began none."""
    sql = "SELECT match_id FROM series_matches WHERE first_match_id = ? ORDER BY game_number DESC LIMIT 1"
    rows = await db.rows(sql, match_id)
    return int(rows[0][0]) if rows else match_id


async def blocked(db: Rows, user_ids: Sequence[UserId]) -> set[tuple[UserId, UserId]]:
    """Return the pairs of these users of whom the first has blocked the other."""
    known, pairs = set(user_ids), set()
    for user_id in user_ids:
        rows = await db.rows("SELECT blocked_user_id FROM blocks WHERE user_id = ?", user_id)
        pairs |= {(user_id, other) for (other,) in rows if other in known}
    return pairs


async def strength(db: Rows, guild_id: int, game: str, user_ids: Sequence[UserId]) -> dict[UserId, int]:
    """Return the rating points of these users at a game on a server. Users without a rating are left out."""
    sql = "SELECT points FROM ratings WHERE guild_id = ? AND game = ? AND user_id = ?"
    rated = {user_id: await db.rows(sql, guild_id, game, user_id) for user_id in user_ids}
    return {user_id: int(rows[0][0]) for user_id, rows in rated.items() if rows}


async def credit(db: Rows, pause: pauses.Pause, outage: Outage) -> None:
    """Postpone the deadlines of the rounds that a pause stopped by its time, unless they allow for it already."""
    condition, key = {
        pauses.Reason.DOWN: ("", ()),
        pauses.Reason.LOST: ("AND (guild_id >> 22) % ? = ?", (pause.second, pause.first)),
        pauses.Reason.UNTOLD: ("AND FALSE", ()),  # one clock of a match, which stops no round
        pauses.Reason.ABSENT: (f"AND guild_id = ? AND ? IN ({WHOLE_SERVER}, channel_id)", pause.place),
    }[pause.reason]
    start = "CASE WHEN pauses_counted_until > ? THEN pauses_counted_until ELSE ? END"
    await _change(
        db,
        f"deadline_at = deadline_at + ? - {start}, pauses_counted_until = ?,",
        f"status = 'running' AND deadline_at IS NOT NULL AND pauses_counted_until < ? {condition}",
        *(outage.end, outage.start, outage.start, outage.end, outage.end, *key),
    )


async def _change(db: Rows, assignments: str, condition: str, *values: str | float | None) -> bool:
    """Change the tournaments that meet a condition, count the change, and have their messages edited. Return whether
    there are any.
    """
    sql = f"UPDATE tournaments SET {assignments} version = version + 1 WHERE {condition} RETURNING guild_id, id, tag"  # noqa: S608 # ours
    changed = await db.rows(sql, *values)
    for guild_id, number, tag in changed:
        await announcements.owe_change(db, Work.TOURNAMENTS, guild_id, str(Key(number, tag)), 0.0)
    return bool(changed)


async def _tournament(db: Rows, row: Sequence[Any]) -> Tournament:
    (
        tournament_id,
        tag,
        guild_id,
        channel_id,
        organizer_id,
        game,
        pairing_system,
        status,
        version,
        pace,
        best_of,
        round_seconds,
        most_players,
        fill_level,
        round_count,
        rules,
        round_number,
        deadline_at,
        pauses_counted_until,
    ) = row
    return Tournament(
        id=tournament_id,
        tag=tag,
        guild=guild_id,
        channel=channel_id,
        organizer=organizer_id,
        game=game,
        system=System(pairing_system),
        status=Status(status),
        version=version,
        pace=Pace.read(pace),
        best_of=best_of,
        round_seconds=round_seconds,
        most=most_players,
        fill=fill_level,
        rounds=round_count,
        rules=RuleSet(rules),
        round=round_number,
        deadline=deadline_at,
        counted=pauses_counted_until,
        entries=await _entries(db, tournament_id),
        pairings=await _pairings(db, guild_id, Key(tournament_id, tag)),
    )


async def _entries(db: Rows, tournament_id: int) -> tuple[Entry, ...]:
    sql = (
        "SELECT entry_number, user_id, computer_level, part, seed_number, deck_id FROM tournament_entries "
        "WHERE tournament_id = ? ORDER BY entry_number"
    )
    return tuple(
        Entry(number=number, user=user_id, computer=level or "", part=Part(part), seed=seed, deck=deck)
        for number, user_id, level, part, seed, deck in await db.rows(sql, tournament_id)
    )


async def _pairings(db: Rows, guild_id: int, key: Key) -> tuple[Pairing, ...]:
    sql = (
        "SELECT round_number, board_number, first_entry, second_entry, message_id, match_id, first_score, "
        "second_score, reason, losing_entry FROM tournament_pairings LEFT JOIN announcements "
        "ON kind = 'tournaments' AND guild_id = ? "
        "AND subject = CAST(? AS TEXT) || '/' || round_number || '/' || board_number "
        "WHERE tournament_id = ? ORDER BY round_number, board_number"
    )
    return tuple(
        Pairing(
            round=round_number,
            board=board_number,
            first=first,
            second=second,
            message=message_id,
            match=match_id,
            scores=None if first_score is None else (first_score, second_score),
            reason=None if reason is None else Reason(reason),
            loser=loser,
        )
        for (
            round_number,
            board_number,
            first,
            second,
            message_id,
            match_id,
            first_score,
            second_score,
            reason,
            loser,
        ) in await db.rows(sql, guild_id, str(key), key.id)
    )


async def _save_entry(db: Rows, tournament_id: int, entry: Entry) -> None:
    sql = (
        "INSERT INTO tournament_entries (tournament_id, entry_number, user_id, computer_level, part, seed_number, "
        "deck_id) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tournament_id, entry_number) DO UPDATE SET "
        "user_id = excluded.user_id, part = excluded.part, seed_number = excluded.seed_number, "
        "deck_id = excluded.deck_id"
    )
    values = (entry.number, entry.user, entry.computer or None, entry.part, entry.seed, entry.deck)
    await db.run(sql, tournament_id, *values)


async def _save_pairing(db: Rows, tournament_id: int, pairing: Pairing) -> None:
    sql = (
        "INSERT INTO tournament_pairings (tournament_id, round_number, board_number, first_entry, second_entry, "
        "match_id, first_score, second_score, reason, losing_entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (tournament_id, round_number, board_number) DO UPDATE SET "
        "match_id = excluded.match_id, first_score = excluded.first_score, second_score = excluded.second_score, "
        "reason = excluded.reason, losing_entry = excluded.losing_entry"
    )
    place = (pairing.round, pairing.board, pairing.first, pairing.second)
    scores = pairing.scores or (None, None)
    await db.run(sql, tournament_id, *place, pairing.match, *scores, pairing.reason, pairing.loser)
