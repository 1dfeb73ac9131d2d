"""The faces of computers: one for each game and level, told apart by shape, and named in words."""

from itertools import combinations

import pytest

from bot.computer.levels import Level
from render import portraits
from render.cover import cover
from render.palette import INK, TEXT
from render.picture import lobby_picture
from render.portraits import LEVELS, has_face, portrait
from render.renderer import renderer
from rules.core.game import Game

SMALL = 40
"""The smallest face on any picture, in pixels."""


def test_every_level_has_a_face_and_nobody_else() -> None:
    assert set(LEVELS) == set(Level)
    assert not has_face("")
    assert not has_face("script:turtle")


def test_no_two_games_or_levels_share_a_face(catalog_game: Game) -> None:
    faces = [portrait(renderer(catalog_game.key).style.attire, level, SMALL)[0].tobytes() for level in LEVELS]
    others = [
        portrait(renderer(key).style.attire, LEVELS[0], SMALL)[0].tobytes()
        for key in ("allocator", "arms_dealer", "alchemy", "tnb", "circuitry")
        if key != catalog_game.key
    ]
    assert len({*faces, *others}) == len(faces) + len(others)


def test_levels_differ_by_shape_alone(catalog_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same skin and hair, a tenth of the pixels still differs, and the pips on the chest count the level."""
    monkeypatch.setattr(portraits, "_SKINS", ((TEXT, TEXT),) * len(LEVELS))
    monkeypatch.setattr(portraits, "_HAIR", (INK,) * len(LEVELS))
    size = SMALL + 1  # no face of this size is cached
    drawn = [portrait(renderer(catalog_game.key).style.attire, level, size)[0].tobytes() for level in LEVELS]
    for one, other in combinations(drawn, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > size**2 / 20


def test_a_lobby_shows_the_faces_of_its_computers_and_says_who_is_one(catalog_game: Game) -> None:
    names = ["Ada", "Novice bot"]
    people, with_computer = (cover(catalog_game, names, 2, levels) for levels in (["", ""], ["", "novice"]))
    assert people.pixels.tobytes() != with_computer.pixels.tobytes()
    alt = lobby_picture(catalog_game, names, 2, ["", "novice"]).alt
    assert "Ada, Novice bot, a computer." in alt
    assert "a computer" not in lobby_picture(catalog_game, names, 2).alt
