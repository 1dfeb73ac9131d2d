"""Store content packs, and provide the games that are made from them.

A pack is a row of the database, found by its number, and its tables are stored by their hash, as those of matches are.
So each process makes the same game from it, and a match goes on after the pack was retired. The key of that game names
the pack (`rules.core.game.pack_key`): it stands wherever the key of a game stands, so that ratings, decks, match
requests and figures of a pack are its own.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.clock import Clock, seconds
from bot.content.library import Library, NotPlayableError
from bot.content.seeds import Content, Rulebook
from bot.model.match import UserId
from bot.model.packs import EDITION_LIMIT, MOST_PACKS, NAME_LIMIT, Pack
from bot.model.pasted import one_line
from bot.model.reasons.lobby import UnknownGame
from bot.packs.refusals import (
    BadPackName,
    PackExists,
    PackGone,
    PackLimitReached,
    PackNamedLikeGame,
    PackOutdated,
    PackRetired,
)
from bot.store import comparisons, contents
from bot.store import packs as sql
from bot.store.availability import available, readable
from bot.store.database import Database, Rows
from rules.core.game import Game, pack_number

T = TypeVar("T")

_NAME: Final = re.compile(r"[^\W_](?:[^\W_]|[ '.+&-](?! ))*")
"""Letters and digits, and marks that mean nothing to Discord."""
_EDITION: Final = re.compile(r"[0-9A-Za-z](?:[0-9A-Za-z.-]*[0-9A-Za-z])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPack:
    """A pack that has been checked, to be stored."""

    guild: int
    user: UserId
    name: str
    edition: str
    content: Content
    rulebook: Rulebook


class Packs:
    """Store, retire and provide content packs. Every method may raise `Unavailable`."""

    def __init__(self, database: Database, library: Library, clock: Clock) -> None:
        self._database = database
        self._library = library
        self._clock = clock

    async def game(self, key: str) -> Game:
        """Return the game with this key: of the catalog, or of a pack of any server, retired or not.

        Raises:
            NoSuchGame: there is none.
            PackOutdated: the pack does not fit today's rules.
        """
        if pack_number(key) is None:
            return self._of_catalog(key)
        pack = await self._read(lambda db: sql.find(db, key))
        if pack is None:
            raise PackGone
        return await self._made(pack)

    async def playable(self, key: str, guild: int) -> Game:
        """Return the game with this key, for a new match on a server.

        Raises:
            NoSuchGame: there is none, or it is the game of another server's pack.
            PackRetired, PackOutdated: the pack cannot be played.
        """
        if pack_number(key) is None:
            return self._of_catalog(key)
        pack = await self._read(lambda db: sql.find(db, key))
        if pack is None or pack.guild != guild:
            raise PackGone
        game = await self._made(pack)
        if pack.retired_at is not None:
            raise PackRetired(title=game.title)
        return game

    async def games_of(self, guild: int, *, retired: bool = False) -> dict[str, Game]:
        """Return the games that can be played on a server, by key: those of the catalog, then those of its packs.
        retired: also those of packs that are retired.
        """
        games = dict(self._library.games)
        for pack in await self.of_server(guild):
            if retired or pack.retired_at is None:
                with suppress(PackOutdated):
                    games[pack.key] = await self._made(pack)
        return games

    async def begun_with(self, key: str, rules: int, content: Content) -> Game:
        """Return a game as it was played with the rules of a version and with this content.

        Raises:
            NotPlayableError: this program lacks the rules, or they cannot use the content.
        """
        pack = await self._read(lambda db: sql.find(db, key))
        return self._library.game(key, rules, content, "" if pack is None else pack.title)

    async def of_server(self, guild: int) -> list[Pack]:
        """Return the packs of a server, oldest first."""
        return await self._read(lambda db: sql.of_server(db, guild)) if guild else []

    def is_present(self, pack: Pack) -> bool:
        """Return whether a pack was made for today's rules of its game."""
        game = self._library.games.get(pack.game)
        return game is not None and game.version == pack.rules

    def title(self, pack: Pack) -> str:
        """Return the title of the game of a pack, as messages show it."""
        return self._library.title(pack.key, pack.title)

    async def titles(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the title of each of these games, by key: also of packs that are retired or deleted."""
        wanted = frozenset(keys)

        async def work(db: Rows) -> dict[str, str]:
            packs = {key: await sql.find(db, key) for key in wanted}
            return {key: self._library.title(key, pack.title if pack else "") for key, pack in packs.items()}

        return await self._read(work)

    async def matches(self, packs: Iterable[Pack]) -> dict[str, int]:
        """Return how many matches began with each of these packs, by key."""
        keys = [pack.key for pack in packs]

        async def work(db: Rows) -> dict[str, int]:
            return {key: await sql.count_matches(db, key) for key in keys}

        return await self._read(work)

    async def printed(self, key: str) -> tuple[Content, Rulebook]:
        """Return the tables and the rulebook with which a new match of a game begins.

        Raises:
            NoSuchGame: no game has this key.
        """
        if pack_number(key) is None:
            self._of_catalog(key)
            return self._library.content(key), self._library.rulebook(key)

        async def work(db: Rows) -> tuple[Content, Rulebook] | None:
            pack = await sql.find(db, key)
            if pack is None:
                return None
            return await contents.load(db, pack.content), await contents.load_rulebook(db, pack.rulebook)

        found = await self._read(work)
        if found is None:
            raise PackGone
        return found

    async def check_new(self, guild: int, game: str, name: str, edition: str) -> tuple[str, str]:
        """Return the name and the edition of a new pack in the form in which they are stored.

        Raises:
            NotAllowed: they are taken or cannot be shown, or the server has too many packs.
        """
        name, edition = one_line(name), one_line(edition)
        if not _NAME.fullmatch(name) or len(name) > NAME_LIMIT:
            raise BadPackName(what="name", limit=NAME_LIMIT)
        if not _EDITION.fullmatch(edition) or len(edition) > EDITION_LIMIT:
            raise BadPackName(what="version", limit=EDITION_LIMIT)
        if name.casefold() in {each.title.casefold() for each in self._library.games.values()}:
            raise PackNamedLikeGame(name=name)
        await self._read(lambda db: self._check_room(db, guild, game, f"{name} {edition}"))
        return name, edition

    async def add(self, new: NewPack, *, interaction: int) -> Pack:
        """Store a pack, and return it. A repeated interaction returns the pack that it stored.

        Raises:
            NotAllowed: as for `check_new`.
        """

        async def work(db: Rows) -> Pack:
            if (earlier := await sql.uploaded_by(db, interaction)) is not None:
                return earlier
            await self._check_room(db, new.guild, new.content.game, f"{new.name} {new.edition}")
            return await sql.insert(
                db,
                guild=new.guild,
                name=new.name,
                edition=new.edition,
                rules=self._of_catalog(new.content.game).version,
                content=new.content,
                rulebook=new.rulebook,
                user=new.user,
                at=seconds(self._clock),
                interaction=interaction,
            )

        return await self._write(work)

    async def retire(self, key: str, guild: int) -> Pack:
        """Retire a pack of a server: no new match begins with it, live ones go on, and comparisons with it end. A pack
        that was never played is deleted. Return the pack as it was.

        Raises:
            NoSuchGame: the server has no such pack.
        """

        async def work(db: Rows) -> Pack:
            pack = await sql.find(db, key)
            if pack is None or pack.guild != guild:
                raise PackGone
            await comparisons.end_with_pack(db, key, seconds(self._clock))
            await sql.retire(db, pack, seconds(self._clock))
            return pack

        return await self._write(work)

    async def _check_room(self, db: Rows, guild: int, game: str, title: str) -> None:
        present = [pack for pack in await sql.of_server(db, guild) if pack.retired_at is None]
        if len(present) >= MOST_PACKS:
            raise PackLimitReached(limit=MOST_PACKS)
        for pack in present:
            if pack.game == game and pack.title.casefold() == title.casefold():
                raise PackExists(title=pack.title)

    def _of_catalog(self, key: str) -> Game:
        if key not in self._library.games:
            raise UnknownGame(game=key, games=tuple(self._library.games))
        return self._library.games[key]

    async def _made(self, pack: Pack) -> Game:
        """Return the game of a pack.

        Raises:
            PackOutdated: the pack does not fit today's rules.
        """
        game = self._library.games.get(pack.game)
        if game is not None and self.is_present(pack):
            kept = self._library.kept(pack.key, pack.rules, pack.content, pack.title)
            if kept is not None:
                return kept
            content = await self._read(lambda db: contents.load(db, pack.content))
            try:
                return self._library.game(pack.key, pack.rules, content, pack.title)
            except NotPlayableError:  # rules that changed without a new version
                pass
        raise PackOutdated(title=self.title(pack))

    async def _read(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        with readable():
            return await self._database.read(work)

    async def _write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        with available():
            return await self._database.write(work)
