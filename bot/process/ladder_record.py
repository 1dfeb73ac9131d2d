"""A file of the ladder's matches, so that a long ladder can be stopped and continued."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.lab.contest import Match
from bot.lab.ladder import Rung
from bot.process.reading import UsageError


class Record:
    """A file of JSON lines: first a heading, which all matches have in common, then a line for each match."""

    def __init__(self, file: Path, heading: dict[str, Any]) -> None:
        """Begin the file, or read one that was begun with the same heading. Delete a last line that was not written
        completely.

        Raises:
            UsageError: the file cannot be read or written, is not a record, or has another heading.
        """
        self._file = file
        try:
            text = file.read_text(encoding="utf-8") if file.exists() else f"{json.dumps(heading)}\n"
            whole = text[: text.rfind("\n") + 1]
            first, *self._matches = map(json.loads, whole.splitlines())
            if first == heading:
                file.write_text(whole, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"--record: {file} cannot be used ({error.strerror})") from None
        except ValueError:
            raise UsageError(f"--record: {file} is no record of a ladder") from None
        if first != heading:
            raise UsageError(f"--record: {file} is of another ladder: {json.dumps(first)}")

    def fill(self, rungs: Sequence[Rung]) -> None:
        """Add the recorded matches to their rows."""
        by_level = {rung.level: rung for rung in rungs}
        for match in self._matches:
            if rung := by_level.get(match["level"]):
                rung.won.append(match["won"])
                rung.seconds += match["seconds"]

    def add(self, rung: Rung, match: Match) -> None:
        """Append a match of this row."""
        seconds = [round(second, 4) for second in match.seconds]
        line = json.dumps({"level": rung.level, "won": match.won, "seconds": seconds})
        with self._file.open("a", encoding="utf-8") as stream:
            stream.write(f"{line}\n")
