"""A match, replayed from the file of a bot."""

from bot.application.match.replay import tables
from bot.model.match import MatchId
from bot.model.table import Table
from bot.store import matches as sql
from tests.chaos.program import library_of
from tests.chaos.stored import Stored


async def replayed(stored: Stored, number: int) -> list[Table]:
    """Return the table of a started match after the deal, and after each ply."""
    found = await sql.load(stored, MatchId(number))
    assert found is not None
    assert found.deal is not None
    key = found.match.game
    library = library_of(key)
    game = library.game(key, found.rules, found.content or library.content(key))
    return list(tables(game, found.match, found.deal, found.plies))
