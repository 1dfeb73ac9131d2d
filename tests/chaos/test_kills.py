"""The short form of the kills: `python -m tests.chaos kill` is the long one."""

from contextlib import closing
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.store.database import Database
from tests.bot.table_helpers import CHANNEL, SEED, TINY, begin, play_on
from tests.chaos.kills import kills
from tests.chaos.ledger import ledger_faults
from tests.chaos.shard_losses import shard_losses
from tests.raw_database import connect_raw

LIBRARY = Library.of({TINY.key: TINY})
KILLS = 20
LOSSES = 7


@pytest.mark.thorough
async def test_killed_at_random_moments_it_loses_nothing_and_shows_what_was_committed() -> None:
    [tally] = [tally async for tally in kills(KILLS, seed=1, game=TINY.key)]
    assert tally.faults == []
    assert tally.done["kills"] == KILLS
    assert tally.done["kills while the bot asked Discord"] >= 3
    assert tally.done["kills at the start"] >= 1
    assert tally.done["looks at a match"] >= KILLS


@pytest.mark.thorough
async def test_lost_shards_and_kills_cost_no_clock_and_stop_none_that_they_do_not_affect() -> None:
    [tally] = [tally async for tally in shard_losses(LOSSES, seed=1, game=TINY.key)]
    assert tally.faults == []
    assert (tally.done["losses of a shard"], tally.done["kills"]) == (LOSSES, LOSSES)
    assert tally.done["kills while a shard was lost"] >= 1
    assert tally.done["clocks that had to stop"] >= 1
    assert tally.done["clocks that had to go on"] >= 1


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """Return a file with an ended and a live match."""
    path = tmp_path / "played.sqlite3"
    database = await Database.open(path)
    app = Application(database, LIBRARY, seeds=lambda: SEED)
    await play_on(app, await begin(app))
    await play_on(app, await begin(app, channel=CHANNEL + 1), 4)
    await database.close()
    return path


async def test_a_file_that_is_as_it_must_be_has_no_faults(played: Path) -> None:
    assert await ledger_faults(played, LIBRARY) == []


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("DELETE FROM plies WHERE match_id = 2 AND ply = 2", "numbered"),
        ("DELETE FROM plies WHERE match_id = 1 AND ply = (SELECT max(ply) FROM plies WHERE match_id = 1)", "outcome"),
        ("UPDATE plies SET digest = 'x' WHERE match_id = 2 AND ply = 4", "does not replay at ply 4"),
        ("UPDATE plies SET seat = 1 - seat WHERE match_id = 2 AND ply = 1", "does not replay at ply 1"),
        ("UPDATE ratings SET games = games + 1 WHERE user_id = 11", "leaderboard says"),
        ("DELETE FROM ratings WHERE user_id = 12", "leaderboard says None"),
        ("UPDATE players SET final_rank = NULL WHERE match_id = 1 AND seat = 0", "outcome|rank"),
        ("UPDATE players SET points_after = 7 WHERE match_id = 2", "points"),
        ("UPDATE players SET ended_at = NULL WHERE match_id = 1", "is listed"),
        ("UPDATE players SET ended_at = 7 WHERE match_id = 2", "is listed"),
        ("UPDATE players_by_points SET players = players + 1", "leaderboard"),
    ],
)
async def test_what_was_half_recorded_is_found(played: Path, damage: str, fault: str) -> None:
    with closing(connect_raw(played)) as db, db:
        db.execute(damage)
    faults = " ".join(await ledger_faults(played, LIBRARY))
    assert any(part in faults for part in fault.split("|"))
