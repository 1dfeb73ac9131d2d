"""A match that the bot no longer plays as it was begun: its players are told, and told again when it goes on."""

from collections.abc import Iterator

import pytest
import structlog

from bot.matches import Status
from tests.cogs.town import Town


@pytest.fixture
def nothing_unforeseen() -> Iterator[None]:
    """The operator, too, is told: once, and without a secret."""
    with structlog.testing.capture_logs() as lines:
        yield
    [error] = [line for line in lines if line["log_level"] == "error"]
    assert error == {
        "log_level": "error",
        "event": "a match no longer replays",
        "match": 1,
        "game": "tiny",
        "ply": 0,
        "cause": "the state is another one",
    }


async def deface(town: Town, digest: str) -> str:
    """Make the stored match look as if another version had played it; what stood there."""

    async def work(db: object) -> str:
        [(before,)] = await town.house[0].rows("SELECT dealt FROM matches WHERE id = 1")
        await town.house[0].rows("UPDATE matches SET dealt = ? WHERE id = 1", digest)
        return str(before)

    return str(await town.house[0].write(work))


async def test_players_are_told_that_their_match_was_set_aside_and_that_it_goes_on(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    digest = await deface(town, "0" * 16)
    await town.restart()
    told = town.board()
    assert (await town.match()).status is Status.QUARANTINED
    assert f"Match #{match.id} is set aside" in told.content
    assert {user.id for user in told.mentions} == {town.ada.id, town.bo.id}
    await town.ada.slash(town.tavern, "match new", game="tiny")
    assert (await town.match(2)).status is Status.LOBBY
    await town.ada.slash(town.tavern, "match leave")

    await deface(town, digest)
    await town.restart()
    told = town.board()
    assert (await town.match()).status is Status.LIVE
    assert f"Match #{match.id} goes on" in told.content
    assert {user.id for user in told.mentions} == {town.ada.id, town.bo.id}
