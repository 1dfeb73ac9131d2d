"""`python -m tests.released.write` records this version, once it is released: what it plays, and its migrations."""

import asyncio
import sys
import tomllib
from pathlib import Path

from packaging.version import Version

from bot.backup.making import program_version
from bot.content.library import load_library
from tests.released.records import FOLDER, write


def main() -> int:
    """Write the record; return 1 if this is no version to record."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    if Version(version).is_prerelease:
        sys.stderr.write(f"{version} is no release: `.ci/release` makes one, and records it.\n")
        return 1
    if program_version() != version:
        sys.stderr.write(f"{program_version()} is installed, and this is {version}: install it again.\n")
        return 1
    library = load_library()
    try:
        record = asyncio.run(write(version, list(library.games.values()), library))
    except FileExistsError:
        sys.stderr.write(f"{FOLDER / version} is there already, and a record is never written again.\n")
        return 1
    sys.stdout.write(f"{record.folder} is written.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
