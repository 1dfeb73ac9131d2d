"""What is in seeds/: the content that games are made of, and their rulebooks."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from bot.content.lookup import Lookup
from bot.content.vocabulary import Vocabulary
from rules.catalog import GAMES
from rules.core import rulebook
from rules.core.game import Clause, Game


class ContentError(ValueError):
    """The content of a game cannot be used; names the file and the entry."""


@dataclass(frozen=True, slots=True)
class Content:
    """The tables that a game is made of: what its TOML files say, not how they are laid out and commented."""

    game: str
    """The game's key."""
    text: str
    """The tables of each file by the file's name without its ending, as JSON in ASCII without spaces. Entries stand as
    they are written in the file: their order is content too, hands are sorted by it."""
    hash: str = field(init=False)
    """16 hexadecimal digits: the same content has the same everywhere, any other has another."""

    def __post_init__(self) -> None:
        made = blake2b(f"{self.game}\n{self.text}".encode(), digest_size=8).hexdigest()
        object.__setattr__(self, "hash", made)

    def __repr__(self) -> str:
        return f"Content({self.game}, {self.hash})"

    @classmethod
    def of(cls, game: str, tables: Mapping[str, Any]) -> "Content":
        """From what TOML files say.

        Raises:
            ValueError: a value is neither text nor a whole number nor true or false; names it.
        """
        _check(tables, "")
        return cls(game, json.dumps(tables, separators=(",", ":")))

    @property
    def tables(self) -> dict[str, Any]:
        """What a game is made from (`Game.__init__`), afresh."""
        found: dict[str, Any] = json.loads(self.text)
        return found


@cache
def load_games() -> dict[str, Game]:
    """Every game of the catalog by its key, in the catalog's order.

    Raises:
        ContentError: the content of one of them cannot be used.
    """
    return {key: load_game(key) for key in GAMES}


@cache
def load_game(key: str) -> Game:
    """A game with its content as it is today.

    Raises:
        KeyError: no game is called like this.
        ContentError: its content cannot be used.
    """
    return game_of(load_content(key), f"seeds/{key}")


def game_of(content: Content, where: str = "") -> Game:
    """A game made of this content by the rules of today. where: what a fault is told of, if not of the game.

    Raises:
        ContentError: the rules cannot use it; names the file and the entry.
    """
    try:
        return GAMES[content.game](content.tables)
    except ValueError as error:
        raise ContentError(f"{where or content.game}: {error}") from error


@cache
def load_content(key: str) -> Content:
    """The content of a game as it is today, `seeds/<key>/*.toml`.

    Raises:
        KeyError: no game is called like this.
        ContentError: a file cannot be read, or says what no content can say.
    """
    return _read(key, _folder(GAMES[key].key), f"seeds/{key}", {})


def read_content(key: str, folder: Path) -> Content:
    """The content of a game with the files of another folder in the place of its own; what is not there is from seeds/.

    Raises:
        KeyError: no game is called like this.
        ContentError: the folder or a file in it cannot be read, is not one of the game's, or says what no content can.
    """
    today = load_content(key).tables
    if folder.is_dir() and not any(folder.glob("*.toml")):
        raise ContentError(f"{folder}: there is no file of content in it (.toml)")
    found = _read(key, folder, str(folder), today)
    if unknown := found.tables.keys() - today.keys():
        known = ", ".join(f"{name}.toml" for name in today)
        raise ContentError(f"{folder}/{min(unknown)}.toml: {GAMES[key].title} has no such file; there are {known}")
    return found


def _read(key: str, folder: Traversable, where: str, instead: Mapping[str, Any]) -> Content:
    """The tables in a folder, which is called so in errors, and those instead that are not there."""
    try:
        files_there = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    except OSError as error:
        raise ContentError(f"{where}: it cannot be read ({error.strerror})") from error
    tables = {file.name.removesuffix(".toml"): _table(file, f"{where}/{file.name}") for file in files_there}
    try:
        return Content.of(key, {**instead, **tables})
    except ValueError as error:
        raise ContentError(f"{where}: {error}") from error


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


@cache
def load_lookup(key: str) -> Lookup:
    """A game's rulebook, to be searched: with the words that people use for each other, in `seeds/synonyms.txt` and
    `seeds/<key>/synonyms.txt`, and with what they ask of each clause, in `seeds/<key>/asked.txt`.

    Raises:
        KeyError: no game is called like this.
        ContentError: the rulebook or one of these is missing or not written as it should be.
    """
    clauses, folder = load_rulebook(key), _folder(key)
    name = f"seeds/{key}/asked.txt"
    asked: dict[str, list[str]] = {}
    for line in _lines(folder.joinpath("asked.txt"), name):
        number, _, questions = line.partition(" ")
        asked[number] = [question.strip() for question in questions.split(";")]
    if unknown := asked.keys() - {clause.number for clause in clauses}:
        raise ContentError(f"{name}: there is no clause {min(unknown)}")
    synonyms = [
        *_lines(files("seeds").joinpath("synonyms.txt"), "seeds/synonyms.txt"),
        *_lines(folder.joinpath("synonyms.txt"), f"seeds/{key}/synonyms.txt"),
    ]
    return Lookup(clauses, Vocabulary(synonyms), asked)


def _lines(file: Traversable, name: str) -> list[str]:
    """The lines of a text that are neither empty nor comments."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise ContentError(f"{name}: {error}") from error
    return [line for line in lines if line.strip() and not line.startswith("#")]


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


def _check(value: object, place: str) -> None:
    match value:
        case str() | bool() | int():
            return
        case Mapping():
            for name, item in value.items():
                _check(item, f"{place}.{name}".removeprefix("."))
        case list():
            for number, item in enumerate(value, start=1):
                _check(item, f"{place}[{number}]")
        case _:
            raise ValueError(f"{place} = {value}: content is text, whole numbers, true and false")
