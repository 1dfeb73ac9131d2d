"""Marks on the statements of a module's functions, which report when a statement is reached."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Final

REACHED: Final = "__reached__"
"""Name of the builtin function that each mark calls with its number."""


@dataclass(frozen=True)
class Span:
    """Start and end of a statement in the source: lines from 1, columns from 0."""

    first: tuple[int, int]
    last: tuple[int, int]


@dataclass(frozen=True)
class Marked:
    """A compiled module with marks in its functions."""

    code: CodeType
    spans: Sequence[Span]
    """Place of each mark, by number from the first one."""
    first: int

    def at(self, line: int, column: int) -> int | None:
        """Return the mark of the innermost statement of a function at this place; None outside functions, where the
        import runs the code.
        """
        marks = [number for number, span in enumerate(self.spans) if span.first <= (line, column) < span.last]
        innermost = max(marks, key=lambda number: self.spans[number].first, default=None)
        return None if innermost is None else self.first + innermost


def marked(source: str, path: str, first: int, *, entries: bool = False) -> Marked:
    """Compile a module with a mark before each statement of a function, or only at the entries of functions."""
    tree = ast.parse(source)
    spans: list[Span] = []
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]:
        for body in [function.body] if entries else _bodies(function):
            plain, body[:] = [*body], []
            for statement in plain:
                if not _is_docstring(statement) and not (entries and len(body) > 1):
                    spans.append(_span(statement))
                    body.append(_mark(statement, first + len(spans) - 1))
                body.append(statement)
    return Marked(compile(tree, path, "exec"), spans, first)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield all lists of statements of a function, except those of nested functions and classes."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, name, None)
        if not isinstance(inner, list) or not inner:
            continue
        if isinstance(inner[0], ast.stmt):
            yield inner
        for each in inner:
            if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _bodies(each)


def _span(statement: ast.stmt) -> Span:
    end = (statement.end_lineno or statement.lineno, statement.end_col_offset or statement.col_offset)
    return Span((statement.lineno, statement.col_offset), end)


def _mark(statement: ast.stmt, number: int) -> ast.stmt:
    call = ast.Call(ast.Name(REACHED, ast.Load()), [ast.Constant(number)], [])
    return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), statement))


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
