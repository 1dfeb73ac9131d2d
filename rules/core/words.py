"""Helpers for the sentences of every game: lists of names, numbers of things."""

from collections.abc import Sequence


def together(names: Sequence[str], link: str = "and") -> str:
    """Join at least one name into a list in words.

    >>> together(["Ada"]), together(["Ada", "Bo"]), together(["Ada", "Bo", "Cleo"], "or")
    ('Ada', 'Ada and Bo', 'Ada, Bo or Cleo')
    """
    *others, last = names
    return f"{', '.join(others)} {link} {last}" if others else last


def span(seats: Sequence[int]) -> str:
    """Return numbers of players in words.

    >>> span([2]), span([2, 3]), span([2, 3, 4, 5, 6]), span([2, 4, 6])
    ('2', '2 or 3', '2 to 6', '2, 4 or 6')
    """
    if len(seats) > 2 and seats[-1] - seats[0] == len(seats) - 1:
        return f"{seats[0]} to {seats[-1]}"
    return together([*map(str, seats)], "or")


def counted(count: int, noun: str, several: str = "") -> str:
    """Return the noun with its number. several: its plural, if that is irregular.

    >>> counted(1, "card"), counted(2, "card"), counted(2, "copy", "copies")
    ('1 card', '2 cards', '2 copies')
    """
    return f"{count} {noun if count == 1 else several or f'{noun}s'}"


def each(names: Sequence[str], numbers: Sequence[int]) -> str:
    """Return each player's name with that player's number, in order of seats.

    >>> each(["Ada", "Bo"], [1200, 800])
    'Ada 1,200, Bo 800'
    """
    return ", ".join(f"{name} {number:,}" for name, number in zip(names, numbers, strict=True))


def times(count: int) -> str:
    """Return the number as an adverb.

    >>> times(1), times(2), times(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def plural(does: str) -> str:
    """Return the plural of a verb, with the words that follow it.

    >>> plural("looks at"), plural("is"), plural("carries 2")
    ('look at', 'are', 'carry 2')
    """
    verb, space, object_words = does.partition(" ")
    if verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif verb.endswith(("sses", "shes", "ches", "xes")):
        verb = verb[:-2]
    elif verb.endswith("ies"):
        verb = f"{verb[:-3]}y"
    else:
        verb = verb.removesuffix("s")
    return f"{verb}{space}{object_words}"


_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go"}
