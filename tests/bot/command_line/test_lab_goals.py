"""`hidden-hand lab goals`: one table of what is wanted and what is measured."""

import json
import signal
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bot.content.seeds import load_game
from bot.lab.contest import Arena
from bot.lab.experiment import Field, Lab
from bot.lab.gifts import Gift
from bot.lab.goal_parts import Limits, PlayedPart, SearchPart, parts_of
from bot.lab.goal_rows import Row
from bot.lab.plans import plans_of, stallers
from bot.lab.score import Estimate
from bot.lab.trials import Effort
from rules.catalog import GAMES
from rules.core.goals import EvenDecks, EvenSeats, GiftWorth, NoStrongDeck, PlanWins, StallsEnd, TimesDone
from rules.core.options import RuleSet

Program = Callable[..., tuple[int, str, str]]
FEW = ("--matches", "4", "--minutes", "0", "--processes", "1")
WITH_GOALS = [key for key in GAMES if load_game(key).goals]


@pytest.mark.parametrize("key", WITH_GOALS)
def test_what_a_goal_names_is_in_the_game(key: str) -> None:
    game = load_game(key)
    verbs = {kind.verb for kind in game.actions}
    for goal in game.goals:
        assert goal.matches >= 1_000
        assert (goal.seats or game.seats[0]) in game.seats
        match goal:
            case PlanWins():
                assert goal.plan in plans_of(game, goal.seats or game.seats[0])
            case TimesDone():
                assert set(goal.verbs) <= verbs
            case GiftWorth():
                assert Gift.parse(game, goal.gift) != Gift.parse(game, goal.instead)
            case EvenDecks() | NoStrongDeck():
                assert len(game.decks) > 1
            case StallsEnd():
                assert stallers(game)


def test_every_number_of_players_has_a_goal_for_its_seats() -> None:
    for key in WITH_GOALS:
        game = load_game(key)
        seats = [goal.seats or game.seats[0] for goal in game.goals if isinstance(goal, EvenSeats)]
        assert seats == [*game.seats]


@pytest.mark.parametrize(
    ("bounds", "met", "wanted"),
    [
        ((49, 52), "unsure", "49-52"),
        ((45, 55), "yes", "45-55"),
        ((-inf, 48), "no", "up to 48"),
        ((52, inf), "no", "from 52"),
        ((50, inf), "unsure", "from 50"),
    ],
)
def test_a_goal_is_met_when_the_whole_interval_lies_inside(bounds: tuple[float, float], met: str, wanted: str) -> None:
    row = Row(game="tnb", name="seat", measured=Estimate(50, 48.5, 51.5, 900), bounds=bounds, seed=1)
    assert (row.met, row.wanted) == (met, wanted)
    assert Row.read(json.loads(json.dumps(row.written))) == row


