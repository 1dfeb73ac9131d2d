"""Biased players: the quick player, made to do some things less or more often than usual.

A bias is written in a line, `greedy:block=-100:take.gold=50@turn=..12@own.node=1`: the player never blocks, and up to
turn 12, while its pawn stands on card 1, takes gold in half of all cases where it can. It can favour or avoid a kind of
action by its verb, actions of this kind with a certain word (`take.gold`), or every use of a card, by its id.
Conditions are readings of the view (`bot.lab.readings`) with a value, or with a range `2..5`, `2..` or `..5`.
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
    """The error for text that is not a valid bias; its message is one line."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A reading of the view, and the values that it must have."""

    reading: str
    low: int | None = None
    high: int | None = None
    """The maximum, as `low` is the minimum. None: no limit."""
    word: str = ""
    """The word that the reading must be; "" if it must be a number."""

    def holds(self, view: View) -> bool:
        """Return whether this view meets the condition."""
        value = readings.read(view, self.reading)
        if self.word:
            return value == self.word
        if not isinstance(value, int):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def words(self) -> str:
        """The condition as words that follow "while"."""
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
        """Read a condition.

        Raises:
            LeaningError: the text is not a condition, or the game's views have no such reading.
        """
        match = _CONDITION.fullmatch(text)
        if match is None or (match["value"] is None and not (match["low"] or match["high"])):
            raise LeaningError(f"{text!r} is no condition: write turn=..12, own.coins=3..5 or phase=Turn")
        if match["reading"] not in readings.all_names(game):
            raise LeaningError(
                f"{game.title} has no reading {match['reading']!r};"
                f" there is {', '.join(sorted(readings.all_names(game)))}"
            )
        if match["value"] is not None:
            number = int(match["value"]) if re.fullmatch(r"-?\d+", match["value"]) else None
            return cls(match["reading"], number, number, "" if number is not None else match["value"])
        low, high = (None if match[end] is None else int(match[end]) for end in ("low", "high"))
        return cls(match["reading"], low, high)


@dataclass(frozen=True, slots=True)
class Lean:
    """A preference for or against one kind of action."""

    to: str
    """The target: a verb, the id of a card, or a verb and a word of the action (“take.gold”)."""
    percent: int
    """The strength of the preference: from -100 (never, unless there is no other action) to 100 (whenever possible)."""
    conditions: tuple[Condition, ...] = ()
    """The conditions, all of which must hold for the preference to apply."""

    @property
    def words(self) -> str:
        """The preference as words that follow "a player who"."""
        to, often = self.to.replace(".", " "), f"{abs(self.percent)} times out of {_HUNDRED}"
        if abs(self.percent) == _HUNDRED:
            habit = f"uses “{to}” whenever it can" if self.percent > 0 else f"never uses “{to}”"
        else:
            habit = f"{'insists on' if self.percent > 0 else 'ignores'} “{to}” {often}"
        return habit + (f" while {together([c.words for c in self.conditions])}" if self.conditions else "")

    def applies(self, view: View) -> bool:
        """Return whether all conditions hold."""
        return all(condition.holds(view) for condition in self.conditions)

    def kept(self, options: Sequence[Action]) -> Sequence[Action]:
        """Return the options that the preference leaves; all of them if it would leave none."""
        return tuple(action for action in options if (self.to in tags(action)) == (self.percent > 0)) or options

    def __str__(self) -> str:
        return "@".join((f"{self.to}={self.percent}", *map(str, self.conditions)))


@dataclass(frozen=True, slots=True)
class Leaning:
    """All preferences of a biased player."""

    leans: tuple[Lean, ...]

    @classmethod
    def parse(cls, game: Game, name: str) -> "Leaning":
        """Read a bias.

        Raises:
            LeaningError: the text is not a bias, or the game has no such verb, card or reading.
        """
        verbs = [kind.verb for kind in game.actions]
        leans = []
        for part in name.removeprefix(PREFIX).split(":"):
            text, *conditions = part.split("@")
            match = _LEAN.fullmatch(text)
            if match is None or abs(int(match["percent"])) > _HUNDRED:
                raise LeaningError(f"{text!r} is no leaning: write block=-100, or take.gold=50@turn=..12")
            if match["verb"] not in verbs and (match["word"] or match["verb"] not in game.cards):
                raise LeaningError(f"{game.title} has no action or card {match['verb']!r}; there is {', '.join(verbs)}")
            to = f"{match['verb']}.{match['word']}" if match["word"] else match["verb"]
            leans.append(Lean(to, int(match["percent"]), tuple(Condition.parse(game, text) for text in conditions)))
        return cls(tuple(leans))

    @property
    def name(self) -> str:
        """The player's name, as `parse` reads it."""
        return PREFIX + ":".join(map(str, self.leans))

    @property
    def words(self) -> str:
        """The preferences as words that follow "a player who"."""
        return together([lean.words for lean in self.leans])

    def decide(self, game: Game, view: View, random: int) -> Action:
        """Return the action of a seat that must act: the quick player's choice unless a preference applies."""
        options = self._seen(view, random)
        return game.greedy(view, random) if len(options) == len(view.options) else best_of(game, view, options, random)

    def react(self, game: Game, view: View, random: int) -> Action | None:
        """Return the reaction of a seat that need not act: the quick player's, or None."""
        options = self._seen(view, random)
        action = game.react(view, random)
        return action if action in options else None

    def _seen(self, view: View, random: int) -> Sequence[Action]:
        """Return the options that remain after the preferences that apply; a preference of less than 100 % applies at
        random.
        """
        options: Sequence[Action] = view.options
        for number, lean in enumerate(self.leans, start=1):
            thinks = abs(lean.percent) == _HUNDRED or below(split(random, number), _HUNDRED)[1] < abs(lean.percent)
            if thinks and len(options) > 1 and lean.applies(view):
                options = lean.kept(options)
        return options


@lru_cache(1 << 16)
def tags(action: Action) -> frozenset[str]:
    """Return the verb of an action, its cards and other words, and each of these after the verb (“take.gold”)."""
    verb, *objects = words(action)
    parts = [part for word in objects for part in word.split("+")]
    return frozenset((verb, *parts, *(f"{verb}.{part}" for part in parts)))
