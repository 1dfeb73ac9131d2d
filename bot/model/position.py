"""Positions: a match with its table after a committed change, as an immutable value."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import structlog

from bot.log import origin
from bot.model.absence import Place
from bot.model.breaks import SeatBreak
from bot.model.clocks import Clocks
from bot.model.match import Match, Status, TableView, UserId
from bot.model.pace import Kind
from bot.model.pre_moves import SeatPreMove
from bot.model.proposal import Proposal
from bot.model.reasons.database import RulesFailed
from bot.model.reasons.match import ForbiddenByRules, MatchNotLive, TableForbiddenByRules
from bot.model.refusals import Refusal
from bot.model.shown import AbandonmentShown, BoardShown, LobbyShown, QuarantineShown, ResultShown, TableShown
from bot.model.table import Table
from rules.catalog import voice_of
from rules.core.events import Seat
from rules.core.game import Game, TableError
from rules.core.play import IllegalActionError

_log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A match as it stood after a change. It is immutable, and reading it never waits."""

    match: Match
    game: Game
    """The game with the content and the rules that the match began with."""
    table: Table | None
    """The table; None before the deal and while the match is quarantined."""
    pre_moves: tuple[SeatPreMove, ...] = ()
    """The pre-moves of all seats. Only the seat itself may know its pre-moves."""
    clocks: Clocks = ()
    """The clock of each seat; () before the deal, and without a pace if nobody ever waits for people."""
    untold: Mapping[Seat, float] = field(default_factory=dict)
    """The seats whose clocks stand still because their players could not be told of their turn, each with the
    moment at which its clock goes on at the latest, in seconds since 1970-01-01 UTC.
    """
    resting: Mapping[Seat, SeatBreak] = field(default_factory=dict)
    """The seats whose clocks stand still for a holiday or an agreed break."""
    proposals: tuple[Proposal, ...] = ()
    """The open proposals of the players. They are public."""
    revision: int = 1
    """The number of committed changes, including private ones. Never show it: it reveals that pre-moves were made."""

    def view_for(self, user: UserId | None, *, since: int | None = None) -> TableView:
        """Return the view that a user has of the table; None and users without a seat are spectators.

        A match that is over can still be viewed. since: the ply after which the events begin, as far back as the table
        remembers; None: the default of `TableView.ply_events`.

        Raises:
            NotLive: the match has no table.
        """
        table = self.seen
        seat = None if user is None else self.match.seat_of(user)
        with rules_of(self.match):
            view = table.view(seat)
            offers = tuple(self.game.offers(view)) if seat is not None and self.match.status is Status.LIVE else ()
        ply_events = table.ply_events(seat, None if since is None else max(since, table.remembered_from - 1))
        pre_moves = tuple(pre_move.answer for pre_move in self.pre_moves if pre_move.seat == seat)
        return TableView(
            match=self.match,
            view=view,
            decision=table.decision(seat),
            ply_events=ply_events,
            pre_moves=pre_moves,
            offers=tuple(offer for offer in offers if offer not in pre_moves),
            may_undo=seat is not None and seat == table.may_undo and self.match.status is Status.LIVE,
        )

    def at(self, place: Place) -> "Position":
        """Return the position as it is looked at from one of the places of its match."""
        return self if place == self.match.place else replace(self, match=self.match.at(place))

    def for_user(self, user: UserId) -> "Position":
        """Return the position as it is looked at from the place of a user's seat."""
        return self.at(self.match.place_for(user))

    def stands_still(self, seat: Seat) -> bool:
        """Return whether the clock of a seat stands still, since its player could not be told or has a break."""
        return seat in self.untold or seat in self.resting

    @property
    def deadlines(self) -> Clocks:
        """Return the clocks that players see: none without a pace, where time runs out only after a claim."""
        return () if self.match.pace.kind is Kind.NONE else self.clocks

    @property
    def seen(self) -> Table:
        """Return the table.

        Raises:
            NotLive: the match has no table.
        """
        if self.table is None:
            raise MatchNotLive(match=self.match)
        return self.table

    def asks(self, seat: Seat, opened: int) -> bool:
        """Return whether a seat still has the decision that opened after this ply."""
        if self.match.status is not Status.LIVE or self.table is None:
            return False
        return seat in self.table.state.phase.waiting and self.table.opened[seat] == opened

    def has_lost(self, ply: int) -> bool:
        """Return whether a button for this ply comes from plies that were lost when a backup was restored."""
        return self.match.status in (Status.LOBBY, Status.CLOSED) or (not self.match.cleared and ply > self.match.ply)

    def reaches(self, version: int, ply: int | None) -> bool:
        """Return whether the position is at least as recent as a version and a ply of the match. A lobby reaches no
        ply, not even 0.
        """
        begun = ply is None or (self.match.status is not Status.LOBBY and self.match.ply >= ply)
        return begun and self.match.version >= version

    @property
    def shown(self) -> BoardShown:
        """Return the content of the board. It changes whenever a seat that had no decision gets one."""
        match self.match.status:
            case Status.LOBBY | Status.CLOSED:
                return LobbyShown()
            case Status.QUARANTINED:
                return QuarantineShown()
            case Status.ABANDONED:
                return AbandonmentShown()
            case Status.OVER:
                return ResultShown()
            case _:
                return TableShown(self.seen.passed)


@contextmanager
def rules_of(match: Match) -> Iterator[None]:
    """Turn refusals of the rules into refusals of the application; log a fault of the rules and raise RulesFailed."""
    try:
        yield
    except Refusal:
        raise
    except IllegalActionError as error:
        raise ForbiddenByRules(reason=voice_of(match.game).refusal(str(error))) from error
    except TableError as error:
        raise TableForbiddenByRules(reason=str(error)) from error
    except Exception as error:  # noqa: BLE001 # a fault in the rules can be of any type
        _log.error("the rules failed", match=match.id, game=match.game, ply=match.ply, cause=origin(error))
        raise RulesFailed(match_id=match.id) from None
