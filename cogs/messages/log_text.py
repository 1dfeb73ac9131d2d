"""The events of a match as lines of text."""

from collections.abc import Collection, Iterable, Sequence

from bot.model.position import Position
from cogs.text import escaped
from render.lengths import length
from rules.core.events import Event, Seat
from rules.core.folding import folded
from rules.core.game import Game
from rules.core.play import Outcome
from rules.core.words import together

ROOM = 1500
"""The maximum length of the events in a message, which leaves space for the choices below."""


def event_lines(game: Game, plies: Iterable[Sequence[Event]], names: Sequence[str]) -> list[str]:
    """Return a line for each event that players read, oldest first. The names are escaped here."""
    harmless = [escaped(name) for name in names]
    sentences = (game.narrate(event, harmless) for ply in plies for event in ply)
    return [f"• {line}" for line in sentences if line]


def folded_lines(
    game: Game, plies: Iterable[Sequence[Event]], names: Sequence[str], most: int, asked: Collection[Seat] = ()
) -> list[str]:
    """Return the latest events in at most this many lines, shortened. The names are escaped here.

    asked: the seats that the question below the lines names; no line only says that it is their turn.
    """
    events = [event for ply in plies for event in ply]
    lines = folded(events, [escaped(name) for name in names], game.cards, asked)
    return [f"• {line}" for line in lines[-most:]]


def struck(line: str) -> str:
    """Return the line struck through, as it is shown for an undone ply."""
    return f"• ~~{line.removeprefix('• ')}~~"


def newest(lines: Sequence[str], room: int = ROOM) -> list[str]:
    """Return as many of the newest lines as fit, below an ellipsis if older ones are left out."""
    kept: list[str] = []
    for line in reversed(lines):
        room -= length(line) + 1
        if room < 0:
            return ["• …", *reversed(kept)]
        kept.append(line)
    return list(reversed(kept))


def result_line(position: Position, outcome: Outcome, names: Sequence[str]) -> str:
    """Return the winners and the way they won. If the match still has its log, also name the players who resigned."""
    harmless = [escaped(name) for name in names]
    result = f"**{position.game.result(outcome, harmless)}**"
    gone = [] if position.match.cleared else [harmless[seat] for seat in sorted(position.seen.left)]
    return f"{result} {together(gone)} resigned." if gone else result
