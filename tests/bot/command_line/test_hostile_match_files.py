"""Match files that another hand has made or altered: `hidden-hand replay` and `verify` show them, or say in one line
what is wrong. Time and memory are bounded, and no character of a file controls a terminal.
"""

import json
import random
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.content.library import load_library
from bot.content.seeds import Content, load_content
from bot.model.table import Table
from bot.process import exit_codes
from bot.replay.notation import LARGEST, write
from bot.replay.record import Record
from bot.store.plies import Ply, PlyKind
from rules.core.play import Outcome
from tests.bot.replay.matches import committed
from tests.examples import TIMES, games_first, thorough

Program = Callable[..., tuple[int, str, str]]
ESCAPE: Final = "\x1b]0;pwned\x07\x9b31m\u202e"


@pytest.fixture(scope="module")
def record() -> Record:
    return committed("tnb").record


Run = Callable[..., str]


@pytest.fixture
def run(hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that writes a file and runs a command with it, checks that it ends as promised, and returns
    what it printed, on either stream.
    """

    monkeypatch.chdir(tmp_path)

    def run(content: str | bytes, command: str, *options: str) -> str:
        file = tmp_path / "match.txt"
        file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        code, out, err = hidden_hand(command, str(file), *options)
        assert code in {0, exit_codes.FAILED, exit_codes.USAGE}
        assert (out + err).replace("\n", "").isprintable()
        assert err.count("\n") == (code == exit_codes.USAGE)
        assert len(err) < 1000
        return out + err

    return run


def peak_memory(work: Callable[[], object]) -> int:
    """Return the most bytes that some work held in memory at once."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def with_tables(record: Record, tables: Mapping[str, Any]) -> Record:
    return replace(record, content=Content(record.game, json.dumps(tables)))


def test_a_name_is_cut_and_cleaned_when_it_is_read(run: Run, record: Record) -> None:
    text = write(record).replace("Player 1", f"{ESCAPE}Ada{'!' * 1_000_000}", 1)
    assert peak_memory(lambda: run(text, "verify")) < 40 * len(text)
    printed = run(text, "replay")
    assert "]0;pwned 31mAda!!!" in printed
    assert len(printed) < 2_000_000
    assert run(text, "replay", "--json").count("Ada!") == run(text, "replay", "--json").count("Ada!" + "!" * 50)


@pytest.mark.parametrize("text", [ESCAPE, "x" * 1_000_000, "", " ", 10**4000, 10**12, -1, None, [], {}, "two\nlines"])
def test_a_name_or_number_of_a_card_that_no_game_has_is_refused(run: Run, record: Record, text: Any) -> None:
    tables = load_content("tnb").tables
    for column in ("name", "health"):
        cards = {**tables["cards"], "marksman": {**tables["cards"]["marksman"], column: text}}
        assert "marksman: " in run(write(with_tables(record, {**tables, "cards": cards})), "verify")


@pytest.mark.parametrize(
    ("game", "place"),
    [
        ("allocator", ("decks", "iron-tide", "cards", "titan-servo")),
        ("arms_dealer", ("items", "power-100", "copies")),
        ("circuitry", ("minis", "light-blue", "copies")),
        ("alchemy", ("opus", "elixir-of-life", "steps", 0, "cards")),
    ],
)
def test_a_million_million_copies_are_refused_before_any_is_made(
    run: Run, record: Record, game: str, place: tuple[str | int, ...]
) -> None:
    tables: Any = load_content(game).tables
    inner = tables
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = 10**12
    other = replace(
        record, game=game, rules=load_library().games[game].version, content=Content(game, json.dumps(tables))
    )
    text = write(other)
    assert peak_memory(lambda: run(text, "verify")) < 10_000_000
    assert "not 1000000000000" in run(text, "replay")


def test_a_result_to_which_the_log_does_not_lead_is_told_instead_of_shown(run: Run, record: Record) -> None:
    for outcome in (Outcome("nonsense", (1, 2)), Outcome("resigned", (2, 1)), None):
        text = write(replace(record, outcome=outcome))
        for options in ((), ("--check",), ("--html", "page.html"), ("--json",)):
            assert "the log leads to a different result" in run(text, "replay", *options)
        assert "The log leads to a different result" in run(text, "verify")


@pytest.mark.parametrize("content", [b"", b"\x00" * 10, b"hidden-hand match 1", b"x" * (8 * LARGEST)])
def test_a_file_that_is_too_short_or_too_long_is_refused(run: Run, content: bytes) -> None:
    assert peak_memory(lambda: run(content, "replay")) < 12 * LARGEST
    assert "line" in run(content, "verify")


@pytest.mark.parametrize(
    "content", ["[" * 200_000, "{" * 10, "[]", "5", "null", '{"cards":5}', '{"cards":{},"decks":NaN}']
)
def test_tables_that_are_no_tables_are_refused(run: Run, record: Record, content: str) -> None:
    assert "cannot use content" in run(write(replace(record, content=Content("tnb", content))), "verify")


@pytest.mark.parametrize("seed", [*range(10), *thorough(*range(10, 300 * TIMES))])
def test_whatever_is_altered_in_a_file_it_is_shown_or_refused(run: Run, record: Record, seed: int) -> None:
    rng, text = random.Random(seed), write(record)  # noqa: S311 # no secret
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(lines) - 2)
        words = lines[place].split(" ")
        word = rng.randrange(len(words))
        other = rng.choice([ESCAPE, "", "9" * 50, "-1", "\ud800", rng.choice(lines), rng.choice(words), "x" * 500])
        changed = " ".join([*words[:word], other, *words[word + rng.randrange(2) :]])
        lines[place : place + rng.randrange(2)] = [changed] * rng.randrange(3)
    for command in ("verify", "replay"):
        run("\n".join(lines), command)


