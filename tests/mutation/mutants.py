"""Mutants: single small changes of a program by cosmic-ray's operators, where the program decides something."""

import ast
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

_ORDERS: Final = ("Lt", "LtE", "Gt", "GtE")

_NOT_USED: Final = (
    "core/RemoveDecorator",  # without its decorator a class or a property is not even imported
    "core/Variable",  # asks for names
    "core/ReplaceComparisonOperator_Eq_Is",  # the same for the numbers of seats and cards; and never written
    "core/ReplaceComparisonOperator_NotEq_IsNot",
    *(f"core/ReplaceComparisonOperator_Is_{other}" for other in ("Eq", *_ORDERS)),  # equal, or no order that is meant
    *(f"core/ReplaceComparisonOperator_IsNot_{other}" for other in ("NotEq", *_ORDERS)),
)


@dataclass(frozen=True, order=True)
class Mutant:
    """One change at a line and a column, known by an operator of cosmic-ray and its count within the file."""

    path: Path
    line: int
    column: int
    operator: str
    occurrence: int

    def changed(self, source: str) -> str:
        """Return the source with the change."""
        mutated: str | None = mutate_code(source, get_operator(self.operator)(), self.occurrence)
        if mutated is None:
            raise ValueError(f"{self} was made for another text")
        return mutated

    def __str__(self) -> str:
        return f"{self.path.as_posix()}:{self.line}:{self.column} {self.operator.removeprefix('core/')}"


def mutants(checkout: Path, path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    source = (checkout / path).read_text("utf-8")
    tree, declared = get_ast(source), _declared(source)
    for name in sorted(operator_names()):
        if name.startswith(_NOT_USED):
            continue
        operator = get_operator(name)()
        places = (place for node in ast_nodes(tree) for place, _ in operator.mutation_positions(node))
        for occurrence, (line, column) in enumerate(places):
            if not any(first <= (line, column) < last for first, last in declared):
                yield Mutant(path, line, column, name, occurrence)


def _declared(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the places of type annotations and decorators: changes there are for the type checker to find."""
    declarations: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.AnnAssign() | ast.arg():
                declarations.append(node.annotation)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                declarations += [node.returns, *node.decorator_list]
            case ast.ClassDef():
                declarations += node.decorator_list
            case _:
                pass
    return [
        ((at.lineno, at.col_offset), (at.end_lineno or at.lineno, at.end_col_offset or at.col_offset))
        for at in declarations
        if at is not None
    ]


def drawn(every: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Draw this many mutants, with equal chances for each place: a sum has eleven mutants, a `not` has one."""
    by_place: defaultdict[tuple[Path, int, int], list[Mutant]] = defaultdict(list)
    for mutant in every:
        by_place[mutant.path, mutant.line, mutant.column].append(mutant)
    chance = random.Random(seed)  # noqa: S311 - nothing is to be kept secret
    places = chance.sample(sorted(by_place), min(count, len(by_place)))
    return [chance.choice(sorted(by_place[place])) for place in places]
