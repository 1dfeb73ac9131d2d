"""The quick player of Circuitry. It gathers cards until it has enough for an attempt, and takes a charge only when it
can bring the charge home. It prefers actions that bring it nearer to winning, or set its rivals back.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby
from typing import ClassVar, Final, Self, TypeVar

from rules.circuitry import actions as a
from rules.circuitry import pawn_choices
from rules.circuitry.board import Board, number_of
from rules.circuitry.cards import BLACK
from rules.circuitry.legal import CHARGE, GOLD, TWO_GOLD
from rules.circuitry.limits import HELD
from rules.circuitry.plan import CUT_OFF, remaining
from rules.circuitry.quick_evaluation import NEAR, Evaluation
from rules.circuitry.view import CircuitryView
from rules.core import rng
from rules.core.notation import Action

A = TypeVar("A", bound=Action)

_ENOUGH: Final = 9
"""The quick player stops gathering once it holds this many movement cards."""
_FULL: Final = HELD
"""The quick player also stops gathering once it holds this many mini cards, if the number of cards held is limited
(11.12).
"""
_GATHERS: Final = 6
"""The round after which the quick player no longer gathers."""
_LATE: Final = 12
"""From this round on, the quick player also takes a charge that it cannot bring home yet."""
_CROWD: Final = 6
"""The number of players from which on the quick player walks home with too few cards, rather than wait for more."""
_STILL: Final = 3
"""The number of rounds without progress after which the quick player takes such a charge, too."""
_CHANGES: Final = ("rotate", "flip", "swap", "slide")
"""The names of the cards that change the board."""
_TAKEN: Final = 3.0
"""The minimum number of steps that a green card must gain to be taken, since a gold card would be taken instead."""
_PLAYED: Final = 1.0
"""The minimum number of steps that an action card of the hand must gain to be played."""


def sound(view: CircuitryView) -> Sequence[Action]:
    """Return the options that a good player would consider (`Game.sound`).

    Nobody gives up their only charge to end an Inhibit, or ends a turn in which an Exchange could take a charge that
    they need, at once or after a jump.
    """
    if view.phase != "Turn" or view.seat is None:
        return view.options
    stupid = ((a.Discharge,) if len(view.own.carried) == 1 else ()) + ((a.Done,) if _can_take_charge(view) else ())
    return [action for action in view.options if not isinstance(action, stupid)] if stupid else view.options


def _can_take_charge(view: CircuitryView) -> bool:
    own, team = view.own, view.team(view.own.seat)
    holds = any(mini.id == "exchange" for mini in view.minis)
    if not holds or len(own.carried) >= view.variant.charges - view.delivered(own.seat):
        return False
    victims = {side.colour: side.node for side in view.sides if side.carried and side.seat not in team}
    beside = {node for stands in victims.values() for node in view.board.neighbours(stands)}
    return any(
        (isinstance(action, a.Exchange) and action.pawn in victims)
        or (isinstance(action, a.Portal) and action.node in beside)
        for action in view.options
    )


def choose(view: CircuitryView, random: int) -> Action:
    """Choose one of the view's options."""
    return Planner.of(view, random).choice()


def fast_policy(view: CircuitryView, random: int) -> Action:
    """Choose one of the view's options in less time, without trying most changes of the board."""
    return HastyPlanner.of(view, random).choice()


def react(view: CircuitryView) -> Action | None:
    """Inhibit an opponent who is about to win (9.1), or give a black card to a team-mate who needs it (11.6)."""
    steps = Evaluation(view).steps
    for action in view.options:
        match action:
            case a.Inhibit(pawn):
                side = view.side_of(pawn)
                if side.carried and steps[side.seat] <= NEAR and not side.inhibited and side.seat == view.active:
                    return action
            case a.Give(pawn, card):
                side = view.side_of(pawn)
                if card == BLACK and side.carried and not view.own.carried and not view.gifts:
                    return action
    return None


