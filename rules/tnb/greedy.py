"""The quick player of T&B: it weighs what lies declared, one action ahead, and how its board lies to the enemy's cards.

It values LP more the fewer are left, and a card by what it could still do.
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
from rules.tnb.view import CardOnBoard, SideView, TnbView

_LIFE: Final = 3.0
"""What a Life Point is worth with all six left."""
_DESPAIR: Final = 0.4
"""By how much more with none left."""
_DEFEAT: Final = 100.0

_CARD: Final = 1.5
"""What any card is worth, beside its Health, Speed, Damage and Defence: each is worth so much of a point."""
_HEALTH, _SPEED, _DAMAGE, _DEFENCE = 0.25, 0.1, 0.5, 0.25
_ENOUGH: Final = 4
"""Defence beyond this is worth no more."""
_WOUND: Final = 0.7
"""What a card loses of its worth with all of its Health."""

_HURT: Final = 0.5
"""What a point of Damage on a card does, before it is known what else comes."""
_EXPOSED: Final = 0.35
"""How much of what the enemy's cards could do counts, as the boards lie."""
_ANSWER: Final = 0.75
"""How much of an attack is left, on average, when the enemy can still answer it."""
_THREAT: Final = 0.7
"""How likely an enemy's card that can still attack does so."""

_POINT: Final = 0.8
"""What a TP must bring as a card action."""
_DRAWN: Final = 1.5
"""What a card action must bring to be better than a draw."""
_ATTACKERS, _FEW = 2, 2.0
"""So many cards with Damage should lie on the board, and what each that is missing makes the next one worth more."""
_STAY, _IDLE = 3.0, 0.5
"""By how much a card of the hand must be better for another to be withdrawn, and by how much less for each TP."""

_PLAY, _DRAW, _WITHDRAW = 1000.0, 500.0, 400.0
"""Tactical actions come first, since they are not possible later, and a card does most on the board."""
_PLAYED: Final = 2.0
"""How much the worth of a card counts beside where it is played."""
_LIKING: Final = {"attack": 0.01, "block": 0.005, "move": -0.01}
"""What is done where nothing speaks for one or the other."""


Lie = frozenset[tuple[int, int]]
"""How a board lies: the Health of its cards by the index of their tile. Few boards come again and again, so that what
they are worth is found instead of reckoned, most of the time."""


Hits = Sequence[tuple[int, int]]
"""The tiles that are hit, by their index, and with how much Damage."""


def choose(view: TnbView, random: int) -> Action:
    """The best of the view's options, or one of the best."""
    return _Thought(view).best(random)


class _Board(NamedTuple):
    """One player's board as it would be resolved."""

    life_points: int
    health: Mapping[int, int]
    """Of the cards on it, by the index of their tile."""
    attacked: Sequence[int]
    blocked: Sequence[int]


