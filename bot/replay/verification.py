"""Verification of a finished match: checks whether its commitment, seed, deal, shuffles, log and result agree.

It proves that the seed was computed from a secret that was fixed before the match started and an id that Discord gave
out later, and that every card came from this seed. It does not prove that nobody looked at the seed during the match:
the host's machine holds it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.application.match.replay import DivergedError, tables
from bot.content.library import Library
from bot.replay.record import Proof, Record
from rules.core.game import Game
from rules.core.play import Outcome


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    subject: str
    fault: str = ""
    """The disagreement that was found, as a sentence; "" if everything agrees."""
    remark: str = ""
    """A sentence that readers should see even if nothing disagrees; may be empty."""


def verify(record: Record, library: Library, *, commitment: str | None = None) -> list[Check]:
    """Return the results of all checks of a match. Those of the deal and the log end at their first fault.

    commitment: the hash that the lobby showed, if a reader kept it; None to check only the hash in the record.
    """
    return [*deal_checks(record, commitment), *log_checks(record, library)]


def deal_checks(record: Record, commitment: str | None = None) -> Iterator[Check]:
    """Yield the checks of the commitment and of the seed."""
    proof = record.proof
    if proof is None:
        yield Check("commitment", "This match has no commitment because it continued another one.")
        return
    yield Check("commitment", _commitment_fault(proof, commitment))
    is_mixed = proof.secret.mixed(proof.start_id) == record.deal.seed
    yield Check("seed", "" if is_mixed else "The secret and the id of the start give a different seed.")


def _commitment_fault(proof: Proof, commitment: str | None) -> str:
    if proof.secret.commitment != proof.commitment:
        return "The secret does not give the commitment."
    if commitment is not None and commitment.strip().casefold() != proof.commitment:
        return "The commitment is not the one that was shown."
    return ""


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
