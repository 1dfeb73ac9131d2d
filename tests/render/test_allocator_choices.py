"""Allocator's choices show the systems that would follow."""

from collections.abc import Iterator

from bot.lab.autoplay import Setup
from render.allocator.facts import clash
from render.allocator.previews import previews_of
from render.picture import choice_picture
from rules.allocator.actions import Discard, Move, Play
from rules.allocator.cards import System
from rules.allocator.game import Allocator
from rules.allocator.state import AllocatorState
from rules.allocator.view import AllocatorView
from rules.core.notation import words
from rules.core.play import apply
from tests.laws.matches import walk
from tests.render.tables import NAMES, choice_canvas, choice_text, cut_off, views

PLAYERS = NAMES[:2]


def managing(game: Allocator, player: str, stride: int) -> Iterator[tuple[AllocatorState, AllocatorView]]:
    """Yield a match at every Manage step, with the view of the player who is asked."""
    setup = Setup(game=game, players=(player,) * 2, options={}, decks=tuple(sorted(game.decks))[:2])
    for g in walk(setup, 5, stride):
        assert isinstance(g, AllocatorState)
        for seat in g.phase.waiting:
            view = game.view(g, seat)
            if view.phase == "Manage":
                yield g, view


def test_a_choice_shows_each_legal_option_with_the_systems_after_it(allocator: Allocator) -> None:
    seen = set()
    for g, view in managing(allocator, "random", 4):
        assert view.seat is not None
        offered = {option for option in view.options if isinstance(option, Play | Move | Discard)}
        shown = set()
        for verb in ("play", "move", "discard"):
            preview = previews_of(view, (verb,))
            for row in preview.rows if preview else ():
                for way in row.ways:
                    shown.add(way.action)
                    after = allocator.view(apply(g, view.seat, way.action), view.seat)
                    assert way.powers == tuple(system.power for system in after.sides[view.seat].systems)
                    assert way.over == max(sum(way.powers) - view.maximum_power, 0)
                    attack, defense = clash(after)
                    assert way.hits == (attack >= defense and not way.over and (view.turn > 1 or view.first_attack))
                    seen.add((verb, way.hits, way.over > 0))
        assert shown == offered
    assert {verb for verb, _, _ in seen} == {"play", "move", "discard"}
    assert {(hits, over) for _, hits, over in seen} == {(True, False), (False, False), (False, True)}


def test_a_choice_has_the_same_content_in_words_and_cuts_nothing(
    allocator: Allocator, drawn_lines: dict[str, bool]
) -> None:
    for _, view in managing(allocator, "random", 9):
        for prefix in {words(option)[:1] for option in view.options} - {("end",)}:
            assert choice_canvas(allocator, view, prefix, PLAYERS) is not None
            text = choice_text(allocator, view, prefix, PLAYERS)
            preview = previews_of(view, prefix)
            assert preview is not None
            for row in preview.rows:
                assert f"\n{row.card.name}, " in text
                assert all(any(word in line for line in drawn_lines) for word in row.card.name.split())
                for way in row.ways:
                    assert str(way.power(way.shown)) in drawn_lines
                    assert f"{way.used}/{view.maximum_power}" in drawn_lines or f"{way.over} over" in drawn_lines
                    assert f" → {way.power(way.shown)}, {way.used} of {view.maximum_power} used" in text
    assert cut_off(drawn_lines) == set()


def test_a_chosen_card_is_shown_alone(allocator: Allocator) -> None:
    _, view = next(position for position in managing(allocator, "greedy", 1) if previews_of(position[1], ("play",)))
    card = next(words(option)[1] for option in view.options if option.verb == "play")
    preview = previews_of(view, ("play", card))
    assert preview is not None
    [row] = preview.rows
    assert (row.card.id, row.source, [way.shown for way in row.ways]) == (card, None, [*System])


def test_spectators_whole_actions_and_other_steps_have_no_choice(allocator: Allocator) -> None:
    for g, view in managing(allocator, "greedy", 7):
        for action in view.options:
            assert choice_picture(allocator, view, words(action), PLAYERS) is None
            assert choice_picture(allocator, allocator.view(g, None), words(action)[:1], PLAYERS) is None
        assert choice_picture(allocator, view, (), PLAYERS) is None
    develops = [view for view in views(allocator, 5, 1) if view.phase == "Develop" and view.options]
    assert all(choice_picture(allocator, view, ("boost",), PLAYERS) is None for view in develops)
    assert any(view.options[0].verb == "boost" for view in develops)
