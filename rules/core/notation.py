"""Actions as text, both ways.

An action is a small frozen dataclass. Its text is its verb and then a word for each field (`boost titan-servo`,
`place 12 b 180 3,-1`). The same text is an autocomplete value, a button's id, a line of the log, a line of a test.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Final, TypeVar, get_args, get_origin, get_type_hints

A = TypeVar("A", bound="Action")

_WORD: Final = re.compile(r"[a-z0-9][a-z0-9+.,-]*|-[0-9][0-9,.-]*")
_ECHO: Final = 40


class NotationError(ValueError):
    """The text is not an action. (An action that the rules refuse is an `IllegalActionError`.)"""


@dataclass(frozen=True, slots=True)
class Action:
    """A decision of a player. The docstring of a subclass, one line, is what players read about it.

    A field is a str (an id), an int, an Enum with str values, a NamedTuple of ints (a place), or, as the last
    one, a tuple of any number of these. Wrap it in `Annotated[..., "..."]` to say what it means to a player.
    """

    verb: ClassVar[str]
    """The first word. If not given: the name of the class in lower case, words joined by hyphens."""

    open: ClassVar[bool] = False
    """Whether it can be offered to everybody's eyes: that it is legal now, and what it says, follows from the
    public view alone."""

    harmless: ClassVar[bool] = False
    """Whether it only lets a decision go by, and spends nothing: what a player does who does nothing
    (`rules.core.game.Game.harmless`). At most one of the options of a seat is."""

    def __init_subclass__(cls) -> None:
        if "verb" not in cls.__dict__:
            cls.verb = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __str__(self) -> str:
        return " ".join(words(self))


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an action, as notation sees it."""

    name: str
    meaning: str
    parse: Callable[[str], Any]
    write: Callable[[Any], str]
    """The word of a value."""
    many: bool
    """Takes all the words that are left, one or more."""


_FIELDS: Final[dict[type[Action], tuple[Field, ...]]] = {}


def fields_of(kind: type[Action]) -> tuple[Field, ...]:
    """The fields of an action in the order of its words.

    Raises:
        TypeError: notation has no words for one of them.
    """
    if kind not in _FIELDS:
        hints = get_type_hints(kind, include_extras=True)
        found = tuple(_field(f.name, hints[f.name]) for f in fields(kind))
        if any(f.many for f in found[:-1]):
            raise TypeError(f"{kind.__name__}: only the last field can take many words")
        _FIELDS[kind] = found
    return _FIELDS[kind]


def words(action: Action) -> tuple[str, ...]:
    """The words of an action, its verb first."""
    found = [action.verb]
    for f in fields_of(type(action)):
        value = getattr(action, f.name)
        if f.many:
            found.extend(map(f.write, value))
        else:
            found.append(f.write(value))
    return tuple(found)


def going_on(actions: Iterable[A], said: Sequence[str]) -> list[A]:
    """Those of the actions that begin with these words, and do not end with them."""
    start, depth = tuple(said), len(said)
    same = actions if not start else [action for action in actions if action.verb == start[0]]
    return [action for action in same if (found := words(action))[:depth] == start and len(found) > depth]


def parse(kinds: Sequence[type[A]], text: str) -> A:
    """The action that the text says, out of these kinds.

    Raises:
        NotationError: the verb is none of theirs, or a word is missing, too many or not of its field's form.
    """
    verb, *rest = text.split() or [""]
    for kind in kinds:
        if kind.verb == verb:
            return _parse_as(kind, rest)
    raise NotationError(f"“{_shown(verb)}” is no action here; there are {', '.join(k.verb for k in kinds)}")


def _parse_as(kind: type[A], rest: list[str]) -> A:
    known = fields_of(kind)
    wanted = " ".join((kind.verb, *(f"<{f.name}>" for f in known)))
    fits = len(rest) >= len(known) if known and known[-1].many else len(rest) == len(known)
    if not fits:
        raise NotationError(f"it is written: {wanted}")
    values: list[Any] = []
    for f, word in zip(known, rest, strict=False):
        taken = rest[len(values) :] if f.many else [word]
        try:
            read = [f.parse(w) for w in taken]
        except ValueError:
            raise NotationError(f"“{_shown(' '.join(taken))}” is no {f.name}; it is written: {wanted}") from None
        values.append(tuple(read) if f.many else read[0])
    action = kind(*values)
    if words(action)[1:] != tuple(rest):
        raise NotationError(f"it is written: {_shown(str(action))}")
    return action


def _field(name: str, hint: Any) -> Field:
    meaning = name
    if get_origin(hint) is Annotated:
        hint, meaning = get_args(hint)
    many = get_origin(hint) is tuple
    if many:
        hint, *length = get_args(hint)
        if length != [...]:
            raise TypeError(f"field {name}: a tuple in an action is of one kind and any length")
    return Field(name, meaning, *_words_of(hint), many)


def _words_of(hint: Any) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    """How the words of a kind of values are read and written."""
    while hasattr(hint, "__supertype__"):  # a NewType
        hint = hint.__supertype__
    if hint is str:
        return _checked, str
    if hint is int:
        return int, str
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint, attrgetter("value")
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        place: Callable[..., Any] = hint
        length = len(hint._fields)
        return lambda word: place(*_integers(word, length)), _joined
    raise TypeError(f"notation has no word for {hint!r}")


def _integers(word: str, count: int) -> list[int]:
    numbers = [int(part) for part in word.split(",")]
    if len(numbers) != count:
        raise ValueError(word)
    return numbers


def _checked(word: str) -> str:
    if not _WORD.fullmatch(word):
        raise ValueError(word)
    return word


def _joined(place: tuple[int, ...]) -> str:
    return ",".join(map(str, place))


def _shown(text: str) -> str:
    return text if len(text) <= _ECHO else text[:_ECHO] + "…"
