"""`hidden-hand gallery`: each game's lobby, table, hand and choice, full size and as Discord shows them."""

from collections.abc import Container, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from bot.lab.autoplay import Setup
from bot.lab.snapshot import NAMES
from render.canvas import Layout
from render.picture import Picture, choice_picture, hand_picture, lobby_picture, table_picture
from render.renderer import renderer
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View

HEADING: Final = "# What is seen\n"
"""The first line of the page of a gallery."""
_ABOUT: Final = """
Drawn by `hidden-hand gallery FOLDER`: one moment of a match of each game, as Discord's desktop client shows it in a
message. Each picture leads to the one at full size.
"""
_KINDS: Final = {
    "lobby": ("The lobby", "The lobby of {}"),
    "table": ("The table, in the channel", "The table of {}"),
    "tall": (
        "The same table for a phone, in private (*Zoom* on the board), as wide as a narrow phone shows it",
        "The table of {} for a phone",
    ),
    "hand": ("A hand, in private", "A hand of {}"),
    "phone": (
        "The same hand for a phone (`/settings`: Pictures for phone), as wide as a narrow phone shows it",
        "A hand of {} for a phone",
    ),
    "choice": ("A choice, in private", "A choice of {}"),
}
"""The kinds of pictures, each with the line above it and its alternative text, which names the game."""
SMALL: Final = (550, 350)
"""The box, in pixels, into which a desktop client fits a picture."""
SMALL_ON_PHONE: Final = (328, 500)
"""The box, in pixels, into which a narrow phone fits a picture; hands and tables are drawn for it as well."""
_SEED: Final = 7
_PART: Final = 0.6
"""The fraction of the match, from 0 to 1, that is played before the pictured table and choice."""
_BEGUN: Final = 0.2
"""The fraction that is played before the pictured hand. It is a moment before `_PART`: later, players hold less."""
_SEVERAL: Final = 3
"""The minimum number of options of a pictured choice: fewer would not show what the picture is for."""


def page(games: Iterable[Game], drawn: Container[str]) -> str:
    """Return a page in Markdown that shows the pictures of these games. drawn: the names that `gallery` gave them."""
    lines = [HEADING + _ABOUT]
    for game in games:
        lines.append(f"## {game.title}\n")
        for kind, (above, alternative) in _KINDS.items():
            if (file := f"{game.key}-{kind}") in drawn:
                lines.append(f"{above}:\n\n[![{alternative.format(game.title)}]({file}-small.png)]({file}.png)\n")
    return "\n".join(lines)


def gallery(game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield pictures of a match: a name without the ending, and a PNG file."""
    setup = _setup(game)
    views = list(_asked(setup))
    begun, late = (int(len(views) * part) for part in (_BEGUN, _PART))
    later = views[late:]
    table = later[0][0]
    names = NAMES[: len(setup.players)]
    view = _fullest(game, [view for _, view in views[begun : late + 1]], names)
    shown = {
        "lobby": lobby_picture(game, names[:1], len(names)),
        "table": table_picture(game, table, names),
        "hand": hand_picture(game, view, names),
    }
    if renderer(game.key).phone is not None:
        shown["tall"] = table_picture(game, table, names, layout=Layout.PHONE)
        shown["phone"] = hand_picture(game, view, names, layout=Layout.PHONE)
    choices = (picture for _, each in later for picture in _choices(game, each))
    choice = next(choices, None)
    if choice is not None:
        shown["choice"] = choice
    for name, picture in shown.items():
        yield f"{game.key}-{name}", picture.png
        yield f"{game.key}-{name}-small", _small(picture, SMALL_ON_PHONE if name in {"tall", "phone"} else SMALL)


def _setup(game: Game) -> Setup:
    seats = next((count for count in game.seats if count > 2), game.seats[0])  # three at least, if possible
    return Setup(game=game, players=("greedy",) * seats, options={}, decks=tuple(sorted(game.decks))[:seats])


def _asked(setup: Setup) -> Iterator[tuple[View, View]]:
    """Yield, for each decision, the view of a spectator and that of a seat that must act."""
    g, _ = setup.begin(_SEED)
    for _ in setup.play(g, _SEED):
        if g.phase.waiting:
            yield setup.game.view(g, None), setup.game.view(g, g.phase.waiting[0])


def _fullest(game: Game, views: Sequence[View], names: Sequence[str]) -> View:
    """Return the view with the tallest picture of a hand that a desktop client still shows at full width. If several
    are equally tall, return the one with the most options.
    """

    def height(view: View) -> float:
        wide, high = Image.open(BytesIO(hand_picture(game, view, names).png)).size
        part = high / wide
        return part if part <= SMALL[1] / SMALL[0] else 0.0

    return max(views, key=lambda view: (height(view), len(view.options)))


def _choices(game: Game, view: View) -> Iterator[Picture]:
    """Yield pictures of choices with several options. Choices that come after fewer words of an action come first."""
    following: dict[tuple[str, ...], set[str]] = {}
    for action in map(words, view.options):
        for length in range(1, len(action)):
            following.setdefault(action[:length], set()).add(action[length])
    for chosen in sorted(following, key=len):
        several = len(following[chosen]) >= _SEVERAL
        picture = choice_picture(game, view, chosen, NAMES[: max(game.seats)]) if several else None
        if picture is not None:
            yield picture


def _small(picture: Picture, box: tuple[int, int]) -> bytes:
    image = Image.open(BytesIO(picture.png)).convert("RGB")
    image.thumbnail(box, Image.Resampling.LANCZOS)
    file = BytesIO()
    image.quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()
