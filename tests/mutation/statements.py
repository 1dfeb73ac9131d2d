"""The statements of a module's functions, each with a mark that says when it is reached."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Final

REACHED: Final = "__reached__"
"""What each mark calls with its number, among the builtins of the process."""


@dataclass(frozen=True)
class Span:
    """From where to where a statement is written: lines from 1, columns from 0."""

    first: tuple[int, int]
    last: tuple[int, int]


@dataclass(frozen=True)
class Marked:
    """A module whose functions say which of their statements are reached."""

    code: CodeType
    spans: Sequence[Span]
    """By number, from that of the first mark on."""
    first: int

    def at(self, line: int, column: int) -> int | None:
        """The mark of the innermost statement of a function that is written there; None: it is part of a module or of
        a class, and is carried out by the import.
        """
        found = [number for number, span in enumerate(self.spans) if span.first <= (line, column) < span.last]
        innermost = max(found, key=lambda number: self.spans[number].first, default=None)
        return None if innermost is None else self.first + innermost


def marked(source: str, path: str, first: int, *, entries: bool = False) -> Marked:
    """The module with a mark before each statement of a function, or at the entries of functions alone."""
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
    """All lists of statements of a function, but for those of functions and classes within it."""
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
