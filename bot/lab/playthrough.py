"""`hidden-hand playthrough`: a whole match as text to read, keep and compare.

Each fact is written once: first every view in full, then after each action its changes. A fact names the seats that
know it; `all` includes spectators.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from bot.lab.autoplay import Setup, seat_name
from rules.core.cards import Card
from rules.core.digest import digest
from rules.core.events import Event, Seat
from rules.core.game import Game
from rules.core.notation import Action, words
from rules.core.play import State, View

Facts = dict[str, str]
"""The values of a view as text, by their places in it."""

_SHOWN_ELSEWHERE: Final = frozenset(f.name for f in fields(View))
EVERYBODY: Final = "all"


def playthrough(setup: Setup, seed: int) -> Iterator[str]:
    """Yield the match of this setup and seed, line by line."""
    g, decks = setup.begin(seed)
    viewers = (None, *range(len(setup.players)))
    chosen = " ".join(f"{o.name}={setup.options.get(o.name, o.default)}" for o in setup.game.options)
    yield f"{setup.game.title}, seed {seed}{chosen and ', '}{chosen}"
    for seat, player in enumerate(setup.players):
        yield f"{seat_name(seat)}: {player}{', deck ' + decks[seat] if decks else ''}"
    yield ""
    yield f"deal  [{digest(g)}]"
    facts: list[Facts] = [{} for _ in viewers]
    yield from _table(setup.game, g, viewers, facts)
    for ply, (seat, action) in enumerate(setup.play(g, seed), start=1):
        yield ""
        yield f"{ply}. {seat_name(seat)}: {action}  [{digest(g)}]"
        yield from _table(setup.game, g, viewers, facts)


def _table(game: Game, g: State, viewers: Sequence[Seat | None], facts: list[Facts]) -> Iterator[str]:
    names = [seat_name(seat) for seat in viewers if seat is not None]
    for event in g.events:
        heard_by = EVERYBODY if event.seats is None else _seats(sorted(event.seats))
        sentence = game.narrate(event, names)
        yield f"  {heard_by} hears: {_event(event)}" + (f" | {sentence}" if sentence else "")
    views = [game.view(g, viewer) for viewer in viewers]
    latest = [_facts(view) for view in views]
    yield from _changes(viewers, facts, latest)
    facts[:] = latest
    if g.outcome is not None:
        ranks = ", ".join(f"seat {seat}: {rank}" for seat, rank in enumerate(g.outcome.ranks))
        yield f"  over: {g.outcome.ending}; ranks: {ranks}"
        return
    yield f"  next: turn {g.turn}, {g.phase.tag} (rule {g.phase.clause}), {_seats(g.phase.waiting)}"
    for viewer, view in zip(viewers, views, strict=True):
        if viewer is None or view.options:
            yield f"  {_viewer(viewer)} reads: {game.prompt(view, names)}"
        if view.options:
            out_of_turn = "" if viewer in g.phase.waiting else " out of turn"
            yield f"  {_viewer(viewer)} may{out_of_turn}: {_choices(view.options)}"


def _changes(viewers: Sequence[Seat | None], before: Sequence[Facts], after: Sequence[Facts]) -> Iterator[str]:
    """Yield the changes of the views: first those that all viewers see, then those that only some see."""
    changed = [
        {place: new.get(place, "(gone)") for place in {**old, **new} if old.get(place) != new.get(place)}
        for old, new in zip(before, after, strict=True)
    ]
    shared = dict.fromkeys(
        place for place, value in changed[0].items() if all(other.get(place) == value for other in changed)
    )
    for place in shared:
        yield f"  {EVERYBODY} see: {place} = {changed[0][place]}"
    for viewer, facts in zip(viewers, changed, strict=True):
        for place, value in facts.items():
            if place not in shared:
                yield f"  {_viewer(viewer)} sees: {place} = {value}"


def _facts(view: View) -> Facts:
    """Return the fields of a view that only this game has. The fields that all games share are written elsewhere, as
    events, prompts and choices.
    """
    names = (f.name for f in fields(view) if f.name not in _SHOWN_ELSEWHERE)
    return {name + place: text for name in names for place, text in _parts(getattr(view, name))}


def _parts(value: Any) -> Iterable[tuple[str, str]]:
    """Return the parts of a value as text, each with its place."""
    if is_dataclass(value.__class__) and not isinstance(value, Card | Action):
        return _fields(value)
    if isinstance(value, tuple) and any(is_dataclass(item) and not isinstance(item, Card | Action) for item in value):
        return [(f".{n}{place}", text) for n, item in enumerate(value) for place, text in _parts(item)]
    return [("", _text(value))]


@lru_cache(maxsize=4096)
def _fields(value: Any) -> Sequence[tuple[str, str]]:
    """Return the parts of each field; cached, because most values are the same in all views and after an action."""
    return [(f".{f.name}{place}", text) for f in fields(value) for place, text in _parts(getattr(value, f.name))]


def _event(event: Event) -> str:
    values = (f"{f.name}={_text(getattr(event, f.name))}" for f in fields(event) if f.name != "seats")
    return " ".join((event.tag, *values))


def _text(value: object) -> str:
    match value:
        case Card():
            return value.id
        case Enum():
            return str(value.value)
        case None:
            return "-"
        case tuple() if hasattr(value, "_fields"):
            return ",".join(map(_text, value))
        case tuple() | frozenset():
            items = sorted(value) if isinstance(value, frozenset) else value
            return f"({' '.join(_counted(items))})"
        case _ if is_dataclass(value) and not isinstance(value, Action | type):
            return "(" + " ".join(f"{f.name}={_text(getattr(value, f.name))}" for f in fields(value)) + ")"
        case _:
            return str(value)


def _counted(items: Iterable[object]) -> Iterator[str]:
    """Yield the items as text; equal cards in a row are written once, with their number."""
    for item, run in groupby(items):
        texts = [_text(same) for same in run]
        if isinstance(item, Card | str) and len(texts) > 1:
            yield f"{len(texts)}*{texts[0]}"
        else:
            yield from texts


def _choices(actions: Sequence[Action]) -> str:
    """Return the actions in notation; those that differ only in their last word are written together."""
    groups = groupby(map(words, actions), key=lambda action: action[:-1])
    return "; ".join(_choice(list(group)) for _, group in groups)


def _choice(group: list[tuple[str, ...]]) -> str:
    if len(group) == 1:
        return " ".join(group[0])
    return " ".join((*group[0][:-1], "|".join(action[-1] for action in group)))


def _seats(seats: Sequence[Seat]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats)


def _viewer(viewer: Seat | None) -> str:
    return "spectator" if viewer is None else f"seat {viewer}"
