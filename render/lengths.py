"""The length of a text by Discord's limits.

Discord's staff said that code points count (discord-api-docs #1315, 2020); others were refused by the number of UTF-16
units (hermes-agent #54968, 2026). The units are never fewer, so that a text that fits by them fits by both.
"""


def length(text: str) -> int:
    """Return the number of UTF-16 units of a text: an emoji counts as two, a letter of most scripts as one."""
    return len(text) if text.isascii() else len(_units(text)) // 2


def beginning(text: str, limit: int) -> str:
    """Return as much of the beginning of a text as is at most `limit` units long."""
    return text[:limit] if text.isascii() else _units(text)[: 2 * limit].decode("utf-16-le", "ignore")


def _units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")
