"""Redaction of log records: libraries log whole requests, answers and statements, and these hold tokens, names, notes
and hands.
"""

import logging
import re
from collections.abc import Mapping
from numbers import Number
from typing import Final

BLOT: Final = "[secret]"
"""Written in place of a secret."""
_BOT_TOKEN: Final = re.compile(r"[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}")
_TOKEN_IN_ADDRESS: Final = re.compile(r"\b(webhooks|interactions)/(\d+)/[^/\s?#'\"<>)]+")
"""An interaction or webhook token as Discord's routes have it ("Receiving and Responding", "Webhook Resource")."""
_WORD: Final = re.compile(r"[\w.:/-]{1,40}", re.ASCII)
_ADDRESS: Final = re.compile(r"\w+://[^\s?#]+")


def without_tokens(text: str) -> str:
    """Replace the tokens of bots, interactions and webhooks in a text."""
    return _TOKEN_IN_ADDRESS.sub(rf"\1/\2/{BLOT}", _BOT_TOKEN.sub(BLOT, text))


class RedactedRecord(logging.LogRecord):
    """A log record of which every handler of any logger sees only the template and harmless values: numbers, single
    words, and addresses without their queries and tokens. Of other values it sees the length or the class.

    The records of structlog pass unchanged: their message is a dictionary, which `bot.log` redacts by its keys.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type] # the arguments of any record
        if isinstance(self.msg, Mapping):
            return
        self.msg = without_tokens(str(self.msg))
        if isinstance(self.args, Mapping) and "%(" not in self.msg:
            self.args = (_harmless(self.args),)  # a dictionary as the only value: logging takes it for named ones
        elif isinstance(self.args, Mapping):
            self.args = {key: _harmless(value) for key, value in self.args.items()}
        elif self.args:
            self.args = tuple(map(_harmless, self.args))


def _harmless(value: object) -> object:
    if value is None or isinstance(value, Number):
        return value
    if not isinstance(value, str):
        return f"[{type(value).__name__}]"
    if address := _ADDRESS.match(value):
        return without_tokens(address.group())
    return without_tokens(value) if _WORD.fullmatch(value) else f"[{len(value)} characters]"
