"""How every game speaks to players: in words that fit on Discord (`rules.core.game`)."""

import re
from collections import defaultdict
from itertools import product, takewhile

from hypothesis import given
from hypothesis import strategies as st

from bot.lab.autoplay import Setup, seat_name
from rules.core.events import visible
from rules.core.folding import folded
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View
from rules.core.rng import split
from tests.examples import examples
from tests.laws.matches import deciding, matches, one_of, some, viewers, walk

STRIDES = range(11, 32)
BEGINNER = 3
"""Turns in which players learn the words of a game."""

LABEL = 80
DETAIL = 100
SENTENCE = 300
OPTION_VALUE = 100
"""Discord's limits for a button's label, the line below a choice and the value of a choice, and ours for a sentence."""


@examples(8)
@given(st.data())
def test_every_choice_has_a_label_of_its_own_that_fits(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat, legal in deciding(g, setup):
            view = game.view(g, seat)
            choices: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
            for action in legal:
                assert len(str(action)) <= OPTION_VALUE
                said = words(action)
                for length in range(1, len(said) + 1):
                    choices[said[: length - 1]].add(said[length - 1])
            for before, following in some([*choices.items()], seed, len(legal)):
                texts = [_label(game, view, (*before, word)) for word in following]
                assert len(set(texts)) == len(texts), f"two choices after {before} read alike"


@examples(8)
@given(st.data())
def test_every_verb_has_a_label_for_everybody(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for viewer in viewers(g, setup):
            for kind in game.actions:
                _label(game, game.view(g, viewer), (kind.verb,))


def test_what_somebody_is_asked_in_the_first_turns_spells_out_every_abbreviation(game: Game) -> None:
    setup = Setup(game=game, players=("greedy",) * game.seats[0], options={})
    names = [seat_name(seat) for seat in range(game.seats[0])]
    asked = set()
    for g in takewhile(lambda g: g.turn <= BEGINNER, walk(setup, 2, 1)):
        asked |= {game.prompt(game.view(g, seat), names) for seat in g.phase.waiting}
    assert asked
    assert not [prompt for prompt in asked if re.search(r"(?<!\()\b[A-Z]{2,4}\b", prompt)]


def _label(game: Game, view: View, said: tuple[str, ...]) -> str:
    label = game.label(view, said)
    assert 0 < len(label.text) <= LABEL
    assert len(label.detail) <= DETAIL
    assert label.text == label.text.strip()
    assert (label.text + label.detail).isprintable()
    return label.text


@examples(8)
@given(st.data())
def test_a_prompt_is_one_sentence_and_names_to_others_who_is_asked(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    names = [f"Player{seat}x" for seat in range(len(setup.players))]
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for viewer in viewers(g, setup):
            prompt = game.prompt(game.view(g, viewer), names)
            assert 0 < len(prompt) <= SENTENCE
            assert prompt.isprintable()
            if viewer not in g.phase.waiting:
                assert all(names[seat] in prompt for seat in g.phase.waiting)


def test_what_does_not_go_together_is_told_in_sentences_with_their_clause(game: Game) -> None:
    names = [option.name for option in game.options]
    for values in product(*(option.values for option in game.options)):
        for seats in game.seats:
            for fault in game.faults(seats, dict(zip(names, values, strict=True))):
                assert 0 < len(fault) <= SENTENCE
                assert fault.isprintable()
                assert re.search(r"\d\S*\)\.$", fault), "ends with the clause"


@examples(8)
@given(st.data())
def test_every_event_is_told_in_a_sentence_or_not_at_all(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    names = [seat_name(seat) for seat in range(len(setup.players))]
    told = 0
    for g in walk(setup, seed):
        for event in g.events:
            sentence = game.tell(event, names)
            told += bool(sentence)
            assert len(sentence) <= SENTENCE
            assert sentence.isprintable()
            assert sentence == sentence.strip()
        lines = folded(visible(g.events, None), names, game.cards)
        assert all(line.isprintable() and line == line.strip() and 0 < len(line) <= SENTENCE for line in lines)
        assert bool(lines) == any(game.tell(event, names) for event in visible(g.events, None))
    assert told


@examples(8)
@given(st.data())
def test_a_greedy_player_chooses_what_is_offered_and_by_the_view_alone(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in g.phase.waiting:
            view, random = game.view(g, seat), split(seed, g.turn)
            choice = game.greedy(view, random)
            assert choice in view.options
            twin = game.view(game.imagine(view, random), seat)
            assert game.greedy(twin, random) == choice


@examples(8)
@given(st.data())
def test_a_greedy_player_interrupts_with_what_is_offered_and_by_the_view_alone(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat, legal in deciding(g, setup):
            if seat not in g.phase.waiting:
                view, random = game.view(g, seat), split(seed, g.turn)
                choice = game.interrupt(view, random)
                assert choice is None or choice in legal
                twin = game.view(game.imagine(view, random), seat)
                assert game.interrupt(twin, random) == choice
