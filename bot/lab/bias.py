"""Players that lean: the quick player, who does some things less or more often than it would by itself.

They are written in a line, `greedy:block=-100:take.gold=50@turn=..12@own.node=1`: never blocks, and in half of all
cases takes gold, if it can, up to turn 12 while its pawn stands on card 1. A player leans to a kind of action by its
verb, to actions of this kind that say a word (`take.gold`), or to whatever uses a card, by its id. Conditions are
readings of the view (`bot.lab.readings`) with a value, or with a range `2..5`, `2..` or `..5`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.computer.quick_player import best_of
from bot.lab import readings
from rules.core.game import Game
from rules.core.notation import Action, words
from rules.core.play import View
from rules.core.rng import below, split
from rules.core.words import together

PREFIX: Final = "greedy:"
_LEAN: Final = re.compile(r"(?P<verb>[a-z0-9-]+)(?:\.(?P<word>[a-z0-9,-]+))?=(?P<percent>[+-]?[0-9]{1,3})")
_CONDITION: Final = re.compile(
    r"(?P<reading>[a-z_]+(?:\.[a-z_]+)?)=(?:(?P<low>-?\d+)?\.\.(?P<high>-?\d+)?|(?P<value>[\w-]+))"
)
_HUNDRED: Final = 100


class LeaningError(ValueError):
    """Nobody leans like this; says why, in a line."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a reading of the view must be."""

    reading: str
    low: int | None = None
    high: int | None = None
    """A number at least and at most; None: there is no such limit."""
    word: str = ""
    """A word instead."""

    def holds(self, view: View) -> bool:
        """Return whether it is so now."""
        value = readings.read(view, self.reading)
        if self.word:
            return value == self.word
        if not isinstance(value, int):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def words(self) -> str:
        """What must be so, in words that go on after "while"."""
        place, _, name = self.reading.rpartition(".")
        of = {readings.OWN: "its own ", readings.OTHER: "another's ", readings.LEAD: "its lead in "}
        subject = of.get(place, f"{place} " if place else "") + name.replace("_", " ")
        if self.word or self.low == self.high:
            return f"{subject} is {self.word or self.low}"
        if self.low is None:
            return f"{subject} is at most {self.high}"
        if self.high is None:
            return f"{subject} is at least {self.low}"
        return f"{subject} is {self.low} to {self.high}"

    def __str__(self) -> str:
        if self.word or (self.low == self.high and self.low is not None):
            return f"{self.reading}={self.word or self.low}"
        low, high = ("" if end is None else end for end in (self.low, self.high))
        return f"{self.reading}={low}..{high}"

    @classmethod
    def parse(cls, game: Game, text: str) -> "Condition":
        """Return the condition that is written so.

        Raises:
            LeaningError: it is not written so, or the game's views have no such reading.
        """
        found = _CONDITION.fullmatch(text)
        if found is None or (found["value"] is None and not (found["low"] or found["high"])):
            raise LeaningError(f"{text!r} is no condition: write turn=..12, own.coins=3..5 or phase=Turn")
        if found["reading"] not in readings.known(game):
            raise LeaningError(
                f"{game.title} has no reading {found['reading']!r}; there is {', '.join(sorted(readings.known(game)))}"
            )
        if found["value"] is not None:
            number = int(found["value"]) if re.fullmatch(r"-?\d+", found["value"]) else None
            return cls(found["reading"], number, number, "" if number is not None else found["value"])
        low, high = (None if found[end] is None else int(found[end]) for end in ("low", "high"))
        return cls(found["reading"], low, high)


@dataclass(frozen=True, slots=True)
class Lean:
    """A leaning to one thing."""

    to: str
    """A verb, the id of a card, or a verb and a word of the action: “take.gold”."""
    percent: int
    """From -100, never unless there is nothing else to do, to 100, whenever it is possible."""
    conditions: tuple[Condition, ...] = ()
    """All of which must hold."""

    @property
    def words(self) -> str:
        """What a player who leans so does."""
        to, often = self.to.replace(".", " "), f"{abs(self.percent)} times of {_HUNDRED}"
        if abs(self.percent) == _HUNDRED:
            told = f"uses “{to}” always when it can" if self.percent > 0 else f"never uses “{to}”"
        else:
            told = f"{'insists on' if self.percent > 0 else 'does not think of'} “{to}” {often}"
        return told + (f" while {together([c.words for c in self.conditions])}" if self.conditions else "")

    def applies(self, view: View) -> bool:
        """Return whether all conditions hold."""
        return all(condition.holds(view) for condition in self.conditions)

    def kept(self, options: Sequence[Action]) -> Sequence[Action]:
        """Return the options that it leaves: all, if there would be none."""
        return tuple(action for action in options if (self.to in said(action)) == (self.percent > 0)) or options

    def __str__(self) -> str:
        return "@".join((f"{self.to}={self.percent}", *map(str, self.conditions)))


@dataclass(frozen=True, slots=True)
class Leaning:
    """All that a player leans to."""

    leans: tuple[Lean, ...]

    @classmethod
    def parse(cls, game: Game, name: str) -> "Leaning":
        """Return the leaning that is written so.

        Raises:
            LeaningError: it is not written so, or the game has no such verb, card or reading.
        """
        verbs = [kind.verb for kind in game.actions]
        leans = []
        for part in name.removeprefix(PREFIX).split(":"):
            text, *conditions = part.split("@")
            found = _LEAN.fullmatch(text)
            if found is None or abs(int(found["percent"])) > _HUNDRED:
                raise LeaningError(f"{text!r} is no leaning: write block=-100, or take.gold=50@turn=..12")
            if found["verb"] not in verbs and (found["word"] or found["verb"] not in game.cards):
                raise LeaningError(f"{game.title} has no action or card {found['verb']!r}; there is {', '.join(verbs)}")
            to = f"{found['verb']}.{found['word']}" if found["word"] else found["verb"]
            leans.append(Lean(to, int(found["percent"]), tuple(Condition.parse(game, text) for text in conditions)))
        return cls(tuple(leans))

    @property
    def name(self) -> str:
        """How it is written."""
        return PREFIX + ":".join(map(str, self.leans))

    @property
    def words(self) -> str:
        """What the player does, in words that go on after "a player who"."""
        return together([lean.words for lean in self.leans])

    def decide(self, game: Game, view: View, random: int) -> Action:
        """Return what it does in a seat that is asked: exactly what the quick player does, where no lean matters."""
        options = self._seen(view, random)
        return game.greedy(view, random) if len(options) == len(view.options) else best_of(game, view, options, random)

    def react(self, game: Game, view: View, random: int) -> Action | None:
        """Return what it does in a seat that is not asked: the same as the quick player, or nothing."""
        options = self._seen(view, random)
        action = game.react(view, random)
        return action if action in options else None

    def _seen(self, view: View, random: int) -> Sequence[Action]:
        """Return the options that it thinks of now."""
        options: Sequence[Action] = view.options
        for number, lean in enumerate(self.leans, start=1):
            thinks = abs(lean.percent) == _HUNDRED or below(split(random, number), _HUNDRED)[1] < abs(lean.percent)
            if thinks and len(options) > 1 and lean.applies(view):
                options = lean.kept(options)
        return options


@lru_cache(1 << 16)
def said(action: Action) -> frozenset[str]:
    """Return the verb of an action, the cards and other words that it names, and each of these after the verb."""
    verb, *rest = words(action)
    parts = [part for word in rest for part in word.split("+")]
    return frozenset((verb, *parts, *(f"{verb}.{part}" for part in parts)))
