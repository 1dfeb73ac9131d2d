"""Marks report the reached statements of a module's functions, by which a mutant's tests are chosen."""

import builtins
from typing import Any

import pytest

from tests.mutation.statements import REACHED, Marked, marked

SOURCE = '''"""A module."""

LIMIT = 3


class Counter:
    step = 1

    async def counted(self, words):
        """What it promises."""
        for word in words:
            if len(word) > LIMIT:
                yield word
            else:
                self.step += 1


def told(word):
    match word:
        case "a" | "b":
            return 1
        case _:
            def inner(again=LIMIT):
                return again
            return inner()
'''


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    marks: list[int] = []
    monkeypatch.setattr(builtins, REACHED, marks.append, raising=False)
    return marks


def carried_out(module: Marked) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(module.code, names)  # noqa: S102 # the text above
    return names


def lines(module: Marked, reached: list[int]) -> list[int]:
    return [module.spans[number - module.first].first[0] for number in reached]


def test_each_statement_of_a_function_says_that_it_is_reached(reached: list[int]) -> None:
    module = marked(SOURCE, "module.py", 100)
    names = carried_out(module)
    assert reached == []
    assert names["told"]("a") == 1
    assert lines(module, reached) == [19, 21]
    reached.clear()
    assert names["told"]("c") == 3
    assert lines(module, reached) == [19, 23, 25, 24]
    assert names["Counter"].counted.__doc__ == "What it promises."


def test_where_something_is_written_the_innermost_statement_is_found(reached: list[int]) -> None:
    module = marked(SOURCE, "module.py", 100)
    for line, column, first in [(12, 15, 12), (13, 22, 13), (15, 16, 15), (21, 19, 21), (23, 28, 23), (24, 23, 24)]:
        mark = module.at(line, column)
        assert mark is not None
        assert module.spans[mark - 100].first[0] == first


@pytest.mark.parametrize(("line", "column"), [(3, 8), (7, 11), (9, 4), (18, 9)])
def test_what_an_import_carries_out_is_no_statement_of_a_function(reached: list[int], line: int, column: int) -> None:
    assert marked(SOURCE, "module.py", 100).at(line, column) is None


def test_of_other_modules_only_the_entries_of_functions_are_marked(reached: list[int]) -> None:
    module = marked(SOURCE, "module.py", 0, entries=True)
    carried_out(module)["told"]("c")
    assert lines(module, reached) == [19, 24]
