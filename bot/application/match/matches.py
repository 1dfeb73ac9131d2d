"""The application: matches from their lobby to their result. It knows no Discord."""

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Final

from bot.application.lobby.decks import Decks
from bot.application.lobby.invitations import Invitations
from bot.application.lobby.lobbies import Lobbies, draw_seed
from bot.application.lobby.lobby_changes import Closings
from bot.application.lobby.matchmaking import Queue
from bot.application.lobby.merging import Mergings
from bot.application.match.change import Change
from bot.application.match.end_notes import farewell, owe_farewell
from bot.application.match.finished import EndedMatches
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError, replayed_story, taken_back, views_since
from bot.application.match.seats import seat_in_play
from bot.application.people.preferences import PreferenceBook
from bot.application.table.administration import Administration
from bot.application.table.consent import Consents
from bot.application.table.hand_footers import Margins
from bot.application.table.participations import Sittings
from bot.application.table.pre_moves import StandingAnswers, pause
from bot.application.table.substitutes import Substitutes
from bot.application.table.votes import Votes
from bot.application.thinking.analyses import Analyses
from bot.application.thinking.computers import Computers
from bot.application.thinking.hints import Hints
from bot.application.thinking.thinking import Thinking
from bot.application.time.deadlines import Deadlines
from bot.application.time.reminders import Reminders
from bot.application.time.timers import Timers
from bot.application.time.uptime import Lifetime
from bot.clock import Clock, seconds, system_clock
from bot.content.library import Library
from bot.model import life
from bot.model.admin_action import Act, Deed
from bot.model.life import Step
from bot.model.match import Look, Match, MatchId, Player, Status, UserId
from bot.model.position import Position, rules_of
from bot.model.refusals import (
    AlreadyAtThisTable,
    BadHours,
    BadPace,
    BadTable,
    ChannelTaken,
    NeedsConsent,
    NoSuchGame,
    NoSuchMatch,
    NotAllowed,
    NotALobby,
    NotAtThisTable,
    NothingProposed,
    NotLive,
    NotTheHost,
    NotUnderstood,
    NotYourDecision,
    Refusal,
    StaleDecision,
    TableFull,
    TooFewPlayers,
    Unavailable,
    echo,
)
from bot.store import admin_actions, ply_causes
from bot.store import matches as sql
from bot.store.database import Database, Rows
from bot.store.ply_causes import Remark
from rules.core.events import Event
from rules.core.game import Game
from rules.core.notation import Action, NotationError
from rules.core.play import View

__all__ = [
    "AlreadyAtThisTable",
    "BadHours",
    "BadPace",
    "BadTable",
    "ChannelTaken",
    "Look",
    "Match",
    "MatchId",
    "Matches",
    "NeedsConsent",
    "NoSuchGame",
    "NoSuchMatch",
    "NotALobby",
    "NotAllowed",
    "NotAtThisTable",
    "NotLive",
    "NotTheHost",
    "NotUnderstood",
    "NotYourDecision",
    "NothingProposed",
    "Player",
    "Position",
    "Refusal",
    "StaleDecision",
    "Status",
    "TableFull",
    "TooFewPlayers",
    "Unavailable",
    "UserId",
]

_NOTATION: Final = re.compile(r"[a-z0-9+., -]{1,300}")
_CHOOSE: Final = "Choose from what you are offered while you type, or press a button."


