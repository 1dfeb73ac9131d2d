"""A match, replayed from the file of a bot."""

from bot.application.match.replay import tables
from bot.model.match import MatchId
from bot.model.table import Table
from bot.store import matches as sql
from tests.chaos.program import library_of
from tests.chaos.stored import Stored


async def replayed(stored: Stored, number: int) -> list[Table]:
    """Return the table of a started match after the deal, and after each ply."""
    match_row = await sql.load(stored, MatchId(number))
    assert match_row is not None
    assert match_row.deal is not None
    key = match_row.match.game
    library = library_of(key)
    game = library.game(key, match_row.rules, match_row.content or library.content(key))
    return list(tables(game, match_row.match, match_row.deal, match_row.plies))
