"""Comparisons of two drafts: drawn by lot in matches whose players agree, ended by a rule that was fixed before."""

import asyncio
from asyncio import Task
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count, cycle, islice, pairwise
from typing import Any

import pytest

from bot.application.application import Application
from bot.application.lobby.series import SeriesGames
from bot.application.thinking.priorities import Priority
from bot.application.thinking.thinking import Thinking
from bot.application.time.absences import delete_settings
from bot.content.library import Library
from bot.lab.contest import Contest
from bot.model.comparison import Comparison, Mode, Question, Terms, Verdict, draw_second
from bot.model.figures import ENOUGH
from bot.model.match import Match, MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.reasons.lobby import (
    ComparisonOver,
    ComputersNotCompared,
    LeftOutOfFigures,
    NotForComparison,
    NotHost,
    OnePlaceOnly,
)
from bot.model.series import DRAFTS, Series
from bot.packs.refusals import PackGone, PackOutdated, PackRetired
from bot.people.settings import IN_FIGURES
from bot.store import comparisons as sql
from bot.store import user_data
from bot.store.comparisons import Counted
from bot.store.database import Database
from bot.workshop.comparisons import (
    BadMost,
    ComparisonRuns,
    Comparisons,
    NoComparison,
    OtherRules,
    SameDraft,
    Standing,
    pairs,
    published,
    standing_of,
)
from bot.workshop.forecast import foresee, numbers_of
from bot.workshop.opinions import HowItWas, Opinions
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, TINY, beaten, fresh, play_on
from tests.bot.test_packs import Ruled, add
from tests.heist_game import Heist

PEOPLE = (ANN, BEN, 13, 14, 15)
Loser = Callable[[Match], Seat]


@pytest.fixture
def app(database: Database) -> Application:
    """Each match has a seed of its own, so that lots differ."""
    return Application(database, Library.of({"tiny": TINY}), seeds=count(1).__next__)


@pytest.fixture
def comparisons(app: Application, database: Database) -> Comparisons:
    return Comparisons(database, app.packs, app.thinking, app.clock)


async def begun(
    app: Application,
    comparisons: Comparisons,
    *,
    question: Question = Question.SEATS,
    mode: Mode = Mode.LOT,
    most: int = 200,
) -> Comparison:
    """Begin a comparison of a pack with the game."""
    pack = await add(app)
    terms = Terms(guild=GUILD, first=pack.key, second="tiny", question=question, mode=mode, most=most)
    return await comparisons.begin(terms, CHANNEL, ANN, interaction=fresh())


async def opened(app: Application, number: int, host: int = ANN) -> Match:
    """Open a lobby, and let the comparison draw its cards."""
    new = NewMatch(guild=GUILD, channel=CHANNEL, host=host, game="tiny", deck="steep")
    lobby = (await app.lobbies.create(new, interaction=fresh())).match
    return (await app.card_choice.compare(lobby.id, host, number, interaction=fresh())).match


async def drawn(app: Application, number: int, host: int = ANN, guest: int = BEN) -> Match:
    """Start a match of two people whose cards the comparison draws."""
    lobby = await opened(app, number, host)
    await app.lobbies.join(lobby.id, guest, deck="level", interaction=fresh())
    match = (await app.positions.get(lobby.id)).match
    if match.status is Status.LOBBY:
        match = (await app.lobbies.start(lobby.id, host, interaction=fresh())).match
    return match


async def played(app: Application, number: int, matches: int, loser: Loser, already: int = 0) -> list[Match]:
    """Play this many matches, each lost by a seat, between changing people, after those that were played already."""
    done, people = list[Match](), islice(cycle(pairwise((*PEOPLE, ANN))), already, None)
    for host, guest in islice(people, matches):
        match = await drawn(app, number, host, guest)
        await beaten(app, match, match.players[loser(match)].user)
        done.append(match)
    return done


def draft_decides(match: Match) -> Seat:
    """With the cards of the game the first seat always loses, with those of the pack always the second."""
    return 0 if match.game == "tiny" else 1


async def standing(comparisons: Comparisons, comparison: Comparison) -> Standing:
    found = await comparisons.standing(comparison.id)
    assert found is not None
    return found


