"""Promises about the pictures and texts of every game."""

import re
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.content.seeds import load_rulebook
from render import picture
from render.cache import PIECES
from render.canvas import WIDTH, Layout
from render.names import LIMIT
from render.picture import (
    ALT_LIMIT,
    choice_picture,
    closeup_picture,
    closeup_text,
    closeups,
    hand_picture,
    hand_text,
    rule_picture,
    table_picture,
    table_text,
    warm_up,
)
from render.renderer import renderer
from render.wording import hand_view
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.notation import words
from rules.core.options import RuleSet
from rules.core.play import View
from tests.examples import games_first, thorough
from tests.render.tables import NAMES, blank_pictures, clear_cache, views

FEW = games_first("tiny", "tnb")
"""Games of the first tier for what is the same in all."""
HOSTILE = (
    "@everyone",
    "`" * 6 + "\nnew line\n",
    "\u202eevil\u202c" * 9,
    "\u05d3\u05d5\u05d3 \u0627\u062d\u0645\u062f",
    "\N{PARTY POPPER}" * 32,
    "x" * 200,
    "W" * 32,
    "Z\u0351\u0367\u0315\u0324\u035d" * 40,
    "",
    " \u200b\u2060 ",
    "\x00\x07\x1b[31m",
    "\ud800",
    "**bold** <@123> [a](b) https://example.org",
)


def pictures(game: Game, view: View, names: tuple[str, ...] = NAMES) -> list[picture.Picture]:
    so_far = [table_picture(game, view, names[: game.seats[0]])]
    if view.seat is not None:
        so_far.append(hand_picture(game, view, names[: game.seats[0]]))
    chosen = (choice_picture(game, view, prefix, names[: game.seats[0]]) for prefix in begun(view))
    return [*so_far, *(picture for picture in chosen if picture is not None)]


def begun(view: View) -> list[tuple[str, ...]]:
    """Return beginnings of actions, one for each verb and number of words."""
    spelled = [words(option) for option in view.options]
    return list(
        {
            (spelled_option[0], length): spelled_option[:length]
            for spelled_option in spelled
            for length in range(1, len(spelled_option))
        }.values()
    )


def texts(game: Game, view: View, names: tuple[str, ...] = NAMES) -> list[str]:
    so_far = [table_text(game, view, names[: game.seats[0]])]
    if view.seat is not None:
        so_far.append(hand_text(game, view, names[: game.seats[0]]))
    return so_far


def test_every_game_has_a_renderer() -> None:
    assert all(callable(renderer(key).table) for key in GAMES)


def test_a_game_without_a_renderer_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"render\.solitaire"):
        renderer("solitaire")


@pytest.mark.parametrize("player", ["greedy", *thorough("random")])
def test_pictures_have_one_width_and_few_bytes(catalog_game: Game, player: str) -> None:
    for view in views(catalog_game, 3, 80, player):
        for drawn in pictures(catalog_game, view):
            with Image.open(BytesIO(drawn.png)) as opened:
                assert opened.size[0] == WIDTH
                assert opened.size[1] <= WIDTH
            assert len(drawn.png) < 200_000


def test_matches_as_written_have_pictures_and_texts_too(catalog_game: Game) -> None:
    seats = NAMES[: catalog_game.seats[0]]
    for view in views(catalog_game, 4, 50, rules=RuleSet.WRITTEN):
        for drawn, text in zip(pictures(catalog_game, view), texts(catalog_game, view), strict=False):
            with Image.open(BytesIO(drawn.png)) as opened:
                assert opened.size[0] == WIDTH
            assert 0 < len(drawn.alt) <= ALT_LIMIT
            assert text
        if view.seat is not None:
            assert hand_picture(catalog_game, view, seats, layout=Layout.PHONE).png


@pytest.mark.parametrize("player", ["greedy", "random"])
def test_alternative_texts_respect_discords_limit(catalog_game: Game, player: str) -> None:
    with blank_pictures():
        for view in views(catalog_game, 5, 13, player):
            for drawn, text in zip(pictures(catalog_game, view), texts(catalog_game, view), strict=False):
                assert 0 < len(drawn.alt) <= ALT_LIMIT
                if drawn.alt.endswith(picture._CUT):
                    assert len(drawn.words) > len(drawn.alt) - len(picture._CUT)
                if drawn.alt != text and renderer(catalog_game.key).table_aloud is None:
                    assert drawn.alt.endswith(picture._CUT)
                    assert text.startswith(drawn.alt.removesuffix(picture._CUT))


@pytest.mark.parametrize("catalog_game", FEW, indirect=True)
def test_equal_views_give_equal_pictures_and_texts(catalog_game: Game, cold: None) -> None:
    first = [pictures(catalog_game, view) for view in views(catalog_game, 8, 40)]
    second = [pictures(catalog_game, view) for view in views(catalog_game, 8, 40)]
    assert first == second


def test_a_described_hand_tells_the_table_while_its_owner_decides(catalog_game: Game) -> None:
    """A player who cannot see the pictures needs one message for a decision, not two."""
    names, decided = NAMES[: catalog_game.seats[0]], set()
    with blank_pictures():
        for view in views(catalog_game, 3, 9):
            if view.seat is not None:
                described = hand_picture(catalog_game, view, names).words
                assert (table_text(catalog_game, hand_view(view), names) in described) == bool(view.options)
                decided.add(bool(view.options))
    assert True in decided


