"""The first quick player, as the game was begun with: it stays as it is, for later ones to be measured against.

It looks at what lies declared, one action ahead, and weighs cards, Health and LP.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.core import rng
from rules.core.notation import Action
from rules.tnb.actions import Attack, Block, Done, Draw, Move, Play
from rules.tnb.cards import Coverage, TnbCard
from rules.tnb.grid import TILES, Tile
from rules.tnb.view import SideView, TnbView

_LIFE: Final = 3.0
"""What a Life Point is worth; a point of Health is worth 1."""
_REMOVAL: Final = 2.0
"""What it is worth, beside its Health, that a card is gone."""
_DEFEAT: Final = 100.0
_ANSWER: Final = 0.75
"""How much of an attack is left, on average, when the enemy can still answer it."""
_THREAT: Final = 0.7
"""How likely an enemy's card that can still attack does so."""
_LIKING: Final = {"attack": 0.01, "block": 0.005, "move": -0.01}
"""What is done where nothing speaks for one or the other."""
_PLAY, _DRAW = 1000.0, 500.0
"""Tactical actions come first, since they are not possible later, and a card does most on the board."""


@dataclass(frozen=True, slots=True)
class Board:
    """One player's board as it would be resolved."""

    life_points: int
    health: Mapping[int, int]
    """Of the cards on it, by the index of their tile."""
    attacked: Sequence[int]
    blocked: Sequence[int]

    def loss(self) -> float:
        """What the resolution would cost this player."""
        lives, loss = 0, 0.0
        for index, attack in enumerate(self.attacked):
            net = attack - self.blocked[index]
            if net <= 0:
                continue
            health = self.health.get(index)
            if health is None:
                lives += 1
            else:
                loss += net if net < health else health + _REMOVAL
        return loss + _LIFE * lives + (_DEFEAT if lives >= self.life_points else 0)


def choose(view: TnbView, random: int) -> Action:
    """The best of the view's options, or one of the best."""
    assert view.seat is not None
    return Thought(view).best(random)


class Thought:
    """What is the same for all options of one decision."""

    def __init__(self, view: TnbView) -> None:
        assert view.seat is not None
        self.options = view.options
        self.own, self.enemy = view.sides[view.seat], view.sides[1 - view.seat]
        self.cards = {card.id: card for card in self.own.deck_list}
        self.tiles = {there.card.id: there.tile for there in self.own.board}
        self.own_board, self.enemy_board = board_of(self.own), board_of(self.enemy)
        self.own_loss, self.enemy_loss = self.own_board.loss(), self.enemy_board.loss()
        self.first = view.seat == view.first
        self.threats = [there.card for there in self.enemy.board if there.free and there.card.damage]

    def best(self, random: int) -> Action:
        worths = [self.worth(action) for action in self.options]
        top = max(worths) - 1e-9
        best = [action for action, worth in zip(self.options, worths, strict=True) if worth >= top]
        return best[rng.below(random, len(best))[1]]

    def worth(self, action: Action) -> float:
        """How much better off the player is after this."""
        match action:
            case Play(card, tile):
                return _PLAY + strength(self.cards[card]) + self.saved(tile, self.cards[card].health)
            case Draw():
                return _DRAW
            case Attack(card, rotation):
                coverage = self.cards[card].coverages[rotation]
                attacked = laid(self.enemy_board.attacked, coverage, coverage.damage)
                board = replace(self.enemy_board, attacked=attacked)
                return (board.loss() - self.enemy_loss) * (_ANSWER if self.first else 1) + _LIKING["attack"]
            case Block(card, rotation):
                coverage = self.cards[card].coverages[rotation]
                blocked = laid(self.own_board.blocked, coverage, coverage.defence)
                board = replace(self.own_board, blocked=blocked)
                return self.own_loss - board.loss() + self.foreseen(coverage) + _LIKING["block"]
            case Move(card, tile):
                return self.moved(self.tiles[card], tile) + _LIKING["move"]
            case Done():
                return 0
            case _:
                return -1

    def saved(self, tile: Tile, health: int) -> float:
        """What a card that appears on this tile changes in what is coming."""
        there = {**self.own_board.health, tile.index: health}
        board = replace(self.own_board, health=there)
        return self.own_loss - board.loss()

    def moved(self, start: Tile, end: Tile) -> float:
        there = dict(self.own_board.health)
        there[end.index] = there.pop(start.index)
        board = replace(self.own_board, health=there)
        return self.own_loss - board.loss()

    def foreseen(self, coverage: Coverage) -> float:
        """What a block keeps off if the enemy's cards still attack, on average over all tiles."""
        if not self.first:
            return 0
        kept = 0.0
        for threat in self.threats:
            if threat.damage <= coverage.defence:
                kept += len(coverage.tiles) * len(threat.coverages[0].tiles) / len(TILES)
        return kept * _LIFE * _THREAT


def board_of(side: SideView) -> Board:
    health = {there.tile.index: there.health for there in side.board}
    return Board(side.life_points, health, side.attacked, side.blocked)


def laid(sums: Sequence[int], coverage: Coverage, strength: int) -> list[int]:
    laid = list(sums)
    for tile in coverage.tiles:
        laid[tile.index] += strength
    return laid


def strength(card: TnbCard) -> float:
    """How gladly a card is played."""
    tiles = len(card.coverages[0].tiles)
    attack = _LIFE * tiles + card.damage if card.damage else 0
    return attack + tiles * min(card.defence, 3) + 0.5 * card.health + 0.5 * card.speed
