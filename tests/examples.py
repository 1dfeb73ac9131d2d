"""How long tests try: few examples and seeds in the first tier, and `EXAMPLES_TIMES=6 python -m pytest -m ""` six times
as many.
"""

import os
from typing import Final

import pytest
from hypothesis import settings

from rules.catalog import GAMES

TIMES: Final = int(os.environ.get("EXAMPLES_TIMES", "1"))


def examples(count: int) -> settings:
    """Return settings with this many examples, multiplied by the factor of this run."""
    return settings(max_examples=count * TIMES)


def seeds(count: int) -> range:
    """Return this many seeds, multiplied by the factor of this run."""
    return range(count * TIMES)


def thorough(*cases: object) -> list[object]:
    """Return cases of a parametrized test that belong to the thorough tier; a tuple has a value for each argument."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.thorough) for case in cases]


def games_first(*first: str) -> list[object]:
    """Return all games of the catalog as cases of a test: these are in the first tier, and the others thorough."""
    return [key if key in first else pytest.param(key, marks=pytest.mark.thorough) for key in GAMES]
