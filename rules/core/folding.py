"""Folding: condense recent events into a few short sentences that can be read at a glance.

“Turn 3: Ada draws 2 cards; plays Ox into the Yard and Hub into the Barn. Ada and Bo boost twice.” It reveals nothing
beyond the events themselves.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from rules.core.events import Drew, Event, Seat
from rules.core.narration import PASSING, BriefSentence, Cards, Names
from rules.core.words import counted, plural, times, together

LINE: Final = 120
"""The maximum length of a line with several sentences, in characters: two rows on a desktop."""
NAMED: Final = 4
"""The maximum number of objects listed after one verb; if there are more, the rest are only counted."""

Scene = tuple[str, str, list[str | BriefSentence]]
"""Events under one heading: the heading, the full sentence of the event that opened the scene, and the parts that
follow.
"""


def folded(events: Iterable[Event], names: Names, cards: Cards, asked: Collection[Seat] = ()) -> list[str]:
    """Return the events as lines of a few sentences, oldest first. An event that stands alone or comes last keeps its
    full sentence.

    names: the players' names, escaped as the caller needs them.
    asked: the seats that the question below the lines names. The last line is left out if it only says that a turn of
    one of them has begun.
    """
    sentences = [(event, sentence) for event in _drawn_together(events) if (sentence := event.narrate(names, cards))]
    scenes = [*_scenes(sentences, names, cards)]
    if scenes and not scenes[-1][-1] and any(starts_turn(event, asked) for event, _ in sentences[-1:]):
        scenes.pop()
    return [line for scene in scenes for line in _lines(*scene)]


def _drawn_together(events: Iterable[Event]) -> list[Event]:
    """Return the events with draws of one seat in a row put together, as that seat reads them: “Ada takes 2 gold cards.
    You take Ox and Hub.” in place of two pairs of sentences.
    """
    merged: list[Event] = []
    for event in events:
        match merged[-3:]:
            case [first, Drew() as drew, again] if (
                isinstance(event, Drew) and drew.seat == event.seat and _are_alike(first, again, event.seat)
            ):
                merged[-2:] = [again, replace(drew, cards=(*drew.cards, *event.cards))]
            case _:
                merged.append(event)
    return merged


def _are_alike(first: Event, again: Event, seat: Seat) -> bool:
    """Return whether both events say the same of a seat."""
    return type(first) is type(again) and getattr(first, "seat", None) == getattr(again, "seat", None) == seat


def starts_turn(event: Event, asked: Collection[Seat]) -> bool:
    """Return whether an event only says that a turn of one of these seats has begun."""
    return bool(event.heads) and not event.brief and getattr(event, "seat", None) in asked


def _scenes(events: Sequence[tuple[Event, str]], names: Names, cards: Cards) -> Iterator[Scene]:
    heading, head, parts = "", "", list[str | BriefSentence]()
    for number, (event, sentence) in enumerate(events, 1):
        brief, begun = event.in_brief(names, cards), event.heading(names, cards)
        if begun and not (brief and begun == heading):
            if head or parts:
                yield heading, head, parts
            heading, head, parts = begun, sentence, []
        if brief is None or (brief is PASSING and number == len(events)):
            parts += [] if begun else [sentence]
        elif brief is not PASSING:
            parts.append(brief)
    if head or parts:
        yield heading, head, parts


def _lines(heading: str, head: str, parts: Sequence[str | BriefSentence]) -> Iterator[str]:
    """Return the lines of a scene. If nothing followed that is worth telling, return only its opening sentence."""
    if not parts:
        yield head
        return
    line = f"{heading}:" if heading else ""
    for sentence in _sentences(parts):
        if line and len(line) + len(sentence) >= LINE and line != f"{heading}:":
            yield line
            line = ""
        line = f"{line} {sentence}".lstrip()
    yield line


def _sentences(parts: Sequence[str | BriefSentence]) -> Iterator[str]:
    who, done = "", list[str]()
    for doer, does in _clauses(parts):
        if done and (doer != who or not doer or len(f"{who} {'; '.join(done)}; {does}.") > LINE):
            yield _sentence(who, done)
            done = []
        who = doer
        done.append(does)
    if done:
        yield _sentence(who, done)


def _sentence(who: str, done: Sequence[str]) -> str:
    return f"{who} {'; '.join(done)}." if who else done[0]


def _clauses(parts: Sequence[str | BriefSentence]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a player and an action. Players who do the same thing in succession share a pair; a full sentence
    has no player.
    """
    for does, run in groupby(parts, lambda part: part.verb if isinstance(part, BriefSentence) else ""):
        if not does:
            yield from (("", str(part)) for part in run)
            continue
        objects: dict[str, list[str]] = {}
        for part in run:
            assert isinstance(part, BriefSentence)
            objects.setdefault(part.subject, []).append(part.object)
        first, *others = objects.values()
        if others and all(other == first for other in others):
            yield together([*objects]), _done(plural(does), first)
        else:
            yield from ((who, _done(does, objects_of_one)) for who, objects_of_one in objects.items())


def _done(does: str, objects: Sequence[str]) -> str:
    """Join a verb with its objects: “plays Ox and Hub”, “takes 2 gold cards”, “boosts 3 times”."""
    counts = {item: objects.count(item) for item in objects}
    phrases = [_often(item, count) for item, count in counts.items()]
    if len(phrases) > NAMED:
        phrases = [*phrases[: NAMED - 1], f"{len(objects) - sum(list(counts.values())[: NAMED - 1])} more"]
    return f"{does} {together(phrases)}".strip()


def _often(item: str, count: int) -> str:
    if count == 1:
        return item
    return counted(count, item[2:]) if item.startswith("a ") else f"{item} {times(count)}".strip()
