"""The meaning of Discord's errors for the delivery, and the pauses before it tries again."""

from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest

from bot.application.match.outbox import Trouble
from bot.model.reasons.database import MatchDamaged, MaybeSaved, NotRead, NotSaved
from bot.store.errors import StoreError
from cogs.delivery.backoff import TROUBLES, Backoff
from cogs.delivery.error_meanings import IMPOSSIBLE, MEANINGS, Meaning, meaning
from sandbox.wire.errors import MESSAGES, published_codes

SENT = {
    "the channel was deleted": (404, 10003, Meaning.FORBIDDEN),
    "we are no longer on the server": (404, 10004, Meaning.FORBIDDEN),
    "the message was deleted": (404, 10008, Meaning.GONE),
    "the user has no account any more": (404, 10013, Meaning.CLOSED),
    "the press is older than 15 minutes": (404, 10015, Meaning.LATE),
    "the press was not answered within three seconds": (404, 10062, Meaning.LATE),
    "too many messages in a slow channel": (429, 20028, Meaning.PASSING),
    "too many commands were created today": (400, 30034, Meaning.PASSING),
    "an old message was edited too often": (400, 30046, Meaning.TOO_OLD),
    "too many direct messages were opened": (400, 40003, Meaning.PASSING),
    "our address is blocked": (403, 40333, Meaning.PASSING),
    "the press was answered before": (400, 40060, Meaning.ACKNOWLEDGED),
    "we may not see the channel": (403, 50001, Meaning.FORBIDDEN),
    "the user takes no direct messages": (403, 50007, Meaning.CLOSED),
    "we may not do that there": (403, 50013, Meaning.FORBIDDEN),
    "what a press is answered by has run out": (401, 50027, Meaning.LATE),
    "the thread is archived": (400, 50083, Meaning.ARCHIVED),
    "the user has no server in common with us": (400, 50278, Meaning.CLOSED),
    "the thread is locked": (400, 160005, Meaning.FORBIDDEN),
    "a refusal without a code": (403, 0, Meaning.FORBIDDEN),
    "an address that leads nowhere": (404, 0, Meaning.GONE),
    "a limit of all calls together": (429, 0, Meaning.PASSING),
    "the filter of a server stops a message": (400, 200000, Meaning.FILTERED),
    "a file is too large": (413, 40005, Meaning.FILE),
    "Discord is overloaded": (503, 130000, Meaning.PASSING),
    "a fault of Discord's own": (500, 0, Meaning.WAIT),
    "a gateway that gave up": (502, 0, Meaning.WAIT),
    "a message that Discord does not take": (400, 50035, Meaning.BROKEN),
    "a status that nobody foresaw": (499, 0, Meaning.BROKEN),
}


def error(status: int, code: int) -> discord.HTTPException:
    response = cast("aiohttp.ClientResponse", SimpleNamespace(status=status, reason="said so"))
    return discord.HTTPException(response, {"code": code, "message": "said so"})


@pytest.mark.parametrize(("status", "code", "expected"), SENT.values(), ids=SENT)
def test_every_answer_of_discord_has_a_meaning(status: int, code: int, expected: Meaning) -> None:
    assert meaning(error(status, code)) is expected


UNLISTED = {20026}
"""Codes that others met and Discord does not list."""


def test_every_code_that_discord_lists_has_a_meaning_or_is_impossible_for_us() -> None:
    impossible = [code for codes in IMPOSSIBLE.values() for code in codes]
    assert published_codes().keys() == MEANINGS.keys() - UNLISTED | set(impossible)
    assert len(impossible) == len(set(impossible))
    assert not MEANINGS.keys() & set(impossible)
    assert MEANINGS.keys() - published_codes().keys() == UNLISTED


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_every_refusal_of_the_stand_in_is_told_apart_from_a_fault_of_ours_where_it_is_none(code: int) -> None:
    status, _ = MESSAGES[code]
    ours = {0, 10014, 10063, 30008, 30032, 40001, 50003, 50005, 50006, 50014, 50035, 50109, 220001}
    assert (meaning(error(status, code)) is Meaning.BROKEN) == (code in ours - {0, 10063})


def test_only_codes_about_a_user_mean_closed_direct_messages() -> None:
    closed = {code for code, found in MEANINGS.items() if found is Meaning.CLOSED}
    assert closed == {10013, 50007, 50033, 50278}
    assert meaning(error(403, 20026)) is Meaning.FORBIDDEN, "a bot in quarantine: the user has closed nothing"


@pytest.mark.parametrize(
    "lost",
    [
        *(aiohttp.ClientConnectionError(), TimeoutError(), OSError(), StoreError("full")),
        *(NotSaved(), MaybeSaved(), NotRead()),
    ],
)
def test_a_lost_request_is_tried_again(lost: Exception) -> None:
    assert meaning(lost) is Meaning.WAIT
    assert meaning(discord.RateLimited(60.0)) is Meaning.PASSING


def test_any_other_error_is_a_fault_of_ours() -> None:
    assert meaning(KeyError("board")) is Meaning.BROKEN
    assert meaning(MatchDamaged(match_id=1)) is Meaning.BROKEN
    assert meaning(ValueError()) is Meaning.BROKEN


@pytest.mark.parametrize("failures", range(1, 12))
def test_a_pause_doubles_with_each_failure_up_to_an_hour(failures: int) -> None:
    """Vary the pauses by a quarter, so that not all end at once."""
    wanted = min(60.0 * 2 ** (failures - 1), 3600.0)
    pauses = [Backoff(broken=60.0).pause(Trouble.BROKEN, failures) for _ in range(60)]
    assert all(0.75 * wanted <= pause <= 1.25 * wanted for pause in pauses)
    assert max(pauses) > wanted > min(pauses)


def test_a_pause_starts_as_long_as_its_trouble_needs() -> None:
    backoff = Backoff()
    first = {trouble: backoff.pause(trouble, 1) for trouble in set(TROUBLES.values())}
    assert first[Trouble.CLOSED] == 0.0, "the user's next press is enough"
    assert 0.75 <= first[Trouble.WAIT] <= 1.25
    assert 45 <= first[Trouble.BROKEN] <= 75
    assert 225 <= first[Trouble.FORBIDDEN] <= 375
    assert 45 <= backoff.pause(Trouble.CLOSED, 2) <= 75, "half a minute, doubled"
    assert set(TROUBLES) == set(Meaning)


@pytest.mark.parametrize("failures", [40, 5_000])
def test_a_trouble_that_never_ends_is_tried_every_hour_and_no_number_grows_too_large(failures: int) -> None:
    assert 2_700 <= Backoff().pause(Trouble.WAIT, failures) <= 4_500
