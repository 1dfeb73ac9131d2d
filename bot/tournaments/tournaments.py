"""Change tournaments as people ask for it: create them, sign players up, start, let players drop out, and end."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.application.application import Application
from bot.decks.deck import is_own
from bot.model.match import UserId
from bot.model.pace import Pace
from bot.model.reasons.lobby import UnknownDeck
from bot.model.series import SIDES
from bot.people import bars
from bot.store.availability import available, readable
from bot.store.database import Rows
from bot.tournaments import store as sql
from bot.tournaments.refusals import (
    AlreadyEntered,
    DroppedOutBefore,
    EnteredWithBlocked,
    GameNotForTwo,
    HasStarted,
    IsOver,
    NotEntered,
    NotOrganizer,
    NoTournament,
    PlacesReserved,
    TooFewEntries,
    TooManyWaiting,
    TournamentHere,
    UnknownTournament,
)
from bot.tournaments.rounds import Facts, places_to_fill, started
from bot.tournaments.values import FEWEST_PLAYERS, MOST_PLAYERS, Entry, Key, Part, Status, System, Tournament
from rules.core.options import RuleSet

Change = Callable[[Tournament], Tournament]

_STILL_WAITING: Final = MOST_PLAYERS
"""The maximum number of users on the waiting list."""

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The choices of an organizer for a new tournament."""

    guild: int
    channel: int
    organizer: UserId
    game: str
    system: System
    pace: Pace
    best_of: int = 1
    round_seconds: int | None = None
    most: int = MOST_PLAYERS
    fill: str = ""
    rounds: int | None = None
    rules: RuleSet = RuleSet.HOUSE
    """Those of a game with other rules only if it has them."""


