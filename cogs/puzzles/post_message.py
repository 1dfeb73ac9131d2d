"""The post of a daily puzzle: its start and its solvers, but not their solutions."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import discord

from bot.puzzles.offers import Offer
from bot.puzzles.store import StoredPuzzle
from cogs.messages.message import Message
from cogs.puzzles import purposes
from cogs.text import escaped, shortened
from cogs.widgets.items import Item, button
from render.picture import Picture
from rules.core.words import together

NAMED: Final = 20
"""The number of solvers who are named."""


def post_message(offer: Offer, puzzle: StoredPuzzle, picture: Picture, names: Sequence[str]) -> Message:
    """Return the post of a daily puzzle.

    picture: of the start. names: of the solvers, the first one first.
    """
    level = offer.puzzles.levels[puzzle.level - 1]
    lines = [
        f"**{offer.name} of {date.fromisoformat(puzzle.day).isoformat()}** · level {level.number}: {level.title}",
        "Solve it in one turn. Everyone gets the same puzzle, no one sees your attempts, and undoing is free.",
        _solved(names),
    ]
    items: list[Item] = [
        button("Solve it", purposes.OPEN(puzzle.id), discord.ButtonStyle.success),
        button("Who solved it", purposes.BOARD(puzzle.id)),
    ]
    return Message(shortened("\n".join(lines), 2000), items, picture, "puzzle.png")


def _solved(names: Sequence[str]) -> str:
    if not names:
        return "No one here has solved it yet."
    shown = [escaped(name) for name in names[:NAMED]]
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    return f"🧩 Solved by {together([*shown, *more])}."
