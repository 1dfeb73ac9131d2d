"""From what is stored of a match to its table."""

from collections.abc import Sequence
from typing import Any

from bot.log import origin
from bot.match import Match
from bot.store.matches import Deal, Ply
from bot.table import Table
from rules.core.game import Game


class DivergedError(Exception):
    """The stored match no longer replays to what was stored. The text names the cause and gives away no secret."""

    def __init__(self, ply: int, cause: str) -> None:
        """ply: the first one that does not; 0 for the deal."""
        super().__init__(cause)
        self.ply = ply


def replay(game: Game[Any, Any], match: Match, deal: Deal, plies: Sequence[Ply]) -> Table:
    """The table after these plies.

    Raises:
        DivergedError: a ply is refused now, or leads to another state than it did.
    """
    number = 0
    try:
        table = Table.deal(game, seats=len(match.chairs), options=match.options, decks=deal.decks, seed=deal.seed)
        _compare(table, deal.digest)
        for ply in plies:
            number = ply.number
            table = table.resign(ply.seat) if ply.action is None else table.play(ply.seat, game.parse(ply.action))
            _compare(table, ply.digest)
    except DivergedError:
        raise
    except Exception as error:  # noqa: BLE001 # whatever it is
        raise DivergedError(number, origin(error)) from None
    return table


def _compare(table: Table, stored: str) -> None:
    if table.digest != stored:
        raise DivergedError(table.ply, "the state is another one")
