"""`hidden-hand gallery`: each game's lobby, table, hand and choice, whole and as a desktop client shows them."""

from collections.abc import Iterator
from io import BytesIO
from typing import Final

from PIL import Image

from bot.lab.autoplay import Setup
from bot.lab.snapshot import NAMES
from render.picture import Picture, choice_picture, hand_picture, lobby_picture, table_picture
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View

SMALL: Final = (550, 350)
"""Pixels into which a desktop client fits a picture."""
_SEED: Final = 7
_PART: Final = 0.6
"""How much of a match has been played."""
_SEVERAL: Final = 3
"""So many things at least are there to choose from: a picture of fewer shows little of what it is for."""


def gallery(game: Game) -> Iterator[tuple[str, bytes]]:
    """Return the PNG files of one moment of a match by name, without the ending."""
    setup = _setup(game)
    views = list(_asked(setup))
    table, view = views[int(len(views) * _PART)]
    names = NAMES[: len(setup.players)]
    shown = {
        "lobby": lobby_picture(game, names[:1], len(names)),
        "table": table_picture(game, table, names),
        "hand": hand_picture(game, view, names),
    }
    choices = (found for _, later in views[int(len(views) * _PART) :] for found in _choices(game, later))
    choice = next(choices, None)
    if choice is not None:
        shown["choice"] = choice
    for name, picture in shown.items():
        yield f"{game.key}-{name}", picture.png
        yield f"{game.key}-{name}-small", _small(picture)


def _setup(game: Game) -> Setup:
    seats = next((count for count in game.seats if count > 2), game.seats[0])  # a crowd, where there can be one
    return Setup(game=game, players=("greedy",) * seats, options={}, decks=tuple(sorted(game.decks))[:seats])


def _asked(setup: Setup) -> Iterator[tuple[View, View]]:
    """What everybody sees, and whoever is asked, decision by decision."""
    g, _ = setup.begin(_SEED)
    for _ in setup.play(g, _SEED):
        if g.phase.waiting:
            yield setup.game.view(g, None), setup.game.view(g, g.phase.waiting[0])


def _choices(game: Game, view: View) -> Iterator[Picture]:
    """The pictures of what can be chosen among several, the first levels first, each in the order of the choices."""
    following: dict[tuple[str, ...], set[str]] = {}
    for said in map(words, view.options):
        for length in range(1, len(said)):
            following.setdefault(said[:length], set()).add(said[length])
    for chosen in sorted(following, key=len):
        several = len(following[chosen]) >= _SEVERAL
        found = choice_picture(game, view, chosen, NAMES[: max(game.seats)]) if several else None
        if found is not None:
            yield found


def _small(picture: Picture) -> bytes:
    image = Image.open(BytesIO(picture.png)).convert("RGB")
    image.thumbnail(SMALL, Image.Resampling.LANCZOS)
    file = BytesIO()
    image.quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()
