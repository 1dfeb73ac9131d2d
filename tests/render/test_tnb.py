"""T&B's pictures and texts contain everything that players look for."""

from dataclasses import replace

import pytest
from PIL import ImageChops

from render import fonts, wording
from render.canvas import HEIGHT, UNIT, WIDTH
from render.fonts import ELLIPSIS, LABEL
from render.landscape import PARTS, parts, tall_table
from render.palette import SKY
from render.picture import choice_picture, hand_text, table_picture, table_text
from render.tnb import RENDERER, facts
from render.tnb.art import ART, art, kind
from render.tnb.artwork import ARTWORK
from render.tnb.board import SHORTEST_TILE, TALLEST_TILE, Slot, slot
from render.tnb.cards import CARD_WIDTH, abbreviated, whole_card
from render.tnb.player import TALL, spots_of
from render.tnb.player import WIDTH as BOARD_WIDTH
from render.tnb.style import STYLE
from render.tnb.tile import Spot, tile_front
from render.tnb.tolls import TOLL_GAP, gap_within, toll_width
from rules.core.cards import CardId
from rules.core.play import RESIGNED, Outcome, apply
from rules.tnb.actions import Attack, Block, Done, Move
from rules.tnb.cards import TnbCard
from rules.tnb.events import Resolved, TileResult
from rules.tnb.game import Tnb
from rules.tnb.grid import TILES, TILES_IN
from rules.tnb.view import CardOnBoard
from tests.examples import thorough
from tests.render.tables import choice_text, cut_off
from tests.render.tnb_tables import KINDS, PLAYERS, draw, tables, views


