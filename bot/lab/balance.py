"""`hidden-hand balance`: whether a game holds up: plans against the quick player, seats, decks, lengths.

Each part is a list of rows, which are printed as they are or as JSON.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, Final

from bot.lab.contest import Arena, Contest, Match
from bot.lab.score import Score
from bot.lab.simulate import spread
from rules.core.cards import CardId
from rules.core.game import Game
from rules.core.play import LAST_RESORT
from rules.core.rng import split

QUICK: Final = "greedy"


@dataclass(slots=True)
class Row:
    """A line of the table: somebody, their score, and what their matches were like."""

    who: str
    against: str = ""
    score: Score = field(default_factory=Score)
    least: int = 0
    """Per cent that are hoped for at least..."""
    most: int = 100
    """... and at most."""
    turns: Counter[int] = field(default_factory=Counter)
    plies: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, match: Match, seat: int) -> None:
        """Count a match in which it was about this seat."""
        self.score += Score(1, match.shares[seat])
        self.turns[match.turns] += 1
        self.plies[match.plies] += 1
        self.endings[match.ending] += 1

    @property
    def verdict(self) -> str:
        """Whether what is hoped for is met: "no" only where the measurement excludes it."""
        if self.least == 0 and self.most == 100:
            return ""
        low, high = self.score.interval
        if low > self.most or high < self.least:
            return "no"
        return "yes" if self.least <= self.score.share <= self.most else "unsure"

    def report(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        low, high = self.score.interval
        return {
            "who": self.who,
            "against": self.against,
            "matches": self.score.matches,
            "won": round(self.score.share, 1),
            "interval": [round(low, 1), round(high, 1)],
            "hoped": [self.least, self.most],
            "met": self.verdict,
            "turns": spread(self.turns),
            "plies": spread(self.plies),
            "endings": dict(self.endings),
        }

    def line(self) -> str:
        """The row to be read."""
        turns, plies = spread(self.turns), spread(self.plies)
        hoped = "" if not self.verdict else f"{self.least}-{self.most}: {self.verdict}"
        last = 100 * self.endings[LAST_RESORT] / self.score.matches
        return (
            f"{self.who:<28}{self.against:<14}{self.score!s:<20}{self.score.matches:>7,}  {hoped:<16}"
            f"{turns['p10']:>5}{turns['median']:>5}{turns['p90']:>5}{plies['median']:>7}{last:>7.1f}"
        ).rstrip()


HEAD: Final = f"{'':<28}{'against':<14}{'won %':<20}{'matches':>7}  {'hoped':<16}{'turns':>15}{'plies':>7}{'last %':>7}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measuring:
    """What is measured, by what."""

    game: Game
    arena: Arena
    seats: int
    options: Mapping[str, str]
    matches: int
    """For each row."""
    seed: int

    def scripts(self, names: Sequence[str], opponents: Sequence[str]) -> Iterator[Row]:
        """These scripts of the game in one seat, an opponent in all others."""
        for opponent in opponents:
            for name in names:
                script = self.game.scripts[name]
                if name == opponent:
                    continue
                hoped = (script.least, script.most) if opponent == QUICK else (0, 100)
                row = Row(name, opponent, least=hoped[0], most=hoped[1])
                for match in self._play((name, *[opponent] * (self.seats - 1))):
                    row.add(match, match.seat)
                yield row

    def places(self, player: str) -> Iterator[Row]:
        """The seats, all held by the same player. Fair is what leaves everybody the same share, within three points."""
        fair = 100 / self.seats
        rows = [Row(f"seat {seat}", player, least=round(fair - 3), most=round(fair + 3)) for seat in range(self.seats)]
        for match in self._play((player,) * self.seats):
            for seat, row in enumerate(rows):
                row.add(match, seat)
        yield from rows

    def decks(self, player: str) -> Iterator[Row]:
        """The ready-made decks, each against each and against itself; then the pairs. For two players."""
        fields = {deck: Row(deck, "the field", least=47, most=53) for deck in self.game.decks}
        pairs = []
        for number, (deck, other) in enumerate(combinations_with_replacement(self.game.decks, 2)):
            row = Row(deck, other, least=40, most=60)
            for match in self._play((player, player), decks=(deck, other), seed=split(self.seed, number)):
                row.add(match, match.seat)
                if deck != other:
                    fields[deck].add(match, match.seat)
                    fields[other].add(match, 1 - match.seat)
            pairs.append(row)
        yield from sorted((row for row in fields.values() if row.score.matches), key=lambda row: -row.score.share)
        yield from pairs

    def against_field(self, player: str, cards: tuple[CardId, ...], matches: int, seed: int) -> Score:
        """What a deck wins against all ready-made ones in turn, both held by the same player. For two players."""
        score = Score()
        each = max(2, matches // len(self.game.decks))
        for number, deck in enumerate(self.game.decks.values()):
            contest = self._contest((player, player), lists=(cards, deck.cards))
            for match in self.arena.play(contest, each, split(seed, number)):
                score += Score(1, match.shares[match.seat])
        return score

    def _play(
        self, players: tuple[str, ...], *, decks: tuple[str, ...] = (), seed: int | None = None
    ) -> Iterator[Match]:
        contest = self._contest(players, decks=decks)
        return self.arena.play(contest, self.matches, self.seed if seed is None else seed)

    def _contest(
        self, players: tuple[str, ...], decks: tuple[str, ...] = (), lists: tuple[tuple[CardId, ...], ...] = ()
    ) -> Contest:
        return Contest(game=self.game.key, players=players, options=self.options, decks=decks, lists=lists)
