"""The last turn of a round. The player who goes second sees everything that the other player has declared, and so knows
how the round will end.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from rules.core.cards import CardId
from rules.core.notation import Action
from rules.tnb.actions import Attack, Block, CardAction, Done
from rules.tnb.grid import TILES, Tile, TileSet
from rules.tnb.view import SideView, TnbView

VICTORY, NEITHER, DEFEAT = 1.0, 0.5, 0.0
"""How a round can end for a player."""

Sums = int
"""For each tile, a sum of Damage or of Defence: a byte for each tile, the first one lowest."""
_BITS: Final = 8


class _Effect(NamedTuple):
    """The change that an action of a card makes to the Life Points that the round costs."""

    damage: Sums = 0
    """The Damage to empty tiles of the enemy's board."""
    defence: Sums = 0
    """The Defence of attacked tiles of the player's own board."""
    moved: TileSet = 0
    """The attacked tiles that a move empties or fills."""


_NOTHING: Final = _Effect()


def sound(view: TnbView) -> Sequence[Action]:
    """Return the options that a good player would consider (`Game.sound`).

    A player who goes second neither gives a certain victory away, nor accepts a defeat that the free actions of the
    cards on the board can avoid.
    """
    end = ends(view)
    best = max([end[action] for action in view.options if action in end], default=NEITHER)
    return [action for action in view.options if end.get(action, best) == best]


def ends(view: TnbView) -> Mapping[Action, float]:
    """Return for each free action of a card, and for ending the turn, the best end of the round that can follow.

    Return {} if this is not the last turn of the round, or the round cannot end the match.
    """
    if view.seat is None or view.seat == view.first:
        return {}
    return _LastTurn(view.sides[view.seat], view.sides[1 - view.seat]).ends(view.options)


class _LastTurn:
    """The free actions of cards that are left to the player who goes second."""

    def __init__(self, own: SideView, enemy: SideView) -> None:
        self.own, self.enemy = own, enemy
        self.free = {occupant.card.id: occupant for occupant in own.board if occupant.free}
        self.filled = sum(occupant.tile.bit for occupant in own.board)
        self.attacked = [tile for tile in TILES if own.net(tile)]
        self.empty = [tile for tile in TILES if enemy.at(tile) is None]
        self.attacks, self.blocks = _sums(self.attacked, own.attacked), _sums(self.attacked, own.blocked)
        self.own_attacks, self.enemy_blocks = _sums(self.empty, enemy.attacked), _sums(self.empty, enemy.blocked)
        # Many plans do the same to one of the boards.
        self.life, self.enemy_life = cache(self._life), cache(self._enemy_life)

    def ends(self, options: Iterable[Action]) -> Mapping[Action, float]:
        effects: dict[CardId, dict[_Effect, list[Action]]] = {card: {_NOTHING: []} for card in self.free}
        for action in options:
            if isinstance(action, CardAction) and action.card in self.free:
                effects[action.card].setdefault(self._effect(action), []).append(action)
        if not self._is_decisive([max(_tiles(effect.damage) for effect in each) for each in effects.values()]):
            return {}
        best = [dict.fromkeys(each, DEFEAT) for each in effects.values()]
        for plan in product(*effects.values()):
            end = self._end(plan)
            for each, effect in zip(best, plan, strict=True):
                each[effect] = max(end, each[effect])
        ends: dict[Action, float] = {Done(): self._end(())}
        for each, actions in zip(best, effects.values(), strict=True):
            ends.update((action, each[effect]) for effect in actions for action in actions[effect])
        return ends

    def _effect(self, action: CardAction) -> _Effect:
        occupant = self.free[action.card]
        card = occupant.card
        if isinstance(action, Attack):
            return _Effect(damage=_laid(card.coverages[action.rotation].tiles, self.empty, card.damage))
        if isinstance(action, Block):
            return _Effect(defence=_laid(card.coverages[action.rotation].tiles, self.attacked, card.defence))
        return _Effect(moved=sum(tile.bit for tile in (occupant.tile, action.tile) if tile in self.attacked))

    def _is_decisive(self, hits: Sequence[int]) -> bool:
        """Return whether the round can end the match, if attacks of the cards hit at most this many empty tiles."""
        return self.life(0, 0) <= 0 or _tiles(self.own_attacks) + sum(hits) >= self.enemy.life_points

    def _end(self, plan: Sequence[_Effect]) -> float:
        """8.3, 8.4 Return the end of the round if the cards act like this."""
        damage = defence = moved = 0
        for effect in plan:
            damage += effect.damage
            defence += effect.defence
            moved ^= effect.moved
        life, enemy_life = self.life(defence, moved), self.enemy_life(damage)
        if min(life, enemy_life) > 0 or life == enemy_life:
            return NEITHER
        return VICTORY if life > enemy_life else DEFEAT

    def _life(self, defence: Sums, moved: TileSet) -> int:
        """7.3 Return the LP that the player has left. Two cards that enter the same tile fill nothing."""
        filled = self.filled ^ moved
        open_tiles = [tile for tile in self.attacked if not filled & tile.bit]
        return self.own.life_points - _hit(open_tiles, self.attacks, self.blocks + defence)

    def _enemy_life(self, damage: Sums) -> int:
        """7.3 Return the LP that the enemy has left."""
        return self.enemy.life_points - _hit(self.empty, self.own_attacks + damage, self.enemy_blocks)


def _sums(tiles: Iterable[Tile], amounts: Sequence[int]) -> Sums:
    return sum(amounts[tile.index] << _BITS * tile.index for tile in tiles)


def _laid(covered: Iterable[Tile], tiles: Iterable[Tile], strength: int) -> Sums:
    """Return the sums of one shape, on those of the covered tiles that are among `tiles`."""
    return sum(strength << _BITS * tile.index for tile in covered if tile in tiles)


def _tiles(sums: Sums) -> int:
    """Return the number of tiles on which there is something."""
    return sum(1 for tile in TILES if sums >> _BITS * tile.index & 255)


def _hit(tiles: Iterable[Tile], attacks: Sums, blocks: Sums) -> int:
    """7.1 Return the number of these tiles whose attacks are stronger than their blocks."""
    return sum([attacks >> _BITS * tile.index & 255 > blocks >> _BITS * tile.index & 255 for tile in tiles])
