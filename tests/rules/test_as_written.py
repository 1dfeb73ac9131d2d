"""House rules and the author's rules: each difference has an option, a clause with both rules, and a reason."""

import re

import pytest

from bot.content.seeds import load_game, load_rulebook
from rules.core.options import RuleSet
from tests.one_more_game import SHIPPED


@pytest.mark.parametrize("key", SHIPPED)
def test_each_option_has_the_authors_value(key: str) -> None:
    game = load_game(key)
    for option in game.options:
        assert set(option.written) <= set(option.values)
    written = game.by_rules(RuleSet.WRITTEN)
    assert game.option_faults(written) == []
    assert game.playable(written) == game.seats
    assert game.rule_sets == (RuleSet.HOUSE, RuleSet.WRITTEN)
    assert game.rule_set(written) is RuleSet.WRITTEN
    assert game.rule_set(game.by_rules(RuleSet.HOUSE)) is RuleSet.HOUSE


@pytest.mark.parametrize("key", SHIPPED)
def test_each_difference_has_a_clause_with_both_rules_and_the_reason(key: str) -> None:
    differing = {option.name: option for option in load_game(key).options if option.differs}
    clauses = [clause for clause in load_rulebook(key) if clause.house is not None]
    assert {clause.house.option for clause in clauses if clause.house} == set(differing)
    for clause in clauses:
        assert clause.house is not None
        assert clause.house.value == differing[clause.house.option].default, clause.number
        assert clause.house_holds({})
        assert re.search(r"\d", clause.house.why), f"the reason in {clause.number} has a figure"
        assert clause.house.text != clause.text
    assert {option.clause for option in differing.values()} <= {clause.number for clause in clauses}


@pytest.mark.parametrize("key", SHIPPED)
def test_the_summary_of_an_option_names_the_authors_value(key: str) -> None:
    for option in load_game(key).options:
        if option.differs:
            assert re.search(rf"\b{option.as_written} \(original\)", option.summary, re.IGNORECASE), option.name
