"""The quick player of T&B. It looks one action ahead, at the declared attacks and blocks and at possible attacks of the
enemy's cards, and as far as the end of a round that may end the match (`sound`). It values LP more when fewer are left,
and a card by what the card can still do.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rules.core import rng
from rules.core.cards import CardId
from rules.core.notation import Action
from rules.tnb.actions import Attack, Block, CardAction, Done, Draw, Move, Play, Withdraw
from rules.tnb.cards import Coverage, TnbCard
from rules.tnb.grid import TILES, Tile
from rules.tnb.limits import LIFE
from rules.tnb.sound_options import sound
from rules.tnb.view import CardOnBoard, SideView, TnbView

_LIFE: Final = 3.0
"""The value of a Life Point while all six are left."""
_DESPAIR: Final = 0.4
"""The share by which a Life Point becomes more valuable as Life Points go from six to none."""
_DEFEAT: Final = 100.0

_CARD: Final = 1.5
"""The base value of a card. The weights below add the value of its Health and Speed, of its attack and of its block."""
_HEALTH, _SPEED, _DAMAGE, _DEFENCE = 0.25, 0.1, 0.5, 0.25
_ENOUGH: Final = 4
"""Defence beyond this adds no value to a card."""
_WOUND: Final = 0.7
"""The share of its value that a card loses as its Health falls to just above 0. A card that is removed loses all of
it.
"""

_HURT: Final = 0.5
"""The value of each point of Damage dealt to a card that survives the attack."""
_EXPOSED: Final = 0.35
"""The weight of possible attacks by the enemy's cards."""
_ANSWER: Final = 0.75
"""The average share of an attack that gets through if the enemy can still answer it."""
_THREAT: Final = 0.7
"""The chance that an enemy's card attacks if it still can."""

_POINT: Final = 0.8
"""A card action for which a TP is paid must be worth at least this much."""
_DRAWN: Final = 0.7
"""If a card action is worth more than this beyond its TP, the TP is kept for it and not spent on a draw."""
_ATTACKERS, _FEW_ATTACKERS = 2, 2.0
"""The number of cards with Damage that the board should have, and for each one missing, the bonus of another such
card.
"""
_STAY, _IDLE = 8.0, 0.5
"""A card is withdrawn only if a card of the hand is worth `_STAY` more than the card and its action in this round, less
`_IDLE` for each TP.
"""

_PLAY, _DRAW, _WITHDRAW = 1000.0, 500.0, 400.0
"""Values that put tactical actions before card actions, after which they are not possible any more. Playing a card
comes before drawing one.
"""
_PLAYED: Final = 2.0
"""The weight of a card's value, compared with that of the tile, when the card is played."""
_LIKING: Final = {"attack": 0.01, "block": 0.005, "move": -0.01}
"""Small values that decide between actions of equal value."""


Layout = frozenset[tuple[int, int]]
"""The layout of a board: for each card, the index of its tile and its Health. Few different layouts occur, so values
that depend on a layout are cached.
"""


Hits = Sequence[tuple[int, int]]
"""For each tile that is hit: its index and its net damage."""


def choose(view: TnbView, random: int) -> Action:
    """Return the best of the view's sound options; break ties at random."""
    return _Evaluation(view, sound(view)).best(random)


def fast_policy(view: TnbView, random: int) -> Action:
    """Return the best of the view's options in less time, without looking as far as the round's end."""
    return _Evaluation(view, view.options).best(random)


class _Board(NamedTuple):
    """The parts of a player's board on which the resolution of attacks depends."""

    life_points: int
    health: Mapping[int, int]
    """The Health of each card, by the index of its tile."""
    attacked: Sequence[int]
    blocked: Sequence[int]


