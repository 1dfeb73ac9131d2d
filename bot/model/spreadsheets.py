"""Cells of files that spreadsheets read."""

from typing import Final

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The first characters that make a spreadsheet read a cell as a formula."""


def cell(value: object) -> object:
    """Return the value of a cell, with ' in front of a text that a spreadsheet would read as a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
