"""Expect a refusal together with its data."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.model.refusals import Refusal


@contextmanager
def refused(refusal: Refusal) -> Iterator[None]:
    """Fail unless exactly this refusal, of this class and with these fields, is raised."""
    with pytest.raises(type(refusal)) as caught:
        yield
    assert caught.value == refusal
