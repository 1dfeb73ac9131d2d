"""Conditions in which Discord refuses requests for a while, and what it counts."""

import pytest

from sandbox.wire.conditions import CONDITIONS
from sandbox.wire.options import Options
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.server import Wire
from tests.patience import PATIENT
from tests.wire.callers import COMMANDS, Bot, logged_in, slash

LASTING = 60.0
WIDE = ("address blocked", "address limited", "overloaded")


async def codes(bot: Bot) -> dict[str, int | None]:
    """Return the code of the refusal of each kind of request; None for those that are allowed."""
    wire = bot.wire
    message = next((each.id for each in wire.channel.messages), 0) or (await bot.send())[1]["id"]
    interaction = slash(wire)
    recipient = wire.user("Bo").id
    requests = {
        "login": ("GET", "/users/@me", None),
        "commands": ("PUT", f"/applications/{wire.world.bot.id}/commands", COMMANDS),
        "gateway": ("GET", "/gateway/bot", None),
        "post": ("POST", bot.messages, {"content": "two"}),
        "edit": ("PATCH", f"{bot.messages}/{message}", {"content": "three"}),
        "thread": ("POST", f"/channels/{wire.channel.id}/threads", {"name": "a match", "type": 11}),
        "direct": ("POST", "/users/@me/channels", {"recipient_id": recipient}),
        "answer": (
            "POST",
            f"/interactions/{interaction.id}/{interaction.token}/callback",
            {"type": 4, "data": {"content": "for you", "flags": 64}},
        ),
    }
    refused = {}
    for name, (method, path, body) in requests.items():
        status, answer = await bot.ask(method, path, body)
        refused[name] = (status if isinstance(answer, str) else answer.get("code")) if status >= 400 else None
    return refused


REFUSED: dict[str, dict[str, int]] = {
    "AutoMod": {"post": 200000, "edit": 200000, "answer": 200000},
    "harmful links": {"post": 240000, "edit": 240000, "answer": 240000},
    "explicit content": {"post": 20009, "edit": 20009, "answer": 20009},
    "slow mode": {"post": 20016},
    "write limit": {"post": 20028, "edit": 20028},
    "quarantine": {"direct": 20026},
    "titles": {"thread": 200001},
    "participants": {"thread": 30033},
    "commands": {"commands": 30034},
}


@pytest.mark.parametrize("options", [Options(first_answer=PATIENT)])
@pytest.mark.parametrize("name", CONDITIONS)
async def test_a_condition_refuses_its_requests_until_it_is_over(wire: Wire, bot: Bot, name: str) -> None:
    assert set((await codes(bot)).values()) == {None}
    wire.conditions.begin(name, seconds=LASTING)
    refused = {kind: code for kind, code in (await codes(bot)).items() if code is not None}
    if name in WIDE:
        everything = {"address blocked": 40333, "address limited": 429, "overloaded": 130000}[name]
        assert refused == dict.fromkeys(await codes(bot), everything), "login and commands, too"
    else:
        assert refused == REFUSED[name]
    wire.clock.advance(LASTING)
    assert set((await codes(bot)).values()) == {None}
    wire.assert_clean()


def test_every_condition_names_its_source() -> None:
    assert all(condition.source for condition in CONDITIONS.values())
    assert CONDITIONS.keys() == REFUSED.keys() | set(WIDE)


async def test_a_condition_can_hold_at_one_place(wire: Wire, bot: Bot) -> None:
    thread = wire.world.add_thread(wire.channel, "a match", wire.world.bot)
    other, elsewhere = wire.add_channel("other"), wire.add_channel("far", wire.add_guild("Inn"))
    wire.conditions.begin("AutoMod", wire.channel)
    said = {"content": "x"}
    places = [wire.channel, thread, other, elsewhere]
    answers = [(await bot.ask("POST", f"/channels/{place.id}/messages", said))[1].get("code") for place in places]
    assert answers == [200000, 200000, None, None]
    wire.conditions.begin("AutoMod", wire.guild)
    answers = [(await bot.ask("POST", f"/channels/{place.id}/messages", said))[1].get("code") for place in places]
    assert answers == [200000, 200000, 200000, None]
    wire.conditions.end("AutoMod", wire.channel)
    wire.conditions.end("AutoMod", wire.guild)
    assert (await bot.send())[0] == 200


