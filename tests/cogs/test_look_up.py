"""`/rules`, `/leaderboard`, `/help`."""

import re
from collections import Counter
from contextlib import closing

import pytest
import simcord

from bot.content import library, seeds
from bot.content.named_cards import named_cards
from bot.content.seeds import Rulebook, load_game, load_lookup, read_rulebook
from bot.ratings.ratings import Leaderboard, Ratings, Standing
from cogs.delivery.invites import server_invite
from cogs.delivery.permissions import PERMISSIONS, THREADS
from cogs.messages.clause import RulesOf, rule_message
from cogs.widgets import purposes
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.options import RuleSet
from tests.cogs.town import Town, buttons, menus, press, private, updated
from tests.raw_database import connect_raw


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_of_every_rulebook_is_found_by_its_number_and_fits_a_message(key: str) -> None:
    rulebook, game = load_lookup(key), load_game(key)
    numbers = [clause.number for clause in rulebook.clauses]
    for clause in rulebook.clauses:
        assert rulebook.find(clause.number)[0] is clause
        for found in ((), numbers[:5], [clause.number]):
            message = rule_message(RulesOf(game, rulebook), clause, found, None)
            assert len(message.content) <= 2000
            assert clause.text in message.content
            ids = [str(item.to_component_dict()["custom_id"]) for item in message.items]
            assert len(ids) == len(set(ids)) <= 11
            rows = Counter(item.row for item in message.items)
            assert all(count <= 5 for row, count in rows.items() if row is not None)


def test_a_found_clause_is_shown_with_its_mark_above_its_neighbours_or_other_results() -> None:
    rulebook, game = load_lookup("allocator"), load_game("allocator")
    [clause] = rulebook.find("4.6")
    alone = rule_message(RulesOf(game, rulebook), clause, [], None).content
    assert "-# Our ruling: the original rules say two things about it." in alone
    [source] = rulebook.find("4.5")
    assert "ruling" not in rule_message(RulesOf(game, rulebook), source, ["4.5"], None).content
    assert "**4.6 Exactly the Maximum Power**" in alone
    assert "> **4.5 Too much power for a while** While you manage" in alone
    assert "> **4.7 " in alone
    together = rule_message(RulesOf(game, rulebook), clause, ["4.6", "6.3", "1.4"], None).content
    assert "> **6.3 " in together
    assert "> **4.5 " not in together


def test_a_house_rule_is_shown_with_its_reason_and_the_authors_rule() -> None:
    rulebook, game = load_lookup("allocator"), load_game("allocator")
    [siege] = rulebook.find("5.7")
    assert siege.house is not None
    house = rule_message(RulesOf(game, rulebook), siege, [], None).content
    assert f"**5.7 The siege**\n{siege.house.text}\n-# House rule. Two players who only defend" in house
    assert "-# As written: An attack is as strong" in house
    written = rule_message(RulesOf(game, rulebook, game.by_rules(RuleSet.WRITTEN)), siege, [], None).content
    assert f"**5.7 The siege**\n{siege.text}\n-# As written. House rules differ: After turn 24" in written
    [before] = rulebook.find("5.6")
    beside = rule_message(RulesOf(game, rulebook, {"siege": "off"}), before, [], None).content
    assert "> **5.7 The siege** An attack is as strong" in beside


async def test_rules_are_those_of_the_match_in_the_channel_or_of_ones_only_match(town: Town) -> None:
    async def said() -> str:
        return private(await town.ada.slash(town.tavern, "rules", game="allocator", query="5.7")).content

    assert "-# House rule." in await said()
    await town.ada.slash(town.tavern, "match new", game="allocator", options="siege=off")
    assert "-# As written. House rules differ" in await said()
    elsewhere = private(await town.ada.slash(town.attic, "rules", game="allocator", query="5.7"))
    assert "-# As written. House rules differ" in elsewhere.content
    stranger = private(await town.cleo.slash(town.attic, "rules", game="allocator", query="5.7"))
    assert "-# House rule." in stranger.content
    after = private(await town.ada.slash(town.tavern, "rules", game="allocator", query="5.6"))
    assert updated(await town.ada.click(after, label="5.7 The siege"))
    assert "-# As written. House rules differ" in after.content


