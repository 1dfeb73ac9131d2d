"""The page about house rules and the authors' rules is made from the rulebooks, and says everything of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.content.seeds import load_game, load_rulebook
from tests.one_more_game import SHIPPED

PAGE = Path("docs/rules.md")
MAKE = "hidden-hand rules > docs/rules.md"


@pytest.fixture
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_page_is_as_the_rulebooks_make_it(hidden_hand: Callable[..., tuple[int, str, str]], page: str) -> None:
    code, printed, _ = hidden_hand("rules")
    assert code == 0
    assert printed == page, f"a rulebook has changed: {MAKE}"


@pytest.mark.parametrize("key", SHIPPED)
def test_the_page_has_a_row_for_each_difference_with_both_rules_and_the_reason(key: str, page: str) -> None:
    game = load_game(key)
    rows = [line for line in page.splitlines() if line.startswith(f"| {game.title} |")]
    differing = [(clause, clause.house) for clause in load_rulebook(key) if clause.house is not None]
    assert len(rows) == len(differing)
    for row, (clause, house) in zip(rows, differing, strict=True):
        _, _, number, written, own, why, option, _ = row.split("|")
        assert number.split()[0] == clause.number
        assert (written.split(), own.split()) == (clause.text.split(), house.text.split())
        assert why.split() == house.why.split()
        assert f"`{house.option}`" in option


@pytest.mark.parametrize("key", SHIPPED)
def test_the_page_lists_each_ruling_of_a_match_as_written(key: str, page: str) -> None:
    section = page.partition(f"\n### {load_game(key).title}\n")[2].partition("\n### ")[0]
    for clause in load_rulebook(key):
        is_listed = f"\n- {clause.number} {clause.title}\n" in section
        assert is_listed == ((clause.ruling and not clause.definition) or "Ruling: " in clause.text), clause.number
