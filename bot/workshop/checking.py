"""Check a content pack: the files of a game as its designer changed them. All faults are found at once."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.content.seeds import Content, load_content, read_rulebook
from bot.lab.contest import Contest, matches_of
from bot.lab.exploit import QUICK
from bot.lessons.lesson_files import lesson_of
from render.picture import card_picture
from rules.catalog import GAMES
from rules.core import rulebook
from rules.core.game import Clause, Game

MOST_BYTES: Final = 2_000_000
"""The maximum size of all files of a pack, in bytes."""
MOST_CARDS: Final = 500
_MOST_FAULTS: Final = 200
"""The number of faults after which the check stops."""
_TEXTS: Final = ("rulebook.md", "asked.txt", "synonyms.txt", "terms.txt")
_OF_ENTRY: Final = re.compile(r"(?P<file>\w+)\.toml(?:, (?P<entry>[^:]+))?: (?P<words>.*)", re.DOTALL)
_OF_VALUE: Final = re.compile(
    r"(?P<file>\w+)\.(?P<entry>[^.= ]+)(?:\.(?P<column>\w+))?[^=]* = (?P<words>.*)", re.DOTALL
)
_TWICE: Final = re.compile(r"two cards have the same (?P<what>id|name): (?P<value>.*)")
_UNKNOWN: Final = re.compile(r"unknown (?P<names>[^;]*); expected .*")
_MISSING: Final = re.compile(r"(?P<column>\w+) is missing")
_AT: Final = re.compile(r"\(at line (?P<line>\d+), column (?P<column>\d+)\)")
_CLAUSE: Final = re.compile(
    r"line (?P<line>\d+): clause (?P<number>\d+\.\d+) stands where (?P<expected>\d+\.\d+) is .*"
)
_CHAPTER: Final = re.compile(r"line (?P<line>\d+): chapter (?P<number>\d+) follows chapter (?P<before>\d+)")
_LINE: Final = re.compile(r"line (?P<line>\d+): (?P<words>.*)", re.DOTALL)


_LONGEST_NAME: Final = 24
"""The maximum length of a name, in characters: pictures have no more room."""
_LONGEST_TEXT: Final = 160
"""The maximum length of another text of a table."""
_MARKUP: Final = re.compile(r"[\\`*_~|<>@#\[\]{}]|//")
"""Markdown, mentions, emojis and links."""
_CONTEXT: Final = 20
"""How many characters before a mark tell its line from others."""
_DRAWN: Final = re.compile(r"[#.\s]*")
"""A shape, as it is drawn in a table."""
_STACK: Final = re.compile(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3}")


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something in a file that has to be changed."""

    file: str
    line: int
    """The line, counted from 1; 0: it concerns the whole file."""
    column: int
    """The place in the line, counted from 1; 0: it concerns the whole line."""
    words: str
    """The fault in words, and what is expected."""

    def __str__(self) -> str:
        """Return the fault as compilers write it: “cards.toml:12:1: …”."""
        place = ":".join(map(str, filter(None, (self.file, self.line, self.column))))
        return f"{place}: {self.words}" if place else self.words


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the files of a pack, by their path in the folder. Hidden files do not count, nor do the copies that
    editors leave behind, such as `cards.toml~`.

    Raises:
        OSError: the folder or a file cannot be read.
    """
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {path: path.relative_to(folder) for path in paths}
    return {
        name.as_posix(): path.read_bytes()
        for path, name in names.items()
        if not any(part.startswith((".", "#")) or part.endswith("~") for part in name.parts)
    }


def faults_of(key: str, files: Mapping[str, bytes]) -> list[Fault]:
    """Return all faults of a pack of files over a game, in the order of the files and lines. A file that the pack lacks
    is taken from the game.

    Raises:
        KeyError: there is no such game.
    """
    return checked(key, files).faults


def checked(key: str, files: Mapping[str, bytes]) -> "Check":
    """Check a pack of files over a game, and return the check with its results.

    Raises:
        KeyError: there is no such game.
    """
    check = Check(key, files)
    check.faults = sorted(set(check.found()))
    return check


class Check:
    """The check of one pack. A fault is repaired in a copy, so that the check finds what is behind it."""

    def __init__(self, key: str, files: Mapping[str, bytes]) -> None:
        self.key, self.kind = key, GAMES[key]
        self.shipped = load_content(key).tables
        self.files = files
        self.texts: dict[str, str] = {}
        """The files that are text, by their path."""
        self.faults: list[Fault] = []
        """All faults, in the order of the files and lines."""
        self.content: Content | None = None
        """The tables of the game that is made of the pack; of a pack with faults, repaired."""
        self.game: Game | None = None
        """The game with these tables; None if they cannot be repaired."""

    @property
    def tables(self) -> Sequence[str]:
        """The names of the files with tables that a pack over this game can have."""
        return [f"{name}.toml" for name in self.shipped]

    def found(self) -> Iterator[Fault]:
        """Yield the faults as they are found."""
        size = sum(map(len, self.files.values()))
        if size > MOST_BYTES:
            yield Fault("", 0, 0, f"the files have {size:,} bytes; at most {MOST_BYTES:,} are allowed")
            return
        yield from self._read()
        found = [*self._of_tables()]
        yield from found
        yield from self._of_texts()
        clauses: list[Clause] = []
        yield from self._of_rulebook(clauses)
        yield from self._of_references(clauses)
        yield from self._of_lessons()
        if not found and self.game is not None:
            yield from self._of_play(self.game)
            yield from self._of_pictures(self.game)

    def _read(self) -> Iterator[Fault]:
        known = [*self.tables, *_TEXTS]
        for name, content in self.files.items():
            if name not in known and not name.startswith(("lessons/", "puzzles/")):
                yield Fault(name, 0, 0, f"{self.kind.title} has no such file; expected {', '.join(known)}")
                continue
            try:
                text = content.decode()
            except UnicodeDecodeError as error:
                line = content[: error.start].count(b"\n") + 1
                yield Fault(name, line, 0, "this is no text in UTF-8")
                continue
            self.texts[name] = text
            for number, line_text in enumerate(text.splitlines(), 1):
                for place, character in enumerate(line_text, 1):
                    if character != "\t" and unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"}:
                        yield Fault(name, number, place, f"a hidden character (U+{ord(character):04X}); delete it")

    def _of_tables(self) -> Iterator[Fault]:
        tables: dict[str, Any] = deepcopy(self.shipped)
        for name in self.shipped:
            if (text := self.texts.get(f"{name}.toml")) is not None:
                try:
                    tables[name] = tomllib.loads(text)
                except tomllib.TOMLDecodeError as error:
                    at = _AT.search(str(error))
                    line, column = (int(at["line"]), int(at["column"])) if at else (text.count("\n") + 1, 0)
                    yield Fault(f"{name}.toml", line, column, _AT.sub("", str(error)).strip())
        if (count := sum(len(tables[name]) for name in self.kind.card_tables)) > MOST_CARDS:
            yield Fault("", 0, 0, f"there are {count:,} cards; at most {MOST_CARDS} are allowed")
            return
        seen: set[str] = set()
        while len(seen) < _MOST_FAULTS:
            try:
                self.content = Content.of(self.key, tables)
                self.game = self.kind(self.content.tables)
            except ValueError as error:
                words = str(error)
                yield self._placed(words)
                if words in seen or not self._repaired(tables, words):
                    return
                seen.add(words)
            else:
                return

    def _placed(self, words: str) -> Fault:
        """Return the fault that an error of the rules names, with its place in the file."""
        if twice := _TWICE.fullmatch(words):
            return self._twice(twice["what"], twice["value"], words)
        named = _OF_ENTRY.fullmatch(words) or _OF_VALUE.fullmatch(words)
        if named is None:
            return Fault("", 0, 0, words)
        file, entry = f"{named['file']}.toml", named["entry"] or ""
        column = named.groupdict().get("column") or _column_of(named["words"])
        line, place = _place(self.texts.get(file, ""), entry, column)
        return Fault(file, line, place, f"{entry}: {named['words']}" if entry else named["words"])

    def _twice(self, what: str, value: str, words: str) -> Fault:
        pattern = re.compile(
            rf"^\s*name\s*=\s*[\"']{re.escape(value)}[\"']" if what == "name" else rf"^\[{re.escape(value)}\]"
        )
        found = [
            Fault(file, number, 1, words)
            for file, text in self.texts.items()
            for number, line in enumerate(text.splitlines(), 1)
            if file.endswith(".toml") and pattern.match(line)
        ]
        return found[-1] if found else Fault("", 0, 0, words)

    def _repaired(self, tables: dict[str, Any], words: str) -> bool:
        """Repair a fault in the tables, and return whether that was possible."""
        if twice := _TWICE.fullmatch(words):
            for name in reversed([*self.kind.card_tables]):
                for id_, entry in reversed([*tables[name].items()]):
                    if twice["value"] in (id_, entry.get("name") if isinstance(entry, dict) else None):
                        entry["name"] = f"{entry.get('name', id_)} {len(id_)} {id_}"
                        return twice["what"] == "name"
            return False
        named = _OF_ENTRY.fullmatch(words) or _OF_VALUE.fullmatch(words)
        if named is None or named["file"] not in tables:
            return False
        name, id_ = named["file"], named["entry"]
        table, shipped = tables[name], self.shipped.get(name, {})
        if id_ is None or not isinstance(table, dict) or id_ not in table:
            tables[name] = deepcopy(shipped)
            return bool(table != shipped)
        entry, model = table[id_], shipped.get(id_) or next(iter(shipped.values()))
        column = named.groupdict().get("column") or _column_of(named["words"])
        if not isinstance(entry, dict):
            table[id_] = deepcopy(model)
        elif unknown := _UNKNOWN.fullmatch(named["words"]):
            for each in unknown["names"].split(", "):
                entry.pop(each, None)
        elif column and column in model and entry.get(column) != model[column]:
            entry[column] = deepcopy(model[column])
        elif id_ in shipped and entry != shipped[id_]:
            table[id_] = deepcopy(shipped[id_])
        else:
            del table[id_]
        return True

    def _of_texts(self) -> Iterator[Fault]:
        """Yield the texts of tables that Discord would read as markup, or that are too long for its messages and for
        pictures, and the new cards with the name of another card of the game.
        """
        names = {
            entry["name"].casefold(): id_
            for table in self.kind.card_tables
            for id_, entry in self.shipped[table].items()
            if "name" in entry
        }
        for file, text in self.texts.items():
            table = file.removesuffix(".toml")
            if table not in self.shipped:
                continue
            with suppress(tomllib.TOMLDecodeError):  # told as a fault of its own
                for id_, column, value in _strings(tomllib.loads(text)):
                    why = _unfit(column, value)
                    other = (
                        names.get(value.casefold(), id_) if column == "name" and table in self.kind.card_tables else id_
                    )
                    if other != id_:
                        why = f"{value} is the card {other} of the game; use its id, or another name"
                    if why:
                        yield Fault(file, *_place(text, id_, column), f"{id_}: {column}: {why}")

    def _of_rulebook(self, clauses: list[Clause]) -> Iterator[Fault]:
        """Yield the faults of the rulebook, and add its clauses as far as they can be read."""
        text = self.texts.get("rulebook.md")
        if text is None:
            clauses += rulebook.parse(read_rulebook(self.key).text)
            return
        lines = text.splitlines()
        for _ in range(_MOST_FAULTS):
            try:
                clauses += rulebook.parse("\n".join(lines))
            except ValueError as error:
                words = str(error)
                at = _LINE.fullmatch(words)
                if at is None:
                    yield Fault("rulebook.md", 0, 0, words)
                    return
                number = int(at["line"])
                yield Fault("rulebook.md", number, 1, at["words"])
                if clause := _CLAUSE.fullmatch(words):
                    lines[number - 1] = lines[number - 1].replace(clause["number"], clause["expected"], 1)
                elif chapter := _CHAPTER.fullmatch(words):
                    follows = str(int(chapter["before"]) + 1)
                    lines[number - 1] = lines[number - 1].replace(chapter["number"], follows, 1)
                elif number <= len(lines) and lines[number - 1].strip():
                    while number <= len(lines) and lines[number - 1].strip():
                        lines[number - 1] = ""
                        number += 1
                else:
                    return
            else:
                return

    def _of_references(self, clauses: list[Clause]) -> Iterator[Fault]:
        """Yield what names a clause or an option that does not exist, and what Discord would read as markup."""
        ours = {text for clause in rulebook.parse(read_rulebook(self.key).text) for text in _parts(clause)}
        for clause in clauses:
            for part in _parts(clause):
                if part not in ours and (mark := _MARKUP.search(part)):
                    words = part[max(0, mark.start() - _CONTEXT) : mark.end()]
                    line, _ = _line_with(self.texts.get("rulebook.md", ""), words)
                    yield Fault("rulebook.md", line, 0, f"{clause.number}: Discord would read {mark[0]} as markup")
        numbers = {clause.number for clause in clauses}
        wanted = {
            **{option.clause: f"the option {option.name}" for option in self.kind.options},
            **{part.clause: "the size of a deck" for part in self.kind.deck_rule},
            **{action.clause: f"the action {action.verb}" for action in self.kind.actions},
        }
        for number, subject in wanted.items():
            if number and numbers and number not in numbers:
                yield Fault("rulebook.md", 0, 0, f"rule {number} is missing; expected the rule about {subject}")
        options = {option.name: option.values for option in self.kind.options}
        for clause in clauses:
            if clause.house is not None and clause.house.value not in options.get(clause.house.option, ()):
                line, _ = _line_with(self.texts.get("rulebook.md", ""), f"House rule ({clause.house.option}:")
                chosen = f"{clause.house.option}: {clause.house.value}"
                yield Fault("rulebook.md", line, 1, f"no option has the value {chosen}; expected {_offered(options)}")
        for name in ("asked.txt", "terms.txt"):
            for place, line_text in enumerate(self.texts.get(name, "").splitlines(), 1):
                named = line_text.partition(" ")[0]
                if line_text.strip() and not line_text.startswith("#") and named not in numbers:
                    yield Fault(name, place, 1, f"there is no rule {named}")

    def _of_lessons(self) -> Iterator[Fault]:
        for name, text in self.texts.items():
            if name.startswith("lessons/"):
                try:
                    lesson_of(text)
                except (ValueError, TypeError) as error:
                    at = _AT.search(str(error))
                    line, column = (int(at["line"]), int(at["column"])) if at else (0, 0)
                    yield Fault(name, line, column, _AT.sub("", str(error)).strip())

    def _of_play(self, game: Game) -> Iterator[Fault]:
        """Yield a fault if the quick player cannot play two matches to their end."""
        options = game.all_options({})
        seats = game.playable(options)[0]
        contest = Contest(game=self.key, players=(QUICK,) * seats, options=options)
        try:
            matches_of(game, contest, range(2), 1)
        except Exception as error:  # noqa: BLE001 # whatever the rules raise on content that nobody foresaw
            yield Fault("", 0, 0, f"a match cannot be played to its end: {type(error).__name__}: {error}")

    def _of_pictures(self, game: Game) -> Iterator[Fault]:
        """Yield the cards and the table that cannot be drawn."""
        for card in game.cards.values():
            try:
                card_picture(game, card)
            except Exception as error:  # noqa: BLE001 # whatever drawing raises on content that nobody foresaw
                yield Fault("", 0, 0, f"{card.id}: its picture cannot be drawn: {type(error).__name__}: {error}")


def _strings(table: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each text of a table, with its entry and its column."""
    for id_, entry in table.items():
        for column, value in (entry if isinstance(entry, dict) else {"": entry}).items():
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    yield id_, column, text


