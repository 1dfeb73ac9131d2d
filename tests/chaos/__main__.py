"""`python -m tests.chaos NAME`: trials that are too long for every day, each printing what it counted."""

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Sequence

from bot.content.seeds import load_game
from rules.catalog import GAMES
from tests.chaos.crowd import crowd
from tests.chaos.damage import damaged, migrated
from tests.chaos.delivery import Counts, found, lives, spread, whole
from tests.chaos.faults import faults
from tests.chaos.kills import kills
from tests.chaos.mischief import mischief
from tests.chaos.planted import PLANTED
from tests.chaos.races import races
from tests.chaos.races_on_discord import races_on_discord
from tests.chaos.strikes import KINDS
from tests.chaos.tally import Tally
from tests.chaos.twins import twins
from tests.chaos.weeks import all_games, weeks
from tests.tiny_game import Tiny


async def _delivery(told: argparse.Namespace) -> int:
    failed = 0
    for game in [Tiny.key] if told.lives else [told.game] if told.game else GAMES:
        began, counts = time.monotonic(), Counts()
        said = 0
        async for what, done in _campaign(told, game):
            counts = done
            sys.stdout.write(f"{game}: {what}: {sum(counts.struck.values())} struck, {len(counts.faults)} faults\n")
            sys.stdout.writelines(f"  {fault}\n" for fault in counts.faults[said:])
            sys.stdout.flush()
            said = len(counts.faults)
        sys.stdout.write(f"{game}, seed {told.seed}, {time.monotonic() - began:.0f} s\n")
        sys.stdout.writelines(f"{line}\n" for line in counts.lines())
        failed += len(counts.faults)
    return 1 if failed else 0


def _campaign(told: argparse.Namespace, game: str) -> AsyncIterator[tuple[str, Counts]]:
    if told.lives:
        kinds = told.faults or [kind for kind in KINDS if kind != "revoked"]
        return lives(kinds=kinds, count=told.count, seed=told.seed)
    if not told.every:
        kinds = told.faults or tuple(KINDS)
        return whole(game, kinds=kinds, matches=told.count, seed=told.seed, plies=told.plies, players=told.players)
    kinds = told.faults or [kind for kind in KINDS if kind != "revoked"]
    return spread(game, kinds=kinds, matches=told.count, seed=told.seed, plies=told.plies, players=told.players)


async def _planted(told: argparse.Namespace) -> int:
    missed = 0
    for fault in [None, *PLANTED]:
        counts = await found(fault, matches=told.count, seed=told.seed)
        is_right = bool(counts.faults) == (fault is not None)
        missed += not is_right
        sys.stdout.write(f"{fault or 'nothing planted'}: {'right' if is_right else 'WRONG'}\n")
        sys.stdout.writelines(f"  {line}\n" for line in counts.lines())
        sys.stdout.flush()
    return 1 if missed else 0


async def _kills(told: argparse.Namespace) -> int:
    failed = 0
    async for tally in kills(told.count, told.seed, told.game):
        failed = _said(told, tally)
        sys.stdout.flush()
    return failed


async def _races(told: argparse.Namespace) -> int:
    if told.discord:
        return _said(told, await races_on_discord(told.count, told.seed))
    async with races(told.seed) as running:
        return _said(told, await running.run(told.count))


async def _faults(told: argparse.Namespace) -> int:
    found = [await faults(told.count, told.seed), await damaged(told.count, told.seed), await migrated()]
    return max([_said(told, tally) for tally in found])


async def _weeks(told: argparse.Namespace) -> int:
    return _said(told, await asyncio.to_thread(weeks, told.count, told.seed, all_games()))


async def _twins(told: argparse.Namespace) -> int:
    games = [told.game] if told.game else GAMES
    return max([_said(told, twins(load_game(game), told.count, told.seed)) for game in games])


async def _fuzz(told: argparse.Namespace) -> int:
    return _said(told, await (crowd if told.discord else mischief)(told.count, told.seed))


