"""Replays on Discord: by a command or the button on a result, moment by moment, for the user alone."""

import re

import pytest

from bot.exports.animation import GLIMPSED
from bot.model.match import Fork, Match, Status
from bot.people.settings import MOTION, OPEN_REPLAYS
from cogs.replays.purposes import FORK, MATCH_FILE, REPLAY_GIF, REPLAY_PAGE
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private


async def played(town: Town) -> Match:
    """Play a match of Ada and Bo in which both always take the first choice."""
    match = await town.open("tiny", town.ada, town.bo)
    while match.status is Status.LIVE:
        person = await town.asked(match.id)
        said = str((await town.view_for(person, match.id)).view.options[0])
        match = await town.play(match.id, person, said, 1_000 + match.ply)
    return match


@pytest.mark.drawn
async def test_a_replay_is_stepped_through_from_the_deal_to_the_result(town: Town) -> None:
    match = await played(town)
    shown = private(await town.stranger.slash(town.tavern, "match replay", match=1))
    assert "replay, the deal · all hands" in shown.content
    assert not {"First", "Back", "As I saw it"} & buttons(shown).keys()
    pictures = [shown.attachments[0].description]
    for ply in range(1, match.ply + 1):
        await town.stranger.click(shown, label="Next")
        assert f"move {ply} of {match.ply}" in shown.content
        pictures.append(shown.attachments[0].description)
    assert not {"Next", "Last"} & buttons(shown).keys()
    assert "**" in shown.content, "the result"
    await town.stranger.click(shown, label="Back")
    assert shown.attachments[0].description == pictures[-2]
    await town.stranger.click(shown, label="First")
    assert shown.attachments[0].description == pictures[0]
    await town.stranger.click(shown, label="Last")
    assert shown.attachments[0].description == pictures[-1]


async def test_a_step_is_one_request_and_no_message_in_the_channel(town: Town) -> None:
    await played(town)
    shown = private(await town.ada.slash(town.tavern, "match replay", match=1))
    before, public = len(town.env.http_requests), len(town.public())
    await town.ada.click(shown, label="Next")
    assert len(town.env.http_requests) - before == 1
    assert len(town.public()) == public


async def test_the_result_has_a_button_to_the_replay_which_players_see_as_they_saw_it(town: Town) -> None:
    match = await played(town)
    shown = private(await town.ada.click(town.board(), label="Replay"))
    assert f"move {match.ply} of {match.ply} · all hands" in shown.content
    await town.ada.click(shown, label="As I saw it")
    assert "as Ada saw it" in shown.content
    assert "Hand of Bo" not in (shown.attachments[0].description or "")
    await town.ada.click(shown, label="All hands")
    assert "Hand of Bo" in (shown.attachments[0].description or "")


async def test_turning_points_are_reached_by_a_button(town: Town) -> None:
    await played(town)
    shown = private(await town.ada.slash(town.tavern, "match replay", match=1))
    await town.ada.click(shown, label="Turning point")
    assert "Turning point" in shown.content
    assert "'s chances: " in shown.content


async def test_of_a_match_that_a_player_closed_each_replays_their_own_seat(town: Town) -> None:
    await town.app.preferences.choose(town.bo.id, OPEN_REPLAYS, False)
    await played(town)
    for person, name, other in ((town.ada, "Ada", "Bo"), (town.bo, "Bo", "Ada")):
        shown = private(await person.click(town.board(), label="Replay"))
        assert f"as {name} saw it" in shown.content
        assert f"Hand of {other}" not in (shown.attachments[0].description or "")
        assert not {"All hands", "Match file", "Turning point", "Play on from here"} & buttons(shown).keys()
    stranger = private(await town.stranger.click(town.board(), label="Replay"))
    assert "isn't open" in stranger.content
    forged = private(await town.forge(town.stranger, town.board(), "match-file/1"))
    assert "isn't open" in forged.content


