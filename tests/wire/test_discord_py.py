"""An unmodified discord.Client and the simulated Discord understand each other."""

import asyncio
import io
from collections.abc import Callable
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from sandbox.wire.faults import Limit, Refuse, on
from sandbox.wire.model import Message
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.wire.callers import MESSAGES
from tests.wire.clients import GUILDS, client, running

pytestmark = pytest.mark.usefixtures("redirected")


def file(name: str = "a.png") -> discord.File:
    return discord.File(io.BytesIO(b"picture"), name, description="a picture")


class Ask(ui.Modal, title="Why"):
    why: ui.TextInput[Any] = ui.TextInput(label="Why")
    which: ui.Label[Any] = ui.Label(text="Which", component=ui.Select(options=[discord.SelectOption(label="A")]))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"because {self.why.value}")


class Panel(ui.View):
    @ui.button(label="Change")
    async def change(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.edit_message(content="changed", attachments=[file("b.png")])

    @ui.button(label="Later")
    async def later(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later", view=None)

    @ui.button(label="Ask")
    async def ask(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.send_modal(Ask())

    @ui.select(options=[discord.SelectOption(label=letter) for letter in "ABC"], max_values=2)
    async def choose(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
        await interaction.response.send_message(" ".join(select.values), ephemeral=True)


class Layout(ui.LayoutView):
    text: ui.TextDisplay[Any] = ui.TextDisplay("**A board**")
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png", description="it"))
    box: ui.Container[Any] = ui.Container(ui.TextDisplay("in it"), ui.Separator(), accent_colour=5)
    row: ui.ActionRow[Any] = ui.ActionRow(ui.Button(label="Play", custom_id="play"))


class Talker(discord.Client):
    """Answers in every possible way."""

    def __init__(self) -> None:
        super().__init__(intents=GUILDS, guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)
        for command in (self.panel, self.think, self.layout):
            name = command.__name__
            self.tree.add_command(app_commands.Command(name=name, description=name, callback=command))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def panel(self, interaction: discord.Interaction, how: str, whom: discord.Member | None = None) -> None:
        await interaction.response.send_message(f"{how} {whom}", view=Panel(), file=file())

    async def think(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("thought", file=file(), ephemeral=True)
        second = await interaction.followup.send("more", embed=discord.Embed(title="T", description="D"), wait=True)
        await second.edit(content="less")
        await interaction.edit_original_response(content="thought twice", attachments=[])

    async def layout(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Layout(), file=file())


async def test_answers_of_every_kind(wire: Wire) -> None:
    ada = wire.user("Ada")
    talker = Talker()
    async with running(talker, wire):
        panel = (await ada.slash("/panel", how="so", whom=wire.user("Bo"))).message
        assert (panel.content, panel.attachments[0].description) == ("so bo", "a picture")
        assert (await ada.select(panel, "A", "C")).content == "A C"
        opened = await ada.press(panel, "Ask")
        assert (await ada.submit(opened, {"Why": "not", "Which": "A"})).content == "because not"
        await ada.press(panel, "Change")
        assert (panel.content, [each.filename for each in panel.attachments]) == ("changed", ["b.png"])
        await ada.press(panel, "Later")
        await wire.until(lambda: panel.content == "later")
        assert panel.labels == []
        thought = await ada.slash("/think")
        await wire.until(lambda: thought.messages[0].content == "thought twice")
        assert [message.content for message in thought.messages] == ["thought twice", "less"]
        laid = (await ada.slash("/layout")).message
        assert laid.labels == ["Play"]
    wire.assert_clean()


async def test_channels_people_and_direct_messages(wire: Wire) -> None:
    ada, place = wire.user("Ada"), wire.channel
    async with running(bot := client(), wire):
        channel = bot.get_channel(place.id)
        sent = await channel.send("one", file=file(), nonce=5)
        again = await channel.send("one", nonce=5)
        assert again.id == sent.id
        await sent.edit(content="two", view=Panel())
        await sent.reply("to it", mention_author=False)
        assert [each.content async for each in channel.history(limit=5)] == ["to it", "two"]
        assert (await channel.fetch_message(sent.id)).attachments[0].description == "a picture"
        assert await sent.attachments[0].read() == b"picture"
        thread = await sent.create_thread(name="aside")
        await thread.send("in it")
        alone = await channel.create_thread(name="alone", type=discord.ChannelType.public_thread)
        await alone.edit(archived=True)
        await sent.delete()
        async with channel.typing():
            pass
        person = await bot.fetch_user(ada.id)
        await person.send("psst", embed=discord.Embed(title="x"))
        assert ada.dms[0].content == "psst"
        guild = bot.get_guild(wire.guild.id)
        assert (await guild.fetch_member(ada.id)).display_name == "Ada"
        assert (await bot.fetch_channel(place.id)).id == place.id
        ada.close_dms()
        with pytest.raises(discord.Forbidden) as refused:
            await person.send("psst")
        assert refused.value.code == 50007
    wire.assert_clean()


async def test_a_lost_connection_is_resumed(wire: Wire) -> None:
    ada = wire.user("Ada")
    talker, gateway = Talker(), wire.gateway
    cuts: list[Callable[[], None]] = [
        gateway.ask_to_reconnect,
        gateway.drop,
        lambda: gateway.invalidate(resumable=True),
    ]
    async with running(talker, wire):
        session = gateway.connected[0].id
        for cut in cuts:
            resumed = asyncio.create_task(talker.wait_for("resumed"))
            await asyncio.sleep(0)
            cut()
            waiting = await ada.slash("/think", wait=False)
            await resumed
            assert (await waiting.until_settled()).acknowledged
        assert [each.id for each in wire.gateway.connected] == [session]
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(identify_every=0)])
async def test_a_lost_session_is_replaced(wire: Wire) -> None:
    wire.user("Ada")
    talker = Talker()
    async with running(talker, wire):
        ready = asyncio.create_task(talker.wait_for("ready"))
        await asyncio.sleep(0)
        wire.gateway.invalidate()
        await ready
        assert wire.world.session_starts.remaining == wire.options.identifies_a_day - 2
        assert (await wire.user("Ada").slash("/layout")).message.labels == ["Play"]
    wire.assert_clean()


async def test_a_wrong_token_and_disabled_intents_are_errors(wire: Wire) -> None:
    with pytest.raises(discord.LoginFailure):
        async with client() as bot:
            await bot.start("of.somebody.else")
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with discord.Client(intents=discord.Intents(members=True)) as bot:
            await bot.start(wire.token)


async def test_rate_limited_requests_are_tried_again_and_errors_are_raised(wire: Wire) -> None:
    place = wire.channel
    async with running(bot := client(), wire):
        channel = bot.get_channel(place.id)
        wire.faults.once(on("POST", MESSAGES), Limit(0.01))
        wire.faults.once(on("POST", MESSAGES), Limit(0.01, everywhere=True))
        await channel.send("at last")
        assert [each.status for each in wire.requests.to("POST", MESSAGES)] == [429, 429, 200]
        wire.faults.once(on("POST", MESSAGES), Refuse(50013))
        with pytest.raises(discord.Forbidden) as refused:
            await channel.send("never")
        assert refused.value.code == 50013
        wire.faults.once(on("GET"), Refuse(10008))
        with pytest.raises(discord.NotFound):
            await channel.fetch_message(5)
    assert [message.content for message in place.messages] == ["at last"]
    assert isinstance(place.messages[0], Message)
    wire.assert_clean()


async def test_requests_run_concurrently_without_limits(wire: Wire) -> None:
    place = wire.channel
    async with running(bot := client(), wire):
        channel = bot.get_channel(place.id)
        await channel.send("first")
        await asyncio.gather(*(channel.send(str(number)) for number in range(20)))
    assert len(place.messages) == 21
    wire.assert_clean()
