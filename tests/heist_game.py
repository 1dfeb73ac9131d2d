"""Another game for tests: two to six thieves share one pot, alone or in pairs, and some have a secret bell.

It has features that the tiny game lacks: turns, a phase with reactions, teams, and options that do not suit every
number of players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final

from rules.core import events, rng
from rules.core.cards import Card, CardId, ids, without
from rules.core.content import read_cards
from rules.core.events import Event, Seat, drew
from rules.core.game import Game, Label
from rules.core.narration import Cards, Names
from rules.core.notation import Action
from rules.core.options import RuleOption
from rules.core.play import Outcome, Over, Phase, State, View, common_fields, phase_of
from rules.core.pre_moves import PreMove
from rules.core.tags import LATER
from rules.core.words import counted

CARDS: Final = read_cards({"cards": {"stone": {"name": "Stone"}, "bell": {"name": "Bell"}}}, {"cards": Card})
STONE, BELL = CARDS.values()
COINS: Final = 6
"""Coins in the pot for each thief."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take coins out of the pot."""

    open: ClassVar[bool] = True
    coins: Annotated[int, "1 or 2"]


@dataclass(frozen=True, slots=True)
class Tip(Action):
    """Put a coin back, or none."""

    coins: Annotated[int, "0 or 1"]


@dataclass(frozen=True, slots=True)
class Ring(Action):
    """Ring your bell, out of turn, and take coins before anyone can stop you."""

    coins: Annotated[int, "1 or 2"]


@dataclass(frozen=True, slots=True)
class KeepAll(PreMove):
    """Put nothing back."""

    text: ClassVar[str] = "Put nothing back"
    clause: ClassVar[str] = "1.2"

    def holds(self, view: "HeistView") -> bool:
        return view.outcome is None

    def answer(self, view: "HeistView") -> Tip | None:
        return Tip(0) if view.phase == "Tipping" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(events.Played, tag="Played"):
    template = "{seat:player} rings a bell!"


@dataclass(frozen=True, slots=True, kw_only=True)
class Took(Event, tag="Took"):
    seat: Seat
    coins: int

    def narrate(self, names: Names, cards: Cards) -> str:
        if self.coins < 0:
            return f"{names[self.seat]} puts {counted(-self.coins, 'coin')} back."
        return f"{names[self.seat]} takes {counted(self.coins, 'coin')}."


@dataclass(slots=True)
class HeistState(State, tag="HeistState"):
    pot: int
    coins: list[int]
    hands: list[list[Card]]
    used: list[Card]
    box: list[Card]
    """The undealt cards."""
    pairs: bool
    left: tuple[Seat, ...] = field(default=(), metadata=LATER)
    """Forfeited seats."""

    def take(self, seat: Seat, coins: int) -> None:
        self.pot -= coins
        self.coins[seat] += coins
        self.events.append(Took(seat=seat, coins=coins))


@dataclass(frozen=True, slots=True)
class ReactionPhase(Phase):
    allows_reactions: ClassVar[bool] = True

    def reactions(self, g: HeistState, seat: Seat) -> Sequence[Ring]:
        """1.3 A player with a bell may ring it at any time in another player's turn."""
        rings = BELL in g.hands[seat] and seat not in g.left
        return tuple(Ring(coins) for coins in (1, 2) if coins <= g.pot) if rings else ()

    def could_react(self, g: HeistState, seat: Seat) -> bool:
        return bool(g.hands[seat]) and seat not in g.left

    def ring(self, g: HeistState, seat: Seat, coins: int) -> Phase:
        g.hands[seat].remove(BELL)
        g.used.append(BELL)
        g.events.append(Played(seat=seat, card=BELL.id))
        g.take(seat, coins)
        return self if g.pot else end(g)


@dataclass(frozen=True, slots=True)
class Taking(ReactionPhase, tag="Taking"):
    """1.1 In turn, every player takes one or two coins."""

    clause: ClassVar[str] = "1.1"

    def options(self, g: HeistState, seat: Seat) -> Sequence[Take]:
        return tuple(Take(coins) for coins in (1, 2) if coins <= g.pot)

    def play(self, g: HeistState, seat: Seat, action: Take | Tip | Ring) -> Phase:
        if isinstance(action, Ring):
            return self.ring(g, seat, action.coins)
        g.take(seat, action.coins)
        if not g.pot:
            return end(g)
        return Tipping((seat,)) if action.coins > 1 else following(g, seat)


@dataclass(frozen=True, slots=True)
class Tipping(ReactionPhase, tag="Tipping"):
    """1.2 A player who took two coins may put one back."""

    clause: ClassVar[str] = "1.2"

    def options(self, g: HeistState, seat: Seat) -> Sequence[Tip]:
        return Tip(0), Tip(1)

    def play(self, g: HeistState, seat: Seat, action: Take | Tip | Ring) -> Phase:
        if isinstance(action, Ring):
            return self.ring(g, seat, action.coins)
        if action.coins:
            g.take(seat, -1)
        return following(g, seat)


def following(g: HeistState, seat: Seat) -> Taking:
    after = seat
    while True:
        after = (after + 1) % len(g.coins)
        g.turn += after == 0
        if after not in g.left:
            return Taking((after,))


