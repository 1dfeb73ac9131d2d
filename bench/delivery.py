"""`python -m bench.delivery [GAME ...] [--checkout PATH] …`: the cost of a ply, in calls to Discord and processor time.

The bot runs as a process, unmodified, against the stand-in for Discord in `sandbox.wire`; people play whole matches by
pressing the buttons they see. `--checkout` measures other checkouts of the project in the same run, in turn. After each
checkout, a bare discord.py bot repeats the same calls with the same texts, buttons and sizes of files, without rules,
pictures or a database. Its processor time is the floor. It needs Linux.

Lobbies, deals and results count towards the cost of the plies; warming up does not.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from bench.entry import Entry, Reading, Rounds
from bench.guest import HERE
from bench.players import CLOSED, MANNERS, TYPICAL, Players, waiting
from bench.processes import idle, processor
from bench.timed import told
from bench.trace import Step, made, traced
from rules.catalog import GAMES
from sandbox.wire.journal import Request
from sandbox.wire.model import Channel, Message
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

PLIES: Final = 60
WARM: Final = 15
"""The number of plies at the beginning of each scene that do not count."""
FEW: Final = 5
"""The number of plies in a quick run."""
ROUNDS: Final = 3
GOAL: Final = 3.0
"""The goal: at most this many calls that count against Discord's limit, per ply of two typical players."""
HALF: Final = 0.5
"""The goal for the processor time per ply, relative to that of the first other checkout."""

MORE_PLAYERS: Final = {"circuitry": (2, 6)}

PEOPLE: Final = ("Ada", "Bo", "Cleo", "Dag", "Eve", "Fin")

OPTIONS: Final = Options(openapi=None, identify_every=0, first_answer=60)
"""Options without checks against Discord's published description, since the checks would keep the simulated Discord
busy.
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """A game, its number of players, and their manner of playing."""

    game: str
    players: int
    manner: str

    def __str__(self) -> str:
        """Return the scene in a line."""
        return f"{self.game} {self.players} {self.manner}"


@dataclass(frozen=True, slots=True)
class Stretch:
    """The measured part of a scene: the range of its interactions and of its requests, and its totals."""

    interactions: tuple[int, int]
    requests: tuple[int, int]
    seconds: float
    """Processor time of the bot's process."""
    plies: int
    presses: int
    stages: Mapping[str, float]
    """The processor time of each stage in seconds (`bench.timed`); empty if it was not measured."""


@dataclass(frozen=True, slots=True)
class Run:
    """The calls that a bot made in all scenes, for a bare bot to repeat."""

    figures: Sequence[Mapping[str, float]]
    stretches: Sequence[Stretch]
    steps: Sequence[Step]
    people: Sequence[Sequence[tuple[str, int]]]
    """The names and ids of the people, by scene."""
    channels: Sequence[int]
    direct: Mapping[int, int]
    """The channel of each user's direct messages, by user id."""


async def run_bot(  # noqa: PLR0913 # what is played and how
    scenes: Sequence[Scene], checkout: Path, plies: int, warm: int, seed: int, *, by_stage: bool = False
) -> Run:
    """Play all scenes with one process of a checkout's bot. by_stage: measure where its processor time goes."""
    with TemporaryDirectory() as folder:
        async with Wire(OPTIONS) as wire:
            sums = Path(folder) / "stages.json"
            module, before = ("bench.timed", (str(sums),)) if by_stage else ("bench.guest", ())
            bot = BotProcess(wire, Path(folder), module=module, command=(*before, str(checkout), "run"))
            places = [_place(wire, number, scene) for number, scene in enumerate(scenes)]
            async with bot:
                await _settled(wire, bot)
                stretches = []
                for (channel, users), scene in zip(places, scenes, strict=True):
                    players = Players(wire, bot, channel, users, game=scene.game, manner=scene.manner, seed=seed)
                    await players.play(warm)
                    begin, pressed = _mark(wire, bot), players.presses
                    used = told(bot.pid, sums) if by_stage else {}
                    played = await players.play(plies)
                    stages = told(bot.pid, sums) if by_stage else {}
                    stages = {name: seconds - used.get(name, 0.0) for name, seconds in stages.items()}
                    stretches.append(_stretch(begin, _mark(wire, bot), played, players.presses - pressed, stages))
            wire.assert_clean()
            return Run(
                figures=[figures(wire, stretch) for stretch in stretches],
                stretches=stretches,
                steps=traced(wire),
                people=[[(user.account.username, user.id) for user in users] for _, users in places],
                channels=[channel.id for channel, _ in places],
                direct={c.recipient.id: c.id for c in wire.world.channels.values() if c.recipient is not None},
            )


