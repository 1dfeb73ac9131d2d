"""Folding: few sentences for many events."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import pytest

from rules.core.cards import Card, CardId
from rules.core.events import Drew, Event, Played, Seat
from rules.core.folding import LINE, folded
from rules.core.words import plural, times

NAMES: Final = ("Ada", "Bo", "Cleo")
CARDS: Final = {
    CardId(name.lower()): Card(id=CardId(name.lower()), name=name) for name in ("Ox", "Hub", "Bow", "Axe", "Net")
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Began(Event, tag="Began"):
    template = "Turn {turn}: {seat:player} has it."
    heads = "Turn {turn}"
    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid(Played, tag="Laid"):
    template = "{seat:player} lays {card:card} and pays."
    brief = "{seat:player}|lays|{card:card}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Took(Event, tag="Took"):
    template = "{seat:player} takes a coin out of the bank."
    brief = "{seat:player}|takes|a coin"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed(Event, tag="Pushed"):
    template = "{seat:player} pushes."
    brief = "{seat:player}|pushes|"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited(Event, tag="Waited"):
    template = "{seat:player} waits."
    brief = ""
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Event, tag="Shown"):
    template = "Fight {fight}: {seat:player} shows a card."
    heads = "Fight {fight}"
    brief = "{seat:player}|shows|a card"
    fight: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Broke(Event, tag="Broke"):
    template = "The bank is broken."


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokeAgain(Laid, tag="BrokeAgain"):
    """A class with its own sentence, which does not inherit a brief one."""

    template = "{seat:player} breaks it with {card:card}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Silent(Event, tag="Silent"):
    template = ""


def laid(seat: Seat, card: str) -> Event:
    return Laid(seat=seat, card=CardId(card))


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        ([], []),
        ([Silent()], []),
        ([Began(turn=1, seat=0)], ["Turn 1: Ada has it."]),
        ([Began(turn=1, seat=0), laid(0, "ox"), laid(0, "hub")], ["Turn 1: Ada lays Ox and Hub."]),
        ([laid(0, "ox"), Pushed(seat=0), laid(0, "hub")], ["Ada lays Ox; pushes; lays Hub."]),
        ([laid(0, "ox"), laid(1, "ox")], ["Ada and Bo lay Ox."]),
        ([laid(0, "ox"), laid(1, "hub")], ["Ada lays Ox. Bo lays Hub."]),
        ([Pushed(seat=0), Pushed(seat=1), Pushed(seat=0), Pushed(seat=1)], ["Ada and Bo push twice."]),
        ([Pushed(seat=0), Pushed(seat=1), Pushed(seat=0)], ["Ada pushes twice. Bo pushes."]),
        ([Took(seat=0)] * 2, ["Ada takes 2 coins."]),
        ([laid(0, "ox")] * 3, ["Ada lays Ox 3 times."]),
        ([laid(0, card) for card in ("ox", "hub", "bow", "axe", "net")], ["Ada lays Ox, Hub, Bow and 2 more."]),
        ([Pushed(seat=0), Waited(seat=1), Broke()], ["Ada pushes. The bank is broken."]),
        ([Pushed(seat=0), Waited(seat=1)], ["Ada pushes. Bo waits."]),
        ([Waited(seat=1), Waited(seat=1)], ["Bo waits."]),
        ([Began(turn=1, seat=0), Waited(seat=0), Began(turn=2, seat=1)], ["Turn 1: Ada has it.", "Turn 2: Bo has it."]),
        (
            [Shown(fight=1, seat=0), Shown(fight=1, seat=1), Broke()],
            ["Fight 1: Ada and Bo show a card. The bank is broken."],
        ),
        (
            [Shown(fight=1, seat=0), Shown(fight=2, seat=0)],
            ["Fight 1: Ada shows a card.", "Fight 2: Ada shows a card."],
        ),
        ([BrokeAgain(seat=0, card=CardId("ox"))], ["Ada breaks it with Ox."]),
    ],
)
def test_events_are_folded_into_few_sentences(events: Sequence[Event], lines: Sequence[str]) -> None:
    assert folded(events, NAMES, CARDS) == lines


def test_a_turn_that_the_question_announces_is_left_out_until_something_has_happened_in_it() -> None:
    turns = [Began(turn=1, seat=0), Pushed(seat=0), Began(turn=2, seat=1)]
    assert folded(turns, NAMES, CARDS, asked=[1]) == ["Turn 1: Ada pushes."]
    assert folded(turns, NAMES, CARDS, asked=[0]) == ["Turn 1: Ada pushes.", "Turn 2: Bo has it."]
    assert folded([*turns, Pushed(seat=1)], NAMES, CARDS, asked=[1]) == ["Turn 1: Ada pushes.", "Turn 2: Bo pushes."]
    assert folded([Shown(fight=1, seat=0)], NAMES, CARDS, asked=[0]) == ["Fight 1: Ada shows a card."]
    assert folded([], NAMES, CARDS, asked=[0]) == []


def test_a_long_scene_is_split_between_sentences() -> None:
    events = [event for turn in range(8) for event in (Pushed(seat=turn % 3), Broke())]
    lines = folded([Began(turn=1, seat=0), *events], NAMES, CARDS)
    assert lines[0].startswith("Turn 1: Ada pushes.")
    assert len(lines) > 1
    assert all(len(line) <= LINE and line.endswith(".") for line in lines)
    assert "".join(lines).count("The bank is broken.") == 8


def test_a_brief_has_three_parts() -> None:
    with pytest.raises(TypeError, match="Wrong: the brief must have three parts"):

        class Wrong(Event, tag="Wrong"):
            template = "{seat:player} waits."
            brief = "{seat:player}|waits"
            seat: Seat


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("boosts", "boost"),
        ("passes", "pass"),
        ("looks at", "look at"),
        ("is", "are"),
        ("carries", "carry"),
        ("has", "have"),
    ],
)
def test_verbs_become_plural_for_several_players(one: str, several: str) -> None:
    assert plural(one) == several


def test_repetitions_are_counted() -> None:
    assert [times(count) for count in (1, 2, 3)] == ["once", "twice", "3 times"]


def test_draws_of_one_seat_in_a_row_are_told_together() -> None:
    took, ox, hub = Took(seat=0), Drew(seats=frozenset({0}), seat=0, cards=(CardId("ox"),)), (CardId("hub"),)
    events = [took, ox, took, replace(ox, cards=hub)]
    assert folded(events, NAMES, CARDS) == ["Ada takes 2 coins. You draw Ox and Hub."]
    between = [took, ox, Pushed(seat=1), took, replace(ox, cards=hub)]
    assert folded(between, NAMES, CARDS)[0].startswith("Ada takes a coin. You draw Ox. Bo pushes.")
    others = [took, ox, replace(took, seat=1), replace(ox, cards=hub)]
    assert "Ox and Hub" not in " ".join(folded(others, NAMES, CARDS))