async def test_a_whole_comparison_of_two_drafts_ends_by_itself_with_its_verdict(
    app: Application, comparisons: Comparisons
) -> None:
    comparison = await begun(app, comparisons)
    counts = 0
    while (now := await standing(comparisons, comparison)).verdict is None:
        assert now.counted == counts
        low, high = now.between
        assert low <= 0 <= high
        await played(app, comparison.id, 1, draft_decides, counts)
        counts += 1
    assert now.verdict is Verdict.LESS, "the first seat wins less with the second draft, the game itself"
    assert now.means == (1.0, 0.0)
    assert now.between[1] < 0
    assert 10 < counts < 60
    ended = await app.positions.read(lambda db: sql.find(db, comparison.id))
    assert ended is not None
    assert (ended.verdict, ended.ended_at is not None) == (Verdict.LESS, True)
    with pytest.raises(ComparisonOver):
        await opened(app, comparison.id)


async def test_both_drafts_are_drawn_about_equally_often_and_the_board_has_the_drawn_cards(
    app: Application, comparisons: Comparisons
) -> None:
    comparison = await begun(app, comparisons)
    matches = await played(app, comparison.id, 12, lambda _: 0)
    seconds = sum(match.game == "tiny" for match in matches)
    assert 3 <= seconds <= 9
    for match in matches:
        position = await app.positions.get(match.id)
        assert position.game.cards[CardId("card-8")].name == ("Card 8" if match.game == "tiny" else "Card 9")
        assert position.match.settings.compared is not None


def test_the_lot_follows_from_the_seed_of_the_deal_and_is_never_certain() -> None:
    for drawn_before in ((0, 0), (3, 0), (0, 3), (5, 4)):
        lots = [draw_second(seed, *drawn_before) for seed in range(400)]
        assert lots == [draw_second(seed, *drawn_before) for seed in range(400)]
        share = sum(lots) / len(lots)
        first, second = drawn_before
        wanted = 1 / 2 if first == second else 2 / 3 if second < first else 1 / 3
        assert abs(share - wanted) < 0.08


def test_many_lots_stay_balanced() -> None:
    counts = [0, 0]
    for seed in range(1000):
        counts[draw_second(seed, *counts)] += 1
        assert abs(counts[0] - counts[1]) <= 12
    assert abs(counts[0] - counts[1]) <= 6


async def test_the_same_players_play_both_drafts_with_sides_swapped(
    app: Application, comparisons: Comparisons, database: Database
) -> None:
    comparison = await begun(app, comparisons, mode=Mode.BOTH)
    first = await drawn(app, comparison.id)
    assert first.series == Series(first_id=first.id, best_of=DRAFTS)
    await beaten(app, first, BEN)
    duty = SeriesGames(app.positions, app.lobbies, app.seated, app.decks, app.clock)
    await duty.carry_out(first.id)
    waiting = await app.matches.in_channel(CHANNEL)
    assert waiting is not None
    if waiting.match.status is Status.LOBBY:
        await app.lobbies.start_committed(waiting.match.id, 1)
    second = (await app.positions.get(waiting.match.id)).match
    assert {first.game, second.game} == set(comparison.drafts)
    assert [seated.user for seated in second.players] == [seated.user for seated in reversed(first.players)]
    await beaten(app, second, second.players[0].user)
    rows = await database.read(lambda db: sql.counted(db, comparison.id))
    assert [row.unit for row in rows] == [first.id, first.id]
    assert len(pairs(rows, Mode.BOTH)) == 1
    over = (await app.positions.get(second.id)).match
    assert over.series is not None
    assert over.series.is_decided(over.outcome)


async def test_only_a_lobby_without_others_joins_so_that_everyone_has_agreed(
    app: Application, comparisons: Comparisons
) -> None:
    comparison = await begun(app, comparisons)
    new = NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", deck="steep")
    lobby = (await app.lobbies.create(new, interaction=fresh())).match
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    with pytest.raises(NotForComparison):
        await app.card_choice.compare(lobby.id, ANN, comparison.id, interaction=fresh())
    await app.lobbies.leave(lobby.id, BEN, interaction=fresh())
    with pytest.raises(NotHost):
        await app.card_choice.compare(lobby.id, BEN, comparison.id, interaction=fresh())
    compared = (await app.card_choice.compare(lobby.id, ANN, comparison.id, interaction=fresh())).match
    assert compared.settings.compared is not None
    assert (compared.settings.compared.first, compared.settings.compared.second) == ("Nines 1", "")
    with pytest.raises(ComputersNotCompared):
        await app.lobbies.add_computer(lobby.id, ANN, "novice", interaction=fresh())
    with pytest.raises(OnePlaceOnly):
        await app.lobbies.invite(lobby.id, ANN)


async def test_a_series_is_not_part_of_a_comparison(app: Application, comparisons: Comparisons) -> None:
    comparison = await begun(app, comparisons)
    new = NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", deck="steep", best_of=3)
    lobby = (await app.lobbies.create(new, interaction=fresh())).match
    with pytest.raises(NotForComparison):
        await app.card_choice.compare(lobby.id, ANN, comparison.id, interaction=fresh())


