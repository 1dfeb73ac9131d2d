"""Find a player's costliest decisions in a finished match. The expert judges them from the views of the player's seat.

The work runs in the processes of the computer players while no match needs these. The number of rollouts and their
seeds are fixed, so that a restart does not change the result.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from cachetools import LRUCache

from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError, Made, decisions_of
from bot.application.thinking.computers import drawn
from bot.application.thinking.priorities import Priority
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
    NotReplayable,
)
from bot.model.refusals import Refusal
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.plies import Ply, plies_decided_by, plies_of
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View

SHOWN: Final = 3
"""The maximum number of missteps in an analysis."""
ROLLOUTS: Final = 1_600
"""The number of rollouts that the search for better actions aims at, over all decisions of a seat."""
EACH: Final = Effort(rollouts=24, candidates=4), Effort(rollouts=96, candidates=8)
"""The two efforts for one decision. The larger one is used if `ROLLOUTS` are enough for all decisions."""
COMPARED: Final = 8
"""The maximum number of decisions, those that seem costliest, that are then compared precisely with better actions."""
TABLES: Final = 48
"""The number of fresh sampled states for such a comparison."""
SMALLEST_COST: Final = 0.01
"""The smallest loss of the chance to win that counts as a misstep."""
_CACHED_ANALYSES: Final = 64
_MOST_UNFINISHED: Final = 16
"""The maximum number of unfinished analyses at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misstep:
    """A decision that lowered its seat's chance to win."""

    ply: int
    view: View
    """The seat's view when it decided."""
    better: tuple[tuple[View, Action], ...]
    """The expert's better actions, as far as the seat could foresee them, each with the view before it."""
    comparison: Comparison

    @property
    def made(self) -> Action:
        """The action that the seat chose."""
        return self.comparison.made.plan[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The analysis of the decisions of a seat."""

    decisions: int
    """The number of decisions that were analysed: all in which the seat had a choice."""
    missteps: tuple[Misstep, ...]
    """The costliest missteps, costliest first."""


@dataclass(slots=True)
class Progress:
    """The progress of an analysis that is not ready."""

    decisions: int = 0
    """The number of decisions to analyse; 0 while the analysis waits for its turn."""
    checked: int = 0
    """The number of decisions that have been searched so far."""


class Analyses:
    """Analyse finished matches. Methods that take a match raise the same refusals as those of `Matches`."""

    def __init__(self, positions: Positions, thinking: Thinking) -> None:
        self._positions = positions
        self._thinking = thinking
        self._known = LRUCache[tuple[MatchId, Seat], tuple[asyncio.Task[Analysis | None], Progress]](_CACHED_ANALYSES)

    async def of(self, match_id: MatchId, user: UserId) -> tuple[Position, Analysis | Progress]:
        """Return a finished match with the analysis of a user's decisions, or with its progress while it is not ready.

        The first call starts the analysis, which then runs in the background.

        Raises:
            NotLive: the match is not over, or ended without a result, or its log was deleted since the match is old.
            NotAtThisTable: the user had no seat when the match ended.
            Unavailable: the analysis failed, or too many others are unfinished.
        """
        position = await self._positions.get(match_id)
        match, seat = position.match, position.match.seat_of(user)
        if match.status is not Status.OVER:
            raise AnalysedWhenOver(match_id=match_id) if match.status is Status.LIVE else MatchNotLive(match=match)
        if match.cleared:
            raise MatchNotLive(match=match)
        if seat is None:
            raise DidNotFinish(match_id=match_id)
        key = match_id, seat
        if key not in self._known:
            if sum(not task.done() for task, _ in self._known.values()) >= _MOST_UNFINISHED:
                raise AnalysesBusy
            progress = Progress()
            task = asyncio.create_task(self._begun(position, seat, progress), name=f"analysis of match {match_id}")
            self._known[key] = task, progress
        thought, progress = self._known[key]
        if not thought.done():
            return position, progress
        analysis = thought.result()
        if analysis is None:
            del self._known[key]
            raise AnalysisFailed
        return position, analysis

    async def settled(self) -> None:
        """Wait until every analysis has finished."""
        await asyncio.gather(*(task for task, _ in self._known.values()))

    async def _begun(self, position: Position, seat: Seat, progress: Progress) -> Analysis | None:
        """Return the analysis, or None if it failed."""
        try:
            return await self._thought(position, seat, progress)
        except (ThinkingError, Refusal):
            return None

    async def _thought(self, position: Position, seat: Seat, progress: Progress) -> Analysis:
        decisions = await self._decisions(position, seat)
        aside = partial(self._thinking.aside, priority=Priority.LEISURE)
        return await analysed(position.game, position.match.id, seat, decisions, aside, progress)

    async def _decisions(self, position: Position, seat: Seat) -> Sequence[Made]:
        match, game = position.match, position.game

        async def work(db: Rows) -> tuple[sql.Deal, Sequence[Ply], Collection[int]]:
            deal, plies = await sql.deal_of(db, match.id), await plies_of(db, match.id)
            return deal, plies, await plies_decided_by(db, match.id, seat)

        deal, plies, decided = await self._positions.read(work)
        try:
            made = await asyncio.to_thread(decisions_of, game, match, deal, plies, seat)
        except DivergedError:
            raise NotReplayable from None
        return [decision for decision in made if decision.ply in decided]


async def analysed(  # noqa: PLR0913, PLR0917 # everything on which an analysis depends
    game: Game,
    match_id: MatchId,
    seat: Seat,
    decisions: Sequence[Made],
    aside: Callable[..., Awaitable[Any]],
    progress: Progress,
) -> Analysis:
    """Return the analysis of these decisions of a seat. aside: a coroutine function that takes a function and its
    arguments, calls the function, for example in another process, and returns the result.
    """
    progress.decisions = len(decisions)
    each = ROLLOUTS // max(1, len(decisions))
    few, many = EACH
    effort = few if each < many.rollouts else many
    seeming: list[tuple[float, Made, Plan, int]] = []
    for decision in decisions:
        seed = drawn(match_id, decision.ply, seat)
        better_plan = await aside(better_than, game, decision.view, decision.plan, seed, effort)
        progress.checked += 1
        if better_plan is not None:
            seeming.append((better_plan[1], decision, better_plan[0], seed))
    seeming.sort(key=lambda each: -each[0])
    missteps = []
    for _, decision, better, seed in seeming[:COMPARED]:
        comparison = await aside(compared, game, decision.view, decision.plan, better, seed, TABLES)
        if comparison.is_sure and comparison.cost >= SMALLEST_COST:
            steps = await asyncio.to_thread(foreseen, game, decision.view, better, seed)
            missteps.append(Misstep(ply=decision.ply, view=decision.view, better=steps, comparison=comparison))
    missteps.sort(key=lambda misstep: -misstep.comparison.cost)
    return Analysis(decisions=len(decisions), missteps=_apart(missteps, decisions)[:SHOWN])


def _apart(missteps: Sequence[Misstep], decisions: Sequence[Made]) -> tuple[Misstep, ...]:
    """Return only the costliest misstep of each run of actions (`Made.run`)."""
    run = {decision.ply: decision.run for decision in decisions}
    costliest: dict[int, Misstep] = {}
    for misstep in missteps:
        costliest.setdefault(run[misstep.ply], misstep)
    return tuple(costliest.values())
