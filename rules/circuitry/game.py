"""Circuitry as a `Game` of the catalog."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.circuitry import content as contents
from rules.circuitry import greedy, labels, leaving, observation, pre_moves, sentences, tips
from rules.circuitry.actions import ACTIONS
from rules.circuitry.board import HUB, Board, Placed, Way, names
from rules.circuitry.cards import CircuitCard
from rules.circuitry.charge_point_cards import pass_on
from rules.circuitry.evaluation import evaluate
from rules.circuitry.events import ChargeCardDealt, drew
from rules.circuitry.grid import Cell
from rules.circuitry.limits import GOLD_AT_START, HAND, LAST_ROUND, QUIET_ROUNDS
from rules.circuitry.options import OPTIONS, Variant, teams
from rules.circuitry.phases import TURNS, Choosing, begin_turn
from rules.circuitry.puzzle.puzzle_set import CircuitryPuzzles
from rules.circuitry.result import DELIVERY, STALEMATE
from rules.circuitry.scripts import GOALS, SCRIPTS
from rules.circuitry.state import BY_NUMBER, CircuitryState, Side
from rules.circuitry.view import CircuitryView
from rules.circuitry.voice import VOICE
from rules.core.cards import BY_ORDER, CardId, ids
from rules.core.events import Seat
from rules.core.game import Game, Label
from rules.core.notation import Action
from rules.core.options import RuleOption
from rules.core.play import LAST_RESORT, Phase
from rules.core.pre_moves import PreMove
from rules.core.rng import split
from rules.core.scripts import Script


class Circuitry(Game):
    """1.1 Two to six pawns on a board that their players build and change."""

    key = "circuitry"
    title = "Circuitry"
    summary = "Build a circuit board, turn and slide it under each other's pawns, and carry your charge home."
    turn_word = "round"
    seats = (2, 3, 4, 5, 6)
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    options: ClassVar[tuple[RuleOption, ...]] = OPTIONS
    pre_move_classes: ClassVar[tuple[type[PreMove], ...]] = pre_moves.PRE_MOVES
    landmarks: ClassVar[Mapping[str, str]] = {
        "Delivered": "a charge is delivered",
        "ChargeTaken": "a charge is captured",
        "Charged": "a charge is taken up",
        "PlayerLeft": "a player leaves",
    }
    endings: ClassVar[Mapping[str, str]] = {
        DELIVERY: "by delivering to the master node",
        STALEMATE: f"after {QUIET_ROUNDS} rounds without progress (rule 10.4)",
        LAST_RESORT: f"because the round limit was reached (round {LAST_ROUND}, rule 10.3)",
    }

    scripts: ClassVar[Mapping[str, Script]] = SCRIPTS
    goals = GOALS
    voice = VOICE
    lookahead = 2
    plan = 7

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = contents.read(content)
        self.cards = self.content.cards
        self.puzzles = CircuitryPuzzles(self.content)

    def faults(self, seats: int, options: Mapping[str, str]) -> list[str]:
        return Variant.of(options).faults(seats)

    def teams(self, seats: int, options: Mapping[str, str]) -> tuple[tuple[Seat, ...], ...]:
        return teams(Variant.of(options), seats)

    def deal(
        self,
        *,
        seats: int,
        options: Mapping[str, str],
        decks: Sequence[Sequence[CardId]],
        seed: int,
    ) -> CircuitryState:
        """3.1 to 3.4 Lay card #1, deal the cards and form the decks; pass the charge-point cards on (11.9)."""
        circuits = self.content.circuits
        g = CircuitryState(
            phase=TURNS[0],
            turn=1,
            random=split(seed, 0),
            events=[],
            variant=Variant.of(options),
            sides=(),
            board=Board((Placed(circuits[HUB], Cell(0, 0), Way.A0),)),
            active=0,
            played=0,
            laid=False,
            gifts=0,
            stirred=0,
            touched=(),
            touched_before=(),
            gold=[card for card in self.content.minis if not card.green for _ in range(card.copies)],
            gold_discard=[],
            piles={card.id: [card] * card.copies for card in self.content.greens},
            green_discard=[],
            active_green=[],
            unused=(),
        )
        charge_cards = [circuits[number] for number in contents.CHARGE_CARDS]
        others = [card for card in circuits.values() if card.number > contents.CHARGE_CARDS[-1]]
        for deck in (charge_cards, others, g.gold):
            g.shuffle(deck)
        g.sides = tuple(_side(card) for card in charge_cards[:seats])
        if not g.variant.chosen:
            g.events += [ChargeCardDealt(seat=seat, colour=side.colour) for seat, side in enumerate(g.sides)]
            if g.variant.passed:
                pass_on(g)
        for seat, side in enumerate(g.sides):
            drawn = sorted((others.pop() for _ in range(HAND)), key=BY_NUMBER)
            side.circuits = sorted([*side.circuits, *drawn], key=BY_NUMBER)
            gold = 0 if g.variant.plain else GOLD_AT_START[seats][seat]
            minis = sorted((g.gold.pop() for _ in range(gold)), key=BY_ORDER)
            side.minis = minis
            g.events.append(drew(seat, ids([*drawn, *minis])))
        if g.variant.chosen:
            g.unused = tuple(charge_cards[seats:])
            g.phase = Choosing((0,))
        else:
            g.phase = begin_turn(g, 0)
        return g

    def view(self, g: CircuitryState, seat: Seat | None) -> CircuitryView:
        return observation.observe(self.content, g, seat)

    def hidden_orders(self, g: CircuitryState) -> Sequence[list[Any]]:
        return [[] if g.open_gold else g.gold, [] if g.open_green else g.active_green]

    def determinize(self, view: CircuitryView, random: int) -> CircuitryState:
        return observation.determinize(self.content, view, random)

    def label(self, view: CircuitryView, words: tuple[str, ...]) -> Label:
        return labels.label(self.content, view, words)

    prompt = staticmethod(sentences.prompt)
    aim = staticmethod(sentences.aim)
    tip = staticmethod(tips.tip)
    advised = staticmethod(tips.advised)
    plain = staticmethod(tips.plain)
    offers = staticmethod(pre_moves.offers)
    evaluate = staticmethod(evaluate)
    sound = staticmethod(greedy.sound)
    fast_policy = staticmethod(greedy.fast_policy)
    greedy = staticmethod(greedy.choose)

    def score(self, view: CircuitryView, seat: Seat) -> str:
        return f"{view.sides[seat].delivered} delivered"

    def forfeit_seat(self, g: CircuitryState, seat: Seat) -> Phase | None:
        """10.5 Let the match go on without this seat if at least two players or teams stay."""
        return leaving.forfeit_seat(g, seat)

    def react(self, view: CircuitryView, random: int) -> Action | None:
        return greedy.react(view)

    def fast_reaction(self, g: CircuitryState) -> tuple[Seat, Action] | None:
        active = g.sides[g.active]
        if active.carried and not active.inhibited:  # the quick player only inhibits a pawn that carries a charge
            for seat in g.opponents(g.active):
                can_react = seat not in g.phase.waiting and g.phase.reactions(g, seat)
                if can_react and (reaction := self.react(self.view(g, seat), 0)):
                    return seat, reaction
        return None


def _side(card: CircuitCard) -> Side:
    """3.1, 3.2 Return a player with this charge-point card, whose pawn stands on its node of #1."""
    assert card.charge is not None
    return Side(
        colour=card.charge,
        node=names(HUB)[card.charge],
        minis=[],
        circuits=[card],
        shown=(),
        carried=(),
        delivered=0,
        inhibited=0,
    )
