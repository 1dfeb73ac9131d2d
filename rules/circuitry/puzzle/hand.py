"""A hand by the roles of its cards: its action cards, and what its movement cards can still pay."""

from collections import Counter
from typing import Final

from rules.circuitry.cards import BLACK
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.layout import COLOUR, COLOURS, INDEX
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.core.cards import CardId

KINDS: Final = ("rotate", "flip", "swap", "slide", "force", "portal", "exchange", "place")
"""The kinds of cards besides movement cards; `place` is a circuit card."""
ROTATE, FLIP, SWAP, SLIDE, FORCE, PORTAL, EXCHANGE, PLACE = range(len(KINDS))
CHANGES: Final = (ROTATE, FLIP, SWAP, SLIDE, PLACE)
"""The kinds of action that change only the board."""
PLACING: Final = (SWAP, SLIDE, PLACE)
"""The kinds of action that change where cards lie."""
OPENS: Final = {SLIDE: (SLIDE, PLACE), PLACE: (SLIDE, SWAP)}
"""By kind of action, the kinds that it may make possible, so that their order matters (`changes.depends`)."""
WHERE: Final = (SLIDE, PLACE)
"""The kinds whose options depend only on where cards lie, and not on pawns."""

Actions = tuple[int, ...]
"""The number of cards of each kind."""
Demands = int
"""The number of steps, charges and jumps so far for which each colour had to pay: by its own or by black cards.

Each colour takes four bits of the number. The pawn's own steps take any card, so they are not included.
"""

_WANTED: Final = tuple(1 << 4 * colour for colour in range(COLOURS))
"""The number to add to the demands for one more card of a colour."""
NEVER: Final = 99
"""More movement cards than any hand has."""


class Left:
    """A hand in the course of a solution, without the number of its movement cards.

    Equal values of the same hand are the same object.
    """

    __slots__ = ("_asking", "_hand", "_spent", "actions", "budget", "changes", "demands", "needs", "useful")

    def __init__(self, hand: "Hand", actions: Actions, demands: Demands) -> None:
        self._hand = hand
        self._spent: list[Left | None] = [None] * len(KINDS)
        self._asking: list[Left | None] = [None] * COLOURS
        self.actions = actions
        self.demands = demands
        """The colours that movement cards were asked for."""
        self.budget = hand.cards - sum(actions)
        """The number of movement cards at the start, plus that of action cards played since."""
        self.changes = tuple(kind for kind in CHANGES if actions[kind])
        """The kinds of cards that can change the board."""
        self.useful = hand.useful(actions, carries=False), hand.useful(actions, carries=True)
        """The number of action cards that can still be of use: without the charge, and with it."""
        self.needs = hand.needs(self, carries=False), hand.needs(self, carries=True)
        """The minimum number of movement cards for charging and delivering: without the charge, and with it.

        It is `NEVER` if they cannot be paid.
        """

    def can_take(self, carries: bool) -> bool:
        """Return whether a charge can still be taken from another pawn."""
        return not carries and self.useful[False] > self.useful[True]

    def spent(self, kind: int) -> "Left":
        """Return the hand with one action card of this kind less."""
        hand_after = self._spent[kind]
        if hand_after is None:
            actions = self.actions
            fewer = (*actions[:kind], actions[kind] - 1, *actions[kind + 1 :])
            hand_after = self._spent[kind] = self._hand.left(fewer, self.demands)
        return hand_after

    def asking(self, colour: int) -> "Left":
        """Return the hand after a step that asks for a card of this colour."""
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
        """Return the one object for these action cards and demands."""
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

        It is `NEVER` if the cards cannot pay for everything asked so far and still to be asked.
        """
        delivers, demands = int(self._aim is Aim.DELIVER), left.demands
        count = delivers
        if self._aim is not Aim.REACH and not carries and not (left.actions[EXCHANGE] and self._can_take):
            count, demands = delivers + 1, demands + _WANTED[self._colour]
        return count if self._short(demands) <= self.black - delivers else NEVER

    def is_payable(self, left: Left, cost: int) -> bool:
        """Return whether the movement cards suffice for all demands so far, if `cost` cards were played."""
        return cost <= left.budget and self._short(left.demands) <= self.black

    def _short(self, demands: Demands) -> int:
        """Return the number of black cards that these demands take."""
        return sum(max(0, (demands >> 4 * colour & 15) - self.coloured[colour]) for colour in range(COLOURS))
