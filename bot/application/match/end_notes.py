"""What those are told who may not have seen a match end: by a note, for the table is edited without a sound."""

from typing import Final

from bot.model.life import stands
from bot.model.match import Match, Player, Status, UserId
from bot.model.table import Table
from bot.store import outbox
from bot.store.database import Rows
from bot.store.matches import acted_at
from rules.core.game import Game
from rules.core.words import together

PRESENT: Final = 10 * 60
"""Seconds for which somebody who has acted is taken to be looking on."""


async def owe_farewell(db: Rows, match: Match, text: str, by: UserId | None, now: float) -> None:
    """A match that has ended owes this note to each of its players who has not acted for a while.

    by: who ended it, and so knows; None: nobody did, it ended by itself.
    """
    acted = await acted_at(db, match.id)
    for seat, player in enumerate(match.players):
        if player.user >= 0 and player.user != by and now - acted.get(seat, 0) >= PRESENT:
            await outbox.add_note(db, match.id, seat, text, now)


def farewell(match: Match, game: Game, table: Table | None) -> str:
    """How a match ended, and who resigned."""
    head = f"-# Match #{match.id} · {game.title}"
    if match.status is not Status.OVER or match.outcome is None:
        return f"{head}\n{stands(match)}"
    names = [_mention(player) for player in match.players]
    gone = [names[seat] for seat in sorted(table.left)] if table is not None else []
    left = f" {together(gone)} resigned." if gone else ""
    return f"{head}\nIt is over: {game.result(match.outcome, names)}{left} The table hangs in <#{match.channel}>."


def _mention(player: Player) -> str:
    if player.computer:
        return f"the computer ({player.computer})"
    return f"<@{player.user}>" if player.user >= 0 else "a former member"
