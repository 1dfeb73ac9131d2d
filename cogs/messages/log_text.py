"""What happened at a table, in lines."""

from collections.abc import Iterable, Sequence

from bot.model.position import Position
from cogs.text import escaped
from rules.core.events import Event
from rules.core.folding import folded
from rules.core.game import Game
from rules.core.play import Outcome
from rules.core.words import together

ROOM = 1500
"""Characters of story in a message, so that what is to be done now has room below it."""


def story_lines(game: Game, plies: Iterable[Sequence[Event]], names: Sequence[str]) -> list[str]:
    """A line for everything that is worth telling, oldest first; the names are made harmless here."""
    harmless = [escaped(name) for name in names]
    told = (game.tell(event, harmless) for ply in plies for event in ply)
    return [f"• {line}" for line in told if line]


def folded_lines(game: Game, plies: Iterable[Sequence[Event]], names: Sequence[str], most: int) -> list[str]:
    """The same in at most so many lines: what happened last, in few words; the names are made harmless here."""
    events = [event for ply in plies for event in ply]
    lines = folded(events, [escaped(name) for name in names], game.cards)
    return [f"• {line}" for line in lines[-most:]]


def struck(line: str) -> str:
    """A line of the story that was taken back."""
    return f"• ~~{line.removeprefix('• ')}~~"


def newest(lines: Sequence[str], room: int = ROOM) -> list[str]:
    """As many of the newest lines as there is room for, a note above them if older ones are left out."""
    kept: list[str] = []
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            return ["• …", *reversed(kept)]
        kept.append(line)
    return list(reversed(kept))


def result_line(position: Position, outcome: Outcome, names: Sequence[str]) -> str:
    """Who won and how, and who resigned."""
    harmless = [escaped(name) for name in names]
    said = f"**{position.game.result(outcome, harmless)}**"
    gone = [harmless[seat] for seat in sorted(position.seen.left)]
    return f"{said} {together(gone)} resigned." if gone else said
