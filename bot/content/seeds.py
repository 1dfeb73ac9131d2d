"""Load the content of games, and their rulebooks, from seeds/."""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.content.lookup import Lookup
from bot.content.vocabulary import Vocabulary
from rules.catalog import GAMES
from rules.core import rulebook
from rules.core.game import Clause, Game


class ContentError(ValueError):
    """The content of a game cannot be used. The message names the file and the entry."""


@dataclass(frozen=True, slots=True)
class Content:
    """The tables from which a game is made: the data of its TOML files, without their layout and comments."""

    game: str
    """The game's key."""
    text: str
    """The tables of each file, by the file's name without its ending, as JSON in ASCII without spaces. Entries keep
    their order, which is part of the content: hands are sorted by it.
    """
    hash: str = field(init=False)
    """16 hexadecimal digits that depend only on the content."""

    def __post_init__(self) -> None:
        digest = blake2b(f"{self.game}\n{self.text}".encode(), digest_size=8).hexdigest()
        object.__setattr__(self, "hash", digest)

    def __repr__(self) -> str:
        return f"Content({self.game}, {self.hash})"

    @classmethod
    def of(cls, game: str, tables: Mapping[str, Any]) -> "Content":
        """Make a content from the data of TOML files.

        Raises:
            ValueError: a value is not text, a whole number, true or false; the message names it.
        """
        _check(tables, "")
        return cls(game, json.dumps(tables, separators=(",", ":")))

    @property
    def tables(self) -> dict[str, Any]:
        """A fresh copy of the tables, as `Game.__init__` takes them."""
        tables: dict[str, Any] = json.loads(self.text)
        return tables


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The text of a game's rulebook (`rules.core.rulebook`), apart from its content: correcting a word changes nothing
    that is played.
    """

    game: str
    """The game's key."""
    text: str
    hash: str = field(init=False)
    """16 hexadecimal digits that depend only on the game and the text."""

    def __post_init__(self) -> None:
        digest = blake2b(f"{self.game}\n{self.text}".encode(), digest_size=8).hexdigest()
        object.__setattr__(self, "hash", digest)

    def __repr__(self) -> str:
        return f"Rulebook({self.game}, {self.hash})"


@cache
def load_games() -> dict[str, Game]:
    """Load every game of the catalog, by key, in the catalog's order.

    Raises:
        ContentError: the content of a game cannot be used.
    """
    return {key: load_game(key) for key in GAMES}


@cache
def load_game(key: str) -> Game:
    """Load a game with today's content.

    Raises:
        KeyError: there is no such game.
        ContentError: its content cannot be used.
    """
    return game_of(load_content(key), f"seeds/{key}")


def game_of(content: Content, where: str = "") -> Game:
    """Make a game from this content with today's rules. where: the place that errors name; "" for the game's key.

    Raises:
        ContentError: the rules cannot use the content; the message names the file and the entry.
    """
    try:
        return GAMES[content.game](content.tables)
    except ValueError as error:
        raise ContentError(f"{where or content.game}: {error}") from error


@cache
def load_content(key: str) -> Content:
    """Load today's content of a game, `seeds/<key>/*.toml`.

    Raises:
        KeyError: there is no such game.
        ContentError: a file cannot be read, or has a value that content cannot have.
    """
    return _read(key, _folder(GAMES[key].key), f"seeds/{key}", {})


def read_content(key: str, folder: Path) -> Content:
    """Read the content of a game from another folder, and take the files that it lacks from seeds/.

    Raises:
        KeyError: there is no such game.
        ContentError: the folder or a file cannot be read, a file is not one of the game's, or has a value that content
            cannot have.
    """
    today = load_content(key).tables
    if folder.is_dir() and not any(folder.glob("*.toml")):
        raise ContentError(f"{folder}: the folder has no content files (*.toml)")
    content = _read(key, folder, str(folder), today)
    if unknown := content.tables.keys() - today.keys():
        file_names = ", ".join(f"{name}.toml" for name in today)
        raise ContentError(f"{folder}/{min(unknown)}.toml: {GAMES[key].title} has no such file; there are {file_names}")
    return content


