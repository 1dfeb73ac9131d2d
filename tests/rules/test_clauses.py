"""Every clause of a game's rulebook has a test and a place in the code, and nothing else is cited as a clause."""

import ast
from pathlib import Path

import pytest

from bot.content.seeds import load_game, load_rulebook
from rules.catalog import GAMES
from rules.core.rulebook import parse
from tests.one_more_game import SHIPPED
from tests.rules.citations import APART_FROM, faults_of_code, faults_of_tests

HERE = Path(__file__).parent

RULEBOOK = parse("""## 1 The table

**1.1** [source, definition] A pawn is a piece of wood.

**1.2** [source] There are two pawns.

**1.3** [ruling] The winner begins.

**1.4** [ruling] Nobody cheats.
""")


def marked(key: str) -> set[str]:
    """Return the clauses that the tests of a game name in `@pytest.mark.clause(game, number)`."""
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


@pytest.mark.parametrize("key", SHIPPED)
def test_every_clause_has_an_example_and_every_example_a_clause(key: str) -> None:
    found = faults_of_tests(key, load_rulebook(key), marked(key))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("key", SHIPPED)
def test_every_rule_is_named_in_the_code_and_every_clause_named_there_exists(key: str) -> None:
    sources = {
        file.name: file.read_text(encoding="utf-8") for file in sorted((HERE.parents[1] / "rules" / key).glob("*.py"))
    }
    assert sources
    found = faults_of_code(key, load_rulebook(key), sources)
    assert not found, "\n".join(found)


def test_the_tests_own_game_is_a_model() -> None:
    clauses = parse((HERE.parent / "tiny_seeds" / "rulebook.md").read_text(encoding="utf-8"))
    source = (HERE.parent / "tiny_game.py").read_text(encoding="utf-8")
    assert faults_of_code("tiny", clauses, {"tiny_game.py": source}) == []


@pytest.mark.parametrize("key", [*GAMES])
def test_rule_options_cite_clauses_that_there_are(key: str) -> None:
    assert {option.clause for option in load_game(key).options} <= {clause.number for clause in load_rulebook(key)}


NAMED = '''
"""1.2 The table."""
BEGINS = 0
"""The winner begins (1.3)."""
# and it goes on as in 1.4
'''


def test_a_clause_is_named_in_docstrings_in_comments_and_as_the_clause_of_something() -> None:
    assert faults_of_code("game", RULEBOOK, {"phases.py": NAMED}) == []
    assert faults_of_code("game", RULEBOOK, {"phases.py": 'def f():\n    """1.2 to 1.4 All."""'}) == []
    named = 'x = Option(clause="1.2")\nclass Phase:\n    clause: str = "1.3"\nclass Other:\n    clause = "1.4"'
    assert faults_of_code("game", RULEBOOK, {"phases.py": named}) == []


@pytest.mark.parametrize(
    "source",
    [
        'def f():\n    return "No (rule 1.4)."',
        'def f(x):\n    return f"{x} (rule 1.4)."',
        'CLAUSES = {"1.4": "cheat"}',
        'def f(x):\n    return refusal(x, "1.4")',
        'TEXT = "1.4 is a number here"',
        'def f():\n    """“1.4”"""',
        "SHARE = 1.4",
    ],
)
def test_a_rule_that_is_named_nowhere_is_a_fault_whatever_else_speaks_of_it(source: str) -> None:
    unnamed = [f"game: clause 1.4 is named nowhere in rules/game, {APART_FROM}: Nobody cheats."]
    assert faults_of_code("game", RULEBOOK, {"phases.py": '"""1.2, 1.3"""\n' + source}) == unnamed


def test_what_tells_of_the_rules_does_not_carry_them() -> None:
    unnamed = [f"game: clause 1.4 is named nowhere in rules/game, {APART_FROM}: Nobody cheats."]
    assert faults_of_code("game", RULEBOOK, {"phases.py": '"""1.2, 1.3"""', "events.py": '"""1.4"""'}) == unnamed


@pytest.mark.parametrize(
    ("source", "line", "number"),
    [
        ('"""Both.\n\n1.5 Something.\n"""', 3, "1.5"),
        ("x = 0\n# (2.1)", 2, "2.1"),
        ('clause = "1.x"', 1, "1.x"),
        ('\nx = Part(clause="1")', 2, "1"),
        ('x = "You cannot (rule 1.10)."', 1, "1.10"),
        ('x = f"{y} (rule 12)."', 1, "12"),
        ('CLAUSES = {f: "7.5"}', 1, "7.5"),
        ('"""1.4 to 1.5"""', 1, "1.5"),
    ],
)
def test_a_clause_that_there_is_not_is_a_fault_at_its_line(source: str, line: int, number: str) -> None:
    found = faults_of_code("game", RULEBOOK, {"phases.py": source, "state.py": NAMED})
    assert f"game: phases.py:{line} cites clause {number}, which there is not" in found
    assert not any("named nowhere" in fault for fault in found)


def test_a_clause_without_a_test_and_a_test_without_a_clause_are_named() -> None:
    assert faults_of_tests("game", RULEBOOK, ["1.1", "1.2", "1.3", "1.4"]) == []
    assert faults_of_tests("game", RULEBOOK, ["1.1", "1.2", "1.3", "1.5"]) == [
        "game: a test is marked with clause 1.5, which there is not",
        "game: clause 1.4 has no test: Nobody cheats.",
    ]
