"""`hidden-hand lab compare`, through the command line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.content.seeds import load_content
from bot.lab.contest import Arena, Match

Program = Callable[..., tuple[int, str, str]]
Compared = Callable[..., dict[str, Any]]
FEW = ("--most", "8", "--processes", "1")
TNB = ("lab", "compare", "tnb", "--player", "random", *FEW)


@pytest.fixture
def compared(hidden_hand: Program) -> Compared:
    def run(*words: str) -> dict[str, Any]:
        code, out, err = hidden_hand(*TNB, "--json", *words)
        assert (code, err) == (0, "")
        found: dict[str, Any] = json.loads(out)
        return found

    return run


def row(comparison: dict[str, Any], measure: str) -> dict[str, Any]:
    wanted: dict[str, Any] = next(row for row in comparison["matches"] if row["measure"] == measure)
    return wanted


SAME = {"going_first": "leader", "withdraw": "on"}
"""The options that two variants of T&B share."""


def test_two_variants_are_played_by_the_same_chances(compared: Compared) -> None:
    found = compared("--b", "overdrive=off", "--plan", "no-block")
    assert found["variants"]["A"]["options"] == {"overdrive": "new_cards", **SAME}
    assert found["variants"]["B"]["options"] == {"overdrive": "off", **SAME}
    assert row(found, "seat 0 wins %")["A"]["matches"] == 8
    assert row(found, "turns")["difference"]["count"] == 8
    assert [plan["plan"] for plan in found["plans"]] == ["no-block"]
    assert sum(length["A"] for length in found["lengths"]) == 8


def test_numbers_of_the_content_are_changed_in_a_word(compared: Compared) -> None:
    found = compared("--b", "cards.speed=+3", "--plan", "none")
    assert row(found, "decisions")["A"] != row(found, "decisions")["B"]
    assert found["variants"]["B"]["differs"] == ["speed +3"]


def test_a_folder_of_content_stands_in_the_place_of_the_games_own(compared: Compared, tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(_toml(load_content("tnb").tables["cards"], speed=9), encoding="utf-8")
    found = compared("--b", f"content={tmp_path}", "--plan", "none")
    assert row(found, "decisions")["A"] != row(found, "decisions")["B"]
    assert found["sentences"]


def _toml(table: dict[str, Any], **instead: int) -> str:
    """Return a table of flat entries as TOML, with other numbers in it."""
    entries = ({**entry, **instead} for entry in table.values())
    return "".join(
        f"[{id_}]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in entry.items())
        for id_, entry in zip(table, entries, strict=True)
    )


def test_players_and_decks_meet_at_one_table_from_changing_seats(compared: Compared, hidden_hand: Program) -> None:
    found = compared("--a", "players=greedy", "--b", "players=random")
    assert {each["measure"] for each in found["matches"]} >= {"A wins from seat 0 %", "A wins from seat 1 %"}
    assert [row(found, f"A wins from seat {seat} %")["both"]["matches"] for seat in (0, 1)] == [4, 4]
    assert found["sentences"][0].startswith("Greedy is better than random: it wins ")
    decks = compared("--a", "deck=vanguard", "--b", "deck=vanguard", "players=greedy")
    assert "Random, the deck" not in decks["sentences"][0]
    assert hidden_hand(*TNB, "--a", "deck=vanguard", "--b", "players=greedy")[:2] == (2, "")


def test_one_variant_alone_is_described(compared: Compared) -> None:
    found = compared("--plan", "turtle")
    assert set(found["plans"][0]) == {"plan", "A", "matches", "summary"}
    assert any("one choice" in sentence for sentence in found["sentences"])


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_numbers_on_any_number_of_cores(hidden_hand: Program) -> None:
    words = ("lab", "compare", "tnb", "--player", "random", "--b", "overdrive=off", "--most", "8", "--json")
    one, two = (hidden_hand(*words, "--plan", "no-block", "--processes", cores) for cores in ("1", "2"))
    assert one == two
    assert one != hidden_hand(*words, "--plan", "no-block", "--processes", "1", "--seed", "2")


def test_what_is_interrupted_prints_what_it_knows(hidden_hand: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    together = Arena.together

    def a_few(self: Arena, *arguments: Any) -> Iterator[tuple[Match, ...]]:
        for number, found in enumerate(together(self, *arguments)):
            if number == 5:
                raise KeyboardInterrupt
            yield found

    monkeypatch.setattr(Arena, "together", a_few)
    code, out, err = hidden_hand(*TNB, "--plan", "none")
    assert (code, err) == (130, "")
    assert "Ended early" in out
    assert "HOW 5 MATCHES WENT" in out


def test_it_is_read_in_lines_that_fit_and_explain_themselves(hidden_hand: Program) -> None:
    code, out, err = hidden_hand(*TNB, "--b", "overdrive=off", "--plan", "no-block", "--plan", "turtle")
    assert (code, err) == (0, "")
    assert out.startswith("T&B with 2 players. A: the game as it is; B: overdrive off\n\n")
    assert max(map(len, out.splitlines())) <= 120
    assert "B - A: in points" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--b", "siege=off"), "--b: T&B has no option siege"),
        (("--b", "overdrive"), "--b: 'overdrive' is not written as name=value"),
        (("--b", "overdrive=never"), "--b: The option overdrive is"),
        (("--b", "players=deep-blue"), "--b: 'deep-blue' is none of random, greedy"),
        (("--a", "deck=none"), "--a: T&B has no deck 'none'; there is"),
        (("--b", "cards.health=much"), "--b: 'cards.health=much' is no change: write cards.boost=+1"),
        (("--b", "card.health=+1"), "--b: health +1: tnb has no card.toml; there is cards, decks"),
        (("--b", "cards.nobody.health=1"), "cards.toml has no entry 'nobody'"),
        (("--b", "cards.wealth=+1"), "wealth +1: no such number is there; there is health"),
        (("--b", "cards.marksman.health=-9"), "tnb: cards.toml, marksman: health: expected a whole number from 1"),
        (("--content", "nowhere"), "--content: nowhere: it cannot be read"),
        (("--b", "players=random"), "--b: this is the same variant as A"),
        (("--plan", "nothing"), "--plan: 'nothing' is none of"),
        (("--player", "greedy:jump=-100"), "--player: T&B has no action or card 'jump'; there is draw"),
        (("--player", "greedy:block=-101"), "is no leaning: write block=-100"),
        (("--player", "greedy:block=-10@turn"), "is no condition: write turn=..12"),
        (("--player", "greedy:block=-10@own.coins=3.."), "T&B has no reading 'own.coins'; there is first"),
        (("--within", "0"), "'0' is not a whole number from 1 to 50"),
        (("--seats", "3"), "--seats: T&B is for 2 players"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_a_line(hidden_hand: Program, words: tuple[str, ...], why: str) -> None:
    code, out, err = hidden_hand(*TNB, *words)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_a_folder_with_a_fault_is_refused_by_the_name_of_its_entry(hidden_hand: Program, tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(_toml(load_content("tnb").tables["cards"], health=-1), encoding="utf-8")
    code, out, err = hidden_hand(*TNB, "--b", f"content={tmp_path}")
    assert (code, out) == (2, "")
    assert "cards.toml, marksman: health: expected a whole number" in err
    (tmp_path / "cards.toml").write_text("[half", encoding="utf-8")
    assert "cards.toml: " in hidden_hand(*TNB, "--content", str(tmp_path))[2]
    (tmp_path / "cards.toml").rename(tmp_path / "crads.toml")
    (tmp_path / "crads.toml").write_text("", encoding="utf-8")
    assert (
        "crads.toml: T&B has no such file; there are cards.toml, decks.toml"
        in hidden_hand(*TNB, "--content", str(tmp_path))[2]
    )
