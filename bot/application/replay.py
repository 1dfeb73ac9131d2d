"""Replaying: the table of a match, made of its stored deal and log."""

from collections import deque
from collections.abc import Iterator, Sequence

from bot.log import origin
from bot.model.match import Match
from bot.model.table import Table
from bot.store.matches import Deal, Ply
from rules.core.events import Event, Seat, visible
from rules.core.game import Game


class DivergedError(Exception):
    """The stored match no longer replays to what was stored. The text names the cause and gives away no secret."""

    def __init__(self, ply: int, cause: str) -> None:
        """ply: the first one that does not; 0 for the deal."""
        super().__init__(cause)
        self.ply = ply


def replay(game: Game, match: Match, deal: Deal, plies: Sequence[Ply]) -> Table:
    """The table after these plies. game: with the rules and the content that the match was begun with.

    Raises:
        DivergedError: a ply is refused now, or leads to another state than it did.
    """
    [table] = deque(_tables(game, match, deal, plies), maxlen=1)
    return table


def replayed_story(
    game: Game, match: Match, deal: Deal, plies: Sequence[Ply], seat: Seat | None
) -> tuple[tuple[Event, ...], ...]:
    """What a seat (None: a spectator) may read of the deal and of each of these plies: for what a table no longer
    holds (`Table.story`).

    Raises:
        DivergedError: as for `replay`.
    """
    return tuple(visible(table.state.events, seat) for table in _tables(game, match, deal, plies))


def _tables(game: Game, match: Match, deal: Deal, plies: Sequence[Ply]) -> Iterator[Table]:
    """The table after the deal, and after each ply."""
    number = 0
    try:
        table = Table.deal(game, seats=len(match.players), options=match.options, decks=deal.decks, seed=deal.seed)
        yield _compared(table, deal.digest)
        for ply in plies:
            number = ply.number
            table = table.resign(ply.seat) if ply.action is None else table.play(ply.seat, game.parse(ply.action))
            yield _compared(table, ply.digest)
    except DivergedError:
        raise
    except Exception as error:  # noqa: BLE001 # whatever it is
        raise DivergedError(number, origin(error)) from None


def _compared(table: Table, stored: str) -> Table:
    if table.digest != stored:
        raise DivergedError(table.ply, "the state is another one")
    return table
