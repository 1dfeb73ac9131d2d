"""Fold a match that has ended into deeds: what each person did in it, as counts for the figures."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final, NamedTuple

from bot.application.match.replay import tables, taken_back
from bot.computer.levels import Level
from bot.decks.deck import is_own
from bot.model.figures import Count, Deed, Figure, Subject
from bot.model.match import Match, UserId
from bot.model.table import Table
from bot.store.matches import Deal
from bot.store.plies import Ply, PlyKind
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import options

BY_PEOPLE: Final = frozenset({"interaction", "pre-move"})
"""The causes of plies that their player decided (`bot.store.plies.Cause.source`)."""
MINUTE: Final = 60


class Timed(NamedTuple):
    """A ply with its cause."""

    ply: Ply
    source: str
    at: float
    """The moment of the ply, in seconds since 1970-01-01 UTC."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that has ended, with its whole log."""

    game: Game
    match: Match
    deal: Deal
    began: float
    """The moment of the deal, in seconds since 1970-01-01 UTC."""
    log: Sequence[Timed]


def deeds_of(ended: Ended) -> list[Deed]:
    """Return what each person did in a match. A seat that changed hands, and the part of a match that was copied from
    another one, do not count.

    A number of the whole match is counted once, with the first person; it has a deed of zero times with each other, so
    that their number is known.

    Raises:
        DivergedError: the match does not replay.
    """
    return list(_Fold(ended).deeds())


