"""The cards of T&B."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, ClassVar

from rules.core.cards import Card, CardId
from rules.core.content import whole
from rules.core.tags import Tagged
from rules.tnb.actions import Attack, Block, CardAction, Move, Play
from rules.tnb.grid import EVERYWHERE, TILES_IN, Tile, TileSet, coverages, reachable, shape_of


@dataclass(frozen=True, slots=True)
class Coverage(Tagged, tag="Coverage"):
    """2.3 A card's shape laid over a board."""

    card: CardId
    damage: int
    defence: int
    rotation: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TnbCard(Card):
    """1.2 A card. Its possible actions are computed once. Every card has Damage or Defence, so that it can always
    act.
    """

    quality: ClassVar[Mapping[str, int]] = MappingProxyType({"health": 1, "speed": 1, "damage": 1, "defence": 1})

    health: Annotated[int, whole(1)]
    speed: Annotated[int, whole(0, 100)]
    damage: int
    defence: int
    shape: Annotated[TileSet, shape_of]
    """The shape of the card, not rotated."""
    coverages: dict[int, Coverage] = field(init=False, repr=False)
    """2.4 The tiles that the shape can cover, by rotation."""
    attacks: tuple[Attack, ...] = field(init=False, repr=False)
    """6.5 The card's possible attacks; empty for Damage 0."""
    blocks: tuple[Block, ...] = field(init=False, repr=False)
    """6.4 The card's possible blocks; empty for Defence 0."""
    _actions: dict[int, tuple[CardAction, ...]] = field(init=False, repr=False)
    _plays: dict[TileSet, tuple[Play, ...]] = field(init=False, repr=False)

    @property
    def printed(self) -> str:
        tiles = " ".join(map(str, TILES_IN[self.shape]))
        numbers = f"Health {self.health}, Speed {self.speed}, Damage {self.damage}, Defence {self.defence}"
        return f"{numbers}. Its actions cover {tiles}, turned as you like."

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
        """Return every card action (chapter 6) that the card can take from this tile, on a board with these occupied
        tiles.
        """
        key = occupied << 4 | tile.index
        actions = self._actions.get(key)
        if actions is None:
            moves = tuple(Move(self.id, to) for to in reachable(occupied, tile, self.speed))
            actions = self._actions[key] = (*self.attacks, *self.blocks, *moves)
        return actions

    def plays(self, occupied: TileSet) -> tuple[Play, ...]:
        """5.3 Return every way to play the card on a board with these occupied tiles."""
        plays = self._plays.get(occupied)
        if plays is None:
            empty = TILES_IN[EVERYWHERE & ~occupied]
            plays = self._plays[occupied] = tuple(Play(self.id, tile) for tile in empty)
        return plays

    __repr__ = Card.__repr__


def harmless(cards: Iterable[TnbCard]) -> bool:
    """8.6 Return whether none of these cards has Damage."""
    return not any(card.damage for card in cards)


def attack_sums(attacks: Iterable[Coverage]) -> list[int]:
    """7.1 Return the Damage of all attacks on each tile, by its index."""
    sums = [0] * 9
    for coverage in attacks:
        for tile in coverage.tiles:
            sums[tile.index] += coverage.damage
    return sums


def block_sums(blocks: Iterable[Coverage]) -> list[int]:
    """7.1 Return the Defence of all blocks on each tile, by its index, whether a card lies there or not (6.7)."""
    sums = [0] * 9
    for coverage in blocks:
        for tile in coverage.tiles:
            sums[tile.index] += coverage.defence
    return sums
