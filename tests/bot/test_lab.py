"""Counts and conclusions of the lab, without a command line."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from bot.content.seeds import load_game
from bot.lab import sentences
from bot.lab.autoplay import Setup
from bot.lab.experiment import Field
from bot.lab.gifts import Gift, GiftError
from bot.lab.leads import leading_number
from bot.lab.metrics import Meter, Metrics, _Leads
from bot.lab.plans import Plan, bound, plans_of
from bot.lab.report import Report
from bot.lab.score import Mean, Score
from bot.lab.variant import Variant
from rules.core.game import Game
from rules.core.play import Outcome, State
from tests.examples import thorough
from tests.heist_game import Heist
from tests.tiny_game import Tiny


def watched(game: Game, players: tuple[str, ...], seed: int) -> tuple[Metrics, list[str], State]:
    setup = Setup(game=game, players=players, options={})
    g, _ = setup.begin(seed)
    meter = Meter(game, [(seat,) for seat in range(len(players))])
    meter.begin(g)
    actions = []
    for seat, action in setup.play(g, seed):
        meter.after(g, seat, action)
        actions.append(action.verb)
    assert g.outcome is not None
    return meter.metrics(g.outcome), actions, g


@pytest.mark.parametrize("seed", range(5))
def test_every_decision_and_every_interrupt_is_counted_once(seed: int) -> None:
    account, actions, _ = watched(Heist(), ("random",) * 4, seed)
    assert sum(account.done.values()) == len(actions)
    assert account.decisions == len(actions) - actions.count("ring")
    assert all(account.done[verb] <= account.offered[verb] for verb in account.done)
    assert account.forced == sum(account.without_choice.values())
    assert account.decisions == sum(account.asked.values())


def test_drawn_and_played_cards_are_counted_for_each_seat() -> None:
    account, _, _ = watched(Tiny(), ("random",) * 3, 1)
    assert all(account.drawn)
    assert all(used <= taken for used, taken in zip(account.played, account.drawn, strict=True))


class _Led(Tiny):
    """A game in which the evaluation for the first seat is given for each turn."""

    led: tuple[float, ...] = ()

    def evaluate(self, g: Any, seat: int) -> float:
        ours: float = self.led[g.turn - 2]
        return ours if seat == 0 else 1 - ours


@pytest.mark.parametrize(
    ("led", "winner", "changes", "for_good", "longest"),
    [
        ((0.7, 0.7, 0.7), 0, 0, 0.25, 3),
        ((0.7, 0.3, 0.3), 1, 1, 0.5, 2),
        ((0.7, 0.52, 0.3), 1, 1, 0.75, 2),
        ((0.7, 0.7, 0.7), 1, 1, 1.0, 3),
        ((0.5, 0.52, 0.5), None, 0, None, 4),
    ],
)
def test_a_match_is_decided_when_its_winner_leads_for_good(
    led: tuple[float, ...], winner: int | None, changes: int, for_good: float | None, longest: int
) -> None:
    game = _Led()
    game.led = led
    g = Setup(game=game, players=("random",) * 2, options={}).begin(1)[0]
    meter = Meter(game, [(0,), (1,)])
    g.turn = 1
    meter.begin(g)
    action = g.phase.options(g, 0)[0]
    for g.turn in range(2, 5):
        meter.after(g, 0, action)
    ranks = {None: (1, 1), 0: (1, 2), 1: (2, 1)}[winner]
    account = meter.metrics(Outcome("goal", ranks))
    lead = account.expected
    assert lead is not None
    assert (lead.changes, lead.for_good, lead.longest) == (changes, for_good, longest)


def test_the_leader_after_each_tenth_of_a_match_is_compared_with_its_winner() -> None:
    leads = _Leads()
    for turn, team in ((1, 0), (2, 1), (3, 1)):
        leads.add(turn, team)
    assert leads.lead(4, winner=1).curve == (None, None, False, False, True, True, True, True, True)
    assert leads.lead(4, winner=None).curve == (None,) * 9


def test_a_game_with_always_even_prospects_has_no_expected_lead() -> None:
    account, _, _ = watched(Tiny(), ("random",) * 3, 1)
    assert account.expected is None
    assert account.seen is None


def test_a_visible_lead_is_counted_by_a_number_of_the_sides() -> None:
    game = load_game("tnb")
    setup = Setup(game=game, players=("greedy",) * 2, options={})
    for seed in range(4):
        g: Any = setup.begin(seed)[0]
        meter = Meter(game, [(0,), (1,)], "life_points")
        meter.begin(g)
        ahead: list[int] = []
        turn = g.turn
        for seat, action in setup.play(g, seed):
            meter.after(g, seat, action)
            if g.turn != turn and g.outcome is None:
                one, other = (side.life_points for side in g.sides)
                ahead += [int(other > one)] if one != other else []
            turn = g.turn
        seen = meter.metrics(g.outcome).seen
        assert seen is not None
        won = g.outcome.winners[0] if g.outcome.winners else None
        leads = ahead if won is None else [*ahead, won]
        assert seen.changes == sum(one != other for one, other in pairwise(leads))
        assert seen.first == (ahead[0] == won if ahead and won is not None else None)
        assert seen.trailed == (None if won is None else any(team != won for team in ahead))


@pytest.mark.parametrize(
    ("key", "number", "seeds"),
    [
        ("tnb", "life_points", 1),
        *thorough(("alchemy", "score", 5), ("allocator", "life", 5), ("circuitry", "delivered", 5)),
    ],
)
def test_the_number_that_shows_the_leader_is_found(key: str, number: str, seeds: int) -> None:
    """From the few matches that are played for it, it is not found with every seed."""
    game = load_game(key)
    found = Counter(leading_number(game, 2, {}, "greedy", seed) for seed in range(1, seeds + 1))
    assert found.most_common(1)[0][0] == number


def test_an_action_is_avoidable_if_it_is_offered_beside_another() -> None:
    setup = Setup(game=load_game("arms_dealer"), players=("greedy",) * 2, options={})
    g, _ = setup.begin(1)
    meter = Meter(setup.game, [(0,), (1,)])
    meter.begin(g)
    for seat, action in setup.play(g, 1):
        meter.after(g, seat, action)
    assert g.outcome is not None
    account = meter.metrics(g.outcome)
    assert {"lay", "harvest"} <= account.offered.keys() - account.avoidable.keys()
    assert {"raise", "keep", "look"} <= account.avoidable.keys()


def test_a_gift_raises_a_number_or_adds_a_card_in_order() -> None:
    game: Any = load_game("arms_dealer")
    g = game.begin(seats=2, options={}, decks=[deck.cards for deck in game.decks.values()][:2], seed=1)
    coins = g.sides[1].coins
    for text in ("coins=3000", "hand=redraw", "hand=power-100"):
        Gift.parse(game, text).give(game, g, 1)
    assert g.sides[1].coins == coins + 3000
    assert [item.id for item in g.sides[1].hand] == sorted(
        ("redraw", "power-100"), key=lambda id_: game.cards[id_].order
    )
    assert (g.sides[0].coins, g.sides[0].hand) == (coins, [])


@pytest.mark.parametrize("text", ["coins", "coins=many", "purse=3", "hand=joker", "looked=3"])
def test_an_impossible_gift_is_refused(text: str) -> None:
    with pytest.raises(GiftError):
        Gift.parse(load_game("arms_dealer"), text)


def test_the_bound_of_a_plan_scales_with_the_number_of_players() -> None:
    assert [bound(50, seats) for seats in (2, 3, 4)] == pytest.approx([50, 100 / 3, 25])
    assert bound(0, 4) == 0
    assert bound(100, 4) == 100
    assert 100 / 4 < bound(55, 4) < 55
    assert plans_of(load_game("circuitry"), 4)["sit"].most == pytest.approx(25)


def test_every_asked_phase_has_its_clause() -> None:
    account, _, _ = watched(load_game("tnb"), ("random",) * 2, 1)
    assert all(phase.clause for phase in account.asked)


def test_a_few_equal_values_still_have_an_error() -> None:
    """The error is the one by Bonett and Price, who add two pairs that differ, one on each side."""
    same = Mean.of([0.0] * 10, unit=100)
    assert (same.value, same.side) == (0, 0)
    assert same.error == pytest.approx(1.96 * (20_000 / 11 / 12) ** 0.5)
    assert Mean.of([1.0] * 9 + [2.0]).side == 1


def variant(letter: str, *words: str) -> Variant:
    field = Field(game=load_game("tnb"), content=None, seats=2, options={})
    return Variant(letter=letter, words=words, field=field, player="greedy")


def _told(plan: Plan, old: int, new: int) -> Sequence[str]:
    scores = Score(1000, 10 * old), Score(1000, 10 * new)
    differences = sentences.compared(
        (variant("A"), variant("B", "boost +1")), [(plan, scores, Mean(new - old, 1, 100))], [], 50, ((), ())
    )
    return Report(title="", sentences=[*differences], tables=[], settings={}).findings[0]


@pytest.mark.parametrize(
    ("old", "new", "effect"),
    [
        (55, 44, "Boost +1 makes Development worth having: without it, the quick player wins 44 %"),
        (44, 55, "Boost +1 makes Development useless: without it, the quick player wins 55 %"),
        (50, 38, "Boost +1 makes Development worth having: "),
        (44, 33, "Boost +1 makes Development worth more: "),
        (33, 44, "Boost +1 makes Development worth less: "),
    ],
)
def test_a_sentence_states_the_effect_of_a_change_on_a_mechanism(old: int, new: int, effect: str) -> None:
    [sentence] = _told(Plan(player="no-development", summary="never develops", without="Development"), old, new)
    assert sentence.startswith(effect)
    assert sentence.endswith(f"before {old} %.")


@pytest.mark.parametrize(
    ("old", "new", "effect"),
    [
        (55, 44, "That no longer pays."),
        (44, 55, "That pays now."),
        (44, 33, "That costs more than it did."),
        (33, 44, "That costs less than it did."),
        (66, 55, "That still pays, but less."),
        (55, 66, "That pays even more."),
    ],
)
def test_a_sentence_states_the_effect_of_a_change_on_a_plan(old: int, new: int, effect: str) -> None:
    [sentence] = _told(Plan(player="rush", summary="puts all into Attack"), old, new)
    assert sentence == (f"With boost +1, a player who puts all into Attack wins {new} %, before {old} %. {effect}")


def test_a_share_lies_in_its_own_interval() -> None:
    """Rounding could put the end of an interval slightly beyond 0 or 100 %, which no chart draws."""
    for matches in range(1, 60):
        for wins in (0, matches / 2, matches):
            score = Score(matches, wins)
            low, high = score.interval
            assert 0 <= low <= score.share <= high <= 100
