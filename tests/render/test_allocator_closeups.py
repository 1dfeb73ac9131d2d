"""What can be looked at closer in Allocator: both players' cards with all that is on them, and their discard piles."""

from render.allocator.closeup import CARDS, DISCARDS
from render.picture import closeup_picture, closeup_text, closeups
from rules.allocator.game import Allocator
from rules.allocator.view import AllocatorView
from tests.render.tables import NAMES, cut, views

PLAYERS = NAMES[:2]


def seen(game: Allocator, seed: int) -> list[AllocatorView]:
    """What spectators see of a match."""
    return [view for view in views(game, seed, 7) if view.seat is None]


def test_what_there_is_of_each_player_can_be_seen_closer(allocator: Allocator) -> None:
    offered = set()
    for view in seen(allocator, 3):
        words = {word for word, _ in closeups(allocator, view)}
        for side in view.sides:
            assert (CARDS[side.seat] in words) == any(system.cards for system in side.systems)
            assert (DISCARDS[side.seat] in words) == bool(side.discard_pile)
        offered |= words
    assert offered == {*CARDS, *DISCARDS}


def test_all_that_is_on_a_card_is_said_where_it_lies(allocator: Allocator) -> None:
    for view in seen(allocator, 3):
        words = {word for word, _ in closeups(allocator, view)}
        for side in view.sides:
            parts = [(CARDS[side.seat], system.cards) for system in side.systems]
            for word, cards in (*parts, (DISCARDS[side.seat], side.discard_pile)):
                said = closeup_text(allocator, view, word, PLAYERS) if word in words else ""
                for card in cards:
                    stats = f"{card.attack}/{card.defense}/{card.development}, +{card.boost}, FM {card.function_match}"
                    name = f"{card.name} x{cards.count(card)}" if cards.count(card) > 1 else card.name
                    assert f"  {name}, {card.faction.label}: {stats}" in said


def test_nothing_but_names_of_cards_is_cut_off(allocator: Allocator, spoken: dict[str, bool]) -> None:
    for view in seen(allocator, 4):
        for word, _ in closeups(allocator, view):
            closeup_picture(allocator, view, word, PLAYERS)
    names = {card.name for card in allocator.cards.values()}
    assert cut(spoken) <= names


def test_everybody_sees_the_same_closer(allocator: Allocator) -> None:
    for place, view in enumerate(views(allocator, 5, 9)):
        twin = allocator.view(allocator.imagine(view, place), view.seat)
        for word, _ in closeups(allocator, view):
            assert closeup_picture(allocator, view, word, PLAYERS) == closeup_picture(allocator, twin, word, PLAYERS)
