"""Reports as values: sentences, tables and charts, to print, to draw, or for machines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from textwrap import wrap
from typing import Any, Final, TypeAlias

from bot.lab.score import Estimate, Mean, Score

WIDTH: Final = 118
"""The maximum length of a line of text, in characters."""
_COLUMN_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of a number: its 10th, 50th and 90th percentile."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread | None":
        """Return the percentiles by nearest rank; None if there are no values."""
        if not values:
            return None
        ordered = sorted(values)
        low, median, high = (ordered[max(0, ceil(part * len(ordered)) - 1)] for part in (0.1, 0.5, 0.9))
        return cls(low, median, high)

    def __str__(self) -> str:
        return f"{self.median:,g} [{self.low:,g}-{self.high:,g}]"


Cell: TypeAlias = str | int | float | Score | Mean | Estimate | Spread | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    key: str
    """The column's name for machines."""
    title: str
    explains: str = ""
    """An explanation in a few words; "" if the title is enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dots:
    """A chart: a measured share on each line, with its interval, and a line at the fair share."""

    title: str
    lines: Sequence[tuple[str, Sequence[Score]]]
    """A name for each line, and its score in each series."""
    series: Sequence[str] = ("",)
    fair: float = 50.0
    """The percentage of wins that would be fair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """A chart: the frequency of each value in per cent, with the series side by side."""

    title: str
    values: str
    """The unit of the values: "turns"."""
    names: Sequence[str]
    """A label for each value or range of values."""
    bars: Sequence[Sequence[int]]
    """The counts, by series and value."""
    series: Sequence[str] = ("",)


Chart: TypeAlias = Dots | Bars
Finding: TypeAlias = str | tuple[str, ...]
"""A sentence, or several of one kind, the most important one first."""


@dataclass(slots=True, kw_only=True)
class Table:
    """Rows of cells below columns."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: list[Sequence[Cell]] = field(default_factory=list)
    note: str = ""
    chart: Chart | None = None

    def data(self) -> list[dict[str, Any]]:
        """Return the rows for machines."""
        return [{column.key: _plain(cell) for column, cell in zip(self.columns, row, strict=True)} for row in self.rows]

    def lines(self) -> Iterator[str]:
        """Yield the table as text: title, head, rows, explanations of the columns."""
        yield self.title.upper()
        cells = [[shown(cell) for cell in row] for row in self.rows]
        heads = [column.title for column in self.columns]
        widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
        last = len(widths) - 1
        numbers = int | float | Score | Mean | Estimate | Spread
        words_only = [not any(isinstance(row[n], numbers) for row in self.rows) for n in range(last + 1)]
        for words in [heads, *cells]:
            padded = [
                word.ljust(width) if words_only[n] else word.rjust(width)
                for n, (word, width) in enumerate(zip(words, widths, strict=True))
            ]
            yield from _folded((" " * _COLUMN_GAP).join(padded).rstrip(), sum(widths[:-1]) + _COLUMN_GAP * last)
        yield ""
        for column in self.columns:
            if column.explains:
                explained = f"{column.title}: {column.explains}"
                yield from wrap(explained, WIDTH, initial_indent="  ", subsequent_indent="    ")
        if self.note:
            yield from wrap(self.note, WIDTH, initial_indent="  ", subsequent_indent="  ")


@dataclass(slots=True, kw_only=True)
class Report:
    """The findings of a study."""

    title: str
    sentences: list[Finding]
    """The findings in plain words, the most important first."""
    tables: list[Table]
    settings: dict[str, Any]
    """The game, the seed, the content by its hash, and so on."""
    stopped: bool = False
    """Whether the study was interrupted."""
    command: str = ""
    """The command that made the report."""
    date: str = ""
    """The date on which the report was made."""

    @property
    def findings(self) -> list[tuple[str, ...]]:
        """The findings by kinds, each with one sentence at least."""
        kinds = [(finding,) if isinstance(finding, str) else finding for finding in self.sentences]
        return [kind for kind in kinds if kind]

    def data(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return {
            "title": self.title,
            **self.settings,
            "stopped": self.stopped,
            "sentences": [sentence for kind in self.findings for sentence in kind],
            **{table.key: table.data() for table in self.tables},
        }

    def lines(self) -> Iterator[str]:
        """Yield the report as text."""
        yield self.title
        if self.stopped:
            yield "Ended early: these are the results so far."
        yield ""
        for sentence, *more in self.findings:
            yield from wrap(sentence, WIDTH)
            for other in more:
                yield from wrap(other, WIDTH, initial_indent="  ", subsequent_indent="  ")
        for table in self.tables:
            if table.rows:
                yield ""
                yield from table.lines()


def shown(cell: Cell) -> str:
    """Return a cell as text."""
    match cell:
        case None:
            return "-"
        case Score():
            if not cell.matches:
                return "-"
            low, high = cell.interval
            return f"{cell.share:.1f} [{low:.0f}-{high:.0f}]"
        case bool():
            return "yes" if cell else "no"
        case float():
            return f"{cell:,.1f}"
        case int():
            return f"{cell:,}"
        case _:
            return str(cell)


def _plain(cell: Cell) -> Any:
    match cell:
        case Score():
            if not cell.matches:
                return None
            low, high = cell.interval
            return {"won": round(cell.share, 1), "interval": [round(low, 1), round(high, 1)], "matches": cell.matches}
        case Mean():
            return {"mean": round(cell.value, 2), "error": round(cell.error, 2), "count": cell.count}
        case Estimate():
            return {
                "value": round(cell.value, 2),
                "interval": [round(cell.low, 2), round(cell.high, 2)],
                "matches": cell.matches,
            }
        case Spread():
            return {"p10": round(cell.low, 2), "median": round(cell.median, 2), "p90": round(cell.high, 2)}
        case float():
            return round(cell, 2)
        case _:
            return cell


def _folded(line: str, indent: int) -> Iterator[str]:
    """Yield a line, with its last column wrapped if it is too long."""
    if len(line) <= WIDTH:
        yield line
        return
    indent = min(indent, WIDTH // 2)
    lines = wrap(line[indent:], WIDTH - indent)
    yield line[:indent] + lines[0]
    yield from (" " * indent + line for line in lines[1:])