async def test_of_a_live_match_nothing_is_replayed(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    said = private(await town.ada.slash(town.tavern, "match replay", match=1))
    assert "isn't over" in said.content
    for custom_id in (
        "replay/1/0/all/open",
        "replay-gif/1/0/all",
        "replay-page/1/all",
        "match-file/1",
        "fork/1/0",
        "fork-computer/1/0/novice",
    ):
        assert "isn't over" in private(await town.forge(town.stranger, town.board(), custom_id)).content


async def test_the_match_file_is_sent_to_whoever_may_see_it(town: Town) -> None:
    await played(town)
    shown = private(await town.stranger.slash(town.tavern, "match replay", match=1))
    sent = private(await press(town.stranger, shown, MATCH_FILE))
    assert [file.filename for file in sent.attachments] == ["match-1.txt"]
    assert "Nobody can check its deal" in sent.content, "these deals are given"


@pytest.mark.drawn
async def test_a_moving_picture_of_the_match_or_from_a_moment_on_is_sent(town: Town) -> None:
    match = await played(town)
    shown = private(await town.stranger.slash(town.tavern, "match replay", match=1))
    whole = private(await press(town.stranger, shown, REPLAY_GIF))
    [file] = whole.attachments
    assert file.filename == "match-1.gif"
    assert f"{match.ply + 1} moments" in (file.description or "")
    await town.stranger.click(shown, label="Next")
    part = private(await press(town.stranger, shown, REPLAY_GIF))
    assert "from move 1 on" in part.content
    assert f"{match.ply} moments" in (part.attachments[0].description or "")


async def test_a_user_without_motion_gets_a_still_picture(town: Town) -> None:
    await town.app.preferences.choose(town.ada.id, MOTION, False)
    await played(town)
    shown = private(await town.ada.slash(town.tavern, "match replay", match=1))
    still = private(await press(town.ada, shown, REPLAY_GIF))
    assert [file.filename for file in still.attachments] == ["replay.png"]
    assert "off in your `/settings`" in still.content


@pytest.mark.drawn
async def test_the_match_is_sent_as_a_page_with_its_fingerprint(town: Town) -> None:
    await played(town)
    shown = private(await town.stranger.slash(town.tavern, "match replay", match=1))
    sent = private(await press(town.stranger, shown, REPLAY_PAGE))
    assert [file.filename for file in sent.attachments] == ["match-1.html"]
    assert re.search("fingerprint: `[0-9a-f]{64}`", sent.content)


@pytest.mark.drawn
async def test_of_a_closed_match_picture_and_page_are_those_of_the_own_seat(town: Town) -> None:
    await town.app.preferences.choose(town.bo.id, OPEN_REPLAYS, False)
    await played(town)
    board = town.board()
    for custom_id in ("replay-gif/1/0/all", "replay-gif/1/0/0", "replay-page/1/all", "replay-page/1/0"):
        sent = private(await town.forge(town.bo, board, custom_id))
        assert "Bo saw" in sent.content
        assert "fingerprint" not in sent.content
        assert "isn't open" in private(await town.forge(town.stranger, board, custom_id)).content


@pytest.mark.drawn
async def test_the_result_shows_the_last_moves_to_everyone_who_may_replay_the_match(town: Town) -> None:
    match = await played(town)
    for person in (town.ada, town.stranger):
        shown = private(await press(person, town.board(), purposes.RECENT))
        assert [file.filename for file in shown.attachments] == ["match-1-latest.gif"]
        assert f"{min(match.ply + 1, GLIMPSED)} moments" in (shown.attachments[0].description or "")


async def test_the_last_moves_of_a_closed_match_are_shown_to_its_players_alone(town: Town) -> None:
    await town.app.preferences.choose(town.bo.id, OPEN_REPLAYS, False)
    await played(town)
    assert "isn't open" in private(await press(town.stranger, town.board(), purposes.RECENT)).content
    assert private(await press(town.bo, town.board(), purposes.RECENT)).attachments


async def test_a_match_goes_on_from_a_moment_against_a_computer(town: Town) -> None:
    await played(town)
    shown = private(await town.cleo.slash(town.tavern, "match replay", match=1, move=2))
    asked = private(await press(town.cleo, shown, FORK))
    assert "unrated" in asked.content
    begun = private(await town.cleo.click(asked, label="Against novice computers"))
    assert "Match #2 has started." in begun.content
    match = await town.match(2)
    assert match.fork == Fork(match.fork.match_id if match.fork else 0, 2)  # type: ignore[arg-type]
    assert not match.is_rated
    await town.app.computers.close()


async def test_a_lobby_tells_who_may_replay_the_match(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    assert "can replay it with all hands, unless one of its players has turned that off" in town.board().content
