"""Unpack zip files from users: bounded, and without anything that leaves the folder."""

import re
import stat
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePosixPath
from typing import Final
from zipfile import BadZipFile, ZipFile, ZipInfo

from bot.workshop.checking import MOST_BYTES, Fault

MOST_FILES: Final = 200
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_NAME: Final = 80
"""The maximum number of characters of a file's name that a fault repeats."""


class ArchiveError(ValueError):
    """The file is no archive that can be unpacked. The message is a sentence for its sender."""


def unpack(data: bytes) -> tuple[dict[str, bytes], list[Fault]]:
    """Return the files of an archive by their path, and what is wrong with the others. If all of them are in one
    folder, their paths begin below it. Hidden files do not count.

    Raises:
        ArchiveError: it is no zip file, or it is too large when unpacked.
    """
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _unpacked(archive)
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError, LookupError) as error:
        if isinstance(error, ArchiveError):
            raise
        raise ArchiveError("This is no zip file that I can unpack. Make a new one, without a password.") from None
    except Exception as error:  # decompressors raise errors of their own
        raise ArchiveError("This zip file is damaged. Make a new one.") from error


def _unpacked(archive: ZipFile) -> tuple[dict[str, bytes], list[Fault]]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir() and not _is_hidden(entry.filename)]
    if len(entries) > MOST_FILES:
        raise ArchiveError(f"This zip file has {len(entries):,} files; at most {MOST_FILES} are allowed.")
    faults = [Fault(entry.filename[:_NAME], 0, 0, why) for entry in entries for why in _wrong(entry)]
    refused = {fault.file for fault in faults}
    files: dict[str, bytes] = {}
    left = MOST_BYTES
    for entry in entries:
        if entry.filename[:_NAME] in refused:
            continue
        with archive.open(entry) as packed:
            content = packed.read(left + 1)  # what the entry says about its size may be a lie
        left -= len(content)
        if left < 0:
            raise ArchiveError(f"This zip file has more than {MOST_BYTES:,} bytes when it is unpacked.")
        if entry.filename in files:
            faults.append(Fault(entry.filename[:_NAME], 0, 0, "the zip file has this file twice"))
        files[entry.filename] = content
    return _below_folder(files), faults


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") and part != ".." for part in name.split("/")) or name.startswith("__MACOSX/")


def _wrong(entry: ZipInfo) -> Iterator[str]:
    path = PurePosixPath(entry.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename or _DRIVE.match(entry.filename):
        yield "its path leaves the folder"
    if stat.S_ISLNK(entry.external_attr >> 16):
        yield "it is a link; put the file itself into the zip file"


def _below_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with their paths from the one folder in which all of them are."""
    folders = {name.split("/")[0] for name in files if "/" in name}
    if len(folders) != 1 or any("/" not in name for name in files) or folders <= {"lessons", "puzzles"}:
        return files
    return {name.partition("/")[2]: content for name, content in files.items()}
