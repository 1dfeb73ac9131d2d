"""The fingerprint of this program. Processes with the same fingerprint compute the same results from the same seeds."""

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from bot.version import program_version

_COMPUTING: Final = "rules", "bot.computer", "bot.computing", "bot.content", "bot.lab", "bot.puzzles"
"""The packages whose code affects results."""


@cache
def fingerprint() -> str:
    """Return a short text that is equal for equal versions of Python and of the code that affects results."""
    digest = blake2b(digest_size=8)
    for package in _COMPUTING:
        for name, module in _modules(files(package), package):
            digest.update(f"{name}\n".encode() + module.read_bytes().replace(b"\r\n", b"\n"))
    return f"{program_version()} (code {digest.hexdigest()}, Python {sys.version_info.major}.{sys.version_info.minor})"


def _modules(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    """Yield the modules in a folder and its subfolders, each with its full name, in the order of their names."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".py"):
            yield f"{name}.{entry.name}", entry
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _modules(entry, f"{name}.{entry.name}")
