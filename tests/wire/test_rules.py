"""Every rule of the simulated Discord's tables finds the problem that it describes."""

from collections.abc import Sequence
from typing import Any

import pytest

from sandbox.wire.command_rules import COMMANDS, COMPLETIONS, MODALS, Completion
from sandbox.wire.components import as_shown
from sandbox.wire.emoji_routes import EMOJIS, EmojiForm
from sandbox.wire.forms import MessageForm, MessageUse, Upload
from sandbox.wire.message_rules import MESSAGES
from sandbox.wire.model import Account, Channel, ChannelType, Message
from sandbox.wire.rules import Table
from sandbox.wire.server import Wire
from tests.wire.callers import BUTTON, Bot, Json, row
from tests.wire.callers import COMMANDS as GOOD_COMMANDS

V2 = 1 << 15
SELECT: Json = {
    "type": 3,
    "custom_id": "choose",
    "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}],
}
TEXT: Json = {"type": 10, "content": "text"}
INPUT: Json = {"type": 4, "custom_id": "why", "style": 1, "label": "Why"}


def message(**body: Any) -> MessageForm:
    return MessageForm(MessageUse.CREATE, body)


def v2(*components: Json, **fields: Any) -> MessageForm:
    return message(flags=V2, components=list(components), **fields)


def in_row(component: Json, **changes: Any) -> MessageForm:
    return message(components=[row({**component, **changes})])


def option(**changes: Any) -> MessageForm:
    return in_row(SELECT, options=[{"label": "A", "value": "a", **changes}])


def edit(before_content: str, before_flags: int, **body: Any) -> MessageForm:
    nobody = Account(1, "nobody", None)
    before = Message(2, Channel(3, ChannelType.DM), nobody, 0.0, before_content, flags=before_flags)
    return MessageForm(MessageUse.EDIT, body, before=before)


def uploads(*names: str, **body: Any) -> MessageForm:
    files = {number: Upload(name, "image/png", b"x") for number, name in enumerate(names)}
    return MessageForm(MessageUse.CREATE, body, files)


def embed(**parts: Any) -> MessageForm:
    return message(embeds=[parts])


def buttons(count: int) -> list[Json]:
    return [{**BUTTON, "custom_id": f"b{number}"} for number in range(count)]


GALLERY: Json = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "x" * 1025}]}

