"""Figures of what people do: matches are folded once, and published in steps that tell nothing about one of them."""

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import exp

import pytest

from bot.application.application import Application
from bot.application.match import counting
from bot.application.match.folding import Ended, Timed, deeds_of
from bot.application.match.replay import DivergedError
from bot.application.time.retention import clear
from bot.computer.levels import Level
from bot.content.library import Library
from bot.model.figures import ENOUGH, Count, Deed, Figure, Subject, Variant
from bot.model.match import Match, MatchId, Player, Status
from bot.model.reasons.match import ForbiddenByRules
from bot.model.table import Table
from bot.people.settings import FIGURES, IN_FIGURES, OPEN_REPLAYS
from bot.store import figures, user_data
from bot.store.database import Database
from bot.store.matches import Deal
from bot.store.plies import Ply, PlyKind
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, GUILD, SEED, TINY, asked, begin, first_choice, fresh, open_lobby, play_on

PEOPLE = [20 + number for number in range(8)]


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    seeds = iter(range(SEED, SEED + 1_000))
    return Application(database, Library.of({TINY.key: TINY}), clock=time, seeds=lambda: next(seeds))


async def rows(app: Application, sql: str, *values: str | int) -> list[tuple[object, ...]]:
    return list(await app.database.read(lambda db: db.rows(sql, *values)))


async def played(app: Application, *others: int) -> list[Match]:
    """Play a match of Ann with each of these users to its end."""
    return [await play_on(app, await begin(app, other)) for other in others]


async def published(app: Application, guild: int | None = GUILD) -> dict[Subject, Count]:
    """Return the figures of the one variant that was played, all weeks together."""
    variants = await app.database.read(lambda db: figures.published(db, "tiny", guild))
    counts: dict[Subject, Count] = {}
    for weeks in variants.values():
        for week in weeks.values():
            for subject, count in week.items():
                counts[subject] = counts.get(subject, Count()) + count
    return counts


async def test_a_match_is_folded_in_the_transaction_that_ends_it(app: Application) -> None:
    match = await begin(app)
    await play_on(app, match, 3)
    assert await rows(app, "SELECT * FROM deeds") == []
    over = await play_on(app, (await app.positions.get(match.id)).match)
    assert over.status is Status.OVER
    assert await rows(app, "SELECT is_folded FROM matches") == [(1,)]
    assert over.outcome is not None
    won = await rows(app, "SELECT subject, user_id, times, total FROM deeds WHERE figure = 'seat' ORDER BY subject")
    assert won == [(str(seat), over.players[seat].user, 1, over.outcome.share(seat)) for seat in range(2)]
    [(matches, people)] = await rows(app, "SELECT sum(times), count(*) FROM deeds WHERE figure = 'turns'")
    assert (matches, people) == (1, 2)


async def test_nothing_is_published_before_five_matches_of_five_players_have_ended(app: Application) -> None:
    await played(app, *PEOPLE[: ENOUGH - 1])
    assert await published(app) == {}
    await played(app, PEOPLE[0])
    assert (await published(app))[Subject(Figure.TURNS)].times == ENOUGH


async def test_five_matches_of_fewer_players_are_not_published(app: Application) -> None:
    await played(app, *PEOPLE[:3], *PEOPLE[:3])
    assert await published(app) == {}


async def test_figures_change_in_steps_of_five_matches_so_that_two_looks_tell_nothing_about_one(
    app: Application,
) -> None:
    seen = []
    for other in PEOPLE * 2:
        await played(app, other)
        counts = await published(app)
        seen.append(counts.get(Subject(Figure.TURNS), Count()).times)
    assert seen == [0] * 4 + [5] * 5 + [10] * 5 + [15] * 2


async def test_a_row_of_fewer_than_five_players_waits_until_it_has_five(app: Application) -> None:
    """Ann alone plays the deck “steep”, and each of the others plays “level”."""
    await played(app, *PEOPLE[:5])
    counts = await published(app)
    assert Subject(Figure.DECK, "steep") not in counts
    assert counts[Subject(Figure.DECK, "level")].times == 5
    waiting = "SELECT sum(times), max(is_new) FROM deeds WHERE figure = 'deck' GROUP BY subject"
    assert await rows(app, waiting) == [(5, 0)]


