"""A hint: what the expert would do, and why. Only the user sees it."""

from typing import Final

from bot.computer.advice import Advice, advise
from bot.computer.levels import Choice
from bot.model.position import Position
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.why import reason
from cogs.widgets.cursor import quoted
from rules.core.game import Game
from rules.core.play import View

_SEED: Final = 1
"""The seed for sampling the states on which a plan is checked. Any value would do."""


async def give_hint(host: Host, answer: Answer, position: Position) -> None:
    """Tell the user what the expert would do in their seat.

    Raises:
        Refusal: the match is rated, or it is not their turn.
    """
    position, choice = await host.app.hints.hint(position.match.id, answer.user)
    await answer.say(hint_text(position.game, position.view_for(answer.user).view, choice))


def hint_text(game: Game, view: View, choice: Choice) -> str:
    """Return the expert's choice with the rest of the turn and its estimated chance to win. If the expert has compared
    it with another choice, also give one reason.
    """
    if choice.action is None:
        return "The expert would wait."
    chosen = f"The expert would choose: {quoted(game, view, choice.action)}."
    if len(view.options) == 1:
        return f"{chosen} It's your only move."
    if len({game.equivalence(view, action) for action in view.options}) == 1:
        return f"{chosen} As far as you can know, your other moves are just as good."
    advice = advise(game, view, choice, _SEED)
    if advice is None:
        return f"{chosen} It's the best move at first glance."
    steps = ", then ".join(quoted(game, before, action) for before, action in advice.plan)
    comparison = _compared(game, view, advice)
    return f"The expert would choose: {steps}. Estimated chance to win: {advice.chance:.0%}.\n-# {comparison}"


def _compared(game: Game, view: View, advice: Advice) -> str:
    """Return a sentence that compares the advised choice with the second-best one."""
    second = advice.second
    if second is None:
        return f"In the {advice.tables} cases tried, no other move was clearly better."
    other = quoted(game, view, second.action)
    if second.is_close:
        cases = len(second.comparison.made.worths)
        return f"{other} is about as good: in the {cases} cases tried, neither was clearly better."
    why = reason(second.comparison, "this move", other)
    return f"{other}: {second.chance:.0%}, because {why}."
