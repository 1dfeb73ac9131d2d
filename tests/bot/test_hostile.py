"""Whatever anybody sends: a refusal at most, and never a table that is not one legal ply further."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any, Final

import pytest

from bot.application.matches import Matches, MatchId, Position, Refusal, Status
from bot.content.library import Library
from bot.content.seeds import load_game
from bot.store.database import Database
from rules.core.game import Game
from rules.core.rng import below
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, STRANGER, TINY, fresh

TOTAL: Final = 100_000
IN_FLIGHT: Final = 50
PEOPLE: Final = (ANN, ANN, ANN, BEN, BEN, BEN, CLEO, STRANGER, 0, -5)
NASTY: Final = (
    "",
    " ",
    "fold fold",
    "bid",
    "bid card-1; DROP TABLE plies",
    "bid card-\u0661",
    "play titan-servo attack",
    "@everyone",
    "<@11> [link](https://example.org) **bold** `code`",
    "\u202ereversed\u202c",
    "line\nbreak\r\n# heading",
    "\x00\x1b[31m",
    "\ud800",
    "🂡" * 50,
    "a" * 100_000,
    "1" * 5_000,
    "-" * 300,
    "seed",
    "None",
    "../../etc/passwd",
)
GAMES: Final[dict[str, Game]] = {"tiny": TINY, "allocator": load_game("allocator")}


class Mischief:
    """Random requests, from a seed."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.random = 7
        self.rooms = [CHANNEL + number for number in range(24)]
        self.known: list[MatchId] = []
        self.spent: list[int] = [1]
        self.answered: set[int] = set()
        """The interactions that were not refused."""
        self.seen: Counter[str] = Counter()

    def below(self, bound: int) -> int:
        self.random, value = below(self.random, bound)
        return value

    def one_of(self, things: Any) -> Any:
        return things[self.below(len(things))]

    async def text(self, number: MatchId, user: int) -> str:
        """Half of the time something that could be meant, else anything."""
        if self.below(2):
            return str(self.one_of(NASTY))
        try:
            options = ((await self.matches.position(number)).look(user)).view.options
        except Refusal:
            options = ()
        return str(self.one_of(options)) if options else "fold"

    def number(self) -> MatchId:
        if not self.known or not self.below(20):
            return MatchId(self.one_of((-1, 0, 10**9, 2**63, 2**200)))
        return MatchId(self.one_of(self.known[-24:]))

    async def request(self) -> bool:
        """Whether it was carried out."""
        interaction = fresh() if self.below(25) else self.one_of(self.spent)
        try:
            found = await (await self.draw(self.number(), self.one_of(PEOPLE), interaction))
        except Refusal as refusal:
            self.seen[type(refusal).__name__] += 1
            check_words(str(refusal))
            return False
        finally:
            self.spent.append(interaction)
        self.seen["done"] += 1
        self.answered.add(interaction)
        if found is not None and found.match.id not in self.known:
            self.known.append(found.match.id)
        return True

    async def draw(self, number: MatchId, user: int, interaction: int) -> Awaitable[Position | None]:
        matches, kind, text = self.matches, self.below(1_000), await self.text(number, user)
        if kind < 750:
            decision = self.one_of((None, None, self.below(12) - 2, 10**30))
            return matches.act(number, user, text, decision=decision, interaction=interaction)
        if kind < 830:
            return matches.create(
                guild=GUILD,
                channel=self.one_of(self.rooms),
                host=user,
                game=self.one_of(("tiny", "allocator", "allocator", text)),
                options={text: text} if not self.below(5) else {},
                deck=self.one_of((None, None, text)),
                interaction=interaction,
            )
        if kind < 900:
            return matches.join(number, user, deck=self.one_of((None, None, text)), interaction=interaction)
        if kind < 910:
            return matches.leave(number, user, interaction=interaction)
        if kind < 920:
            return matches.choose_deck(number, user, text, interaction=interaction)
        if kind < 930:
            return matches.choose_option(number, user, text, text, interaction=interaction)
        if kind < 988:
            return matches.start(number, user, interaction=interaction)
        if kind < 990:
            return matches.resign(number, user, interaction=interaction)
        return matches.in_channel(self.one_of(self.rooms))


