"""The report of what people did: it finds planted habits, and invents none."""

from typing import Final

import pytest

from bot.content.seeds import load_content, load_game, load_rulebook
from bot.lab.contest import Arena
from bot.lab.experiment import Field, Lab
from bot.lab.report import Report
from bot.model.figures import Count, Figure, Subject, Variant
from bot.workshop.heat import rulebook_page
from bot.workshop.people import PeopleReport
from bot.workshop.study import People
from tests.bot.workshop.simulated_people import Habits, month
from tests.examples import thorough

GAME: Final = load_game("allocator")
PLANTED: Final = Habits(overrated="glint", misread="move glint attack attack", dull="Duel")
VARIANT: Final = Variant.of("allocator", GAME.version, load_content("allocator").hash, GAME.all_options({}), 2)


def reported(counts: dict[Subject, Count], matches: int) -> Report:
    """Return the report of these counts, beside as many simulated matches."""
    field = Field(game=GAME, content=load_content("allocator"), seats=2, options=GAME.all_options({}))
    with Arena(1) as arena:
        people = PeopleReport(
            game=GAME,
            variant=VARIANT,
            variants={VARIANT: {"2026-01-05": counts}},
            clauses=load_rulebook("allocator"),
            foretold={},
        )
        study = People(Lab(arena=arena, most=matches, seed=99), field, people)
        study.run()
        return study.report()


@pytest.mark.parametrize(("seed", "matches"), [(1, 30), *thorough((2, 30), (3, 150))])
def test_planted_habits_are_found(seed: int, matches: int) -> None:
    report = reported(month(GAME, matches, PLANTED, seed), matches)
    said = [sentence for kind in report.findings for sentence in kind]
    assert any(sentence.startswith("People overrate Glint") for sentence in said)
    assert any("rule 6.4" in sentence and sentence.endswith("People find this decision dull.") for sentence in said)
    assert any(sentence.startswith("People misunderstand rule 4.4") for sentence in said)


@pytest.mark.parametrize(("seed", "matches"), [(1, 30), *thorough((2, 30), (3, 30), (4, 30), (5, 30), (6, 150))])
def test_without_habits_nothing_is_found(seed: int, matches: int) -> None:
    report = reported(month(GAME, matches, Habits(), seed), matches)
    assert report.findings[0] == ("Nothing that people do differs for certain from what the lab foretells.",)


def test_the_rulebook_shows_its_heat_the_worst_clauses_first_and_those_that_nobody_met() -> None:
    clauses = load_rulebook("allocator")
    weeks = {
        "2026-01-05": {
            Subject(Figure.REFUSED, "4.4"): Count(40),
            Subject(Figure.SECONDS, "4.2"): Count(10, 20.0, 50.0),
        },
        "2026-01-12": {Subject(Figure.ASKED, "5.7"): Count(10), Subject(Figure.REFUSED, "4.4"): Count(7)},
    }
    page = rulebook_page("Allocator", clauses, weeks)
    assert page.index("4.4 Moving a card</a>: 47 times") < page.index("5.7 The siege</a>: 10 times")
    assert '<section id="4.4" style="--heat: 1.00">' in page
    assert '<section id="1.1" style="--heat: 0.00">' in page
    assert "decisions 10, usually 7 seconds" in page
    assert "By week: 2026-01-05 40; 2026-01-12 7" in page
    unmet = page[page.index("Rules that no figure names") :]
    assert "6.9 An FM of 0" in unmet
    assert "4.4 Moving a card" not in unmet