async def test_a_match_keeps_the_clauses_with_which_it_began(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    await town.open("allocator", town.ada, town.bo)
    before = read_rulebook("allocator")
    changed = Rulebook("allocator", before.text.replace("**6.1 How to boost**", "**6.1 How to boost now**"))
    for module in (library, seeds):
        monkeypatch.setattr(module, "read_rulebook", lambda key: changed if key == "allocator" else read_rulebook(key))
    await town.restart()

    async def said(channel: simcord.ChannelHandle, query: str) -> simcord.ResponseMessage:
        return private(await town.cleo.slash(channel, "rules", game="allocator", query=query))

    begun = await said(town.tavern, "6.2")
    assert begun.content.startswith("**Allocator** (as match #1 began: the rulebook has changed since) · 6 ")
    assert updated(await town.cleo.click(begun, label="6.1 How to boost"))
    assert "**6.1 How to boost**" in begun.content
    offered = await town.cleo.autocomplete(town.tavern, "rules", "query", "boost", game="allocator")
    assert offered[0]["name"] == "6.1 How to boost"

    await town.cleo.slash(town.attic, "match new", game="allocator", against="people here")
    later = await said(town.attic, "6.1")
    assert later.content.startswith("**Allocator** · 6 ")
    assert "**6.1 How to boost now**" in later.content


async def test_a_match_whose_rulebook_cannot_be_read_any_more_is_answered_by_todays(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    with closing(connect_raw(town.path, autocommit=True)) as database:
        database.execute("INSERT INTO rulebooks VALUES ('0123456789abcdef', 'allocator', 'in another form')")
        database.execute("UPDATE matches SET rulebook_hash = '0123456789abcdef'")
    answer = private(await town.cleo.slash(town.tavern, "rules", game="allocator", query="6.1"))
    assert answer.content.startswith("**Allocator** · 6 ")


async def test_rules_are_offered_while_one_types_and_answered_privately(town: Town) -> None:
    offered = await town.ada.autocomplete(town.tavern, "rules", "query", "boost", game="allocator")
    assert 0 < len(offered) <= 25
    assert offered[0]["name"] == "6.1 How to boost"
    answer = private(await town.ada.slash(town.tavern, "rules", game="allocator", query=offered[0]["value"]))
    assert f"**{offered[0]['name']}**" in answer.content


async def test_before_anything_is_typed_the_chapters_are_offered(town: Town) -> None:
    offered = await town.ada.autocomplete(town.tavern, "rules", "query", "", game="allocator")
    assert [choice["name"] for choice in offered][:2] == ["1 The table", "2 Develop"]
    answer = private(await town.ada.slash(town.tavern, "rules", game="allocator", query=offered[1]["value"]))
    assert "**2.1 The Development power is checked**" in answer.content


async def test_clauses_are_linked_by_buttons_that_show_them(town: Town) -> None:
    answer = private(await town.ada.slash(town.tavern, "rules", game="allocator", query="what happens when I am hit"))
    assert "**5.4 What a hit does**" in answer.content
    here, *others = list(buttons(answer))[:5]
    assert here == "5.4 What a hit does"
    for other in others:
        assert updated(await town.ada.click(answer, label=other))
        assert f"**{other}**" in answer.content
        assert list(buttons(answer))[:5] == [here, *others]
    assert updated(await town.ada.click(answer, label=here))
    assert "**5.4 What a hit does**" in answer.content
    [chapters] = menus(answer)
    assert updated(await town.ada.select(answer, ["6"], custom_id=chapters["custom_id"]))
    assert "**6.1 How to boost**" in answer.content


async def test_the_game_is_asked_for_if_none_is_named(town: Town) -> None:
    for query in ("how do I win?", "either/or: WIN " + "x" * 400):
        asked = private(await town.ada.slash(town.tavern, "rules", query=query))
        [games] = menus(asked)
        assert {option["value"] for option in games["options"]} == set(town.games)
        assert updated(await town.ada.select(asked, ["tnb"], custom_id=games["custom_id"]))
        assert "**T&B**" in asked.content
        assert " win" in asked.content


@pytest.mark.parametrize(
    ("question", "title", "is_sure"),
    [
        ("how do I win in arms dealer", "Arms Dealer", True),
        ("T&B: how do I win?", "T&B", True),
        ("how many TP do i get", "T&B", False),
        ("what happens when im inhibitted", "Circuitry", False),
        ("when can i use my opus", "Alchemy", False),
    ],
)
async def test_a_question_says_which_game_it_is_about(town: Town, question: str, title: str, is_sure: bool) -> None:
    answer = private(await town.ada.slash(town.tavern, "rules", query=question))
    assert answer.content.startswith(f"**{title}**")
    assert ("You mean another game?" not in answer.content) == is_sure


async def test_a_question_that_names_a_game_is_about_it_in_another_games_channel(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    named = private(await town.ada.slash(town.tavern, "rules", query="how do I win in arms dealer"))
    assert named.content.startswith("**Arms Dealer**")
    other = private(await town.ada.slash(town.tavern, "rules", query="what does inhibited mean"))
    assert "Tiny" in other.content


async def test_whatever_is_asked_is_answered(town: Town) -> None:
    for query, said in [
        (None, "what do you want to know?"),
        ("  ", "what do you want to know?"),
        ("???", "I found no rule of Allocator about “???”"),
        ("what is it", "I found no rule of Allocator about"),
        ("龍 [x](y)", "I found no rule of Allocator about"),
        ("**@everyone** `boost`", "**Allocator** · "),
        ("99.9", "I found no rule of Allocator about"),
        ("w", "**Allocator** · "),
        ("**boost**", "**6.1 How to boost**"),
        ("boost", "\nAlso found:\n> **"),
        ("rule 4.7", "**4.7 Where cards go when they leave a system**"),
        ("rule 4.7", "\nNearby rules:\n> **4.6 "),
        ("what does 4.7 mean?", "**4.7 Where cards go when they leave a system**"),
        ("chapter 6", "**6.1 How to boost**"),
        ("6", "**6.1 How to boost**"),
        ("bosot", "**6.1 How to boost**"),
        ("how do I win " * 25, "**7.1 Losing and winning**"),
    ]:
        typed = {} if query is None else {"query": query}
        answer = private(await town.ada.slash(town.tavern, "rules", game="allocator", **typed))
        assert said in answer.content
        assert "@everyone" not in answer.content
        assert len(menus(answer)) == 1


@pytest.mark.drawn
async def test_a_rule_that_is_drawn_comes_with_its_picture(town: Town) -> None:
    answer = private(await town.ada.slash(town.tavern, "rules", game="alchemy", query="6.9"))
    [picture] = answer.attachments
    assert "Dust: strong against Water, Earth, Mud; weak to" in str(picture.description)
    plain = private(await town.ada.slash(town.tavern, "rules", game="alchemy", query="1.1"))
    assert not plain.attachments


async def test_the_leaderboard_is_kind_when_empty_and_ranks_after_a_match(town: Town) -> None:
    empty = private(await town.ada.slash(town.tavern, "leaderboard", game="allocator"))
    assert "No one has finished a match of Allocator here yet" in empty.content
    await town.open("allocator", town.ada, town.bo)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    assert re.search(r"1\. Bo: \d+ rating points \(\+\d+\)\n2\. Ada: \d+ rating points \(-\d+\)", town.board().content)
    full = private(await town.cleo.slash(town.tavern, "leaderboard", game="allocator")).content
    assert full.index("Bo") < full.index("Ada")


async def test_a_leaderboard_is_one_call_and_knows_all_names_after_a_restart_too(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    await town.delivered()
    await town.restart()
    town.env.http_requests.clear()
    shown = private(await town.cleo.slash(town.tavern, "leaderboard", game="allocator")).content
    assert "Bo" in shown
    assert "Ada" in shown
    [call] = town.env.http_requests
    assert call.path.startswith("/interactions/")


async def test_long_leaderboards_have_pages(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowd(guild: int, game: str, *, first: int, count: int, **_: object) -> Leaderboard:
        standings = [Standing(place=n, user=n, points=2000 - n, games=3, wins=1) for n in range(1, 24)]
        return Leaderboard(standings=standings[first:][:count], own=None, players=len(standings))

    monkeypatch.setattr(Ratings, "leaderboard", lambda _, *args, **more: crowd(*args, **more))
    page = private(await town.ada.slash(town.tavern, "leaderboard", game="allocator"))
    assert list(buttons(page)) == ["Next"]
    await town.ada.click(page, label="Next")
    assert list(buttons(page)) == ["Previous", "Next"]
    await town.ada.click(page, label="Next")
    assert "23\\." in page.content


async def test_the_invite_asks_for_the_least_permissions(town: Town) -> None:
    assert f"permissions={(PERMISSIONS | THREADS).value}" in server_invite(town.client.application_id or 0)
    assert not PERMISSIONS.administrator
    assert town.client.intents.value == 1
    assert town.client.allowed_mentions is not None
    assert not town.client.allowed_mentions.users


async def test_a_card_is_looked_up_by_its_name_its_suggestion_or_with_a_wrong_letter(town: Town) -> None:
    offered = await town.ada.autocomplete(town.tavern, "card", "name", "titan")
    assert offered[0] == {"name": "Titan Servo (Allocator)", "value": "allocator/titan-servo"}
    for typed in ("Titan Servo", "allocator/titan-servo", "titan srevo"):
        said = private(await town.ada.slash(town.tavern, "card", name=typed))
        assert "**Titan Servo**: Titan-AI. Attack 2, Defense " in said.content
    said = private(await town.ada.slash(town.tavern, "card", name="xyzzy"))
    assert "doesn't match any card" in said.content


async def test_a_question_about_a_card_is_answered_by_the_card_and_the_rules(town: Town) -> None:
    said = private(await town.ada.slash(town.tavern, "rules", game="tnb", query="how much dmg does axehand do"))
    assert "🃏 **Axehand**: Health " in said.content
    assert "Damage" in said.content


async def test_rules_rankings_and_logs_are_those_of_the_channels_latest_match(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    await town.give_up(match)
    log = private(await town.ada.slash(town.tavern, "match log"))
    assert "Match #1" in log.content
    assert "**Tiny**" in private(await town.ada.slash(town.tavern, "leaderboard")).content
    assert "**Tiny**" in private(await town.ada.slash(town.tavern, "rules", query="win")).content
    assert await town.ada.autocomplete(town.tavern, "rules", "query", "win")


def test_every_card_says_what_is_printed_on_it(catalog_game: Game) -> None:
    for card in catalog_game.cards.values():
        assert not card.printed or card.printed.endswith((".", "!")), card.id
        assert named_cards(catalog_game.cards.values(), f"what does {card.name} do?") == [card]


async def deeds(town: Town) -> list[tuple[object, ...]]:
    sql = "SELECT figure, subject, user_id, match_id, times FROM deeds ORDER BY figure, subject"
    return list(await town.client.app.database.read(lambda db: db.rows(sql)))


async def test_a_clause_that_somebody_reads_is_counted_for_the_figures_with_their_match(town: Town) -> None:
    await town.ada.slash(town.tavern, "rules", game="allocator", query="4.4")
    assert await deeds(town) == [("asked", "4.4", town.ada.id, 0, 1)]
    await town.open("allocator", town.ada, town.bo)
    await town.bo.slash(town.tavern, "rules", game="allocator", query="4.4")
    match = await town.match()
    assert (await deeds(town))[1:] == [("asked", "4.4", town.bo.id, match.id, 1)]


async def test_who_is_in_no_figure_asks_without_being_counted(town: Town) -> None:
    page = private(await town.ada.slash(town.tavern, "settings"))
    await town.ada.click(page, label="Figures for designers: with me")
    await town.ada.slash(town.tavern, "rules", game="allocator", query="4.4")
    assert await deeds(town) == []
