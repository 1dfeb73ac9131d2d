"""Open, join, change and start lobbies: matches before their deal."""

import secrets
import string
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.application.lobby import lobby
from bot.application.lobby.card_choice import CardChoice
from bot.application.lobby.lobby_changes import arranged
from bot.application.lobby.lobby_settings import check_wanted, decline, is_complete
from bot.application.lobby.meeting import check_may_meet, check_opens
from bot.application.lobby.starts import Starts
from bot.application.lobby.teams import choose_mates
from bot.application.match.change import Change
from bot.application.match.matches import Matches
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.decks.deck import is_own
from bot.decks.decks import Decks
from bot.model.absence import Place
from bot.model.limits import Act
from bot.model.lobby_change import LobbyChange
from bot.model.lobby_settings import STANDS
from bot.model.match import Match, MatchId, Player, Status, UserId
from bot.model.new_match import NewMatch
from bot.model.notes import DealCommitted, GuestUnreachable
from bot.model.pace import Kind, Pace
from bot.model.position import Position
from bot.model.reasons.lobby import (
    ChannelBusy,
    ChannelBusyBefore,
    ComputersNotCompared,
    NoClockHere,
    OnePlaceOnly,
    ServerFull,
    UnknownCode,
)
from bot.model.refusals import (
    BadTable,
    ChannelTaken,
    Refusal,
    TooFewPlayers,
    Unavailable,
)
from bot.model.series import SIDES, Series
from bot.packs.packs import Packs
from bot.people import preference_store as preferences
from bot.people.bars import check_free
from bot.people.limits import count
from bot.store import lobby_settings, outbox, series, servers
from bot.store import matches as sql
from bot.store.database import Rows
from rules.core.game import Game, catalog_key

_CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH: Final = 10
_LETTERS: Final = string.ascii_lowercase + string.digits


def draw_tag() -> str:
    """Return a random `Match.tag`, short enough for the ids of buttons and for nonces."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def draw_code() -> str:
    """Return a random code with which a lobby can be joined: letters and digits that nobody confuses."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def _check_apart(match: Match) -> None:
    """Raise a refusal if the players of a lobby must sit in one place."""
    is_of_server = match.game != catalog_key(match.game) or match.settings.compared is not None
    looks = match.settings.request is not None
    if match.in_conversation or looks or match.series is not None or is_of_server:
        raise OnePlaceOnly(match_id=match.id)


