"""Rulebooks can be searched: by questions of beginners, by stems, by synonyms, and with typing errors."""

import tomllib
from pathlib import Path

import pytest

from bot.content.lookup import Lookup
from bot.content.own_words import load_own_words
from bot.content.seeds import load_game, load_lookup, load_rulebook
from bot.content.vocabulary import Vocabulary, stem
from cogs.messages.clause import BELOW
from rules.catalog import GAMES
from rules.core.game import Clause

QUESTIONS = Path(__file__).parent / "questions"
ASKED = [key for key in GAMES if (QUESTIONS / f"{key}.toml").exists()]
"""The games for which questions were collected from people."""

POWER = (
    Clause(number="1.1", text="Two players share power.", ruling=False, chapter="Start", title="The players"),
    Clause(number="1.2", text="Power is never negative.", ruling=True, chapter="Start", title="No negative power"),
    Clause(number="2.1", text="A boost raises what is checked.", ruling=False, chapter="Boosts", title="Raising"),
    Clause(number="12.1", text="Boosting ends with two declines in a row.", ruling=False, chapter="End"),
)
SMALL = Lookup(POWER, Vocabulary(["power, strength", "rise, raise"]), {"2.1": ["how do I get stronger"]})


def numbers(query: str, rulebook: Lookup = SMALL) -> list[str]:
    return [clause.number for clause in rulebook.find(query)]


@pytest.mark.parametrize("key", ASKED)
@pytest.mark.parametrize("parts", [["first"], ["second", "held_out"], ["newcomers"], ["typed"]], ids=" ".join)
def test_at_least_17_of_20_questions_are_answered_by_the_first_clause_that_is_found(key: str, parts: list[str]) -> None:
    lists = tomllib.loads((QUESTIONS / f"{key}.toml").read_text(encoding="utf-8"))
    questions = {asked: right for part in parts for asked, right in lists[part].items()}
    known = {clause.number for clause in load_rulebook(key)}
    assert known.issuperset(number for right in questions.values() for number in right)
    wrong = [asked for asked, right in questions.items() if numbers(asked, load_lookup(key))[:1][0] not in right]
    assert len(questions) - len(wrong) >= len(questions) * 17 / 20, wrong


@pytest.mark.parametrize("key", ASKED)
@pytest.mark.parametrize("part", ["typed", "hasty", "askew", "unprompted"])
def test_what_is_shown_answers_18_of_20_questions_that_are_typed_in_a_hurry(key: str, part: str) -> None:
    questions = tomllib.loads((QUESTIONS / f"{key}.toml").read_text(encoding="utf-8"))[part]
    wrong = [
        asked
        for asked, right in questions.items()
        if not set(numbers(asked, load_lookup(key))[: 1 + BELOW]).intersection(right)
    ]
    assert len(questions) - len(wrong) >= len(questions) * 18 / 20, wrong


@pytest.mark.parametrize("part", ["slang", "slang_later"])
def test_what_is_shown_answers_55_of_60_questions_with_typos_and_slang(part: str) -> None:
    asked = wrong = 0
    for key in ASKED:
        questions = tomllib.loads((QUESTIONS / f"{key}.toml").read_text(encoding="utf-8"))[part]
        found = {question: numbers(question, load_lookup(key))[: 1 + BELOW] for question in questions}
        asked += len(questions)
        wrong += sum(not set(found[question]).intersection(right) for question, right in questions.items())
    assert asked - wrong >= asked * 55 / 60


def test_of_questions_whose_words_tell_a_game_nine_of_ten_are_about_it() -> None:
    own_words, told, right = load_own_words({key: load_game(key) for key in ASKED}), 0, 0
    for key in ASKED:
        for part in tomllib.loads((QUESTIONS / f"{key}.toml").read_text(encoding="utf-8")).values():
            meant = [own_words.named_in(asked) or own_words.game_of(asked) for asked in part]
            told += sum(game is not None for game in meant)
            right += meant.count(key)
    assert told >= 300, "of the others, the game is asked for"
    assert right >= 0.9 * told


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_has_a_title_and_questions_and_is_found_by_its_title(key: str) -> None:
    rulebook = load_lookup(key)
    for clause in rulebook.clauses:
        assert clause.title
        assert clause.number in numbers(f"{clause.title} {clause.chapter}", rulebook)[:3]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("2.1", ["2.1"]),
        ("rule 2.1", ["2.1"]),
        ("what does 2.1 say?", ["2.1"]),
        ("1", ["1.1", "1.2"]),
        ("chapter 12.", ["12.1"]),
        ("9.9", []),
        ("POWER", ["1.2", "1.1"]),
        ("powers", ["1.2", "1.1"]),
        ("strength", ["1.2", "1.1"]),
        ("pow", ["1.2", "1.1"]),
        ("negtive", ["1.2"]),
        ("poewr", ["1.2", "1.1"]),
        ("stregnth", ["1.2", "1.1"]),
        ("hwo do u bosot", ["2.1", "12.1"]),
        ("boost", ["2.1", "12.1"]),
        ("boosted", ["2.1", "12.1"]),
        ("how can I get stronger?", ["2.1"]),
        ("dragon", []),
        ("what is it", []),
        ("", []),
        ("?!*_`~", []),
    ],
)
def test_clauses_are_found_by_number_stem_synonym_chapter_and_title(query: str, found: list[str]) -> None:
    assert numbers(query) == found


def test_the_title_ranks_before_the_text() -> None:
    assert numbers("power")[0] == "1.2"
    assert load_lookup("allocator").find("boost")[0].number == "6.1"


@pytest.mark.parametrize(
    "query", ["b", "boost " * 100, "x" * 5000, "\n\n", "1.1.1.1", "²³", "İ ß", "a'b\u2019c", "0" * 300]
)
@pytest.mark.parametrize("key", [*GAMES])
def test_nothing_that_is_typed_fails(key: str, query: str) -> None:
    load_lookup(key).find(query)


@pytest.mark.parametrize(
    ("words", "stemmed"),
    [
        ("boost boosts boosted boosting", "boost"),
        ("play player's plays played playing", "play"),
        ("lose loses lost losing", "los"),
        ("copy copies copied copying", "copy"),
        ("match matches matched", "match"),
        ("win wins won winning", "win"),
        ("2 two", "two"),
    ],
)
def test_a_word_is_the_same_in_every_number_and_time(words: str, stemmed: str) -> None:
    assert {stem(word) for word in words.split() if word != "player's"} == {stemmed}


def test_a_rulebook_without_titles_and_questions_is_searched_too() -> None:
    plain = [Clause(number=clause.number, text=clause.text, ruling=False) for clause in POWER]
    assert numbers("negative powers", Lookup(plain, Vocabulary([])))[0] == "1.2"
    assert Lookup((), Vocabulary([])).find("power") == []
