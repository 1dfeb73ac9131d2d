"""Replaying: a match's table, from its stored deal and log."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.log import origin
from bot.model.match import Match
from bot.model.table import Table
from bot.store.matches import Deal, Ply, PlyKind
from rules.core.events import Event, Seat, visible
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View


class DivergedError(Exception):
    """The stored match no longer replays to what was stored. The text names the cause and gives away no secret."""

    def __init__(self, ply: int, cause: str) -> None:
        """ply: the first ply that does not replay; 0 for the deal."""
        super().__init__(cause)
        self.ply = ply


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A decision that a seat made and that was not taken back."""

    ply: int
    view: View
    """The view of the seat when it was asked."""
    plan: tuple[Action, ...]
    """The action; in a game of plans (`Game.plan`), with those that followed as long as the seat alone acted."""
    run: int
    """The ply with which that sequence began."""


def replay(game: Game, match: Match, deal: Deal, plies: Sequence[Ply]) -> Table:
    """Return the table after these plies. game: with the rules and the content that the match started with.

    Raises:
        DivergedError: a ply is refused now, or leads to another state than it did.
    """
    [table] = deque(tables(game, match, deal, plies), maxlen=1)
    return table


def replayed_story(
    game: Game, match: Match, deal: Deal, plies: Sequence[Ply], seat: Seat | None
) -> tuple[tuple[Event, ...], ...]:
    """Return what a seat (None: a spectator) may read of the deal and of each ply, for plies that a table no longer
    holds (`Table.story`).

    Raises:
        DivergedError: as for `replay`.
    """
    return tuple(visible(table.events[-1], seat) for table in tables(game, match, deal, plies))


def decisions_of(game: Game, match: Match, deal: Deal, plies: Sequence[Ply], seat: Seat) -> list[Made]:
    """Return the decisions of a seat that was asked and had a choice, in order, without those that were taken back.

    Raises:
        DivergedError: as for `replay`.
    """
    standing = [ply for ply in standing_plies(plies) if ply.kind is PlyKind.ACTION]
    places = {ply.number: place for place, ply in enumerate(standing) if ply.seat == seat}
    runs: list[list[tuple[int, View, Action]]] = []
    for table in tables(game, match, deal, plies):
        number = table.ply + 1
        if number not in places:
            continue
        view, action = game.view(table.state, seat), game.parse(standing[places[number]].action or "")
        last = runs[-1][-1] if runs else None
        if last and game.plan and places[last[0]] + 1 == places[number] and last[1].turn == view.turn:
            runs[-1].append((number, view, action))
        else:
            runs.append([(number, view, action)])
    return [
        Made(ply=number, view=view, plan=tuple([done for *_, done in run[place:]][: game.plan or 1]), run=run[0][0])
        for run in runs
        for place, (number, view, _) in enumerate(run)
        if seat in view.waiting and len(view.options) > 1
    ]


def views_since(game: Game, match: Match, deal: Deal, plies: Sequence[Ply], seat: Seat) -> tuple[View, View]:
    """Return the view of a seat after its own latest ply, or after the deal, and its view now, with all that it may
    read of the time between and that was not taken back.

    Raises:
        DivergedError: as for `replay`.
    """
    undone, happened = taken_back(plies), list[Event]()
    since = max((ply.number for ply in plies if ply.seat == seat), default=0)
    before = latest = None
    for ply, table in enumerate(tables(game, match, deal, plies)):
        latest = table
        if ply == since:
            before = table.view(seat)
        elif ply > since and ply not in undone:
            happened += visible(table.events[-1], seat)
    assert before is not None
    assert latest is not None
    return before, replace(latest.view(seat), events=tuple(happened))


def table_before(game: Game, match: Match, deal: Deal, plies: Sequence[Ply], count: int) -> Table:
    """Return the table before the latest plies that stand, as many as `count`.

    Raises:
        DivergedError: as for `replay`.
    """
    first = standing_plies(plies)[-count]
    return replay(game, match, deal, plies[: first.number - 1])


def taken_back(plies: Sequence[Ply]) -> frozenset[int]:
    """Return the numbers of the plies that were taken back."""
    stand = {ply.number for ply in standing_plies(plies)}
    return frozenset(ply.number for ply in plies if ply.kind is not PlyKind.UNDO and ply.number not in stand)


def standing_plies(plies: Sequence[Ply]) -> list[Ply]:
    """Return the plies that led to the last table: without those that were taken back, and without the undos."""
    found: list[Ply] = []
    for ply in plies:
        if ply.kind is PlyKind.UNDO:
            del found[len(found) - ply.undoes :]
        else:
            found.append(ply)
    return found


def tables(game: Game, match: Match, deal: Deal, plies: Sequence[Ply]) -> Iterator[Table]:
    """Return the tables after the deal and after each ply."""
    number = 0
    try:
        table = Table.deal(game, seats=len(match.players), options=match.options, decks=deal.decks, seed=deal.seed)
        yield _compared(table, deal.digest)
        earlier: list[Table] | None = [] if any(ply.kind is PlyKind.UNDO for ply in plies) else None
        for ply in plies:
            number = ply.number
            following = _following(game, table, ply, earlier or [])
            if earlier is not None and ply.kind is not PlyKind.UNDO:
                earlier.append(table)
            table = following
            yield _compared(table, ply.digest)
    except DivergedError:
        raise
    except Exception as error:  # noqa: BLE001 # whatever it is
        raise DivergedError(number, origin(error)) from None


def _following(game: Game, table: Table, ply: Ply, earlier: list[Table]) -> Table:
    """Return the table after a ply. earlier: the tables before each ply, from which an undo takes its own."""
    match ply.kind:
        case PlyKind.RESIGNATION:
            return table.resign(ply.seat)
        case PlyKind.DRAW:
            return table.agree(ply.seat)
        case PlyKind.UNDO:
            to = earlier[-ply.undoes]
            del earlier[-ply.undoes :]
            return table.take_back(ply.seat, to, ply.undoes, anew=ply.anew)
        case PlyKind.ACTION:
            return table.play(ply.seat, game.parse(ply.action or ""))


def _compared(table: Table, stored: str) -> Table:
    if table.digest != stored:
        raise DivergedError(table.ply, "the state is another one")
    return table
