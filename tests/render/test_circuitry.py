"""Circuitry's pictures and texts contain everything that players look for."""

import re
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest

from render import fonts, wording
from render.canvas import HEIGHT, PHONE_WIDTH, WIDTH, Canvas, Layout
from render.circuitry import RENDERER, closeup, facts, hand, minis, words
from render.circuitry.face import RADIUS
from render.circuitry.layout import plan_of
from render.circuitry.minis import front
from render.fonts import ELLIPSIS, STRONG
from render.picture import hand_text, table_picture, table_text
from rules.circuitry import cards
from rules.circuitry.board import HUB, Axis, colour_of, number_of
from rules.circuitry.events import HubTurned, TurnedOver
from rules.circuitry.game import Circuitry
from rules.circuitry.view import CircuitryView
from rules.circuitry.words import LYING, node_words
from rules.core.cards import CardId
from rules.core.play import RESIGNED, Outcome
from tests.examples import thorough
from tests.render.circuitry_tables import KINDS, WIDE, Kind, draw, load, names_for, stretched, tables, views
from tests.render.tables import NAMES, cut_off
from tests.render.test_phone import PHONE, SMALLEST


@pytest.fixture(scope="module")
def game() -> Circuitry:
    return load()


def test_a_name_that_is_too_wide_for_a_small_card_has_two_lines(game: Circuitry, drawn_lines: dict[str, bool]) -> None:
    mini = next(card for card in game.content.minis if card.id == "rotate")
    front(replace(mini, name="Turn around"), 1, (166, 140), framed=True)
    assert list(drawn_lines) == ["Turn", "around"]
    assert not cut_off(drawn_lines)


@pytest.mark.parametrize("kind", [KINDS[4], *thorough(*((kind,) for kind in KINDS[:4]))])
def test_only_long_names_of_players_are_cut_off(game: Circuitry, drawn_lines: dict[str, bool], kind: Kind) -> None:
    for view in views(game, kind, 1, 400):
        draw(game, view)
    assert cut_off(drawn_lines) <= ({NAMES[1]} if kind[0] > 3 else set())
    for view in views(game, kind, 6, 800):
        draw(game, view, WIDE[: kind[0]])
    assert set(WIDE[: kind[0]]) <= cut_off(drawn_lines)
    names = {*WIDE, NAMES[1]}
    assert all(text.endswith(ELLIPSIS) or any(name in text for name in names) for text in cut_off(drawn_lines))


def test_an_upright_board_is_complete_in_every_picture(game: Circuitry, drawn_lines: dict[str, bool]) -> None:
    view = stretched(game)
    assert view.board.upright
    draw(game, view)
    draw(game, facts.public_view(view))
    assert cut_off(drawn_lines) <= {NAMES[1]}
    assert {str(number) for number in range(1, len(view.board.places) + 1)} <= set(drawn_lines)
    assert "turned a quarter" not in table_text(game, view, names_for(view))


def test_every_viewer_sees_the_same_table(game: Circuitry) -> None:
    for kind in KINDS[:2]:
        for g in tables(game, kind, 5, 200):
            names = names_for(game.view(g, None))
            spectator = table_picture(game, game.view(g, None), names)
            assert all(table_picture(game, game.view(g, seat), names) == spectator for seat in range(len(g.sides)))


