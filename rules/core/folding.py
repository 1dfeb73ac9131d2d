"""What happened at a table in few words: the story folded, to be read at a glance.

“Turn 3: Ada draws 2 cards; plays Ox into the Yard and Hub into the Barn. Ada and Bo boost twice.” It tells nothing that
the events do not tell one by one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from rules.core.events import Event
from rules.core.telling import PASSING, Cards, Deed, Names
from rules.core.words import counted, plural, times, together

LINE: Final = 120
"""Characters of a line, unless one sentence is longer: two rows of a desktop's."""
NAMED: Final = 4
"""Things that are named after one verb; of more it is said how many there are."""

Scene = tuple[str, str, list[str | Deed]]
"""What belongs together: its heading, the event that heads it in a whole sentence, and sentences and parts of some."""


def folded(events: Iterable[Event], names: Names, cards: Cards) -> list[str]:
    """The events in lines of a few sentences, oldest first. What stands alone or last is told as it is.

    names: of the players, fit for where the lines will stand.
    """
    found = [(event, sentence) for event in events if (sentence := event.told(names, cards))]
    return [line for scene in _scenes(found, names, cards) for line in _lines(*scene)]


def _scenes(events: Sequence[tuple[Event, str]], names: Names, cards: Cards) -> Iterator[Scene]:
    heading, head, told = "", "", list[str | Deed]()
    for number, (event, sentence) in enumerate(events, 1):
        deed, begun = event.deed(names, cards), event.heading(names, cards)
        if begun and not (deed and begun == heading):
            if head or told:
                yield heading, head, told
            heading, head, told = begun, sentence, []
        if deed is None or (deed is PASSING and number == len(events)):
            told += [] if begun else [sentence]
        elif deed is not PASSING:
            told.append(deed)
    if head or told:
        yield heading, head, told


def _lines(heading: str, head: str, told: Sequence[str | Deed]) -> Iterator[str]:
    """Of a scene; of one in which nothing is worth telling, what heads it."""
    if not told:
        yield head
        return
    line = f"{heading}:" if heading else ""
    for sentence in _sentences(told):
        if line and len(line) + len(sentence) >= LINE and line != f"{heading}:":
            yield line
            line = ""
        line = f"{line} {sentence}".lstrip()
    yield line


def _sentences(told: Sequence[str | Deed]) -> Iterator[str]:
    who, done = "", list[str]()
    for doer, does in _clauses(told):
        if done and (doer != who or not doer or len(f"{who} {'; '.join(done)}; {does}.") > LINE):
            yield _sentence(who, done)
            done = []
        who = doer
        done.append(does)
    if done:
        yield _sentence(who, done)


def _sentence(who: str, done: Sequence[str]) -> str:
    return f"{who} {'; '.join(done)}." if who else done[0]


def _clauses(told: Sequence[str | Deed]) -> Iterator[tuple[str, str]]:
    """Who did it, and what, of all in a row who did the same together; a whole sentence has nobody who did it."""
    for does, run in groupby(told, lambda part: part.does if isinstance(part, Deed) else ""):
        if not does:
            yield from (("", str(part)) for part in run)
            continue
        objects: dict[str, list[str]] = {}
        for part in run:
            assert isinstance(part, Deed)
            objects.setdefault(part.who, []).append(part.what)
        first, *others = objects.values()
        if others and all(other == first for other in others):
            yield together([*objects]), _done(plural(does), first)
        else:
            yield from ((who, _done(does, own)) for who, own in objects.items())


def _done(does: str, objects: Sequence[str]) -> str:
    """A verb with what it was done to: “plays Ox and Hub”, “takes 2 gold cards”, “boosts 3 times”."""
    counts = {what: objects.count(what) for what in objects}
    said = [_often(what, count) for what, count in counts.items()]
    if len(said) > NAMED:
        said = [*said[: NAMED - 1], f"{len(objects) - sum(list(counts.values())[: NAMED - 1])} more"]
    return f"{does} {together(said)}".strip()


def _often(what: str, count: int) -> str:
    if count == 1:
        return what
    return counted(count, what[2:]) if what.startswith("a ") else f"{what} {times(count)}".strip()
