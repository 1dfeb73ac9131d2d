"""Replay a match: rebuild its table from its stored deal and log."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.log import origin
from bot.model.match import Match
from bot.model.table import Table
from bot.store.matches import Deal
from bot.store.plies import Ply, PlyKind
from rules.core.events import Event, Seat, visible
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View


class DivergedError(Exception):
    """Report that a match no longer replays to its stored states. The text names the cause and reveals no secret."""

    def __init__(self, ply: int, cause: str) -> None:
        """Record the number of the first ply that does not replay, or 0 for the deal."""
        super().__init__(cause)
        self.ply = ply


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """Describe a decision that a seat made and that was not taken back."""

    ply: int
    view: View
    """The view that the seat had when it decided."""
    plan: tuple[Action, ...]
    """The action of the seat. In a game of plans (`Game.plan`), its next actions follow, for as long as no other seat
    acted.
    """
    run: int
    """The number of the ply that began this run of actions in which only this seat acted."""


def replay(game: Game, match: Match, deal: Deal, plies: Sequence[Ply]) -> Table:
    """Return the table after these plies. `game` must have the rules and the content that the match began with.

    Raises:
        DivergedError: a ply is now refused, or leads to a different state than the stored one.
    """
    [table] = deque(tables(game, match, deal, plies), maxlen=1)
    return table


def replayed_events(
    game: Game, match: Match, deal: Deal, plies: Sequence[Ply], seat: Seat | None
) -> tuple[tuple[Event, ...], ...]:
    """Return the events of the deal and of each of these plies that a seat (None: a spectator) may read.

    Unlike `Table.ply_events`, this includes the events that the table no longer holds.

    Raises:
        DivergedError: as for `replay`.
    """
    return tuple(visible(table.events[-1], seat) for table in tables(game, match, deal, plies))


def decisions_of(game: Game, match: Match, deal: Deal, plies: Sequence[Ply], seat: Seat) -> list[Made]:
    """Return, in order, the decisions in which a seat had a choice, without those that were taken back.

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
    """Return the view of a seat after its own latest ply (or the deal), and its view after the last of these plies.

    The events of the second view are all those in between that the seat may read and that were not taken back.

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


def thinking_times(
    game: Game, match: Match, deal: Deal, plies: Sequence[Ply], moments: Sequence[float]
) -> tuple[float, ...]:
    """Return, by seat, the number of seconds for which the seat had a decision to make. moments: the moment of the
    deal, of each ply, and of the end of counting.

    Raises:
        DivergedError: as for `replay`.
    """
    spent = [0.0] * len(match.players)
    for place, table in enumerate(tables(game, match, deal, plies)):
        for seat in table.state.phase.waiting:
            spent[seat] += moments[place + 1] - moments[place]
    return tuple(spent)


def table_before(game: Game, match: Match, deal: Deal, plies: Sequence[Ply], count: int) -> Table:
    """Return the table as it was before the last `count` plies that were not undone. There must be at least that many.

    Raises:
        DivergedError: as for `replay`.
    """
    first = standing_plies(plies)[-count]
    return replay(game, match, deal, plies[: first.number - 1])


def taken_back(plies: Sequence[Ply]) -> frozenset[int]:
    """Return the numbers of the plies of a log that were taken back."""
    stand = {ply.number for ply in standing_plies(plies)}
    return frozenset(ply.number for ply in plies if ply.kind is not PlyKind.UNDO and ply.number not in stand)


def standing_plies(plies: Sequence[Ply]) -> list[Ply]:
    """Return the plies of a log that led to its last table, without undos and the plies they took back."""
    standing: list[Ply] = []
    for ply in plies:
        if ply.kind is PlyKind.UNDO:
            del standing[len(standing) - ply.undoes :]
        else:
            standing.append(ply)
    return standing


def tables(game: Game, match: Match, deal: Deal, plies: Sequence[Ply]) -> Iterator[Table]:
    """Yield the table after the deal, then the table after each ply.

    Raises:
        DivergedError: as for `replay`.
    """
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
    except Exception as error:  # noqa: BLE001 # the rules may raise anything on a damaged log
        raise DivergedError(number, origin(error)) from None


def _following(game: Game, table: Table, ply: Ply, earlier: list[Table]) -> Table:
    """Return the table after a ply. `earlier` holds the table before each standing ply; an undo removes from it."""
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
