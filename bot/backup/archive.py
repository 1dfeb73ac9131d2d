"""A backup as a file: a zip archive of a database and a manifest that describes it."""

import json
import shutil
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from bot.backup.errors import BackupError
from bot.backup.manifest import FORMAT, Manifest, digest_of
from bot.store.migrations import Migration

MANIFEST: Final = "manifest.json"
DATABASE: Final = "database.sqlite3"
LARGEST_MANIFEST: Final = 16_000_000
"""The maximum size of a manifest, in bytes: enough for 200,000 live matches."""
_CHUNK: Final = 1 << 20
_LEVEL: Final = 4
"""The compression level: files are nearly as small as at the default level, in half the time."""
_LARGEST_DIRECTORY: Final = 4096
"""The maximum size of the directory of an archive, in bytes: it has two entries."""
_END: Final = struct.Struct("<4s4H2LH")
"""The end of central directory record of a zip archive (APPNOTE.TXT 4.3.16)."""
_LOCATOR: Final = struct.Struct("<4sLQL")
"""The zip64 end of central directory locator (4.3.15), which stands before it in archives of more than 4 GB."""
_END_64: Final = struct.Struct("<4sQ2H2L4Q")
"""The zip64 end of central directory record (4.3.14), which stands before the locator."""


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
        _check_directory(archive)
        with zipfile.ZipFile(archive) as read:
            entry = _entry(read, MANIFEST, LARGEST_MANIFEST)
            with read.open(entry) as manifest:
                return Manifest.read(manifest.read(entry.file_size))  # without a number, it inflates more than that
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BackupError(
            f"{archive} is damaged, or no backup of Hidden Hand ({_one_line(error)}). Use another backup."
        ) from error
    except ValueError as error:
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
        with (
            zipfile.ZipFile(archive) as read,
            read.open(_entry(read, DATABASE, manifest.size)) as database,
            to.open("wb") as out,
        ):
            shutil.copyfileobj(database, out, _CHUNK)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
        raise BackupError(f"{archive} is damaged ({_one_line(error)}). Use another backup.") from error
    if (to.stat().st_size, digest_of(to)) != (manifest.size, manifest.sha256):
        raise BackupError(f"{archive} is damaged (its database is not the one that was saved). Use another backup.")
    return manifest


def _check_directory(archive: Path) -> None:
    """Raise BadZipFile if the directory of an archive is larger than ours: zipfile reads all of it into memory."""
    parts = _END_64.size + _LOCATOR.size + _END.size
    with archive.open("rb") as read:
        total = read.seek(0, 2)
        read.seek(max(0, total - parts))
        tail = read.read(parts).rjust(parts, b"\0")
    end_64, locator = _END_64.unpack_from(tail), _LOCATOR.unpack_from(tail, _END_64.size)
    end = _END.unpack_from(tail, parts - _END.size)
    is_64 = locator[0] == b"PK\6\7"
    if (
        end[0] != b"PK\5\6"
        or max(end[5], end_64[8] if is_64 else 0) > _LARGEST_DIRECTORY
        or (is_64 and locator[2] != total - parts)
    ):
        raise zipfile.BadZipFile("its directory is not that of a backup")


def _entry(read: zipfile.ZipFile, name: str, size: int) -> zipfile.ZipInfo:
    """Return an entry of a backup. Reading it gives at most `size` bytes.

    Raises:
        ValueError: it is missing, is larger, or cannot be read without further tools.
    """
    if name not in read.namelist():
        raise ValueError(f"{name} is missing")
    entry = read.getinfo(name)
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or entry.flag_bits & 1:
        raise ValueError(f"{name} is encrypted, or compressed in another way")
    if entry.file_size > size:
        raise ValueError(f"{name} is larger than it may be")
    return entry


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
