"""Invitations to a lobby, and rematches."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.application.lobby.lobbies import Lobbies
from bot.application.lobby.lobby import check_host, still_options, variants
from bot.application.lobby.lobby_changes import arranged
from bot.application.lobby.lobby_settings import ask, decline, rematch_of, room, still_asked
from bot.application.match.change import Change
from bot.application.match.matches import Matches
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.computer.levels import Level
from bot.model.lobby_change import LobbyChange
from bot.model.lobby_settings import REMATCH_STANDS
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position
from bot.model.reasons.lobby import MatchNotOver, NotYourRematch, RematchChannelBusy
from bot.model.refusals import ChannelTaken
from bot.store import blocks, lobby_settings
from rules.core.game import Game


class Invitations:
    """Invites users and opens rematches. Methods that take a match raise what those of `Matches` do."""

    def __init__(self, lobbies: Lobbies, matches: Matches, positions: Positions, clock: Clock) -> None:
        self._lobbies = lobbies
        self._matches = matches
        self._positions = positions
        self._clock = clock

    async def ask(self, number: MatchId, user: UserId, others: Sequence[UserId], *, interaction: int) -> Position:
        """Invite users, with a reserved seat for each; for the host. A user who has blocked the host gets no message,
        and nobody is told.

        Raises:
            NotALobby, NotTheHost, AlreadyAtThisTable, TableFull: they cannot be asked.
        """

        def step(match: Match, game: Game) -> Match:
            check_host(match, user, LobbyChange.INVITE)
            return ask(match, game, others)

        return await self._arrange(number, interaction, step)

    async def decline(self, number: MatchId, user: UserId, *, interaction: int) -> Position:
        """Decline an invitation, which frees the reserved seat.

        Raises:
            NotALobby, NotAtThisTable: none was.
        """
        return await self._arrange(number, interaction, lambda m, _: decline(m, user))

    async def rematch(
        self, number: MatchId, user: UserId, *, deck: str | None, interaction: int, channel: int | None = None
    ) -> Position:
        """Ask for a rematch of a match that is over. The first player who asks opens a lobby with reserved seats for
        the others, all moved on by some seats; it starts once everyone has asked. Computers take part again. The match
        is played by today's rules with the same options.

        deck: as for `create`. channel: of the new lobby; None: the one of the old match.

        Raises:
            NotAtThisTable, NotAllowed: it is not for this user, or cannot be played again.
            ChannelTaken: something else is played in its channel.
            NoSuchDeck, BadDeck: the user has no such deck, or it cannot be played.
        """
        before = await self._positions.get(number)
        match = before.match
        if match.seat_of(user) is None:
            raise NotYourRematch
        if match.status is not Status.OVER:
            raise MatchNotOver(match_id=number)
        closes = self._clock().timestamp() + REMATCH_STANDS
        for _ in range(2):
            there = await self._positions.read(lambda db: lobby_settings.rematch_of(db, number))
            if there is not None:
                return await self._lobbies.join(there, user, deck=deck, interaction=interaction)
            with suppress(ChannelTaken):  # by somebody who has asked at the same moment, or by others
                return await self._lobbies.create(
                    guild=match.guild,
                    channel=channel or match.channel,
                    host=user,
                    game=match.game,
                    options=still_options(self._lobbies.game(match.game), variants(before.game, match.options)),
                    deck=deck,
                    interaction=interaction,
                    gathering=replace(rematch_of(match, before.game), closes=closes),
                    pace=match.pace,
                    levels=[Level(match.players[seat].computer) for seat in match.computers],
                )
        other = await self._matches.in_channel(channel or match.channel)
        raise RematchChannelBusy(match_id=None if other is None else other.match.id)

    async def asked_to(self, user: UserId) -> Sequence[Position]:
        """Return the lobbies with an open invitation for a user, oldest first, without those of hosts that the user has
        blocked.
        """
        numbers = await self._positions.read(lambda db: lobby_settings.of_asked(db, user))
        found = [await self._positions.get(number) for number in numbers]
        blocked = await self._positions.read(lambda db: blocks.of_user(db, user))
        return [each for each in found if user in still_asked(each.match) and each.match.host not in blocked]

    async def open_on(self, guild: int, user: UserId) -> Sequence[Position]:
        """Return the lobbies of a server with a seat for a user, oldest first, without those of users that they have
        blocked or that have blocked them.
        """
        numbers = await self._positions.read(lambda db: lobby_settings.lobbies_of(db, guild))
        found = [await self._positions.get(number) for number in numbers]
        free = [each for each in found if each.match.seat_of(user) is None and self._has_seat(each, user)]
        seated = {player.user for each in free for player in each.match.players}
        apart = set(await self._positions.read(lambda db: blocks.of_user(db, user)))
        apart |= await self._positions.read(lambda db: blocks.by(db, seated, user))
        return [each for each in free if apart.isdisjoint(player.user for player in each.match.players)]

    def _has_seat(self, position: Position, user: UserId) -> bool:
        match = position.match
        return match.status is Status.LOBBY and (user in still_asked(match) or room(match, position.game) > 0)

    async def quiet(self, match: Match) -> frozenset[UserId]:
        """Return the invited users who must not be told, because they have blocked the host."""
        return await self._positions.read(lambda db: blocks.by(db, still_asked(match), match.host))

    async def _arrange(self, number: MatchId, interaction: int, step: Callable[[Match, Game], Match]) -> Position:
        async def make(before: Position) -> Change:
            return arranged(step(before.match, before.game), self._clock().timestamp())

        return await self._positions.change(number, interaction, make)
