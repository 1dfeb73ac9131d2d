"""Allocator's close-ups: both players' cards with all their values, and their discard piles."""

from render.allocator.closeup import CARDS, DISCARDS
from render.picture import WHOLE, closeup_picture, closeup_text, closeups
from rules.allocator.game import Allocator
from rules.allocator.view import AllocatorView
from tests.render.tables import NAMES, cut_off, views

PLAYERS = NAMES[:2]


def seen(game: Allocator, seed: int) -> list[AllocatorView]:
    """Return the views of a spectator of a match."""
    return [view for view in views(game, seed, 7) if view.seat is None]


def test_each_players_cards_and_discards_have_a_closeup_unless_empty(allocator: Allocator) -> None:
    offered = set()
    for view in seen(allocator, 3):
        words = {word for word, _ in closeups(allocator, view)}
        for side in view.sides:
            assert (CARDS[side.seat] in words) == any(system.cards for system in side.systems)
            assert (DISCARDS[side.seat] in words) == bool(side.discard_pile)
        offered |= words
    assert offered == {WHOLE, *CARDS, *DISCARDS}


def test_a_closeup_has_all_values_of_each_card(allocator: Allocator) -> None:
    for view in seen(allocator, 3):
        words = {word for word, _ in closeups(allocator, view)}
        for side in view.sides:
            parts = [(CARDS[side.seat], system.cards) for system in side.systems]
            for word, cards in (*parts, (DISCARDS[side.seat], side.discard_pile)):
                text = closeup_text(allocator, view, word, PLAYERS) if word in words else ""
                for card in cards:
                    stats = f"{card.attack}/{card.defense}/{card.development}, +{card.boost}, FM {card.function_match}"
                    name = f"{card.name} x{cards.count(card)}" if cards.count(card) > 1 else card.name
                    assert f"  {name}, {card.faction.label}: {stats}" in text


def test_only_names_of_cards_are_cut_off(allocator: Allocator, drawn_lines: dict[str, bool]) -> None:
    for view in seen(allocator, 4):
        for word, _ in closeups(allocator, view):
            closeup_picture(allocator, view, word, PLAYERS)
    names = {card.name for card in allocator.cards.values()}
    assert cut_off(drawn_lines) <= names


def test_every_viewer_sees_the_same_closeups(allocator: Allocator) -> None:
    for place, view in enumerate(views(allocator, 5, 9)):
        twin = allocator.view(allocator.determinize(view, place), view.seat)
        for word, _ in closeups(allocator, view):
            assert closeup_picture(allocator, view, word, PLAYERS) == closeup_picture(allocator, twin, word, PLAYERS)