async def run_floor(scenes: Sequence[Scene], run: Run) -> list[float]:
    """Return the processor time in seconds that a bare bot takes for each scene of a run."""
    with TemporaryDirectory() as folder:
        async with Wire(OPTIONS) as wire:
            places = [_place(wire, number, scene) for number, scene in enumerate(scenes)]
            users = [user for _, people in places for user in people]
            user_ids = [number for people in run.people for _, number in people]
            accounts = {number: user.account for number, user in zip(user_ids, users, strict=True)}
            channels = {number: channel for number, (channel, _) in zip(run.channels, places, strict=True)}
            channels |= {run.direct[number]: wire.world.direct_messages(accounts[number]) for number in run.direct}
            for scene, (_, people) in zip(scenes, places, strict=True):
                if scene.manner == CLOSED:
                    for user in people:
                        user.close_dms()
            trace = {
                "steps": [step.calls for step in run.steps],
                "places": {number: each.id for number, each in accounts.items()}
                | {number: each.id for number, each in channels.items()},
            }
            path = Path(folder) / "trace.json"
            path.write_text(json.dumps([trace]), encoding="utf-8")
            messages: dict[int, Message] = {}
            marks = [0.0]
            bounds = [place for stretch in run.stretches for place in stretch.interactions]
            async with BotProcess(wire, Path(folder), module="bench.floor", command=(str(path),)) as bot:
                await _settled(wire, bot)
                marks = []
                for number, step in enumerate(run.steps):
                    marks += [processor(bot.pid)] * bounds.count(number)
                    first = len(wire.requests)
                    source = None if step.source is None else messages[step.source]
                    wire.interact(accounts[step.user], channels[step.channel], step.kind, dict(step.data), source)
                    await _answered(wire, bot, first + len(step.calls))
                    ids = [call["made"] for call in step.calls]
                    for was, request in zip(ids, wire.requests.since(first), strict=True):
                        number_now = made(request)
                        if was is not None and number_now is not None:
                            messages[was] = _find(wire, number_now)
                marks += [processor(bot.pid)] * bounds.count(len(run.steps))
            return [end - begin for begin, end in list(pairwise(marks))[::2]]


def _place(wire: Wire, number: int, scene: Scene) -> tuple[Channel, list[User]]:
    """Create the channel and the people of a scene."""
    channel = wire.add_channel(f"table-{number}", wire.guild)
    return channel, [wire.user(f"{name} {number}") for name in PEOPLE[: scene.players]]


async def _settled(wire: Wire, bot: BotProcess) -> None:
    await asyncio.sleep(2.5)  # discord.py waits this long for its servers
    await idle(bot.pid, lambda: waiting(wire))


async def _answered(wire: Wire, bot: BotProcess, requests: int) -> None:
    await wire.until(lambda: len(wire.requests) >= requests, what="the calls of a step")
    await idle(bot.pid, lambda: waiting(wire))


def _find(wire: Wire, number: int) -> Message:
    return next(each.store[number] for each in wire.world.channels.values() if number in each.store)


def _mark(wire: Wire, bot: BotProcess) -> tuple[int, int, float]:
    return len(wire.world.interactions), len(wire.requests), processor(bot.pid)


def _stretch(
    before: tuple[int, int, float],
    after: tuple[int, int, float],
    plies: int,
    presses: int,
    stages: Mapping[str, float],
) -> Stretch:
    return Stretch((before[0], after[0]), (before[1], after[1]), after[2] - before[2], plies, presses, stages)


KINDS: Final = (
    "board sent",
    "board edited",
    "call sent",
    "taken down",
    "hand sent",
    "hand edited",
    "private answer",
    "read",
    "other",
    "callback",
    "autocomplete",
)
"""Kinds of calls; the last two do not count against Discord's limit."""


def kind(wire: Wire, request: Request) -> str:
    """Return the kind of a request."""
    if request.route.startswith("/interactions/"):
        return "autocomplete" if request.body["type"] == 8 else "callback"
    if request.method == "GET":
        return "read"
    if request.route.startswith("/webhooks/"):
        return "private answer"
    channel = wire.world.channels.get(int(request.ids.get("channel_id", 0)))
    if channel is None:
        return "other"
    if request.method == "DELETE":
        return "taken down"
    sent = request.method == "POST"
    if channel.guild is None:
        return "hand sent" if sent else "hand edited"
    if sent and not request.files:
        return "call sent"
    return "board sent" if sent else "board edited"


def figures(wire: Wire, stretch: Stretch) -> dict[str, float]:
    """Return the averages per ply of a stretch, by name."""
    requests = list(wire.requests)[slice(*stretch.requests)]
    kinds = Counter(kind(wire, each) for each in requests)
    return {
        "calls": len(requests) / stretch.plies,
        "counting": sum(each.counts for each in requests) / stretch.plies,
        **{name: kinds[name] / stretch.plies for name in KINDS},
        "refused": sum((each.status or 0) >= 400 for each in requests) / stretch.plies,
        "uploads": sum(len(each.files) for each in requests) / stretch.plies,
        "KiB": sum(file.size for each in requests for file in each.files) / stretch.plies / 1024,
        "presses": stretch.presses / stretch.plies,
        "ms": stretch.seconds / stretch.plies * 1000,
    }


