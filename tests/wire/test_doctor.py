"""The doctor against the simulated Discord: it finds each fault of a set-up by name, and no fault in a healthy one."""

import asyncio
import json
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from bot.application.thinking.thinking import Thinking
from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.clock import Clock, system_clock
from bot.content.library import Library
from bot.content.seeds import load_games
from bot.people.preference_store import change_server
from bot.process import examination
from bot.process.config import Settings, load_settings
from bot.process.examination import examine_backups
from bot.process.exit_codes import FAILED
from bot.process.findings import Finding, State, as_lines, as_output
from bot.store.database import Database
from bot.store.errors import StoreError
from cogs.doctor.doctor import examine
from cogs.doctor.rehearsal import _Unsent
from cogs.doctor.visitor import Visitor
from sandbox.wire.faults import Refuse, on
from sandbox.wire.options import Options
from sandbox.wire.permissions import Permission
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.bot.at_once import AtOnce
from tests.chaos.program import library_of
from tests.one_more_game import SHIPPED
from tests.tiny_game import Tiny
from tests.wire.clients import all_servers
from tests.wire.whole_program import WHOLE_PROGRAM

LIBRARY = library_of(Tiny.key)


@pytest.fixture(autouse=True)
def set_up(
    wire: Wire, redirected: None, tmp_path: Path, nothing_stored: bytes, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Return the database of a set-up in which everything is right except the commands, since no bot was ever
    started.
    """
    assert wire.channel is not None
    path = tmp_path / "hidden-hand.sqlite3"
    path.write_bytes(nothing_stored)
    path.chmod(0o600)
    make_backup(path, tmp_path / "backups", Reason.AUTOMATIC)
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", wire.token)
    monkeypatch.setenv("DATABASE", str(path))
    monkeypatch.setenv("OPERATOR_CONTACT", "host@example.org")
    monkeypatch.setattr("cogs.doctor.doctor.set_up_logging", lambda *_: None)
    monkeypatch.setattr("cogs.doctor.doctor.Visitor", _Visitor)
    monkeypatch.setattr("cogs.doctor.rehearsal.Thinking", partial(Thinking, pool=AtOnce))
    return path


class _Visitor(Visitor):
    """A visitor that does not wait for more servers once Discord has sent all that it has listed."""

    def __init__(self, intents: discord.Intents, clock: Clock) -> None:
        super().__init__(intents, clock)
        self._connection.guild_ready_timeout = 0.01

    async def wait_until_ready(self) -> None:
        await super().wait_until_ready()
        await all_servers(self)


def bad(findings: Sequence[Finding], *, but: Sequence[str] = ("commands",)) -> list[tuple[str, State]]:
    """Return the parts with something to do, except those that are expected, and check that each has advice."""
    assert all(finding.advice for finding in findings if finding.state is not State.OK)
    return [(each.check, each.state) for each in findings if each.state is not State.OK and each.check not in but]


def write_settings(folder: Path, text: str, mode: int = 0o600) -> None:
    path = folder / ".env"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


def exists(path: Path) -> bool:
    return path.exists()


def open_to_all(path: Path) -> None:
    path.chmod(0o644)


def contents(path: Path) -> bytes:
    return path.read_bytes()


def damage(path: Path) -> bytes:
    """Overwrite a page of a database, and return all its bytes."""
    data = bytearray(path.read_bytes())
    data[8192:12288] = b"\xff" * 4096
    path.write_bytes(data)
    return bytes(data)


def store(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(sql, values)


async def allow_channels(path: Path, guild: int, *channels: int) -> None:
    database = await Database.open(path)
    await database.write(lambda db: change_server(db, guild, "channel_ids", channels))
    await database.close()


def add_match(path: Path, guild: int, channel: int, status: str = "lobby") -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO matches (id, tag, game, guild_id, channel_id, host_id, status, pace, created_at, deal_secret) "
            "VALUES (1, 'abcdef', 'tiny', ?, ?, 5, ?, 'none', 1700000000, '')",
            (guild, channel, status),
        )


async def test_a_healthy_set_up_has_nothing_but_commands_to_register(wire: Wire) -> None:
    findings = await examine(library=LIBRARY)
    assert bad(findings) == []
    assert {each.check for each in findings} == {
        *(
            "settings",
            "fonts",
            "file",
            "owner",
            "space",
            "pending",
            "backups",
            "token",
            "clock",
            "interactions",
            "commands",
        ),
        *("intents", "servers", "permissions", "rehearsal", "contact"),
    }
    assert wire.channel.messages == []
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(identify_every=0)])
async def test_beside_a_running_bot_nothing_is_wrong_and_the_bot_goes_on(
    wire: Wire, set_up: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = {key: game for key, game in load_games().items() if key in SHIPPED}  # the process knows no other
    monkeypatch.setattr("cogs.doctor.doctor.load_library", lambda: Library.of(shipped))
    ada = wire.user("Ada")
    async with BotProcess(wire, tmp_path, environment={"DATABASE": str(set_up)}, imported=WHOLE_PROGRAM) as bot:
        await bot.logged("ready")
        assert bad(await examine(library=LIBRARY, channel=wire.channel.id), but=()) == []
        assert (await ada.slash("/help")).ephemeral
        assert len(wire.gateway.connected) == 1
    wire.assert_clean()


async def test_the_command_prints_json_alone_and_exits_by_its_faults(wire: Wire, tmp_path: Path) -> None:
    doctor = BotProcess(wire, tmp_path, command=("doctor", "--json"), environment={"DISCORD_TOKEN": ""})
    await doctor.start()
    assert await doctor.ended() == FAILED
    [line] = doctor.log
    assert json.loads(line)["status"] == "fault"


async def test_a_misspelt_setting_is_named(tmp_path: Path) -> None:
    write_settings(tmp_path, "DATABSE=elsewhere\n")
    findings = await examine(library=LIBRARY)
    assert findings[0].state is State.FAULT
    assert "Did you mean DATABASE?" in findings[0].text


async def test_an_unknown_setting_is_named(tmp_path: Path) -> None:
    write_settings(tmp_path, "COLOUR=red\n")
    findings = await examine(library=LIBRARY)
    assert bad(findings) == [("settings", State.WARNING)]
    assert "COLOUR" in findings[0].text


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
async def test_a_token_that_others_may_read_is_named(tmp_path: Path) -> None:
    write_settings(tmp_path, "LOG_LEVEL=INFO\n", 0o644)
    assert bad(await examine(library=LIBRARY)) == [("settings", State.WARNING)]


async def test_a_missing_token_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    assert bad(await examine(library=LIBRARY)) == [("token", State.FAULT)]


async def test_a_wrong_token_is_named_and_never_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "n0.0ne.s")
    findings = await examine(library=LIBRARY)
    assert bad(findings) == [("token", State.FAULT)]
    assert "refuses the token" in findings[-1].text
    assert "n0.0ne.s" not in str(as_output(findings).data)


async def test_a_discord_out_of_reach_is_named(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1/api")
    monkeypatch.setattr(asyncio, "sleep", _at_once)
    findings = await examine(library=LIBRARY)
    assert bad(findings) == [("token", State.FAULT)]
    assert "cannot be reached" in findings[-1].text


async def _at_once(*_: object) -> None: ...


async def test_an_intent_that_is_not_granted_is_named() -> None:
    findings = await examine(library=LIBRARY, intents=discord.Intents(guilds=True, members=True))
    assert ("intents", State.FAULT) in bad(findings)


@pytest.mark.parametrize("options", [Options(identify_every=0, identifies_a_day=1)])
async def test_a_day_without_connections_left_is_named(wire: Wire) -> None:
    findings = await examine(library=LIBRARY)
    assert bad(findings) == [("gateway", State.FAULT)]
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(identify_every=0, interactions_endpoint="https://example.org/x")])
async def test_an_address_that_takes_all_interactions_is_named(wire: Wire) -> None:
    assert bad(await examine(library=LIBRARY)) == [("interactions", State.FAULT)]


async def test_a_permission_that_is_missing_in_an_allowed_channel_is_named(wire: Wire, set_up: Path) -> None:
    await allow_channels(set_up, wire.guild.id, wire.channel.id)
    wire.revoke(wire.channel, Permission.ATTACH_FILES)
    findings = await examine(library=LIBRARY)
    assert bad(findings) == [("permissions", State.FAULT)]
    assert any("missing attach files" in each.text and str(wire.channel.id) in each.text for each in findings)


async def test_an_allowed_channel_that_is_gone_is_named(wire: Wire, set_up: Path) -> None:
    gone = wire.add_channel("gone")
    await allow_channels(set_up, wire.guild.id, gone.id, wire.channel.id)
    wire.world.delete_channel(gone)
    assert bad(await examine(library=LIBRARY)) == [("permissions", State.FAULT)]


async def test_a_damaged_database_is_named_and_left_as_it_is(set_up: Path) -> None:
    data = damage(set_up)
    assert bad(await examine(library=LIBRARY)) == [("file", State.FAULT)]
    assert contents(set_up) == data


async def test_a_database_of_another_program_is_named(set_up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    songs = set_up.with_name("songs.sqlite3")
    monkeypatch.setenv("DATABASE", str(songs))
    store(songs, "CREATE TABLE songs (id INTEGER)")
    findings = await examine(library=LIBRARY)
    assert bad(findings) == [("file", State.FAULT)]
    assert any("belongs to another program" in each.text for each in findings)


async def test_a_missing_database_is_named_and_not_made(set_up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", "not-there.sqlite3")
    assert bad(await examine(library=LIBRARY)) == [("file", State.WARNING)]
    assert not exists(set_up.with_name("not-there.sqlite3"))


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
async def test_a_database_that_others_may_read_is_named(set_up: Path) -> None:
    open_to_all(set_up)
    assert bad(await examine(library=LIBRARY)) == [("owner", State.WARNING)]


@pytest.mark.skipif(os.name != "posix", reason="other systems have other owners")
async def test_a_database_of_another_user_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    assert bad(await examine(library=LIBRARY)) == [("owner", State.WARNING)]


async def test_a_database_that_this_user_may_not_write_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert bad(await examine(library=LIBRARY)) == [("owner", State.FAULT)]


async def test_a_folder_for_temporary_files_without_room_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(_: Path) -> None:
        raise StoreError("Is the disk full or read-only?")

    monkeypatch.setattr(Database, "open", full)
    assert bad(await examine(library=LIBRARY)) == [("doctor", State.FAULT)]


async def test_a_disk_that_is_nearly_full_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    assert bad(await examine(library=LIBRARY)) == [("space", State.FAULT)]


@pytest.mark.parametrize(("seconds", "state"), [(-90, State.FAULT), (90, State.FAULT), (20, State.WARNING)])
async def test_a_clock_that_is_off_is_named(seconds: int, state: State) -> None:
    findings = await examine(library=LIBRARY, clock=lambda: system_clock() + timedelta(seconds=seconds))
    assert bad(findings) == [("clock", state)]


def test_a_backup_that_is_older_than_two_are_apart_is_named() -> None:
    settings = load_settings()
    assert examine_backups(settings, system_clock).state is State.OK
    for hours, state in ((47, State.OK), (49, State.FAULT)):
        finding = examine_backups(settings, lambda hours=hours: system_clock() + timedelta(hours=hours))  # type: ignore[misc]
        assert (finding.state, f"{hours} hours old" in finding.text) == (state, True)


def test_a_file_in_the_place_of_the_folder_of_backups_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("a file")
    monkeypatch.setenv("BACKUP_FOLDER", "taken")
    finding = examine_backups(load_settings(), system_clock)
    assert (finding.state, finding.text) == (State.FAULT, "no backup can be made: taken is no folder")


@pytest.mark.parametrize(("name", "value"), [("BACKUP_FOLDER", "elsewhere"), ("BACKUP_HOURS", "0")])
async def test_backups_that_are_not_made_are_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert bad(await examine(library=LIBRARY)) == [("backups", State.WARNING)]


async def test_a_missing_contact_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPERATOR_CONTACT")
    assert bad(await examine(library=LIBRARY)) == [("contact", State.WARNING)]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"DASK": "tcp://127.0.0.1:1"}, "nobody answers at tcp://127.0.0.1:1"),
        ({"DASK": "tcp://10.0.0.5:8786"}, "over plain tcp"),
        ({"DASK": "tls://127.0.0.1:1"}, "set DASK_CA, DASK_CERT and DASK_KEY"),
        (
            dict.fromkeys(("DASK_CA", "DASK_CERT", "DASK_KEY"), "no.pem") | {"DASK": "tls://127.0.0.1:1"},
            "no.pem cannot",
        ),
    ],
)
async def test_a_cluster_that_cannot_be_used_is_named_within_seconds(
    settings: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.process.examination._CLUSTER_PATIENCE", 0.5)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    findings = await examine(library=LIBRARY)
    assert bad(findings) == [("cluster", State.FAULT)]
    assert sentence in next(each.text for each in findings if each.check == "cluster")


async def test_a_font_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object) -> int:
        raise OSError("cannot open resource")

    monkeypatch.setattr(examination, "width", unreadable)
    assert bad(await examine(library=LIBRARY)) == [("fonts", State.FAULT)]


async def test_a_folder_of_fonts_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FONT_FOLDER", str(tmp_path))
    [finding] = [each for each in await examine(library=LIBRARY) if each.check == "fonts"]
    assert finding.state is State.FAULT
    assert finding.text.startswith(f"FONT_FOLDER: {tmp_path} has no fonts")


async def test_commands_that_discord_does_not_know_are_named() -> None:
    findings = await examine(library=LIBRARY)
    assert bad(findings, but=()) == [("commands", State.WARNING)]


@pytest.mark.parametrize(("trouble", "state"), [("forbidden", State.FAULT), ("broken", State.FAULT), ("", State.FAULT)])
async def test_a_message_that_is_pending_is_named_with_its_moment(
    wire: Wire, set_up: Path, trouble: str, state: State
) -> None:
    add_match(set_up, wire.guild.id, wire.channel.id)
    sql = "INSERT INTO outbox (match_id, kind, version, trouble, due_at) VALUES (1, 'board', 1, ?, 1700000000)"
    store(set_up, sql, trouble)
    findings = await examine(library=LIBRARY)
    assert bad(findings) == [("pending", state)]
    assert any("pending since 2023-11-14 22:13 UTC" in each.text for each in findings)


async def test_a_running_bot_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEALTH", "127.0.0.1:1")
    assert bad(await examine(library=LIBRARY)) == [("health", State.WARNING)]


async def test_an_admin_who_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALERTS", "4242")
    assert bad(await examine(library=LIBRARY)) == [("alerts", State.FAULT)]


async def test_a_rehearsal_is_sent_and_deleted(wire: Wire) -> None:
    findings = await examine(library=LIBRARY, channel=wire.channel.id)
    assert bad(findings) == []
    sent = [each for each in wire.requests if (each.method, each.route) == ("POST", "/channels/{channel_id}/messages")]
    assert sent
    assert wire.channel.messages == []
    wire.assert_clean()


async def test_a_rehearsal_that_is_interrupted_leaves_nothing(wire: Wire) -> None:
    doctor = asyncio.create_task(examine(library=LIBRARY, channel=wire.channel.id))
    await wire.until(lambda: wire.channel.messages)
    doctor.cancel()
    await asyncio.wait([doctor])
    assert doctor.cancelled()
    assert wire.channel.messages == []


async def test_a_rehearsal_in_a_channel_that_is_forbidden_is_named(wire: Wire) -> None:
    wire.revoke(wire.channel, Permission.SEND_MESSAGES)
    findings = await examine(library=LIBRARY, channel=wire.channel.id)
    assert bad(findings) == [("rehearsal", State.FAULT)]
    assert "missing send messages" in findings[-1].text


async def test_a_rehearsal_that_discord_refuses_is_named_and_leaves_nothing(wire: Wire) -> None:
    wire.faults.always(on("PATCH", "/channels/{channel_id}/messages/{message_id}"), Refuse(50013))
    findings = await examine(library=LIBRARY, channel=wire.channel.id)
    assert bad(findings) == [("rehearsal", State.FAULT)]
    assert "forbidden" in findings[-1].text
    assert wire.channel.messages == []


async def test_a_rehearsal_whose_request_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unmade(*_: object, **__: object) -> None:
        raise ValueError("the text is too long")

    monkeypatch.setattr(_Unsent, "_make", unmade)
    assert bad(await examine(library=LIBRARY)) == [("rehearsal", State.FAULT)]


def test_the_list_says_what_to_do_and_json_holds_the_same() -> None:
    findings = [Finding("token", State.FAULT, "there is none", "Set it."), Finding("clock", State.OK, "agrees")]
    assert as_lines(findings) == [
        "FAULT    token  there is none",
        "                -> Set it.",
        "ok       clock  agrees",
        "1 ok, 0 to look at, 1 at fault.",
    ]
    output = as_output(findings)
    assert output.code == FAILED
    assert json.loads(json.dumps(output.data)) == {
        "status": "fault",
        "findings": [
            {"check": "token", "state": "fault", "text": "there is none", "advice": "Set it."},
            {"check": "clock", "state": "ok", "text": "agrees", "advice": ""},
        ],
    }
