"""A command asks for missing options; where there are no suggestions, a line says why."""

import re
from typing import Any

import pytest

from cogs.decks.refusals import NO_DECKS
from tests.cogs.town import Town, buttons, menus, private, updated


async def asked(town: Town, command: str, **typed: str) -> Any:
    return private(await town.ada.slash(town.tavern, command, **typed))


async def test_a_match_is_opened_by_choosing_its_game(town: Town) -> None:
    shown = await asked(town, "match new")
    [games] = menus(shown)
    assert {option["value"] for option in games["options"]} == set(town.games)
    assert updated(await town.ada.select(shown, ["allocator"]))
    assert "against whom?" in shown.content
    await town.ada.click(shown, label="People here")
    assert (await town.match()).game == "allocator"


async def test_the_deck_and_the_options_of_a_match_are_asked_for(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    assert (await asked(town, "match deck")).content == "Which deck do you want to play?"
    assert (await asked(town, "match option")).content == "The options of this match:"


async def test_a_leaderboard_of_all_games_offers_those_of_each(town: Town) -> None:
    shown = await asked(town, "leaderboard")
    assert "any game" in shown.content
    assert updated(await town.ada.select(shown, ["tnb"], custom_id="board-of/house/now"))
    assert "No one has finished a match of T&B here yet" in shown.content


async def test_a_user_without_a_deck_is_told_so_before_and_after_sending(town: Town) -> None:
    for command in ["deck edit", "deck add", "deck remove", "deck rename", "deck delete"]:
        [line] = await town.ada.autocomplete(town.tavern, command, "deck", "x")
        assert line["name"].startswith("You don't have a deck yet. Build one with /deck new")
        for typed in ({}, {"deck": line["value"]}):
            assert (await asked(town, command, **typed)).content.startswith(NO_DECKS)


async def test_a_deck_that_is_left_out_is_asked_for(town: Town) -> None:
    await town.ada.slash(town.tavern, "deck new", game="tiny", name="mine")
    for command, expected in [
        ("deck show", "mine"),
        ("deck edit", "mine"),
        ("deck add", "mine"),
        ("deck remove", "mine"),
        ("deck copy", "mine"),
        ("deck delete", "Delete your deck **mine**?"),
        ("deck export", "/deck import"),
    ]:
        shown = await asked(town, command)
        [decks] = menus(shown)
        [mine] = [option["value"] for option in decks["options"] if option["label"] == "mine"]
        await town.ada.select(shown, [mine])
        assert expected in shown.content


async def test_many_decks_are_offered_in_pages(town: Town) -> None:
    for number in range(30):
        await town.ada.slash(town.tavern, "deck new", game="tiny", name=f"mine {number}")
    shown = await asked(town, "deck edit")
    assert len(menus(shown)[0]["options"]) == 25
    assert updated(await town.ada.click(shown, label="Next"))
    assert len(menus(shown)[0]["options"]) == 5
    assert list(buttons(shown)) == ["Previous"]


async def test_a_decks_new_name_is_asked_for_by_a_form(town: Town) -> None:
    await town.ada.slash(town.tavern, "deck new", game="tiny", name="mine")
    form = await town.ada.slash(town.tavern, "deck rename", deck="mine")
    renamed = private(await town.ada.submit_modal(form, {"name": "yours"}))
    assert renamed.content == "**mine** is now called **yours**."


async def test_a_deck_is_begun_by_choosing_a_game_and_writing_a_name(town: Town) -> None:
    shown = await asked(town, "deck new")
    form = await town.ada.select(shown, ["tiny"])
    await town.ada.submit_modal(form, {"name": "mine"})
    assert "**mine**" in (await asked(town, "deck list")).content


async def test_the_default_deck_is_asked_for_with_its_game(town: Town) -> None:
    shown = await asked(town, "deck default")
    await town.ada.select(shown, ["allocator"])
    [decks] = menus(shown)
    await town.ada.select(shown, [decks["options"][1]["value"]])
    assert re.match(r"Your default deck for Allocator is now \*\*.+\*\*", shown.content)
    shown = await asked(town, "deck default", game="allocator")
    await town.ada.select(shown, ["chance"])
    assert "is now a random ready-made deck" in shown.content


async def test_every_field_of_an_action_may_be_left_out(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    person = await town.asked(match.id)
    shown = private(await person.slash(town.tavern, "tiny bid"))
    assert len(buttons(shown)) > 1
    assert (await town.match()).ply == match.ply


async def test_an_attack_without_points_says_why_while_it_is_typed(town: Town) -> None:
    """Refuse an attack without the AP that it costs (Alchemy 5.1)."""
    match = await town.open("alchemy", town.ada, town.bo)
    person = await town.asked(match.id)
    assert await person.autocomplete(town.tavern, "alchemy attack", "element", "")
    for spent in (1, 2):
        await town.play(match.id, person, "draw", interaction=1000 + spent)
    [line] = await person.autocomplete(town.tavern, "alchemy attack", "element", "")
    assert line["name"] == "That costs 1 AP, and you have none left: each of your turns brings 2 (rule 5.1)."
    shown = private(await person.slash(town.tavern, "alchemy attack", element=line["value"]))
    assert "/alchemy attack` isn't possible right now" in shown.content


async def test_a_field_that_depends_on_the_game_says_so(town: Town) -> None:
    for command, field in [
        ("rules", "query"),
        ("match new", "deck"),
        ("match new", "options"),
        ("deck new", "cards"),
        ("deck default", "deck"),
    ]:
        [line] = await town.ada.autocomplete(town.tavern, command, field, "")
        assert line["name"] == "Choose a game first to see suggestions here."


@pytest.mark.parametrize(("command", "field"), [("match deck", "deck"), ("match option", "option")])
async def test_without_a_match_the_line_says_so(town: Town, command: str, field: str) -> None:
    [line] = await town.ada.autocomplete(town.tavern, command, field, "")
    assert line["name"] == "There's no match in this channel. /match new opens one."
