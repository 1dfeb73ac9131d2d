"""Every undocumented part of a library that the program uses is listed here, exists, and has an upper bound.

An upgrade that moves such a part fails here, and not at an admin's: the bounds in `pyproject.toml` keep later releases
out until these tests pass with them. mypy compares how the parts are called.
"""

import ast
import dis
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import iter_modules
from types import CodeType
from typing import Any, NamedTuple

import aiosqlite
import discord
import discord.gateway
import discord.http
import discord.shard
import discord.state
import psycopg.errors
import psycopg.types.numeric
import pytest
import simcord
import simcord._settlement
import simcord.preview
from packaging.requirements import Requirement
from packaging.version import Version
from PIL import Image
from simcord.backend import Backend
from simcord.preview._pages import _Page

ROOT = Path(__file__).parents[1]
PROGRAM = ("bot", "cogs", "render", "rules", "sandbox")

DOCUMENTED = {"abc", "app_commands", "ext", "ui", "utils"}
"""The modules of discord.py that its documentation names. Everything in its other modules is internal."""

DISCORD = {module.name for module in iter_modules(discord.__path__)}

PYTHON = "Python"
"""It has no upper bound: the tests run with each of its versions."""

LOOK_PUBLIC = {"http", "im", "ws"}
"""Internal attributes whose names do not begin with an underscore: everything is reached through them."""

TOUCH = {"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "STORE_ATTR"}
"""The instructions that read, call or assign an attribute."""


class Internals(NamedTuple):
    """Undocumented parts of a class, a module or an object."""

    library: str
    owner: Any
    names: Sequence[str]
    files: Sequence[str]
    """The files of the program that use all of them."""


SHARDS, HEARTBEATS, TOWN = "cogs/shards/sharded_client.py", "cogs/health/heartbeats.py", "sandbox/town.py"
RUN, VISITOR, DOCTOR = "cogs/run.py", "cogs/doctor/visitor.py", "cogs/doctor/doctor.py"
SYNC, LAUNCH = "cogs/command_sync.py", "sandbox/wire/launch.py"
CANVAS, FONTS = "render/canvas.py", "render/fonts.py"
THINKING = "bot/application/thinking/thinking.py"
PIECE = Image.new("L", (1, 1)).im

USED = [
    Internals("discord.py", discord.http, ["handle_message_parameters"], ["cogs/doctor/rehearsal.py"]),
    Internals("discord.py", discord.http, ["Route"], [RUN, DOCTOR, LAUNCH, "cogs/shards/calls.py"]),
    Internals("discord.py", discord.http.Route, ["BASE"], [RUN, DOCTOR, LAUNCH, "cogs/shards/calls.py"]),
    Internals("discord.py", discord.http.HTTPClient, ["clear", "close", "connector"], [RUN]),
    Internals("discord.py", discord.http.HTTPClient, ["get_bot_gateway"], [SHARDS, VISITOR]),
    Internals("discord.py", discord.http.HTTPClient, ["get_global_commands"], [SYNC]),
    Internals("discord.py", discord.Asset, ["BASE"], [LAUNCH]),
    Internals("discord.py", discord.VoiceClient, ["warn_dave", "warn_nacl"], [RUN]),
    Internals("discord.py", discord.Client, ["http"], [RUN, SHARDS, SYNC, VISITOR]),
    Internals("discord.py", discord.Client, ["ws"], [HEARTBEATS]),
    Internals("discord.py", discord.AutoShardedClient, ["_get_websocket"], [HEARTBEATS]),
    Internals("discord.py", discord.AutoShardedClient, ["_AutoShardedClient__shards", "_connection"], [SHARDS]),
    Internals("discord.py", discord.AutoShardedClient, ["_reconnect", "launch_shards"], [SHARDS]),
    Internals("discord.py", discord.state.AutoShardedConnectionState, ["shard_count", "shard_ids"], [SHARDS]),
    Internals("discord.py", discord.shard, ["EventItem", "EventType", "Shard"], [SHARDS]),
    Internals("discord.py", discord.shard.Shard, ["id", "launch", "ws"], [SHARDS]),
    Internals("discord.py", discord.shard.EventItem, ["error", "shard", "type"], [SHARDS]),
    Internals("discord.py", discord.shard.EventType, ["clean_close", "close", "identify", "terminate"], [SHARDS]),
    Internals("discord.py", discord.gateway, ["DiscordWebSocket", "ReconnectWebSocket"], [SHARDS]),
    Internals("discord.py", discord.gateway, ["DiscordWebSocket"], [LAUNCH]),
    Internals("discord.py", discord.gateway.DiscordWebSocket, ["from_client", "gateway"], [SHARDS]),
    Internals("discord.py", discord.gateway.DiscordWebSocket, ["sequence", "session_id"], [SHARDS]),
    Internals("discord.py", discord.gateway.DiscordWebSocket, ["DEFAULT_GATEWAY"], [LAUNCH]),
    Internals("discord.py", discord.gateway.DiscordWebSocket, ["_keep_alive"], [HEARTBEATS]),
    Internals("discord.py", discord.gateway.KeepAliveHandler, ["_last_ack", "latency"], [HEARTBEATS]),
    Internals("pillow", Image.Image, ["im"], [CANVAS, FONTS]),
    Internals("pillow", PIECE, ["paste"], [CANVAS, FONTS]),
    Internals("pillow", PIECE, ["getpixel", "point"], [CANVAS]),
    Internals(PYTHON, ProcessPoolExecutor, ["_processes"], ["bot/computing/processes.py", THINKING]),
    Internals("aiosqlite", aiosqlite.Connection, ["_conn", "_tx"], ["bot/store/connection.py"]),
    Internals("psycopg", psycopg.errors, ["error_from_result"], ["bot/store/postgres/pipeline.py"]),
    Internals("psycopg", psycopg.types.numeric, ["Int8BinaryDumper"], ["bot/store/postgres/dialect.py"]),
    Internals("simcord", simcord.Env, ["_notify_dispatch_observers", "_preview", "_settle_internal"], [TOWN]),
    Internals("simcord", simcord.Env, ["_advance_to", "_move_clock", "_settlement_state"], [TOWN]),
    Internals("simcord", simcord._settlement, ["_next_virtual_timer", "_run_due_virtual_callbacks"], [TOWN]),
    Internals("simcord", simcord.Env, ["backend"], [TOWN]),
    Internals("simcord", Backend, ["bot_user", "clock", "subscribers", "transcript"], [TOWN]),
    Internals("simcord", simcord.preview.Preview, ["_action", "_advance_presentation_time"], [TOWN]),
    Internals("simcord", simcord.preview.Preview, ["_pages", "_publish"], [TOWN]),
    Internals("simcord", _Page, ["id", "revision", "snapshot"], [TOWN]),
]


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        pytest.param(used.owner, name, id=f"{used.library}-{getattr(used.owner, '__name__', 'core')}-{name}")
        for used in USED
        for name in used.names
    ],
)
def test_an_internal_part_exists(owner: Any, name: str) -> None:
    assert hasattr(owner, name) or name in assigned(owner)


