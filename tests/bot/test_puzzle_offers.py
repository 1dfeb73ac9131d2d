"""Puzzles of any game: they fulfil the contract, and several games take turns with the daily puzzle."""

import json
import pickle
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest

from bot.application.thinking.thinking import Thinking
from bot.content.seeds import ContentError, load_games
from bot.puzzles import store as sql
from bot.puzzles.attempts import replayed
from bot.puzzles.booklet import load_booklet
from bot.puzzles.days import WEEK, chosen, level_of
from bot.puzzles.making import Workshop
from bot.puzzles.offers import Offer, Offers
from bot.puzzles.puzzles import Puzzles
from bot.puzzles.refusals import NoPuzzles, NoPuzzlesOfGame, UnknownLevel
from bot.store.database import Database
from rules.core.game import Game
from rules.core.notation import NotationError
from rules.core.play import apply
from rules.core.puzzles import SOLVER
from tests.bot.at_once import AtOnce
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, GUILD
from tests.tiny_puzzles import PuzzlingTiny

Shipped = Callable[[Game, int], None]
MONDAY = date(2026, 1, 5)
CATALOG = Offers(load_games()).all


def noon() -> datetime:
    return datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize("offer", [*CATALOG, *Offers({"tiny": PuzzlingTiny()}).all], ids=lambda offer: offer.game.key)
def test_puzzles_of_a_game_fulfil_the_contract(offer: Offer) -> None:
    puzzles = offer.puzzles
    assert [level.number for level in puzzles.levels] == list(range(1, len(puzzles.levels) + 1))
    assert all(len(level.title) <= 40 and len(level.summary) <= 100 for level in puzzles.levels)
    first, again = (list(islice(puzzles.generate(1, 3), 2)) for _ in range(2))
    assert first == again, "the same seed makes the same puzzles"
    for made in first:
        written = json.loads(json.dumps(puzzles.written(made.puzzle)))
        assert puzzles.read(written) == made.puzzle
        assert made.solution == puzzles.solve(made.puzzle)
        begun, solved = (replayed(offer, made.puzzle, actions) for actions in ((), made.solution.actions))
        assert not puzzles.is_met(made.puzzle, begun)
        assert puzzles.is_met(made.puzzle, solved)
        assert (puzzles.cost(made.puzzle, begun), puzzles.cost(made.puzzle, solved)) == (0, made.solution.least)
        hint = puzzles.hint(made.puzzle, begun)
        assert hint is not None
        apply(begun, SOLVER, hint)
        assert puzzles.goal(made.puzzle).endswith(".")
    with pytest.raises(ValueError, match="puzzle"):
        puzzles.read({"nothing": "of it"})
    with pytest.raises(NotationError):
        replayed(offer, first[0].puzzle, ["dance"])
    copied = pickle.loads(pickle.dumps(offer.game))  # noqa: S301 # our own: it is sent to the workshop's process
    elsewhere = copied.puzzles.make(1, first[0].seed, first[0].attempt)
    assert puzzles.written(elsewhere.puzzle) == puzzles.written(first[0].puzzle)


def test_games_take_weekly_turns_and_puzzles_name_their_game() -> None:
    games = {**load_games(), "tiny": PuzzlingTiny()}
    offers = Offers(games)
    assert [offer.game.key for offer in offers.all] == [key for key, game in games.items() if game.puzzles]
    assert all(offer.game.title in offer.name for offer in offers.all)
    days = [MONDAY + timedelta(days=number) for number in range(7 * len(offers.all))]
    turns = [offers.of_day(day).game.key for day in days]
    assert Counter(turns) == {offer.game.key: 7 for offer in offers.all}
    assert all(len(set(turns[week : week + 7])) == 1 for week in range(0, len(turns), 7))
    tiny = offers.of("tiny")
    assert [level_of(tiny, MONDAY + timedelta(days=number)) for number in range(7)] == [min(n, 2) for n in WEEK]


def test_a_puzzle_of_the_only_game_does_not_name_it() -> None:
    [offer] = Offers({"tiny": PuzzlingTiny()}).all
    assert offer.name == "Puzzle"


def test_a_request_for_puzzles_is_refused_if_no_game_offers_any() -> None:
    offers = Offers({key: game for key, game in load_games().items() if not game.puzzles})
    assert offers.all == ()
    with pytest.raises(NoPuzzles):
        offers.of_day(MONDAY)
    with pytest.raises(NoPuzzlesOfGame):
        offers.of("tiny")


def test_a_puzzle_of_the_booklet_repeats_only_after_all_others_of_its_level(booklet: Shipped) -> None:
    tiny = PuzzlingTiny()
    booklet(tiny, 8)
    offers = Offers({**load_games(), "tiny": tiny})
    days = [day for day in (MONDAY + timedelta(days=n) for n in range(260)) if offers.of_day(day).game is tiny]
    easy = [chosen(offers, day, "key") for day in days if level_of(offers.of("tiny"), day) == 1][:32]
    rounds = [[easy[start + n : start + n + 8] for n in (0, 8, 16)] for start in range(8)]
    assert any(all(len({entry.puzzle for entry in once}) == 8 for once in three) for three in rounds)


def test_a_booklet_that_lacks_a_level_is_refused(booklet: Shipped, tmp_path: Path) -> None:
    tiny = PuzzlingTiny()
    [offer] = Offers({"tiny": tiny}).all
    with pytest.raises(ContentError, match="seeds/tiny/puzzles: the folder is missing"):
        load_booklet(offer)
    booklet(tiny, 1)
    (tmp_path / "tiny" / "puzzles" / "level_2.json").unlink()
    with pytest.raises(ContentError, match="no puzzle of level 2"):
        load_booklet(offer)


async def test_each_game_has_its_own_days_and_levels(database: Database, booklet: Shipped) -> None:
    tiny = PuzzlingTiny()
    booklet(tiny, 1)
    await database.write(lambda db: sql.secret(db, "puzzles", "the same in each run"))
    puzzles = Puzzles(database, {"tiny": tiny}, noon, Workshop(Thinking(1, AtOnce)))
    [offer] = puzzles.offers.all
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    assert (attempt.offer.game, attempt.level.number) == (tiny, 1)
    solved = await puzzles.act(attempt.number, ANN, attempt.solution[0], attempt.version)
    assert (solved.is_met, solved.stored.cost) == (True, 1)
    assert [place.over for place in await puzzles.board(solved, GUILD)] == [0]
    await puzzles.stock.settled()
    seen = set()
    for _ in range(4):
        attempt = await puzzles.play(BEN, GUILD, offer, 2)
        seen.add(str(attempt.puzzle))
        await puzzles.act(attempt.number, BEN, puzzles.hint(attempt)[0], attempt.version)
        await puzzles.stock.settled()
    assert len(seen) > 1, "fresh puzzles follow the booklet"
    with refused(UnknownLevel(levels=2)):
        await puzzles.play(BEN, GUILD, offer, 3)