@pytest.mark.parametrize(
    ("keys", "among"),
    [
        (
            ["tnb"],
            {
                *("seat 0 of 2 wins %", "“no-move” wins %", "Vanguard wins %", "lead in life points changes %"),
                *("turns with a player who plays for time", "played for time to the last resort %"),
            },
        ),
        pytest.param(
            ["tnb", "circuitry"],
            {*(f"seat {seat} of 3 wins %" for seat in range(3)), "plays of green cards in a match of 4"},
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_one_table_has_every_goal(hidden_hand: Program, keys: list[str], among: set[str]) -> None:
    code, out, err = hidden_hand("lab", "goals", *keys, *FEW, "--json")
    assert code == 0
    rows = json.loads(out)["goals"]
    names = {(row["game"], row["goal"]) for row in rows}
    assert {(keys[-1], name) for name in among} <= names
    assert {key for key, _ in names} == {*keys}
    assert len(names) == len(rows)
    for row in rows:
        low, high = row["measured"]["interval"]
        assert low <= row["measured"]["value"] <= high
        assert row["matches"] == row["measured"]["matches"] >= 2
        assert row["met"] in {"yes", "no", "unsure"}
    assert err.count("\n") == len(rows)  # each was told as it came


def test_a_run_goes_on_from_its_record_and_is_compared_with_it(hidden_hand: Program, tmp_path: Path) -> None:
    file = tmp_path / "goals.json"
    words = ("lab", "goals", "tnb", *FEW, "--record", str(file))
    first = hidden_hand(*words)
    assert first[0] == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    dropped = data["finished"].pop()
    file.write_text(json.dumps(data), encoding="utf-8")
    again = hidden_hand(*words)
    assert again[1] == first[1]
    assert 0 < len(again[2].splitlines()) < len(first[2].splitlines())
    assert dropped in json.loads(file.read_text(encoding="utf-8"))["finished"]
    compared = hidden_hand("lab", "goals", "tnb", *FEW, "--seed", "2", "--against", str(file), "--json")
    rows = json.loads(compared[1])["goals"]
    before = {row["name"]: row["value"] for row in data["results"]}
    assert {row["goal"]: row["before"]["value"] for row in rows} == pytest.approx(before, abs=0.01)
    assert {row["was"] for row in rows} <= {"yes", "no", "unsure"}
    code, out, err = hidden_hand("lab", "goals", "tnb", *FEW, "--seed", "2", "--record", str(file))
    assert (code, out) == (2, "")
    assert "is of another run" in err


def test_other_content_is_measured_as_well(hidden_hand: Program, tmp_path: Path) -> None:
    (tmp_path / "tnb").mkdir()
    cards = (Path("seeds") / "tnb" / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "tnb" / "cards.toml").write_text(cards.replace("defence = 1", "defence = 2"), encoding="utf-8")
    hashes = [
        json.loads(hidden_hand("lab", "goals", "tnb", *FEW, *more, "--json")[1])["content"]["tnb"]
        for more in ((), ("--content", str(tmp_path)))
    ]
    assert hashes[0] != hashes[1]


def test_the_rules_as_written_are_measured_as_well_and_are_another_run(hidden_hand: Program, tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    words = ("lab", "goals", "tnb", *FEW)
    assert hidden_hand(*words, "--record", str(file))[0] == 0
    written = json.loads(hidden_hand(*words, "--rules", "as-written", "--against", str(file), "--json")[1])
    game = load_game("tnb")
    assert game.rule_set(written["options"]["tnb"]) is RuleSet.WRITTEN
    house = {row["name"]: row["value"] for row in json.loads(file.read_text(encoding="utf-8"))["results"]}
    rows = [row for row in written["goals"] if row["goal"] in house]  # of measures, the two may name different ones
    assert len(rows) >= len(house) - 1
    assert [row["before"]["value"] for row in rows] == pytest.approx([house[row["goal"]] for row in rows], abs=0.01)
    assert any(row["measured"]["value"] != house[row["goal"]] for row in rows)
    code, out, err = hidden_hand(*words, "--rules", "as-written", "--record", str(file))
    assert (code, out) == (2, "")
    assert "is of another run" in err


def test_after_a_signal_all_that_is_known_is_printed(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play = PlayedPart.play

    def stopped(self: PlayedPart) -> None:
        play(self)
        if self.field.seats == 3:
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(PlayedPart, "play", stopped)
    file = tmp_path / "goals.json"
    code, out, _ = hidden_hand("lab", "goals", "circuitry", *FEW, "--record", str(file), "--json")
    found = json.loads(out)
    assert (code, found["stopped"]) == (130, True)
    assert {row["goal"] for row in found["goals"]} == {
        f"seat {seat} of {seats} wins %" for seats, decided in ((2, 1), (3, 3)) for seat in range(decided)
    }
    assert json.loads(file.read_text(encoding="utf-8"))["finished"] == ["circuitry with 2 quick players"]


@pytest.fixture
def lab() -> Iterator[Lab]:
    with Arena(1) as arena:
        yield Lab(arena=arena, seed=5)


def test_each_search_has_a_seed_of_its_own(lab: Lab) -> None:
    field = Field(game=load_game("tnb"), content=None, seats=2, options={})
    parts = [part for part in parts_of(lab, field, Limits(matches=24, minutes=1)) if isinstance(part, SearchPart)]
    assert [part.lab.seed for part in parts] == [5, 6, 7]


@pytest.mark.thorough
def test_a_search_is_a_row_once_it_is_finished(lab: Lab) -> None:
    field = Field(game=load_game("tnb"), content=None, seats=2, options={})
    parts = [part for part in parts_of(lab, field, Limits(matches=24, minutes=1)) if isinstance(part, SearchPart)]
    part = parts[1]
    assert not [*part.rows()]
    part.search.trials.effort = Effort(matches=40)
    part.run()
    [row] = part.rows()
    assert (row.name, row.bounds, row.measured.matches, row.seed) == ("best deck of search 2 wins %", (-inf, 58), 24, 6)
    assert row.detail
    assert part.is_finished


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("chess",), "there is no game 'chess'"),
        (("tnb", "--against", "nowhere.json"), "--against: nowhere.json cannot be read"),
        (("tnb", "--content", "nowhere"), "--content: "),
        (("tnb", "--record", "nowhere/out.json"), "--record: nowhere/out.json cannot be written"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_line(hidden_hand: Program, words: tuple[str, ...], why: str) -> None:
    code, out, err = hidden_hand("lab", "goals", *words, *FEW)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", ["{", "[]", '{"results": [{}], "finished": []}'])
def test_a_file_of_something_else_is_refused(hidden_hand: Program, tmp_path: Path, text: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, encoding="utf-8")
    found: Any = hidden_hand("lab", "goals", "tnb", *FEW, "--against", str(file))
    assert found.code == 2
    assert f"--against: {file} cannot be used" in found.err
