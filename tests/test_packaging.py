"""The image, the systemd unit and the notices name only things that exist."""

import json
import os
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.model.shards import ShardRange
from bot.process import exit_codes
from bot.process.command_line import build_parser
from bot.process.config import Settings
from bot.store import user_data

ROOT = Path(__file__).parents[1]
SETTINGS = {name.upper() for name in Settings.model_fields}
IMAGE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICE = COMPOSE["services"]["hidden-hand"]
MANY: dict[str, Any] = yaml.safe_load((ROOT / "compose.many.yaml").read_text(encoding="utf-8"))
PARTS: dict[str, Any] = {name: each for name, each in MANY["services"].items() if name != "database"}
DIFFERING = ["build", "image", "env_file", "environment", "volumes", "tmpfs"]
"""The keys in which one part of a divided bot differs from the whole bot."""
HANDLERS = tuple(signature(build_parser).parameters)
SCALE = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
OTHERS = {"PATH", "PYTHONUNBUFFERED", "SQLITE_TMPDIR", "PIP_DISABLE_PIP_VERSION_CHECK", "PIP_NO_CACHE_DIR"}
"""Variables of other programs."""

SHAPES: dict[str, type | tuple[type, ...]] = {
    "build": str,
    "cap_drop": list,
    "env_file": list,
    "environment": dict,
    "image": str,
    "init": bool,
    "logging": dict,
    "pids_limit": int,
    "read_only": bool,
    "restart": str,
    "secrets": list,
    "security_opt": list,
    "stop_grace_period": str,
    "tmpfs": list,
    "volumes": list,
}
"""The keys of a service in the Compose Specification that are used here, with their types."""


def unit(name: str = "hidden-hand.service") -> dict[str, list[str]]:
    """Return the values of each key of a service."""
    values: dict[str, list[str]] = {}
    for line in (ROOT / "deploy" / name).read_text(encoding="utf-8").splitlines():
        key, is_set, value = line.partition("=")
        if is_set and not line.startswith("#"):
            values.setdefault(key, []).append(value)
    return values


def instructions(name: str) -> list[str]:
    """Return the arguments of each instruction of this kind in the image's file."""
    return re.findall(rf"^{name} +(.*)$", IMAGE, re.MULTILINE)


def test_the_image_is_built_from_files_that_exist_and_reach_the_builder() -> None:
    copied = [source for line in instructions("COPY") if "--from" not in line for source in line.split()[:-1]]
    allowed = {
        line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"
    }
    assert set(copied) == allowed
    assert [source for source in copied if not (ROOT / source).exists()] == []


def test_the_image_holds_every_package_of_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
    assert packages <= {source for line in instructions("COPY") for source in line.split()[:-1]}
    assert project["project"]["readme"] in " ".join(instructions("COPY"))


def test_the_image_installs_only_what_is_locked() -> None:
    installs = re.findall(r"pip install ([^&\n]*)", IMAGE)
    assert [install.split() for install in installs] == [
        ["--quiet", "--require-hashes", "-r", '"locks/$LOCK.lock"'],
        ["--quiet", "--no-deps", "--no-build-isolation", "."],
    ]
    assert instructions("ARG") == ["LOCK=run"]
    [removed] = re.findall(r"pip uninstall --quiet --yes ([^\n]*)", IMAGE)
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "locks" / "run.lock").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(removed.split()) - {"pip"} <= set(locked)


def test_the_image_ends_as_a_user_without_rights_who_owns_both_volumes() -> None:
    [user] = instructions("USER")
    number = user.partition(":")[0]
    assert number != "0"
    assert f"--owner={number} --group={number} --mode=0700 /data /backups" in IMAGE
    assert json.loads(instructions("VOLUME")[0]) == ["/data", "/backups"]


def test_all_variables_of_the_image_the_container_and_the_unit_are_settings() -> None:
    image = re.findall(r"([A-Z_]+)=", " ".join(instructions("ENV")))
    service = [line.partition("=")[0] for line in unit()["Environment"]]
    assert {*image, *SERVICE["environment"], *service} - OTHERS <= SETTINGS
    assert {"DISCORD_TOKEN_FILE", "DATABASE", "BACKUP_FOLDER", "HEALTH"} == set(SERVICE["environment"])
    values = dict(re.findall(r"([A-Z_]+)=(\S+)", " ".join(instructions("ENV"))))
    assert {name: values[name] for name in SERVICE["environment"] if name in values}.items() <= SERVICE[
        "environment"
    ].items()


def test_compose_has_the_shape_that_its_specification_gives() -> None:
    assert set(COMPOSE) == {"services", "volumes", "secrets"}
    assert [key for key, value in SERVICE.items() if not isinstance(value, SHAPES[key])] == []
    assert {volume.partition(":")[0] for volume in SERVICE["volumes"]} == set(COMPOSE["volumes"])
    assert SERVICE["secrets"] == list(COMPOSE["secrets"])
    assert [f"/run/secrets/{name}" for name in SERVICE["secrets"]] == [SERVICE["environment"]["DISCORD_TOKEN_FILE"]]


def test_compose_gives_the_bot_no_rights_and_a_root_that_is_read_only() -> None:
    assert SERVICE["read_only"] is True
    assert SERVICE["cap_drop"] == ["ALL"]
    assert SERVICE["security_opt"] == ["no-new-privileges:true"]
    mounted = {volume.partition(":")[2] for volume in SERVICE["volumes"]}
    assert mounted == set(json.loads(instructions("VOLUME")[0]))


