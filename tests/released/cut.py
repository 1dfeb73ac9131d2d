"""`python -m tests.released.cut VERSION` writes a version into the documents, or the next one that is worked on.

`.ci/release` calls this. A released version gets a date in the changelog, and the sentences that nothing is released
yet go.
"""

import re
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from packaging.version import Version

ROOT: Final = Path(__file__).parents[2]
_WORKED_ON: Final = "not released yet"
_HEADING: Final = re.compile(rf"^## (\S+) \({_WORKED_ON}\)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_OUTDATED: Final = {
    "CHANGELOG.md": (r"This becomes (\S+), the first version", r"This is the first version"),
    "SECURITY.md": (r" Nothing is released yet:[^.]*(?:\.\d[^.]*)*\.\n", "\n"),
    "UPGRADING.md": (r"\nThese promises begin with the release of [^\n]*\n[^\n]*\n", ""),
}
"""By document, the text that is no longer true once something is released, and what replaces it."""


class CannotRelease(Exception):  # noqa: N818 # a refusal, read by whoever releases
    """The version cannot be released; the text says why."""


def cut(root: Path, version: str, day: date) -> None:
    """Make the version that is worked on a released one.

    Raises:
        CannotRelease: it is no version, none that follows the released ones, or the changelog says nothing about it.
    """
    released = _number(version)
    changelog = root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    if earlier := [each for each in re.findall(r"^## (\S+) \(\d", text, re.MULTILINE) if Version(each) >= released]:
        raise CannotRelease(f"{earlier[0]} is released already.")
    worked_on = _HEADING.search(text)
    if worked_on is None or "\n- " not in worked_on[2]:
        raise CannotRelease(f"CHANGELOG.md has no entry for a version that is {_WORKED_ON}.")
    heading = f"## {worked_on[1]} ({_WORKED_ON})"
    changelog.write_text(text.replace(heading, f"## {version} ({day})"), encoding="utf-8")
    _write_version(root, version)
    for name, (outdated, instead) in _OUTDATED.items():
        document = root / name
        document.write_text(re.sub(outdated, instead, document.read_text(encoding="utf-8")), encoding="utf-8")


def begin_next(root: Path, version: str) -> None:
    """Begin the version after a released one: the next patch, until somebody knows better."""
    released = _number(version)
    following = f"{released.major}.{released.minor}.{released.micro + 1}.dev0"
    changelog = root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    heading = f"## {version} ("
    changelog.write_text(text.replace(heading, f"## {following} ({_WORKED_ON})\n\n{heading}", 1), encoding="utf-8")
    _write_version(root, following)


def _number(version: str) -> Version:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise CannotRelease(f"{version} is no version of a release, like 1.2.3.")
    return Version(version)


def _write_version(root: Path, version: str) -> None:
    project = root / "pyproject.toml"
    text, line = project.read_text(encoding="utf-8"), f'version = "{version}"'
    project.write_text(re.sub(r'^version = ".*"$', line, text, flags=re.MULTILINE), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Run the command; return 1 after a refusal."""
    match arguments:
        case [version]:
            try:
                cut(ROOT, version, datetime.now(UTC).date())
            except CannotRelease as error:
                sys.stderr.write(f"{error}\n")
                return 1
        case ["--after", version]:
            begin_next(ROOT, version)
        case _:
            sys.stderr.write("usage: python -m tests.released.cut VERSION | --after VERSION\n")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
