"""What cost somebody most in a match that is over: their decisions beside the expert's, from what their seat saw then.

The processes in which computers think do it when nobody waits at a table. So many playouts are made for a match and no
more; the same ones again after a restart, so that the answer stays.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError, Made, decisions_of
from bot.application.thinking.computers import drawn
from bot.application.thinking.priorities import Urgency
from bot.application.thinking.thinking import Thinking, ThinkingError
from bot.computer.review import Comparison, better_than, compared, foreseen
from bot.computer.rollouts import Plan
from bot.computer.search import Effort
from bot.model.match import MatchId, Status, UserId
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive
from bot.model.reasons.thinking import (
    AnalysedWhenOver,
    AnalysesBusy,
    AnalysisFailed,
    DidNotFinish,
    NothingFinishedHere,
    NotReplayable,
)
from bot.model.refusals import Refusal
from bot.store import matches as sql
from bot.store.database import Rows
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import View

SHOWN: Final = 3
"""Decisions, at most."""
PLAYOUTS: Final = 1_600
"""Imagined tables on which something better is looked for, all decisions of a seat together..."""
EACH: Final = Effort(rollouts=24, candidates=4), Effort(rollouts=96, candidates=8)
"""... between these for each."""
LOOKED_INTO: Final = 8
"""Decisions that seem to have cost most: each is compared with the better one..."""
TABLES: Final = 48
"""... on so many other tables, by which it is judged."""
LEAST: Final = 0.01
"""A share of the win that is worth a word."""
_KEPT: Final = 64
_MOST: Final = 16
"""Analyses that wait at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misstep:
    """A decision that cost something."""

    ply: int
    view: View
    """What its seat saw when it was asked."""
    better: tuple[tuple[View, Action], ...]
    """What the expert would have done, as far as it could know that it can, each with what its seat would have seen."""
    comparison: Comparison

    @property
    def made(self) -> Action:
        """The action that the seat chose, which cost it so much."""
        return self.comparison.made.plan[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What became of a seat's decisions."""

    decisions: int
    """That were looked at: where there was a choice."""
    missteps: tuple[Misstep, ...]
    """The costliest first."""


@dataclass(slots=True)
class Progress:
    """An analysis that is not ready."""

    decisions: int = 0
    """That are to be looked at; 0: it waits for its turn."""
    looked_at: int = 0


class Analyses:
    """Methods that take a match raise what those of `Matches` do."""

    def __init__(self, positions: Positions, thinking: Thinking) -> None:
        self._positions = positions
        self._thinking = thinking
        self._known: OrderedDict[tuple[MatchId, Seat], tuple[asyncio.Task[Analysis | None], Progress]] = OrderedDict()

    async def latest(self, user: UserId, channel: int) -> MatchId:
        """The match in a channel that a user has played to its end last.

        Raises:
            NoSuchMatch: there is none.
        """
        found = await self._positions.read(lambda db: sql.last_over(db, user, channel))
        if found is None:
            raise NothingFinishedHere
        return found

    async def of(self, number: MatchId, user: UserId) -> tuple[Position, Analysis | Progress]:
        """What cost a user most in a match that is over; or how far it is looked at, which goes on by itself.

        Raises:
            NotLive: it is not over, or ended without a result.
            NotAtThisTable: they did not play there at its end.
            Unavailable: it cannot be thought out now.
        """
        position = await self._positions.get(number)
        match, seat = position.match, position.match.seat_of(user)
        if match.status is not Status.OVER:
            raise AnalysedWhenOver(match_id=number) if match.status is Status.LIVE else MatchNotLive(match=match)
        if seat is None:
            raise DidNotFinish(match_id=number)
        key = number, seat
        if key not in self._known:
            if sum(not task.done() for task, _ in self._known.values()) >= _MOST:
                raise AnalysesBusy
            progress = Progress()
            task = asyncio.create_task(self._begun(position, seat, progress), name=f"analysis of match {number}")
            self._known[key] = task, progress
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        thought, progress = self._known[key]
        if not thought.done():
            return position, progress
        analysis = thought.result()
        if analysis is None:
            del self._known[key]
            raise AnalysisFailed
        return position, analysis

    async def settled(self) -> None:
        """Wait until nothing is looked at any more."""
        await asyncio.gather(*(task for task, _ in self._known.values()))

    async def _begun(self, position: Position, seat: Seat, progress: Progress) -> Analysis | None:
        """The analysis; None: it failed."""
        try:
            return await self._thought(position, seat, progress)
        except (ThinkingError, Refusal):
            return None

    async def _thought(self, position: Position, seat: Seat, progress: Progress) -> Analysis:
        match, game = position.match, position.game
        decisions = await self._decisions(position, seat)
        progress.decisions = len(decisions)
        each = PLAYOUTS // max(1, len(decisions))
        few, many = EACH
        effort = few if each < many.rollouts else many
        seeming: list[tuple[float, Made, Plan, int]] = []
        for decision in decisions:
            seed = drawn(match.id, decision.ply, seat)
            work = (decision.view, decision.plan, seed, effort)
            found = await self._thinking.aside(better_than, game, *work, urgency=Urgency.LEISURE)
            progress.looked_at += 1
            if found is not None:
                seeming.append((found[1], decision, found[0], seed))
        seeming.sort(key=lambda each: -each[0])
        missteps = []
        for _, decision, better, seed in seeming[:LOOKED_INTO]:
            plans = (decision.view, decision.plan, better, seed, TABLES)
            comparison = await self._thinking.aside(compared, game, *plans, urgency=Urgency.LEISURE)
            if comparison.is_sure and comparison.cost >= LEAST:
                steps = await asyncio.to_thread(foreseen, game, decision.view, better, seed)
                missteps.append(Misstep(ply=decision.ply, view=decision.view, better=steps, comparison=comparison))
        missteps.sort(key=lambda misstep: -misstep.comparison.cost)
        return Analysis(decisions=len(decisions), missteps=_apart(missteps, decisions)[:SHOWN])

    async def _decisions(self, position: Position, seat: Seat) -> Sequence[Made]:
        match, game = position.match, position.game

        async def work(db: Rows) -> tuple[sql.Deal, Sequence[sql.Ply], Collection[int]]:
            deal, plies = await sql.deal_of(db, match.id), await sql.plies_of(db, match.id)
            return deal, plies, await sql.decided(db, match.id, seat)

        deal, plies, own = await self._positions.read(work)
        try:
            made = await asyncio.to_thread(decisions_of, game, match, deal, plies, seat)
        except DivergedError:
            raise NotReplayable from None
        return [decision for decision in made if decision.ply in own]


def _apart(missteps: Sequence[Misstep], decisions: Sequence[Made]) -> tuple[Misstep, ...]:
    """Of decisions that were made in a row and tried together, the costliest alone."""
    run = {decision.ply: decision.run for decision in decisions}
    found: dict[int, Misstep] = {}
    for misstep in missteps:
        found.setdefault(run[misstep.ply], misstep)
    return tuple(found.values())
