"""Play for computer players, by ordinary plies after short pauses."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic
from typing import Final, TypeAlias

import structlog

from bot.application.match.announcer import Announcer
from bot.application.match.change import Change
from bot.application.match.leases import Leases, Taken, Work
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.thinking.thinking import CHOICE_TIMEOUT, Thinking
from bot.clock import Clock, seconds
from bot.computer.levels import Level
from bot.log import origin
from bot.model.match import Match, MatchId, Status
from bot.model.position import Position, rules_of
from bot.model.reasons.match import SomeoneWasFaster
from bot.model.refusals import Refusal, StaleDecision
from bot.model.table import Table
from bot.store import computers as sql
from bot.store.plies import Cause
from rules.core.events import Seat
from rules.core.notation import Action

PAUSE: Final = 2.0
"""Seconds between a ply and a computer's next action, so that people can follow. A computer that thinks for longer acts
after a whole number of pauses, so that its time does not reveal how difficult its hidden hand makes a decision.
"""
IN_A_ROW: Final = 12
"""The maximum number of decisions of one computer that are shown at once."""
SEARCHED_IN_A_ROW: Final = 4
"""The maximum number of decisions of one expert that are shown at once. An expert rarely needs longer than a pause for
this many.
"""
AT_ONCE: Final = 3.0
"""After this many seconds of thinking, a computer adds no further actions to those that will be shown at once."""
AGAIN: Final = 60.0
"""Seconds after which a failed action is tried again."""
OTHERS: Final = 5.0
"""Seconds after which a match is looked at again if another process plays for its computers."""

Step: TypeAlias = tuple[Table, Seat, Action]
"""A table, and the action that a seat chooses at it."""

log = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class _Moment:
    """The state of the computers of a match after one ply."""

    ply: int
    due: float
    """The moment at which they think or act next. They start to think at once, and act after whole pauses."""
    task: asyncio.Task[None] | None = None
    """The task in which they think or act, if one runs."""
    steps: Sequence[Step] = ()
    """The actions that a computer has chosen and that are still to be played."""
    passed: bool = False
    """Whether no computer has to act, and all of them have declined to react."""

    @property
    def is_acting(self) -> bool:
        """Whether the chosen actions are being played."""
        return bool(self.steps) and self.task is not None

    def skip(self, now: float) -> None:
        """Move `due` to the end of the present pause."""
        while self.due <= now:
            self.due += PAUSE

    def covers(self, ply: int) -> bool:
        """Return whether this state still holds after a ply: the ply is the one of this state, or one of the actions
        that are being played.
        """
        return self.ply == ply or (self.is_acting and self.ply < ply <= self.steps[-1][0].ply)


class Computers:
    """A duty (see `Duty`) that plays for the computer players of all matches.

    A match is not locked while computers think. If it changes meanwhile, they think again. They decide from the view of
    their own seat alone, with a seed stored with the match, so that they decide alike after a restart.
    """

    def __init__(
        self, positions: Positions, thinking: Thinking, clock: Clock, announcer: Announcer, leases: Leases
    ) -> None:
        self._positions = positions
        self._thinking = thinking
        self._clock = clock
        self._announcer = announcer
        self._leases = leases
        self._moments: dict[MatchId, _Moment] = {}
        self._acting: set[asyncio.Task[None]] = set()

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return each live match with computer players as due now, since computers think at once after a start."""
        now = self._clock().timestamp()
        return [(now, number) for number in await self._positions.read(sql.playing)]

    async def carry_out(self, match_id: MatchId) -> Position:
        """Start the computers of a match thinking or acting if that is due, and return the match. Raise the same
        refusals as methods of `Matches`.
        """
        position = await self._positions.get(match_id)
        due, moment = self.next_of(position), self._moments.get(match_id)
        now = self._clock().timestamp()
        if due is not None and moment is not None and due <= now:
            if moment.steps:
                self._start(match_id, moment, lambda: self._act(match_id, moment))
            else:
                moment.skip(now)
                if moment.task is None:
                    self._start(match_id, moment, lambda: self._think(position, moment))
        return position

    def next_of(self, position: Position) -> float | None:
        """Return when computers think or act next in a match, or None if no computer is to act before the next
        change.
        """
        number, table = position.match.id, position.table
        if not _may_act(position) or table is None:
            self._forget(number)
            return None
        moment = self._moments.get(number)
        if moment is None or not moment.covers(table.ply):
            self._forget(number)
            moment = self._moments[number] = _Moment(table.ply, self._clock().timestamp())
        return None if moment.is_acting or moment.passed else moment.due

    async def settled(self) -> None:
        """Wait until no computer is thinking or acting."""
        while self._acting:
            await asyncio.wait(self._acting)

    async def close(self) -> None:
        """Stop all thinking. Computers make unfinished decisions after the next start."""
        tasks = list(self._acting)
        for number in list(self._moments):
            self._forget(number)
        await self._thinking.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, match_id: MatchId) -> None:
        moment = self._moments.pop(match_id, None)
        if moment is not None and moment.task is not None and moment.task is not asyncio.current_task():
            moment.task.cancel()

    def _start(self, match_id: MatchId, moment: _Moment, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Start work for the computers of a match in a task. After any failure, schedule another attempt."""

        async def attempt() -> None:
            try:
                async with self._leases.held(Work.COMPUTERS, match_id) as taken:
                    if taken is Taken.OTHERS:
                        self._put_off(match_id, moment, OTHERS)
                    else:
                        await work()
            except StaleDecision:  # another player acted first
                self._put_off(match_id, moment, 0)
            except Exception as error:  # noqa: BLE001 # any failure is tried again
                if not isinstance(error, Refusal):
                    log.error("a computer could not act", match=match_id, cause=origin(error))  # noqa: TRY400 # its text may reveal a hand
                self._put_off(match_id, moment, AGAIN)
            finally:
                moment.task = None

        task = asyncio.create_task(attempt(), name=f"computers of match {match_id}")
        moment.task = task
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    def _put_off(self, match_id: MatchId, moment: _Moment, pause: float) -> None:
        """Have the computers of a match think again after a pause, in seconds."""
        moment.steps = ()
        moment.due = self._clock().timestamp() + pause
        self._announcer.due(match_id, moment.due)

    async def _think(self, position: Position, moment: _Moment) -> None:
        """Choose the next actions of a computer."""
        begun = monotonic()
        decided = await self._decided(position.match, position.seen, begun)
        if decided is None:
            moment.passed = True
        else:
            moment.steps = await self._turn(position, *decided, begun)
            moment.skip(self._clock().timestamp())

    async def _act(self, match_id: MatchId, moment: _Moment) -> None:
        """Play the actions that a computer has chosen."""
        for table, seat, action in moment.steps:
            await self._play(match_id, table.ply, seat, action)

    async def _turn(self, position: Position, seat: Seat, action: Action, begun: float) -> list[Step]:
        """Return the actions of a computer that are shown at once, from this one on. Stop where another seat could act,
        at the maximum number, or when thinking has taken `AT_ONCE` seconds.
        """
        table, steps = position.seen, list[Step]()
        searches = position.match.players[seat].computer == Level.EXPERT
        most = SEARCHED_IN_A_ROW if searches else IN_A_ROW
        while True:
            steps.append((table, seat, action))
            with rules_of(position.match):
                table = table.play(seat, action)
            at_once = shown_at_once(table, seat) and len(steps) < most and monotonic() < begun + AT_ONCE
            following = await self._decided(position.match, table, begun) if at_once else None
            if following is None:
                return steps
            seat, action = following

    async def _decided(self, match: Match, table: Table, begun: float) -> tuple[Seat, Action] | None:
        """Return the seat and the action of the computer that acts next, or None if no computer acts. Computers that
        could react come first.

        begun: the moment at which thinking began, by `monotonic`. All decisions since then share `CHOICE_TIMEOUT`.
        """
        seed = await self._positions.read(lambda db: sql.seed(db, match.id))
        able = [seat for seat in match.computers if table.opened[seat] is not None and seat not in table.left]
        asked = [seat for seat in able if seat in table.state.phase.waiting]
        for seat in [*(seat for seat in able if seat not in asked), *asked[:1]]:
            with rules_of(match):
                view = table.view(seat)
            level = match.players[seat].computer
            within = begun + CHOICE_TIMEOUT - monotonic()
            choice = await self._thinking.choice(table.game, view, drawn(seed, table.ply, seat), level, within=within)
            if choice.action is not None:
                return seat, choice.action
        return None

    async def _play(self, match_id: MatchId, ply: int, seat: Seat, action: Action) -> None:
        """Play an action of a computer unless the match has moved on since this ply."""

        async def make(before: Position) -> Change:
            if before.match.status is not Status.LIVE or before.seen.ply != ply:
                raise SomeoneWasFaster
            with rules_of(before.match):
                after = before.seen.play(seat, action)
            return ply_change(before.match, after, seat, str(action), Cause.computer(seconds(self._clock)))

        await self._positions.change(match_id, None, make)


def _may_act(position: Position) -> bool:
    """Return whether a computer has to act or may react."""
    match, table = position.match, position.table
    if match.status is not Status.LIVE or table is None:
        return False
    return any(table.opened[seat] is not None and seat not in table.left for seat in match.computers)


def shown_at_once(table: Table, seat: Seat) -> bool:
    """Return whether the next action of a computer in a seat may be shown together with its latest one.

    That is so if no other seat has to decide, or could react by all that is publicly known. Hidden cards of other seats
    are ignored, since the pace of the computer would reveal them.
    """
    phase = table.state.phase
    others = (other for other in range(len(table.opened)) if other != seat and other not in table.left)
    return phase.waiting == (seat,) and not any(phase.could_react(table.state, other) for other in others)


def drawn(seed: int, ply: int, seat: Seat) -> int:
    """Return the seed of one decision, in [0, 2**63)."""
    return int.from_bytes(sha256(f"{seed}/{ply}/{seat}".encode()).digest()[:8]) >> 1