@pytest.mark.parametrize("kind", [KINDS[3], *thorough(*((kind,) for kind in KINDS if kind is not KINDS[3]))])
def test_the_text_contains_everything_in_the_picture(game: Circuitry, kind: Kind) -> None:
    for view in views(game, kind, 9, 50):
        if view.seat is not None:
            continue
        names = names_for(view)
        text = table_text(game, view, names)
        lines = text.splitlines()
        assert lines[0].startswith(f"Round {view.turn} of 30 · ")
        assert lines[1 if not facts.variants(view) else 2] == wording.headline(game, view, names)
        assert facts.variants(view) in text
        assert all(sentence in text for sentence in facts.recent_events(game, view, names))
        assert facts.changes(view) in text
        for side, name in zip(view.sides, names, strict=True):
            place = next(place for place, line in enumerate(lines) if line.startswith(f"{side.seat + 1} {name} ("))
            who, has = lines[place], lines[place + 1]
            assert f"{side.colour.words} pawn" in who
            assert f"on {node_words(side.node)}, " in who
            assert all(node_words(node) in who for node in view.board.neighbours(side.node))
            assert ("decides" in who) == (side.seat in view.waiting)
            assert f"delivered {view.delivered(side.seat)} of {view.variant.charges}" in has
            assert all(f"{side.carried.count(origin)} {origin.words}" in has for origin in side.carried)
            assert f"hand {side.gold} gold, {side.green} green" in has
            assert f"{side.circuits} circuit card" in has
            assert ("inhibited" in has) == bool(facts.inhibited_turns(view, side))
        assert f"Gold deck {view.gold}, played {len(view.gold_discard)}" in text
        assert all(f"{card.name} {count}" in text for card, count in view.piles)
        for placed in view.board.placed:
            assert re.search(f"^Card {placed.card.number}, .*{LYING[placed.way]}: ", text, re.MULTILINE)


def test_the_board_in_words_has_every_node_with_its_neighbours(game: Circuitry) -> None:
    for g in tables(game, KINDS[4], 2, 80):
        for placed in g.board.placed:
            node_texts = words.row(g.board, placed).split(": ", 1)[1].split("; ")
            for node, words_of_node in zip(placed.face.nodes, node_texts, strict=False):
                name, *ends = words_of_node.replace("~", "").split()
                assert name.rstrip("*@") == words.LETTERS[node.colour]
                assert ("@" in name) == node.portal
                neighbours = g.board.neighbours(f"{placed.card.number}-{node.colour}")
                assert ends == ([words.code(end) for end in neighbours] or ["-"])


def test_the_hand_text_contains_everything_in_the_picture(game: Circuitry) -> None:
    for view in views(game, KINDS[1], 10, 20):
        if view.seat is None:
            continue
        text = hand_text(game, view, names_for(view))
        assert facts.carried(view.own) in text
        for card, count in Counter(view.minis).items():
            assert f"{card.name} x{count}" in text if count > 1 else card.name in text
            assert (card.text in text) == (not card.movement)
        for circuit in view.circuits:
            assert all(f"  {circuit.number} {side}: " in text for side in "ab")
        if view.seat == view.active and not view.outcome:
            assert f"{view.played} of 6 mini cards played" in text
            assert ("circuit card laid" in text) == view.laid


def test_a_hand_remembers_cards_that_were_given_away(game: Circuitry, drawn_lines: dict[str, bool]) -> None:
    view = next(view for view in views(game, KINDS[1], 10, 20) if view.seat == 0)
    names = names_for(view)
    sentence = f"You know that {names[1]} holds Black movement x2, Flip, and that {names[2]} holds Inhibit."
    assert facts.remembered(game, view, names) == ""
    sides = list(view.sides)
    sides[1] = replace(sides[1], known=(CardId("black"), CardId("flip"), CardId("black")))
    sides[2] = replace(sides[2], known=(CardId("inhibit"),))
    knowing = replace(view, sides=tuple(sides))
    assert sentence in hand_text(game, knowing, names).splitlines()
    RENDERER.hand(game, knowing, names)
    assert any(line.startswith(f"You know that {names[1]}") for line in drawn_lines)


def test_inhibited_turns_include_a_turn_in_progress(game: Circuitry) -> None:
    view = next(views(game, KINDS[0], 1, 400))
    side = replace(view.sides[0], inhibited=3)
    assert facts.inhibited(replace(view, active=0), side) == "Inhibited: 3 turns"
    assert facts.inhibited(replace(view, active=1), side) == "Inhibited: 2 turns"
    assert facts.inhibited(view, replace(side, inhibited=0)) == ""
    assert facts.inhibited(replace(view, active=1), replace(side, inhibited=1)) == "", "no turn is left to it"


def test_card_one_is_framed_when_it_is_turned_over(game: Circuitry) -> None:
    view = next(views(game, KINDS[0], 1, 400))
    for event in (HubTurned(), TurnedOver(seat=0, axis=Axis.LONG)):
        shown = replace(view, events=(event,), touched=(HUB,))
        assert facts.framed(shown) == ((HUB, "turned over"),)


