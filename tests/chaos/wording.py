"""Checks of the application's sentences to users."""

import re
from collections.abc import Iterator
from typing import Final

from bot.model.refusals import Refusal

LONGEST: Final = 400
"""Most characters of a refusal."""
_FORBIDDEN: Final = frozenset("\n\r\x00\x1b\u202e*`@[]")


def wording_faults(text: str) -> Iterator[str]:
    """Yield the faults of a sentence: it must be short, on one line, without mentions or markdown of the user's."""
    if not text or not (text[0].isupper() or text[0] == "“"):
        yield "does not begin like a sentence"
    if not text.endswith((".", "!")):
        yield "does not end like a sentence"
    if len(text) >= LONGEST:
        yield "is too long"
    if alive := set(re.sub("`/[a-z ]+`", "", text)) & _FORBIDDEN:
        yield f"holds {sorted(alive)}"


def category(error: BaseException) -> str:
    """Return the kind of an answer that callers distinguish: the category of a refusal, or the class of any other
    error.
    """
    kinds = type(error).__mro__
    place = kinds.index(Refusal) if Refusal in kinds else 0
    return kinds[max(0, place - 1)].__name__