BAD_MESSAGES: dict[str, list[MessageForm]] = {
    "unknown field": [message(colour="red"), MessageForm(MessageUse.EDIT, {"nonce": "1"})],
    "content length": [message(content="x" * 2001), message(content="\N{OCTOPUS}" * 1001)],
    "nonce length": [message(nonce="x" * 26)],
    "number of embeds": [message(embeds=[{}] * 11)],
    "embed title": [embed(title="x" * 257)],
    "embed description": [embed(description="x" * 4097)],
    "embed footer": [embed(footer={"text": "x" * 2049})],
    "embed author": [embed(author={"name": "x" * 257})],
    "number of embed fields": [embed(fields=[{"name": "n", "value": "v"}] * 26)],
    "embed field name": [
        embed(fields=[{"name": "", "value": "v"}]),
        embed(fields=[{"name": "\N{OCTOPUS}" * 129, "value": "v"}]),
    ],
    "embed field value": [embed(fields=[{"name": "n", "value": "x" * 1025}])],
    "sum of embeds": [message(embeds=[{"description": "x" * 3001}, {"description": "x" * 3000}])],
    "number of attachments": [uploads(*"abcdefghijk", attachments=[{"id": number} for number in range(11)])],
    "attachment description": [uploads("a.png", attachments=[{"id": 0, "description": "x" * 1025}])],
    "attachment without a file": [message(attachments=[{"id": 0}])],
    "attachment named twice": [uploads("a.png", attachments=[{"id": 0}, {"id": "0"}])],
    "file without an attachment": [uploads("a.png", "b.png", attachments=[{"id": 0}])],
    "attachment link": [embed(image={"url": "attachment://a.png"}), v2(GALLERY)],
    "allowed mentions twice": [message(allowed_mentions={"parse": ["users"], "users": ["1"]})],
    "number of allowed mentions": [message(allowed_mentions={"parse": [], "roles": list(range(101))})],
    "flags": [message(flags=1 << 6), edit("x", 0, flags=1 << 6)],
    "number of rows": [message(components=[row(button) for button in buttons(6)])],
    "top level": [message(components=[TEXT]), v2(BUTTON)],
    "number of components": [v2(*[TEXT] * 41), v2(*[{"type": 17, "components": [TEXT] * 10}] * 4)],
    "v2 with older parts": [v2(TEXT, content="x"), v2(TEXT, embeds=[{"title": "x"}])],
    "v2 removed": [edit("", V2, flags=0)],
    "v2 on a full message": [edit("full", 0, flags=V2, components=[TEXT])],
    "number of texts in v2": [v2({**TEXT, "content": "x" * 2001}, {**TEXT, "content": "x" * 2000})],
    "row contents": [
        message(components=[row(*buttons(6))]),
        message(components=[row()]),
        message(components=[row(SELECT, BUTTON)]),
        message(components=[row(INPUT)]),
    ],
    "section contents": [
        v2({"type": 9, "components": [TEXT] * 4, "accessory": BUTTON}),
        v2({"type": 9, "components": [TEXT]}),
    ],
    "container contents": [v2({"type": 17, "components": [{"type": 17, "components": [TEXT]}]})],
    "gallery contents": [v2({"type": 12, "items": []})],
    "media description": [v2(GALLERY)],
    "custom id length": [in_row(BUTTON, custom_id="x" * 101), in_row(SELECT, custom_id="")],
    "custom id twice": [
        message(components=[row(BUTTON, BUTTON)]),
        v2(row(BUTTON), row({**SELECT, "custom_id": "press"})),
    ],
    "id twice": [v2({**TEXT, "id": 5}, {**TEXT, "id": 5})],
    "button label": [in_row(BUTTON, label="x" * 81)],
    "button without label or emoji": [in_row(BUTTON, label="")],
    "unknown emoji": [
        in_row(BUTTON, emoji={"id": "5", "name": "no_more"}),
        option(emoji={"id": 5, "name": "no_more", "animated": False}),
    ],
    "link or custom id": [
        in_row(BUTTON, style=5),
        in_row(BUTTON, url="https://example.org"),
        in_row(BUTTON, custom_id=None),
    ],
    "number of select options": [in_row(SELECT, options=[{"label": str(n), "value": str(n)} for n in range(26)])],
    "select option": [option(label="x" * 101), option(value=""), option(description="x" * 101)],
    "select value twice": [in_row(SELECT, options=[{"label": "A", "value": "a"}] * 2)],
    "select placeholder": [in_row(SELECT, placeholder="x" * 151)],
    "number of select values": [in_row(SELECT, max_values=3), in_row(SELECT, min_values=2, max_values=1)],
    "number of defaults": [in_row(SELECT, options=[{**each, "default": True} for each in SELECT["options"]])],
}


def command(**changes: Any) -> list[Json]:
    return [{"name": "ask", "description": "Ask", **changes}]


def with_options(*options: Json) -> list[Json]:
    return command(options=[{"type": 3, "name": f"o{n}", "description": "O", **each} for n, each in enumerate(options)])


SUB: Json = {"type": 1, "name": "sub", "description": "Sub"}
GROUP: Json = {"type": 2, "name": "group", "description": "Group", "options": [SUB]}
CHOICE: Json = {"name": "A", "value": "a"}

BAD_COMMANDS: dict[str, list[Sequence[Json]]] = {
    "unknown command field": [command(colour="red"), with_options({"colour": "red"})],
    "number of commands": [[{"name": f"c{n}", "description": "C"} for n in range(101)]],
    "command name twice": [[*command(), *command()]],
    "command name": [command(name="Ask"), command(name="a b"), command(name="x" * 33), with_options({"name": ""})],
    "command description": [command(description=""), with_options({"description": "x" * 101})],
    "size of a command": [
        with_options(*[{"choices": [{"name": f"{n}{'x' * 90}", "value": "x" * 90} for n in range(25)]}] * 2)
    ],
    "number of command options": [with_options(*[{}] * 26)],
    "option name twice": [with_options({"name": "o"}, {"name": "o"})],
    "required after optional": [with_options({}, {"required": True})],
    "nested subcommands": [
        command(options=[SUB, {"type": 3, "name": "o", "description": "O"}]),
        command(options=[{**SUB, "options": [SUB]}]),
        command(options=[{**GROUP, "options": [GROUP]}]),
        command(options=[{**GROUP, "options": [{"type": 3, "name": "o", "description": "O"}]}]),
    ],
    "number of choices": [with_options({"choices": [{"name": str(n), "value": str(n)} for n in range(26)]})],
    "choice": [
        with_options({"choices": [{**CHOICE, "name": ""}]}),
        with_options({"choices": [{**CHOICE, "value": "x" * 101}]}),
    ],
    "choices and autocomplete": [with_options({"choices": [CHOICE], "autocomplete": True})],
}

