"""Parse and apply changes to numbers in a game's content, written as `cards.boost=+1` or
`cards.titan-servo.attack=4`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.content.seeds import Content, ContentError

_WRITTEN: Final = re.compile(r"(?P<file>[\w-]+)\.(?:(?P<entry>[\w-]+)\.)?(?P<field>\w+)=(?P<number>[+-]?[0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Change:
    """A change to a number in one entry of a file, or in all entries that have this number."""

    file: str
    """The file's name without its ending."""
    entry: str
    """The name of the entry; "" for all entries of the file."""
    field: str
    number: int
    more: bool
    """Whether the number is added to the present one, instead of replacing it."""

    @classmethod
    def parse(cls, text: str) -> "Change":
        """Parse a change. A number with a sign is added to the present one, any other replaces it.

        Raises:
            ContentError: the text is not a change.
        """
        match = _WRITTEN.fullmatch(text)
        if match is None:
            raise ContentError(f"{text!r} is no change: write cards.boost=+1, or cards.titan-servo.boost=4")
        number = match["number"]
        return cls(match["file"], match["entry"] or "", match["field"], int(number), number[0] in "+-")

    @property
    def words(self) -> str:
        """The change in few words: “boost +1”, “boost of titan-servo 4”."""
        of = f" of {self.entry}" if self.entry else ""
        return f"{self.field.replace('_', ' ')}{of} {f'{self.number:+}' if self.more else self.number}"

    def on(self, content: Content) -> Content:
        """Return the content with this change.

        Raises:
            ContentError: there is no such file, entry or number; the message lists the files or numbers that exist.
        """
        tables = content.tables
        if self.file not in tables:
            raise ContentError(f"{self.words}: {content.game} has no {self.file}.toml; there is {', '.join(tables)}")
        entries = dict(_entries(tables[self.file]))
        if self.entry and self.entry not in entries:
            raise ContentError(f"{self.words}: {self.file}.toml has no entry {self.entry!r}")
        chosen = [entries[self.entry]] if self.entry else [*entries.values()]
        having = [entry for entry in chosen if type(entry.get(self.field)) is int]
        if not having:
            numbers = dict.fromkeys(name for entry in chosen for name, value in entry.items() if type(value) is int)
            raise ContentError(f"{self.words}: no such number is there; there is {', '.join(numbers) or 'none'}")
        for entry in having:
            entry[self.field] = self.number + (entry[self.field] if self.more else 0)
        return Content.of(content.game, tables)


def _entries(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each entry of a file with its name, and first the file itself as "", since it may have numbers too."""
    yield "", table
    for name, entry in table.items():
        if isinstance(entry, dict):
            yield name, entry
