"""Buttons that were made long ago: those of earlier versions still serve, and others are answered kindly."""

import pytest

from cogs.presses.router import OLD_BUTTON
from tests.cogs.town import Town, buttons, private


async def test_a_button_from_before_boards_said_what_they_show_shows_the_hand(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    assert buttons(town.board())["My hand"] != "hand/1"
    shown = private(await town.forge(town.ada, town.board(), "hand/1"))
    assert "Fold" in buttons(shown)


@pytest.mark.parametrize(
    "identity",
    ["nobody-knows-this", "hand", "hand/", "hand/x", "hand/1/2/3", "act/1", "join/1/1", "/", "1", "act//x/y"],
)
async def test_a_button_that_nobody_knows_is_answered_kindly(town: Town, identity: str) -> None:
    await town.open("tiny", town.ada, town.bo)
    assert private(await town.forge(town.ada, town.board(), identity)).content == OLD_BUTTON


@pytest.mark.parametrize("identity", ["hand/999", "join/999", "act/999/1/fold", "rematch/999999999999999"])
async def test_a_button_of_a_match_that_there_is_not_is_answered_kindly(town: Town, identity: str) -> None:
    await town.open("tiny", town.ada, town.bo)
    assert "There is no match #999" in private(await town.forge(town.ada, town.board(), identity)).content