def _altered(rng: random.Random, tables: Any) -> None:
    """Change one value somewhere in tables."""
    while isinstance(tables, dict | list) and tables:
        places = list(tables) if isinstance(tables, dict) else range(len(tables))
        place = rng.choice(places)
        value = tables[place]
        if rng.random() < 0.02 or not isinstance(value, dict | list):
            near = [value + 1, value + 2, max(0, value - 1), 100_000] if type(value) is int else [not value]
            texts = ["x" * 24, "x" * 300, ESCAPE, rng.choice(list(map(str, places))), rng.choice(list(map(str, near)))]
            tables[place] = rng.choice(texts if isinstance(value, str) else near)
            return
        tables = value


def _played(rng: random.Random, table: Table) -> Iterator[tuple[Ply, Table]]:
    """Play at random, and resign in the end. Yield each ply with the table after it."""
    for _ in range(rng.randrange(60)):
        if table.state.outcome is not None:
            return
        seat = rng.choice(table.state.phase.waiting)
        action = rng.choice(table.state.phase.options(table.state, seat))
        table = table.play(seat, action)
        yield Ply(number=table.ply, seat=seat, action=str(action), digest=table.digest), table
    table = table.resign(0)
    yield Ply(number=table.ply, seat=0, kind=PlyKind.RESIGNATION, digest=table.digest), table


@pytest.mark.parametrize("key", games_first("tnb"))
@pytest.mark.parametrize("seed", [*range(3), *thorough(*range(3, 40 * TIMES))])
def test_a_match_with_tables_of_another_hand_is_shown_or_refused(run: Run, tmp_path: Path, key: str, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 # no secret
    record = committed(key).record
    tables = record.content.tables
    for _ in range(rng.choice([1, 1, 1, 4])):
        _altered(rng, tables)
    record = replace(with_tables(record, tables), proof=None, plies=[])
    with suppress(Exception):  # tables that the rules refuse, or that mislead them: the file has no more plies
        game = load_library().game(key, record.rules, record.content)
        seats, deal = len(record.names), record.deal
        table = Table.deal(game, seats=seats, options=record.options, decks=deal.decks, seed=deal.seed)
        record = replace(record, deal=replace(deal, digest=table.digest))
        for ply, after in _played(rng, table):
            record = replace(record, plies=[*record.plies, ply], outcome=after.state.outcome)
    for command in (("verify",), ("replay",), *((("replay", "--html", "page.html"),) if seed % 20 == 3 else ())):
        run(write(record), *command)
