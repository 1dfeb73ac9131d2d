"""Pair the players of a round by each system, from the earlier rounds. All functions are pure."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations
from typing import Final

from bot.tournaments.standings import points, ranked, winner
from bot.tournaments.values import LOSS, WIN, Pairing, Part, Reason, System, Tournament

Blocked = Collection[tuple[int, int]]
"""Pairs of entries, by number: the user of the first one has blocked that of the other."""

Pair = tuple[int, int | None]
"""Two entries, by number; None: the first one has a bye."""

_BYE: Final = 0
"""The number that stands for the missing opponent in a bye. Entries are counted from 1."""

_SCORE_WEIGHT: Final = 10_000
"""The weight of a squared difference of half points: so large that scores count before everything else."""


def planned_rounds(system: System, players: int, wanted: int | None) -> int:
    """Return the number of rounds for this number of players. wanted: the organizer's choice for a Swiss tournament.

    A Swiss tournament has at most half as many rounds as players, so that opponents never run out: in each round, every
    player can still meet at least half of the others for the first time.
    """
    doublings = (players - 1).bit_length()
    match system:
        case System.ROUND_ROBIN:
            return players - 1 + players % 2
        case System.ELIMINATION:
            return doublings
        case System.SWISS:
            return min(max(wanted or doublings, 1), (players + 1) // 2)


def next_round(tournament: Tournament, blocked: Blocked) -> tuple[Pairing, ...]:
    """Return the pairings of the round after the present one. Pairings that need no match are already decided."""
    number = tournament.round + 1
    match tournament.system:
        case System.ROUND_ROBIN:
            pairs = round_robin(tournament, number)
        case System.SWISS:
            pairs = swiss(tournament)
        case _:
            pairs = elimination(tournament, number)
    made = [_made(tournament, number, board, pair) for board, pair in enumerate(pairs, 1)]
    return tuple(_without_match(tournament, pairing, blocked) for pairing in made)


def round_robin(tournament: Tournament, number: int) -> list[Pair]:
    """Return the pairs of a round of a round robin, in which everyone meets everyone once, by the circle method."""
    circle: list[int | None] = [entry.number for entry in tournament.seeded]
    if len(circle) % 2:
        circle.append(None)
    turning = circle[1:]
    turn = (number - 1) % len(turning)
    circle = [circle[0], *turning[-turn:], *turning[:-turn]] if turn else circle
    pairs: list[Pair] = []
    for one, other in zip(circle, reversed(circle), strict=True):
        if len(pairs) == len(circle) // 2:
            break
        present = [entry for entry in (one, other) if entry is not None]
        pairs.append((present[0], present[1] if len(present) > 1 else None))
    return sorted(pairs, key=lambda pair: pair[1] is None)


def swiss(tournament: Tournament) -> list[Pair]:
    """Return the pairs of a Swiss round, with scores as equal as possible. Two players never meet twice. With an odd
    number, the bye goes to a player with a low score who has not had one. A player for whom no opponent is left also
    gets a bye. Blocks count for nothing, so that nobody chooses opponents by them.
    """
    import networkx as nx  # noqa: PLC0415 # 0.1 s and 16 MB for this alone, which few bots need

    order = [entry.number for entry in ranked(tournament) if entry.part is Part.IN]
    scores = points(tournament)
    met = {frozenset(pairing.entries) for pairing in tournament.pairings if pairing.second is not None}
    free = {pairing.first for pairing in tournament.pairings if pairing.second is None}
    rank = {entry: place for place, entry in enumerate(order)}
    sizes = Counter(scores[entry] for entry in order)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(order)
    for one, other in combinations(order, 2):
        if frozenset((one, other)) not in met:
            gap = abs(scores[one] - scores[other])
            fold = abs(abs(rank[one] - rank[other]) - sizes[scores[one]] // 2)
            graph.add_edge(one, other, weight=-_SCORE_WEIGHT * gap**2 - fold)
    if len(order) % 2:
        lowest = min(scores[entry] for entry in order)
        for entry in order:
            if entry not in free:
                graph.add_edge(
                    entry, _BYE, weight=-_SCORE_WEIGHT * (scores[entry] - lowest) ** 2 - len(order) + rank[entry]
                )
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = [tuple(sorted(pair, key=lambda entry: rank.get(entry, len(rank)))) for pair in matched]
    alone = set(order) - {entry for pair in pairs for entry in pair}
    found: list[Pair] = [(one, None if other == _BYE else other) for one, other in pairs]
    found += [(entry, None) for entry in alone]  # no opponent is left for them
    return sorted(found, key=lambda pair: (pair[1] is None, rank[pair[0]]))


def elimination(tournament: Tournament, number: int) -> list[Pair]:
    """Return the pairs of a round of single elimination. In the first round, any byes go to the strongest players. The
    two strongest players can only meet in the last round.
    """
    if number == 1:
        by_seed = {entry.seed: entry.number for entry in tournament.seeded}
        places = [by_seed.get(seed) for seed in bracket(len(by_seed))]
        drawn = zip(places[::2], places[1::2], strict=True)
        return [(one, other) if one is not None else (other or 0, None) for one, other in drawn]
    winners = [winner(tournament, pairing) for pairing in tournament.pairings if pairing.round == number - 1]
    return list(zip(winners[::2], winners[1::2], strict=True))


def bracket(players: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom, filled up to a power of two. For 8 players: 1, 8, 4, 5, 2, 7,
    3, 6.
    """
    seeds = [1]
    while len(seeds) < players:
        size = 2 * len(seeds) + 1
        seeds = [place for seed in seeds for place in (seed, size - seed)]
    return seeds


def _made(tournament: Tournament, number: int, board: int, pair: Pair) -> Pairing:
    """Return a pairing. The entry that has been first less often comes first. If both have been first equally often,
    round and board decide.
    """
    one, other = pair
    if other is None:
        return Pairing(round=number, board=board, first=one, second=None)
    firsts = Counter(pairing.first for pairing in tournament.pairings if pairing.second is not None)
    is_swapped = firsts[other] < firsts[one] or (firsts[other] == firsts[one] and (number + board) % 2 == 1)
    first, second = (other, one) if is_swapped else (one, other)
    return Pairing(round=number, board=board, first=first, second=second)


def _without_match(tournament: Tournament, pairing: Pairing, blocked: Blocked) -> Pairing:
    """Return the pairing. If it needs no match (a bye, a player who dropped out, or a block), it is already decided.
    Whoever blocks an opponent gives that match up.
    """
    if pairing.second is None:
        return pairing.decided((WIN, LOSS), Reason.BYE)
    one, other = pairing.entries
    refusing = {blocker for blocker, _ in {(one, other), (other, one)}.intersection(blocked)}
    out = [entry for entry in pairing.entries if tournament.entry(entry).part is Part.OUT or entry in refusing]
    if len(out) == len(pairing.entries):
        return pairing.decided((LOSS, LOSS), Reason.FORFEIT)
    if out:
        return pairing.forfeited(out[0])
    return pairing
