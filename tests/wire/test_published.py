"""Discord's published description is asked, where it is there."""

import ast
from pathlib import Path

import pytest

from sandbox.wire.options import OPENAPI_VARIABLE, Options, published_description
from sandbox.wire.schema import RULE, Description, description
from sandbox.wire.server import Wire
from tests.wire.callers import MESSAGES, Bot

PACKAGE = Path(__file__).resolve().parents[2] / "sandbox" / "wire"


@pytest.fixture
def published() -> Description:
    found = published_description()
    if found is None:
        pytest.skip(f"Discord's openapi.json is not here; {OPENAPI_VARIABLE} tells where it is")
    return description(found)


def test_requests_are_judged(published: Description) -> None:
    assert not published.request("POST", MESSAGES, {"content": "x", "message_reference": {"message_id": 5}})
    bodies: list[object] = [{"content": 5}, {"embeds": {}}, None]
    for body in bodies:
        assert [problem.rule for problem in published.request("POST", MESSAGES, body)][:1] == [RULE]
    assert published.request("GET", MESSAGES, {})


def test_answers_are_judged(published: Description) -> None:
    assert published.answer("GET", "/users/@me", 200, {"id": "1"})
    assert published.answer("GET", "/users/@me", 201, {})
    assert published.answer("GET", "/users/@me", 404, {"code": "x"})
    assert published.answer("DELETE", f"{MESSAGES}/{{message_id}}", 204, {})
    assert not published.answer("GET", "/users/@me", 404, {"code": 0, "message": "404: Not Found"})


def test_routes_that_are_served_are_described(published: Description) -> None:
    from sandbox.wire.routes import ROUTES  # noqa: PLC0415 # the server has filled the table by now

    assert ROUTES
    assert [route for route in ROUTES if not published.knows(route.method, route.template)] == []


async def test_a_request_that_only_the_description_knows_to_be_wrong(
    published: Description, wire: Wire, bot: Bot
) -> None:
    assert (await bot.send(tts="loudly"))[1]["code"] == 50035
    assert RULE in str(wire.violations[0])


async def test_an_object_of_ours_that_is_wrong_is_a_violation(published: Description, wire: Wire, bot: Bot) -> None:
    wire.world.bot.username = None  # type: ignore[assignment]
    await bot.ask("GET", "/users/@me")
    assert "the answer to 1 GET /users/@me" in str(wire.violations[0])
    wire.world.add_guild("x", wire.world.developer)
    assert "GuildMemberResponse" in str(wire.violations[1])


@pytest.mark.parametrize("options", [Options(openapi=None)])
async def test_without_the_description_the_rules_hold(wire: Wire, bot: Bot) -> None:
    assert (await bot.send())[0] == 200
    wire.assert_clean()
    assert (await bot.send("x" * 2001))[1]["code"] == 50035


def test_the_description_is_found_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(OPENAPI_VARIABLE, str(tmp_path / "openapi.json"))
    assert published_description() is None
    (tmp_path / "openapi.json").write_text("{}")
    assert published_description() == tmp_path / "openapi.json"


def test_nothing_of_the_bot_is_imported() -> None:
    imported = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {name.name for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    ours = {name for name in imported if name.partition(".")[0] in {"bot", "cogs", "render", "rules", "seeds"}}
    assert imported
    assert not ours
