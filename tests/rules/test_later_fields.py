"""Tests of a game that has changed test its present rule: a field that was added holds the earlier one by default."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules.core.tags import LATER
from tests.one_more_game import SHIPPED

BUILDERS = Path(__file__).parent


def later_fields(module: object) -> Iterator[tuple[str, str]]:
    """Yield each class of a module with each of its fields that were added after matches had been played."""
    for name, value in vars(module).items():
        if isinstance(value, type) and is_dataclass(value):
            yield from ((name, each.name) for each in fields(value) if each.metadata.get("later"))


def silent_calls(source: str, module: object) -> list[str]:
    """Return the calls in a test's builders that leave such a field to its default."""
    calls = [
        call for call in ast.walk(ast.parse(source)) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    ]
    return [
        f"line {call.lineno}: {kind}(…) does not name “{name}”: its default is the rule before the change. Pass the "
        "value that a match gets now, so that the tests follow the present rule."
        for kind, name in later_fields(module)
        for call in calls
        if getattr(call.func, "id", "") == kind and name not in {keyword.arg for keyword in call.keywords}
    ]


@pytest.mark.parametrize("key", SHIPPED)
def test_tables_of_tests_name_every_field_that_was_added_later(key: str) -> None:
    builders = BUILDERS / key / "tables.py"
    source = builders.read_text(encoding="utf-8") if builders.exists() else ""  # a small game may need none
    found = silent_calls(source, import_module(f"rules.{key}.state"))
    assert found == [], f"tests/rules/{key}/tables.py: {found}"


@dataclass
class Priced:
    points: int
    price: int = field(default=3, metadata=LATER)


class Module:
    """A game's module of states."""

    Priced = Priced


@pytest.mark.parametrize(
    ("source", "count"), [("Priced(points=1)", 1), ("Priced(points=1, price=2)", 0), ("other()", 0)]
)
def test_a_table_that_follows_the_earlier_rule_is_found(source: str, count: int) -> None:
    module: Any = Module
    found = silent_calls(source, module)
    assert len(found) == count
    assert all("Priced(…) does not name “price”" in each for each in found)
