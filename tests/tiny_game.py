"""A small but complete game for tests, for two or three players, with sealed bids, decks and a rule option.

Tests play it where a real game would get in the way: those of the laws, the command line and the match service.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from rules.core import events, rng
from rules.core.cards import BY_ORDER, Card, CardId, ids, taken, without
from rules.core.content import read_cards
from rules.core.decks import DeckPart
from rules.core.events import Event, Seat, drew
from rules.core.game import Game, Label
from rules.core.notation import Action
from rules.core.options import RuleOption
from rules.core.play import LAST_RESORT, Outcome, Over, Phase, State, View, common_fields, phase_of
from rules.core.tags import Tagged

SEEDS: Final = Path(__file__).parent / "tiny_seeds"
CONTENT: Final = {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(SEEDS.glob("*.toml"))}
CARDS: Final = read_cards(CONTENT, {"cards": Card})


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid a card of your hand, face down."""

    card: CardId


@dataclass(frozen=True, slots=True)
class Fold(Action):
    """Bid nothing in this round."""

    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed(Event, tag="Sealed"):
    template = "{seat:player} has sealed a bid."
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(events.Played, tag="Played"):
    template = "{seat:player} had bid {card:card}."


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWon(Event, tag="RoundWon"):
    template = "{seat:player} wins the round."
    seat: Seat


@dataclass(slots=True)
class Side(Tagged, tag="Side"):
    """The cards and points of one player. The top of the deck is its last card."""

    deck_list: tuple[CardId, ...]
    deck: list[Card]
    hand: list[Card]
    bid: list[Card]
    """One card, or none for a fold; meaningless until the player has sealed a bid."""
    used: list[Card]
    points: int = 0


@dataclass(slots=True)
class TinyState(State, tag="TinyState"):
    sides: list[Side]
    goal: int


@dataclass(frozen=True, slots=True)
class Bidding(Phase, tag="Bidding"):
    """1.1 All players bid at the same time; those who have sealed their bid wait."""

    clause: ClassVar[str] = "1.1"

    def options(self, g: TinyState, seat: Seat) -> Sequence[Bid | Fold]:
        return (*(Bid(card.id) for card in dict.fromkeys(g.sides[seat].hand)), Fold())

    def play(self, g: TinyState, seat: Seat, action: Bid | Fold) -> Phase:
        side = g.sides[seat]
        if isinstance(action, Bid):
            side.bid = [taken(side.hand, action.card)]
        g.events.append(Sealed(seat=seat))
        missing = self.waiting_after(seat)
        return Bidding(missing) if missing else reveal(g)


def reveal(g: TinyState) -> Phase:
    """1.2 The highest bid wins the round; a tie gives it to nobody. The goal, or six rounds, end the match (1.3)."""
    bids = [side.bid[0].order if side.bid else -1 for side in g.sides]
    for seat, side in enumerate(g.sides):
        g.events.extend(Played(seat=seat, card=card.id) for card in side.bid)
        side.used += side.bid
        side.bid = []
    if max(bids) >= 0 and bids.count(max(bids)) == 1:
        winner = bids.index(max(bids))
        g.sides[winner].points += 1
        g.events.append(RoundWon(seat=winner))
    points = [side.points for side in g.sides]
    if max(points) == g.goal or g.turn == 6:
        ending = "goal" if max(points) == g.goal else LAST_RESORT
        return Over((), Outcome.by(ending, points))
    g.turn += 1
    return new_round(g)


def new_round(g: TinyState) -> Bidding:
    """1.4 Before each round every player draws a card, if any are left."""
    for seat in range(len(g.sides)):
        draw(g, seat, 1)
    return Bidding(tuple(range(len(g.sides))))


