"""The addresses of databases: paths of files, and URLs of PostgreSQL servers."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot.store.errors import StoreError

_SCHEMES: Final = ("postgresql://", "postgres://")
_PASSWORD: Final = re.compile(r"((?:^|&)(?:ssl)?password=)[^&]*")
"""A password among the parameters of a URL (libpq, “Parameter Key Words”)."""
_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:@]*)(:[0-9]+)?")


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A database on a PostgreSQL server. `str` names the server and the database, without any secret."""

    url: str = field(repr=False)
    """The whole address, perhaps with a password. Give it only to the database driver."""

    def __str__(self) -> str:
        """Return the address without its user, password and parameters."""
        parts = urlsplit(self.url)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def without_password(self) -> str:
        """The address as it was typed, with … for each password."""
        parts = urlsplit(self.url)
        user, at, hosts = parts.netloc.rpartition("@")
        name, colon, _ = user.partition(":")
        query = _PASSWORD.sub(r"\1…", parts.query)
        return f"{parts.scheme}://{name}{colon and ':…'}{at}{hosts}{parts.path}{query and f'?{query}'}"


DatabaseAddress = Path | ServerAddress


def file_of(address: DatabaseAddress) -> Path:
    """Return the path of a file; raise StoreError for a server, whose own programs make its backups."""
    if isinstance(address, ServerAddress):
        raise StoreError(
            f"{address} is on a server: back it up by pg_dump, and restore it by pg_restore, as docs/scale.md says."
        )
    return address


def read_address(text: str) -> DatabaseAddress:
    """Parse an address: a PostgreSQL URL, or else the path of a file.

    Raises:
        ValueError: the URL is malformed. The driver might misread a part of its password.
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
    """Return the part of a URL that holds the user and the server; an invalid one if the URL is malformed."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return "@@"  # not a valid address either
