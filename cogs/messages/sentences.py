"""A table of sentences by class of refusal.

A sentence names the fields of its refusal: "Match #{match_id} is full." A tuple is listed ("a, b and 3 more"), and `!q`
puts the text of a user in quotation marks, without markup. A sentence that needs more is a function of the refusal.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, Final

from bot.model.refusals import Refusal
from cogs.text import listed, quoted

Sentence = str | Callable[[Any], str]
Sentences = Mapping[type[Refusal], Sentence]


class _Fields(Formatter):
    """Format the fields of a refusal for readers."""

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return quoted(value) if conversion == "q" else super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        return listed(list(value)) if isinstance(value, tuple) else str(format(value, format_spec))


_FIELDS: Final = _Fields()


def written(sentence: Sentence, refusal: Refusal) -> str:
    """Return a sentence with the fields of a refusal."""
    return _FIELDS.vformat(sentence, (), vars(refusal)) if isinstance(sentence, str) else sentence(refusal)