class Lobbies:
    """Open, change and start lobbies. The docstring of `Matches` holds for these methods too."""

    def __init__(  # noqa: PLR0913 # what a lobby is opened and changed with
        self,
        positions: Positions,
        matches: Matches,
        decks: Decks,
        packs: Packs,
        cards: CardChoice,
        *,
        starts: Starts,
        clock: Clock,
        tags: Callable[[], str],
    ) -> None:
        """tags: returns the random tags of matches."""
        self._positions = positions
        self._matches = matches
        self._decks = decks
        self._packs = packs
        self._cards = cards
        self._starts = starts
        self._clock = clock
        self._tags = tags

    def draw_tag(self) -> str:
        """Return a tag for a new match."""
        return self._tags()

    async def game(self, key: str) -> Game:
        """Return the game with this key, as it is today. It may be that of a content pack, which may be retired.

        Raises:
            NoSuchGame: no game has this key.
            PackOutdated: the pack does not fit today's rules.
        """
        return await self._packs.game(key)

    async def create(self, new: NewMatch, *, interaction: int) -> Position:
        """Open a lobby with its host as the first player. If no further player is needed, the match starts once its
        commitment is posted (`start_committed`), or at once if it continues the deal of another match.

        Raises:
            NoSuchGame: no game has this key.
            PackRetired, PackOutdated: its content pack cannot be played.
            BadTable: the game has no such option or deck.
            NoSuchDeck, BadDeck: the host has no such deck, or it cannot be played.
            ChannelTaken: the channel has a lobby or a live match.
            TooFewPlayers: the game cannot be played by the wanted number of players.
            NotAllowed: the operator has barred the host or the server, unless all others are computers.
            TooManyMatches: the server has reached its limit of matches.
            NotAllowed: it is to have a clock in a conversation.
            ComparisonOver, LeftOutOfFigures: it cannot be part of its comparison.
            TableFull: there are more computers than seats.
        """
        if new.in_conversation and new.pace.kind is not Kind.NONE:
            raise NoClockHere
        first = await self.check(new)
        await self._cards.check_new(new)
        await check_opens(self._positions, new)
        settings = replace(new.settings, closes=new.settings.closes or self._clock().timestamp() + STANDS)
        if new.best_of is not None:
            settings = replace(settings, wanted=SIDES)
        if settings.request is not None:
            settings = settings.with_request(new.host, settings.request, settings.request)
        game = await self.game(new.game)
        chosen = replace(new, options=lobby.choose(game, new.options), settings=settings)
        opened = self.opening(chosen, (first, *lobby.computers(game, first, new.levels)))

        async def work(db: Rows) -> MatchId | None:
            if (earlier := await sql.claimed_by(db, interaction)) is not None:
                return earlier
            if new.settings.asked and new.settings.rematch is None:
                await count(db, new.host, Act.INVITATION, self._positions.now, times=len(new.settings.asked))
            if (created := await opened(db)) is not None:
                await sql.claim(db, interaction, created)
            return created

        created = await self._positions.write(work)
        if created is None:
            raise await self._taken(new.channel)
        if is_complete((await self._positions.get(created)).match):
            with suppress(BadTable, TooFewPlayers):
                return await self._positions.change(
                    created, None, lambda before: self._starts.started(before, new.host)
                )
        return await self._positions.add(created)

    async def check(self, new: NewMatch) -> Player:
        """Check the choices for a new lobby, and return its first player.

        Raises:
            NoSuchGame, PackRetired, PackOutdated, BadTable, NoSuchDeck, BadDeck, TooFewPlayers: as for `create`.
        """
        game = await self._packs.playable(new.game, new.guild)
        lobby.choose(game, new.options)
        check_wanted(game, new.settings.wanted if new.best_of is None else SIDES)
        return lobby.player(game, new.host, await self._decks.pick(new.host, new.game, new.deck), ())

    def opening(
        self, new: NewMatch, players: Sequence[Player], *, shares: bool = False
    ) -> Callable[[Rows], Awaitable[MatchId | None]]:
        """Return a write that opens a lobby with these players and returns its match, or None if the channel has one
        already. Its options must be complete. It raises `TooManyMatches` if the server has reached its limit.

        shares: whether it may be opened in direct messages beside another match.
        """
        tag, secret, now = self._tags(), self._starts.secret(), self._clock().timestamp()

        async def work(db: Rows) -> MatchId | None:
            limit = (await preferences.load_server(db, new.guild)).match_limit
            if limit is not None and await servers.count_busy(db, new.guild) >= limit:
                raise ServerFull(limit=limit)
            if not shares and not await sql.is_free(db, new.channel):
                return None
            if (opened := await sql.insert(db, new, tag, secret, int(now))) is not None:
                await sql.save_options(db, opened, new.options)
                await sql.save_players(db, opened, players)
                await lobby_settings.save(db, opened, new.settings)
                await outbox.add_board(db, opened, 1, now)
                for _, channel in new.settings.asked_in:
                    await outbox.add_board(db, opened, 1, now, channel)
                if new.best_of is not None:
                    await series.insert(db, opened, Series(first_id=opened, best_of=new.best_of))
            return opened

        return work

    async def join(
        self,
        match_id: MatchId,
        user: UserId,
        *,
        deck: str | None = None,
        place: Place | None = None,
        interaction: int,
    ) -> Position:
        """Take a seat. deck: as for `create`. place: the place of the seat, which gets a board; None: where the match
        was opened.

        Raises:
            NotALobby, AlreadyAtThisTable, TableFull, BadTable: the user cannot take a seat.
            NoSuchDeck, BadDeck: the user has no such deck, or it cannot be played.
            ChannelTaken: the place has another lobby or live match.
            NotAllowed: the place is another one, and the lobby looks for players by itself or is that of a series.
        """
        game = (await self._positions.get(match_id)).match.game
        chosen = await self._decks.pick(user, game, deck)

        async def sit(before: Position) -> Change:
            after = lobby.join(before.match, before.game, user, chosen, place)
            await self._cards.check_counted(before.match, user)
            if place is not None:
                await self._check_place(before.match, place)
            seated = [player.user for player in before.match.players]
            guild = (before.match.place if place is None else place).guild
            await check_may_meet(self._positions, before.match, user, seated, guild)
            change = await self.joined(before, after)

            async def work(db: Rows) -> None:
                if (
                    place is not None
                    and place not in before.match.places
                    and await sql.in_channel(db, place.channel) not in (None, match_id)
                ):
                    raise ChannelBusyBefore
                await change.work(db)

            return replace(change, work=work)

        return await self._positions.change(match_id, interaction, sit)

    async def invite(self, match_id: MatchId, user: UserId) -> str:
        """Return the code with which anyone can join a lobby from any place. The first call draws it, and any other
        returns the same.

        Raises:
            NotALobby, NotAtThisTable: the match is not a lobby, or the user is not in it.
            NotAllowed: as for `join` with another place.
        """

        def with_code(match: Match, _: Game) -> Match:
            code = match.settings.code or draw_code()
            return replace(lobby.check_member(match, user), settings=replace(match.settings, code=code))

        lobby_now = await self._lobby(match_id)
        _check_apart(lobby_now)
        if not lobby_now.settings.code:
            await self._check_code(lobby_now, user)
        return (await self._arrange(match_id, None, with_code)).match.settings.code

    async def _check_code(self, match: Match, user: UserId) -> None:
        """Count a code that a user draws; raise a refusal if they may meet nobody, or have drawn too many."""
        lobby.check_member(match, user)
        now = self._positions.now

        async def work(db: Rows) -> None:
            await check_free(db, user, match.place_for(user).guild, now)
            await count(db, user, Act.INVITATION, now)

        await self._positions.write(work)

    async def with_code(self, code: str) -> MatchId:
        """Return the lobby that can be joined with a code, however it is written.

        Raises:
            NoSuchMatch: no lobby has this code.
        """
        written = "".join(letter for letter in code.upper() if letter.isalnum())
        found = await self._positions.read(lambda db: lobby_settings.with_code(db, written))
        if found is None:
            raise UnknownCode(code=code)
        return found

    async def _lobby(self, match_id: MatchId) -> Match:
        return (await self._positions.get(match_id)).match

    async def _check_place(self, match: Match, place: Place) -> None:
        """Raise a refusal unless a seat of a lobby can have this place."""
        _check_apart(match)
        if place in match.places:  # they were asked there
            return
        other = await self._matches.in_channel(place.channel)
        if other is not None and other.match.id != match.id:
            raise await self._taken(place.channel)

    async def add_computer(self, match_id: MatchId, user: UserId, level: str, *, interaction: int) -> Position:
        """Add a computer of a level, or one that follows a script (`bot.computer.levels.SCRIPT`). Only the host can.

        Raises:
            NotALobby, NotTheHost, TableFull: the computer cannot take a seat.
        """

        async def sit(before: Position) -> Change:
            if before.match.settings.compared is not None:
                raise ComputersNotCompared
            after = lobby.add_computer(before.match, before.game, level)
            lobby.check_host(before.match, user, LobbyChange.ADD_COMPUTER)
            return await self.joined(before, after)

        return await self._positions.change(match_id, interaction, sit)

    async def remove_computer(self, match_id: MatchId, user: UserId, *, interaction: int) -> Position:
        """Remove the computer that was added last. Only the host can.

        Raises:
            NotALobby, NotTheHost, NotAtThisTable: no computer can be removed.
        """

        def step(match: Match, _: Game) -> Match:
            lobby.check_host(match, user, LobbyChange.REMOVE_COMPUTER)
            return lobby.remove_computer(match)

        return await self._arrange(match_id, interaction, step)

    async def leave(self, match_id: MatchId, user: UserId, *, interaction: int) -> Position:
        """Leave a lobby. If the host leaves, it closes.

        Raises:
            NotALobby, NotAtThisTable: the match is not a lobby, or the user is not in it.
        """
        return await self._arrange(match_id, interaction, lambda m, _: lobby.leave(m, user))

    async def pass_on(self, match_id: MatchId, gone: UserId) -> Position:
        """Remove a user who has left the server. If they were the host, the player who has waited longest becomes host.
        A lobby without people closes.

        Raises:
            NotALobby, NotAtThisTable: the match is not a lobby, or the user is not in it.
        """
        return await self._arrange(match_id, None, lambda m, _: lobby.pass_on(m, gone))

    async def lose(self, match_id: MatchId, user: UserId) -> None:
        """Remove a user whose direct messages refuse the board, as `leave` does, and tell the host. A start that waited
        for them is off. A user who plays with computers alone stays: they need no board to play.

        Raises:
            NotALobby, NotAtThisTable: the match is not a lobby, or the user is not in it.
        """
        match = await self._lobby(match_id)
        if is_complete(match) and len(match.computers) + 1 == len(match.players):
            return

        async def make(before: Position) -> Change:
            now = self._clock().timestamp()
            is_asked = user in dict(before.match.asked_at)
            after = (decline if is_asked else lobby.leave)(before.match, user)
            change = arranged(after, now)

            async def work(db: Rows) -> None:
                await change.work(db)
                await outbox.delete_notes(db, match_id, DealCommitted())
                if after.status is Status.LOBBY:
                    await outbox.add_note(db, match_id, after.seat_of(after.host), GuestUnreachable(user_id=user), now)

            return replace(change, work=work)

        await self._positions.change(match_id, None, make)

    async def choose_deck(self, match_id: MatchId, user: UserId, deck: str, *, interaction: int) -> Position:
        """Choose another deck by its id: a ready-made one or one of the user's own.

        Raises:
            NotALobby, NotAtThisTable, BadTable: the deck cannot be chosen.
            NoSuchDeck, BadDeck: the user has no such deck, or it cannot be played.
        """
        game = (await self._positions.get(match_id)).match.game
        chosen = await self._decks.pick(user, game, deck)
        return await self._arrange(match_id, interaction, lambda m, game: lobby.choose_deck(m, game, user, chosen))

    async def choose_option(
        self, match_id: MatchId, user: UserId, name: str, value: str, *, interaction: int
    ) -> Position:
        """Set an option of the rules. Only the host can.

        Raises:
            NotALobby, NotTheHost, BadTable: the option cannot be set.
        """
        return await self._arrange(
            match_id, interaction, lambda m, game: lobby.choose_option(m, game, user, name, value)
        )

    async def choose_mates(
        self, match_id: MatchId, user: UserId, mates: Sequence[UserId], *, interaction: int
    ) -> Position:
        """Choose the host's teammates. Only the host can.

        Raises:
            NotALobby, NotTheHost, NotAtThisTable, BadTable: the teammates cannot be chosen.
        """
        return await self._arrange(match_id, interaction, lambda m, game: choose_mates(m, game, user, mates))

    async def choose_pace(self, match_id: MatchId, user: UserId, pace: Pace, *, interaction: int) -> Position:
        """Choose another pace. Only the host can.

        Raises:
            NotALobby, NotTheHost: the pace cannot be chosen.
        """
        return await self._arrange(match_id, interaction, lambda m, _: lobby.choose_pace(m, user, pace))

    async def decks_changed(self, user: UserId) -> None:
        """Redraw the lobbies in which a user has chosen a deck of their own, after the user has changed their decks."""
        for found in await self._matches.of_user(user):
            seat = found.seat_of(user)
            if found.status is Status.LOBBY and seat is not None and is_own(found.players[seat].deck):
                await self._arrange(found.id, None, lambda m, _: m)

    async def start(self, match_id: MatchId, user: UserId, *, interaction: int) -> Position:
        """Start a match. Only the host can. Seats are drawn at random unless their order is fixed.

        It stays a lobby until the commitment to its deal is posted (`start_committed`), unless it continues the
        deal of another match. At the start, the decks and the content of the game are stored, so later changes do not
        affect the match.

        Raises:
            NotALobby, NotTheHost, TooFewPlayers: the match cannot begin.
            BadTable: the options do not suit this number of players, or a player must choose another deck. The refusal
                names the options or the players.
        """
        return await self._positions.change(match_id, interaction, lambda before: self._starts.started(before, user))

    async def start_committed(self, match_id: MatchId, message_id: int) -> None:
        """Start the match of a lobby whose commitment has been posted. Do nothing if the match can no longer start.

        message_id: the id of the message with the commitment; it is mixed into the seed. `UNPOSTED`: Discord does not
        let the bot post it, so that nobody can check the deal.

        Raises:
            Unavailable: the database failed; the same call can be repeated.
        """

        async def begin(before: Position) -> Change:
            return await self._starts.dealt(before, before.match.host, message_id)

        try:
            await self._positions.change(match_id, None, begin)
        except Unavailable:
            raise
        except Refusal:  # the lobby was started, changed or closed meanwhile
            return

    async def _arrange(
        self, match_id: MatchId, interaction: int | None, step: Callable[[Match, Game], Match]
    ) -> Position:
        """Commit one change of a lobby."""

        async def make(before: Position) -> Change:
            return arranged(step(before.match, before.game), self._clock().timestamp())

        return await self._positions.change(match_id, interaction, make)

    async def joined(self, before: Position, after: Match) -> Change:
        """Return the change by which a player joins a lobby. If the lobby is complete then, the change starts the
        match.

        before: the lobby before, but with the game of `after`.
        """
        if is_complete(after):
            with suppress(BadTable, TooFewPlayers):  # the host learns what is wrong by pressing Start
                return await self._starts.started(replace(before, match=after), after.host)
        return replace(arranged(after, self._clock().timestamp()), game=before.game)

    async def _taken(self, channel: int) -> ChannelTaken:
        """Return the refusal to open a lobby in a channel that already has a lobby or a live match."""
        other = await self._matches.in_channel(channel)
        if other is None:
            return ChannelBusyBefore()
        return ChannelBusy()