def _said(told: argparse.Namespace, tally: Tally) -> int:
    sys.stdout.write(f"{told.name}, seed {told.seed}\n")
    sys.stdout.writelines(f"{line}\n" for line in tally.lines())
    return 1 if tally.faults else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one trial; 1 if it found anything."""
    parser = argparse.ArgumentParser(prog="tests.chaos", description=__doc__)
    names = parser.add_subparsers(required=True, dest="name")
    delivery = names.add_parser("delivery", help="every REST call fails in every way, and the bot is killed around it")
    delivery.add_argument("--game", choices=[*GAMES, Tiny.key], help="one game; none: every one of the catalog")
    delivery.add_argument("--faults", nargs="+", choices=list(KINDS), metavar="KIND", help=f"of {', '.join(KINDS)}")
    delivery.add_argument("--every", action="store_true", help="all calls of a step fail once, a match for each kind")
    delivery.add_argument(
        "--lives", action="store_true", help=f"what else becomes of matches of {Tiny.title}: undos, clocks, computers"
    )
    delivery.add_argument("--players", type=int, default=2, choices=range(2, 7), help="at each match; %(default)s")
    delivery.add_argument("--count", type=int, help="at most so many matches of each game; none: until all was struck")
    delivery.add_argument("--plies", type=int, help="resign each match after so many plies; none: play to the end")
    delivery.add_argument("--seed", type=int, default=1)
    delivery.set_defaults(trial=_delivery)
    planting = names.add_parser("planted", help="faults planted in the delivery are found, and none without them")
    planting.add_argument("--count", type=int, default=6, help="matches in which each is looked for; %(default)s")
    planting.add_argument("--seed", type=int, default=1)
    planting.set_defaults(trial=_planted)
    killing = names.add_parser("kill", help="the bot is killed at random moments while matches are played on it")
    killing.add_argument(
        "--game", choices=[*GAMES, Tiny.key], help="one game; none: all of them, on the unmodified bot"
    )
    killing.add_argument("--count", type=int, default=2_000, help="kills; %(default)s")
    killing.add_argument("--seed", type=int, default=1)
    killing.set_defaults(trial=_kills)
    racing = names.add_parser("races", help="many presses at once on one decision")
    racing.add_argument("--discord", action="store_true", help="through Discord's face, in a simulated server")
    racing.add_argument("--count", type=int, default=10_000, help="bursts of 2 to 50 presses; %(default)s")
    racing.add_argument("--seed", type=int, default=1)
    racing.set_defaults(trial=_races)
    failing = names.add_parser("faults", help="the disk fails while people play, and files are damaged")
    failing.add_argument("--count", type=int, default=10_000, help="bursts of presses, and files; %(default)s")
    failing.add_argument("--seed", type=int, default=1)
    failing.set_defaults(trial=_faults)
    long = names.add_parser("weeks", help="weeks on several servers, with restarts, by a simulated clock")
    long.add_argument("--count", type=int, default=500, help="matches; %(default)s")
    long.add_argument("--seed", type=int, default=1)
    long.set_defaults(trial=_weeks)
    alike = names.add_parser("twins", help="what differs in what nobody may know is shown alike")
    alike.add_argument("--game", choices=GAMES, help="one game; none: every one of the catalog")
    alike.add_argument("--count", type=int, default=100_000, help="pairs of tables of each game; %(default)s")
    alike.add_argument("--seed", type=int, default=1)
    alike.set_defaults(trial=_twins)
    fuzzing = names.add_parser("fuzz", help="random, mutated and forged requests")
    fuzzing.add_argument("--discord", action="store_true", help="through Discord's face, in a simulated server")
    fuzzing.add_argument("--count", type=int, default=100_000, help="requests; %(default)s")
    fuzzing.add_argument("--seed", type=int, default=1)
    fuzzing.set_defaults(trial=_fuzz)
    told = parser.parse_args(arguments)
    code: int = asyncio.run(told.trial(told))
    return code


if __name__ == "__main__":
    sys.exit(main())
