"""Circuitry's choices, and close-ups of its board."""

from itertools import chain

import pytest

from render import wording
from render.canvas import Box, Canvas, Layout
from render.circuitry import choice, facts, highlights
from render.circuitry.layout import plan_of
from render.circuitry.plan import Plan, plan_for
from render.circuitry.previews import Axes, Goals, Laying, Picks, Previews, Slots, leads, previews_of
from render.picture import WHOLE, choice_picture, closeup_picture, closeup_text, closeups, first_closeup
from rules.circuitry.board import Board, NodeId, number_of
from rules.circuitry.game import Circuitry
from rules.circuitry.letters import numbered, rims
from rules.circuitry.view import CircuitryView
from rules.circuitry.words import LYING, node_words
from rules.core.notation import words
from tests.examples import thorough
from tests.render.circuitry_tables import KINDS, Kind, draw, load, names_for, prefixes, stretched, tables, views
from tests.render.tables import choice_canvas, choice_text, cut_off

SEEN = {
    *(("move", 1), ("portal", 1), ("force", 2), ("portal-force", 2), ("place", 2), ("place", 3), ("rotate", 1)),
    *(("flip", 1), ("swap", 1), ("swap", 2), ("slide", 1), ("slide", 2), ("turn-over", 1)),
}
"""The verbs, and the numbers of words after which a picture is shown."""
NOTHING: tuple[tuple[str, ...], ...] = (
    (),
    ("take",),
    ("place",),
    ("move", "nowhere"),
    ("charge",),
    ("done",),
    ("hop",),
)


@pytest.fixture(scope="module")
def game() -> Circuitry:
    return load()


def offered(preview: Previews) -> list[str]:
    """Return the next words that the picture offers."""
    match preview:
        case Goals(goals=goals):
            return [goal.word for goal in goals]
        case Slots(slots=slots):
            return [str(cell) for cell, _ in slots]
        case Laying(ways=ways):
            return [way.value for way in ways]
        case Picks(numbers=numbers):
            return [str(number) for number in numbers]
        case Axes(ends=ends):
            return [axis.value for axis, _ in ends]


def following(view: CircuitryView, prefix: tuple[str, ...]) -> set[str]:
    return {
        option[len(prefix)]
        for option in map(words, view.options)
        if option[: len(prefix)] == prefix and len(option) > len(prefix)
    }


def test_a_choice_offers_exactly_the_legal_options(game: Circuitry) -> None:
    seen = {("turn-over", 1)}  # that choice is very rare: a test below finds one
    for view in chain.from_iterable(views(game, kind, seed, 11) for seed in range(2, 6) for kind in KINDS):
        for prefix in prefixes(view):
            preview = previews_of(view, prefix)
            assert preview is not None
            assert sorted(offered(preview)) == sorted(following(view, prefix))
            seen.add((prefix[0], len(prefix)))
        if seen == SEEN:
            break
    assert seen == SEEN


def test_places_have_the_same_numbers_as_their_labels(game: Circuitry) -> None:
    seen = set()
    for view in [stretched(game), *views(game, KINDS[3], 2, 9)]:
        for prefix in prefixes(view):
            preview = previews_of(view, prefix)
            if isinstance(preview, Slots):
                cells = view.board.slides[preview.card.number] if preview.slides else view.board.places
                assert dict(preview.slots) == numbered(cells)
                for cell, number in preview.slots:
                    assert game.label(view, (*prefix, str(cell))).text == f"Place {number}"
                upright = view.board.upright
                plan = plan_for(cells, (700, 500), (0, 0), upright=upright)
                box_of = {cell: plan.cell(cell) for cell in cells}
                read = sorted((box_of[cell].top, box_of[cell].left, int(number)) for cell, number in preview.slots)
                assert [number for _, _, number in read] == [*range(1, len(read) + 1)]
                seen.add((upright, preview.slides))
            elif isinstance(preview, Laying):
                assert game.label(view, prefix).text == f"Place {preview.place}"
    assert len(seen) == 4, "boards are upright and turned, and cards are laid and slide"


