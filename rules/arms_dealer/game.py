"""Arms Dealer, put together for the catalog."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

from rules.arms_dealer import content as contents
from rules.arms_dealer import fleets, greedy, labels, likely_states, observation, sentences, tips
from rules.arms_dealer.actions import ACTIONS, Harvest, Look
from rules.arms_dealer.cards import TOTAL_COINS
from rules.arms_dealer.evaluation import evaluate
from rules.arms_dealer.limits import ASTEROID_ROW, SHOP, START
from rules.arms_dealer.phases import Formation, begin_battle
from rules.arms_dealer.pre_moves import PRE_MOVES, offers
from rules.arms_dealer.resolution import BANKRUPTCY, DESTRUCTION, LAST_BATTLE
from rules.arms_dealer.scripts import GOALS, SCRIPTS
from rules.arms_dealer.state import ArmsDealerState, Side
from rules.arms_dealer.view import ArmsDealerView
from rules.arms_dealer.voice import VOICE
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game, Label
from rules.core.notation import Action
from rules.core.options import RuleOption
from rules.core.play import LAST_RESORT
from rules.core.rng import split
from rules.core.words import counted


class ArmsDealer(Game):
    """Two bettors lay fleets in hidden formations, bet on them, and bribe the Arms Dealer."""

    key = "arms_dealer"
    title = "Arms Dealer"
    summary = "Lay your ships face down, rig the fights with smuggled items, and bet on the battle."
    turn_word = "battle"
    seats = (2,)
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    pre_move_classes = PRE_MOVES
    options = (
        RuleOption(
            name="fleet",
            values=("15", "25"),
            summary="15: fleets of your own; 25 (original): the Human or the Alien fleet, a match nearly twice as long",
            clause="1.8",
            written=("25",),
        ),
        RuleOption(
            name="first_bet",
            values=("battle", "skirmish"),
            summary="First bet in later battles: the winner of the battle; skirmish (original): of its last skirmish",
            clause="5.2",
            written=("skirmish",),
        ),
        RuleOption(
            name="idle_redraw",
            values=("refused", "allowed"),
            summary="Redraw when no other ship could come: refused; allowed (original)",
            clause="7.8",
            written=("allowed",),
        ),
        RuleOption(
            name="harvest",
            values=("fought", "full"),
            summary="Asteroids for a battle's loser: 2, less 1 for each forfeit; full (original): always 2",
            clause="9.3",
            written=("full",),
        ),
    )

    landmarks: ClassVar[Mapping[str, str]] = {
        "BattleWon": "a battle is decided",
        "FleetsDestroyed": "a fleet is destroyed",
    }
    endings: ClassVar[Mapping[str, str]] = {
        DESTRUCTION: "by destruction: a fleet had no ship left",
        BANKRUPTCY: "by bankruptcy: the initial bet could not be paid",
        LAST_RESORT: f"by ships, then coins, because the battle limit was reached (battle {LAST_BATTLE}, rule 10.6)",
    }
    deck_rule = fleets.DECK_RULE
    scripts = SCRIPTS
    goals = GOALS
    voice = VOICE
    styles = ("never-folds",)
    lookahead = 1

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = contents.read(content)
        self.cards = self.content.cards
        self.decks = fleets.read(content, self.cards)

    def deck_faults(self, cards: Sequence[CardId]) -> list[str]:
        return [*super().deck_faults(cards), *fleets.faults(self.cards, cards)]

    def deal(
        self,
        *,
        seats: int,
        options: Mapping[str, str],
        decks: Sequence[Sequence[CardId]],
        seed: int,
    ) -> ArmsDealerState:
        ships = fleets.full_fleet if options["fleet"] == "25" else fleets.fleet
        one, two = (ships(self.cards, deck) for deck in decks)
        g = ArmsDealerState(
            phase=Formation((0, 1)),
            turn=1,
            random=split(seed, 0),
            events=[],
            sides=(Side.new(one, START), Side.new(two, START)),
            locked=(),
            leader=0,
            skirmish=0,
            fought=(),
            shop=[None] * SHOP,
            item_deck=list(self.content.items),
            item_discard=[],
            asteroids=[None] * ASTEROID_ROW,
            asteroid_deck=list(self.content.asteroids),
            asteroid_discard=[],
            bank=TOTAL_COINS - 2 * START,
            winner_bets=options["first_bet"] == "battle",
            idle_redraw=options["idle_redraw"] == "allowed",
            forfeits_cost=options["harvest"] == "fought",
        )
        for deck in (g.sides[0].deck, g.sides[1].deck, g.item_deck, g.asteroid_deck):
            g.shuffle(deck)
        g.deal_rows()
        g.phase = begin_battle(g)
        return g

    view = staticmethod(observation.observe)
    prompt = staticmethod(sentences.prompt)
    aim = staticmethod(sentences.aim)
    tip = staticmethod(tips.tip)
    advised = staticmethod(tips.advised)
    plain = staticmethod(tips.plain)
    offers = staticmethod(offers)
    evaluate = staticmethod(evaluate)

    def hidden_orders(self, g: ArmsDealerState) -> Sequence[list[Any]]:
        return [*(side.deck for side in g.sides), g.item_deck, g.asteroid_deck]

    def determinize(self, view: ArmsDealerView, random: int) -> ArmsDealerState:
        return observation.determinize(self.content, view, random)

    def likely_state(self, view: ArmsDealerView, random: int) -> ArmsDealerState:
        return likely_states.likely_state(self.content, view, random)

    def label(self, view: ArmsDealerView, words: tuple[str, ...]) -> Label:
        return labels.label(self.cards, view, words)

    def score(self, view: ArmsDealerView, seat: Seat) -> str:
        return f"{counted(view.sides[seat].ships, 'ship')}, {view.sides[seat].coins:,} coins"

    def equivalence(self, view: ArmsDealerView, action: Action) -> Hashable:
        match action:
            case Harvest():
                return Harvest
            case Look(place=place) if view.shop[place - 1].item is None:
                return Look
            case _:
                return action

    def sound(self, view: ArmsDealerView) -> Sequence[Action]:
        return greedy.sound(view)

    def greedy(self, view: ArmsDealerView, random: int) -> Action:
        return greedy.QuickPlayer().choose(view, random)
