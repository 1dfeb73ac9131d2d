"""Run tournaments: create them, sign players up, start, let players drop out, and go on to the next round or the
end.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import structlog

from bot.application.application import Application
from bot.application.lobby.lobby import choose, player
from bot.application.lobby.seated import SeatedMatch
from bot.application.match.positions import available, readable
from bot.model.absence import Place as Somewhere
from bot.model.deck import is_own
from bot.model.match import COMPUTERS, Match, MatchId, Player, UserId
from bot.model.match import Status as MatchStatus
from bot.model.pace import Pace
from bot.model.position import Position
from bot.model.reasons.lobby import UnknownDeck
from bot.model.refusals import BadDeck, NoSuchDeck, NotLive, Refusal, Unavailable
from bot.model.series import SIDES, Series, seat_in
from bot.model.shards import Shard
from bot.store import series
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
from bot.tournaments.rounds import Facts, Place, gone_on, places_to_fill, settled, started
from bot.tournaments.store import Shown
from bot.tournaments.values import FEWEST, MOST, Entry, Key, Pairing, Part, Status, System, Tournament
from rules.core.events import Seat

Change = Callable[[Tournament], Tournament]

_STILL_WAITING: Final = MOST
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
    most: int = MOST
    fill: str = ""
    rounds: int | None = None


class Tournaments:
    """Change tournaments. A change is stored only if nobody has changed the tournament meanwhile; otherwise it is made
    again on the new state. So two starts at once start a tournament only once. Every method may raise `Unavailable`.
    """

    def __init__(self, application: Application) -> None:
        self._app = application
        self._database = application.database
        if self._database.is_shared:
            application.shard_outages.returning.append(_credit)
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
        game = self._app.lobbies.game(terms.game)
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
            most=max(FEWEST, min(MOST, terms.most)),
            fill=terms.fill,
            rounds=terms.rounds,
        )
        with available():
            number = await self._database.write(lambda db: sql.insert(db, new, self.now))
        if number is None:
            raise TournamentHere(tournament_id=(await self.here(terms.channel)).id)
        self._tell()
        return await self.get(number)

    async def join(self, tournament_id: int, user: UserId) -> Tournament:
        """Sign a user up. Once the tournament is full or has started, the user waits for a place as a substitute.

        Raises:
            Refusal: the user is in the tournament already, or may not enter it.
        """
        before = await self.get(tournament_id)
        others = [entry.user for entry in before.entries if entry.user is not None and entry.user > 0]
        with readable():
            blocked = await self._database.read(lambda db: sql.blocked(db, [user, *others]))
            own = await self._app.blocks.of(user)

        def change(t: Tournament) -> Tournament:
            _check_unfinished(t)
            known = t.entry_of(user)
            if known is not None:
                raise DroppedOutBefore if known.part is Part.OUT else AlreadyEntered
            present = {entry.user for entry in t.entries if entry.part is not Part.OUT}
            if t.system is not System.SWISS:
                if not present.isdisjoint(own):
                    raise EnteredWithBlocked
                if any(user in pair and not present.isdisjoint(pair - {user}) for pair in blocked):
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
        game = self._app.lobbies.game((await self.get(tournament_id)).game)
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
            facts = Facts(blocked=await self._blocked(before))

        def change(t: Tournament) -> Tournament:
            _check_organizer(t, user, manages=manages)
            if t.status is not Status.OPEN:
                raise HasStarted
            missing = FEWEST - len(t.players) - places_to_fill(t)
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

    async def to_serve(self) -> list[int]:
        """Return the tournaments that are unfinished, or whose message shows an older version, oldest first."""
        with readable():
            return await self._database.read(sql.to_serve)

    async def shown(self, tournament_id: int) -> Shown:
        """Return the message that shows a tournament."""
        with readable():
            return await self._database.read(lambda db: sql.shown(db, tournament_id))

    async def save_shown(self, shown: Shown) -> None:
        """Store the message that shows a tournament."""
        with available():
            await self._database.write(lambda db: sql.save_shown(db, shown))

    async def retry(self, guild: int) -> None:
        """Make the tournaments of a server that wait to be tried again due now."""
        with readable():
            if not await self._database.read(lambda db: sql.is_waiting(db, guild)):
                return
        with available():
            await self._database.write(lambda db: sql.retry(db, guild))
        self._tell()

    async def advance(self, tournament_id: int) -> Tournament:
        """Let a running tournament go on as far as it can by itself, and return it. This enters results, ends the
        round, begins the next one, or ends the tournament. While its channel cannot be reached, the tournament is
        paused.
        """
        while True:
            before = await self.get(tournament_id)
            if before.status is not Status.RUNNING:
                return before
            after = await self._advanced(before)
            if after == before:
                if before.paused is None:
                    await self._resign_forfeited(before)
                return before
            await self._saved(before, after)

    async def announced(self, tournament: Tournament, pairing: Pairing, message: int | None) -> Tournament:
        """Store the message that announces a pairing, and return the tournament. message: None if it is gone."""

        def change(t: Tournament) -> Tournament:
            kept = next(each for each in t.pairings if (each.round, each.board) == (pairing.round, pairing.board))
            return t.with_pairings([replace(kept, message=message)])

        return await self._changed(tournament.id, change)

    async def begin(self, tournament: Tournament, pairing: Pairing) -> Position:
        """Open the match of a pairing in its thread. Repeated calls open only one. The match begins as soon as its
        commitment is posted. Each player has the deck chosen for the tournament, else their default deck, else a random
        one.

        Raises:
            ChannelTaken, TooManyMatches: the match cannot be opened now.
        """
        assert pairing.message is not None
        game = self._app.lobbies.game(tournament.game)
        taken: list[Player] = []
        for number in pairing.entries:
            taken.append(await self._player(tournament, number, taken))

        async def earlier(db: Rows) -> MatchId | None:
            number = await sql.match_of(db, tournament.id, pairing.round, pairing.board)
            return None if number is None else MatchId(number)

        async def record(db: Rows, made: MatchId) -> None:
            await sql.set_match(db, tournament, pairing, made)
            if tournament.best_of > 1:
                await series.insert(db, made, Series(first_id=made, best_of=tournament.best_of))

        wanted = SeatedMatch(
            guild=tournament.guild,
            channel=pairing.message,
            host=tournament.organizer,
            game=tournament.game,
            options=choose(game, {}),
            pace=tournament.pace,
            players=tuple(taken),
        )
        return await self._app.seated.begin(wanted, earlier=earlier, record=record)

    async def open(self) -> None:
        """Postpone the ends of rounds by the time for which the bot was down.

        If several processes share the database, do nothing: the ends are postponed as each lost shard returns.
        """
        if self._database.is_shared:
            return
        now = self.now
        with readable():
            until = await self._database.read(sql.up_until)
        if until is not None and until < now:
            with available():
                await self._database.write(lambda db: sql.credit(db, now - until))
        if await self.to_serve():
            await self.is_up()

    async def is_up(self) -> None:
        """Store that the bot is up, for `open`."""
        now = self.now
        with available():
            await self._database.write(lambda db: sql.record_up(db, now))

    async def credit(self, seconds: float) -> None:
        """Postpone the ends of rounds by the seconds for which Discord was out of reach, or the process stood still. If
        several processes share the database, do nothing, as in `open`.
        """
        if self._database.is_shared:
            return
        with available():
            await self._database.write(lambda db: sql.credit(db, seconds))

    async def _advanced(self, before: Tournament) -> Tournament:
        """Return the tournament after one step, or unchanged if there is nothing to do."""
        now = self.now
        absent = await self._app.positions.clocks.absent.all()
        places = (Somewhere(before.guild), Somewhere(before.guild, before.channel))
        lost = await self._app.positions.clocks.lost.since(before.guild)
        moments = [absent.get(place) for place in places] + [lost]
        since = min((moment for moment in moments if moment is not None), default=None)
        if since is not None:
            return before if before.paused is not None else replace(before, paused=since)
        if before.paused is not None:
            later = None if before.deadline is None else before.deadline + now - before.paused
            return replace(before, paused=None, deadline=later)
        is_late = before.deadline is not None and before.deadline <= now
        facts = await self._facts(before, is_late=is_late)
        done = settled(before, facts, now)
        if done != before:
            return done
        return await asyncio.to_thread(gone_on, before, facts, now)

    async def _facts(self, tournament: Tournament, *, is_late: bool) -> Facts:
        results: dict[Place, tuple[int, int] | None] = {}
        left: dict[Place, int] = {}
        slower: dict[Place, int] = {}
        for pairing in tournament.current:
            if pairing.scores is None and pairing.match is not None:
                if (gone := await self._left(tournament, pairing, pairing.match)) is not None:
                    left[pairing.round, pairing.board] = gone
                    continue
                with readable():
                    has_ended, scores = await self._database.read(partial(sql.result, match_id=pairing.match))
                if has_ended:
                    results[pairing.round, pairing.board] = scores
                elif is_late and (entry := await self._slower(pairing, pairing.match)) is not None:
                    slower[pairing.round, pairing.board] = entry
        return Facts(results=results, left=left, slower=slower, blocked=await self._blocked(tournament))

    async def _left(self, tournament: Tournament, pairing: Pairing, first_match: int) -> int | None:
        """Return the entry whose user has left the lobby of their match before it began, or None."""
        with readable():
            present = await self._database.read(partial(sql.lobby_of, match_id=first_match))
        if present is None:
            return None
        entries = [tournament.entry(number) for number in pairing.entries]
        return next((each.number for each in entries if each.user is not None and each.user not in present), None)

    async def _slower(self, pairing: Pairing, first_match: int) -> int | None:
        """Return the entry that has thought for longer in the present match of a pairing. Return None if neither has,
        or if no match is being played.
        """
        with readable():
            number = await self._database.read(lambda db: sql.latest_game(db, first_match))
        position = await self._app.positions.get(MatchId(number))
        if position.match.status is not MatchStatus.LIVE:
            return None
        try:
            spent = await self._app.matches.thinking_times(position)
        except NotLive:  # its log does not replay
            return None
        if spent[0] == spent[1]:
            return None
        return _at_seat(pairing, position.match, spent.index(max(spent)))

    async def _resign_forfeited(self, tournament: Tournament) -> None:
        """End the live matches of forfeited pairings by letting the losers resign."""
        for pairing in tournament.pairings:
            if pairing.loser is None or pairing.match is None:
                continue
            with readable():
                number = await self._database.read(partial(sql.latest_game, match_id=pairing.match))
            match = (await self._app.positions.get(MatchId(number))).match
            if match.status is not MatchStatus.LIVE:
                continue
            seat = next(seat for seat in range(SIDES) if _at_seat(pairing, match, seat) == pairing.loser)
            try:
                await self._app.matches.resign(match.id, match.players[seat].user, interaction=None)
            except Unavailable:
                raise
            except Refusal:  # it has just ended
                log.info("a forfeited match had ended", match=match.id)

    async def _blocked(self, tournament: Tournament) -> set[frozenset[int]]:
        """Return the pairs of entries, by number, in which one user has blocked the other."""
        numbers = {entry.user: entry.number for entry in tournament.entries if entry.user is not None}
        with readable():
            pairs = await self._database.read(lambda db: sql.blocked(db, [user for user in numbers if user > 0]))
        return {frozenset(numbers[user] for user in pair) for pair in pairs}

    async def _player(self, tournament: Tournament, number: int, taken: list[Player]) -> Player:
        entry = tournament.entry(number)
        game = self._app.lobbies.game(tournament.game)
        if entry.user is None:
            return replace(player(game, COMPUTERS, None, taken), computer=entry.computer)
        chosen = entry.deck if entry.deck and await self.has_deck(tournament, entry) else None
        try:
            deck = await self._app.decks.pick(entry.user, tournament.game, chosen)
        except (BadDeck, NoSuchDeck):
            deck = None
        return player(game, entry.user, deck, taken)

    async def _changed(self, tournament_id: int, change: Change) -> Tournament:
        """Commit a change, trying again whenever the tournament has been changed meanwhile, and return the
        tournament.
        """
        while True:
            before = await self.get(tournament_id)
            after = change(before)
            if after == before or await self._saved(before, after):
                return await self.get(tournament_id)

    async def _saved(self, before: Tournament, after: Tournament) -> bool:
        with available():
            is_saved = await self._database.write(lambda db: sql.save(db, before, after))
        self._tell()
        return is_saved

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()


async def _credit(db: Rows, shard: Shard, lost: float, back: float) -> None:
    """Postpone the ends of rounds by the time for which a shard was lost."""
    await sql.credit_on(db, shard, back - lost)


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


def _at_seat(pairing: Pairing, match: Match, seat: Seat) -> int:
    """Return the entry of a pairing that has this seat in one of its matches."""
    game = 1 if match.series is None else match.series.game_number
    return pairing.entries[seat_in(game, seat, 1)]


def _moved_up(tournament: Tournament) -> Tournament:
    """Return the tournament. If it has not started, its free places are given to waiting users, in their order."""
    if tournament.status is not Status.OPEN:
        return tournament
    free = tournament.most - len(tournament.players)
    for entry in [each for each in tournament.entries if each.part is Part.WAITING][: max(free, 0)]:
        tournament = tournament.with_entry(replace(entry, part=Part.IN))
    return tournament
