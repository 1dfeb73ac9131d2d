"""Invariants of Circuitry in random matches."""

from collections import Counter

import networkx as nx
import pytest

from rules.circuitry.board import FACING, HUB, Axis, Way, number_of
from rules.circuitry.grid import Cell
from rules.circuitry.letters import rims
from rules.circuitry.phases import Discarding, Turning
from rules.circuitry.state import BY_NUMBER
from rules.core.cards import BY_ORDER
from rules.core.digest import digest
from rules.core.play import apply, options
from tests.examples import seeds
from tests.rules.circuitry.tables import GAME
from tests.rules.circuitry.test_circuitry_slide import grid
from tests.rules.circuitry.walks import Dice, chosen, positions, scattered, setup

SEEDS = seeds(4)
PLIES = 150
every_seed = pytest.mark.parametrize("seed", SEEDS, scope="module")
"""Check every promise on one match before the next match, so that each match is played once (`walks.positions`)."""

ALL_MINIS = Counter({card.id: card.copies for card in GAME.content.minis})


@every_seed
def test_the_board_is_connected_and_card_1_untouched(seed: int) -> None:
    before = None
    for g in positions(seed, PLIES):
        assert nx.is_connected(grid(set(g.board.cells)))
        assert len(g.board.by_cell) == len(g.board.by_number) == len(g.board.placed)
        assert (g.board.hub.card.number, g.board.hub.cell) == (HUB, Cell(0, 0))
        if before is not None and g.board.hub.way is not before:
            assert before is Way.A0
            assert g.board.turned_over
        before = g.board.hub.way
        on_hub = any(number_of(node) == HUB for node in g.occupied)
        assert g.board.turned_over or on_hub, "card 1 is turned over as soon as nobody is left on it"


@every_seed
def test_a_way_around_the_board_leads_back(seed: int) -> None:
    for place, g in enumerate(positions(seed, PLIES)):
        if place % 10:
            continue
        beyond = g.board.beyond
        for number, port in ((placed.card.number, port) for placed in g.board.placed for port in range(8)):
            other, facing = beyond[number][port // 2], FACING[port]
            assert (beyond[other][facing // 2], FACING[facing]) == (number, port)
        letters = Counter(rim.letter for rim in rims(g.board) if rim.letter)
        assert set(letters.values()) <= {2}, "every letter is at two ends"


@every_seed
def test_pawns_stand_on_different_visible_nodes(seed: int) -> None:
    for g in positions(seed, PLIES):
        assert len(g.occupied) == len(g.sides)
        for each in g.sides:
            assert g.board.node(each.node) is not None
            assert each.node in g.board.nodes


@every_seed
def test_no_card_is_lost_or_made(seed: int) -> None:
    first = None
    for g in positions(seed, PLIES):
        piles = [g.gold, g.gold_discard, g.green_discard, g.active_green, *g.piles.values()]
        hands = [each.minis for each in g.sides]
        assert Counter(card.id for pile in (*piles, *hands) for card in pile) == ALL_MINIS
        circuits = [card.number for each in g.sides for card in each.circuits]
        circuits += [placed.card.number for placed in g.board.placed]
        assert len(set(circuits)) == len(circuits) == 1 + 4 * len(g.sides)
        circuits += [card.number for card in g.unused]
        first = first or sorted(circuits)
        assert sorted(circuits) == first
        assert all(not card.green for card in (*g.gold, *g.gold_discard))
        assert all(card.green for card in (*g.green_discard, *g.active_green))
        assert not (g.active_green and g.green_discard), "played green cards go back to the piles"
        assert any(g.piles.values()) or not g.green_discard, "no pile is left: they are the active deck"


@every_seed
def test_hands_are_sorted_and_contain_the_shown_cards(seed: int) -> None:
    for g in positions(seed, PLIES):
        for each in g.sides:
            assert each.minis == sorted(each.minis, key=BY_ORDER)
            assert each.circuits == sorted(each.circuits, key=BY_NUMBER)
            assert not Counter[str](each.shown) - Counter(card.id for card in each.minis if card.green)
        for viewer in (None, *range(len(g.sides))):
            seen = GAME.view(g, viewer)
            for each, them in zip(g.sides, seen.sides, strict=True):
                assert them.gold == sum(not card.green for card in each.minis)
                assert them.green == sum(card.green for card in each.minis)
                assert them.circuits == len(each.circuits)
                assert them.charge_card in (None, *each.circuits)
            assert (seen.gold, seen.active_green) == (len(g.gold), len(g.active_green))
            assert {card.id: count for card, count in seen.piles} == {card: len(pile) for card, pile in g.piles.items()}


@every_seed
def test_counts_stay_within_the_rules(seed: int) -> None:
    for g in positions(seed, PLIES):
        teams = {g.team(seat) for seat in range(len(g.sides))}
        over = g.outcome is not None
        for team in teams:
            delivered = sum(g.sides[seat].delivered for seat in team)
            assert delivered <= g.variant.charges
            assert over or delivered < g.variant.charges
        for seat, each in enumerate(g.sides):
            assert 0 <= each.inhibited <= 3 + (seat != g.active)
            assert set(each.carried) <= {other.colour for other in g.sides}
            assert each.foreign <= (g.variant.charges > 1)
            if g.variant.restricted and not (isinstance(g.phase, Discarding) and seat == g.active):
                assert each.held <= 8
        assert g.gifts <= 8
        assert not g.variant.restricted or g.played <= 6
        assert g.stirred <= g.turn <= 30


@every_seed
def test_no_option_is_offered_twice(seed: int) -> None:
    for g in positions(seed, PLIES):
        for seat in range(len(g.sides)):
            legal = options(g, seat)
            assert len(set(legal)) == len(legal)
            assert len({str(action) for action in legal}) == len(legal)
            assert legal or seat not in g.phase.waiting
            assert all(GAME.parse(str(action)) == action for action in legal[:40])


@every_seed
def test_an_action_leaves_the_previous_state_alone(seed: int) -> None:
    g, dice = scattered(seed), Dice(seed)
    for _ in range(40):
        if not g.phase.waiting:
            break
        before = digest(g)
        seat, action = chosen(g, dice)
        after = apply(g, seat, action)
        assert digest(g) == before != digest(after)
        g = after


@every_seed
def test_a_choice_of_axis_has_two_free_ends(seed: int) -> None:
    for g in positions(2 * seed + 1, 60):
        if isinstance(g.phase, Turning):
            (asked,) = g.phase.waiting
            ends = dict(g.phase.ends)
            assert set(ends) == set(Axis)
            for axis, end in ends.items():
                after = g.board.over(axis)
                assert after.node(end) is not None
                assert number_of(end) == HUB or end not in g.occupied
            assert g.is_last_on_hub(asked)


def test_the_walks_cover_all_options_and_numbers_of_players() -> None:
    setups = [setup(seed) for seed in range(100)]
    assert {seats for seats, _ in setups} == {2, 3, 4, 5, 6}
    for option in GAME.options:
        assert {mix[option.name] for _, mix in setups} == set(option.values)


@pytest.mark.parametrize("seed", seeds(1))
def test_every_match_ends(seed: int) -> None:
    *_, g = positions(seed, 20_000)
    assert g.outcome is not None
    assert g.phase.waiting == ()
    assert g.outcome.ending in GAME.endings
    assert 1 in g.outcome.ranks
