"""The part of `hidden-hand doctor` that needs no Discord: settings, the database file, fonts, and pending messages."""

import os
import sqlite3
import stat
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeVar

from dotenv import dotenv_values

from bot.backup.making import newest
from bot.clock import Clock
from bot.computing.cluster import ClusterError, connect
from bot.people import preference_store as preferences
from bot.people.settings import ServerPreferences
from bot.process.config import Settings, SettingsError, load_settings
from bot.process.findings import Finding, fault, has_fault, ok, warning
from bot.store import pulse
from bot.store.address import DatabaseAddress, ServerAddress
from bot.store.disk import disk_of
from bot.store.errors import StoreError
from bot.store.inspection import inspected
from bot.store.lock import check_only_name, true_path
from bot.store.migrations import check, known_migrations
from bot.store.opening import inspect
from bot.store.outbox_rows import Trouble
from bot.store.pulse import Pending
from bot.store.request import Rows, carry_out
from bot.store.statements import Statements
from render.fonts import LABEL, width
from render.scripts import font_for

T = TypeVar("T")

_CLUSTER_PATIENCE: Final = 5.0
"""Seconds within which the scheduler of a cluster must answer."""
_LATE: Final = 600.0
"""Seconds by which a message may be overdue before that is a fault."""
_TROUBLES: Final = {
    Trouble.FORBIDDEN: "Give the bot the permissions that are missing in those channels, or delete the channels.",
    Trouble.BROKEN: "Look for “not delivered” in the log, and report it: Discord rejects a message of the bot.",
}


def examine_settings() -> tuple[Settings | None, list[Finding]]:
    """Return the settings (None if they cannot be used) and the findings about them."""
    findings = _env_file()
    try:
        settings = load_settings()
    except SettingsError as error:
        lines = str(error).splitlines()
        return None, [
            *(fault("settings", line, "Correct it, and start the doctor again.") for line in lines),
            *findings,
        ]
    return settings, findings or [ok("settings", "all are known and can be used")]


def _env_file() -> list[Finding]:
    path = Path(".env")
    if not path.is_file():
        return []
    try:
        names = [name for name in dotenv_values(path, encoding="utf-8") if name.lower() not in Settings.model_fields]
    except (OSError, UnicodeDecodeError):
        return []  # `load_settings` reports it
    text, advice = "in .env is no setting of Hidden Hand", "Delete it, or correct it."
    findings = [warning("settings", f"{name} {text}", advice) for name in names]
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        findings.append(
            warning("settings", "others on this machine may read .env, and the token in it", "chmod 600 .env")
        )
    return findings


def examine_fonts(settings: Settings | None) -> Finding:
    """Return the finding on whether words can be drawn, names in Chinese, Japanese and Korean, and emojis."""
    try:
        is_drawn = width("Hidden Hand", LABEL) > 0
    except (OSError, ImportError) as error:
        return fault("fonts", f"the font cannot be read ({type(error).__name__})", _INSTALL)
    if not is_drawn:
        return fault("fonts", "words have no width", _INSTALL)
    try:
        further = settings.add_fonts() if settings else 0
    except SettingsError as error:
        return fault("fonts", str(error), "Install the fonts of FONT_FOLDER again, or leave it out.")
    missing = [
        script for script, letters in _WITHOUT_PACKAGES.items() if not all(font_for(each, 400) for each in letters)
    ]
    boxes = f". Without a font in FONT_FOLDER, these are drawn as boxes: {', '.join(missing)}" if missing else ""
    return ok("fonts", f"Inter can be drawn{f', and {further} of FONT_FOLDER' if further else ''}{boxes}")


_WITHOUT_PACKAGES: Final = {"Chinese": "中文", "Japanese": "かな", "Korean": "한글", "emojis": "😀"}
"""Letters for which no package has a font."""
_INSTALL: Final = "Install the packages of locks/run.lock again."


