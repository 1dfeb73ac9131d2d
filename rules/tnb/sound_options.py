"""The options of T&B that a good player would consider: those that keep the best end of the round in reach.

The player who goes second sees everything that the other player has declared, and so knows how the round will end. The
player who goes first knows every attack that the cards on the enemy's board can still declare.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import ClassVar, Final, NamedTuple

from rules.core.cards import CardId
from rules.core.notation import Action
from rules.tnb.actions import Attack, CardAction, Done, Draw, Move, Play
from rules.tnb.grid import EVERYWHERE, TILES, TILES_IN, Tile, TileSet
from rules.tnb.view import SideView, TnbView

VICTORY, NEITHER, DEFEAT = 1.0, 0.5, 0.0
"""How a round can end for a player."""

Sums = int
"""For each tile, a sum of Damage or of Defence: `_BITS` bits for each tile, those of the first one lowest."""
_BITS: Final = 16
_HIGHEST: Final = tuple(sum(1 << _BITS * (tile.index + 1) - 1 for tile in tiles) for tiles in TILES_IN)
"""For each set of tiles, the highest bit of each tile, which no sum reaches."""
_OTHERS: Final = sum((1 << _BITS - 1) - 1 << _BITS * tile.index for tile in TILES)
"""All other bits. Added to them, more than 0 sets the highest bit."""


class _Effect(NamedTuple):
    """The change that actions make to the Life Points that the round costs."""

    damage: Sums = 0
    """The Damage to empty tiles of the enemy's board."""
    defence: Sums = 0
    """The Defence of tiles of the player's own board that are or may be attacked."""
    changed: TileSet = 0
    """Those of these tiles that become filled or empty."""


_NOTHING: Final = _Effect()
Effects = Mapping[_Effect, list[Action]]
"""The possible effects of a card, each with the actions that have it."""


def sound(view: TnbView) -> Sequence[Action]:
    """Return the options that a good player would consider (`Game.sound`).

    Nobody gives a certain victory away, or accepts a defeat that can be avoided. A player who goes first leaves the
    last Life Points to attacks of the enemy's cards only if no blocks and moves prevent it.
    """
    end = ends(view)
    best = max([end[action] for action in view.options if action in end], default=NEITHER)
    return [action for action in view.options if end.get(action, best) == best]


def ends(view: TnbView) -> Mapping[Action, float]:
    """Return the best end of the round that each option leaves in reach of the free actions of the cards on the board.

    For a player who goes first, that is DEFEAT if attacks of the enemy's cards can then take the last Life Points, and
    NEITHER if not. Return {} if the round cannot end the match. Withdrawing, and actions of cards for TP, are left out.
    """
    if view.seat is None:
        return {}
    own, enemy = view.sides[view.seat], view.sides[1 - view.seat]
    return (_FirstTurn if view.seat == view.first else _LastTurn)(own, enemy).ends(view.options)


class _Turn(ABC):
    """The free actions of cards that are left to a player in a round."""

    best: ClassVar[float] = VICTORY
    """The best end of the round that the player can know of."""

    def __init__(self, own: SideView, enemy: SideView, attacked: Sequence[Tile], empty: Sequence[Tile]) -> None:
        self.own, self.enemy = own, enemy
        self.attacked, self.empty = attacked, empty
        self.free = {occupant.card.id: occupant for occupant in own.board if occupant.free}
        self.filled = sum(occupant.tile.bit for occupant in own.board)
        self.end = cache(self._end)  # Many plans come to the same.

    @abstractmethod
    def is_decisive(self, effects: Iterable[Effects]) -> bool:
        """Return whether the round can end the match, if each card has one of these effects."""

    @abstractmethod
    def _end(self, effect: _Effect) -> float:
        """8.3, 8.4 Return the end of the round with the sum of all effects."""

    def ends(self, options: Sequence[Action]) -> Mapping[Action, float]:
        cards: dict[CardId, dict[_Effect, list[Action]]] = {card: {_NOTHING: []} for card in self.free}
        tactics: dict[_Effect, list[Action]] = {}
        for action in options:
            if isinstance(action, Draw | Play):
                tactics.setdefault(self.effect(action), []).append(action)
            elif isinstance(action, CardAction) and action.card in cards:
                cards[action.card].setdefault(self.effect(action), []).append(action)
        if not self.is_decisive(cards.values()):
            return {}
        best = [dict.fromkeys(effects, DEFEAT) for effects in cards.values()]
        for plan in product(*cards.values()):
            end = self.end(_total(plan))
            for each, effect in zip(best, plan, strict=True):
                each[effect] = max(end, each[effect])
        ends: dict[Action, float] = {Done(): self.end(_NOTHING)}
        for each, effects in zip(best, cards.values(), strict=True):
            ends.update((action, each[effect]) for effect, actions in effects.items() for action in actions)
        for effect, actions in tactics.items():
            ends.update(dict.fromkeys(actions, self.after(effect, cards.values())))
        return ends

    def after(self, effect: _Effect, cards: Iterable[Effects]) -> float:
        """Return the best end in reach after an action with this effect."""
        best = DEFEAT
        for plan in product(*cards):
            best = max(best, self.end(_total((effect, *plan))))
            if best == self.best:
                break
        return best

    def effect(self, action: Draw | Play | CardAction) -> _Effect:
        match action:
            case Draw():
                return _NOTHING
            case Play(tile=tile):
                return _Effect(changed=self.bits(tile))
        occupant = self.free[action.card]
        card = occupant.card
        if isinstance(action, Move):
            return _Effect(changed=self.bits(occupant.tile, action.tile))
        tiles = card.coverages[action.rotation].tiles
        if isinstance(action, Attack):
            return _Effect(damage=_laid(tiles, self.empty, card.damage))
        return _Effect(defence=_laid(tiles, self.attacked, card.defence))

    def bits(self, *tiles: Tile) -> TileSet:
        """Return those of these tiles that are or may be attacked."""
        return sum(tile.bit for tile in tiles if tile in self.attacked)

    def open(self, effect: _Effect) -> TileSet:
        """Return the empty tiles of the player's own board. Two cards that enter the same tile fill nothing."""
        return EVERYWHERE & ~(self.filled ^ effect.changed)


