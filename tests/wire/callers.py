"""Bare callers of the stand-in: REST and gateway with nothing of discord.py between."""

import json
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from sandbox.wire.model import Interaction, InteractionType
from sandbox.wire.server import Wire

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
    """A bot that says exactly what a test tells it to."""

    def __init__(self, wire: Wire, session: aiohttp.ClientSession) -> None:
        self.wire = wire
        self.session = session
        self.headers = {"Authorization": f"Bot {wire.token}"}

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, Any]:
        async with self.session.request(
            method, f"{self.wire.api}{path}", json=body, headers=self.headers, **more
        ) as answer:
            self.answer_headers = answer.headers
            return answer.status, await answer.json() if answer.status != 204 else None

    async def upload(self, path: str, body: Json, files: Mapping[str, bytes], method: str = "POST") -> tuple[int, Any]:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        for number, (name, data) in enumerate(files.items()):
            form.add_field(f"files[{number}]", data, filename=name, content_type="application/octet-stream")
        url = f"{self.wire.api}{path}"
        async with self.session.request(method, url, data=form, headers=self.headers) as answer:
            return answer.status, await answer.json()

    async def send(self, content: str = "hello", **more: Any) -> tuple[int, Any]:
        return await self.ask("POST", self.messages, {"content": content, **more})

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

    def hook(self, interaction: Interaction, rest: str = "") -> str:
        return f"/webhooks/{self.wire.world.bot.id}/{interaction.token}{rest}"


def slash(wire: Wire, name: str = "Ada") -> Interaction:
    """An interaction that nobody waits for."""
    data = {"id": "1", "name": "ask", "type": 1, "options": []}
    return wire.interact(wire.user(name).account, wire.channel, InteractionType.APPLICATION_COMMAND, data, None)


class Shard:
    """One connection to the gateway, unpacked by hand."""

    def __init__(self, wire: Wire, socket: aiohttp.ClientWebSocketResponse, *, packed: bool) -> None:
        self.wire = wire
        self.socket = socket
        self.sequence: int | None = None
        self.session_id = ""
        self._unpack = zlib.decompressobj() if packed else None

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def receive(self) -> Json:
        """The next message; the close code, once it is closed."""
        message = await self.socket.receive(timeout=10)
        if message.type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING}:
            return {"closed": self.socket.close_code}
        text = self._unpack.decompress(message.data) if self._unpack is not None else message.data
        payload: Json = json.loads(text)
        self.sequence = payload.get("s") or self.sequence
        return payload

    async def event(self, name: str) -> Json:
        """What the next event of this name says; others before it are passed over."""
        while True:
            payload = await self.receive()
            assert "closed" not in payload, payload
            if payload.get("t") == name:
                data: Json = payload["d"]
                return data

    async def identify(self, intents: int = 1, **more: Any) -> None:
        await self.send(2, {"token": self.wire.token, "intents": intents, "properties": {}, **more})

    async def resume(self, session: str, sequence: int) -> None:
        await self.send(6, {"token": self.wire.token, "session_id": session, "seq": sequence})


@asynccontextmanager
async def shard(wire: Wire, compress: str = "") -> AsyncIterator[Shard]:
    """A connection that has been greeted."""
    query = "?v=10&encoding=json" + (f"&compress={compress}" if compress else "")
    async with aiohttp.ClientSession() as session, session.ws_connect(wire.gateway.address + query) as socket:
        made = Shard(wire, socket, packed=bool(compress))
        hello = await made.receive()
        assert hello.get("op") == 10, hello
        yield made


@asynccontextmanager
async def logged_in(wire: Wire, intents: int = 1, **more: Any) -> AsyncIterator[Shard]:
    """A connection that has logged in."""
    async with shard(wire) as made:
        await made.identify(intents, **more)
        made.session_id = (await made.event("READY"))["session_id"]
        yield made
