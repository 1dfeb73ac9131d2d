"""`python -m tests.chaos NAME`: trials too long for every day; each prints its counts."""

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from bot.content.seeds import load_game
from rules.catalog import GAMES
from tests.chaos.backups import backups
from tests.chaos.crowd import crowd
from tests.chaos.damage import damaged, migrated
from tests.chaos.delivery import Counts, lives, look_for, spread, states, whole
from tests.chaos.engines import running_on
from tests.chaos.faults import faults
from tests.chaos.kills import kills
from tests.chaos.mischief import mischief
from tests.chaos.planted import PLANTED
from tests.chaos.processes import processes
from tests.chaos.queue_week import SERVERS, queue_weeks
from tests.chaos.races import races
from tests.chaos.races_on_discord import races_on_discord
from tests.chaos.shard_losses import shard_losses
from tests.chaos.states import STATES
from tests.chaos.strikes import KINDS
from tests.chaos.tally import Tally
from tests.chaos.twins import twins
from tests.chaos.weeks import all_games, weeks
from tests.tiny_game import Tiny


async def _delivery(options: argparse.Namespace) -> int:
    failed = 0
    for game in [Tiny.key] if options.lives else [options.game] if options.game else GAMES:
        began, counts = time.monotonic(), Counts()
        printed = 0
        async for what, done in _campaign(options, game):
            counts = done
            sys.stdout.write(f"{game}: {what}: {sum(counts.struck.values())} struck, {len(counts.faults)} faults\n")
            sys.stdout.writelines(f"  {fault}\n" for fault in counts.faults[printed:])
            sys.stdout.flush()
            printed = len(counts.faults)
        sys.stdout.write(f"{game}, seed {options.seed}, {time.monotonic() - began:.0f} s\n")
        sys.stdout.writelines(f"{line}\n" for line in counts.lines())
        failed += len(counts.faults)
    return 1 if failed else 0


def _campaign(options: argparse.Namespace, game: str) -> AsyncIterator[tuple[str, Counts]]:
    if options.lives:
        kinds = options.faults or [kind for kind in KINDS if kind != "revoked"]
        return lives(kinds=kinds, count=options.count, seed=options.seed)
    if options.states:
        return states(
            game, kinds=tuple(STATES), matches=options.count, seed=options.seed, plies=options.plies,
            players=options.players,
        )  # fmt: skip
    if not options.every:
        kinds = options.faults or tuple(KINDS)
        return whole(
            game, kinds=kinds, matches=options.count, seed=options.seed, plies=options.plies, players=options.players
        )
    kinds = options.faults or [kind for kind in KINDS if kind != "revoked"]
    return spread(
        game, kinds=kinds, matches=options.count, seed=options.seed, plies=options.plies, players=options.players
    )


async def _planted(options: argparse.Namespace) -> int:
    missed = 0
    for fault in [None, *PLANTED]:
        # A match has a single ping, and often does not show that it came twice. Without a fault all matches are played.
        matches = options.count if fault else min(2, options.count)
        counts = await look_for(fault, matches=matches, seed=options.seed)
        is_right = bool(counts.faults) == (fault is not None)
        missed += not is_right
        sys.stdout.write(f"{fault or 'nothing planted'}: {'right' if is_right else 'WRONG'}\n")
        sys.stdout.writelines(f"  {line}\n" for line in counts.lines())
        sys.stdout.flush()
    return 1 if missed else 0


async def _kills(options: argparse.Namespace) -> int:
    failed = 0
    trial = shard_losses if options.shards else kills
    async for tally in trial(options.count, options.seed, options.game):
        failed = _print(options, tally)
        sys.stdout.flush()
    return failed


async def _processes(options: argparse.Namespace) -> int:
    failed = 0
    async for tally in processes(options.count, options.seed, game=options.game, resume=options.resume):
        failed = _print(options, tally)
        sys.stdout.flush()
    return failed


async def _backups(options: argparse.Namespace) -> int:
    return _print(options, await backups(options.count, options.seed, options.game))


async def _races(options: argparse.Namespace) -> int:
    if options.discord:
        return _print(options, await races_on_discord(options.count, options.seed))
    async with races(options.seed) as running:
        return _print(options, await running.run(options.count))


async def _faults(options: argparse.Namespace) -> int:
    tallies = [await faults(options.count, options.seed), await damaged(options.count, options.seed), await migrated()]
    return max([_print(options, tally) for tally in tallies])


async def _weeks(options: argparse.Namespace) -> int:
    return _print(options, await asyncio.to_thread(weeks, options.count, options.seed, all_games()))


async def _twins(options: argparse.Namespace) -> int:
    games = [options.game] if options.game else GAMES
    return max([_print(options, twins(load_game(game), options.count, options.seed)) for game in games])


async def _queue(options: argparse.Namespace) -> int:
    return _print(options, await queue_weeks(options.seed, options.count))


async def _fuzz(options: argparse.Namespace) -> int:
    return _print(options, await (crowd if options.discord else mischief)(options.count, options.seed))


def _print(options: argparse.Namespace, tally: Tally) -> int:
    sys.stdout.write(f"{options.name}, seed {options.seed}\n")
    sys.stdout.writelines(f"{line}\n" for line in tally.lines())
    return 1 if tally.faults else 0


