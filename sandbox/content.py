"""The content of a game from a folder, read again whenever a file in it changes."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.content.library import Library
from bot.content.seeds import Content, Rulebook, game_of, read_content, read_rulebook
from bot.workshop.checking import faults_of, read_files
from rules.core import rulebook
from rules.core.game import Game
from rules.core.words import counted

PAUSE: Final = 0.3
"""Seconds between two looks at the folder."""
_TOLD: Final = 20
"""The maximum number of changes that are told one by one."""


@dataclass(frozen=True, slots=True)
class _Pack:
    game: Game
    content: Content
    book: Rulebook


class WatchedContent:
    """Puts the content of a folder into a library, and again after each change of a file."""

    def __init__(self, library: Library, key: str, folder: Path, tell: Callable[[str], object]) -> None:
        """key: the game that the files change. tell: called with a line for each change, and for each fault."""
        self._library, self._key, self._folder, self._tell = library, key, folder, tell
        self._seen: dict[str, bytes] | None = None

    async def watch(self) -> None:
        """Look at the folder until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(PAUSE)

    async def look(self) -> bool:
        """Read the folder if a file has changed since the last look, and return whether new matches have new content.

        A folder with faults, or that cannot be read, changes nothing.
        """
        if not self._folder.is_dir():  # it is being replaced, or was moved away
            return False
        try:
            files = await asyncio.to_thread(read_files, self._folder)
        except OSError as error:  # an editor may be replacing a file at this moment
            files = None
            if self._seen is not None:
                self._tell(f"{self._folder} cannot be read ({error.strerror}).")
        if files is None or files == self._seen:
            return False
        self._seen = files
        if faults := await asyncio.to_thread(faults_of, self._key, files):
            self._tell(f"{self._folder}: nothing was changed, because of {counted(len(faults), 'fault')}:")
            for fault in faults:
                self._tell(f"  {fault}")
            return False
        pack = await asyncio.to_thread(self._read, files)
        before, book = self._library.content(self._key), self._library.rulebook(self._key)
        if (pack.content, pack.book) == (before, book):
            return False
        changed = [*changes(before.tables, pack.content.tables), *rule_changes(book.text, pack.book.text)]
        self._library.change(pack.game, pack.content, pack.book)
        self._tell(f"{pack.game.title}: new matches have content {pack.content.hash}.")
        for line in changed[:_TOLD]:
            self._tell(f"  {line}")
        if len(changed) > _TOLD:
            self._tell(f"  … and {len(changed) - _TOLD} more changes")
        return True

    def _read(self, files: Mapping[str, bytes]) -> _Pack:
        has_tables = any(name.endswith(".toml") and "/" not in name for name in files)
        content = read_content(self._key, self._folder) if has_tables else self._library.content(self._key)
        text = files.get("rulebook.md")
        book = read_rulebook(self._key) if text is None else Rulebook(self._key, text.decode())
        return _Pack(game_of(content), content, book)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each entry or value that differs between two contents.

    >>> list(changes({"cards": {"a": {"cost": 1}, "b": {}}}, {"cards": {"a": {"cost": 2}, "c": {}}}))
    ['cards.a.cost: 1 -> 2', 'cards.b is gone', 'cards.c is new']
    """
    for file in dict.fromkeys([*before, *after]):
        old, new = before.get(file, {}), after.get(file, {})
        for entry in dict.fromkeys([*old, *new]):
            if entry not in new:
                yield f"{file}.{entry} is gone"
            elif entry not in old:
                yield f"{file}.{entry} is new"
            elif old[entry] != new[entry]:
                yield from _values(f"{file}.{entry}", old[entry], new[entry])


def _values(place: str, old: Any, new: Any) -> Iterator[str]:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        yield f"{place}: {old!r} -> {new!r}"
        return
    for name in dict.fromkeys([*old, *new]):
        if old.get(name) != new.get(name):
            yield f"{place}.{name}: {old.get(name)!r} -> {new.get(name)!r}"


def rule_changes(before: str, after: str) -> Iterator[str]:
    """Yield a line for each clause that differs between two rulebooks."""
    old = {clause.number: clause for clause in rulebook.parse(before)} if before else {}
    new = {clause.number: clause for clause in rulebook.parse(after)} if after else {}
    for number in dict.fromkeys([*old, *new]):
        if old.get(number) != new.get(number):
            yield f"rule {number} is {'gone' if number not in new else 'new' if number not in old else 'changed'}"
