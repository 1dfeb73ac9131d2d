"""A database full of live matches, for benchmarks. The matches are the same every time, except for the ids in them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from bot.application.lobby.lobbies import draw_tag
from bot.application.match.outbox import BoardRow, HandRow
from bot.clock import seconds, system_clock
from bot.content.library import load_library
from bot.content.seeds import Content, Rulebook
from bot.model.commitment import draw_secret
from bot.model.match import Match, Player, Status
from bot.model.new_match import NewMatch
from bot.model.shown import TableShown
from bot.model.table import Table
from bot.store import matches as sql
from bot.store import outbox
from bot.store.database import Database, Rows
from bot.store.plies import Cause, Ply, insert_ply
from rules.core.game import Game
from rules.core.play import options
from rules.core.rng import below, split

PLIES: Final = 36
"""Plies of each match."""

_DIFFERENT: Final = 4
"""The number of different matches of each game. All other matches are copies of them, with other players and channels.
"""
_AT_ONCE: Final = 200
"""The number of matches that are stored in one transaction."""
_FIRST_USER, _FIRST_CHANNEL, _FIRST_MESSAGE = 10**17, 2 * 10**17, 3 * 10**17


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A match and its plies so far."""

    game: Game
    decks: tuple[str, ...]
    """Ids of the decks by seat."""
    origin: sql.Origin
    plies: Sequence[Ply]
    table: Table

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.table.acted)

    def onward(self, plies: int) -> Iterator[tuple[int, str]]:
        """Yield the seat and the action of each further ply, at most `plies` of them. Every call yields the same."""
        table, random = self.table, split(self.origin.deal.seed, 2)
        while plies and table.state.outcome is None:
            seat = table.state.phase.waiting[0]
            legal = options(table.state, seat)
            random, choice = below(random, len(legal))
            table, plies = table.play(seat, legal[choice]), plies - 1
            yield seat, str(legal[choice])


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A server, and the channel and players of a match."""

    guild: int
    channel: int
    users: Sequence[int]

    def of(self, number: int, seats: int) -> "Place":
        """Return the place of a match, by its number from 0: this place for match 0, a new one for each other match."""
        if number == 0:
            return Place(guild=self.guild, channel=self.channel, users=self.users[:seats])
        users = range(_FIRST_USER + 10 * number, _FIRST_USER + 10 * number + seats)
        return Place(guild=self.guild, channel=_FIRST_CHANNEL + number, users=users)


async def fill(
    path: Path, matches: int, place: Callable[[int, int], Place], *, behind: bool = False
) -> Sequence[Played]:
    """Make a database with this many live matches of all games, with ids from 1; return the different matches.

    The returned matches are copied in turn until there are enough. place: returns the place of a match, given its
    number, counted from 0, and its number of seats. behind: whether all boards and hands are still to be sent.
    """
    database = await Database.open(path)
    try:
        played = list(_all_played())
        for first in range(0, matches, _AT_ONCE):
            some = list(enumerate(islice(cycle(played), first, min(matches, first + _AT_ONCE)), first))

            async def work(db: Rows, some: Sequence[tuple[int, Played]] = some) -> None:
                for number, each in some:
                    await _store(db, each, place(number, each.seats), behind=behind)

            await database.write(work)
    finally:
        await database.close()
    return played


def _all_played() -> Iterator[Played]:
    """Yield different matches, of all games in turn."""
    library = load_library()
    for seed in range(_DIFFERENT):
        for key, game in library.games.items():
            yield _played(game, library.content(key), library.rulebook(key), 1000 * seed)


def _played(game: Game, content: Content, rulebook: Rulebook, seed: int) -> Played:
    """Return a match that is not over after `PLIES` plies. Seeds are tried in order, starting with `seed`."""
    seats = game.playable({})[0]
    decks = [list(game.decks)[(seed + seat) % len(game.decks)] for seat in range(seats)] if game.decks else []
    lists = tuple(tuple(game.decks[deck].cards) for deck in decks)
    table = Table.deal(game, seats=seats, options={}, decks=lists, seed=seed)
    deal = sql.Deal(seed=seed, decks=lists, digest=table.digest)
    random = split(seed, 1)
    plies: list[Ply] = []
    while len(plies) < PLIES and table.state.outcome is None:
        seat = table.state.phase.waiting[0]
        legal = options(table.state, seat)
        random, choice = below(random, len(legal))
        table = table.play(seat, legal[choice])
        plies.append(Ply(number=table.ply, seat=seat, action=str(legal[choice]), digest=table.digest))
    if table.state.outcome is not None:
        return _played(game, content, rulebook, seed + 1)
    origin = sql.Origin(rules=game.version, content=content, rulebook=rulebook, deal=deal)
    return Played(game=game, decks=tuple(decks), origin=origin, plies=plies, table=table)


async def _store(db: Rows, played: Played, place: Place, *, behind: bool) -> None:
    game, users, at = played.game, place.users, seconds(system_clock)
    tag = draw_tag()
    new = NewMatch(guild=place.guild, channel=place.channel, host=users[0], game=game.key)
    number = await sql.insert(db, new, tag, draw_secret(), at)
    assert number is not None
    decks = played.decks or ("",) * len(users)
    match = Match(
        id=number,
        tag=tag,
        game=game.key,
        guild=place.guild,
        channel=place.channel,
        host=users[0],
        status=Status.LIVE,
        version=len(played.plies) + 2,
        options=game.all_options({}),
        players=tuple(Player(user=user, deck=deck) for user, deck in zip(users, decks, strict=True)),
        ply=len(played.plies),
        outcome=None,
    )
    await sql.save_options(db, number, match.options)
    await sql.start(db, match, played.origin, at)
    for ply in played.plies:
        interaction = number * 1000 + ply.number
        await sql.claim(db, interaction, number)
        await insert_ply(db, number, ply, Cause.interaction(interaction, at))
    await sql.save_status(db, match, at)
    await sql.raise_revision(db, number, 1, match.version)
    for row in _shown(match, played.table, behind=behind):
        await outbox.insert(db, row)


def _shown(match: Match, table: Table, *, behind: bool) -> Iterator[BoardRow | HandRow]:
    message, shown = _FIRST_MESSAGE + 10 * match.id, None if behind else match.version
    yield BoardRow(
        match_id=match.id,
        version=match.version,
        shown_version=shown,
        shown=TableShown(table.passed),
        channel_id=match.channel,
        message_id=None if behind else message,
    )
    for seat in range(len(match.players)):
        yield HandRow(
            match_id=match.id,
            seat=seat,
            version=match.version,
            shown_version=shown,
            channel_id=None if behind else message + 1 + seat,
            message_id=None if behind else message + 1 + seat,
        )