@dataclass
class _Fold:
    """The counts of one match."""

    ended: Ended
    counts: dict[tuple[Seat, Subject], Count] = field(default_factory=lambda: defaultdict(Count))
    drawn: dict[Seat, set[CardId]] = field(default_factory=lambda: defaultdict(set))
    played: dict[Seat, set[CardId]] = field(default_factory=lambda: defaultdict(set))
    turns: int = 0

    @property
    def people(self) -> dict[Seat, UserId]:
        """Return the people who had one seat from the first ply to the last."""
        players = enumerate(self.ended.match.players)
        return {seat: player.user for seat, player in players if not player.computer and not player.since}

    def deeds(self) -> Iterator[Deed]:
        self._replay()
        if self.ended.match.outcome is not None and self.ended.match.fork is None:
            self._count_result()
        people = self.people
        for (seat, subject), count in self.counts.items():
            if seat in people:
                yield Deed(people[seat], subject, count)

    def _add(self, seat: Seat, figure: Figure, name: str = "", count: Count | None = None) -> None:
        self.counts[seat, Subject(figure, name)] += Count(1) if count is None else count

    def _replay(self) -> None:
        ended, plies = self.ended, [timed.ply for timed in self.ended.log]
        moments = [ended.began, *(timed.at for timed in ended.log)]
        undone, standing = taken_back(plies), list[Table]()
        before: Table | None = None
        for number, table in enumerate(tables(ended.game, ended.match, ended.deal, plies, compares_all=False)):
            if number not in undone:
                self._see(table.events[-1])
            if before is not None:
                timed = ended.log[number - 1]
                if timed.source != "fork":
                    self._count_ply(before, standing, timed, moments)
                if timed.ply.kind is PlyKind.UNDO:
                    del standing[len(standing) - timed.ply.undoes :]
                else:
                    standing.append(before)
            before = table
        assert before is not None
        self.turns = before.state.turn

    def _see(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Drew():
                    self.drawn[event.seat].update(event.cards)
                case Played():
                    self.played[event.seat].add(event.card)

    def _count_ply(self, before: Table, standing: Sequence[Table], timed: Timed, moments: Sequence[float]) -> None:
        """Count a ply. before: the table before it. standing: the tables before each ply that was not taken back."""
        seat, phase = timed.ply.seat, before.state.phase
        match timed.ply.kind:
            case PlyKind.UNDO:
                self._add(seat, Figure.UNDONE, _clause(standing[-timed.ply.undoes], None))
            case PlyKind.RESIGNATION:
                self._add(seat, Figure.RESIGNED, phase.clause)
                self._add(seat, Figure.RESIGNED_AT, turns_range(before.state.turn))
            case PlyKind.ACTION:
                action = before.game.parse(timed.ply.action or "")
                if timed.source == "timer":
                    self._add(seat, Figure.TIMED_OUT, _clause(before, action))
                elif timed.source in BY_PEOPLE:
                    self._count_decision(before, seat, action, timed, moments)
            case PlyKind.DRAW:
                pass

    def _count_decision(
        self, before: Table, seat: Seat, action: Action, timed: Timed, moments: Sequence[float]
    ) -> None:
        opened = before.opened[seat]
        if opened is not None and timed.source == "interaction":
            spent = max(1.0, timed.at - moments[opened])
            self._add(seat, Figure.SECONDS, _clause(before, action), Count.of(log(spent)))
        if seat in before.state.phase.waiting:
            choices, clause = len(options(before.state, seat)), before.state.phase.clause
            self._add(seat, Figure.CHOICE, clause, Count.of(choices == 1))
            if choices > 1:
                self._add(seat, Figure.PASSED, clause, Count.of(action.harmless))

    def _count_result(self) -> None:
        """Count a match that has a result."""
        match, outcome, people = self.ended.match, self.ended.match.outcome, self.people
        assert outcome is not None
        if computers := [player.computer for player in match.players if player.computer]:
            levels = [level for level in Level if level in computers]
            if len({*levels}) < len({*computers}):  # a script has no strength
                return
            best = levels[-1]
            for seat in people:
                self._add(seat, Figure.LEVEL, best, Count.of(outcome.share(seat)))
            return
        ended_at = self.ended.log[-1].at if self.ended.log else self.ended.began
        minutes = max(1.0, (ended_at - self.ended.began) / MINUTE)
        for first, seat in enumerate(people):
            for figure, name, number in (
                (Figure.TURNS, "", self.turns),
                (Figure.MINUTES, "", log(minutes)),
                (Figure.ENDING, outcome.ending, 0.0),
            ):
                self._add(seat, figure, name, Count() if first else Count.of(number))
            self._count_seat(seat, Count.of(outcome.share(seat)))

    def _count_seat(self, seat: Seat, won: Count) -> None:
        ended = self.ended
        self._add(seat, Figure.SEAT, str(seat), won)
        deck, cards = ended.match.players[seat].deck, ended.game.cards
        listed = frozenset(ended.deal.decks[seat]) if ended.deal.decks else frozenset[CardId]()
        if deck and not is_own(deck):
            self._add(seat, Figure.DECK, deck, won)
        drawn, played = self.drawn[seat], self.played[seat]
        of_decks = frozenset(ended.game.deck_cards)
        for card in cards:
            if card in listed:
                self._add(seat, Figure.IN_DECK, card, won)
            if card in played:
                self._add(seat, Figure.PLAYED, card, won)
            elif card in drawn:
                self._add(seat, Figure.HELD, card, won)
            if card in drawn or card in played:
                self._add(seat, Figure.DRAWN, card, won)
                self._add(seat, Figure.USED, card, Count.of(card in played))
            elif card in listed or card not in of_decks:
                self._add(seat, Figure.MISSING, card, won)


def _clause(before: Table, action: Action | None) -> str:
    """Return the clause of a decision: that of the action, or of the phase."""
    return (action.clause if action else "") or before.state.phase.clause


def turns_range(turn: int) -> str:
    """Return the range of turns to which a turn belongs: “1-2”, “3-4”, “5-8” and so on.

    >>> [turns_range(turn) for turn in (1, 2, 3, 8, 9)]
    ['1-2', '1-2', '3-4', '5-8', '9-16']
    """
    low, high = 1, 2
    while turn > high:
        low, high = high + 1, 2 * high
    return f"{low}-{high}"
