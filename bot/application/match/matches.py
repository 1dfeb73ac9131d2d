"""Playing matches and finding them: actions, resignations, logs, and the matches of a channel or user."""

import asyncio
import re
from collections.abc import Sequence
from typing import Final

from bot.application.match.change import Change
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError, replayed_story, taken_back, views_since
from bot.application.match.seats import seat_in_play
from bot.clock import Clock, seconds
from bot.model import life
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position, rules_of
from bot.model.reasons.match import (
    AlreadyResigned,
    BoardMovedOn,
    MatchNotLive,
    NotSeated,
    NotYourTurn,
    StateLost,
    UnreadableAction,
)
from bot.store import matches as sql
from bot.store import ply_causes
from bot.store.ply_causes import Remark
from rules.core.events import Event
from rules.core.game import Game
from rules.core.notation import Action, NotationError
from rules.core.play import View

_NOTATION: Final = re.compile(r"[a-z0-9+., -]{1,300}")


class Matches:
    """Plays matches and finds them. Every method is safe to call from many tasks at once; the first to commit a ply
    wins.

    `interaction` is the id of the Discord interaction that asks; an id that is delivered twice acts once and gets the
    same answer. A method that changes something returns the committed position. Methods that take a match may raise
    `NoSuchMatch` and `Unavailable`; no method raises anything but refusals.
    """

    def __init__(self, positions: Positions, clock: Clock) -> None:
        self._positions = positions
        self._clock = clock

    async def act(
        self, number: MatchId, user: UserId, action: str, *, decision: int | None, interaction: int
    ) -> Position:
        """Play an action given in notation. decision: of the look that the button was made from; None: the action came
        by a command, which always means the present decision.

        Raises:
            NotLive, NotAtThisTable, NotYourDecision: it is not for this user to act.
            StaleDecision: the button was made for a decision that has passed.
            NotUnderstood: the text is no action of this game.
            NotAllowed: the rules refuse it now.
        """

        async def play(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            if decision is not None and before.has_lost(decision):
                raise StateLost
            if table.opened[seat] is None:
                raise NotYourTurn
            if decision is not None and not table.is_open(seat, decision):
                raise BoardMovedOn
            with rules_of(before.match):
                played = _read(table.game, action)
                after = table.play(seat, played)
            cause = sql.Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, str(played), cause)

        return await self._positions.change(number, interaction, play)

    async def resign(self, number: MatchId, user: UserId, *, interaction: int) -> Position:
        """Resign, at any time while the match is live: the others play on, or it ends with the ending `RESIGNED`
        (`bot.model.table.Table.resign`).

        Raises:
            NotLive, NotAtThisTable, NotAllowed: there is nothing to resign.
        """

        async def give_up(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            if seat in table.left:
                raise AlreadyResigned(match_id=number)
            with rules_of(before.match):
                after = table.resign(seat)
            cause = sql.Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, None, cause)

        return await self._positions.change(number, interaction, give_up)

    async def in_channel(self, channel: int) -> Position | None:
        """Return the lobby or live match of a channel, of which there is at most one."""
        found = await self._positions.read(lambda db: sql.in_channel(db, channel))
        if found is None:
            return None
        there = await self._positions.get(found)
        return there if there.match.status in life.BUSY else None  # it may just have been quarantined

    async def of_user(self, user: UserId) -> Sequence[Match]:
        """Return the lobbies, live and quarantined matches of a user, newest first."""
        found = await self._positions.read(lambda db: sql.of_user(db, user))
        return [(await self._positions.get(number)).match for number in found]

    async def quarantined(self) -> Sequence[Match]:
        """Return the matches that do not replay, oldest first, after trying each once more."""
        found = await self._positions.read(lambda db: sql.with_status(db, Status.QUARANTINED))
        tried = [(await self._positions.get(number)).match for number in found]
        return [match for match in tried if match.status is Status.QUARANTINED]

    async def log(self, position: Position, user: UserId) -> tuple[tuple[tuple[Event, ...], ...], frozenset[int]]:
        """Return what a user may read of the deal and of every ply, and the numbers of the plies that were taken back.

        Raises:
            NotLive: there is nothing to be told.
        """
        match = position.match
        stored = await self._positions.read(lambda db: sql.load(db, match.id))
        if match.status is Status.QUARANTINED or stored is None or stored.deal is None:
            raise MatchNotLive(match=match)
        plies, seat = stored.plies[: match.ply], match.seat_of(user)
        try:
            story = await asyncio.to_thread(replayed_story, position.game, match, stored.deal, plies, seat)
        except DivergedError:  # it has been logged
            raise MatchNotLive(match=match) from None
        return story, taken_back(plies)

    async def since(self, position: Position, user: UserId) -> tuple[View, View]:
        """Return what a player saw after their latest ply, and what they see now with all that they may read of the
        time between.

        Raises:
            NotLive: there is nothing to be seen.
            NotAtThisTable: they do not sit there.
        """
        match = position.match
        stored, seat = await self._positions.read(lambda db: sql.load(db, match.id)), match.seat_of(user)
        if seat is None:
            raise NotSeated(match_id=match.id)
        if position.table is None or stored is None or stored.deal is None:
            raise MatchNotLive(match=match)
        plies = stored.plies[: match.ply]
        return await asyncio.to_thread(views_since, position.game, match, stored.deal, plies, seat)

    async def remarks(self, position: Position) -> Sequence[Remark]:
        """Return the remarks in the log about plies, besides what the game tells."""
        found = await self._positions.read(lambda db: ply_causes.of_match(db, position.match.id))
        return [remark for remark in found if remark.ply <= position.match.ply]


def _read(game: Game, text: str) -> Action:
    if not _NOTATION.fullmatch(text):
        raise UnreadableAction(text=text)
    try:
        return game.parse(text)
    except NotationError as error:
        raise UnreadableAction(text=text, reason=str(error)) from error
