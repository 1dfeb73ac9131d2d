"""The special features of Circuitry on Discord: reactions out of turn, pictures of steps and places, gifts in
a team.
"""

from collections.abc import Callable

import pytest
import simcord

from bot.application.table import tips
from bot.model.match import Match
from cogs.widgets import purposes
from render.picture import choice_picture
from rules.core.notation import words
from tests.cogs.pressing import by_presses
from tests.cogs.town import Town, buttons, menus, press, private

PLIES = 200

Chance = tuple[simcord.MemberActor, str]
"""A player, and their legal actions."""


async def play_on(town: Town, match: Match, found: Callable[[simcord.MemberActor, str], bool]) -> Chance:
    """Let the simple players play until a player has the wanted action."""
    for ply in range(PLIES):
        for player in match.players:
            person = town.person(player.user)
            for option in (await town.view_for(person)).view.options:
                if found(person, str(option)):
                    return person, str(option)
        asked = await town.asked(match.id)
        said = " ".join(await town.choice(match.id, asked.id, ply))
        await town.play(match.id, asked, said, ply)
    raise AssertionError("the match never came to it")


async def test_a_turn_opens_on_the_piles_and_there_is_no_way_back_from_them(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await town.open("circuitry", town.ada, town.bo)
    person = await town.asked(match.id)
    panel = private(await press(person, town.board(), purposes.HAND))
    greens = ["Rotate", "Swap", "Flip", "Slide", "Force", "Portal"]
    piles = ["Gold, unseen", "Two gold, unseen", *greens]
    assert [option["label"] for option in menus(panel)[0]["options"]] == piles, "explained to a newcomer"
    assert list(buttons(panel)) == [
        "Suggested: Take: Two gold, unseen",
        "What is this?",
        "The rules",
        "This felt wrong",
    ]
    monkeypatch.setattr(tips, "NEWCOMER", 0)
    panel = private(await press(person, town.board(), purposes.HAND))
    assert list(buttons(panel)) == [*piles, "The rules", "This felt wrong"]
    await person.click(panel, label="Rotate")
    assert (await town.match()).ply == 1
    await person.click(panel, label="Portal")
    assert "your turn: play mini cards (0 of 6 played) and lay one circuit card" in panel.content
    assert panel.attachments[0].filename.startswith("hand-")


async def test_a_way_is_chosen_on_the_board_and_paid_by_buttons(town: Town) -> None:
    match = await town.open("circuitry", town.ada, town.bo)
    person, move = await play_on(town, match, lambda _, option: option.startswith("move ") and "+" in option)
    table_view = await town.view_for(person)
    panel = private(await press(person, town.board(), purposes.HAND))
    shown = next(custom_id for custom_id in buttons(panel).values() if custom_id.endswith("/move"))
    await person.click(panel, custom_id=shown)
    expected = choice_picture(town.games["circuitry"], table_view.view, ("move",), ("Ada", "Bo"))
    assert expected is not None
    assert panel.attachments[0].filename.startswith("choice-")
    assert "can come to" in str(panel.attachments[0].description)
    await by_presses(person, lambda: panel, tuple(move.split()))
    assert (await town.match()).ply == table_view.match.ply + 1
    node = move.split()[1]
    assert (await town.view_for(person)).view.own.node == node  # type: ignore[attr-defined]


async def test_a_circuit_card_is_laid_by_its_place_and_then_its_way(town: Town) -> None:
    match = await town.open("circuitry", town.ada, town.bo)
    person, place = await play_on(town, match, lambda _, option: option.startswith("place "))
    verb, card, cell, way = place.split()
    panel = private(await person.slash(town.tavern, "circuitry place", card=card))
    assert panel.attachments[0].filename.startswith("choice-")
    labels = [*buttons(panel), *(option["label"] for menu in menus(panel) for option in menu["options"])]
    assert any(label.startswith("Place 1") for label in labels)
    panel = private(await person.slash(town.tavern, "circuitry place", card=card, cell=cell))
    assert [label for label in buttons(panel) if label != "Back"] == [
        "Side a, upright",
        "Side a, turned",
        "Side b, upright",
        "Side b, turned",
    ]
    assert panel.attachments[0].filename.startswith("choice-")
    await by_presses(person, lambda: panel, (verb, card, cell, way))
    assert f"lays card {card}" in town.board().content


async def test_an_inhibit_is_played_out_of_turn_from_the_private_hand_and_no_other_player_learns_of_it(
    town: Town,
) -> None:
    match = await town.open("circuitry", town.ada, town.bo, town.cleo)
    waiting = {town.ada.id, town.bo.id, town.cleo.id}

    def out_of_turn(person: simcord.MemberActor, option: str) -> bool:
        return option.startswith("inhibit ") and person.id in waiting

    for ply in range(PLIES):
        asked = await town.asked(match.id)
        waiting = {player.user for player in match.players} - {asked.id}
        found = [
            (town.person(user), str(option))
            for user in sorted(waiting)
            for option in (await town.view_for(town.person(user))).view.options
            if out_of_turn(town.person(user), str(option))
        ]
        if found:
            break
        said = " ".join(await town.choice(match.id, asked.id, ply))
        await town.play(match.id, asked, said, ply)
    else:
        raise AssertionError("the match never came to it")
    person, inhibit = found[0]
    await town.delivered(match.id)
    public = town.board()
    assert "nhibit" not in public.content.partition("▸")[2]
    assert not any("inhibit" in custom_id for custom_id in buttons(public).values())
    panel = private(await press(person, public, purposes.HAND))
    assert "You can still play your Inhibit" in panel.content
    before = await town.match()
    await by_presses(person, lambda: panel, tuple(inhibit.split()))
    after = await town.match()
    assert after.ply == before.ply + 1
    assert await town.asked(match.id) == asked, "it is still the same player's turn"
    assert "inhibits" in town.board().content
    assert town.board().id == public.id


async def test_team_mates_give_cards_in_the_turn_of_either(town: Town) -> None:
    match = await town.open("circuitry", town.ada, town.bo, town.cleo, town.dan, options="teams=two")
    person, gift = await play_on(town, match, lambda _, option: option.startswith("give "))
    _, pawn, card = gift.split()
    table_view = await town.view_for(person)
    side = table_view.view.side_of(town.games["circuitry"].parse(gift).pawn)  # type: ignore[attr-defined]
    mate = town.person(match.players[side.seat].user)
    held = (await town.view_for(mate)).view.minis  # type: ignore[attr-defined]
    said = private(await person.slash(town.tavern, "circuitry give", pawn=pawn, card=card))
    assert "You chose: Give: " in said.content
    now = [mini.id for mini in (await town.view_for(mate)).view.minis]  # type: ignore[attr-defined]
    assert sorted(now) == sorted([*(mini.id for mini in held), card])
    name = town.games["circuitry"].cards[card].name  # type: ignore[index]
    assert f"gives {mate.user.global_name} a " in town.board().content
    assert name not in town.board().content.splitlines()[-2]


async def test_teams_want_an_even_table_and_the_lobby_says_so(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="circuitry", options="teams=two")
    await press(town.bo, town.board(), purposes.JOIN)
    await press(town.cleo, town.board(), purposes.JOIN)
    await press(town.ada, town.board(), purposes.START)
    match = await town.match()
    assert match.ply == 0
    assert len(match.players) == 3
    assert "4 or 6 players" in town.board().content
    await press(town.dan, town.board(), purposes.JOIN)
    await press(town.ada, town.board(), purposes.START)
    assert (await town.view_for(town.ada)).view.waiting == (0,)


async def test_the_catch_up_highlights_changes_on_the_board(town: Town) -> None:
    match = await town.open("circuitry", town.ada, town.bo)
    first = await town.asked(match.id)
    laid: list[str] = []
    for ply in range(PLIES):
        asked = await town.asked(match.id)
        if asked is first and laid:
            break
        said = await town.choice(match.id, asked.id, ply)
        if asked is not first and said[0] == "place":
            laid.append(said[1])
        await town.play(match.id, asked, " ".join(said), ply)
    panel = private(await press(first, town.board(), purposes.HAND))
    answer = private(await press(first, panel, purposes.SINCE))
    assert f"lays card {laid[-1]}" in answer.content
    assert words((await town.view_for(first)).view.options[0])[0] == "take"


async def test_a_pawn_can_be_looked_at_closer_by_anybody(town: Town) -> None:
    await town.open("circuitry", town.ada, town.bo)
    asked = private(await press(town.stranger, town.board(), purposes.CLOSEUP))
    parts = {option["label"]: option["value"] for option in menus(asked)[0]["options"]}
    word = next(value for value in parts.values() if value.startswith("pawn-"))
    await town.stranger.select(asked, [word])
    (picture,) = asked.attachments
    assert picture.filename == "closer.png"
    assert picture.description
    words = private(await town.stranger.slash(town.tavern, "match status", show="words", zoom=word))
    assert "next to" in words.content
