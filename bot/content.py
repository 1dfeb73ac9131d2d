"""The games with their content: everything in seeds/."""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from rules.catalog import GAMES
from rules.core import rulebook
from rules.core.game import Clause, Game


class ContentError(ValueError):
    """The content of a game cannot be used; names the file and the entry."""


@cache
def load_games() -> dict[str, Game[Any, Any]]:
    """Every game of the catalog by its key, in the catalog's order.

    Raises:
        ContentError: the content of one of them cannot be used.
    """
    return {key: load_game(key) for key in GAMES}


@cache
def load_game(key: str) -> Game[Any, Any]:
    """A game with its content, `seeds/<key>/*.toml`.

    Raises:
        KeyError: no game is called like this.
        ContentError: its content cannot be used.
    """
    kind, folder = GAMES[key], _folder(key)
    content = {
        file.name.removesuffix(".toml"): _table(file, f"seeds/{key}/{file.name}")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    }
    try:
        return kind(content)
    except ValueError as error:
        raise ContentError(f"seeds/{key}: {error}") from error


@cache
def load_rulebook(key: str) -> tuple[Clause, ...]:
    """The clauses of a game's rulebook, `seeds/<key>/rulebook.md`, in their order.

    Raises:
        KeyError: no game is called like this.
        ContentError: it is missing or not written as a rulebook is.
    """
    name = f"seeds/{GAMES[key].key}/rulebook.md"
    try:
        return rulebook.parse(_folder(key).joinpath("rulebook.md").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ContentError(f"{name}: {error}") from error


def _folder(key: str) -> Traversable:
    folder = files("seeds").joinpath(key)
    if not folder.is_dir():
        raise ContentError(f"seeds/{key}: the folder is missing")
    return folder


def _table(file: Traversable, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise ContentError(f"{name}: {error}") from error


class Content:
    def __init__(self, game: str, text: str, hash: str) -> None:
        self.game, self.text, self.hash = game, text, hash


class Library:
    def __init__(self, games: dict[str, Game[Any, Any]]) -> None:
        self.games = games

    @classmethod
    def of(cls, games: Any) -> "Library":
        return cls(dict(games))

    def content(self, key: str) -> Content:
        return Content(key, "{}", "0" * 16)

    def game(self, key: str, version: int, content: Content) -> Game[Any, Any]:
        return self.games[key]


def load_library() -> Library:
    return Library(load_games())