@dataclass
class Planner:
    """One decision of the quick player."""

    tried: ClassVar[int] = 14
    """The maximum number of board changes that are tried for each kind of card."""
    at: Evaluation
    kinds: Mapping[type[Action], Sequence[Action]]
    """The options by class."""
    random: int

    @classmethod
    def of(cls, view: CircuitryView, random: int) -> Self:
        """Return the planner for this view, with the options grouped by class."""
        kinds: dict[type[Action], list[Action]] = {}
        for kind, actions in groupby(view.options, type):
            kinds.setdefault(kind, []).extend(actions)
        return cls(Evaluation(view), kinds, random)

    def choice(self) -> Action:
        """Return one of the options."""
        if a.LetBe in self.kinds:
            return react(self.view) or self.kinds[a.LetBe][0]
        if a.Choose in self.kinds:
            chooses = self._of(a.Choose)
            return next((action for action in chooses if action.colour is self.at.own.colour), chooses[0])
        if a.Take in self.kinds:
            return self._take()
        if a.Discard in self.kinds:
            return min(self._of(a.Discard), key=lambda action: (action.card == CHARGE, self.at.value(action.card)))
        if a.TurnOver in self.kinds:
            return min(self._of(a.TurnOver), key=self._after_turning)
        return self._play() or (self.kinds[a.Done][0] if a.Done in self.kinds else self.view.options[-1])

    @property
    def view(self) -> CircuitryView:
        return self.at.view

    def _of(self, kind: type[A]) -> Sequence[A]:
        return self.kinds.get(kind, ())  # type: ignore[return-value] # sorted by kind

    @cached_property
    def gathers(self) -> bool:
        """Whether the player is still gathering cards. While it is, it neither walks nor lays circuit cards."""
        view, own_side = self.view, self.at.own
        if view.variant.passed or own_side.carried or own_side.delivered or view.turn > _GATHERS:
            return False
        return not self.is_full and sum(self.at.movement.values()) < _ENOUGH

    @property
    def is_full(self) -> bool:
        """11.12 Whether the player holds as many mini cards as allowed."""
        return self.view.variant.restricted and len(self.view.minis) >= _FULL

    def dares(self, charge: a.Charge) -> bool:
        """Return whether to take this charge. A charge that the player cannot bring home invites opponents to steal it
        or to inhibit the player, so it is taken only late in the match, before a standstill would end it (10.4), or
        when the hand has no room for more cards (11.12). In a crowd the next turn is far, so a black card for the
        delivery is enough.
        """
        view, at = self.view, self.at
        ready = at.keeps_black if len(view.sides) >= _CROWD else at.brings_home
        if self.is_full and at.keeps_black(charge.card):
            return True
        return ready(charge.card) or view.turn >= _LATE or view.turn - view.stirred >= _STILL

    def _play(self) -> Action | None:
        """Return the most urgent action, or None to play nothing more this turn."""
        gathers, at = self.gathers, self.at
        return (
            (None if gathers else pawn_choices.unblock(at, self._of(a.Force)))
            or self._charge()
            or self._free()
            or (None if gathers else self._lay())
            or pawn_choices.take_charge(at, self._of(a.Exchange), self._of(a.Move), self._of(a.Portal))
            or self._change_board()
            or (None if gathers else pawn_choices.walk(at, self._of(a.Move), self._of(a.Portal)))
            or pawn_choices.force_leader(at, (*self._of(a.Force), *self._of(a.PortalForce)))
            or pawn_choices.inhibit_leader(at, self._of(a.Inhibit))
        )

    # Cards

    def _take(self) -> Action:
        """Take a gold card for moving and delivering. Take a green one only for a change that gains enough steps at
        once, or while gathering only if the rival is about to win.
        """
        takes = {action.pile: action for action in self._of(a.Take)}
        if self.gathers and not self.at.is_urgent and GOLD in takes:
            return takes.get(TWO_GOLD) or takes[GOLD]
        if pile := self._useful(takes):
            return takes[pile]
        if TWO_GOLD in takes and not self.at.is_equipped:
            return takes[TWO_GOLD]
        return takes.get(GOLD) or next(iter(takes.values()))

    def _useful(self, piles: Collection[str]) -> str | None:
        """Return the pile whose card would gain the most steps at once, or None if no card gains enough."""
        minis = [mini.id for mini in self.view.minis]
        gains = {"force": pawn_choices.gain_by_force(self.at)}
        if self.at.is_equipped or not pawn_choices.jump_price(self.at):
            gains["portal"] = pawn_choices.gain_by_portal(self.at)
        if (self.at.is_equipped or self.at.is_urgent) and not any(pile in minis for pile in _CHANGES):
            gains |= {pile: gain for pile, (gain, _) in self._changes(self._all_changes()).items()}
        useful = {pile: gain for pile, gain in gains.items() if pile in piles and pile not in minis}
        best = max(useful, key=useful.__getitem__, default=None)
        return best if best is not None and useful[best] >= _TAKEN else None

    def _all_changes(self) -> Mapping[type[Action], Sequence[Action]]:
        """Return every change of the board that a card of each kind could make if it were in the hand (8.1 to 8.5)."""
        board = self.view.board
        numbers = [placed.card.number for placed in board.placed[1:]]
        occupied = {number_of(side.node) for side in self.view.sides if side.node}
        free = [number for number in numbers if number not in occupied]
        return {
            a.Rotate: [a.Rotate(number) for number in numbers],
            a.Flip: [a.Flip(number) for number in free],
            a.Swap: [a.Swap(first, second) for first, second in combinations(sorted(free), 2)],
            a.Slide: [a.Slide(number, cell) for number, cells in board.slides.items() for cell in cells],
        }

    def _charge(self) -> Action | None:
        """Deliver, or take charges that the player still needs."""
        if deliveries := self._of(a.Deliver):
            return max(deliveries, key=lambda action: (action.count, action.card != BLACK))
        room = self.at.needed - len(self.at.own.carried)
        charges = [charge for charge in self._of(a.Charge) if charge.count <= room]
        best = max(charges, key=lambda action: (action.count, action.card != BLACK), default=None)
        return best if best is not None and self.dares(best) else None

    def _free(self) -> Action | None:
        """End the player's own Inhibit by a Free, or by giving up one of several charges."""
        own_side = self.at.own
        if not own_side.inhibited:
            return None
        frees = [free for free in self._of(a.Free) if free.pawn is own_side.colour]
        discharges = self._of(a.Discharge) if len(own_side.carried) > 1 else ()
        return next(iter((*frees, *discharges)), None)

    # The board

    def _after_turning(self, action: a.TurnOver) -> float:
        """Return the number of steps to a delivery if card 1 is turned over about this axis."""
        end = dict(self.view.ends)[action.axis]
        return remaining(self.view, self.view.board.over(action.axis), self.at.own, end)

    def _lay(self) -> Action | None:
        """Lay the card that helps most: the player's own charge point first, those of others last.

        A card that would only harm the player is not laid, unless it is the player's own charge point or some card must
        be laid.
        """
        places = self._of(a.Place)
        if not places:
            return None
        cards = {card.number: card for card in self.view.circuits}
        plain = [place for place in places if not cards[place.card].charge]
        own_charge_point = [place for place in places if cards[place.card].charge is self.at.own.colour]

        def board(place: a.Place) -> Board:
            return self.view.board.laid(cards[place.card], place.cell, place.way)

        gain, best = self._best(self._some(own_charge_point or plain or places), board)
        must = own_charge_point or self.view.variant.passed or a.Done not in self.kinds
        return best if gain >= 0 or must else None

    def _change_board(self) -> Action | None:
        """Rotate, flip, swap or slide a card, if that gains enough steps."""
        gain, best = max(self._changes(self.kinds).values(), key=lambda change: change[0])
        return best if gain >= _PLAYED else None

    def _changes(self, kinds: Mapping[type[Action], Sequence[Action]]) -> Mapping[str, tuple[float, Action | None]]:
        """Return for each kind of card the number of steps that its best change of the board gains, and that change."""

        def some(kind: type[A]) -> list[A]:
            return self._some(kinds.get(kind, ()))  # type: ignore[arg-type] # sorted by kind

        board = self.view.board
        return {
            "rotate": self._best(some(a.Rotate), lambda r: board.with_way(r.circuit, board.at(r.circuit).way.rotated)),
            "flip": self._best(some(a.Flip), lambda f: board.with_way(f.circuit, board.at(f.circuit).way.flipped)),
            "swap": self._best(some(a.Swap), lambda s: board.swapped(s.first, s.second)),
            "slide": self._best(some(a.Slide), lambda s: board.slid(s.circuit, s.cell)),
        }

    def _some(self, actions: Sequence[A]) -> list[A]:
        """Return a random sample of at most `tried` actions."""
        left = list(actions)
        self.random = rng.shuffle(self.random, left)
        return left[: self.tried]

    def _best(self, some: Iterable[A], changed: Callable[[A], Board]) -> tuple[float, A | None]:
        """Return the highest number of steps that one of these actions gains by changing the board, and that action."""
        best: tuple[float, A | None] = (-CUT_OFF, None)
        for action in some:
            gain = self.at.gain(changed(action))
            if gain > best[0]:
                best = (gain, action)
        return best


class HastyPlanner(Planner):
    """A planner for rollouts. It is faster, since it tries fewer options."""

    tried: ClassVar[int] = 4

    def _useful(self, piles: Collection[str]) -> str | None:  # so it takes gold
        return None

    def _change_board(self) -> Action | None:
        return None
