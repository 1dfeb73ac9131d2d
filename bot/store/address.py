"""Where a database is: a file, or a PostgreSQL server."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot.store.errors import StoreError

_SCHEMES: Final = ("postgresql://", "postgres://")
_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:@]*)(:[0-9]+)?")


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A database on a PostgreSQL server. Its text names the server and the database, and holds no secret."""

    url: str = field(repr=False)
    """The whole address, with a password perhaps: for the driver alone."""

    def __str__(self) -> str:
        """Return the address without its user, password and parameters."""
        parts = urlsplit(self.url)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


DatabaseAddress = Path | ServerAddress


def file_of(address: DatabaseAddress) -> Path:
    """Return the path of a file; raise StoreError for a server, whose own programs make its backups."""
    if isinstance(address, ServerAddress):
        raise StoreError(
            f"{address} is on a server: back it up by pg_dump, and restore it by pg_restore, as docs/scale.md says."
        )
    return address


def read_address(text: str) -> DatabaseAddress:
    """Return the address that a text means: a URL of PostgreSQL's, or else a path.

    Raises:
        ValueError: the URL is none, so that the driver might take a part of the password for something else.
    """
    text = text.strip()
    if not text.lower().startswith(_SCHEMES):
        return Path(text)
    user, _, hosts = _split(text).rpartition("@")
    after = text.partition("://")[2][len(user) + len(hosts) + 1 :]
    if "@" in user or "@" in after or not all(_HOST.fullmatch(host) for host in hosts.split(",")):
        raise ValueError(
            "is no address of a PostgreSQL database: write postgresql://user@host/name, and %40, %2F or %23 for an @, "
            "a / or a # in a password"
        )
    return ServerAddress(text)


def _split(url: str) -> str:
    """Return what a URL says of the user and the server."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return "@@"  # no address either
