"""`hidden-hand lab decks`: plays the ready-made decks against each other, and searches for a deck that beats them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations_with_replacement

from bot.lab.deck_search import DeckSearch
from bot.lab.experiment import Experiment, Field, Lab
from bot.lab.report import Cell, Column, Dots, Finding, Report, Table
from bot.lab.score import Score
from bot.lab.trials import Effort

_EVEN = 3
"""A ready-made deck should win 50 %, give or take this many points."""


@dataclass(slots=True)
class Pair:
    """Two ready-made decks, or one against itself."""

    one: str
    other: str
    won: list[float] = field(default_factory=list)
    """The first deck's share of the win in each match; if a deck plays itself, that of seat 0."""

    @property
    def score(self) -> Score:
        """The score of the first deck against the other."""
        return Score.by_deals(self.won, 1 if self.one == self.other else 2)

    def is_known(self, points: float) -> bool:
        """Return whether the score is known to within this many points."""
        return self.score.within(points)


class Decks(Experiment):
    """Plays the decks of a game for two against each other, and searches for one that beats them."""

    def __init__(self, lab: Lab, field: Field, player: str, effort: Effort) -> None:
        """player: the name of the player of both decks. effort: limits the search."""
        super().__init__(lab)
        self.field, self.player = field, player
        self.pairs = [Pair(one, other) for one, other in combinations_with_replacement(field.game.decks, 2)]
        self.search = DeckSearch(lab, field, player, effort) if effort else None

    def run(self) -> None:
        self.announce(len(self.pairs))
        if self.search:
            self.search.announce()
        for number, pair in enumerate(self.pairs):
            contest = self.field.contest([self.player] * 2, decks=(pair.one, pair.other))
            seed = self.lab.seed_of(number)
            for (match,) in self.until([contest], partial(pair.is_known, self.lab.within), seed):
                pair.won.append(match.won)
        if self.search:
            self.search.run()

    def fields(self) -> dict[str, Score]:
        """Return the score of each deck against all others, best deck first."""
        scores: dict[str, Score] = {}
        for pair in self.pairs:
            if pair.one != pair.other and pair.won:
                lost = replace(pair.score, wins=pair.score.matches - pair.score.wins)
                scores[pair.one] = scores.get(pair.one, Score()) + pair.score
                scores[pair.other] = scores.get(pair.other, Score()) + lost
        return dict(sorted(scores.items(), key=lambda row: -row[1].share))

    def report(self) -> Report:
        fields = self.fields()
        lines = [(self.field.game.decks[deck].name, [score]) for deck, score in fields.items()]
        decks = Table(
            key="decks",
            title="each deck against all others",
            columns=[
                Column("deck", "deck"),
                Column("won", "wins %", "with its 95 % interval"),
                Column("matches", "matches"),
                Column("best", "wins most against"),
                Column("worst", "wins least against"),
            ],
            rows=[(deck, score, score.matches, *self._extremes(deck)) for deck, score in fields.items()],
            chart=Dots(title="Matches won by each deck against all others, in per cent", lines=lines),
        )
        tables = [decks, self._paired()]
        if self.search:
            tables.append(self.search.table())
        return Report(
            title=f"{self.field.game.title}: decks, played by {self.player}",
            sentences=[*self._sentences(fields)],
            tables=tables,
            settings={
                "game": self.field.game.key,
                "player": self.player,
                "seed": self.lab.seed,
                "content": self.field.hash,
            },
        )

    def _extremes(self, deck: str) -> tuple[str, str]:
        shares = {}
        for pair in self.pairs:
            if pair.won and pair.one != pair.other and deck in (pair.one, pair.other):
                share = pair.score.share if deck == pair.one else 100 - pair.score.share
                shares[pair.other if deck == pair.one else pair.one] = share
        best, worst = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
        return f"{best} {shares[best]:.0f}", f"{worst} {shares[worst]:.0f}"

    def _paired(self) -> Table:
        rows: list[Sequence[Cell]] = [
            (pair.one, "itself" if pair.one == pair.other else pair.other, pair.score, pair.score.matches)
            for pair in self.pairs
            if pair.won
        ]
        return Table(
            key="pairs",
            title="deck against deck",
            columns=[
                Column("deck", "deck"),
                Column("against", "against"),
                Column("won", "wins %", "from changing seats; against itself: the share of seat 0"),
                Column("matches", "matches"),
            ],
            rows=rows,
        )

    def _sentences(self, fields: dict[str, Score]) -> Iterator[Finding]:
        names = {key: deck.name for key, deck in self.field.game.decks.items()}
        strong = [deck for deck, score in fields.items() if score.side(50 + _EVEN) > 0]
        weak = [deck for deck, score in fields.items() if score.side(50 - _EVEN) < 0]
        yield tuple(
            f"{names[deck]} is too strong: it wins {fields[deck].words} against the other decks." for deck in strong
        )
        yield tuple(
            f"{names[deck]} is too weak: it wins {fields[deck].words} against the other decks."
            for deck in reversed(weak)
        )
        if fields and not strong and not weak:
            widest = max(high - low for low, high in (score.interval for score in fields.values())) / 2
            yield (
                f"No ready-made deck is certainly more than {_EVEN} points from even (known to within {widest:.0f})."
            )
        lopsided = [pair for pair in self.pairs if pair.score.side(60) > 0 or pair.score.side(40) < 0]
        lopsided.sort(key=lambda pair: -abs(pair.score.share - 50))
        yield tuple(
            f"With {names[pair.one]} on both sides, the seat decides much: seat 0 wins {pair.score.words}."
            if pair.one == pair.other
            else f"{names[pair.one]} against {names[pair.other]} is one-sided: it wins {pair.score.words}."
            for pair in lopsided
        )
        if self.search:
            yield from self.search.sentences()