def _read(key: str, folder: Traversable, where: str, instead: Mapping[str, Any]) -> Content:
    """Read the tables in a folder, and take those that it lacks from `instead`. where: the folder's name in errors."""
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
def read_rulebook(key: str) -> Rulebook:
    """Read the text of a game's rulebook, `seeds/<key>/rulebook.md`.

    Raises:
        KeyError: there is no such game.
        ContentError: the file cannot be read.
    """
    try:
        return Rulebook(key, _folder(GAMES[key].key).joinpath("rulebook.md").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ContentError(f"seeds/{key}/rulebook.md: {error}") from error


@cache
def load_rulebook(key: str) -> tuple[Clause, ...]:
    """Load the clauses of a game's rulebook, in their order.

    Raises:
        KeyError: there is no such game.
        ContentError: the file is missing or is not a rulebook.
    """
    return _clauses(read_rulebook(key))


def load_lookup(key: str) -> Lookup:
    """Load a game's rulebook for searches.

    Raises:
        KeyError: there is no such game.
        ContentError: one of the files is missing or malformed.
    """
    return lookup_of(read_rulebook(key))


@lru_cache(maxsize=32)
def lookup_of(read: Rulebook) -> Lookup:
    """Prepare a rulebook, perhaps that of an earlier match, for searches. The synonyms (`seeds/synonyms.txt`,
    `seeds/<key>/synonyms.txt`) and the questions that its clauses answer (`seeds/<key>/asked.txt`) are today's.

    Raises:
        KeyError: there is no such game.
        ContentError: the text is no rulebook; or one of the files is missing or malformed.
    """
    clauses, folder = _clauses(read), _folder(read.game)
    name = f"seeds/{read.game}/asked.txt"
    asked: dict[str, list[str]] = {}
    for line in _lines(folder.joinpath("asked.txt"), name):
        number, _, questions = line.partition(" ")
        asked[number] = [question.strip() for question in questions.split(";")]
    unknown = asked.keys() - {clause.number for clause in clauses}
    if unknown and read == read_rulebook(read.game):
        raise ContentError(f"{name}: there is no clause {min(unknown)}")
    synonyms = [
        *_lines(files("seeds").joinpath("synonyms.txt"), "seeds/synonyms.txt"),
        *_lines(folder.joinpath("synonyms.txt"), f"seeds/{read.game}/synonyms.txt"),
    ]
    return Lookup(clauses, Vocabulary(synonyms), asked)


class Term(NamedTuple):
    """A word of a game that newcomers do not know, with its meaning."""

    clause: str
    """The number of the clause that says more."""
    words: tuple[str, ...]
    """The word in the forms in which it is shown."""
    meaning: str


@cache
def load_terms(key: str) -> tuple[Term, ...]:
    """Load the terms of a game, `seeds/<key>/terms.txt`; () if it has none.

    Raises:
        ContentError: a line is no term.
    """
    file, name = files("seeds").joinpath(key, "terms.txt"), f"seeds/{key}/terms.txt"
    try:
        return terms_of("\n".join(_lines(file, name))) if file.is_file() else ()
    except ValueError as error:
        raise ContentError(f"{name}: {error}") from error


def terms_of(text: str) -> tuple[Term, ...]:
    """Read terms: a line for each, `1.2 word, other form: meaning`.

    Raises:
        ValueError: a line is no term.
    """
    terms = []
    for line in filter(None, text.splitlines()):
        found = None if line.startswith("#") else _TERM.fullmatch(line)
        if found:
            terms.append(Term(found["clause"], tuple(found["words"].split(", ")), found["meaning"]))
        elif not line.startswith("#"):
            raise ValueError(f"“{line}” is no term; expected “1.2 word, other form: meaning”")
    return tuple(terms)


_TERM: Final = re.compile(r"(?P<clause>\d+\.\d+) (?P<words>[^:]+): (?P<meaning>.+)")


def _clauses(read: Rulebook) -> tuple[Clause, ...]:
    try:
        return rulebook.parse(read.text)
    except ValueError as error:
        raise ContentError(f"seeds/{read.game}/rulebook.md: {error}") from error


def _lines(file: Traversable, name: str) -> list[str]:
    """Return the lines of a text that are neither empty nor comments."""
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
