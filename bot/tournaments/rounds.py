"""Start a tournament, enter the results of a round, and go on to the next round. All functions are pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.model.match import UserId
from bot.tournaments.pairing import Blocked, next_round, planned_rounds
from bot.tournaments.standings import winner
from bot.tournaments.values import DRAW, FEWEST_PLAYERS, LOSS, Entry, Pairing, Part, Reason, Status, System, Tournament

Place = tuple[int, int]
"""The place of a pairing: its round and its board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The results of the present round, as far as they are known."""

    results: Mapping[Place, tuple[int, int] | None] = field(default_factory=dict)
    """For each pairing whose match has ended: the half points of its first and its second entry; None if the match has
    no result.
    """
    left: Mapping[Place, int] = field(default_factory=dict)
    """For each pairing whose lobby an entry left before the match began: that entry."""
    slower: Mapping[Place, int] = field(default_factory=dict)
    """For each pairing whose match is unfinished when the round ends: the entry that has used more thinking time."""
    blocked: Blocked = ()


def started(tournament: Tournament, strength: Mapping[UserId, int], facts: Facts, now: float) -> Tournament:
    """Return the tournament in its first round. Computers fill empty places. Players are seeded by strength, computers
    after them.
    """
    filled = [*tournament.entries, *_computers(tournament)]
    playing = [entry for entry in filled if entry.part is Part.IN]
    playing.sort(key=lambda entry: (bool(entry.computer), -strength.get(entry.user or 0, 0), entry.number))
    seeds = {entry.number: seed for seed, entry in enumerate(playing, 1)}
    entries = tuple(replace(entry, seed=seeds.get(entry.number)) for entry in filled)
    rounds = planned_rounds(tournament.system, len(playing), tournament.rounds)
    begun = replace(tournament, status=Status.RUNNING, entries=entries, rounds=rounds)
    return _in_next_round(begun, facts, now)


def places_to_fill(tournament: Tournament) -> int:
    """Return how many computers would be added if the tournament started now; 0 if none are wanted."""
    count = len(tournament.players)
    if not tournament.fill:
        return 0
    if tournament.system is System.ELIMINATION:
        return max(FEWEST_PLAYERS, 1 << (count - 1).bit_length()) - count if count else 0
    return max(FEWEST_PLAYERS, count + count % 2) - count


def settled(tournament: Tournament, facts: Facts, now: float) -> Tournament:
    """Return the tournament with every result of the present round that is known now."""
    is_late = tournament.deadline is not None and tournament.deadline <= now
    changed = [_settled(tournament, pairing, facts, is_late=is_late) for pairing in tournament.current]
    return tournament.with_pairings(changed)


def gone_on(tournament: Tournament, facts: Facts, now: float) -> Tournament:
    """Return the tournament in its next round, or over after the last one. Return it unchanged while a pairing of the
    present round is undecided.
    """
    if any(pairing.scores is None for pairing in tournament.current):
        return tournament
    with_substitutes = _substituted(tournament)
    is_last = tournament.round >= (tournament.rounds or 0)
    if is_last or len(with_substitutes.players) < 2:
        return replace(tournament, status=Status.OVER, deadline=None)
    return _in_next_round(with_substitutes, facts, now)


def _in_next_round(tournament: Tournament, facts: Facts, now: float) -> Tournament:
    pairings = (*tournament.pairings, *next_round(tournament, facts.blocked))
    deadline = None if tournament.round_seconds is None else now + tournament.round_seconds
    return replace(tournament, round=tournament.round + 1, pairings=pairings, deadline=deadline, counted=now)


def _settled(tournament: Tournament, pairing: Pairing, facts: Facts, *, is_late: bool) -> Pairing:
    if pairing.scores is not None:
        return pairing
    place = (pairing.round, pairing.board)
    if place in facts.results:
        scores = facts.results[place]
        return (
            pairing.decided((DRAW, DRAW), Reason.UNPLAYED) if scores is None else pairing.decided(scores, Reason.PLAYED)
        )
    if place in facts.left:
        return pairing.forfeited(facts.left[place])
    out = [number for number in pairing.entries if tournament.entry(number).part is Part.OUT]
    if len(out) == len(pairing.entries):
        return replace(pairing.decided((LOSS, LOSS), Reason.FORFEIT), loser=out[0])
    if out:
        return pairing.forfeited(out[0])
    if is_late and place in facts.slower:
        return pairing.forfeited(facts.slower[place])
    return pairing.decided((DRAW, DRAW), Reason.UNPLAYED) if is_late else pairing


def _substituted(tournament: Tournament) -> Tournament:
    """Return the tournament after waiting users, in their order, have taken the places of players who dropped out. In
    single elimination, only places that are still in the tournament are taken.
    """
    left = [entry for entry in tournament.seeded if entry.part is Part.OUT]
    if tournament.system is System.ELIMINATION:
        through = {winner(tournament, pairing) for pairing in tournament.current}
        left = [entry for entry in left if entry.number in through]
    waiting = [entry for entry in tournament.entries if entry.part is Part.WAITING]
    for gone, substitute in zip(left, waiting, strict=False):
        tournament = tournament.with_entry(replace(gone, user=substitute.user, part=Part.IN, deck=substitute.deck))
        tournament = tournament.with_entry(replace(substitute, user=gone.user, part=Part.OUT, deck=""))
    return tournament


def _computers(tournament: Tournament) -> Sequence[Entry]:
    first = 1 + max((entry.number for entry in tournament.entries), default=0)
    return [
        Entry(number=first + place, user=None, computer=tournament.fill) for place in range(places_to_fill(tournament))
    ]