def test_a_spectators_table_contains_no_private_news(catalog_game: Game) -> None:
    """The table's picture shows nothing of the viewer's hand, so that it can be posted publicly."""
    for view in views(catalog_game, 2, 30):
        if view.seat is None:
            words = table_text(catalog_game, view, NAMES[: catalog_game.seats[0]])
            assert view.options == ()
            assert "You draw" not in words


@pytest.mark.parametrize("catalog_game", FEW, indirect=True)
def test_many_threads_draw_equal_pictures(catalog_game: Game, cold: None) -> None:
    seen = list(views(catalog_game, 13, 60))
    alone = [pictures(catalog_game, view) for view in seen]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda view: pictures(catalog_game, view), seen * 3))
    differing = [
        (place, differences)
        for place, (one, other) in enumerate(zip(together, alone * 3, strict=True))
        if any(differences := [different(a, b) for a, b in zip(one, other, strict=True)])
    ]
    assert differing == []  # the pictures themselves would make a message of megabytes


def different(one: picture.Picture, other: picture.Picture) -> str:
    """Describe the difference between two pictures; "" if their pixels are equal, even if they are packed
    differently.
    """
    if one == other:
        return ""
    first, second = (Image.open(BytesIO(drawn.png)).convert("RGB") for drawn in (one, other))
    if one.alt != other.alt or first.size != second.size:
        return "words or size"
    box = ImageChops.difference(first, second).getbbox()
    return f"pixels in {box}" if box is not None else ""


@pytest.mark.parametrize("catalog_game", FEW, indirect=True)
@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_drawn_and_written_in_one_line(catalog_game: Game, name: str) -> None:
    names = tuple(name for _ in range(catalog_game.seats[0]))
    plain = picture._for_texts(names)[0]
    assert 0 < len(plain) <= LIMIT
    assert plain.isprintable()
    assert "`" not in plain
    for view in views(catalog_game, 4, 1_000):
        assert all(drawn.png for drawn in pictures(catalog_game, view, names))
        for text in texts(catalog_game, view, names):
            assert "```" not in text
            assert "\u202e" not in text
            text.encode("utf-8")


def test_players_without_a_name_are_numbered() -> None:
    assert picture._for_texts(("", "\u200b")) == ("Player 1", "Player 2")
    assert picture._for_pictures(("\N{PARTY POPPER}", "Bob")) == ("□", "Bob")


def test_a_description_that_is_too_long_is_cut_between_lines_and_shows_it() -> None:
    lines = [f"line {place}" for place in range(400)]
    alt = picture.alternative(lines)
    assert len(alt) <= ALT_LIMIT
    *whole, last = alt.split("\n")
    assert "\n".join(lines).startswith("\n".join(whole) + "\n")
    assert last == picture._CUT


def test_lines_beyond_a_descriptions_limit_are_not_generated() -> None:
    lines = iter(["a" * 600, "b" * 600, "c"])
    assert picture.alternative(lines) == "a" * 600 + "\n" + picture._CUT
    assert list(lines) == ["c"]


def test_every_closeup_has_its_own_word_and_label(catalog_game: Game) -> None:
    names = NAMES[: catalog_game.seats[0]]
    for view in views(catalog_game, 4, 60, "random"):
        offered = closeups(catalog_game, view)
        assert len({word for word, _ in offered}) == len({label for _, label in offered}) == len(offered)
        for word, label in offered:
            assert re.fullmatch(r"[a-z0-9][a-z0-9+.,-]{0,99}", word)
            assert 0 < len(label) <= 100
            assert label.isprintable()
            drawn = closeup_picture(catalog_game, view, word, names)
            assert drawn.alt
            assert len(drawn.alt) <= ALT_LIMIT
            assert "```" not in closeup_text(catalog_game, view, word, names)
            with Image.open(BytesIO(drawn.png)) as opened:
                assert opened.size[0] <= WIDTH
                assert opened.size[1] <= 2 * WIDTH


def test_a_warm_up_caches_most_of_a_first_table(catalog_game: Game) -> None:
    first = next(views(catalog_game, 11, 1))
    clear_cache()
    pictures(catalog_game, first)
    needed = cached_pieces()
    clear_cache()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(warm_up, catalog_game).result()
    before = cached_pieces()
    pictures(catalog_game, first)
    assert cached_pieces() - before < needed / 5


def cached_pieces() -> int:
    return sum(len(drawer.recent) + len(drawer.earlier) for drawer in PIECES._drawers)


def test_every_picture_of_a_rule_belongs_to_existing_clauses(catalog_game: Game) -> None:
    clauses = {clause.number for clause in load_rulebook(catalog_game.key)}
    for illustration in renderer(catalog_game.key).rules:
        assert set(illustration.clauses) <= clauses
        for clause in illustration.clauses:
            picture = rule_picture(catalog_game.key, clause)
            assert picture is not None
            assert len(picture.alt) <= ALT_LIMIT
    assert rule_picture(catalog_game.key, "1.1") is None