def test_a_laid_card_shows_the_ends_of_its_ways_around_the_board(game: Circuitry, drawn_lines: dict[str, bool]) -> None:
    seen = set()
    for view in views(game, KINDS[2], 5, 7):
        for prefix in prefixes(view):
            preview = previews_of(view, prefix)
            if not isinstance(preview, Laying):
                continue
            assert choice_canvas(game, view, prefix, names_for(view)) is not None
            text = choice_text(game, view, prefix, names_for(view))
            for way in preview.ways:
                board = view.board.laid(preview.card, preview.cell, way)
                ends = [end for end in rims(board) if end.number == preview.card.number and end.beyond is not None]
                assert [lead.letter for lead in leads(board, preview.card.number)] == [end.letter for end in ends]
                for end, lead in zip(ends, leads(board, preview.card.number), strict=True):
                    assert lead.end == board.follow(end.number, end.port)
                    if lead.end is not None:
                        assert f"{lead.letter or 'over a gap'}: to {node_words(lead.end)}" in text
                        assert f"to {number_of(lead.end)}" in drawn_lines
                    seen.add((bool(lead.letter), lead.end is None))
    assert {(True, False), (False, False)} <= seen


def test_exactly_the_nodes_that_can_be_reached_are_highlighted(
    game: Circuitry, monkeypatch: pytest.MonkeyPatch
) -> None:
    highlighted: set[NodeId] = set()
    rings: dict[tuple[int, Box], NodeId] = {}
    figures: dict[NodeId, str] = {}
    badges: dict[tuple[int, Box], NodeId] = {}
    draw, badge = highlights.highlight_node, highlights.badge

    def spy(canvas: Canvas, plan: Plan, board: Board, node: NodeId, figure: str = "") -> Box:
        highlighted.add(node)
        ring = draw(canvas, plan, board, node, figure)
        rings[id(canvas), ring] = node
        if figure:
            figures[node] = figure
        return ring

    def count(canvas: Canvas, box: Box, ring: Box, figure: str) -> None:
        node = rings[id(canvas), ring]
        figures[node] = figure
        badges[id(canvas), box] = node
        badge(canvas, box, ring, figure)

    monkeypatch.setattr(choice, "highlight_node", spy)
    monkeypatch.setattr(choice, "badge", count)
    for view in views(game, KINDS[4], 5, 25):
        for prefix in prefixes(view):
            preview = previews_of(view, prefix)
            if isinstance(preview, Goals):
                highlighted.clear()
                for seen in (rings, figures, badges):
                    seen.clear()
                assert choice_canvas(game, view, prefix, names_for(view)) is not None
                assert highlighted == {goal.node for goal in preview.goals}
                assert figures == ({} if preview.jump else {goal.node: str(goal.steps) for goal in preview.goals})
                for (canvas, box), node in badges.items():
                    others = [other for (on, other), of in rings.items() if on == canvas]
                    others += [other for (on, other), of in badges.items() if on == canvas and of != node]
                    assert not any(touch(box, other) for other in others), "no figure hides a node or a figure"


def touch(one: Box, other: Box) -> bool:
    """Return whether two round things share a point: a figure, or the ring around a node."""
    across, down = (a + c / 2 - b - d / 2 for a, b, c, d in zip(one[:2], other[:2], one[2:], other[2:], strict=True))
    return across**2 + down**2 < ((one.width + other.width) / 2) ** 2


def test_only_neighbours_take_one_step(game: Circuitry) -> None:
    """A step that turns card 1 over leads to another node (6.2)."""
    steps = set()
    for view in views(game, KINDS[0], 3, 5):
        preview = previews_of(view, ("move",))
        if isinstance(preview, Goals) and view.board.turned_over:
            near = set(view.board.neighbours(preview.pawn.node))
            for goal in preview.goals:
                assert (goal.node in near) == (goal.steps == 1)
                steps.add(goal.steps)
    assert {1, 2} <= steps


def test_the_text_of_a_choice_has_every_option(game: Circuitry) -> None:
    for view in views(game, KINDS[2], 6, 13):
        for prefix in prefixes(view):
            preview = previews_of(view, prefix)
            text = choice_text(game, view, prefix, names_for(view))
            match preview:
                case Goals(goals=goals):
                    assert all(f"  {node_words(goal.node)}" in text for goal in goals)
                case Slots(slots=slots):
                    assert all(f"  Place {number}: {cell}, beside " in text for cell, number in slots)
                case Laying(ways=ways):
                    assert all(f"  {LYING[way]}: " in text for way in ways)
                case Picks(numbers=numbers):
                    assert all(f" card {number} " in text for number in numbers)
                case Axes(ends=ends):
                    assert all(f"comes to {node_words(end)}" in text for _, end in ends)


