"""The standings of a tournament. All functions are pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.tournaments.values import DRAW, WIN, Entry, Pairing, Part, Reason, System, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The place and the score of an entry."""

    place: int
    """The place, counted from 1. Entries that are equal in every criterion share a place."""
    entry: Entry
    half_points: int
    wins: int
    draws: int
    losses: int
    strength: int
    """The sum of the opponents' half points (Buchholz). Of entries with equal points, the one that met stronger
    opponents is ahead.
    """


def points(tournament: Tournament) -> Mapping[int, int]:
    """Return the half points of every entry, by its number."""
    gained = dict.fromkeys((entry.number for entry in tournament.entries), 0)
    for pairing in tournament.pairings:
        for entry in pairing.entries:
            gained[entry] += pairing.score(entry) or 0
    return gained


def winner(tournament: Tournament, pairing: Pairing) -> int:
    """Return the number of the entry that wins a decided pairing of single elimination. After a draw, the better seed
    goes on.
    """
    if pairing.second is None:
        return pairing.first
    return max(pairing.entries, key=lambda number: (pairing.score(number) or 0, -(tournament.entry(number).seed or 0)))


def standings(tournament: Tournament) -> list[Standing]:
    """Return the standings, the best first."""
    gained = points(tournament)
    rows = [_row(tournament, entry, gained) for entry in tournament.seeded]
    survived = {entry.number: _survived(tournament, entry.number) for entry in tournament.seeded}

    def merit(row: Standing) -> tuple[int, ...]:
        if tournament.system is System.ELIMINATION:
            return (survived[row.entry.number],)
        return row.half_points, row.strength, row.wins

    rows.sort(key=lambda row: (*(-each for each in merit(row)), row.entry.part is Part.OUT, row.entry.seed or 0))
    placed: list[Standing] = []
    for number, row in enumerate(rows, 1):
        is_level = placed and merit(placed[-1]) == merit(row)
        placed.append(replace(row, place=placed[-1].place if is_level else number))
    return placed


def ranked(tournament: Tournament) -> list[Entry]:
    """Return the entries that began the tournament, the best first."""
    return [standing.entry for standing in standings(tournament)]


def _survived(tournament: Tournament, entry: int) -> int:
    """Return how many rounds of single elimination an entry has survived."""
    own = [pairing for pairing in tournament.pairings if entry in pairing.entries and pairing.scores is not None]
    return sum(winner(tournament, pairing) == entry for pairing in own)


def _row(tournament: Tournament, entry: Entry, gained: Mapping[int, int]) -> Standing:
    own = [pairing for pairing in tournament.pairings if entry.number in pairing.entries and pairing.scores is not None]
    met = [pairing for pairing in own if pairing.reason is not Reason.BYE]
    results = [pairing.score(entry.number) for pairing in met]
    opponents = [pairing.opponent(entry.number) for pairing in met]
    return Standing(
        place=0,
        entry=entry,
        half_points=gained[entry.number],
        wins=results.count(WIN),
        draws=results.count(DRAW),
        losses=len(results) - results.count(WIN) - results.count(DRAW),
        strength=sum(gained[opponent] for opponent in opponents if opponent is not None),
    )
