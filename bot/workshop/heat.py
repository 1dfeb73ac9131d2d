"""The rulebook as a heat map: where people stumble over it, clause by clause."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import exp, sqrt
from typing import Final

from bot.model.figures import ENOUGH, Count, Figure, Subject
from rules.core.game import Clause

STUMBLES: Final = (
    *(Figure.REFUSED, Figure.ASKED, Figure.UNDONE, Figure.HINT, Figure.TIMED_OUT),
    *(Figure.UNCLEAR, Figure.WRONG),
)
"""The figures that say where people stumble."""
_MET: Final = (*STUMBLES, Figure.SECONDS, Figure.CHOICE, Figure.RESIGNED)
"""The figures whose subjects are clauses."""
_WORDS: Final = {
    Figure.SECONDS: "decisions",
    Figure.REFUSED: "refused",
    Figure.ASKED: "looked up",
    Figure.UNDONE: "undone",
    Figure.HINT: "hints",
    Figure.TIMED_OUT: "timed out",
    Figure.UNCLEAR: "called unclear",
    Figure.WRONG: "felt wrong",
    Figure.RESIGNED: "resigned",
}
WORST: Final = 5
"""The number of clauses that are listed first."""
_STYLE: Final = """
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 46rem; color: #1c2430; background: #fff;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { margin-top: 2.2rem; font-size: 1.25rem; }
section { margin: .6rem 0; padding: .5rem .9rem; border-left: .6rem solid rgb(213 94 0 / var(--heat));
  background: rgb(213 94 0 / calc(var(--heat) * .14)); }
section h3 { margin: 0; font-size: 1rem; } section p { margin: .2rem 0; white-space: pre-line; }
.counts { color: #465263; font-size: .88rem; font-variant-numeric: tabular-nums; }
li { margin: .2rem 0; } footer { margin-top: 3rem; color: #465263; font-size: .85rem; }
"""


def stumbles(counts: Mapping[Subject, Count]) -> list[tuple[str, int]]:
    """Return the clauses with the number of times that people stumbled over them, the worst first."""
    times: dict[str, int] = {}
    for subject, count in counts.items():
        if subject.figure in STUMBLES:
            times[subject.name] = times.get(subject.name, 0) + count.times
    return sorted(times.items(), key=lambda each: (-each[1], each[0]))


def met(counts: Mapping[Subject, Count]) -> frozenset[str]:
    """Return the clauses that are the subject of any figure."""
    return frozenset(subject.name for subject in counts if subject.figure in _MET)


def rulebook_page(title: str, clauses: Sequence[Clause], weeks: Mapping[str, Mapping[Subject, Count]]) -> str:
    """Return the rulebook of a game as a page of HTML, each clause with its heat. weeks: the figures of each week, by
    its Monday.
    """
    counts: dict[Subject, Count] = {}
    for week in weeks.values():
        for subject, count in week.items():
            counts[subject] = counts.get(subject, Count()) + count
    return "".join(_parts(title, clauses, counts, weeks))


def _parts(
    title: str,
    clauses: Sequence[Clause],
    counts: Mapping[Subject, Count],
    weeks: Mapping[str, Mapping[Subject, Count]],
) -> Iterator[str]:
    worst, seen = stumbles(counts), met(counts)
    most = worst[0][1] if worst else 1
    heat = {number: sqrt(times / most) for number, times in worst}
    headings = {clause.number: clause.heading if clause.title else clause.number for clause in clauses}
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{escape(title)}: the rulebook with its heat</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    yield f"<h1>{escape(title)}: the rulebook with its heat</h1>\n"
    yield (
        "<p>The darker a rule, the more often people stumbled over it: an action was refused, the rule was looked up, a"
        " decision was taken back, a hint was asked for, time ran out, or somebody called the rule unclear or"
        " the moment wrong.</p>\n"
    )
    yield "<h2>Where people stumble most</h2>\n<ol>\n"
    for number, times in worst[:WORST]:
        yield f'<li><a href="#{number}">{escape(headings.get(number, number))}</a>: {times} times</li>\n'
    yield "</ol>\n" if worst else "</ol>\n<p>Nowhere yet.</p>\n"
    chapter = ""
    for clause in clauses:
        if clause.chapter != chapter:
            chapter = clause.chapter
            yield f"<h2>{escape(chapter)}</h2>\n"
        yield f'<section id="{clause.number}" style="--heat: {heat.get(clause.number, 0):.2f}">\n'
        yield f"<h3>{escape(headings[clause.number])}</h3>\n<p>{escape(clause.text)}</p>\n"
        if clause.house is not None:
            yield f"<p><b>House rule:</b> {escape(clause.house.text)}</p>\n"
        if line := ", ".join(_counted(clause.number, counts)):
            yield f'<p class="counts">{line}</p>\n'
        if line := "; ".join(_by_week(clause.number, weeks)):
            yield f'<p class="counts">By week: {line}</p>\n'
        yield "</section>\n"
    unmet = [clause for clause in clauses if clause.number not in seen and not clause.definition]
    yield "<h2>Rules that no figure names</h2>\n<ul>\n"
    yield from (f'<li><a href="#{clause.number}">{escape(headings[clause.number])}</a></li>\n' for clause in unmet)
    yield f"</ul>\n<footer>Each number is of at least {ENOUGH} players. Made by Hidden Hand.</footer>\n"
    yield "</body>\n</html>\n"


def _counted(number: str, counts: Mapping[Subject, Count]) -> Iterator[str]:
    for figure, word in _WORDS.items():
        count = counts.get(Subject(figure, number))
        if count is None or not count.times:
            continue
        yield f"{word} {count.times:,}"
        if figure is Figure.SECONDS:
            yield f"usually {exp(count.total / count.times):.0f} seconds"


def _by_week(number: str, weeks: Mapping[str, Mapping[Subject, Count]]) -> Iterator[str]:
    """Yield how often people stumbled over a clause in each week, if there are several weeks."""
    if len(weeks) > 1:
        for week, counts in sorted(weeks.items()):
            times = sum(counts.get(Subject(figure, number), Count()).times for figure in STUMBLES)
            if times:
                yield f"{week} {times:,}"
