"""The sentences of events, and the faults of invalid ones."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import pytest

from rules.core.cards import Card, CardId
from rules.core.events import Drew, Event, Played, Seat, shared
from rules.core.narration import Cards, Names

NAMES: Final = ("Ada", "Bo")


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Animal(Card):
    legs: int


OX, HUB = CardId("ox"), CardId("hub")
CARDS: Final = {OX: Animal(id=OX, name="Ox", legs=4), HUB: Animal(id=HUB, name="Hub", legs=0)}


class Place(StrEnum):
    YARD = "yard"

    @property
    def label(self) -> str:
        return self.value.capitalize()


def narrated(event: Event) -> str:
    return event.narrate(NAMES, CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sold(Event, tag="Sold"):
    template = "{seat:player}'s {card:card} ({card:card.legs} legs, 100% fit): {coins:,}, {place.label}, {place}."

    seat: Seat
    card: CardId | None
    coins: int
    place: Place = Place.YARD


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Event, tag="Counted"):
    template = "{coins:# gold coin}: {by_seat:each}; {least}."
    coins: int
    by_seat: tuple[int, ...]

    @property
    def least(self) -> int:
        return min(self.by_seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden(Event, tag="Hidden"):
    template = "{seat:player} hides {card:card}."
    seat: Seat
    card: CardId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped(Played, tag="Swapped"):
    with_: CardId

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{names[self.seat]}: {cards[self.card].name} and {cards[self.with_].name}."


@dataclass(frozen=True, slots=True, kw_only=True)
class SwappedBack(Swapped, tag="SwappedBack"):
    template = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Drew, tag="Dealt"):
    pass


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Sold(seat=1, card=OX, coins=1200), "Bo's Ox (4 legs, 100% fit): 1,200, Yard, yard."),
        (Counted(coins=1, by_seat=(1, 0)), "1 gold coin: Ada 1, Bo 0; 0."),
        (Counted(coins=2000, by_seat=(800, 1200)), "2000 gold coins: Ada 800, Bo 1,200; 800."),
        (Hidden(seat=0), "Ada hides a card."),
        (Hidden(seat=0, card=HUB), "Ada hides Hub."),
        (Played(seat=0, card=OX), "Ada plays Ox."),
        (Swapped(seat=0, card=OX, with_=HUB), "Ada: Ox and Hub."),
        (SwappedBack(seat=0, card=OX, with_=HUB), ""),
        (Dealt(seat=0, cards=(OX,)), "You draw Ox."),
        (Drew(seat=0, cards=(OX, HUB, OX)), "You draw Ox, Hub and Ox."),
    ],
)
def test_an_event_is_told_by_its_sentence(event: Event, sentence: str) -> None:
    assert narrated(event) == sentence


def test_an_event_without_a_sentence_is_refused() -> None:
    with pytest.raises(TypeError, match="Silent has no sentence"):

        class Silent(Event, tag="Silent"):
            seat: Seat


def test_a_base_class_needs_no_sentence() -> None:
    with pytest.raises(TypeError, match="Event has no sentence"):
        narrated(Event())


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("{chair:player} sits.", "Wrong has no field “chair”"),
        ("{} sits.", "Wrong has no field “”"),
        ("{seat:chair} sits.", "Wrong cannot write “seat” as “chair”"),
        ("{seat:player.name} sits.", "Wrong cannot write “seat” as “player.name”"),
        ("{seat:# {seat}} sits.", "Wrong cannot write “seat” as “# {seat}”"),
        ("{seat:#} sits.", "Wrong cannot write “seat” as “#”"),
        ("{seat:card.full name} sits.", "Wrong cannot write “seat” as “card.full name”"),
        ("{seat!r} sits.", "Wrong cannot write “seat” as “r”"),
        ("{seat.real + 1} sits.", "Wrong cannot write “seat.real \\+ 1” as “”"),
    ],
)
def test_an_invalid_sentence_is_refused_when_its_class_is_created(sentence: str, fault: str) -> None:
    with pytest.raises(TypeError, match=fault):

        class Wrong(Event, tag="Wrong"):
            template = sentence
            seat: Seat


def test_a_shared_event_is_made_once_for_its_fields() -> None:
    hidden = shared(Hidden)
    assert hidden(1, OX) == Hidden(seat=1, card=OX)
    assert hidden(1, OX) is hidden(1, OX)
    assert hidden(0, OX) != hidden(1, OX)


def test_a_shared_event_can_be_private() -> None:
    assert shared(Hidden, private=True)(1, OX) == Hidden(seats=frozenset({1}), seat=1, card=OX)


def test_a_shared_event_needs_all_of_its_fields() -> None:
    with pytest.raises(ValueError, match="zip"):
        shared(Hidden)(1)
