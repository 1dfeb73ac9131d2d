"""Positions that designers set up. Each is stored as a match that ended without a result and was played by nobody: so
it can be replayed, exported and verified like every match, and people play on from it (`application.lobby.forks`).
"""

import asyncio
from collections.abc import Callable

from bot.application.match.positions import Positions
from bot.clock import Clock, seconds
from bot.model.commitment import draw_secret, write_seed
from bot.model.match import Match, MatchId, Player, Status, UserId
from bot.model.pace import NO_CLOCK
from bot.packs.packs import Packs
from bot.store import contents
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.plies import Cause, insert_ply
from bot.workshop.position_text import SetUp, read_position

STAND_IN = "stand-in"
"""The level of the computers that fill the seats of a set-up. They never play."""


class SetUps:
    """Store positions. Every method may raise `Unavailable`."""

    def __init__(self, positions: Positions, packs: Packs, clock: Clock, tags: Callable[[], str]) -> None:
        """tags: returns the random tags of matches."""
        self._positions = positions
        self._packs = packs
        self._clock = clock
        self._tags = tags

    async def add(self, text: str, *, guild: int, channel: int, user: UserId) -> tuple[Match, SetUp]:
        """Store the position of a text (`position_text`) as a match of a channel; return the match and the position.
        Its game is one of the catalog, or that of a content pack of the server, retired or not.

        Raises:
            PositionError: the text is no position.
        """
        set_up = await asyncio.to_thread(read_position, text, await self._packs.games_of(guild, retired=True))
        key = set_up.game.key
        content, rulebook = await self._packs.printed(key)
        tag, now = self._tags(), seconds(self._clock)

        async def work(db: Rows) -> MatchId:
            await contents.save(db, content)
            await contents.save_rulebook(db, rulebook)
            insert = (
                "INSERT INTO matches (id, tag, game, guild_id, channel_id, host_id, status, pace, created_at, "
                "started_at, ended_at, rules_version, content_hash, rulebook_hash, seed, deal_secret, initial_digest, "
                "is_folded) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM matches), "
                "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) RETURNING id"
            )
            place = tag, key, guild, channel, user, Status.ABANDONED, str(NO_CLOCK), now, now, now
            deal = set_up.game.version, content.hash, rulebook.hash, write_seed(set_up.deal.seed)
            [(row,)] = await db.rows(insert, *place, *deal, draw_secret().digits, set_up.deal.digest)
            match_id = MatchId(row)
            await sql.save_options(db, match_id, set_up.options)
            ids = set_up.deck_ids or [""] * len(set_up.table.opened)
            players = [Player(user=0, deck=deck, computer=STAND_IN) for deck in ids]
            await sql.save_players(db, match_id, players, set_up.deal.decks)
            for ply in set_up.plies:
                await insert_ply(db, match_id, ply, Cause.fork(now))
            return match_id

        match_id = await self._positions.write(work)
        return (await self._positions.get(match_id)).match, set_up
