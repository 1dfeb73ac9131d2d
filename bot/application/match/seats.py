"""Check that a user has a seat in a live match."""

from bot.model import life
from bot.model.life import Step
from bot.model.match import UserId
from bot.model.position import Position
from bot.model.reasons.match import HasLeft, NotSeated
from bot.model.table import Table
from rules.core.events import Seat


def seat_in_play(position: Position, user: UserId) -> tuple[Table, Seat]:
    """Return the table of a live match, and the seat of a user.

    Raises:
        NotLive: the match is not being played.
        NotAtThisTable: the user has no seat in the match.
    """
    life.after(position.match, Step.ACT)
    seat = position.match.seat_of(user)
    if seat is None:
        raise NotSeated(match_id=position.match.id)
    return position.seen, seat


def playing(position: Position, user: UserId) -> tuple[Table, Seat]:
    """Return the table of a live match, and the seat of a user who has not forfeited it.

    Raises:
        NotLive, NotAtThisTable: as for `seat_in_play`.
        NotAllowed: the user has forfeited the seat.
    """
    table, seat = seat_in_play(position, user)
    if seat in table.left:
        raise HasLeft(match_id=position.match.id)
    return table, seat