def test_only_long_news_is_cut_off_and_all_type_is_legible_on_a_phone(
    tnb: Tnb, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    for seed, (player, overdrive) in enumerate(KINDS):
        for view in views(tnb, seed, 12, player, overdrive):
            draw(tnb, view)
    assert all(text.startswith("On ") and "board: " in text for text in cut_off(drawn_lines))
    assert min(type_sizes) >= fonts.SMALLEST


def test_long_names_of_players_cut_off_no_number_and_no_label(tnb: Tnb, drawn_lines: dict[str, bool]) -> None:
    wide = ("W" * 32, "M" * 32)
    for view in views(tnb, 6, 3):
        draw(tnb, view, wide)
    assert set(wide) <= cut_off(drawn_lines)
    assert all(
        text.endswith(ELLIPSIS) or any(name in text for name in (*wide, *(card.name for card in tnb.cards.values())))
        for text in cut_off(drawn_lines)
    )


def test_a_board_under_attack_everywhere_is_drawn_whole(tnb: Tnb, drawn_lines: dict[str, bool]) -> None:
    view = next(view for view in views(tnb, 1) if all(side.board for side in view.sides))
    names = [side.board[0].card.id for side in view.sides]
    one, two = (
        tuple(TileResult(tile=tile, attack=24, block=12, card=name, removed=True) for tile in TILES) for name in names
    )
    sides = tuple(replace(side, attacked=(24,) * 9, blocked=(12,) * 9, tactical_points=60) for side in view.sides)
    hit = replace(view, turn=60, sides=(sides[0], sides[1]), resolved=(one, two), overdrive=True)
    assert RENDERER.table(tnb, hit, PLAYERS).box == (0, 0, WIDTH, HEIGHT)
    assert cut_off(drawn_lines) == set()


def test_the_costliest_battle_fits_into_the_head(tnb: Tnb) -> None:
    view = next(view for view in views(tnb, 1, 1, "random", "on") if view.turn > 1 and view.waiting)
    empty = [tile for tile in TILES if all(side.at(tile) is None for side in view.sides)][:5]
    lost = tuple(TileResult(tile, 6, 0, None, removed=False) for tile in empty)
    ids = [card.id for card in view.sides[0].deck_list[:4]], [card.id for card in view.sides[1].deck_list[:4]]
    other_tiles = [tile for tile in TILES if tile not in empty][:4]
    one, two = (
        (*lost, *(TileResult(tile, 16, 0, card, removed=True) for tile, card in zip(other_tiles, cards, strict=True)))
        for cards in ids
    )
    dear, quiet = (
        RENDERER.table(tnb, replace(view, turn=60, resolved=results), PLAYERS) for results in ((one, two), ((), ()))
    )
    with_, without = (canvas.pixels.crop((0, 0, WIDTH, PARTS.head.bottom)) for canvas in (dear, quiet))
    changed = ImageChops.difference(with_, without).getbbox()
    assert changed is not None
    assert changed[2] <= PARTS.head.right - 96, "the order of the turns stays"
    assert changed[2] - changed[0] > 400, "all losses are drawn"


def test_every_card_of_the_pool_draws_in_every_form(tnb: Tnb, drawn_lines: dict[str, bool]) -> None:
    for card in tnb.cards.values():
        occupant = CardOnBoard(
            card=card, tile=TILES[0], health=card.health, free=True, taken=("attack", "block", "move")
        )
        result = TileResult(tile=TILES[0], attack=12, block=9, card=card.id, removed=True)
        blocked = TileResult(tile=TILES[0], attack=0, block=12, card=card.id, removed=False)
        whole_card(card, SKY, CARD_WIDTH, framed=True)
        tile_front(Spot(occupant, result, 0, "", ready=True), SKY)
        tile_front(Spot(occupant, blocked, 12, "", ready=False), SKY)
        tile_front(Spot(None, blocked._replace(block=0, card=None), 0, card.name, ready=False), SKY)
        for size in ((170, SHORTEST_TILE), (170, TALLEST_TILE), (348, TALLEST_TILE)):
            slot(Slot(occupant, result, framed=True, title=card.name), size)
            slot(Slot(occupant, result._replace(block=16, removed=False), framed=True, title=card.name), size)
    assert cut_off(drawn_lines) == set()


def test_a_battles_loss_is_shown_on_its_tile_and_moves_with_the_card(tnb: Tnb) -> None:
    shown, moved = 0, 0
    for played in KINDS:
        for view in views(tnb, 8, 1, *played):
            for seat, results in enumerate(view.resolved):
                spots = {spot.result.tile: spot for spot in spots_of(view, seat)}
                cards = {spot.occupant.card.id: spot for spot in spots.values() if spot.occupant}
                left = sum(spot.lost for spot in cards.values())
                assert left == sum(r.net for r in results if r.card in cards)
                for result in results:
                    spot = spots[result.tile]
                    assert bool(spot.fallen) == result.removed
                    if spot.occupant is None:
                        assert spot.lost == result.life_lost
                    shown += result.net > 0
                    moved += result.card in cards and cards[result.card].result.tile != result.tile and result.net > 0
    assert shown
    assert moved


def test_every_card_of_the_pool_has_a_picture_of_its_own(tnb: Tnb) -> None:
    assert set(ARTWORK) == set(tnb.cards)
    assert len({art(card, ART)[0].tobytes() for card in tnb.cards.values()}) == len(tnb.cards)


def test_a_card_without_a_picture_shows_its_shape(tnb: Tnb) -> None:
    knight = tnb.cards[CardId("knight")]
    unknown = TnbCard(
        id=CardId("new"),
        name="New",
        health=knight.health,
        speed=0,
        damage=1,
        defence=1,
        shape=knight.shape,
    )
    assert kind(unknown) == kind(knight)
    assert art(unknown, ART)[0].tobytes() != art(knight, ART)[0].tobytes()
    assert len(set(art(unknown, ART)[0].tobytes())) > 1


def test_a_long_name_keeps_its_last_word() -> None:
    assert abbreviated("Hooked Spear", LABEL, 160) == "Hook. Spear"
    assert abbreviated("Hooked Spear", LABEL, 110) == "H. Spear"
    assert abbreviated("Hooked Spear", LABEL, 50) == "H. Spear"
    assert abbreviated("Lancer", LABEL, 160) == "Lancer"


def test_a_spectators_table_does_not_depend_on_hands_and_decks(tnb: Tnb) -> None:
    changed = 0
    for g in tables(tnb, 4, 5):
        other = g.clone()
        other.events = g.events
        for side in other.sides:
            hidden = [*side.hand, *side.deck][::-1]
            changed += hidden[: len(side.hand)] != side.hand
            side.hand, side.deck = hidden[: len(side.hand)], hidden[len(side.hand) :]
        assert table_picture(tnb, tnb.view(g, None), PLAYERS) == table_picture(tnb, tnb.view(other, None), PLAYERS)
    assert changed


@pytest.mark.parametrize(("player", "overdrive"), [KINDS[3], *thorough(*KINDS[:3])])
def test_the_battle_matches_the_forecast(tnb: Tnb, player: str, overdrive: str) -> None:
    compared = 0
    for g in tables(tnb, 12, 3, player, overdrive):
        if not g.phase.waiting:
            continue
        shown = [tuple(r for r in facts.forecast(side) if r.attack) for side in tnb.view(g, None).sides]
        after = g
        while after.turn == g.turn:
            after = apply(after, after.phase.waiting[0], Done())
        assert list(after.resolved) == shown
        compared += sum(map(len, shown))
    assert compared


@pytest.mark.parametrize(
    "prefix", [(), ("attack",), ("done",), ("draw",), ("attack", "nobody"), ("play", "nobody", "a1")]
)
def test_words_without_a_choice_on_a_board_have_no_picture(tnb: Tnb, prefix: tuple[str, ...]) -> None:
    for view in views(tnb, 2, 11):
        assert choice_picture(tnb, view, prefix, PLAYERS) is None
        assert choice_text(tnb, view, prefix, PLAYERS) == ""


@pytest.mark.parametrize(("player", "overdrive"), [KINDS[3], *thorough(*KINDS[:3])])
def test_exactly_the_cards_that_can_act_are_highlighted(tnb: Tnb, player: str, overdrive: str) -> None:
    cases = set()
    for view in views(tnb, 5, 1, player, overdrive):
        for seat in view.waiting:
            if view.seat != seat:
                continue
            legal = {action.card for action in view.options if isinstance(action, Attack | Block | Move)}
            highlighted = {
                occupant.card.id for occupant in view.sides[seat].board if facts.may_act(view, seat, occupant)
            }
            assert highlighted == legal
            cases.add(bool(highlighted))
    assert True in cases


def test_no_card_is_highlighted_after_its_players_turn(tnb: Tnb) -> None:
    for view in views(tnb, 5, 1, "random", "on"):
        for seat, side in enumerate(view.sides):
            if facts.turn_is_over(view, seat):
                assert not any(facts.may_act(view, seat, occupant) for occupant in side.board)


def test_the_text_contains_everything_in_the_picture(tnb: Tnb) -> None:
    for view in views(tnb, 9, 3, "random", "on"):
        text = table_text(tnb, view, PLAYERS)
        assert f"Round {view.turn} · Overdrive · {PLAYERS[view.first]} first" in text
        assert wording.headline(tnb, view, PLAYERS) in text
        assert all(sentence in text for sentence in wording.recent_events(tnb, view, PLAYERS, skip=(Resolved,)))
        for seat, side in enumerate(view.sides):
            points = f"TP {side.tactical_points} · hand {side.hand} · deck {side.deck} · removed {len(side.removed)}"
            assert points in text
            assert f": LP {side.life_points}\n" in text
            for occupant in side.board:
                card = occupant.card
                numbers = f"{occupant.health}/{card.health}, {card.speed}/{card.damage}/{card.defence}"
                shape = " ".join(map(str, TILES_IN[card.shape]))
                assert f"  {occupant.tile} {card.name} {numbers}, {shape}" in text
            for result in (*facts.forecast(side), *view.resolved[seat]):
                if result.attack:
                    assert f"  {result.tile}: {result.attack}" in text
                    assert facts.harm(result) in text
        assert len(text) <= 2000


def test_the_hand_text_contains_everything_in_the_picture(tnb: Tnb) -> None:
    for view in views(tnb, 10, 2):
        if view.seat is None:
            continue
        side, text = view.sides[view.seat], hand_text(tnb, view, PLAYERS)
        assert f"hand of {side.hand} · TP {side.tactical_points} · LP {side.life_points} · deck {side.deck}" in text
        for card in view.hand:
            numbers = f"Health {card.health}, Speed {card.speed}, Damage {card.damage}, Defence {card.defence}"
            assert f"  {card.name}: {numbers}, shape {' '.join(map(str, TILES_IN[card.shape]))}" in text
        assert {card for card in view.hand if f"{card.name}: " in text} == set(view.hand)
        assert (text.count("can be played now") > 0) == bool(facts.playable(view))
        assert facts.deck_left(view) in text


def test_a_hand_lists_the_deck_in_the_order_of_its_list(tnb: Tnb) -> None:
    for g in tables(tnb, 10, 6):
        for seat, side in enumerate(g.sides):
            in_deck = [card.name for card in side.deck_list if card in side.deck]
            sentence = facts.deck_left(tnb.view(g, seat))
            assert sentence == (f"Still in your deck: {', '.join(in_deck)}." if in_deck else "Your deck is empty.")


def test_a_full_hand_is_drawn_whole(tnb: Tnb, drawn_lines: dict[str, bool]) -> None:
    view = next(view for view in views(tnb, 1) if view.seat == 0)
    names = ("hooked-spear", "shieldbearer", "swordhand", "gatehouse")
    hand = tuple(card for card in tnb.cards.values() if card.id in names)
    canvas = RENDERER.hand(tnb, replace(view, hand=hand), PLAYERS)
    assert canvas.box.height <= HEIGHT
    assert cut_off(drawn_lines) == set()


@pytest.mark.parametrize("toll", [facts.Toll(2, 4, 1), facts.Toll(6, 19, 3), facts.Toll(0, 0, 0)])
def test_the_losses_of_a_battle_fit_beside_a_board_on_a_phone(toll: facts.Toll) -> None:
    beside = parts(tall_table(STYLE, 2 * TALL)).body.width - BOARD_WIDTH - 2 * UNIT
    gap = gap_within(toll, beside - UNIT)
    assert 0 <= gap <= TOLL_GAP
    assert toll_width(toll, gap) <= beside


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 1)])
@pytest.mark.parametrize("ending", [*Tnb.endings, RESIGNED])
def test_the_end_names_the_winner_and_the_reason(
    tnb: Tnb, drawn_lines: dict[str, bool], ending: str, ranks: tuple[int, int]
) -> None:
    outcome = Outcome(ending, ranks)
    view = replace(next(views(tnb, 1)), phase="Over", waiting=(), outcome=outcome)
    text = table_text(tnb, view, PLAYERS)
    assert tnb.result(outcome, PLAYERS) in text.splitlines()
    assert text.count("(winner)") == len(outcome.winners)
    assert "Game over" in text
    assert RENDERER.table(tnb, view, PLAYERS).box.width == WIDTH
    assert cut_off(drawn_lines) == set()


