"""The table of a match: the state of the game with the events that people have seen, as the log replays it."""

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Self

from rules.core.cards import CardId
from rules.core.digest import digest
from rules.core.events import Event, Seat, visible
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import AGREED, RESIGNED, Outcome, Over, Phase, State, View, apply, options
from rules.core.puzzles import OwnPuzzle, PuzzleSet, Terms
from rules.core.rng import split
from rules.core.undo import TookBack, may_be_safe

REMEMBERED: Final = 10
"""The number of latest plies whose events a table holds: more than a message has room for."""

SEEN: Final = 64
"""The size of the cache of views: delivering a ply needs the same view several times."""


class ForgottenError(LookupError):
    """The error for events that the table no longer holds; a replay has them (`bot.application.match.replay`)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    """The immutable state between two plies. Each ply makes a new table."""

    game: Game
    state: State
    teams: tuple[tuple[Seat, ...], ...]
    """The seats of each team: a team wins and loses together."""
    ply: int
    opened: tuple[int | None, ...]
    """By seat, the ply after which its present decision or reaction opened; None: the seat cannot act."""
    acted: tuple[int, ...]
    """The latest ply that each seat played, by seat; -1 before its first."""
    passed: int
    """The latest ply that gave a decision to a seat that had none, or that ended the match."""
    left: frozenset[Seat] = frozenset()
    """The seats that were forfeited."""
    may_undo: Seat | None = None
    """The seat that played the latest remaining ply, if that may be safe to undo (`rules.core.undo.may_be_safe`)."""
    events: tuple[tuple[Event, ...], ...]
    """The events of each of the latest plies, `REMEMBERED` at most; the deal is ply 0."""

    def __repr__(self) -> str:
        return f"Table({self.game.key}, ply {self.ply})"

    @classmethod
    def deal(
        cls,
        game: Game,
        *,
        seats: int,
        options: Mapping[str, str],
        decks: Sequence[Sequence[CardId]],
        seed: int,
    ) -> Self:
        """Deal, and return the table before the first ply.

        Raises:
            TableError: the match cannot begin with these seats, options and decks.
        """
        state = game.begin(seats=seats, options=options, decks=decks, seed=seed)
        return cls._begun(game, state, game.teams(seats, game.all_options(options)))

    @classmethod
    def begin_with(cls, game: Game, puzzle: str, seed: int) -> Self:
        """Return the table before the first ply of a match that begins with the position of a puzzle. The seed decides
        what the puzzle hides.

        puzzle: as JSON (`PuzzleSet.written`).

        Raises:
            ValueError: the game has no such puzzle.
        """
        puzzles, read, terms = puzzle_terms(game, puzzle)
        teams = game.teams(terms.seats, game.all_options(terms.options))
        return cls._begun(game, puzzles.opening(read, seed), teams)

    @classmethod
    def _begun(cls, game: Game, state: State, teams: tuple[tuple[Seat, ...], ...]) -> Self:
        seats = range(sum(map(len, teams)))
        return cls(
            game=game,
            state=state,
            teams=teams,
            ply=0,
            opened=tuple(0 if can_act(state, seat) else None for seat in seats),
            acted=(-1,) * len(seats),
            passed=0,
            events=(tuple(state.events),),
        )

    def play(self, seat: Seat, action: Action) -> "Table":
        """Return the table after an action of a seat.

        Raises:
            IllegalActionError: the rules forbid the action now.
        """
        state = apply(self.state, seat, action)
        return self._after(seat, state, may_undo=seat if may_be_safe(self.state, seat, state) else None)

    def resign(self, seat: Seat) -> "Table":
        """Return the table after a seat has resigned.

        The game continues without the seat if it can (`Game.forfeit_seat`). Otherwise the match ends: the team of the
        seat ranks last, together with the seats given up before, and all others share the first rank.
        """
        after = self.state.clone()
        phase = self.game.forfeit_seat(after, seat)
        if phase is None:
            beaten = next(team for team in self.teams if seat in team)
            phase = self._over(RESIGNED, {*beaten, *self.left})
        after.phase = phase
        return replace(self._after(seat, after), left=self.left | {seat})

    def agree(self, seat: Seat) -> "Table":
        """Return the table after all players have agreed on a draw that a seat offered. Seats that were given up
        earlier rank below the others.
        """
        after = self.state.clone()
        after.phase = self._over(AGREED, self.left)
        return self._after(seat, after)

    def left_to_chance(self, since: "Table") -> bool:
        """Return whether chance has decided anything since an earlier table."""
        orders = zip(self.game.hidden_orders(since.state), self.game.hidden_orders(self.state), strict=True)
        return self.state.random != since.state.random or any(then != now for then, now in orders)

    def take_back(self, seat: Seat, to: "Table", count: int, *, anew: bool) -> "Table":
        """Return the table after a seat has taken back the latest `count` remaining plies.

        to: the table before those plies, later than any resignation. All players see again what they saw then, and a
        decision that has been open ever since stays the same one. anew: draw again everything that nobody knew then, so
        that knowledge from the undone plies is worthless.
        """
        ply = self.ply + 1
        before = zip(self.opened, to.opened, strict=True)
        others = not set(to.state.phase.waiting) <= set(self.state.phase.waiting)
        return replace(
            to,
            state=_drawn_anew(self.game, to.state, ply) if anew else to.state,
            ply=ply,
            opened=tuple(
                then if then is None or (then == now and other != seat) else ply
                for other, (now, then) in enumerate(before)
            ),
            acted=self._acted(seat, ply),
            passed=ply if others else self.passed,
            events=(*self.events, (TookBack(seat=seat, count=count),))[-REMEMBERED:],
        )

    def goes_on_without(self, seat: Seat) -> bool:
        """Return whether the others would play on if the seat were given up now."""
        return self.state.outcome is None and self.game.forfeit_seat(self.state.clone(), seat) is not None

    @property
    def digest(self) -> str:
        """Return a hash of the state, which detects a stored match that no longer replays alike."""
        return digest(self.state)

    def view(self, seat: Seat | None) -> View:
        """Return the view of a seat; of a spectator for None."""
        return _seen(self, seat)

    def decision(self, seat: Seat | None) -> int:
        """Return the number that a button made for this seat now carries."""
        opened = None if seat is None else self.opened[seat]
        return self.ply if opened is None else opened

    def is_open(self, seat: Seat, decision: int) -> bool:
        """Return whether the decision that a button was made for is still the seat's present one."""
        opened = self.opened[seat]
        return opened is not None and opened <= decision <= self.ply

    @property
    def remembered_from(self) -> int:
        """Return the first ply whose events the table still holds."""
        return self.ply + 1 - len(self.events)

    def ply_events(
        self, seat: Seat | None, since: int | None, until: int | None = None
    ) -> tuple[tuple[Event, ...], ...]:
        """Return the events of each ply after `since`, up to `until` (None: the latest), that a seat (None: a
        spectator) may read.

        since: None for the events that are new to the seat (`bot.model.match.TableView`), as far back as the table
        remembers.

        Raises:
            ForgottenError: the table no longer holds the events of all these plies.
        """
        first = self.remembered_from
        if since is None:
            since = max(first - 1, self.passed - 1 if seat is None else self.acted[seat])
        if since + 1 < first:
            raise ForgottenError(f"the events after ply {since} are asked for, and held from ply {first} on")
        last = self.ply if until is None else until
        return tuple(visible(events, seat) for events in self.events[since + 1 - first : max(0, last + 1 - first)])

    def _acted(self, seat: Seat, ply: int) -> tuple[int, ...]:
        return tuple(ply if other == seat else last for other, last in enumerate(self.acted))

    def _over(self, ending: str, below: Container[Seat]) -> Over:
        return Over(waiting=(), outcome=Outcome.by(ending, [seat not in below for seat in range(len(self.acted))]))

    def _after(self, seat: Seat, state: State, *, may_undo: Seat | None = None) -> "Table":
        ply = self.ply + 1
        acted = self._acted(seat, ply)
        others = not set(state.phase.waiting) <= set(self.state.phase.waiting)
        return Table(
            game=self.game,
            state=state,
            teams=self.teams,
            ply=ply,
            opened=tuple(self._opened(other, seat, state, ply) for other in range(len(acted))),
            acted=acted,
            passed=ply if others or state.outcome else self.passed,
            left=self.left,
            may_undo=may_undo,
            events=(*self.events, tuple(state.events))[-REMEMBERED:],
        )

    def _opened(self, seat: Seat, actor: Seat, after: State, ply: int) -> int | None:
        """Return the ply after which a seat's decision opened; None if the seat cannot act.

        A seat with the same options keeps its decision while another acts; the actor always gets a new one. Equal
        options count as the same only under the same kind of question; a reaction does not depend on the decisions of
        others.
        """
        if not can_act(after, seat):
            return None
        before = self.opened[seat]
        if seat == actor or before is None or _question(after, seat) is not _question(self.state, seat):
            return ply
        return before if options(after, seat) == options(self.state, seat) else ply


