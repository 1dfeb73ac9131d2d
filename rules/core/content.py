"""What a game is made of (`seeds/<game>/*.toml`), read alike for every game: its card list and its ready-made decks.

What a table says is declared by the class that its entries become, a frozen dataclass. A field stands in the column of
its name: for an int a whole number from 0, for a bool true or false, for a str text, for an Enum the value of a member.
`Annotated` can add a reader, `whole(1)`, and the column, `"class"`, where it is called otherwise. What has a default
may be left out. What `__post_init__` finds wrong, a ValueError, is told of the entry.
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
"""Makes a value of what stands in a column; a ValueError says why it cannot."""

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _Column(NamedTuple):
    field: str
    name: str
    read: Reader
    needed: bool = True


def whole(least: int = 0, most: int | None = None) -> Reader:
    """Reads a whole number in these bounds."""

    def read(value: object) -> int:
        if type(value) is not int or value < least or (most is not None and value > most):
            raise unfit(f"a whole number from {least}{'' if most is None else f' to {most}'}", value)
        return value

    return read


def line(longest: int | None = None) -> Reader:
    """Reads text that is not blank, of so many characters at most."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not value.strip() or (longest is not None and len(value.strip()) > longest):
            raise unfit(f"text{'' if longest is None else f' of at most {longest} characters'}", value)
        return value

    return read


def one_of(words: Mapping[str, Any]) -> Reader:
    """Reads what one of these words means."""

    def read(value: object) -> Any:
        if not isinstance(value, str) or value not in words:
            raise unfit(f"one of {', '.join(words)}", value)
        return words[value]

    return read


def unfit(wanted: str, value: object) -> ValueError:
    """What a reader raises if something else stands there than is wanted."""
    return ValueError(f"wants {wanted}, not {value!r}")


@contextmanager
def naming(place: str) -> Iterator[None]:
    """A ValueError that is raised in here is told of this place."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def table(content: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    """What stands in a file, by its name without its ending.

    Raises:
        ValueError: it is missing.
    """
    if file not in content:
        raise ValueError(f"{file}.toml is missing")
    found: Mapping[str, Any] = content[file]
    return found


def read_cards(content: Mapping[str, Any], tables: Mapping[str, type[C]], **readers: Reader) -> dict[CardId, C]:
    """The cards of some tables, by the name of the file, as one list (`read_table`, `card_list`)."""
    found: list[dict[CardId, C]] = []
    for file, kind in tables.items():
        found.append(read_table(content, file, kind, first=sum(map(len, found)), **readers))
    return card_list(*found)


def read_table(
    content: Mapping[str, Any], file: str, kind: type[C], *, first: int = 0, **readers: Reader
) -> dict[CardId, C]:
    """The cards of a table by id, in its order, which is counted from `first`.

    Readers are given by the name of a field, where its class cannot know of them.

    Raises:
        ValueError: the file is missing, or an entry is not such a card; names it.
    """
    cards = {}
    for order, (id_, entry) in enumerate(table(content, file).items(), start=first):
        with naming(f"{file}.toml, {id_}"):
            cards[CardId(id_)] = read_entry(entry, kind, readers, id=_id(id_), order=order)
    return cards


def read_entry(entry: Any, kind: Callable[..., T], readers: Mapping[str, Reader], **known: Any) -> T:
    """An entry as what it is. Fields that are known do not stand in it."""
    columns = [c._replace(read=readers.get(c.field, c.read)) for c in _columns(kind) if c.field not in known]
    return kind(**known, **_values(entry, columns))


def card_list(*tables: Mapping[CardId, C]) -> dict[CardId, C]:
    """The cards of some tables by id, one table after the other.

    Raises:
        ValueError: two cards have the same id or name; names it.
    """
    cards = [card for table in tables for card in table.values()]
    for what, said in ("id", Counter(card.id for card in cards)), ("name", Counter(card.name for card in cards)):
        if twice := [value for value, count in said.items() if count > 1]:
            raise ValueError(f"two cards have the same {what}: {twice[0]}")
    return {card.id: card for card in cards}


def read_decks(content: Mapping[str, Any], rule: Sequence[DeckPart], cards: Mapping[CardId, Card]) -> dict[str, Deck]:
    """The ready-made decks of decks.toml by id, in its order; {} for a game without.

    Each part of a deck is a list of cards, or a table of how many copies there are of each.

    Raises:
        ValueError: the file is missing, or an entry is not a legal deck of these cards; names it.
    """
    columns = [_Column("name", "name", line()), _Column("summary", "summary", line())]
    columns += (_Column(part.column, part.column, _listed) for part in rule)
    decks = {}
    for id_, entry in table(content, "decks").items() if rule else ():
        with naming(f"decks.toml, {id_}"):
            said = _values(entry, columns)
            listed = tuple(card for part in rule for card in said[part.column])
            if faults := deck_faults(rule, cards, listed):
                raise ValueError(" ".join(faults))
            decks[id_] = Deck(id=_id(id_), name=said["name"], summary=said["summary"], cards=listed)
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
    """What an entry says, by field."""
    names = list(dict.fromkeys(column.name for column in columns))
    if not isinstance(entry, Mapping):
        raise unfit(", ".join(names), entry)
    if unknown := [name for name in entry if name not in names]:
        raise ValueError(f"has {', '.join(unknown)}; wants {', '.join(names)}")
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
        value = [card for card, count in value.items() for _ in range(_copies(card, count))]
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise unfit("a list of cards, or a table of their copies", value)
    return tuple(value)


def _copies(card: str, count: object) -> int:
    with naming(card):
        copies: int = whole(1)(count)
    return copies


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise unfit("true or false", value)
    return value


_READERS: Final[Mapping[type, Reader]] = {int: whole(), str: line(), bool: _flag}
