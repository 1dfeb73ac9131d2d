"""Begin matches whose players are all known: the later games of a series, and the matches of tournaments."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.application.lobby.lobbies import Lobbies
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.lobby_settings import STANDS, LobbySettings
from bot.model.match import MatchId, Player, numbered
from bot.model.new_match import NewMatch
from bot.model.notes import DealCommitted
from bot.model.position import Position
from bot.model.reasons.lobby import ChannelBusyBefore
from bot.store import outbox
from bot.store.database import Rows


class SeatedMatches:
    """Begin matches without anyone having to join or press Start."""

    def __init__(self, lobbies: Lobbies, positions: Positions, clock: Clock) -> None:
        self._lobbies = lobbies
        self._positions = positions
        self._clock = clock

    async def begin(
        self,
        new: NewMatch,
        players: Sequence[Player],
        *,
        earlier: Callable[[Rows], Awaitable[MatchId | None]],
        record: Callable[[Rows, MatchId], Awaitable[None]],
    ) -> Position:
        """Open a complete lobby and return it. The match begins as soon as the commitment to its deal is posted.

        new: with every option of the game. players: by seat. earlier: returns the id of the match if an earlier call
        has made it, else None; then no second one is made. record: stores the id of the new match, in the same
        transaction.

        Raises:
            ChannelTaken: the channel has a lobby or a live match.
            TooManyMatches: the server has reached its limit of matches.
        """
        seated, now = numbered(tuple(players)), self._clock().timestamp()
        order = tuple(player.user for player in seated)
        settings = LobbySettings(wanted=len(seated), order=order, closes=now + STANDS)
        opened = self._lobbies.opening(replace(new, settings=settings), seated)

        async def work(db: Rows) -> MatchId | None:
            if (made := await earlier(db)) is not None:
                return made
            if (made := await opened(db)) is not None:
                await outbox.add_note(db, made, None, DealCommitted(), now)
                await record(db, made)
            return made

        match_id = await self._positions.write(work)
        if match_id is None:
            raise ChannelBusyBefore
        return await self._positions.add(match_id)
