"""Provide games for matches, with today's rules and content or with those with which a match began."""

from collections.abc import Mapping
from typing import Final

from cachetools import LRUCache

from bot.content.seeds import Content, Rulebook, load_content, load_games, read_rulebook
from bot.log import origin
from rules.catalog import EARLIER, GAMES
from rules.core.game import Game, catalog_key

CACHED_GAMES: Final = 64
"""The number of earlier games, and of games of content packs, kept in memory."""
_LONGEST_CAUSE: Final = 300
"""Characters of an error that are told: content from elsewhere may have long names."""


class NotPlayableError(LookupError):
    """The rules of a match are missing here, or cannot use the content with which the match began.

    The message is for the operator of the bot, and holds no secret.
    """


class Library:
    """The games of the catalog, with today's rules and content and with those of earlier matches."""

    def __init__(self, games: Mapping[str, Game], contents: Mapping[str, Content], *, kept: int = CACHED_GAMES) -> None:
        """Take today's games and contents, by key. At most `kept` earlier games stay in memory."""
        self.games: Final = dict(games)
        self._contents = dict(contents)
        self._rulebooks = {key: read_rulebook(key) if key in GAMES else Rulebook(key, "") for key in games}
        self._kinds = {**EARLIER, **{(key, game.version): type(game) for key, game in games.items()}}
        self._earlier = LRUCache[tuple[str, int, str, str], Game](kept)

    @classmethod
    def of(cls, games: Mapping[str, Game], *, kept: int = CACHED_GAMES) -> "Library":
        """Make a library of games that have no files in seeds/: their content has no tables."""
        return cls(games, {key: Content.of(key, {}) for key in games}, kept=kept)

    def change(self, game: Game, content: Content, book: Rulebook) -> None:
        """Let new matches of a game have other content, and `/rules` another rulebook. Running matches keep theirs.

        Raises:
            KeyError: there is no such game.
        """
        self._earlier[game.key, game.version, self._contents[game.key].hash, ""] = self.games[game.key]
        self.games[game.key], self._contents[game.key], self._rulebooks[game.key] = game, content, book

    def content(self, key: str) -> Content:
        """Return today's content of a game.

        Raises:
            KeyError: there is no such game.
        """
        return self._contents[key]

    def rulebook(self, key: str) -> Rulebook:
        """Return today's rulebook of a game; without text for a game that has no files in seeds/.

        Raises:
            KeyError: there is no such game.
        """
        return self._rulebooks[key]

    def game(self, key: str, version: int, content: Content, pack: str = "") -> Game:
        """Return a game with the rules of a version (`Game.version`) and with this content. Repeated calls return the
        same object while it is kept in memory.

        key: of a game of the catalog, or of a content pack. pack: the title of the pack; "": it is no longer known.

        Raises:
            NotPlayableError: there is no such game or version, or its rules cannot use the content.
        """
        today = self.games.get(catalog_key(key))
        if today is None:
            raise NotPlayableError(f"there is no game {key}")
        if key == today.key and version == today.version and content == self._contents[key]:
            return today
        name = key, version, content.hash, pack
        game = self._earlier.get(name)
        if game is None:
            game = self._made(catalog_key(key), version, content)
            if key != today.key:
                game.as_pack(key, self.title(key, pack))
        self._earlier[name] = game
        return game

    def title(self, key: str, pack: str = "") -> str:
        """Return the title of a game. pack: the title of its content pack; "": it is no longer known."""
        known = catalog_key(key)
        title = self.games[known].title if known in self.games else known
        return title if key == known else f"{pack or 'A deleted pack'} ({title})"

    def kept(self, key: str, version: int, content_hash: str, pack: str) -> Game | None:
        """Return the game of a content pack that `game` would return, if it is in memory."""
        return self._earlier.get((key, version, content_hash, pack))

    def _made(self, key: str, version: int, content: Content) -> Game:
        kind = self._kinds.get((key, version))
        if kind is None:
            versions = ", ".join(str(number) for game, number in sorted(self._kinds) if game == key)
            raise NotPlayableError(f"there are no rules {version} of {key} (there are {versions})")
        if content.game != key:
            raise NotPlayableError(f"content {content.hash} is of {content.game}, not of {key}")
        try:
            return kind(content.tables)
        except ValueError as error:
            cause = str(error)[:_LONGEST_CAUSE]
        except Exception as error:  # noqa: BLE001 # whatever the game's constructor raises
            cause = origin(error)
        raise NotPlayableError(f"rules {version} of {key} cannot use content {content.hash}: {cause}")


def load_library() -> Library:
    """Make a library of the catalog's games from seeds/.

    Raises:
        ContentError: the content of a game cannot be used.
    """
    games = load_games()
    return Library(games, {key: load_content(key) for key in games})
