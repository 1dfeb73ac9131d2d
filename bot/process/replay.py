"""The commands `hidden-hand replay` and `hidden-hand verify`: a finished match as text, as a file, and checked."""

import argparse
import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.application.match.replay import DivergedError, decisions_of
from bot.application.thinking.analyses import Analysis, Progress, analysed
from bot.content.library import load_library
from bot.content.seeds import ContentError
from bot.exports.animation import animation
from bot.exports.page import page
from bot.exports.viewer import Viewer
from bot.log import origin
from bot.model.deal_message import DealMessage
from bot.model.match import Match, MatchId, computer_name
from bot.people.names import NOBODY, known_names
from bot.process import exit_codes
from bot.process.beside import read_only
from bot.process.config import SettingsError, load_settings
from bot.process.output import Output, add_json, tell
from bot.process.reading import UsageError, whole
from bot.replay.moments import Moment, Replay, ply_predicate, replayed, sentences_of
from bot.replay.notation import LARGEST, MatchFileError, read, write
from bot.replay.record import Record, named, read_record
from bot.replay.verification import Seen, verify
from bot.store import matches as sql
from bot.store.errors import StoreError
from bot.store.plies import PlyKind
from bot.store.request import Rows
from render.names import distinct_names
from rules.core.notation import Action, words
from rules.core.play import View

REPLAY: Final = """\
Print a finished match: each ply with its events, and the turning points. MATCH is a number of the bot's database, which
is only read; FILE is a match file, as the bot sends it and --out writes it. It shows all hands."""
VERIFY: Final = """\
Check a match file: the seed, made of a secret and of the id of the message by which the cards were dealt, the deal,
every ply with its shuffles, and the result. It prints the link and the moment of that message, and the hash that it
must show: look at it. If all of this is so, every card came from that seed, and whoever runs the bot could choose only
among as many deals as they had posted such messages, about one a second. It does not prove that nobody looked at the
seed meanwhile. The exit code is 1 if anything does not agree."""
COMPARE: Final = (
    "Open the link, and compare: the message must be the bot's, in the channel of the match and from the moment at "
    "which it was started, with this hash, no answer to a command, not marked as edited, and the only one of its kind."
)
_NUMBER: Final = "#?[0-9]{1,15}"
"""The form of a match's number, as a regular expression."""
T = TypeVar("T")
_UNDO: Final = {True: ", hidden cards shuffled again", False: ""}


