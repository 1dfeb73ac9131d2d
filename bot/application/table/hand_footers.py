"""Read and write the footers of hands: a private note, a tip, and a mark if another match waits. Only the hand's owner
sees the footer.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.application.match.positions import Positions
from bot.application.match.seats import seat_in_play
from bot.application.table.participations import Participations
from bot.application.table.tips import Tips, explains, gives_tips
from bot.clock import Clock
from bot.model.match import MatchId, TableView, UserId
from bot.model.preferences import Preferences
from bot.model.reasons.match import PrivateNoteTooLong
from bot.people.preferences import PreferenceBook
from bot.store import outbox
from bot.store.database import Rows

NOTE_LIMIT: Final = 200
"""The maximum length of a private note, in characters."""

_PHONE_TIP: Final = "pictures for a phone"
"""The name of the tip about pictures for a phone, as it is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFooter:
    """The texts that a hand shows besides the match."""

    waiting: bool = False
    """Whether another match is known to wait for the hand's owner."""
    note: str = ""
    """The private note of the owner, to be escaped before it is shown."""

    is_new: bool = False
    """Whether the owner is new to the game, so that choices are explained."""

    tip: str = ""
    """A sentence about what matters now, for an owner who is new to the game; "" for no tip."""

    phone_tip: bool = False
    """Whether the owner is told of pictures for a phone; never beside a tip, so that hands stay short."""

    may_remark: bool = False
    """Whether the owner can tell the designers that a moment felt wrong."""

    def __repr__(self) -> str:
        return "HandFooter(…)"


BARE: Final = HandFooter()


class HandFooters:
    """Read and write hand footers. Methods that take a match raise the same refusals as methods of `Matches`."""

    def __init__(
        self, positions: Positions, participations: Participations, preferences: PreferenceBook, clock: Clock
    ) -> None:
        self._positions = positions
        self._participations = participations
        self._preferences = preferences
        self._clock = clock
        self._tips = Tips(positions)

    async def of(self, table_view: TableView, user: UserId, tip: str) -> HandFooter:
        """Return the footer of a user's hand. tip: the tip to give if the user is new to the game; "" for none."""
        match = table_view.match
        waiting, note, experience = await asyncio.gather(
            self._participations.waits_elsewhere(user, besides=match.id),
            self.note(match.id, user),
            self._tips.experience(user, match.game),
        )
        tip = await self._tips.given(user, table_view, tip) if gives_tips(experience) else ""
        is_new = explains(experience)
        phone_tip = is_new and not tip and await self._needs_phone_tip(user, table_view)
        in_figures = (await self._preferences.of(user)).in_figures
        return HandFooter(
            waiting=waiting,
            note=note,
            is_new=is_new,
            tip=tip,
            phone_tip=phone_tip,
            may_remark=in_figures and (await self._preferences.of_server(match.guild)).figures,
        )

    async def _needs_phone_tip(self, user: UserId, table_view: TableView) -> bool:
        """Return whether this is the hand in which a user is told of pictures for a phone. A user who has changed any
        setting has seen that one.
        """
        if not table_view.view.options or await self._preferences.of(user) != Preferences():
            return False
        return bool(await self._tips.given(user, table_view, _PHONE_TIP, of_game=False))

    async def note(self, match_id: MatchId, user: UserId) -> str:
        """Return the private note of a user in a match, or "" if there is none."""
        return await self._positions.read(lambda db: find_note(db, match_id, user))

    async def write(self, match_id: MatchId, user: UserId, text: str) -> None:
        """Replace the private note of a user, or delete it if the text is blank, and queue a redraw of their hand.

        Raises:
            NotLive, NotAtThisTable: the user has no hand in this match.
            NotAllowed: the note is too long.
        """
        _, seat = seat_in_play(await self._positions.get(match_id), user)
        noted = text.strip()
        if len(noted) > NOTE_LIMIT:
            raise PrivateNoteTooLong(length=len(noted), limit=NOTE_LIMIT)
        now = self._clock().timestamp()

        async def work(db: Rows) -> None:
            await save_note(db, match_id, user, noted)
            await outbox.redraw_hand(db, match_id, seat, now)

        await self._positions.write(work)


async def find_note(db: Rows, match_id: MatchId, user_id: UserId) -> str:
    """Return a user's note about a match; "" if there is none."""
    rows = await db.rows("SELECT note FROM private_notes WHERE match_id = ? AND user_id = ?", match_id, user_id)
    return str(rows[0][0]) if rows else ""


async def save_note(db: Rows, match_id: MatchId, user_id: UserId, note: str) -> None:
    """Store a user's note about a match, in place of an earlier one. note: "" deletes it."""
    if not note:
        await db.run("DELETE FROM private_notes WHERE match_id = ? AND user_id = ?", match_id, user_id)
        return
    sql = (
        "INSERT INTO private_notes (match_id, user_id, note) VALUES (?, ?, ?) "
        "ON CONFLICT (match_id, user_id) DO UPDATE SET note = excluded.note"
    )
    await db.run(sql, match_id, user_id, note)
