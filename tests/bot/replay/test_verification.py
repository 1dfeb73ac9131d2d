"""Each forgery of a match file is found: deal, log, seed, id, commitment, tables and result."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from bot.content.seeds import Content, load_game
from bot.model.commitment import DealSecret
from bot.model.deal_message import DealMessage
from bot.replay.notation import read, write
from bot.replay.record import Proof, Record
from bot.replay.verification import NOTHING_SEEN, Seen, deal_checks, verify
from bot.store.plies import Ply
from rules.allocator.state import AllocatorState
from rules.core.cards import CardId
from rules.core.game import Game
from rules.core.play import Outcome
from tests.bot.replay.matches import MESSAGE, SECRET, Played, committed, recorded

OTHER = DealSecret("ab" * 32)
HONEST = Seen(message_id=MESSAGE.id, commitment=SECRET.commitment)
"""The message as an honest reader describes it."""


@pytest.fixture(scope="module")
def played() -> Played:
    return committed("allocator")


def faults(played: Played, record: Record, seen: Seen = NOTHING_SEEN) -> list[str]:
    return [check.subject for check in verify(record, played.library, seen) if check.fault]


def proof(record: Record) -> Proof:
    assert record.proof is not None
    return record.proof


def with_ply(record: Record, number: int, **changed: object) -> Record:
    plies = [replace(ply, **changed) if ply.number == number else ply for ply in record.plies]  # type: ignore[arg-type]
    return replace(record, plies=plies)


def renumbered(plies: Sequence[Ply]) -> list[Ply]:
    return [replace(ply, number=number) for number, ply in enumerate(plies, start=1)]


def test_a_match_as_it_was_played_agrees(played: Played) -> None:
    assert faults(played, read(write(played.record)), HONEST) == []
    assert {check.subject for check in verify(played.record, played.library)} == {
        "message",
        "hash",
        "seed",
        "cards",
        "deal",
        "log",
        "result",
    }


def test_the_seed_depends_on_every_bit_of_the_secret_and_on_the_id() -> None:
    secrets = [SECRET, *(DealSecret(f"{int(SECRET.digits, 16) ^ 1 << bit:064x}") for bit in range(256))]
    seeds = {secret.mixed(message_id) for secret in secrets for message_id in (MESSAGE.id, MESSAGE.id + 1)}
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
    assert faults(played, swapped) == ["seed"]


def test_a_seed_that_was_swapped_with_its_secret_is_found_by_whoever_sees_the_message(played: Played) -> None:
    forged = played.record
    other = Proof(secret=OTHER, message=MESSAGE)
    forged = replace(forged, proof=other, deal=replace(forged.deal, seed=OTHER.mixed(MESSAGE.id)))
    assert "hash" not in faults(played, forged)
    assert "hash" in faults(played, forged, HONEST)


def test_a_false_id_is_found(played: Played) -> None:
    record = replace(played.record, proof=replace(proof(played.record), message=replace(MESSAGE, id=MESSAGE.id + 1)))
    assert faults(played, record) == ["seed"]


def strength(game: Game, seed: int, decks: Sequence[Sequence[CardId]]) -> int:
    """Return the sum of the attacks in the first hand of seat 0."""
    g = game.begin(seats=2, options={}, decks=decks, seed=seed)
    assert isinstance(g, AllocatorState)
    return sum(card.attack for card in g.sides[0].hand)


def test_a_deal_that_was_chosen_among_the_ids_of_a_millisecond_is_found(played: Played) -> None:
    """An altered bot that kept to its secret could choose among 4,194,304 ids for each millisecond if the id were one
    that nobody sees. It has to be that of a message, and a reader who looks at the message knows the one id it has.
    """
    game, decks = load_game("allocator"), played.record.deal.decks
    honest = strength(game, SECRET.mixed(MESSAGE.id), decks)
    ids = range(MESSAGE.id, MESSAGE.id + 300)
    best = max(ids, key=lambda message_id: strength(game, SECRET.mixed(message_id), decks))
    assert strength(game, SECRET.mixed(best), decks) > honest + 3
    assert replace(MESSAGE, id=best).moment == MESSAGE.moment
    chosen = recorded("playthrough allocator --players greedy", seed=SECRET.mixed(best))
    chosen = replace(chosen, proof=Proof(secret=SECRET, message=replace(MESSAGE, id=best)))
    assert faults(played, chosen) == [], "the file alone cannot tell"
    assert faults(played, chosen, HONEST) == ["message"]
    accepted = [
        message_id
        for message_id in ids
        if not any(
            check.fault
            for check in deal_checks(
                replace(
                    played.record,
                    deal=replace(played.record.deal, seed=SECRET.mixed(message_id)),
                    proof=Proof(secret=SECRET, message=replace(MESSAGE, id=message_id)),
                ),
                HONEST,
            )
        )
    ]
    assert accepted == [MESSAGE.id], "a visible message is one try"


def test_a_match_without_a_message_says_so(played: Played) -> None:
    assert faults(played, replace(played.record, proof=None)) == ["message"]


@pytest.mark.parametrize(
    "link",
    [
        "https://discord.com/channels/1100/1200/1400000000000000000",
        "https://discord.com/channels/@me/1200/1400000000000000000",
    ],
)
def test_a_message_is_named_by_its_link(link: str) -> None:
    assert DealMessage.read(link).link == link
    assert DealMessage.read(link).moment.isoformat() == "2025-07-30T06:20:10.742000+00:00"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1400000000000000000",
        "https://discord.com/channels/1100/1200",
        "https://discord.com.example.org/channels/1100/1200/1400000000000000000",
        f"https://discord.com/channels/1100/1200/{2**63}",
        " https://discord.com/channels/1100/1200/1400000000000000000",
    ],
)
def test_other_texts_are_no_links_to_messages(text: str) -> None:
    with pytest.raises(ValueError, match="not a link to a message"):
        DealMessage.read(text)


def test_rules_and_games_that_this_version_lacks_are_named(played: Played) -> None:
    assert faults(played, replace(played.record, rules=99)) == ["rules"]
    content = Content("chess", "{}")
    assert faults(played, replace(played.record, game="chess", content=content)) == ["rules"]