def test_exactly_the_changed_cards_are_framed(game: Circuitry) -> None:
    every = {"laid", "turned", "flipped", "slid", "swapped", "turned over", "this turn", "last turn"}
    seen: set[str] = set()
    for view in chain.from_iterable(views(game, KINDS[3], seed, 3) for seed in range(5, 60)):
        framed = dict(facts.framed(view))
        assert set(framed) == set(view.touched or view.touched_before)
        assert all(f"card {number}" in facts.changes(view) for number in framed)
        seen.update(framed.values())
        if seen == every:
            break
    assert seen == every


def test_a_full_table_is_drawn_whole(game: Circuitry, drawn_lines: dict[str, bool]) -> None:
    view = [view for view in views(game, KINDS[4], 3, 60) if view.seat is None and not view.outcome][-1]
    shown = tuple(map(CardId, ("force", "portal", "slide", "swap")))
    colours = tuple(side.colour for side in view.sides)
    sides = tuple(
        replace(side, gold=20, green=14, shown=shown, carried=colours[:3], inhibited=4) for side in view.sides
    )
    active = replace(view, sides=sides, active_green=12, gold=0, turn=30)
    assert RENDERER.table(game, active, names_for(view)).box.height == HEIGHT
    assert cut_off(drawn_lines) <= {NAMES[1]}
    text = table_text(game, active, names_for(view))
    assert "active green deck 12 · closed piles" in text


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 1)])
@pytest.mark.parametrize("ending", [*Circuitry.endings, RESIGNED])
def test_the_end_names_the_winner_and_the_reason(
    game: Circuitry, drawn_lines: dict[str, bool], ending: str, ranks: tuple[int, int]
) -> None:
    outcome = Outcome(ending, ranks)
    view = replace(next(views(game, KINDS[0], 1, 400)), phase="Over", waiting=(), outcome=outcome)
    names = names_for(view)
    text = table_text(game, view, names)
    assert game.result(outcome, names) in text.splitlines()
    assert text.count("winner") == len(outcome.winners)
    assert RENDERER.table(game, view, names).box.width == WIDTH
    assert cut_off(drawn_lines) == set()


def test_codes_of_nodes_consist_of_card_and_letter() -> None:
    assert len(set(words.LETTERS.values())) == 6
    assert words.code("12-dark-blue") == "12D"
    assert (number_of("12-dark-blue"), words.LETTERS[colour_of("12-dark-blue")]) == (12, "D")


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[4]])
def test_a_phones_hand_shows_what_surrounds_the_pawn_of_who_decides_unless_the_table_can_be_read_there(
    game: Circuitry, monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    shown: list[Canvas] = []

    def surroundings(view: CircuitryView, room: tuple[int, int]) -> Canvas:
        shown.append(closeup.own_surroundings(view, room))
        return shown[-1]

    monkeypatch.setattr(hand, "own_surroundings", surroundings)
    readable = []
    for g in tables(game, kind, 3, 5):
        for view in (game.view(g, seat) for seat in g.phase.waiting):
            node = 2 * RADIUS * plan_of(view.board).card / cards.WIDTH
            readable.append(node * PHONE / WIDTH >= SMALLEST)
            before = len(shown)
            hand.draw(game, view, NAMES, Layout.PHONE)
            assert len(shown) - before == (not readable[-1])
            hand.draw(game, view, NAMES)
            hand.draw(game, replace(view, options=()), NAMES, Layout.PHONE)
            assert len(shown) - before == (not readable[-1])
    assert {True, False} == set(readable)
    assert all(canvas.box.width <= PHONE_WIDTH for canvas in shown)


def test_the_name_of_a_mini_card_is_inside_its_frame(game: Circuitry, drawn_lines: dict[str, bool]) -> None:
    for card in game.content.minis:
        assert fonts.width(minis.name(card), STRONG) <= hand.SMALLEST_MINI - 2 * 10
        front(card, 2, (hand.SMALLEST_MINI, 124), framed=True)
    assert cut_off(drawn_lines) == set()