def add_replay(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `hidden-hand replay`."""
    command.add_argument("match", metavar="MATCH|FILE", help="number of a finished match, or a match file")
    command.add_argument(
        "--check", action="store_true", help="only play it to the same digests, and name the first ply that differs"
    )
    command.add_argument(
        "--analyse", action="store_true", help="let the expert look for the costliest decisions of each seat"
    )
    command.add_argument("--out", type=Path, metavar="FILE", help="write the match file instead of printing the match")
    command.add_argument("--gif", type=Path, metavar="FILE", help="write a moving picture of the match")
    command.add_argument(
        "--from", dest="start", type=whole(0), default=0, metavar="PLY", help="begin the moving picture at this ply"
    )
    command.add_argument("--html", type=Path, metavar="FILE", help="write the match as a page for any browser")
    add_json(command)
    command.set_defaults(handle=_replay)


def add_verify(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `hidden-hand verify`."""
    command.add_argument("file", type=Path, metavar="FILE", help="a match file")
    command.add_argument("--message", metavar="LINK", help="the link to the message by which the cards were dealt")
    command.add_argument("--hash", metavar="HASH", help="the hash that this message shows")
    add_json(command)
    command.set_defaults(handle=_verify)


def _replay(arguments: argparse.Namespace) -> int:
    try:
        return tell(_done(arguments), as_json=arguments.json)
    except (UsageError, ContentError, OSError):
        raise
    except Exception as error:
        if re.fullmatch(_NUMBER, arguments.match):
            raise
        # the tables of a file of another hand may mislead the rules anywhere
        raise UsageError(f"{arguments.match} cannot be shown ({origin(error)})") from None


def _done(arguments: argparse.Namespace) -> Output:
    """Do with the match what the arguments ask for."""
    library, record = load_library(), _record(arguments.match)
    if arguments.out is not None:
        _write("--out", arguments.out, write(record).encode())
        return Output([], {"out": {"file": str(arguments.out)}})
    try:
        replay = replayed(record, library)
    except DivergedError as error:
        where = f"ply {error.ply}" if error.ply else "the deal"
        differing = {"ply": error.ply, "cause": str(error)}
        return Output(
            [f"The first that differs is {where}: {error}."],
            {"plies": len(record.plies), "difference": differing},
            exit_codes.FAILED,
        )
    if arguments.gif is not None or arguments.html is not None:
        return _exported(replay, arguments)
    if arguments.check:
        lines = [f"{replay.last} plies lead to the same digests."]
        return Output(lines, {"plies": replay.last, "difference": None})
    if arguments.analyse:
        return asyncio.run(_analysed(replay))
    return Output(as_text(replay), as_data(replay) if arguments.json else {})


def _verify(arguments: argparse.Namespace) -> int:
    seen, record = _seen(arguments), _read(arguments.file)
    checks = verify(record, load_library(), seen)
    lines = [f"{check.subject}: {check.fault or check.remark or 'agrees'}" for check in checks]
    proof = record.proof
    if proof is not None and None in (seen.message_id, seen.commitment):
        lines.append(COMPARE)
    agrees = not any(check.fault for check in checks)
    link, commitment = (proof.message.link, proof.secret.commitment) if proof else (None, None)
    data = {"agrees": agrees, "message": link, "hash": commitment, "checks": [asdict(check) for check in checks]}
    return tell(Output(lines, data, 0 if agrees else exit_codes.FAILED), as_json=arguments.json)


def _seen(arguments: argparse.Namespace) -> Seen:
    """Return what the reader says to have seen on Discord.

    Raises:
        UsageError: it is no link to a message, or no hash.
    """
    message_id = None
    if arguments.message is not None:
        try:
            message_id = DealMessage.read(arguments.message.strip()).id
        except ValueError:
            raise UsageError("--message: copy the link from the message's menu on Discord") from None
    commitment = arguments.hash
    if commitment is not None:
        commitment = commitment.strip().casefold()
        if not re.fullmatch("[0-9a-f]{64}", commitment):
            raise UsageError("--hash: it has 64 hexadecimal digits")
    return Seen(message_id=message_id, commitment=commitment)


def _record(argument: str) -> Record:
    """Return the match with this number, or the match in this file.

    Raises:
        UsageError: there is no such match, it is not over, or one of its players does not let others replay it.
    """
    if not re.fullmatch(_NUMBER, argument):
        return _read(Path(argument))
    number = MatchId(int(argument.removeprefix("#")))
    try:
        stored = read_only(load_settings().database, lambda db: _stored(db, number))
    except (SettingsError, StoreError) as error:
        raise UsageError(str(error)) from None
    if stored is None:
        raise UsageError(f"match {number} does not exist, is not over, or has lost its log for its age")
    match, record = stored
    if not match.is_open:
        raise UsageError(f"match {number} is not open: one of its players has forbidden it")
    return record


async def _stored(db: Rows, match_id: MatchId) -> tuple[Match, Record] | None:
    match, record = await sql.find(db, match_id), await read_record(db, match_id)
    if match is None or record is None:
        return None
    users = [player.user for player in match.players if not player.computer]
    known = await known_names(db, match.guild, users)
    called = [
        computer_name(match.game, player.computer) if player.computer else known.get(player.user, NOBODY)
        for player in match.players
    ]
    return match, named(record, distinct_names(called))


def _read(path: Path) -> Record:
    try:
        with path.open(encoding="utf-8") as file:
            return read(file.read(LARGEST + 1))  # even of a device that never ends
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no text") from None
    except MatchFileError as error:
        raise UsageError(f"{path}, {error}") from None
    except ValueError:  # a NUL character, which no path can contain
        raise UsageError("that is no path") from None


def _exported(replay: Replay, arguments: argparse.Namespace) -> Output:
    """Write the files that the arguments name."""
    viewer, gif, html = Viewer(replay.names), arguments.gif, arguments.html
    lines, data = list[str](), dict[str, object]()
    if gif is not None:
        moving = animation(replay, viewer, start=arguments.start)
        _write("--gif", gif, moving.gif)
        data["gif"] = {"file": str(gif), "shown": moving.shown, "of": moving.of}
        if moving.shown < moving.of:
            lines.append(f"{gif} shows {moving.shown} of {moving.of} moments, as many as fit into a moving picture.")
    if html is not None:
        made = page(replay, viewer)
        _write("--html", html, made.html.encode())
        data["html"] = {"file": str(html), "fingerprint": made.fingerprint}
        lines.append(f"{html} has the fingerprint {made.fingerprint}")
    return Output(lines, data)


def _write(option: str, path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise UsageError(f"{option}: {path} cannot be written ({error.strerror})") from None


def as_text(replay: Replay) -> Iterator[str]:
    """Yield the lines of a match, with all hands."""
    points = {point.ply: point for point in replay.turning_points}
    yield f"{replay.game.title}: {', '.join(replay.names)}"
    for moment in replay.moments:
        undone = " (taken back)" if moment.is_undone else ""
        yield f"{moment.ply}. {ply_text(replay, moment)}{undone}" if moment.ply else "Deal"
        yield from (f"  {sentence}" for sentence in sentences_of(moment, replay.names, None, all_hands=True))
        if moment.ply in points:
            point = points[moment.ply]
            lead = f"{replay.names[point.leader]} takes the lead" if point.leader is not None else "a large swing"
            yield f"  * Turning point: {point.name or lead} ({replay.names[point.gained]} {point.swing:+.0%})"
    yield _result(replay) or "It ended without a result."


def as_data(replay: Replay) -> dict[str, object]:
    """Return a match as values of JSON, with all hands. The first of its moments is the deal."""
    return {
        "game": replay.game.key,
        "players": list(replay.names),
        "moments": [
            {
                "ply": moment.ply,
                "seat": moment.played.seat if moment.played else None,
                "text": ply_text(replay, moment) if moment.ply else "Deal",
                "undone": moment.is_undone,
                "events": list(sentences_of(moment, replay.names, None, all_hands=True)),
            }
            for moment in replay.moments
        ],
        "turning_points": [asdict(point) for point in replay.turning_points],
        "result": _result(replay),
    }


def _result(replay: Replay) -> str | None:
    """Return the result as a sentence; None if the match ended without one."""
    outcome = replay.record.outcome
    return None if outcome is None else replay.game.result(outcome, replay.names)


def ply_text(replay: Replay, moment: Moment) -> str:
    """Describe a ply and its player, in words and notation."""
    ply = moment.played
    assert ply is not None
    name = replay.names[ply.seat]
    if ply.kind is PlyKind.ACTION:
        return f"{name}: {ply.action}"
    return f"{name} {ply_predicate(ply)}{_UNDO[ply.anew]}"


async def _analysed(replay: Replay) -> Output:
    """Return the costly decisions of each seat."""
    record, lines, seats = replay.record, list[str](), list[object]()
    for seat, name in enumerate(replay.names):
        made = decisions_of(replay.game, record.match, record.deal, record.plies, seat)
        analysis: Analysis = await analysed(replay.game, MatchId(0), seat, made, _at_once, Progress())
        lines.append(f"{name}: {analysis.decisions} decisions")
        missteps = list[object]()
        for misstep in analysis.missteps:
            chosen, cost = _label(replay, misstep.view, misstep.made), misstep.comparison.cost
            better = [_label(replay, view, action) for view, action in misstep.better]
            lines.append(f"  ply {misstep.ply}: {chosen} cost {cost:.0%}; the expert: {', '.join(better)}")
            missteps.append({"ply": misstep.ply, "chosen": chosen, "cost": cost, "better": better})
        seats.append({"player": name, "decisions": analysis.decisions, "missteps": missteps})
    return Output(lines, {"seats": seats})


async def _at_once(work: Callable[..., Any], *arguments: Any) -> Any:
    return work(*arguments)


def _label(replay: Replay, view: View, action: Action) -> str:
    chosen = words(action)
    labels = [replay.game.label(view, chosen[: count + 1]).text for count in range(len(chosen))]
    return " ".join(labels)
