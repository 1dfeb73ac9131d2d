"""Emojis are accepted by Discord, and can be recognised where it shows them."""

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.content.seeds import load_games
from render.canvas import Box, Canvas
from render.emojis import NAME_LIMIT, SIZE, Emoji, EmojiFile, emoji_file
from render.palette import SKY, YELLOW, Ink
from render.renderer import renderer
from render.shapes import Shape

SHOWN = 22
"""Size of an emoji in a line of text, in pixels."""
GROUNDS = {"dark": (49, 51, 56), "light": (255, 255, 255)}
"""Backgrounds of messages in Discord's themes."""


def disc(ink: Ink) -> Emoji:
    def draw(canvas: Canvas, box: Box) -> None:
        canvas.shape(Shape.DISC, box.left, box.top, box.height, ink)

    return Emoji("disc", ("disc",), draw)


def picture(file: EmojiFile) -> Image.Image:
    image = Image.open(BytesIO(file.png))
    image.load()
    return image


def shown(file: EmojiFile, ground: tuple[int, int, int]) -> Image.Image:
    small = picture(file).resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
    line = Image.new("RGB", small.size, ground)
    line.paste(small, mask=small)
    return line


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference over all pixels, from 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.fixture(scope="module")
def drawn() -> dict[str, list[EmojiFile]]:
    return {
        key: [emoji_file(key, emoji) for emoji in renderer(key).emojis(game).emojis]
        for key, game in load_games().items()
    }


def every(drawn: dict[str, list[EmojiFile]]) -> Iterator[EmojiFile]:
    return (file for emojis in drawn.values() for file in emojis)


def test_every_emoji_meets_discords_limits(drawn: dict[str, list[EmojiFile]]) -> None:
    for file in every(drawn):
        image = picture(file)
        assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (SIZE, SIZE))
        assert len(file.png) < 256 * 1024
        assert re.fullmatch(r"hh_[a-z0-9_]+_[0-9a-f]{4}", file.name)
        assert 2 <= len(file.name) <= NAME_LIMIT
    assert [name for name, count in Counter(file.name for file in every(drawn)).items() if count > 1] == []


def test_each_word_has_one_emoji(drawn: dict[str, list[EmojiFile]]) -> None:
    for emojis in drawn.values():
        assert [word for word, count in Counter(w for file in emojis for w in file.words).items() if count > 1] == []
        assert all(file.words for file in emojis)


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_each_emoji_is_visible_in_a_line_and_differs_from_the_others(
    drawn: dict[str, list[EmojiFile]], ground: tuple[int, int, int]
) -> None:
    for emojis in drawn.values():
        small = [shown(file, ground) for file in emojis]
        for file, image in zip(emojis, small, strict=True):
            assert difference(image, Image.new("RGB", image.size, ground)) > 8, file.name
        for (one, image), (other, beside) in combinations(zip(emojis, small, strict=True), 2):
            assert difference(image, beside) > 3, f"{one.name} and {other.name}"


def test_the_surroundings_of_an_emoji_are_transparent() -> None:
    alpha = picture(emoji_file("tiny", disc(SKY))).getchannel("A")
    assert {alpha.getpixel(corner) for corner in ((0, 0), (SIZE - 1, 0), (0, SIZE - 1))} == {0}
    assert alpha.getpixel((SIZE // 2, SIZE // 2)) == 255


def test_the_name_depends_on_the_picture() -> None:
    assert emoji_file("tiny", disc(SKY)).name == emoji_file("tiny", disc(SKY)).name
    assert emoji_file("tiny", disc(SKY)).name != emoji_file("tiny", disc(YELLOW)).name


def test_a_name_that_is_too_long_for_discord_is_refused() -> None:
    with pytest.raises(ValueError, match="may have 32 characters"):
        emoji_file("arms_dealer", disc(SKY)._replace(name="reinforcements"))
