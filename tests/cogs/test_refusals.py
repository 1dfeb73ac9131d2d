"""Everything impossible is refused kindly and privately, with a hint; and nothing changes."""

import re
from collections.abc import Awaitable, Callable

import discord
import simcord

from bot.model.match import Status
from cogs.presses.missing_picture import NOT_DRAWN
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, insisted, menus, press, private

Doing = Callable[[Town], Awaitable[simcord.InteractionResult]]


async def waiting(town: Town) -> simcord.MemberActor:
    """Return the player whose turn it is not."""
    asked = await town.asked((await town.match()).id)
    return town.bo if asked is town.ada else town.ada


async def asked(town: Town) -> simcord.MemberActor:
    return await town.asked((await town.match()).id)


IN_A_MATCH: dict[str, tuple[Doing, str]] = {
    "wrong channel": (
        lambda town: town.ada.slash(town.attic, "allocator decline"),
        r"There's no match in this channel\. `/match new` opens one\. Your match #1 is in <#{tavern}>\.",
    ),
    "another player's channel": (
        lambda town: town.stranger.slash(town.attic, "hand"),
        r"There's no match in this channel\. `/match new` opens one\.",
    ),
    "another game's command": (
        lambda town: town.ada.slash(town.tavern, "tiny fold"),
        r"The match in this channel is Allocator \(match #1\)\.",
    ),
    "a stranger's command": (
        lambda town: town.stranger.slash(town.tavern, "allocator decline"),
        r"You're not in match #1.*/match status",
    ),
    "a stranger's press on My hand": (
        lambda town: press(town.stranger, town.board(), purposes.HAND),
        r"You're not in match #1.*/match status",
    ),
    "a stranger's press on an action": (
        lambda town: town.stranger.click(town.board(), custom_id=town.named("act/1/0/decline")),
        r"You're not in match #1",
    ),
    "a stranger's resignation": (lambda town: town.stranger.slash(town.tavern, "match resign"), "nothing to resign"),
    "joining a match that has begun": (lambda town: town.cleo.slash(town.tavern, "match join"), "has already started"),
    "leaving a match that has begun": (lambda town: town.ada.slash(town.tavern, "match leave"), "resign"),
    "starting twice": (lambda town: town.ada.slash(town.tavern, "match start"), "has already started"),
    "another match in the channel": (
        lambda town: town.cleo.slash(town.tavern, "match new", against="people here", game="allocator"),
        "already has a match",
    ),
    "a leaderboard in direct messages": (
        lambda town: town.ada.user.slash("leaderboard", game="allocator"),
        "Every server has its own",
    ),
    "a stranger's hand in direct messages": (lambda town: town.stranger.user.slash("hand"), "There's no match"),
    "an unknown button": (
        lambda town: town.forge(town.ada, town.board(), "v0:old"),
        "That button has expired",
    ),
    "a match never opened": (
        lambda town: town.forge(town.ada, town.board(), "hand/77/0"),
        "There is no match #77",
    ),
    "joining too late": (
        lambda town: town.forge(town.cleo, town.board(), "join/1"),
        "has already started",
    ),
    "a deck too late": (
        lambda town: town.forge(town.ada, town.board(), "decks/1/0"),
        "has already started",
    ),
    "a rule that is not there": (
        lambda town: town.ada.slash(town.tavern, "rules", game="allocator", query="zeppelin"),
        "I found no rule of Allocator about “zeppelin”",
    ),
}


