"""What somebody sees of a puzzle: its picture, what they can do, and once it is solved what came of it."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.model.match import UserId
from bot.puzzles.attempts import Attempt, Place, drawn
from bot.puzzles.puzzles import LEVELS
from cogs.messages.message import Message
from cogs.messages.single_player import alone_look, under
from cogs.text import escaped, shortened
from cogs.widgets.choice_level import level
from cogs.widgets.choices import Words
from cogs.widgets.items import ROWS, Item, button
from cogs.widgets.purposes import (
    PUZZLE_AGAIN,
    PUZZLE_BOARD,
    PUZZLE_HINT,
    PUZZLE_SHARE,
    PUZZLE_STEP,
    PUZZLE_UNDO,
)
from rules.core.game import Game
from rules.core.play import View
from rules.core.words import counted

PREFIX: Final = "puzzle-"
"""Before the ids of choices: those of matches are called alike."""
YOU: Final = ("You",) * 6
SOLVED: Final = "Solved!"


def puzzle_message(  # noqa: PLR0913 # what was pressed, what came of it
    game: Game, attempt: Attempt, *, chosen: Words = (), page: int = 0, note: str = "", streak: int = 0
) -> Message:
    """A puzzle as it stands, with what can be done next."""
    lines = [f"**{title(attempt)}** · {tried(attempt)}", *([note] if note else [])]
    if attempt.is_met:
        lines.append(f"**{SOLVED}** {result(attempt)}")
        if streak > 1:
            lines.append(f"{streak} days in a row.")
        items = finished_items(attempt)
    else:
        stored = attempt.stored
        look = alone_look(
            game,
            attempt.view,
            number=attempt.number,
            user=stored.user,
            version=attempt.version,
            guild=stored.guild,
        )
        offered = level(game, look, chosen, page)
        lines += offered.lines
        if not attempt.view.options:
            lines.append("Nothing is left to do here. Undo, or begin anew: both are free.")
        items = _with_controls(attempt, offered.items)
    picture = drawn(attempt, attempt.view, _latest(game, attempt))
    return Message(shortened("\n".join(lines), 2000), items, picture, "puzzle.png")


def title(attempt: Attempt) -> str:
    """What a puzzle is called."""
    named = LEVELS[attempt.level - 1].title
    what = f"Puzzle of {attempt.day.isoformat()}" if attempt.day else f"Puzzle #{attempt.number}"
    return f"{what} · level {attempt.level}: {named}"


def tried(attempt: Attempt) -> str:
    """How somebody has fared so far."""
    hints = f", {counted(attempt.stored.hints, 'hint')}" if attempt.stored.hints else ""
    return f"try {attempt.stored.tries}{hints}"


def result(attempt: Attempt) -> str:
    """What came of it, in a sentence."""
    stored = attempt.stored
    tries = "at the first try" if stored.tries == 1 else f"in {stored.tries} tries"
    hints = f" with {counted(stored.hints, 'hint')}" if stored.hints else ""
    return f"{counted(stored.cards or 0, 'card')}, {tries}{hints}."


def finished_items(attempt: Attempt) -> list[Item]:
    """What can be done once a puzzle is solved."""
    number, version = attempt.number, attempt.version
    items: list[Item] = [
        button("Solution", PUZZLE_STEP(number, 0), row=0),
        button("Share", PUZZLE_SHARE(number), discord.ButtonStyle.success, row=0),
    ]
    if attempt.day:
        items.append(button("Board", PUZZLE_BOARD(number), row=0))
    return [*items, button("Begin anew", PUZZLE_AGAIN(number, version), row=0)]


def share_line(attempt: Attempt) -> str:
    """A row of signs that tells how it went and nothing of how it is done: a card each, and what was needed besides."""
    stored = attempt.stored
    over = max(0, (stored.cards or 0) - attempt.least)
    signs = (
        "🟩" * ((stored.cards or 0) - over)
        + "🟨" * over
        + "🔁" * min(9, stored.tries - 1)
        + "💡" * min(9, stored.hints)
    )
    return f"Hidden Hand · {title(attempt)}\n{signs}"


def board_text(attempt: Attempt, places: Sequence[Place], names: dict[UserId, str]) -> str:
    """Who solved a daily puzzle on a server."""
    lines = [f"**{title(attempt)}**: who solved it here"]
    for place, found in enumerate(places, 1):
        cards = "no card too many" if not found.over else f"{counted(found.over, 'card')} too many"
        hints = f", {counted(found.hints, 'hint')}" if found.hints else ""
        tries = "tries" if found.tries != 1 else "try"
        lines.append(f"{place}\\. {escaped(names[found.user])}: {cards}, {found.tries} {tries}{hints}")
    return "\n".join(lines) if places else f"{lines[0]}: nobody yet."


def step_message(game: Game, attempt: Attempt, frames: Sequence[View], page: int) -> Message:
    """A step of the solution."""
    page = min(page, len(frames) - 1)
    said = _said(game, frames[page]) if page else "This is where it begins."
    items: list[Item] = []
    if page > 0:
        items.append(button("Previous", PUZZLE_STEP(attempt.number, page - 1)))
    if page < len(frames) - 1:
        items.append(button("Next", PUZZLE_STEP(attempt.number, page + 1), discord.ButtonStyle.primary))
    text = f"**{title(attempt)}** · the solution, step {page} of {len(frames) - 1}"
    return Message(text, items, drawn(attempt, frames[page], said), "puzzle.png")


def _said(game: Game, view: View) -> str:
    """What just happened."""
    return " ".join(filter(None, (game.tell(event, YOU) for event in view.events)))


def _latest(game: Game, attempt: Attempt) -> str:
    return _said(game, attempt.view) if attempt.done else ""


def _with_controls(attempt: Attempt, choices: Sequence[Item]) -> list[Item]:
    """The choices, and a row below to take back, to begin anew and to be helped; a last row of choices shares it."""
    number, version = attempt.number, attempt.version
    last = max((item.row or 0 for item in choices), default=-1)
    buttons = [item for item in choices if isinstance(item, discord.ui.Button)]
    shared = last == ROWS - 1
    if shared and not any(item.row == last for item in buttons):
        choices = [item for item in choices if item.row != last]  # a menu that only spares a press
        shared = False
    under(PREFIX, choices)
    row = last if shared else min(last + 1, ROWS - 1)
    controls: list[Item] = []
    if attempt.done:
        controls.append(button("Undo", PUZZLE_UNDO(number, version), row=row))
        controls.append(button("Begin anew", PUZZLE_AGAIN(number, version), row=row))
    controls.append(button("Hint", PUZZLE_HINT(number, version), row=row))
    return [*choices, *controls]
