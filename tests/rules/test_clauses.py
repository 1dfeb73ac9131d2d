"""Every clause of a game's rulebook has an example, and every example is of a clause that there is."""

import ast
from pathlib import Path

import pytest

from bot.content.seeds import load_game, load_rulebook
from rules.catalog import GAMES

HERE = Path(__file__).parent


def cited(key: str) -> set[str]:
    """The clauses that the tests of a game give in `@pytest.mark.clause(game, number)`."""
    found = set()
    for file in sorted((HERE / key).rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="clause"),
                    args=[ast.Constant(value=str(game)), ast.Constant(value=str(number))],
                ):
                    assert game == key, f"{file.name}: a clause of {game}"
                    found.add(number)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_has_an_example_and_every_example_a_clause(key: str) -> None:
    assert cited(key) == {clause.number for clause in load_rulebook(key)}


@pytest.mark.parametrize("key", GAMES)
def test_rule_options_and_refusals_cite_clauses_that_there_are(key: str) -> None:
    there = {clause.number for clause in load_rulebook(key)}
    assert {option.clause for option in load_game(key).options} <= there
    sources = sorted((HERE.parents[1] / "rules" / key).glob("*.py"))
    assert sources
    for file in sources:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.AnnAssign(target=ast.Name(id="clause"), value=ast.Constant(value=str(number))):
                    assert number in there, file.name
                case ast.Constant(value=str(text)) if "(rule " in text:
                    for part in text.split("(rule ")[1:]:
                        number = part.split(")")[0]
                        assert not number or number in there, f"{file.name}: {text}"
