"""Alchemy's pictures and texts contain everything that players look for."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from render import fonts, wording
from render.alchemy import RENDERER, facts
from render.alchemy.art import art
from render.alchemy.artwork import ARTWORK
from render.alchemy.badges import BADGES
from render.alchemy.cards import Held, circle, slip, whole, whole_height
from render.alchemy.sections import cards as rows
from render.alchemy.tokens import BACK, Token, draw_tokens, token, token_rows
from render.canvas import HEIGHT, WIDTH, Canvas
from render.fonts import ELLIPSIS
from render.lines import ROOM
from render.palette import GROUND, SKY
from render.picture import (
    choice_picture,
    hand_picture,
    hand_text,
    table_picture,
    table_text,
)
from rules.alchemy.cards import EffectCard, ElementCard, OpusCard
from rules.alchemy.elements import BASICS, Element, in_words
from rules.alchemy.game import Alchemy
from rules.alchemy.state import AlchemyState, Stored
from rules.alchemy.view import AlchemyView
from rules.core.play import RESIGNED, Outcome
from tests.examples import thorough
from tests.render.alchemy_tables import DRAWN, KINDS, PLAYERS, draw, prefixes, views
from tests.render.tables import choice_text, cut_off
from tests.rules.alchemy.tables import GAME, OPUS, cards, side, table

NOTHING_TO_SEE: tuple[tuple[str, ...], ...] = ((), ("end",), ("play",), ("attack", "nobody"), ("put",), ("nothing",))


def test_nothing_is_cut_off_and_all_type_is_legible_on_a_phone(
    drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    for seed, (player, scoring) in enumerate(KINDS):
        for view in views(seed, 20, player, scoring):
            draw(view)
    assert cut_off(drawn_lines) <= set(PLAYERS)
    assert min(type_sizes) >= fonts.SMALLEST


def test_long_names_of_players_cut_off_nothing_else(drawn_lines: dict[str, bool]) -> None:
    wide = ("W" * 32, "M" * 32)
    for view in views(6, 3, "random", "on"):
        draw(view, wide)
    assert wide[0] in cut_off(drawn_lines)
    assert all(text.endswith(ELLIPSIS) or any(name in text for name in wide) for text in cut_off(drawn_lines))


@pytest.mark.parametrize(("player", "scoring"), [KINDS[2], *thorough(*KINDS[:2], *KINDS[3:])])
def test_nine_hands_in_ten_are_no_higher_than_a_table(player: str, scoring: str) -> None:
    heights = sorted(RENDERER.hand(GAME, view, PLAYERS).box.height for view in views(5, 3, player, scoring) if view.own)
    assert heights[len(heights) * 9 // 10] <= HEIGHT


def test_every_card_of_the_pool_draws_in_every_form(drawn_lines: dict[str, bool]) -> None:
    for card in GAME.cards.values():
        canvas = Canvas(ROOM, 100, GROUND)
        draw_tokens(canvas, canvas.box, token_rows([token(card)], ROOM))
        copies = 1 if isinstance(card, OpusCard) else 2
        for held in (Held(card), Held(card, copies, facts.note(card), SKY), Held(card, 1, "store, seen")):
            for width in (256, 344) if isinstance(card, EffectCard) else ():
                whole(held, (width, whole_height(held, width)))
            slip(held, 332)
        if isinstance(card, ElementCard):
            for count in (1, 2, 3):
                circle({card: count}, ROOM)
    assert cut_off(drawn_lines) == set()


@pytest.mark.parametrize("wholes", range(5))
@pytest.mark.parametrize("slips", range(1, 8))
def test_cards_stand_in_rows_and_slips_fill_the_room_beside_and_below_them(wholes: int, slips: int) -> None:
    pool = [Held(card) for card in GAME.cards.values() if isinstance(card, EffectCard)][: wholes + slips]
    placed: list[str] = []
    for row in rows(pool[:wholes], pool[wholes:]):
        boxes = list(row.places.values())
        placed += row.places
        assert max(box.right for box in boxes) <= ROOM
        assert max(box.bottom for box in boxes) == row.box.height
        assert not any(
            one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom
            for one, other in combinations(boxes, 2)
        )
    assert placed == [held.card.name for held in pool]


def test_every_card_of_the_pool_has_its_own_picture() -> None:
    """At 60 pixels, no two pictures are alike."""
    drawn = {art(card, 60, GROUND)[0].tobytes() for card in GAME.cards.values()}
    assert len(drawn) == len(GAME.cards)
    assert {card.id for card in GAME.cards.values() if isinstance(card, EffectCard)} == set(ARTWORK)


def test_elements_differ_without_colour() -> None:
    assert set(BADGES) == set(BASICS)
    assert len({shape for _, shape in BADGES.values()}) == len(BASICS)
    assert len({element.sign for element in Element}) == len(Element)


def test_rows_of_tokens_fit_their_width_and_are_complete() -> None:
    many = [Token("112233", element) for element in Element] * 3 + [BACK] * 9
    rows = token_rows(many, 600)
    assert [token for row in rows for token in row] == many
    assert len(rows) > 1
    assert token_rows([], 600) == [[]]


def _with_store(store: str) -> Callable[[], AlchemyState]:
    return lambda: table(side("fire-1", store=store), side("air-2"))


@pytest.mark.parametrize(
    ("one", "other", "public"),
    [
        (_with_store("fire-3 calcination"), _with_store("water-1 ablution"), False),
        (_with_store("fire-3! calcination"), _with_store("fire-2! calcination"), True),
        (lambda: table(side("fire-1", opus="azoth")), lambda: table(side("fire-1", opus="panacea")), False),
        (
            lambda: table(side("fire-1", opus="azoth", used=True)),
            lambda: table(side("fire-1", opus="panacea", used=True)),
            True,
        ),
        (lambda: table(side("fire-1 air-2")), lambda: table(side("water-3 ablution")), False),
        (lambda: table(side(shown="fire-1")), lambda: table(side(shown="ablution")), True),
    ],
)
def test_a_card_is_shown_to_players_who_may_know_it_and_no_others(
    one: Callable[[], AlchemyState], other: Callable[[], AlchemyState], *, public: bool
) -> None:
    for seat in (None, 1):
        first, second = GAME.view(one(), seat), GAME.view(other(), seat)
        assert (table_picture(GAME, first, PLAYERS) != table_picture(GAME, second, PLAYERS)) == public
        assert (table_text(GAME, first, PLAYERS) != table_text(GAME, second, PLAYERS)) == public
    mine = [GAME.view(world(), 0) for world in (one, other)]
    assert hand_text(GAME, mine[0], PLAYERS) != hand_text(GAME, mine[1], PLAYERS)
    assert hand_picture(GAME, mine[0], PLAYERS).png != hand_picture(GAME, mine[1], PLAYERS).png


def test_a_table_shows_no_private_knowledge_of_the_viewer() -> None:
    for view in views(5, 2, "random"):
        if view.seat is not None:
            learned = wording.private_events(GAME, view, PLAYERS)
            assert not learned or learned not in table_text(GAME, view, PLAYERS)
            public = tuple(event for event in view.events if event.seats is None)
            without = replace(view, own=None, options=(), events=public)
            assert table_picture(GAME, view, PLAYERS) == table_picture(GAME, without, PLAYERS)


def test_words_without_a_visible_choice_have_no_picture() -> None:
    for view in views(2, 11, "random"):
        for prefix in NOTHING_TO_SEE:
            assert choice_picture(GAME, view, prefix, PLAYERS) is None
            assert choice_text(GAME, view, prefix, PLAYERS) == ""
        for verb in prefixes(view):
            assert bool(choice_text(GAME, view, verb, PLAYERS)) == (verb[0] in DRAWN)


def test_the_text_contains_everything_in_the_picture() -> None:
    for view in views(9, 3, "random", "on"):
        text = table_text(GAME, view, PLAYERS)
        assert wording.headline(GAME, view, PLAYERS) in text
        assert all(sentence in text for sentence in facts.recent_events(GAME, view, PLAYERS))
        for name, side_view in zip(PLAYERS, view.sides, strict=True):
            lines = text[text.index(f"{side_view.seat + 1} {name}") :].splitlines()
            assert f"score {side_view.score} of 20, AP {side_view.points} of 6" in lines[0]
            assert f"  Deck {side_view.deck} · damage dealt {in_words(side_view.damage)}" in lines[1]
            assert (side_view.opus.name if side_view.opus else "face down, unused") in lines[1]
            assert lines[2].startswith(f"  Hand {side_view.hand}")
            assert all(card.name in lines[2] for card in side_view.shown)
            assert lines[3].startswith(f"  Store {len(side_view.store)}")
            assert lines[3].count("face down") == side_view.store.count(None)
            assert all(card.name in lines[3] for card in side_view.store if card)
            assert all(card.name in lines[4] for card in side_view.field)
            assert lines[5].startswith(f"  Recharge {len(side_view.recharge)}")
            assert lines[6].startswith(f"  Exhausted {len(side_view.exhausted)}")
        assert len(text) <= 2000


def test_piles_are_condensed_without_losing_a_card() -> None:
    pile = cards("air-2 fire-3 calcination fire-1 air-2 ablution earth-1")
    assert facts.condensed(pile) == ["Fire 1 3", "Air 2 2", "Earth 1", "2 processes"]
    assert facts.condensed([]) == []


def test_the_hand_text_contains_everything_in_the_picture() -> None:
    for view in views(10, 2, "random"):
        if view.seat is None:
            continue
        assert view.own is not None
        side_view, text = view.sides[view.seat], hand_text(GAME, view, PLAYERS)
        assert f"hand of {side_view.hand} · AP {side_view.points} of 6 · score {side_view.score} of 10" in text
        for words in facts.magnitudes(view.own.hand).values():
            assert words in text
        for card in (*facts.effects(view.own.hand), *(c for c in view.own.store if isinstance(c, EffectCard))):
            assert f"{card.name} ({card.cost} AP" in text
            assert card.text in text
        assert view.own.opus.name in text
        assert (view.own.opus.text in text) == (side_view.opus is None)
        assert text.count("usable now") == len(facts.usable(view))
        assert facts.deck_left(view) in text


def test_a_hand_does_not_reveal_the_order_of_the_deck() -> None:
    g = table(side("fire-1", deck="water-1 air-2 ablution"))
    other = table(side("fire-1", deck="ablution water-1 air-2"))
    view, twin_view = GAME.view(g, 0), GAME.view(other, 0)
    assert hand_picture(GAME, view, PLAYERS) == hand_picture(GAME, twin_view, PLAYERS)
    assert "Still in your deck of 3: Water 1, Air 2, 1 process." in hand_text(GAME, view, PLAYERS)


def test_a_hand_and_a_store_with_all_cards_are_drawn_whole(drawn_lines: dict[str, bool]) -> None:
    everything = " ".join(card for card in GAME.cards if card not in {opus.id for opus in OPUS})
    g = table(side(everything, shown="fire-3 congelation", store="multiplication! separation fire-2", deck=everything))
    RENDERER.hand(GAME, GAME.view(g, 0), PLAYERS)
    g.sides[0].store = [Stored(card, True) for card in cards("multiplication amalgamation trituration")]
    RENDERER.table(GAME, GAME.view(g, None), PLAYERS)
    assert cut_off(drawn_lines) == set()


@pytest.mark.parametrize(("turn", "said"), [(11, ""), (12, "Damage counts twice"), (13, "Damage counts 3 times")])
def test_8_2_the_table_says_how_often_damage_counts(turn: int, said: str) -> None:
    text = table_text(GAME, GAME.view(table(turn=turn), None), PLAYERS)
    assert ("Damage counts" in text) == bool(said)
    assert f"{said} in this turn." in text or not said


def test_8_4_the_last_resort_is_announced_in_time() -> None:
    quiet = "No attack for 16 turns: after 30 the match ends."
    late = "The match ends after turn 160."
    for g, announced in ((table(), set()), (table(quiet=16), {quiet}), (table(turn=150, quiet=3), {late})):
        text = table_text(GAME, GAME.view(g, None), PLAYERS)
        assert {words for words in (quiet, late) if words in text} == announced


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 1)])
@pytest.mark.parametrize("ending", [*Alchemy.endings, RESIGNED])
def test_the_end_names_the_winner_and_the_reason(
    drawn_lines: dict[str, bool], ending: str, ranks: tuple[int, int]
) -> None:
    outcome = Outcome(ending, ranks)
    view: AlchemyView = replace(next(views(1)), phase="Over", waiting=(), outcome=outcome)
    text = table_text(GAME, view, PLAYERS)
    assert GAME.result(outcome, PLAYERS) in text.splitlines()
    assert text.count("(winner)") == len(outcome.winners)
    assert "game over" in text
    assert RENDERER.table(GAME, view, PLAYERS).box.width == WIDTH
    assert cut_off(drawn_lines) <= set(PLAYERS)