@dataclass(frozen=True, slots=True)
class Server:
    """A server with stored settings or matches."""

    id: int
    preferences: ServerPreferences
    busy: tuple[int, ...]
    """The channels of its lobbies and live matches."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The contents of the database that the doctor needs, and the findings about it."""

    servers: tuple[Server, ...] = ()
    findings: tuple[Finding, ...] = ()


def examine_database(address: DatabaseAddress, clock: Clock) -> Stored:
    """Examine the database and what is in it. This only reads: the bot can keep running."""
    if not isinstance(address, ServerAddress):
        return _examine_file(address, clock)
    try:
        with inspected(address) as read:
            pending, quarantined, servers = read(lambda db: _load(db, clock().timestamp()))
    except StoreError as error:
        return Stored(findings=(fault("server", str(error), "Do what this line says; the database was not changed."),))
    found = [ok("server", f"{address} can be read"), *_pending(pending, clock), *_quarantined(quarantined)]
    return Stored(servers, tuple(found))


def _examine_file(given: Path, clock: Clock) -> Stored:
    path = true_path(given)
    if not path.exists():
        return Stored(findings=tuple(_without_file(path)))
    try:
        owner = _owner(path)
        if has_fault([owner]):
            return Stored(findings=(owner,))
        check_only_name(path)
        check(path, known_migrations())
        inspect(path)
        findings = [ok("file", f"{path} is whole"), owner, _room(path)]
        pending, quarantined, servers = _read(path, lambda db: _load(db, clock().timestamp()))
    except StoreError as error:
        return Stored(findings=(fault("file", str(error), "Do what this line says; the file was not changed."),))
    except (OSError, sqlite3.Error) as error:
        return Stored(
            findings=(fault("file", f"{path} cannot be read ({error})", "Let the bot's user read and write it."),)
        )
    return Stored(servers, (*findings, *_pending(pending, clock), *_quarantined(quarantined)))


def examine_backups(settings: Settings, clock: Clock) -> Finding:
    """Return the finding on the age of the latest automatic backup."""
    if isinstance(settings.database, ServerAddress):
        return ok("backups", "made by the server's own programs: docs/scale.md")
    folder, hours = settings.backups, settings.backup_hours
    if not hours:
        return warning(
            "backups", "automatic backups are off", "Set BACKUP_HOURS, unless you make backups in another way."
        )
    if not folder.is_dir() and (folder.exists() or folder.is_symlink()):
        advice = "Move it away, or set BACKUP_FOLDER to a folder."
        return fault("backups", f"no backup can be made: {folder} is no folder", advice)
    made = newest(folder, clock() + timedelta(days=1))  # our clock may be behind the bot's
    if made is None:
        advice = "Start the bot: it makes one at once. If it runs, look for “no backup was made” in its log."
        return warning("backups", f"there is no automatic one in {folder}", advice)
    age = max(0.0, (clock() - made).total_seconds() / 3600)
    text = f"the latest automatic one is {age:.0f} hours old"
    if age > 2 * hours:
        advice = "Start the bot. If it runs, look for “no backup was made” in its log, and make room."
        return fault("backups", f"{text}, and one is due every {hours}", advice)
    return ok("backups", text)


def examine_contact(settings: Settings) -> Finding:
    """Return the finding on whether users can find the person who runs the bot."""
    if settings.operator_contact:
        return ok("contact", "/privacy says how to reach you")
    advice = "Set OPERATOR_CONTACT to an address at which users can reach you. /privacy shows it."
    return warning("contact", "users are not told how to reach you", advice)


