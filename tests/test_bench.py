"""`python -m bench` works, and its JSON has the promised shape; no test here measures speed."""

import json
from pathlib import Path

import pytest

from bench import floor, search, trace
from bench.__main__ import ENTRIES, main
from bench.answers import News
from bench.entry import Entry, Reading, Rounds, TooBusyError
from bench.history import section, with_section
from bench.peers import PEERS
from bench.players import fields_of, filled_in
from bench.report import lines
from bot.computer import levels
from bot.computer.search import Effort
from bot.content.seeds import load_game
from bot.version import program_version
from sandbox.wire.journal import File, Journal, Request
from sandbox.wire.model import Command
from sandbox.wire.options import Options
from sandbox.wire.server import Wire


def test_a_quick_run_tells_of_every_entry_that_was_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = main(["commits", "moves", "--quick", "--json", "--folder", str(tmp_path)])
    report = json.loads(capsys.readouterr().out)
    assert code == 0
    assert set(report) == {"at", "machine", "python", "rounds", "quick", "entries"}
    assert (report["quick"], list(report["entries"])) == (True, ["commits", "moves"])
    for name, entry in report["entries"].items():
        assert (entry["summary"], entry["failed"]) == (ENTRIES[name].summary, None)
        for each in entry["figures"]:
            assert set(each) == {"what", "unit", "ours", "beside"}
            assert each["ours"] == sorted(each["ours"])
            assert len(each["ours"]) == 3
            for compared in each["beside"].values():
                if compared is not None:
                    assert set(compared) == {"figure", "ratio"}
                    assert all(len(numbers) == 3 and numbers[0] > 0 for numbers in compared.values())
        table = "\n".join(lines(name, entry["summary"], entry["figures"]))
        assert all(each["what"] in table for each in entry["figures"])
    beside = report["entries"]["moves"]["figures"][0]["beside"]
    assert set(beside) == set(PEERS)
    assert list(tmp_path.iterdir()) == []


def test_the_expert_is_measured_by_its_decisions_and_by_its_rollouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "EFFORT", Effort(rollouts=4, candidates=2))
    monkeypatch.setattr(search, "load_games", lambda: {"tnb": load_game("tnb")})
    monkeypatch.setattr(
        search, "installed", lambda: {"another": lambda count: search.Rate(count, 8.0), "missing": None}
    )
    readings = next(search.rounds(tmp_path, True))
    assert [(each.what, each.unit) for each in readings] == [("tnb 2", "decisions/s"), ("tnb 2", "rollouts/s")]
    assert readings[1].ours == pytest.approx(4 * readings[0].ours)
    assert [each.beside for each in readings] == [
        {"another": search.FEW, "missing": None},
        {"another": 8.0, "missing": None},
    ]


def test_what_is_measured_of_the_expert_are_tables_with_something_to_decide() -> None:
    seen = search.views(load_game("tnb"), 2, 3)
    assert len(seen) == 3
    assert all(view.seat in view.waiting and len(view.options) > 1 for view in seen)


def test_a_peer_that_is_not_installed_is_said_to_be_missing() -> None:
    found = [{"what": "draughts", "unit": "moves/s", "ours": [1.0, 2.0, 3.0], "beside": {"Chinook": None}}]
    [_, line, _] = lines("moves", "random play", found)
    assert "Chinook" in line
    assert "not installed" in line


