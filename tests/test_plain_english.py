"""Plain English: the habits that make a reader start a sentence again are found by machine (CONTRIBUTING, "Style")."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
LONG = 4
"""The minimum number of words in a text that is checked: shorter ones are labels and keys."""

BEGINNING = r"(?:^|(?<=[.!?] )|(?<=[.!?]\n))[\"“-]* ?"

HABITS = {
    "begins with a free What or Who": BEGINNING
    + r"(?:Who(?:ever|m)?|What(?:ever)?|Those who|By whom|Of whom) (?![^.!?]*\?)[A-Za-z]+",
    "begins with “Nothing, if”": BEGINNING + r"Nothing, if\b",
    "“none: …” for an option left empty": r"(?<![\w\"'`])none: [a-z]",
    "“that there is”": r"\bthat there (?:is|are)(?: not\b| no more\b|[.,;:]|$)|\ball there is\b",
    "“for one” as an example": r", for one[,.]",
    "a free “who” after a comma or conjunction": r"(?:;|:|\band|\bor|\bbut) who (?:has|is|does|wants|comes|likes)\b",
    "a bare clause number inside a sentence": r"(?:;|\bunless|\bwhether) \d{1,2}\.\d{1,2}(?:, \d{1,2}\.\d{1,2})* [a-z]",
    "“since when it is”": r"\b[Ss]ince when (?:it|they|the|each|no|nobody)\b",
    "“it is none”": r": it is none\.",
    "the seat that is “asked” instead of the one that has to decide": r"\b[Tt]he asked (?:player|seat)\b",
    "a docstring that continues another one": r"^\.\.\. (?:and|or|the|those|how)\b",
    "a private picture": r"\bsaid ahead\b|\bthe call goes\b|\bcomes? together with\b|\bset aside until\b",
}
"""By name of a bad habit: the pattern that finds it."""


class Text(NamedTuple):
    """A docstring, a comment, or text that the program shows."""

    file: Path
    line: int
    words: str

    @property
    def place(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}"


LINE = r"""[rbfu]{0,2}(?!"{3}|'{3})(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
WRITTEN = re.compile(
    rf"""#(?P<comment>[^\n]*)|(?P<block>"{{3}}|'{{3}})(?P<words>(?:[^\\]|\\.)*?)(?P=block)|{LINE}(?:\s*{LINE})*""",
    re.DOTALL,
)
"""A comment, or a string as the parts in which it is written. Parsing all programs would take ten times as long."""
BETWEEN = re.compile(r"""["']\s*[rbfu]{0,2}["']""")
FIELD = re.compile(r"\{[^{}]*\}")


def texts(file: Path) -> Iterator[Text]:
    """Yield everything that is written for people in a file."""
    source = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        yield from (Text(file, number, line) for number, line in enumerate(source.splitlines(), 1))
        return
    for found in WRITTEN.finditer(source):
        line = 1 + source.count("\n", 0, found.start())
        words = found["comment"] or found["words"] or BETWEEN.sub("", found[0]).lstrip("rbfu")[1:-1]
        yield Text(file, line, FIELD.sub("…", words.replace(r"\"", '"').replace(r"\n", "\n")).lstrip("# "))


def files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "*.py", "*.md", "seeds/*.toml"],  # noqa: S607 # any git
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    names = listed.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file() and name != "tests/test_plain_english.py"]


@cache
def all_texts() -> list[Text]:
    """Return all texts of the project that are long enough to be judged."""
    return [text for file in files() for text in texts(file) if len(text.words.split()) >= LONG]


@pytest.mark.parametrize("habit", HABITS)
def test_no_text_has_a_habit_that_makes_readers_start_again(habit: str) -> None:
    pattern = re.compile(HABITS[habit])
    found = [f"{text.place}: {text.words.strip()[:120]}" for text in all_texts() if pattern.search(text.words.strip())]
    assert found == [], f"{habit}: write it as CONTRIBUTING, “Style”, shows:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("habit", "words"),
    [
        ("begins with a free What or Who", "What is owed to the users."),
        ("begins with a free What or Who", "Press it. Whoever comes next may join."),
        ("begins with “Nothing, if”", "Nothing, if all of them are here."),
        ("“none: …” for an option left empty", "your deck; none: your default"),
        ("“that there is”", "one of the six that there are"),
        ("“for one” as an example", "1 hour to 14 days: 24h, for one, or 3 days"),
        ("a free “who” after a comma or conjunction", "one who plays and who has no deck"),
        ("a bare clause number inside a sentence", "9.1 Pay the pot; 10.7 return both stakes"),
        ("“since when it is”", "Return since when the place is absent."),
        ("“it is none”", "ValueError: it is none."),
        ("the seat that is “asked” instead of the one that has to decide", "Return the options of the asked player."),
        ("a docstring that continues another one", "... and the number of those that it tries further."),
        ("a private picture", "what was said ahead is given"),
    ],
)
def test_each_habit_is_found(habit: str, words: str) -> None:
    assert re.search(HABITS[habit], words)


def test_every_text_of_a_program_is_read(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    lines = '"""Whole docstring."""', "print(  # and a remark", '    f"continued {1}, "', "    'in another line')"
    file.write_text("\n".join(lines), encoding="utf-8")
    read = [(text.line, text.words) for text in texts(file)]
    assert read == [(1, "Whole docstring."), (2, "and a remark"), (3, "continued …, in another line")]


def test_plain_sentences_have_none() -> None:
    plain = [
        "What did the card do?",
        "Return the users to whom a message is owed.",
        "Leave it empty for your default deck.",
        "Who plays first? Press Start.",
    ]
    assert [words for words in plain for pattern in HABITS.values() if re.search(pattern, words)] == []
