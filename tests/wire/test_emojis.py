"""Emojis of the application."""

import base64
import io

import discord
import pytest
from PIL import Image

from sandbox.wire.emoji_routes import MOST_EMOJIS
from sandbox.wire.model import Emoji
from sandbox.wire.server import Wire
from tests.wire.callers import BUTTON, Bot, Json, row


def png() -> bytes:
    file = io.BytesIO()
    Image.new("RGBA", (128, 128)).save(file, "PNG")
    return file.getvalue()


def emoji_body(name: str) -> Json:
    return {"name": name, "image": f"data:image/png;base64,{base64.b64encode(png()).decode()}"}


@pytest.fixture
def path(wire: Wire) -> str:
    return f"/applications/{wire.world.bot.id}/emojis"


async def test_an_emoji_is_created_listed_renamed_and_deleted(wire: Wire, bot: Bot, path: str) -> None:
    status, created = await bot.ask("POST", path, emoji_body("hh_fire"))
    assert (status, created["name"]) == (201, "hh_fire")
    one = f"{path}/{created['id']}"
    assert (await bot.ask("GET", one))[1] == created
    assert (await bot.ask("PATCH", one, {"name": "hh_water"}))[1]["name"] == "hh_water"
    assert [each["name"] for each in (await bot.ask("GET", path))[1]["items"]] == ["hh_water"]
    assert await bot.ask("DELETE", one) == (204, None)
    assert (await bot.ask("GET", path))[1] == {"items": []}
    wire.assert_clean()


async def test_a_missing_emoji_is_unknown(bot: Bot, path: str) -> None:
    for method, body in (("GET", None), ("PATCH", {"name": "hh_water"}), ("DELETE", None)):
        assert (await bot.ask(method, f"{path}/5", body))[1]["code"] == 10014


async def test_emojis_of_other_applications_are_out_of_reach(bot: Bot) -> None:
    assert (await bot.ask("GET", "/applications/5/emojis"))[1]["code"] == 50001
    assert (await bot.ask("POST", "/applications/5/emojis", emoji_body("hh_fire")))[1]["code"] == 50001


async def test_two_emojis_cannot_share_a_name(bot: Bot, path: str) -> None:
    await bot.ask("POST", path, emoji_body("hh_fire"))
    _, other = await bot.ask("POST", path, emoji_body("hh_water"))
    assert (await bot.ask("POST", path, emoji_body("hh_fire")))[1]["code"] == 50035
    assert (await bot.ask("PATCH", f"{path}/{other['id']}", {"name": "hh_fire"}))[1]["code"] == 50035
    assert (await bot.ask("PATCH", f"{path}/{other['id']}", {"name": "hh_water"}))[0] == 200


async def test_an_application_has_at_most_two_thousand_emojis(wire: Wire, bot: Bot, path: str) -> None:
    wire.world.emojis |= {number: Emoji(number, f"e{number}") for number in range(MOST_EMOJIS)}
    assert (await bot.ask("POST", path, emoji_body("hh_fire")))[1]["code"] == 30008
    await bot.ask("DELETE", f"{path}/7")
    assert (await bot.ask("POST", path, emoji_body("hh_fire")))[0] == 201


async def test_buttons_can_show_an_emoji_until_it_is_deleted(wire: Wire, bot: Bot, path: str) -> None:
    _, created = await bot.ask("POST", path, emoji_body("hh_fire"))
    on_button = {**BUTTON, "emoji": {"id": created["id"], "name": "hh_fire"}}
    status, sent = await bot.send(components=[row(on_button)])
    assert (status, sent["components"][0]["components"][0]["emoji"]["id"]) == (200, created["id"])
    wire.assert_clean()
    await bot.ask("DELETE", f"{path}/{created['id']}")
    assert (await bot.send(components=[row(on_button)]))[1]["code"] == 50035


@pytest.mark.usefixtures("redirected")
async def test_discord_py_creates_lists_and_deletes_emojis(wire: Wire) -> None:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(wire.token)
        created = await client.create_application_emoji(name="hh_fire", image=png())
        assert [emoji.id for emoji in await client.fetch_application_emojis()] == [created.id]
        channel = client.get_partial_messageable(wire.channel.id)
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Fire", emoji=discord.PartialEmoji(name="hh_fire", id=created.id)))
        view.stop()
        await channel.send(f"{created}", view=view)
        wire.assert_clean()
        await created.delete()
        with pytest.raises(discord.HTTPException, match=r"emoji\.id: Invalid emoji") as refused:
            await channel.send("x", view=view)
        assert refused.value.status == 400
