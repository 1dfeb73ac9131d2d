"""Random, mutated and forged requests to the application: they are at worst refused, and nobody changes a match without
the right to.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.application.application import Application
from bot.content.library import Library
from bot.content.seeds import load_game
from bot.model.match import MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.refusals import Refusal
from bot.store.database import Database
from cogs.messages.refusals import refusal_text
from rules.core.game import Game
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, STRANGER, TINY, fresh
from tests.chaos.tally import Tally
from tests.chaos.wording import category, wording_faults
from tests.heist_game import Heist

IN_FLIGHT: Final = 50
"""The number of requests at the same time."""
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
_STRANGE: Final = (*"abcz019 -+.,/\\*_`@<>#\n\x00\u0661\u202e\u200b\u0301", "🂡", "  ", "99999999999", "-1", "\ud800")
GAMES: Final[dict[str, Game]] = {
    "tiny": TINY,
    "heist": Heist(),
    "allocator": load_game("allocator"),
    "tnb": load_game("tnb"),
}


def mutated(text: str, random: Random, strange: tuple[str, ...] = _STRANGE) -> str:
    """Return the text with one to three small changes: letters or words added, dropped, doubled, swapped, cut off."""
    for _ in range(random.randint(1, 3)):
        place, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
        change = random.randrange(6)
        if change == 0:
            text = text[:place] + random.choice(strange) + text[place:]
        elif change == 1:
            text = text[:place] + text[place + 1 :]
        elif change == 2:
            text = text[:end] + text[place:]
        elif change == 3:
            words = text.split(" ")
            random.shuffle(words)
            text = " ".join(words)
        elif change == 4:
            text = text[:place] + random.choice(strange) + text[end:]
        else:
            text = text[:place] if random.random() < 0.3 else text.swapcase()
    return text


class Mischief:
    """Sends random requests, by a seed."""

    def __init__(self, app: Application, seed: int = 7) -> None:
        self.matches = app
        self.random = Random(seed)  # noqa: S311 # the same requests for the same seed
        self.rooms = [CHANNEL + number for number in range(24)]
        self.opened: list[MatchId] = []
        self.spent: list[int] = [1]
        self.answered: set[int] = set()
        """Interactions without a refusal."""
        self.seen: Counter[str] = Counter()
        self.faults: list[str] = []

    def below(self, bound: int) -> int:
        return self.random.randrange(bound)

    def one_of(self, things: Any) -> Any:
        return self.random.choice(things)

    async def text(self, match: MatchId, user: int) -> str:
        """Return a plausible action, sometimes with a typing error, half of the time; otherwise return any text."""
        if self.below(2):
            return str(self.one_of(NASTY))
        try:
            options = ((await self.matches.positions.get(match)).view_for(user)).view.options
        except Refusal:
            options = ()
        meant = str(self.one_of(options)) if options else "fold"
        return meant if self.below(4) else mutated(meant, self.random)

    def number(self) -> MatchId:
        if not self.opened or not self.below(20):
            return MatchId(self.one_of((-1, 0, 10**9, 2**63, 2**200)))
        return MatchId(self.one_of(self.opened[-24:]))

    async def request(self) -> bool:
        """Send a random request; return whether it was carried out."""
        interaction = fresh() if self.below(25) else self.one_of(self.spent)
        try:
            position = await (await self.draw(self.number(), self.one_of(PEOPLE), interaction))
        except Refusal as refusal:
            self.seen[category(refusal)] += 1
            self.faults += [f"“{refusal_text(refusal)}” {fault}" for fault in wording_faults(refusal_text(refusal))]
            return False
        finally:
            self.spent.append(interaction)
        self.seen["done"] += 1
        self.answered.add(interaction)
        if position is not None and position.match.id not in self.opened:
            self.opened.append(position.match.id)
        return True

    async def draw(self, match_id: MatchId, user: int, interaction: int) -> Awaitable[Position | None]:
        app, kind, text = self.matches, self.below(1_000), await self.text(match_id, user)
        if kind < 750:
            decision = self.one_of((None, None, self.below(12) - 2, 10**30))
            return app.matches.act(match_id, user, text, decision=decision, interaction=interaction)
        if kind < 830:
            return app.lobbies.create(
                NewMatch(
                    guild=GUILD,
                    channel=self.one_of(self.rooms),
                    host=user,
                    game=self.one_of((*GAMES, "allocator", text)),
                    options={text: text} if not self.below(5) else {},
                    deck=self.one_of((None, None, text)),
                ),
                interaction=interaction,
            )
        if kind < 900:
            return app.lobbies.join(match_id, user, deck=self.one_of((None, None, text)), interaction=interaction)
        if kind < 910:
            return app.lobbies.leave(match_id, user, interaction=interaction)
        if kind < 920:
            return app.lobbies.choose_deck(match_id, user, text, interaction=interaction)
        if kind < 930:
            return app.lobbies.choose_option(match_id, user, text, text, interaction=interaction)
        if kind < 988:
            return app.lobbies.start(match_id, user, interaction=interaction)
        if kind < 990:
            return app.matches.resign(match_id, user, interaction=interaction)
        return app.matches.in_channel(self.one_of(self.rooms))


async def mischief(requests: int, seed: int) -> Tally:
    """Send this many requests, many at a time; expect every ply to come from an accepted one, and replay everything."""
    tally = Tally()
    with TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "mischief.sqlite3")
        try:
            seeds = Random(seed)  # noqa: S311 # the same app for the same seed
            app = Application(database, Library.of(GAMES), seeds=lambda: seeds.getrandbits(63))
            running = Mischief(app, seed)
            while running.seen.total() < requests and len(tally.faults) < 100:
                answers = await asyncio.gather(*(running.request() for _ in range(IN_FLIGHT)), return_exceptions=True)
                tally.faults += [f"raised: {answer!r}" for answer in answers if isinstance(answer, BaseException)]
            tally.done += running.seen
            tally.faults += running.faults
            rows = await database.read(lambda db: db.rows("SELECT interaction_id FROM plies"))
            tally.done["plies"] = len(rows)
            tally.expect({row[0] for row in rows} <= running.answered, "a ply was refused and played")
            tally.expect("Unavailable" not in running.seen, "something was at fault")
            restarted = Application(database, Library.of(GAMES))  # replays every ply and compares its digest
            for number in running.opened:
                old, new = await app.positions.get(number), await restarted.positions.get(number)
                tally.expect(old.match == new.match, f"match {number} is stored as {new.match}, shown as {old.match}")
                if old.match.status in (Status.LIVE, Status.OVER):
                    alike = all(old.view_for(user) == new.view_for(user) for user in (ANN, None))
                    tally.expect(alike, f"match {number} looks otherwise")
        finally:
            await database.close()
    return tally