@pytest.mark.parametrize("mode", Mode)
async def test_a_host_who_chooses_cards_leaves_the_comparison(
    app: Application, comparisons: Comparisons, mode: Mode
) -> None:
    comparison = await begun(app, comparisons, mode=mode)
    lobby = await opened(app, comparison.id)
    for _ in range(2):  # as often as they like
        await app.card_choice.choose(lobby.id, ANN, "tiny", interaction=fresh())
        stored = (await app.positions.get(lobby.id)).match
        assert (stored.settings.compared, stored.series, stored.settings.wanted) == (None, None, None)
        await app.card_choice.compare(lobby.id, ANN, comparison.id, interaction=fresh())
    await app.card_choice.choose(lobby.id, ANN, "tiny", interaction=fresh())
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    assert (match.game, match.status, match.series) == ("tiny", Status.LIVE, None)
    assert (await standing(comparisons, comparison)).drawn == 0


async def test_who_is_in_no_figure_does_not_join(app: Application, comparisons: Comparisons) -> None:
    comparison = await begun(app, comparisons)
    lobby = await opened(app, comparison.id)
    await app.preferences.choose(BEN, IN_FIGURES, value=False)
    with pytest.raises(LeftOutOfFigures):
        await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    await app.preferences.choose(ANN, IN_FIGURES, value=False)
    with pytest.raises(LeftOutOfFigures):
        await app.card_choice.compare(lobby.id, ANN, comparison.id, interaction=fresh())


async def test_a_match_does_not_count_if_a_player_leaves_the_figures_while_it_is_played(
    app: Application, comparisons: Comparisons
) -> None:
    comparison = await begun(app, comparisons)
    match = await drawn(app, comparison.id)
    await app.preferences.choose(BEN, IN_FIGURES, value=False)
    await beaten(app, match, ANN)
    now = await standing(comparisons, comparison)
    assert (now.drawn, now.counted) == (1, 0)


async def test_a_comparison_with_three_matches_says_that_it_knows_nothing(
    app: Application, comparisons: Comparisons
) -> None:
    comparison = await begun(app, comparisons)
    await played(app, comparison.id, 3, draft_decides)
    now = await standing(comparisons, comparison)
    assert (now.counted, now.means, now.between, now.verdict) == (3, None, (-1.0, 1.0), None), "four people have played"


async def test_the_largest_number_of_matches_ends_it_undecided(app: Application, comparisons: Comparisons) -> None:
    comparison = await begun(app, comparisons, most=20)
    await played(app, comparison.id, 20, lambda match: match.id % 2)
    assert (await standing(comparisons, comparison)).verdict is Verdict.MOST


async def test_the_length_of_matches_is_compared_by_which_is_longer(
    app: Application, comparisons: Comparisons, database: Database
) -> None:
    comparison = await begun(app, comparisons, question=Question.LENGTH)
    for _ in range(2):
        await play_on(app, await drawn(app, comparison.id))
    rows = await database.read(lambda db: sql.counted(db, comparison.id))
    turns = list[int]()
    for match_id in (MatchId(1), MatchId(2)):
        table = (await app.positions.get(match_id)).table
        assert table is not None
        turns.append(table.state.turn)
    assert [row.value for row in rows] == turns
    assert (Question.LENGTH.difference(4, 9), Question.LENGTH.difference(9, 4), Question.LENGTH.difference(4, 4)) == (
        *(1, -1),
        0,
    )


async def test_what_cannot_be_compared_is_refused(app: Application, comparisons: Comparisons) -> None:
    pack, other = await add(app), await add(app, "Tens")
    foreign = await add(app, guild=GUILD + 1)
    terms = Terms(guild=GUILD, first=pack.key, second=pack.key, question=Question.SEATS, mode=Mode.LOT, most=200)
    with pytest.raises(SameDraft):
        await comparisons.check(terms)
    with pytest.raises(PackGone):
        await comparisons.check(replace(terms, second=foreign.key))
    with pytest.raises(BadMost):
        await comparisons.check(replace(terms, second="tiny", most=2))
    begun_now = await comparisons.begin(replace(terms, second=other.key), CHANNEL, ANN, interaction=fresh())
    with pytest.raises(ComparisonRuns):
        await comparisons.check(replace(terms, second="tiny"))
    await app.packs.retire(other.key, GUILD)
    assert (await standing(comparisons, begun_now)).verdict is Verdict.RETIRED
    with pytest.raises(PackRetired):
        await comparisons.check(replace(terms, second=other.key))
    await comparisons.check(replace(terms, second="tiny"))


