"""A board that is too large for one picture can be zoomed in on part by part, in private."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.model.match import Status
from bot.model.refusals import Refusal
from cogs.presses.closeup import part_items, parts
from cogs.widgets import purposes
from cogs.widgets.items import panel
from render.renderer import renderer
from tests.cogs.test_limits import check_components, match_of, table_view_of
from tests.cogs.town import Town, buttons, menus, press, private, updated
from tests.heist_game import Heist


@pytest.fixture
async def heist(town: Town) -> None:
    await town.open("heist", town.ada, town.bo, town.cleo)


def offer(monkeypatch: pytest.MonkeyPatch, parts: Sequence[tuple[str, str]]) -> None:
    """Replace the parts of a heist by these."""
    drawn = sys.modules["render.heist"]
    closeup = replace(drawn.RENDERER.closeup, parts=lambda *_: parts)
    monkeypatch.setattr(drawn, "RENDERER", replace(drawn.RENDERER, closeup=closeup))
    renderer.cache_clear()


def offered(message: Any) -> list[str]:
    return [option["value"] for option in menus(message)[0]["options"]]


@pytest.mark.parametrize("who", ["ada", "stranger"])
async def test_players_and_spectators_see_parts_of_the_table_one_after_the_other(
    town: Town, heist: None, who: str
) -> None:
    person = getattr(town, who)
    before = town.board()
    panel = private(await press(person, town.board(), purposes.CLOSEUP))
    assert offered(panel) == ["pot", "seat-0", "seat-1", "seat-2"]
    for word, alt in (("pot", "18 coins are left."), ("seat-1", "has 0 coins."), ("pot", "18 coins are left.")):
        result = await person.select(panel, [word])
        assert updated(result), "the choice itself updates the picture"
        (file,) = panel.attachments
        assert file.filename == "closer.png"
        assert alt in str(file.description)
        assert offered(panel) == ["pot", "seat-0", "seat-1", "seat-2"], "for the next look"
        assert [option["value"] for option in menus(panel)[0]["options"] if option.get("default")] == [word]
    assert "Thief 2" not in panel.content
    assert "**The pot**" in panel.content
    assert town.board().content == before.content


async def test_a_board_that_is_too_large_opens_on_the_suggested_part(
    town: Town, heist: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = sys.modules["render.heist"]
    closeup = replace(drawn.RENDERER.closeup, first=lambda *_: "seat-1")
    monkeypatch.setattr(drawn, "RENDERER", replace(drawn.RENDERER, closeup=closeup))
    renderer.cache_clear()
    panel = private(await press(town.ada, town.board(), purposes.CLOSEUP))
    assert "has 0 coins." in str(panel.attachments[0].description)
    assert [option["value"] for option in menus(panel)[0]["options"] if option.get("default")] == ["seat-1"]


async def test_the_zoomed_board_is_the_present_one_after_a_restart_too(town: Town, heist: None) -> None:
    panel = private(await press(town.bo, town.board(), purposes.CLOSEUP))
    asked = await town.asked((await town.match()).id)
    await asked.click(town.board(), label="Take: 2 coins")
    await town.restart()
    await town.bo.select(panel, ["pot"])
    assert "16 coins are left." in str(panel.attachments[0].description)
    assert offered(private(await press(town.cleo, town.board(), purposes.CLOSEUP)))


async def test_a_command_shows_a_part_with_autocomplete_as_a_picture_or_in_words(town: Town, heist: None) -> None:
    found = await town.stranger.autocomplete(town.tavern, "match status", "zoom", "po")
    assert [(choice["name"], choice["value"]) for choice in found] == [("The pot", "pot")]
    seen = private(await town.stranger.slash(town.tavern, "match status", zoom="pot"))
    assert "18 coins are left." in str(seen.attachments[0].description)
    await town.stranger.select(seen, ["seat-2"])
    assert "has 0 coins" in str(seen.attachments[0].description)
    said = private(await town.ada.slash(town.tavern, "match status", zoom="The pot", show="words"))
    assert "```\n18 coins are left.\n```" in said.content
    assert not said.attachments
    wrong = private(await town.ada.slash(town.tavern, "match status", zoom="roof"))
    assert "“roof” doesn't match any part of the board" in wrong.content


async def test_the_result_can_be_looked_at_closer_too(town: Town, heist: None) -> None:
    await town.give_up(await town.match())
    assert (await town.match()).status is Status.OVER
    assert list(buttons(town.board())) == [
        "Rematch",
        "Review my mistakes",
        "Last moves",
        "Replay",
        "Was it fair?",
        "Zoom",
        "My poster",
        "How was it?",
    ]
    panel = private(await press(town.stranger, town.board(), purposes.CLOSEUP))
    await town.stranger.select(panel, ["pot"])
    assert panel.attachments


async def test_a_part_that_is_gone_is_told_and_the_menu_comes_afresh(
    town: Town, heist: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = private(await press(town.bo, town.board(), purposes.CLOSEUP))
    offer(monkeypatch, [("seat-0", "Thief 1")])
    await town.bo.select(panel, ["pot"])
    assert "no longer on the board" in panel.content
    assert offered(panel) == ["seat-0"]


async def test_where_one_picture_shows_it_all_there_is_no_such_button(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    assert "Zoom" not in buttons(town.board())
    said = private(await town.ada.slash(town.tavern, "match status", zoom="pot"))
    assert "nothing to zoom in on" in said.content
    assert await town.ada.autocomplete(town.tavern, "match status", "zoom", "") == []
    said = private(await town.forge(town.ada, town.board(), "closer/1"))
    assert "nothing to zoom in on" in said.content


async def test_a_lobby_shows_itself_whatever_is_to_be_seen_closer(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="heist")
    said = private(await town.ada.slash(town.tavern, "match status", zoom="pot"))
    assert "Waiting for 1 more player" in said.content
    [line] = await town.ada.autocomplete(town.tavern, "match status", "zoom", "")
    assert line["name"].startswith("Match #1 hasn't started yet")
    assert "hasn't started yet" in private(await town.forge(town.ada, town.board(), "closer/1")).content


@pytest.mark.parametrize("count", [1, 25, 26, 60])
def test_many_parts_are_offered_in_pages(our_renderers: None, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    offer(monkeypatch, [(f"part-{number}", f"Part {number} {'x' * 80}") for number in range(count)])
    game = Heist()
    table_view = table_view_of(game, game.view(game.begin(seats=6, options={}, decks=(), seed=1), None))
    seen: list[str] = []
    pages = -(-count // 25)
    for page in range(pages):
        rows = panel(part_items(table_view, parts(game, table_view), page)).to_components()
        check_components(rows)
        seen += [option["value"] for option in rows[0]["components"][0]["options"]]
        labels = [item["label"] for row in rows[1:] for item in row["components"]]
        assert labels == ["Previous"] * (page > 0) + ["Next"] * (page < pages - 1)
    assert seen == [f"part-{number}" for number in range(count)]
    with pytest.raises(Refusal, match="nothing to zoom in on"):
        part_items(table_view, [])
    assert match_of(game).game == "heist"