async def test_published_figures_equal_those_counted_from_the_logs(app: Application) -> None:
    matches = []
    for one, other in combinations(PEOPLE[:5], 2):
        matches += [await play_on(app, await begin(app, one, other))]
    counts = await published(app)
    variants = await app.database.read(lambda db: figures.published(db, "tiny"))
    assert [variant.options for variant in variants] == ["goal=2"]
    for seat in range(3):
        won = sum(match.outcome.share(seat) for match in matches if match.outcome)
        if Subject(Figure.SEAT, str(seat)) in counts:
            assert counts[Subject(Figure.SEAT, str(seat))].times == 10
            assert counts[Subject(Figure.SEAT, str(seat))].total == pytest.approx(won)
    endings = Counter(match.outcome.ending for match in matches if match.outcome)
    shown = {subject.name: count.times for subject, count in counts.items() if subject.figure is Figure.ENDING}
    assert shown == dict(endings)
    [(decisions,)] = await rows(app, "SELECT count(*) FROM plies WHERE kind = 'action'")
    assert counts[Subject(Figure.CHOICE, "1.1")].times == decisions


async def test_seconds_are_counted_from_the_moment_at_which_a_decision_opened(app: Application, time: Time) -> None:
    match = await begin(app)
    while match.status is Status.LIVE:
        time.go_on(20)
        _, user = await asked(app, match)
        choice = await first_choice(app, match, user)
        match = (await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())).match
    [(total, times)] = await rows(app, "SELECT sum(total), sum(times) FROM deeds WHERE figure = 'seconds'")
    assert exp(float(str(total)) / int(str(times))) == pytest.approx((20 * 40) ** 0.5)  # the second bidder waits longer


@pytest.mark.parametrize("who", ["player", "server"])
async def test_no_figure_counts_a_match_of_somebody_who_does_not_want_that(app: Application, who: str) -> None:
    if who == "player":
        await app.preferences.choose(PEOPLE[0], IN_FIGURES, value=False)
    else:
        await app.preferences.choose_for_server(GUILD, FIGURES, value=False)
    await played(app, PEOPLE[0])
    assert await rows(app, "SELECT * FROM deeds") == []
    assert await rows(app, "SELECT is_folded FROM matches") == [(1,)]


async def test_a_match_that_a_player_closed_counts_in_figures(app: Application) -> None:
    await app.preferences.choose(PEOPLE[0], OPEN_REPLAYS, value=False)
    [match] = await played(app, PEOPLE[0])
    assert not match.is_open
    assert await rows(app, "SELECT sum(times) FROM deeds WHERE figure = 'turns'") == [(1,)]


async def test_deletion_takes_the_name_off_what_waits_and_leaves_the_counts(app: Application) -> None:
    await played(app, PEOPLE[0])
    export = await app.user_data.export(ANN)
    assert {row["figure"] for row in export["deeds"]} >= {"seat", "turns", "choice"}
    before = await rows(app, "SELECT sum(times) FROM deeds")
    await app.user_data.delete(ANN)
    assert await rows(app, "SELECT sum(times) FROM deeds") == before
    assert await rows(app, "SELECT * FROM deeds WHERE user_id = ?", ANN) == []
    assert ANN not in await app.database.read(user_data.users)


async def test_retention_drops_what_waits_and_leaves_figures(app: Application) -> None:
    matches = await played(app, *PEOPLE[:5])
    before = await published(app)
    for match in matches:
        await app.database.write(partial(clear, match_id=match.id, at=1))
    assert await rows(app, "SELECT * FROM deeds") == []
    assert await published(app) == before != {}


async def test_a_resigned_match_counts_the_clause_and_the_turn(app: Application) -> None:
    match = await begin(app)
    await app.matches.resign(match.id, ANN, interaction=fresh())
    assert await rows(app, "SELECT figure, subject FROM deeds WHERE figure LIKE 'resigned%' ORDER BY figure") == [
        ("resigned", "1.1"),
        ("resigned at", "1-2"),
    ]
    assert Variant.of("tiny", 1, "x", {"goal": "2", "a": "b"}, 2).chosen == {"a": "b", "goal": "2"}


async def test_a_refusal_counts_its_clause_and_is_not_published_while_its_match_goes_on(app: Application) -> None:
    others = [await begin(app, one, channel=3_000 + one) for one in PEOPLE[:5]]
    for match, user in zip(others, PEOPLE, strict=False):
        with pytest.raises(ForbiddenByRules):
            await app.matches.act(match.id, user, "bid nothing", decision=None, interaction=fresh())
    for one, other in combinations(PEOPLE[:5], 2):
        await play_on(app, await begin(app, one, other))
    refused = Subject(Figure.REFUSED, "1.1")
    assert Subject(Figure.TURNS) in await published(app)
    assert refused not in await published(app)
    for match in others:
        await app.matches.resign(match.id, ANN, interaction=fresh())
    assert (await published(app))[refused].times == 5


