"""Begin matches whose players are all known: the later games of a series, and the matches of tournaments."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.application.lobby.lobbies import Lobbies
from bot.application.match.positions import Positions
from bot.clock import Clock, seconds
from bot.model.lobby_settings import STANDS, LobbySettings
from bot.model.match import MatchId, Player, UserId, numbered
from bot.model.notes import DealCommitted
from bot.model.pace import Pace
from bot.model.position import Position
from bot.model.reasons.lobby import ChannelBusyBefore, ServerFull
from bot.store import lobby_settings, outbox, preferences, servers
from bot.store import matches as sql
from bot.store.database import Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedMatch:
    """A match that is to begin."""

    guild: int
    channel: int
    host: UserId
    game: str
    options: Mapping[str, str]
    """The value of every option of the game."""
    pace: Pace
    players: tuple[Player, ...]
    """Indexed by seat."""


class SeatedMatches:
    """Begin matches without anyone having to join or press Start."""

    def __init__(self, lobbies: Lobbies, positions: Positions, clock: Clock) -> None:
        self._lobbies = lobbies
        self._positions = positions
        self._clock = clock

    async def begin(
        self,
        wanted: SeatedMatch,
        *,
        earlier: Callable[[Rows], Awaitable[MatchId | None]],
        record: Callable[[Rows, MatchId], Awaitable[None]],
    ) -> Position:
        """Open a complete lobby and return it. The match begins as soon as the commitment to its deal is posted.

        earlier: returns the id of the match if an earlier call has made it, else None; then no second one is made.
        record: stores the id of the new match, in the same transaction.

        Raises:
            ChannelTaken: the channel has a lobby or a live match.
            TooManyMatches: the server has reached its limit of matches.
        """
        players, tag, secret = numbered(wanted.players), self._lobbies.draw_tag(), self._lobbies.draw_secret()
        order = tuple(player.user for player in players)
        closes = self._clock().timestamp() + STANDS
        settings = LobbySettings(wanted=len(players), order=order, closes=closes)

        async def work(db: Rows) -> MatchId | None:
            if (made := await earlier(db)) is not None:
                return made
            limit = (await preferences.load_server(db, wanted.guild)).match_limit
            if limit is not None and await servers.count_busy(db, wanted.guild) >= limit:
                raise ServerFull(limit=limit)
            new = sql.NewMatch(
                tag=tag,
                game=wanted.game,
                guild=wanted.guild,
                channel=wanted.channel,
                host=wanted.host,
                pace=wanted.pace,
                secret=secret,
                fork=None,
            )
            if (made := await sql.insert(db, new, seconds(self._clock))) is not None:
                await sql.save_options(db, made, wanted.options)
                await sql.save_players(db, made, players)
                await lobby_settings.save(db, made, settings)
                await outbox.add_board(db, made, 1, self._clock().timestamp())
                await outbox.add_note(db, made, None, DealCommitted(), self._clock().timestamp())
                await record(db, made)
            return made

        match_id = await self._positions.write(work)
        if match_id is None:
            raise ChannelBusyBefore
        return await self._positions.add(match_id)
