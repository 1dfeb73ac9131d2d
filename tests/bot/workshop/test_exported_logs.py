"""Figures of real matches, counted again from what the program exports of them."""

import asyncio
import csv
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.content.library import load_library
from bot.content.seeds import Rulebook, load_content, read_rulebook
from bot.model.figures import ENOUGH, Figure
from bot.model.match import Status
from bot.model.new_match import NewMatch
from bot.packs.packs import NewPack
from bot.store.database import Database
from rules.core.game import catalog_key
from rules.core.rng import split
from tests.bot.command_line.conftest import Ran
from tests.bot.table_helpers import CHANNEL, GUILD, fresh
from tests.examples import thorough

pytestmark = pytest.mark.sqlite  # the commands are given a file

USERS = [31, 32, 33, 34, 35]
PAIRS = [(user, USERS[(place + gap) % 5]) for gap in (1, 2) for place, user in enumerate(USERS)]
"""Every pair once; everybody is among the first five pairs, and among the others."""
Run = Callable[..., Ran]


async def played(path: Path, game: str) -> list[int]:
    """Let five users play each pair of them, each choosing like the quick player; return the numbers of the matches."""
    database = await Database.open(path)
    seeds = iter(range(1, 100))
    app = Application(database, load_library(), seeds=lambda: next(seeds))
    if game != (base := catalog_key(game)):
        assert (await app.packs.add(pack_of(base), interaction=fresh())).key == game
    numbers = []
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
        numbers.append(int(match.id))
    assert await app.deeds.fold_missed() == 0
    await database.close()
    return numbers


def pack_of(game: str) -> NewPack:
    """Return a content pack of a game in which every card has another name."""
    content = load_content(game)
    tables = content.tables
    for number, card in enumerate(tables["cards"].values()):
        card["name"] = f"Other {number}"
    rulebook = Rulebook(game, read_rulebook(game).text)
    return NewPack(
        guild=GUILD, user=31, name="Others", edition="1", content=content.of(game, tables), rulebook=rulebook
    )


@dataclass
class Log:
    """A match as its file tells it, read without any code of the program."""

    decks: list[list[str]]
    shares: list[float]
    """The share of the win of each seat: those with the best rank have equal shares; all, if all have the same rank."""
    moves: list[tuple[int, list[str]]]
    """The seat and the words of each action."""

    @classmethod
    def read(cls, text: str) -> "Log":
        decks, moves, ranks = list[list[str]](), list[tuple[int, list[str]]](), list[int]()
        for line in text.splitlines():
            if line.startswith("deck "):
                decks.append(line.split()[2:])
            elif line.startswith("result "):
                ranks = [int(rank) for rank in line.split()[2:]]
            elif ply := re.fullmatch(r"\d+ (\d+): (.+) \[[0-9a-f]{16}\]", line):
                moves.append((int(ply[1]), ply[2].split()))
        best = ranks.count(1)
        return cls(decks, [1 / best if rank == 1 else 0.0 for rank in ranks], moves)


def ready_made(game: str) -> dict[str, list[str]]:
    """Return the cards of each ready-made deck as its file lists them."""
    game = catalog_key(game)
    path = Path("tests/tiny_seeds" if game == "tiny" else f"seeds/{game}") / "decks.toml"
    found = {}
    for key, deck in tomllib.loads(path.read_text(encoding="utf-8")).items():
        cards = deck["cards"]
        listed = cards if isinstance(cards, list) else [card for card, count in cards.items() for _ in range(count)]
        found[key] = sorted(listed)
    return found


@pytest.mark.parametrize(
    ("game", "verbs", "turns"),
    [
        ("tiny", {"bid"}, lambda log: -(-len(log.moves) // 2)),  # both bid or fold in each round
        *thorough(
            ("tiny.1", {"bid"}, lambda log: -(-len(log.moves) // 2)),
            (
                "allocator",
                {"play", "boost"},
                lambda log: sum(words == ["end"] for _, words in log.moves),
            ),  # of the Manage step
            ("tnb", {"play"}, None),
            ("tnb.1", {"play"}, None),
        ),
    ],
)
def test_published_figures_are_those_that_the_exported_logs_give(  # noqa: PLR0917 # the program and its place
    game: str,
    verbs: set[str],
    turns: Callable[[Log], int] | None,
    hidden_hand: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "hidden-hand.sqlite3"
    monkeypatch.setenv("DATABASE", str(path))
    wanted: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0.0])

    def add(figure: Figure, subject: str, number: float) -> None:
        wanted[figure, subject][0] += 1
        wanted[figure, subject][1] += number

    decks = ready_made(game)
    for number in asyncio.run(played(path, game)):
        file = tmp_path / f"{number}.txt"
        assert hidden_hand("replay", str(number), "--out", str(file)).code == 0
        log = Log.read(file.read_text(encoding="utf-8"))
        if turns is not None:
            add(Figure.TURNS, "", turns(log))
        for seat, share in enumerate(log.shares):
            add(Figure.SEAT, str(seat), share)
            [deck] = [key for key, cards in decks.items() if cards == sorted(log.decks[seat])]
            add(Figure.DECK, deck, share)
            for card in {words[1] for mover, words in log.moves if mover == seat and words[0] in verbs}:
                add(Figure.PLAYED, card, share)
    counted = {figure for figure, _ in wanted}
    ran = hidden_hand(
        *("lab", "people", game, "--most", "4", "--processes", "1"), "--figures", str(tmp_path / "figures.csv")
    )
    assert (ran.code, ran.err) == (0, "")
    assert "These are figures of 10 matches between people" in ran.out
    with (tmp_path / "figures.csv").open(encoding="utf-8", newline="") as table:
        lines = [*csv.DictReader(table)]
    shown = {
        (line["figure"], line["subject"]): [int(line["times"]), float(line["total"])]
        for line in lines
        if line["figure"] in counted
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
