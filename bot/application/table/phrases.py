"""Let players who sit in different places say chosen phrases to each other.

A phrase is a note to each other person of the match, so it arrives like any other message that must. It does not reach
players who have muted or blocked the speaker, or who want no phrases; the speaker cannot tell. Where all sit in one
place there are no phrases: people write there.
"""

from typing import Final

from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.limits import Act
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.notes import Said
from bot.model.pace import HOUR
from bot.model.phrases import Phrase
from bot.model.reasons.match import MatchNotLive, NotSeated, UserNotSeated
from bot.model.reasons.table import AllSitHere
from bot.people.blocks import blockers
from bot.people.limits import count
from bot.people.preferences import PreferenceBook
from bot.store import matches, outbox
from bot.store.database import Rows
from rules.core.events import Seat

AFTERWARDS: Final = HOUR
"""Seconds after the end of a match in which its players can still say something."""


class Phrases:
    """Say phrases, and mute players. Methods raise the refusals of `Positions.get`, and `Unavailable`."""

    def __init__(self, positions: Positions, preferences: PreferenceBook, clock: Clock) -> None:
        self._positions = positions
        self._preferences = preferences
        self._clock = clock

    async def muted(self, match_id: MatchId, user: UserId) -> frozenset[UserId]:
        """Return the players of a match whom a user has muted."""
        return await self._positions.read(lambda db: _muted(db, match_id, user))

    async def check(self, match_id: MatchId, user: UserId) -> Match:
        """Return a match in which a user can say something.

        Raises:
            NotAtThisTable: the user has no seat in it.
            NotAllowed: all its players sit in one place.
            NotLive: it has not begun, or ended long ago.
        """
        match = (await self._positions.get(match_id)).match
        if match.seat_of(user) is None:
            raise NotSeated(match_id=match_id)
        if len(match.places) == 1:
            raise AllSitHere(match_id=match_id)
        if match.status is Status.OVER:
            ended = await self._positions.read(lambda db: matches.ended(db, match_id))
            if ended is not None and self._clock().timestamp() - ended <= AFTERWARDS:
                return match
        if match.status is not Status.LIVE:
            raise MatchNotLive(match=match)
        return match

    async def say(self, match_id: MatchId, user: UserId, phrase: Phrase) -> None:
        """Say a phrase to all others of a match.

        Raises:
            Refusal: as for `check`, or the user has said as much as one may.
        """
        match = await self.check(match_id, user)
        others = [seat for seat in range(len(match.players)) if match.person(seat) not in (None, user)]
        listening = [seat for seat in others if (await self._preferences.of(match.players[seat].user)).phrases]
        now = self._clock().timestamp()

        async def work(db: Rows) -> None:
            await count(db, user, Act.PHRASE, now)
            for seat in await _hearing(db, match, listening, user):
                await outbox.add_note(db, match_id, seat, Said(user_id=user, phrase=str(phrase)), now)

        await self._positions.write(work)

    async def mute(self, match_id: MatchId, user: UserId, other: UserId, *, muted: bool) -> None:
        """Store whether the phrases of another player reach a user in a match.

        Raises:
            NotAtThisTable: one of them has no seat in it.
        """
        match = (await self._positions.get(match_id)).match
        for each in (user, other):
            if match.seat_of(each) is None:
                raise UserNotSeated(match_id=match_id, user_id=each)

        async def work(db: Rows) -> None:
            await db.run(_UNMUTE, match_id, user, other)
            if muted:
                await db.run(_MUTE, match_id, user, other)

        await self._positions.write(work)


_MUTE: Final = "INSERT INTO mutes (match_id, user_id, muted_user_id) VALUES (?, ?, ?)"
_UNMUTE: Final = "DELETE FROM mutes WHERE match_id = ? AND user_id = ? AND muted_user_id = ?"


async def _muted(db: Rows, match_id: MatchId, user: UserId) -> frozenset[UserId]:
    sql = "SELECT muted_user_id FROM mutes WHERE match_id = ? AND user_id = ?"
    return frozenset(muted for (muted,) in await db.rows(sql, match_id, user))


async def _hearing(db: Rows, match: Match, seats: list[Seat], user: UserId) -> list[Seat]:
    """Return which of these seats have neither muted nor blocked a user."""
    deaf = await blockers(db, [match.players[seat].user for seat in seats], user)
    rows = await db.rows("SELECT user_id FROM mutes WHERE match_id = ? AND muted_user_id = ?", match.id, user)
    deaf |= {muting for (muting,) in rows}
    return [seat for seat in seats if match.players[seat].user not in deaf]
