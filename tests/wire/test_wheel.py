"""The wheel does not contain the simulated Discord, which is for tests and benchmarks in a checkout."""

from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel_files() -> AbstractSet[str]:
    """Return the paths of the files in a wheel of this checkout."""
    builder = WheelBuilder(str(ROOT))
    return {file.distribution_path.replace("\\", "/") for file in builder.recurse_included_files()}


def test_the_wheel_has_the_program_and_the_sandbox_page(wheel_files: AbstractSet[str]) -> None:
    assert {"bot/__main__.py", "cogs/run.py", "rules/catalog.py", "sandbox/page.py"} <= wheel_files


def test_the_wheel_has_neither_the_wire_nor_tests_nor_benchmarks(wheel_files: AbstractSet[str]) -> None:
    assert (ROOT / "sandbox" / "wire" / "server.py").exists()
    assert [path for path in wheel_files if path.startswith(("sandbox/wire", "tests", "bench"))] == []
