"""Play and find matches: actions, resignations, logs, and the matches of a channel or user."""

import asyncio
import re
from collections.abc import Sequence
from typing import Final

from bot.application.match.change import Change
from bot.application.match.deeds import Deeds
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError, replayed_events, taken_back, thinking_times, views_since
from bot.application.match.seats import seat_in_play
from bot.clock import Clock, seconds
from bot.model import life
from bot.model.deal_message import DealMessage
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position, rules_of
from bot.model.reasons.match import (
    AlreadyResigned,
    BoardMovedOn,
    ForbiddenByRules,
    MatchNotLive,
    NotSeated,
    NotYourTurn,
    StateLost,
    UnreadableAction,
)
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.plies import Cause, Remark, moments_of_plies, remarks_on
from rules.core.events import Event
from rules.core.game import Game
from rules.core.notation import Action, NotationError
from rules.core.play import View

_NOTATION: Final = re.compile(r"[a-z0-9+., -]{1,300}")


class Matches:
    """Play and find matches. Many tasks may call every method at once; the first to commit a ply wins.

    `interaction` is the id of the Discord interaction behind a request: an id that is delivered twice acts once and
    gets the same answer. Every method that changes a match returns it as committed, so that callers need not read it
    again. Every method that takes a match may raise `NoSuchMatch` and `Unavailable`. Every exception is a `Refusal`.
    """

    def __init__(self, positions: Positions, clock: Clock, deeds: Deeds) -> None:
        self._positions = positions
        self._clock = clock
        self._deeds = deeds

    async def act(
        self, match_id: MatchId, user: UserId, action: str, *, decision: int | None, interaction: int
    ) -> Position:
        """Play an action given in notation, and return the match as committed.

        decision: the number of the decision on the pressed button; None for a command, which means the present
        decision.

        Raises:
            NotLive, NotAtThisTable, NotYourDecision: the user may not act in this match now.
            StaleDecision: the decision on the button has passed, or was lost when a backup was restored.
            NotUnderstood: the text is not an action of this game.
            NotAllowed: the rules do not allow the action now.
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
            cause = Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, str(played), cause)

        try:
            return await self._positions.change(match_id, interaction, play)
        except ForbiddenByRules as refusal:
            await self._deeds.refused((await self._positions.get(match_id)).match, user, refusal.reason)
            raise

    async def resign(self, match_id: MatchId, user: UserId, *, interaction: int | None) -> Position:
        """Resign a live match for a user, at any time, and return the match as committed.

        The others play on, or the match ends with the ending `RESIGNED` (`bot.model.table.Table.resign`). interaction:
        None if the user's time has run out.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by this user.
            NotAllowed: the user has resigned already.
        """

        async def give_up(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            if seat in table.left:
                raise AlreadyResigned(match_id=match_id)
            with rules_of(before.match):
                after = table.resign(seat)
            now = seconds(self._clock)
            cause = Cause.timer(now) if interaction is None else Cause.interaction(interaction, now)
            return ply_change(before.match, after, seat, None, cause)

        return await self._positions.change(match_id, interaction, give_up)

    async def in_channel(self, channel: int) -> Position | None:
        """Return the lobby or live match of a channel, or None if it has neither."""
        number = await self._positions.read(lambda db: sql.in_channel(db, channel))
        if number is None:
            return None
        position = await self._positions.get(number)
        return position if position.match.status in life.BUSY else None  # loading may have quarantined the match

    async def game_of_channel(self, channel: int) -> str | None:
        """Return the key of the game of the latest match in a channel that has begun, or None if there is no such
        match.
        """
        latest = await self.latest_of_channel(channel)
        return None if latest is None else (await self._positions.get(latest)).match.game

    async def latest_of_channel(self, channel: int) -> MatchId | None:
        """Return the latest match in a channel that has begun, or None if there is no such match."""
        return await self._positions.read(lambda db: sql.latest_of_channel(db, channel))

    async def of_user(self, user: UserId) -> Sequence[Match]:
        """Return the lobbies, live and quarantined matches in which a user has a seat, newest first."""
        numbers = await self._positions.read(lambda db: sql.of_user(db, user))
        return [(await self._positions.get(number)).match for number in numbers]

    async def deal_message(self, match_id: MatchId) -> DealMessage | None:
        """Return the message by which the cards of a match were dealt; None: there is none, or it was not dealt yet."""
        return await self._positions.read(lambda db: sql.deal_message_of(db, match_id))

    async def quarantined(self) -> Sequence[Match]:
        """Try again to replay each quarantined match, and return those that stay quarantined, oldest first."""
        numbers = await self._positions.read(lambda db: sql.with_status(db, Status.QUARANTINED))
        tried = [(await self._positions.get(number)).match for number in numbers]
        return [match for match in tried if match.status is Status.QUARANTINED]

    async def log(self, position: Position, user: UserId) -> tuple[tuple[tuple[Event, ...], ...], frozenset[int]]:
        """Return the events in the log of a match that a user may read, and the numbers of the plies that were taken
        back.

        The events come in groups: those of the deal first, then those of each ply.

        Raises:
            NotLive: the match has not begun, or its log does not replay.
        """
        match = position.match
        stored = await self._positions.read(lambda db: sql.load(db, match.id))
        if match.status is Status.QUARANTINED or stored is None or stored.deal is None:
            raise MatchNotLive(match=match)
        plies, seat = stored.plies[: match.ply], match.seat_of(user)
        try:
            ply_events = await asyncio.to_thread(replayed_events, position.game, match, stored.deal, plies, seat)
        except DivergedError:  # the failure was logged before
            raise MatchNotLive(match=match) from None
        return ply_events, taken_back(plies)

    async def thinking_times(self, position: Position) -> tuple[float, ...]:
        """Return, by seat, for how many seconds each seat of a live match has had a decision to make so far.

        Raises:
            NotLive: the match has not begun, or its log does not replay.
        """
        match = position.match

        async def work(db: Rows) -> tuple[sql.Stored | None, list[int]]:
            return await sql.load(db, match.id), await moments_of_plies(db, match.id)

        stored, moments = await self._positions.read(work)
        if stored is None or stored.deal is None:
            raise MatchNotLive(match=match)
        until = [*moments, self._clock().timestamp()]
        try:
            return await asyncio.to_thread(thinking_times, position.game, match, stored.deal, stored.plies, until)
        except DivergedError:  # the failure was logged before
            raise MatchNotLive(match=match) from None

    async def since(self, position: Position, user: UserId) -> tuple[View, View]:
        """Return the view of a player after their latest ply, and their present view with all events since then that
        the player may read.

        Raises:
            NotLive: the match has no table to show.
            NotAtThisTable: the user has no seat in the match.
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
        """Return the remarks on the plies of a match: facts that are in no event of the game, such as that a player's
        time ran out.
        """
        remarks = await self._positions.read(lambda db: remarks_on(db, position.match.id))
        return [remark for remark in remarks if remark.ply <= position.match.ply]


def _read(game: Game, text: str) -> Action:
    if not _NOTATION.fullmatch(text):
        raise UnreadableAction(text=text)
    try:
        return game.parse(text)
    except NotationError as error:
        raise UnreadableAction(text=text, reason=str(error)) from error
