"""Who presses finds their way: from what a hand offers to an action, and how many presses it takes."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bot.model.match import Look
from cogs.widgets.choice_level import level
from cogs.widgets.choices import Words, completes, following, onward, warning
from cogs.widgets.purposes import ACT, CHOOSE, SHOW
from rules.core.game import Game


class Step(NamedTuple):
    """A press that leads towards an action."""

    custom_id: str
    value: str | None
    """What is chosen of a menu; None: it is a button."""
    words: Words
    """What is chosen after it."""


def steps(components: Iterable[Mapping[str, Any]]) -> Iterable[Step]:
    """Every choice that buttons and menus offer."""
    for component in components:
        identity = component.get("custom_id", "")
        if found := CHOOSE.read(identity):
            for option in component["options"]:
                yield Step(identity, option["value"], (*found["words"], *option["value"].split()))
        elif found := ACT.read(identity) or SHOW.read(identity):
            yield Step(identity, None, found["words"])


def towards(components: Iterable[Mapping[str, Any]], wanted: Words, chosen: int, *, near: bool = False) -> Step | None:
    """The press that leads furthest towards an action of which so many words are chosen, or least far; None: it is on
    another page.
    """
    ahead = [step for step in steps(components) if chosen < len(step.words) and step.words == wanted[: len(step.words)]]
    return (min if near else max)(ahead, key=lambda step: len(step.words), default=None)


def presses(game: Game, look: Look, wanted: Words) -> int:
    """How many presses it takes from the hand until an action is played, by the shortest way that the hand offers."""
    options = look.view.options
    chosen, page, count = onward(options, ()), 0, 1
    while True:
        offered = [item.to_component_dict() for item in level(game, look, chosen, page).items]
        step = towards(offered, wanted, len(chosen) - completes(options, chosen))
        if step is None:
            page += 1
        elif step.words == wanted and not (step.value and following(options, wanted)):
            return count + bool(warning(game, look.view, wanted))
        else:
            chosen, page = onward(options, step.words), 0
        count += 1
