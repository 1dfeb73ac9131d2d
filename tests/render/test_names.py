"""Players have the same names in pictures and texts, and no two share one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.text import plain
from render.fonts import legible
from render.names import LIMIT, distinct_names

KANJI, HEBREW = "\u65e5\u672c", "\u05d3\u05d5\u05d3"
NAMES = st.text(max_size=40).map(plain)
"""Names as the bot remembers them."""
ALIKE = st.sampled_from(["Ada", "ADA", "Ada (1)", "Ada (2)", f"Ada {KANJI}", "Player 1", KANJI, HEBREW, "A" * 32, "!"])


@pytest.mark.parametrize(
    ("names", "unique"),
    [
        (("Ada", "Bo"), ("Ada", "Bo")),
        (("Ada", "ada"), ("Ada (1)", "ada (2)")),
        (("Ada", "Bo", "Ada"), ("Ada (1)", "Bo", "Ada (3)")),
        ((KANJI, HEBREW), (f"Player 1 {KANJI}", HEBREW)),
        (("\N{PARTY POPPER}", "!?"), ("Player 1 \N{PARTY POPPER}", "!?")),
        ((f"Ada {KANJI}", "Bo"), (f"Ada {KANJI}", "Bo")),
        ((f"Ada {KANJI}", "Ada"), (f"Ada {KANJI}", "Ada")),
        ((f"Ada {KANJI}", f"Ada {KANJI[::-1]}"), (f"Ada {KANJI} (1)", f"Ada {KANJI[::-1]} (2)")),
        (("Ivan", "lvan"), ("Ivan (1)", "lvan (2)")),
        (("Ada", "\N{CYRILLIC CAPITAL LETTER A}da"), ("Ada (1)", "\N{CYRILLIC CAPITAL LETTER A}da (2)")),
        (("Ada (2)", "Ada", "Ada"), ("Ada (2) (1)", "Ada (2) (2)", "Ada (3)")),
        (("Player 2 □□", KANJI), ("Player 2 □□ (1)", f"Player 2 {KANJI} (2)")),
        (("A" * 32, "A" * 32), (f"{'A' * 27}… (1)", f"{'A' * 27}… (2)")),
    ],
)
def test_names_are_made_unique(names: tuple[str, ...], unique: tuple[str, ...]) -> None:
    assert distinct_names(names) == unique


@given(st.lists(st.one_of(NAMES, ALIKE), max_size=6))
def test_every_player_has_a_name_of_their_own_in_pictures_and_texts(names: list[str]) -> None:
    unique = distinct_names(names)
    drawn = [legible(name) for name in unique]
    assert all(drawn)
    assert len(set(drawn)) == len(drawn)
    assert len(set(unique)) == len(unique)
    assert all(len(name) <= LIMIT for name in unique)


def test_pictures_and_texts_use_the_same_names() -> None:
    assert [legible(name) for name in distinct_names((KANJI, "Bo", f"Bo {HEBREW}"))] == [
        "Player 1 □□",
        "Bo",
        f"Bo {HEBREW}",
    ]
