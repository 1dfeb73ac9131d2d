"""A table of sentences by class of refusal."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from bot.model.refusals import Refusal

R = TypeVar("R", bound=Refusal)

Sentence = Callable[[Any], str]
Sentences = Mapping[type[Refusal], Sentence]


def text_for(kind: type[R], sentence: str | Callable[[R], str]) -> tuple[type[Refusal], Sentence]:
    """Return an entry of a table: a sentence, or a function that writes one with the fields of a refusal."""
    if isinstance(sentence, str):
        return kind, lambda _: sentence
    return kind, sentence
