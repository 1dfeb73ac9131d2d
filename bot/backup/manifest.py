"""The manifest of a backup: its description, which is checked field by field when it is read."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar, Final, Self

from pydantic import ConfigDict, Field, TypeAdapter

from bot.backup import copying

FORMAT: Final = 1
"""The version of the archive's layout."""
_YEAR_9999: Final = 253_370_764_800
"""The latest moment that a manifest may have, in seconds since 1970-01-01 UTC."""
_Count = Annotated[int, Field(ge=0, lt=2**63)]
_Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.+!-]{1,64}$")]
"""Harmless in a terminal and in a file's name."""


class Reason(StrEnum):
    """The reason why a backup was made; it is part of the file's name."""

    MANUAL = "manual"
    AUTOMATIC = "automatic"  # only these are deleted when there are too many
    BEFORE_MIGRATION = "before-migration"


@dataclass(frozen=True, slots=True)
class _Head:
    """The fields that manifests of every format have."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True)

    format: Annotated[int, Field(ge=1, lt=2**31)]
    program: _Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A description of a backup, as people and restores read it."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    format: int = FORMAT
    program: _Word
    """The version of Hidden Hand that made the backup."""
    made_at: Annotated[int, Field(ge=0, le=_YEAR_9999)]
    """The moment at which the copy was begun, in seconds since 1970-01-01 UTC."""
    reason: _Word
    schema: tuple[tuple[_Word, _Word], ...]
    """The name and the checksum of each migration, in order."""
    matches: Mapping[_Word, _Count]
    """The number of matches by status."""
    digests: Mapping[_Word, _Word]
    """The latest digest of each live match, by the match's number."""
    size: _Count
    """The size of the database, in bytes."""
    sha256: _Word
    """The SHA-256 of the database."""

    @classmethod
    def of(cls, copied: Path, *, program: str, made_at: int, reason: Reason) -> Self:
        """Describe a copy of a database."""
        return cls(
            program=program,
            made_at=made_at,
            reason=str(reason),
            schema=copying.migrations_in(copied),
            matches=copying.matches_in(copied),
            digests=copying.digests_in(copied),
            size=copied.stat().st_size,
            sha256=digest_of(copied),
        )

    @classmethod
    def read(cls, text: bytes) -> "Manifest":
        """Read a manifest. Of a later format, only the format and the program's version are read.

        Raises:
            ValueError: the bytes are not a valid manifest.
        """
        head = _HEAD.validate_json(text)
        if head.format == FORMAT:
            return _MANIFEST.validate_json(text)
        return cls(
            format=head.format,
            program=head.program,
            made_at=0,
            reason="",
            schema=(),
            matches={},
            digests={},
            size=0,
            sha256="",
        )


_HEAD: Final = TypeAdapter(_Head)
_MANIFEST: Final = TypeAdapter(Manifest)


def digest_of(file: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with file.open("rb") as read:
        return hashlib.file_digest(read, "sha256").hexdigest()
