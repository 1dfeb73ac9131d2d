"""Text that people type or paste, in the form in which it is read and stored."""

import re
import unicodedata
from typing import Final

_BREAKS: Final = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UNUSUAL: Final = re.compile("[^\n -~]")
"""A character other than a line break, a blank and visible ASCII."""
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
_JOINERS: Final = "\u200c\u200d"
"""Zero-width non-joiner and joiner."""
_JOINED: Final = frozenset({"Lo", "Mc", "Mn", "So"})
"""The categories of characters that a joiner can follow: letters of scripts without capitals, their marks, emojis."""
_MARKS: Final = frozenset({"Mc", "Me", "Mn"})
_EMPTY: Final = ("FILLER", "BLANK")
"""The last words of the names of letters and symbols without any ink, such as HANGUL FILLER."""


def is_empty(character: str) -> bool:
    """Return whether nobody sees a character: a blank, a control or format character, a letter without ink."""
    return unicodedata.category(character) in _INVISIBLE or unicodedata.name(character, "").endswith(_EMPTY)


def is_visible(text: str) -> bool:
    """Return whether a text has anything to see. Marks alone, without a letter to stand on, do not count."""
    return any(not is_empty(each) and unicodedata.category(each) not in _MARKS for each in text)


def one_line(text: str) -> str:
    """Return a name: composed, on one line, with single blanks in place of all characters that nobody sees. A joiner
    stays between letters and emojis that it joins.
    """
    line = ""
    for character in unicodedata.normalize("NFC", text):
        line += character if not is_empty(character) or _joins(character, line[-1:]) else " "
    return " ".join(part.rstrip(_JOINERS) for part in line.split() if part.strip(_JOINERS))


def pasted(text: str) -> str:
    """Return lines of text with plain line breaks and plain blanks, composed, and without format characters other than
    joiners between what they join: whatever page it was copied from, it is read alike.
    """
    return unicodedata.normalize("NFC", _UNUSUAL.sub(_plain, _BREAKS.sub("\n", text)))


def _plain(unusual: re.Match[str]) -> str:
    character, before = unusual[0], unusual.string[max(0, unusual.start() - 1) : unusual.start()]
    if not is_empty(character) or _joins(character, before):
        return character
    return "" if unicodedata.category(character) == "Cf" else " "


def _joins(character: str, before: str) -> bool:
    """Return whether a character is a joiner that can stand after another one."""
    return character in _JOINERS and before != "" and unicodedata.category(before) in _JOINED
