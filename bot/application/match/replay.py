"""Replay matches: compute their tables from the stored deal and log."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.log import origin
from bot.model.match import Match
from bot.model.table import Table, puzzle_terms
from bot.store.matches import Deal
from bot.store.plies import Ply, PlyKind
from rules.core.events import Event, Seat, visible
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View


class DivergedError(Exception):
    """A match no longer replays to its stored states. The text names the cause and reveals no secret."""

    def __init__(self, ply: int, cause: str) -> None:
        """ply: the number of the first ply that does not replay; 0 for the deal."""
        super().__init__(cause)
        self.ply = ply


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A decision that a seat made and that was not taken back."""

    ply: int
    view: View
    """The seat's view when it decided."""
    plan: tuple[Action, ...]
    """The action that the seat chose. In a game with plans (`Game.plan`), the actions that followed in the same run
    come after it.
    """
    run: int
    """The number of the first ply of the run to which the decision belongs: actions of one turn between which no other
    seat acted. Without plans, every action is a run of its own.
    """


def replay(game: Game, match: Match, deal: Deal, plies: Sequence[Ply]) -> Table:
    """Return the table after these plies. game: with the rules and the content with which the match began.

    Raises:
        DivergedError: a ply is now refused, or leads to a different state than the stored one.
    """
    [table] = deque(tables(game, match, deal, plies), maxlen=1)
    return table


def replayed_events(
    game: Game, match: Match, deal: Deal, plies: Sequence[Ply], seat: Seat | None
) -> tuple[tuple[Event, ...], ...]:
    """Return the events that a seat (None: a spectator) may read: first those of the deal, then those of each of these
    plies.

    Unlike `Table.ply_events`, this includes events that the table no longer holds.

    Raises:
        DivergedError: as for `replay`.
    """
    return tuple(visible(table.events[-1], seat) for table in tables(game, match, deal, plies))


def decisions_of(game: Game, match: Match, deal: Deal, plies: Sequence[Ply], seat: Seat) -> list[Made]:
    """Return, in order, the decisions in which a seat had more than one option and that were not taken back.

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

    The second view has all events of the plies in between that the seat may read and that were not taken back.

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
    """Return, by seat, for how many seconds the seat had a decision to make. moments: the moment of the deal, of each
    ply, and of the end of the count.

    Raises:
        DivergedError: as for `replay`.
    """
    spent = [0.0] * len(match.players)
    for place, table in enumerate(tables(game, match, deal, plies)):
        for seat in table.state.phase.waiting:
            spent[seat] += moments[place + 1] - moments[place]
    return tuple(spent)


def table_before(game: Game, match: Match, deal: Deal, plies: Sequence[Ply], count: int) -> Table:
    """Return the table before the last `count` plies that were not undone. There must be at least that many.

    Raises:
        DivergedError: as for `replay`.
    """
    first = standing_plies(plies)[-count]
    return replay(game, match, deal, plies[: first.number - 1])


def taken_back(plies: Sequence[Ply]) -> frozenset[int]:
    """Return the numbers of the plies of a log that undos took back."""
    stand = {ply.number for ply in standing_plies(plies)}
    return frozenset(ply.number for ply in plies if ply.kind is not PlyKind.UNDO and ply.number not in stand)


def standing_plies(plies: Sequence[Ply]) -> list[Ply]:
    """Return the plies of a log without undos and the plies that they took back."""
    standing: list[Ply] = []
    for ply in plies:
        if ply.kind is PlyKind.UNDO:
            del standing[len(standing) - ply.undoes :]
        else:
            standing.append(ply)
    return standing


def tables(game: Game, match: Match, deal: Deal, plies: Sequence[Ply], *, compares_all: bool = True) -> Iterator[Table]:
    """Yield the table after the deal, then the table after each ply.

    compares_all: False: compare only the last state with the stored one. It follows from all before it, and a digest
    costs as much as a ply.

    Raises:
        DivergedError: as for `replay`.
    """
    number = 0
    try:
        table = _begun(game, match, deal)
        yield _compared(table, deal.digest) if compares_all else table
        earlier: list[Table] | None = [] if any(ply.kind is PlyKind.UNDO for ply in plies) else None
        for ply in plies:
            number = ply.number
            following = _following(game, table, ply, earlier or [])
            if earlier is not None and ply.kind is not PlyKind.UNDO:
                earlier.append(table)
            table = following
            yield _compared(table, ply.digest) if compares_all or ply is plies[-1] else table
    except DivergedError:
        raise
    except Exception as error:  # noqa: BLE001 # the rules may raise anything on a damaged log
        raise DivergedError(number, origin(error)) from None


def _begun(game: Game, match: Match, deal: Deal) -> Table:
    """Return the table before the first ply."""
    if not deal.puzzle:
        return Table.deal(game, seats=len(match.players), options=match.options, decks=deal.decks, seed=deal.seed)
    *_, terms = puzzle_terms(game, deal.puzzle)
    wanted = terms.seats, game.all_options(terms.options), terms.decks
    if (len(match.players), game.all_options(match.options), deal.decks) != wanted:
        raise DivergedError(0, "the seats, options or decks are not those of the puzzle")
    return Table.begin_with(game, deal.puzzle, deal.seed)


def _following(game: Game, table: Table, ply: Ply, earlier: list[Table]) -> Table:
    """Return the table after a ply. earlier: the table before each ply that was not taken back; an undo shortens it."""
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
