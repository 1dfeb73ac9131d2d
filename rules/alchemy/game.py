"""Alchemy, put together for the catalog."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.alchemy import greedy, labels, observation, pre_moves, sentences, tips
from rules.alchemy.actions import ACTIONS
from rules.alchemy.cards import AlchemyCard, OpusCard
from rules.alchemy.content import DECK, OPUS, TABLES, read_steps
from rules.alchemy.evaluation import evaluate
from rules.alchemy.limits import HAND
from rules.alchemy.phases import TURN, begin_turn
from rules.alchemy.piles import take_from_deck, tell_drawn
from rules.alchemy.pre_moves import PRE_MOVES
from rules.alchemy.scoring import Scoring
from rules.alchemy.scripts import GOALS, SCRIPTS
from rules.alchemy.sound_options import sound
from rules.alchemy.state import AlchemyState, Side
from rules.alchemy.view import AlchemyView
from rules.alchemy.voice import VOICE
from rules.core.cards import CardId
from rules.core.content import read_cards, read_decks
from rules.core.decks import DeckPart
from rules.core.events import Seat
from rules.core.game import Game, Label
from rules.core.notation import Action
from rules.core.options import RuleOption
from rules.core.play import LAST_RESORT
from rules.core.rng import below, shuffle, split
from rules.core.words import counted

SECOND_PLAYER_POINTS: Final = 1
"""1.6 The AP that the second player starts with."""
FIRST_PLAYER_CARDS: Final = 1
"""1.6 The number of cards that the first player draws at the start in addition to six."""


class Alchemy(Game):
    """A duel of elements: players learn which is strong against which, and when to spend saved action points."""

    key = "alchemy"
    title = "Alchemy"
    summary = "Attack and defend with elements, combine them, and save your action points for the right moment."
    seats = (2,)
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    options = (
        RuleOption(
            name="damage_scoring",
            values=tuple(scoring.value for scoring in Scoring),
            summary="tally: 1 more point per 6 damage; off (original): none; on: battles score damage, 20 points win",
            clause="8.2",
            written=("off",),
        ),
        RuleOption(
            name="pace",
            values=("brisk", "free"),
            summary="brisk: rules 2.6, 2.7, 3.7, 5.16 on idle turns, help and refreshing; free (original): none",
            clause="3.7",
            written=("free",),
        ),
        RuleOption(
            name="start",
            values=("evened", "plain"),
            summary="evened: one starts with a card more, the other with 1 AP; plain (original): both with 6 cards",
            clause="1.6",
            written=("plain",),
        ),
        RuleOption(
            name="by_the_letter",
            values=("off", "on"),
            summary="on (original): AP are kept only if a turn uses none (2.5), and words of 3.9 and 6.7 as they stand",
            clause="2.5",
            written=("on",),
        ),
    )
    open_deck_lists: ClassVar[bool] = False
    scripts = SCRIPTS
    goals = GOALS
    voice = VOICE
    pre_move_classes = PRE_MOVES
    landmarks: ClassVar[Mapping[str, str]] = {
        "Hit": "an attack gets through",
        "Scored": "points are scored",
        "Countered": "an attack is countered",
    }
    endings: ClassVar[Mapping[str, str]] = {
        "points": "by points",
        LAST_RESORT: "by points, then damage dealt, because the match had to end (rule 8.4)",
    }

    deck_rule: ClassVar[Sequence[DeckPart]] = (DECK, OPUS)
    cards: Mapping[CardId, AlchemyCard]
    lookahead = 3

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.cards = read_cards(content, TABLES, steps=read_steps)
        self.decks = read_decks(content, self.deck_rule, self.cards)

    def deal(
        self,
        *,
        seats: int,
        options: Mapping[str, str],
        decks: Sequence[Sequence[CardId]],
        seed: int,
    ) -> AlchemyState:
        random = split(seed, 0)
        one, random = self._side(decks[0], random)
        other, random = self._side(decks[1], random)
        g = AlchemyState(
            phase=TURN[0],
            turn=1,
            random=random,
            events=[],
            sides=(one, other),
            quiet=0,
            damage_scoring=options["damage_scoring"] == Scoring.ON,
            tally=options["damage_scoring"] == Scoring.TALLY,
            brisk=options["pace"] == "brisk",
            literal=options["by_the_letter"] == "on",
        )
        is_evened = options["start"] == "evened"
        other.points = SECOND_PLAYER_POINTS if is_evened else 0
        for seat, side in enumerate(g.sides):
            hand = take_from_deck(g, seat, HAND + (FIRST_PLAYER_CARDS if is_evened and seat == 0 else 0))
            side.receive(hand)
            tell_drawn(g, seat, side.hand)
        g.phase = begin_turn(g)
        return g

    def _side(self, listed: Sequence[CardId], random: int) -> tuple[Side, int]:
        """1.5 Return a player's side with a shuffled deck and a random Magnum Opus, and the next state of the random
        generator.

        The Magnum Opus cards that are not picked are put aside (1.10).
        """
        deck, opus = [], []
        for card in map(self.cards.__getitem__, listed):
            if isinstance(card, OpusCard):
                opus.append(card)
            else:
                deck.append(card)
        random = shuffle(random, deck)
        random, picked = below(random, len(opus))
        return Side.new(deck, opus.pop(picked), opus), random

    view = staticmethod(observation.observe)
    prompt = staticmethod(sentences.prompt)
    aim = staticmethod(sentences.aim)
    tip = staticmethod(tips.tip)
    plain = staticmethod(tips.plain)
    sound = staticmethod(sound)
    offers = staticmethod(pre_moves.offers)
    evaluate = staticmethod(evaluate)

    def hidden_orders(self, g: AlchemyState) -> Sequence[list[Any]]:
        return [side.deck for side in g.sides]

    def determinize(self, view: AlchemyView, random: int) -> AlchemyState:
        return observation.determinize(self.cards, view, random)

    def label(self, view: AlchemyView, words: tuple[str, ...]) -> Label:
        return labels.label(self.cards, view, words)

    def score(self, view: AlchemyView, seat: Seat) -> str:
        return counted(view.sides[seat].score, "point")

    def greedy(self, view: AlchemyView, random: int) -> Action:
        return greedy.choose(self.cards, view, random)

    def advised(self, view: AlchemyView) -> Sequence[Action]:
        return tips.advised(self.cards, view)
