"""Pairs of tables that differ only in a viewer's unknowns must look the same to this viewer, in every way.

One table comes from a match between computers. `Game.determinize` makes the other from it by replacing everything that
a viewer (a seat or a spectator) does not see. The functions that write and draw everything on Discord show both to the
viewer and to a spectator, and the trial compares every byte. The players sit in several places, drawn at random, and
nothing that a viewer sees may name a place other than their own.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bot.lab.autoplay import Setup
from bot.lab.players import POLICIES
from bot.model.absence import Place
from bot.model.match import DIRECT_MESSAGES, Match, MatchId, Player, Status
from bot.model.position import Position
from bot.model.table import Table, can_act
from rules.core.digest import digest
from rules.core.events import Seat, visible
from rules.core.game import Game
from rules.core.play import State
from tests.chaos.sights import Shown, sights
from tests.chaos.tally import Tally
from tests.render.tables import blank_pictures

NAMES: Final = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
FIRST_USER: Final = 100
"""The user in the first seat."""
DRAWN: Final = 10
"""One in this many pairs is compared with its pictures."""
WATCHED: Final = 3
"""One in this many pairs for a seat is also shown to a spectator."""
HOME: Final = Place(910_000_001, 910_000_002)
"""The place in which matches are opened."""
AWAY: Final = Place(920_000_001, 920_000_002)
DIRECT: Final = 930_000_000
"""The first of the channels of direct messages."""
_TRIES: Final = 4
"""Determinizations to try until one differs from the truth."""


@dataclass(frozen=True)
class Twins:
    """Two positions that a viewer cannot tell apart."""

    truth: Position
    twin: Position
    viewer: Seat | None


def twins(game: Game, pairs: int, seed: int, *, drawn: int = DRAWN) -> Tally:
    """Compare this many pairs; drawn: one pair in this many is compared completely, with its pictures."""
    tally, random = Tally(), Random(seed)  # noqa: S311 # the same trial for the same seed
    while tally.done[f"{game.key}: pairs"] < pairs and not tally.faults:
        for pair in _of_a_match(game, random, tally):
            pictures = tally.done[f"{game.key}: pairs"] % drawn == 0
            _compare(pair, random, tally, pictures=pictures)
            tally.done[f"{game.key}: pairs"] += 1
            tally.done[f"{game.key}: pairs with pictures"] += pictures
            if tally.done[f"{game.key}: pairs"] == pairs or tally.faults:
                break
    return tally


def _compare(pair: Twins, random: Random, tally: Tally, *, pictures: bool) -> None:
    match, names = pair.truth.match, NAMES[: len(pair.truth.match.players)]
    path = random.getrandbits(64)
    here = match.place if pair.viewer is None else match.place_of(pair.viewer)
    others = [str(number) for place in match.places if place != here for number in place if number not in (0, *here)]
    for viewer in [pair.viewer, *([None] if pair.viewer is not None and (pictures or path % WATCHED == 0) else [])]:
        with nullcontext() if pictures else blank_pictures():
            truth, twin = (
                dict(_numbered(sights(position.at(here), viewer, names, Random(path), whole=pictures)))  # noqa: S311 # as above
                for position in (pair.truth, pair.twin)
            )
        tally.done[f"{match.game}: things compared"] += len(truth)
        for where in truth.keys() | twin.keys():
            if truth.get(where) != twin.get(where):
                who = "a spectator" if viewer is None else f"seat {viewer}"
                tally.faults.append(
                    f"{match.game}, ply {match.ply}: {who} sees in {where} what seat {pair.viewer} may not know: "
                    f"{truth.get(where, b'')[:300]!r} or {twin.get(where, b'')[:300]!r}"
                )

        for where, what in truth.items():
            if any(number.encode() in what for number in others):
                tally.faults.append(f"{match.game}: {where} at {here} names another place: {what[:300]!r}")


def _numbered(shown: Iterator[Shown]) -> Iterator[tuple[str, bytes]]:
    for number, (where, what) in enumerate(shown):
        yield f"{number} {where}", what


def _of_a_match(game: Game, random: Random, tally: Tally) -> Iterator[Twins]:
    """Yield pairs from a match, some at each of the chosen moments."""
    setup, seed = drawn_setup(game, random), random.getrandbits(63)
    tally.done[f"{game.key}: matches"] += 1
    g, decks = setup.begin(seed)
    seats = len(setup.players)
    table = Table.deal(
        game, seats=seats, options=setup.options, decks=[game.decks[deck].cards for deck in decks], seed=seed
    )
    places = [random.choice([None, AWAY, Place(DIRECT_MESSAGES, DIRECT + seat)]) for seat in range(seats)]
    wait = random.randint(0, 12)
    for seat, _ in setup.play(g, seed):
        after = g.clone()
        after.events = list(g.events)
        table = table._after(seat, after)
        wait -= 1
        if wait < 0 or g.outcome:
            wait = random.randint(3, 40)
            for viewer in random.sample([None, *range(seats)], min(3, 1 + seats)):
                world = _another_world(game, table, viewer, random)
                if world is None:
                    tally.done[f"{game.key}: nothing is hidden"] += 1
                else:
                    twin = _position(_twin(table, world, viewer), setup, places)
                    yield Twins(_position(table, setup, places), twin, viewer)


def _another_world(game: Game, table: Table, viewer: Seat | None, random: Random) -> State | None:
    """Return a different state that looks the same to the viewer; None if the tries gave none."""
    view = table.view(viewer)
    for _ in range(_TRIES):
        world = game.determinize(view, random.getrandbits(64))
        if _hidden(world) != _hidden(table.state):
            return world
    return None


def _hidden(g: State) -> str:
    """Return a digest of a state without its generator and latest events."""
    bare = g.clone()
    bare.random = 0
    return digest(bare)


def _twin(table: Table, world: State, viewer: Seat | None) -> Table:
    """Return the table with this state, and with only those latest events that the viewer may read."""
    seats = range(len(table.acted))
    opened = tuple(
        table.opened[seat]
        if can_act(world, seat) == can_act(table.state, seat)
        else (table.ply if can_act(world, seat) else None)
        for seat in seats
    )
    return replace(table, state=world, opened=opened, events=tuple(visible(news, viewer) for news in table.events))


def _position(table: Table, setup: Setup, places: Sequence[Place | None]) -> Position:
    outcome = table.state.outcome
    match = Match(
        id=MatchId(7),
        tag="k3x9a2",
        game=table.game.key,
        guild=HOME.guild,
        channel=HOME.channel,
        host=FIRST_USER,
        status=Status.OVER if outcome else Status.LIVE,
        version=table.ply + 3,
        options=table.game.all_options(setup.options),
        players=tuple(Player(user=FIRST_USER + seat, deck="", place=place) for seat, place in enumerate(places)),
        ply=table.ply,
        outcome=outcome,
    )
    return Position(match=match, game=table.game, table=table)


def drawn_setup(game: Game, random: Random) -> Setup:
    """Draw a valid combination of seats, options, players and ready-made decks."""
    while True:
        options = {option.name: random.choice(option.values) for option in game.options}
        if playable := game.playable(options):
            seats = random.choice(playable)
            return Setup(
                game=game,
                players=tuple(random.choice([*POLICIES]) for _ in range(seats)),
                options=options,
                decks=tuple(random.choice([*game.decks]) for _ in range(seats)) if game.decks else (),
            )
