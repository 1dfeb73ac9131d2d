"""The small server of the sandbox: its contents on simcord's pages, and the texts on the terminal."""

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.application.application import Application
from bot.application.thinking import computers
from bot.application.thinking.thinking import Thinking
from bot.computer import levels
from bot.computer.levels import Choice, Level
from bot.content.library import Library
from bot.store.database import Database
from cogs.client import HiddenHand
from rules.core.game import Game
from rules.core.play import View
from sandbox import page
from sandbox import town as simulated
from sandbox.town import CHANNELS, FIRESIDE, GUEST, INN, PAGES, PEOPLE, Place, Town
from tests.bot.table_helpers import TINY
from tests.patience import PATIENT, until

Tapped = discord.Interaction[discord.Client]


class Echo(discord.Client):
    """A bot with one command, which writes to the channel and to its user."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = discord.app_commands.CommandTree(self)
        self.tree.command(name="echo", description="Say it here and in a direct message")(echo)
        self.tree.command(name="fail", description="Break")(fail)
        self.tree.command(name="whisper", description="Say it to you alone")(whisper)
        self.tree.command(name="ask", description="Offer a button")(ask)
        self.tree.command(name="choose", description="Offer a menu")(choose)
        self.tree.command(name="ponder", description="Answer, work on something else, and then add a word")(ponder)
        self.pressed: list[str] = []
        self.whispered: list[Tapped] = []
        self.chosen: list[str] = []
        self.thought = threading.Event()
        self.pondering: set[asyncio.Task[Any]] = set()

    async def on_interaction(self, interaction: Tapped) -> None:
        if interaction.type is discord.InteractionType.component:
            assert interaction.data is not None
            values: Any = interaction.data.get("values")
            if values:
                self.chosen += values
                await interaction.response.edit_message(content=self.chosen[-1])
                return
            self.pressed.append(interaction.data["custom_id"])  # type: ignore[typeddict-item]
            await interaction.response.defer()

    async def setup_hook(self) -> None:
        await self.tree.sync()


async def echo(interaction: Tapped, word: str) -> None:
    await interaction.response.send_message(word)
    await interaction.user.send(word)


async def fail(interaction: Tapped) -> None:
    raise RuntimeError("broken")


async def whisper(interaction: Tapped, word: str) -> None:
    await interaction.response.send_message(word, ephemeral=True)
    assert isinstance(interaction.client, Echo)
    interaction.client.whispered.append(interaction)


async def ask(interaction: Tapped) -> None:
    await interaction.response.send_message("Well?", view=one_button("Yes", "yes"))


async def choose(interaction: Tapped) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Select(custom_id="drink", options=[discord.SelectOption(label="tea")]))
    view.stop()
    await interaction.response.send_message("What?", view=view)


async def ponder(interaction: Tapped) -> None:
    client = interaction.client
    assert isinstance(client, Echo)
    client.pondering.add(asyncio.create_task(asyncio.to_thread(client.thought.wait)))
    client.pondering.add(asyncio.create_task(add_in_a_moment(interaction)))
    await interaction.response.send_message("In a minute", ephemeral=True)


async def add_in_a_moment(interaction: Tapped) -> None:
    await asyncio.sleep(0.01)
    await interaction.followup.send("Still at it", ephemeral=True)


def one_button(label: str, custom_id: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label=label, custom_id=custom_id))
    view.stop()
    return view


class Reader:
    """A browser's page without the browser: it reads the published events and presses nothing."""

    def __init__(self, session: aiohttp.ClientSession, place: Place) -> None:
        self._session = session
        self._address, _, capability = place.url.partition("#")
        self._headers = {"X-Simcord-Capability": capability}
        self._sequence = 0

    async def open(self) -> None:
        async with self._session.post(f"{self._address}api/pages", json={}, headers=self._headers) as answer:
            self._headers["X-Simcord-Context"] = (await answer.json())["context"]["id"]

    async def read(self) -> Mapping[str, Any]:
        async with self._session.get(f"{self._address}api/state", headers=self._headers) as answer:
            state: Mapping[str, Any] = await answer.json()
            return state

    async def shows(self, word: str) -> bool:
        return any(message["content"] == word for message in (await self.read())["messages"].values())

    async def press(self, state: Mapping[str, Any]) -> Mapping[str, Any]:
        """Press the only button that a state of the page shows."""
        ((message, button),) = (
            (message, button)
            for message in state["messages"].values()
            for row in message["components"]
            for button in row["components"]
        )
        return await self._act(
            state, "click", target_id=message["id"], control_key=button["control_key"], request_id="press"
        )

    @staticmethod
    def menu(state: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the only menu that a state of the page shows."""
        (menu,) = (
            menu
            for message in state["messages"].values()
            for row in message["components"]
            for menu in row["components"]
        )
        assert isinstance(menu, dict)
        return menu

    async def choose(self, state: Mapping[str, Any], value: str) -> Mapping[str, Any]:
        key = self.menu(state)["control_key"]
        (target,) = state["messages"]
        return await self._act(
            state, "select", target_id=target, control_key=key, values=[value], request_id=f"choose-{key}"
        )

    async def run(self, command: str, **options: str) -> Mapping[str, Any]:
        state = await self.read()
        return await self.run_on(state, command, **options)

    async def run_on(self, state: Mapping[str, Any], command: str, **options: str) -> Mapping[str, Any]:
        """Send a command from a page that shows this state."""
        async with self._session.get(f"{self._address}api/commands", headers=self._headers) as answer:
            entries = (await answer.json())["entries"]
        (entry,) = [entry for entry in entries if entry["path"] == [command]]
        return await self._act(
            state,
            "run_command",
            request_id=command,
            command_id=entry["commandId"],
            path=[command],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    async def _act(self, state: Mapping[str, Any], kind: str, **body: Any) -> Mapping[str, Any]:
        self._sequence += 1
        body |= {
            "kind": kind,
            "protocol_version": 3,
            "sequence": self._sequence,
            "generation": state["context"]["generation"],
            "bot_generation": state["botGeneration"],
            "published_revision": state["publishedRevision"],
        }
        async with self._session.post(f"{self._address}api/action", json=body, headers=self._headers) as answer:
            receipt: Mapping[str, Any] = await answer.json()
            return receipt


async def until_says(reader: Reader, word: str) -> None:
    await until(partial(reader.shows, word))


async def test_there_are_two_channels_and_the_direct_messages_of_three_people() -> None:
    async with Echo() as client, Town(client) as town:
        assert [place.title for place in town.places] == [
            *(f"#{name}" for name in CHANNELS),
            *(f"{name}'s direct messages" for name in PEOPLE),
            f"#{FIRESIDE} of {INN}",
            f"{GUEST}'s direct messages",
        ]
        assert len({place.url for place in town.places}) == PAGES == 7


async def test_ids_are_the_same_every_time_so_that_a_database_can_be_kept() -> None:
    ids = []
    for _ in range(2):
        async with Echo() as client, Town(client) as town:
            ids.append((town.guild.id, [m.id for m in town.people], [p.channel.id for p in town.places]))
    assert ids[0] == ids[1]


async def test_every_page_shows_actions_on_another_page() -> None:
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        here, elsewhere, letters = (Reader(session, town.places[number]) for number in (0, 0, 2))
        for reader in (here, elsewhere, letters):
            await reader.open()
        receipt = await here.run("echo", word="hello")
        assert receipt["settlement"] == "settled"
        assert [await reader.shows("hello") for reader in (here, elsewhere, letters)] == [True] * 3


async def test_every_page_shows_actions_of_the_bot_itself() -> None:
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        reader = Reader(session, town.places[0])
        await reader.open()
        channel = client.get_channel(town.places[0].channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send("by myself")
        await until_says(reader, "by myself")


async def test_every_page_shows_what_the_bot_changes_in_a_private_answer_later() -> None:
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        reader = Reader(session, town.places[0])
        await reader.open()
        await reader.run("whisper", word="wait")
        assert await reader.shows("wait")
        await client.whispered[0].edit_original_response(content="now")
        await until_says(reader, "now")


async def test_a_press_on_a_page_that_is_a_moment_behind_is_carried_out_if_its_buttons_are_still_the_same() -> None:
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        reader = Reader(session, town.places[0])
        await reader.open()
        await reader.run("ask")
        behind = await reader.read()
        channel = client.get_channel(town.places[0].channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send("by myself")
        await until_says(reader, "by myself")
        receipt = await reader.press(behind)
        assert (receipt["rejected"], client.pressed) == (False, ["yes"])
        receipt = await reader.run_on(behind, "echo", word="hello")
        assert not receipt["rejected"]
        assert await reader.shows("hello")


async def test_a_press_on_a_button_that_has_become_another_one_is_refused() -> None:
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        reader = Reader(session, town.places[0])
        await reader.open()
        await reader.run("ask")
        behind = await reader.read()
        channel = client.get_channel(town.places[0].channel.id)
        assert isinstance(channel, discord.TextChannel)
        (message,) = [each async for each in channel.history()]
        await message.edit(content="Really?", view=one_button("No", "no"))
        await until_says(reader, "Really?")
        receipt = await reader.press(behind)
        assert (receipt["rejected"], client.pressed) == (True, [])


async def test_a_menu_can_be_used_for_the_same_choice_again_after_its_message_was_edited() -> None:
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        reader = Reader(session, town.places[0])
        await reader.open()
        await reader.run("choose")
        first = await reader.read()
        assert not (await reader.choose(first, "tea"))["rejected"]
        assert await reader.shows("tea")
        second = await reader.read()
        assert reader.menu(second)["control_key"] != reader.menu(first)["control_key"]
        assert not (await reader.choose(second, "tea"))["rejected"]
        assert client.chosen == ["tea", "tea"]


async def test_a_press_that_is_answered_does_not_wait_for_what_the_bot_does_besides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulated, "_BACKGROUND", 0.001)
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        reader = Reader(session, town.places[0])
        await reader.open()
        try:
            receipt = await reader.run("ponder")
            assert (receipt["settlement"], await reader.shows("In a minute")) == ("settled", True)
            receipt = await reader.run("echo", word="hello")
            assert (receipt["settlement"], await reader.shows("hello")) == ("settled", True)
        finally:
            client.thought.set()


async def test_timers_of_the_bot_go_off_while_it_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated, "_BACKGROUND", 0.001)  # the press is over before the timer goes off
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        reader = Reader(session, town.places[0])
        await reader.open()
        try:
            await reader.run("ponder")
            with monkeypatch.context() as patch:
                patch.setattr(town.env, "settle_timeout", 0.0)
                await until_says(reader, "Still at it")
        finally:
            client.thought.set()


class Slow(Thinking):
    """A computer player that thinks until it may choose."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = asyncio.Event()
        self.may_choose = asyncio.Event()

    async def choice(self, game: Game, view: View, seed: int, level: str, **_: object) -> Choice:
        self.asked.set()
        await self.may_choose.wait()
        return levels.choose(game, view, seed, Level.REGULAR)


@pytest.fixture
async def slow(tmp_path: Path, nothing_stored: bytes, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Application]:
    """The bot's application, with a slow computer player and short pauses."""
    monkeypatch.setattr(computers, "PAUSE", 0.01)
    path = tmp_path / "hidden-hand.sqlite3"
    path.write_bytes(nothing_stored)
    database = await Database.open(path)
    yield Application(database, Library.of({TINY.key: TINY}), thinking=Slow())
    await database.close()


async def test_a_computer_that_thinks_for_longer_than_a_press_may_take_moves_without_a_further_press(
    slow: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulated, "_BACKGROUND", 0.001)
    thinking = slow.thinking
    assert isinstance(thinking, Slow)
    async with HiddenHand(slow) as client, Town(client) as town:
        async with town.turn():
            await town.people[0].slash(town.places[0].channel, "match new", game=TINY.key, computer="expert")
        begun = await slow.matches.in_channel(town.places[0].channel.id)
        assert begun is not None

        async def next_look() -> float | None:
            return slow.computers.next_of(await slow.positions.get(begun.match.id))

        async def has_looked() -> bool:
            return await next_look() != due

        async def has_moved() -> bool:
            return (await slow.positions.get(begun.match.id)).match.ply > 0

        with monkeypatch.context() as patch:
            patch.setattr(town.env, "settle_timeout", 0.0)
            await asyncio.wait_for(thinking.asked.wait(), PATIENT)
            due = await next_look()
            await until(has_looked)
            thinking.may_choose.set()
            await until(has_moved)


async def test_events_on_a_page_are_dated_by_the_present_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    async def act(place: Place, *_: object) -> dict[str, Any]:
        shown.append(place.capture_time)
        return {}

    before = datetime.now(UTC)
    async with Echo() as client, Town(client) as town:
        monkeypatch.setattr("sandbox.town.Preview._action", act)
        await town.places[1]._action(None, {})
    assert [moment >= before for moment in shown] == [True]


async def test_whatever_the_bot_fails_at_is_logged() -> None:
    async with Echo() as client, Town(client) as town, aiohttp.ClientSession() as session:
        reader = Reader(session, town.places[0])
        await reader.open()
        with capture_logs() as lines:
            await reader.run("fail")
    (line,) = [line for line in lines if line["event"] == "the bot failed"]
    assert "broken" in repr(line["exc_info"])


def test_a_taken_port_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "bot", "sandbox", "--no-browser", "--port", str(taken.getsockname()[1])]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENT, check=False)  # noqa: S603 # ours
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert str(command[-1]) in ended.stderr


def test_without_simcord_it_is_told_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page, "find_spec", lambda name: None)
    assert page.main(open_browser=False) == 1
    error = capsys.readouterr().err
    assert "locks/sandbox.lock" in error
    assert error.count("\n") == 1
