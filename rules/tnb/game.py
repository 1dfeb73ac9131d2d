"""The class of the game T&B, for the catalog of games."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.core import rng
from rules.core.cards import Card, CardId
from rules.core.decks import DeckPart
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.options import RuleOption
from rules.core.play import LAST_RESORT
from rules.core.scripts import Script
from rules.core.words import counted
from rules.tnb import beginners, greedy, labels, observation, sentences
from rules.tnb.actions import ACTIONS
from rules.tnb.cards import TnbCard
from rules.tnb.evaluation import evaluate
from rules.tnb.events import Drew
from rules.tnb.limits import FIRST_HAND, LIFE, ROUND_LIMIT
from rules.tnb.phases import TACTICS, begin_round
from rules.tnb.puzzle.puzzle_set import TnbPuzzles
from rules.tnb.scripts import GOALS, SCRIPTS
from rules.tnb.sound_options import sound
from rules.tnb.state import Side, TnbState
from rules.tnb.view import TnbView
from rules.tnb.voice import VOICE


class Tnb(Game):
    """The game T&B: two boards of three by three, and attacks that everyone sees coming."""

    key = "tnb"
    title = "T&B"
    summary: ClassVar[str] = "Two small boards; every attack is seen coming, and can be blocked or dodged."
    turn_word: ClassVar[str] = "round"
    seats: ClassVar[tuple[int, ...]] = (2,)
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            name="overdrive",
            values=("new_cards", "off", "on"),
            summary="Which cards can act for 1 TP: those played in this round, none, or every card once more",
            clause="9.1",
            written=("new_cards",),
        ),
        RuleOption(
            name="going_first",
            values=("leader", "two_rounds_each"),
            summary="The first to act: the player with more LP; two_rounds_each (original): each player in turn",
            clause="4.4",
            written=("two_rounds_each",),
        ),
        RuleOption(
            name="withdraw",
            values=("on", "off"),
            summary="on: a card can be taken off a full board, to make room; off (original): it stays",
            clause="5.5",
            written=("off",),
        ),
    )
    """The source contradicts itself about a card that was just played. By its section “Play Card”, the card may act for
    1 TP (`new_cards`, the default). By “Card Actions”, it waits for the next turn (`off`). With `on`, every card may
    act again for 1 TP, a rule that the source has struck out.
    """

    landmarks: ClassVar[Mapping[str, str]] = {"Resolved": "the attacks are resolved"}
    endings: ClassVar[Mapping[str, str]] = {
        "life_points": "by taking the last Life Point",
        "cards": "because the other player had no cards left",
        "simultaneous": "on Life Points, because both players lost in the same round (rule 8.4)",
        LAST_RESORT: f"because the round limit was reached (round {ROUND_LIMIT}, rule 8.5)",
    }

    card_tables: ClassVar[Mapping[str, type[Card]]] = {"cards": TnbCard}
    deck_rule: ClassVar[Sequence[DeckPart]] = (DeckPart(size=8, copies={TnbCard: 1}, clause="3.1"),)
    cards: Mapping[CardId, TnbCard]
    scripts: ClassVar[Mapping[str, Script]] = SCRIPTS
    goals = GOALS
    voice = VOICE
    lookahead = 2

    def __init__(self, content: Mapping[str, Any]) -> None:
        super().__init__(content)
        self.puzzles = TnbPuzzles(self, self.cards)

    def deal(self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int) -> TnbState:
        """3.2 Shuffle both decks, draw the first hands from them and begin round 1."""
        random = rng.split(seed, 0)
        one, random = self._side(decks[0], random)
        two, random = self._side(decks[1], random)
        g = TnbState(
            phase=TACTICS[0],
            turn=0,
            random=random,
            events=[],
            sides=(one, two),
            overdrive=options["overdrive"] == "on",
            resolved=((), ()),
            going_first=options["going_first"],
            opener=0,
            ready=options["overdrive"] == "new_cards",
            withdraws=options["withdraw"] == "on",
        )
        for seat, side in enumerate(g.sides):
            drawn = tuple(card.id for card in side.hand)
            g.events.append(Drew(seats=frozenset((seat,)), seat=seat, cards=drawn))
        g.phase = begin_round(g)
        return g

    def _side(self, deck: Sequence[CardId], random: int) -> tuple[Side, int]:
        deck_list = tuple(self.cards[card] for card in deck)
        shuffled = list(deck_list)
        random = rng.shuffle(random, shuffled)
        side = Side(
            deck_list=deck_list,
            deck=shuffled[FIRST_HAND:],
            hand=shuffled[:FIRST_HAND],
            board=[],
            occupied=0,
            removed=[],
            life_points=LIFE,
            tactical_points=0,
            attacks=[],
            blocks=[],
        )
        return side, random

    view = staticmethod(observation.observe)
    determinize = staticmethod(observation.determinize)
    label = staticmethod(labels.label)
    prompt = staticmethod(sentences.prompt)
    aim = staticmethod(sentences.aim)
    tip = staticmethod(sentences.tip)
    advised = staticmethod(sentences.advised)
    plain = staticmethod(beginners.plain)
    sound = staticmethod(sound)
    evaluate = staticmethod(evaluate)
    fast_policy = staticmethod(greedy.fast_policy)
    greedy = staticmethod(greedy.choose)

    def hidden_orders(self, g: TnbState) -> Sequence[list[Any]]:
        return [side.deck for side in g.sides]

    def score(self, view: TnbView, seat: Seat) -> str:
        return counted(view.sides[seat].life_points, "Life Point")
