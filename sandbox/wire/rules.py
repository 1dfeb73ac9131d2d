"""Tables of rules that Discord states in its documentation but not in its published description."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from sandbox.wire.components import Path
from sandbox.wire.errors import Problem

Form = TypeVar("Form")
Findings = Iterator[tuple[Path, str]]
"""The places in a form that break a rule, each with a message."""


@dataclass(frozen=True)
class Rule(Generic[Form]):
    """A requirement on a form, with the page of Discord's documentation that states it."""

    name: str
    source: str
    find: Callable[[Form], Findings]


class Table(Generic[Form]):
    """The rules for one kind of form."""

    def __init__(self) -> None:
        self.rules: list[Rule[Form]] = []

    def rule(self, name: str, source: str) -> Callable[[Callable[[Form], Findings]], Callable[[Form], Findings]]:
        """Return a decorator that adds a rule to the table."""

        def add(find: Callable[[Form], Findings]) -> Callable[[Form], Findings]:
            assert name not in {rule.name for rule in self.rules}, name
            self.rules.append(Rule(name, source, find))
            return find

        return add

    def problems(self, form: Form) -> list[Problem]:
        """Return all problems of a form by the rules of this table."""
        return [Problem(path, message, rule.name) for rule in self.rules for path, message in rule.find(form)]


def length(text: str) -> int:
    """Return the length of a text: its code points, or its UTF-16 units, which are never fewer.

    Discord's staff said in 2020 that code points count (discord-api-docs #1315); others were refused by units in 2026
    (hermes-agent #54968). Here the larger number counts.
    """
    return max(len(text), len(text.encode("utf-16-le", "surrogatepass")) // 2)


def too_long(value: object, longest: int, at: Path) -> Findings:
    """Find a text that is longer than `longest`."""
    if isinstance(value, str) and length(value) > longest:
        yield at, f"Must be {longest} or fewer in length."


def outside(value: object, shortest: int, longest: int, at: Path) -> Findings:
    """Find a text or list whose length is not from `shortest` to `longest`."""
    if not isinstance(value, str | list | tuple):
        return
    if not shortest <= (length(value) if isinstance(value, str) else len(value)) <= longest:
        yield at, f"Must be between {shortest} and {longest} in length."


def repeated(values: Iterator[tuple[Path, object]]) -> Findings:
    """Find each value that equals an earlier one."""
    seen = set()
    for at, value in values:
        if value in seen:
            yield at, f"{value!r} is duplicated"
        seen.add(value)


def words(text: str) -> frozenset[str]:
    """Return the words of a text, for example names of fields."""
    return frozenset(text.split())
