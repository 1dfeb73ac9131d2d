"""The rules of a match follow from its options: house rules, as written, or custom ones."""

import pytest

from rules.core.options import RuleOption, RuleSet, extras, rule_set_of, with_rule_set
from tests.heist_game import Heist

PACE = RuleOption(name="pace", values=("brisk", "free"), summary="", clause="1.1", written=("free",))
LIMIT = RuleOption(name="limit", values=("six", "none"), summary="", clause="1.2", written=("none", "six"))
TWICE = RuleOption(name="twice", values=("off", "on"), summary="", clause="1.3", written=("off",))
WINDOW = RuleOption(name="window", values=("off", "on"), summary="", clause="1.4")
OPTIONS = (PACE, LIMIT, TWICE, WINDOW)


def test_an_option_differs_if_its_default_is_not_the_authors_basic_rule() -> None:
    assert [option.differs for option in OPTIONS] == [True, True, False, False]
    assert [option.as_written for option in OPTIONS] == ["free", "none", "off", "off"]


@pytest.mark.parametrize(
    ("chosen", "rule_set"),
    [
        ({}, RuleSet.HOUSE),
        ({"pace": "brisk", "limit": "six", "twice": "on", "window": "on"}, RuleSet.HOUSE),
        ({"pace": "free", "limit": "none"}, RuleSet.WRITTEN),
        ({"pace": "free", "limit": "none", "twice": "off", "window": "on"}, RuleSet.WRITTEN),
        ({"pace": "free", "limit": "six"}, RuleSet.WRITTEN),  # the author offers this limit, too
        ({"pace": "free", "limit": "none", "twice": "on"}, RuleSet.CUSTOM),
        ({"pace": "brisk", "limit": "none"}, RuleSet.CUSTOM),
    ],
)
def test_rules_follow_from_the_options(chosen: dict[str, str], rule_set: RuleSet) -> None:
    assert rule_set_of(OPTIONS, chosen) is rule_set


def test_choosing_rules_leaves_alone_what_goes_with_them() -> None:
    chosen = {"pace": "brisk", "limit": "none", "twice": "on", "window": "on"}
    written = with_rule_set(OPTIONS, chosen, RuleSet.WRITTEN)
    assert written == {"pace": "free", "limit": "none", "twice": "off", "window": "on"}
    assert rule_set_of(OPTIONS, written) is RuleSet.WRITTEN
    house = with_rule_set(OPTIONS, chosen, RuleSet.HOUSE)
    assert house == {"pace": "brisk", "limit": "six", "twice": "on", "window": "on"}
    assert rule_set_of(OPTIONS, house) is RuleSet.HOUSE
    with pytest.raises(ValueError, match="option by option"):
        with_rule_set(OPTIONS, {}, RuleSet.CUSTOM)


def test_variants_are_told_from_the_rules_of_the_match() -> None:
    assert extras(OPTIONS, {"pace": "free", "limit": "none", "window": "on"}) == {"window": "on"}
    assert extras(OPTIONS, {"pace": "free", "limit": "six"}) == {"limit": "six"}
    assert extras(OPTIONS, {"pace": "brisk", "limit": "six", "twice": "on"}) == {"twice": "on"}
    assert extras(OPTIONS, {"pace": "brisk", "limit": "none"}) == {"limit": "none"}


def test_a_game_without_differences_has_house_rules_alone() -> None:
    assert Heist().rule_sets == (RuleSet.HOUSE,)
    assert Heist().rule_set({}) is RuleSet.HOUSE