def end(g: HeistState) -> Over:
    """1.4 The empty pot ends the match. Pairs, who sit opposite each other, count their coins together (1.5)."""
    coins = g.coins
    if g.pairs:
        coins = [own + coins[(seat + len(coins) // 2) % len(coins)] for seat, own in enumerate(coins)]
    return Over((), Outcome.by("pot", [-1 if seat in g.left else own for seat, own in enumerate(coins)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class HeistView(View):
    pot: int
    coins: tuple[int, ...]
    hand: tuple[CardId, ...]
    hands: tuple[int, ...]
    used: int
    """Number of bells rung so far."""
    pairs: bool
    left: tuple[Seat, ...]


class Heist(Game):
    key = "heist"
    title = "Heist"
    summary = "The most coins win; beware of bells."
    seats = (2, 3, 4, 5, 6)
    actions: ClassVar[tuple[type[Action], ...]] = (Take, Tip, Ring)
    options = (RuleOption(name="sides", values=("alone", "pairs"), summary="Who wins together.", clause="1.5"),)
    endings: ClassVar[Mapping[str, str]] = {"pot": "by coins"}

    def __init__(self, content: Mapping[str, Any] | None = None) -> None:
        self.cards = CARDS

    def faults(self, seats: int, options: Mapping[str, str]) -> list[str]:
        odd = options["sides"] == "pairs" and seats not in (4, 6)
        return ["Pairs are for four or six thieves (rule 1.5)."] if odd else []

    def teams(self, seats: int, options: Mapping[str, str]) -> tuple[tuple[Seat, ...], ...]:
        if options["sides"] == "alone":
            return super().teams(seats, options)
        return tuple((seat, seat + seats // 2) for seat in range(seats // 2))

    def deal(
        self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int
    ) -> HeistState:
        box = [BELL, STONE] * seats
        phase = Taking((0,))
        g = HeistState(phase, 1, seed, [], COINS * seats, [0] * seats, [], [], box, options["sides"] == "pairs")
        g.shuffle(g.box)
        for seat in range(seats):
            g.hands.append([g.box.pop()])
            g.events.append(drew(seat, ids(g.hands[seat])))
        return g

    def view(self, g: HeistState, seat: Seat | None) -> HeistView:
        return HeistView(
            **common_fields(g, seat),
            pot=g.pot,
            coins=tuple(g.coins),
            hand=() if seat is None else ids(g.hands[seat]),
            hands=tuple(map(len, g.hands)),
            used=len(g.used),
            pairs=g.pairs,
            left=g.left,
        )

    def forfeit_seat(self, g: HeistState, seat: Seat) -> Phase | None:
        """1.6 Without teams, two or more others play on; the coins of a player who leaves go back into the pot."""
        staying = len(g.coins) - len(g.left) - 1
        if g.pairs or staying < 2:
            return None
        g.left = (*g.left, seat)
        g.take(seat, -g.coins[seat])
        return following(g, seat) if seat in g.phase.waiting else g.phase

    def determinize(self, view: HeistView, random: int) -> HeistState:
        random = rng.split(random, 1)
        own = [CARDS[card] for card in view.hand]
        unseen = without([BELL, STONE] * len(view.coins), [*own, *[BELL] * view.used])
        random = rng.shuffle(random, unseen)
        hands = [
            own if seat == view.seat else [unseen.pop() for _ in range(count)] for seat, count in enumerate(view.hands)
        ]
        phase = phase_of(view, Taking, Tipping)
        rest = (view.pot, list(view.coins), hands, [BELL] * view.used, unseen, view.pairs, view.left)
        return HeistState(phase, view.turn, random, list(view.events), *rest)

    def label(self, view: HeistView, words: tuple[str, ...]) -> Label:
        match words:
            case (_, coins):
                return Label(text=counted(int(coins), "coin"))
            case ("take",):
                return Label(text="Take")
            case ("tip",):
                return Label(text="Put back")
            case _:
                return Label(text="Ring your bell", detail="Takes coins out of turn.")

    def prompt(self, view: HeistView, names: Sequence[str]) -> str:
        if view.outcome:
            return "The match is over."
        (asked,) = view.waiting
        what = "take one or two coins" if view.phase == "Taking" else "put a coin back, or none"
        if view.seat == asked:
            return f"{what.capitalize()}."
        return f"{names[asked]} is to {what}{'; you may ring your bell' if view.options else ''}."

    def greedy(self, view: HeistView, random: int) -> Action:
        return view.options[-1] if view.phase == "Taking" else view.options[0]

    def react(self, view: HeistView, random: int) -> Action | None:
        return view.options[-1] if view.pot <= COINS else None

    def fast_reaction(self, g: HeistState) -> tuple[Seat, Action] | None:
        for seat in range(len(g.coins)):
            if seat not in g.phase.waiting and g.phase.reactions(g, seat) and g.pot <= COINS:
                return seat, g.phase.reactions(g, seat)[-1]
        return None


class PatientHeist(Heist):
    """A heist with pre-moves."""

    pre_move_classes = (KeepAll,)

    def offers(self, view: HeistView) -> Sequence[PreMove]:
        return () if view.seat is None or view.seat in view.left or view.outcome else (KeepAll(),)
