"""A backup as a file: a zip archive of a database and a manifest that describes it."""

import hashlib
import json
import shutil
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Self

from bot.backup import copying
from bot.backup.errors import BackupError
from bot.store.migrations import Migration

MANIFEST: Final = "manifest.json"
DATABASE: Final = "database.sqlite3"
FORMAT: Final = 1
"""The version of the archive's layout."""
_CHUNK: Final = 1 << 20
_LEVEL: Final = 4
"""The compression level: files are nearly as small as at the default level, in half the time."""


class Reason(StrEnum):
    """The reason why a backup was made; it is part of the file's name."""

    MANUAL = "manual"
    AUTOMATIC = "automatic"  # only these are deleted when there are too many
    BEFORE_MIGRATION = "before-migration"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A description of a backup, as people and restores read it."""

    format: int = FORMAT
    program: str
    """The version of Hidden Hand that made the backup."""
    made_at: int
    """The moment at which the copy was begun, in seconds since 1970-01-01 UTC."""
    reason: str
    schema: Sequence[Sequence[str]]
    """The name and the checksum of each migration, in order."""
    matches: Mapping[str, int]
    """The number of matches by status."""
    digests: Mapping[str, str]
    """The latest digest of each live match, by the match's number."""
    size: int
    """The size of the database, in bytes."""
    sha256: str
    """The SHA-256 of the database."""

    @classmethod
    def of(cls, copied: Path, *, program: str, made_at: int, reason: Reason) -> Self:
        """Describe a copy of a database."""
        return cls(
            program=program,
            made_at=made_at,
            reason=str(reason),
            schema=[list(each) for each in copying.migrations_in(copied)],
            matches=copying.matches_in(copied),
            digests=copying.digests_in(copied),
            size=copied.stat().st_size,
            sha256=_sha256(copied),
        )

    @classmethod
    def read(cls, text: bytes) -> Self:
        """Read a manifest. Of a later format, only the format and the program's version are read.

        Raises:
            ValueError, TypeError, KeyError: the bytes are not a valid manifest.
        """
        fields: dict[str, Any] = json.loads(text)
        if fields["format"] == FORMAT:
            return cls(**fields)
        if fields["format"] > FORMAT:
            return cls(
                format=fields["format"],
                program=str(fields["program"]),
                made_at=0,
                reason="",
                schema=(),
                matches={},
                digests={},
                size=0,
                sha256="",
            )
        raise ValueError(f"format {fields['format']}")


def write(archive: Path, copied: Path, manifest: Manifest) -> None:
    """Write an archive that holds a copy of a database and its manifest.

    Raises:
        OSError: the archive cannot be written.
    """
    archive.touch(mode=0o600)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as out:
        out.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1) + "\n")
        out.write(copied, DATABASE)


def manifest_of(archive: Path) -> Manifest:
    """Return the manifest of a backup.

    Raises:
        BackupError: the file is missing or unreadable, or is not a backup.
    """
    if not archive.is_file():
        raise BackupError(f"There is no file {archive}.")
    try:
        with zipfile.ZipFile(archive) as read:
            return Manifest.read(read.read(MANIFEST))
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BackupError(
            f"{archive} is damaged, or no backup of Hidden Hand ({_one_line(error)}). Use another backup."
        ) from error
    except (KeyError, ValueError, TypeError, NotImplementedError, RuntimeError) as error:
        raise BackupError(
            f"{archive} is no backup of Hidden Hand. Use a file that `hidden-hand backup` made."
        ) from error
    except OSError as error:
        raise BackupError(f"{archive} cannot be read ({error.strerror}).") from error


def check_fits(archive: Path, manifest: Manifest, known: Sequence[Migration], program: str) -> None:
    """Raise BackupError if a backup was made by a newer program than this one, or by one with other migrations."""
    for (name, checksum), migration in zip(manifest.schema, known, strict=False):
        if checksum != migration.checksum:
            raise BackupError(
                f"{archive} cannot be restored here, since its migration {name} is not this program's: if a draft "
                "before 1.0.0 made it, only that draft can restore it; if a release made it, this program was altered, "
                "and the release as it was published can restore it."
            )
    unknown = [name for name, _ in manifest.schema[len(known) :]]
    if manifest.format > FORMAT or unknown:
        is_between_releases = manifest.program == program
        differs = f"{program}, as this one, but with {', '.join(unknown) or 'a later format of backups'}"
        raise BackupError(
            f"{archive} was made by a newer Hidden Hand "
            f"({differs if is_between_releases else f'{manifest.program}; this is {program}'}). Install that one, then "
            "restore the backup."
        )


def extract(archive: Path, to: Path) -> Manifest:
    """Write the database of a backup to a new file, check it against the manifest, and return the manifest.

    Raises:
        BackupError: the file is damaged, or is not a backup.
        OSError: the file cannot be written.
    """
    manifest = manifest_of(archive)
    to.touch(mode=0o600)
    try:
        with zipfile.ZipFile(archive) as read, read.open(DATABASE) as database, to.open("wb") as out:
            shutil.copyfileobj(database, out, _CHUNK)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError) as error:
        raise BackupError(f"{archive} is damaged ({_one_line(error)}). Use another backup.") from error
    if (to.stat().st_size, _sha256(to)) != (manifest.size, manifest.sha256):
        raise BackupError(f"{archive} is damaged (its database is not the one that was saved). Use another backup.")
    return manifest


def _sha256(file: Path) -> str:
    with file.open("rb") as read:
        return hashlib.file_digest(read, "sha256").hexdigest()


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
