"""The short form of the proof: `python -m tests.chaos delivery` is the long one."""

import pytest

from tests.chaos.delivery import EVERY, campaign, in_turn, look_for, whole
from tests.chaos.life import Life
from tests.chaos.strikes import KINDS, Kill
from tests.tiny_game import Tiny

PLIES = 5
"""Plies before a player resigns: enough to reduce a board and to give everyone two decisions."""

FAULTS = [kind for kind, made in KINDS.items() if made is not Kill]
KILLS = [kind for kind, made in KINDS.items() if made is Kill]

QUICK = ["forbidden", "hidden", "gone", "unknown channel", "limited"]
"""Kinds after which discord.py does not sleep for seconds."""


@pytest.mark.thorough
async def test_whatever_fails_once_people_see_what_was_committed() -> None:
    async with campaign(Tiny.key, seed=1) as running:
        for shift in range(6):
            await running.match(in_turn(FAULTS, shift), plies=PLIES)
    assert running.counts.faults == []
    assert set(running.counts.struck) == set(FAULTS)
    assert min(running.counts.struck.values()) >= 2
    assert len({route.split(": ")[1] for route in running.counts.routes}) >= 3


STATES = (
    "archived for ever",
    "locked for a minute",
    "closed and locked for ever",
    "timed out for 5 s",
    "AutoMod for ever",
    "write limit for 5 s",
    "address blocked for a minute",
)
"""A state of each kind. `python -m tests.chaos delivery --states` has all of them, each for every time."""


async def test_whatever_discord_refuses_for_a_while_people_see_the_match_and_the_truth() -> None:
    async with campaign(Tiny.key, seed=4, kinds=STATES, in_threads=True) as running:
        for _ in range(2):
            await running.match(
                lambda _: next(((kind, EVERY) for kind in STATES if not running.counts.struck[kind]), None)
            )
    assert running.counts.faults == []
    assert set(running.counts.struck) == set(STATES)


async def test_wherever_it_is_killed_people_see_what_was_committed() -> None:
    async with campaign(Tiny.key, seed=2) as running:
        await running.match(in_turn(KILLS, 0), plies=1)
    assert running.counts.faults == []
    assert running.counts.kills >= 5
    assert set(running.counts.struck) == set(KILLS)


@pytest.mark.thorough
async def test_a_fault_after_a_kill_is_found_though_discord_remembers_nonces() -> None:
    counts = await look_for("in flight counts as not sent", matches=2, seed=1, plies=2)
    assert counts.faults != []
    assert counts.late >= 1
    control = await look_for(None, matches=1, seed=1, plies=1)
    assert control.faults == []
    assert control.late >= 5


async def test_a_kind_that_was_asked_for_and_never_struck_is_named() -> None:
    asked = ["gone", "killed before", "unavailable"]
    campaigns = [counts async for _, counts in whole(Tiny.key, kinds=asked, matches=2, seed=1, plies=1)]
    assert set(campaigns[-1].struck) == {"gone", "killed before"}, "each kind has its turn"
    named = [line for line in campaigns[-1].lines() if "never struck" in line]
    assert [line.split()[0] for line in named] == ["unavailable"]


async def test_whatever_becomes_of_a_match_people_see_what_was_committed() -> None:
    async with campaign(Tiny.key, seed=3) as running:
        await running.life(in_turn(QUICK, 0, most=2), [Life.agreeing, Life.late, Life.forgotten])
    assert running.counts.faults == []
    assert running.counts.steps >= 30
    assert sum(running.counts.struck.values()) >= 20
