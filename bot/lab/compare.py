"""`hidden-hand lab compare`: measures two variants of a game side by side or at one table, or describes one alone."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.lab import sentences
from bot.lab.contest import Contest, Match
from bot.lab.experiment import Experiment, Lab
from bot.lab.measures import EXPLAINED, Measure, measures
from bot.lab.plans import Plan, plan_of
from bot.lab.report import Bars, Cell, Column, Dots, Finding, Report, Table
from bot.lab.score import Mean, Score, by_deal
from bot.lab.variant import Variant

_SPANS: Final = 10
"""The maximum number of groups into which the lengths of matches are sorted."""


@dataclass(slots=True)
class PlanRow:
    """A plan in one seat, the variant's player in all others."""

    name: str
    plan: Plan
    places: int
    """The number of matches with the same deal, one from each seat."""
    won: list[list[float]]
    """The plan's share of the first place, by variant and match."""
    more: list[float] = field(default_factory=list)
    """By match, the number of points that the plan won more in the second variant than in the first."""

    @property
    def scores(self) -> list[Score]:
        """The plan's scores in the order of the variants."""
        return [Score.by_deals(shares, self.places) for shares in self.won]

    @property
    def difference(self) -> Mean:
        """The second variant's share minus the first one's, in points."""
        return Mean.of(by_deal(self.more, self.places), unit=100)


