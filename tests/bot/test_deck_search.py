"""Searches for a deck that breaks a game."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice
from math import comb
from pathlib import Path
from typing import Any

import pytest

from bot.content.seeds import game_of, load_game, read_content
from bot.lab.contest import Arena, Contest, Results
from bot.lab.deck_search import DeckSearch
from bot.lab.experiment import Field, Lab
from bot.lab.goal_parts import DeckPart, Limits
from bot.lab.legal_decks import LegalDecks, distance, ordered
from bot.lab.score import Score
from bot.lab.trials import Effort, Tally
from bot.lab.worth_model import Sample, WorthModel
from rules.core.cards import CardId
from rules.core.goals import EvenDecks
from rules.core.rng import below, split

Deck = tuple[CardId, ...]
DECKS = ("allocator", "arms_dealer", "alchemy", "tnb")


@pytest.mark.parametrize("key", DECKS)
def test_decks_that_begin_a_search_are_legal_and_differ(key: str) -> None:
    game = load_game(key)
    starts = [*islice(LegalDecks(game).starts(3), 300)]
    assert len({*starts}) == len(starts) >= 20
    assert not any(game.deck_faults(deck) for deck in starts)


def test_a_sorted_deck_of_two_groups_is_among_the_first_decks() -> None:
    game = load_game("allocator")
    cards: Any = game.cards
    raiders = [id_ for id_, card in cards.items() if card.faction in {"corsair", "prism"}]
    boosts = Counter(sorted(raiders, key=lambda id_: cards[id_].function_match - cards[id_].boost)[:13])
    decks = LegalDecks(game).starts(3)
    assert any((Counter(deck) & Counter(boosts.elements())).total() >= 12 for deck in decks if {*deck} <= {*raiders})


@pytest.mark.parametrize("key", DECKS)
def test_no_single_exchange_improves_the_best_deck_for_given_worths(key: str) -> None:
    game = load_game(key)
    legal = LegalDecks(game)
    for number in range(20):
        worths = {card: below(split(number, place), 1000)[1] / 1000 for place, card in enumerate(legal.cards)}
        deck = legal.best(worths)
        assert game.deck_faults(deck) == []
        for old in {*deck}:
            for new in legal.cards:
                other = [*deck, new]
                other.remove(old)
                assert worths[new] <= worths[old] or game.deck_faults(other)


@pytest.mark.parametrize("key", DECKS)
def test_an_improved_deck_is_legal_and_near(key: str) -> None:
    game = load_game(key)
    legal = LegalDecks(game)
    start = legal.ready_made[0]
    for reach in (1, 3):
        worths = {card: float(below(split(reach, place), 1000)[1]) for place, card in enumerate(legal.cards)}
        deck = legal.improved(start, worths, reach)
        assert game.deck_faults(deck) == []
        assert 0 < distance(start, deck) <= reach


def test_the_only_legal_deck_stays_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("tnb")
    legal = LegalDecks(game)
    start = legal.ready_made[0]
    monkeypatch.setattr(type(game), "deck_faults", lambda _, deck: [] if ordered(game, deck) == start else ["another"])
    worths = {card: float(place) for place, card in enumerate(legal.cards)}
    assert legal.improved(start, worths, 8) == start


def _samples(worths: Mapping[CardId, float], count: int) -> list[Sample[CardId]]:
    """Return decks with one copy of some cards, each with the fraction of wins that follows from these worths."""
    samples = []
    for number in range(count):
        copies = {card: below(split(number, place), 2)[1] for place, card in enumerate(worths)}
        samples.append(Sample(copies, 1000, 0.5 + sum(worths[card] * copies[card] for card in copies)))
    return samples


def test_a_model_estimates_the_worth_of_cards_and_its_own_error() -> None:
    worths = {CardId(name): worth for name, worth in {"good": 0.05, "bad": -0.05, "idle": 0.0}.items()}
    model = WorthModel([*worths], {}, _samples(worths, 200), 0.1)
    assert model.worth == pytest.approx(worths, abs=0.005)
    deck = {CardId("good"): 1}
    assert model.share(deck) == pytest.approx(0.55, abs=0.005)
    assert model.error(deck) < 0.01
    few = WorthModel([*worths], {}, _samples(worths, 2), 0.1)
    assert few.error(deck) > model.error(deck)


def test_drawn_worths_vary_more_for_cards_with_fewer_samples() -> None:
    worths = {CardId(name): 0.0 for name in ("known", "unknown")}
    samples = [Sample({CardId("known"): number % 2}, 5000, 0.5) for number in range(50)]
    model, random = WorthModel([*worths], {}, samples, 0.05), 1
    drawn: list[dict[CardId, float]] = []
    for _ in range(50):
        random, drawn_worths = model.drawn(random, boldness=1.0)
        drawn.append(drawn_worths)
    assert model.drawn(random, boldness=0.0)[1] == model.worth
    known, unknown = (max(abs(drawn_worths[CardId(name)]) for drawn_worths in drawn) for name in ("known", "unknown"))
    assert known < 0.01 < unknown


class _Recorded(Arena):
    """Plays nothing, and records which deals each list of opponents would have been played on."""

    def __init__(self) -> None:
        super().__init__(1)
        self.deals: dict[tuple[Deck | str, ...], set[int]] = {}

    def results(self, jobs: Sequence[tuple[Contest, int]], seed: int) -> Results:
        for contest, number in jobs:
            self.deals.setdefault(contest.lists or contest.decks, set()).add(split(seed, number // contest.places))
        return Results([0.5] * len(jobs), 0.0)


def test_a_deck_meets_each_ready_made_deck_on_other_deals() -> None:
    arena = _Recorded()
    field = Field(game=load_game("tnb"), content=None, seats=2, options={})
    search = DeckSearch(Lab(arena=arena, most=960, seed=5), field, "greedy", Effort(matches=100))
    deck = search.legal.ready_made[0]
    search.trials.play([deck], 3, search.tally)
    assert len(arena.deals) == len(field.game.decks)
    assert len({*chain(*arena.deals.values())}) == sum(map(len, arena.deals.values())), "no deal is played twice"


def test_each_pair_of_ready_made_decks_plays_other_deals() -> None:
    arena = _Recorded()
    field = Field(game=load_game("tnb"), content=None, seats=2, options={})
    goal = next(goal for goal in field.game.goals if isinstance(goal, EvenDecks))
    DeckPart(Lab(arena=arena, seed=5), field, goal, Limits(matches=60, minutes=0)).run()
    assert len(arena.deals) == comb(len(field.game.decks), 2)
    assert len({*chain(*arena.deals.values())}) == sum(map(len, arena.deals.values())), "no deal is played twice"


class _Planted(Arena):
    """Draws the result of each match at random: a deck wins this fraction of them."""

    def __init__(self, share: Callable[[Deck], float]) -> None:
        super().__init__(1)
        self.share = share

    def results(self, jobs: Sequence[tuple[Contest, int]], seed: int) -> Results:
        won = [
            float(below(split(seed, place), 1000)[1] < 1000 * self.share(contest.lists[0]))
            for place, (contest, _) in enumerate(jobs)
        ]
        return Results(won, 0.0)


def _search(key: str, share: Callable[[Deck], float], matches: int, seed: int) -> DeckSearch:
    lab = Lab(arena=_Planted(share), within=5, most=960, seed=seed)
    field = Field(game=load_game(key), content=None, seats=2, options={})
    search = DeckSearch(lab, field, "greedy", Effort(matches=matches))
    search.run()
    return search


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (2, 3))])
def test_a_search_finds_a_planted_deck_that_card_columns_do_not_reveal(seed: int) -> None:
    game = load_game("tnb")
    planted = {card for place, card in enumerate(game.deck_cards) if place % 3 == 0}
    search = _search("tnb", lambda deck: 0.4 + 0.05 * len(planted & {*deck}), 20_000, seed)
    assert search.anew is not None
    assert len(planted & {*search.anew.subject}) >= 7
    assert search.anew.score.share > 68
    assert search.trials.played <= 1.1 * 20_000 + 960


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(1, 3))
def test_a_search_finds_cards_that_are_only_good_together(seed: int) -> None:
    cards: Any = load_game("allocator").cards

    def share(deck: Deck) -> float:
        raiders = sum(cards[card].faction in {"corsair", "prism"} for card in deck)
        boosts: int = sum(cards[card].boost for card in deck)
        return 0.2 + 0.01 * max(0, raiders - 20) + 0.002 * boosts

    search = _search("allocator", share, 30_000, seed)
    assert search.anew is not None
    assert share(search.anew.subject) > 0.62 > max(map(share, search.legal.ready_made))


@pytest.mark.thorough
def test_a_search_by_played_matches_finds_a_planted_deck(tmp_path: Path) -> None:
    text = (Path("seeds") / "tnb" / "cards.toml").read_text(encoding="utf-8")
    for card in ("marksman", "sentry", "rake", "warden", "lancer", "bulwark", "scythe", "outrider"):
        text = re.sub(rf"(\[{card}\].*?health = )\d+", r"\g<1>12", text, count=1, flags=re.DOTALL)
        text = re.sub(rf"(\[{card}\].*?damage = )\d+", r"\g<1>9", text, count=1, flags=re.DOTALL)
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    content = read_content("tnb", tmp_path)
    field = Field(game=game_of(content), content=content, seats=2, options={})
    with Arena(1) as arena:
        lab = Lab(arena=arena, within=5, most=120, seed=3)
        search = DeckSearch(lab, field, "greedy", Effort(matches=1_500))
        search.run()
    assert search.anew is not None
    assert search.anew.score.share > 62


@pytest.mark.thorough
def test_a_search_finds_the_same_on_any_number_of_processors() -> None:
    field = Field(game=load_game("tnb"), content=None, seats=2, options={})
    results = []
    for processes in (1, 2):
        with Arena(processes) as arena:
            lab = Lab(arena=arena, within=5, most=24, seed=4)
            search = DeckSearch(lab, field, "random", Effort(matches=200))
            search.run()
            results.append([*search.found, search.anew])
    assert results[0] == results[1]


def test_a_search_states_its_effort_and_its_uncertainty() -> None:
    search = _search("tnb", lambda _: 0.5, 3_000, 1)
    [found, limit] = search.sentences()
    assert found.startswith(f"A search over {search.tried:,} decks in {search.searched:,} matches found none that")
    assert "960 new matches" in found
    assert limit == "So this search found no deck above 58 %; a longer one may."
    search = _search("tnb", lambda _: 0.7, 3_000, 1)
    assert [*search.sentences()][-1] == "That breaks the game: no deck should win more than 58 %."
    search = _search("tnb", lambda _: 0.58, 3_000, 1)
    assert [*search.sentences()][-1].startswith("It may or may not be above 58 %")


def test_the_final_decks_compete_on_fresh_deals_and_the_best_is_measured_again() -> None:
    search = _search("tnb", lambda _: 0.5, 6_000, 2)
    assert [measured.step for measured in search.found][:: len(search.found) - 1] == ["start", "final"]
    assert search.anew is not None
    assert search.anew.subject == search.found[-1].subject
    assert search.anew.score.matches == 960


def test_the_seconds_of_a_search_begin_with_its_first_match() -> None:
    search = _search("tnb", lambda _: 0.5, 200, 1)
    assert search.trials.seconds > 0
    unused = DeckSearch(search.lab, search.field, "greedy", Effort(seconds=1))
    assert unused.trials.seconds == 0
    assert unused.trials.spent == 0


def test_scores_of_few_matches_are_drawn_towards_even() -> None:
    tally, decks = Tally[Deck](Score(12, 6)), [(CardId("lucky"),), (CardId("good"),), (CardId("bad"),)]
    for deck, score in zip(decks, (Score(2, 2), Score(1000, 600), Score(1000, 400)), strict=True):
        tally.add(deck, score)
    assert tally.best(decks, 2) == [decks[1], decks[0]]


@pytest.mark.parametrize("key", ["tnb", "allocator", "alchemy"])
def test_card_tables_with_a_known_breaking_deck_can_still_be_read(key: str) -> None:
    game = game_of(read_content(key, Path(__file__).parent / "broken_content" / key))
    assert not any(game.deck_faults(deck.cards) for deck in game.decks.values())
