"""`/match log`: the whole story, in pages, to each as far as they may know it."""

import pytest

from cogs.messages.message import LIMIT
from cogs.presses.log import LINES, pages
from tests.cogs.town import Town, buttons, private


async def played(town: Town, plies: int) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    for ply in range(1, plies + 1):
        person = await town.asked(match.id)
        look = await town.look(person)
        action = town.games["allocator"].greedy(look.view, ply)
        await town.matches.act(match.id, person.id, str(action), decision=None, interaction=ply)
    await town.delivered()


async def test_it_tells_all_from_the_deal_on_in_pages(town: Town) -> None:
    await played(town, 60)
    latest = private(await town.cleo.slash(town.tavern, "match log"))
    assert list(buttons(latest)) == ["Earlier"]
    told = [latest.content]
    page = latest
    while "Earlier" in buttons(page):
        page = private(await town.cleo.click(page, label="Earlier"))
        told.insert(0, page.content)
    assert len(told) > 2
    assert all(f"page {number} of {len(told)}" in text for number, text in enumerate(told, 1))
    assert "Turn 1:" in told[0]
    assert list(buttons(page)) == ["Later"]
    assert all(line in "\n".join(told) for line in town.board().content.splitlines() if line.startswith("• T"))


async def test_a_player_reads_what_they_drew_and_nobody_else_does(town: Town) -> None:
    await played(town, 3)
    people = (town.ada, town.bo, town.stranger)
    mine, others, strangers = [private(await person.slash(town.tavern, "match log")).content for person in people]
    assert "You draw" in mine
    assert "You draw" in others
    assert mine != others
    assert "You draw" not in strangers


async def test_it_can_be_read_after_a_restart_and_by_number_from_elsewhere(town: Town) -> None:
    await played(town, 12)
    before = private(await town.ada.slash(town.tavern, "match log")).content
    await town.restart()
    assert private(await town.ada.slash(town.attic, "match log", match=1)).content == before


async def test_before_the_deal_there_is_nothing_to_read(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="allocator")
    assert "has not begun" in private(await town.ada.slash(town.tavern, "match log")).content


@pytest.mark.parametrize("lines", [[], ["• a"] * LINES, ["• a"] * (LINES + 1), ["x" * 900] * 5, ["x" * 1600] * 2])
def test_pages_hold_every_line_and_none_is_too_long(lines: list[str]) -> None:
    found = pages(lines)
    assert [line for page in found for line in page] == lines
    assert all(len(page) <= LINES and len("\n".join(page)) < LIMIT - 100 for page in found)
