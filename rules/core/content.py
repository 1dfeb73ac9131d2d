"""Reading a game's content (`seeds/<game>/*.toml`): its card list and its ready-made decks.

The columns of a table are declared by the class of its entries, a frozen dataclass. Each field is read from the column
of the same name: an int from a whole number from 0 up, a bool from true or false, a str from text, an Enum from the
value of a member. `Annotated` can give another reader, `whole(1)`, or another column, `"class"`. A field with a default
is optional. A ValueError from `__post_init__` is reported with the entry's name.

Content can come from a match file of another hand. So numbers, texts, tables and decks have limits far above the needs
of a game, and texts have no control characters.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from rules.core.cards import Card, CardId, Deck
from rules.core.decks import DeckPart, deck_faults

C = TypeVar("C", bound=Card)
T = TypeVar("T")

Reader = Callable[[Any], Any]
"""Converts the value of a column; raises a ValueError that says why it cannot."""

LARGEST_NUMBER: Final = 100_000
MOST_COPIES: Final = 100
"""The maximum number of copies of a card in a game's deck."""
_LONGEST_TEXT: Final = 300
_MOST_ENTRIES: Final = 1_000
"""The maximum number of entries of a table, and of cards of a ready-made deck."""
_LONGEST_ECHO: Final = 80
"""The maximum number of characters that an error quotes."""
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _Column(NamedTuple):
    field: str
    name: str
    read: Reader
    needed: bool = True


def whole(least: int = 0, most: int = LARGEST_NUMBER) -> Reader:
    """Return a reader for whole numbers within these bounds."""

    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise unfit(f"a whole number from {least} to {most}", value)
        return value

    return read


