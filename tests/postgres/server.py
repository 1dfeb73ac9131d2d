"""A PostgreSQL server for tests: in a separate folder, on a socket in it, run by another user than root."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

_PLACES: Final = "/usr/lib/postgresql"
"""Where Debian's packages put the programs, in a folder for each version."""
_FAST: Final = ("fsync=off", "synchronous_commit=on", "full_page_writes=off", "autovacuum=off", "max_connections=300")
"""Settings for files that need not survive a power cut."""
_DURABLE: Final = ("fsync=on", "synchronous_commit=on", "max_connections=300")


class MissingServerError(Exception):
    """The error for a machine without a PostgreSQL that the tests could start. Its text says what is missing."""


def programs() -> Path:
    """Return the folder of the newest server's programs.

    Raises:
        MissingServerError: there is none.
    """
    folders = sorted(Path(_PLACES).glob("*/bin"), key=lambda folder: int(folder.parent.name.split(".")[0]))
    for folder in reversed(folders):
        if (folder / "initdb").is_file() and int(folder.parent.name) >= 15:
            return folder
    on_path = shutil.which("initdb")
    if on_path is None:
        raise MissingServerError("no PostgreSQL 15 or newer is installed")
    return Path(on_path).resolve().parent


class Server:
    """A server that runs from `start` to `stop`."""

    def __init__(self, *, durable: bool = False) -> None:
        """Create the server's folder. durable: whether the server waits for the disk, as in real use."""
        self._programs = programs()
        self._user = _other_user()
        self.folder = Path(tempfile.mkdtemp(prefix="hidden-hand-postgres-"))
        self._settings = _DURABLE if durable else _FAST
        if self._user is not None:
            entry = pwd.getpwnam(self._user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self._run("initdb", "--auth=trust", "--no-sync", "--username=postgres", "--encoding=UTF8", "--locale=C")

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        settings = [f"-c {setting}" for setting in self._settings]
        options = " ".join([f"-k {self.folder}", "-c listen_addresses=''", *settings])
        self._run("pg_ctl", "--wait", "--silent", f"--log={self.folder}/log", f"--options={options}", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server, and wait until it has ended. mode: `fast`; `immediate` is a crash."""
        self._run("pg_ctl", "--wait", "--silent", f"--mode={mode}", "stop")

    def crash(self) -> None:
        """Let the server crash, and start it again."""
        self.stop("immediate")
        self.start()

    def remove(self) -> None:
        """Delete the server's folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """Return the address of a database."""
        return server_url(str(self.folder), database)

    def make(self, database: str) -> None:
        """Make an empty database."""
        self._run("createdb", f"--host={self.folder}", "--username=postgres", database, has_data=False)

    def _run(self, program: str, *options: str, has_data: bool = True) -> None:
        data = [f"--pgdata={self.folder}/data"] if has_data else []
        command = [str(self._programs / program), *data, *options]
        if self._user is not None:
            command = ["runuser", "-u", self._user, "--", *command]
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd="/")  # noqa: S603 # ours
        if done.returncode:
            raise MissingServerError(f"{program} failed: {done.stderr.strip() or done.stdout.strip()}")


def server_url(folder: str, database: str) -> str:
    """Return the address of a database of the server whose socket is in a folder."""
    return f"postgresql://postgres@/{database}?host={folder}"


def _other_user() -> str | None:
    """Return the user to run as: PostgreSQL refuses root. None: the present one."""
    if os.name == "nt" or os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise MissingServerError("there is no other user than root")
