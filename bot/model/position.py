"""What was committed: a match together with its table, as a value that anybody may be answered from."""

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
    """A match as it stood after a change. Nothing in it changes; looking at it waits for nothing."""

    match: Match
    game: Game
    """The game with the content and the rules that the match was begun with."""
    table: Table | None
    """None: there is nothing to be seen, before the deal or while it is quarantined."""
    standing: tuple[Standing, ...] = ()
    """What players have said ahead, each known to its own seat alone."""
    clocks: Clocks = ()
    """How much time each seat has; () where none is counted, and before the deal."""
    proposals: tuple[Proposal, ...] = ()
    """What players propose to the others, known to everybody."""

    def look(self, user: UserId | None, *, since: int | None = None) -> Look:
        """The table as this user sees it; anybody who does not sit there, and None, is a spectator.

        A match that is over can still be looked at. since: the ply after which the story is wanted, as far back as the
        table holds it; None: as `Look.story` says.

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
        """The table.

        Raises:
            NotLive: there is none.
        """
        if self.table is None:
            raise MatchNotLive(match=self.match)
        return self.table

    def asks(self, seat: Seat, opened: int) -> bool:
        """Whether a seat is still asked what it has been since this ply."""
        if self.match.status is not Status.LIVE or self.table is None:
            return False
        return seat in self.table.state.phase.waiting and self.table.opened[seat] == opened

    def has_lost(self, ply: int) -> bool:
        """Whether a button for this ply shows a later state than this one: what came between was lost when a backup was
        restored.
        """
        return self.match.status in (Status.LOBBY, Status.CLOSED) or ply > self.match.ply

    @property
    def shown(self) -> BoardShown:
        """What its board shows; another value whenever other seats are asked."""
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
    """Refusals of the rules as refusals of the application; a fault in the rules changes nothing and is logged."""
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
