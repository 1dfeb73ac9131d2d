"""Matchmaking on a server, through lobbies that are open to everyone.

A user who looks for players joins a suitable open lobby, or opens one. With each player, the lobby is narrowed to the
games and the pace that all of them accept. The match begins automatically once the lobby has the minimum number of
players for its game. House rules and the author's are never mixed.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.application.lobby import lobby
from bot.application.lobby.invitations import Invitations
from bot.application.lobby.lobbies import Lobbies
from bot.application.lobby.lobby_settings import is_complete
from bot.application.lobby.meeting import check_may_meet
from bot.application.match.change import Change
from bot.application.match.matches import Matches
from bot.application.match.positions import Positions
from bot.decks.decks import Decks
from bot.model.match import Match, MatchId, Player, Status, UserId
from bot.model.match_request import MatchRequest
from bot.model.position import Position
from bot.model.reasons.lobby import LobbyForOthers
from bot.model.refusals import Refusal
from bot.people.settings import ServerPreferences
from rules.core.game import Game


class Matchmaking:
    """Find lobbies and seats for match requests. Methods that take a match raise the refusals of `Matches`."""

    def __init__(
        self, lobbies: Lobbies, invitations: Invitations, matches: Matches, decks: Decks, positions: Positions
    ) -> None:
        self._lobbies = lobbies
        self._matches = matches
        self._decks = decks
        self._invitations = invitations
        self._positions = positions
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def turn(self, guild: int) -> asyncio.Lock:
        """Return the lock of a server, to be held while a user looks for a lobby or opens one. Without it, two users
        with matching requests could miss each other.
        """
        return self._turns.setdefault(guild, asyncio.Lock())

    async def least(self, game: str) -> int:
        """Return the number of players with which a matchmade match of a game begins.

        Raises:
            NoSuchGame: no game has this key.
        """
        return least_players(await self._lobbies.game(game))

    async def fitting(self, guild: int, user: UserId, request: MatchRequest) -> Sequence[Position]:
        """Return the open lobbies of a server that suit a user's request, oldest first. Leave out lobbies in which a
        player has blocked the user or is blocked by the user.
        """
        lobbies = await self._invitations.open_on(guild, user)
        return [each for each in lobbies if met(each.match, request) is not None]

    async def where(self, user: UserId, guild: int, request: MatchRequest) -> Match | None:
        """Return the lobby on a server in which a user already waits for a match that suits this request, or None."""
        on_server = [match for match in await self._matches.of_user(user) if match.guild == guild]
        return next((match for match in on_server if met(match, request) is not None), None)

    async def join(
        self, match_id: MatchId, user: UserId, request: MatchRequest, server: ServerPreferences, *, interaction: int
    ) -> Position:
        """Seat a user in an open lobby, and narrow the lobby to the games and the pace that suit all players. Begin the
        match if the lobby is complete.

        Raises:
            NotALobby: the lobby no longer suits the request.
            AlreadyAtThisTable, TableFull, NotAllowed, BadDeck: the user cannot take a seat.
        """

        async def sit(before: Position) -> Change:
            seated = await self.seated(before, user, request, server)
            return await self._lobbies.joined(seated, seated.match)

        return await self._positions.change(match_id, interaction, sit)

    async def seated(
        self, before: Position, user: UserId, request: MatchRequest, server: ServerPreferences, deck: str | None = None
    ) -> Position:
        """Return an open lobby with one more player, narrowed to the games and the pace that suit all players.

        deck: the id of the new player's deck for the game that will be played; None: as for `Lobbies.join`.

        Raises:
            Refusal: as for `join`.
        """
        both = met(before.match, request)
        if both is None:
            raise LobbyForOthers(match_id=before.match.id)
        others = [player.user for player in before.match.players]
        game = await self._lobbies.game(both.games[0])
        match = await self._narrowed(before.match, game, both, server)
        chosen = await self._decks.pick(user, game.key, deck)
        after = lobby.join(match, game, user, chosen)
        await check_may_meet(self._positions, match, user, others, match.guild)
        settings = after.settings.with_request(user, request, both)
        return replace(before, match=replace(after, settings=settings), game=game)

    async def titles(self, match: Match) -> Sequence[str]:
        """Return the titles of the other games to which an open lobby may still change."""
        games = match.settings.request.games if match.settings.request else ()
        titles = []
        for key in games:
            if key != match.game:
                with suppress(Refusal):  # the game no longer exists
                    titles.append((await self._lobbies.game(key)).title)
        return titles

    async def _narrowed(self, match: Match, game: Game, request: MatchRequest, server: ServerPreferences) -> Match:
        """Return the lobby narrowed to a request. If that changes the game, each player gets a deck of the new game."""
        narrowed = replace(
            match, settings=replace(match.settings, request=request), pace=request.settled(server.rated_pace)
        )
        if game.key == match.game:
            return narrowed
        settings = replace(narrowed.settings, wanted=await self.least(game.key))
        players: list[Player] = []
        for seated in match.players:
            deck = None if seated.computer else await self._decks.pick(seated.user, game.key, None)
            chosen = lobby.player(game, seated.user, deck, players)
            players.append(replace(chosen, computer=seated.computer))
        return replace(
            narrowed, game=game.key, options=game.by_rules(request.rules), players=tuple(players), settings=settings
        )


def least_players(game: Game) -> int:
    """Return the number of players with which a matchmade match of a game begins."""
    return min(count for count in game.playable(game.all_options({})) if count > 1)


def met(match: Match, request: MatchRequest) -> MatchRequest | None:
    """Return the request that suits both the players of an open lobby and another user; None if there is none, or if
    the lobby is not open to everyone.
    """
    if match.status is not Status.LOBBY or match.settings.request is None or is_complete(match):
        return None
    return match.settings.request.met(request)
