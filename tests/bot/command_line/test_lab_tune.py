"""`hidden-hand lab tune`, `lab skill`, the lead curve, and raw matches as CSV."""

import csv
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.content.seeds import load_game
from bot.lab.contest import Arena, Contest
from bot.lab.players import player, rollouts_of, searching
from bot.lab.tuning import Decided, Decks, Length, Seats

Program = Callable[..., tuple[int, str, str]]
FEW = ("--most", "8", "--processes", "1")


def test_each_value_is_measured_on_the_same_deals_and_the_nearest_one_told(hidden_hand: Program) -> None:
    words = ("lab", "tune", "tnb", "cards.lancer.damage=1..9/4", "--target", "length", *FEW)
    code, out, err = hidden_hand(*words, "--player", "random", "--json")
    found = json.loads(out)
    assert code == 0
    assert [row["value"] for row in found["values"]] == ["1", "5", "9"]
    assert [line.partition(":")[0] for line in err.splitlines()] == [
        f"cards.lancer.damage={value}" for value in (1, 5, 9)
    ]
    least = min(found["values"], key=lambda row: row["length"]["value"])
    assert found["sentences"][0].startswith(f"With cards.lancer.damage={least['value']}, matches are nearest to")
    assert all({"seats", "length", "decided", "decks"} < row.keys() for row in found["values"])


def test_a_sign_adds_to_the_number(hidden_hand: Program) -> None:
    words = ("lab", "tune", "allocator", "cards.boost=+0..+1", "--target", "seats", *FEW, "--player", "random")
    code, out, _ = hidden_hand(*words, "--json")
    assert code == 0
    assert [row["value"] for row in json.loads(out)["values"]] == ["+0", "+1"]


def test_targets_measure_what_they_say() -> None:
    contest = Contest(game="tnb", players=("random",) * 2, options={})
    with Arena(1) as arena:
        matches = [*arena.play(contest, 20, 3)]
    shares = sum(match.shares[0] for match in matches)
    assert Seats().measured(matches).share == pytest.approx(5 * shares)
    assert Length(9).measured(matches).value == sum(match.turns for match in matches) / 20
    assert (Length(9).wanted(2), Seats().wanted(4), Decided().wanted(2)) == (9, 25, 0)
    by_deck = Decks().measured(matches)
    assert by_deck.matches == max(
        sum(deck in match.decks for match in matches)
        for deck in load_game("tnb").decks
        if sum(m.shares[m.decks.index(deck)] for m in matches if deck in m.decks) == by_deck.wins
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("cards.boost=3",), "is not written as NUMBER=LOW..HIGH"),
        (("cards.boost=3..1",), "give 2 to 50 values"),
        (("cards.boost=0..999",), "give 2 to 50 values"),
        (("cards.nothing=0..3",), "cards.nothing=0..3: "),
        (("cards.boost=1..3", "--target", "fun"), "--target: 'fun' is none of seats, length, decided, decks"),
        (("cards.boost=1..3", "--target", "seats=3"), "--target: 'seats=3' is none of"),
    ],
)
def test_what_cannot_be_tuned_is_refused_in_a_line(hidden_hand: Program, words: tuple[str, ...], why: str) -> None:
    code, out, err = hidden_hand("lab", "tune", "allocator", *words, *FEW)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_experts_meet_those_with_half_their_rollouts(hidden_hand: Program) -> None:
    words = ("lab", "skill", "tiny", "--from", "2", "--to", "5", "--most", "2", "--processes", "1")
    code, out, err = hidden_hand(*words, "--json")
    found = json.loads(out)
    assert code == 0
    assert [(row["rollouts"], row["against"]) for row in found["skill"]] == [(2, "greedy"), (4, 2)]
    assert len(err.splitlines()) == 2
    assert hidden_hand("lab", "skill", "tnb", "--from", "8", "--to", "4")[0] == 2


def test_an_expert_is_named_by_its_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    efforts = []

    class Searching:
        def __init__(self, _game: Any, view: Any, _seed: int, _stop: Any) -> None:
            self.action = view.options[-1]

        def best(self, effort: Any) -> Any:
            efforts.append(effort.rollouts)
            return self

    monkeypatch.setattr("bot.lab.players.Search", Searching)
    game = load_game("tnb")
    g = game.begin(seats=2, options={}, decks=[deck.cards for deck in game.decks.values()][:2], seed=1)
    seat = g.phase.waiting[0]
    _, action = player(game, searching(24)).decide(game, g, seat, 1)
    assert (action, efforts) == (game.view(g, seat).options[-1], [24])
    assert [rollouts_of(name) for name in ("expert:24", "expert", "expert:x", "24")] == [24, 0, 0, 0]


@pytest.mark.thorough
def test_the_leader_wins_more_often_the_later_it_is(hidden_hand: Program) -> None:
    code, out, _ = hidden_hand("lab", "dull", "tnb", "--most", "60", "--within", "1", "--processes", "1", "--json")
    assert code == 0
    curve = json.loads(out)["curve"]
    assert [row["part"] for row in curve] == [f"{part} %" for part in range(10, 100, 10)][-len(curve) :]
    counts = [row["expected"]["matches"] for row in curve if row["expected"]]
    assert counts == sorted(counts)  # once a player has led, somebody always does
    assert curve[-1]["expected"]["won"] > 60


@pytest.mark.parametrize(
    "words",
    [
        ("exploit", "circuitry", "--seats", "3", "--plan", "rush", "--learn", "0", "--most", "3"),
        ("exploit", "tnb", "--plan", "rush", "--learn", "0", "--most", "2"),
    ],
)
def test_a_line_of_a_raw_match_names_the_command_that_prints_it(
    hidden_hand: Program, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = tmp_path / "matches.csv"
    assert hidden_hand("lab", *words, "--processes", "1", "--csv", str(file))[0] == 0
    with file.open(encoding="utf-8", newline="") as stream:
        rows = [*csv.DictReader(stream)]
    assert {tuple(sorted(row["players"].split())) for row in rows} > {
        tuple(["greedy"] * len(rows[0]["players"].split()))
    }
    for row in rows[-3:]:
        ran = hidden_hand(*shlex.split(row["playthrough"])[1:])
        assert ran[0] == 0
        end = ran[1].splitlines()[-1]
        ranks = [int(text.rpartition(" ")[2]) for text in end.partition("ranks: ")[2].split(", ")]
        shares = [float(share) for share in row["won"].split()]
        assert f"over: {row['ending']}" in end
        assert [rank == 1 for rank in ranks] == [share > 0 for share in shares]


def test_a_match_that_no_command_can_print_says_why_and_names_none(hidden_hand: Program, tmp_path: Path) -> None:
    file = tmp_path / "matches.csv"
    words = ("exploit", "tnb", "--plan", "none", "--learn", "0", "--give", "life_points=9", *FEW)
    assert hidden_hand("lab", *words, "--csv", str(file))[0] == 0
    with file.open(encoding="utf-8", newline="") as stream:
        rows = [*csv.DictReader(stream)]
    assert len(rows) == 8
    assert {row["gift"] for row in rows} == {"seat 0: life_points=9", "seat 1: life_points=9"}
    assert {row["playthrough"] for row in rows} == {""}
    assert hidden_hand("lab", *words, "--csv", str(tmp_path / "nowhere" / "out.csv"))[0] == 2
