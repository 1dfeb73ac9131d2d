"""The bot on a simulated server, and checks after each of many interactions."""

import logging
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final
from unittest.mock import patch

import simcord
import structlog
from simcord.types import HttpLogEntry

from bot.content.seeds import load_games
from tests.chaos.tally import Tally
from tests.cogs.town import NAMES, Server, Town, Wall, build
from tests.patience import PATIENT
from tests.tiny_game import Tiny
from tests.tiny_renderer import RENDERER

_MENTION: Final = re.compile(r"(?<!\\)@(?:everyone|here)|<@[!&]?[0-9]+>|<[#:][0-9a-z_:]+>")
_OURS: Final = re.compile(r"<[@#](?P<id>[0-9]+)>")
_LINK: Final = re.compile(r"\]\(|https?://")
_OUR_LINK: Final = re.compile(r"\[(?:[Tt]|Jump t)o the board\]\(https://discord\.com/channels/[0-9]+/[0-9]+/[0-9]+\)")
_UNSEEN: Final = re.compile("[\u202a-\u202e\u2066-\u2069\x00-\x09\x0b-\x1f\x7f]")


@asynccontextmanager
async def small_town(tally: Tally, names: Sequence[str] = NAMES) -> AsyncIterator[Town]:
    """Run a server with the bot and people of these names; count every logged or raised error as a fault.

    The bot plays the games of the catalog, and the tests' smallest one.
    """
    wall = Wall()
    with TemporaryDirectory() as folder, _drawn_tiny(), _nothing_logged(tally):
        path = Path(folder) / "town.sqlite3"
        games = {**load_games(), Tiny.key: Tiny()}
        house: list[Any] = list(await build(path, games, wall))
        wall.env = env = Server(house[1], settle_timeout=PATIENT)
        await env.start()
        try:
            with env.time_context():
                town = Town(env, path, games, house, wall)
                for person, name in zip(town.people, names, strict=False):
                    env.backend.users[person.id].global_name = name
                yield town
        finally:
            await env.shutdown()
            await house[0].close()
            tally.faults.extend(f"raised: {error!r}" for error in env.errors)


def answer_faults(result: simcord.InteractionResult) -> Iterator[str]:
    """Yield a fault if an interaction has no answer, or a public one."""
    if not result.acknowledged:
        yield "it was not answered"
        return
    for followup in result.followups:
        if not followup.ephemeral:
            yield f"it was said publicly: {followup.content}"
    if result.response is not None and not result.deferred and result._interaction.message_id is not None:
        source = result._interaction.source_message_id
        if not result.response.ephemeral and result.response.id != source and source is not None:
            yield f"it was answered publicly: {result.response.content}"


def request_faults(town: Town, requests: Sequence[HttpLogEntry]) -> Iterator[str]:
    """Yield the faults of the bot's requests: accidental pings, other people's markup, texts that are too long."""
    users = {person.id for person in town.people}
    for request in requests:
        if request.method not in ("POST", "PATCH"):
            continue
        body = request.json if isinstance(request.json, dict) else {}
        data = body.get("data", body)
        if not isinstance(data, dict) or "content" not in data:
            continue
        content, allowed = data["content"] or "", data.get("allowed_mentions")
        called = {int(user) for user in (allowed or {}).get("users", ())}
        if allowed is None or allowed.get("parse"):
            yield f"whoever is mentioned is pinged: {content!r}"
        if not called <= users:
            yield f"strangers are pinged: {called}"
        if len(content) > 2000:
            yield f"it has {len(content)} characters"
        yield from _markup_faults(content, {*users, town.tavern.id, town.attic.id})


def _markup_faults(content: str, ours: set[int]) -> Iterator[str]:
    """Yield the faults of a text: live mentions, links or control characters that are not ours, outside code blocks."""
    text = re.sub(r"```.*?```", "", content, flags=re.DOTALL)
    for mention in _MENTION.finditer(text):
        match = _OURS.fullmatch(mention[0])
        if match is None or int(match["id"]) not in ours:
            yield f"a mention is alive: {mention[0]!r} in {content!r}"
    if _LINK.search(_OUR_LINK.sub("", text)):
        yield f"a link is alive: {content!r}"
    if _UNSEEN.search(content):
        yield f"it holds what turns or hides text: {content!r}"


@contextmanager
def _drawn_tiny() -> Iterator[None]:
    module = ModuleType(f"render.{Tiny.key}")
    module.RENDERER = RENDERER  # type: ignore[attr-defined] # what `render.renderer.renderer` looks for
    with patch.dict("sys.modules", {module.__name__: module}):
        yield


@contextmanager
def _nothing_logged(tally: Tally) -> Iterator[None]:
    records = _Records()
    logging.getLogger().addHandler(records)
    try:
        with structlog.testing.capture_logs() as lines:
            yield
    finally:
        logging.getLogger().removeHandler(records)
        tally.faults.extend(f"logged: {line}" for line in lines if line["log_level"] in ("error", "critical"))
        tally.faults.extend(f"logged: {record.getMessage()}" for record in records.found)


class _Records(logging.Handler):
    """Keeps the errors that discord.py logs by the standard library."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)
