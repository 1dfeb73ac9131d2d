"""Messages in channels and direct messages."""

from typing import Any

import aiohttp
import pytest

from sandbox.wire.options import Options
from sandbox.wire.permissions import Permission
from sandbox.wire.server import Wire
from tests.wire.callers import BUTTON, Bot, logged_in, row, slash

HOUR = 3601


async def test_a_message_is_created_read_edited_and_deleted(wire: Wire, bot: Bot) -> None:
    status, created = await bot.send("one", components=[row(BUTTON)])
    assert (status, created["content"], wire.channel.messages[0].labels) == (200, "one", ["Press"])
    path = f"{bot.messages}/{created['id']}"
    assert (await bot.ask("GET", path))[1] == created
    _, changed = await bot.ask("PATCH", path, {"content": "two"})
    assert (changed["content"], changed["components"]) == ("two", created["components"])
    assert changed["edited_timestamp"]
    assert await bot.ask("DELETE", path) == (204, None)
    assert (await bot.ask("GET", path))[1]["code"] == 10008
    wire.assert_clean()


async def test_messages_are_listed_newest_first(wire: Wire, bot: Bot) -> None:
    ids = [(await bot.send(str(number)))[1]["id"] for number in range(5)]

    async def listed(**query: Any) -> list[str]:
        return [each["id"] for each in (await bot.ask("GET", bot.messages, params=query))[1]]

    assert await listed() == ids[::-1]
    assert await listed(limit=2) == [ids[4], ids[3]]
    assert await listed(before=ids[3], limit=2) == [ids[2], ids[1]]
    assert await listed(after=ids[1], limit=2) == [ids[3], ids[2]]
    assert await listed(around=ids[2], limit=3) == [ids[3], ids[2], ids[1]]
    wire.assert_clean()


async def test_files_are_kept_and_served(wire: Wire, bot: Bot) -> None:
    body = {"attachments": [{"id": 0, "description": "a board"}]}
    status, created = await bot.upload(bot.messages, body, {"board.png": b"not really"})
    assert (status, created["attachments"][0]["description"]) == (200, "a board")
    async with bot.session.get(created["attachments"][0]["url"]) as answer:
        assert (await answer.read(), answer.content_type) == (b"not really", "image/png")
    kept = {"attachments": [{"id": created["attachments"][0]["id"]}, {"id": 0}]}
    _, edited = await bot.upload(f"{bot.messages}/{created['id']}", kept, {"hand.png": b"x"}, "PATCH")
    assert [each["filename"] for each in edited["attachments"]] == ["board.png", "hand.png"]
    _, fewer = await bot.ask("PATCH", f"{bot.messages}/{created['id']}", {"attachments": [], "content": "gone"})
    assert fewer["attachments"] == []
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(attachment_limit=10)])
async def test_a_file_too_large_is_refused(wire: Wire, bot: Bot) -> None:
    status, answer = await bot.upload(bot.messages, {"attachments": [{"id": 0}]}, {"a.png": bytes(11)})
    assert (status, answer["code"]) == (413, 40005)
    assert wire.violations


@pytest.mark.parametrize("options", [Options(attachment_limit=10, promised_limit=20)])
@pytest.mark.parametrize(("size", "is_our_fault"), [(11, False), (21, True)])
async def test_a_file_can_be_refused_though_its_size_was_promised(
    wire: Wire, bot: Bot, size: int, is_our_fault: bool
) -> None:
    async with logged_in(wire) as gateway:
        slash(wire)
        assert (await gateway.event("INTERACTION_CREATE"))["attachment_size_limit"] == 20
    status, answer = await bot.upload(bot.messages, {"attachments": [{"id": 0}]}, {"a.png": bytes(size)})
    assert (status, answer["code"], bool(wire.violations)) == (413, 40005, is_our_fault)


async def test_blanks_around_texts_are_cut_off(wire: Wire, bot: Bot) -> None:
    body = {"content": " \n two  words \n", "attachments": [{"id": 0, "description": "a board "}]}
    _, created = await bot.upload(bot.messages, body, {"board.png": b"x"})
    assert (created["content"], created["attachments"][0]["description"]) == ("two  words", "a board")
    assert (await bot.send(" \n"))[1]["code"] == 50006


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("board.png", "board.png"),
        ("two words.png", "two_words.png"),
        ("_hidden.png", "hidden.png"),
        ("hello (world).png", "hello_world.png"),
        ("Žofie.png", "Zofie.png"),
        ("画像.png", "png"),
        ("画像", "unknown"),
    ],
)
async def test_a_file_gets_a_plain_name_and_is_linked_by_either(wire: Wire, bot: Bot, name: str, shown: str) -> None:
    links = [{"image": {"url": f"attachment://{each}"}} for each in (name, shown)]
    _, created = await bot.upload(
        bot.messages, {"content": "x", "embeds": links, "attachments": [{"id": 0}]}, {name: b"x"}
    )
    assert [each["filename"] for each in created["attachments"]] == [shown]
    assert {embed["image"]["url"] for embed in created["embeds"]} == {created["attachments"][0]["url"]}
    wire.assert_clean()