def draw(g: TinyState, seat: Seat, count: int) -> None:
    side = g.sides[seat]
    drawn = [side.deck.pop() for _ in range(min(count, len(side.deck)))]
    side.hand += drawn
    side.hand.sort(key=BY_ORDER)
    if drawn:
        g.events.append(drew(seat, ids(drawn)))


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyView(View):
    hand: tuple[CardId, ...]
    bid: tuple[CardId, ...]
    """The bid of this seat itself."""
    goal: int
    deck_lists: tuple[tuple[CardId, ...], ...]
    used: tuple[tuple[CardId, ...], ...]
    hands: tuple[int, ...]
    """The number of cards in hand and under a bid, by seat: it stays secret whether a bid is a fold."""
    points: tuple[int, ...]


class Tiny(Game):
    key = "tiny"
    title = "Tiny"
    summary = "The highest sealed bid wins the round."
    seats = (2, 3)
    actions: ClassVar[tuple[type[Action], ...]] = (Bid, Fold)
    questions: ClassVar[Mapping[str, str]] = {"Bidding": "Bid a card, or fold."}
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(name="goal", values=("2", "3"), summary="Rounds to win.", clause="1.3"),
    )
    card_tables: ClassVar[Mapping[str, type[Card]]] = {"cards": Card}
    deck_rule: ClassVar[Sequence[DeckPart]] = (DeckPart(size=5, copies={Card: 5}, clause="2.2"),)
    endings: ClassVar[Mapping[str, str]] = {"goal": "by rounds", LAST_RESORT: "by rounds after the sixth one"}

    def __init__(self, content: Mapping[str, Any] | None = None) -> None:
        super().__init__(content or CONTENT)

    def deal(
        self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int
    ) -> TinyState:
        # 2.1 Two cards; the third is drawn for the first round.
        sides = [Side(tuple(sorted(deck)), [CARDS[card] for card in deck], [], [], []) for deck in decks]
        g = TinyState(Bidding(()), 1, seed, [], sides, int(options["goal"]))
        for seat, side in enumerate(sides):
            g.shuffle(side.deck)
            draw(g, seat, 2)
        g.phase = new_round(g)
        return g

    def view(self, g: TinyState, seat: Seat | None) -> TinyView:
        own = g.sides[seat] if seat is not None else None
        return TinyView(
            **common_fields(g, seat),
            hand=ids(own.hand) if own else (),
            bid=ids(own.bid) if own else (),
            goal=g.goal,
            deck_lists=tuple(side.deck_list for side in g.sides),
            used=tuple(ids(side.used) for side in g.sides),
            hands=tuple(len(side.hand) + len(side.bid) for side in g.sides),
            points=tuple(side.points for side in g.sides),
        )

    def evaluate(self, g: TinyState, seat: Seat) -> float:
        return 1 / len(g.sides)

    def hidden_orders(self, g: TinyState) -> list[list[Any]]:
        return [side.deck for side in g.sides]

    def determinize(self, view: TinyView, random: int) -> TinyState:
        random = rng.split(random, 1)
        sides = []
        for seat, deck_list in enumerate(view.deck_lists):
            hand, bid, used = ([CARDS[card] for card in held] for held in (view.hand, view.bid, view.used[seat]))
            seen = [*used, *hand, *bid] if seat == view.seat else used
            deck = without((CARDS[card] for card in deck_list), seen)
            random = rng.shuffle(random, deck)
            if seat != view.seat:
                hand, bid = [deck.pop() for _ in range(view.hands[seat])], []
                if hand and view.outcome is None and seat not in view.waiting:
                    random, folds = rng.below(random, 2)
                    bid = [] if folds else [hand.pop()]
                hand.sort(key=BY_ORDER)
            sides.append(Side(deck_list, deck, hand, bid, used, view.points[seat]))
        return TinyState(phase_of(view, Bidding), view.turn, random, list(view.events), sides, view.goal)

    def label(self, view: TinyView, words: tuple[str, ...]) -> Label:
        return Label(text="Bid a card") if words == ("bid",) else super().label(view, words)

    def greedy(self, view: TinyView, random: int) -> Action:
        return view.options[-2] if len(view.options) > 1 else view.options[-1]
