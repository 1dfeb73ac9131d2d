"""The report of what people did with a game, beside what the lab foretells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from bot.lab.report import Cell, Column, Dots, Finding, Report, Table
from bot.lab.score import Estimate, Score
from bot.model.figures import ENOUGH, Count, Figure, Subject, Variant
from bot.workshop.comparing import Compared, card_name, comparisons, disagreements, ended, mean_of, misunderstood
from bot.workshop.heat import STUMBLES, stumbles
from rules.core.game import Clause, Game

Weeks = Mapping[str, Mapping[Subject, Count]]
"""Counts by subject, of each week by its Monday."""
_WORST: Final = 5
"""The number of clauses that a sentence names."""


def together(weeks: Weeks) -> dict[Subject, Count]:
    """Return the counts of all weeks."""
    counts: dict[Subject, Count] = {}
    for week in weeks.values():
        for subject, count in week.items():
            counts[subject] = counts.get(subject, Count()) + count
    return counts


def matches_in(counts: Mapping[Subject, Count]) -> int:
    """Return the number of matches between people in these counts."""
    return counts.get(Subject(Figure.TURNS), Count()).times


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleReport:
    """The figures of people, beside those of simulated matches."""

    game: Game
    """The game with the content of the matches."""
    variant: Variant
    """The variant that is reported."""
    variants: Mapping[Variant, Weeks]
    """The figures of all variants that people played."""
    clauses: Sequence[Clause]
    """The rulebook."""
    foretold: Mapping[Subject, Count]
    """The figures of simulated matches; {} if there are none."""
    within: float = 5
    """The precision that is asked for, in points to either side."""
    player: str = "greedy"
    """The player of the simulated matches."""
    seed: int = 1
    """The seed of the simulated matches."""

    @property
    def weeks(self) -> Weeks:
        return self.variants.get(self.variant, {})

    @property
    def counts(self) -> Mapping[Subject, Count]:
        return together(self.weeks)

    def report(self) -> Report:
        compared = comparisons(self.counts, self.foretold, self.within)
        return Report(
            title=f"{self.game.title} with {self.variant.players} players: what people did",
            sentences=[*self._sentences(compared)],
            tables=[
                self._compared(compared),
                self._course(),
                self._places(Figure.SEAT, "seats", "seat"),
                self._places(Figure.DECK, "decks", "deck"),
                self._cards(),
                self._clauses(),
                self._places(Figure.LEVEL, "levels", "level of the computer"),
                self._resigned(),
                self._answers(),
                self._by_week(),
                self._variants(),
            ],
            settings={
                "game": self.game.key,
                "seats": self.variant.players,
                "options": self.variant.options,
                "player": self.player,
                "seed": self.seed,
                "content": self.variant.content,
                "matches": matches_in(self.counts),
                "simulated": matches_in(self.foretold),
            },
        )

    def _sentences(self, compared: list[Compared]) -> Iterator[Finding]:
        if not self.counts:
            yield (
                f"There is nothing to report yet: figures are published once {ENOUGH} matches of {ENOUGH} players have"
                " ended."
            )
            return
        found = [*disagreements(self.game, compared), tuple(misunderstood(self.counts, self._headings))]
        yield from found
        if self.foretold and not any(found):
            yield "Nothing that people do differs for certain from what the lab foretells."
        stumbled = [number for number, times in stumbles(self.counts) if times][:_WORST]
        if stumbled:
            yield f"People stumble most over {', '.join(map(self._heading, stumbled))}."
        matches = matches_in(self.counts)
        yield f"These are figures of {matches} matches between people, published in steps of at least {ENOUGH} matches."

    @property
    def _headings(self) -> dict[str, str]:
        return {clause.number: clause.heading if clause.title else clause.number for clause in self.clauses}

    def _heading(self, number: str) -> str:
        return self._headings.get(number, number)

    def _of(self, figure: Figure) -> dict[str, Count]:
        return {subject.name: count for subject, count in self.counts.items() if subject.figure is figure}

    def _compared(self, compared: list[Compared]) -> Table:
        rows: list[Sequence[Cell]] = [
            (
                self._about(each),
                each.people,
                each.foretold,
                each.distance,
                "yes" if each.is_certain(len(compared)) else "no",
                each.more,
            )
            for each in compared
        ]
        return Table(
            key="compared",
            title="people and lab, the largest difference first",
            columns=[
                Column("about", "figure"),
                Column("people", "people"),
                Column("foretold", "foretold", f"what {matches_in(self.foretold)} simulated matches have"),
                Column("distance", "distance", "the difference, in standard errors"),
                Column("certain", "certain", "yes: by chance alone, fewer than 5 % of such reports would have any"),
                Column("more", "more", f"matches still needed to know the number of people to {self.within:g} points"),
            ],
            rows=rows,
        )

    def _about(self, each: Compared) -> str:
        name = card_name(self.game, each.subject.name)
        match each.subject.figure:
            case Figure.USED:
                return f"{name}: used, of hands with it %"
            case Figure.PLAYED:
                return f"{name}: won when played %"
            case Figure.HELD:
                return f"{name}: won when held %"
            case Figure.PASSED:
                return f"rule {self._heading(each.subject.name)}: let pass %"
            case Figure.TURNS:
                return f"{self.game.turn_word}s"
            case figure:
                return f"{figure} {each.subject.name} %"

    def _course(self) -> Table:
        turns, minutes = self.counts.get(Subject(Figure.TURNS)), self.counts.get(Subject(Figure.MINUTES))
        endings = sorted(self._of(Figure.ENDING).items(), key=lambda each: -each[1].times)
        rows: list[Sequence[Cell]] = []
        if turns:
            rows.append((f"{self.game.turn_word}s", turns.times, mean_of(turns)))
        if minutes:
            rows.append(("minutes (geometric mean)", minutes.times, _grown(mean_of(minutes))))
        matches = ended(self.counts)
        rows += [(f"ended by “{ending}” %", count.times, Score(matches, count.times)) for ending, count in endings]
        return Table(
            key="course",
            title="how matches went",
            columns=[Column("about", ""), Column("matches", "matches"), Column("value", "value")],
            rows=rows,
        )

    def _places(self, figure: Figure, key: str, title: str) -> Table:
        rows: list[Sequence[Cell]] = []
        lines: list[tuple[str, Sequence[Score]]] = []
        for name, count in sorted(self._of(figure).items()):
            score, other = _won(count), _won(self.foretold.get(Subject(figure, name)))
            rows.append((name, count.times, score, other))
            if other is not None and score is not None:
                lines.append((name, [score, other]))
        return Table(
            key=key,
            title=f"wins by {title}",
            columns=[
                Column(key[:-1], title),
                Column("times", "seats"),
                Column("won", "won %"),
                Column("foretold", "foretold %"),
            ],
            rows=rows,
            chart=self._dots(f"Matches won by {title}, in per cent", lines),
        )

    def _cards(self) -> Table:
        figures = (Figure.IN_DECK, Figure.DRAWN, Figure.MISSING, Figure.PLAYED, Figure.HELD)
        rows: list[Sequence[Cell]] = []
        lines: list[tuple[str, Sequence[Score]]] = []
        for card in self.game.cards.values():
            won = {figure: _won(self.counts.get(Subject(figure, card.id))) for figure in figures}
            if any(won.values()):
                other = _won(self.foretold.get(Subject(Figure.PLAYED, card.id)))
                rows.append((card.name, *(won[figure] for figure in figures), other))
                if (played := won[Figure.PLAYED]) is not None and other is not None:
                    lines.append((card.name, [played, other]))
        return Table(
            key="cards",
            title="wins by card",
            columns=[
                Column("card", "card"),
                Column("in_deck", "in the deck", "share won by seats whose deck has it"),
                Column("drawn", "drawn", "share won by seats that had it in hand at any time"),
                Column("missing", "never came", "share won by seats that could have drawn it"),
                Column("played", "played", "share won by seats that used it"),
                Column("held", "held", "share won by seats that had it and never used it"),
                Column("foretold", "played, foretold"),
            ],
            rows=rows,
            chart=self._dots("Matches won by seats that played the card, in per cent", lines),
        )

    def _dots(self, title: str, lines: Sequence[tuple[str, Sequence[Score]]]) -> Dots | None:
        if not lines:
            return None
        return Dots(title=title, lines=lines, series=("people", "foretold"), fair=100 / self.variant.players)

    def _clauses(self) -> Table:
        shown = (*STUMBLES, Figure.RESIGNED)
        numbers = dict.fromkeys([number for number, _ in stumbles(self.counts)])
        for figure in (Figure.SECONDS, Figure.CHOICE, Figure.RESIGNED):
            numbers |= dict.fromkeys(self._of(figure))
        rows: list[Sequence[Cell]] = []
        for number in numbers:
            seconds = self.counts.get(Subject(Figure.SECONDS, number))
            choice = self.counts.get(Subject(Figure.CHOICE, number))
            passed = self.counts.get(Subject(Figure.PASSED, number))
            rows.append(
                (
                    self._heading(number),
                    seconds.times if seconds else None,
                    _grown(mean_of(seconds)) if seconds else None,
                    _won(choice),
                    _won(passed),
                    *(self.counts.get(Subject(figure, number), Count()).times or None for figure in shown),
                )
            )
        return Table(
            key="clauses",
            title="rules, those over which people stumble most first",
            columns=[
                Column("clause", "rule"),
                Column("decisions", "decisions", "that a player made by themselves"),
                Column("seconds", "seconds", "geometric mean of a decision's seconds"),
                Column("one_choice", "one choice %", "decisions in its phase with only one choice"),
                Column(
                    "passed", "let pass %", "decisions in its phase with several choices that let the default happen"
                ),
                Column("refused", "refused", "actions that the rule forbade"),
                Column("asked", "looked up", "how often it was read with /rules"),
                Column("undone", "undone"),
                Column("hints", "hints"),
                Column("timed_out", "timed out"),
                Column("unclear", "unclear", "how often players called it unclear after a match"),
                Column("wrong", "felt wrong", "moments that felt wrong while its decision was open"),
                Column("resigned", "resigned"),
            ],
            rows=rows,
            note=f"A dash stands for nothing, or for what fewer than {ENOUGH} players did.",
        )

    def _resigned(self) -> Table:
        ranges = sorted(self._of(Figure.RESIGNED_AT).items(), key=lambda each: int(each[0].split("-")[0]))
        return Table(
            key="resigned",
            title="when people resign",
            columns=[Column("turns", f"{self.game.turn_word}s"), Column("resigned", "resigned")],
            rows=[(name, count.times) for name, count in ranges],
        )

    def _answers(self) -> Table:
        rows: list[Sequence[Cell]] = []
        for figure, question in ((Figure.AGAIN, "Would you play it again?"), (Figure.LENGTH, "How long did it feel?")):
            answers = self._of(figure)
            total = sum(count.times for count in answers.values())
            rows += [(question, name, count.times, Score(total, count.times)) for name, count in answers.items()]
        return Table(
            key="answers",
            title="what players answer after a match",
            columns=[
                Column("question", "question"),
                Column("answer", "answer"),
                Column("players", "answers"),
                Column("share", "of them %"),
            ],
            rows=rows,
        )

    def _by_week(self) -> Table:
        rows: list[Sequence[Cell]] = []
        for week, counts in sorted(self.weeks.items()):
            times = [
                sum(count.times for subject, count in counts.items() if subject.figure is figure) for figure in STUMBLES
            ]
            rows.append((week, matches_in(counts), *times))
        return Table(
            key="weeks",
            title="by week",
            columns=[
                Column("week", "week from", "the week in which a figure was published"),
                Column("matches", "matches"),
                *(Column(figure.replace(" ", "_"), str(figure)) for figure in STUMBLES),
            ],
            rows=rows,
        )

    def _variants(self) -> Table:
        rows: list[Sequence[Cell]] = [
            (
                variant.content[:12],
                variant.rules,
                variant.players,
                matches_in(together(weeks)),
                "this" if variant == self.variant else "",
                variant.options,
            )
            for variant, weeks in sorted(self.variants.items(), key=lambda each: -matches_in(together(each[1])))
        ]
        return Table(
            key="variants",
            title="all that was played",
            columns=[
                Column("content", "content"),
                Column("rules", "rules"),
                Column("players", "players"),
                Column("matches", "matches"),
                Column("reported", "reported"),
                Column("options", "options"),
            ],
            rows=rows,
        )


def _won(count: Count | None) -> Score | None:
    return Score(count.times, count.total) if count and count.times else None


def _grown(logarithm: Estimate) -> Estimate:
    """Return the number whose natural logarithm was measured."""
    return Estimate(exp(logarithm.value), exp(logarithm.low), exp(logarithm.high), logarithm.matches)