async def measure(
    scenes: Sequence[Scene], checkouts: Mapping[str, Path], arguments: argparse.Namespace
) -> Mapping[str, Mapping[Scene, list[Mapping[str, float]]]]:
    """Return the figures of each checkout and scene, round by round."""
    by_checkout: dict[str, dict[Scene, list[Mapping[str, float]]]] = {
        name: {scene: [] for scene in scenes} for name in checkouts
    }
    for number in range(arguments.rounds):
        names = list(checkouts) if number % 2 == 0 else list(checkouts)[::-1]
        for name in names:
            run = await run_bot(scenes, checkouts[name], arguments.plies, arguments.warm, arguments.seed + number)
            floor = [0.0] * len(scenes) if arguments.no_floor else await run_floor(scenes, run)
            for scene, stretch, each, bare in zip(scenes, run.stretches, run.figures, floor, strict=True):
                more = {"floor ms": bare / stretch.plies * 1000, "ratio": stretch.seconds / bare} if bare else {}
                by_checkout[name][scene].append({**each, **more})
    return by_checkout


def lines(by_checkout: Mapping[str, Mapping[Scene, list[Mapping[str, float]]]]) -> Iterator[str]:
    """Yield the figures as text: medians over the rounds, minima and maxima."""
    names = list(by_checkout)
    for scene in by_checkout[names[0]]:
        yield f"{scene!s:<34}" + "".join(f"{name:>26}" for name in names)
        for figure in by_checkout[names[0]][scene][0]:
            values = [[each[figure] for each in by_checkout[name][scene]] for name in names]
            if any(any(each) for each in values):
                shown = "".join(f"{median(each):>12.2f} {min(each):>6.2f}-{max(each):<6.2f}" for each in values)
                goal = f" goal: {GOAL:g}" if figure == "counting" and _has_goal(scene) else ""
                yield f"  {figure:<32}{shown}{goal}".rstrip()
        if len(names) > 1:
            against = [
                now["ms"] / then["ms"]
                for now, then in zip(by_checkout[names[0]][scene], by_checkout[names[1]][scene], strict=True)
            ]
            spread = f"{median(against):>12.2f} {min(against):>6.2f}-{max(against):<6.2f}"
            yield f"  {f'ms / ms of {names[1]}':<32}{spread} goal: {HALF:g}"


def _has_goal(scene: Scene) -> bool:
    return scene.players == 2 and scene.manner == TYPICAL


def rounds(_: Path, quick: bool) -> Rounds:
    """Yield the readings of two typical players of each game, beside a bare bot that makes the same calls."""
    scenes = [Scene(game, 2, TYPICAL) for game in (GAMES if not quick else list(GAMES)[:1])]
    for seed in count(1):
        run = asyncio.run(run_bot(scenes, HERE, FEW if quick else PLIES, 1 if quick else WARM, seed))
        floor = asyncio.run(run_floor(scenes, run))
        readings = []
        for scene, stretch, each, bare in zip(scenes, run.stretches, run.figures, floor, strict=True):
            readings += [
                Reading(f"{scene.game}, calls that count", "a ply", each["counting"], {"goal": GOAL}),
                Reading(
                    f"{scene.game}, processor", "ms a ply", each["ms"],
                    {"bare discord.py": bare / stretch.plies * 1000},
                ),
            ]  # fmt: skip
        yield readings


ENTRY: Final = Entry(
    name="delivery",
    summary="cost of a ply of two typical players, beside a bare discord.py bot that makes the same calls",
    rounds=rounds,
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.delivery", description="Measure the cost of a ply.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} (all)")
    parser.add_argument("--manner", action="append", choices=MANNERS, help=f"how people play; repeatable ({TYPICAL})")
    parser.add_argument(
        "--checkout", action="append", type=Path, default=[], help="another checkout to measure; repeatable"
    )
    parser.add_argument("--plies", type=int, default=PLIES, help=f"plies of each scene ({PLIES})")
    parser.add_argument("--warm", type=int, default=WARM, help=f"plies before those, to warm up ({WARM})")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"({ROUNDS})")
    parser.add_argument("--seed", type=int, default=1, help="the seed of people's choices (1)")
    parser.add_argument("--no-floor", action="store_true", help="leave out the bare bot")
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args(arguments)
    scenes = [
        Scene(game, players, manner)
        for game in options.games or GAMES
        for players in MORE_PLAYERS.get(game, (2,))
        for manner in options.manner or [TYPICAL]
    ]
    checkouts = {"here": HERE, **{path.resolve().name: path.resolve() for path in options.checkout}}
    by_checkout = asyncio.run(measure(scenes, checkouts, options))
    if options.json:
        named = {name: {str(scene): each for scene, each in by.items()} for name, by in by_checkout.items()}
        print(json.dumps(named))
        return
    print("\n".join(lines(by_checkout)))


if __name__ == "__main__":
    main()
