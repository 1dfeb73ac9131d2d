"""`/match log`: all events, in pages, to each user as far as they may know them."""

import discord
import pytest

from bot.model.match import MatchId
from cogs.messages.log_text import event_lines, folded_lines
from cogs.messages.message import LIMIT
from cogs.presses.log import LINES, pages
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, offers, press, private


async def played(town: Town, plies: int) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    for ply in range(1, plies + 1):
        person = await town.asked(match.id)
        table_view = await town.view_for(person)
        action = town.games["allocator"].greedy(table_view.view, ply)
        await town.app.matches.act(match.id, person.id, str(action), decision=None, interaction=ply)
    await town.delivered()


async def test_it_tells_all_from_the_deal_on_in_pages(town: Town) -> None:
    await played(town, 60)
    latest = private(await town.cleo.slash(town.tavern, "match log"))
    assert list(buttons(latest)) == ["Earlier"]
    texts = [latest.content]
    page = latest
    while "Earlier" in buttons(page):
        page = private(await town.cleo.click(page, label="Earlier"))
        texts.insert(0, page.content)
    assert len(texts) > 2
    assert all(f"page {number} of {len(texts)}" in text for number, text in enumerate(texts, 1))
    assert "Turn 1:" in texts[0]
    assert list(buttons(page)) == ["Later"]
    position, whole = await town.app.positions.get(MatchId(1)), "\n".join(texts)
    latest_plies = position.view_for(None, since=position.seen.remembered_from - 1).ply_events
    names = await town.client.app.names.of(position.match)
    assert all(line in whole for line in event_lines(position.game, latest_plies, names))
    short = [line for line in town.board().content.splitlines() if line.startswith("• ")]
    assert short == folded_lines(position.game, latest_plies, names, 3)


async def test_a_player_alone_reads_the_cards_they_drew(town: Town) -> None:
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
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    assert "hasn't started yet" in private(await town.ada.slash(town.tavern, "match log")).content


@pytest.mark.parametrize("lines", [[], ["• a"] * LINES, ["• a"] * (LINES + 1), ["x" * 900] * 5, ["x" * 1600] * 2])
def test_pages_hold_every_line_and_none_is_too_long(lines: list[str]) -> None:
    found = pages(lines)
    assert [line for page in found for line in page] == lines
    assert all(len(page) <= LINES and len("\n".join(page)) < LIMIT - 100 for page in found)


def table(town: Town) -> discord.Message:
    """Return the board, whatever was written below it."""
    return next(message for message in town.public() if offers(message, purposes.HAND))


async def test_actions_besides_the_game_are_in_the_log_at_their_place(town: Town) -> None:
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    first = await town.asked(match.id)
    second, third = (person for person in town.people[:3] if person.id != first.id)
    await town.play(match.id, first, "take 1", 10_001)
    offered = private(await second.slash(town.tavern, "match hand-over", user=town.dan))
    await second.click(offered, label="Offer my seat")
    [take] = [label for label in buttons(table(town)) if label.startswith("Take ")]
    await town.dan.click(private(await town.dan.click(table(town), label=take)), label="Take the seat")
    await town.play(match.id, await town.asked(match.id), "take 1", 10_002)
    await first.slash(town.tavern, "match resign")
    await town.app.matches.resign(match.id, first.id, interaction=10_003)
    left = private(await third.slash(town.tavern, "match abandon"))
    await third.click(left, label="Ask the other players")
    await town.delivered()
    assert "No one's points change." in table(town).content
    await press(town.dan, table(town), purposes.AGREE)
    await town.delivered()
    log = private(await town.stranger.slash(town.attic, "match log", match=1)).content.splitlines()
    places = [
        next(place for place, line in enumerate(log) if said in line)
        for said in (
            "takes 1 coin",
            f"<@{town.dan.id}> took over <@{second.id}>'s seat",
            "resigned",
            "everyone had agreed",
        )
    ]
    assert places == sorted(places)