async def test_a_repeated_nonce_returns_the_same_message_for_some_minutes(wire: Wire, bot: Bot) -> None:
    _, first = await bot.send("one", nonce="n", enforce_nonce=True)
    _, second = await bot.send("two", nonce="n", enforce_nonce=True)
    assert (second["id"], second["content"], second["nonce"]) == (first["id"], "one", "n")
    _, careless = await bot.send("three", nonce="n")
    assert careless["id"] != first["id"]
    wire.clock.advance(5 * 60 + 1)
    _, later = await bot.send("four", nonce="n", enforce_nonce=True)
    assert later["content"] == "four"
    wire.assert_clean()


async def test_old_messages_can_be_edited_a_few_times_an_hour(wire: Wire, bot: Bot) -> None:
    _, created = await bot.send()
    wire.clock.advance(HOUR)
    codes = []
    for number in range(6):
        _, answer = await bot.ask("PATCH", f"{bot.messages}/{created['id']}", {"content": str(number)})
        codes.append(answer.get("code"))
    assert codes == [None] * 5 + [30046]
    wire.clock.advance(HOUR)
    assert (await bot.ask("PATCH", f"{bot.messages}/{created['id']}", {"content": "x"}))[0] == 200


async def test_direct_messages(wire: Wire, bot: Bot) -> None:
    ada = wire.user("Ada")
    _, channel = await bot.ask("POST", "/users/@me/channels", {"recipient_id": ada.id})
    path = f"/channels/{channel['id']}/messages"
    assert (await bot.ask("POST", path, {"content": "psst"}))[0] == 200
    assert [message.content for message in ada.dms] == ["psst"]
    ada.close_dms()
    assert (await bot.ask("POST", path, {"content": "psst"}))[1]["code"] == 50007
    ada.open_dms()
    wire.world.leave(wire.guild, ada.account)
    assert (await bot.ask("POST", path, {"content": "psst"}))[1]["code"] == 50278
    assert (await bot.ask("POST", "/users/@me/channels", {"recipient_id": 5}))[1]["code"] == 50033
    wire.assert_clean()


@pytest.mark.parametrize(
    ("lost", "body", "code"),
    [
        (Permission.VIEW_CHANNEL, {"content": "x"}, 50001),
        (Permission.SEND_MESSAGES, {"content": "x"}, 50013),
        (Permission.EMBED_LINKS, {"embeds": [{"title": "x"}]}, 50013),
        (Permission.READ_MESSAGE_HISTORY, {"content": "x", "message_reference": {"message_id": "1"}}, 50013),
    ],
)
async def test_sending_needs_permissions(
    wire: Wire, bot: Bot, lost: Permission, body: dict[str, Any], code: int
) -> None:
    wire.revoke(wire.channel, lost)
    assert (await bot.ask("POST", bot.messages, body))[1]["code"] == code
    wire.revoke(wire.channel, 0)
    assert (await bot.send())[0] == 200


async def test_files_and_the_history_need_permissions(wire: Wire, bot: Bot) -> None:
    _, created = await bot.send()
    wire.revoke(wire.channel, Permission.ATTACH_FILES | Permission.READ_MESSAGE_HISTORY)
    assert (await bot.upload(bot.messages, {"attachments": [{"id": 0}]}, {"a.png": b"x"}))[1]["code"] == 50013
    assert (await bot.ask("GET", bot.messages))[1] == []
    assert (await bot.ask("GET", f"{bot.messages}/{created['id']}"))[1]["code"] == 50013


async def test_missing_things_are_unknown(wire: Wire, bot: Bot) -> None:
    guild = f"/guilds/{wire.guild.id}"
    code_by_path = {
        "/channels/5": 10003,
        f"{bot.messages}/5": 10008,
        "/users/5": 10013,
        "/guilds/5": 10004,
        f"{guild}/members/5": 10013,
        f"{guild}/members/{wire.world.account('Nobody').id}": 10007,
    }
    assert {path: (await bot.ask("GET", path))[1]["code"] for path in code_by_path} == code_by_path
    wire.assert_clean()


async def test_messages_of_others_can_be_neither_edited_nor_deleted(wire: Wire, bot: Bot) -> None:
    _, created = await bot.send()
    wire.channel.messages[0].author = wire.user("Ada").account
    path = f"{bot.messages}/{created['id']}"
    assert (await bot.ask("PATCH", path, {"content": "x"}))[1]["code"] == 50005
    assert (await bot.ask("DELETE", path))[1]["code"] == 50013


