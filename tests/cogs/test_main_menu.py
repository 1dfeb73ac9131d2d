"""The main menu: one message, from which two presses lead to a newcomer's first move."""

import discord
import pytest
import simcord

from bot.application.table.tips import BEGUN
from bot.computer.levels import Level
from bot.model.match import MatchId, Status
from cogs.admin.purposes import POST_MAIN_MENU
from cogs.messages.games import COMPUTER_LEVELS
from cogs.widgets import purposes
from cogs.widgets.purposes import ACT, PLAY_NOW
from rules.core.game import Game
from tests.cogs.test_roles import grant
from tests.cogs.town import Town, buttons, components, menus, press, private, updated
from tests.examples import games_first

WAYS = ["Find an opponent", "Learn", "Play the computer", "Today's puzzle", "Open a table"]


async def main_menu(town: Town, command: str = "play") -> simcord.ResponseMessage:
    return private(await town.ada.slash(town.tavern, command))


async def test_play_and_help_show_one_message_with_a_button_for_every_game(town: Town) -> None:
    one, two = await main_menu(town, "play"), await main_menu(town, "help")
    assert one.content == two.content
    assert buttons(one) == buttons(two)
    assert list(buttons(one)) == [*(game.title for game in town.games.values()), *WAYS]
    [picture] = one.attachments
    assert picture.filename == "games.png"


@pytest.mark.parametrize("catalog_game", games_first("tiny", "tnb"), indirect=True)
async def test_a_game_begins_at_once_against_a_novice_and_its_player_moves_first(
    town: Town, catalog_game: Game
) -> None:
    hand = private(await town.ada.click(await main_menu(town), label=catalog_game.title))
    match, table_view = await town.match(), await town.view_for(town.ada)
    assert match.status is Status.LIVE
    assert {player.computer for player in match.players[1:]} == {Level.NOVICE}
    assert table_view.view.seat == 0
    assert table_view.view.seat in table_view.view.waiting
    assert "Match #1 has started" in hand.content
    assert list(components(hand))


@pytest.mark.parametrize("catalog_game", games_first("tiny", "alchemy"), indirect=True)
async def test_the_second_press_is_the_first_own_move(town: Town, catalog_game: Game) -> None:
    hand = private(await town.ada.click(await main_menu(town), label=catalog_game.title))
    whole = [identity for identity in buttons(hand).values() if ACT.read(identity)]
    assert whole, "a button that plays a whole action"
    await town.ada.click(hand, custom_id=whole[0])
    acted = (await town.app.positions.get(MatchId(1))).seen.acted
    assert acted[0] >= 0


async def test_newcomers_who_resign_are_told_what_matters_again_in_their_first_five_matches(town: Town) -> None:
    for number in range(1, BEGUN + 2):
        hand = private(await town.ada.click(await main_menu(town), label="T&B"))
        assert ("💡 First play a card: drawing costs the same TP" in hand.content) == (number <= BEGUN), number
        assert ("**Draw a card**: 1 TP" in hand.content) == (number <= BEGUN), number
        await town.app.matches.resign(MatchId(number), town.ada.id, interaction=number)


async def test_a_second_press_before_the_first_move_shows_the_same_match(town: Town) -> None:
    shown = await main_menu(town)
    identity = PLAY_NOW("allocator", "computer")
    await town.ada.click(shown, custom_id=identity)
    again = private(await town.ada.click(await main_menu(town), custom_id=identity))
    assert "Match #1 is waiting for your first move" in again.content
    assert len(await town.app.matches.of_user(town.ada.id)) == 1


async def test_two_presses_at_once_begin_one_match(town: Town) -> None:
    await town.client.interface.main_menu.post(town.tavern.id, "main-menu")
    [posted] = town.public()
    await town.at_once((town.ada, posted, "Allocator"), (town.ada, posted, "Allocator"))
    assert len(await town.app.matches.of_user(town.ada.id)) == 1


async def test_whoever_presses_next_in_a_busy_channel_gets_a_thread_named_once(town: Town) -> None:
    await town.permit(town.tavern, create_public_threads=True, send_messages_in_threads=True)
    await town.client.interface.main_menu.post(town.tavern.id, "main-menu")
    [posted] = town.public()
    await town.ada.click(posted, label="Allocator")
    begun = private(await town.bo.click(posted, label="Allocator"))
    assert "Match #2 has started." in begun.content
    assert begun.content.count("<#") == 1
    assert f"<#{town.tavern.id}>" not in begun.content


