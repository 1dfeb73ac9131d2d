"""Texts of users cannot do anything to others."""

import discord
import pytest

from cogs.text import NAME_LIMIT, escaped, listed, plain, shortened
from render.lengths import length

NASTY = [
    "**bold** __line__ ~~gone~~ `code` ||spoiler||",
    "@everyone @here <@123> <@&456> <#789> <:smile:1> <t:1:R> </match:1>",
    "[click](https://evil.example) https://evil.example discord.gg/evil",
    "# heading\n- list\n> quote\n1. one",
    "a\u202eb\u2066c\u200bd\u0000e\r\nf\u2028g",
    "e" + "\u0301" * 40,
    "\\*escaped\\*",
]


@pytest.mark.parametrize("text", NASTY)
def test_markup_mentions_and_links_of_others_are_dead(text: str) -> None:
    shown = escaped(text, 200)
    read = discord.utils.remove_markdown(shown)
    assert "\n" not in shown
    for alive in ("**", "__", "~~", "||", "<@", "<#", "<:", "<t:", "://", "](", "discord.gg/", "@everyone"):
        assert alive not in shown
    assert read


@pytest.mark.parametrize("text", NASTY)
def test_a_name_is_one_short_line_without_unseen_characters(text: str) -> None:
    shown = plain(text)
    assert len(shown) <= NAME_LIMIT
    assert shown.isprintable()
    assert "\u0301\u0301\u0301" not in shown


@pytest.mark.parametrize(
    "text", ["", "\u200b", " \n\t", "\u202e", *"\u3164\u2800\u115f\uffa0", "\u0301", "\u3164 \u2800"]
)
def test_an_invisible_name_is_someone(text: str) -> None:
    assert plain(text) == "someone"


def test_names_of_every_script_stay_unchanged() -> None:
    for name in ("Žofie", "李小龍", "محمد", "Ольга", "O'Neill, jr", "🐙 Kraken"):
        assert plain(name) == name


@pytest.mark.parametrize("letter", ["x", "é", "字", "\N{OCTOPUS}"])
def test_a_text_is_cut_by_the_larger_of_its_lengths(letter: str) -> None:
    """An emoji is one code point and two UTF-16 units."""
    for limit in (99, 100):
        shown = shortened(letter * 300, limit)
        assert limit - 1 <= length(shown) <= limit
        assert length(shown) == len(shown.encode("utf-16-le")) // 2 >= len(shown)
        assert shown.endswith(f"{letter}…"), "no emoji is cut in two"
    assert length(plain(letter * 40)) <= NAME_LIMIT


def test_long_texts_and_lists_are_cut_to_their_limit() -> None:
    assert len(shortened("x" * 300, 100)) == 100
    assert listed([str(n) for n in range(12)]) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more"