class _LastTurn(_Turn):
    """The turn of the player who goes second."""

    def __init__(self, own: SideView, enemy: SideView) -> None:
        attacked, empty = [tile for tile in TILES if own.net(tile)], [tile for tile in TILES if enemy.at(tile) is None]
        super().__init__(own, enemy, attacked, empty)
        self.attacks, self.blocks = _sums(self.attacked, own.attacked), _sums(self.attacked, own.blocked)
        self.own_attacks, self.enemy_blocks = _sums(self.empty, enemy.attacked), _sums(self.empty, enemy.blocked)

    def is_decisive(self, effects: Iterable[Effects]) -> bool:
        hits = sum(max(_tiles(effect.damage) for effect in each) for each in effects)
        return self.life(_NOTHING) <= 0 or _tiles(self.own_attacks) + hits >= self.enemy.life_points

    def _end(self, effect: _Effect) -> float:
        life = self.life(effect)
        enemy_life = self.enemy.life_points - _hits(EVERYWHERE, self.own_attacks + effect.damage, self.enemy_blocks)
        if min(life, enemy_life) > 0 or life == enemy_life:
            return NEITHER
        return VICTORY if life > enemy_life else DEFEAT

    def life(self, effect: _Effect) -> int:
        """7.3 Return the LP that the player has left."""
        return self.own.life_points - _hits(self.open(effect), self.attacks, self.blocks + effect.defence)


class _FirstTurn(_Turn):
    """The turn of the player who goes first. The enemy's cards can still attack."""

    best: ClassVar[float] = NEITHER

    def __init__(self, own: SideView, enemy: SideView) -> None:
        attackers = [occupant.card for occupant in enemy.board if occupant.free and occupant.card.damage]
        shapes = [[_laid(each.tiles, TILES, each.damage) for each in card.coverages.values()] for card in attackers]
        self.attacks = sorted({sum(plan) for plan in product(*shapes)}, key=_tiles, reverse=True)
        covered = {tile for card in attackers for coverage in card.coverages.values() for tile in coverage.tiles}
        super().__init__(own, enemy, tuple(covered), ())
        self.blocks = _sums(self.attacked, own.blocked)

    def is_decisive(self, effects: Iterable[Effects]) -> bool:
        return self.end(_NOTHING) == DEFEAT

    def _end(self, effect: _Effect) -> float:
        blocks, tiles, life = self.blocks + effect.defence, self.open(effect), self.own.life_points
        for number, attack in enumerate(self.attacks):
            if _hits(tiles, attack, blocks) >= life:
                self.attacks.insert(0, self.attacks.pop(number))  # It is likely to take them after other plans, too.
                return DEFEAT
        return NEITHER


def _total(effects: Iterable[_Effect]) -> _Effect:
    damage = defence = changed = 0
    for effect in effects:
        damage += effect.damage
        defence += effect.defence
        changed ^= effect.changed
    return _Effect(damage, defence, changed)


def _sums(tiles: Iterable[Tile], amounts: Sequence[int]) -> Sums:
    return sum(amounts[tile.index] << _BITS * tile.index for tile in tiles)


def _laid(covered: Iterable[Tile], tiles: Iterable[Tile], strength: int) -> Sums:
    """Return the sums of one shape, on those of the covered tiles that are among `tiles`."""
    return sum(strength << _BITS * tile.index for tile in covered if tile in tiles)


def _tiles(sums: Sums) -> int:
    """Return the number of tiles on which there is something."""
    return _hits(EVERYWHERE, sums, 0)


def _hits(tiles: TileSet, attacks: Sums, blocks: Sums) -> int:
    """7.1 Return the number of these tiles whose attacks are stronger than their blocks."""
    return (_OTHERS + attacks - blocks & _HIGHEST[tiles]).bit_count()
