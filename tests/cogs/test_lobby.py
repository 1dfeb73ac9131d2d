"""From an open lobby to the first board."""

import pytest

from bot.model.match import Status
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, menus, press, private
from tests.examples import games_first


async def test_two_clicks_join_and_start_a_match(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="Allocator")
    await press(town.bo, town.board(), purposes.JOIN)
    assert "2. Bo plays " in town.board().content
    await press(town.ada, town.board(), purposes.START)
    assert (await town.match()).status is Status.LIVE
    assert not buttons(town.public()[0])
    assert [len(town.direct(person)) for person in (town.ada, town.bo, town.cleo)] == [1, 1, 0]
    for person in (town.ada, town.bo):
        text = town.direct(person)[0].content
        assert f"Match #1 · Allocator · <#{town.tavern.id}>" in text
        assert "https://" not in text, "a link to a board would soon lead to an older one"


async def test_a_lobby_says_which_decks_are_random_and_explains_options(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="allocator", deck="tide", options="first_attack=off")
    await press(town.bo, town.board(), purposes.JOIN)
    ada, bo = town.board().content.splitlines()[1:3]
    assert "by chance" not in ada
    assert bo.startswith("2. Bo plays ")
    assert bo.endswith("(random)")
    [option] = [option for option in town.games["allocator"].options if option.name == "first_attack"]
    assert f"\n-# first attack: off ({option.summary}" in town.board().content
    decks = await town.more(town.bo, "Choose deck")
    await town.bo.select(decks, [next(iter(town.games["allocator"].decks))])
    assert "random" not in town.board().content


async def test_the_rest_of_a_lobby_links_to_the_board(town: Town) -> None:
    match = await town.open("heist", town.ada, town.bo)
    link = f"[Jump to the board](https://discord.com/channels/{match.guild}/{match.channel}/{town.board().id})"
    assert town.public()[0].content.endswith(f"\n{link}")