def test_the_last_pawn_on_card_1_sees_both_axes(game: Circuitry) -> None:
    for kind in KINDS:
        for seed in range(6):
            for g in tables(game, kind, seed, 1):
                if type(g.phase).__name__ == "Turning":
                    view = game.view(g, g.phase.waiting[0])
                    draw(game, view)
                    if isinstance(previews_of(view, ("turn-over",)), Axes):
                        return
    pytest.fail("no match has this choice")


def test_words_without_a_visible_choice_have_no_picture(game: Circuitry) -> None:
    for view in views(game, KINDS[1], 2, 60):
        for prefix in NOTHING:
            assert choice_picture(game, view, prefix, names_for(view)) is None
            assert choice_text(game, view, prefix, names_for(view)) == ""


def test_spectators_and_whole_actions_have_no_choice(game: Circuitry) -> None:
    for g in tables(game, KINDS[0], 2, 30):
        for seat in g.phase.waiting:
            view = game.view(g, seat)
            for action in view.options[:40]:
                assert choice_picture(game, view, words(action), names_for(view)) is None
                assert choice_picture(game, game.view(g, None), words(action)[:1], names_for(view)) is None


@pytest.mark.parametrize("kind", [KINDS[0], *thorough(*((kind,) for kind in KINDS[1:]))])
def test_every_pawn_and_charge_point_has_a_closeup(game: Circuitry, kind: Kind) -> None:
    for view in views(game, kind, 7, 200):
        labels = dict(closeups(game, view))
        pawns = [f"pawn-{side.colour}" for side in view.sides]
        charges = [f"charge-{placed.card.charge}" for placed in view.board.placed if placed.card.charge]
        assert sorted(labels) == sorted([*pawns, *charges, WHOLE, "card-1", "hands"])
        assert len(labels) <= 25
        assert all(0 < len(label) <= 100 for label in labels.values())
        for side, word in zip(view.sides, pawns, strict=True):
            text = closeup_text(game, view, word, names_for(view))
            assert labels[word] == text.splitlines()[0]
            assert f"{names_for(view)[side.seat]} is on {node_words(side.node)}, " in text
            assert all(node_words(node) in text for node in view.board.neighbours(side.node))
            if view.seat is None:
                assert closeup_picture(game, view, word, names_for(view)).alt


def test_a_closeup_is_the_same_for_every_viewer(game: Circuitry) -> None:
    for g in tables(game, KINDS[1], 8, 200):
        spectator = game.view(g, None)
        for word, _ in closeups(game, spectator):
            looks = {closeup_picture(game, game.view(g, seat), word, names_for(spectator)) for seat in (None, 0, 1, 2)}
            assert len(looks) == 1


def test_hands_piles_and_rules_have_a_closeup(game: Circuitry, drawn_lines: dict[str, bool]) -> None:
    for view in views(game, KINDS[4], 3, 200):
        names = names_for(view)
        text = closeup_text(game, view, "hands", names)
        public = facts.public_view(view)
        for sentence in (wording.aim(game, view), facts.variants(view), facts.stock(view)):
            assert sentence in text
        assert all(facts.held(view, side) in text for side in view.sides if not side.left)
        assert closeup_picture(game, public, "hands", names) == closeup_picture(game, view, "hands", names)
    assert cut_off(drawn_lines) == set()


def test_the_first_closeup_of_a_large_board_is_the_deciding_players_pawn(game: Circuitry) -> None:
    seen = set()
    for view in views(game, KINDS[4], 3, 60):
        large = plan_of(view.board).card < 84 and view.outcome is None
        side = view.sides[view.waiting[0] if len(view.waiting) == 1 else view.active]
        assert first_closeup(game, view) == (f"pawn-{side.colour}" if large else "")
        seen.add(large)
    assert seen == {True, False}


def test_a_card_with_many_ways_out_is_drawn_for_a_phone_too(game: Circuitry, drawn_lines: dict[str, bool]) -> None:
    """Six ends of ways stood below each other where there is room for four."""
    drawn = 0
    for view in views(game, KINDS[0], 4, 6):
        for prefix in prefixes(view):
            preview = previews_of(view, prefix)
            if not isinstance(preview, Laying):
                continue
            boards = [view.board.laid(preview.card, preview.cell, way) for way in preview.ways]
            if max(len([*leads(board, preview.card.number)]) for board in boards) > 4:
                drawn_lines.clear()
                assert choice_picture(game, view, prefix, names_for(view), layout=Layout.PHONE) is not None
                assert cut_off(drawn_lines) == set()
                drawn += 1
    assert drawn
