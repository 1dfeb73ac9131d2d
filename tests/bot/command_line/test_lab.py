"""`hidden-hand lab` on the command line: all its parts except comparisons."""

import errno
import json
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from bot.content.seeds import load_content, load_game
from bot.lab.bias import Leaning
from bot.lab.page import page
from bot.lab.plans import plans_of
from bot.lab.report import Report
from bot.process import study
from tests.chromium import chromium, new_page

Program = Callable[..., tuple[int, str, str]]
FEW = ("--most", "4", "--processes", "1")


@pytest.fixture
def report(hidden_hand: Program) -> Callable[..., dict[str, Any]]:
    def run(*words: str) -> dict[str, Any]:
        code, out, err = hidden_hand("lab", *words, *FEW, "--json")
        assert (code, err) == (0, "")
        found: dict[str, Any] = json.loads(out)
        return found

    return run


def test_every_ready_made_deck_meets_every_other_one_and_itself(report: Callable[..., dict[str, Any]]) -> None:
    found = report("decks", "tnb", "--player", "random", "--search", "0")
    decks = load_game("tnb").decks
    assert {row["deck"] for row in found["decks"]} == set(decks)
    assert len(found["pairs"]) == len(decks) * (len(decks) + 1) // 2
    assert sum(row["against"] == "itself" for row in found["pairs"]) == len(decks)
    for row in found["decks"] + found["pairs"]:
        low, high = row["won"]["interval"]
        assert 0 <= low <= row["won"]["won"] <= high <= 100
    assert sum(row["won"]["won"] for row in found["decks"]) == pytest.approx(50 * len(decks), abs=1)
    assert "search" not in found


def test_a_search_ends_with_its_best_deck_measured_again(report: Callable[..., dict[str, Any]]) -> None:
    found = report("decks", "tnb", "--player", "random", "--search", "200")["search"]
    game = load_game("tnb")
    assert [found[0]["number"], found[-1]["number"]] == ["start", "anew"]
    assert found[-1]["matches"] == 12
    assert not any(game.deck_faults(deck["cards"].split(", ")) for deck in found)


def test_a_search_may_be_given_seconds(report: Callable[..., dict[str, Any]]) -> None:
    assert report("decks", "tnb", "--player", "random", "--seconds", "1")["search"][-1]["number"] == "anew"


def test_plans_are_the_scripts_and_the_quick_player_without_one_thing_each() -> None:
    plans = plans_of(load_game("allocator"), 2)
    assert plans["no-development"].without == "Development"
    assert plans["without play"].player == "greedy:play=-100"
    assert "without boost" not in plans  # that is never-boost
    assert "without decline" not in plans  # declining does nothing
    assert plans["rush"].most == load_game("allocator").scripts["rush"].most


def test_plans_are_measured_against_whom_one_likes(report: Callable[..., dict[str, Any]]) -> None:
    words = ("exploit", "tnb", "--plan", "turtle", "--plan", "greedy:play=-100", "--learn", "0")
    found = report(*words, "--against", "greedy", "--against", "random")
    assert {(row["plan"], row["against"]) for row in found["plans"]} == {
        (plan, who) for plan in ("turtle", "greedy:play=-100") for who in ("greedy", "random")
    }
    turtle = next(row for row in found["plans"] if (row["plan"], row["against"]) == ("turtle", "greedy"))
    assert (turtle["hoped"], turtle["won"]["matches"]) == ("0-20", 4)
    assert any("beats the quick player" in sentence for sentence in found["sentences"])


def test_plans_that_play_for_time_are_tried_against_the_quick_player_and_themselves(
    report: Callable[..., dict[str, Any]],
) -> None:
    found = report("exploit", "tnb", "--stall")
    assert {(row["plan"], row["against"]) for row in found["plans"]} == {
        (plan, who) for plan in ("turtle", "no-attack") for who in ("greedy", plan)
    }
    both = next(row for row in found["plans"] if row["plan"] == row["against"] == "turtle")
    assert (both["longest"], both["last"]) == (61, 100), "two walls come to the last resort (8.5)"
    assert found["sentences"][0].startswith("Slowest is “turtle” against “turtle”: 61 turns on average and 61 at most.")
    assert " ended by the last resort." in found["sentences"][0]


