"""The commands `hidden-hand lab tune` and `lab skill`."""

import argparse
import re
from collections.abc import Sequence
from typing import Final

from bot.computer.levels import EFFORT
from bot.lab.experiment import Field
from bot.lab.skill import Skill
from bot.lab.tuning import TARGETS, Decks, Length, Target, Tuning
from bot.process.reading import UsageError, known_player, whole
from bot.process.study import carry_out
from bot.process.variants import read_variant

TUNE: Final = """\
Play with each of several values of one number, and tell which one comes nearest to a target:
  seats       no seat wins more than another
  length=N    a match takes N turns; without N: as few as possible
  decided     few matches are decided for good in their first third
  decks       no ready-made deck wins more than another
All targets are measured; --target says which one counts. Each value is printed as soon as it is known.
Examples: hidden-hand lab tune allocator cards.boost=-1..+2 --target length=12
          hidden-hand lab tune tnb cards.warden.defence=0..3 --target decks"""
SKILL: Final = """\
Play experts against experts with half as many rollouts, and the first one against the quick player: how much more wins
does searching twice as much bring? Where it brings none, the game has no more depth, or the search has none.
Example: hidden-hand lab skill tnb --from 12 --to 96 --most 200"""

_SWEEP: Final = re.compile(r"(?P<name>[^=]+)=(?P<low>[+-]?\d{1,6})\.\.(?P<high>[+-]?\d{1,6})(?:/(?P<step>\d{1,6}))?")
_MOST_VALUES: Final = 50
"""The maximum number of values in a sweep."""


def add_tune(part: argparse.ArgumentParser) -> None:
    """Add the arguments of `tune`, except those that all studies have."""
    part.add_argument(
        "sweep",
        metavar="NUMBER=LOW..HIGH",
        help="a number as in “compare”, from LOW to HIGH; with a sign it is added (cards.boost=-1..+2); /STEP at the"
        " end leaves values out (0..9/3)",
    )
    part.add_argument("--target", default="seats", metavar="TARGET", help="seats, length=N, decided or decks (seats)")


def add_skill(part: argparse.ArgumentParser) -> None:
    """Add the arguments of `skill`, except those that all studies have."""
    part.add_argument(
        "--from", dest="first", type=whole(2), default=12, metavar="N", help="rollouts of the first expert (12)"
    )
    part.add_argument(
        "--to", dest="last", type=whole(2), default=EFFORT.rollouts, metavar="N", help=f"most ({EFFORT.rollouts})"
    )


def tune(arguments: argparse.Namespace, field: Field) -> int:
    """Carry out `lab tune`: measure the game with each value of the sweep.

    Raises:
        UsageError: the sweep or the target is malformed, or a value is impossible.
    """
    player = known_player(field.game, arguments.player, "--player")
    target = _target(arguments.target)
    if isinstance(target, Decks) and not field.game.decks:
        raise UsageError(f"--target: {field.game.title} is played without decks")
    name, texts = _values(arguments.sweep)
    values = [(text, read_variant(text, [f"{name}={text}"], field, player, arguments.sweep)) for text in texts]
    return carry_out(arguments, lambda lab: Tuning(lab, name, values, target))


def skill(arguments: argparse.Namespace, field: Field) -> int:
    """Carry out `lab skill`: measure how much better players get with more rollouts.

    Raises:
        UsageError: --to is below --from.
    """
    if arguments.last < arguments.first:
        raise UsageError(f"--to: {arguments.last} is below {arguments.first}")
    rollouts = [arguments.first]
    while 2 * rollouts[-1] <= arguments.last:
        rollouts.append(2 * rollouts[-1])
    return carry_out(arguments, lambda lab: Skill(lab, field, rollouts))


def _values(sweep: str) -> tuple[str, Sequence[str]]:
    """Return the name of the number, and its values as text."""
    match = _SWEEP.fullmatch(sweep)
    if match is None:
        raise UsageError(f"{sweep!r} is not written as NUMBER=LOW..HIGH, like cards.boost=0..3")
    low, high, step = int(match["low"]), int(match["high"]), int(match["step"] or 1)
    if low >= high or not step or (high - low) // step >= _MOST_VALUES:
        raise UsageError(f"{sweep!r}: give 2 to {_MOST_VALUES} values, from the lowest to the highest")
    is_added = any(match[end][0] in "+-" for end in ("low", "high"))
    return match["name"], [f"{value:+}" if is_added else str(value) for value in range(low, high + 1, step)]


def _target(text: str) -> Target:
    name, equals, number = text.partition("=")
    if name not in TARGETS or (equals and (name != Length.name or not number.isdecimal())):
        raise UsageError(f"--target: {text!r} is none of {', '.join(TARGETS)}, or length=N")
    return Length(int(number)) if number else TARGETS[name]()
