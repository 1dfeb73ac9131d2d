"""Reports as one HTML file with charts, readable on a desktop and on a phone."""

from collections.abc import Iterator
from html import escape
from importlib import import_module
from typing import Final

from bot.lab.report import Cell, Report, Spread, Table, shown
from bot.lab.score import Estimate, Score


class MissingExtraError(ImportError):
    """The error for a missing chart library; its message says how to install it."""


def draw_nothing() -> None:
    """Check that charts can be drawn.

    Raises:
        MissingExtraError: matplotlib is missing.
    """
    try:
        import_module("matplotlib")
    except ImportError:
        raise MissingExtraError(
            "charts need matplotlib, which is missing: in the program's folder, run pip install -e '.[lab]'"
        ) from None


def page(report: Report) -> str:
    """Return the page as HTML.

    Raises:
        MissingExtraError: charts cannot be drawn.
    """
    draw_nothing()
    return "".join(_parts(report))


_STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 68rem; color: #1c2430; background: #fff;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem; }
.findings { margin: 0 0 1.5rem; padding: 1rem 1.25rem; border-left: .3rem solid #0072b2; background: #f2f6fa; }
.findings p { margin: 0 0 .6rem; }
.findings p:last-child { margin: 0; }
.findings > p:first-child { font-size: 1.15rem; }
details { margin: -.4rem 0 .6rem; }
summary { color: #566273; font-size: .9rem; cursor: pointer; }
details p { margin: .4rem 0 0 !important; }
.stopped { color: #8a3b00; font-weight: 600; }
figure { margin: 1rem 0; }
figcaption { margin: 0 0 .4rem; font-weight: 600; }
figure svg { display: block; width: 100%; max-width: 36rem; height: auto; }
.wide { overflow-x: auto; border: 1px solid #d8dee6; border-radius: .4rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #e8ecf1; }
tr:last-child td { border-bottom: 0; }
th { background: #f6f8fa; vertical-align: bottom; }
th.words, td.words { text-align: left; }
td.long { white-space: normal; min-width: 14rem; }
.wide tr > :first-child { position: sticky; left: 0; background: #fff; }
.wide tr > th:first-child { background: #f6f8fa; }
@media (max-width: 45rem) {
  .rows, .rows tbody, .rows tr, .rows td { display: block; }
  .rows thead { display: none; }
  .rows tr { padding: .5rem .7rem; border-bottom: 1px solid #d8dee6; }
  .rows tr:last-child { border-bottom: 0; }
  .rows td, .rows td.words, .rows td.long { display: flex; gap: 1rem; justify-content: space-between; min-width: 0;
    padding: .1rem 0; border: 0; text-align: right; white-space: normal; overflow-wrap: anywhere; }
  .rows td::before { content: attr(data-column); flex: none; max-width: 50%; color: #566273; text-align: left; }
  .rows td:first-child { font-weight: 600; }
  .rows td:first-child[data-column=""]::before { display: none; }
  .rows td:empty { display: none; }
  .narrow th, .narrow td { padding: .35rem .4rem; white-space: normal; }
}
small { color: #566273; }
dl { margin: .6rem 0 0; font-size: .85rem; color: #566273; }
dt { display: inline; font-weight: 600; }
dd { display: inline; margin: 0; }
dd::after { content: ""; display: block; }
footer { margin-top: 3rem; font-size: .85rem; color: #566273; }
"""
_LONG: Final = 32
"""The number of characters from which a text cell may wrap."""
_PHONE: Final = 40
"""The maximum number of characters in a table's row that a phone shows in one line; rows of wider tables are shown as
lists.
"""


def _parts(report: Report) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{escape(report.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    yield f"<h1>{escape(report.title)}</h1>\n"
    if report.stopped:
        yield '<p class="stopped">Ended early: these are the results so far.</p>\n'
    yield '<section class="findings">\n'
    for first, *more in report.findings:
        yield f"<p>{escape(first)}</p>\n"
        if more:
            yield f"<details><summary>{len(more)} more of this kind</summary>"
            yield from (f"<p>{escape(sentence)}</p>" for sentence in more)
            yield "</details>\n"
    yield "</section>\n"
    for table in report.tables:
        if table.rows:
            yield from _section(table)
    yield "<footer>Made by the lab of Hidden Hand. The same command, content and seed give the same figures.\n<dl>"
    yield from (f"<dt>{name}: </dt><dd>{escape(text)}</dd>\n" for name, text in _origin(report))
    yield "</dl></footer>\n</body>\n</html>\n"


def _origin(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the settings from which the report can be made again, and the report's date."""
    content = report.settings["content"]
    hashes = content if isinstance(content, dict) else {"": content}
    yield "Command", report.command
    yield "Content", ", ".join(f"{name} {digest}".strip() for name, digest in hashes.items())
    yield "Seed", str(report.settings["seed"])
    yield "Date", report.date


def _section(table: Table) -> Iterator[str]:
    yield f"<h2>{escape(table.title[0].upper() + table.title[1:])}</h2>\n"
    if table.chart is not None:
        from bot.lab.charts import svg  # noqa: PLC0415 # only this needs the extra

        yield f'<figure role="img" aria-label="{escape(table.chart.title)}: the table below has the numbers">\n'
        yield f"<figcaption>{escape(table.chart.title)}</figcaption>\n"
        yield f"{svg(table.chart)}</figure>\n"
    words = [all(isinstance(row[n], str) or row[n] is None for row in table.rows) for n in range(len(table.columns))]
    cells = [[shown(cell) for cell in row] for row in table.rows]
    heads = [column.title for column in table.columns]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    fits = "narrow" if sum(widths) + 2 * len(widths) <= _PHONE else "rows"
    yield f'<div class="wide" tabindex="0"><table class="{fits}">\n<thead><tr>'
    for column, is_words in zip(table.columns, words, strict=True):
        yield f"<th{' class=words' if is_words else ''}>{escape(column.title)}</th>"
    yield "</tr></thead>\n<tbody>\n"
    for row in table.rows:
        yield "<tr>"
        for cell, head, is_words in zip(row, heads, words, strict=True):
            yield _cell(cell, head, is_words=is_words)
        yield "</tr>\n"
    yield "</tbody></table></div>\n"
    explained = [column for column in table.columns if column.explains]
    if explained:
        yield "<dl>"
        for column in explained:
            yield f"<dt>{escape(column.title or 'first column')}: </dt><dd>{escape(column.explains)}</dd>\n"
        yield "</dl>\n"
    if table.note:
        yield f"<p><small>{escape(table.note)}</small></p>\n"


def _cell(cell: Cell, head: str, *, is_words: bool) -> str:
    text = escape(shown(cell))
    if isinstance(cell, Score | Estimate | Spread) and text.endswith("]"):
        number, _, interval = text.partition(" ")
        text = f"<span>{number} <small>{interval}</small></span>"
    kinds = " ".join(word for word, fits in (("words", is_words), ("long", is_words and len(text) > _LONG)) if fits)
    return f'<td data-column="{escape(head)}"' + (f' class="{kinds}"' if kinds else "") + f">{text}</td>"
