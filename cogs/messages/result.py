"""The last state of a board: the winner, the changes of ratings, and buttons for what comes next."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.model.match import Match
from bot.model.position import Position
from cogs.messages.lobby import UNRATED
from cogs.messages.log_text import result_line
from cogs.text import escaped
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import ANALYSIS, REMATCH, REPLAY
from rules.core.events import Seat

POINTS: Final = (
    "-# Everyone starts at 1000 points. They change most in your first matches. Resigning counts as a loss. "
    "`/leaderboard` shows the ranking."
)


def result_text(position: Position, names: Sequence[str], changes: Mapping[Seat, tuple[int, int]]) -> str:
    """Return the result, the players who resigned, and the ranking with each player's points and their change."""
    outcome = position.match.outcome
    assert outcome is not None
    lines = [result_line(position, outcome, names)]
    if not position.match.is_rated:
        placed = sorted(zip(outcome.ranks, names, strict=True), key=lambda each: each[0])
        return "\n".join([*lines, *(f"{rank}. {escaped(name)}" for rank, name in placed), UNRATED])
    for seat in sorted(range(len(names)), key=lambda seat: outcome.ranks[seat]):
        before, after = changes.get(seat, (0, 0))
        points = (
            f"{after} points ({after - before:+})"
            if seat in changes
            else "no change in points, because the seat changed hands"
        )
        lines.append(f"{outcome.ranks[seat]}. {escaped(names[seat])}: {points}")
    if any(before != after for before, after in changes.values()):
        lines.append(POINTS)
    return "\n".join(lines)


def result_items(match: Match) -> Sequence[Item]:
    """Return the buttons for a rematch, for the review of mistakes and for the replay."""
    return [
        button("Rematch", REMATCH(match.key), discord.ButtonStyle.success),
        button("Review my mistakes", ANALYSIS(match.key, 0)),
        button("Replay", REPLAY(match.key, match.ply, "all", "open")),
    ]
