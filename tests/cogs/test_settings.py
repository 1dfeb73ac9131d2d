"""`/settings` and `/setup`: choices of a user or of a server's admin, and their effects."""

from typing import Any

import discord
import pytest
import simcord
from simcord.results import ResponseMessage

from bot.model.pace import DAY
from bot.model.pings import DEFAULT_PING_DELAY
from bot.people.settings import PING_DELAY, Preferences, ServerPreferences
from cogs.admin import setup
from cogs.messages.message import LIMIT
from cogs.messages.reasons.settings import NOT_OFFERED
from cogs.people import settings
from cogs.presses.router import OLD_BUTTON
from cogs.widgets import purposes
from render.canvas import PHONE_WIDTH, WIDTH
from render.encode import recoloured
from render.palette import Theme
from tests.cogs.test_roles import grant
from tests.cogs.town import Town, menus, press, private
from tests.cogs.trouble import hand_is_current
from tests.examples import thorough

MENU = "setting/ping_delay"
DAILY = str(DAY)
"""The default interval of reminders."""
ALWAYS_ACTIVE = "Active hours: always"
THEMES = {"settings": "setting/theme", "setup": "server-setting/theme"}


async def choose(town: Town, value: str) -> ResponseMessage:
    page = private(await town.ada.slash(town.tavern, "settings"))
    return private(await town.ada.select(page, [value], custom_id=MENU))


async def colour(town: Town, person: simcord.MemberActor, command: str, theme: Theme) -> ResponseMessage:
    page = private(await person.slash(town.tavern, command))
    if command == "setup":
        page = private(await person.click(page, label="More …"))
    return private(await person.select(page, [theme.value], custom_id=THEMES[command]))


def chosen(page: ResponseMessage) -> list[str]:
    menus = [row["components"][0] for row in page.components]
    return [option["value"] for menu in menus for option in menu.get("options", ()) if option.get("default")]


async def theme_of(message: Any) -> Theme:
    """Return the theme of a message's picture."""
    file = await message.attachments[0].read()
    [found] = [theme for theme in Theme if recoloured(file, theme) == file]
    return found


async def test_the_page_shows_the_chosen_values(town: Town) -> None:
    assert chosen(private(await town.ada.slash(town.tavern, "settings"))) == [str(DEFAULT_PING_DELAY), DAILY, "dark"]
    page = await choose(town, "none")
    assert "**Ping me**: never" in page.content
    await town.restart()
    assert chosen(private(await town.ada.slash(town.tavern, "settings"))) == ["none", DAILY, "dark"]
    assert chosen(private(await town.bo.slash(town.tavern, "settings"))) == [str(DEFAULT_PING_DELAY), DAILY, "dark"], (
        "it is Ada's alone"
    )


async def test_every_menu_and_button_names_its_setting_and_its_value(town: Town) -> None:
    page = private(await town.ada.slash(town.tavern, "settings"))
    labels = {item["custom_id"]: item.get("label") for row in page.components for item in row["components"]}
    menus = {row["components"][0]["custom_id"]: row["components"][0].get("options", ()) for row in page.components}
    assert [
        {option["label"]: option["value"] for option in menus[f"setting/{name}"]}
        for name in ("ping_delay", "reminder_interval")
    ] == [
        {
            "Ping me: at once": "0",
            "Ping me: after 45 seconds or more": "45",
            "Ping me: after 5 minutes": "300",
            "Ping me: after an hour": "3600",
            "Ping me: never": "none",
        },
        {
            "Remind me: every 4 hours": str(4 * 60 * 60),
            "Remind me: every 12 hours": str(12 * 60 * 60),
            "Remind me: every day": DAILY,
            "Remind me: never": "none",
        },
    ]
    assert labels["setting-to/picture_texts/true"] == "Text descriptions: off"
    assert labels["setting-to/hands_by_dm/false"] == "DM me my hands: on"
    assert labels["active-hours"] == "Active hours: always"


def test_every_setting_has_one_line_of_help_and_all_its_values_have_words() -> None:
    for entry in (*settings.ENTRIES.values(), *setup.ENTRIES.values()):
        assert 0 < len(entry.help) < 100
        assert "\n" not in entry.help
        assert all(entry.words(value) for value in entry.setting.values)
    assert {*settings.ENTRIES, "active_hours", "anywhere", "phrases"} == set(Preferences.__dataclass_fields__)
    assert set(setup.ENTRIES) == set(ServerPreferences.__dataclass_fields__)


@pytest.mark.parametrize("seconds", PING_DELAY.values)
async def test_a_player_is_pinged_after_their_chosen_delay(town: Town, seconds: int | None) -> None:
    await choose(town, "none" if seconds is None else str(seconds))
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    for person in (town.bo, town.ada):  # the first board has pinged them
        await person.slash(town.tavern, "tiny fold")
    await town.wait(1 if seconds is None else max(0, seconds - 2))
    assert ([town.ada.id] in town.pings()) == (seconds == 0)
    await town.wait(3)
    called = [found for found in town.pings() if found == [town.ada.id]]
    assert len(called) == (seconds is not None)
    await town.wait(24 * 3600)
    assert [found for found in town.pings() if found == [town.ada.id]] == called


