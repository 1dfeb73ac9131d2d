"""The command `hidden-hand balance`."""

import argparse
import json
import os
from collections.abc import Callable, Iterator
from typing import Any, Final

from bot.lab.balance import HEAD, QUICK, Measuring, Row
from bot.lab.contest import Arena
from bot.lab.deck_search import Found, climb
from bot.process.reading import UsageError, add_table, known_player, read_table, say, whole
from rules.core.rng import split

BALANCE: Final = """\
Measure whether a game holds up: how the scripts of the game do against others, whether seats and decks are even, and
whether a search finds a deck that beats the ready-made ones. The same seed gives the same figures on any machine."""

BALANCE_COLUMNS: Final = """\
the parts:
  scripts   players that follow one plan, or do without something, against the quick player (see --against)
  seats     the same player in every seat
  decks     every ready-made deck against every other and itself, with two players
  search    a legal deck that wins ever more against the ready-made ones; the best is measured again

what is printed:
  won %     share of first places (a draw is shared by all), and between what the true share lies, 95 times of 100
  hoped     what a good game makes of it, and whether it is: yes, no, or unsure where the measurement allows both
  turns     length as the game counts it: a tenth is shorter, the median, a tenth is longer
  plies     length in decisions, the median
  last %    matches that the last resort ended
"""
_PARTS: Final = ("scripts", "seats", "decks", "search")
_AGAIN: Final = 4
"""The best deck is measured in so many times as many matches, from another seed: a search flatters what it finds."""


def add_balance(command: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_table(command)
    command.add_argument(
        "--part", action="append", choices=_PARTS, help="only this; repeatable (all but search, which takes long)"
    )
    command.add_argument("--against", action="append", metavar="WHO", help="whom the scripts play; repeatable (greedy)")
    command.add_argument(
        "--script", action="append", metavar="NAME", help="only this script; repeatable (all of the game)"
    )
    command.add_argument(
        "--player", default=QUICK, metavar="WHO", help="who plays where seats and decks are measured (greedy)"
    )
    command.add_argument("--games", type=whole(2), default=200, metavar="N", help="matches for each row (200)")
    command.add_argument("--steps", type=whole(1), default=100, metavar="N", help="decks that the search tries (100)")
    command.add_argument(
        "--processes", type=whole(1), default=os.cpu_count() or 1, metavar="N", help="how many work at once (all)"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def balance(arguments: argparse.Namespace) -> int:
    """Carry the command out.

    Raises:
        UsageError: it cannot be, as it was given.
    """
    game, seats, options = read_table(arguments)
    opponents = [known_player(game, who, "--against") for who in arguments.against or [QUICK]]
    player = known_player(game, arguments.player, "--player")
    scripts = arguments.script or list(game.scripts)
    for name in scripts:
        if name not in game.scripts:
            raise UsageError(f"--script: {game.title} has no script {name!r}; there are {', '.join(game.scripts)}")
    game.agreed(seats, options, [deck.cards for deck in game.decks.values()][:1] * seats)
    two_decks = bool(game.decks) and seats == 2
    parts = arguments.part or [part for part in _PARTS[:-1] if part != "decks" or two_decks]
    if not two_decks and not {"decks", "search"}.isdisjoint(parts):
        raise UsageError(f"--part: {game.title} has no decks to be measured, or not with {seats} players")
    with Arena(arguments.processes) as arena:
        measuring = Measuring(
            game=game, arena=arena, seats=seats, options=options, matches=arguments.games, seed=arguments.seed
        )
        rows: dict[str, Callable[[], Iterator[Row | Found]]] = {
            "scripts": lambda: measuring.scripts(scripts, opponents),
            "seats": lambda: measuring.places(player),
            "decks": lambda: measuring.decks(player),
            "search": lambda: _search(measuring, player, arguments.steps),
        }
        if arguments.json:
            return say([json.dumps({part: [row.report() for row in rows[part]()] for part in parts})])
        return say(
            _lines(f"{game.title}, {seats} players, seed {arguments.seed}", {part: rows[part] for part in parts})
        )


def _lines(title: str, parts: dict[str, Any]) -> Iterator[str]:
    yield title
    for part, rows in parts.items():
        yield ""
        yield f"{part.upper()}" if part == "search" else f"{part.upper()}{HEAD[len(part) :]}"
        for row in rows():
            yield row.line()


def _search(measuring: Measuring, player: str, steps: int) -> Iterator[Found]:
    """Ever better decks; the last one is the best again, measured anew."""
    best = None
    for best in climb(measuring, player, steps, measuring.seed):
        yield best
    assert best is not None, "it begins with a deck"
    again = measuring.against_field(player, best.cards, _AGAIN * measuring.matches, split(measuring.seed, 1 << 33))
    yield Found(best.cards, again)
