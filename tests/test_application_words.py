"""The application knows nothing of Discord: its strings contain neither Discord's markup nor a command."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

BOT: Final = Path(__file__).parents[1] / "bot"
ROOMS: Final = ("application", "model", "puzzles", "store")
MARKUP: Final = re.compile(
    r"<[@#][!&]?|<t:|-# |\*\*|`/[a-z]|\B/(match|hand|deck|puzzle|learn|block|unblock|rules|settings)\b"
)


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Return the strings of a module with their lines, except docstrings."""
    tree = ast.parse(source)
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def spoken(source: str) -> list[tuple[int, str]]:
    """Return the strings that only the Discord interface may contain."""
    return [(line, text) for line, text in strings(source) if MARKUP.search(text)]


@pytest.mark.parametrize("room", ROOMS)
def test_no_string_holds_discords_markup_or_a_command(room: str) -> None:
    found = [
        f"{path.relative_to(BOT.parent)}:{line}: {text!r}"
        for path in sorted((BOT / room).rglob("*.py"))
        for line, text in spoken(path.read_text(encoding="utf-8"))
    ]
    assert not found, "Raise a refusal, or add a note, with data; write its words under cogs/: " + "; ".join(found)


@pytest.mark.parametrize(
    "text",
    ["<@1> plays", "in <#2>", "-# Match #1", "**bold**", "`/match new` opens one", "with /deck delete", "<t:0:R>"],
)
def test_markup_and_commands_are_found_but_not_in_docstrings(text: str) -> None:
    assert spoken(f"raise ValueError({text!r})") == [(1, text)]
    assert spoken(f'def f():\n    """{text}"""') == []
