"""`hidden-hand reports`, `bar` and `unbar`: what the operator of a bot learns and decides about users and servers."""

import argparse
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time
from typing import Final

from bot.clock import system_clock
from bot.people import bars, reports
from bot.people.bars import Bar, BarKind
from bot.people.reports import Report
from bot.process import exit_codes
from bot.process.beside import beside_the_bot, read_only
from bot.process.config import Settings
from bot.process.output import Output
from bot.process.reading import UsageError


def list_reports(settings: Settings, arguments: argparse.Namespace) -> Output:
    """List the open reports, or all of them."""
    found = read_only(settings.database, reports.all_reports)
    shown = [report for report in found if arguments.all or report.decision is None]
    return Output(
        [_line(report) for report in shown] or ["No report is open."],
        {"reports": [_data(report) for report in shown]},
    )


def show_report(settings: Settings, arguments: argparse.Namespace) -> Output:
    """Show one report, what else is known about the reported user, and the commands to look into it."""
    found = read_only(settings.database, reports.all_reports)
    report = next((each for each in found if each.id == arguments.report), None)
    if report is None:
        return _missing(arguments.report)
    others = [each.id for each in found if each.reported == report.reported and each.id != report.id]
    lines = [
        _line(report),
        f"made by: {'a deleted user' if report.reporter is None else f'user {report.reporter}'}",
        f"words: {report.words or '(none)'}",
        f"other reports about user {report.reported}: {', '.join(f'#{other}' for other in others) or 'none'}",
    ]
    if report.match_id is not None:
        lines.append(f"the match, once it is over: hidden-hand replay {report.match_id}")
    lines.append(f"to bar them: hidden-hand bar user {report.reported} --reason TEXT [--until DATE]")
    lines.append(
        f"to close it: hidden-hand reports close {report.id} --decision TEXT"
        if report.decision is None
        else f"decision: {report.decision}"
    )
    return Output(lines, {**_data(report), "other_reports": others})


def close_report(settings: Settings, arguments: argparse.Namespace) -> Output:
    """Close a report with a decision, in place of an earlier one."""
    now = system_clock().timestamp()
    number, decision = arguments.report, arguments.decision
    if not beside_the_bot(settings.database, lambda db: reports.close(db, number, decision, now)):
        return _missing(number)
    return Output([f"Report #{number} is closed."], {"id": number, "decision": decision})


def bar(settings: Settings, arguments: argparse.Namespace) -> Output:
    """Bar a user or a server.

    Raises:
        UsageError: the day has passed.
    """
    now = system_clock().timestamp()
    ends = None if arguments.until is None else datetime.combine(arguments.until, time(), UTC).timestamp()
    if ends is not None and ends <= now:
        raise UsageError(f"{arguments.until} has passed. Name a day to come, or leave out --until.")
    made = Bar(
        kind=BarKind(arguments.what),
        id=arguments.id,
        reason=arguments.reason,
        since=int(now),
        ends=None if ends is None else int(ends),
    )
    beside_the_bot(settings.database, lambda db: bars.put(db, made))
    return Output([_bar_line(made)], _bar_data(made))


def list_bars(settings: Settings, _: argparse.Namespace) -> Output:
    """List the users and servers that are barred."""
    now = system_clock().timestamp()
    found = read_only(settings.database, lambda db: bars.bars(db, now))
    return Output([_bar_line(each) for each in found] or ["Nobody is barred."], {"bars": list(map(_bar_data, found))})


def unbar(settings: Settings, arguments: argparse.Namespace) -> Output:
    """Lift a bar."""
    kind, barred = BarKind(arguments.what), arguments.id
    was_barred = beside_the_bot(settings.database, lambda db: bars.lift(db, kind, barred))
    line = f"The {kind} {barred} {'is no longer' if was_barred else 'was not'} barred."
    data = {"kind": str(kind), "id": str(barred), "was_barred": was_barred}
    return Output([line], data, 0 if was_barred else exit_codes.FAILED)


WORK: Final[Mapping[str, Callable[[Settings, argparse.Namespace], Output]]] = {
    work.__name__: work for work in (list_reports, show_report, close_report, bar, list_bars, unbar)
}
"""The commands, by `work` of their arguments."""


def _missing(number: int) -> Output:
    return Output([f"There is no report #{number}."], {"id": number, "found": False}, exit_codes.FAILED)


def _line(report: Report) -> str:
    where = "in direct messages" if not report.guild else f"on server {report.guild}"
    match = "" if report.match_id is None else f", match #{report.match_id}"
    state = "open" if report.decision is None else f"closed {_moment(report.closed)}"
    return f"#{report.id} {_moment(report.made)} user {report.reported}: {report.reason} ({where}{match}; {state})"


def _data(report: Report) -> dict[str, object]:
    return {
        "id": report.id,
        "made_at": report.made,
        "reporter": None if report.reporter is None else str(report.reporter),
        "reported": str(report.reported),
        "match": report.match_id,
        "server": str(report.guild),
        "reason": str(report.reason),
        "words": report.words,
        "decision": report.decision,
        "closed_at": report.closed,
    }


def _bar_line(made: Bar) -> str:
    until = "until you lift it" if made.ends is None else f"until {_moment(made.ends)}"
    return f"{made.kind} {made.id} is barred {until}: {made.reason}"


def _bar_data(made: Bar) -> dict[str, object]:
    kind, barred = str(made.kind), str(made.id)
    return {"kind": kind, "id": barred, "reason": made.reason, "since": made.since, "until": made.ends}


def _moment(seconds: int | None) -> str:
    return "" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
