"""The daily puzzle as it hangs in a channel: where it begins, and who has solved it, not how."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import discord

from bot.puzzles.puzzles import LEVELS
from bot.puzzles.store import StoredPuzzle
from cogs.messages.message import Message
from cogs.text import escaped, shortened
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import PUZZLE_BOARD, PUZZLE_OPEN
from render.picture import Picture
from rules.core.words import together

NAMED: Final = 20
"""How many of those who solved it are named."""


def post_message(known: StoredPuzzle, picture: Picture, names: Sequence[str]) -> Message:
    """picture: before anything is done. names: of those who solved it, the first one first."""
    level = LEVELS[known.level - 1]
    lines = [
        f"**Puzzle of {date.fromisoformat(known.day).isoformat()}** · level {level.number}: {level.title}",
        "One turn, alone, the same for everybody. Nobody sees what you try, and undoing is free.",
        _solved(names),
    ]
    items: list[Item] = [
        button("Solve it", PUZZLE_OPEN(known.id), discord.ButtonStyle.success),
        button("Board", PUZZLE_BOARD(known.id)),
    ]
    return Message(shortened("\n".join(lines), 2000), items, picture, "puzzle.png")


def _solved(names: Sequence[str]) -> str:
    if not names:
        return "Nobody here has solved it yet."
    shown = [escaped(name) for name in names[:NAMED]]
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    return f"🧩 Solved by {together([*shown, *more])}."
