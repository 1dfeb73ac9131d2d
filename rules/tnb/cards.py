"""The cards of T&B."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, ClassVar

from rules.core.cards import Card, CardId
from rules.core.content import whole
from rules.core.facts import Fact
from rules.tnb.actions import Attack, Block, CardAction, Move, Play
from rules.tnb.grid import EVERYWHERE, TILES_IN, Tile, TileSet, coverages, reachable, shape_of


@dataclass(frozen=True, slots=True)
class Coverage(Fact, fact="Coverage"):
    """2.3 A card's shape laid over a board."""

    card: CardId
    damage: int
    defence: int
    rotation: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TnbCard(Card):
    """1.2 A card, with all that it can ever do worked out once. It has Damage or Defence, and so can always act."""

    quality: ClassVar[Mapping[str, int]] = MappingProxyType({"health": 1, "speed": 1, "damage": 1, "defence": 1})

    health: Annotated[int, whole(1)]
    speed: int
    damage: int
    defence: int
    shape: Annotated[TileSet, shape_of]
    """Not turned."""
    coverages: dict[int, Coverage] = field(init=False, repr=False)
    """2.4 By rotation."""
    attacks: tuple[Attack, ...] = field(init=False, repr=False)
    """6.5 None with Damage 0."""
    blocks: tuple[Block, ...] = field(init=False, repr=False)
    """6.4 None with Defence 0."""
    _actions: dict[int, tuple[CardAction, ...]] = field(init=False, repr=False)
    _plays: dict[TileSet, tuple[Play, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not (self.damage or self.defence):
            raise ValueError("it has neither damage nor defence")
        covered = {turn: TILES_IN[tiles] for turn, tiles in coverages(self.shape).items()}
        worked_out = {
            "coverages": {
                turn: Coverage(self.id, self.damage, self.defence, turn, tiles) for turn, tiles in covered.items()
            },
            "attacks": tuple(Attack(self.id, turn) for turn in covered if self.damage),
            "blocks": tuple(Block(self.id, turn) for turn in covered if self.defence),
            "_actions": {},
            "_plays": {},
        }
        for name, value in worked_out.items():
            object.__setattr__(self, name, value)

    def actions(self, occupied: TileSet, tile: Tile) -> tuple[CardAction, ...]:
        """Chapter 6: what it can do on this tile of a board where these tiles are occupied."""
        key = occupied << 4 | tile.index
        known = self._actions.get(key)
        if known is None:
            moves = tuple(Move(self.id, to) for to in reachable(occupied, tile, self.speed))
            known = self._actions[key] = (*self.attacks, *self.blocks, *moves)
        return known

    def plays(self, occupied: TileSet) -> tuple[Play, ...]:
        """5.3 Where it can be played on a board where these tiles are occupied."""
        known = self._plays.get(occupied)
        if known is None:
            empty = TILES_IN[EVERYWHERE & ~occupied]
            known = self._plays[occupied] = tuple(Play(self.id, tile) for tile in empty)
        return known

    __repr__ = Card.__repr__


def harmless(cards: Iterable[TnbCard]) -> bool:
    """8.6 Whether none of these cards has Damage."""
    return not any(card.damage for card in cards)
