"""The list of users whose data was deleted, beside the backups: a restored backup must not bring their data back.

A line is the moment of a deletion, a random salt and a hash of the user's id, so that the list names nobody.
"""

import hashlib
import secrets
import threading
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

from bot.clock import Clock, system_clock
from bot.model.match import UserId
from bot.store.swap import flush

NAME: Final = "deletions.txt"
LEEWAY: Final = 60
"""Seconds that a deletion may take from its line to its commit: a backup in between still has the data."""
_WITHDRAWN: Final = "withdrawn"
_ROUNDS: Final = 2_000
"""The number of rounds of the hash. Trying all ids that Discord could have given out takes centuries."""


class DeletionList:
    """The list of one folder. Lines are only ever appended, so that several programs can write it. Every method may
    raise OSError.
    """

    def __init__(self, folder: Path, clock: Clock = system_clock) -> None:
        self.folder: Final = folder
        self._clock = clock
        self._writing = threading.Lock()

    def add(self, user: UserId) -> str:
        """Append a deletion, before it is committed: a crash in between must not lose it. Return its line."""
        salt = next((line.split()[1] for line in reversed(self._lines())), secrets.token_hex(16))
        line = f"{self._clock().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ} {salt} {_hash(salt, user)}"
        self._append([line])
        return line

    def withdraw(self, line: str) -> None:
        """Take back the line of a deletion that did not happen."""
        self._append([f"{line} {_WITHDRAWN}"])

    def copy_to(self, folder: Path) -> None:
        """Append to the list of another folder the lines that it lacks."""
        other = DeletionList(folder, self._clock)
        if missing := [line for line in self._raw() if line not in set(other._raw())]:
            other._append(missing)

    def deleted_since(self, moment: float, users: Collection[UserId]) -> set[UserId]:
        """Return which of these users had their data deleted at or after a moment, in seconds since 1970-01-01 UTC.

        Deletions up to `LEEWAY` before the moment count as well.
        """
        later = [line.split() for line in self._lines() if _moment(line) >= moment - LEEWAY]
        salts = {salt for _, salt, _ in later}
        hashes = {(salt, digest) for _, salt, digest in later}
        return {user for user in users if any((salt, _hash(salt, user)) in hashes for salt in salts)}

    def _lines(self) -> list[str]:
        """Return the lines that were neither withdrawn nor cut off by a crash."""
        written = self._raw()
        withdrawn = {line.removesuffix(f" {_WITHDRAWN}") for line in written if line.endswith(_WITHDRAWN)}
        return [line for line in written if len(line.split()) == 3 and line not in withdrawn and _moment(line)]

    def _raw(self) -> list[str]:
        file = self.folder / NAME
        return file.read_text(encoding="ascii", errors="replace").splitlines() if file.exists() else []

    def _append(self, lines: Iterable[str]) -> None:
        with self._writing:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = self.folder / NAME
            is_whole = not file.exists() or file.read_bytes()[-1:] in (b"", b"\n")
            file.touch(mode=0o600)
            with file.open("ab") as out:
                out.write("".join([*([] if is_whole else ["\n"]), *(f"{line}\n" for line in lines)]).encode())
            flush(file)


@lru_cache(maxsize=4096)
def _hash(salt: str, user: UserId) -> str:
    return hashlib.pbkdf2_hmac("sha256", str(user).encode(), salt.encode(), _ROUNDS).hex()


def _moment(line: str) -> float:
    """Return the moment of a line; 0 if it has none."""
    try:
        return datetime.strptime(line[:20], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0
