"""`hidden-hand lab dull`: counts decisions without a choice, actions that no player takes, leads that never change."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from bot.content.seeds import load_rulebook
from bot.lab import sentences
from bot.lab.contest import Match
from bot.lab.experiment import Experiment, Field, Lab
from bot.lab.leads import leading_number
from bot.lab.metrics import Lead, PhaseName
from bot.lab.report import Bars, Cell, Column, Dots, Finding, Report, Spread, Table
from bot.lab.score import Score

_CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Finds the places where a word begins in the name of a phase."""
_MOSTLY: Final = 0.8
"""A phase is dull if this fraction of its decisions has only one choice, or takes the default."""
_SELDOM: Final = 0.02
"""An action is useless if players use no more than this fraction of their chances to take it."""
_FEWEST_OCCURRENCES: Final = 30
"""The minimum number of occurrences for a judgement."""


class Dull(Experiment):
    """Plays one player against itself, and looks for dull parts."""

    def __init__(self, lab: Lab, field: Field, player: str) -> None:
        super().__init__(lab)
        self.field, self.player = field, player
        self.matches: list[Match] = []
        self.number = ""
        """The field of the game's sides that shows who leads (`bot.lab.leads`), such as points; "" if there is none."""
        clauses = {clause.number: clause.title for clause in load_rulebook(field.game.key)}
        self._titles = clauses

    def run(self) -> None:
        self.announce(1)
        field, seed = self.field, self.lab.seed
        self.number = leading_number(field.game, field.seats, field.options, self.player, seed)
        contest = field.contest([self.player] * field.seats, lead=self.number)
        for (match,) in self.until([contest], self._enough):
            self.matches.append(match)

    def _enough(self) -> bool:
        early = self._early()
        return (early if early.matches else Score(len(self.matches))).within(self.lab.within)

    def report(self) -> Report:
        tables = [self._phases(), self._actions(), self._leads(), self._curve()]
        return Report(
            title=f"{self.field.game.title} with {self.field.seats} players ({self.player}): where is it dull?",
            sentences=[*self._sentences()],
            tables=tables,
            settings=self.field.settings(self.lab.seed, player=self.player, matches=len(self.matches)),
        )

    def _counted(self) -> tuple[Counter[PhaseName], Counter[PhaseName], Counter[PhaseName], Counter[str], Counter[str]]:
        asked, single, by, offered, done = (
            Counter[PhaseName](),
            Counter[PhaseName](),
            Counter[PhaseName](),
            Counter[str](),
            Counter[str](),
        )
        for match in self.matches:
            asked.update(match.metrics.asked)
            single.update(match.metrics.without_choice)
            by.update(match.metrics.let_by)
            offered.update(match.metrics.offered)
            done.update(match.metrics.done)
        return asked, single, by, offered, done

    def _name(self, name: PhaseName) -> str:
        title = self._titles.get(name.clause, "")
        words = _CAPITAL.sub(" ", name.phase)
        return f"{words.capitalize()}, rule {name.clause}" + (f" ({title})" if title else "")

    def _sentences(self) -> Iterator[Finding]:
        asked, single, by, offered, done = self._counted()
        if not self.matches:
            yield "No match has ended yet."
            return
        dull = [
            phase for phase in asked if asked[phase] >= _FEWEST_OCCURRENCES and single[phase] >= _MOSTLY * asked[phase]
        ]
        yield tuple(
            f"“{self._name(phase)}” is asked {asked[phase] / len(self.matches):.1f} times in a match and leaves a"
            f" choice in only {100 - 100 * single[phase] / asked[phase]:.0f} % of them: it could be automatic."
            for phase in sorted(dull, key=lambda phase: -asked[phase])
        )
        chosen = {phase: asked[phase] - single[phase] for phase in asked}
        passive = [
            phase for phase in chosen if chosen[phase] >= _FEWEST_OCCURRENCES and by[phase] >= _MOSTLY * chosen[phase]
        ]
        yield tuple(
            f"“{self._name(phase)}”: players do nothing in {100 * by[phase] / chosen[phase]:.0f} % of the"
            f" {chosen[phase]:,} decisions with a choice: is it worth asking?"
            for phase in passive
        )
        seldom = [
            verb for verb in offered if offered[verb] >= _FEWEST_OCCURRENCES and done[verb] <= _SELDOM * offered[verb]
        ]
        yield tuple(
            f"Players hardly ever use “{verb}”: {done[verb]:,} of the {offered[verb]:,} times it was possible."
            for verb in sorted(seldom, key=lambda verb: -offered[verb])
        )
        never = [kind.verb for kind in self.field.game.actions if not offered[kind.verb]]
        if never:
            yield f"Never possible in these matches: {', '.join(f'“{verb}”' for verb in never)}."
        parts = self._decided()
        if parts:
            yield (
                f"By expected wins, {self._early().words} of all matches are decided in their first third, and half of"
                f" them by {100 * median(parts):.0f} % of the turns."
            )
            yield f"By the same measure, the lead never changes in {_still(self._expected()).words} of all matches."
        elif not self._expected():
            yield sentences.EVEN
        seen = self._seen()
        if seen:
            ahead = [lead.first for lead in seen if lead.first is not None]
            behind = [lead.trailed for lead in seen if lead.trailed is not None]
            finding = (
                f"By {self.named}, which people see, the lead never changes in {_still(seen).words} of all matches"
            )
            if ahead and behind:
                first, trailed = (Score(len(flags), sum(flags)) for flags in (ahead, behind))
                finding += f"; the first leader wins {first.words}, and the winner had been behind in {trailed.words}"
            yield f"{finding}."

    @property
    def named(self) -> str:
        """The name, in words, of the number that shows who leads."""
        return self.number.replace("_", " ")

    def _expected(self) -> list[Lead]:
        return [lead for match in self.matches if (lead := match.metrics.expected)]

    def _seen(self) -> list[Lead]:
        return [lead for match in self.matches if (lead := match.metrics.seen)]

    def _early(self) -> Score:
        """Count the matches that were decided in their first third."""
        early = [lead.early for lead in self._expected() if lead.early is not None]
        return Score(len(early), sum(early))

    def _decided(self) -> list[float]:
        """List, by match, the fraction of its turns after which it was decided."""
        return [lead.for_good for lead in self._expected() if lead.for_good is not None]

    def _phases(self) -> Table:
        asked, single, by, _, _ = self._counted()
        rows: list[Sequence[Cell]] = []
        for phase, times in asked.most_common():
            chosen = times - single[phase]
            rows.append(
                (
                    self._name(phase),
                    times / len(self.matches),
                    100 * single[phase] / times,
                    100 * by[phase] / chosen if chosen else None,
                )
            )
        return Table(
            key="phases",
            title="what is asked",
            columns=[
                Column("phase", "decision", "the phase of the game, and its clause of the rulebook"),
                Column("asked", "a match", "decisions per match"),
                Column("single", "one choice %", "decisions without an alternative"),
                Column("let_by", "let go by %", "of the others: those in which the player did nothing"),
            ],
            rows=rows,
        )

    def _actions(self) -> Table:
        _, _, _, offered, done = self._counted()
        rows: list[Sequence[Cell]] = [
            (
                kind.verb,
                offered[kind.verb] / max(1, len(self.matches)),
                done[kind.verb] / max(1, len(self.matches)),
                100 * done[kind.verb] / offered[kind.verb] if offered[kind.verb] else None,
            )
            for kind in self.field.game.actions
        ]
        return Table(
            key="actions",
            title="what is done",
            columns=[
                Column("action", "action"),
                Column("offered", "possible", "chances per match, reactions included"),
                Column("done", "done", "uses per match"),
                Column("share", "done %"),
            ],
            rows=sorted(rows, key=lambda row: float(row[3]) if isinstance(row[3], float) else -1),
        )

    def _leads(self) -> Table:
        expected, seen = self._expected(), self._seen()
        parts = [round(100 * part) for part in self._decided()]
        names = [str(start + 10) for start in range(0, 100, 10)]
        bars = [sum(start < part <= start + 10 for part in parts) for start in range(0, 100, 10)]
        rows: list[Sequence[Cell]] = [
            ("turns of a match", Spread.of([match.turns for match in self.matches]), None),
            ("lead changes in a match", *(Spread.of([lead.changes for lead in leads]) for leads in (expected, seen))),
            (
                "longest stretch without one, in turns",
                *(Spread.of([lead.longest for lead in leads]) for leads in (expected, seen)),
            ),
            (
                "decided after % of the turns",
                *(
                    Spread.of([round(100 * lead.for_good) for lead in leads if lead.for_good is not None])
                    for leads in (expected, seen)
                ),
            ),
        ]
        return Table(
            key="leads",
            title="who leads",
            columns=[
                Column("measure", ""),
                Column("spread", "as expected", "the median, and the range of the middle 80 %"),
                Column("seen", f"by {self.named}" if self.number else "as seen", "by the number that people see"),
            ],
            rows=rows if self.matches else [],
            note=(
                "“As expected”: the leader expects to win at least 10 per cent more often than any other player. By a"
                " number: the leader has the most of it. Both are measured after each turn. A match is decided when"
                " its winner leads for good."
            ),
            chart=Bars(
                title="When matches are decided for good",
                values="per cent of the turns",
                names=names,
                bars=[bars],
            ),
        )

    def _curve(self) -> Table:
        """Return how often the leader after each tenth of a match wins the match."""
        expected, seen = self._expected(), self._seen()
        lines = [
            (f"{10 * tenth} %", [_leading(leads, tenth - 1) for leads in (expected, seen) if leads])
            for tenth in range(1, 10)
        ]
        heads = [*(["as expected"] if expected else ()), *([f"by {self.named}"] if seen else ())]
        keys = [*(["expected"] if expected else ()), *(["seen"] if seen else ())]
        columns = [Column(key, head) for key, head in zip(keys, heads, strict=True)]
        return Table(
            key="curve",
            title="how often the leader wins, in per cent",
            columns=[Column("part", "after", "the part of the turns that are over"), *columns],
            rows=[(name, *scores) for name, scores in lines if any(score.matches for score in scores)],
            note="Of the matches in which a player had taken the lead by then and one team won in the end.",
            chart=Dots(
                title="Matches won by their leader, by the part of the turns that are over",
                lines=lines,
                series=heads,
                fair=100 / self.field.seats,
            ),
        )


def _leading(leads: Sequence[Lead], tenth: int) -> Score:
    """Count the matches won by the player who led after this tenth of the turns; 0 is the first tenth."""
    won = [lead.curve[tenth] for lead in leads if lead.curve[tenth] is not None]
    return Score(len(won), sum(map(bool, won)))


def _still(leads: Sequence[Lead]) -> Score:
    """Count the matches in which the lead never changed."""
    return Score(len(leads), sum(not lead.changes for lead in leads))
