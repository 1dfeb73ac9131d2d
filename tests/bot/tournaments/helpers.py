"""Tournaments as values, played without matches."""

from collections.abc import Callable
from dataclasses import replace

from bot.model.pace import NO_CLOCK
from bot.tournaments.pairing import Blocked
from bot.tournaments.rounds import Facts, gone_on, settled, started
from bot.tournaments.values import DRAW, LOSS, WIN, Entry, Pairing, Part, Status, System, Tournament

Results = Callable[[Pairing], tuple[int, int] | None]
"""The half points of the first and the second entry of a pairing; None: the pairing stays undecided."""


def signed_up(
    system: System, players: int, *, fill: str = "", rounds: int | None = None, seconds: int | None = None
) -> Tournament:
    """Return a tournament whose players, users 101, 102 and so on, have signed up."""
    return Tournament(
        id=1,
        tag="aaaaaa",
        guild=1_000,
        channel=2_000,
        organizer=99,
        game="tiny",
        system=system,
        status=Status.OPEN,
        version=1,
        pace=NO_CLOCK,
        best_of=1,
        round_seconds=seconds,
        most=64,
        fill=fill,
        rounds=rounds,
        entries=tuple(Entry(number=number, user=100 + number) for number in range(1, players + 1)),
    )


def begun(system: System, players: int, *, rounds: int | None = None, blocked: Blocked = ()) -> Tournament:
    """Return a tournament in its first round, whose seeds are in the order of signing up."""
    return started(signed_up(system, players, rounds=rounds), {}, Facts(blocked=blocked), 0.0)


def stronger_wins(pairing: Pairing) -> tuple[int, int]:
    """Let the entry with the lower number win."""
    assert pairing.second is not None
    return (WIN, LOSS) if pairing.first < pairing.second else (LOSS, WIN)


def all_drawn(_: Pairing) -> tuple[int, int]:
    return DRAW, DRAW


def with_round_played(tournament: Tournament, results: Results, blocked: Blocked = ()) -> Tournament:
    """Return a tournament after its present round."""
    undecided = [pairing for pairing in tournament.current if pairing.scores is None]
    open_ones = [each for each in undecided if all(tournament.entry(one).part is Part.IN for one in each.entries)]
    played = {(each.round, each.board): scores for each in open_ones if (scores := results(each)) is not None}
    facts = Facts(results=played, blocked=blocked)
    return gone_on(settled(tournament, facts, 0.0), facts, 0.0)


def played_out(tournament: Tournament, results: Results, blocked: Blocked = ()) -> Tournament:
    """Return a tournament after its last round."""
    while tournament.status is Status.RUNNING:
        tournament = with_round_played(tournament, results, blocked)
    return tournament


def dropped(tournament: Tournament, *numbers: int) -> Tournament:
    """Return a tournament out of which these entries have dropped."""
    for number in numbers:
        tournament = tournament.with_entry(replace(tournament.entry(number), part=Part.OUT))
    return tournament
