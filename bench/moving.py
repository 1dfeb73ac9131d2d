"""The processor time and the bytes of a moving picture of 60 moments, beside Pillow's GIFs of the same pictures.

Our time includes drawing the tables with their captions. They are encoded half as wide, as Discord shows them. The
others only encode the same pictures, which are drawn beforehand: `whole` saves each picture as a separate GIF, and
`Pillow's differences` lets Pillow make one GIF of them all. `whole, half as wide` and `WebP` encode the same small
frames as ours.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from time import process_time
from typing import Any, Final

from PIL import Image

from bench.entry import Entry, Reading, Rounds
from bench.picture import NAMES
from bench.picture import views as views_of
from bot.content.seeds import load_games
from render.canvas import Canvas
from render.moving import Scene, captioned, gif, shrunk
from render.palette import COLOURS, Theme
from rules.core.game import Game
from rules.core.play import View

MOMENTS: Final = 60
FEW: Final = 6
"""The number of moments in a quick run."""
_COLOURS: Final = bytes(part for colour in COLOURS[Theme.DARK] for part in colour)
_LOSSLESS: Final = {"lossless": True, "quality": 0, "method": 1, "kmin": 998, "kmax": 999}


def measured(game: Game, views: Sequence[View]) -> Iterator[Reading]:
    """Yield the readings of a game for one round."""
    names, last = NAMES[: game.seats[0]], len(views)
    scenes = [
        Scene(
            view=view,
            seat=0,
            text=f"This is caption {number}.",
            place=f"{number}/{last}",
            part=number / last,
            seconds=1,
        )
        for number, view in enumerate(views, 1)
    ]

    def ours() -> list[bytes]:
        canvases = [captioned(game, scene, names) for scene in scenes]
        return [gif(canvases, [1.0] * last, Theme.DARK)]

    pictures = [_coloured(captioned(game, scene, names)) for scene in scenes]
    small = [shrunk(captioned(game, scene, names), Theme.DARK) for scene in scenes]
    taken = {
        "ours": _timed(ours),
        "whole": _timed(lambda: [_saved(picture, "GIF") for picture in pictures]),
        "Pillow's differences": _timed(lambda: [_animated([each.convert("RGB") for each in pictures], "GIF", {})]),
        "whole, half as wide": _timed(lambda: [_saved(picture, "GIF") for picture in small]),
        "WebP, half as wide": _timed(lambda: [_animated([each.convert("RGB") for each in small], "WEBP", _LOSSLESS)]),
    }
    for place, what, unit in ((0, "time", "s"), (1, "size", "bytes")):
        values = {name: each[place] for name, each in taken.items()}
        yield Reading(f"{game.key}, {what}", unit, values.pop("ours"), values)


def _timed(work: Any) -> tuple[float, float]:
    """Do some work; return its processor time in seconds, and the bytes that it produced."""
    begun = process_time()
    files = work()
    return process_time() - begun, sum(map(len, files))


def _coloured(canvas: Canvas) -> Image.Image:
    picture = canvas.pixels.copy()
    picture.putpalette(_COLOURS)
    return picture


def _saved(picture: Image.Image, kind: str) -> bytes:
    file = BytesIO()
    picture.save(file, kind)
    return file.getvalue()


def _animated(frames: Sequence[Image.Image], kind: str, how: dict[str, Any]) -> bytes:
    file = BytesIO()
    frames[0].save(file, kind, save_all=True, append_images=frames[1:], duration=1000, loop=0, **how)
    return file.getvalue()


def rounds(_: Path, quick: bool) -> Rounds:
    """Yield the readings of every game, round by round."""
    tables = [(game, views_of(game, 1)[: FEW if quick else MOMENTS]) for game in load_games().values()]
    while True:
        yield [reading for game, views in tables for reading in measured(game, views)]


ENTRY: Final = Entry(
    name="moving",
    summary="a moving picture of 60 moments, beside Pillow's GIFs of the same pictures and WebP",
    rounds=rounds,
)
