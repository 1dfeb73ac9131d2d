"""Matchmaking on a server. A user who looks for players joins a lobby that suits everyone in it, or opens one. The
lobby's request narrows to what all of them would play, and it starts with the smallest number of players.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.application.lobby import lobby
from bot.application.lobby.block_checks import check_apart
from bot.application.lobby.decks import Decks
from bot.application.lobby.invitations import Invitations
from bot.application.lobby.lobbies import Lobbies
from bot.application.lobby.lobby_settings import is_complete
from bot.application.match.change import Change
from bot.application.match.matches import Matches
from bot.application.match.positions import Positions
from bot.model.match import Match, MatchId, Player, Status, UserId
from bot.model.match_request import Wish
from bot.model.position import Position
from bot.model.preferences import ServerPreferences
from bot.model.reasons.lobby import LobbyForOthers
from bot.model.refusals import Refusal
from rules.core.game import Game


class Matchmaking:
    """Finds matchmade lobbies and fills them. Methods that take a match raise what those of `Matches` do."""

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
        """Return a lock to hold while looking for players on a server, so that two users who look at once find each
        other.
        """
        return self._turns.setdefault(guild, asyncio.Lock())

    def least(self, game: str) -> int:
        """Return the number of players with which a matchmade lobby of a game starts.

        Raises:
            NoSuchGame: no game has this key.
        """
        played = self._lobbies.game(game)
        return min(count for count in played.playable(played.all_options({})) if count > 1)

    async def fitting(self, guild: int, user: UserId, wish: Wish) -> Sequence[Position]:
        """Return the matchmade lobbies of a server that suit a user, oldest first, without those of users that they
        have blocked or that have blocked them.
        """
        found = await self._invitations.open_on(guild, user)
        return [each for each in found if met(each.match, wish) is not None]

    async def where(self, user: UserId, guild: int, wish: Wish) -> Match | None:
        """Return the match of a server in which a user already waits with a request that this one suits; None: there is
        none.
        """
        there = [found for found in await self._matches.of_user(user) if found.guild == guild]
        return next((found for found in there if met(found, wish) is not None), None)

    async def join(
        self, number: MatchId, user: UserId, wish: Wish, server: ServerPreferences, *, interaction: int
    ) -> Position:
        """Join a matchmade lobby. Its request narrows to what suits everyone, and it starts if nobody is missing.

        Raises:
            NotALobby: it would not please them any more.
            AlreadyAtThisTable, TableFull, NotAllowed, BadDeck: they cannot sit there.
        """

        async def sit(before: Position) -> Change:
            there = await self.seated(before, user, wish, server)
            return await self._lobbies.joined(there, there.match)

        return await self._positions.change(number, interaction, sit)

    async def seated(
        self, before: Position, user: UserId, wish: Wish, server: ServerPreferences, deck: str | None = None
    ) -> Position:
        """Return a matchmade lobby with one more player, narrowed to what suits everyone. deck: the id of theirs, if
        their game is played; None: as for `Lobbies.join`.

        Raises:
            Refusal: as for `join`.
        """
        both = met(before.match, wish)
        if both is None:
            raise LobbyForOthers(match_id=before.match.id)
        others = [player.user for player in before.match.players]
        game = self._lobbies.game(both.games[0])
        match = await self._narrowed(before.match, game, both, server)
        chosen = await self._decks.pick(user, game.key, deck)
        after = lobby.join(match, game, user, chosen)
        await check_apart(self._positions, match, user, others)
        gathering = after.gathering.wishing(user, wish, both)
        return replace(before, match=replace(after, gathering=gathering), game=game)

    def titles(self, match: Match) -> Sequence[str]:
        """Return the titles of the other games that a matchmade lobby may still switch to."""
        games = match.gathering.wish.games if match.gathering.wish else ()
        found = []
        for key in games:
            if key != match.game:
                with suppress(Refusal):  # a game that is no more
                    found.append(self._lobbies.game(key).title)
        return found

    async def _narrowed(self, match: Match, game: Game, wish: Wish, server: ServerPreferences) -> Match:
        """Return the lobby narrowed to a request. If that changes its game, each player gets a deck of the new one."""
        narrowed = replace(match, gathering=replace(match.gathering, wish=wish), pace=wish.settled(server))
        if game.key == match.game:
            return narrowed
        gathering = replace(narrowed.gathering, wanted=self.least(game.key))
        players: list[Player] = []
        for seated in match.players:
            deck = None if seated.computer else await self._decks.pick(seated.user, game.key, None)
            chosen = lobby.player(game, seated.user, deck, players)
            players.append(replace(chosen, computer=seated.computer))
        return replace(
            narrowed, game=game.key, options=game.all_options({}), players=tuple(players), gathering=gathering
        )


def met(match: Match, wish: Wish) -> Wish | None:
    """Return the request that suits the players of a lobby and another user; None: there is none, or the lobby is not
    matchmade.
    """
    if match.status is not Status.LOBBY or match.gathering.wish is None or is_complete(match):
        return None
    return match.gathering.wish.met(wish)
