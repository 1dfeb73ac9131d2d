"""Invitations to a lobby, and rematches."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.application.lobby.lobbies import Lobbies
from bot.application.lobby.lobby import check_host, still_options, variants
from bot.application.lobby.lobby_changes import arranged
from bot.application.lobby.lobby_settings import ask, decline, rematch_of, room, still_asked
from bot.application.lobby.meeting import check_invited
from bot.application.match.change import Change
from bot.application.match.matches import Matches
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.limits import Act
from bot.model.lobby_change import LobbyChange
from bot.model.lobby_settings import REMATCH_STANDS
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.reasons.lobby import MatchNotOver, NotYourRematch, RematchChannelBusy
from bot.model.refusals import ChannelTaken
from bot.people.blocks import blocked_by, blockers
from bot.people.limits import count
from bot.store import lobby_settings
from bot.store.database import Rows
from rules.core.game import Game


class Invitations:
    """Invite users, arrange rematches and list lobbies. Methods that take a match raise the refusals of `Matches`."""

    def __init__(self, lobbies: Lobbies, matches: Matches, positions: Positions, clock: Clock) -> None:
        self._lobbies = lobbies
        self._matches = matches
        self._positions = positions
        self._clock = clock

    async def ask(self, match_id: MatchId, user: UserId, others: Sequence[UserId], *, interaction: int) -> Position:
        """Reserve seats for other users and invite them. Only the host can.

        A user who has blocked the host is not told of the invitation, and nobody learns of the block.

        Raises:
            NotALobby, NotTheHost, AlreadyAtThisTable, TableFull: the users cannot be invited.
            NotAllowed: the operator has barred one of them, or the host has invited as many users as one may.
        """

        def step(match: Match, game: Game) -> Match:
            check_host(match, user, LobbyChange.INVITE)
            return ask(match, game, others)

        return await self._arrange(match_id, interaction, step, partial(self._count, user, others))

    async def decline(self, match_id: MatchId, user: UserId, *, interaction: int) -> Position:
        """Decline an invitation and give up the reserved seat.

        Raises:
            NotALobby, NotAtThisTable: the user has no reserved seat.
        """
        return await self._arrange(match_id, interaction, lambda m, _: decline(m, user))

    async def rematch(
        self, match_id: MatchId, user: UserId, *, deck: str | None, interaction: int, channel: int | None = None
    ) -> Position:
        """Join the rematch of a finished match. The first user who does so opens its lobby.

        The lobby reserves a seat for everyone who played, in a rotated order, and the match begins once all of them
        have joined. Computer players get seats again. The rematch has today's rules and the earlier options.

        deck: as for `Lobbies.create`. channel: the channel of the lobby; None: that of the earlier match.

        Raises:
            NotAtThisTable, NotAllowed: the user did not play in the match, or the match has not ended with a result.
            ChannelTaken: the channel has another match.
            NoSuchDeck, BadDeck: the user has no such deck, or it cannot be played.
        """
        before = await self._positions.get(match_id)
        match = before.match
        if match.seat_of(user) is None:
            raise NotYourRematch
        if match.status is not Status.OVER:
            raise MatchNotOver(match_id=match_id)
        closes = self._clock().timestamp() + REMATCH_STANDS
        for _ in range(2):
            rematch_id = await self._positions.read(lambda db: lobby_settings.rematch_of(db, match_id))
            if rematch_id is not None:
                return await self._lobbies.join(rematch_id, user, deck=deck, interaction=interaction)
            with suppress(ChannelTaken):  # another player opened the rematch just now, or others use the channel
                return await self._lobbies.create(
                    NewMatch(
                        guild=match.guild,
                        channel=channel or match.channel,
                        in_conversation=match.in_conversation,
                        host=user,
                        game=match.game,
                        options=still_options(
                            await self._lobbies.game(match.game), variants(before.game, match.options)
                        ),
                        deck=deck,
                        settings=replace(rematch_of(match, before.game), closes=closes),
                        pace=match.pace,
                        levels=[match.players[seat].computer for seat in match.computers],
                    ),
                    interaction=interaction,
                )
        other = await self._matches.in_channel(channel or match.channel)
        raise RematchChannelBusy(match_id=None if other is None else other.match.id)

    async def asked_to(self, user: UserId) -> Sequence[Position]:
        """Return the lobbies to which a user is invited and has not answered, oldest first. Leave out the lobbies of
        hosts whom the user has blocked.
        """
        numbers = await self._positions.read(lambda db: lobby_settings.of_asked(db, user))
        lobbies = [await self._positions.get(number) for number in numbers]
        blocked = await self._positions.read(lambda db: blocked_by(db, user))
        return [each for each in lobbies if user in still_asked(each.match) and each.match.host not in blocked]

    async def open_on(self, guild: int, user: UserId) -> Sequence[Position]:
        """Return the lobbies of a server with a free seat for a user, oldest first. Leave out lobbies in which a player
        has blocked the user or is blocked by the user.
        """
        numbers = await self._positions.read(lambda db: lobby_settings.lobbies_of(db, guild))
        lobbies = [await self._positions.get(number) for number in numbers]
        free = [each for each in lobbies if each.match.seat_of(user) is None and self._has_seat(each, user)]
        seated = {player.user for each in free for player in each.match.players}
        apart = set(await self._positions.read(lambda db: blocked_by(db, user)))
        apart |= await self._positions.read(lambda db: blockers(db, seated, user))
        return [each for each in free if apart.isdisjoint(player.user for player in each.match.players)]

    def _has_seat(self, position: Position, user: UserId) -> bool:
        match = position.match
        return match.status is Status.LOBBY and (user in still_asked(match) or room(match, position.game) > 0)

    async def quiet(self, match: Match) -> frozenset[UserId]:
        """Return the invited users who must not be told of a lobby because they have blocked its host."""
        return await self._positions.read(lambda db: blockers(db, still_asked(match), match.host))

    async def _count(self, user: UserId, others: Sequence[UserId], db: Rows) -> None:
        """Count invitations; raise a refusal if there are too many, or if a user cannot be invited."""
        now = self._clock().timestamp()
        await check_invited(db, others, now)
        await count(db, user, Act.INVITATION, now, times=len(others))

    async def _arrange(
        self,
        match_id: MatchId,
        interaction: int,
        step: Callable[[Match, Game], Match],
        first: Callable[[Rows], Awaitable[None]] | None = None,
    ) -> Position:
        """Commit one change of a lobby. first: what is written before it, or refuses it; None: nothing."""

        async def make(before: Position) -> Change:
            change = arranged(step(before.match, before.game), self._clock().timestamp())
            if first is None:
                return change

            async def work(db: Rows) -> None:
                await first(db)
                await change.work(db)

            return replace(change, work=work)

        return await self._positions.change(match_id, interaction, make)
