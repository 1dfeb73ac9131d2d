"""A match whose log was deleted because of its age answers every press and command kindly on Discord."""

import pytest

from bot.application.time.retention import clear
from bot.model.match import MatchId, Status
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private

GONE = "Its log and its cards have been deleted because of its age. The result and the ratings are kept."


@pytest.fixture
async def cleared(town: Town) -> Town:
    """Finish a match of Ada and Bo, let it lose its log, and start the bot again."""
    await town.open("allocator", town.ada, town.bo)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    assert (await town.match()).status is Status.OVER
    await town.delivered()
    await town.house[0].write(lambda db: clear(db, MatchId(1), 1_900_000_000))
    await town.restart()
    return town


async def test_commands_say_that_the_log_is_gone_and_the_result_is_kept(cleared: Town) -> None:
    for command in ["match log", "match look-back", "match replay", "hand", "match status"]:
        asked = {"match": 1, **({"show": "picture"} if command == "match status" else {})}
        assert private(await cleared.ada.slash(cleared.tavern, command, **asked)).content == f"Match #1 is over. {GONE}"


async def test_the_status_shows_the_result_and_the_points(cleared: Town) -> None:
    said = private(await cleared.bo.slash(cleared.tavern, "match status", match=1))
    assert "1. Bo: 1" in said.content
    assert said.content.endswith(f"-# {GONE}")


async def test_every_button_of_the_old_result_is_answered(cleared: Town) -> None:
    board = cleared.board()
    labels = list(buttons(board))
    assert "Rematch" in labels
    for label in labels:
        said = private(await cleared.ada.click(board, label=label))
        assert said.content
        if label != "Rematch":
            assert said.content == f"Match #1 is over. {GONE}", label
