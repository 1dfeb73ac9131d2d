"""Players that lean: the quick player, who does some things less or more often than it would by itself.

They are written in a line, `greedy:block=-100:early.attack=50:turn=12`: never blocks, and until turn 12 attacks in half
of all cases in which it can. What they lean to is a kind of action by its verb, or whatever uses a card, by its id.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.computer.quick import best_of
from rules.core.game import Game
from rules.core.notation import Action, words
from rules.core.play import View
from rules.core.rng import below, next_bits
from rules.core.words import together

PREFIX: Final = "greedy:"
EARLY: Final = "early"
LATE: Final = "late"
_LEAN: Final = re.compile(r"(?:(?P<part>early|late)\.)?(?P<to>[a-z0-9-]+)=(?P<percent>[+-]?[0-9]{1,3})")
_TURN: Final = re.compile(r"turn=(?P<turn>[0-9]{1,4})")
_HUNDRED: Final = 100


class LeaningError(ValueError):
    """Nobody leans like this; says why, in a line."""


@dataclass(frozen=True, slots=True)
class Lean:
    """A leaning to one thing."""

    to: str
    """A verb, or the id of a card."""
    percent: int
    """From -100, never unless there is nothing else to do, to 100, whenever it is possible."""
    part: str = ""
    """`EARLY` or `LATE`; "" for the whole match."""

    @property
    def words(self) -> str:
        """What a player who leans so does."""
        often = f"{abs(self.percent)} times of {_HUNDRED}"
        how = "never" if self.percent == -_HUNDRED else "always" if self.percent == _HUNDRED else often
        what = f"uses “{self.to}” {how} when it can" if how == "always" else f"{how} uses “{self.to}”"
        if how == often:
            what = f"{'insists on' if self.percent > 0 else 'does not think of'} “{self.to}” {often}"
        return what + {EARLY: " early on", LATE: " later on"}.get(self.part, "")

    def __str__(self) -> str:
        return f"{f'{self.part}.' if self.part else ''}{self.to}={self.percent}"


@dataclass(frozen=True, slots=True)
class Leaning:
    """All that a player leans to."""

    leans: tuple[Lean, ...]
    turn: int = 0
    """The last turn that is early."""

    @classmethod
    def parse(cls, game: Game, name: str) -> "Leaning":
        """From how it is written.

        Raises:
            LeaningError: it is not written so, or the game has no such verb or card.
        """
        verbs = [kind.verb for kind in game.actions]
        leans, turn = [], 0
        for part in name.removeprefix(PREFIX).split(":"):
            if found := _TURN.fullmatch(part):
                turn = int(found["turn"])
                continue
            found = _LEAN.fullmatch(part)
            if found is None or abs(int(found["percent"])) > _HUNDRED:
                raise LeaningError(f"{part!r} is no leaning: write block=-100, or early.attack=50:turn=12")
            if found["to"] not in verbs and found["to"] not in game.cards:
                raise LeaningError(f"{game.title} has no action or card {found['to']!r}; there is {', '.join(verbs)}")
            leans.append(Lean(found["to"], int(found["percent"]), found["part"] or ""))
        if not turn and any(lean.part for lean in leans):
            raise LeaningError("early and late need a last early turn: turn=12")
        return cls(tuple(leans), turn)

    @property
    def name(self) -> str:
        """How it is written."""
        return PREFIX + ":".join([*map(str, self.leans), *([f"turn={self.turn}"] if self.turn else [])])

    @property
    def words(self) -> str:
        """What the player does, in words that go on after "a player who"."""
        early = f" (early: up to turn {self.turn})" if any(lean.part for lean in self.leans) else ""
        return together([lean.words for lean in self.leans]) + early

    def decide(self, game: Game, view: View, random: int) -> Action:
        """What it does in a seat that is asked."""
        options, random = self._seen(view, random)
        return game.greedy(view, random) if len(options) == len(view.options) else best_of(game, view, options, random)

    def interrupt(self, game: Game, view: View, random: int) -> Action | None:
        """What it does in a seat that is not: what the quick player does, unless it leans away from that."""
        options, random = self._seen(view, random)
        action = game.interrupt(view, random)
        return action if action in options else None

    def _seen(self, view: View, random: int) -> tuple[Sequence[Action], int]:
        """What it thinks of now."""
        options = view.options
        for lean in self.leans:
            random, draw = below(random, _HUNDRED)
            if draw >= abs(lean.percent) or (lean.part and (lean.part == EARLY) != (view.turn <= self.turn)):
                continue
            kept = tuple(action for action in options if (lean.to in _said(action)) == (lean.percent > 0))
            options = kept or options
        random, bits = next_bits(random)
        return options, bits


@lru_cache(1 << 16)
def _said(action: Action) -> frozenset[str]:
    """The verb and the cards that an action names, and other words that are neither."""
    verb, *rest = words(action)
    return frozenset((verb, *(part for word in rest for part in word.split("+"))))
