"""The events of a match as lines of text."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Final

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


FORMER: Final = "The former player"
"""The name under which a board tells the plies of a player whose seat has changed hands since."""


def latest_lines(position: Position, names: Sequence[str], most: int, asked: Collection[Seat] = ()) -> list[str]:
    """Return the latest events that everyone may read, as `folded_lines` does. The plies before a seat changed hands
    are told of its former player.

    A match counts a version for each ply at least, so no more plies than versions are younger than a change of hands.
    """
    match, table = position.match, position.seen
    plies = position.view_for(None, since=table.remembered_from - 1).ply_events
    younger = {seat: match.version - player.since for seat, player in enumerate(match.players) if player.since}

    def former(numbered: tuple[int, Sequence[Event]]) -> frozenset[Seat]:
        return frozenset(seat for seat, versions in younger.items() if numbered[0] <= table.ply - versions)

    lines = []
    for seats, group in groupby(enumerate(plies, table.remembered_from), former):
        of_then = [FORMER if seat in seats else name for seat, name in enumerate(names)]
        lines += folded_lines(position.game, [events for _, events in group], of_then, most, asked)
    return lines[-most:]


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
    """Return the winners and the way they won, with the closing words of the game's world. If the match still has its
    log, also name the players who resigned.
    """
    harmless = [escaped(name) for name in names]
    result = f"**{position.game.result(outcome, harmless)}**"
    gone = [] if position.match.cleared else [harmless[seat] for seat in sorted(position.seen.left)]
    who = f"{together(gone)} resigned." if gone else ""
    return " ".join(filter(None, [result, who, closing(position.game, outcome)]))


def closing(game: Game, outcome: Outcome) -> str:
    """Return the closing words of a game's world; "" if it has none."""
    words = game.closing(outcome)
    return f"*{words}*" if words else ""