class Tournaments:
    """Change tournaments. A change is stored only if nobody has changed the tournament meanwhile; otherwise it is made
    again on the new state. So two starts at once start a tournament only once. Every method may raise `Unavailable`.
    """

    def __init__(self, application: Application) -> None:
        self._app = application
        self._database = application.database
        self.listeners: list[Callable[[], None]] = []
        """Functions called after every change."""

    @property
    def now(self) -> float:
        """The present moment, in seconds since 1970-01-01 UTC."""
        return self._app.clock().timestamp()

    async def get(self, tournament_id: int) -> Tournament:
        """Return a tournament as last committed.

        Raises:
            Refusal: no tournament has this number.
        """
        with readable():
            found = await self._database.read(lambda db: sql.load(db, tournament_id))
        if found is None:
            raise UnknownTournament
        return found

    async def named(self, key: Key) -> Tournament:
        """Return the tournament that a button names.

        Raises:
            Refusal: the tournament no longer exists.
        """
        found = await self.get(key.id)
        if found.tag != key.tag:
            raise UnknownTournament
        return found

    async def here(self, channel: int, *, unfinished: bool = True) -> Tournament:
        """Return the unfinished tournament of a channel, or of the channel to which a pairing's thread belongs.
        unfinished: if False, return the latest tournament if none is unfinished.

        Raises:
            Refusal: there is no such tournament.
        """

        async def work(db: Rows) -> int | None:
            place = await sql.channel_of_thread(db, channel) or channel
            found = await sql.in_channel(db, place)
            return found if found or unfinished else await sql.latest_in_channel(db, place)

        with readable():
            number = await self._database.read(work)
        if number is None:
            raise NoTournament
        return await self.get(number)

    async def create(self, terms: Terms) -> Tournament:
        """Open the sign-up of a tournament. Its organizer does not play unless they join.

        Raises:
            Refusal: the game cannot be played by two, or the channel has an unfinished tournament.
        """
        game = await self._app.lobbies.game(terms.game)
        if SIDES not in game.playable(game.all_options({})):
            raise GameNotForTwo(title=game.title)
        new = Tournament(
            id=0,
            tag=self._app.lobbies.draw_tag(),
            guild=terms.guild,
            channel=terms.channel,
            organizer=terms.organizer,
            game=terms.game,
            system=terms.system,
            status=Status.OPEN,
            version=1,
            pace=terms.pace,
            best_of=terms.best_of,
            round_seconds=terms.round_seconds,
            most=max(FEWEST_PLAYERS, min(MOST_PLAYERS, terms.most)),
            fill=terms.fill,
            rounds=terms.rounds,
            rules=terms.rules if terms.rules in game.rule_sets else RuleSet.HOUSE,
        )
        with available():
            number = await self._database.write(lambda db: sql.insert(db, new, self.now))
        if number is None:
            raise TournamentHere(tournament_id=(await self.here(terms.channel)).id)
        self._wake()
        return await self.get(number)

    async def join(self, tournament_id: int, user: UserId) -> Tournament:
        """Sign a user up. Once the tournament is full or has started, the user waits for a place as a substitute.

        Raises:
            Refusal: the user is in the tournament already, or may not enter it.
        """
        before = await self.get(tournament_id)
        others = [entry.user for entry in before.entries if entry.user is not None and entry.user > 0]
        now = self._app.clock().timestamp()
        with readable():
            blocked = await self._database.read(lambda db: sql.blocked(db, [user, *others]))
            own = await self._app.blocks.of(user)
            await self._database.read(lambda db: bars.check_free(db, user, before.guild, now))

        def change(t: Tournament) -> Tournament:
            _check_unfinished(t)
            known = t.entry_of(user)
            if known is not None:
                raise DroppedOutBefore if known.part is Part.OUT else AlreadyEntered
            present = {entry.user for entry in t.entries if entry.part is not Part.OUT}
            if not present.isdisjoint(own):
                raise EnteredWithBlocked
            if any(other == user and blocker in present for blocker, other in blocked):
                raise PlacesReserved
            has_place = t.status is Status.OPEN and len(t.players) < t.most
            waiting = [entry for entry in t.entries if entry.part is Part.WAITING]
            if not has_place and len(waiting) >= _STILL_WAITING:
                raise TooManyWaiting
            number = 1 + max((entry.number for entry in t.entries), default=0)
            entry = Entry(number=number, user=user, part=Part.IN if has_place else Part.WAITING)
            return replace(t, entries=(*t.entries, entry))

        return await self._changed(tournament_id, change)

    async def choose_deck(self, tournament_id: int, user: UserId, deck: str) -> Tournament:
        """Store the deck that a user plays from the next match on. deck: "" for their default deck, else a random one.
        These are also used if the chosen deck is deleted or can no longer be played.

        Raises:
            Refusal: the user is not in the tournament, or cannot play this deck.
        """
        game = await self._app.lobbies.game((await self.get(tournament_id)).game)
        if deck and not is_own(deck) and deck not in game.decks:
            raise UnknownDeck(deck=deck, decks=tuple(game.decks))
        if deck:
            await self._app.decks.pick(user, game.key, deck)

        def change(t: Tournament) -> Tournament:
            _check_unfinished(t)
            return t.with_entry(replace(_entered(t, user), deck=deck))

        return await self._changed(tournament_id, change)

    async def has_deck(self, tournament: Tournament, entry: Entry) -> bool:
        """Return whether the deck that a user chose can be played now; True if they chose none."""
        if not entry.deck or entry.user is None:
            return True
        return await self._app.decks.still(entry.user, tournament.game, entry.deck) is not None

    async def leave(self, tournament_id: int, user: UserId) -> Tournament:
        """Take a user out of a tournament that has not started, or off the waiting list.

        Raises:
            Refusal: the user is not in the tournament, or it has started.
        """

        def change(t: Tournament) -> Tournament:
            _check_unfinished(t)
            entry = _entered(t, user)
            if t.status is Status.RUNNING and entry.part is not Part.WAITING:
                raise HasStarted
            return _moved_up(replace(t, entries=tuple(each for each in t.entries if each.number != entry.number)))

        return await self._changed(tournament_id, change)

    async def drop(self, tournament_id: int, user: UserId) -> Tournament:
        """Let a user drop out. They forfeit their undecided pairings. Before the start, this is the same as `leave`.

        Raises:
            Refusal: the user is not in the tournament, or it is over.
        """

        def change(t: Tournament) -> Tournament:
            _check_unfinished(t)
            entry = _entered(t, user)
            if t.status is Status.OPEN or entry.part is Part.WAITING:
                left = tuple(each for each in t.entries if each.number != entry.number)
                return _moved_up(replace(t, entries=left))
            return t.with_entry(replace(entry, part=Part.OUT))

        return await self._changed(tournament_id, change)

    async def start(self, tournament_id: int, user: UserId, *, manages: bool) -> Tournament:
        """Start a tournament. Only its organizer, or someone who manages the server, can. The strongest by rating are
        seeded first.

        Raises:
            Refusal: the tournament has started already, has too few players, or the user may not start it.
        """
        before = await self.get(tournament_id)
        users = [entry.user for entry in before.entries if entry.user is not None]
        with readable():
            strength = await self._database.read(lambda db: sql.strength(db, before.guild, before.game, users))
            facts = Facts(blocked=await self.blocked(before))

        def change(t: Tournament) -> Tournament:
            _check_organizer(t, user, manages=manages)
            if t.status is not Status.OPEN:
                raise HasStarted
            missing = FEWEST_PLAYERS - len(t.players) - places_to_fill(t)
            if missing > 0:
                raise TooFewEntries(missing=missing)
            return started(t, strength, facts, self.now)

        return await self._changed(tournament_id, change)

    async def end(self, tournament_id: int, user: UserId, *, manages: bool) -> Tournament:
        """End a tournament early. Only its organizer, or someone who manages the server, can. Its matches go on, but
        only count for ratings.

        Raises:
            Refusal: the tournament is over, or the user may not end it.
        """

        def change(t: Tournament) -> Tournament:
            _check_organizer(t, user, manages=manages)
            _check_unfinished(t)
            return replace(t, status=Status.ENDED, deadline=None)

        return await self._changed(tournament_id, change)

    async def unfinished(self) -> list[int]:
        """Return the numbers of the unfinished tournaments, oldest first."""
        with readable():
            return await self._database.read(sql.unfinished)

    async def blocked(self, tournament: Tournament) -> set[tuple[int, int]]:
        """Return the pairs of entries, by number, of which the user of the first has blocked that of the other."""
        numbers = {entry.user: entry.number for entry in tournament.entries if entry.user is not None}
        with readable():
            pairs = await self._database.read(lambda db: sql.blocked(db, [user for user in numbers if user > 0]))
        return {(numbers[blocker], numbers[other]) for blocker, other in pairs}

    async def _changed(self, tournament_id: int, change: Change) -> Tournament:
        """Commit a change, trying again whenever the tournament has been changed meanwhile, and return the
        tournament.
        """
        while True:
            before = await self.get(tournament_id)
            after = change(before)
            if after == before or await self.save(before, after):
                return await self.get(tournament_id)

    async def save(self, before: Tournament, after: Tournament) -> bool:
        """Store a tournament, and return True. Do nothing and return False if it has been changed meanwhile."""
        with available():
            is_saved = await self._database.write(lambda db: sql.save(db, before, after))
        self._wake()
        return is_saved

    def _wake(self) -> None:
        for listener in self.listeners:
            listener()


def _check_unfinished(tournament: Tournament) -> None:
    if tournament.status not in (Status.OPEN, Status.RUNNING):
        raise IsOver


def _check_organizer(tournament: Tournament, user: UserId, *, manages: bool) -> None:
    if user != tournament.organizer and not manages:
        raise NotOrganizer


def _entered(tournament: Tournament, user: UserId) -> Entry:
    entry = tournament.entry_of(user)
    if entry is None:
        raise NotEntered
    if entry.part is Part.OUT:
        raise DroppedOutBefore
    return entry


def _moved_up(tournament: Tournament) -> Tournament:
    """Return the tournament. If it has not started, its free places are given to waiting users, in their order."""
    if tournament.status is not Status.OPEN:
        return tournament
    free = tournament.most - len(tournament.players)
    for entry in [each for each in tournament.entries if each.part is Part.WAITING][: max(free, 0)]:
        tournament = tournament.with_entry(replace(entry, part=Part.IN))
    return tournament
