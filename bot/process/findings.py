"""The findings of an examination, and how they are printed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from bot.process import exit_codes
from bot.process.output import Output

_MARKS: Final = {"ok": "ok     ", "warning": "WARNING", "fault": "FAULT  "}


class State(StrEnum):
    """The state of one part of a set-up."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding about one part of a set-up, a line of the list. It holds no secret."""

    check: str
    """The word for the part that was examined, the same in every version."""
    state: State
    text: str
    """A description for people."""
    advice: str = ""
    """Advice to the admin; never empty for a fault."""


def ok(check: str, text: str) -> Finding:
    """Return a finding about a part that is in order."""
    return Finding(check, State.OK, text)


def warning(check: str, text: str, advice: str) -> Finding:
    """Return a finding about a part with which the bot works, but less well or less safely."""
    return Finding(check, State.WARNING, text, advice)


def fault(check: str, text: str, advice: str) -> Finding:
    """Return a finding about a part that keeps the bot, or some of it, from working."""
    return Finding(check, State.FAULT, text, advice)


def has_fault(findings: Sequence[Finding]) -> bool:
    """Return whether there is a fault among the findings."""
    return any(finding.state is State.FAULT for finding in findings)


def as_lines(findings: Sequence[Finding]) -> list[str]:
    """Return the list for people: a line for each finding, with what to do below it, and the totals."""
    width = max((len(finding.check) for finding in findings), default=0)
    lines = []
    for finding in findings:
        lines.append(f"{_MARKS[finding.state]}  {finding.check:{width}}  {finding.text}")
        if finding.advice:
            lines.append(f"{'':9}{'':{width}}  -> {finding.advice}")
    counts = {state: sum(finding.state is state for finding in findings) for state in State}
    lines.append(f"{counts[State.OK]} ok, {counts[State.WARNING]} to look at, {counts[State.FAULT]} at fault.")
    return lines


def as_output(findings: Sequence[Finding]) -> Output:
    """Return the output of an examination. Its exit code is FAILED if there is a fault."""
    is_faulty = has_fault(findings)
    data = {"status": "fault" if is_faulty else "ok", "findings": [asdict(finding) for finding in findings]}
    return Output(as_lines(findings), data, exit_codes.FAILED if is_faulty else 0)
