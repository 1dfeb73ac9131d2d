"""Store the pre-moves of players, and play each as an ordinary ply once its decision opens.

Other players cannot tell a pre-move from an ordinary action: it is played after a random pause, as long as a quick
player might take.
"""

from random import SystemRandom
from typing import Final

from bot.application.match.change import Change
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.match.seats import seat_in_play
from bot.clock import Clock, seconds
from bot.model.match import MatchId, UserId
from bot.model.position import Position, rules_of
from bot.model.pre_moves import SeatPreMove, first_due, meant
from bot.model.reasons.match import NoLongerDue, NotAPreMove, PreMoveTooLate
from bot.store import pre_moves as sql
from bot.store.plies import Cause
from rules.core.events import Seat
from rules.core.notation import NotationError
from rules.core.pre_moves import PreMove

QUICKEST: Final = 2.0
"""The shortest pause before a pre-move is played, in seconds."""
SLOWEST: Final = 9.0
"""The longest pause before a pre-move is played, in seconds."""


def pause() -> float:
    """Return the seconds between the opening of a decision and the pre-move that answers it, drawn at random."""
    return SystemRandom().uniform(QUICKEST, SLOWEST)


class PreMoves:
    """Store and cancel pre-moves. This is also the duty (see `Duty`) that plays them. Methods that take a match raise
    the same refusals as methods of `Matches`.
    """

    def __init__(self, positions: Positions, clock: Clock) -> None:
        self._positions = positions
        self._clock = clock

    async def say(self, match_id: MatchId, user: UserId, answer: str, *, interaction: int) -> Position:
        """Store a pre-move given in notation, or play it at once if its decision is open.

        Raises:
            NotLive, NotAtThisTable: the match is not being played, or not by this user.
            NotUnderstood: the text is not a pre-move of this game.
            NotAllowed: the pre-move is not offered now.
        """

        async def make(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            pre_move = SeatPreMove(seat, _read(before, answer), since=table.ply)
            with rules_of(before.match):
                if pre_move.answer not in table.game.offers(table.view(seat)):
                    raise PreMoveTooLate
                kept = (*(other for other in before.pre_moves if not _replaces(pre_move, other)), pre_move)
                action = meant(table, pre_move)
                if action is None:
                    return _private(before, seat, kept)
                after = table.play(seat, action)
            cause = Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, str(action), cause, pre_moves=kept)

        return await self._positions.change(match_id, interaction, make)

    async def take_back(self, match_id: MatchId, user: UserId, answer: str, *, interaction: int) -> Position:
        """Cancel a pre-move given in notation, if it is still stored.

        Raises:
            NotLive, NotAtThisTable, NotUnderstood: as for `say`.
        """

        async def make(before: Position) -> Change:
            _, seat = seat_in_play(before, user)
            pre_move = _read(before, answer)
            return _private(before, seat, _without(before, SeatPreMove(seat, pre_move)))

        return await self._positions.change(match_id, interaction, make)

    async def carry_out(self, match_id: MatchId) -> Position:
        """Play the pre-move of a match that has been due longest, if one is due, and return the match."""
        position = await self._positions.get(match_id)
        now = self._clock().timestamp()
        if first_due(position.pre_moves, now) is None:
            return position

        async def make(before: Position) -> Change:
            due = first_due(before.pre_moves, now)
            if due is None:
                raise NoLongerDue
            with rules_of(before.match):
                action = meant(before.seen, due)
                if action is None:
                    raise NoLongerDue
                after = before.seen.play(due.seat, action)
            return ply_change(before.match, after, due.seat, str(action), Cause.pre_move(seconds(self._clock)))

        return await self._positions.change(match_id, None, make)

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return when the next pre-move of each match is due, earliest first, in seconds since 1970-01-01 UTC."""
        return await self._positions.read(sql.due)

    def next_of(self, position: Position) -> float | None:
        """Return the moment at which the next pre-move of a match is due, or None if no pre-move is."""
        return min((pre_move.due for pre_move in position.pre_moves if pre_move.due is not None), default=None)


def _replaces(pre_move: SeatPreMove, other: SeatPreMove) -> bool:
    """Return whether a new pre-move repeats or replaces another one of the same seat."""
    same = pre_move.answer == other.answer or pre_move.answer.replaces(other.answer)
    return pre_move.seat == other.seat and same


def _private(before: Position, seat: Seat, pre_moves: tuple[SeatPreMove, ...]) -> Change:
    """Return the change to these pre-moves, which only this seat may notice."""
    return Change(match=before.match, table=before.table, work=_nothing, pre_moves=pre_moves, shown_to=seat)


def _without(position: Position, pre_move: SeatPreMove) -> tuple[SeatPreMove, ...]:
    """Return the pre-moves of a match without this one."""
    return tuple(o for o in position.pre_moves if (o.seat, o.answer) != (pre_move.seat, pre_move.answer))


def _read(position: Position, text: str) -> PreMove:
    try:
        return position.game.parse_pre_move(text)
    except NotationError as error:
        raise NotAPreMove from error


async def _nothing(_: object) -> None: ...
