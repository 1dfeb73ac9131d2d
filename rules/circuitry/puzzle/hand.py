"""The solver's hand: how many action cards it has, and what its movement cards can still pay for."""

from collections import Counter
from typing import Final

from rules.circuitry.cards import BLACK
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.layout import COLOUR, COLOURS, INDEX
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.core.cards import CardId

KINDS: Final = ("rotate", "flip", "swap", "slide", "force", "portal", "exchange", "place")
"""The kinds of cards other than movement cards. `place` stands for a circuit card."""
ROTATE, FLIP, SWAP, SLIDE, FORCE, PORTAL, EXCHANGE, PLACE = range(len(KINDS))
CHANGES: Final = (ROTATE, FLIP, SWAP, SLIDE, PLACE)
"""The kinds of cards that change only the board."""
PLACING: Final = (SWAP, SLIDE, PLACE)
"""The kinds of cards that move a card or lay one."""
OPENS: Final = {SLIDE: (SLIDE, PLACE), PLACE: (SLIDE, SWAP)}
"""For a kind of card, the kinds of changes that it may make possible. The order of such changes matters
(`changes.depends`).
"""
WHERE: Final = (SLIDE, PLACE)
"""The kinds of cards whose options depend only on where circuit cards lie, and not on pawns."""

Actions = tuple[int, ...]
"""The number of cards of each kind in `KINDS`."""
Demands = int
"""For each colour, the number of steps, charges and jumps so far that must be paid with cards of that colour, or black
ones.

Each colour has four bits of the integer. The steps of the player's own pawn take any card, so they do not count.
"""

_WANTED: Final = tuple(1 << 4 * colour for colour in range(COLOURS))
"""By colour: the number that adds one card of the colour to the demands."""
NEVER: Final = 99
"""A number of movement cards that no hand has."""


class Left:
    """The hand at some point of a solution, without the number of its movement cards.

    Equal values of the same `Hand` are the same object.
    """

    __slots__ = ("_asking", "_hand", "_spent", "actions", "budget", "changes", "demands", "needs", "useful")

    def __init__(self, hand: "Hand", actions: Actions, demands: Demands) -> None:
        self._hand = hand
        self._spent: list[Left | None] = [None] * len(KINDS)
        self._asking: list[Left | None] = [None] * COLOURS
        self.actions = actions
        self.demands = demands
        """The colours that movement cards had to match so far."""
        self.budget = hand.cards - sum(actions)
        """The number of movement cards at the start, plus the number of action cards played since."""
        self.changes = tuple(kind for kind in CHANGES if actions[kind])
        """The kinds of cards in the hand that change the board."""
        self.useful = hand.useful(actions, carries=False), hand.useful(actions, carries=True)
        """The number of action cards that can still be of use: first if the pawn has no charge, then if it has one."""
        self.needs = hand.needs(self, carries=False), hand.needs(self, carries=True)
        """The minimum number of movement cards for charging and delivering: first if the pawn has no charge, then if it
        has one.

        The number is `NEVER` if the hand cannot pay for these.
        """

    def can_take(self, carries: bool) -> bool:
        """Return whether the hand can still take a charge from another pawn."""
        return not carries and self.useful[False] > self.useful[True]

    def spent(self, kind: int) -> "Left":
        """Return the hand after one action card of this kind was played."""
        hand_after = self._spent[kind]
        if hand_after is None:
            actions = self.actions
            fewer = (*actions[:kind], actions[kind] - 1, *actions[kind + 1 :])
            hand_after = self._spent[kind] = self._hand.left(fewer, self.demands)
        return hand_after

    def asking(self, colour: int) -> "Left":
        """Return the hand after a step that must be paid with this colour, or black."""
        hand_after = self._asking[colour]
        if hand_after is None:
            hand_after = self._asking[colour] = self._hand.left(self.actions, self.demands + _WANTED[colour])
        return hand_after


class Hand:
    """The hand at the start of a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        counts = Counter(puzzle.minis)
        circuits = int(puzzle.circuit is not None)
        me, *others = puzzle.pawns
        self._colour = INDEX[me.colour]
        self._aim = puzzle.goal.aim
        self._is_alone = not others
        self._can_take = any(pawn.carries for pawn in others)
        self.coloured = tuple(counts[CardId(colour.word)] for colour in COLOUR)
        self.black = counts[CardId(BLACK)]
        self.movement = sum(self.coloured) + self.black
        self._known: dict[tuple[Actions, Demands], Left] = {}
        actions = tuple(circuits if kind == "place" else counts[CardId(kind)] for kind in KINDS)
        self.cards = self.movement + sum(actions)
        self.start = self.left(actions, 0)

    def left(self, actions: Actions, demands: Demands) -> Left:
        """Return the one object for a hand with these action cards and demands."""
        rest_of_hand = self._known.get((actions, demands))
        if rest_of_hand is None:
            rest_of_hand = self._known[actions, demands] = Left(self, actions, demands)
        return rest_of_hand

    def useful(self, actions: Actions, *, carries: bool) -> int:
        """Return how many of these action cards can still be of use."""
        count = sum(actions)
        if self._is_alone:
            count -= actions[FORCE]
        if carries or not self._can_take:
            count -= actions[EXCHANGE]
        return count

    def needs(self, left: Left, *, carries: bool) -> int:
        """Return the minimum number of movement cards for charging and delivering.

        Return `NEVER` if the cards cannot pay for all demands, including those of charging and delivering.
        """
        delivers, demands = int(self._aim is Aim.DELIVER), left.demands
        count = delivers
        if self._aim is not Aim.REACH and not carries and not (left.actions[EXCHANGE] and self._can_take):
            count, demands = delivers + 1, demands + _WANTED[self._colour]
        return count if self._short(demands) <= self.black - delivers else NEVER

    def is_payable(self, left: Left, cost: int) -> bool:
        """Return whether the movement cards suffice for all demands, after `cost` cards were played in all."""
        return cost <= left.budget and self._short(left.demands) <= self.black

    def _short(self, demands: Demands) -> int:
        """Return the number of black cards that the hand needs for these demands."""
        return sum(max(0, (demands >> 4 * colour & 15) - self.coloured[colour]) for colour in range(COLOURS))
