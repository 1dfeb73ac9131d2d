"""Leaderboards by SQL, compared with a slow model."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.rating_list import RatingList
from bot.ratings import store as sql
from bot.ratings.ratings import PROVISIONAL, Leaderboard, Rating, Ratings, Standing, stored
from bot.store.database import Database
from bot.store.notices import Notice
from bot.store.request import Rows
from tests.bot.table_helpers import GUILD
from tests.examples import examples
from tests.raw_database import connect_raw

PAGE = 3
STRANGER = 99

ratings_of_some = st.lists(
    st.tuples(
        st.sampled_from([GUILD, GUILD + 1]),
        st.sampled_from(["tiny", "heist"]),
        st.integers(1, 12),
        st.builds(
            Rating,
            mu=st.sampled_from([-40.0, 22.0, 25.0, 25.02, 26.6, 31.0]),
            sigma=st.sampled_from([3.0, 25 / 3]),
            games=st.integers(1, 3),
            wins=st.integers(0, 1),
        ),
    ),
    max_size=40,
)


def slow(ratings: dict[int, Rating], first: int, user: int) -> Leaderboard:
    """Sort all users, and count for each of them the users with more points."""
    points = [rating.points for rating in ratings.values()]
    order = sorted(ratings, key=lambda user: (-ratings[user].points, -ratings[user].games, user))
    standings = [
        Standing(
            place=1 + sum(other > ratings[user].points for other in points),
            user=user,
            points=ratings[user].points,
            games=ratings[user].games,
            wins=ratings[user].wins,
            is_provisional=ratings[user].games < PROVISIONAL,
        )
        for user in order
    ]
    users_standing = next((standing for standing in standings if standing.user == user), None)
    return Leaderboard(standings=standings[first : first + PAGE], own=users_standing, players=len(standings))


async def page(database: Database, guild: int, game: str, first: int, user: int | None) -> Leaderboard:
    board = await Ratings(database).leaderboard(guild, game, first=first, count=PAGE, user=user)
    return Leaderboard(standings=list(board.standings), own=board.own, players=board.players)


async def save(database: Database, guild: int, game: str, user: int, rating: Rating) -> None:
    await database.write(lambda db: sql.save(db, RatingList(guild, game), user, stored(rating)))


def latest(saved: Sequence[tuple[int, str, int, Rating]], guild: int, game: str) -> dict[int, Rating]:
    return {user: rating for where, what, user, rating in saved if (where, what) == (guild, game)}


@examples(10)  # each makes a file
@given(ratings_of_some, st.integers(1, 12))
def test_every_page_equals_that_of_the_slow_model(
    tmp_path_factory: pytest.TempPathFactory,
    nothing_stored: bytes,
    saved: list[tuple[int, str, int, Rating]],
    user: int,
) -> None:
    async def run(path: Path) -> None:
        database = await Database.open(path)
        try:
            await asyncio.gather(*(save(database, *one) for one in saved))
            for guild, game in [(GUILD, "tiny"), (GUILD + 1, "tiny"), (GUILD, "heist"), (GUILD + 1, "heist")]:
                expected = latest(saved, guild, game)
                for first in range(len(expected) + 2):
                    assert await page(database, guild, game, first, user) == slow(expected, first, user)
        finally:
            await database.close()

    path = tmp_path_factory.mktemp("board") / "hidden-hand.sqlite3"
    path.write_bytes(nothing_stored)
    asyncio.run(run(path))


async def test_an_unrated_user_has_no_line_of_their_own(database: Database) -> None:
    await save(database, GUILD, "tiny", 1, Rating(games=1))
    assert (await page(database, GUILD, "tiny", 0, STRANGER)).own is None
    assert (await page(database, GUILD, "tiny", 0, None)).own is None
    assert await page(database, GUILD, "heist", 0, 1) == Leaderboard(standings=[], own=None, players=0)


@pytest.mark.sqlite
async def test_no_leaderboard_query_sorts_or_scans_a_whole_table(path: Path) -> None:
    """Every query uses an index, for any number of players."""
    await (await Database.open(path)).close()
    asked, of = list[str](), RatingList(GUILD, "tiny")

    class Listening(Rows):
        async def rows(self, text: str, *values: str | float | None) -> list[tuple[object, ...]]:
            asked.extend(plan for *_, plan in connection.execute(f"EXPLAIN QUERY PLAN {text}", values))
            return connection.execute(text, values).fetchall()

        async def notify(self, notice: Notice) -> None: ...

    with closing(connect_raw(path)) as connection:
        await sql.save(Listening(), of, 1, stored(Rating(mu=25.0, sigma=3.0, games=1, wins=1)))
        assert await sql.players(Listening(), of) == 1
        assert await sql.ranked(Listening(), of, 1) == (0, 1640, 1, 1)
        assert await sql.level_at(Listening(), of, 0) == (1640, 0)
        assert len(await sql.page(Listening(), of, most=1640, skipped=0, count=PAGE)) == 1
    assert any("COVERING INDEX ratings_by_points" in plan for plan in asked)
    for plan in asked:
        if "ratings" in plan or "players_by_points" in plan:
            assert plan.startswith("SEARCH"), plan
