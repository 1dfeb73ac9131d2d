"""Discord's face is generic: a new game brings no new code to it."""

import ast
from pathlib import Path

import pytest
from bot.client import EXTENSIONS

import cogs
from rules.catalog import GAMES

FILES = sorted(Path(cogs.__path__[0]).glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_cog_names_a_game(file: Path) -> None:
    source = file.read_text(encoding="utf-8").casefold()
    for key, game in GAMES.items():
        assert key not in source
        assert game.title.casefold() not in source


def test_every_cog_with_a_setup_is_loaded() -> None:
    with_setup = {
        f"cogs.{file.stem}"
        for file in FILES
        if any(
            isinstance(node, ast.AsyncFunctionDef) and node.name == "setup"
            for node in ast.parse(file.read_text(encoding="utf-8")).body
        )
    }
    assert with_setup == set(EXTENSIONS)
