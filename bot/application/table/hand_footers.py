"""Read and write the footers of hands: a private note, a tip, and a mark if another match waits. Only the hand's owner
sees the footer.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.application.match.positions import Positions
from bot.application.match.seats import seat_in_play
from bot.application.table.participations import Participations, Waiting, find_waiting
from bot.application.table.tips import Experience, Tip, explains, find_due, find_experience, gives_tips, save_shown
from bot.clock import Clock
from bot.model.match import MatchId, TableView, UserId
from bot.model.reasons.match import PrivateNoteTooLong
from bot.people.preferences import PreferenceBook
from bot.people.settings import Preferences
from bot.store import outbox
from bot.store.database import Rows

NOTE_LIMIT: Final = 200
"""The maximum length of a private note, in characters."""

_PHONE_TIP: Final = Tip("pictures for a phone", game="")
"""The tip about pictures for a phone, by the name under which it is stored. A user who has changed any setting has
seen that setting.
"""


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


class _Found(NamedTuple):
    """The part of a footer that the database keeps."""

    waiting: Waiting
    note: str
    experience: Experience
    tip: Tip | None
    is_stored: bool
    """Whether it is stored that the user got this tip, if there is one."""


class HandFooters:
    """Read and write hand footers. Methods that take a match raise the same refusals as methods of `Matches`."""

    def __init__(
        self, positions: Positions, participations: Participations, preferences: PreferenceBook, clock: Clock
    ) -> None:
        self._positions = positions
        self._participations = participations
        self._preferences = preferences
        self._clock = clock

    async def of(self, table_view: TableView, user: UserId, tip: str) -> HandFooter:
        """Return the footer of a user's hand. tip: the tip to give if the user is new to the game; "" for none."""
        match, here = table_view.match, (table_view.match.id, table_view.decision)
        liked, server = await self._preferences.of(user), await self._preferences.of_server(match.guild)
        of_game = [Tip(tip, match.game)] if tip else []
        of_phone = [_PHONE_TIP] if table_view.view.options and liked == Preferences() else []

        async def found(db: Rows) -> _Found:
            experience = await find_experience(db, user, match.game)
            tips = [*(of_game if gives_tips(experience) else ()), *(of_phone if explains(experience) else ())]
            return _Found(
                await find_waiting(db, user),
                await find_note(db, match.id, user),
                experience,
                *await find_due(db, user, tips, here),
            )

        async def with_new_tip(db: Rows) -> _Found:
            if kept.tip is not None:
                await save_shown(db, user, kept.tip, here)
            return await found(db)

        kept = await self._positions.read(found)
        if not kept.is_stored:
            kept = await self._positions.write(with_new_tip)
        return HandFooter(
            waiting=self._participations.is_waiting(user, kept.waiting, besides=match.id),
            note=kept.note,
            is_new=explains(kept.experience),
            tip=kept.tip.text if kept.tip in of_game else "",
            phone_tip=kept.tip in of_phone,
            may_remark=liked.in_figures and server.figures,
        )

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
