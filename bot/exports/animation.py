"""A match, or the part from one moment on, as a moving picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.exports.viewer import Viewer
from bot.replay.moments import Moment, Replay, deed
from bot.store.matches import PlyKind
from render.moving import Scene, moving_picture
from render.picture import ALT_LIMIT
from rules.core.events import Seat
from rules.core.folding import folded

MOST: Final = 120
"""The most moments that a moving picture shows; of a longer match, some are left out."""
LIMIT: Final = 10 << 20
"""Discord's limit for a file of a bot, in bytes, where a server has no higher one."""
_FEWEST: Final = 2
_LETTERS: Final = 22
"""Letters that are read in a second."""
_SHORTEST, _LONGEST, _LAST = 1.0, 3.0, 4.0
"""Seconds that a frame is shown."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A moving picture of a match."""

    gif: bytes
    alt: str
    """Its content in words."""
    shown: int
    """The number of moments that it shows."""
    of: int
    """The number of moments that there are."""


def animation(replay: Replay, viewer: Viewer, *, start: int = 0, limit: int = LIMIT) -> Animation:
    """Draw a match from a moment on, as a seat or a spectator saw it, without plies that were taken back.

    limit: the largest size in bytes. Moments are left out until it is kept, but for the first and the last.
    """
    moments = [moment for moment in replay.moments[min(start, replay.last) :] if not moment.is_undone]
    count = min(len(moments), MOST)
    while True:
        chosen = evenly(len(moments), count)
        scenes = _scenes(replay, moments, chosen, viewer)
        gif = moving_picture(replay.game, scenes, viewer.names, viewer.theme)
        if len(gif) <= limit or count <= _FEWEST:
            return Animation(gif, _alt(replay, scenes, viewer.names), len(scenes), len(moments))
        count = max(count * limit // (len(gif) + len(gif) // 8), _FEWEST)


def evenly(total: int, count: int) -> list[int]:
    """Return `count` numbers below `total`, or all if there are no more, at even distances, with the first and last."""
    if count >= total:
        return list(range(total))
    return sorted({round(place * (total - 1) / (count - 1)) for place in range(count)})


def _scenes(replay: Replay, moments: Sequence[Moment], chosen: Sequence[int], viewer: Viewer) -> list[Scene]:
    names, seat, scenes, before = viewer.names, viewer.seat, list[Scene](), -1
    for place in chosen:
        moment, since = moments[place], moments[before + 1 : place + 1]
        text = caption(since, names, seat)
        is_last = place == len(moments) - 1
        if is_last and replay.record.outcome is not None:
            text = f"{replay.game.result(replay.record.outcome, names)} {text}".strip()
        scenes.append(
            Scene(
                view=moment.view(seat),
                seat=moment.played.seat if moment.played else None,
                text=text or ("The deal." if not moment.ply else "Nothing that anyone could see."),
                place=f"{moment.ply}/{replay.last}",
                part=moment.ply / max(replay.last, 1),
                seconds=_LAST if is_last else min(max(len(text) / _LETTERS, _SHORTEST), _LONGEST),
            )
        )
        before = place
    return scenes


def caption(moments: Sequence[Moment], names: Sequence[str], seat: Seat | None) -> str:
    """Return who did what in these moments, as far as a seat, or a spectator, could read it."""
    told = [
        f"{names[moment.played.seat]} {deed(moment.played)}."
        for moment in moments
        if moment.played is not None and moment.played.kind is not PlyKind.ACTION
    ]
    events = [event for moment in moments for event in moment.events(seat)]
    return " ".join([*told, *folded(events, names, moments[-1].game.cards)])


def _alt(replay: Replay, scenes: Sequence[Scene], names: Sequence[str]) -> str:
    return (
        f"Moving picture of {replay.game.title}, {' against '.join(names)}: {len(scenes)} moments with captions. "
        f"At the end: {scenes[-1].text}"
    )[:ALT_LIMIT]