def test_secrets_are_in_no_commit_and_in_no_image() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/secrets/", ".env", "/user-data.json"} <= set(ignored)
    assert COMPOSE["secrets"]["discord_token"]["file"].startswith("secrets/")
    assert (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()[1] == "*"


def test_the_unit_restarts_unless_the_exit_code_says_that_it_is_useless() -> None:
    useless = {exit_codes.USAGE, exit_codes.DATABASE, exit_codes.REFUSED, exit_codes.SETTINGS}
    assert unit()["Restart"] == ["on-failure"]
    assert {int(code) for code in unit()["RestartPreventExitStatus"][0].split()} == useless
    assert ", ".join(map(str, sorted(useless))) in " ".join(OPERATING.split())
    listed = re.findall(r"^\| (\d+) \| .* \| (.*) \|$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {int(code) for code, restart in listed if restart == "yes"} == {exit_codes.FAILED}


def test_the_unit_waits_longer_than_the_bot_takes_to_stop() -> None:
    from cogs.run import _STOP_TIMEOUT  # noqa: PLC0415 # Discord's library is slow to import

    assert int(unit()["TimeoutStopSec"][0]) > _STOP_TIMEOUT
    assert int(SERVICE["stop_grace_period"].removesuffix("s")) > _STOP_TIMEOUT


def test_the_unit_runs_the_program_and_finds_the_token_where_the_documents_put_it() -> None:
    values = unit()
    assert values["ExecStart"] == ["/srv/hidden-hand/.venv/bin/hidden-hand run"]
    [credential] = values["LoadCredential"]
    name, _, path = credential.partition(":")
    assert f"DISCORD_TOKEN_FILE=%d/{name}" in values["Environment"]
    for each in (path, "/srv/hidden-hand/.venv/bin/hidden-hand", values["WorkingDirectory"][0]):
        assert each in OPERATING


def test_the_unit_of_a_part_differs_from_that_of_the_whole_bot_in_what_makes_it_a_part() -> None:
    whole, part = unit(), unit("hidden-hand@.service")
    differing = {key for key in whole.keys() | part.keys() if whole.get(key) != part.get(key)}
    assert differing == {"Description", "ExecStart", "EnvironmentFile"}
    assert part["ExecStart"] == ["/srv/%p/.venv/bin/hidden-hand run --shards %i/${SHARDS}"]
    for each in part["EnvironmentFile"]:
        assert each.removeprefix("-").replace("%i", "0-7") in SCALE


def test_the_instance_of_a_unit_and_the_total_make_a_range() -> None:
    [start] = unit("hidden-hand@.service")["ExecStart"]
    arguments = start.replace("%i", "0-7").replace("${SHARDS}", "16").split()[1:]
    parsed = build_parser(**dict.fromkeys(HANDLERS, vars)).parse_args(arguments)  # type: ignore[arg-type] # none is called
    assert parsed.shards == ShardRange(0, 7, 16)


def test_the_services_of_compose_have_all_shards_between_them_and_each_once() -> None:
    ranges = [ShardRange.read(part["command"][2]) for part in PARTS.values()]
    assert [part["command"][:2] for part in PARTS.values()] == [["run", "--shards"]] * len(PARTS)
    assert sorted(each for part in ranges for each in part.ids) == list(range(ranges[0].total))
    assert {part.total for part in ranges} == {ranges[0].total}
    assert [f"shards-{part.first}-{part.last}" for part in ranges] == list(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_in_compose_is_the_bot_with_another_database(name: str) -> None:
    part = {key: value for key, value in PARTS[name].items() if key not in {"command", "depends_on"}}
    assert [key for key in SERVICE if part.get(key) != SERVICE[key]] == DIFFERING
    assert set(part) == set(SERVICE)
    assert part["build"] == {"context": ".", "args": {"LOCK": "postgres"}}
    assert part["environment"]["DATABASE"].startswith("postgresql://hands:")
    database = MANY["services"]["database"]["environment"]
    assert f"{database['POSTGRES_USER']}:" in part["environment"]["DATABASE"]
    assert part["environment"]["DATABASE"].endswith(f"@database/{database['POSTGRES_DB']}")
    assert {*part["environment"]} <= SETTINGS


class _Health(BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def answering(status: int) -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), type("Health", (_Health,), {"status": status}))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def check_of_the_image(address: str) -> int:
    """Run the command of the image's health check."""
    [check] = instructions("HEALTHCHECK")
    program, *arguments = json.loads(check.partition(" CMD ")[2])
    assert program == "python"
    environment = {**os.environ, "HEALTH": address}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=False).returncode  # noqa: S603 # ours


@pytest.mark.parametrize(("status", "is_well"), [(200, True), (503, False)])
def test_the_health_check_of_the_image_succeeds_while_the_bot_is_well(status: int, is_well: bool) -> None:
    with answering(status) as address:
        assert (check_of_the_image(address) == 0) is is_well


def test_the_health_check_of_the_image_fails_without_a_bot() -> None:
    with answering(200) as address:
        pass
    assert check_of_the_image(address) != 0


def test_the_privacy_notice_names_all_data_of_an_export() -> None:
    notice = (ROOT / "PRIVACY.md").read_text(encoding="utf-8")
    rows = [line.rsplit("|", 2)[1] for line in notice.splitlines() if line.startswith("| ") and "`" in line]
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(user_data._EXPORTED)


@pytest.mark.parametrize("name", ["PRIVACY.md", "TERMS.md", "UPGRADING.md"])
def test_the_notices_and_steps_name_settings_commands_and_files_that_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", text))
    assert named - SETTINGS == set()
    assert [file for file in re.findall(r"\b[A-Z]+\.md\b", text) if not (ROOT / file).is_file()] == []