async def test_drafts_of_two_games_are_not_compared(database: Database) -> None:
    app = Application(database, Library.of({"tiny": TINY, "heist": Heist()}), seeds=lambda: 1)
    comparisons = Comparisons(database, app.packs, app.thinking, app.clock)
    terms = Terms(guild=GUILD, first="tiny", second="heist", question=Question.SEATS, mode=Mode.LOT, most=200)
    with pytest.raises(OtherRules):
        await comparisons.check(terms)


async def test_a_pack_of_an_older_game_is_not_compared_and_stops_the_draws(
    app: Application, comparisons: Comparisons, database: Database
) -> None:
    comparison = await begun(app, comparisons)
    later = Application(database, Library.of({"tiny": Ruled()}), seeds=count(1).__next__)
    after = Comparisons(database, later.packs, later.thinking, later.clock)
    terms = Terms(guild=GUILD, first="tiny", second=comparison.first, question=Question.SEATS, mode=Mode.LOT, most=200)
    with pytest.raises(PackOutdated):
        await after.check(terms)
    lobby = await opened(later, comparison.id)
    await later.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    with pytest.raises(PackOutdated):
        await later.lobbies.start(lobby.id, ANN, interaction=fresh())
    await after.end(comparison.id, GUILD)


async def test_a_pack_retired_in_mid_comparison_ends_it_and_its_matches_go_on(
    app: Application, comparisons: Comparisons, database: Database
) -> None:
    comparison = await begun(app, comparisons)
    lobby = await opened(app, comparison.id)
    await app.packs.retire(comparison.first, GUILD)
    assert (await standing(comparisons, comparison)).verdict is Verdict.RETIRED
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    with pytest.raises(ComparisonOver):
        await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    await app.card_choice.choose(lobby.id, ANN, "tiny", interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    assert match.status is Status.LIVE
    titles = await app.packs.titles([comparison.first])
    assert titles == {comparison.first: "Nines 1 (Tiny)"}, "a pack that was compared is kept, though nobody played it"


async def test_matches_that_end_after_the_comparison_do_not_count(app: Application, comparisons: Comparisons) -> None:
    comparison = await begun(app, comparisons)
    match = await drawn(app, comparison.id)
    await comparisons.end(comparison.id, GUILD)
    await beaten(app, match, ANN)
    now = await standing(comparisons, comparison)
    assert (now.counted, now.verdict) == (0, Verdict.ENDED)
    with pytest.raises(NoComparison):
        await comparisons.end(comparison.id, GUILD)


async def test_only_its_own_server_ends_it(app: Application, comparisons: Comparisons) -> None:
    comparison = await begun(app, comparisons)
    with pytest.raises(NoComparison):
        await comparisons.end(comparison.id, GUILD + 1)


async def test_a_designer_who_deletes_their_data_leaves_it_running(
    app: Application, comparisons: Comparisons, database: Database
) -> None:
    comparison = await begun(app, comparisons)
    exported = await database.read(lambda db: user_data.export(db, ANN))
    assert [row["id"] for row in exported["comparisons"]] == [comparison.id]
    await database.write(lambda db: user_data.delete(db, ANN))
    now = await standing(comparisons, comparison)
    assert (now.comparison.user, now.verdict) == (None, None)


async def test_comparisons_go_with_the_settings_of_their_server(
    app: Application, comparisons: Comparisons, database: Database
) -> None:
    comparison = await begun(app, comparisons)
    match = await drawn(app, comparison.id)
    await beaten(app, match, ANN)
    await database.write(lambda db: delete_settings(db, GUILD))
    assert await comparisons.standing(comparison.id) is None
    assert (await app.positions.get(match.id)).match.status is Status.OVER


async def test_a_repeated_press_begins_it_once(app: Application, comparisons: Comparisons) -> None:
    pack, press = await add(app), fresh()
    terms = Terms(guild=GUILD, first=pack.key, second="tiny", question=Question.SEATS, mode=Mode.LOT, most=200)
    once = await comparisons.begin(terms, CHANNEL, ANN, interaction=press)
    assert await comparisons.begin(terms, CHANNEL, ANN, interaction=press) == once


async def test_opinions_count_once_for_each_match_and_are_public_in_steps(
    app: Application, comparisons: Comparisons, database: Database
) -> None:
    comparison = await begun(app, comparisons, question=Question.AGAIN)
    opinions = Opinions(app.positions, app.preferences, app.deeds, app.clock)
    match = await drawn(app, comparison.id)
    await beaten(app, match, ANN)
    await opinions.tell(match.id, ANN, HowItWas(again="perhaps"))
    await opinions.tell(match.id, BEN, HowItWas(again="no"))
    [row] = await database.read(lambda db: sql.counted(db, comparison.id))
    assert row.value == 0.5
    now = await standing(comparisons, comparison)
    assert (now.counted, now.means) == (0, None)


def rows(*users: Sequence[int]) -> list[Counted]:
    return [Counted(bool(number % 2), 1.0, number, frozenset(pair)) for number, pair in enumerate(users)]


def test_a_step_of_opinions_has_five_matches_of_five_people() -> None:
    two, many = [(1, 2)] * 9, [(1, 2), (3, 4), (5, 6), (1, 2), (3, 4)]
    assert published(rows(*two)) == []
    assert len(published(rows(*many[:4]))) == 0
    assert len(published(rows(*many))) == ENOUGH
    assert len(published(rows(*many, *many[:4]))) == ENOUGH
    assert len(published(rows(*many, *many))) == 2 * ENOUGH


def test_an_answer_stands_once_it_is_certain_whatever_comes_later() -> None:
    terms = Terms(guild=GUILD, first="tiny", second="tiny.1", question=Question.SEATS, mode=Mode.LOT, most=1000)
    comparison = Comparison(
        **{name: getattr(terms, name) for name in terms.__slots__},
        id=1,
        user=None,
        began_at=0,
        ended_at=None,
        verdict=None,
    )

    def after(values: Sequence[tuple[float, float]]) -> Standing:
        seen = [
            Counted(is_second, pair[is_second], 0, frozenset(PEOPLE)) for pair in values for is_second in (False, True)
        ]
        return standing_of(comparison, seen, len(seen), ("A", "B"))

    certain = [(0.0, 1.0)] * 30
    assert after(certain).verdict is Verdict.MORE
    assert after([*certain, *[(1.0, 0.0)] * 200]).verdict is Verdict.MORE


CALLS = 24
"""The number of calls by which the lab plays both drafts."""


class Slow(Thinking):
    """Plays the first calls at once, and never ends any other."""

    def __init__(self, at_once: int) -> None:
        super().__init__(1)
        self.left = at_once
        self.late = asyncio.Semaphore(CALLS - at_once)
        self.all_stuck = asyncio.Event()
        self.cancelled = 0

    async def aside(self, work: Callable[..., Any], game: Game, *more: Any, priority: Priority) -> Any:
        if self.left or work is foresee:
            self.left -= 1
            return work(game, *more)
        await self.late.acquire()
        if self.late.locked():
            self.all_stuck.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled += 1


@pytest.mark.parametrize(("at_once", "simulated"), [(7, 24), (5, None)])
async def test_the_lab_foretells_from_what_it_could_play_in_time(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch, at_once: int, simulated: int | None
) -> None:
    slow = Slow(at_once)

    async def until_time_is_up(calls: Sequence[Task[Any]], **_: float) -> tuple[set[Task[Any]], set[Task[Any]]]:
        await slow.all_stuck.wait()
        return {call for call in calls if call.done()}, {call for call in calls if not call.done()}

    monkeypatch.setattr("bot.workshop.comparisons.asyncio.wait", until_time_is_up)
    pack = await add(app)
    terms = Terms(guild=GUILD, first=pack.key, second="tiny", question=Question.SEATS, mode=Mode.LOT, most=200)
    forecast = await Comparisons(database, app.packs, slow, app.clock).forecast(terms)
    assert (None if forecast is None else forecast.simulated) == simulated
    await asyncio.sleep(0)
    assert slow.cancelled == CALLS - at_once, "no call goes on when nobody waits for it"


def test_the_forecast_knows_that_large_differences_are_found_soon_and_small_ones_late() -> None:
    large = foresee(TINY, (1.0, 0.0), (0.0, 0.0), Question.SEATS, 200, 1)
    none = foresee(TINY, (1.0, 0.0), (1.0, 0.0), Question.SEATS, 200, 1)
    assert large.means == (0.5, 0.0)
    assert large.matches is not None
    assert large.matches < 100
    assert large.decided > 0.95
    assert (none.matches, none.decided < 0.2) == (None, True)
    assert none.simulated == 2


def test_the_lab_has_no_opinions() -> None:
    contest = Contest(game="tiny", players=("greedy", "greedy"), options={})
    with pytest.raises(ValueError, match="no opinions"):
        numbers_of(TINY, contest, range(1), 1, Question.AGAIN)