def main(arguments: Sequence[str] | None = None) -> int:  # noqa: PLR0915 # a parser of many trials
    """Run one trial; return 1 if it found a fault."""
    parser = argparse.ArgumentParser(prog="tests.chaos", description=__doc__)
    parser.add_argument(
        "--engine",
        choices=("sqlite", "postgres"),
        default="sqlite",
        help="of races, fuzz, delivery and kill (%(default)s)",
    )
    names = parser.add_subparsers(required=True, dest="name")
    delivery = names.add_parser("delivery", help="make every REST call fail in every way, and kill the bot around it")
    delivery.add_argument("--game", choices=[*GAMES, Tiny.key], help="one game (default: all games of the catalog)")
    delivery.add_argument("--faults", nargs="+", choices=list(KINDS), metavar="KIND", help=f"of {', '.join(KINDS)}")
    delivery.add_argument(
        "--every", action="store_true", help="make all calls of a step fail once, in a match for each kind"
    )
    delivery.add_argument(
        "--states",
        action="store_true",
        help="let Discord refuse for 5 s, a minute or until the end of a step: locked threads, filters, blocks",
    )
    delivery.add_argument(
        "--lives", action="store_true", help=f"other events in matches of {Tiny.title}: undos, clocks, computers"
    )
    delivery.add_argument(
        "--players", type=int, default=2, choices=range(2, 7), help="players of each match (%(default)s)"
    )
    delivery.add_argument("--count", type=int, help="most matches of each game (default: until every call was struck)")
    delivery.add_argument(
        "--plies", type=int, help="resign each match after this many plies (default: play to the end)"
    )
    delivery.add_argument("--seed", type=int, default=1)
    delivery.set_defaults(trial=_delivery)
    planting = names.add_parser(
        "planted", help="plant faults in the delivery: each must be found, and none without them"
    )
    planting.add_argument("--count", type=int, default=10, help="matches to look for each in (%(default)s)")
    planting.add_argument("--seed", type=int, default=1)
    planting.set_defaults(trial=_planted)
    killing = names.add_parser("kill", help="kill the bot at random moments while people play matches")
    killing.add_argument(
        "--game", choices=[*GAMES, Tiny.key], help="one game (default: all of them, on the unmodified bot)"
    )
    killing.add_argument("--count", type=int, default=2_000, help="kills; %(default)s")
    killing.add_argument(
        "--shards", action="store_true", help="connect with four shards, and lose single ones as often as the bot"
    )
    killing.add_argument("--seed", type=int, default=1)
    killing.set_defaults(trial=_kills)
    sharing = names.add_parser(
        "processes", help="kill three processes on one PostgreSQL server, crash the server, and replace processes"
    )
    sharing.add_argument("--game", choices=GAMES, help="one game (default: all games of the catalog)")
    sharing.add_argument("--count", type=int, default=300, help="kills; %(default)s")
    sharing.add_argument("--seed", type=int, default=1)
    sharing.add_argument("--resume", type=Path, metavar="FOLDER", help="store what was done there, and go on with it")
    sharing.set_defaults(trial=_processes)
    saving = names.add_parser("backups", help="make backups beside a running bot while people play")
    saving.add_argument("--game", choices=[*GAMES, Tiny.key], default=Tiny.key, help="one game (%(default)s)")
    saving.add_argument("--count", type=int, default=200, help="backups; %(default)s")
    saving.add_argument("--seed", type=int, default=1)
    saving.set_defaults(trial=_backups)
    racing = names.add_parser("races", help="press many buttons at once for one decision")
    racing.add_argument("--discord", action="store_true", help="through a simulated Discord")
    racing.add_argument("--count", type=int, default=10_000, help="bursts of 2 to 50 presses (%(default)s)")
    racing.add_argument("--seed", type=int, default=1)
    racing.set_defaults(trial=_races)
    failing = names.add_parser("faults", help="let the disk fail while people play, and damage files")
    failing.add_argument(
        "--count", type=int, default=10_000, help="bursts of presses, and number of files (%(default)s)"
    )
    failing.add_argument("--seed", type=int, default=1)
    failing.set_defaults(trial=_faults)
    long = names.add_parser("weeks", help="simulate weeks on several servers, with restarts, by a simulated clock")
    long.add_argument("--count", type=int, default=500, help="matches; %(default)s")
    long.add_argument("--seed", type=int, default=1)
    long.set_defaults(trial=_weeks)
    seeking = names.add_parser("queue", help="simulate a week of servers with few players, with and without the queue")
    seeking.add_argument("--count", type=int, default=SERVERS, help="servers; %(default)s")
    seeking.add_argument("--seed", type=int, default=1)
    seeking.set_defaults(trial=_queue)
    alike = names.add_parser("twins", help="compare tables that differ only in secrets: they must look alike")
    alike.add_argument("--game", choices=GAMES, help="one game (default: all games of the catalog)")
    alike.add_argument("--count", type=int, default=100_000, help="pairs of tables of each game (%(default)s)")
    alike.add_argument("--seed", type=int, default=1)
    alike.set_defaults(trial=_twins)
    fuzzing = names.add_parser("fuzz", help="send random, mutated and forged requests")
    fuzzing.add_argument("--discord", action="store_true", help="through a simulated Discord")
    fuzzing.add_argument("--count", type=int, default=100_000, help="requests; %(default)s")
    fuzzing.add_argument("--seed", type=int, default=1)
    fuzzing.set_defaults(trial=_fuzz)
    options = parser.parse_args(arguments)
    with running_on(options.engine):
        code: int = asyncio.run(options.trial(options))
    return code


if __name__ == "__main__":
    sys.exit(main())
