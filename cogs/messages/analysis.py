"""A player's costliest decisions in a finished match, for them alone: one on each page, with its picture."""

from collections.abc import Sequence
from functools import partial

import discord

from bot.application.thinking.analyses import Analysis, Misstep, Progress
from bot.model.match import MatchKey
from bot.model.position import Position
from cogs.messages.lobby import heading
from cogs.messages.message import Message
from cogs.messages.why import reason
from cogs.text import escaped
from cogs.widgets.cursor import quoted
from cogs.widgets.items import Item, button
from cogs.widgets.pages import page_buttons
from cogs.widgets.purposes import ANALYSIS
from render.picture import hand_picture, table_picture
from rules.core.game import Game


def progress_message(position: Position, progress: Progress) -> Message:
    """Return the message about the progress of the analysis."""
    match = position.match
    if not progress.decisions:
        state = "The expert will check your decisions as soon as it has time."
    else:
        state = f"The expert has checked {progress.checked} of your {progress.decisions} decisions."
    text = f"{heading(position.game, match)}\n{state} Press again in a minute."
    return Message(text, [button("Show my mistakes", ANALYSIS(match.key, 0), discord.ButtonStyle.primary)])


def analysis_message(
    position: Position, analysis: Analysis, names: Sequence[str], page: int = 0, *, hand: bool = False
) -> Message:
    """Return the page of one decision, with the board as its seat saw it then, or with its hand."""
    game, match, missteps = position.game, position.match, analysis.missteps
    if not missteps:
        return Message(f"{heading(game, match)}\n{_faultless(analysis)}")
    page = min(page, len(missteps) - 1)
    misstep = missteps[page]
    head = f"{heading(game, match)} · mistake {page + 1} of {len(missteps)}"
    picture = (hand_picture if hand else table_picture)(game, misstep.view, names)
    text = "\n".join([head, *misstep_lines(game, misstep, names)])
    return Message(
        text, _turning(match.key, page, len(missteps), hand=hand), picture, "hand.png" if hand else "table.png"
    )


def misstep_lines(game: Game, misstep: Misstep, names: Sequence[str]) -> list[str]:
    """Return the lines about the prompt, the player's choice, the expert's choice, the cost and the reason."""
    first, *then = [quoted(game, view, action) for view, action in misstep.better]
    after = f", then {', '.join(then)}" if then else ""
    better, made = misstep.comparison.better, misstep.comparison.made
    tables = len(made.worths)
    choice = f"You chose {quoted(game, misstep.view, misstep.made)}."
    cost = f"That lowered your chance to win by about **{misstep.comparison.cost:.0%}**"
    because = reason(misstep.comparison, "the expert's move", "your move")
    how = f"The expert played out both moves {tables} times, guessing what you couldn't see."
    return [
        f"-# {game.prompt(misstep.view, [escaped(name) for name in names])}",
        f"{choice} The expert would have chosen {first}{after}.",
        f"{cost}: from {better.mean:.0%} to {made.mean:.0%}.",
        f"-# {because[:1].upper()}{because[1:]}. {how}",
    ]


def _faultless(analysis: Analysis) -> str:
    if not analysis.decisions:
        return "You had nothing to decide in this match."
    return (
        f"The expert has checked {analysis.decisions} of your decisions and found nothing clearly better. Well played!"
    )


def _turning(key: MatchKey, page: int, pages: int, *, hand: bool) -> list[Item]:
    """Return buttons for the other decisions and for the other picture."""
    other = button("The board then", ANALYSIS(key, page)) if hand else None
    buttons: list[Item] = [other or button("My hand then", ANALYSIS(key, page, 1))]
    buttons += page_buttons(page, pages, partial(ANALYSIS, key))
    return buttons