async def test_a_banned_address_is_told_no_time(wire: Wire, bot: Bot) -> None:
    wire.conditions.begin("address limited")
    assert await bot.ask("GET", "/users/@me") == (429, "error code: 1015")
    assert not {"Retry-After", "Via"} & bot.answer_headers.keys()
    wire.conditions.clear()
    assert (await bot.ask("GET", "/users/@me"))[0] == 200


@pytest.mark.parametrize("options", [Options(invalid_requests=3, ban=LASTING)])
async def test_too_many_invalid_requests_ban_the_address(wire: Wire, bot: Bot) -> None:
    wire.revoke(wire.channel, 1 << 11)
    assert [(await bot.send())[0] for _ in range(2)] == [403, 403]
    wire.conditions.begin("slow mode")
    wire.revoke(wire.channel, 0)
    assert (await bot.send())[0] == 429
    assert wire.invalid == 2, "the limit of a channel counts against nobody"
    wire.clock.advance(600)
    assert wire.invalid == 0
    wire.conditions.clear()
    bot.headers = {"Authorization": "Bot nobody"}
    assert [(await bot.ask("GET", "/users/@me"))[0] for _ in range(3)] == [401] * 3
    bot.headers = {"Authorization": f"Bot {wire.token}"}
    assert (await bot.ask("GET", "/users/@me"))[0] == 429
    wire.clock.advance(LASTING)
    assert (await bot.ask("GET", "/users/@me"))[0] == 200
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(commands_a_day=3)])
async def test_a_limited_number_of_commands_is_created_in_a_day(wire: Wire, bot: Bot) -> None:
    third = {**COMMANDS[1], "name": "third"}
    assert (await bot.register())[0] == 200
    assert (await bot.register([{**COMMANDS[0], "description": "Changed"}, COMMANDS[1]]))[0] == 200
    assert (await bot.register([*COMMANDS, third, {**third, "name": "fourth"}]))[1]["code"] == 30034
    assert {name for _, name in wire.world.commands} == {"ask", "tell"}, "the old ones stay"
    assert (await bot.register([*COMMANDS, third]))[0] == 200
    wire.clock.advance(24 * 3600)
    assert (await bot.register([third, {**third, "name": "fourth"}]))[0] == 200


@pytest.mark.parametrize("options", [Options(first_answer=PATIENT)])
async def test_a_bot_that_is_timed_out_answers_presses_and_says_nothing_else(wire: Wire, bot: Bot) -> None:
    await bot.send()
    async with logged_in(wire) as gateway:
        wire.world.time_out(wire.guild, LASTING)
        told = await gateway.event("GUILD_MEMBER_UPDATE")
        assert told["user"]["id"] == str(wire.world.bot.id)
        assert told["communication_disabled_until"]
        refused = {kind: code for kind, code in (await codes(bot)).items() if code}
        assert refused == {"post": 50013, "edit": 50013, "thread": 50013}
        assert slash(wire).channel is wire.channel
        wire.clock.advance(LASTING)
        assert set((await codes(bot)).values()) == {None}
        wire.world.leave(wire.guild, wire.user("Bo").account)
        wire.add_channel("last")
        while (event := (await gateway.receive()).get("t")) != "CHANNEL_CREATE":
            assert event != "GUILD_MEMBER_UPDATE", "nothing tells the end"


async def test_a_server_can_have_the_commands_without_the_bot(wire: Wire, bot: Bot) -> None:
    await bot.register()
    inn = wire.add_guild("Inn", only_commands=True)
    place = wire.add_channel("table", inn)
    ada = wire.user("Ada", inn)
    async with logged_in(wire) as gateway:
        asked = await ada.slash("/ask", what="x", at=place, wait=False)
        event = await gateway.event("INTERACTION_CREATE")
    assert event["authorizing_integration_owners"] == {"0": str(inn.id)}
    assert event["app_permissions"] == "0"
    assert (await bot.respond(asked, 4, {"content": "for all"}))[0] == 200
    assert (await bot.ask("POST", f"/channels/{place.id}/messages", {"content": "x"}))[1]["code"] == 50001
    wire.world.join(inn, wire.world.bot)
    assert (await bot.ask("POST", f"/channels/{place.id}/messages", {"content": "x"}))[0] == 200
    wire.world.remove_bot(inn)
    with pytest.raises(ImpossibleError):
        await ada.slash("/ask", what="x", at=place, wait=False)
    wire.assert_clean()
