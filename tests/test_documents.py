"""All files, commands and settings in the documents exist."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from discord import Permissions, app_commands
from packaging.version import Version

from bot.application.application import application_on
from bot.process.command_line import build_parser
from cogs.client import HiddenHand
from cogs.commands.feature import AnyCommand
from cogs.delivery.invites import server_invite
from rules.catalog import GAMES
from rules.core.game import Game
from tests.chaos import __main__ as chaos
from tests.one_more_game import SHIPPED

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PARTS = ["For admins", "Added", "Changed", "Fixed"]
COMMANDS = [line.strip() for line in README.splitlines() if line.strip().startswith("python3 -m venv .venv && ")]


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)  # noqa: S607 # any git
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def names(command: AnyCommand) -> Iterator[str]:
    if isinstance(command, app_commands.Group):
        for child in command.commands:
            yield from names(child)
    else:
        yield command.qualified_name


def test_one_line_each_starts_the_sandbox_runs_all_tests_and_runs_the_bot() -> None:
    assert [re.split(r"\.venv/bin/", line)[-1] for line in COMMANDS] == [
        "hidden-hand sandbox",
        "python -m pytest",
        "hidden-hand run",
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_install_what_is_locked_and_nothing_else(command: str) -> None:
    (lock,) = re.findall(r"--require-hashes -r (\S+)", command)
    assert (ROOT / lock).is_file()
    assert "--no-deps --no-build-isolation --editable ." in command
    assert command.count("pip install") == 2


async def test_the_readme_names_every_permission_that_the_invite_link_asks_for(tmp_path: Path) -> None:
    async with application_on(tmp_path / "matches.sqlite3") as application, HiddenHand(application) as client:
        client._connection.application_id = 1
        (asked,) = parse_qs(urlsplit(server_invite(1)).query)["permissions"]
    known = {"read_messages": "View Channels"}  # discord.py uses an older name
    names = [known.get(name, name.replace("_", " ")).lower() for name, is_on in Permissions(int(asked)) if is_on]
    (number, listed) = re.findall(r"It asks for (\w+) permissions: (.*?)\. ", " ".join(README.split()))[0]
    assert sorted(re.split(", | and ", listed.lower())) == sorted(names)
    assert number == ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"][len(names)]


def test_the_guide_counts_the_lines_of_the_small_game_and_names_helpers_that_exist() -> None:
    part = GUIDE.partition("\n## A new game\n")[2].partition("\n## ")[0]
    files = ("tests/tiny_game.py", "tests/tiny_renderer.py")
    (stated,) = re.findall(r"`tests/tiny_game.py` and `tests/tiny_renderer.py`,\s+about (\d+) lines", part)
    counted = sum(len((ROOT / file).read_text(encoding="utf-8").splitlines()) for file in files)
    assert abs(counted - int(stated)) <= 15, counted
    named = re.findall(r"`((?:rules|render|tests)/\w[\w/.]*\w)`", part)
    assert [file for file in named if not (ROOT / file).exists()] == []
    fields = re.findall(r"`Game\.(\w+)`", part)
    assert len(fields) > 5
    assert [field for field in fields if field not in dir(Game) and field not in Game.__annotations__] == []


def test_the_guide_names_every_trial(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        chaos.main(["--help"])
    (trials,) = re.findall(r"^  \{(.*)\}$", capsys.readouterr().out, re.MULTILINE)
    table = GUIDE.partition("| `python -m tests.chaos …` |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `(\w+)", table, re.MULTILINE)) == sorted(trials.split(","))


def test_the_part_for_admins_fits_on_a_screen() -> None:
    part = README.partition("\n## Run it on Discord\n")[2].partition("\n## ")[0]
    assert "hidden-hand doctor" in part
    assert len(part.splitlines()) <= 48


def test_ci_runs_all_tests_by_the_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (pattern,) = re.findall(r"grep --max-count=1 '([^']+)' README\.md", script)
    assert [line for line in README.splitlines() if re.search(pattern, line)] == [COMMANDS[1]]
    assert 'bash -c "$command"' in script


def test_the_readme_names_every_command_of_the_program() -> None:
    handlers = [
        "run",
        "sandbox",
        "quarantined",
        "backup",
        "restore",
        "upgrade",
        "doctor",
        "people_export",
        "people_delete",
        "moderation",
    ]
    usage = build_parser(**dict.fromkeys(handlers, lambda _: 0)).format_help()
    commands = re.findall(r"^    (\w+)(?= |$)", usage, re.MULTILINE)
    assert "sandbox" in commands
    assert [command for command in commands if f"hidden-hand {command}" not in README] == []


async def test_the_readme_names_every_slash_command(tmp_path: Path) -> None:
    async with application_on(tmp_path / "matches.sqlite3") as application, HiddenHand(application) as client:
        commands = [name for command in client.tree.get_commands() for name in names(command)]
    assert "match new" in commands
    menus = [name for name in commands if name[0].isupper()]
    assert [name for name in menus if f"*{name}*" not in README] == []
    commands = [name for name in commands if name.split()[0] not in GAMES.keys() - SHIPPED and name not in menus]
    undocumented = [name for name in commands if f"`/{name}`" not in README and f"`/{name.split()[0]} …`" not in README]
    assert undocumented == []


def test_the_changelog_begins_with_the_version_of_the_project_and_has_the_same_parts_for_each() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (newest, day), *_ = headings = re.findall(r"^## (\S+) \((.+)\)$", changelog, re.MULTILINE)
    assert newest == project["version"]
    is_released = not Version(newest).is_prerelease
    assert re.fullmatch(r"\d{4}-\d\d-\d\d" if is_released else "not released yet", day)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", earlier) for _, earlier in headings[1:])
    for (_, day), section in zip(headings, re.split(r"^## .*\n", changelog, flags=re.MULTILINE)[1:], strict=True):
        if day == "not released yet" and not section.strip():
            continue
        parts = re.findall(r"^### (.*)", section, re.MULTILINE)
        assert parts
        assert parts == [part for part in PARTS if part in parts]
        assert "\n- " in section
    assert len(dict(headings)) == len(headings)


def test_security_and_upgrading_say_that_nothing_is_released_until_something_is() -> None:
    documents = [(ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "SECURITY.md", "UPGRADING.md")]
    changelog, security, upgrading = documents
    is_anything_released = re.search(r"^## \S+ \(\d{4}-", changelog, re.MULTILINE) is not None
    assert ("Nothing is released yet" not in security) is is_anything_released
    assert ("Until then, a newer commit may refuse your database" not in upgrading) is is_anything_released


def test_the_licences_of_all_that_the_bot_runs_with_are_listed() -> None:
    listed = re.findall(r"^\| ([a-z][a-z-]*)", (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8"), re.MULTILINE)
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "locks" / "run.lock").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(set(locked))  # one package may be locked in a version for each Python


def test_the_licence_is_named_in_every_place_or_in_none() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    is_chosen = (ROOT / "LICENSE").exists()
    assert ("license" in project, "license-files" in project) == (is_chosen, is_chosen)
    part = README.partition("\n## Licence\n")[2]
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    if is_chosen:
        assert "LICENSE" in project["license-files"]
        assert project["license"] in part
        assert project["license"] in contributing
    else:
        assert "has not chosen a licence yet" in part


def test_the_forge_builds_a_release_by_the_script_that_everybody_has() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    assert workflow[True] == {"push": {"tags": ["v*"]}}, "YAML 1.1 reads `on` as true"
    assert ".ci/build dist" in [step.get("run") for job in workflow["jobs"].values() for step in job["steps"]]
    assert ".ci/build" in (ROOT / ".ci" / "release").read_text(encoding="utf-8")


def test_the_forge_runs_the_thorough_gate_every_night() -> None:
    workflow = (ROOT / ".github" / "workflows" / "thorough.yml").read_text(encoding="utf-8")
    assert "run: .ci/thorough" in workflow
    assert re.search(r'cron: "\d+ \d+ \* \* \*"', workflow)


def test_the_forge_runs_the_gate_on_every_python_that_is_meant_to_work() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert "run: .ci/run" in workflow
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest, *_ = re.findall(r'"(\d\.\d+)"', workflow)
    assert project["requires-python"] == f">={oldest}"


def test_no_file_knows_the_machine_or_the_package_index_of_whoever_wrote_it() -> None:
    machine = re.compile(
        r"(?<![\w.~-])/(?:root|home|work|opt|tmp|Users)/\w|[A-Z]:\\\\?Users|pypi\.org|pythonhosted\.org"
    )
    found = []
    for file in tracked():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture
            continue
        found += [f"{file.relative_to(ROOT)}: {match[0]}" for match in machine.finditer(text)]
    assert found == []
