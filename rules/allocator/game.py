"""The class of the game Allocator, for the catalog of games."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.allocator import labels, observation, pre_moves, sentences, tips
from rules.allocator.actions import ACTIONS
from rules.allocator.cards import AllocatorCard
from rules.allocator.evaluation import evaluate
from rules.allocator.greedy import Greedy, sound
from rules.allocator.limits import BEFORE_SIEGE, LIFE
from rules.allocator.phases import LAST_TURN, Develop, begin_turn
from rules.allocator.pre_moves import PRE_MOVES
from rules.allocator.scripts import GOALS, SCRIPTS
from rules.allocator.state import AllocatorState, Side
from rules.allocator.view import AllocatorView
from rules.allocator.voice import VOICE
from rules.core.cards import Card, CardId, ids
from rules.core.decks import DeckPart
from rules.core.events import Seat, drew
from rules.core.game import Game, Label
from rules.core.notation import Action
from rules.core.options import RuleOption
from rules.core.play import LAST_RESORT
from rules.core.pre_moves import PreMove
from rules.core.rng import split
from rules.core.scripts import Script
from rules.core.words import counted

MAXIMUM_POWER: Final = 6
"""1.4 The Maximum Power at the start."""
HAND: Final = 5
"""1.6 The number of cards in the first hand."""
SECOND_PLAYER_POINTS: Final = 6
"""1.7 The number of Development Points that the second player starts with by the house rule."""
_GREEDY: Final = Greedy()


class Allocator(Game):
    """A duel in which both players divide the same limit of power among three systems each."""

    key = "allocator"
    title = "Allocator"
    summary = "Share your power between Attack, Defense and Development, and boost from hand when it counts."
    seats = (2,)
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    options = (
        RuleOption(
            name="first_attack",
            values=("on", "no_points", "off"),
            summary="on: the second player starts with 6 DP; no_points (original): with none; off: no attack in turn 1",
            clause="1.7",
            written=("no_points",),
        ),
        RuleOption(
            name="siege",
            values=("on", "off"),
            summary=f"on: after turn {BEFORE_SIEGE} attacks grow by 2 in every round; off (original): never",
            clause="5.7",
            written=("off",),
        ),
    )

    landmarks: ClassVar[Mapping[str, str]] = {"Breached": "a breach", "AttackHit": "a hit"}
    endings: ClassVar[Mapping[str, str]] = {
        "breach": "by a hit when no Life card was left",
        LAST_RESORT: f"because the turn limit was reached (turn {LAST_TURN}, rule 7.2)",
    }

    card_tables: ClassVar[Mapping[str, type[Card]]] = {"cards": AllocatorCard}
    deck_rule: ClassVar[Sequence[DeckPart]] = (DeckPart(size=40, copies={AllocatorCard: 3}, clause="1.5"),)
    cards: Mapping[CardId, AllocatorCard]
    scripts: ClassVar[Mapping[str, Script]] = SCRIPTS
    goals = GOALS
    voice = VOICE
    pre_move_classes: ClassVar[tuple[type[PreMove], ...]] = PRE_MOVES
    lookahead = 6

    def deal(
        self,
        *,
        seats: int,
        options: Mapping[str, str],
        decks: Sequence[Sequence[CardId]],
        seed: int,
    ) -> AllocatorState:
        first, second = (Side.new([self.cards[card] for card in deck]) for deck in decks)
        g = AllocatorState(
            phase=Develop((0,)),
            turn=1,
            random=split(seed, 0),
            events=[],
            sides=(first, second),
            maximum_power=MAXIMUM_POWER,
            first_attack=options["first_attack"] != "off",
            sieges=options["siege"] == "on",
        )
        if options["first_attack"] == "on":
            second.development_points = SECOND_PLAYER_POINTS
        for seat, side in enumerate(g.sides):
            g.shuffle(side.deck)
            side.receive([side.deck.pop() for _ in range(HAND)])
            side.life = [side.deck.pop() for _ in range(LIFE)]
            g.events.append(drew(seat, ids(side.hand)))
        g.phase = begin_turn(g)
        return g

    view = staticmethod(observation.observe)
    determinize = staticmethod(observation.determinize)
    prompt = staticmethod(sentences.prompt)
    aim = staticmethod(sentences.aim)
    tip = staticmethod(tips.tip)
    advised = staticmethod(tips.advised)
    plain = staticmethod(tips.plain)
    offers = staticmethod(pre_moves.offers)
    evaluate = staticmethod(evaluate)
    sound = staticmethod(sound)
    greedy = staticmethod(_GREEDY.choose)

    def hidden_orders(self, g: AllocatorState) -> Sequence[list[Any]]:
        return [side.deck for side in g.sides]

    def label(self, view: AllocatorView, words: tuple[str, ...]) -> Label:
        return labels.label(self.cards, view, words)

    def score(self, view: AllocatorView, seat: Seat) -> str:
        return counted(view.sides[seat].life, "Life card")