class _Evaluation:
    """The evaluation of one decision's options, with the values that all of them share."""

    def __init__(self, view: TnbView, options: Sequence[Action]) -> None:
        assert view.seat is not None
        self.options, self.hand, self.ready = options, view.hand, view.ready
        self.own, self.enemy = view.sides[view.seat], view.sides[1 - view.seat]
        self.cards = {card.id: card for card in self.own.deck_list}
        self.tiles = {occupant.card.id: occupant.tile for occupant in self.own.board}
        self.own_board, self.enemy_board = _board_of(self.own), _board_of(self.enemy)
        self.first = view.seat == view.first
        self.threats = [occupant.card for occupant in self.enemy.board if occupant.free and occupant.card.damage]
        self.occupants = {occupant.card.id: occupant for occupant in self.own.board}
        self.attackers = tuple([occupant.card for occupant in self.enemy.board if occupant.card.damage])
        own_health, enemy_health = self.own_board.health, self.enemy_board.health
        self.facing, facing = frozenset(enemy_health.items()), frozenset(own_health.items())
        self.own_worths = {occupant.tile.index: _worth(occupant.card, self.facing) for occupant in self.own.board}
        self.enemy_worths = {occupant.tile.index: _worth(occupant.card, facing) for occupant in self.enemy.board}
        self.own_nets, self.enemy_nets = _nets(self.own_board), _nets(self.enemy_board)
        self.coming = _hits(self.own_nets)
        self.own_loss = self.loss(own_health, self.own_worths, self.coming)
        self.enemy_loss = self.harm(self.enemy_nets)
        self.exposed = _exposed(self.attackers, facing)
        self.few = _FEW_ATTACKERS * max(0, _ATTACKERS - sum(1 for occupant in self.own.board if occupant.card.damage))

    def best(self, random: int) -> Action:
        """Return the best of the options; break ties at random."""
        worths = [self.worth(action) for action in self.options]
        top = max(worths) - 1e-9
        best = [action for action, worth in zip(self.options, worths, strict=True) if worth >= top]
        return best[rng.below(random, len(best))[1]]

    def worth(self, action: Action) -> float:
        """Return how much an action improves the player's position."""
        match action:
            case Attack(card, rotation):
                coverage = self.cards[card].coverages[rotation]
                gain = self.harm(_laid(self.enemy_nets, coverage, coverage.damage)) - self.enemy_loss
                return self.useful(gain * (_ANSWER if self.first else 1), "attack") - self.price(card)
            case Block(card, rotation):
                coverage = self.cards[card].coverages[rotation]
                return self.useful(self.kept(coverage) + self.foreseen(coverage), "block") - self.price(card)
            case Move(card, tile):
                start, layout = self.tiles[card].index, dict(self.own_board.health)
                layout[tile.index] = layout.pop(start)
                return self.arranged(layout, tile, self.own_worths[start]) + _LIKING["move"] - self.price(card)
            case Play(card, tile):
                played = self.cards[card]
                worth = _worth(played, self.facing)
                layout = {**self.own_board.health, tile.index: played.health}
                return _PLAY + _PLAYED * (worth + self.wanted(played)) + self.arranged(layout, tile, worth)
            case Draw():
                return _DRAW if self.own.tactical_points > self.reserved() else -1
            case Withdraw(card):
                return self.withdrawn(self.occupants[card])
            case Done():
                return 0
            case _:
                return -1

    def harm(self, nets: Sequence[int]) -> float:
        """Return the cost to the enemy of a resolution with this net damage on each tile."""
        board = self.enemy_board
        return _loss(board.life_points, board.health, _hits(nets), self.enemy_worths)

    def loss(self, layout: Mapping[int, int], worths: Mapping[int, float], hits: Hits) -> float:
        """Return the cost to this player of a resolution with this layout and these hits."""
        return _loss(self.own_board.life_points, layout, hits, worths)

    def kept(self, coverage: Coverage) -> float:
        """Return the value of the already declared damage that a block would prevent."""
        if not self.coming:
            return 0
        hits = _hits(_laid(self.own_nets, coverage, -coverage.defence))
        return self.own_loss - self.loss(self.own_board.health, self.own_worths, hits)

    def arranged(self, layout: Mapping[int, int], tile: Tile, worth: float) -> float:
        """Return how much less this player would lose with a new layout, to the declared attacks and to possible ones.

        worth: the value of the card that would lie on `tile`.
        """
        kept = 0.0
        if self.coming:
            kept = self.own_loss - self.loss(layout, {**self.own_worths, tile.index: worth}, self.coming)
        return kept + self.exposed - _exposed(self.attackers, frozenset(layout.items()))

    def price(self, card: CardId) -> float:
        """Return the cost of an action of this card: 0 if the action is free, otherwise the value of a TP."""
        return 0 if self.occupants[card].free else _POINT

    def useful(self, gain: float, verb: str) -> float:
        """Return the worth of an attack or a block with this gain. Without a gain, the player who goes second would
        rather end the turn: nobody acts after it.
        """
        return gain + _LIKING[verb] if gain or self.first else -1

    def reserved(self) -> int:
        """Return the number of TP to keep for actions of cards that were played in this round."""
        new = (
            [occupant.card.id for occupant in self.own.board if not occupant.free and not occupant.taken]
            if self.ready
            else []
        )
        return sum(1 for card in new if self.best_action(card) > _DRAWN)

    def best_action(self, card: CardId) -> float:
        """Return the worth of the best action of a card on the board; 0 if none gains anything."""
        actions = (option for option in self.options if isinstance(option, CardAction) and option.card == card)
        return max([0.0, *map(self.worth, actions)])

    def wanted(self, card: TnbCard) -> float:
        """Return the bonus of a card with Damage while few such cards lie on the board."""
        return self.few if card.damage else 0

    def withdrawn(self, occupant: CardOnBoard) -> float:
        points = self.own.tactical_points
        if points < 2:
            return -1
        better = max(_worth(card, self.facing) + self.wanted(card) for card in self.hand)
        whole = self.own_worths[occupant.tile.index] + self.wanted(occupant.card)
        kept = whole * (1 - _WOUND * (1 - occupant.health / occupant.card.health))
        gain = better - kept - self.best_action(occupant.card.id)
        return _WITHDRAW + gain if gain > _STAY - _IDLE * points else -1

    def foreseen(self, coverage: Coverage) -> float:
        """Return the value of the damage that a block would probably prevent if the enemy's cards still attack. All
        rotations of a card are taken to be equally likely.
        """
        if not self.first:
            return 0
        kept = 0.0
        for threat in self.threats:
            likely = _THREAT / len(threat.coverages)
            for other in threat.coverages.values():
                for tile in other.tiles:
                    if tile in coverage.tiles:
                        kept += likely * self.kept_off(tile.index, threat.damage, coverage.defence)
        return kept

    def kept_off(self, index: int, damage: int, defence: int) -> float:
        """Return the value of the damage from one attack that a block on this tile would prevent."""
        health = self.own_board.health.get(index)
        if health is None:
            return _LIFE if defence >= damage else 0
        return self.own_worths[index] * _WOUND * min(defence, damage) / health