def test_an_entry_that_fails_says_so_and_the_others_are_measured(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_: Path, _quick: bool) -> Rounds:
        yield [Reading("a line", "s", 1.0, {})]
        raise TooBusyError("no answer\nwithin 300 s")

    def steady(_: Path, _quick: bool) -> Rounds:
        while True:
            yield [Reading("another line", "s", 2.0, {"floor": 1.0})]

    for name, rounds in (("failing", failing), ("steady", steady)):
        monkeypatch.setitem(ENTRIES, name, Entry(name=name, summary=f"a {name} one", rounds=rounds))
    asked = ["failing", "steady", "--rounds", "3", "--folder", str(tmp_path)]
    assert main(asked) == 1
    shown = capsys.readouterr()
    assert "FAILED: TooBusyError: no answer within 300 s" in shown.out
    assert "another line" in shown.out
    assert shown.err.count("failing") == 2
    assert main([*asked, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)["entries"]
    assert report["failing"]["failed"].startswith("TooBusyError")
    assert report["failing"]["figures"][0]["ours"] == [1.0] * 3
    assert (report["steady"]["failed"], len(report["steady"]["figures"])) == (None, 1)


def test_one_run_prints_the_table_and_writes_what_machines_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steady(_: Path, _quick: bool) -> Rounds:
        while True:
            yield [Reading("a line", "s", 2.0, {"floor": 1.0})]

    monkeypatch.setitem(ENTRIES, "steady", Entry(name="steady", summary="a steady one", rounds=steady))
    written = tmp_path / "figures.json"
    assert main(["steady", "--rounds", "3", "--folder", str(tmp_path), "--write", str(written)]) == 0
    assert "a line" in capsys.readouterr().out
    [figure] = json.loads(written.read_text())["entries"]["steady"]["figures"]
    assert figure["beside"]["floor"]["ratio"] == [2.0] * 3


def test_the_place_of_an_entry_is_found_from_any_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def placed(place: Path, _quick: bool) -> Rounds:
        while True:
            yield [Reading("absolute", "", float(place.is_absolute()), {})]

    monkeypatch.setitem(ENTRIES, "placed", Entry(name="placed", summary="a placed one", rounds=placed))
    monkeypatch.chdir(tmp_path)  # a bot is a process with another one
    assert main(["placed", "--rounds", "1", "--write", "figures.json"]) == 0
    [figure] = json.loads((tmp_path / "figures.json").read_text())["entries"]["placed"]["figures"]
    assert figure["ours"] == [1.0] * 3


def test_a_run_records_the_ratios_of_this_version_in_place_of_its_older_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steady(_: Path, _quick: bool) -> Rounds:
        while True:
            yield [Reading("a line", "ms", 3.0, {"floor": 1.5, "missing": None})]

    monkeypatch.setitem(ENTRIES, "steady", Entry(name="steady", summary="a steady one", rounds=steady))
    page = tmp_path / "speed.md"
    page.write_text(f"# Speed\n\nHow.\n\n## {program_version()}\n\nolder\n\n## 0.9\n\nkept\n", "utf-8")
    assert main(["steady", "--rounds", "1", "--folder", str(tmp_path), "--record", str(page)]) == 0
    head, of_this, before = page.read_text("utf-8").split("\n\n## ")
    assert (head, before) == ("# Speed\n\nHow.", "0.9\n\nkept\n")
    assert "older" not in of_this
    assert of_this.splitlines()[-1] == "| steady | a line | 3.00 ms | 1.50 floor | 2.00 | 2.00 to 2.00 |"


def test_the_section_of_a_new_version_is_the_first() -> None:
    page = with_section("# Speed\n\nHow.\n\n## 1.0\n\nkept\n", "1.1", section("1.1", "on this machine", {}))
    assert page.index("How.") < page.index("## 1.1\n\non this machine") < page.index("## 1.0")


def test_an_entry_that_there_is_not_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["chess"])
    assert "there is no entry chess" in capsys.readouterr().err


async def test_of_a_command_the_words_of_an_action_are_filled_in_and_not_the_number_of_the_match() -> None:
    options = [{"name": "card", "type": 3}, {"name": "boosted", "type": 3}, {"name": "match", "type": 4}]
    async with Wire(Options(openapi=None)) as wire:
        body = {"name": "allocator", "options": [{"name": "boost", "options": options}]}
        wire.world.commands[None, "allocator"] = Command(1, 1, body)
        fields = fields_of(wire, "allocator", "boost")
    assert filled_in(fields, ["titan", "drone", "scout"]) == {"card": "titan", "boosted": "drone scout"}


async def test_a_bare_bot_repeats_every_call_and_every_component_that_ours_sends() -> None:
    assert {*trace._NAMES.values(), "callback", "follow-up", "original"} == set(floor.Part._ways)
    kinds = {"type": 5, "custom_id": "ask/1"}, {"type": 2, "style": 5, "url": "https://discord.com", "label": "Table"}
    shown = floor._view([{"components": [part]} for part in kinds])
    assert [type(item).__name__ for item in shown.children] == ["UserSelect", "Button"]


def test_a_picture_counts_that_was_still_on_its_way_when_somebody_looked() -> None:
    journal = Journal()
    journal.add(_coming(1))
    news = News(journal, 7)
    journal.add(request := _coming(2))
    assert not news.shown(), "nothing of it has been read"
    request.files = (File("table.png", "image/png", 1, ""),)
    assert not news.shown(), "it has not been answered"
    journal.add(_coming(3))
    request.acted, request.status = True, 200
    assert news.shown()
    assert not news.shown(), "somebody has been told of it"


def _coming(number: int) -> Request:
    return Request(number, "POST", "/channels/{channel_id}/messages", "", {"channel_id": "7"}, {}, 0.0)