class Matches(Lobbies):
    """Every method is safe to call from many tasks at once; whoever commits a ply first wins.

    `interaction` is the id of the Discord interaction that asks: the same id delivered twice acts once and answers
    alike. Every method that changes something returns what it committed: nobody needs to look again. Every method that
    takes a match may raise `NoSuchMatch` and `Unavailable`; nothing but a `Refusal` is ever raised.
    """

    def __init__(  # noqa: PLR0913 # what tests stand in for
        self,
        database: Database,
        library: Library,
        *,
        clock: Clock = system_clock,
        seeds: Callable[[], int] = draw_seed,
        kept: int = 256,
        wait: Callable[[], float] = pause,
        preferences: PreferenceBook | None = None,
        thinking: Thinking | None = None,
    ) -> None:
        """Matches of these games; seeds are integers in [0, 2**63), kept is how many matches stay in memory, wait gives
        the seconds after which what was said ahead is given. preferences: what people like; None: as it is stored.
        thinking: where computers think; None: in a process of their own.
        """
        book = preferences or PreferenceBook(database)
        positions = Positions(
            database, library, clock, self._committed, self._owes, kept=kept, wait=wait, habits=book.habits
        )
        super().__init__(positions, Decks(database, library.games), library, clock, seeds)
        self.listeners: list[Callable[[MatchId], None]] = []
        """Each is told of every match that owes somebody something, right after the commit."""
        self.standing = StandingAnswers(positions, clock)
        """What players say ahead."""
        self.consents = Consents(positions, clock, seeds)
        """What takes more than one player."""
        self.substitutes = Substitutes(positions, clock)
        """Seats that change hands."""
        self.votes = Votes(positions, clock)
        """What the others say about somebody who has no time left."""
        self.deadlines = Deadlines(positions, self.votes, clock)
        """What is done for those whose time is over."""
        self.reminders = Reminders(positions, clock)
        """Who is called again."""
        self.sittings = Sittings(positions)
        """Where people sit, and what waits for them."""
        self.invitations = Invitations(self, positions, clock)
        """Asking others to a lobby."""
        self.queue = Queue(self, self.invitations, positions)
        """Lobbies for anybody."""
        self.mergings = Mergings(self, self.queue, positions, book, clock)
        """Those of them that come to fit each other."""
        self.margins = Margins(positions, self.sittings, clock)
        """What stands on hands besides matches."""
        self.administration = Administration(positions, clock)
        """What those who manage a server may do."""
        self.ended = EndedMatches(positions)
        """How matches ended."""
        self.closings = Closings(positions, clock)
        """Lobbies that close by themselves."""
        thinking = thinking or Thinking(1)
        self.computers = Computers(positions, thinking, clock, self._due)
        """Computer players."""
        self.hints = Hints(positions, thinking)
        """What the expert would do."""
        self.analyses = Analyses(positions, thinking)
        """What it would have done."""
        lobbies = self.closings, self.mergings
        duties = self.standing, self.consents, self.deadlines, self.reminders, *lobbies, self.computers
        self.timers = Timers(duties, Lifetime(positions, clock), clock)
        """What happens by itself."""

    def _committed(self, position: Position) -> None:
        self.timers.look(position)
        self._owes(position.match.id)

    def _due(self, number: MatchId, moment: float) -> None:
        self.timers.schedule(number, moment)

    def _owes(self, number: MatchId) -> None:
        for listener in self.listeners:
            listener(number)

    async def act(
        self, number: MatchId, user: UserId, action: str, *, decision: int | None, interaction: int
    ) -> Position:
        """Play an action given in notation. decision: the one of the look that the button was made from; None: by a
        command, which always means the present one.

        Raises:
            NotLive, NotAtThisTable, NotYourDecision: it is not for this user to act.
            StaleDecision: the button was made for a decision that has passed.
            NotUnderstood: the text is no action of this game.
            NotAllowed: the rules refuse it now.
        """

        async def play(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            if table.opened[seat] is None:
                raise NotYourDecision("It is not your decision now. You will be asked here when it is.")
            if decision is not None and not table.is_open(seat, decision):
                raise StaleDecision("The table has moved on since that button was made. Here is how it stands now.")
            with rules_of(before.match):
                played = _read(table.game, action)
                after = table.play(seat, played)
            cause = sql.Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, str(played), cause)

        return await self._positions.change(number, interaction, play)

    async def resign(self, number: MatchId, user: UserId, *, interaction: int) -> Position:
        """Give up, at any time while the match is live: the others play on, or it ends with the ending `RESIGNED`
        (`bot.model.table.Table.resign`).

        Raises:
            NotLive, NotAtThisTable, NotAllowed: there is nothing to resign.
        """

        async def give_up(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            if seat in table.left:
                raise NotAllowed(f"Match #{number} goes on without that player already. Nothing was changed.")
            with rules_of(before.match):
                after = table.resign(seat)
            cause = sql.Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, None, cause)

        return await self._positions.change(number, interaction, give_up)

    async def abandon(self, number: MatchId, user: UserId, *, moderates: bool, interaction: int) -> Position:
        """End a match without a result: nobody is rated, and its channel is free. A lobby is closed.

        Whoever moderates the channel may; a player may while the match is quarantined, or once nothing was done in it
        for `life.IDLE` seconds.

        Raises:
            NotLive: it has ended already.
            NotAllowed, NotAtThisTable: it is not for this user to end it.
        """

        async def end(before: Position) -> Change:
            match = before.match
            step = Step.CLOSE if match.status is Status.LOBBY else Step.ABANDON
            after = life.after(match, step)
            await self._check_abandoned(match, user)
            act = Act(ply=match.ply, user=user, deed=Deed.GAVE_UP, at=seconds(self._clock))

            async def work(db: Rows) -> None:
                if after.status is Status.ABANDONED:
                    await admin_actions.insert(db, number, act)
                    await owe_farewell(db, after, farewell(after, before.game, None), user, self._clock().timestamp())

            return Change(match=after, table=None, work=work)

        if moderates:
            return await self.administration.end(number, user, interaction=interaction)

        return await self._positions.change(number, interaction, end)

    def forget(self, user: UserId) -> None:
        """Let go of what is in memory of matches that a user played."""
        self._positions.forget(user)

    async def quarantined(self) -> Sequence[Match]:
        """The matches that do not replay, oldest first: each has just been tried once more."""
        found = await self._positions.read(lambda db: sql.with_status(db, Status.QUARANTINED))
        tried = [(await self.position(number)).match for number in found]
        return [match for match in tried if match.status is Status.QUARANTINED]

    async def log(self, position: Position, user: UserId) -> tuple[tuple[tuple[Event, ...], ...], frozenset[int]]:
        """What a user may read of the deal and of every ply of a match that has begun, from its log; and the numbers of
        the plies that were taken back.

        Raises:
            NotLive: there is nothing to be told.
        """
        match = position.match
        stored = await self._positions.read(lambda db: sql.load(db, match.id))
        if match.status is Status.QUARANTINED or stored is None or stored.deal is None:
            raise NotLive(life.stands(match))
        plies, seat = stored.plies[: match.ply], match.seat_of(user)
        try:
            story = await asyncio.to_thread(replayed_story, position.game, match, stored.deal, plies, seat)
        except DivergedError:  # it has been logged
            raise NotLive(life.stands(match)) from None
        return story, taken_back(plies)

    async def since(self, position: Position, user: UserId) -> tuple[View, View]:
        """What a player saw after their latest ply, and what they see now, with all that they may read of what happened
        since.

        Raises:
            NotLive: there is nothing to be seen.
            NotAtThisTable: they do not sit there.
        """
        match = position.match
        stored, seat = await self._positions.read(lambda db: sql.load(db, match.id)), match.seat_of(user)
        if seat is None:
            raise NotAtThisTable(f"You do not play in match #{match.id}. `/match status` shows you the table.")
        if position.table is None or stored is None or stored.deal is None:
            raise NotLive(life.stands(match))
        plies = stored.plies[: match.ply]
        return await asyncio.to_thread(views_since, position.game, match, stored.deal, plies, seat)

    async def remarks(self, position: Position) -> Sequence[Remark]:
        """What its log says of the plies of a match besides what the game tells."""
        found = await self._positions.read(lambda db: ply_causes.of_match(db, position.match.id))
        return [remark for remark in found if remark.ply <= position.match.ply]

    async def _check_abandoned(self, match: Match, user: UserId) -> None:
        if match.seat_of(user) is None:
            raise NotAtThisTable(
                f"You do not sit at match #{match.id}. Its players can end it, and whoever may manage this channel."
            )
        if match.status is Status.QUARANTINED:
            return
        idle = seconds(self._clock) - await self._positions.read(lambda db: sql.touched(db, match.id))
        if idle < life.IDLE:
            raise NotAllowed(
                f"Match #{match.id} is being played: it can be ended without a result once nothing has happened in it "
                "for 7 days, by whoever may manage this channel, or if all its players agree. `/match resign` gives it "
                "up now."
            )


def _read(game: Game, text: str) -> Action:
    if not _NOTATION.fullmatch(text):
        raise NotUnderstood(f"{echo(text)} is no action. {_CHOOSE}")
    try:
        return game.parse(text)
    except NotationError as error:
        raise NotUnderstood(f"That was not understood: {error}. {_CHOOSE}") from error
