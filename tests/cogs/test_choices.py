"""Every game's actions are chosen word by word."""

import pytest

from cogs.widgets.choices import Choice, ManyChoices, NoSuchChoice, resolve, search
from cogs.widgets.cursor import Cursor, at_place, fitting, joined, packed
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View, apply
from tests.laws.matches import some

PLIES = 25


def views(game: Game) -> list[View]:
    """Return the views of the waiting seats in the first plies of a match."""
    decks = [deck.cards for deck in game.decks.values()][: game.seats[0]]
    g = game.begin(seats=game.seats[0], options={}, decks=decks, seed=7)
    found: list[View] = []
    for ply in range(PLIES):
        if g.outcome:
            break
        seat = g.phase.waiting[0]
        found += [view for other in range(game.seats[0]) if (view := game.view(g, other)).options]
        g = apply(g, seat, game.greedy(game.view(g, seat), ply))
    return found


def test_every_option_is_reached_word_by_word_and_nothing_else(game: Game) -> None:
    for view in views(game):
        reached = set()
        ahead = [Cursor(game, view)]
        while ahead:
            place = ahead.pop()
            if place.is_whole:
                reached.add(place.words)
            ahead.extend(place.then(word) for word in place.following)
        assert reached == {words(action) for action in view.options}


def test_forced_words_are_skipped_both_ways_except_the_last_one(game: Game) -> None:
    for view in views(game):
        for action in some(view.options, view.turn, len(view.options)):
            said = words(action)
            for depth in range(len(said)):
                there = Cursor(game, view, said[:depth]).onward()
                length = len(there.words)
                assert there.words == said[:length]
                assert depth <= length < len(said)
                assert there.onward() == there
                assert length == len(said) - 1 or len(there.following) > 1 or not length
                before = there.back()
                assert before.words == there.words[: len(before.words)]
                assert not length or len(before.words) < length
                assert before.onward() == before or not before.words


def test_words_without_a_choice_are_completed(game: Game) -> None:
    for view in views(game):
        every = {words(action) for action in view.options}
        for said in every:
            for depth in range(len(said)):
                place = Cursor(game, view, said[:depth]).settled()
                end = place.words
                fitting_it = {other for other in every if other[:depth] == said[:depth]}
                assert end[:depth] == said[:depth]
                assert {other for other in every if other[: len(end)] == end} == fitting_it
                assert (end in every) or len(place.following) > 1


@pytest.mark.parametrize("most", [1, 5, 25])
def test_levels_are_joined_as_deep_as_there_is_room_and_lose_nothing(game: Game, most: int) -> None:
    for view in views(game):
        every = {words(action) for action in view.options}
        starts = Cursor(game, view).branches()
        found = [place.words for place in joined(starts, most)]
        assert len(set(found)) == len(found)
        assert len(found) <= max(most, len(starts))
        assert {said for start in found for said in every if said[: len(start)] == start} == every
        for part in packed(starts, most):
            assert 0 < len(part) <= most
        whole = [place.words for part in packed(starts, most) for place in part]
        assert not whole or (set(whole) == every and len(whole) == len(every))


def test_joint_words_are_said_in_their_order_and_briefly(game: Game) -> None:
    for view in views(game):
        for action in some(view.options, view.turn, len(view.options)):
            said = words(action)
            for depth in range(len(said)):
                choice = Cursor(game, view, said).choice(depth)
                assert tuple(choice.word.split()) == said[depth:]
                labels = [game.label(view, said[: end + 1]) for end in range(depth, len(said))]
                rest = choice.text
                for label in labels if len(labels) > 1 else ():
                    before, brief, rest = rest.partition(label.short or label.text)
                    assert brief
                    assert before in {"", ": ", ", "}
                assert not rest or (rest == labels[0].text and len(labels) == 1)


def test_every_choice_is_in_a_players_words(game: Game) -> None:
    for view in views(game):
        for action in some(view.options, view.turn, len(view.options)):
            said = words(action)
            for depth in range(len(said)):
                offered = {choice.word: choice for choice in Cursor(game, view, said[:depth]).choices()}
                choice = offered[said[depth]]
                assert 0 < len(choice.text) <= 80
                assert len(choice.detail) <= 100
            assert Cursor(game, view, said).sentence()


def test_fields_can_be_filled_in_any_order(game: Game) -> None:
    for view in views(game):
        for action in some(view.options, view.turn, len(view.options)):
            verb, *rest = words(action)
            for place, word in enumerate(rest, 1):
                others = {n: w for n, w in enumerate(rest, 1) if n != place}
                offered = at_place(game, view, fitting(view, verb, others), place)
                assert word in [choice.word for choice in offered]


OFFERED = (
    Choice("titan-servo", "Titan Servo", "strong"),
    Choice("titan-wall", "Titan Wall", ""),
    Choice("smuggler", "Smuggler", ""),
)


@pytest.mark.parametrize(
    ("typed", "word"),
    [("titan-servo", "titan-servo"), ("TITAN WALL", "titan-wall"), ("smug", "smuggler"), (" uggl ", "smuggler")],
)
def test_typed_text_is_understood_kindly(typed: str, word: str) -> None:
    assert resolve(OFFERED, typed, "card").word == word


def test_an_ambiguous_text_is_asked_back() -> None:
    with pytest.raises(ManyChoices, match=r"Which one do you mean by “titan”: Titan Servo, Titan Wall\?"):
        resolve(OFFERED, "titan", "card")


@pytest.mark.parametrize("typed", ["", "dragon", "**" * 40, "@everyone"])
def test_a_text_that_matches_nothing_is_refused_with_the_list_of_choices(typed: str) -> None:
    with pytest.raises(NoSuchChoice, match=r"Titan Servo, Titan Wall, Smuggler") as refused:
        resolve(OFFERED, typed, "card")
    assert "@everyone" not in str(refused.value)


def test_search_puts_beginnings_first() -> None:
    assert [choice.word for choice in search(OFFERED, "s")] == ["smuggler", "titan-servo"]
    assert search(OFFERED, "") == list(OFFERED)
    assert search(OFFERED, "zzz") == []
