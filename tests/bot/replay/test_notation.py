"""Match files: whatever is written can be read again, and a file that is not a match file is refused with its line."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.replay.notation import FORMAT, MatchFileError, read, write
from bot.store.plies import Ply, PlyKind
from rules.core.play import Outcome
from tests.bot.replay.matches import committed

RECORD = committed("tnb").record
TEXT = write(RECORD)
LINES = TEXT.split("\n")
DIGEST = "0123456789abcdef"


def test_a_file_is_read_as_it_was_written() -> None:
    assert read(TEXT) == replace(RECORD, plies=list(RECORD.plies))


def test_every_kind_of_ply_is_read_as_it_was_written() -> None:
    plies = [
        *RECORD.plies[:3],
        Ply(number=4, seat=0, kind=PlyKind.UNDO, undoes=2, anew=True, digest=DIGEST),
        Ply(number=5, seat=1, kind=PlyKind.UNDO, undoes=1, digest=DIGEST),
        Ply(number=6, seat=0, kind=PlyKind.DRAW, digest=DIGEST),
        Ply(number=7, seat=1, kind=PlyKind.RESIGNATION, digest=DIGEST),
    ]
    for record in (
        replace(RECORD, plies=plies, outcome=None, proof=None),
        replace(RECORD, plies=plies, outcome=Outcome("agreed", (1, 1))),
    ):
        assert read(write(record)) == record


@pytest.mark.parametrize(
    "copied",
    [
        f"\ufeff{TEXT}",
        TEXT.replace("\n", "\r\n"),
        f"\n \n{TEXT}\n\n",
        TEXT.replace("\n", " \n\u00a0 "),
        TEXT.replace(" ", "\u00a0").replace("\n", "\u2028"),
        TEXT.replace("plies", "pl\u200bies"),
    ],
)
def test_a_file_that_was_copied_through_other_programs_is_read_as_it_was_written(copied: str) -> None:
    assert read(copied) == read(TEXT)


@given(st.lists(st.text(), min_size=2, max_size=2))
def test_no_name_breaks_a_file(names: list[str]) -> None:
    record = read(write(replace(RECORD, names=tuple(names), plies=[])))
    assert replace(record, names=()) == replace(RECORD, names=(), plies=[])
    assert len(record.names) == 2
    assert read(write(record)) == record


@pytest.mark.parametrize("number", range(len(LINES) - 1))
def test_a_file_without_one_of_its_lines_is_refused_or_lacks_only_what_may_be_missing(number: int) -> None:
    text = "\n".join(LINES[:number] + LINES[number + 1 :])
    is_last_ply = number == LINES.index("tables") - 1
    if LINES[number].split(" ")[0] in {"option", "result"} or is_last_ply:
        assert read(text) != read(TEXT)
    else:
        with pytest.raises(MatchFileError, match=r"^line "):
            read(text)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (FORMAT, "hidden-hand match 2", 1),
        (FORMAT, "1. e4 e5", 1),
        (LINES[3], "content 0000000000000000", len(LINES) - 1),
        ("\nseed ", "\nseed -", LINES.index(next(each for each in LINES if each.startswith("seed "))) + 1),
        ("\nplies\n", "\nplies\n1 9: play [0123456789abcdef]\n", LINES.index("plies") + 2),
        ("\nplies\n", "\nplies\n2 0: play [0123456789abcdef]\n", LINES.index("plies") + 2),
        ("\nplies\n", "\nplies\n1 0! undo 1 [0123456789abcdef]\n", LINES.index("plies") + 2),
        ("\nplies\n", "\nplies\nnonsense\n", LINES.index("plies") + 2),
    ],
)
def test_a_faulty_line_is_named(old: str, new: str, line: int) -> None:
    with pytest.raises(MatchFileError) as refused:
        read(TEXT.replace(old, new, 1))
    assert refused.value.line == line


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(MatchFileError):
        read(text)
    with pytest.raises(MatchFileError):
        read(f"{FORMAT}\n{text}")


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    with pytest.raises(MatchFileError, match="more than"):
        read("x" * 8_000_001)


def test_what_a_record_shows_of_itself_hides_the_secret() -> None:
    assert str(RECORD.deal.seed) not in repr(RECORD)
    assert RECORD.proof is not None
    assert RECORD.proof.secret.digits not in repr(RECORD)
