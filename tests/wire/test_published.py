"""Validation against Discord's published description."""

import ast
import json
from pathlib import Path

import pytest

from sandbox.wire.api import served
from sandbox.wire.excerpt import excerpt, written
from sandbox.wire.options import OPENAPI_VARIABLE, PACKAGED, Options, published_description
from sandbox.wire.schema import RULE, Description, description
from sandbox.wire.server import Wire
from tests.wire.callers import MESSAGES, Bot

PACKAGE = Path(__file__).resolve().parents[2] / "sandbox" / "wire"


@pytest.fixture
def published() -> Description:
    return description(published_description())


def test_requests_are_validated(published: Description) -> None:
    assert not published.request("POST", MESSAGES, {"content": "x", "message_reference": {"message_id": 5}})
    bodies: list[object] = [{"content": 5}, {"embeds": {}}, None]
    for body in bodies:
        assert [problem.rule for problem in published.request("POST", MESSAGES, body)][:1] == [RULE]
    assert published.request("GET", MESSAGES, {})


def test_answers_are_validated(published: Description) -> None:
    assert published.answer("GET", "/users/@me", 200, {"id": "1"})
    assert published.answer("GET", "/users/@me", 201, {})
    assert published.answer("GET", "/users/@me", 404, {"code": "x"})
    assert published.answer("DELETE", f"{MESSAGES}/{{message_id}}", 204, {})
    assert not published.answer("GET", "/users/@me", 404, {"code": 0, "message": "404: Not Found"})


def test_every_served_route_is_described(published: Description) -> None:
    assert served()
    assert [route for route in served() if not published.knows(route.method, route.template)] == []


def test_the_excerpt_has_only_what_is_used() -> None:
    text = PACKAGED.read_text(encoding="utf-8")
    assert written(excerpt(json.loads(text))) == text


def test_an_excerpt_leaves_out_unused_parts_and_all_prose() -> None:
    whole = json.loads(PACKAGED.read_text(encoding="utf-8"))
    whole["paths"]["/voice/regions"] = {"get": {}}
    whole["components"]["schemas"]["VoiceRegion"] = {}
    whole["components"]["schemas"]["MessageResponse"] |= {"description": "A message that a user wrote."}
    assert written(excerpt(whole)) == PACKAGED.read_text(encoding="utf-8")
    assert "description" in whole["components"]["schemas"]["MessageResponse"], "it is left as it was"


async def test_the_description_finds_problems_that_no_rule_finds(published: Description, wire: Wire, bot: Bot) -> None:
    assert (await bot.send(tts="loudly"))[1]["code"] == 50035
    assert RULE in str(wire.violations[0])


async def test_our_own_breach_of_the_description_is_a_violation(published: Description, wire: Wire, bot: Bot) -> None:
    wire.world.bot.username = None  # type: ignore[assignment]
    await bot.ask("GET", "/users/@me")
    assert "the answer to 1 GET /users/@me" in str(wire.violations[0])
    wire.world.add_guild("x", wire.world.developer)
    assert "GuildMemberResponse" in str(wire.violations[1])


@pytest.mark.parametrize("options", [Options(openapi=None)])
async def test_the_rules_hold_without_the_description(wire: Wire, bot: Bot) -> None:
    assert (await bot.send())[0] == 200
    wire.assert_clean()
    assert (await bot.send("x" * 2001))[1]["code"] == 50035


def test_the_environment_can_name_another_description(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(OPENAPI_VARIABLE, str(tmp_path / "openapi.json"))
    assert Options().openapi == tmp_path / "openapi.json"
    with pytest.raises(FileNotFoundError):
        Wire()


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
