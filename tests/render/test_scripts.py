"""Names in other scripts are drawn in their own letters, in their own direction."""

import shutil
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import fonts, scripts
from render.cache import PIECES
from render.fonts import BOX, LABEL, STRONG, legible, width, written
from render.scripts import FontsError, add_fonts, font_for, runs

NAMES = {
    "Arabic": "\u0645\u062d\u0645\u062f",
    "Persian, with a letter that does not join": "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "Hebrew": "\u05d3\u05d5\u05d3",
    "Devanagari": "\u0930\u093e\u091c\u0947\u0936",
    "Thai": "\u0e1c\u0e39\u0e49\u0e01\u0e25\u0e49\u0e32",
    "Tamil": "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
    "Telugu": "\u0c24\u0c46\u0c32\u0c41\u0c17\u0c41",
    "Khmer": "\u1781\u17d2\u1798\u17c2\u179a",
    "small capitals": "\u1d05\u0280\u1d00\u0262\u1d0f\u0274",
}
HEBREW = NAMES["Hebrew"]


@pytest.fixture
def packages_without_hebrew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(scripts, "_PACKAGES", [each for each in scripts._PACKAGES if each[0] != "fontpkg_heebo"])
    monkeypatch.setattr(scripts, "_folder", ())
    forget_letters()
    yield
    monkeypatch.undo()
    forget_letters()


def forget_letters() -> None:
    for function in (scripts._packaged, scripts.font_for, fonts.legible, fonts.width):
        function.cache_clear()
    PIECES.clear()


def run_texts(text: str) -> list[str]:
    """Return the parts of a line from left to right, each in logical order."""
    return [run.text for run in runs(text, [None if c.isascii() else font_for(c, 400) for c in text])]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_drawn_in_its_own_letters(name: str) -> None:
    assert legible(name) == name
    assert {written(name, kind).mask.getextrema() for kind in (LABEL, STRONG)} == {(0, 255)}
    assert written(name, LABEL).mask.tobytes() != written(name, STRONG).mask.tobytes()


def test_letters_of_arabic_join() -> None:
    letter = "\u0628"
    assert width(letter * 3, LABEL) < 3 * width(letter, LABEL)


def test_a_mark_stands_on_its_letter() -> None:
    letter, above = "\u0e01", "\u0e49"
    assert width(letter + above, LABEL) == width(letter, LABEL)
    assert written(letter + above, LABEL).rise > written(letter, LABEL).rise


@pytest.mark.parametrize(
    ("text", "in_sight"),
    [
        (f"Bo {HEBREW}", ["Bo ", HEBREW]),
        (f"{HEBREW} plays.", [HEBREW, " plays."]),
        (f"{HEBREW} 12", ["12", " ", HEBREW]),
        (f"{HEBREW} {HEBREW}", [HEBREW, " ", HEBREW]),
    ],
)
def test_text_to_the_left_begins_on_the_right(text: str, in_sight: list[str]) -> None:
    assert run_texts(text) == in_sight


def test_brackets_around_text_to_the_left_are_turned() -> None:
    text = f"{HEBREW} (12) {HEBREW}"
    line = runs(text, [None if c.isascii() else font_for(c, 400) for c in text])
    assert "".join(run.in_sight for run in line if run.font is None) == " (12) "


@pytest.mark.parametrize("text", ["\u4e2d\u6587", "\ud55c\uae00", "\N{PARTY POPPER}", "A\u4e2d"])
def test_a_letter_that_no_font_has_is_a_box(text: str) -> None:
    assert legible(text).count(BOX) == sum(not c.isascii() for c in text)


@given(st.text(max_size=40))
def test_whatever_is_legible_can_be_drawn_and_is_drawn_alike(text: str) -> None:
    shown = legible(text)
    if shown:
        once = written(shown, LABEL)
        PIECES.clear()
        assert written(shown, LABEL).mask.tobytes() == once.mask.tobytes()


@pytest.mark.usefixtures("packages_without_hebrew")
def test_the_operators_fonts_are_used_for_what_no_package_has(tmp_path: Path) -> None:
    assert legible(HEBREW) == BOX * 3
    fonts.legible.cache_clear()
    with as_file(files("fontpkg_heebo") / "files" / "Heebo[wght].ttf") as path:
        shutil.copy(path, tmp_path / "a.ttf")
    assert add_fonts(tmp_path) == 1
    assert legible(HEBREW) == HEBREW
    assert written(HEBREW, LABEL).mask.getextrema() == (0, 255)


@pytest.mark.usefixtures("packages_without_hebrew")
def test_a_font_of_pictures_alone_draws_nothing(tmp_path: Path) -> None:
    content = (files("fontpkg_heebo") / "files" / "Heebo[wght].ttf").read_bytes()
    (tmp_path / "pictures.ttf").write_bytes(content.replace(b"glyf", b"CBDT", 1))
    assert add_fonts(tmp_path) == 1
    assert legible(HEBREW) == BOX * 3


@pytest.mark.parametrize(
    ("file", "content", "error"),
    [
        ("read-me.txt", b"fonts", r"has no fonts \(\.otf, \.ttc, \.ttf\)\.$"),
        ("broken.ttf", b"no font", r"^broken\.ttf is no font\.$"),
    ],
)
def test_a_folder_without_usable_fonts_is_refused(tmp_path: Path, file: str, content: bytes, error: str) -> None:
    (tmp_path / file).write_bytes(content)
    with pytest.raises(FontsError, match=error):
        add_fonts(tmp_path)
