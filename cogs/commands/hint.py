"""`/match hint`: what the expert would do, and why. Only the user sees it."""

from bot.computer.levels import Choice
from bot.model.position import Position
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.widgets.choices import quoted
from rules.core.game import Game
from rules.core.play import View


async def give_hint(host: Host, answer: Answer, position: Position) -> None:
    """Tell the user what the expert would do in their seat.

    Raises:
        Refusal: the match is rated, or it is not their turn.
    """
    position, choice = await host.app.hints.hint(position.match.id, answer.user)
    await answer.say(hint_text(position.game, position.look(answer.user).view, choice))


def hint_text(game: Game, view: View, choice: Choice) -> str:
    """Return the expert's choice and its value, as far as the expert has evaluated it."""
    if choice.action is None:
        return "The expert would wait."
    advice = f"The expert would choose: {quoted(game, view, choice.action)}."
    if len(view.options) == 1:
        return f"{advice} It's your only move."
    if len({game.equivalence(view, action) for action in view.options}) == 1:
        return f"{advice} As far as you can know, your other moves are just as good."
    tried = [trial for trial in choice.trials if trial.worths]
    if len(tried) < 2:  # the best move and another
        return f"{advice} It's the best move at first glance."
    best, other = (f"{trial.mean:.0%}" for trial in tried[:2])
    instead = quoted(game, view, tried[1].plan[0])
    if best == other:
        return f"{advice} {instead} would be just as good. Estimated chance to win: {best}."
    return f"{advice} Estimated chance to win: {best}. ({instead}: {other}.)"