def test_compulsory_actions_and_those_that_the_quick_player_never_does_are_told_apart(
    report: Callable[..., dict[str, Any]],
) -> None:
    plans = ("without lay", "no-redraw", "never-raises", "greedy:raise=-100", "greedy:keep=-100")
    words = [word for plan in plans for word in ("--plan", plan)]
    found = report("exploit", "arms_dealer", *words, "--learn", "0")
    rows = {row["plan"]: row for row in found["plans"]}
    assert "without lay" not in rows
    assert rows["no-redraw"]["otherwise"] == 0
    assert rows["greedy:raise=-100"]["summary"] == "the same as never-raises"
    assert rows["never-raises"]["otherwise"] > 50
    assert any(row["plan"].startswith("given hand=") for row in found["plans"])
    text = " ".join(found["sentences"])
    assert "Always compulsory when possible, so no player can avoid them: “harvest”, “lay”." in text
    assert "The quick player never does this: Redraw." in text


def test_what_is_never_possible_is_not_called_useless(report: Callable[..., dict[str, Any]]) -> None:
    found = report("exploit", "circuitry", "--plan", "without give", "--plan", "without move", "--learn", "0")
    assert "Never possible in these matches: “give”." in found["sentences"]
    assert not any("never does this" in sentence for sentence in found["sentences"])


def test_what_is_given_is_measured(report: Callable[..., dict[str, Any]]) -> None:
    found = report("exploit", "tnb", "--plan", "none", "--learn", "0", "--give", "life_points=90")
    [row] = found["plans"]
    assert (row["plan"], row["won"]["matches"]) == ("given life_points=90", 4)
    assert row["won"]["won"] > 60
    assert found["sentences"][-1].startswith("A player who starts with the gift life_points=90 wins ")


def test_leads_are_told_as_they_are_expected_and_as_people_see_them(report: Callable[..., dict[str, Any]]) -> None:
    found = report("dull", "tnb")
    assert any(sentence.startswith("By life points, which people see, the lead") for sentence in found["sentences"])
    assert all(row["seen"] for row in found["leads"][1:])


def test_more_than_two_play_too(report: Callable[..., dict[str, Any]]) -> None:
    found = report("dull", "tiny", "--seats", "3", "--player", "random")
    assert (found["seats"], found["matches"]) == (3, 4)


def test_dull_is_where_nothing_is_chosen_or_done(report: Callable[..., dict[str, Any]]) -> None:
    found = report("dull", "allocator", "--player", "random")
    game = load_game("allocator")
    assert {row["action"] for row in found["actions"]} == {kind.verb for kind in game.actions}
    for row in found["actions"]:
        assert 0 <= row["done"] <= row["offered"]
    assert any("rule 4.1 (What you may do)" in row["phase"] for row in found["phases"])
    assert all(0 <= row["single"] <= 100 for row in found["phases"])


def test_cards_are_counted_by_who_has_them_and_by_who_does_without(report: Callable[..., dict[str, Any]]) -> None:
    found = report("cards", "tnb", "--without", "sentry")
    rows = {row["card"]: row for row in found["cards"]}
    assert [card for card, row in rows.items() if row["without"]] == ["sentry"]
    for row in rows.values():
        assert row["played"] <= row["drawn"]
        counted = (row["won_drawn"] or {"matches": 0})["matches"]
        assert counted == row["drawn"]
    seats = [(row["won_missing"] or {"matches": 0})["matches"] + row["drawn"] for row in rows.values()]
    assert sum(seats) == 4 * 2 * 8  # matches, seats, cards of a deck


def test_cards_that_are_in_no_deck_are_within_reach_of_whoever_plays(report: Callable[..., dict[str, Any]]) -> None:
    found = report("cards", "arms_dealer", "--player", "random", "--without", "none")
    for row in found["cards"]:
        seats = (row["won_missing"] or {"matches": 0})["matches"] + row["drawn"]
        assert seats == 4 * 2 or row["card"] in load_game("arms_dealer").deck_cards


