"""Verification of a finished match: checks whether its message, seed, deal, shuffles, log and result agree.

It proves that the seed was computed from a secret and the id of a message, and that every card came from this seed.
Readers have to look at the message themselves: if it is on Discord and shows the hash of the secret, whoever runs the
bot could choose only among as many deals as they had posted such messages (`docs/replays.md`). It does not prove that
nobody looked at the seed during the match: the host's machine holds it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.application.match.replay import DivergedError, tables
from bot.content.library import Library
from bot.replay.record import Record
from rules.core.game import Game
from rules.core.play import Outcome


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    subject: str
    fault: str = ""
    """The disagreement that was found, as a sentence; "" if everything agrees."""
    remark: str = ""
    """A caveat, printed even if everything agrees; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A message on Discord as a reader describes it, to be compared with a file."""

    message_id: int | None = None
    """The id of the message by which the cards were dealt; None: the reader has not told."""
    commitment: str | None = None
    """The hash that it shows, in 64 lower-case hexadecimal digits; None: the reader has not told."""


NOTHING_SEEN: Final = Seen()


def verify(record: Record, library: Library, seen: Seen = NOTHING_SEEN) -> list[Check]:
    """Return the results of all checks of a match. Those of the deal and the log end at their first fault."""
    return [*deal_checks(record, seen), *lot_checks(record), *log_checks(record, library)]


def deal_checks(record: Record, seen: Seen = NOTHING_SEEN) -> Iterator[Check]:
    """Yield the checks of the message by which the cards were dealt, of its hash, and of the seed."""
    proof = record.proof
    if proof is None:
        yield Check("message", "Nobody can check this deal: the match continued another one, or had no message.")
        return
    message, commitment = proof.message, proof.secret.commitment
    posted = f"{message.link}, posted at {message.moment:%Y-%m-%d %H:%M:%S} UTC"
    is_other = seen.message_id not in (None, message.id)
    yield Check("message", f"The file names another one: {posted}." if is_other else "", posted)
    differs = seen.commitment not in (None, commitment)
    yield Check("hash", f"The secret in the file gives another one: {commitment}." if differs else "", commitment)
    is_mixed = proof.secret.mixed(message.id) == record.deal.seed
    yield Check("seed", "" if is_mixed else "The secret and the id of the message give a different seed.")


def lot_checks(record: Record) -> Iterator[Check]:
    """Yield the check of the lot by which a comparison chose the cards, if one did."""
    if record.lot is not None:
        which = "second" if record.lot.is_second else "first"
        counts = f"{record.lot.first} matches had drawn the first draft before, and {record.lot.second} the second"
        follows = record.lot.follows_from(record.deal.seed)
        fault = "" if follows else f"The seed does not draw the {which} draft of the comparison, if {counts}."
        yield Check("lot", fault, f"the {which} draft: {counts}")


def log_checks(record: Record, library: Library) -> Iterator[Check]:
    """Yield the checks of the deal, the plies with their shuffles, and the result."""
    try:
        game = record.played_by(library)
    except DivergedError as error:
        yield Check("rules", f"This version cannot replay it: {error}.")
        return
    is_present = record.content == library.content(record.game)
    yield Check("cards", remark="" if is_present else "The card tables are those of the file, not of this version.")
    yield from _replayed(record, game)


def _replayed(record: Record, game: Game) -> Iterator[Check]:
    outcome: Outcome | None = None
    try:
        for table in tables(game, record.match, record.deal, record.plies):
            outcome = table.state.outcome
    except DivergedError as error:
        where = f"ply {error.ply}" if error.ply else "the deal"
        yield Check("deal" if not error.ply else "log", f"The first that differs is {where}: {error}.")
        return
    yield Check("deal")
    yield Check("log")
    is_same = outcome == record.outcome
    yield Check("result", "" if is_same else "The log leads to a different result.")
