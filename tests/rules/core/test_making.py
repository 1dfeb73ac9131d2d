"""Fast constructors make the same objects as their classes."""

from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from rules.core.constructors import fast_constructor


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Base):
    cards: tuple[str, ...]
    left: int = 3


def test_a_maker_makes_the_same_objects_as_the_class() -> None:
    made = fast_constructor(Seen)(seat=1, cards=("a", "b"))
    assert made == Seen(seat=1, cards=("a", "b"), left=3)
    assert (type(made), hash(made)) == (Seen, hash(Seen(seat=1, cards=("a", "b"))))
    assert fast_constructor(Seen)(seat=1, cards=(), left=4).left == 4


def test_its_objects_are_frozen() -> None:
    made = fast_constructor(Seen)(seat=1, cards=())
    with pytest.raises(FrozenInstanceError):
        made.left = 4  # type: ignore[misc]


def test_missing_and_unknown_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="cards"):
        fast_constructor(Seen)(seat=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="deck"):
        fast_constructor(Seen)(seat=1, cards=(), deck=())  # type: ignore[call-arg]


@dataclass(slots=True)
class Open:
    seat: int


@dataclass(frozen=True)
class Slotless:
    seat: int


@dataclass(frozen=True, slots=True)
class Checked:
    seat: int

    def __post_init__(self) -> None:
        raise ValueError("never")


@dataclass(frozen=True, slots=True)
class Anew:
    cards: list[str] = field(default_factory=list)


@pytest.mark.parametrize("kind", [Open, Slotless, Checked, Anew, int, len])
def test_other_classes_are_refused(kind: type) -> None:
    with pytest.raises(TypeError):
        fast_constructor(kind)
