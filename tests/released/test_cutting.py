"""A version is written into every document that names it, and the one after it begins."""

import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest

from tests.released.cut import ROOT, CannotRelease, begin_next, cut

DOCUMENTS = ("pyproject.toml", "CHANGELOG.md", "SECURITY.md", "UPGRADING.md")
DAY = date(2027, 1, 31)
UNRELEASED = "## 9.9.9rc1 (not released yet)\n\nThis becomes 9.9.9, the first version: new.\n\n### Added\n\n- A game.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a folder with the documents of this project, before its first release."""
    for name in DOCUMENTS:
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{UNRELEASED}", encoding="utf-8")
    return tmp_path


def text(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def test_a_version_gets_its_number_and_day_everywhere(root: Path) -> None:
    cut(root, "9.9.9", DAY)
    assert '\nversion = "9.9.9"\n' in text(root, "pyproject.toml")
    assert "## 9.9.9 (2027-01-31)\n\nThis is the first version: new.\n" in text(root, "CHANGELOG.md")
    assert "released yet" not in text(root, "SECURITY.md")
    assert text(root, "SECURITY.md").count("The newest release and the branch `main`.\n") == 1
    assert "Until then" not in text(root, "UPGRADING.md")
    changed = (root / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    kept = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    assert sum(old != new for old, new in zip(kept, changed, strict=True)) == 1


def test_the_version_after_it_begins_without_entries(root: Path) -> None:
    cut(root, "9.9.9", DAY)
    begin_next(root, "9.9.9")
    assert '\nversion = "9.9.10.dev0"\n' in text(root, "pyproject.toml")
    assert "# Changelog\n\n## 9.9.10.dev0 (not released yet)\n\n## 9.9.9 (" in text(root, "CHANGELOG.md")


@pytest.mark.parametrize("version", ["soon", "9.9.9rc1", "9.9"])
def test_a_number_that_is_none_of_a_release_is_refused(root: Path, version: str) -> None:
    with pytest.raises(CannotRelease, match=r"no version of a release, like 1\.2\.3"):
        cut(root, version, DAY)


def test_a_version_that_is_not_above_the_released_ones_is_refused(root: Path) -> None:
    cut(root, "9.9.9", DAY)
    begin_next(root, "9.9.9")
    for version in ("9.9.9", "9.8.0"):
        with pytest.raises(CannotRelease, match=r"9\.9\.9 is released already"):
            cut(root, version, DAY)


def test_a_version_about_which_the_changelog_says_nothing_is_refused(root: Path) -> None:
    cut(root, "9.9.9", DAY)
    begin_next(root, "9.9.9")
    with pytest.raises(CannotRelease, match="has no entry"):
        cut(root, "9.9.10", DAY)


def refusal(root: Path, *arguments: str) -> str:
    """Return the line with which the script ends, before it has done anything."""
    (root / ".ci").mkdir(exist_ok=True)
    shutil.copy(ROOT / ".ci" / "release", root / ".ci" / "release")
    ended = subprocess.run([root / ".ci" / "release", *arguments], capture_output=True, text=True, check=False)  # noqa: S603 # ours
    assert (ended.returncode, ended.stdout) == (1, "")
    return ended.stderr


def git(root: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *words], cwd=root, check=True)  # noqa: S603, S607 # any git


def test_the_script_refuses_what_cannot_be_released_before_it_does_anything(root: Path) -> None:
    git(root, "init", "--quiet")
    assert "usage: .ci/release VERSION" in refusal(root, "soon")
    assert "changes that are not committed" in refusal(root, "9.9.9")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "All")
    assert "There is no LICENSE" in refusal(root, "9.9.9")
    git(root, "tag", "v9.9.9")
    assert "The tag v9.9.9 is there already" in refusal(root, "9.9.9", "--without-licence")
