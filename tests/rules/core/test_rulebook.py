"""Rulebooks are parsed, and faults are reported with their lines."""

import pytest

from rules.core.game import Grounds
from rules.core.rulebook import parse

TWO_CHAPTERS = """# A game

## 1 The table

**1.1** [source] There are two
players.

**1.2** [ruling] Nobody cheats.

## 2 The end

**2.1** [source] It ends.
"""


def test_clauses_have_number_text_origin_and_chapter() -> None:
    first, second, third = parse(TWO_CHAPTERS)
    assert (first.number, first.text, first.ruling, first.chapter) == (
        "1.1",
        "There are two players.",
        False,
        "The table",
    )
    assert (second.number, second.ruling) == ("1.2", True)
    assert (third.number, third.chapter) == ("2.1", "The end")


def test_a_definition_is_marked_outside_its_text() -> None:
    first, second = parse("## 1 A\n\n**1.1** [ruling, definition] A pawn.\n\n**1.2** [source] It moves.")
    assert (first.text, first.ruling, first.definition) == ("A pawn.", True, True)
    assert not second.definition


def test_a_ruling_says_on_what_grounds_it_stands() -> None:
    marks = ("[ruling]", "[ruling, contradiction]", "[ruling, last resort]")
    clauses = parse("## 1 A\n\n" + "\n\n".join(f"**1.{n}** {mark} Text." for n, mark in enumerate(marks, 1)))
    assert [clause.grounds for clause in clauses] == [Grounds.SILENT, Grounds.CONTRADICTION, Grounds.LAST_RESORT]
    assert all(clause.ruling and not clause.definition for clause in clauses)


HOUSE = """## 1 A

**1.1 Pace** [source] Take your time.

House rule (pace: brisk): Hurry, or lose
- a point.
Why: A match of 9 hours takes 2.

**1.2** [source] It ends.
"""


def test_a_house_rule_stands_below_the_rule_from_which_it_differs_with_its_reason() -> None:
    first, second = parse(HOUSE)
    assert first.text == "Take your time."
    assert first.house is not None
    assert second.house is None
    assert (first.house.option, first.house.value) == ("pace", "brisk")
    assert first.house.text == "Hurry, or lose\n- a point."
    assert first.house.why == "A match of 9 hours takes 2."
    assert first.whole == "Take your time.\nHurry, or lose\n- a point."


def test_a_house_rule_holds_with_its_value_of_the_option_and_by_default() -> None:
    first, second = parse(HOUSE)
    assert first.house_holds({"pace": "brisk"})
    assert first.house_holds({"other": "free"})
    assert not first.house_holds({"pace": "free"})
    assert not second.house_holds({"pace": "brisk"})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1: there is no clause"),
        ("## 2 The table", "line 1: chapter 2 follows chapter 0"),
        ("## 1 A\n\n**1.2** [source] Text.", "line 3: clause 1.2 stands where 1.1 is expected"),
        ("## 1 A\n\n**2.1** [source] Text.", "line 3: clause 2.1 stands where 1.1 is expected"),
        ("## 1 A\n\n**1.1** [source] One.\n\n**1.1** [source] Two.", "line 5: clause 1.1 stands where 1.2"),
        ("**1.1** [source] Text.", "line 1: clause 1.1 stands where 0.1 is expected"),
        ("## 1 A\n\n**1.1** [rule] Text.", "line 3: neither a chapter"),
        ("## 1 A\n\n**1.1** [definition] Text.", "line 3: neither a chapter"),
        ("## 1 A\n\n**1.1** [source]", "line 3: neither a chapter"),
        ("## 1 A\n\n\nJust words.", "line 4: neither a chapter"),
        ("## 1 A\n\nHouse rule (a: b): Text.\nWhy: Text.", "line 3: neither a chapter"),
        ("## 1 A\n\n**1.1** [source] A.\n\nHouse rule (a: b): Text.", "line 5: neither a chapter"),
        (f"{HOUSE}\nHouse rule (a: b): Text.\nWhy: A.\n\nHouse rule (a: b): Text.\nWhy: A.", "line 14: neither"),
    ],
)
def test_a_fault_is_reported_with_its_line(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match="line") as caught:
        parse(text)
    assert str(caught.value).startswith(fault)


def test_a_list_in_a_clause_keeps_its_lines() -> None:
    (clause,) = parse("## 1 A\n\n**1.1** [source] These\nare:\n- one thing that is\n  long\n- another one")
    assert clause.text == "These are:\n- one thing that is long\n- another one"
