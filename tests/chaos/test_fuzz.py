"""The short form of the trial that sends requests of any kind: `python -m tests.chaos fuzz` is the long one."""

import discord
import pytest

import cogs.messages.lobby
from tests.chaos.crowd import crowd
from tests.chaos.mischief import mischief


async def test_thousands_of_random_requests_meet_nothing_but_refusals() -> None:
    tally = await mischief(12_000, seed=7)
    assert tally.faults == []
    assert set(tally.done) >= {
        "done", "NoSuchMatch", "NoSuchGame", "ChannelTaken", "NotAtThisTable", "AlreadyAtThisTable", "NotTheHost",
        "NotALobby", "NotLive", "TooFewPlayers", "NotYourDecision", "StaleDecision", "NotUnderstood", "NotAllowed",
        "BadTable",
    }  # fmt: skip
    assert tally.done["plies"] > 20


async def test_hundreds_of_random_interactions_of_members_and_strangers_break_nothing() -> None:
    tally = await crowd(120, seed=2)
    assert tally.faults == []
    assert tally.done["plies"] >= 1
    assert tally.done["forge"] > 4


async def test_names_that_come_to_life_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.messages.lobby, "escaped", lambda text, *_: text)
    faults = (await crowd(10, seed=5)).faults
    assert any("a mention is alive" in fault for fault in faults)
    assert any("a link is alive" in fault for fault in faults)


async def test_a_message_that_may_ping_anybody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.AllowedMentions, "to_dict", lambda _: {"parse": ["users", "everyone"]})
    assert any("is pinged" in fault for fault in (await crowd(40, seed=2)).faults)
