"""The sentence of each refusal: kind, plain, and with advice on what to do. The sentences are in
`cogs.messages.reasons`.
"""

from typing import Final

from bot.model.refusals import Refusal
from cogs.messages.reasons import database, lobby, match, packs, settings, table, thinking
from cogs.messages.sentences import Sentence, Sentences, written
from cogs.widgets.refusals import SpokenRefusal

_SENTENCES: Final[dict[type[Refusal], Sentence]] = {SpokenRefusal: "{text}"}


def add_sentences(sentences: Sentences) -> None:
    """Add the sentences of a feature's own refusals."""
    _SENTENCES.update(sentences)


for _table in (database, lobby, match, packs, settings, table, thinking):
    add_sentences(_table.SENTENCES)


def refusal_text(refusal: Refusal) -> str:
    """Return the sentence to the user who asked, safe to show on Discord.

    Raises:
        LookupError: no sentence was written for refusals of this class.
    """
    for kind in type(refusal).__mro__:
        if kind in _SENTENCES:
            return written(_SENTENCES[kind], refusal)
    raise LookupError(f"Write a sentence for {type(refusal).__name__} in cogs/messages/reasons.")
