"""Each forgery of a match file is found: deal, log, seed, id, commitment, tables and result."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from bot.content.seeds import Content
from bot.model.commitment import DealSecret
from bot.replay.notation import read, write
from bot.replay.record import Proof, Record
from bot.replay.verification import verify
from bot.store.plies import Ply
from rules.core.play import Outcome
from tests.bot.replay.matches import SECRET, START, Played, committed

OTHER = DealSecret("ab" * 32)


@pytest.fixture(scope="module")
def played() -> Played:
    return committed("allocator")


def faults(played: Played, record: Record, commitment: str | None = None) -> list[str]:
    return [check.subject for check in verify(record, played.library, commitment=commitment) if check.fault]


def proof(record: Record) -> Proof:
    assert record.proof is not None
    return record.proof


def with_ply(record: Record, number: int, **changed: object) -> Record:
    plies = [replace(ply, **changed) if ply.number == number else ply for ply in record.plies]  # type: ignore[arg-type]
    return replace(record, plies=plies)


def renumbered(plies: Sequence[Ply]) -> list[Ply]:
    return [replace(ply, number=number) for number, ply in enumerate(plies, start=1)]


def test_a_match_as_it_was_played_agrees(played: Played) -> None:
    assert faults(played, read(write(played.record)), SECRET.commitment) == []
    assert {check.subject for check in verify(played.record, played.library)} == {
        "commitment",
        "seed",
        "cards",
        "deal",
        "log",
        "result",
    }


def test_the_seed_depends_on_every_bit_of_the_secret_and_on_the_id() -> None:
    secrets = [SECRET, *(DealSecret(f"{int(SECRET.digits, 16) ^ 1 << bit:064x}") for bit in range(256))]
    seeds = {secret.mixed(start) for secret in secrets for start in (START, START + 1)}
    assert len(seeds) == 2 * 257
    assert len({secret.commitment for secret in secrets}) == 257
    assert max(seeds).bit_length() == 128


def test_a_forged_deal_is_found(played: Played) -> None:
    record = played.record
    decks = (record.deal.decks[1], record.deal.decks[0])
    assert faults(played, replace(record, deal=replace(record.deal, decks=decks))) == ["deal"]
    assert faults(played, replace(record, deal=replace(record.deal, digest="0" * 16))) == ["deal"]


@pytest.mark.parametrize(
    "forge",
    [
        lambda record: with_ply(record, 5, digest="0" * 16),
        lambda record: with_ply(record, 5, seat=1 - record.plies[4].seat),
        lambda record: replace(record, plies=renumbered([*record.plies[:4], *record.plies[5:]])),
        lambda record: replace(record, plies=renumbered([*record.plies[:6], *record.plies[5:]])),
        lambda record: with_ply(record, 5, action="no-such-action"),
    ],
    ids=["digest", "seat", "left out", "doubled", "unknown"],
)
def test_a_changed_log_is_found(played: Played, forge: Callable[[Record], Record]) -> None:
    assert faults(played, forge(played.record)) == ["log"]


def test_a_log_that_ends_early_is_found(played: Played) -> None:
    assert faults(played, replace(played.record, plies=played.record.plies[:-1])) == ["result"]


def test_another_result_is_found(played: Played) -> None:
    outcome = played.record.outcome
    assert outcome is not None
    assert faults(played, replace(played.record, outcome=Outcome(outcome.ending, outcome.ranks[::-1]))) == ["result"]


def test_a_swapped_seed_is_found(played: Played) -> None:
    record = played.record
    assert "seed" in faults(played, replace(record, deal=replace(record.deal, seed=record.deal.seed ^ 1)))
    swapped = replace(record, proof=replace(proof(record), secret=OTHER))
    assert faults(played, swapped) == ["commitment", "seed"]


def test_a_seed_that_was_swapped_with_its_commitment_is_found_by_whoever_kept_the_commitment(played: Played) -> None:
    forged = committed("allocator").record
    other = Proof(secret=OTHER, start_id=START, commitment=OTHER.commitment)
    forged = replace(forged, proof=other, deal=replace(forged.deal, seed=OTHER.mixed(START)))
    assert "commitment" not in faults(played, forged)
    assert "commitment" in faults(played, forged, SECRET.commitment)


def test_a_false_id_is_found(played: Played) -> None:
    record = replace(played.record, proof=replace(proof(played.record), start_id=START + 1))
    assert faults(played, record) == ["seed"]


def test_a_match_without_a_commitment_says_so(played: Played) -> None:
    assert faults(played, replace(played.record, proof=None)) == ["commitment"]


def test_rules_and_games_that_this_version_lacks_are_named(played: Played) -> None:
    assert faults(played, replace(played.record, rules=99)) == ["rules"]
    content = Content("chess", "{}")
    assert faults(played, replace(played.record, game="chess", content=content)) == ["rules"]