async def test_matches_that_could_not_be_folded_are_folded_later(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> list[Deed]:
        raise ValueError

    with monkeypatch.context() as patch:
        patch.setattr(counting, "deeds_of", fails)
        [match] = await played(app, PEOPLE[0])
    assert match.status is Status.OVER
    assert await rows(app, "SELECT * FROM deeds") == []
    assert await app.deeds.fold_missed() == 1
    stored = await rows(app, "SELECT * FROM deeds ORDER BY figure, subject, user_id")
    assert stored
    assert await app.deeds.fold_missed() == 0
    assert await rows(app, "SELECT * FROM deeds ORDER BY figure, subject, user_id") == stored


def ended(*plies: tuple[str, str], players: int = 2, digest: str = "") -> list[Deed]:
    """Fold a match without a result: each ply is an action of the seat that waits, or "undo", with its source.

    digest: the stored digest of the last state, instead of the right one.
    """
    first = Table.deal(TINY, seats=players, options={}, decks=[TINY.decks["steep"].cards] * players, seed=1)
    tables, log = [first], list[Timed]()
    for number, (text, source) in enumerate(plies, 1):
        table = tables[-1]
        if text == "undo":
            seat = log[-1].ply.seat
            after = table.take_back(seat, tables[-2], 1, anew=False)
            ply = Ply(number=number, seat=seat, kind=PlyKind.UNDO, undoes=1, digest=after.digest)
        else:
            seat = table.state.phase.waiting[0]
            after = table.play(seat, TINY.parse(text))
            ply = Ply(number=number, seat=seat, action=text, digest=after.digest)
        tables.append(after)
        log.append(Timed(ply, source, 10.0 * number))
    if digest:
        log[-1] = log[-1]._replace(ply=replace(log[-1].ply, digest=digest))
    match = Match(
        id=MatchId(1),
        tag="",
        game="tiny",
        guild=GUILD,
        channel=1,
        host=ANN,
        status=Status.ABANDONED,
        version=1,
        options=first.game.all_options({}),
        players=tuple(Player(user=user, deck="steep") for user in PEOPLE[:players]),
        ply=len(log),
        outcome=None,
    )
    deal = Deal(seed=1, decks=(TINY.decks["steep"].cards,) * players, digest=first.digest)
    return deeds_of(Ended(TINY, match, deal, 0.0, log))


def times(deeds: list[Deed], figure: Figure) -> list[tuple[int, str, int]]:
    return [(deed.user, deed.subject.name, deed.count.times) for deed in deeds if deed.subject.figure is figure]


def test_an_undo_counts_by_the_clause_of_what_it_takes_back_and_its_decision_stays_counted() -> None:
    deeds = ended(("fold", "interaction"), ("undo", "interaction"), ("fold", "interaction"))
    assert times(deeds, Figure.UNDONE) == [(PEOPLE[0], "1.1", 1)]
    assert times(deeds, Figure.CHOICE) == [(PEOPLE[0], "1.1", 2)]
    assert times(deeds, Figure.TURNS) == [], "it has no result"


def test_a_decision_of_a_clock_or_a_computer_is_not_one_of_its_player() -> None:
    deeds = ended(("fold", "timer"), ("fold", "computer"))
    assert times(deeds, Figure.TIMED_OUT) == [(PEOPLE[0], "1.1", 1)]
    assert times(deeds, Figure.SECONDS) == times(deeds, Figure.CHOICE) == []


def test_a_match_that_replays_to_another_last_state_is_not_counted() -> None:
    with pytest.raises(DivergedError):
        ended(("fold", "interaction"), ("fold", "interaction"), digest="another")


async def test_a_match_against_computers_counts_by_their_level_and_not_by_seats(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    await app.matches.resign(match.id, ANN, interaction=fresh())
    assert await rows(app, "SELECT subject, times, total FROM deeds WHERE figure = 'level'") == [("novice", 1, 0.0)]
    assert await rows(app, "SELECT * FROM deeds WHERE figure IN ('seat', 'turns')") == []
