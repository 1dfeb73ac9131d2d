"""Find the way from a hand to an action by presses, and count them."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bot.model.match import TableView
from cogs.widgets.choice_level import level
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.purposes import ACT, CHOOSE, SHOW
from rules.core.game import Game


class Step(NamedTuple):
    """A press that leads towards an action."""

    custom_id: str
    value: str | None
    """The value chosen in a menu; None: it is a button."""
    words: Words
    """The words chosen after the press."""


def steps(components: Iterable[Mapping[str, Any]]) -> Iterable[Step]:
    """Yield every choice that buttons and menus offer."""
    for component in components:
        identity = component.get("custom_id", "")
        if found := CHOOSE.read(identity):
            for option in component["options"]:
                yield Step(identity, option["value"], (*found["words"], *option["value"].split()))
        elif found := ACT.read(identity) or SHOW.read(identity):
            yield Step(identity, None, found["words"])


def towards(components: Iterable[Mapping[str, Any]], wanted: Words, chosen: int, *, near: bool = False) -> Step | None:
    """Return the press that leads furthest towards an action after these words, or least far; None: it is on another
    page.
    """
    ahead = [step for step in steps(components) if chosen < len(step.words) and step.words == wanted[: len(step.words)]]
    return (min if near else max)(ahead, key=lambda step: len(step.words), default=None)


def presses(game: Game, table_view: TableView, wanted: Words) -> int:
    """Return the number of presses that the shortest way from the hand to an action takes."""
    end = Cursor(game, table_view.view, wanted)
    place, page, count = end.at(()).onward(), 0, 1
    while True:
        offered = [item.to_component_dict() for item in level(place, table_view, page).items]
        step = towards(offered, wanted, len(place.words) - place.is_whole)
        if step is None:
            page += 1
        elif step.words == wanted and not (step.value and end.following):
            return count + bool(end.warning)
        else:
            place, page = place.at(step.words).onward(), 0
        count += 1
