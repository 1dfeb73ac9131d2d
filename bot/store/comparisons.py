"""SQL about comparisons of two drafts, and about the matches that they draw."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.model.comparison import Compared, Comparison, Lot, Mode, Question, Terms, Verdict
from bot.model.figures import Deed, Figure, Subject
from bot.model.match import Match, MatchId, Status, UserId
from bot.store import announcements, packs
from bot.store.database import Rows
from bot.store.figures import is_wanted
from bot.store.leases import Work

_COLUMNS: Final = (
    "id, guild_id, first_game, second_game, question, mode, most_matches, user_id, began_at, ended_at, verdict"
)


class Counted(NamedTuple):
    """A match that a comparison has counted."""

    is_second: bool
    value: float
    unit: int
    """The first match of its series, which both drafts share if the same players play them."""
    users: frozenset[UserId]


class Drawn(NamedTuple):
    """The draft of a match of a comparison."""

    comparison: int
    is_second: bool
    lot: Lot | None = None
    """The lot that decided; None: the match plays the draft that the match before it did not draw."""


def _read(row: Sequence[object]) -> Comparison:
    number, guild, first, second, question, mode, most, user, began_at, ended_at, verdict = row
    return Comparison(
        id=number,  # type: ignore[arg-type] # the columns have the types of the fields
        guild=guild,  # type: ignore[arg-type]
        first=first,  # type: ignore[arg-type]
        second=second,  # type: ignore[arg-type]
        question=Question(str(question)),
        mode=Mode(str(mode)),
        most=most,  # type: ignore[arg-type]
        user=user,  # type: ignore[arg-type]
        began_at=began_at,  # type: ignore[arg-type]
        ended_at=ended_at,  # type: ignore[arg-type]
        verdict=None if verdict is None else Verdict(str(verdict)),
    )


async def insert(  # noqa: PLR0913 # the columns
    db: Rows, terms: Terms, *, channel_id: int, user: UserId, at: int, interaction: int
) -> Comparison:
    """Begin a comparison and announce it in a channel."""
    sql = (
        "INSERT INTO comparisons (guild_id, first_game, second_game, question, mode, most_matches, user_id, began_at, "  # noqa: S608 # ours
        f"interaction_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING {_COLUMNS}"
    )
    asked = (terms.guild, *terms.drafts, terms.question, terms.mode, terms.most)
    [row] = await db.rows(sql, *asked, user, at, interaction)
    begun = _read(row)
    await announcements.owe(db, Work.COMPARISONS, begun.guild, str(begun.id), channel_id)
    return begun


async def begun_by(db: Rows, interaction: int) -> Comparison | None:
    """Return the comparison that an interaction began, if it began one."""
    rows = await db.rows(f"SELECT {_COLUMNS} FROM comparisons WHERE interaction_id = ?", interaction)  # noqa: S608 # ours
    return _read(rows[0]) if rows else None


async def find(db: Rows, number: int) -> Comparison | None:
    """Return a comparison."""
    rows = await db.rows(f"SELECT {_COLUMNS} FROM comparisons WHERE id = ?", number)  # noqa: S608 # ours
    return _read(rows[0]) if rows else None


async def of_server(db: Rows, guild_id: int) -> list[Comparison]:
    """Return the comparisons of a server, oldest first."""
    sql = f"SELECT {_COLUMNS} FROM comparisons WHERE guild_id = ? ORDER BY id"  # noqa: S608 # ours
    return [_read(row) for row in await db.rows(sql, guild_id)]


async def guilds(db: Rows) -> frozenset[int]:
    """Return the servers on which a comparison runs."""
    rows = await db.rows("SELECT DISTINCT guild_id FROM comparisons WHERE ended_at IS NULL")
    return frozenset(guild_id for (guild_id,) in rows)


async def conclude(db: Rows, number: int, verdict: Verdict, at: int) -> bool:
    """End a comparison with a verdict, and announce it. Return whether it ran until now."""
    sql = "UPDATE comparisons SET ended_at = ?, verdict = ? WHERE id = ? AND ended_at IS NULL RETURNING guild_id"
    rows = await db.rows(sql, at, verdict, number)
    for (guild_id,) in rows:
        await announcements.owe_change(db, Work.COMPARISONS, guild_id, str(number), 0)
    return bool(rows)


async def end_with_pack(db: Rows, key: str, at: int) -> None:
    """End the comparisons of a pack that is retired."""
    sql = "SELECT id FROM comparisons WHERE ended_at IS NULL AND (first_game = ? OR second_game = ?)"
    for (number,) in await db.rows(sql, key, key):
        await conclude(db, number, Verdict.RETIRED, at)


async def compared(db: Rows, number: int | None) -> Compared | None:
    """Return a comparison as the players of a lobby see it."""
    found = None if number is None else await find(db, number)
    if found is None:
        return None
    first, second = [await packs.find(db, key) for key in found.drafts]
    return Compared(found.id, first.title if first else "", second.title if second else "", found.mode)


async def add_match(db: Rows, match_id: MatchId, drawn: Drawn) -> None:
    """Store what a match has drawn."""
    sql = (
        "INSERT INTO comparison_matches (match_id, comparison_id, is_second, firsts_before, seconds_before) "
        "VALUES (?, ?, ?, ?, ?)"
    )
    before = (drawn.lot.first, drawn.lot.second) if drawn.lot else (None, None)
    await db.run(sql, match_id, drawn.comparison, int(drawn.is_second), *before)


async def drawn(db: Rows, match_id: MatchId) -> Drawn | None:
    """Return what a match has drawn; None: it belongs to no comparison."""
    sql = "SELECT comparison_id, is_second, firsts_before, seconds_before FROM comparison_matches WHERE match_id = ?"
    rows = await db.rows(sql, match_id)
    if not rows:
        return None
    [(number, is_second, first, second)] = rows
    return Drawn(number, bool(is_second), None if first is None else Lot(first, second, bool(is_second)))


async def other_draft(db: Rows, match_id: MatchId) -> tuple[str, Drawn] | None:
    """Return the game of the draft that a match has not drawn, as a next match would have drawn it; None: it belongs to
    no comparison.
    """
    before = await drawn(db, match_id)
    found = None if before is None else await find(db, before.comparison)
    if before is None or found is None:
        return None
    other = Drawn(found.id, not before.is_second)
    return found.drafts[other.is_second], other


async def draws(db: Rows, number: int) -> tuple[int, int]:
    """Return how many matches have drawn each draft of a comparison."""
    sql = "SELECT is_second, count(*) FROM comparison_matches WHERE comparison_id = ? GROUP BY is_second"
    counts = dict(await db.rows(sql, number))
    return counts.get(0, 0), counts.get(1, 0)


async def counted(db: Rows, number: int) -> list[Counted]:
    """Return the counted matches of a comparison, in the order in which they were counted."""
    sql = (
        "SELECT comparison_matches.match_id, comparison_matches.is_second, comparison_matches.value, "
        "coalesce(series_matches.first_match_id, comparison_matches.match_id), players.user_id "
        "FROM comparison_matches JOIN players ON players.match_id = comparison_matches.match_id "
        "LEFT JOIN series_matches ON series_matches.match_id = comparison_matches.match_id "
        "WHERE comparison_matches.comparison_id = ? AND comparison_matches.value IS NOT NULL "
        "ORDER BY comparison_matches.counted_at, comparison_matches.match_id, players.seat"
    )
    found = dict[int, Counted]()
    for match_id, is_second, value, unit, user_id in await db.rows(sql, number):
        before = found.get(match_id, Counted(bool(is_second), value, unit, frozenset()))
        found[match_id] = before._replace(users=before.users | {user_id})
    return [*found.values()]


async def count_match(db: Rows, match: Match, deeds: Sequence[Deed], at: float) -> None:
    """Count a match that has ended for the comparison to which it belongs, if any. A match without a result, one in
    which a seat changed hands, and one of a player who wants to be in no figure, do not count.
    """
    if await drawn(db, match.id) is not None:
        people = [player.user for player in match.players]
        if await is_wanted(db, match.guild, people):
            await _count(db, match.id, _values(match, deeds), at)


async def count_answer(db: Rows, match_id: MatchId, value: float, at: float) -> None:
    """Count the first answer about a match to the question whether its player would play again."""
    await _count(db, match_id, {Question.AGAIN: value}, at)


async def _count(db: Rows, match_id: MatchId, values: Mapping[Question, float], at: float) -> None:
    """Store the number that the comparison of a match asks for, once and while the comparison runs."""
    sql = (
        "SELECT comparisons.id, comparisons.guild_id, comparisons.question FROM comparison_matches "
        "JOIN comparisons ON comparisons.id = comparison_matches.comparison_id "
        "WHERE comparison_matches.match_id = ? AND comparison_matches.value IS NULL AND comparisons.ended_at IS NULL"
    )
    for number, guild_id, question in await db.rows(sql, match_id):
        if (value := values.get(Question(question))) is not None:
            sql = "UPDATE comparison_matches SET value = ?, counted_at = ? WHERE match_id = ?"
            await db.run(sql, float(value), at, match_id)
            await announcements.owe_change(db, Work.COMPARISONS, guild_id, str(number), 0)


def _values(match: Match, deeds: Sequence[Deed]) -> dict[Question, float]:
    """Return the number of a match for each question that its result answers; {} if it does not count."""
    if match.status is not Status.OVER or match.outcome is None:
        return {}
    seats = {deed.subject.name for deed in deeds if deed.subject.figure is Figure.SEAT}
    if len(seats) < len(match.players):
        return {}
    turns = sum(deed.count.total for deed in deeds if deed.subject == Subject(Figure.TURNS))
    return {
        Question.SEATS: match.outcome.share(0),
        Question.LENGTH: turns,
        Question.DRAWS: float(len(set(match.outcome.ranks)) == 1),
    }


async def delete_of_server(db: Rows, guild_id: int) -> None:
    """Delete the comparisons of a server."""
    of_server = "SELECT id FROM comparisons WHERE guild_id = ?"
    await db.run(f"UPDATE lobby_settings SET comparison_id = NULL WHERE comparison_id IN ({of_server})", guild_id)  # noqa: S608 # ours
    await db.run(f"DELETE FROM comparison_matches WHERE comparison_id IN ({of_server})", guild_id)  # noqa: S608 # ours
    await db.run("DELETE FROM comparisons WHERE guild_id = ?", guild_id)
