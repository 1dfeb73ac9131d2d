"""The number of examples for the laws: `EXAMPLES_TIMES=15 python -m pytest tests/laws` tries 15 times as many."""

import os
from typing import Final

from hypothesis import settings

TIMES: Final = int(os.environ.get("EXAMPLES_TIMES", "1"))


def examples(count: int) -> settings:
    """Return settings with this many examples, multiplied by the factor of this run."""
    return settings(max_examples=count * TIMES)
