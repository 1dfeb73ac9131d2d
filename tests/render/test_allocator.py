"""Allocator's pictures and texts contain everything that players look for."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from render import wording
from render.allocator import RENDERER, facts, table
from render.allocator.cards import (
    CARD_HEIGHTS,
    FACTIONS,
    PORTRAIT,
    SLIP_WIDTH,
    TALL,
    card,
    pictured,
    slip,
    strip,
    tall_strip,
)
from render.allocator.facts import Stack
from render.allocator.grid import BESIDE, grid
from render.canvas import PHONE_WIDTH, UNIT, WIDTH, Layout
from render.fonts import ELLIPSIS
from render.landscape import MARGIN
from render.palette import SKY
from render.picture import hand_picture, hand_text, table_text
from rules.allocator.cards import Faction, System
from rules.allocator.game import Allocator
from rules.allocator.view import AllocatorView
from rules.core.cards import copies
from rules.core.play import LAST_RESORT, Outcome
from tests.render.tables import NAMES, cut_off, holding, views

PLAYERS = NAMES[:2]


def first(game: Allocator, seed: int, phase: str, seat: int | None = None) -> AllocatorView:
    """Return the first view of a match in this phase: that of the given seat, or of a spectator."""
    for view in views(game, seed, 1):
        if view.phase == phase and view.seat == seat and (seat is None or seat in view.waiting):
            assert isinstance(view, AllocatorView)
            return view
    raise AssertionError(phase)


@pytest.mark.parametrize(("player", "seed"), [("greedy", 1), ("greedy", 2), ("random", 3), ("random", 4)])
def test_only_names_of_cards_are_ever_cut_off(
    allocator: Allocator, drawn_lines: dict[str, bool], player: str, seed: int
) -> None:
    for view in views(allocator, seed, 10, player):
        RENDERER.table(allocator, view, PLAYERS)
        if view.seat is not None:
            RENDERER.hand(allocator, view, PLAYERS)
    assert cut_off(drawn_lines) <= {entry.name for entry in allocator.cards.values()}


def test_long_names_of_players_cut_off_no_number_and_no_label(
    allocator: Allocator, drawn_lines: dict[str, bool]
) -> None:
    wide = ("W" * 32, "M" * 32)
    for view in views(allocator, 6, 9):
        RENDERER.table(allocator, view, wide)
    assert set(wide) <= cut_off(drawn_lines)
    sentences = {text for text in cut_off(drawn_lines) if text.endswith(ELLIPSIS)}
    hands = {f"{name}: hand" for name in wide}
    assert cut_off(drawn_lines) <= {*wide, *hands, *sentences, *(entry.name for entry in allocator.cards.values())}


def test_the_cards_of_a_hand_lie_in_few_and_even_rows() -> None:
    desktop, phone = ([grid(count, layout) for count in range(1, 31)] for layout in Layout)
    assert [shape.columns for shape in desktop] == [1, 2, 3, 4, 5, 3, 4, 4, 5, 5, *[3] * 20]
    assert [shape.columns for shape in phone] == [1, 2, 3, 2, 3, 3, *[2] * 24]
    assert all(shape.across <= WIDTH - 2 * MARGIN for shape in desktop)
    assert all(shape.across <= PHONE_WIDTH - 2 * MARGIN for shape in phone)


def test_four_cards_fill_the_width_of_a_hand_and_fewer_leave_room_for_the_systems() -> None:
    assert grid(4, Layout.DESKTOP).across >= WIDTH - 2 * MARGIN - UNIT
    assert all(WIDTH - 2 * MARGIN - grid(count, Layout.DESKTOP).across >= BESIDE for count in (1, 2, 3))


def test_every_card_of_the_pool_draws_in_every_form(allocator: Allocator, drawn_lines: dict[str, bool]) -> None:
    for entry in allocator.cards.values():
        for high in CARD_HEIGHTS:
            card(Stack(entry, 3), SKY, (207, high))
        slip(Stack(entry, 3), None, SLIP_WIDTH)
        slip(Stack(entry, 3), None, 340)
        for system in System:
            strip(Stack(entry, 1), system, 282)
            tall_strip(Stack(entry, 3), system, 282)
    assert cut_off(drawn_lines) == set()


@pytest.mark.parametrize("size", [0, 1, 12, 13, 40, 60])
def test_a_hand_of_any_size_is_drawn_whole(allocator: Allocator, size: int, drawn_lines: dict[str, bool]) -> None:
    pool = list(allocator.cards.values())
    hand = tuple(pool[place % len(pool)] for place in range(size))
    view = holding(first(allocator, 1, "Manage", 0), hand)
    drawn = hand_picture(allocator, view, PLAYERS)
    with Image.open(BytesIO(drawn.png)) as opened:
        assert opened.size[1] <= 2400
    assert cut_off(drawn_lines) == set()
    text = hand_text(allocator, view, PLAYERS)
    for entry, count in copies([entry.id for entry in hand]).items():
        name = allocator.cards[entry].name
        assert (f"  {name}:" if count == 1 else f"  {name} x{count}:") in text


def test_systems_with_many_cards_show_their_power_and_their_factions(
    allocator: Allocator, drawn_lines: dict[str, bool]
) -> None:
    view = first(allocator, 1, "Manage")
    pool = tuple(allocator.cards.values())
    system = view.sides[0].systems[0]
    many = replace(system, cards=pool, power=99, factions=tuple((faction, 11) for faction in Faction))
    side = replace(view.sides[0], systems=(many, *view.sides[0].systems[1:]))
    RENDERER.table(allocator, replace(view, sides=(side, view.sides[1])), PLAYERS)
    strongest = sorted(pool, key=lambda entry: entry.attack, reverse=True)[:4]
    assert {entry.name for entry in strongest} <= set(drawn_lines)
    counted = sum(entry.attack for entry in pool) - sum(entry.attack for entry in strongest)
    assert {"99", "and ", str(counted)} <= set(drawn_lines)
    assert cut_off(drawn_lines) == set()


@pytest.mark.parametrize("boosts", [1, 3, 4, 40])
def test_many_boosts_are_counted_and_leave_room_for_cards(
    allocator: Allocator, boosts: int, drawn_lines: dict[str, bool]
) -> None:
    view = first(allocator, 1, "Manage")
    pool = tuple(allocator.cards.values())
    system = replace(view.sides[0].systems[0], cards=pool[:9], boosts=pool[:boosts], power=20)
    side = replace(view.sides[0], systems=(system, *view.sides[0].systems[1:]))
    RENDERER.table(allocator, replace(view, sides=(side, view.sides[1])), PLAYERS)
    assert str(system.boosted) in drawn_lines
    latest, counted = (boosts, 0) if boosts <= 3 else (2, boosts - 2)
    assert {f"+{entry.boost}" for entry in pool[boosts - latest : boosts]} <= set(drawn_lines)
    assert (f"{counted} more boosts" in drawn_lines) == (counted > 0)
    assert f"+{sum(entry.boost for entry in pool[:counted])}" in drawn_lines or counted == 0
    assert "and " in drawn_lines  # the number of cards by faction that have no room


def test_a_card_shows_its_picture_on_the_table_if_there_is_room(allocator: Allocator) -> None:
    view, entry = first(allocator, 1, "Manage"), next(iter(allocator.cards.values()))
    alone = replace(view.sides[0].systems[0], cards=(entry,), boosts=())
    side = replace(view.sides[0], systems=(alone, *view.sides[0].systems[1:]))
    canvas = RENDERER.table(allocator, replace(view, sides=(side, view.sides[1])), PLAYERS)
    well = canvas.places["Attack of 0"]
    drawn = canvas.pixels.crop((well.left, well.top, well.right, well.bottom))
    high = [piece for piece in range(TALL, well.height) if _middle(pictured(entry, PORTRAIT, piece)) in drawn.tobytes()]
    assert high, "a card alone in its system has a portrait higher than a strip"


def _middle(piece: Image.Image) -> bytes:
    return piece.crop((0, piece.height // 2, piece.width, piece.height // 2 + 1)).tobytes()


def test_factions_differ_by_shape_and_by_letter() -> None:
    assert set(FACTIONS) == set(Faction)
    assert len({kind for _, kind in FACTIONS.values()}) == len(Faction)
    assert len({faction.sign for faction in Faction}) == len(Faction)


def test_the_text_contains_everything_in_the_picture(allocator: Allocator) -> None:
    for view in views(allocator, 9, 7):
        text = table_text(allocator, view, PLAYERS)
        assert f"Turn {view.turn}, {PLAYERS[view.active]}" in text
        assert f"Maximum Power {view.maximum_power}" in text
        assert wording.headline(allocator, view, PLAYERS) in text
        assert all(sentence in text for sentence in wording.recent_events(allocator, view, PLAYERS))
        for side in view.sides:
            assert f"Life {side.life} · DP {side.development_points} · power {side.power} of" in text
            assert f"Hand {side.hand} · deck {side.deck} · discards {len(side.discard_pile)}" in text
            for system in side.systems:
                assert f"{system.system.label} {system.boosted}" in text
                assert all(entry.name in text for entry in (*system.cards, *system.boosts))
                assert all(f"{faction.label} {count}" in text for faction, count in system.factions)
        assert len(text) <= 2000


def test_the_text_names_the_player_who_decides(allocator: Allocator) -> None:
    for view in views(allocator, 9, 11):
        deciding = [PLAYERS[seat] in line for seat in view.waiting for line in _lines(allocator, view, "(decides)")]
        assert deciding == [True] * len(view.waiting)


def test_a_duel_shows_attack_against_defense_with_boosts(allocator: Allocator) -> None:
    boosted = False
    for view in views(allocator, 5, 1):
        if view.duel is not None:
            assert facts.clash(view) == (view.duel.attack, view.duel.defense)
            assert facts.clash_stands(view).startswith("hits" if view.duel.hits else "blocked")
            boosted = boosted or any(system.boosts for side in view.sides for system in side.systems)
    assert boosted


def test_checked_systems_are_highlighted(allocator: Allocator) -> None:
    duel, develop = first(allocator, 5, "Duel"), first(allocator, 5, "Develop")
    assert duel.duel is not None
    assert facts.checked(duel, duel.sides[duel.duel.attacker]) is System.ATTACK
    assert facts.checked(duel, duel.sides[duel.duel.defender]) is System.DEFENSE
    assert facts.checked(develop, develop.sides[develop.active]) is System.DEVELOPMENT
    assert facts.checked(develop, develop.sides[1 - develop.active]) is None


def test_a_siege_is_shown_beside_the_turn_and_counts_in_the_clash(
    allocator: Allocator, drawn_lines: dict[str, bool]
) -> None:
    view = replace(first(allocator, 1, "Manage"), turn=199)
    before = facts.clash(replace(view, sieges=False))
    assert facts.clash(view) == (before[0] + 176, before[1])
    table.draw(allocator, view, PLAYERS)
    assert {"Turn 199", "Siege +176"} <= set(drawn_lines)
    assert cut_off(drawn_lines) == set()
    assert "Siege: 176 of that Attack" in table_text(allocator, view, PLAYERS).splitlines()
    assert "Siege" not in table_text(allocator, replace(view, turn=24), PLAYERS)


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome("breach", (1, 2)), "Alice wins by a hit when no Life card was left."),
        (Outcome(LAST_RESORT, (2, 1)), "Bob the Builder wins because the turn limit was reached (turn 200, rule 7.2)."),
        (Outcome(LAST_RESORT, (1, 1)), "The match is a draw because the turn limit was reached (turn 200, rule 7.2)."),
    ],
)
def test_the_end_names_the_winner_and_the_reason(allocator: Allocator, outcome: Outcome, expected: str) -> None:
    view = replace(first(allocator, 1, "Manage"), phase="Over", waiting=(), outcome=outcome)
    text = table_text(allocator, view, PLAYERS)
    assert expected in text.splitlines()
    assert text.count("(winner)") == len(outcome.winners)
    assert table.draw(allocator, view, PLAYERS).box.width == WIDTH


def test_exactly_the_cards_that_can_boost_now_are_highlighted(allocator: Allocator) -> None:
    for view in views(allocator, 5, 1):
        if view.seat is not None:
            marked = {line.split(":")[0].split(" x")[0].strip() for line in _hand_lines(allocator, view)}
            assert marked == {entry.name for entry in facts.boosters(view)}


def _lines(game: Allocator, view: AllocatorView, mark: str) -> list[str]:
    return [line for line in table_text(game, view, PLAYERS).splitlines() if line.endswith(mark)]


def _hand_lines(game: Allocator, view: AllocatorView) -> list[str]:
    return [line for line in hand_text(game, view, PLAYERS).splitlines() if line.endswith("can boost now")]
