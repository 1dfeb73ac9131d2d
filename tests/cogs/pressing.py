"""Find the way from a hand to an action by presses, and count them."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from bot.model.match import TableView
from cogs.widgets.choice_level import level
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.purposes import ACT, CHOOSE, SHOW
from rules.core.game import Game
from tests.cogs.town import SURE, buttons, components


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


class Presser(Protocol):
    """Somebody who presses, such as an actor of simcord."""

    @property
    def click(self) -> Callable[..., Awaitable[object]]: ...
    @property
    def select(self) -> Callable[..., Awaitable[object]]: ...


async def by_presses(
    person: Presser,
    shown: Callable[[], Any],
    words: tuple[str, ...],
    *,
    near: bool = False,
) -> None:
    """Press a private message's buttons and menus until the action is played. near: word by word where possible."""
    depth = 0
    while depth < len(words):
        step = towards(components(shown()), words, depth, near=near)
        if step is None:
            await person.click(shown(), label="Next")
        elif step.value is None:
            await person.click(shown(), custom_id=step.custom_id)
        else:
            await person.select(shown(), [step.value], custom_id=step.custom_id)
        depth = len(step.words) if step else depth
    if SURE in buttons(shown()):
        await person.click(shown(), label=SURE)