class _Thought:
    """What is the same for all options of one decision."""

    def __init__(self, view: TnbView) -> None:
        assert view.seat is not None
        self.options, self.hand, self.ready = view.options, view.hand, view.ready
        self.own, self.enemy = view.sides[view.seat], view.sides[1 - view.seat]
        self.cards = {card.id: card for card in self.own.deck_list}
        self.tiles = {there.card.id: there.tile for there in self.own.board}
        self.own_board, self.enemy_board = _board_of(self.own), _board_of(self.enemy)
        self.first = view.seat == view.first
        self.threats = [there.card for there in self.enemy.board if there.free and there.card.damage]
        self.standing = {there.card.id: there for there in self.own.board}
        self.attackers = tuple([there.card for there in self.enemy.board if there.card.damage])
        own, enemy = self.own_board.health, self.enemy_board.health
        self.facing, facing = frozenset(enemy.items()), frozenset(own.items())
        self.own_worths = {there.tile.index: _worth(there.card, self.facing) for there in self.own.board}
        self.enemy_worths = {there.tile.index: _worth(there.card, facing) for there in self.enemy.board}
        self.own_nets, self.enemy_nets = _nets(self.own_board), _nets(self.enemy_board)
        self.coming = _hits(self.own_nets)
        self.own_loss = self.loss(own, self.own_worths, self.coming)
        self.enemy_loss = self.harm(self.enemy_nets)
        self.exposed = _exposed(self.attackers, facing)
        self.few = _FEW * max(0, _ATTACKERS - sum(1 for there in self.own.board if there.card.damage))

    def best(self, random: int) -> Action:
        """Return one of the options than which none is better."""
        worths = [self.worth(action) for action in self.options]
        top = max(worths) - 1e-9
        best = [action for action, worth in zip(self.options, worths, strict=True) if worth >= top]
        return best[rng.below(random, len(best))[1]]

    def worth(self, action: Action) -> float:
        """How much better off the player is after this."""
        match action:
            case Attack(card, rotation):
                coverage = self.cards[card].coverages[rotation]
                gain = self.harm(_laid(self.enemy_nets, coverage, coverage.damage)) - self.enemy_loss
                return gain * (_ANSWER if self.first else 1) + _LIKING["attack"] - self.price(card)
            case Block(card, rotation):
                coverage = self.cards[card].coverages[rotation]
                return self.kept(coverage) + self.foreseen(coverage) + _LIKING["block"] - self.price(card)
            case Move(card, tile):
                start, there = self.tiles[card].index, dict(self.own_board.health)
                there[tile.index] = there.pop(start)
                return self.arranged(there, tile, self.own_worths[start]) + _LIKING["move"] - self.price(card)
            case Play(card, tile):
                played = self.cards[card]
                worth = _worth(played, self.facing)
                there = {**self.own_board.health, tile.index: played.health}
                return _PLAY + _PLAYED * (worth + self.wanted(played)) + self.arranged(there, tile, worth)
            case Draw():
                return _DRAW if self.own.tactical_points > self.reserved() else -1
            case Withdraw(card):
                return self.withdrawn(self.standing[card])
            case Done():
                return 0
            case _:
                return -1

    def harm(self, nets: Sequence[int]) -> float:
        """What the resolution would cost the enemy with this net Damage by tile."""
        board = self.enemy_board
        return _loss(board.life_points, board.health, _hits(nets), self.enemy_worths)

    def loss(self, there: Mapping[int, int], worths: Mapping[int, float], hits: Hits) -> float:
        """What the resolution would cost this player if the cards lay like this, and these tiles were hit."""
        return _loss(self.own_board.life_points, there, hits, worths)

    def kept(self, coverage: Coverage) -> float:
        """What a block keeps off of what is coming."""
        if not self.coming:
            return 0
        hits = _hits(_laid(self.own_nets, coverage, -coverage.defence))
        return self.own_loss - self.loss(self.own_board.health, self.own_worths, hits)

    def arranged(self, there: Mapping[int, int], tile: Tile, worth: float) -> float:
        """What it changes if the own cards lie like this, and on that tile one of this worth: in what is coming, and in
        what the enemy's cards could do.
        """
        kept = 0.0
        if self.coming:
            kept = self.own_loss - self.loss(there, {**self.own_worths, tile.index: worth}, self.coming)
        return kept + self.exposed - _exposed(self.attackers, frozenset(there.items()))

    def price(self, card: CardId) -> float:
        """What an action of this card costs."""
        return 0 if self.standing[card].free else _POINT

    def reserved(self) -> int:
        """TP that are better kept for cards that were played in this round."""
        new = [there.card.id for there in self.own.board if not there.free and not there.taken] if self.ready else []
        return sum(1 for card in new if self.best_action(card) > _DRAWN)

    def best_action(self, card: CardId) -> float:
        actions = (option for option in self.options if isinstance(option, CardAction) and option.card == card)
        return max((self.worth(action) + _POINT for action in actions), default=0)

    def wanted(self, card: TnbCard) -> float:
        """What a card is worth more for being one of few with Damage."""
        return self.few if card.damage else 0

    def withdrawn(self, there: CardOnBoard) -> float:
        points = self.own.tactical_points
        if points < 2:
            return -1
        better = max(_worth(card, self.facing) + self.wanted(card) for card in self.hand)
        whole = self.own_worths[there.tile.index] + self.wanted(there.card)
        gain = better - whole * (1 - _WOUND * (1 - there.health / there.card.health))
        return _WITHDRAW + gain if gain > _STAY - _IDLE * points else -1

    def foreseen(self, coverage: Coverage) -> float:
        """What a block keeps off if the enemy's cards still attack, each turn of theirs as likely as any other."""
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
        """What a block on this tile is worth against an attack."""
        health = self.own_board.health.get(index)
        if health is None:
            return _LIFE if defence >= damage else 0
        return self.own_worths[index] * _WOUND * min(defence, damage) / health


@lru_cache(maxsize=1 << 14)
def _worth(card: TnbCard, there: Lie) -> float:
    """What a card is worth against a board where cards lie like this."""
    attack = _DAMAGE * _harm(card, there) if card.damage else 0
    block = _DEFENCE * len(card.coverages[0].tiles) * min(card.defence, _ENOUGH)
    return _CARD + attack + block + _HEALTH * card.health + _SPEED * card.speed


def _harm(card: TnbCard, there: Lie) -> float:
    """What the best turn of a card's shape would cost the owner of a board where cards lie like this."""
    best, damage = 0.0, card.damage
    costs = dict.fromkeys(range(len(TILES)), _LIFE)
    for index, health in there:
        costs[index] = _HURT * damage if damage < health else _CARD + _HURT * health
    for coverage in card.coverages.values():
        harm = 0.0
        for tile in coverage.tiles:
            harm += costs[tile.index]
        best = max(best, harm)
    return best


@lru_cache(maxsize=1 << 14)
def _exposed(attackers: tuple[TnbCard, ...], there: Lie) -> float:
    """What these cards could do to a board where cards lie like this."""
    return _EXPOSED * sum([_harm(card, there) for card in attackers])


def _board_of(side: SideView) -> _Board:
    health = {there.tile.index: there.health for there in side.board}
    return _Board(side.life_points, health, side.attacked, side.blocked)


def _laid(sums: Sequence[int], coverage: Coverage, strength: int) -> list[int]:
    laid = list(sums)
    for tile in coverage.tiles:
        laid[tile.index] += strength
    return laid


def _nets(board: _Board) -> list[int]:
    """By tile: the Damage that lies there, without the Defence."""
    return [attack - block for attack, block in zip(board.attacked, board.blocked, strict=True)]


def _hits(nets: Sequence[int]) -> Hits:
    return [(index, net) for index, net in enumerate(nets) if net > 0]


def _loss(life_points: int, health: Mapping[int, int], hits: Hits, worths: Mapping[int, float]) -> float:
    """What the resolution would cost this player."""
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
