"""What Allocator's choices show: the systems as they would be then."""

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
from tests.render.tables import NAMES, choice_canvas, choice_text, cut, views

PLAYERS = NAMES[:2]


def managing(game: Allocator, player: str, stride: int) -> Iterator[tuple[AllocatorState, AllocatorView]]:
    """A match while somebody manages their systems, and what they see of it."""
    setup = Setup(game=game, players=(player,) * 2, options={}, decks=tuple(sorted(game.decks))[:2])
    for g in walk(setup, 5, stride):
        assert isinstance(g, AllocatorState)
        for seat in g.phase.waiting:
            view = game.view(g, seat)
            if view.phase == "Manage":
                yield g, view


def test_a_choice_shows_each_way_that_the_rules_offer_and_what_the_systems_are_then(allocator: Allocator) -> None:
    seen = set()
    for g, view in managing(allocator, "random", 4):
        assert view.seat is not None
        offered = {option for option in view.options if isinstance(option, Play | Move | Discard)}
        shown = set()
        for verb in ("play", "move", "discard"):
            found = previews_of(view, (verb,))
            for row in found.rows if found else ():
                for way in row.ways:
                    shown.add(way.action)
                    then = allocator.view(apply(g, view.seat, way.action), view.seat)
                    assert way.powers == tuple(there.power for there in then.sides[view.seat].systems)
                    assert way.over == max(sum(way.powers) - view.maximum_power, 0)
                    attack, defense = clash(then)
                    assert way.hits == (attack >= defense and not way.over and (view.turn > 1 or view.first_attack))
                    seen.add((verb, way.hits, way.over > 0))
        assert shown == offered
    assert {verb for verb, _, _ in seen} == {"play", "move", "discard"}
    assert {(hits, over) for _, hits, over in seen} == {(True, False), (False, False), (False, True)}


def test_a_choice_says_in_words_what_its_picture_shows_and_cuts_nothing(
    allocator: Allocator, spoken: dict[str, bool]
) -> None:
    for _, view in managing(allocator, "random", 9):
        for said in {words(option)[:1] for option in view.options} - {("end",)}:
            assert choice_canvas(allocator, view, said, PLAYERS) is not None
            text = choice_text(allocator, view, said, PLAYERS)
            found = previews_of(view, said)
            assert found is not None
            for row in found.rows:
                assert f"\n{row.card.name}, " in text
                assert row.card.name in spoken
                for way in row.ways:
                    assert str(way.power(way.shown)) in spoken
                    assert f"{way.used}/{view.maximum_power}" in spoken or f"{way.over} over" in spoken
                    assert f" → {way.power(way.shown)}, {way.used} of {view.maximum_power} used" in text
    assert cut(spoken) == set()


def test_a_card_that_is_chosen_is_shown_alone(allocator: Allocator) -> None:
    _, view = next(each for each in managing(allocator, "greedy", 1) if previews_of(each[1], ("play",)))
    card = next(words(option)[1] for option in view.options if option.verb == "play")
    found = previews_of(view, ("play", card))
    assert found is not None
    [row] = found.rows
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
