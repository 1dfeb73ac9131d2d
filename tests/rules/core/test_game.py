from collections.abc import Sequence

import pytest

from rules.core.cards import CardId, copies
from rules.core.digest import digest
from rules.core.events import Event, visible
from rules.core.game import Game, TableError
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError, Outcome, Over, State, advance, apply, check, options
from tests.heist_game import Heist
from tests.tiny_game import CARDS, Bid, Fold, Tiny, TinyState

GAME = Tiny()
DECKS = [GAME.decks["steep"].cards, GAME.decks["level"].cards]


def begin(seed: int = 1, **changes: str) -> TinyState:
    return GAME.begin(seats=2, options=changes, decks=DECKS, seed=seed)


@pytest.mark.parametrize(
    ("ranks", "winners"),
    [
        ((1, 2), (0,)),
        ((2, 1), (1,)),
        ((1, 1), ()),
        ((1, 1, 3), (0, 1)),
        ((1, 1, 1), ()),
        ((1,), (0,)),
        ((3, 1, 2), (1,)),
    ],
)
def test_the_best_win_unless_all_are_tied(ranks: tuple[int, ...], winners: tuple[int, ...]) -> None:
    assert Outcome("goal", ranks).winners == winners


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ((3, 5), (2, 1)),
        ((0, -1, 0), (1, 3, 1)),
        ([(2, 9), (3, 0), (2, 10)], (3, 1, 2)),
        ([(2, 9), (2, 9)], (1, 1)),
        ((False, True, False), (2, 1, 2)),
        ((7,), (1,)),
    ],
)
def test_more_is_better_and_equal_scores_share_a_rank(scores: Sequence[int], ranks: tuple[int, ...]) -> None:
    assert Outcome.by("goal", scores) == Outcome("goal", ranks)


def test_a_game_needs_no_cards_or_decks() -> None:
    assert (Heist.decks, Game.cards, Game.decks) == ({}, {}, {})
    assert Heist().deck_faults([]) == []
    assert Heist().deck_faults([CardId("bell")]) == ["Heist is played without a deck of one's own."]


def test_a_match_that_is_over_has_an_outcome_and_refuses_every_action() -> None:
    assert begin().outcome is None
    outcome = Outcome("goal", (1, 2))
    g = begin()
    g.phase = Over((), outcome)
    assert g.outcome == outcome
    assert options(g, 0) == ()
    with pytest.raises(IllegalActionError, match="The match is over"):
        apply(g, 0, Fold())


def test_only_seats_that_are_asked_have_options() -> None:
    g = apply(begin(), 0, Fold())
    assert options(g, 0) == ()
    assert Fold() in options(g, 1)


def test_a_refusal_cites_the_rule() -> None:
    g = begin()
    with pytest.raises(IllegalActionError, match=r"isn't possible now \(rule 1\.1\)"):
        check(g, 0, Bid(CardId("nobody")))
    with pytest.raises(IllegalActionError, match=r"not your decision now \(rule 1\.1\)"):
        check(apply(g, 0, Fold()), 0, Fold())


def test_apply_changes_a_copy_and_advance_the_state_itself() -> None:
    g = begin()
    before = digest(g)
    after = apply(g, 0, Fold())
    assert digest(g) == before
    advance(g, 0, Fold())
    assert digest(g) == digest(after) != before


def test_events_are_those_of_the_latest_action() -> None:
    g = begin()
    assert len(g.events) > 1
    g = apply(g, 1, Fold())
    assert [type(event).__name__ for event in g.events] == ["Sealed"]
    advance(g, 0, Fold())
    assert type(g.events[0]).__name__ == "Sealed"


def test_events_are_visible_to_their_readers_only() -> None:
    public, private = Event(), Event(seats=frozenset({1}))
    assert visible([public, private], 1) == (public, private)
    assert visible([public, private], 0) == (public,)
    assert visible([public, private], None) == (public,)


def test_a_match_begins_with_the_given_options_and_defaults() -> None:
    assert begin().goal == 2
    assert begin(goal="3").goal == 3


@pytest.mark.parametrize(
    ("seats", "chosen", "decks", "faults"),
    [
        (1, {}, DECKS[:1], ["Tiny is for 2 or 3 players, not 1."]),
        (2, {"size": "big"}, DECKS, ["Tiny has no option size."]),
        (2, {"goal": "9"}, DECKS, ["The option goal is 2 or 3."]),
        (2, {}, DECKS[:1], ["Every player needs a deck."]),
        (
            2,
            {},
            [DECKS[0], ["joker"]],
            [
                "player 2: There is no card joker: take it out (rule 2.2).",
                "player 2: A deck has exactly 5 cards, not 1",
            ],
        ),
        (9, {"goal": "", "x": ""}, [], ["not 9", "goal is 2 or 3", "no option x", "needs a deck"]),
    ],
)
def test_an_impossible_match_is_refused_with_every_fault(
    seats: int, chosen: dict[str, str], decks: list[tuple[CardId, ...]], faults: list[str]
) -> None:
    with pytest.raises(TableError) as refused:
        GAME.begin(seats=seats, options=chosen, decks=decks, seed=1)
    assert all(fault in str(refused.value) for fault in faults)


def test_draws_and_shuffles_advance_the_generator() -> None:
    g: State = begin()
    before = g.random
    assert 0 <= g.below(6) < 6
    moved = g.random
    assert moved != before
    g.shuffle([1, 2, 3])
    assert g.random != moved


def test_only_the_games_own_actions_are_parsed() -> None:
    assert GAME.parse("bid card-1") == Bid(CardId("card-1"))
    with pytest.raises(NotationError, match="the actions are bid, fold"):
        GAME.parse("boost card-1")


def test_cards_print_as_ids_and_copies_are_counted_in_order() -> None:
    assert repr(CARDS[CardId("card-1")]) == "card-1"
    cards = [CardId(name) for name in ("b", "a", "b")]
    assert list(copies(cards).items()) == [("b", 2), ("a", 1)]
