"""Two tiers of tests: `pytest` runs the first one, `pytest -m thorough` the other one, and `pytest -m ""` both.

A test that is named with its file (`tests/a.py::test_b`) runs whichever tier it belongs to.
"""

from typing import Final

import pytest

_FIRST: Final = "not thorough"
"""The marks chosen in pyproject.toml, unless the command chooses others."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.option.markexpr == _FIRST and all("::" in name for name in config.args):
        config.option.markexpr = ""


def pytest_report_header(config: pytest.Config) -> str | None:
    return 'without thorough tests (-m thorough: them alone, -m "": all)' if config.option.markexpr == _FIRST else None