async def test_while_a_match_is_played(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    before, board = await town.match(), [message.content for message in town.public()]
    for doing, expected in IN_A_MATCH.values():
        said = private(await doing(town)).content.replace("\n", " ")
        assert re.search(expected.replace("{tavern}", str(town.tavern.id)), said)
        assert await town.match() == before
        assert [message.content for message in town.public()] == board


IN_A_LOBBY: dict[str, tuple[Doing, str]] = {
    "playing before the start": (lambda town: town.ada.slash(town.tavern, "allocator decline"), "hasn't started"),
    "a hand before the start": (lambda town: town.ada.slash(town.tavern, "hand"), "(has not begun|hasn't started)"),
    "joining twice": (lambda town: town.ada.slash(town.tavern, "match join"), "already"),
    "starting alone": (lambda town: town.ada.click(town.board(), label="Start"), "is for 2 players"),
    "a guest who starts": (lambda town: town.bo.click(town.board(), label="Start"), "Only the host"),
    "a guest's options": (lambda town: town.forge(town.bo, town.board(), "options/1/0"), "Only the host"),
    "leaving from outside": (lambda town: press(town.bo, town.board(), purposes.LEAVE), "You're not in match"),
    "a missing deck": (
        lambda town: town.ada.slash(town.tavern, "match deck", deck="<@1> dragons"),
        r"doesn't match any deck you can choose right now\. You can choose: ",
    ),
    "a deck for an outsider": (
        lambda town: town.bo.slash(town.tavern, "match deck", deck="iron"),
        "You're not in match",
    ),
    "a missing option": (
        lambda town: town.ada.slash(town.tavern, "match option", option="gravity=off"),
        "doesn't match any option you can choose right now",
    ),
}


async def test_in_a_lobby(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="allocator", deck="Iron Tide")
    before, board = await town.match(), town.board().content
    for doing, expected in IN_A_LOBBY.values():
        said = private(await doing(town)).content
        assert re.search(expected, said)
        assert "<@1>" not in said
        assert (await town.match(), town.board().content) == (before, board)


async def test_out_of_turn_a_player_is_told_so_and_shown_their_hand(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await waiting(town)
    said = private(await person.slash(town.tavern, "allocator decline"))
    assert "not your turn" in said.content
    assert said.attachments[0].filename.startswith("hand-")
    pressed = private(await person.click(town.board(), custom_id=town.named("act/1/0/decline")))
    assert "not your turn" in pressed.content
    assert (await town.match()).ply == 0


async def test_an_untimely_action_or_an_unknown_card_is_answered_with_the_choices(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await asked(town)
    said = private(await person.slash(town.tavern, "allocator end"))
    assert "boost with a card or decline (rule 2.2). You can choose: " in said.content
    assert "Go on without a boost." in said.content
    said = private(await person.slash(town.tavern, "allocator move", card="dragon"))
    assert "`/allocator move` isn't possible right now (rule 2.2). You can choose: " in said.content
    await person.slash(town.tavern, "allocator decline")
    said = private(await person.slash(town.tavern, "allocator play", card="dragon", system="attack"))
    assert "That card isn't in your hand (rule 4.2). You can choose: " in said.content
    for typed in ("../../etc", "x" * 900, "play play", "\u202e**"):
        said = private(await person.slash(town.tavern, "allocator play", card=typed, system="attack"))
        assert "doesn't match any card you can choose right now (rule 4.1). You can choose: " in said.content
        assert len(said.content) <= 2000
    assert (await town.match()).ply == 1


async def test_typed_text_is_understood_without_autocomplete(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await asked(town)
    await person.slash(town.tavern, "allocator decline")
    table_view = await town.view_for(person)
    card = str(table_view.view.options[0]).split()[1]
    name = town.games["allocator"].label(table_view.view, ("play", card)).text.partition(" · ")[0]
    await person.slash(town.tavern, "allocator play", card=name.upper(), system="ATTACK")
    assert f"{name} into Attack" in town.board().content


async def test_a_stale_button_shows_how_things_stand_now(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await asked(town)
    old = private(await press(person, town.board(), purposes.HAND))
    await person.slash(town.tavern, "allocator decline")
    before = await town.match()
    answer = private(await person.click(old, custom_id=town.named("act/1/0/decline")))
    assert "moved on" in answer.content
    assert "End and attack" in buttons(answer)
    assert answer.id == old.id, "the private message itself is updated"
    public = private(await town.forge(person, town.board(), "act/1/0/decline"))
    assert "moved on" in public.content
    assert await town.match() == before


async def test_in_direct_messages_the_only_match_is_meant_and_of_several_one_is_asked(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await asked(town)
    await person.user.slash("allocator decline")
    assert (await town.match()).ply == 1
    assert "Match #1" in private(await person.user.slash("hand")).content
    await person.slash(town.attic, "match new", against="people here", game="allocator")
    await town.cleo.slash(town.attic, "match join")
    await person.slash(town.attic, "match start")
    said = private(await person.user.slash("allocator end"))
    assert f"#2 is in <#{town.attic.id}>, #1 is in <#{town.tavern.id}>" in said.content
    which = private(await person.user.slash("hand"))
    assert [option["value"] for option in menus(which)[0]["options"]] == ["1", "2"]
    await person.user.select(which, ["1"])
    assert "Match #1" in private(await person.user.slash("match status")).content or "Match #1" in which.content


async def test_resigning_is_asked_once_more_and_ends_the_match(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    question = private(await town.ada.slash(town.tavern, "match resign"))
    await press(town.ada, question, purposes.KEEP)
    assert (await town.match()).status is Status.LIVE
    question = private(await town.ada.slash(town.tavern, "match resign"))
    await press(town.ada, question, purposes.RESIGN)
    assert (await town.match()).status is Status.OVER
    assert "**Bo wins by resignation.**" in town.board().content


async def test_a_channel_without_permissions_hosts_nothing_and_says_which_are_missing(town: Town) -> None:
    closed = town.guild.create_text_channel(
        "closed", overwrites={town.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    )
    said = private(await town.ada.slash(closed, "match new", against="people here", game="allocator"))
    assert "I'm missing the permissions Attach Files" in said.content
    assert await town.app.matches.in_channel(closed.id) is None


async def test_a_board_that_cannot_be_posted_costs_nothing(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await asked(town)
    town.env.inject_error("*", f"/channels/{town.tavern.id}/messages*", status=403, code=50013, times=None)
    await person.slash(town.tavern, "allocator decline")
    answer = await insisted(person, await person.slash(town.tavern, "allocator end"))
    assert NOT_DRAWN in private(answer).content
    why = "Discord doesn't let me"
    # The reason came as a direct message, or in answer to the command before if that was still open.
    is_explained = any(why in message.content for message in town.direct(person))
    assert ("My DM explains why." if is_explained else why) in private(answer).content
    assert (await town.match()).ply == 2
    town.env.backend.faults.clear()
    await (await asked(town)).slash(town.tavern, "allocator decline")
    assert (await town.match()).ply == 3
    await (await asked(town)).slash(town.tavern, "match status")
    assert "declines to boost" in town.board().content
    assert not await town.behind()
