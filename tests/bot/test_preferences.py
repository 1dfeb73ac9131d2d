"""Preferences: choices are stored, only offered values can be chosen, and the cache is never stale."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.model.active_hours import ActiveHours
from bot.model.pace import Kind
from bot.model.refusals import NotUnderstood
from bot.people.preferences import PreferenceBook
from bot.people.settings import (
    ACTIVE_HOURS,
    CHANNELS,
    DESIGNERS,
    MATCH_LIMIT,
    OF_SERVER,
    OF_USER,
    PACES,
    PING_DELAY,
    PINGS,
    PUZZLE_CHANNEL,
    REMINDER_INTERVAL,
    REPORT_CHANNEL,
    SEASON_CHANNEL,
    STARTERS,
    THEME,
    Preferences,
    ServerPreferences,
    Setting,
    Threads,
)
from bot.store.database import Database, Rows
from render.palette import Theme
from tests.bot.table_helpers import ANN, BEN

GUILD = 7
FREE: dict[str, list[Any]] = {
    ACTIVE_HOURS.field: [ActiveHours.read("Europe/Rome 08:00-22:00 off sat,sun"), ActiveHours.read("always")],
    CHANNELS.field: [(3, 1, 2), ()],
    STARTERS.field: [5, None],
    DESIGNERS.field: [7, None],
    PUZZLE_CHANNEL.field: [6, None],
    SEASON_CHANNEL.field: [8, None],
    REPORT_CHANNEL.field: [9, None],
}
"""Values for settings that have no list of values."""


@pytest.fixture
def book(database: Database) -> PreferenceBook:
    return PreferenceBook(database)


class Late(PreferenceBook):
    """A preference book whose reads wait for a gate before they return."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.gate = asyncio.Event()
        self.reading = asyncio.Event()

    async def _read(self, load: Callable[[Rows, Any], Awaitable[Any]], key: Any) -> Any:
        loaded = await super()._read(load, key)
        self.reading.set()
        await self.gate.wait()
        return loaded


def test_every_field_of_the_preferences_is_a_setting() -> None:
    assert set(OF_USER) == set(Preferences.__dataclass_fields__)
    assert set(OF_SERVER) == set(ServerPreferences.__dataclass_fields__)


@pytest.mark.parametrize("setting", OF_USER.values(), ids=lambda setting: str(setting.field))
async def test_each_value_of_a_users_setting_can_be_chosen_and_is_stored(
    book: PreferenceBook, database: Database, setting: Setting[Any]
) -> None:
    for value in setting.values or FREE[setting.field]:
        assert getattr(await book.choose(ANN, setting, value), setting.field) == value
        assert getattr(await book.of(ANN), setting.field) == value
        assert getattr(await PreferenceBook(database).of(ANN), setting.field) == value
    assert await book.of(BEN) == Preferences()


@pytest.mark.parametrize("setting", OF_SERVER.values(), ids=lambda setting: str(setting.field))
async def test_each_value_of_a_servers_setting_can_be_chosen_and_is_stored(
    book: PreferenceBook, database: Database, setting: Setting[Any]
) -> None:
    for value in setting.values or FREE[setting.field]:
        assert getattr(await book.choose_for_server(GUILD, setting, value), setting.field) == value
        assert getattr(await book.of_server(GUILD), setting.field) == value
        assert getattr(await PreferenceBook(database).of_server(GUILD), setting.field) == value
    assert await book.of_server(GUILD + 1) == ServerPreferences()


async def test_a_value_that_is_not_offered_is_refused(book: PreferenceBook) -> None:
    for setting in (PING_DELAY, REMINDER_INTERVAL):
        for value in (1, -1):
            with pytest.raises(NotUnderstood):
                await book.choose(ANN, setting, value)
    assert await book.of(ANN) == Preferences()
    with pytest.raises(NotUnderstood):
        await book.choose_for_server(GUILD, MATCH_LIMIT, 2)
    with pytest.raises(NotUnderstood):
        await book.choose_for_server(GUILD, PACES, frozenset[Kind]())
    assert await book.of_server(GUILD) == ServerPreferences()


async def test_settings_a_user_chooses_at_once_are_all_stored(book: PreferenceBook, database: Database) -> None:
    await asyncio.gather(book.choose(ANN, PING_DELAY, 0), book.choose(ANN, THEME, Theme.LIGHT), book.of(ANN))
    assert await book.of(ANN) == Preferences(ping_delay=0, theme=Theme.LIGHT)
    assert await PreferenceBook(database).of(ANN) == await book.of(ANN)


async def test_settings_of_a_server_chosen_at_once_are_all_stored(book: PreferenceBook, database: Database) -> None:
    choose = book.choose_for_server
    await asyncio.gather(choose(GUILD, PINGS, value=False), choose(GUILD, CHANNELS, (1, 2)), book.of_server(GUILD))
    assert await book.of_server(GUILD) == ServerPreferences(pings=False, channel_ids=(1, 2), threads=Threads.FREE)
    assert await PreferenceBook(database).of_server(GUILD) == await book.of_server(GUILD)


async def test_a_read_that_began_before_a_change_does_not_bring_the_old_value_back(database: Database) -> None:
    book = Late(database)
    early = asyncio.create_task(book.of(ANN))
    await book.reading.wait()
    await book.choose(ANN, PING_DELAY, 0)
    book.gate.set()
    assert await early == Preferences()
    assert await book.of(ANN) == Preferences(ping_delay=0)


async def test_a_choice_whose_caller_is_cancelled_is_not_hidden_by_the_cache(
    book: PreferenceBook, database: Database
) -> None:
    await book.of(ANN)
    choosing = asyncio.create_task(book.choose(ANN, PING_DELAY, 0))
    await asyncio.sleep(0)
    choosing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await choosing
    assert await PreferenceBook(database).of(ANN) == Preferences(ping_delay=0)
    assert await book.of(ANN) == Preferences(ping_delay=0)
