"""The actions of T&B. A card's id is unique on its side, because no deck has two copies of a card (3.1)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.core.cards import CardId
from rules.core.notation import Action
from rules.tnb.grid import Tile


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Take a random card from your deck, for 1 TP."""

    clause: ClassVar[str] = "5.2"
    open: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Put a card from your hand on your board, for 1 TP."""

    clause: ClassVar[str] = "5.3"
    card: Annotated[CardId, "a card in your hand"]
    tile: Annotated[Tile, "an empty tile of your board, a1 to c3"]


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Remove a card from your full board for good, for 1 TP, so that another can be played."""

    clause: ClassVar[str] = "5.5"
    open: ClassVar[bool] = True
    card: Annotated[CardId, "a card on your board"]


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Attack the enemy's board with a card: it resolves when the next round begins."""

    clause: ClassVar[str] = "6.5"
    open: ClassVar[bool] = True
    card: Annotated[CardId, "a card on your board"]
    rotation: Annotated[int, "how far its shape is turned clockwise: 0, 90, 180 or 270"]


@dataclass(frozen=True, slots=True)
class Block(Action):
    """Block tiles of your own board with a card, until the next round has begun."""

    clause: ClassVar[str] = "6.4"
    open: ClassVar[bool] = True
    card: Annotated[CardId, "a card on your board"]
    rotation: Annotated[int, "how far its shape is turned clockwise: 0, 90, 180 or 270"]


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a card across your board."""

    clause: ClassVar[str] = "6.2"
    open: ClassVar[bool] = True
    card: Annotated[CardId, "a card on your board"]
    tile: Annotated[Tile, "the tile where it ends, a1 to c3"]


@dataclass(frozen=True, slots=True)
class Done(Action):
    """End your turn."""

    clause: ClassVar[str] = "4.5"
    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


CardAction = Attack | Block | Move
ACTIONS: tuple[type[Action], ...] = (Draw, Play, Withdraw, Attack, Block, Move, Done)
