"""The import contracts also bind a game that they do not list, and keep subjects apart; `lint-imports` itself proves
that they bind the others.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import grimp
import pytest

from bot.content.seeds import load_games
from rules.core.play import State

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "cogs", "render", "rules", "sandbox")

SOLITAIRE = {
    "rules.solitaire": "",
    "rules.solitaire.state": "import rules.core.play",
    "rules.solitaire.piles": "import rules.solitaire.state",
    "rules.solitaire.view": "import rules.core.play",
    "render.solitaire": "import rules.solitaire.view",
}
"""The modules of an invented game, with their sources."""

OFFENCES = {
    "rules.solitaire.borrowing": "rules.tnb.cards",
    "rules.solitaire.looking_up": "rules.catalog",
    "rules.core.knowing": "rules.solitaire.view",
    "rules.solitaire.waiting": "time",
    "rules.solitaire.archive": "pathlib",
    "rules.solitaire.dialling": "socket",
    "rules.solitaire.telling": "discord",
    "rules.solitaire.drawing": "render.canvas",
    "bot.model.favouring": "rules.solitaire.view",
    "bot.puzzles.painting": "render.solitaire",
    "cogs.messages.favouring": "rules.solitaire.piles",
    "cogs.puzzles.painting": "render.solitaire",
    "render.solitaire.peeping": "rules.solitaire.state",
    "render.solitaire.listening": "rules.solitaire.piles",
    "bot.decks.reaching": "bot.application.lobby.lobbies",
    "cogs.decks.meddling": "cogs.puzzles.posts",
    "cogs.presses.reaching": "cogs.decks.builder",
    "bot.people.reaching": "bot.ratings.ratings",
    "bot.ratings.meddling": "bot.decks.decks",
    "cogs.ratings.reaching": "cogs.admin.setup",
}
"""Forbidden imports, each in a separate module."""


def write(root: Path, modules: Mapping[str, str]) -> None:
    for name, text in modules.items():
        path = root.joinpath(*name.split("."))
        path = path.with_suffix(".py") if name.count(".") > 1 else path / "__init__.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")


def lint(root: Path) -> "subprocess.CompletedProcess[str]":
    """Run `lint-imports` on a tree."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 # our own words


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the source and add one more game."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    write(tmp_path, SOLITAIRE)
    return tmp_path


def test_contracts_bite_on_a_game_that_nobody_has_listed(tree: Path) -> None:
    clean = lint(tree)
    assert clean.returncode == 0, clean.stdout + clean.stderr
    write(tree, {module: f"import {imported}" for module, imported in OFFENCES.items()})
    said = lint(tree)
    assert said.returncode == 1, said.stderr
    unnoticed = {pair for pair in OFFENCES.items() if f"{pair[0]} -> {pair[1]} (l.1)" not in said.stdout}
    assert not unnoticed


def test_the_state_of_a_game_is_where_contracts_look_for_it() -> None:
    assert load_games()
    ours = [kind.__module__.split(".") for kind in State.__subclasses__() if kind.__module__.startswith("rules.")]
    assert ours
    assert all(module[2:] == ["state"] for module in ours), ours


def strangers(graph: grimp.ImportGraph) -> Iterator[tuple[str, str]]:
    """Yield the imports of another game, or of its pictures, in the pictures of a game."""
    games = {module for module in graph.find_children("rules") if graph.find_children(module)} - {"rules.core"}
    keys = {module.removeprefix("rules.") for module in games}
    for importer in graph.find_descendants("render") | {"render"}:
        for imported in graph.find_modules_directly_imported_by(importer):
            known = set(imported.split(".")[1:2]) & keys
            if known and known != set(importer.split(".")[1:2]):
                yield importer, imported


def test_pictures_of_a_game_know_no_other_game() -> None:
    graph = grimp.build_graph("render", "rules", cache_dir=None)
    assert list(strangers(graph)) == []
    for importer, imported in (
        ("render.tnb.sly", "rules.alchemy.view"),
        ("render.tnb.sly", "render.alchemy.badges"),
        ("render.canvas", "rules.tnb.cards"),
    ):
        graph.add_import(importer=importer, imported=imported)
        assert list(strangers(graph)) == [(importer, imported)]
        graph.remove_import(importer=importer, imported=imported)
