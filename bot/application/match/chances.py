"""Estimate how likely each seat of a finished match was to win after each ply, as a spectator could judge it.

A seat's chance is the mean of `Game.evaluate` over sampled states that fit the spectators' view. It depends on public
facts alone: two matches that differ only in hidden cards have the same chances.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError, tables, taken_back
from bot.model.match import Match, MatchId
from bot.model.position import Position
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.plies import Ply, plies_of
from rules.core.events import Event, Seat, visible
from rules.core.game import Game
from rules.core.play import View

SWING: Final = 0.1
"""The smallest gain in a seat's chance that makes a ply decisive."""
OPEN: Final = 0.15
"""A ply turns a match if, before it, the winner led by less than this: they were behind or nearly level."""
_STATES: Final = 8
"""The number of states that are evaluated for one chance."""
_CACHED_MATCHES: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisiveMoment:
    """The ply that turned a match: of those that raised a winner's estimated chance to win while the match was open,
    and after which no loser was ahead any more, the one that raised it most.
    """

    place: int
    """The index in `Chances.shares`."""
    ply: int
    turn: int
    """The turn in which the ply was played."""
    seat: Seat
    """The seat that gained."""
    before: float
    """The seat's chance before the ply, from 0 to 1."""
    after: float
    events: tuple[Event, ...]
    """Those events of the ply that everyone may read."""

    @property
    def gain(self) -> float:
        """The change of the seat's chance."""
        return self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """Each seat's chances to win over the course of a match, from 0 to 1."""

    shares: Sequence[Sequence[float]] = ()
    """The chances by seat after the deal, and after each ply that was not undone; () if they are not known."""
    decisive: DecisiveMoment | None = None
    """The decisive moment; None if no ply turned the match."""


UNKNOWN: Final = Chances()


class ChanceBook:
    """Compute the chances of finished matches, and keep the latest ones in memory."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._known = LRUCache[MatchId, Chances](_CACHED_MATCHES)

    async def of(self, position: Position) -> Chances:
        """Return the chances of a match that is over, or `UNKNOWN` if its log cannot be replayed."""
        number = position.match.id
        if number not in self._known:

            async def work(db: Rows) -> tuple[sql.Deal, Sequence[Ply]]:
                return await sql.deal_of(db, number), await plies_of(db, number)

            deal, plies = await self._positions.read(work)
            self._known[number] = await asyncio.to_thread(_worked_out, position.game, position.match, deal, plies)
        return self._known[number]


def _worked_out(game: Game, match: Match, deal: sql.Deal, plies: Sequence[Ply]) -> Chances:
    undone = taken_back(plies)
    shares: list[Sequence[float]] = []
    moments: list[DecisiveMoment] = []
    winners: Sequence[Seat] = ()
    turn = 0
    try:
        for ply, table in enumerate(tables(game, match, deal, plies)):
            if ply in undone:
                continue
            view = table.view(None)
            now = _shares(game, view, len(match.players))
            for seat, before in enumerate(shares[-1]) if shares else ():
                place, after, events = len(shares), now[seat], visible(table.events[-1], None)
                moment = DecisiveMoment(
                    place=place, ply=ply, turn=turn, seat=seat, before=before, after=after, events=events
                )
                moments.append(moment)
            shares.append(now)
            turn = view.turn
            winners = view.outcome.winners if view.outcome else ()
    except DivergedError:
        return UNKNOWN
    return Chances(shares=shares, decisive=_decisive(moments, shares, winners))


def _decisive(
    moments: Sequence[DecisiveMoment], shares: Sequence[Sequence[float]], winners: Sequence[Seat]
) -> DecisiveMoment | None:
    """Return the decisive one of the moments; None if there is none. The last ply is no such moment: the result tells
    it. Nor is there one if nobody lost.
    """
    losers = [seat for seat in range(len(shares[0])) if seat not in winners] if shares else []
    if not losers:
        return None
    best_loser = [max(each[seat] for seat in losers) for each in shares]

    def lead(seat: Seat, place: int) -> float:
        return shares[place][seat] - best_loser[place]

    last = len(shares) - 1
    turned = [
        moment
        for moment in moments
        if moment.seat in winners
        and moment.place < last
        and moment.gain >= SWING
        and lead(moment.seat, moment.place - 1) < OPEN
        and all(lead(moment.seat, place) > 0 for place in range(moment.place, last + 1))
    ]
    return max(turned, key=lambda moment: moment.gain, default=None)


def _shares(game: Game, view: View, seats: int) -> Sequence[float]:
    if view.outcome is not None:
        return [view.outcome.share(seat) for seat in range(seats)]
    states = [game.determinize(view, number) for number in range(_STATES)]
    return [sum(game.evaluate(state, seat) for state in states) / _STATES for seat in range(seats)]
