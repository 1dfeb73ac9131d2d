"""The message of a puzzle: its picture and the choices, or the result once it is solved."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.model.match import UserId
from bot.puzzles.attempts import Attempt, Place, drawn
from bot.puzzles.offers import Offer
from cogs.messages.message import LIMIT, Message
from cogs.messages.single_player import add_prefix, solo_view
from cogs.puzzles import purposes
from cogs.text import escaped, shortened
from cogs.widgets.choice_level import level
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.items import ROW, ROWS, Item, button
from cogs.widgets.purposes import LEARN
from rules.core.game import Game
from rules.core.play import View
from rules.core.words import counted

PREFIX: Final = "puzzle-"
"""The prefix of the ids of choices, which otherwise equal those of matches."""
SOLVED: Final = "Solved!"


def puzzle_message(attempt: Attempt, *, chosen: Words = (), page: int = 0, note: str = "", streak: int = 0) -> Message:
    """Return a puzzle with its present choices."""
    game = attempt.offer.game
    lines = [f"**{title(attempt)}** · {tried(attempt)}", *([note] if note else [])]
    if attempt.is_met:
        lines.append(f"**{SOLVED}** {result(attempt)}")
        if streak > 1:
            lines.append(f"{streak} days in a row.")
        items = finished_items(attempt)
    else:
        stored = attempt.stored
        table_view = solo_view(
            game,
            attempt.view,
            number=attempt.number,
            user=stored.user,
            version=attempt.version,
            guild=stored.guild,
        )
        offered = level(Cursor(game, attempt.view, chosen), table_view, page)
        lines += offered.lines
        if not attempt.view.options:
            why = attempt.offer.puzzles.refutation(attempt.puzzle, attempt.state)
            lines.append(f"{why or 'There is nothing left to do.'} You can undo or start over, both for free.")
        items = _with_controls(attempt, offered.items)
    picture = drawn(attempt, attempt.view, _events(game, attempt.view) if attempt.done else "")
    again = purposes.SHOW(attempt.number, attempt.version, page, " ".join(chosen))
    return Message(shortened("\n".join(lines), LIMIT), items, picture, "puzzle.png", again=again)


def title(attempt: Attempt) -> str:
    """Return the title of a puzzle."""
    which = f"of {attempt.day.isoformat()}" if attempt.day else f"#{attempt.number}"
    return f"{attempt.offer.name} {which} · level {attempt.level.number}: {attempt.level.title}"


def tried(attempt: Attempt) -> str:
    """Return the number of tries and hints so far, in words."""
    hints = f", {counted(attempt.stored.hints, 'hint')}" if attempt.stored.hints else ""
    return f"try {attempt.stored.tries}{hints}"


def result(attempt: Attempt) -> str:
    """Return how the puzzle was solved, in a sentence."""
    stored = attempt.stored
    tries = "on the first try" if stored.tries == 1 else f"in {stored.tries} tries"
    hints = f" with {counted(stored.hints, 'hint')}" if stored.hints else ""
    return f"{counted(stored.cost or 0, attempt.offer.puzzles.unit)}, {tries}{hints}."


def finished_items(attempt: Attempt) -> list[Item]:
    """Return the buttons of a solved puzzle."""
    number, version = attempt.number, attempt.version
    items: list[Item] = [
        button("Solution", purposes.STEP(number, 0), row=0),
        button("Share", purposes.SHARE(number), discord.ButtonStyle.success, row=0),
    ]
    if attempt.day:
        items.append(button("Who solved it", purposes.BOARD(number), row=0))
    return [*items, button("Start over", purposes.AGAIN(number, version), row=0)]


def share_line(attempt: Attempt) -> str:
    """Return the result to share, without spoilers: an emoji for each unit of cost, each further try and each hint."""
    stored = attempt.stored
    over = max(0, (stored.cost or 0) - attempt.least)
    signs = (
        "🟩" * ((stored.cost or 0) - over) + "🟨" * over + "🔁" * min(9, stored.tries - 1) + "💡" * min(9, stored.hints)
    )
    return f"Hidden Hand · {title(attempt)}\n{signs}"


def board_text(attempt: Attempt, places: Sequence[Place], names: dict[UserId, str]) -> str:
    """Return the list of users who have solved a daily puzzle on a server."""
    unit = attempt.offer.puzzles.unit
    lines = [f"**{title(attempt)}**: who solved it here"]
    for number, place in enumerate(places, 1):
        over = f"{counted(place.over, unit)} more than needed" if place.over else f"no {unit} more than needed"
        hints = f", {counted(place.hints, 'hint')}" if place.hints else ""
        tries = "tries" if place.tries != 1 else "try"
        lines.append(f"{number}\\. {escaped(names[place.user])}: {over}, {place.tries} {tries}{hints}")
    return "\n".join(lines) if places else f"{lines[0]}: no one yet."


def step_message(attempt: Attempt, frames: Sequence[View], page: int) -> Message:
    """Return a step of the solution."""
    page = min(page, len(frames) - 1)
    events = _events(attempt.offer.game, frames[page]) if page else "The start of the puzzle."
    items: list[Item] = []
    if page > 0:
        items.append(button("Previous", purposes.STEP(attempt.number, page - 1)))
    if page < len(frames) - 1:
        items.append(button("Next", purposes.STEP(attempt.number, page + 1), discord.ButtonStyle.primary))
    text = f"**{title(attempt)}** · the solution, step {page} of {len(frames) - 1}"
    again = purposes.STEP(attempt.number, page)
    return Message(text, items, drawn(attempt, frames[page], events), "puzzle.png", again=again)


def _events(game: Game, view: View) -> str:
    """Return what just happened, in sentences."""
    names = ("You",) * max(game.seats)
    return " ".join(filter(None, (game.narrate(event, names) for event in view.events)))


def _with_controls(attempt: Attempt, choices: Sequence[Item]) -> list[Item]:
    """Return the choices with Undo, Start over and Hint below them, in the last row of choices if there is no other."""
    number, version = attempt.number, attempt.version
    last = max((item.row or 0 for item in choices), default=-1)
    buttons = [item for item in choices if isinstance(item, discord.ui.Button)]
    shared = last == ROWS - 1
    if shared and not any(item.row == last for item in buttons):
        choices = [item for item in choices if item.row != last]  # a menu that only saves a press
        shared = False
    add_prefix(PREFIX, choices)
    row = last if shared else min(last + 1, ROWS - 1)
    controls: list[Item] = []
    if attempt.done:
        controls.append(button("Undo", purposes.UNDO(number, version), row=row))
        controls.append(button("Start over", purposes.AGAIN(number, version), row=row))
    controls.append(button("Hint", purposes.HINT(number, version), row=row))
    if len([item for item in choices if item.row == row]) + len(controls) < ROW:
        controls.append(button("How does this work?", purposes.HOW(number), row=row))
    return [*choices, *controls]


def how_message(offer: Offer, *, has_lesson: bool) -> Message:
    """Return an explanation of the game for a person who has never seen it, with a button to its lesson if there is
    one.
    """
    lines = [f"**How {offer.game.title} works**", *(f"• {line}" for line in offer.puzzles.explained)]
    items = [button(f"Learn {offer.game.title}", LEARN(offer.game.key), discord.ButtonStyle.primary)]
    return Message("\n".join(lines), items if has_lesson else [])