def _unfit(column: str, text: str) -> str:
    """Return what is wrong with a text of a table; "" if nothing is."""
    if _DRAWN.fullmatch(text):
        return ""
    longest = _LONGEST_NAME if column == "name" else _LONGEST_TEXT
    if len(text) > longest:
        return f"it has {len(text)} characters; at most {longest} are allowed"
    if mark := _MARKUP.search(text):
        return f"Discord would read {mark[0]} as markup; leave it out"
    if "\n" in text:
        return "it has more than one line"
    return "too many marks on one letter" if _STACK.search(text) else ""


def _parts(clause: Clause) -> Iterator[str]:
    yield from (clause.chapter, clause.title, clause.text)
    if clause.house is not None:
        yield from (clause.house.text, clause.house.why)


def _column_of(words: str) -> str:
    """Return the column that the words of an error begin with; "" if they begin otherwise."""
    if missing := _MISSING.fullmatch(words):
        return missing["column"]
    if unknown := _UNKNOWN.fullmatch(words):
        return unknown["names"].split(", ")[0]
    named = re.match(r"(\w+): ", words)
    return named[1] if named else ""


def _place(text: str, entry: str, column: str) -> tuple[int, int]:
    """Return the line and the place in it, counted from 1, of a column of an entry, or of the entry; zeros if it is
    not there.
    """
    head = re.compile(rf"\s*\[{re.escape(entry)}\]|\s*\[\"{re.escape(entry)}\"\]|\s*{re.escape(entry)}\s*=")
    value = re.compile(rf"\s*({re.escape(column)})\s*=") if column else None
    found = (0, 0)
    for number, line in enumerate(text.splitlines(), 1):
        if found[0] and re.match(r"\s*\[", line):
            break
        if not found[0] and entry and head.match(line):
            found = (number, 1)
        elif found[0] and value is not None and (at := value.match(line)):
            return number, at.start(1) + 1
    return found


def _line_with(text: str, words: str) -> tuple[int, int]:
    for number, line in enumerate(text.splitlines(), 1):
        if words in line:
            return number, line.index(words) + 1
    return 0, 0


def _offered(options: Mapping[str, tuple[str, ...]]) -> str:
    return ", ".join(f"{name}: {'|'.join(values)}" for name, values in options.items()) or "no house rule"