@pytest.mark.parametrize("library", sorted({used.library for used in USED} - {PYTHON}))
def test_the_next_feature_release_of_a_library_with_used_internals_is_not_admitted(library: str) -> None:
    release = Version(version(library))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    words = [*project["dependencies"], *(word for extra in project["optional-dependencies"].values() for word in extra)]
    [declared] = [found for found in map(Requirement, words) if found.name == library]
    assert declared.specifier.contains(release)
    assert not declared.specifier.contains(f"{release.major}.{release.minor + 1}"), "add an upper bound"


def test_every_use_of_an_internal_part_is_listed() -> None:
    listed = {(file, name) for used in USED for file in used.files for name in used.names}
    found = {(str(path.relative_to(ROOT)), name) for path in program_files() for name in used_internals(path)}
    assert sorted(found - listed) == [], "use a documented way, or list it in USED and give its library an upper bound"


def test_everything_listed_is_used() -> None:
    unused = [
        (file, name)
        for used in USED
        for file in used.files
        for name in used.names
        if name not in names_in(nodes_of(ROOT / file))
    ]
    assert unused == []


@pytest.mark.parametrize(
    ("program", "name"),
    [
        ("from discord.gateway import DiscordWebSocket", "DiscordWebSocket"),
        ("from simcord.preview._pages import _Page", "_Page"),
        ("import discord\nbase = discord.http.Route.BASE", "Route"),
        ("def f(client):\n    return client._run_on_scheduler()", "_run_on_scheduler"),
        ("def f(socket):\n    return getattr(socket, '_keep_alive', None)", "_keep_alive"),
        ("def f(image):\n    image.im.paste(0)", "im"),
        ("import aiosqlite\nclass Own(aiosqlite.Connection):\n    def f(self):\n        self._tx = 1", "_tx"),
        ("import discord\nclass Own(discord.Client):\n    def _get_state(self): ...", "_get_state"),
    ],
)
def test_a_use_is_found(program: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted_use.py").write_text(program, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "planted_use", raising=False)
    assert name in {*uses_in(nodes_of(tmp_path / "planted_use.py")), *inherited_internals("planted_use")}


def program_files() -> list[Path]:
    return [path for package in PROGRAM for path in sorted((ROOT / package).rglob("*.py"))]


def used_internals(path: Path) -> Iterator[str]:
    """Yield the names of the internal parts of libraries that a file of the program uses."""
    nodes = nodes_of(path)
    yield from uses_in(nodes)
    if any(isinstance(node, ast.ClassDef) and node.bases for node in nodes) and path.name != "__main__.py":
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield from inherited_internals(module)


def uses_in(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the internal names that a module imports, or reads from values that are not its own."""
    own = own_names(nodes)
    for node in nodes:
        match node:
            case ast.ImportFrom(module=str(module), names=names, level=0) if is_internal(module):
                yield from (alias.name for alias in names)
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="discord"), attr=module), attr=name):
                if module in DISCORD and is_internal(f"discord.{module}"):
                    yield name
            case ast.Attribute(value=ast.Name(id="discord")):
                pass  # a module, which has the name of an attribute
            case ast.Attribute(attr=name) if (is_private(name) and name not in own) or name in LOOK_PUBLIC:
                yield name
            case ast.Call(
                func=ast.Name(id="getattr" | "hasattr" | "setattr"), args=[_, ast.Constant(value=str(name)), *_]
            ):
                if is_private(name) and name not in own:
                    yield name


def inherited_internals(module: str) -> Iterator[str]:
    """Yield the private names by which the classes of a module use or override parts of a library's classes."""
    program = import_module(module)
    for kind in vars(program).values():
        if isinstance(kind, type) and kind.__module__ == module and any(map(is_foreign, kind.__mro__)):
            written = [code for code in codes(kind) if code.co_filename == program.__file__]  # and not generated
            named = {name for code in written for name in {code.co_name, *attribute_names(code, TOUCH)}}
            yield from (
                name
                for base in kind.__mro__
                if is_foreign(base)
                for name in named & {*vars(base), *assigned(base)}
                if is_private(name)
            )


def is_internal(module: str) -> bool:
    first, *inner = module.split(".")
    if first == "discord":
        return bool(inner) and inner[0] not in DOCUMENTED
    return any(is_private(part) for part in inner) or module in {"psycopg.errors", "psycopg.types.numeric"}


def is_private(name: str) -> bool:
    """Return whether a name is private. Those of named tuples and `os._exit` are documented; `_` is no name."""
    documented = {"_replace", "_fields", "_asdict", "_make", "_exit", "_value_", "_"}
    return name.startswith("_") and not name.startswith("__") and name not in documented


@cache
def is_foreign(kind: type) -> bool:
    """Return whether a class comes from a library that is installed."""
    package = kind.__module__.partition(".")[0]
    return package not in {*PROGRAM, "planted_use"} and package not in sys.stdlib_module_names


def own_names(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the names that a module defines: of functions, classes, fields and assigned attributes."""
    names: set[str] = set()
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Attribute(attr=name, ctx=ast.Store()):
                names.add(name)
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def names_in(nodes: Sequence[ast.AST]) -> set[str]:
    """Return every name, attribute and text of a module."""
    names: set[str] = set()
    for node in nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) | ast.Constant(value=str(name)):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
    return names


def nodes_of(path: Path) -> Sequence[ast.AST]:
    """Return all nodes of a module's syntax tree."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def assigned(owner: Any) -> set[str]:
    """Return the attributes to which the functions of a class and of its bases assign; nothing for other owners."""
    kinds = owner.__mro__ if isinstance(owner, type) else ()
    return {name for kind in kinds for code in codes(kind) for name in attribute_names(code, {"STORE_ATTR"})}


def attribute_names(code: CodeType, operations: set[str]) -> set[str]:
    return {step.argval for step in dis.get_instructions(code) if step.opname in operations}


def codes(kind: type) -> Iterator[CodeType]:
    """Yield the code of the functions that a class defines itself, and of the functions inside them."""
    for member in vars(kind).values():
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if isinstance(code := getattr(function, "__code__", None), CodeType):
            yield from nested(code)


def nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested(constant)
