"""Text that people paste is read alike, whatever page it was copied from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.pasted import is_visible, one_line, pasted


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Game:\u00a0Tiny\r\n3\u2009Bell\r2\tIris", "Game: Tiny\n3 Bell\n2 Iris"),
        ("\ufeffDeck: A\u200bB\u2028Game: Tiny", "Deck: AB\nGame: Tiny"),
        ("e\u0301 \u3164 \u2800", "\u00e9    "),
        ("e\u200b\u0301", "\u00e9"),
        ("\u202e1 Bell\u202c\u0000", "1 Bell "),
    ],
)
def test_line_breaks_and_blanks_become_plain_and_format_characters_go(text: str, read: str) -> None:
    assert pasted(text) == read


@given(st.text())
def test_a_text_that_was_read_is_read_as_it_is(text: str) -> None:
    assert pasted(pasted(text)) == pasted(text)


@given(st.text())
def test_a_name_is_one_line_of_visible_text_and_stays_as_it_is(text: str) -> None:
    name = one_line(text)
    assert name == " ".join(name.split())
    assert one_line(name) == name
    assert is_visible(name) == is_visible(text)


@pytest.mark.parametrize("name", ["\u0915\u094d\u200d\u0937", "\u06cc\u200c\u0631", "\U0001f468\u200d\U0001f469"])
def test_a_joiner_stays_between_what_it_joins(name: str) -> None:
    assert one_line(name) == pasted(name) == name


@pytest.mark.parametrize("name", ["A\u200dda", "\u200dAda", "Ada\u200d", "\u06cc\u200c"])
def test_a_joiner_that_joins_nothing_goes(name: str) -> None:
    assert "\u200d" not in one_line(name)
    assert "\u200c" not in one_line(name)
