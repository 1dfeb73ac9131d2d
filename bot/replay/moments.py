"""Moments: a finished match as a series of tables, and the part of each that a viewer may see.

The log is replayed once. Everything here is read from the tables that it gives.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from bot.application.match.replay import DivergedError, tables, taken_back
from bot.content.library import Library
from bot.model.match import Match
from bot.model.table import Table
from bot.replay.record import Record
from bot.store.matches import Deal
from bot.store.plies import Ply, PlyKind
from rules.core.events import Event, Seat, visible
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View
from rules.core.words import counted, together

TURNING_POINTS: Final = 6
"""The maximum number of turning points of a match."""
SWING: Final = 0.1
"""The minimum gain of a seat's chance to win, from 0 to 1, that makes a turning point if the lead does not change."""
_TIE: Final = 0.02
"""The minimum advantage in the chance to win, from 0 to 1, with which a seat takes the lead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The table after a ply; the first moment is the deal, or the position of a puzzle."""

    ply: int
    """The number of the ply; 0: the deal."""
    played: Ply | None
    """The ply that led here, with the seat that acted; None: the deal."""
    table: Table
    is_undone: bool
    """Whether the ply was taken back later."""

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def action(self) -> Action | None:
        """Return the action that was played; None for the deal, a resignation, an undo or a draw."""
        text = self.played.action if self.played else None
        return None if text is None else self.game.parse(text)

    def view(self, seat: Seat | None) -> View:
        """Return the view that a seat, or a spectator (None), had: the one from which the pictures were drawn."""
        return self.table.view(seat)

    def events(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the events of the ply that a seat, or a spectator, could read."""
        return visible(self.table.events[-1], seat)

    @property
    def all_events(self) -> tuple[Event, ...]:
        """Return all events of the ply, hidden ones too: for viewers who see all hands."""
        return self.table.events[-1]

    @property
    def hands(self) -> tuple[View, ...]:
        """Return the view of each seat: for viewers who see all hands."""
        return tuple(self.view(seat) for seat in range(len(self.table.opened)))


def sentences_of(moment: Moment, names: Sequence[str], seat: Seat | None, *, all_hands: bool = False) -> list[str]:
    """Return a sentence for each event of a moment that a seat, or a spectator, could read.

    all_hands: return a sentence for every event; that of a hidden event names the players who could read it.
    """
    sentences = []
    for event in moment.all_events if all_hands else moment.events(seat):
        sentence = moment.game.narrate(event, names)
        if sentence and all_hands and event.seats is not None:
            sentence = f"{together([names[each] for each in sorted(event.seats)])} read: {sentence}"
        sentences += [sentence] if sentence else []
    return sentences


def ply_predicate(ply: Ply) -> str:
    """Return the predicate for a ply that is not an action, such as "resigns", to follow the name of the player."""
    match ply.kind:
        case PlyKind.RESIGNATION:
            return "resigns"
        case PlyKind.DRAW:
            return "offered a draw, and everyone agreed"
        case _:
            return f"takes back {counted(ply.undoes, 'move')}"


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment at which the chances in a match changed a lot."""

    ply: int
    leader: Seat | None
    """The seat that took the lead; None: the lead did not change."""
    gained: Seat
    """The seat whose chance to win grew most."""
    before: float
    """The chance of that seat before this moment, from 0 to 1."""
    after: float
    """The chance of that seat after this moment, from 0 to 1."""
    name: str
    """The game's name for this moment (`Game.landmarks`); may be empty."""

    @property
    def swing(self) -> float:
        """By how much the chance grew."""
        return self.after - self.before

    def told(self, names: Sequence[str]) -> tuple[str, str]:
        """Return a heading, and sentences about who gained how much. names: the players' names, by seat."""
        heading = f"Turning point: {self.name}." if self.name else "Turning point."
        lead = "" if self.leader is None else f"{names[self.leader]} takes the lead. "
        return heading, f"{lead}{names[self.gained]}'s chances: {self.before:.0%} → {self.after:.0%}."


@dataclass(frozen=True)
class Replay:
    """A finished match with all its moments."""

    record: Record
    moments: Sequence[Moment] = field(repr=False)

    @property
    def game(self) -> Game:
        return self.moments[0].game

    @property
    def names(self) -> tuple[str, ...]:
        return self.record.names

    @property
    def beginning(self) -> str:
        """Return the word for the first moment: a deal, or the puzzle with whose position the match begins."""
        return "puzzle" if self.record.deal.puzzle else "deal"

    @property
    def last(self) -> int:
        """Return the number of the last ply."""
        return len(self.moments) - 1

    @cached_property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """Return the largest changes of the chances, in the order of play: at most `TURNING_POINTS`.

        They reveal hidden cards, so show them only to viewers who see all hands.
        """
        return turning_points(self)


def replayed(record: Record, library: Library) -> Replay:
    """Return the moments of a match.

    Raises:
        DivergedError: this program lacks its rules or content, a ply is refused or leads to a different state, or the
            plies lead to a different result.
    """
    moments = moments_of(record.played_by(library), record.match, record.deal, record.plies)
    if moments[-1].table.state.outcome != record.outcome:
        raise DivergedError(len(record.plies), "the log leads to a different result")
    return Replay(record, moments)


def moments_of(game: Game, match: Match, deal: Deal, plies: Sequence[Ply]) -> list[Moment]:
    """Return the moments of a match.

    Raises:
        DivergedError: a ply is refused or leads to a different state.
    """
    undone = taken_back(plies)
    return [
        Moment(ply=ply, played=plies[ply - 1] if ply else None, table=table, is_undone=ply in undone)
        for ply, table in enumerate(tables(game, match, deal, plies))
    ]


def turning_points(replay: Replay) -> tuple[TurningPoint, ...]:
    """Return the largest changes of the chances in a match, in the order of play."""
    points: list[TurningPoint] = []
    before = _shares(replay.moments[0])
    leader = _leader(before, None)
    for moment in replay.moments[1:]:
        if moment.is_undone:
            continue
        shares = _shares(moment)
        now = _leader(shares, leader)
        gained = max(range(len(shares)), key=lambda seat: shares[seat] - before[seat])
        takes_lead = now is not None and leader is not None and now != leader
        if takes_lead or shares[gained] - before[gained] >= SWING:
            name = replay.game.landmark(moment.all_events)
            leads = now if takes_lead else None
            points.append(TurningPoint(moment.ply, leads, gained, before[gained], shares[gained], name))
        before, leader = shares, now
    largest = sorted(points, key=lambda point: (point.leader is None, -point.swing))[:TURNING_POINTS]
    return tuple(sorted(largest, key=lambda point: point.ply))


def _shares(moment: Moment) -> list[float]:
    """Return each seat's chance to win, as the game estimates it."""
    state, seats = moment.table.state, range(len(moment.table.opened))
    if state.outcome is not None:
        return [state.outcome.share(seat) for seat in seats]
    return [moment.game.evaluate(state, seat) for seat in seats]


def _leader(shares: Sequence[float], before: Seat | None) -> Seat | None:
    """Return the seat with the best chance; the earlier leader if no other seat is clearly ahead."""
    best = max(range(len(shares)), key=lambda seat: shares[seat])
    others = max((share for seat, share in enumerate(shares) if seat != best), default=0.0)
    return best if shares[best] - others > _TIE else before
