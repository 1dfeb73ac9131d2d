"""The games that a command can name: those of the catalog, and those of content packs in the bot's database."""

from typing import NamedTuple

from bot.content.seeds import Content, ContentError, Rulebook, game_of, load_content, read_rulebook
from bot.process.beside import read_only
from bot.process.config import SettingsError, load_settings
from bot.process.reading import UsageError, game_key
from bot.store import contents
from bot.store import packs as sql
from bot.store.errors import StoreError
from bot.store.request import Rows
from rules.catalog import GAMES
from rules.core.game import Game, catalog_key, pack_number


class StoredGame(NamedTuple):
    """A game, and all that a new match of it begins with."""

    game: Game
    content: Content
    rulebook: Rulebook


def is_pack(word: str) -> bool:
    """Return whether a word is a key that the game of a content pack can have."""
    return catalog_key(word) in GAMES and pack_number(word) is not None


def game_or_pack(word: str) -> str:
    """Return the key that an argument names: of a game, or of a content pack's game, like `tnb.17`.

    Raises:
        ArgumentTypeError: no game has this key.
    """
    return word if is_pack(word) else game_key(word)


def stored_game(key: str) -> StoredGame:
    """Return the game with this key. Only for a pack's game is the database read.

    Raises:
        UsageError: the database cannot be read, has no such pack, or today's rules cannot use its tables.
    """
    if pack_number(key) is None:
        content = load_content(key)
        return StoredGame(game_of(content), content, read_rulebook(key))
    try:
        found = read_only(load_settings().database, lambda db: _pack(db, key))
    except (SettingsError, StoreError) as error:
        raise UsageError(str(error)) from None
    if found is None:
        raise UsageError(f"the database has no content pack {key}; `/design list` lists those of a server")
    title, content, rulebook = found
    try:
        game = game_of(content)
    except ContentError as error:
        raise UsageError(f"today's rules cannot use the content pack {key} ({error})") from None
    return StoredGame(game.as_pack(key, f"{title} ({game.title})"), content, rulebook)


async def _pack(db: Rows, key: str) -> tuple[str, Content, Rulebook] | None:
    pack = await sql.find(db, key)
    if pack is None:
        return None
    return pack.title, await contents.load(db, pack.content), await contents.load_rulebook(db, pack.rulebook)
