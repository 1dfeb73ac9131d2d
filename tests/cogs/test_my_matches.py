"""Several matches at once are not mixed up: a list of the user's matches, one hand after another, each with
its number.
"""

from io import BytesIO

import pytest
from PIL import Image

from bot.model.match import Status
from bot.model.new_match import NewMatch
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private


async def two_matches(town: Town) -> None:
    """Let Ada play Bo in the tavern and Cleo in the attic, on her turn in both."""
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await town.ada.slash(town.attic, "match new", game="tiny", options="goal=3")
    await town.cleo.slash(town.attic, "match join")
    await town.wait(30)
    await town.ada.slash(town.attic, "match start")


async def test_the_list_says_which_wait_for_me_and_leads_to_each_table_and_hand(town: Town) -> None:
    await two_matches(town)
    elsewhere = town.env.create_guild("Elsewhere", owner=town.ada.user)
    hall = elsewhere.create_text_channel("hall")
    said = private(await town.ada.slash(town.tavern, "matches"))
    first, second = said.content.index("#1 · "), said.content.index("#2 · ")
    assert first < second
    assert said.content.count("**Your turn** since <t:") == 2
    for channel in (town.tavern, town.attic):
        link = f"https://discord.com/channels/{town.guild.id}/{channel.id}/{town.board(channel).id}"
        assert link in said.content
    assert list(buttons(said)) == ["Hand of #1", "Hand of #2"]
    hand = private(await town.ada.click(said, label="Hand of #2"))
    assert hand.content.startswith("-# Match #2 · Tiny")
    await town.ada.slash(town.tavern, "tiny fold")
    text = private(await town.ada.slash(town.tavern, "matches")).content
    assert text.index("#2 · ") < text.index("#1 · ")
    assert "Waiting for Bo since <t:" in text
    assert "on Elsewhere" not in text
    assert hall.id


async def test_the_list_says_until_when_there_is_time(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny", pace="24h")
    await town.bo.slash(town.tavern, "match join")
    await town.ada.slash(town.tavern, "match start")
    assert " Time runs out <t:" in private(await town.ada.slash(town.tavern, "matches")).content


async def test_a_user_without_a_match_is_told_how_to_begin(town: Town) -> None:
    assert "`/match new`" in private(await town.ada.slash(town.tavern, "matches")).content


async def test_more_matches_than_a_page_holds_are_turned(town: Town) -> None:
    for number in range(6):
        await town.app.lobbies.create(
            NewMatch(guild=town.guild.id, channel=100 + number, host=town.ada.id, game="tiny"),
            interaction=number + 1,
        )
    first = private(await town.ada.slash(town.tavern, "matches"))
    assert "page 1 of 2" in first.content
    second = private(await press(town.ada, first, purposes.MATCHES))
    assert "page 2 of 2" in second.content
    assert list(buttons(second)) == ["Previous"]


async def test_a_hand_leads_to_the_next_match_that_waits_and_to_no_other(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    assert "Next match" not in buttons(private(await press(town.ada, town.board(), purposes.HAND)))
    await town.ada.slash(town.attic, "match new", game="tiny", options="goal=3")
    await town.cleo.slash(town.attic, "match join")
    await town.ada.slash(town.attic, "match start")
    hand = private(await press(town.ada, town.board(), purposes.HAND))
    following = private(await press(town.ada, hand, purposes.NEXT))
    assert following.content.startswith("-# Match #2 · Tiny")
    assert "**Another match: #2, Tiny.**" in following.content
    *others, last = [[part["label"] for part in row["components"]] for row in following.components]
    assert last == ["Next match"], "apart from moves"
    assert others
    letter = town.direct(town.ada)[-1]
    assert letter.content.startswith("-# Match #2 · ")
    answer = await press(town.ada.user, letter, purposes.NEXT)
    assert answer.response is not None
    assert answer.response.content.startswith("-# Match #1 · ")
    assert town.direct(town.ada)[1].content.startswith("-# Match #2 · "), "the direct message stays as it was"
    await town.ada.slash(town.tavern, "tiny fold")
    gone = private(await town.forge(town.ada, town.board(town.attic), "next/2"))
    assert "No other match is waiting for you." in gone.content


async def test_every_command_takes_the_number_of_a_match_and_offers_mine(town: Town) -> None:
    await two_matches(town)
    for command in ["match resign", "match log", "match status", "hand", "tiny fold"]:
        offered = await town.ada.autocomplete(town.tavern, command, "match", "")
        assert [choice["value"] for choice in offered] == [1, 2]
        assert "your turn" in offered[0]["name"]
        said = private(await town.ada.slash(town.tavern, command, match=2))
        assert "#2" in said.content
        assert await town.stranger.autocomplete(town.tavern, command, "match", "") == []


async def test_a_lobby_is_joined_left_and_started_from_afar(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    for command in ("match join", "match leave", "match join"):
        await town.bo.slash(town.attic, command, match=1)
    assert len((await town.match()).players) == 2
    await town.ada.slash(town.attic, "match start", match=1)
    assert (await town.match()).status is Status.LIVE


@pytest.mark.drawn
async def test_hands_of_two_matches_differ_in_the_sign_of_their_heading_and_the_line_around_their_picture(
    town: Town,
) -> None:
    await town.open("allocator", town.ada, town.bo)
    first = private(await press(town.ada, town.board(), purposes.HAND))
    await town.ada.slash(town.attic, "match new", against="people here", game="allocator")
    await town.cleo.slash(town.attic, "match join")
    await town.ada.slash(town.attic, "match start")
    second = private(await press(town.ada, town.board(town.attic), purposes.HAND))
    assert first.content.splitlines()[0][-1] != second.content.splitlines()[0][-1]
    edges: list[object] = []
    for hand in (first, second):
        picture = Image.open(BytesIO(await hand.attachments[0].read())).convert("RGB")
        corners = {picture.getpixel((0, 0)), picture.getpixel((picture.width - 1, picture.height - 1))}
        assert len(corners) == 1
        edges += corners
    assert edges[0] != edges[1]
