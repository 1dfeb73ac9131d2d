"""`/settings`: what somebody likes otherwise, and that it is so."""

import pytest
from simcord.results import ResponseMessage

from bot.model.preferences import PATIENCE, PATIENCES
from tests.cogs.town import Town, private

MENU = "called-after"


async def choose(town: Town, value: str) -> ResponseMessage:
    page = private(await town.ada.slash(town.tavern, "settings"))
    return private(await town.ada.select(page, [value]))


def chosen(page: ResponseMessage) -> list[str]:
    [row] = page.components
    [menu] = row["components"]
    return [option["value"] for option in menu["options"] if option.get("default")]


async def test_the_page_says_what_is_chosen(town: Town) -> None:
    assert chosen(private(await town.ada.slash(town.tavern, "settings"))) == [str(PATIENCE)]
    page = await choose(town, "never")
    assert "**Calls**: never" in page.content
    await town.restart()
    assert chosen(private(await town.ada.slash(town.tavern, "settings"))) == ["never"]
    assert chosen(private(await town.bo.slash(town.tavern, "settings"))) == [str(PATIENCE)], "it is Ada's alone"


@pytest.mark.parametrize("seconds", PATIENCES)
async def test_somebody_is_called_after_as_long_as_they_like(town: Town, seconds: int | None) -> None:
    await choose(town, "never" if seconds is None else str(seconds))
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    for person in (town.bo, town.ada):  # the first board has called them
        await person.slash(town.tavern, "tiny fold")
    await town.wait(1 if seconds is None else max(0, seconds - 2))
    assert ([town.ada.id] in town.pings()) == (seconds == 0)
    await town.wait(3)
    called = [found for found in town.pings() if found == [town.ada.id]]
    assert len(called) == (seconds is not None)
    await town.wait(24 * 3600)
    assert [found for found in town.pings() if found == [town.ada.id]] == called


async def test_who_wants_to_be_called_at_once_is_called_when_the_decision_comes_to_them(town: Town) -> None:
    await choose(town, "0")
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    before = len(town.pings())
    await town.ada.slash(town.tavern, "tiny fold")
    assert len(town.pings()) == before
    await town.bo.slash(town.tavern, "tiny fold")
    assert town.pings()[before:] == [[town.ada.id]]


@pytest.mark.parametrize("value", ["44", "-1", "", "Never", "9" * 60])
async def test_what_cannot_be_chosen_changes_nothing(town: Town, value: str) -> None:
    await town.open("tiny", town.ada, town.bo)
    said = private(await town.forge(town.ada, town.board(), MENU, value))
    assert "cannot be chosen" in said.content or "do not know" in said.content
    assert chosen(private(await town.ada.slash(town.tavern, "settings"))) == [str(PATIENCE)]


async def test_what_one_likes_is_exported_and_deleted_with_all_else(town: Town) -> None:
    await choose(town, "0")
    export = town.client.app.people.export
    assert (await export(town.ada.id))["preferences"] == [{"patience": 0}]
    await town.client.app.people.delete(town.ada.id)
    assert (await export(town.ada.id))["preferences"] == []
