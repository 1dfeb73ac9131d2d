"""Players are called alike in pictures and texts, and no two alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.text import plain
from render.fonts import legible
from render.names import LIMIT, distinct_names

KANJI, HEBREW = "\u65e5\u672c", "\u05d3\u05d5\u05d3"
NAMES = st.text(max_size=40).map(plain)
"""As they are remembered."""
ALIKE = st.sampled_from(["Ada", "ADA", "Ada (1)", "Ada (2)", f"Ada {KANJI}", "Player 1", KANJI, HEBREW, "A" * 32, "!"])


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (("Ada", "Bo"), ("Ada", "Bo")),
        (("Ada", "ada"), ("Ada (1)", "ada (2)")),
        (("Ada", "Bo", "Ada"), ("Ada (1)", "Bo", "Ada (3)")),
        ((KANJI, HEBREW), (f"Player 1 {KANJI}", f"Player 2 {HEBREW}")),
        (("\N{PARTY POPPER}", "!?"), ("Player 1 \N{PARTY POPPER}", "!?")),
        ((f"Ada {KANJI}", "Bo"), (f"Ada {KANJI}", "Bo")),
        ((f"Ada {KANJI}", "Ada"), (f"Ada {KANJI} (1)", "Ada (2)")),
        (("Ada (2)", "Ada", "Ada"), ("Ada (2) (1)", "Ada (2) (2)", "Ada (3)")),
        (("Player 2", KANJI), ("Player 2 (1)", f"Player 2 {KANJI} (2)")),
        (("A" * 32, "A" * 32), (f"{'A' * 27}… (1)", f"{'A' * 27}… (2)")),
    ],
)
def test_what_players_are_called(names: tuple[str, ...], called: tuple[str, ...]) -> None:
    assert distinct_names(names) == called


@given(st.lists(st.one_of(NAMES, ALIKE), max_size=6))
def test_no_two_are_called_alike_in_pictures_or_texts_and_everybody_is_called_something(names: list[str]) -> None:
    called = distinct_names(names)
    drawn = [legible(name) for name in called]
    assert all(drawn)
    assert len(set(drawn)) == len(drawn)
    assert len(set(called)) == len(called)
    assert all(len(name) <= LIMIT for name in called)


def test_pictures_say_as_much_as_texts_do() -> None:
    assert [legible(name) for name in distinct_names((KANJI, "Bo", f"Bo {HEBREW}"))] == ["Player 1", "Bo (2)", "Bo (3)"]
