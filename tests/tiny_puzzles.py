"""A toy set of puzzles for the tests' small game: bid the highest card of a hand."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rules.core.cards import BY_ORDER, CardId
from rules.core.notation import Action
from rules.core.puzzles import SOLVER, Level, Made, PuzzleSet, Solution, Terms
from rules.core.rng import shuffle, split
from tests.tiny_game import CARDS, Bid, Bidding, Fold, Side, Tiny, TinyState

Hand = tuple[CardId, ...]
DECK: Final = (CardId("card-1"), CardId("card-2"), CardId("card-3"))
"""The cards that are in both decks besides those of the hand."""


class TinyPuzzles(PuzzleSet):
    levels: ClassVar[Sequence[Level]] = (
        Level(number=1, title="Two cards", summary="A hand of two"),
        Level(number=2, title="Three cards", summary="A hand of three"),
    )
    summary = "a hand, and one card to bid"
    explained = ("Bid one card of your hand.",)
    unit = "bid"
    refused: ClassVar[tuple[type[Action], ...]] = (Fold,)

    def read(self, written: object) -> Hand:
        if not isinstance(written, list) or not written or not set(written) <= set(CARDS):
            raise ValueError("a puzzle is a list of cards")
        return tuple(written)

    def written(self, puzzle: Hand) -> object:
        return list(puzzle)

    def goal(self, puzzle: Hand) -> str:
        return "Bid your highest card."

    def begin(self, puzzle: Hand) -> TinyState:
        sides = [Side(puzzle, [], [CARDS[card] for card in puzzle], [], []), Side((), [], [], [], [])]
        return TinyState(Bidding((0, 1)), 1, 0, [], sides, 2)

    def terms(self, puzzle: Hand) -> Terms:
        return Terms(seats=2, decks=(puzzle + DECK,) * 2)

    def opening(self, puzzle: Hand, seed: int) -> TinyState:
        g = TinyState(Bidding((0, 1)), 1, split(seed, 0), [], [_side(puzzle), _side(puzzle)], 2)
        for seat, side in enumerate(g.sides):
            hidden = [*side.deck, *(side.hand if seat != SOLVER else ())]
            g.shuffle(hidden)
            if seat != SOLVER:
                side.hand = sorted((hidden.pop() for _ in side.hand), key=BY_ORDER)
            side.deck = hidden
        return g

    def is_met(self, puzzle: Hand, g: TinyState) -> bool:
        return [card.id for card in g.sides[SOLVER].bid] == [highest(puzzle)]

    def cost(self, puzzle: Hand, g: TinyState) -> int:
        return len(g.sides[SOLVER].bid)

    def hint(self, puzzle: Hand, g: TinyState) -> Action | None:
        return None if g.sides[SOLVER].bid else Bid(highest(puzzle))

    def solve(self, puzzle: Hand) -> Solution:
        bid = str(Bid(highest(puzzle)))
        return Solution(complete=True, least=1, count=1, keys=((bid, *puzzle),), actions=(bid,))

    def make(self, level: int, seed: int, attempt: int) -> Made | None:
        cards = [*CARDS]
        shuffle(split(seed, attempt), cards)
        hand = tuple(sorted(cards[: level + 1], key=order))
        return Made(
            level=level, puzzle=hand, solution=self.solve(hand), difficulty=(len(hand),), seed=seed, attempt=attempt
        )


def _side(hand: Hand) -> Side:
    deck = hand + DECK
    return Side(tuple(sorted(deck)), [CARDS[card] for card in DECK], [CARDS[card] for card in hand], [], [])


def highest(hand: Hand) -> CardId:
    return max(hand, key=order)


def order(card: CardId) -> int:
    return CARDS[card].order


class PuzzlingTiny(Tiny):
    """The same game, with puzzles."""

    def __init__(self, content: Any = None) -> None:
        super().__init__(content)
        self.puzzles = TinyPuzzles()
