"""Zip files of content packs for tests."""

from collections.abc import Mapping
from importlib.resources import files
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

Changes = Mapping[str, tuple[str, str]]
"""By file: a text of the shipped file, and what stands there in the pack."""

STRONGER: Changes = {"cards.toml": ('name = "Marksman"\nhealth = 3', 'name = "Marksman"\nhealth = 9')}
"""A change of T&B."""


def zipped(contents: Mapping[str, str | bytes]) -> bytes:
    """Return a zip file with these files, by path."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return packed.getvalue()


def pack_files(key: str, changes: Changes = STRONGER, folder: str = "") -> dict[str, str | bytes]:
    """Return the changed files of a shipped game, by path."""
    changed: dict[str, str | bytes] = {}
    for name, (before, after) in changes.items():
        text = files("seeds").joinpath(key, name).read_text(encoding="utf-8")
        assert before in text, before
        changed[folder + name] = text.replace(before, after, 1)
    return changed


def pack(key: str = "tnb", changes: Changes = STRONGER, folder: str = "") -> bytes:
    """Return the zip file of a pack with these changes."""
    return zipped(pack_files(key, changes, folder))
