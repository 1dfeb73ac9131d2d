"""Laws of every game's texts: they fit on Discord (`rules.core.game`)."""

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
"""The turns in which players learn the game's words."""

LABEL = 80
DETAIL = 100
SENTENCE = 300
OPTION_VALUE = 100
"""Discord's limits for a button's label, a choice's description and a choice's value, and our limit for a sentence."""


@examples(4)
@given(st.data())
def test_every_choice_has_a_distinct_label_that_fits(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat, legal in deciding(g, setup):
            view = game.view(g, seat)
            choices: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
            for action in legal:
                assert len(str(action)) <= OPTION_VALUE
                chosen = words(action)
                for length in range(1, len(chosen) + 1):
                    choices[chosen[: length - 1]].add(chosen[length - 1])
            for before, following in some([*choices.items()], seed, len(legal)):
                texts = [_label(game, view, (*before, word)) for word in following]
                assert len(set(texts)) == len(texts), f"two choices after {before} read alike"


@examples(4)
@given(st.data())
def test_every_verb_has_a_label_in_every_view(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for viewer in viewers(g, setup):
            for kind in game.actions:
                _label(game, game.view(g, viewer), (kind.verb,))


def test_prompts_of_the_first_turns_spell_out_every_abbreviation(game: Game) -> None:
    setup = Setup(game=game, players=("greedy",) * game.seats[0], options={})
    names = [seat_name(seat) for seat in range(game.seats[0])]
    asked = set()
    for g in takewhile(lambda g: g.turn <= BEGINNER, walk(setup, 2, 1)):
        asked |= {game.prompt(game.view(g, seat), names) for seat in g.phase.waiting}
    assert asked
    assert not [prompt for prompt in asked if re.search(r"(?<!\()\b[A-Z]{2,4}\b", prompt)]


def _label(game: Game, view: View, chosen: tuple[str, ...]) -> str:
    label = game.label(view, chosen)
    assert 0 < len(label.text) <= LABEL
    assert len(label.detail) <= DETAIL
    assert label.text == label.text.strip()
    assert (label.text + label.detail).isprintable()
    return label.text


@examples(4)
@given(st.data())
def test_a_prompt_is_one_sentence_and_names_the_asked_players(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    names = [f"Player{seat}x" for seat in range(len(setup.players))]
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for viewer in viewers(g, setup):
            prompt = game.prompt(game.view(g, viewer), names)
            assert 0 < len(prompt) <= SENTENCE
            assert prompt.isprintable()
            if viewer not in g.phase.waiting:
                assert all(names[seat] in prompt for seat in g.phase.waiting)


def test_faults_of_options_are_sentences_with_their_clause(game: Game) -> None:
    names = [option.name for option in game.options]
    for values in product(*(option.values for option in game.options)):
        for seats in game.seats:
            for fault in game.faults(seats, dict(zip(names, values, strict=True))):
                assert 0 < len(fault) <= SENTENCE
                assert fault.isprintable()
                assert re.search(r"\d\S*\)\.$", fault), "ends with the clause"


@examples(4)
@given(st.data())
def test_every_event_is_told_in_a_sentence_or_not_at_all(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    names = [seat_name(seat) for seat in range(len(setup.players))]
    sentences = 0
    for g in walk(setup, seed):
        for event in g.events:
            sentence = game.narrate(event, names)
            sentences += bool(sentence)
            assert len(sentence) <= SENTENCE
            assert sentence.isprintable()
            assert sentence == sentence.strip()
        lines = folded(visible(g.events, None), names, game.cards)
        assert all(line.isprintable() and line == line.strip() and 0 < len(line) <= SENTENCE for line in lines)
        assert bool(lines) == any(game.narrate(event, names) for event in visible(g.events, None))
    assert sentences


@examples(4)
@given(st.data())
def test_the_quick_player_chooses_an_option_by_the_view_alone(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in g.phase.waiting:
            view, random = game.view(g, seat), split(seed, g.turn)
            choice = game.greedy(view, random)
            assert choice in view.options
            twin = game.view(game.determinize(view, random), seat)
            assert game.greedy(twin, random) == choice


@examples(4)
@given(st.data())
def test_the_quick_player_reacts_with_an_option_by_the_view_alone(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat, legal in deciding(g, setup):
            if seat not in g.phase.waiting:
                view, random = game.view(g, seat), split(seed, g.turn)
                choice = game.react(view, random)
                assert choice is None or choice in legal
                twin = game.view(game.determinize(view, random), seat)
                assert game.react(twin, random) == choice


@examples(4)
@given(st.data())
def test_a_reaction_in_a_rollout_is_the_quick_players(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        if g.phase.allows_reactions and (reaction := game.fast_reaction(g)):
            reacting, action = reaction
            assert reacting not in g.phase.waiting
            assert action == game.react(game.view(g, reacting), split(seed, g.turn))
