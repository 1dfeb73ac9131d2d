"""Start a fork: a match that continues a finished match from one of its decisions, with the same deal and the same
plies up to there. One that begins with a puzzle draws anew what the puzzle hides, since the replay shows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.application.match.replay import DivergedError, replay
from bot.content.library import Library
from bot.model.life import Step, after
from bot.model.lobby_change import LobbyChange
from bot.model.lobby_settings import OPEN_LOBBY
from bot.model.match import Fork, Match, Player, Status, numbered
from bot.model.reasons.match import MatchNotLive
from bot.model.reasons.replay import NothingToPlayOn, ReplayNotOpen
from bot.model.table import Table
from bot.store import matches as sql
from bot.store.plies import Ply
from rules.core.events import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkStart:
    """A fork at its start."""

    match: Match
    """The new match, with its players by seat."""
    table: Table
    origin: sql.Origin
    plies: Sequence[Ply]


def table_at(library: Library, source: sql.Stored, ply: int) -> Table:
    """Return the table of a match that has ended, with or without a result, after a ply at which at least one seat has
    to decide.

    Raises:
        ReplayNotOpen: the match is not over, or not open to everyone.
        NothingToPlayOn: no seat has to decide after this ply.
        NotLive: the match does not replay, or its log was deleted since the match is old.
    """
    match = source.match
    if match.status not in (Status.OVER, Status.ABANDONED) or not match.is_open:
        raise ReplayNotOpen(match_id=match.id)
    if source.deal is None:
        raise MatchNotLive(match=match)
    try:
        game = source.played_by(library)
        table = replay(game, match, source.deal, source.plies[:ply])
    except (DivergedError, LookupError):
        raise MatchNotLive(match=match) from None
    if ply > len(source.plies) or not table.state.phase.waiting:
        raise NothingToPlayOn(match_id=match.id)
    return table


def fork_start(library: Library, lobby: Match, fork: Fork, source: sql.Stored, seed: int) -> ForkStart:
    """Return the match that starts from a lobby for a fork. The host takes the seat that has to decide. The other
    players take the following seats, people before computers.

    seed: decides what a puzzle hides (`Fork.is_puzzle`).

    Raises:
        Refusal: as for `table_at`.
    """
    table = table_at(library, source, fork.ply)
    assert source.deal is not None
    assert source.content is not None
    deal = source.deal
    if fork.is_puzzle:
        table = Table.begin_with(table.game, deal.puzzle, seed)
        deal = replace(deal, seed=seed, digest=table.digest)
    plies = source.plies[: fork.ply]
    people = [player for player in lobby.players if not player.computer]
    people.sort(key=lambda player: player.user != lobby.host)
    seated = _seated([*people, *(player for player in lobby.players if player.computer)], table, source.match.players)
    match = replace(
        after(lobby, Step.START, LobbyChange.START),
        settings=OPEN_LOBBY,
        options=source.match.options,
        players=numbered(seated),
        ply=fork.ply,
    )
    return ForkStart(
        match=match,
        table=table,
        origin=sql.Origin(rules=source.rules, content=source.content, rulebook=None, deal=deal),
        plies=plies,
    )


def _seated(players: Sequence[Player], table: Table, before: Sequence[Player]) -> list[Player]:
    """Return the players by seat, each with the deck of the player who had the seat before. Forfeited seats are filled
    last.
    """
    first, count = table.state.phase.waiting[0], len(before)
    order: list[Seat] = [(first + step) % count for step in range(count)]
    order.sort(key=lambda seat: seat in table.left)
    by_seat = dict(zip(order, players, strict=True))
    return [
        replace(by_seat[seat], deck=old.deck, deck_name=old.deck_name, by_chance=False)
        for seat, old in enumerate(before)
    ]
