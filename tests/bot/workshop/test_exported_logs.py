"""Figures of real matches, counted again from what the program exports of them."""

import asyncio
import csv
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.content.library import load_library
from bot.model.figures import ENOUGH, Figure
from bot.model.match import MatchId, Status
from bot.model.new_match import NewMatch
from bot.store.database import Database
from rules.core.rng import split
from tests.bot.command_line.conftest import Ran
from tests.bot.table_helpers import CHANNEL, GUILD, fresh
from tests.examples import thorough

USERS = [31, 32, 33, 34, 35]
PAIRS = [(user, USERS[(place + gap) % 5]) for gap in (1, 2) for place, user in enumerate(USERS)]
"""Every pair once; everybody is among the first five pairs, and among the others."""
Run = Callable[..., Ran]


async def played(path: Path, game: str) -> dict[int, dict[str, Any]]:
    """Let five users play each pair of them, each choosing like the quick player; return seats and winners."""
    database = await Database.open(path)
    seeds = iter(range(1, 100))
    app = Application(database, load_library(), seeds=lambda: next(seeds))
    matches = {}
    for one, other in PAIRS:
        new = NewMatch(guild=GUILD, channel=CHANNEL, host=one, game=game)
        match = (await app.lobbies.create(new, interaction=fresh())).match
        await app.lobbies.join(match.id, other, interaction=fresh())
        match = (await app.lobbies.start(match.id, one, interaction=fresh())).match
        while match.status is Status.LIVE:
            position = await app.positions.get(match.id)
            seat = position.seen.state.phase.waiting[0]
            action = position.game.greedy(position.seen.view(seat), split(match.ply, 1))
            match = (
                await app.matches.act(
                    match.id, match.players[seat].user, str(action), decision=None, interaction=fresh()
                )
            ).match
        assert match.outcome is not None
        matches[int(match.id)] = {
            "decks": [player.deck for player in match.players],
            "shares": [match.outcome.share(seat) for seat in range(2)],
        }
    assert await app.deeds.fold_missed() == 0
    assert (await app.positions.get(MatchId(1))).match.status is Status.OVER
    await database.close()
    return matches


@pytest.mark.parametrize(("game", "verbs"), [("tiny", {"bid"}), *thorough(("tnb", {"play"}))])
def test_published_figures_are_those_that_the_exported_logs_give(  # noqa: PLR0917 # the program and its place
    game: str,
    verbs: set[str],
    hidden_hand: Run,
    as_json: Callable[..., tuple[int, dict[str, Any]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "hidden-hand.sqlite3"
    monkeypatch.setenv("DATABASE", str(path))
    matches = asyncio.run(played(path, game))
    wanted: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0.0])

    def add(figure: Figure, subject: str, number: float) -> None:
        wanted[figure, subject][0] += 1
        wanted[figure, subject][1] += number

    for number, match in matches.items():
        _, replay = as_json("replay", "replay", str(number))
        cards: dict[int, set[str]] = {0: set(), 1: set()}
        for moment in replay["moments"][1:]:
            verb, *words = moment["text"].partition(": ")[2].split()
            if verb in verbs:
                cards[moment["seat"]].add(words[0])
        for seat, share in enumerate(match["shares"]):
            add(Figure.SEAT, str(seat), share)
            add(Figure.DECK, match["decks"][seat], share)
            for card in cards[seat]:
                add(Figure.PLAYED, card, share)
    ran = hidden_hand(
        *("lab", "people", game, "--most", "4", "--processes", "1"), "--figures", str(tmp_path / "figures.csv")
    )
    assert (ran.code, ran.err) == (0, "")
    assert "These are figures of 10 matches between people" in ran.out
    with (tmp_path / "figures.csv").open(encoding="utf-8", newline="") as file:
        lines = [*csv.DictReader(file)]
    shown = {
        (line["figure"], line["subject"]): [int(line["times"]), float(line["total"])]
        for line in lines
        if line["figure"] in {Figure.SEAT, Figure.DECK, Figure.PLAYED}
    }
    assert shown
    waiting = asyncio.run(waiting_deeds(path))
    for key, (times, total) in wanted.items():
        published, kept = shown.get(key, [0, 0.0]), waiting.get(key, [0, 0.0])
        assert published[0] + kept[0] == times, key
        assert published[1] + kept[1] == pytest.approx(total), key
        assert published[0] == 0 or published[0] >= ENOUGH
    assert shown.keys() <= wanted.keys()


async def waiting_deeds(path: Path) -> dict[tuple[str, str], list[float]]:
    """Return the counts that wait for more players, by figure and subject."""
    database = await Database.open(path)
    sql = "SELECT figure, subject, sum(times), sum(total) FROM deeds GROUP BY figure, subject"
    rows = await database.read(lambda db: db.rows(sql))
    await database.close()
    return {(figure, subject): [times, total] for figure, subject, times, total in rows}


def test_without_enough_matches_the_report_says_so(
    hidden_hand: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hidden-hand.sqlite3"
    monkeypatch.setenv("DATABASE", str(path))

    async def empty() -> None:
        await (await Database.open(path)).close()

    asyncio.run(empty())
    ran = hidden_hand("lab", "people", "tiny", "--most", "4", "--processes", "1")
    assert ran.code == 0
    assert "There is nothing to report yet: figures are published once 5 matches of 5 players have ended." in ran.out
    monkeypatch.setenv("DATABASE", str(tmp_path / "none"))
    ran = hidden_hand("lab", "people", "tiny")
    assert ran.code == 2
    assert "There is no database" in ran.err