async def test_allowed_mentions_decide_who_is_pinged(wire: Wire, bot: Bot) -> None:
    ada, bo = wire.user("Ada"), wire.user("Bo")
    text = f"{ada.mention} {bo.mention} @everyone"
    await bot.send(text)
    await bot.send(text, allowed_mentions={"parse": []})
    await bot.send(text, allowed_mentions={"parse": [], "users": [bo.id]})
    pinged = [message.mentions for message in wire.channel.messages]
    assert pinged == [[ada.account, bo.account], [], [bo.account]]
    assert [message.mention_everyone for message in wire.channel.messages] == [True, False, False]


async def test_threads(wire: Wire, bot: Bot) -> None:
    _, created = await bot.send()
    path = f"{bot.messages}/{created['id']}/threads"
    status, thread = await bot.ask("POST", path, {"name": "aside"})
    assert (status, thread["parent_id"]) == (201, str(wire.channel.id))
    assert (await bot.ask("POST", path, {"name": "aside"}))[1]["code"] == 160004
    alone = {"name": "alone", "type": 11}
    assert (await bot.ask("POST", f"/channels/{wire.channel.id}/threads", alone))[0] == 201
    assert (await bot.ask("POST", f"/channels/{thread['id']}/messages", {"content": "in it"}))[0] == 200
    assert (await bot.ask("PATCH", f"/channels/{thread['id']}", {"archived": True}))[1]["thread_metadata"]["archived"]
    wire.revoke(wire.channel, Permission.SEND_MESSAGES_IN_THREADS)
    assert (await bot.ask("POST", f"/channels/{thread['id']}/messages", {"content": "x"}))[1]["code"] == 50013
    wire.assert_clean()


async def test_people_servers_and_channels_can_be_read(wire: Wire, bot: Bot) -> None:
    ada, channel = wire.user("Ada"), wire.channel
    guild = f"/guilds/{wire.guild.id}"
    paths = ["/users/@me", "/oauth2/applications/@me", "/applications/@me", guild, f"{guild}/channels", "/gateway"]
    paths += [f"/users/{ada.id}", f"{guild}/members/{ada.id}", f"/channels/{channel.id}", "/gateway/bot"]
    for path in paths:
        assert (await bot.ask("GET", path))[0] == 200, path
    _, members = await bot.ask("GET", f"{guild}/members/search", params={"query": "ad", "limit": 5})
    assert [each["user"]["id"] for each in members] == [str(ada.id)]
    assert await bot.ask("POST", f"/channels/{channel.id}/typing") == (204, None)
    wire.assert_clean()


async def test_a_wrong_token_is_refused(wire: Wire, bot: Bot) -> None:
    bot.headers = {"Authorization": "Bot of.somebody.else"}
    assert (await bot.ask("GET", "/users/@me"))[0] == 401
    assert wire.requests.invalid == 1


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/voice/regions", None),
        ("GET", "/users/@me?colour=red", None),
        ("POST", "/users/@me/channels", {"recipient_id": "1", "colour": "red"}),
        ("PUT", "/users/@me", None),
        ("GET", "/users/@me", {"colour": "red"}),
    ],
)
async def test_unknown_routes_parameters_and_fields_are_violations(
    wire: Wire, bot: Bot, method: str, path: str, body: dict[str, Any] | None
) -> None:
    assert (await bot.ask(method, path, body))[0] >= 400
    with pytest.raises(AssertionError):
        wire.assert_clean()


async def test_errors_name_the_wrong_fields(wire: Wire, bot: Bot) -> None:
    status, answer = await bot.send("x" * 2001)
    assert (status, answer["code"]) == (400, 50035)
    assert answer["errors"]["content"]["_errors"][0]["message"] == "Must be 2000 or fewer in length."
    assert (await bot.ask("POST", bot.messages, {"content": " "}))[1]["code"] == 50006
    assert (await bot.ask("POST", bot.messages, {"content": 5, "components": [5]}))[1]["code"] == 50035
    async with bot.session.post(f"{wire.api}{bot.messages}", data="{", headers=bot.headers) as answered:
        assert answered.status == 400
    kind = {**bot.headers, "Content-Type": "application/json"}
    async with bot.session.post(f"{wire.api}{bot.messages}", data="{", headers=kind) as answered:
        assert (await answered.json())["code"] == 50109
    assert len(wire.violations) == 5, "\n".join(map(str, wire.violations))
    assert not wire.channel.messages


async def test_answers_have_a_content_type_without_charset(wire: Wire, bot: Bot) -> None:
    async with bot.session.get(f"{wire.api}/users/@me", headers=bot.headers) as answer:
        assert answer.headers["Content-Type"] == "application/json"
    with pytest.raises(aiohttp.ContentTypeError):
        async with bot.session.get(wire.address + "/attachments/1/2/a.png") as answer:
            await answer.json()