def puzzle_terms(game: Game, written: str) -> tuple[PuzzleSet, OwnPuzzle, Terms]:
    """Read a puzzle of a game from JSON; return the set to which it belongs, the puzzle, and the terms of its match.

    Raises:
        ValueError: the game has no such puzzle.
    """
    if game.puzzles is None:
        raise ValueError(f"{game.title} has no puzzles")
    try:
        puzzle = game.puzzles.read(json.loads(written))
    except RecursionError:
        raise ValueError("the puzzle is nested too deeply") from None
    return game.puzzles, puzzle, game.puzzles.terms(puzzle)


def _drawn_anew(game: Game, state: State, ply: int) -> State:
    """Return the state with its randomness derived anew for this ply, and its hidden orders reshuffled."""
    after = state.clone()
    after.events = list(state.events)
    after.random = split(state.random, ply)
    for order in game.hidden_orders(after):
        after.shuffle(order)
    return after


@lru_cache(maxsize=SEEN)
def _seen(table: Table, seat: Seat | None) -> View:
    return table.game.view(table.state, seat)


def can_act(state: State, seat: Seat) -> bool:
    """Return whether a seat has a decision or may react; only the seat itself may know the latter."""
    return seat in state.phase.waiting or bool(options(state, seat))


def _question(state: State, seat: Seat) -> type[Phase] | None:
    """Return the kind of decision that a seat has; None if it can only react."""
    return type(state.phase) if seat in state.phase.waiting else None
