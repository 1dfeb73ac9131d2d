"""Every game as a match needs it: by today's rules and content, or by those that the match was begun with."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from bot.content.seeds import Content, load_content, load_games
from bot.log import origin
from rules.catalog import EARLIER
from rules.core.game import Game

KEPT: Final = 32
"""Earlier games that are kept for the next match that was begun with them."""


class NotPlayableError(LookupError):
    """This program cannot play a match by the rules and the content that it was begun with.

    Says why to whoever runs the bot, and holds no secret.
    """


class Library:
    """The games that there are, as they are today and as they were."""

    def __init__(self, games: Mapping[str, Game], contents: Mapping[str, Content], *, kept: int = KEPT) -> None:
        """Games and contents: today's, by key. At most `kept` earlier games stay in memory."""
        self.games: Final = games
        self._contents = contents
        self._kinds = {**EARLIER, **{(key, game.version): type(game) for key, game in games.items()}}
        self._kept = kept
        self._earlier: OrderedDict[tuple[str, int, str], Game] = OrderedDict()

    @classmethod
    def of(cls, games: Mapping[str, Game], *, kept: int = KEPT) -> "Library":
        """Of games that are not made from seeds/: their content has no tables."""
        return cls(games, {key: Content.of(key, {}) for key in games}, kept=kept)

    def content(self, key: str) -> Content:
        """What a game is made of today.

        Raises:
            KeyError: no game is called like this.
        """
        return self._contents[key]

    def game(self, key: str, version: int, content: Content) -> Game:
        """A game by the rules of a version (`Game.version`) and with a content: the same object while it is kept.

        Raises:
            NotPlayableError: there is no such game or version, or its rules cannot use the content.
        """
        today = self.games.get(key)
        if today is None:
            raise NotPlayableError(f"there is no game {key}")
        if version == today.version and content == self._contents[key]:
            return today
        name = key, version, content.hash
        game = self._earlier.get(name) or self._made(key, version, content)
        self._earlier[name] = game
        self._earlier.move_to_end(name)
        while len(self._earlier) > self._kept:
            self._earlier.popitem(last=False)
        return game

    def _made(self, key: str, version: int, content: Content) -> Game:
        kind = self._kinds.get((key, version))
        if kind is None:
            known = ", ".join(str(number) for game, number in sorted(self._kinds) if game == key)
            raise NotPlayableError(f"there are no rules {version} of {key} (there are {known})")
        if content.game != key:
            raise NotPlayableError(f"content {content.hash} is of {content.game}, not of {key}")
        try:
            return kind(content.tables)
        except ValueError as error:
            cause = str(error)
        except Exception as error:  # noqa: BLE001 # whatever it is
            cause = origin(error)
        raise NotPlayableError(f"rules {version} of {key} cannot use content {content.hash}: {cause}")


def load_library() -> Library:
    """The games of the catalog, made from seeds/.

    Raises:
        ContentError: the content of one of them cannot be used.
    """
    games = load_games()
    return Library(games, {key: load_content(key) for key in games})