BAD_COMPLETIONS: dict[str, list[Completion]] = {
    "number of completions": [Completion([CHOICE] * 26, 3)],
    "completion": [Completion([{**CHOICE, "name": "x" * 101}], 3), Completion([{**CHOICE, "value": "x" * 101}], 3)],
    "type of a completion": [Completion([{"name": "A", "value": 1}], 3), Completion([CHOICE], 4)],
}


def modal(*components: Json, **changes: Any) -> Json:
    return {"custom_id": "m", "title": "M", "components": list(components), **changes}


def text_modal(**changes: Any) -> Json:
    return modal(row({**INPUT, **changes}))


def label(component: Json, **changes: Any) -> Json:
    return {"type": 18, "label": "L", "component": component, **changes}


RADIO: Json = {"type": 21, "custom_id": "r", "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]}
BAD_MODALS: dict[str, list[Json]] = {
    "modal title": [modal(row(INPUT), title="x" * 46), modal(row(INPUT), title="")],
    "modal custom id": [modal(row(INPUT), custom_id="x" * 101)],
    "number of modal components": [modal(), modal(*[row({**INPUT, "custom_id": str(n)}) for n in range(6)])],
    "modal contents": [modal(row(BUTTON)), modal(SELECT), modal({"type": 17, "components": [TEXT]})],
    "modal label": [text_modal(label="x" * 46), modal(label(INPUT, description="x" * 101))],
    "text input": [
        text_modal(value="x" * 11, max_length=10),
        text_modal(placeholder="x" * 101),
        text_modal(min_length=2, max_length=1),
    ],
    "input id": [text_modal(custom_id=""), modal(row(INPUT), row(INPUT))],
    "radio group": [
        modal(label({**RADIO, "options": RADIO["options"][:1]})),
        modal(label({**RADIO, "options": [{"label": "A", "value": "a"}] * 2})),
        modal(label({**RADIO, "options": [{**option, "default": True} for option in RADIO["options"]]})),
    ],
    "modal select": [modal(label({**SELECT, "options": []}))],
}

PNG = "data:image/png;base64,iVBORw0KGgo="
LARGE = f"{PNG[:-1]}{'A' * 350_000}="


def emoji(*, taken: frozenset[str] = frozenset(), **changes: Any) -> EmojiForm:
    return EmojiForm({"name": "hh_fire", "image": PNG, **changes}, {"name", "image"}, taken)


BAD_EMOJIS: dict[str, list[EmojiForm]] = {
    "unknown emoji field": [emoji(roles=[])],
    "emoji name": [emoji(name="a"), emoji(name="x" * 33), emoji(name="hh-fire"), emoji(name="hh fire"), emoji(name="")],
    "emoji name taken": [emoji(taken=frozenset({"hh_fire"}))],
    "emoji image": [
        emoji(image=None),
        emoji(image="iVBORw0KGgo="),
        emoji(image="data:image/bmp;base64,iVBORw0KGgo="),
        emoji(image="data:image/png;base64,?"),
        emoji(image="data:image/gif;base64,iVBORw0KGgo="),
        emoji(image=LARGE),
    ],
}
TABLES: list[tuple[Table[Any], dict[str, list[Any]]]] = [
    (MESSAGES, BAD_MESSAGES),
    (COMMANDS, BAD_COMMANDS),
    (COMPLETIONS, BAD_COMPLETIONS),
    (MODALS, BAD_MODALS),
    (EMOJIS, BAD_EMOJIS),
]
BAD = {
    f"{name} {number} of table {place}": (table, name, form)
    for place, (table, examples) in enumerate(TABLES)
    for name, forms in examples.items()
    for number, form in enumerate(forms)
}


@pytest.mark.parametrize(("table", "name", "form"), BAD.values(), ids=BAD)
def test_a_rule_finds_its_problem(table: Table[Any], name: str, form: Any) -> None:
    assert name in {problem.rule for problem in table.problems(form)}


@pytest.mark.parametrize(("table", "examples"), TABLES)
def test_every_rule_has_an_example_and_a_source(table: Table[Any], examples: dict[str, list[Any]]) -> None:
    assert {rule.name for rule in table.rules} == set(examples)
    assert all(examples.values())
    assert all(rule.source for rule in table.rules)


GOOD: list[tuple[Table[Any], Any]] = [
    (MESSAGES, message(content="x" * 2000, components=[row(*buttons(5)), row(SELECT)])),
    (MESSAGES, in_row({"type": 2, "style": 5, "url": "https://example.org", "label": "x" * 80})),
    (MESSAGES, v2(*[TEXT] * 40)),
    (MESSAGES, edit("full", 0, flags=V2, components=[TEXT], content=None)),
    (MESSAGES, edit("", V2, components=[TEXT])),
    (MESSAGES, uploads("a.png", attachments=[{"id": 0}], embeds=[{"image": {"url": "attachment://a.png"}}])),
    (COMMANDS, GOOD_COMMANDS),
    (COMMANDS, command(options=[GROUP, SUB])),
    (COMMANDS, with_options({"required": True}, {})),
    (COMPLETIONS, Completion([CHOICE] * 25, 3)),
    (MODALS, modal(row(INPUT), label(SELECT), label(RADIO), TEXT)),
    (MESSAGES, MessageForm(MessageUse.CREATE, in_row(BUTTON, emoji={"id": "5", "name": "a"}).body, emojis={5})),
    (MESSAGES, in_row(BUTTON, emoji={"id": None, "name": "🂡"})),
    (EMOJIS, emoji()),
    (EMOJIS, EmojiForm({}, {"name"}, frozenset())),
]


@pytest.mark.parametrize(
    ("table", "form"),
    GOOD,
    ids=[f"number {number}" for number in range(len(GOOD))],
)
def test_correct_forms_have_no_problems(table: Table[Any], form: Any) -> None:
    assert table.problems(form) == []


async def test_commands_that_break_a_rule_are_not_registered(wire: Wire, bot: Bot) -> None:
    assert (await bot.register(with_options({}, {"required": True})))[1]["code"] == 50035
    assert not wire.world.commands
    assert "required after optional" in str(wire.violations[0])


async def test_commands_are_registered_and_listed_and_keep_their_ids(wire: Wire, bot: Bot) -> None:
    _, first = await bot.register()
    _, second = await bot.register()
    assert [each["id"] for each in first] == [each["id"] for each in second]
    path = f"/applications/{wire.world.bot.id}/guilds/{wire.guild.id}/commands"
    assert (await bot.ask("PUT", path, command()))[1][0]["guild_id"] == str(wire.guild.id)
    assert len((await bot.ask("GET", path))[1]) == 1
    wire.assert_clean()


async def test_components_are_returned_with_ids_and_links(wire: Wire, bot: Bot) -> None:
    parts = [row(BUTTON, {**BUTTON, "custom_id": "b"}), {"type": 14}, {"type": 17, "components": [TEXT]}, row(SELECT)]
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    section = {"type": 9, "components": [TEXT], "accessory": {"type": 11, "media": {"url": "attachment://a.png"}}}
    body = {"flags": V2, "components": [*parts, gallery, section], "attachments": [{"id": 0}]}
    status, created = await bot.upload(bot.messages, body, {"a.png": b"x"})
    assert status == 200
    assert created["components"][4]["items"][0]["media"]["url"] == created["attachments"][0]["url"]
    assert len({part["id"] for part in created["components"]}) == 6
    wire.assert_clean()


def test_components_keep_the_ids_that_they_have() -> None:
    shown = as_shown([{**TEXT, "id": 1}, TEXT], {})
    assert [part["id"] for part in shown] == [1, 2]
