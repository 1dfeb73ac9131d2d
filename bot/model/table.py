"""The table of a match in play: its state and what people have seen of it, as replaying the log gives it."""

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
from rules.core.rng import split
from rules.core.undo import TookBack, may_be_free

REMEMBERED: Final = 10
"""Plies whose events a table still holds: more than a message has room for."""

SEEN: Final = 64
"""Views that are kept, of all tables together: the same one is looked at several times while a ply is delivered."""


class ForgottenError(LookupError):
    """The error for events that a table no longer holds: they are replayed (`bot.application.match.replay`)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    """A state between two plies. A ply makes a new table and changes none."""

    game: Game
    state: State
    teams: tuple[tuple[Seat, ...], ...]
    """The teams, which win and lose together."""
    ply: int
    opened: tuple[int | None, ...]
    """By seat: the ply that opened its present decision, to answer or to interrupt; None if it has none."""
    acted: tuple[int, ...]
    """By seat: its latest own ply; -1 before the first."""
    passed: int
    """Ply at which the set of players to act last gained a member, or the match ended."""
    left: frozenset[Seat] = frozenset()
    """Seats that have resigned: the match goes on without them, or ended by that."""
    may_undo: Seat | None = None
    """The seat of the latest ply that stands, if that may be free to take back (`rules.core.undo.may_be_free`)."""
    events: tuple[tuple[Event, ...], ...]
    """The events of the latest plies, at most `REMEMBERED` of them; the deal is ply 0."""

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
        """Return the table before the first ply.

        Raises:
            TableError: the match cannot begin like this.
        """
        state = game.begin(seats=seats, options=options, decks=decks, seed=seed)
        return cls(
            game=game,
            state=state,
            teams=game.teams(seats, game.all_options(options)),
            ply=0,
            opened=tuple(0 if can_act(state, seat) else None for seat in range(seats)),
            acted=(-1,) * seats,
            passed=0,
            events=(tuple(state.events),),
        )

    def play(self, seat: Seat, action: Action) -> "Table":
        """Return the table after a seat's action.

        Raises:
            IllegalActionError: the rules refuse it now.
        """
        state = apply(self.state, seat, action)
        return self._after(seat, state, may_undo=seat if may_be_free(self.state, seat, state) else None)

    def resign(self, seat: Seat) -> "Table":
        """Return the table after a seat has resigned. The game goes on without the seat if it can
        (`Game.forfeit_seat`). If not, the match is over: the seat's team is ranked last, with those who left before,
        and all others share the first rank.
        """
        after = self.state.clone()
        phase = self.game.forfeit_seat(after, seat)
        if phase is None:
            beaten = next(team for team in self.teams if seat in team)
            phase = self._over(RESIGNED, {*beaten, *self.left})
        after.phase = phase
        return replace(self._after(seat, after), left=self.left | {seat})

    def agree(self, seat: Seat) -> "Table":
        """Return the table after all have agreed on the draw that a seat proposed; players who have resigned rank below
        them.
        """
        after = self.state.clone()
        after.phase = self._over(AGREED, self.left)
        return self._after(seat, after)

    def left_to_chance(self, since: "Table") -> bool:
        """Return whether anything was drawn since an earlier table, or left to chance."""
        orders = zip(self.game.hidden_orders(since.state), self.game.hidden_orders(self.state), strict=True)
        return self.state.random != since.state.random or any(then != now for then, now in orders)

    def take_back(self, seat: Seat, to: "Table", count: int, *, anew: bool) -> "Table":
        """Return the table after `count` plies were taken back. to: the table before them, later than any resignation.

        Everyone sees what they saw then. A decision that was open then and ever since stays the same one. anew: draw
        anew what nobody knew then, and let chance fall differently: a player who has seen what comes does not know it
        any more.
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
        """Return whether the others would play on if the seat resigned now."""
        return self.state.outcome is None and self.game.forfeit_seat(self.state.clone(), seat) is not None

    @property
    def digest(self) -> str:
        """Return the hash that tells whether a stored match still replays alike."""
        return digest(self.state)

    def view(self, seat: Seat | None) -> View:
        """Return what a seat (None: a spectator) may know."""
        return _seen(self, seat)

    def decision(self, seat: Seat | None) -> int:
        """Return the token of a button that is made for this seat now."""
        opened = None if seat is None else self.opened[seat]
        return self.ply if opened is None else opened

    def is_open(self, seat: Seat, decision: int) -> bool:
        """Return whether a button's decision is still this seat's present one."""
        opened = self.opened[seat]
        return opened is not None and opened <= decision <= self.ply

    @property
    def remembered_from(self) -> int:
        """Return the first ply whose events the table still holds."""
        return self.ply + 1 - len(self.events)

    def story(self, seat: Seat | None, since: int | None, until: int | None = None) -> tuple[tuple[Event, ...], ...]:
        """Return what a seat (None: a spectator) may read of each ply after `since`, up to `until` (None: the latest).
        since: None: what is new to them (`bot.model.match.Look`), as far back as the table holds it.

        Raises:
            ForgottenError: it no longer holds the events of all plies after `since`.
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
        """Return the ply that opened a seat's present decision; None: it has none. A seat that may still do the same
        keeps its decision while another acts; the actor always gets a new one.

        For a seat that is asked, equal answers mean the same only to the same kind of question; an interrupt is its own
        whatever others are asked.
        """
        if not can_act(after, seat):
            return None
        before = self.opened[seat]
        if seat == actor or before is None or _question(after, seat) is not _question(self.state, seat):
            return ply
        return before if options(after, seat) == options(self.state, seat) else ply


def _drawn_anew(game: Game, state: State, ply: int) -> State:
    """Return the state with new randomness from this ply on, derived from its own."""
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
    """Return whether a seat is asked, or may act without being asked; only the seat itself may know the latter."""
    return seat in state.phase.waiting or bool(options(state, seat))


def _question(state: State, seat: Seat) -> type[Phase] | None:
    """Return the kind of question that a seat is asked; None: it can only interrupt."""
    return type(state.phase) if seat in state.phase.waiting else None