async def test_a_player_who_wants_pings_at_once_is_pinged_when_their_turn_comes(town: Town) -> None:
    await choose(town, "0")
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    before = len(town.pings())
    await town.ada.slash(town.tavern, "tiny fold")
    assert len(town.pings()) == before
    await town.bo.slash(town.tavern, "tiny fold")
    assert town.pings()[before:] == [[town.ada.id]]


async def test_an_unknown_value_changes_nothing(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    for value in ["44", "-1", "", "Never", "9" * 60]:
        said = private(await town.forge(town.ada, town.board(), MENU, value))
        assert said.content in (NOT_OFFERED, OLD_BUTTON)
        assert chosen(private(await town.ada.slash(town.tavern, "settings"))) == [
            str(DEFAULT_PING_DELAY),
            DAILY,
            "dark",
        ]


async def test_settings_are_exported_and_deleted_with_all_other_data(town: Town) -> None:
    await choose(town, "0")
    export = town.client.app.user_data.export
    assert (await export(town.ada.id))["preferences"] == [
        {
            "ping_delay": 0,
            "reminder_interval": 86400,
            "active_hours": "always",
            "theme": "dark",
            "picture_texts": 0,
            "phone_pictures": 0,
            "hands_by_dm": 1,
            "motion": 1,
            "open_replays": 1,
            "is_listed": 1,
            "has_profile": 1,
            "in_figures": 1,
            "anywhere": 0,
            "phrases": 1,
        }
    ]
    await town.client.app.user_data.delete(town.ada.id)
    assert (await export(town.ada.id))["preferences"] == []


@pytest.mark.parametrize("theme", [Theme.LIGHT, *thorough(*(theme for theme in Theme if theme is not Theme.LIGHT))])
async def test_private_pictures_have_the_users_colours_and_boards_the_servers(town: Town, theme: Theme) -> None:
    assert theme in chosen(await colour(town, town.ada, "settings", theme))
    await town.open("allocator", town.ada, town.bo)
    assert await theme_of(town.direct(town.ada)[-1]) is theme
    assert await theme_of(private(await town.ada.slash(town.tavern, "hand"))) is theme
    assert await theme_of(private(await town.ada.slash(town.tavern, "match status"))) is theme
    assert await theme_of(town.direct(town.bo)[-1]) is Theme.DARK
    assert await theme_of(town.board()) is Theme.DARK
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await grant(town, had | discord.Permissions(manage_guild=True).value)
    assert theme in chosen(await colour(town, town.bo, "setup", theme))
    await (await town.asked((await town.match()).id)).slash(town.tavern, "allocator decline")
    assert await theme_of(town.board()) is theme
    await town.restart()
    assert await theme_of(private(await town.ada.slash(town.tavern, "hand"))) is theme


async def width_of(message: Any) -> int:
    return int.from_bytes((await message.attachments[0].read())[16:20])


@pytest.mark.drawn
async def test_hands_and_choices_are_drawn_for_a_phone_where_their_user_chooses_so(town: Town) -> None:
    page = private(await town.ada.slash(town.tavern, "settings"))
    await town.ada.click(page, label="Pictures for: desktop")
    assert "**Pictures for**: phone" in page.content
    await town.open("tnb", town.ada, town.bo)
    assert await width_of(town.direct(town.ada)[-1]) == PHONE_WIDTH
    assert await width_of(private(await town.ada.slash(town.tavern, "hand"))) == PHONE_WIDTH
    assert await width_of(town.direct(town.bo)[-1]) == WIDTH
    assert await width_of(town.board()) == WIDTH
    assert await width_of(private(await press(town.ada, town.board(), purposes.CLOSEUP))) == PHONE_WIDTH
    asked = private(await press(town.bo, town.board(), purposes.CLOSEUP))
    assert menus(asked)[0]["options"][0]["label"] == "The whole table, tall for a phone"
    assert not asked.attachments
    await town.restart()
    assert await width_of(private(await town.ada.slash(town.tavern, "hand"))) == PHONE_WIDTH


async def test_a_posted_hand_takes_on_new_colours_with_its_next_change(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    await colour(town, town.ada, "settings", Theme.LIGHT)
    await town.bo.slash(town.tavern, "tiny fold")
    await town.ada.slash(town.tavern, "tiny fold")
    assert await theme_of(town.direct(town.ada)[-1]) is Theme.LIGHT


async def test_a_posted_hand_takes_on_new_colours_though_nothing_else_changes(town: Town) -> None:
    await colour(town, town.ada, "settings", Theme.LIGHT)
    await town.open("tiny", town.ada, town.bo)
    (before,) = town.direct(town.ada)
    await colour(town, town.ada, "settings", Theme.CONTRAST)
    await town.bo.slash(town.tavern, "match draw")
    [after] = [message for message in town.direct(town.ada) if message.id == before.id]
    assert after.content == before.content
    assert await theme_of(after) is Theme.CONTRAST


async def test_descriptions_are_above_the_private_pictures_of_their_user_alone(
    town: Town,
) -> None:
    page = private(await town.ada.slash(town.tavern, "settings"))
    page = private(await town.ada.click(page, label="Text descriptions: off"))
    assert "**Text descriptions**: on" in page.content
    await town.open("allocator", town.ada, town.bo)
    status = private(await town.ada.slash(town.tavern, "match status"))
    hand = private(await town.ada.slash(town.tavern, "hand"))
    for said in (status, hand, town.direct(town.ada)[-1]):
        [picture] = said.attachments
        assert picture.description
        assert picture.description[:200] in said.content
        assert len(said.content) <= LIMIT
    assert "```" not in town.direct(town.bo)[-1].content
    assert "```" not in town.board().content
    await town.ada.click(private(await town.ada.slash(town.tavern, "settings")), label="Text descriptions: on")
    assert "```" not in private(await town.ada.slash(town.tavern, "hand")).content


async def test_a_player_without_hands_by_dm_gets_them_on_request_and_is_pinged_as_before(town: Town) -> None:
    page = private(await town.ada.slash(town.tavern, "settings"))
    page = private(await town.ada.click(page, label="DM me my hands: on"))
    assert "**DM me my hands**: off" in page.content
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    assert not town.direct(town.ada)
    assert len(town.direct(town.bo)) == 1
    assert not await town.behind()
    hand = private(await press(town.ada, town.board(), purposes.HAND))
    await town.ada.click(hand, label="Fold")
    await town.bo.slash(town.tavern, "tiny fold")
    await town.wait(DEFAULT_PING_DELAY + 1)
    assert [town.ada.id] in town.pings()
    assert not town.direct(town.ada)
    await town.ada.click(private(await town.ada.slash(town.tavern, "settings")), label="DM me my hands: off")
    await town.ada.slash(town.tavern, "tiny fold")
    assert len(town.direct(town.ada)) == 1


async def test_a_sent_hand_stays_up_to_date_though_its_owner_wants_no_more_of_them(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await town.ada.click(private(await town.ada.slash(town.tavern, "settings")), label="DM me my hands: on")
    await town.ada.slash(town.tavern, "tiny fold")
    assert len(town.direct(town.ada)) == 1
    assert await hand_is_current(town, town.ada)


async def test_only_managers_of_a_server_change_its_settings(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    said = private(await town.forge(town.bo, town.board(), "server-setting/theme", "light"))
    assert "“Manage Server” permission" in said.content
    preferences = town.client.app.preferences
    assert (await preferences.of_server(town.guild.id)).theme is Theme.DARK


async def test_waking_hours_are_named_in_a_form_and_stand_in_it(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "settings"))
    assert "**Active hours**: always." in shown.content
    form = await town.ada.click(shown, label=ALWAYS_ACTIVE)
    pasted = {"zone": "\u2068europe/rome", "hours": "8\u00a0-\u200b22", "off": "Sat,\u2003sun"}
    page = private(await town.ada.submit_modal(form, pasted))
    assert "**Active hours**: Europe/Rome 08:00-22:00 off sat,sun." in page.content
    again = await town.ada.click(page, label="Active hours: Europe/Rome 08:00-22:00 off sat,sun")
    page = private(await town.ada.submit_modal(again, {"zone": "", "hours": "", "off": ""}))
    assert "**Active hours**: always." in page.content


async def test_hours_that_never_run_are_refused_with_what_to_write(town: Town) -> None:
    for written in [
        {"zone": "Nowhere/City", "hours": "8-22", "off": ""},
        {"zone": "Europe/Rome", "hours": "8-9", "off": ""},
        {"zone": "Europe/Rome", "hours": "8-22", "off": "mon,tue,wed,thu,fri,sat"},
        {"zone": "", "hours": "8-22", "off": ""},
        {"zone": "<@1>", "hours": "@everyone", "off": "`"},
    ]:
        shown = private(await town.ada.slash(town.tavern, "settings"))
        refused = private(await town.ada.submit_modal(await town.ada.click(shown, label=ALWAYS_ACTIVE), written))
        assert "Europe/Rome 08:00-22:00" in refused.content
        assert "@" not in refused.content
        assert "always" in private(await town.ada.slash(town.tavern, "settings")).content


async def test_managers_of_the_server_choose_the_paces_of_matches(town: Town) -> None:
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await grant(town, had | discord.Permissions(manage_guild=True).value)
    page = private(await town.ada.slash(town.tavern, "setup"))
    assert "no clock, live and slow (by correspondence)" in page.content
    page = private(await town.ada.click(page, label="More …"))
    page = private(await town.ada.select(page, ["live", "correspondence"], custom_id="server-setting/paces"))
    assert "**Paces**: live and slow (by correspondence)" in page.content
    refused = private(await town.bo.slash(town.tavern, "match new", against="people here", game="tiny", pace="none"))
    assert "Choose another one" in refused.content
    offered = await town.bo.autocomplete(town.tavern, "match new", "pace", "")
    assert "none" not in [choice["value"] for choice in offered]
    await town.bo.slash(town.tavern, "match new", against="people here", game="tiny")
    assert str((await town.match()).pace) == "5+10 default", "the server's default if none is chosen"
