"""`hidden-hand check`: all faults of a changed game at once, with their places; none in the shipped games."""

import shutil
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bot.workshop.checking import MOST_BYTES, Fault, faults_of, read_files
from rules.catalog import GAMES
from tests.bot.command_line.conftest import Ran
from tests.examples import games_first
from tests.one_more_game import SHIPPED

Run = Callable[..., Ran]
PLANTED = {
    "cards.toml": [
        ("health = 3", "health = -3"),
        ('name = "Piercer"', 'name = "Marksman"'),
        ("damage = 5\ndefence = 1", "damage = 5\nspirit = 9\ndefence = 1"),
    ],
    "decks.toml": [('"lancer", "knight"', '"lancer", "dragon"')],
    "rulebook.md": [("**3.1 ", "**33.1 "), ("**5.2 Draw a card** [source]", "**5.2 Draw a card** [sauce]")],
    "asked.txt": [("4.1 ", "4.99 ")],
}


@pytest.fixture
def tnb(tmp_path: Path) -> Path:
    """Copy the files of T&B to a folder of its own."""
    folder = tmp_path / "tnb"
    shutil.copytree(str(files("seeds").joinpath("tnb")), folder)
    return folder


def plant(folder: Path) -> None:
    """Plant each of the faults once."""
    for name, changes in PLANTED.items():
        text = (folder / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text, before
            text = text.replace(before, after, 1)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("key", games_first("tnb", *(key for key in SHIPPED if key != "tnb")))
def test_nothing_is_wrong_with_a_shipped_game(key: str) -> None:
    assert faults_of(key, read_files(Path(str(files("seeds").joinpath(key))))) == []


def test_every_planted_fault_is_found_in_its_line(tnb: Path) -> None:
    plant(tnb)
    faults = faults_of("tnb", read_files(tnb))
    cards = (tnb / "cards.toml").read_text(encoding="utf-8").splitlines()
    found = {(fault.file, cards[fault.line - 1] if fault.file == "cards.toml" else fault.words) for fault in faults}
    assert ("cards.toml", "health = -3") in found
    assert ("cards.toml", "spirit = 9") in found
    assert ("cards.toml", 'name = "Marksman"') in found
    words = "\n".join(map(str, faults))
    assert "marksman: health: expected a whole number from" in words
    assert "unknown spirit; expected" in words
    assert "dragon" in words
    assert "clause 33.1 stands where 3.1 is expected" in words
    assert "neither a chapter (## 3 Manage) nor a clause" in words
    assert "there is no rule 4.99" in words


def test_the_command_lists_faults_like_a_compiler_and_ends_with_1(hidden_hand: Run, tnb: Path) -> None:
    text = (tnb / "rulebook.md").read_text(encoding="utf-8")
    line = text[: text.index("**3.1 ")].count("\n") + 1
    (tnb / "rulebook.md").write_text(text.replace("**3.1 ", "**33.1 "), encoding="utf-8")
    ran = hidden_hand("check", str(tnb))
    assert ran.code == 1
    assert f"rulebook.md:{line}:1: clause 33.1 stands where 3.1 is expected" in ran.out
    (tnb / "rulebook.md").write_text(text, encoding="utf-8")
    ran = hidden_hand("check", str(tnb))
    assert ran.code == 0
    assert ran.out.startswith("T&B: nothing is wrong. Its content is ")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("cards.toml", b"[marksman\nname = 1", "cards.toml:1:"),
        ("notes.md", b"mine", "T&B has no such file; expected cards.toml, decks.toml"),
        ("rulebook.md", b"\xff\xfe", "this is no text in UTF-8"),
        ("cards.toml", '[marksman]\nname = "Ma\u200brksman"'.encode(), "a hidden character (U+200B); delete it"),
        ("lessons/first.toml", b"seed = 'x'", "lessons/first.toml: "),
        ("cards.toml", b"#" * (MOST_BYTES + 1), "the files have 2,000,001 bytes"),
    ],
)
def test_bad_input_gets_a_kind_sentence(name: str, content: bytes, words: str) -> None:
    assert any(words in str(fault) for fault in faults_of("tnb", {name: content}))


def test_faults_are_values_for_machines(as_json: Callable[..., tuple[int, dict[str, Any]]], tnb: Path) -> None:
    (tnb / "notes.md").write_text("mine", encoding="utf-8")
    code, printed = as_json("check", "check", str(tnb))
    assert (code, printed["content"], len(printed["faults"])) == (1, None, 1)
    assert printed["faults"][0]["file"] == "notes.md"


def test_a_folder_that_is_no_pack_is_refused_in_a_line(hidden_hand: Run, tmp_path: Path) -> None:
    ran = hidden_hand("check", str(tmp_path / "none"), "--game", "tnb")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    ran = hidden_hand("check", str(tmp_path))
    assert "is not named after a game" in ran.err
    assert all(key in ran.err for key in GAMES)


def test_faults_are_written_as_compilers_write_them() -> None:
    assert str(Fault("a.toml", 3, 5, "wrong")) == "a.toml:3:5: wrong"
    assert str(Fault("", 0, 0, "wrong")) == "wrong"


def test_what_editors_leave_behind_is_no_part_of_a_pack(tnb: Path) -> None:
    before = read_files(tnb)
    for name in ("cards.toml~", "#cards.toml#", ".cards.toml.swp"):
        (tnb / name).write_text("old", encoding="utf-8")
    assert read_files(tnb) == before