async def test_decks_and_options_are_chosen_by_buttons(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    decks = await town.more(town.ada, "Choose deck")
    values = [option["value"] for option in menus(decks)[0]["options"]]
    assert set(values) == set(town.games["allocator"].decks)
    for deck in values[:2]:
        await town.ada.select(decks, [deck])
        assert (await town.match()).players[0].deck == deck
        assert town.games["allocator"].decks[deck].name in town.board().content
    options = await town.more(town.ada, "Options")
    await town.ada.select(options, ["off"], custom_id=menus(options)[1]["custom_id"])
    assert (await town.match()).options["first_attack"] == "off"
    assert "first attack: off" in town.board().content


async def test_decks_and_options_are_chosen_by_command_with_autocomplete(town: Town) -> None:
    offered = await town.ada.autocomplete(town.tavern, "match new", "game", "all")
    assert [choice["value"] for choice in offered] == ["allocator"]
    offered = await town.ada.autocomplete(town.tavern, "match new", "deck", "tide", game="allocator")
    deck = offered[0]["value"]
    offered = await town.ada.autocomplete(town.tavern, "match new", "options", "", game="allocator")
    assert "first_attack=off" in [choice["value"] for choice in offered]
    await town.ada.slash(town.tavern, "match new", game="allocator", deck=deck, options="first_attack=off")
    match = await town.match()
    assert (match.players[0].deck, match.options["first_attack"]) == (deck, "off")
    offered = await town.ada.autocomplete(town.tavern, "match option", "option", "on")
    await town.ada.slash(town.tavern, "match option", option=offered[0]["value"])
    assert (await town.match()).options["first_attack"] == "on"
    offered = await town.bo.autocomplete(town.tavern, "match join", "deck", "")
    assert len(offered) == len(town.games["allocator"].decks)


async def test_a_host_who_leaves_closes_the_lobby(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    await press(town.bo, town.board(), purposes.JOIN)
    await press(town.bo, town.board(), purposes.LEAVE)
    assert "Bo" not in town.board().content
    await press(town.ada, town.board(), purposes.LEAVE)
    assert "was closed before it started" in town.board().content
    assert not buttons(town.board())
    await town.cleo.slash(town.tavern, "match new", against="people here", game="allocator")
    assert (await town.match(2)).host == town.cleo.id


async def test_names_cannot_write_on_the_lobby_or_the_board(town: Town) -> None:
    rogue = town.guild.add_member(town.env.create_user("rogue", global_name="**x**\n# @everyone <@1> [a](http://b)"))
    town.people.append(rogue)
    await town.open("allocator", town.ada, rogue)
    for message in town.public():
        assert "@everyone" not in message.content
        assert "**x**" not in message.content
        assert "\n# " not in message.content
        assert "](http" not in message.content.replace("\n[Jump to the board](https://discord.com/channels/", "")
        assert message.mention_everyone is False


async def test_two_channels_host_two_matches_at_once(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    await town.cleo.slash(town.attic, "match new", against="people here", game="tiny")
    assert [(await town.match(number)).channel for number in (1, 2)] == [town.tavern.id, town.attic.id]


@pytest.mark.parametrize("key", games_first("tnb", "alchemy"))
async def test_decks_are_named_only_where_deck_lists_are_open(town: Town, key: str) -> None:
    game = town.games[key]
    await town.open(key, town.ada, town.bo)
    text = "\n".join(message.content for message in town.public())
    assert "Ada" in text
    assert any(f"plays {deck.name}" in text for deck in game.decks.values()) == (
        bool(game.decks) and game.open_deck_lists
    )


async def test_a_lobby_says_how_many_players_the_chosen_options_need(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="heist")
    assert "Waiting for 1 more player: press Join." in town.board().content
    said = private(await town.ada.slash(town.tavern, "match option", option="sides=pairs")).content
    assert "sides: **pairs**." in said
    assert "Waiting for 3 more players: press Join." in town.board().content
    for guest in (town.bo, town.cleo):
        await press(guest, town.board(), purposes.JOIN)
    assert "Pairs are for four or six thieves (rule 1.5). Waiting for 1 more player" in town.board().content
    refused = private(await press(town.ada, town.board(), purposes.START)).content
    assert "Pairs are for four or six thieves (rule 1.5). Choose other options" in refused
    assert (await town.match()).status is Status.LOBBY
    await town.ada.slash(town.tavern, "match option", option="sides=alone")
    said = private(await town.ada.slash(town.tavern, "match option", option="sides=pairs")).content
    assert said == "sides: **pairs**. Pairs are for four or six thieves (rule 1.5)."
    await press(town.dan, town.board(), purposes.JOIN)
    assert "can start it. Up to 2 more can join." in town.board().content


async def test_teams_are_named_when_the_match_has_started(town: Town) -> None:
    people = (town.ada, town.bo, town.cleo, town.dan)
    match = await town.open("heist", *people, options="sides=pairs")
    names = [str(town.person(player.user).user.global_name) for player in match.players]
    assert f"{names[0]} and {names[2]} play against {names[1]} and {names[3]}." in town.public()[0].content
    assert [len(town.direct(person)) for person in people] == [1] * 4
    quitter = town.person(match.players[1].user)
    sure = private(await quitter.slash(town.tavern, "match resign"))
    assert "you are ranked last with your team." in sure.content
    await press(quitter, sure, purposes.RESIGN)
    assert f"{names[0]} and {names[2]} win by resignation." in town.board().content
    ranking = [line[:2] for line in town.board().content.splitlines() if line[:1].isdigit()]
    assert ranking == ["1.", "1.", "3.", "3."]


async def test_six_play_alone_with_a_board_and_hands_for_all(town: Town) -> None:
    people = town.people[:6]
    match = await town.open("heist", *people)
    assert "against" not in town.public()[0].content
    for ply in range(60):
        person = await town.asked(match.id)
        said = " ".join(await town.choice(match.id, person.id, ply))
        await town.forge(person, town.board(), f"act/1/{(await town.match()).ply}/{said}")
        match = await town.match()
        if match.status is Status.OVER:
            break
    assert match.outcome is not None
    assert sorted(line[:1] for line in town.board().content.splitlines() if line[:1].isdigit()) == sorted(
        map(str, match.outcome.ranks)
    )
    assert [len(town.direct(person)) for person in people] == [1] * 6


async def test_two_of_one_name_are_told_apart_in_all_that_is_said(town: Town) -> None:
    other = town.guild.add_member(town.env.create_user("ada-too", global_name="Ada"))
    foreign = town.guild.add_member(town.env.create_user("hikari", global_name="\u5149"))
    town.people += [other, foreign]
    match = await town.open("heist", town.ada, other, foreign)
    called = await town.client.app.names.of(match)
    seats = [match.seat_of(person.id) for person in (town.ada, other, foreign)]
    first, second, third = (seat + 1 for seat in seats if seat is not None)
    assert [called[seat] for seat in seats if seat is not None] == [
        f"Ada ({first})",
        f"Ada ({second})",
        f"Player {third} \u5149",
    ]
    for _ in match.players:
        person = await town.asked(match.id)
        await town.play(match.id, person, " ".join(await town.choice(match.id, person.id)), person.id % 1000)
    said = town.board().content
    assert f"Ada \\({first}\\)" in said or f"Ada \\({second}\\)" in said
    assert "Ada takes" not in said


async def test_the_host_chooses_the_teams(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="heist", options="sides=pairs")
    for guest in (town.bo, town.cleo, town.dan):
        assert "Teams" not in buttons(town.board())
        await press(guest, town.board(), purposes.JOIN)
    refused = private(await town.forge(town.bo, town.board(), "teams/1"))
    assert "Only the host" in refused.content
    asked = await town.more(town.ada, "Teams")
    await town.ada.select(asked, [str(town.cleo.id)])
    assert "Ada and Cleo play against Bo and Dan." in reordered(town.board().content)
    await press(town.ada, town.board(), purposes.START)
    match = await town.match()
    seats = {match.seat_of(town.ada.id), match.seat_of(town.cleo.id)}
    assert seats in ({0, 2}, {1, 3})


def reordered(content: str) -> str:
    """Return the names of each team, and the teams, in alphabetical order."""
    found = next(line for line in content.splitlines() if " against " in line)
    sides = sorted(" and ".join(sorted(side.split(" and "))) for side in found.rstrip(".").split(" play against "))
    return content.replace(found, f"{' play against '.join(sides)}.")
