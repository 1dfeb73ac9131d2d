"""The actions of Alchemy."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Annotated, ClassVar, Final

from rules.alchemy.cards import ElementCard, Essence, EssenceId, essences_of
from rules.alchemy.elements import Element
from rules.core.cards import CardId
from rules.core.notation import Action


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Attack your opponent with an element from your hand: 1 AP in your turn, free after a parry."""

    clause: ClassVar[str] = "5.1"
    element: Annotated[EssenceId, "an element in your hand, or two joined by + (fire-3+water-2)"]


@dataclass(frozen=True, slots=True)
class Defend(Action):
    """Defend with an element from your hand, for free."""

    element: Annotated[EssenceId, "an element in your hand, or two joined by + (fire-3+water-2)"]


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a process from your hand for its cost. When you are attacked, only reactions can be played."""

    clause: ClassVar[str] = "4.1"
    card: Annotated[CardId, "a process in your hand"]


@dataclass(frozen=True, slots=True)
class UseOpus(Action):
    """Use your Magnum Opus for its cost, once a match."""

    clause: ClassVar[str] = "7.2"
    verb: ClassVar[str] = "opus"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose what the card you have played works on."""

    what: Annotated[str, "a card, or a place in a store (1 to 3)"]


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw a card for 1 AP: in your turn, or once when you are attacked."""

    clause: ClassVar[str] = "3.2"
    open: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Refresh(Action):
    """Put your hand into your recharge pile and draw six cards, for 1 AP."""

    clause: ClassVar[str] = "3.1"
    open: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class OpenStore(Action):
    """Open your store for 1 AP, to put cards in and take cards back."""

    clause: ClassVar[str] = "3.3"
    verb: ClassVar[str] = "store"
    open: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Put(Action):
    """Put a card from your hand into your store."""

    clause: ClassVar[str] = "3.9"
    card: Annotated[CardId, "a card in your hand"]


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take a card from your store back into your hand."""

    clause: ClassVar[str] = "3.9"
    card: Annotated[CardId, "a card in your store"]


@dataclass(frozen=True, slots=True)
class Close(Action):
    """Close your store."""

    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class LetHit(Action):
    """Let the attack hit you."""

    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Don't attack back: the battle ends without a point."""

    clause: ClassVar[str] = "5.15"
    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End your turn."""

    verb: ClassVar[str] = "end"
    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


ACTIONS: tuple[type[Action], ...] = (
    Attack,
    Defend,
    Play,
    UseOpus,
    Choose,
    Draw,
    Refresh,
    OpenStore,
    Put,
    Take,
    Close,
    LetHit,
    Hold,
    EndTurn,
)
"""Every kind of action, in the order in which players are offered them."""

DRAW = Draw()
REFRESH = Refresh()
OPEN_STORE = OpenStore()
CLOSE = Close()
LET_HIT = LetHit()
HOLD = Hold()
END_TURN = EndTurn()
USE_OPUS = UseOpus()

# Each action is made once for each card or hand: lists of options share these objects.

play_of: Final = cache(Play)
choice_of: Final = cache(Choose)
put_of: Final = cache(Put)
take_of: Final = cache(Take)

Hand = tuple[ElementCard, ...]
"""The elements of a hand, in the order of the card list: each once, or if a second copy matters (6.7), each copy."""


@lru_cache(maxsize=4096)
def attacks_with(hand: Hand, *, literal: bool) -> tuple[Attack, ...]:
    """5.1, 6.1 Return every way to attack with this hand. literal: as in `essences_of`."""
    return tuple(Attack(essence.id) for essence in essences_of(hand, literal=literal))


@lru_cache(maxsize=16384)
def defences_with(hand: Hand, attack: Element, *, complex_only: bool, literal: bool) -> tuple[Defend, ...]:
    """5.3, 6.5 Return every way to defend against an element with this hand: never with the same element. literal: as
    in `essences_of`.
    """
    made = essences_of(hand, literal=literal)
    return tuple(Defend(essence.id) for essence in made if answers(essence, attack, complex_only))


def answers(essence: Essence, attack: Element, complex_only: bool) -> bool:
    """Return whether an essence can defend against an element."""
    return essence.element is not attack and (essence.is_complex or not complex_only)