def examine_cluster(settings: Settings) -> Finding | None:
    """Return the finding on whether the cluster for computer players can be used; None: there is no cluster. This
    blocks for a few seconds.
    """
    try:
        place = settings.cluster
    except SettingsError as error:
        return fault("cluster", str(error).removeprefix("DASK: ").rstrip("."), "Correct it: docs/scale.md.")
    if place is None:
        return None
    try:
        cluster = connect(place, _CLUSTER_PATIENCE)
    except ClusterError as error:
        advice = "Do what this line says. Until then this machine computes: computers play on."
        return fault("cluster", str(error), advice)
    try:
        return ok("cluster", f"{place.address} runs this version and carries out {cluster.workers()} calls at once")
    except ClusterError as error:
        return fault("cluster", str(error), "Do what this line says.")
    finally:
        cluster.close()


def _without_file(path: Path) -> list[Finding]:
    folder = next(parent for parent in path.parents if parent.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        advice = "Let the bot's user write there, or set DATABASE to a file in a folder of yours."
        return [fault("file", f"{path} is not there, and cannot be made in {folder}", advice)]
    advice = "Set DATABASE to the file that the bot used; leave it if the bot has never run."
    return [warning("file", f"{path} is not there; the bot will make it", advice)]


def _owner(path: Path) -> Finding:
    state = path.stat()
    if not os.access(path, os.R_OK | os.W_OK):
        return fault("owner", f"this user may not read and write {path}", "Start the bot as the owner of the file.")
    if os.name != "posix":
        return ok("owner", "the file can be read and written")
    if state.st_uid != os.geteuid():
        advice = "Start doctor and bot as the same user, or give the file to that user (chown)."
        return warning("owner", f"{path} belongs to user {state.st_uid}, and this is user {os.geteuid()}", advice)
    if stat.S_IMODE(state.st_mode) & 0o077:
        return warning("owner", "others on this machine may read the file, and every hand in it", f"chmod 600 {path}")
    return ok("owner", "the file is this user's alone")


def _room(path: Path) -> Finding:
    disk = disk_of(path)
    text = f"{disk.free // 2**20} MB are free; the database has {disk.database / 2**20:.1f} MB"
    if disk.is_nearly_full:
        return fault("space", text, "Make room: a backup needs as much as the database, and every ply some bytes.")
    return ok("space", text)


def _read(path: Path, work: Callable[[Rows], Awaitable[T]]) -> T:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        return carry_out(work, Statements(connection))


async def _load(db: Rows, now: float) -> tuple[list[Pending], int, tuple[Server, ...]]:
    servers = []
    for (guild,) in await db.rows("SELECT guild_id FROM server_preferences UNION SELECT guild_id FROM matches"):
        sql = "SELECT channel_id FROM matches WHERE guild_id = ? AND status IN ('lobby', 'live') ORDER BY 1"
        busy = tuple(int(channel) for (channel,) in await db.rows(sql, guild))
        servers.append(Server(int(guild), await preferences.load_server(db, guild), busy))
    return await pulse.pending(db, now), await pulse.quarantined(db), tuple(servers)


def _quarantined(count: int) -> list[Finding]:
    advice = "hidden-hand quarantined says why. Install the version that played them, or end them by /admin match end."
    return [fault("matches", f"quarantined: {count}", advice)] if count else []


def _pending(pending: Sequence[Pending], clock: Clock) -> list[Finding]:
    """Return a finding for each trouble that keeps messages pending."""
    findings = []
    for each in pending:
        since = datetime.fromtimestamp(clock().timestamp() - each.age, UTC)
        text = f"{each.rows} messages of {each.matches} matches are pending since {since:%Y-%m-%d %H:%M} UTC"
        if each.trouble in _TROUBLES:
            findings.append(fault("pending", f"{text} ({each.trouble})", _TROUBLES[each.trouble]))
        elif each.trouble is Trouble.CLOSED:
            findings.append(
                ok("pending", f"{text}: their users accept no direct messages, and can use the button My hand")
            )
        elif each.overdue > _LATE:
            advice = "Start the bot. If it runs, look for “not delivered” in its log."
            findings.append(fault("pending", f"{text}, and no running bot sends them", advice))
        else:
            findings.append(ok("pending", f"{text}, and on their way"))
    return findings or [ok("pending", "Discord shows everything")]
