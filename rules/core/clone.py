"""Copying states: a copy function for each class, generated once from the types of its fields."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from rules.core.cards import Card

NOT_COPIED: Final = MappingProxyType({"copied": False})
"""Metadata of a list field that is left empty in every copy."""

Copier = Callable[[Any], Any]

_CONSTANTS: Final = (int, str, Enum, Fraction, NoneType, Card)
"""Classes of immutable values. (A card counts as immutable, since each card has only one object.)"""


class _Copiers(dict[type, Copier]):
    """The copy function of each dataclass, made on first use.

    Lists, sets, dicts and dataclasses that are not frozen are copied at any depth; all other values are shared. This
    relies on two promises: every field holds exactly the type that it declares, and a subclass of a frozen dataclass
    adds nothing mutable.

    Raises:
        TypeError: a field's type does not show whether its values are mutable (`Any`, `Sequence`), or is a frozen class
        with something mutable in it; the message names the field.
    """

    def __missing__(self, kind: type) -> Copier:
        hints = get_type_hints(kind)
        names: dict[str, Any] = {"new": object.__new__, "copiers": self, "kind": kind}
        lines = ["def copied(it):", " copy = new(kind)"]
        for field in fields(kind):
            source = f"it.{field.name}"
            try:
                part = _copied(hints[field.name], source, names) if field.metadata != NOT_COPIED else "[]"
            except TypeError as error:
                raise TypeError(f"{kind.__name__}.{field.name} cannot be copied: {error}") from None
            lines.append(f" copy.{field.name} = {part}")
        lines.append(" return copy")
        exec("\n".join(lines), names)  # noqa: S102 - source, as dataclasses make theirs: a loop takes twice as long
        self[kind] = names["copied"]
        return self[kind]


COPIERS: Final = _Copiers()


def _copied(hint: Any, it: str, names: dict[str, Any]) -> str:
    """Return an expression that copies `it`, or `it` itself for an immutable value. Add to `names` what the expression
    uses.
    """
    if _constant(hint):
        return it
    kind, args = _kind(hint)
    if kind in (dict, set) and not _constant(args[0]):
        raise TypeError(f"the keys of a {hint} change")
    if kind is set or (kind in (list, dict) and _constant(args[-1])):
        return f"{it}.copy()"
    if kind is dict:
        return f"{{key: {_copied(args[1], 'x', names)} for key, x in {it}.items()}}"
    if kind is tuple and Ellipsis not in args:
        return f"({', '.join(_copied(arg, f'{it}[{place}]', names) for place, arg in enumerate(args))},)"
    if kind in (list, tuple):
        items = f"[{_copied(args[0], 'x', names)} for x in {it}]"
        return items if kind is list else f"tuple({items})"
    if kind in (Union, UnionType):
        changing, *others = (arg for arg in args if arg is not NoneType)
        if others:
            raise TypeError(f"which it is of {hint} decides whether it changes")
        return f"(None if {it} is None else {_copied(changing, it, names)})"
    name = f"kind{len(names)}"
    names[name] = kind
    return f"copiers[{name}]({it})"


def _constant(hint: Any) -> bool:
    """Return whether values of this type are immutable."""
    kind, args = _kind(hint)
    if kind in (list, set, dict) and args:
        return False
    if kind in (Union, UnionType, tuple, frozenset) and args:
        return all(_constant(arg) for arg in args if arg is not Ellipsis)
    if isinstance(kind, type) and issubclass(kind, _CONSTANTS):
        return True
    if is_dataclass(kind) and not kind.__dataclass_params__.frozen:  # type: ignore[union-attr]
        return False
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
        hints = get_type_hints(kind)
        if all(_constant(hints[name]) for name in names):
            return True
        raise TypeError(f"a {kind.__name__} is frozen, and yet something in it changes")
    raise TypeError(f"{hint} leaves open whether it changes")


def _kind(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the origin of a type and its arguments."""
    while hasattr(hint, "__supertype__"):  # a NewType
        hint = hint.__supertype__
    return get_origin(hint) or hint, get_args(hint)