def line(longest: int = _LONGEST_TEXT) -> Reader:
    """Return a reader for text that is not blank, has at most this many characters and can be printed."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not value.strip() or len(value.strip()) > longest or not value.isprintable():
            raise unfit(f"text of at most {longest} characters", value)
        return value

    return read


def one_of(words: Mapping[str, Any]) -> Reader:
    """Return a reader that maps these words to their values."""

    def read(value: object) -> Any:
        if not isinstance(value, str) or value not in words:
            raise unfit(f"one of {', '.join(words)}", value)
        return words[value]

    return read


def unfit(wanted: str, value: object) -> ValueError:
    """Return the error for a value of the wrong kind."""
    return ValueError(f"expected {wanted}, not {_echo(value)}")


def _echo(value: object) -> str:
    """Return a value as an error quotes it."""
    quoted = "a number of many digits" if isinstance(value, int) and abs(value) > 10**20 else repr(value)
    return quoted if len(quoted) <= _LONGEST_ECHO else f"{quoted[:_LONGEST_ECHO]}…"


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Prefix the message of any ValueError raised inside with `place`."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def table(content: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    """Return the tables of a file, by its name without its ending.

    Raises:
        ValueError: the file is missing, has no tables, or too many.
    """
    if file not in content:
        raise ValueError(f"{file}.toml is missing")
    tables: Any = content[file]
    if not isinstance(tables, Mapping) or len(tables) > _MOST_ENTRIES:
        raise ValueError(f"{file}.toml: it needs tables, at most {_MOST_ENTRIES}")
    return tables


def read_cards(content: Mapping[str, Any], tables: Mapping[str, type[C]], **readers: Reader) -> dict[CardId, C]:
    """Read the cards of several tables into one dict, in order. tables: the class of each file's cards, by the file's
    name.
    """
    cards: list[dict[CardId, C]] = []
    for file, kind in tables.items():
        cards.append(read_table(content, file, kind, first=sum(map(len, cards)), **readers))
    return card_list(*cards)


def read_table(
    content: Mapping[str, Any], file: str, kind: type[C], *, first: int = 0, **readers: Reader
) -> dict[CardId, C]:
    """Read the cards of a table by id, in the table's order. `first` is the order number of the first card.

    `readers`: readers for some fields, by field name, which replace those of the class.

    Raises:
        ValueError: the file is missing, or an entry is not a valid card; the message names the entry.
    """
    cards = {}
    for order, (id_, entry) in enumerate(table(content, file).items(), start=first):
        with naming(f"{file}.toml, {id_}"):
            cards[CardId(id_)] = read_entry(entry, kind, readers, id=_id(id_), order=order)
    return cards


def read_entry(entry: Any, kind: Callable[..., T], readers: Mapping[str, Reader], **given: Any) -> T:
    """Read one entry. The values of the fields in `given` are passed in, so these fields must not appear in the
    entry.
    """
    columns = [c._replace(read=readers.get(c.field, c.read)) for c in _columns(kind) if c.field not in given]
    return kind(**given, **_values(entry, columns))


def card_list(*tables: Mapping[CardId, C]) -> dict[CardId, C]:
    """Join the tables of cards, by id, one table after the other.

    Raises:
        ValueError: two cards have the same id or name; the message names it.
    """
    cards = [card for table in tables for card in table.values()]
    for attribute, counts in ("id", Counter(card.id for card in cards)), ("name", Counter(card.name for card in cards)):
        if twice := [value for value, count in counts.items() if count > 1]:
            raise ValueError(f"two cards have the same {attribute}: {twice[0]}")
    return {card.id: card for card in cards}


def read_decks(content: Mapping[str, Any], rule: Sequence[DeckPart], cards: Mapping[CardId, Card]) -> dict[str, Deck]:
    """Read the ready-made decks of decks.toml by id, in the file's order; {} for a game without decks.

    Each part of a deck is either a list of cards, or a table that counts the copies of each card.

    Raises:
        ValueError: the file is missing, or an entry is not a legal deck of these cards; the message names the entry.
    """
    columns = [_Column("name", "name", line()), _Column("summary", "summary", line())]
    columns += (_Column(part.column, part.column, _listed) for part in rule)
    decks = {}
    for id_, entry in table(content, "decks").items() if rule else ():
        with naming(f"decks.toml, {id_}"):
            values = _values(entry, columns)
            listed = tuple(card for part in rule for card in values[part.column])
            if faults := deck_faults(rule, cards, listed):
                raise ValueError(" ".join(faults))
            decks[id_] = Deck(id=_id(id_), name=values["name"], summary=values["summary"], cards=listed)
    return decks


@cache
def _columns(kind: Any) -> tuple[_Column, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_column(f.name, hints[f.name], needed=f.default is MISSING) for f in fields(kind) if f.init)


def _column(field: str, hint: Any, *, needed: bool) -> _Column:
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    name = next((extra for extra in more if isinstance(extra, str)), field)
    return _Column(field, name, next(filter(callable, more), None) or _reader_of(kind), needed)


def _reader_of(kind: Any) -> Reader:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return one_of({member.value: member for member in kind})
    return _READERS.get(kind, _undeclared)


def _undeclared(value: object) -> Any:
    raise TypeError(f"nothing tells how {value!r} is read")


def _id(id_: str) -> CardId:
    if not _ID.fullmatch(id_):
        raise ValueError("an id is made of lower-case words and hyphens")
    return CardId(id_)


def _values(entry: Any, columns: Sequence[_Column]) -> dict[str, Any]:
    """Return the values of an entry by field."""
    names = list(dict.fromkeys(column.name for column in columns))
    if not isinstance(entry, Mapping):
        raise unfit(", ".join(names), entry)
    if unknown := [name for name in entry if name not in names]:
        raise ValueError(f"unknown {', '.join(unknown)}; expected {', '.join(names)}")
    values = {}
    for field, name, read, needed in columns:
        if name in entry:
            with naming(name):
                values[field] = read(entry[name])
        elif needed:
            raise ValueError(f"{name} is missing")
    return values


def _listed(value: object) -> tuple[CardId, ...]:
    if isinstance(value, Mapping):
        counts = {card: _count(card, count) for card, count in value.items()}
        cards = [card for card, count in counts.items() for _ in range(count)] if len(counts) <= _MOST_ENTRIES else None
    else:
        cards = value if isinstance(value, list) and len(value) <= _MOST_ENTRIES else None
    if cards is None or not all(isinstance(card, str) for card in cards):
        raise unfit("a list of cards, or a table of their copies", value)
    return tuple(cards)


def _count(card: str, count: object) -> int:
    with naming(card):
        copies: int = whole(1, MOST_COPIES)(count)
    return copies


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise unfit("true or false", value)
    return value


_READERS: Final[Mapping[type, Reader]] = {int: whole(), str: line(), bool: _flag}
