"""Put our emojis before the words that they stand for. Every text can be read without them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import Final

import discord
from discord import ui

from cogs.messages.message import LIMIT, Message
from cogs.text import escaped
from cogs.widgets.items import Item
from render.lengths import length


@dataclass(frozen=True, slots=True)
class Emojis:
    """The uploaded emojis of a game."""

    words: Mapping[str, discord.PartialEmoji] = field(default_factory=dict)
    """The emojis by the words that they precede. A word in lower case also matches at the start of a sentence."""
    others: tuple[str, ...] = ()
    """Phrases in which these words mean something else."""


NONE: Final = Emojis()


def signed(message: Message, emojis: Emojis, names: Sequence[str]) -> Message:
    """Return the message with emojis in its text, as far as there is room, and on its buttons and menus.

    names: of the players; a name is never taken for a word of the game.
    """
    if not emojis.words:
        return message
    pattern = _pattern(tuple(emojis.words), (*emojis.others, *map(escaped, names)))
    for item in message.items:
        _sign(item, pattern, emojis)
    return replace(message, content=_within(message.content, pattern, emojis))


def _within(content: str, pattern: re.Pattern[str], emojis: Emojis) -> str:
    """Return the text with emojis. If there is no room for all of them, the first ones are left out, since the last
    lines matter most.
    """
    room, parts, end = LIMIT - length(content), [], len(content)
    for match in reversed([match for match in pattern.finditer(content) if match["word"]]):
        sign = f"{_of(emojis, match['word'])} "
        if len(sign) > room:
            break
        room -= len(sign)
        parts += [content[match.start() : end], sign]
        end = match.start()
    return "".join(reversed([*parts, content[:end]]))


def _sign(item: Item, pattern: re.Pattern[str], emojis: Emojis) -> None:
    """Put the emoji of the first matching word on a button, or on each option of a menu."""
    match item:
        case ui.Button():
            item.emoji = _first(item.label or "", pattern, emojis)
        case ui.Select():
            for option in item.options:
                option.emoji = _first(option.label, pattern, emojis)


def _first(label: str, pattern: re.Pattern[str], emojis: Emojis) -> discord.PartialEmoji | None:
    return next((_of(emojis, match["word"]) for match in pattern.finditer(label) if match["word"]), None)


def _of(emojis: Emojis, word: str) -> discord.PartialEmoji:
    emoji = emojis.words.get(word)
    return emojis.words[word[0].lower() + word[1:]] if emoji is None else emoji


@lru_cache(maxsize=512)
def _pattern(words: tuple[str, ...], others: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern that matches the words that have an emoji. It first matches, and so skips, everything that
    must not get one: small print, mentions, code, links, and the other phrases.
    """
    kept = "|".join(map(re.escape, _longest_first(filter(None, others)))) or "(?!)"
    either = chain.from_iterable((word, word[0].upper() + word[1:]) for word in words)
    wanted = "|".join(map(re.escape, _longest_first(either)))
    markup = r"^-#\x20.*$|<[^<>\n]*>|```[^`]*```|`[^`\n]*`|https?://\S+"
    return re.compile(rf"{markup}|(?<!\w)(?:{kept})(?!\w)|(?<!\w)(?P<word>{wanted})(?!\w)", re.MULTILINE)


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(set(words), key=lambda word: (-len(word), word))
