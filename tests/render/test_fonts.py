from string import ascii_letters, digits, punctuation

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from render import fonts
from render.fonts import ELLIPSIS, LABEL, TITLE, fitted, legible, width, wrapped, written

ROOMS = st.integers(0, 600)
WORDS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=120)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("José Müller", "José Müller"),
        ("Łukasz Øst", "Łukasz Øst"),
        ("Straße", "Straße"),
        ("Ивана Ωμέγα", "Ивана Ωμέγα"),
        ("A\u2014B \u2013 C", "A\u2014B \u2013 C"),
        ("two\nlines\tand  gaps", "two lines and gaps"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER A}lice", "Alice"),
        ("Z\u0351\u0367a\u0315l\u0324go", "Zalgo"),
        ("\u202eevil\u202c", "evil"),
        ("\N{PARTY POPPER}Bob\N{PARTY POPPER}", "□Bob□"),
        ("\u65e5\u672cA", "□□A"),
        ("\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-5} Bo", "□ Bo"),
        ("@everyone", "@everyone"),
    ],
)
def test_characters_that_no_font_has_are_replaced_or_boxes(name: str, shown: str) -> None:
    assert legible(name) == shown


@given(st.text())
def test_legible_text_can_be_drawn_and_is_on_one_line(text: str) -> None:
    shown = legible(text)
    assert "\n" not in shown
    assert legible(shown) == shown
    assert not shown or written(shown, LABEL).mask.width


@given(WORDS, ROOMS)
def test_fitted_words_fit(text: str, room: int) -> None:
    shown = fitted(text, LABEL, room)
    assert width(shown, LABEL) <= room or shown == ""
    assert shown in {text, ""} or shown.endswith(ELLIPSIS)


@given(WORDS, st.integers(100, 600), st.integers(1, 5))
def test_wrapped_words_fit_and_show_if_some_are_missing(text: str, room: int, lines: int) -> None:
    rows = wrapped(text, LABEL, room, lines)
    assert len(rows) <= lines
    assert all(width(row, LABEL) <= room for row in rows)
    assert " ".join(rows) == " ".join(text.split()) or any(row.endswith(ELLIPSIS) for row in rows)


def test_wrapped_text_is_cut_between_words() -> None:
    text = "A long lance deals nine damage to the last defender of the wall"
    for room in range(60, width(text, LABEL)):
        *_, last = wrapped(text, LABEL, room, 1)
        if last.endswith(ELLIPSIS) and " " in last:
            assert last.removesuffix(ELLIPSIS) in [text[:end] for end, letter in enumerate(text) if letter == " "]
    assert wrapped("Halberdier", LABEL, 60, 1) == (fitted("Halberdier", LABEL, 60),)


@given(WORDS.filter(str.strip))
def test_words_stay_close_to_their_width(text: str) -> None:
    mask = written(text, TITLE)
    box = mask.mask.getbbox()
    assert box is not None
    assert mask.left + box[0] >= -TITLE.size // 8
    assert mask.left + box[2] <= width(text, TITLE) + TITLE.size // 8


def test_a_bold_figure_covers_more_than_a_plain_one() -> None:
    plain, bold = (sum(written("8", fonts.Type(40, bold=b)).mask.tobytes()) for b in (False, True))
    assert bold > plain * 1.1


@given(st.text(st.sampled_from(digits + ascii_letters + punctuation + " éßЯΔ→½°…“"), min_size=1, max_size=40))
@pytest.mark.parametrize("kind", [LABEL, TITLE, fonts.Type(14), fonts.Type(20, bold=True), fonts.DISPLAY])
def test_words_equal_the_fonts_own_drawing(kind: fonts.Type, text: str) -> None:
    words, face = written(text, kind), fonts._face(kind)
    whole = Image.new("L", words.mask.size)
    ImageDraw.Draw(whole).text((-words.left, words.rise), text, 255, face, "ls")
    assert words.mask.tobytes() == whole.tobytes()
    assert width(text, kind) == face.getlength(text)
