"""`hidden-hand lab goals`: measures the goals of games (`Game.goals`) and compares them with an earlier run."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.lab.experiment import Experiment, Field, Lab
from bot.lab.goal_parts import Limits, Part, parts_of
from bot.lab.goal_rows import Row
from bot.lab.report import Column, Report, Table
from bot.lab.score import Estimate

SETTINGS: Final = ("seed", "matches", "minutes", "content", "options")
"""Everything that the results of a run depend on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The results of an earlier run."""

    settings: Mapping[str, Any]
    """Everything that the results depend on (`SETTINGS`)."""
    rows: Sequence[Row]
    finished: frozenset[str]
    """The names of the parts that were measured completely (`Part.name`)."""

    @classmethod
    def of(cls, written: Any) -> "Earlier":
        """Read the object that `--json` prints.

        Raises:
            ValueError: the object is something else.
        """
        try:
            rows = [Row.read(row) for row in written["results"]]
            settings = {name: written[name] for name in SETTINGS}
            return cls(settings=settings, rows=rows, finished=frozenset(written["finished"]))
        except (KeyError, TypeError):
            raise ValueError("there are no results of “lab goals” in it") from None

    @property
    def measured(self) -> Mapping[tuple[str, str], Estimate]:
        """The results by game and goal."""
        return {(row.game, row.name): row.measured for row in self.rows}


NOTHING = Earlier(settings={}, rows=(), finished=frozenset())
"""The results of a run that has not begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Results of other runs."""

    begun: Earlier = NOTHING
    """The earlier results of the same run, from which it continues."""
    before: Earlier = NOTHING
    """The results to compare with."""


class Goals(Experiment):
    """Measures all goals, one after another; the searches come last."""

    def __init__(
        self,
        lab: Lab,
        fields: Sequence[Field],
        limits: Limits,
        known: Known,
        keep: Callable[[Report], object] = lambda _: None,
    ) -> None:
        """Prepare to measure. keep: called with the report after each part."""
        super().__init__(lab)
        self.fields, self.limits = fields, limits
        self._begun, self._keep = known.begun, keep
        self._before = known.before.measured
        parts = [part for field in fields for part in parts_of(lab, field, limits)]
        self.parts: Sequence[Part] = sorted(parts, key=lambda part: part.is_search)

    @property
    def settings(self) -> dict[str, Any]:
        """Everything that the results depend on (`SETTINGS`)."""
        return {
            "seed": self.lab.seed,
            "matches": self.limits.matches,
            "minutes": self.limits.minutes,
            "content": {field.game.key: field.hash for field in self.fields},
            "options": {field.game.key: {**field.options} for field in self.fields},
        }

    def run(self) -> None:
        parts = [part for part in self.parts if part.name not in self._begun.finished]
        for part in parts:
            self.lab.progress.expect(part.matches)
        for part in parts:
            part.run()
            for row in part.rows():
                self.lab.progress.tell(row.line)
            self._keep(self.report())

    def _rows(self) -> Sequence[Row]:
        """List all results by games, those of an interrupted part too."""
        measured = [row for part in self.parts for row in part.rows()]
        by_name = {(row.game, row.name): row for row in (*self._begun.rows, *measured)}
        return [row for field in self.fields for row in by_name.values() if row.game == field.game.key]

    def report(self) -> Report:
        rows = self._rows()
        finished = {part.name for part in self.parts if part.is_finished} | self._begun.finished
        return Report(
            title=f"Goals: {', '.join(field.game.title for field in self.fields)}",
            sentences=[*self._sentences(rows)],
            tables=[self._table(rows)],
            settings={
                **self.settings,
                "finished": sorted(finished),
                "results": [row.written for row in rows],
            },
        )

    def _sentences(self, rows: Sequence[Row]) -> Iterator[str]:
        if not rows:
            yield "No goal has been measured yet."
            return
        met, missed, unsure = ([row for row in rows if row.met == word] for word in ("yes", "no", "unsure"))
        yield (
            f"Of {len(rows)} goals, {len(met)} are met, {len(missed)} are missed and {len(unsure)} are not known"
            " precisely enough."
        )
        if missed:
            yield f"Missed: {_listed(missed)}."
        was = {row: old.lies(*row.bounds) for row in rows if (old := self._before.get((row.game, row.name)))}
        if better := [row for row in met if was.get(row, "yes") != "yes"]:
            yield f"Met now, but not before: {_listed(better)}."
        if worse := [row for row in missed if was.get(row, "no") != "no"]:
            yield f"Missed now, but not before: {_listed(worse)}."

    def _table(self, rows: Sequence[Row]) -> Table:
        earlier = (Column("before", "before"), Column("was", "met before")) if self._before else ()
        table = Table(
            key="goals",
            title="goals",
            columns=[
                Column("game", "game"),
                Column("goal", "goal"),
                Column("wanted", "wanted"),
                Column("measured", "measured", "with its 95 % interval"),
                Column("met", "met", "yes or no if the whole interval is inside or outside, else unsure"),
                *earlier,
                Column("matches", "matches"),
                Column("seed", "seed"),
                Column("detail", "which"),
            ],
        )
        for row in rows:
            old = self._before.get((row.game, row.name))
            compared = (old, old.lies(*row.bounds) if old else None) if earlier else ()
            measured = row.measured
            table.rows.append(
                (row.game, row.name, row.wanted, measured, row.met, *compared, measured.matches, row.seed, row.detail)
            )
        return table


def _listed(rows: Sequence[Row]) -> str:
    return "; ".join(f"{row.game}, {row.name} {row.measured}" for row in rows)