@lru_cache(maxsize=1 << 14)
def _worth(card: TnbCard, layout: Layout) -> float:
    """Return the value of a card against a board with this layout."""
    attack = _DAMAGE * _harm(card, layout) if card.damage else 0
    block = _DEFENCE * len(card.coverages[0].tiles) * min(card.defence, _ENOUGH)
    return _CARD + attack + block + _HEALTH * card.health + _SPEED * card.speed


def _harm(card: TnbCard, layout: Layout) -> float:
    """Return the cost of a card's attack, in its best rotation, to the owner of a board with this layout."""
    best, damage = 0.0, card.damage
    costs = dict.fromkeys(range(len(TILES)), _LIFE)
    for index, health in layout:
        costs[index] = _HURT * damage if damage < health else _CARD + _HURT * health
    for coverage in card.coverages.values():
        harm = 0.0
        for tile in coverage.tiles:
            harm += costs[tile.index]
        best = max(best, harm)
    return best


@lru_cache(maxsize=1 << 14)
def _exposed(attackers: tuple[TnbCard, ...], layout: Layout) -> float:
    """Return the weighted cost of possible attacks by these cards to the owner of a board with this layout."""
    return _EXPOSED * sum([_harm(card, layout) for card in attackers])


def _board_of(side: SideView) -> _Board:
    health = {occupant.tile.index: occupant.health for occupant in side.board}
    return _Board(side.life_points, health, side.attacked, side.blocked)


def _laid(sums: Sequence[int], coverage: Coverage, strength: int) -> list[int]:
    laid = list(sums)
    for tile in coverage.tiles:
        laid[tile.index] += strength
    return laid


def _nets(board: _Board) -> list[int]:
    """Return the Damage less the Defence on each tile."""
    return [attack - block for attack, block in zip(board.attacked, board.blocked, strict=True)]


def _hits(nets: Sequence[int]) -> Hits:
    return [(index, net) for index, net in enumerate(nets) if net > 0]


def _loss(life_points: int, health: Mapping[int, int], hits: Hits, worths: Mapping[int, float]) -> float:
    """Return the cost of these hits to a player with this layout: lost cards, Health and Life Points."""
    lives, loss = 0, 0.0
    for index, net in hits:
        left = health.get(index)
        if left is None:
            lives += 1
        else:
            loss += worths[index] * (1 if net >= left else _WOUND * net / left)
    if not lives:
        return loss
    lost = LIFE - life_points + lives / 2
    return loss + lives * _LIFE * (1 + _DESPAIR * lost / LIFE) + (_DEFEAT if lives >= life_points else 0)
