"""Signs as emojis: what Discord takes, and what is read where it shows them."""

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.content.seeds import load_games
from render.artist import artist
from render.canvas import Box, Canvas
from render.emojis import NAME_LIMIT, SIZE, Emoji, Sign, emoji
from render.palette import SKY, YELLOW, Ink
from render.shapes import Shape

SHOWN = 22
"""Pixels of an emoji in a line of text."""
GROUNDS = {"dark": (49, 51, 56), "light": (255, 255, 255)}
"""What Discord's themes lay behind a message."""


def disc(ink: Ink) -> Sign:
    def draw(canvas: Canvas, box: Box) -> None:
        canvas.shape(Shape.DISC, box.left, box.top, box.height, ink)

    return Sign("disc", ("disc",), draw)


def picture(found: Emoji) -> Image.Image:
    image = Image.open(BytesIO(found.png))
    image.load()
    return image


def shown(found: Emoji, ground: tuple[int, int, int]) -> Image.Image:
    small = picture(found).resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
    line = Image.new("RGB", small.size, ground)
    line.paste(small, mask=small)
    return line


def difference(one: Image.Image, other: Image.Image) -> float:
    """From 0 to 255, over all pixels."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.fixture(scope="module")
def drawn() -> dict[str, list[Emoji]]:
    return {key: [emoji(key, sign) for sign in artist(key).signs(game).each] for key, game in load_games().items()}


def every(drawn: dict[str, list[Emoji]]) -> Iterator[Emoji]:
    return (found for emojis in drawn.values() for found in emojis)


def test_discord_takes_every_one(drawn: dict[str, list[Emoji]]) -> None:
    for found in every(drawn):
        image = picture(found)
        assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (SIZE, SIZE))
        assert len(found.png) < 256 * 1024
        assert re.fullmatch(r"hh_[a-z0-9_]+_[0-9a-f]{4}", found.name)
        assert 2 <= len(found.name) <= NAME_LIMIT
    assert [name for name, count in Counter(found.name for found in every(drawn)).items() if count > 1] == []


def test_each_word_has_one_sign(drawn: dict[str, list[Emoji]]) -> None:
    for emojis in drawn.values():
        assert [word for word, count in Counter(w for found in emojis for w in found.words).items() if count > 1] == []
        assert all(found.words for found in emojis)


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_each_is_seen_in_a_line_and_told_from_the_others_of_its_game(
    drawn: dict[str, list[Emoji]], ground: tuple[int, int, int]
) -> None:
    for emojis in drawn.values():
        small = [shown(found, ground) for found in emojis]
        for found, image in zip(emojis, small, strict=True):
            assert difference(image, Image.new("RGB", image.size, ground)) > 8, found.name
        for (one, image), (other, beside) in combinations(zip(emojis, small, strict=True), 2):
            assert difference(image, beside) > 3, f"{one.name} and {other.name}"


def test_there_is_nothing_around_it() -> None:
    alpha = picture(emoji("tiny", disc(SKY))).getchannel("A")
    assert {alpha.getpixel(corner) for corner in ((0, 0), (SIZE - 1, 0), (0, SIZE - 1))} == {0}
    assert alpha.getpixel((SIZE // 2, SIZE // 2)) == 255


def test_the_name_tells_what_is_on_it() -> None:
    assert emoji("tiny", disc(SKY)).name == emoji("tiny", disc(SKY)).name
    assert emoji("tiny", disc(SKY)).name != emoji("tiny", disc(YELLOW)).name


def test_a_name_that_discord_would_not_take_is_refused() -> None:
    with pytest.raises(ValueError, match="may have 32 characters"):
        emoji("arms_dealer", disc(SKY)._replace(name="reinforcements"))
