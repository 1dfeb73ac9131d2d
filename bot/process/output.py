"""The output of a command: lines for people, or one line of JSON for programs (`--json`)."""

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.model.match import Match
from bot.process.reading import one_line, say


@dataclass(frozen=True, slots=True)
class Output:
    """The output of a command that has done its work. Errors are one line on stderr instead."""

    lines: Iterable[str]
    """The text; control characters are printed as spaces."""
    data: Mapping[str, object] | Sequence[object]
    """The same for programs, as values of JSON. `docs/operating.md` describes those of commands for admins."""
    code: int = 0
    """The exit code."""


def add_json(command: argparse.ArgumentParser, kind: str = "object") -> None:
    """Add the argument `--json`. kind: the kind of JSON value that is printed."""
    command.add_argument("--json", action="store_true", help=f"print one JSON {kind} and nothing else")


def tell(output: Output, *, as_json: bool) -> int:
    """Print the output and return its exit code."""
    say([_json(output.data)] if as_json else map(one_line, output.lines))
    return output.code


def _json(data: Mapping[str, object] | Sequence[object]) -> str:
    """Return data as one line of JSON, in which characters that control a terminal are escaped as well."""
    text = json.dumps(data, ensure_ascii=False)
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)


def match_data(match: Match) -> dict[str, object]:
    """Return the fields of a match. Ids of Discord are texts, since many programs round numbers of their size."""
    return {
        "id": match.id,
        "game": match.game,
        "status": match.status.value,
        "server": str(match.guild),
        "channel": str(match.channel),
    }
