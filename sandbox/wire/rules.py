"""Tables of rules that Discord writes down in words, beside what its published description can say."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from sandbox.wire.components import Path
from sandbox.wire.errors import Problem

Form = TypeVar("Form")
Found = Iterator[tuple[Path, str]]
"""Where a form is wrong, and what is wrong there."""


@dataclass(frozen=True)
class Rule(Generic[Form]):
    """One thing that Discord asks of a form, and the page of its documentation that says so."""

    name: str
    source: str
    find: Callable[[Form], Found]


class Table(Generic[Form]):
    """The rules for one kind of form."""

    def __init__(self) -> None:
        self.rules: list[Rule[Form]] = []

    def rule(self, name: str, source: str) -> Callable[[Callable[[Form], Found]], Callable[[Form], Found]]:
        """Put a rule into the table."""

        def put(find: Callable[[Form], Found]) -> Callable[[Form], Found]:
            assert name not in {rule.name for rule in self.rules}, name
            self.rules.append(Rule(name, source, find))
            return find

        return put

    def problems(self, form: Form) -> list[Problem]:
        """All that is wrong with a form."""
        return [Problem(path, message, rule.name) for rule in self.rules for path, message in rule.find(form)]


def too_long(value: object, most: int, at: Path) -> Found:
    """A text that is longer than allowed."""
    if isinstance(value, str) and len(value) > most:
        yield at, f"Must be {most} or fewer in length."


def outside(value: object, least: int, most: int, at: Path) -> Found:
    """A text or list whose length is outside of these."""
    if isinstance(value, str | list | tuple) and not least <= len(value) <= most:
        yield at, f"Must be between {least} and {most} in length."


def repeated(values: Iterator[tuple[Path, object]]) -> Found:
    """Values that stood before."""
    seen = set()
    for at, value in values:
        if value in seen:
            yield at, f"{value!r} is duplicated"
        seen.add(value)


def words(text: str) -> frozenset[str]:
    """The words of a text, such as the names of fields."""
    return frozenset(text.split())