class Comparison(Experiment):
    """Plays the same matches in each variant."""

    def __init__(self, lab: Lab, variants: Sequence[Variant], plans: Sequence[str]) -> None:
        """variants: one or two. plans: names of the plans to try in them (`bot.lab.plans`)."""
        super().__init__(lab)
        self.variants = variants
        self.seats = variants[0].field.seats
        self.game = variants[0].field.game
        self.meeting = len(variants) == 2 and variants[0].meets(variants[1])
        self.matches: list[list[Match]] = [[] for _ in range(1 if self.meeting else len(variants))]
        names = () if self.meeting else plans
        self.plans = [
            PlanRow(name, plan_of(self.game, self.seats, name), self.seats, [[] for _ in variants]) for name in names
        ]

    def run(self) -> None:
        self.announce((1 + len(self.plans)) * len(self.matches))
        contests = [self._meeting()] if self.meeting else [self._alone(variant) for variant in self.variants]
        for played in self.until(contests, self._enough):
            for matches, match in zip(self.matches, played, strict=True):
                matches.append(match)
        for row in self.plans:
            self._try(row)

    def _alone(self, variant: Variant) -> Contest:
        players = [variant.player] * self.seats
        return variant.field.contest(players, decks=[variant.deck] * self.seats if variant.deck else ())

    def _meeting(self) -> Contest:
        one, other = self.variants
        others = self.seats - 1
        decks = [one.deck, *[other.deck] * others] if one.deck and other.deck else ()
        return one.field.contest([one.player, *[other.player] * others], decks=decks)

    def _try(self, row: PlanRow) -> None:
        contests = []
        for variant in self.variants:
            players = [row.plan.player, *[variant.player] * (self.seats - 1)]
            contests.append(variant.field.contest(players, decks=[variant.deck] * self.seats if variant.deck else ()))

        def enough() -> bool:
            error = row.difference.error if row.more else max((high - low) / 2 for low, high in intervals())
            return error <= self.lab.within

        def intervals() -> Iterator[tuple[float, float]]:
            yield from (score.interval for score in row.scores)

        for played in self.until(contests, enough):
            for shares, match in zip(row.won, played, strict=True):
                shares.append(match.won)
            if len(played) > 1:
                row.more.append(100 * (played[1].won - played[0].won))

    def _enough(self) -> bool:
        shares = [match.won if self.meeting else match.shares[0] for match in self.matches[0]]
        places = self._meeting().places if self.meeting else 1
        return Score.by_deals(shares, places).within(self.lab.within)

    def report(self) -> Report:
        tables = [self._measured(), *([self._planned()] if self.plans else ()), self._lengths()]
        names = [f"{variant.letter}: {variant.label}" for variant in self.variants]
        return Report(
            title=f"{self.game.title} with {self.seats} players. {'; '.join(names)}",
            sentences=[*self._sentences()],
            tables=tables,
            settings={
                "game": self.game.key,
                "seats": self.seats,
                "seed": self.lab.seed,
                "content": {variant.letter: variant.field.hash for variant in self.variants},
                "variants": {
                    variant.letter: {
                        "differs": list(variant.words),
                        "options": self.game.all_options(variant.field.options),
                        "player": variant.player,
                        "deck": variant.deck or None,
                    }
                    for variant in self.variants
                },
            },
        )

    def _sentences(self) -> Iterator[Finding]:
        if not self.matches[0]:
            yield "No match has ended yet."
        elif self.meeting:
            won = [match.won for match in self.matches[0]]
            yield sentences.met(self.variants, Score.by_deals(won, self._meeting().places))
        elif len(self.variants) == 1:
            yield from sentences.described(self.matches[0], self.seats)
            yield from sentences.paying(
                [(row.plan, row.scores[0]) for row in self.plans if row.won[0]], 100 / self.seats
            )
        else:
            rows = [(row.plan, row.scores, row.difference) for row in self.plans if row.more]
            described = [*measures(self.game, self.seats)]
            yield from sentences.compared(self.variants, rows, described, 100 / self.seats, self.matches)

    def _measured(self) -> Table:
        """Return the table of all measures."""
        two = len(self.matches) == 2
        heads = [Column("both", "A meets B")] if self.meeting else [Column(v.letter, v.letter) for v in self.variants]
        columns = [Column("measure", ""), *heads]
        if two:
            columns.append(Column("difference", "B - A", "match by match; ± is the 95 % interval"))
        title = f"how {len(self.matches[0]):,} matches went"
        table = Table(key="matches", title=title, columns=columns, note=EXPLAINED)
        if not self.matches[0]:
            return table
        if self.meeting:
            for seat in range(self.seats):
                won = [match.won for match in self.matches[0] if match.seat == seat]
                table.rows.append((f"A wins from seat {seat} %", Score(len(won), sum(won))))
        for measure in measures(self.game, self.seats):
            table.rows.append(self._row(measure))
        table.chart = Dots(
            title="Won from each seat, in per cent",
            lines=[
                (
                    f"seat {seat}",
                    [Score(len(matches), sum(match.shares[seat] for match in matches)) for matches in self.matches],
                )
                for seat in range(self.seats)
            ],
            series=["both"] if self.meeting else [variant.letter for variant in self.variants],
            fair=100 / self.seats,
        )
        return table

    def _row(self, measure: Measure) -> Sequence[Cell]:
        cells = [measure.title, *(measure.cell(matches) for matches in self.matches)]
        if len(self.matches) == 2:
            cells.append(measure.difference(*self.matches))
        return cells

    def _planned(self) -> Table:
        """Return the table of plans."""
        letters = [variant.letter for variant in self.variants]
        columns = [
            Column("plan", "plan", "a player who follows it, against players who do not"),
            *(Column(letter, f"{letter} wins %") for letter in letters),
            Column("matches", "matches", "in each variant"),
            Column("summary", "which"),
        ]
        two = len(letters) == 2
        if two:
            columns.insert(3, Column("difference", "B - A", "in points, match by match"))
        rows: list[Sequence[Cell]] = []
        done = [row for row in self.plans if row.won[0]]
        done.sort(key=lambda row: -abs(row.difference.value) if two else -row.scores[0].share)
        for row in done:
            more: list[Cell] = [row.difference] if two else []
            rows.append((row.name, *row.scores, *more, len(row.won[0]), row.plan.summary))
        chart = Dots(
            title="Matches won by each plan, in per cent",
            lines=[(row.name, row.scores) for row in done],
            series=letters,
            fair=100 / self.seats,
        )
        return Table(key="plans", title="what plans win", columns=columns, rows=rows, chart=chart if rows else None)

    def _lengths(self) -> Table:
        """Return the table of the lengths of matches."""
        counts = [Counter(match.turns for match in matches) for matches in self.matches]
        heads = ["both"] if self.meeting else [variant.letter for variant in self.variants]
        spans = list(_spans(set().union(*counts)))
        names = [str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in spans]
        bars = [[sum(count[turns] for turns in span) for span in spans] for count in counts]
        return Table(
            key="lengths",
            title="length in turns",
            columns=[Column("turns", "turns"), *(Column(head, f"matches {head}") for head in heads)],
            rows=[*zip(names, *bars, strict=True)],
            chart=Bars(title="Length of matches in turns", values="turns", names=names, bars=bars, series=heads),
        )


def _spans(values: Collection[int]) -> Iterator[range]:
    """Yield a few spans of equal length that hold all values."""
    if not values:
        return
    first, last = min(values), max(values)
    width = -(-(last - first + 1) // _SPANS)
    for start in range(first, last + 1, width):
        yield range(start, start + width)
