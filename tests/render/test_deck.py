"""Pictures of decks: their contents, for every game with decks and for one whose renderer declares no traits."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.content.seeds import load_games
from render import deck
from render.canvas import WIDTH
from render.deck import deck_picture, deck_text, full_size
from render.picture import ALT_LIMIT
from render.renderer import Cards, renderer
from rules.core.cards import CardId, copies
from rules.core.game import Game
from tests.render.tables import cut_off
from tests.render.test_picture import HOSTILE
from tests.tiny_game import Tiny

DECKED = [key for key, game in load_games().items() if game.decks]


@pytest.fixture(params=DECKED)
def decked(request: pytest.FixtureRequest) -> Game:
    """Every game of the catalog with decks."""
    return load_games()[request.param]


def size(png: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(png)) as opened:
        return opened.size


def test_every_ready_made_deck_is_drawn_whole(decked: Game, drawn_lines: dict[str, bool]) -> None:
    for ready in decked.decks.values():
        drawn_lines.clear()
        picture = deck_picture(decked, ready.name, ready.cards)
        width, height = size(picture.png)
        assert (width, height <= 2 * WIDTH) == (WIDTH, True)
        assert len(picture.png) < 300_000
        assert cut_off(drawn_lines) == set()
        assert {decked.cards[card].name for card in ready.cards} < set(drawn_lines)
        assert {ready.name, decked.title, "Ready to play", str(len(ready.cards)), f"/ {full_size(decked)}"} < set(
            drawn_lines
        )


def test_the_text_has_the_number_of_copies_of_each_card(decked: Game) -> None:
    for ready in decked.decks.values():
        text = deck_text(decked, ready.name, ready.cards)
        for card, count in copies(ready.cards).items():
            assert f"{count} {decked.cards[card].name}" in text
        assert f"{len(ready.cards)} of {full_size(decked)} cards" in text
        assert len(deck_picture(decked, ready.name, ready.cards).alt) <= ALT_LIMIT


def test_the_curve_counts_each_copy_once() -> None:
    tnb = load_games()["tnb"]
    ready = next(iter(tnb.decks.values()))
    curve = deck._curve(deck._groups(tnb, ready.cards))
    assert sum(curve.values()) == len(ready.cards)
    assert list(curve) == list(range(min(curve), max(curve) + 1))


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_deck_that_is_not_ready_says_so(decked: Game, drawn_lines: dict[str, bool], number: int) -> None:
    cards = tuple(decked.cards)[:number]
    deck_picture(decked, "Begun", cards)
    assert "Not ready yet" in drawn_lines
    assert "Ready to play" not in drawn_lines
    assert ("No card is in it yet." in drawn_lines) == (number == 0)


def test_the_largest_decks_are_no_taller_than_any_picture(decked: Game, drawn_lines: dict[str, bool]) -> None:
    picture = deck_picture(decked, "W" * 32, tuple(decked.cards) * 2)
    assert size(picture.png)[1] <= 2 * WIDTH
    assert cut_off(drawn_lines) <= {"W" * 32}


def test_cards_that_the_game_no_longer_has_are_listed(decked: Game, drawn_lines: dict[str, bool]) -> None:
    cards = (CardId("old-card"), *tuple(decked.cards)[:2])
    assert "No longer in the game (1): 1 old-card." in deck_picture(decked, "Old", cards).alt
    assert "old-card" in drawn_lines


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_drawn(decked: Game, name: str) -> None:
    picture = deck_picture(decked, name[:32], ())
    assert size(picture.png)[0] == WIDTH
    assert "```" not in picture.alt


def test_a_game_whose_renderer_declares_no_traits_has_one_group_and_no_curve(
    monkeypatch: pytest.MonkeyPatch, drawn_lines: dict[str, bool]
) -> None:
    monkeypatch.setattr(deck, "renderer", lambda _: replace(renderer("tnb"), cards=Cards()))
    game = Tiny()
    many = {CardId(f"card-{n}"): next(iter(game.cards.values())) for n in range(120)}
    text = deck_text(game, "Mine", game.decks["level"].cards)
    assert text == "Mine, a deck of Tiny: 5 of 5 cards.\nCards (5): 1 Card 3, 1 Card 4, 1 Card 5, 2 Card 6."
    game.cards = many
    assert size(deck_picture(game, "Mine", tuple(many)).png)[1] <= 2 * WIDTH
    assert "more, of other cards" in drawn_lines
