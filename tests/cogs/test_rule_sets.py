"""House rules or as written: one choice in the lobby, in commands and on a server, and nothing mixes the two."""

import discord
import pytest

from bot.content.seeds import load_game, load_lookup
from bot.model.match import Status
from cogs.admin.setup import ENTRIES
from cogs.messages.rule_sets import differences_message
from cogs.tournaments import purposes as tournament_purposes
from cogs.widgets import purposes
from rules.core.options import RuleSet
from tests.cogs.test_roles import grant
from tests.cogs.test_tournaments import rest, start
from tests.cogs.town import Town, buttons, menus, press, private, updated
from tests.one_more_game import SHIPPED

HOUSE = "-# House rules: based on the author's game."
WRITTEN = "-# Rules as written by the game's author."
CUSTOM = "-# Custom rules: some house rules, some as the author wrote them."


async def test_the_lobby_says_which_rules_are_played_and_one_menu_chooses_them(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    assert HOUSE in town.board().content
    options = await town.more(town.ada, "Options")
    rules = menus(options)[0]
    assert [option["label"] for option in rules["options"]] == ["Rules: house rules", "Rules: as written"]
    answer = private(await town.ada.select(options, ["as-written"], custom_id=rules["custom_id"]))
    assert "rules: **as written**" in answer.content
    assert WRITTEN in town.board().content
    assert dict((await town.match()).options) == {"first_attack": "no_points", "siege": "off"}
    await town.ada.slash(town.tavern, "match option", option="siege=on")
    assert CUSTOM in town.board().content
    assert "-# first attack: no points" in town.board().content
    options = await town.more(town.ada, "Options")
    chosen = [option["label"] for option in menus(options)[0]["options"] if option.get("default")]
    assert chosen == ["Rules: custom rules"]
    await town.ada.slash(town.tavern, "match option", option="rules=house")
    assert HOUSE in town.board().content
    assert "first attack" not in town.board().content


async def test_a_match_is_opened_as_written_and_further_options_make_it_a_custom_one(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tnb", rules="as written")
    assert WRITTEN in town.board().content
    await town.bo.slash(town.attic, "match new", game="allocator", rules="as written", options="first_attack=off")
    assert CUSTOM in town.board(town.attic).content
    assert dict((await town.match(2)).options) == {"first_attack": "off", "siege": "off"}
    await town.bo.slash(town.attic, "match option", option="first_attack=no_points")
    assert WRITTEN in town.board(town.attic).content


async def test_a_button_lists_the_differences_by_the_rules_of_the_match(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="alchemy", rules="as written")
    answer = private(await press(town.bo, town.board(), purposes.DIFFERENCES))
    assert "**Alchemy: house rules and the author's**\nRules as written by the game's author." in answer.content
    assert "**1.6 Who goes first** As written: " in answer.content
    assert updated(await town.bo.click(answer, label="Next"))
    assert "**1.6 " not in answer.content
    await town.ada.slash(town.attic, "match new", game="tnb", against="people here")
    answer = private(await press(town.bo, town.board(town.attic), purposes.DIFFERENCES))
    assert "**5.5 Withdraw a card** House rule: Withdraw:" in answer.content
    assert "-# As written: There is no other tactical action" in answer.content


@pytest.mark.parametrize("key", SHIPPED)
async def test_every_page_of_differences_fits_a_message_and_none_is_missing(town: Town, key: str) -> None:
    await town.ada.slash(town.tavern, "match new", game=key, against="people here")
    game, match = load_game(key), await town.match()
    clauses = load_lookup(key).clauses
    shown, page = "", 0
    while True:
        message = differences_message(game, clauses, match, page)
        assert len(message.content) <= 2000
        shown += message.content
        if not any(getattr(item, "label", "") == "Next" for item in message.items):
            break
        page += 1
    assert all(f"**{clause.number} {clause.title}**" in shown for clause in clauses if clause.house)


async def test_the_first_hand_says_which_rules_are_played(town: Town) -> None:
    match = await town.open("tnb", town.ada, town.bo, rules="as written")
    person = await town.asked(match.id)
    hand = private(await press(person, town.board(), purposes.HAND))
    assert WRITTEN in hand.content
    assert "The rules" in buttons(hand)
    asked = await person.click(hand, label="The rules")
    assert "house rules and the author's" in private(asked).content
    assert "The rules" in buttons(hand), "the hand stays"
    words = await town.choice(match.id, person.id)
    await town.app.matches.act(match.id, person.id, " ".join(words), decision=None, interaction=99)
    later = private(await person.slash(town.tavern, "hand"))
    assert WRITTEN not in later.content
    assert "The rules" not in buttons(later)


async def test_a_rematch_is_played_by_the_same_rules(town: Town) -> None:
    match = await town.open("tnb", town.ada, town.bo, rules="as written")
    await town.give_up(match)
    await press(town.ada, town.board(), purposes.REMATCH)
    assert WRITTEN in town.board().content
    assert town.games["tnb"].rule_set((await town.match(2)).options) is RuleSet.WRITTEN


async def test_every_game_of_a_series_is_played_by_the_same_rules(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tnb", series="Best of 3", rules="as written")
    await town.bo.slash(town.tavern, "match join")
    await press(town.bo, private(await town.bo.slash(town.tavern, "match resign")), purposes.RESIGN)
    await town.wait(10)
    assert town.games["tnb"].rule_set((await town.match(2)).options) is RuleSet.WRITTEN


async def test_a_server_can_have_another_default_for_matches_between_people(town: Town) -> None:
    assert ENTRIES["rules"].setting.values == (RuleSet.HOUSE, RuleSet.WRITTEN)
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await grant(town, had | discord.Permissions(manage_guild=True).value)
    page = private(await town.bo.slash(town.tavern, "setup"))
    while "server-setting/rules" not in [item["custom_id"] for item in menus(page)]:
        await town.bo.click(page, label="More …")
    await town.bo.select(page, ["as-written"], custom_id="server-setting/rules")
    assert "**Rules**: as written" in page.content
    await town.ada.slash(town.tavern, "match new", game="tnb", against="people here")
    assert WRITTEN in town.board().content
    await town.bo.slash(town.attic, "match new", game="tnb", rules="house rules")
    assert HOUSE in town.board(town.attic).content
    await town.cleo.slash(town.attic, "match leave")
    await town.bo.slash(town.attic, "match leave")
    await town.cleo.slash(town.attic, "match new", game="tnb", computer="novice", seats=2)
    begun = await town.match(3)
    assert (begun.status, town.games["tnb"].rule_set(begun.options)) == (Status.LIVE, RuleSet.HOUSE)


async def test_matchmaking_never_mixes_house_rules_and_the_authors(town: Town) -> None:
    await town.ada.slash(town.tavern, "match find", game="tnb", rules="as written")
    assert WRITTEN in town.board().content
    said = private(await town.bo.slash(town.attic, "match find", game="tnb"))
    assert "Match #2 is open" in said.content
    assert HOUSE in town.board(town.attic).content
    joined = private(await town.cleo.slash(town.tavern, "match find", game="tnb", rules="as written"))
    assert "You've joined match #1" in joined.content


async def test_open_seats_show_their_rules_and_one_looks_for_players_by_the_chosen_ones(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tnb", rules="as written")
    seen = private(await town.bo.slash(town.attic, "match find"))
    assert "Ada; 1 free · as written" in seen.content
    rules, _, _ = menus(seen)
    await town.bo.select(seen, ["as-written"], custom_id=rules["custom_id"])
    games = menus(seen)[2]
    assert "tiny" not in [option["value"] for option in games["options"]], "it has house rules alone"
    await town.bo.select(seen, ["allocator"], custom_id=games["custom_id"])
    assert WRITTEN in town.board(town.attic).content


async def test_a_game_with_house_rules_alone_has_no_choice(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    assert "rules" not in town.board().content.casefold().partition("commitment")[0]
    refused = private(await town.bo.slash(town.attic, "match new", game="tiny", rules="as written"))
    assert refused.content == "“as-written” isn't a choice: the option “rules” is house."
    refused = private(await town.bo.slash(town.attic, "match find", game="tiny", rules="as written"))
    assert "Tiny is played by house rules only." in refused.content


async def test_the_matches_of_a_tournament_have_its_rules(town: Town) -> None:
    await town.ada.slash(town.tavern, "tournament new", game="tnb", rules="as written", computer="novice")
    await rest(town)
    assert "-# Rules: as written." in town.board().content
    for person in (town.ada, town.bo, town.cleo):
        await press(person, town.board(), tournament_purposes.JOIN)
    await rest(town)
    tournament = await start(town)
    assert tournament.rules is RuleSet.WRITTEN
    made = [pairing.match for pairing in tournament.current if pairing.match is not None]
    assert made
    for number in made:
        assert town.games["tnb"].rule_set((await town.match(number)).options) is RuleSet.WRITTEN
