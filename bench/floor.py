"""A bare discord.py bot that only repeats the recorded calls of another bot.

`python -m bench.floor TRACES`: a trace holds a list of calls for each interaction of some people. The bot answers their
first interaction with the first list, the second with the second, and so on, for all traces side by side. The texts,
buttons, menus and sizes of files are those of the other bot, but there are no rules, pictures or database.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import discord
from discord import app_commands, ui

AnyInteraction = discord.Interaction[discord.Client]
Call = Mapping[str, Any]

_BUTTON: Final = 2
_PEOPLE: Final = 5
_EPHEMERAL: Final = 1 << 6


class Part:
    """Repeats the calls of one trace, which names each message by its id in the recording."""

    def __init__(self, client: discord.Client, trace: Mapping[str, Any]) -> None:
        self._client = client
        self._steps = iter(trace["steps"])
        self.places: Mapping[str, int] = trace["places"]
        """The channels and users of this run, by their ids in the recording."""
        self._messages: dict[int, int] = {}
        self._busy = asyncio.Lock()

    async def step(self, interaction: AnyInteraction) -> None:
        """Make the calls of the next step."""
        async with self._busy:
            for call in next(self._steps):
                try:
                    number = await self._ways[call["what"]](self, interaction, call)
                except discord.HTTPException:
                    continue
                if call["made"] is not None and number is not None:
                    self._messages[call["made"]] = number

    async def _callback(self, interaction: AnyInteraction, call: Call) -> int | None:
        answer, data = interaction.response, call["body"].get("data") or {}
        match discord.InteractionResponseType(call["body"]["type"]):
            case discord.InteractionResponseType.channel_message:
                sent = await answer.send_message(ephemeral=_private(data), **_new(data, call["files"]))
                return sent.message_id
            case discord.InteractionResponseType.deferred_channel_message:
                await answer.defer(ephemeral=_private(data), thinking=True)
            case discord.InteractionResponseType.deferred_message_update:
                await answer.defer()
            case discord.InteractionResponseType.message_update:
                await answer.edit_message(**_changed(data, call["files"]))
            case discord.InteractionResponseType.autocomplete_result:
                suggestions = [app_commands.Choice(name=each["name"], value=each["value"]) for each in data["choices"]]
                await answer.autocomplete(suggestions)
            case other:
                raise NotImplementedError(other)
        return None

    async def _follow_up(self, interaction: AnyInteraction, call: Call) -> int | None:
        body = call["body"]
        sent = await interaction.followup.send(ephemeral=_private(body), wait=True, **_new(body, call["files"]))
        return sent.id

    async def _original(self, interaction: AnyInteraction, call: Call) -> int | None:
        await interaction.edit_original_response(**_changed(call["body"], call["files"]))
        return None

    async def _send(self, _: AnyInteraction, call: Call) -> int | None:
        body = call["body"]
        return (await self._place(call).send(nonce=body.get("nonce"), **_new(body, call["files"]))).id

    async def _edit(self, _: AnyInteraction, call: Call) -> int | None:
        await self._message(call).edit(**_changed(call["body"], call["files"]))
        return None

    async def _delete(self, _: AnyInteraction, call: Call) -> int | None:
        await self._message(call).delete()
        return None

    async def _fetch(self, _: AnyInteraction, call: Call) -> int | None:
        await self._message(call).fetch()
        return None

    async def _history(self, _: AnyInteraction, call: Call) -> int | None:
        async for _message in self._place(call).history(limit=100):
            pass
        return None

    async def _open(self, _: AnyInteraction, call: Call) -> int | None:
        await self._client.create_dm(discord.Object(self.places[str(call["body"]["recipient_id"])]))
        return None

    async def _member(self, _: AnyInteraction, call: Call) -> int | None:
        await self._client.guilds[0].fetch_member(self.places[str(call["user"])])
        return None

    _ways: Final[Mapping[str, Callable[["Part", AnyInteraction, Call], Awaitable[int | None]]]] = {
        "callback": _callback,
        "follow-up": _follow_up,
        "original": _original,
        "send": _send,
        "edit": _edit,
        "delete": _delete,
        "fetch": _fetch,
        "history": _history,
        "member": _member,
        "open": _open,
    }

    def _place(self, call: Call) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(self.places[str(call["channel"])])

    def _message(self, call: Call) -> discord.PartialMessage:
        return self._place(call).get_partial_message(self._messages[call["message"]])


class Floor(discord.Client):
    """The client that repeats several traces."""

    def __init__(self, traces: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        parts = [Part(self, trace) for trace in traces]
        self._parts = {number: part for part in parts for number in part.places.values()}

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """Make the calls of the next step of this user's trace."""
        await self._parts[interaction.user.id].step(interaction)


def _private(body: Call) -> bool:
    return bool((body.get("flags") or 0) & _EPHEMERAL)


def _new(body: Call, files: list[tuple[str, int]]) -> dict[str, Any]:
    parts: dict[str, Any] = {"content": body.get("content"), "files": _files(body, files)}
    if body.get("components"):
        parts["view"] = _view(body["components"])
    if "allowed_mentions" in body:
        parts["allowed_mentions"] = _allowed(body["allowed_mentions"])
    return parts


def _changed(body: Call, files: list[tuple[str, int]]) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    if "content" in body:
        parts["content"] = body["content"]
    if "attachments" in body:
        parts["attachments"] = _files(body, files)
    if "components" in body:
        parts["view"] = _view(body["components"]) if body["components"] else None
    if "allowed_mentions" in body:
        parts["allowed_mentions"] = _allowed(body["allowed_mentions"])
    return parts


def _files(body: Call, files: list[tuple[str, int]]) -> list[discord.File]:
    texts = [each.get("description") for each in body.get("attachments") or ()]
    texts += [None] * (len(files) - len(texts))
    return [
        discord.File(BytesIO(bytes(size)), name, description=text)
        for (name, size), text in zip(files, texts, strict=True)
    ]


def _allowed(body: Mapping[str, Any]) -> discord.AllowedMentions:
    users = [discord.Object(int(user)) for user in body.get("users", ())]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)


def _view(rows: list[Mapping[str, Any]]) -> ui.View:
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for part in row["components"]:
            view.add_item(_item(part, number))
    view.stop()
    return view


def _item(part: Mapping[str, Any], row: int) -> ui.Item[Any]:
    if part["type"] == _BUTTON:
        style = discord.ButtonStyle(part["style"])
        identity, url = part.get("custom_id"), part.get("url")
        return ui.Button(label=part.get("label"), style=style, custom_id=identity, url=url, row=row)
    if part["type"] == _PEOPLE:
        return ui.UserSelect(placeholder=part.get("placeholder"), custom_id=part["custom_id"], row=row)
    options = [
        discord.SelectOption(
            label=each["label"],
            value=each["value"],
            description=each.get("description"),
            default=each.get("default", False),
        )
        for each in part["options"]
    ]
    return ui.Select(
        placeholder=part.get("placeholder"),
        options=options,
        custom_id=part["custom_id"],
        row=row,
        max_values=part.get("max_values", 1),
    )


async def main(traces: Sequence[Mapping[str, Any]]) -> None:
    """Log in and repeat the calls until the process is stopped."""
    async with Floor(traces) as client:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(task.cancel))
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    try:
        asyncio.run(main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
    except asyncio.CancelledError:
        sys.exit(0)
