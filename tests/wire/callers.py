"""Bare clients of the simulated Discord: REST and gateway without discord.py."""

import json
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from sandbox.wire.model import Interaction, InteractionType
from sandbox.wire.server import Wire
from tests.patience import PATIENT

Json = dict[str, Any]
MESSAGES = "/channels/{channel_id}/messages"
COMMANDS = [
    {
        "name": "ask",
        "description": "Ask something",
        "options": [
            {"type": 3, "name": "what", "description": "What", "required": True, "autocomplete": True},
            {"type": 4, "name": "times", "description": "How often", "min_value": 1, "max_value": 9},
            {"type": 6, "name": "whom", "description": "Whom"},
            {"type": 3, "name": "how", "description": "How", "choices": [{"name": "Kindly", "value": "k"}]},
        ],
    },
    {
        "name": "tell",
        "description": "Tell something",
        "options": [{"type": 1, "name": "all", "description": "All", "options": []}],
    },
]
BUTTON = {"type": 2, "style": 1, "label": "Press", "custom_id": "press"}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


class Bot:
    """A bot that sends exactly the requests of a test."""

    def __init__(self, wire: Wire, session: aiohttp.ClientSession) -> None:
        self.wire = wire
        self.session = session
        self.headers = {"Authorization": f"Bot {wire.token}"}

    async def ask(self, method: str, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
        async with self.session.request(
            method, f"{self.wire.api}{path}", json=body, headers=self.headers, **options
        ) as answer:
            self.answer_headers = answer.headers
            if answer.content_type == "text/plain":
                return answer.status, await answer.text()
            return answer.status, await answer.json() if answer.status != 204 else None

    async def upload(self, path: str, body: Json, files: Mapping[str, bytes], method: str = "POST") -> tuple[int, Any]:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        for number, (name, data) in enumerate(files.items()):
            form.add_field(f"files[{number}]", data, filename=name, content_type="application/octet-stream")
        url = f"{self.wire.api}{path}"
        async with self.session.request(method, url, data=form, headers=self.headers) as answer:
            return answer.status, await answer.json()

    async def send(self, content: str = "hello", **fields: Any) -> tuple[int, Any]:
        return await self.ask("POST", self.messages, {"content": content, **fields})

    @property
    def messages(self) -> str:
        return f"/channels/{self.wire.channel.id}/messages"

    async def register(self, commands: list[Json] | None = None) -> tuple[int, Any]:
        path = f"/applications/{self.wire.world.bot.id}/commands"
        return await self.ask("PUT", path, COMMANDS if commands is None else commands)

    async def respond(self, interaction: Interaction, kind: int, data: Json | None = None) -> tuple[int, Any]:
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await self.ask("POST", path, body, params={"with_response": "1"})

    def hook(self, interaction: Interaction, path: str = "") -> str:
        return f"/webhooks/{self.wire.world.bot.id}/{interaction.token}{path}"


def slash(wire: Wire, name: str = "Ada") -> Interaction:
    """Start an interaction without waiting for its answer."""
    data = {"id": "1", "name": "ask", "type": 1, "options": []}
    return wire.interact(wire.user(name).account, wire.channel, InteractionType.APPLICATION_COMMAND, data, None)


class Shard:
    """One connection to the gateway, decompressed by hand."""

    def __init__(self, wire: Wire, socket: aiohttp.ClientWebSocketResponse, *, compressed: bool) -> None:
        self.wire = wire
        self.socket = socket
        self.sequence: int | None = None
        self.session_id = ""
        self._decompressor = zlib.decompressobj() if compressed else None

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def receive(self) -> Json:
        """Return the next message, or the close code once the connection is closed."""
        message = await self.socket.receive(timeout=PATIENT)
        if message.type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING}:
            return {"closed": self.socket.close_code}
        text = self._decompressor.decompress(message.data) if self._decompressor is not None else message.data
        payload: Json = json.loads(text)
        self.sequence = payload.get("s") or self.sequence
        return payload

    async def event(self, name: str) -> Json:
        """Return the data of the next event with this name, skipping other events."""
        while True:
            payload = await self.receive()
            assert "closed" not in payload, payload
            if payload.get("t") == name:
                data: Json = payload["d"]
                return data

    async def identify(self, intents: int = 1, **fields: Any) -> None:
        await self.send(2, {"token": self.wire.token, "intents": intents, "properties": {}, **fields})

    async def resume(self, session: str, sequence: int) -> None:
        await self.send(6, {"token": self.wire.token, "session_id": session, "seq": sequence})


@asynccontextmanager
async def shard(wire: Wire, compress: str = "") -> AsyncIterator[Shard]:
    """Open a connection and wait for its greeting."""
    query = "?v=10&encoding=json" + (f"&compress={compress}" if compress else "")
    async with aiohttp.ClientSession() as session, session.ws_connect(wire.gateway.address + query) as socket:
        gateway = Shard(wire, socket, compressed=bool(compress))
        hello = await gateway.receive()
        assert hello.get("op") == 10, hello
        yield gateway


@asynccontextmanager
async def logged_in(wire: Wire, intents: int = 1, **fields: Any) -> AsyncIterator[Shard]:
    """Open a connection and log in."""
    async with shard(wire) as gateway:
        await gateway.identify(intents, **fields)
        gateway.session_id = (await gateway.event("READY"))["session_id"]
        yield gateway