def test_a_card_that_another_one_beats_in_a_number_and_meets_in_all_others_is_dominated(
    report: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    cards = (Path("seeds") / "allocator" / "cards.toml").read_text(encoding="utf-8")
    twin = re.search(r"\[titan-servo\]\n(.*?)\n\n", cards, re.DOTALL)
    assert twin
    better = twin[0].replace("[titan-servo]", "[titan-mega]").replace("Titan Servo", "Titan Mega")
    better = better.replace("boost = 3", "boost = 4")
    (tmp_path / "cards.toml").write_text(cards + "\n" + better, encoding="utf-8")
    words = ("cards", "allocator", "--player", "random", "--without", "none")
    assert report(*words)["dominated"] == []
    found = report(*words, "--content", str(tmp_path))["dominated"]
    assert [(row["card"], row["better"]) for row in found] == [("titan-servo", "titan-mega")]


def test_a_search_ends_with_its_best_plan_measured_again(report: Callable[..., dict[str, Any]]) -> None:
    found = report("exploit", "tiny", "--plan", "none", "--learn", "150")
    assert [found["learnt"][0]["step"], found["learnt"][-1]["step"]] == ["start", "anew"]
    assert Leaning.parse(load_game("tiny"), found["learnt"][-1]["player"]).leans
    assert found["sentences"][-1].startswith("A search over ")


class _Page(HTMLParser):
    """The links and elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.fetched += [
            value or ""
            for name, value in attrs
            if name in {"src", "href", "xlink:href"} and not (value or "").startswith("#")
        ]


@pytest.mark.parametrize("part", ["dull tnb --player random", "exploit tnb --plan rush --learn 0"])
def test_a_report_is_one_page_with_charts_that_fetches_nothing(hidden_hand: Program, tmp_path: Path, part: str) -> None:
    file = tmp_path / "out.html"
    code, out, err = hidden_hand("lab", *part.split(), *FEW, "--report", str(file))
    assert (code, err) == (0, "")
    text = file.read_text(encoding="utf-8")
    page = _Page(text)
    assert page.tags["svg"] >= 1
    assert out
    assert page.tags["table"] >= 2 or "exploit" in part
    assert page.fetched == []
    assert not {"script", "link", "iframe", "img"} & page.tags.keys()
    assert "url(http" not in text
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]


def test_a_page_says_how_it_was_made(hidden_hand: Program, tmp_path: Path) -> None:
    file = tmp_path / "out.html"
    words = ("lab", "dull", "tnb", "--player", "random", "--seed", "7", *FEW, "--report", str(file))
    assert hidden_hand(*words)[0] == 0
    text = file.read_text(encoding="utf-8")
    assert f"<dt>Command: </dt><dd>hidden-hand {' '.join(words)}</dd>" in text
    assert f"<dt>Content: </dt><dd>{load_content('tnb').hash}</dd>" in text
    assert "<dt>Seed: </dt><dd>7</dd>" in text
    assert re.search(r"<dt>Date: </dt><dd>\d{4}-\d\d-\d\d \d\d:\d\d UTC</dd>", text)


def test_of_each_kind_of_finding_a_page_shows_one_and_folds_the_others() -> None:
    report = Report(
        title="A title",
        sentences=["First.", ("Second.", "Third.", "Fourth."), ()],
        tables=[],
        settings={"seed": 1, "content": {"A": "aa", "B": "bb"}},
    )
    text = page(report)
    assert "<p>First.</p>\n<p>Second.</p>\n<details><summary>2 more of this kind</summary><p>Third.</p><p>" in text
    assert text.count("<details>") == 1
    assert "<dd>A aa, B bb</dd>" in text
    assert report.data()["sentences"] == ["First.", "Second.", "Third.", "Fourth."]
    assert [line for line in report.lines() if line][1:] == ["First.", "Second.", "  Third.", "  Fourth."]


async def test_a_phone_shows_every_column_of_a_page(hidden_hand: Program, tmp_path: Path) -> None:
    file = tmp_path / "out.html"
    words = ("lab", "exploit", "tnb", "--plan", "rush", "--plan", "turtle", "--learn", "0", *FEW, "--report", str(file))
    assert hidden_hand(*words)[0] == 0
    async with chromium() as browser:
        for width in (360, 1200):
            shown = await new_page(browser, viewport={"width": width, "height": 800})
            await shown.goto(file.as_uri())
            cut = await shown.evaluate(_CUT)
            assert cut == []
            cells = await shown.locator("td[data-column='turns']").all()
            assert len(cells) == 2
            assert all([await cell.is_visible() for cell in cells])


_CUT = """() => [document.documentElement, ...document.querySelectorAll(".wide")]
    .filter(part => part.scrollWidth > part.clientWidth).map(part => part.tagName)"""
"""Lists all parts of a page that are wider than the space for them."""


def test_what_is_written_in_a_report_is_text(hidden_hand: Program, tmp_path: Path) -> None:
    folder = tmp_path / "<b>bold<i>"
    folder.mkdir()
    (folder / "cards.toml").write_text((Path("seeds") / "tnb" / "cards.toml").read_text(encoding="utf-8"), "utf-8")
    words = ("compare", "tnb", "--player", "random", "--plan", "none", "--b", f"content={folder}", "overdrive=off")
    file = tmp_path / "out.html"
    assert hidden_hand("lab", *words, *FEW, "--report", str(file))[0] == 0
    assert _Page(file.read_text(encoding="utf-8")).tags["b"] == 0


def test_without_the_extra_it_is_said_what_to_install(
    hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("bot.lab.page.import_module", missing)
    code, out, err = hidden_hand("lab", "dull", "tnb", *FEW, "--report", str(tmp_path / "out.html"))
    assert (code, out) == (2, "")
    assert "pip install -e '.[lab]'" in err
    assert list(tmp_path.iterdir()) == []


def test_a_report_for_which_there_is_no_room_leaves_the_one_before_and_all_is_printed(
    hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "out.html"
    file.write_text("the one before", encoding="utf-8")

    def full(_: Any) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(study, "page", full)
    code, out, err = hidden_hand("lab", "dull", "tnb", "--player", "random", *FEW, "--report", str(file))
    assert code == 2
    assert "WHAT IS ASKED" in out
    assert "cannot be written (No space left on device)" in err
    assert file.read_text(encoding="utf-8") == "the one before"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("where", ["nowhere/out.html", "."])
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_played(
    hidden_hand: Program, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = hidden_hand("lab", "dull", "tnb", *FEW, "--report", where)
    assert (code, out) == (2, "")
    assert "--report: " in err


@pytest.mark.parametrize("part", ["cards", "decks", "exploit", "dull"])
def test_the_tables_are_readable(hidden_hand: Program, part: str) -> None:
    more = {
        "cards": ("--without", "none"),
        "decks": ("--search", "0", "--player", "random"),
        "exploit": ("--plan", "rush", "--learn", "0"),
    }
    code, out, err = hidden_hand("lab", part, "tnb", *more.get(part, ()), *FEW)
    assert (code, err) == (0, "")
    assert out.startswith("T&B")
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("dull", "chess"), "there is no game 'chess'"),
        (("exploit", "tnb", "--against", "deep-blue"), "--against: 'deep-blue' is none of random, greedy, novice"),
        (("decks", "tnb", "--player", "nobody"), "--player: 'nobody' is none of"),
        (("exploit", "tnb", "--plan", "nothing"), "--plan: 'nothing' is none of"),
        (("exploit", "tiny", "--stall"), "--stall: Tiny has no plan that plays for time"),
        (("exploit", "tnb", "--give", "coins=3"), "--give: T&B: no player can be given coins=3"),
        (("dull", "tnb", "--seats", "3"), "--seats: T&B is for 2 players"),
        (("decks", "circuitry"), "Circuitry has no decks to measure"),
        (("cards", "tnb", "--without", "joker"), "--without: T&B has no card 'joker'"),
        (("decks", "tnb", "--most", "1"), "'1' is not a whole number from 2"),
        (("nonsense", "tnb"), "invalid choice: 'nonsense'"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_line(hidden_hand: Program, words: tuple[str, ...], why: str) -> None:
    code, out, err = hidden_hand("lab", *words)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1
