"""The cards of Alchemy, and the elements that are played with them: one card, or two as a complex element."""

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
from rules.core.tags import Tagged

EssenceId = NewType("EssenceId", str)
"""An element in notation: the id of its card (`fire-3`), or the ids of its two cards (`fire-3+water-2`)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class AlchemyCard(Card):
    """Any card."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ElementCard(AlchemyCard):
    """1.2, 1.9 A basic element, named after its element and magnitude: “Fire 3”."""

    quality: ClassVar[Mapping[str, int]] = MappingProxyType({"magnitude": 1})

    name: str = field(init=False)
    element: Annotated[Element, one_of({element.value: element for element in BASICS})]
    magnitude: Annotated[int, whole(1)]
    """The printed magnitude, in whole points."""

    @property
    def printed(self) -> str:
        return f"The element {self.element.label}, of magnitude {self.magnitude}."

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"{self.element.label} {self.magnitude}")


Count = Annotated[int, whole(1, 100)]
"""A positive number in a step of a card."""


class Step:
    """4.2 One effect of a process or a Magnum Opus; `rules.alchemy.effects` names them all.

    A step is a frozen dataclass; its fields are the columns of the effect in the content.
    """

    # Not an abstract base class, for the same reason as `Phase` in `rules.core.play`.

    turn: ClassVar[bool] = True
    """Whether a card for the player's own turn can have this step."""
    reaction: ClassVar[bool] = True
    """Whether a reaction can have this step."""
    final: ClassVar[bool] = False
    """Whether the step leads to another phase. Such a step must be the last one of its card."""

    def possible(self, g: Any, seat: Seat) -> bool:
        """4.4 Return whether the effect would change anything now, judged by public facts and the seat's own cards."""
        return True

    def choices(self, g: Any, seat: Seat) -> Sequence[str]:
        """Return the options from which the seat chooses before the effect happens; () if there is nothing to
        choose.
        """
        return ()

    @abstractmethod
    def perform(self, g: Any, seat: Seat, moment: Any, choice: str) -> Any:
        """Perform the effect, with the option that the seat chose or ""; return the next phase."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class EffectCard(AlchemyCard):
    """A card that is used for its effect."""

    quality: ClassVar[Mapping[str, int]] = MappingProxyType({"cost": -1})

    name: Annotated[str, line(24)]
    cost: Annotated[int, whole(0, MOST_POINTS)]
    """Action points."""
    reaction: bool
    """4.3 Whether the card is a reaction, used when its player is attacked. If not, it is used in the player's own
    turn.
    """
    text: Annotated[str, line(100)]
    """The card's effect in plain words."""
    steps: tuple[Step, ...]
    """The card's effects in order."""

    @property
    def printed(self) -> str:
        when = "when you are attacked" if self.reaction else "in your turn"
        return f"{self.cost} AP, {when}. {self.text}"

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
class Essence(Tagged, tag="Essence"):
    """An element as it is played from hand."""

    id: EssenceId
    element: Element
    cards: tuple[ElementCard, ...]
    """One card, or two (6.1), usually of different elements (6.7)."""
    magnitude: int
    """The sum of its cards' magnitudes (6.2), in halves of a point."""

    @property
    def name(self) -> str:
        """The name: “Fire 3”, “Steam 5”."""
        return f"{self.element.label} {in_words(self.magnitude)}"

    @property
    def title(self) -> str:
        """The name with its parts: “Fire 3”, “Steam 5 (Fire 3 + Water 2)”."""
        return f"{self.name} ({' + '.join(card.name for card in self.cards)})" if self.is_complex else self.name

    @property
    def is_complex(self) -> bool:
        return len(self.cards) > 1


@cache
def essence_of(cards: tuple[ElementCard, ...]) -> Essence:
    """Return the element that these cards make: one card, or two in the order of the card list."""
    name = EssenceId("+".join(card.id for card in cards))
    elements = [card.element for card in cards]
    element = joined(*elements) if len(elements) > 1 else elements[0]
    return Essence(name, element, cards, 2 * sum(card.magnitude for card in cards))


def essences_of(cards: Sequence[ElementCard], *, literal: bool = False) -> tuple[Essence, ...]:
    """6.1, 6.7 Return every element that can be made of these cards, in the order of the card list: basic ones first.

    literal: whether two cards of the same element make a complex one.
    """
    pairs = [
        (one, two) for i, one in enumerate(cards) for two in cards[i + 1 :] if literal or one.element is not two.element
    ]
    return tuple(essence_of(made) for made in dict.fromkeys((*((card,) for card in cards), *pairs)))
