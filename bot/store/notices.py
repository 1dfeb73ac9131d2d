"""Notices by which processes on one database tell each other what has changed. They contain only ids and revisions."""

from enum import StrEnum
from typing import NamedTuple, Self


class Subject(StrEnum):
    """The kinds of things that can change."""

    MATCH = "match"
    """A match. key: its id and its revision."""
    USER = "user"
    """The preferences of a user, or whether anything is stored about them. key: the user's id."""
    SERVER = "server"
    """The preferences of a server. key: its id."""
    NAME = "name"
    """A display name. key: the server and the user."""
    CLOSED = "closed"
    """The users whom a direct message did not reach."""
    PAUSES = "pauses"
    """The absent places and the lost shards."""
    PROCESSES = "processes"
    """The living processes."""


class Notice(NamedTuple):
    """A committed change, as other processes hear of it."""

    subject: Subject
    key: tuple[int, ...] = ()

    @classmethod
    def of(cls, subject: Subject, *key: int) -> Self:
        """Return the notice of a change."""
        return cls(subject, key)

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a notice that `str` wrote.

        Raises:
            ValueError: the text is not such a notice.
        """
        subject, *key = text.split(" ")
        return cls(Subject(subject), tuple(map(int, key)))

    def __str__(self) -> str:
        return " ".join((self.subject, *map(str, self.key)))
