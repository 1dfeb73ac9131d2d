"""Pre-moves: automatic replies that players choose in advance, played as ordinary plies.

Nobody else learns that a reply was chosen in advance, not even from its moment: it is played some seconds after its
window opens, as many as a quick player takes, drawn anew each time.
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
from bot.model.pre_moves import Standing, first_due, meant
from bot.model.reasons.match import NoLongerDue, NotAPreMove, PreMoveTooLate
from bot.store import pre_moves as sql
from bot.store.matches import Cause
from rules.core.events import Seat
from rules.core.notation import NotationError
from rules.core.pre_moves import PreMove

QUICKEST: Final = 2.0
SLOWEST: Final = 9.0


def pause() -> float:
    """Return a number of seconds from the opening of a window to the automatic reply."""
    return SystemRandom().uniform(QUICKEST, SLOWEST)


class PreMoves:
    """Stores, plays and deletes pre-moves. Methods that take a match raise what those of `Matches` do."""

    def __init__(self, positions: Positions, clock: Clock) -> None:
        self._positions = positions
        self._clock = clock

    async def say(self, number: MatchId, user: UserId, answer: str, *, interaction: int) -> Position:
        """Store a pre-move, given in notation. If its window is open, it is played at once.

        Raises:
            NotLive, NotAtThisTable: it is not for this user to say.
            NotUnderstood: the text is no standing answer of this game.
            NotAllowed: it cannot be said now.
        """

        async def make(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            said = Standing(seat, _read(before, answer), since=table.ply)
            with rules_of(before.match):
                if said.answer not in table.game.offers(table.view(seat)):
                    raise PreMoveTooLate
                kept = (*(other for other in before.standing if not _replaces(said, other)), said)
                action = meant(table, said)
                if action is None:
                    return _private(before, seat, kept)
                after = table.play(seat, action)
            cause = Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, str(action), cause, standing=kept)

        return await self._positions.change(number, interaction, make)

    async def take_back(self, number: MatchId, user: UserId, answer: str, *, interaction: int) -> Position:
        """Delete a pre-move, if it still stands.

        Raises:
            NotLive, NotAtThisTable, NotUnderstood: as for `say`.
        """

        async def make(before: Position) -> Change:
            _, seat = seat_in_play(before, user)
            said = _read(before, answer)
            return _private(before, seat, _without(before, Standing(seat, said)))

        return await self._positions.change(number, interaction, make)

    async def give(self, number: MatchId) -> Position:
        """Play the pre-move of a match that is due; of several the one that was due first."""
        position = await self._positions.get(number)
        now = self._clock().timestamp()
        if first_due(position.standing, now) is None:
            return position

        async def make(before: Position) -> Change:
            due = first_due(before.standing, now)
            if due is None:
                raise NoLongerDue
            with rules_of(before.match):
                action = meant(before.seen, due)
                if action is None:
                    raise NoLongerDue
                after = before.seen.play(due.seat, action)
            return ply_change(before.match, after, due.seat, str(action), Cause.pre_move(seconds(self._clock)))

        return await self._positions.change(number, None, make)

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return when the next pre-move of each match is due, the earliest first, in seconds since 1970-01-01 UTC."""
        return await self._positions.read(sql.due)

    def next_of(self, position: Position) -> float | None:
        """Return when the next pre-move of a match is due; None: there is none."""
        return min((said.due for said in position.standing if said.due is not None), default=None)


def _replaces(said: Standing, other: Standing) -> bool:
    """Return whether a pre-move replaces another one: the same one, or one that excludes it."""
    same = said.answer == other.answer or said.answer.replaces(other.answer)
    return said.seat == other.seat and same


def _private(before: Position, seat: Seat, standing: tuple[Standing, ...]) -> Change:
    """Return the change of pre-moves, which only their seat may notice."""
    return Change(match=before.match, table=before.table, work=_nothing, standing=standing, shown_to=seat)


def _without(position: Position, said: Standing) -> tuple[Standing, ...]:
    """Return the pre-moves without this one of this seat."""
    return tuple(o for o in position.standing if (o.seat, o.answer) != (said.seat, said.answer))


def _read(position: Position, text: str) -> PreMove:
    try:
        return position.game.parse_pre_move(text)
    except NotationError as error:
        raise NotAPreMove from error


async def _nothing(_: object) -> None: ...
