"""Outdated buttons are refused kindly: unknown ones, and those of another match with the same number."""

from bot.model.match import MatchId, MatchKey
from cogs.presses.router import EXPIRED, OLD_BUTTON
from cogs.widgets import purposes
from cogs.widgets.purposes import ACT, HAND, JOIN
from tests.cogs.town import Town, buttons, press, private


async def test_an_unknown_button_is_answered_kindly(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    for identity in [
        "nobody-knows-this",
        "hand",
        "hand/",
        "hand/x",
        "hand/1/2/3",
        "act/1",
        "join/1/1",
        "/",
        "1",
        "act//x/y",
    ]:
        assert private(await town.forge(town.ada, town.board(), identity)).content == OLD_BUTTON


async def test_a_button_of_an_unknown_match_is_answered_kindly(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    for identity in ["hand/999/1", "join/999", "act/999/1/fold", "rematch/999999999999999"]:
        assert "There is no match #999" in private(await town.forge(town.ada, town.board(), identity)).content


async def test_a_button_of_another_match_with_the_same_number_has_expired(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    lost = MatchKey(MatchId(match.id), "000000")
    for identity in (HAND(lost, 0), ACT(lost, 0, "fold"), JOIN(lost)):
        assert private(await town.forge(town.ada, town.board(), identity)).content == EXPIRED
    assert (await town.match()).ply == 0
    assert "Fold" in buttons(private(await press(town.ada, town.board(), purposes.HAND)))
