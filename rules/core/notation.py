"""Notation: write actions as text, and read text as actions.

An action is a small frozen dataclass. Its text consists of its verb and a word for each field (`boost titan-servo`,
`place 12 b 180 3,-1`). The same text serves as an autocomplete value, a button's id, a line of the log and a line of a
test.
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
    """The text is not an action. For an action that the rules refuse, `IllegalActionError` is raised instead."""


@dataclass(frozen=True, slots=True)
class Action:
    """A player's decision. Players read the one-line docstring of each subclass.

    A field is a str (an id), an int, an Enum with str values or a NamedTuple of ints (a place). The last field can also
    be a tuple of any number of these. Wrap its type in `Annotated[..., "..."]` to describe it to players.

    >>> @dataclass(frozen=True, slots=True)
    ... class Boost(Action):
    ...     "Boost a card."
    ...     card: str
    ...     points: int
    >>> str(Boost("titan-servo", 2))
    'boost titan-servo 2'
    >>> parse([Boost], "boost titan-servo 2").points
    2
    >>> parse([Boost], "boost titan-servo")
    Traceback (most recent call last):
    rules.core.notation.NotationError: write it like this: boost <card> <points>
    """

    verb: ClassVar[str]
    """The first word of the text. By default: the class name in lower case, its words joined by hyphens."""

    open: ClassVar[bool] = False
    """Whether everyone may see that a player has this option. If so, its legality and its text must follow from the
    public view.
    """

    harmless: ClassVar[bool] = False
    """Whether the action lets a decision pass at no cost. It is then the default action when time runs out
    (`rules.core.game.Game.default_action`). A seat never has two such options.
    """

    clause: ClassVar[str] = ""
    """The clause of the rulebook that describes the action; "" if the phase's clause does."""

    def __init_subclass__(cls) -> None:
        if "verb" not in cls.__dict__:
            cls.verb = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __str__(self) -> str:
        return " ".join(words(self))


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an action in notation."""

    name: str
    meaning: str
    parse: Callable[[str], Any]
    write: Callable[[Any], str]
    """Writes a value as a word."""
    many: bool
    """Whether the field takes all remaining words, one or more."""


_FIELDS: Final[dict[type[Action], tuple[Field, ...]]] = {}


def fields_of(kind: type[Action]) -> tuple[Field, ...]:
    """Return the fields of an action in the order of its words.

    Raises:
        TypeError: notation has no word for a field.
    """
    if kind not in _FIELDS:
        hints = get_type_hints(kind, include_extras=True)
        described = tuple(_field(f.name, hints[f.name]) for f in fields(kind))
        if any(f.many for f in described[:-1]):
            raise TypeError(f"{kind.__name__}: only the last field can take many words")
        _FIELDS[kind] = described
    return _FIELDS[kind]


def words(action: Action) -> tuple[str, ...]:
    """Return the words of an action, its verb first."""
    texts = [action.verb]
    for f in fields_of(type(action)):
        value = getattr(action, f.name)
        if f.many:
            texts.extend(map(f.write, value))
        else:
            texts.append(f.write(value))
    return tuple(texts)


def beginning_with(actions: Iterable[A], start_words: Sequence[str]) -> list[A]:
    """Return the actions whose text begins with these words and has more words after them."""
    start, depth = tuple(start_words), len(start_words)
    same = actions if not start else [action for action in actions if action.verb == start[0]]
    return [action for action in same if (action_words := words(action))[:depth] == start and len(action_words) > depth]


def parse(kinds: Sequence[type[A]], text: str) -> A:
    """Parse the text as an action of one of these classes.

    Raises:
        NotationError: the verb is unknown, or there are too few words, too many, or one of the wrong form.
    """
    verb, *words_left = text.split() or [""]
    for kind in kinds:
        if kind.verb == verb:
            return _parse_as(kind, words_left)
    raise NotationError(f"“{_shown(verb)}” isn't an action here; the actions are {', '.join(k.verb for k in kinds)}")


def _parse_as(kind: type[A], words_left: list[str]) -> A:
    expected = fields_of(kind)
    wanted = " ".join((kind.verb, *(f"<{f.name}>" for f in expected)))
    fits = len(words_left) >= len(expected) if expected and expected[-1].many else len(words_left) == len(expected)
    if not fits:
        raise NotationError(f"write it like this: {wanted}")
    values: list[Any] = []
    for f, word in zip(expected, words_left, strict=False):
        taken = words_left[len(values) :] if f.many else [word]
        try:
            read = [f.parse(w) for w in taken]
        except ValueError:
            raise NotationError(
                f"“{_shown(' '.join(taken))}” doesn't fit <{f.name}>; write it like this: {wanted}"
            ) from None
        values.append(tuple(read) if f.many else read[0])
    action = kind(*values)
    if words(action)[1:] != tuple(words_left):
        raise NotationError(f"write it like this: {_shown(str(action))}")
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
    """Return the functions that read and write the words of a type."""
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