def test_no_card_is_highlighted_after_a_resignation(tnb: Tnb) -> None:
    view = next(
        view for view in views(tnb, 5) if view.waiting and any(occupant.free for occupant in view.sides[0].board)
    )
    assert "may act" in table_text(tnb, view, PLAYERS)
    over = replace(view, phase="Over", waiting=(), outcome=Outcome(RESIGNED, (2, 1)))
    assert "may act" not in table_text(tnb, over, PLAYERS)


def test_a_table_shows_nothing_of_the_viewers_hand(tnb: Tnb) -> None:
    for view in views(tnb, 5, 1, "random"):
        if view.seat is not None:
            learned = wording.private_events(tnb, view, PLAYERS)
            assert not learned or learned not in table_text(tnb, view, PLAYERS)
            without = replace(view, hand=(), events=tuple(event for event in view.events if event.seats is None))
            assert table_picture(tnb, view, PLAYERS) == table_picture(tnb, without, PLAYERS)


def test_every_part_of_every_turn_is_shown_in_the_header(tnb: Tnb) -> None:
    parts = set()
    for view in views(tnb, 3):
        if view.waiting:
            first, second = facts.order(view)
            assert facts.turn_is_over(view, first) == (view.waiting == (second,))
            assert not facts.turn_is_over(view, second)
            parts.add((facts.part(view), view.waiting == (first,)))
        else:
            assert facts.part(view) is None
    assert parts == {(0, True), (0, False), (1, True), (1, False)}
