from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.cards import CardId
from rules.core.notation import Action, NotationError, beginning_with, fields_of, parse, words


class Row(StrEnum):
    FRONT = "front"
    BACK = "back"


class Colour(Enum):
    RED = "red"


class Place(NamedTuple):
    q: int
    r: int


@dataclass(frozen=True, slots=True)
class EndOfTurn(Action):
    """End the turn."""


@dataclass(frozen=True, slots=True)
class Put(Action):
    """Put a card somewhere."""

    card: Annotated[CardId, "a card of your hand"]
    row: Row
    place: Place
    turned: int
    colour: Colour = Colour.RED


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep some cards."""

    verb = "hold"
    row: Row
    cards: Annotated[tuple[CardId, ...], "the cards to keep"]


KINDS = (EndOfTurn, Put, Keep)
NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,20}", fullmatch=True).map(CardId)
PLACES = st.builds(Place, st.integers(-9, 9), st.integers(-9, 9))
ACTIONS = st.one_of(
    st.just(EndOfTurn()),
    st.builds(Put, NAMES, st.sampled_from(Row), PLACES, st.integers()),
    st.builds(Keep, st.sampled_from(Row), st.lists(NAMES, min_size=1, max_size=4).map(tuple)),
)


@given(ACTIONS)
def test_every_kind_of_field_survives_a_round_trip_through_text(action: Action) -> None:
    assert parse(KINDS, str(action)) == action
    assert " ".join(words(action)) == str(action)


def test_an_action_is_written_as_its_verb_and_a_word_for_each_field() -> None:
    assert str(EndOfTurn()) == "end-of-turn"
    assert str(Put(CardId("titan-servo"), Row.BACK, Place(3, -1), 180)) == "put titan-servo back 3,-1 180 red"
    assert str(Keep(Row.FRONT, (CardId("a"), CardId("b")))) == "hold front a b"


@given(st.lists(ACTIONS, max_size=6), st.integers(0, 5), st.integers(0, 5))
def test_actions_go_on_after_words_that_they_begin_with(actions: list[Action], place: int, depth: int) -> None:
    start = words(actions[place % len(actions)])[:depth] if actions else ("put",)
    expected = [action for action in actions if f"{action} ".startswith(f"{' '.join((*start, ''))}")]
    assert beginning_with(actions, start) == [action for action in expected if words(action) != start]


def test_spaces_around_and_between_words_do_not_matter() -> None:
    assert parse(KINDS, "  hold   front a ") == Keep(Row.FRONT, (CardId("a"),))


@pytest.mark.parametrize("text", ["", "   ", "jump", "END-OF-TURN", "end-of-turn.", "hold\x00 front a"])
def test_an_error_about_an_unknown_verb_lists_the_known_ones(text: str) -> None:
    with pytest.raises(NotationError, match="end-of-turn, put, hold"):
        parse(KINDS, text)


@pytest.mark.parametrize(
    "text", ["end-of-turn now", "put", "put a back 3,-1 180", "put a back 3,-1 180 red red", "hold front"]
)
def test_an_error_about_a_missing_or_extra_word_shows_the_form(text: str) -> None:
    with pytest.raises(
        NotationError,
        match=r"write it like this: (end-of-turn|put <card> <row> <place> <turned> <colour>|hold <row> <cards>)$",
    ):
        parse(KINDS, text)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("put Titan back 3,-1 180 red", "card"),
        ("put ../etc back 3,-1 180 red", "card"),
        ("put \uff21 back 3,-1 180 red", "card"),
        ("put a middle 3,-1 180 red", "row"),
        ("put a BACK 3,-1 180 red", "row"),
        ("put a back 3 180 red", "place"),
        ("put a back 3,-1,2 180 red", "place"),
        ("put a back 3,x 180 red", "place"),
        ("put a back 3,-1 much red", "turned"),
        ("put a back 3,-1 1.5 red", "turned"),
        ("put a back 3,-1 180 RED", "colour"),
        ("hold front a B", "cards"),
    ],
)
def test_an_invalid_word_is_named_with_its_field(text: str, field: str) -> None:
    with pytest.raises(NotationError, match=f" doesn't fit <{field}>; write it like this: "):
        parse(KINDS, text)


@pytest.mark.parametrize("number", ["+1", "01", "1_0", "-0", "\u0661", "\uff11"])
def test_a_number_has_only_one_spelling(number: str) -> None:
    with pytest.raises(NotationError, match=r"write it like this: put a back 3,-1 -?\d+ red"):
        parse(KINDS, f"put a back 3,-1 {number} red")
    with pytest.raises(NotationError, match=r"write it like this: put a back -?\d+,2 180 red"):
        parse(KINDS, f"put a back {number},2 180 red")


@pytest.mark.parametrize(
    "text", ["x" * 10_000, "put " + "a" * 10_000 + " back +3,-1 180 red", "hold front " + "A" * 10_000]
)
def test_errors_quote_long_input_in_part(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse(KINDS, text)
    assert len(str(refused.value)) < 200


@given(st.text())
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    for verb in ("", "put ", "hold front ", "put a back 1,1 "):
        try:
            action = parse(KINDS, verb + text)
        except NotationError:
            continue
        assert parse(KINDS, str(action)) == action


def test_fields_have_descriptions_for_players() -> None:
    card, row, *_ = fields_of(Put)
    assert (card.name, card.meaning, card.many) == ("card", "a card of your hand", False)
    assert (row.name, row.meaning) == ("row", "row")
    assert [(f.name, f.meaning, f.many) for f in fields_of(Keep)] == [
        ("row", "row", False),
        ("cards", "the cards to keep", True),
    ]


@dataclass(frozen=True, slots=True)
class Halved(Action):
    amount: float


@dataclass(frozen=True, slots=True)
class Paired(Action):
    pair: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ManyFirst(Action):
    cards: tuple[CardId, ...]
    row: Row


@dataclass(frozen=True, slots=True)
class Anything(Action):
    place: tuple  # type: ignore[type-arg]


@pytest.mark.parametrize("kind", [Halved, Paired, ManyFirst, Anything])
def test_a_field_type_without_notation_is_refused(kind: type[Any]) -> None:
    with pytest.raises(TypeError):
        fields_of(kind)
