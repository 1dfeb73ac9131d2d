"""Positions that designers set up. Each is stored as a match that ended without a result and was played by nobody: so
it can be replayed, exported and verified like every match, and people play on from it (`application.lobby.forks`).
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final, Protocol

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
from bot.workshop.position_text import SetUp, puzzle_named, read_position

STAND_IN = "stand-in"
"""The level of the computers that fill the seats of a set-up. They never play."""
_JSON: Final = ("", "{", "[")
"""The first characters of a puzzle that is written out; "" for none."""


class DrawnPuzzles(Protocol):
    """The puzzles that a position can begin with (`bot.puzzles.puzzles.Puzzles`)."""

    async def named(self, game: str, name: str) -> str:
        """Return a puzzle of a game as JSON. Raises `Refusal` if the game has no such puzzle, or none to show now."""

    def listed(self) -> Mapping[str, str]:
        """Return the titles of the puzzles that anyone may name, by the key of the game and the name."""


class SetUps:
    """Store positions. Every method may raise `Unavailable`."""

    def __init__(
        self, positions: Positions, packs: Packs, puzzles: DrawnPuzzles, clock: Clock, tags: Callable[[], str]
    ) -> None:
        """tags: returns the random tags of matches."""
        self._positions = positions
        self._packs = packs
        self.puzzles: Final = puzzles
        self._clock = clock
        self._tags = tags

    async def add(self, text: str, *, guild: int, channel: int, user: UserId) -> tuple[Match, SetUp]:
        """Store the position of a text (`position_text`) as a match of a channel; return the match and the position.
        Its game is one of the catalog, or that of a content pack of the server, retired or not.

        Raises:
            PositionError: the text is no position.
            Refusal: the game has no puzzle of the name in the text, or it cannot be shown yet.
        """
        games = await self._packs.games_of(guild, retired=True)
        game, name = puzzle_named(text) or ("", "")
        puzzle = await self.puzzles.named(game, name) if game in games and name[:1] not in _JSON else name
        set_up = await asyncio.to_thread(read_position, text, games, puzzle)
        key = set_up.game.key
        content, rulebook = await self._packs.printed(key)
        tag, now = self._tags(), seconds(self._clock)

        async def work(db: Rows) -> MatchId:
            await contents.save(db, content)
            await contents.save_rulebook(db, rulebook)
            insert = (
                "INSERT INTO matches (id, tag, game, guild_id, channel_id, host_id, status, pace, created_at, "
                "started_at, ended_at, rules_version, content_hash, rulebook_hash, puzzle_json, seed, deal_secret, "
                "initial_digest, is_folded) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM matches), "
                "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) RETURNING id"
            )
            place = tag, key, guild, channel, user, Status.ABANDONED, str(NO_CLOCK), now, now, now
            deal = set_up.game.version, content.hash, rulebook.hash, set_up.deal.puzzle or None
            secrets = write_seed(set_up.deal.seed), draw_secret().digits
            [(row,)] = await db.rows(insert, *place, *deal, *secrets, set_up.deal.digest)
            match_id = MatchId(row)
            await sql.save_options(db, match_id, set_up.options)
            players = [Player(user=0, deck=deck, computer=STAND_IN) for deck in set_up.deck_ids]
            await sql.save_players(db, match_id, players, set_up.deal.decks)
            await sql.finish(db, match_id, now)
            for ply in set_up.plies:
                await insert_ply(db, match_id, ply, Cause.fork(now))
            return match_id

        match_id = await self._positions.write(work)
        return (await self._positions.get(match_id)).match, set_up
