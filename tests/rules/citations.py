"""Check which clauses of the rulebook a game's sources name.

A clause is *named* by its number where its behaviour is: in a docstring (of a module, a class, a function or a name),
in a comment, or as the value of a `clause`. “4.1 to 4.3” names all three; text in “ ” is ignored.

It is only *cited* by a sentence that ends in `(rule 4.1)`, by any other string that is a number like it, and by modules
that describe the rules or play by them (`TELLING`).
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from rules.core.game import Clause

TELLING: Final = frozenset(("events.py", "view.py", "labels.py", "sentences.py", "refusals.py", "greedy.py"))
APART_FROM: Final = f"apart from {', '.join(sorted(TELLING))}"
"""The files of a game that implement no rule."""

_NUMBER: Final = re.compile(r"(?<![\w.])(\d+)\.(\d+)(?: to \1\.(\d+))?(?!\w|\.\d)")
_QUOTED: Final = re.compile(r"“[^”]*”")
_RULE: Final = re.compile(r"\(rule ([^)]+)")


class Citation(NamedTuple):
    """The number of a clause in a source."""

    number: str
    line: int
    named: bool
    """Whether it names the clause, and does not merely cite it."""


def citations(source: str) -> list[Citation]:
    """Return every citation in a Python source."""
    found: list[Citation] = []
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) in docstrings:
                found += _in_prose(text, node.lineno)
            case ast.Constant(value=str(text)):
                numbers = _RULE.findall(text) or ([text] if _NUMBER.fullmatch(text) else [])
                found += [Citation(number, node.lineno, named=False) for number in numbers]
            case (
                ast.AnnAssign(target=ast.Name(id="clause"), value=ast.Constant(value=str(number)) as given)
                | ast.Assign(targets=[ast.Name(id="clause")], value=ast.Constant(value=str(number)) as given)
                | ast.keyword(arg="clause", value=ast.Constant(value=str(number)) as given)
            ):
                found.append(Citation(number, given.lineno, named=True))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            found += _in_prose(token.string, token.start[0])
    return found


def _in_prose(text: str, line: int) -> Iterator[Citation]:
    text = _QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), text)
    for match in _NUMBER.finditer(text):
        chapter, first, last = match[1], int(match[2]), int(match[3] or match[2])
        at = line + text.count("\n", 0, match.start())
        for number in range(first, last + 1):
            yield Citation(f"{chapter}.{number}", at, named=True)


def faults_of_code(game: str, clauses: Iterable[Clause], sources: Mapping[str, str]) -> list[str]:
    """Return a line for each citation of a missing clause, and for each rule that no source names.

    A definition need not be named.

    Args:
        game: its key, for the lines.
        clauses: its rulebook.
        sources: what is in rules/<game>, by the name of the file.
    """
    there = {clause.number: clause for clause in clauses}
    found, named = [], set()
    for file, source in sources.items():
        for citation in sorted(citations(source), key=lambda citation: citation.line):
            if citation.number not in there:
                found.append(f"{game}: {file}:{citation.line} cites clause {citation.number}, which there is not")
            elif citation.named and file not in TELLING:
                named.add(citation.number)
    found += [
        f"{game}: clause {clause.number} is named nowhere in rules/{game}, {APART_FROM}: {clause.text}"
        for clause in there.values()
        if clause.number not in named and not clause.definition
    ]
    return found


def faults_of_tests(game: str, clauses: Iterable[Clause], tested: Iterable[str]) -> list[str]:
    """Return a line for each clause that no test is marked with, and for each mark of a missing clause."""
    there = {clause.number: clause for clause in clauses}
    marked = set(tested)
    unknown = sorted(marked - set(there))
    found = [f"{game}: a test is marked with clause {number}, which there is not" for number in unknown]
    found += [
        f"{game}: clause {clause.number} has no test: {clause.text}"
        for clause in there.values()
        if clause.number not in marked
    ]
    return found
