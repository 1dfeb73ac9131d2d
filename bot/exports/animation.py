"""Draw a match, or the part of it from a moment on, as a moving picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.exports.viewer import Viewer
from bot.replay.moments import Moment, Replay, ply_predicate
from bot.store.plies import PlyKind
from render.moving import Scene, moving_picture
from render.picture import ALT_LIMIT
from rules.core.events import Seat
from rules.core.folding import folded
from rules.core.game import Game

MOST_MOMENTS: Final = 120
"""The maximum number of moments in a moving picture. Of a longer match, some moments are left out."""
LIMIT: Final = 10 << 20
"""Discord's limit for a file that a bot sends, in bytes. Some servers have a higher limit."""
_FEWEST: Final = 2
_LETTERS: Final = 22
"""The number of letters that a viewer reads in a second."""
_SHORTEST, _LONGEST, _LAST = 1.0, 3.0, 4.0
"""The minimum and the maximum number of seconds for which a frame is shown, and the seconds for the last frame."""
GLIMPSED: Final = 5
"""The maximum number of moments in a glimpse (a short moving picture)."""
GLIMPSE_LIMIT: Final = 300_000
"""The maximum size of a glimpse, in bytes."""
_GLIMPSE: Final = 1.5
"""The number of seconds for which each frame of a glimpse but the last is shown: enough to read its caption."""

_Time = Callable[[str], float]
"""A function that returns the seconds for which a frame is shown, given its text."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A moving picture of a match."""

    gif: bytes
    alt: str
    """The alternative text: the content of the picture in words."""
    shown: int
    """The number of moments that the picture shows."""
    of: int
    """The number of moments that the picture would show without limits."""


def animation(replay: Replay, viewer: Viewer, *, start: int = 0, limit: int = LIMIT) -> Animation:
    """Draw a match as the viewer's seat, or a spectator, saw it, without plies that were taken back.

    start: the ply with which the picture begins. limit: the maximum size, in bytes. To keep it, moments are left out,
    but never the first and the last.
    """
    moments = [moment for moment in replay.moments[min(start, replay.last) :] if not moment.is_undone]
    return _fitting(moments, viewer, MOST_MOMENTS, limit, _reading_time)


def glimpse(moments: Sequence[Moment], viewer: Viewer) -> Animation:
    """Draw a few moments, each long enough for its caption to be read. The last one stays for a while."""
    return _fitting(moments, viewer, GLIMPSED, GLIMPSE_LIMIT, lambda _: _GLIMPSE)


def _fitting(moments: Sequence[Moment], viewer: Viewer, most: int, limit: int, time: _Time) -> Animation:
    count = min(len(moments), most)
    while True:
        scenes = _scenes(moments, evenly(len(moments), count), viewer, time)
        gif = moving_picture(moments[0].game, scenes, viewer.names, viewer.theme)
        if len(gif) <= limit or count <= _FEWEST:
            return Animation(gif, _alt(moments[0].game, scenes, viewer.names), len(scenes), len(moments))
        count = max(count * limit // (len(gif) + len(gif) // 8), _FEWEST)


def _reading_time(text: str) -> float:
    return min(max(len(text) / _LETTERS, _SHORTEST), _LONGEST)


def evenly(total: int, count: int) -> list[int]:
    """Return `count` evenly spaced numbers from 0 to `total` - 1, both included, or all of them if `count` is
    larger.
    """
    if count >= total:
        return list(range(total))
    return sorted({round(place * (total - 1) / (count - 1)) for place in range(count)})


def _scenes(moments: Sequence[Moment], chosen: Sequence[int], viewer: Viewer, time: _Time) -> list[Scene]:
    names, scenes, before, last = viewer.names, list[Scene](), -1, moments[-1]
    for place in chosen:
        moment = moments[place]
        text = caption(moments[before + 1 : place + 1], names, viewer.seat)
        outcome = moment.table.state.outcome
        if moment is last and outcome is not None:
            text = f"{moment.game.result(outcome, names)} {text}".strip()
        scenes.append(
            Scene(
                view=moment.view(viewer.seat),
                seat=moment.played.seat if moment.played else None,
                text=text or ("The deal." if not moment.ply else "Nothing that anyone could see."),
                place=f"{moment.ply}/{last.ply}",
                part=place / max(len(moments) - 1, 1),
                seconds=_LAST if moment is last else time(text),
            )
        )
        before = place
    return scenes


def caption(moments: Sequence[Moment], names: Sequence[str], seat: Seat | None) -> str:
    """Return the caption of these moments: what each player did, as far as a seat (None: a spectator) could see it."""
    sentences = [
        f"{names[moment.played.seat]} {ply_predicate(moment.played)}."
        for moment in moments
        if moment.played is not None and moment.played.kind is not PlyKind.ACTION
    ]
    events = [event for moment in moments for event in moment.events(seat)]
    return " ".join([*sentences, *folded(events, names, moments[-1].game.cards)])


def _alt(game: Game, scenes: Sequence[Scene], names: Sequence[str]) -> str:
    return (
        f"Moving picture of {game.title}, {' against '.join(names)}: {len(scenes)} moments with captions. "
        f"At the end: {scenes[-1].text}"
    )[:ALT_LIMIT]