def check_words(text: str) -> None:
    """A sentence that can be shown as it is: short, on one line, without mentions or markdown of the sender's."""
    assert text[0].isupper() or text[0] == "“"
    assert len(text) < 400
    assert not set(re.sub("`/[a-z ]+`", "", text)) & set("\n\r\x00\x1b\u202e*`@[]")
    assert text.endswith((".", "!"))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "hostile.sqlite3")
    yield opened
    await opened.close()


async def test_a_hundred_thousand_random_requests_meet_nothing_but_refusals(database: Database) -> None:
    matches = Matches(database, Library.of(GAMES))
    mischief = Mischief(matches)
    for _ in range(TOTAL // IN_FLIGHT):
        await asyncio.gather(*(mischief.request() for _ in range(IN_FLIGHT)))
    assert mischief.seen.total() == TOTAL
    assert set(mischief.seen) >= {
        "done", "NoSuchMatch", "NoSuchGame", "ChannelTaken", "NotAtThisTable", "AlreadyAtThisTable", "NotTheHost",
        "NotALobby", "NotLive", "TooFewPlayers", "NotYourDecision", "StaleDecision", "NotUnderstood", "NotAllowed",
        "BadTable",
    }  # fmt: skip
    assert "Unavailable" not in mischief.seen
    played = [row[0] for row in await database.read(lambda db: db.rows("SELECT interaction FROM plies"))]
    assert len(played) > 500
    assert set(played) <= mischief.answered
    restarted = Matches(database, Library.of(GAMES))  # replays every ply and compares its digest
    for number in mischief.known:
        assert (await restarted.position(number)).match == (await matches.position(number)).match
        if (await matches.position(number)).match.status in (Status.LIVE, Status.OVER):
            assert (await restarted.position(number)).look(ANN) == (await matches.position(number)).look(ANN)
            assert (await restarted.position(number)).look(None) == (await matches.position(number)).look(None)


async def test_a_request_that_is_refused_changes_nothing_and_any_other_one_match_by_one_step(
    database: Database,
) -> None:
    matches = Matches(database, Library.of(GAMES), kept=10_000)
    mischief = Mischief(matches)
    memory = matches._positions._memory
    for _ in range(10_000):
        before = dict(memory)
        done = await mischief.request()
        changed = [(before.get(number), held) for number, held in memory.items() if before.get(number) is not held]
        assert len(changed) <= done
        for old, new in changed:
            assert new.match.version == 1 + (old.match.version if old else 0)
            if old and old.table and new.table:
                assert new.table.ply == old.table.ply + 1
    assert mischief.seen["done"] > 300


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("key", GAMES)
async def test_no_text_is_too_strange_for_a_kind_answer(database: Database, key: str, text: str) -> None:
    matches = Matches(database, Library.of(GAMES))
    lobby = (
        await matches.create(
            guild=GUILD, channel=CHANNEL, host=ANN, game=key, options={}, deck=None, interaction=fresh()
        )
    ).match
    await matches.join(lobby.id, BEN, interaction=fresh())
    refusals = []
    for request in (
        matches.create(guild=1, channel=1, host=ANN, game=text, options={}, deck=None, interaction=fresh()),
        matches.create(guild=1, channel=1, host=ANN, game=key, options={text: "x"}, deck=None, interaction=fresh()),
        matches.create(guild=1, channel=1, host=ANN, game=key, options={}, deck=text, interaction=fresh()),
        matches.choose_deck(lobby.id, ANN, text, interaction=fresh()),
        matches.choose_option(lobby.id, ANN, text, text, interaction=fresh()),
        matches.choose_option(lobby.id, ANN, GAMES[key].options[0].name, text, interaction=fresh()),
    ):
        with pytest.raises(Refusal) as caught:
            await request
        refusals.append(caught.value)
    live = (await matches.start(lobby.id, ANN, interaction=fresh())).match
    before = [(await matches.position(live.id)).look(user) for user in (ANN, BEN, None)]
    for user in (ANN, BEN, STRANGER):
        with pytest.raises(Refusal) as caught:
            await matches.act(live.id, user, text, decision=None, interaction=fresh())
        refusals.append(caught.value)
    for refusal in refusals:
        check_words(str(refusal))
    assert [(await matches.position(live.id)).look(user) for user in (ANN, BEN, None)] == before
