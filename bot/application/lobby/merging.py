"""Merge matchmade lobbies that have come to suit each other: players of the newer one move to the older one.

Two lobbies can come to suit each other when a player leaves, or when a host changes something. All players of the newer
lobby move, or as many as the older one has room for. Each player who moves gets a note.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.application.lobby import lobby
from bot.application.lobby.lobbies import Lobbies
from bot.application.lobby.lobby_changes import arranged
from bot.application.lobby.lobby_settings import is_complete
from bot.application.lobby.matchmaking import Matchmaking, met
from bot.application.match.change import Change
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.decks.decks import Decks
from bot.model import life
from bot.model.life import Step
from bot.model.match import Match, MatchId, Player, Status, UserId
from bot.model.notes import LobbiesMerged
from bot.model.position import Position
from bot.model.reasons.lobby import LobbiesDoNotFit
from bot.model.refusals import Refusal, Unavailable
from bot.people.preferences import PreferenceBook
from bot.store import lobby_settings, outbox
from bot.store.database import Rows

Sees = Callable[[int, int, UserId], Awaitable[bool]]
"""A function that takes a server, a channel and a user, and returns whether the user can see the channel. It raises
`Unavailable` if Discord cannot be asked now.
"""

NOW: Final = 0.0


class Mergings:
    """A duty (see `Duty`) that tries to merge a matchmade lobby after each of its changes, and when the bot starts."""

    def __init__(  # noqa: PLR0913 # what lobbies are merged with
        self,
        *,
        lobbies: Lobbies,
        matchmaking: Matchmaking,
        decks: Decks,
        positions: Positions,
        preferences: PreferenceBook,
        clock: Clock,
        sees: Sees,
    ) -> None:
        """sees: returns whether a user can see a channel."""
        self._sees = sees
        self._lobbies = lobbies
        self._matchmaking = matchmaking
        self._decks = decks
        self._positions = positions
        self._preferences = preferences
        self._clock = clock
        self._looked: dict[MatchId, int] = {}
        """The version of each lobby at which merging was last tried."""

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return every matchmade lobby as due now."""
        return [(NOW, number) for number in await self._positions.read(lobby_settings.open_lobbies)]

    def next_of(self, position: Position) -> float | None:
        """Return `NOW` if this is a matchmade lobby that has changed since the last attempt to merge it, else None."""
        number = position.match.id
        if not _seeks(position.match):
            self._looked.pop(number, None)
            return None
        return None if self._looked.get(number) == position.match.version else NOW

    async def carry_out(self, match_id: MatchId) -> Position:
        """Merge a lobby with the oldest other lobby of its server that suits it, if there is one. Return the match.

        Raises:
            Unavailable: Discord cannot be asked now which users can see a channel.
        """
        position = await self._positions.get(match_id)
        if self.next_of(position) is None:
            return position
        found = await self._positions.read(lambda db: lobby_settings.open_lobbies_of(db, position.match.guild))
        for other in found:
            if other != match_id and await self._merged(*sorted((match_id, other))):
                return await self._positions.get(match_id)
        self._looked[match_id] = position.match.version
        return position

    async def _merged(self, older: MatchId, newer: MatchId) -> bool:
        """Merge two lobbies if they suit each other, and return whether they were merged."""
        there, here = await self._positions.get(older), await self._positions.get(newer)
        if not _may_fit(there.match, here.match):
            return False
        guild, channel = there.match.guild, there.match.channel
        going = [user for user, _ in here.match.settings.requests if await self._sees(guild, channel, user)]

        async def make(before: Position, leaving: Position) -> tuple[Change, Change]:
            moved = [player for player in leaving.match.players if player.user in going]
            return await self._moved(before, leaving, moved)

        try:
            await self._positions.change_both(older, newer, make)
        except Unavailable:
            raise
        except Refusal:  # the lobbies do not suit each other
            return False
        return True

    async def _moved(self, before: Position, leaving: Position, moved: list[Player]) -> tuple[Change, Change]:
        """Return the change of the lobby that the players join, and the change of the lobby that they leave.

        Raises:
            Refusal: the lobbies do not suit each other.
        """
        server = await self._preferences.of_server(before.match.guild)
        requests = dict(leaving.match.settings.requests)
        there, rest = before, leaving.match
        for player in (player for player in moved if player.user in requests):
            if not _seeks(there.match) or is_complete(there.match):
                break
            request = requests[player.user]
            server.check_pace(request.settled(server.rated_pace))
            common, deck = met(there.match, request), None
            if common is not None and common.games[0] == rest.game and not player.by_chance:
                deck = await self._decks.still(player.user, rest.game, player.deck)
            there = await self._matchmaking.seated(there, player.user, request, server, deck)
            rest = lobby.without(rest, player.user)
        people = [player for player in rest.players if not player.computer]
        if rest is leaving.match or (people and not is_complete(there.match)):
            raise LobbiesDoNotFit
        gone = [player.user for player in leaving.match.players if rest.seat_of(player.user) is None]
        joined = await self._lobbies.joined(there, there.match)
        return self._with_notes(joined, leaving.match, gone), self._left(leaving.match, rest, before.match.id)

    def _left(self, match: Match, rest: Match, to: MatchId) -> Change:
        """Return the change of the lobby that players leave. If its host leaves, another player becomes host. If nobody
        stays, the lobby closes.
        """
        people = [player.user for player in rest.players if not player.computer]
        if not people:
            closed = life.after(match, Step.CLOSE)
            settings = replace(closed.settings, merged=to, request=None, requests=())
            return arranged(replace(closed, settings=settings), self._clock().timestamp())
        host = rest.host if rest.host in people else people[0]
        return arranged(replace(rest, host=host), self._clock().timestamp())

    def _with_notes(self, joined: Change, left: Match, users: list[UserId]) -> Change:
        """Return the change of the lobby that players join, extended by a note to each of them."""
        match, now = joined.match, self._clock().timestamp()
        note = LobbiesMerged(from_match_id=left.id, has_begun=match.status is Status.LIVE)

        async def work(db: Rows) -> None:
            await joined.work(db)
            for user in users:
                seat = match.seat_of(user)
                assert seat is not None
                await outbox.add_note(db, match.id, seat, note, now)

        return replace(joined, work=work)


def _seeks(match: Match) -> bool:
    return match.status is Status.LOBBY and match.settings.request is not None


def _may_fit(there: Match, here: Match) -> bool:
    """Return whether two lobbies may suit each other. Do not check yet whether users can see the channel."""
    requests = here.settings.requests
    return _seeks(there) and _seeks(here) and any(met(there, request) is not None for _, request in requests)
