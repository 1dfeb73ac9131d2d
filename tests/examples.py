"""How many examples the laws are tried on: `EXAMPLES_TIMES=15 python -m pytest tests/laws` takes 15 times as many."""

import os
from typing import Final

from hypothesis import settings

TIMES: Final = int(os.environ.get("EXAMPLES_TIMES", "1"))


def examples(count: int) -> settings:
    """So many for this test, or as many times more as this run tries."""
    return settings(max_examples=count * TIMES)
