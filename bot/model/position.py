"""A committed match together with its table, as a value from which anyone may be answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog

from bot.log import origin
from bot.model.clocks import Clocks
from bot.model.match import Look, Match, Status, UserId
from bot.model.pre_moves import Standing
from bot.model.proposal import Proposal
from bot.model.reasons.database import RulesFailed
from bot.model.reasons.match import ForbiddenByRules, MatchNotLive, TableForbiddenByRules
from bot.model.refusals import Refusal
from bot.model.shown import AbandonmentShown, BoardShown, LobbyShown, QuarantineShown, TableShown
from bot.model.table import Table
from rules.core.events import Seat
from rules.core.game import Game, TableError
from rules.core.play import IllegalActionError

_log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A match after a change. It never changes itself, and looking at it waits for nothing."""

    match: Match
    game: Game
    """The game with the content and the rules that the match started with."""
    table: Table | None
    """None: there is nothing to see, before the deal or during quarantine."""
    standing: tuple[Standing, ...] = ()
    """The pre-moves of players, each known to its own seat alone."""
    clocks: Clocks = ()
    """The clocks by seat; () where no time is counted, and before the deal."""
    proposals: tuple[Proposal, ...] = ()
    """The open proposals, known to everyone."""

    def look(self, user: UserId | None, *, since: int | None = None) -> Look:
        """Return the table as this user sees it. A user without a seat, and None, is a spectator; a match that is over
        can still be looked at.

        since: the ply after which the story starts, as far back as the table holds it; None: as `Look.story` says.

        Raises:
            NotLive: there is no table.
        """
        table = self.seen
        seat = None if user is None else self.match.seat_of(user)
        with rules_of(self.match):
            view = table.view(seat)
            offers = tuple(self.game.offers(view)) if seat is not None and self.match.status is Status.LIVE else ()
        story = table.story(seat, None if since is None else max(since, table.remembered_from - 1))
        standing = tuple(said.answer for said in self.standing if said.seat == seat)
        return Look(
            match=self.match,
            view=view,
            decision=table.decision(seat),
            story=story,
            standing=standing,
            offers=tuple(offer for offer in offers if offer not in standing),
            may_undo=seat is not None and seat == table.may_undo and self.match.status is Status.LIVE,
        )

    @property
    def seen(self) -> Table:
        """Return the table.

        Raises:
            NotLive: there is none.
        """
        if self.table is None:
            raise MatchNotLive(match=self.match)
        return self.table

    def asks(self, seat: Seat, opened: int) -> bool:
        """Return whether a seat is still asked what it has been since this ply."""
        if self.match.status is not Status.LIVE or self.table is None:
            return False
        return seat in self.table.state.phase.waiting and self.table.opened[seat] == opened

    def has_lost(self, ply: int) -> bool:
        """Return whether a button for this ply shows a later state than this one: the plies between were lost when a
        backup was restored.
        """
        return self.match.status in (Status.LOBBY, Status.CLOSED) or ply > self.match.ply

    @property
    def shown(self) -> BoardShown:
        """Return what the board shows; another value whenever other seats are asked."""
        match self.match.status:
            case Status.LOBBY | Status.CLOSED:
                return LobbyShown()
            case Status.QUARANTINED:
                return QuarantineShown()
            case Status.ABANDONED:
                return AbandonmentShown()
            case _:
                return TableShown(self.seen.passed)


@contextmanager
def rules_of(match: Match) -> Iterator[None]:
    """Raise refusals of the rules as refusals of the application; log an error of the rules, which changes nothing."""
    try:
        yield
    except Refusal:
        raise
    except IllegalActionError as error:
        raise ForbiddenByRules(reason=str(error)) from error
    except TableError as error:
        raise TableForbiddenByRules(reason=str(error)) from error
    except Exception as error:  # noqa: BLE001 # whatever it is
        _log.error("the rules failed", match=match.id, game=match.game, ply=match.ply, cause=origin(error))
        raise RulesFailed(match_id=match.id) from None
