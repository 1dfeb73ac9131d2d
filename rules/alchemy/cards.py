"""The cards of Alchemy, and elements as they are played: one card, or two as a complex element."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NewType

from rules.alchemy.elements import BASICS, Element, in_words, joined
from rules.alchemy.limits import MOST_POINTS
from rules.core.cards import Card
from rules.core.content import line, one_of, whole
from rules.core.events import Seat
from rules.core.facts import Fact

EssenceId = NewType("EssenceId", str)
"""An element in notation: the id of its card (`fire-3`), or of the two that make it (`fire-3+water-2`)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class AlchemyCard(Card):
    """Any card."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ElementCard(AlchemyCard):
    """1.2, 1.9 A basic element, called after what it is: “Fire 3”."""

    quality: ClassVar[Mapping[str, int]] = MappingProxyType({"magnitude": 1})

    name: str = field(init=False)
    element: Annotated[Element, one_of({element.value: element for element in BASICS})]
    magnitude: Annotated[int, whole(1)]
    """As it is printed: whole."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"{self.element.label} {self.magnitude}")


Count = Annotated[int, whole(1)]
"""A number that a step says of itself."""


class Step:
    """4.2 One thing that a process or a Magnum Opus does; `rules.alchemy.effects` names them all.

    A step is a frozen dataclass whose fields are what the content says of it.
    """

    # No ABC, as a phase is none (`rules.core.play`).

    turn: ClassVar[bool] = True
    """Whether it can be part of a card for one's own turn."""
    reaction: ClassVar[bool] = True
    """Whether it can be part of a card that answers an attack."""
    final: ClassVar[bool] = False
    """Whether it leads to another phase, and so comes last."""

    def possible(self, g: Any, seat: Seat) -> bool:
        """4.4 Whether it would do anything now: known from what is public, and from the seat's own cards."""
        return True

    def choices(self, g: Any, seat: Seat) -> Sequence[str]:
        """What the seat has to choose among before it happens; () if there is nothing to choose."""
        return ()

    @abstractmethod
    def perform(self, g: Any, seat: Seat, moment: Any, choice: str) -> Any:
        """Do it, with one of the choices or ""; the phase in which play goes on."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class EffectCard(AlchemyCard):
    """A card that is used for its effect."""

    quality: ClassVar[Mapping[str, int]] = MappingProxyType({"cost": -1})

    name: Annotated[str, line(24)]
    cost: Annotated[int, whole(0, MOST_POINTS)]
    """Action points."""
    reaction: bool
    """4.3 Whether it answers an attack; else it is used in one's own turn."""
    text: Annotated[str, line(100)]
    """What it does, in plain words."""
    steps: tuple[Step, ...]
    """What it does, in order."""

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("it does nothing: steps is empty")
        if not all(step.reaction if self.reaction else step.turn for step in self.steps):
            raise ValueError(f"it has a step that is not for {'a reaction' if self.reaction else 'the own turn'}")
        if any(step.final for step in self.steps[:-1]):
            raise ValueError("a step that leads to another phase comes last")


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ProcessCard(EffectCard):
    """4.1 A process."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class OpusCard(EffectCard):
    """7.1 A Magnum Opus."""

    cost: Annotated[int, whole(1, MOST_POINTS)]


@dataclass(frozen=True, slots=True)
class Essence(Fact, fact="Essence"):
    """An element as it is played from hand."""

    id: EssenceId
    element: Element
    cards: tuple[ElementCard, ...]
    """One, or 6.1 two of different elements."""
    magnitude: int
    """In halves: 6.2 the sum over the cards."""

    @property
    def name(self) -> str:
        """“Fire 3”, “Steam 5”."""
        return f"{self.element.label} {in_words(self.magnitude)}"

    @property
    def title(self) -> str:
        """“Fire 3”, “Steam 5 (Fire 3 + Water 2)”."""
        return f"{self.name} ({' + '.join(card.name for card in self.cards)})" if self.is_complex else self.name

    @property
    def is_complex(self) -> bool:
        return len(self.cards) > 1


@cache
def essence_of(cards: tuple[ElementCard, ...]) -> Essence:
    """The element that these cards make: one card, or two of different elements in the order of the card list."""
    name = EssenceId("+".join(card.id for card in cards))
    elements = [card.element for card in cards]
    element = joined(*elements) if len(elements) > 1 else elements[0]
    return Essence(name, element, cards, 2 * sum(card.magnitude for card in cards))


def essences_of(cards: Sequence[ElementCard]) -> tuple[Essence, ...]:
    """6.1, 6.7 Every element that can be played with some of these cards, which differ, basic ones first; in order."""
    pairs = [(one, two) for i, one in enumerate(cards) for two in cards[i + 1 :] if one.element is not two.element]
    return tuple(essence_of(made) for made in (*((card,) for card in cards), *pairs))