async def test_a_computer_of_another_level_can_be_chosen(town: Town) -> None:
    shown = await main_menu(town)
    assert updated(await press(town.ada, shown, purposes.COMPUTERS_OF))
    offered = menus(shown)
    assert len(offered) == len(COMPUTER_LEVELS)
    await town.ada.select(shown, ["allocator"], custom_id=offered[-1]["custom_id"])
    match = await town.match()
    assert [player.computer for player in match.players if player.computer] == [Level.EXPERT]


async def test_the_other_buttons_lead_to_lessons_puzzles_open_seats_and_a_table(town: Town) -> None:
    leads = {
        "Learn": "What do you want to learn?",
        "Today's puzzle": "level",
        "Find an opponent": "There are no open seats.",
        "Open a table": "What do you want to play?",
    }
    for label, expected in leads.items():
        shown = await main_menu(town)
        assert updated(await town.ada.click(shown, label=label))
        assert expected in shown.content, label


async def test_a_match_asks_against_whom_it_is_played(town: Town) -> None:
    asked = private(await town.ada.slash(town.tavern, "match new", game="tiny"))
    assert list(buttons(asked)) == [
        "People here",
        "Anyone on the server",
        "Computer: novice",
        "Computer: regular",
        "Computer: expert",
    ]
    await town.ada.click(asked, label="Anyone on the server")
    match = await town.match()
    assert match.settings.request is not None
    assert "Looking for players" in town.board().content


async def test_outside_a_server_one_plays_a_computer_or_a_friend_with_a_code(town: Town) -> None:
    shown = private(await town.ada.user.slash("play"))
    begun = await town.ada.user.click(shown, custom_id=PLAY_NOW("tiny", "computer"))
    await town.delivered()
    assert "Match #1 has started" in str((begun.followups[-1] if begun.followups else begun.response).content)
    shown = private(await town.bo.user.slash("play"))
    await town.bo.user.click(shown, label="Open a table")
    await town.bo.user.select(shown, ["tiny"])
    assert list(buttons(shown)) == ["A friend", "Computer: novice", "Computer: regular", "Computer: expert"]
    opened = private(await town.bo.user.click(shown, label="A friend"))
    assert "`/match join code:" in opened.content


async def test_managers_post_the_main_menu_in_a_channel_for_good_and_it_works_after_a_restart(town: Town) -> None:
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await grant(town, had | discord.Permissions(manage_guild=True).value)
    page = private(await town.ada.slash(town.tavern, "setup"))
    said = private(await press(town.ada, page, POST_MAIN_MENU))
    assert said.content.startswith("Posted.")
    await town.restart()
    [posted] = town.public()
    private(await town.bo.click(posted, label="Allocator"))
    assert (await town.match()).status is Status.LIVE


async def join(town: Town) -> None:
    """Let the bot join the server of the town."""
    guild = town.client.get_guild(town.guild.id)
    assert guild is not None
    await town.client.on_guild_join(guild)


async def test_a_new_server_is_welcomed_with_the_main_menu_where_the_bot_may_write(town: Town) -> None:
    await town.permit(town.tavern, send_messages=False)
    await join(town)
    assert town.public(town.tavern) == []
    [welcome] = town.public(town.attic)
    assert list(buttons(welcome))[-len(WAYS) :] == WAYS
    await town.permit(town.tavern, send_messages=True)
    await town.restart()
    await town.wait()
    assert (town.public(town.tavern), len(town.public(town.attic))) == ([], 1), "welcomed once"


@pytest.mark.parametrize("restarts", [False, True], ids=["running", "restarted"])
async def test_a_server_without_a_channel_to_write_in_is_welcomed_as_soon_as_there_is_one(
    town: Town, *, restarts: bool
) -> None:
    for channel in (town.tavern, town.attic):
        await town.permit(channel, send_messages=False)
    await join(town)
    if restarts:
        await town.restart()
        await town.wait()
    assert (town.public(town.tavern), town.public(town.attic)) == ([], [])
    await town.permit(town.tavern, send_messages=True)
    await town.wait()
    [welcome] = town.public(town.tavern)
    assert list(buttons(welcome))[-len(WAYS) :] == WAYS


async def test_a_welcome_that_was_posted_without_a_reply_is_not_posted_again(town: Town) -> None:
    await town.client.interface.main_menu.post(town.tavern.id, "main-menu")
    await join(town)
    assert len(town.public(town.tavern)) == 1
    assert await town.app.pending_welcomes.all() == set()


async def test_a_server_that_the_bot_leaves_before_its_welcome_is_forgotten(town: Town) -> None:
    for channel in (town.tavern, town.attic):
        await town.permit(channel, send_messages=False)
    await join(town)
    assert await town.app.pending_welcomes.all() == {town.guild.id}
    guild = town.client.get_guild(town.guild.id)
    assert guild is not None
    await town.client.on_guild_remove(guild)
    assert await town.app.pending_welcomes.all() == set()
