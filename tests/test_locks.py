"""The locks list names, versions and hashes, and every declared requirement."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKED = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>[\w.+!-]+)(?P<marker> ; [^\\]+)?(?P<hashes>( \\\n    --hash=sha256:\w{64})+)\n"
)
EXTRAS = {
    "run": (),
    "sandbox": ("sandbox",),
    "lab": ("lab",),
    "cluster": ("cluster",),
    "dev": ("cluster", "lab", "sandbox", "wire", "dev"),
    "bench": ("wire", "bench"),
    "mutation": ("cluster", "lab", "sandbox", "wire", "dev", "mutation"),
}


def declared(lock: str) -> list[Requirement]:
    """Return the requirements of this lock; the project itself is not locked."""
    words = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]
    for extra in EXTRAS[lock]:
        words += PROJECT["project"]["optional-dependencies"][extra]
    return [r for r in map(Requirement, words) if canonicalize_name(r.name) != PROJECT["project"]["name"]]


@pytest.mark.parametrize("lock", [*EXTRAS])
def test_a_lock_holds_names_versions_markers_and_hashes_and_nothing_else(lock: str) -> None:
    text = (ROOT / "locks" / f"{lock}.lock").read_text(encoding="utf-8")
    assert LOCKED.sub("", text) == ""
    assert "://" not in text


@pytest.mark.parametrize("lock", [*EXTRAS])
def test_a_lock_holds_a_fitting_version_of_all_that_is_declared(lock: str) -> None:
    text = (ROOT / "locks" / f"{lock}.lock").read_text(encoding="utf-8")
    locked = {canonicalize_name(entry["name"]): entry["version"] for entry in LOCKED.finditer(text)}
    unmet = [str(r) for r in declared(lock) if not r.specifier.contains(locked.get(canonicalize_name(r.name), ""))]
    assert unmet == []
