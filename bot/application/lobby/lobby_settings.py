"""The seats of a lobby: invited, counted, and in their order. Each function takes a match and returns a result or the
changed match, or raises a refusal.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.model.life import Step, after
from bot.model.lobby_change import LobbyChange
from bot.model.lobby_settings import Gathering
from bot.model.match import Match, Player, UserId
from bot.model.reasons.lobby import (
    AlreadyInvited,
    AlreadySeated,
    LobbyFull,
    MoreThanSeats,
    NotInvited,
    SeatsReserved,
    WrongPlayerCount,
)
from rules.core.events import Seat
from rules.core.game import Game


def still_asked(match: Match) -> tuple[UserId, ...]:
    """Return the invited users who have not answered."""
    return match.gathering.open_to(frozenset(player.user for player in match.players))


def room(match: Match, game: Game) -> int:
    """Return the number of seats that are free and not reserved."""
    return max(0, _most(match, game) - len(match.players) - len(still_asked(match)))


def check_room(match: Match, game: Game, user: UserId) -> None:
    """Raise a refusal unless the user can take a seat.

    Raises:
        AlreadyAtThisTable, TableFull: they cannot.
    """
    if match.seat_of(user) is not None:
        raise AlreadySeated(match_id=match.id)
    if user in still_asked(match) and len(match.players) < _most(match, game):
        return
    check_seat(match, game)


def check_seat(match: Match, game: Game) -> None:
    """Raise a refusal unless a seat is free and not reserved.

    Raises:
        TableFull: none is.
    """
    if len(match.players) >= (most := _most(match, game)):
        raise LobbyFull(match_id=match.id, title=game.title, seats=most)
    if not room(match, game):
        raise SeatsReserved(match_id=match.id)


def _most(match: Match, game: Game) -> int:
    return match.gathering.wanted or max(game.seats)


def ask(match: Match, game: Game, users: Sequence[UserId]) -> Match:
    """Return the match with reserved seats for these users. It starts by itself once they and no others have joined."""
    after(match, Step.ARRANGE, LobbyChange.INVITE)
    seated = {player.user for player in match.players}
    fresh = [user for user in dict.fromkeys(users) if user not in seated and user not in still_asked(match)]
    if not fresh:
        raise AlreadyInvited(match_id=match.id)
    asked = tuple(dict.fromkeys((*match.gathering.asked, *fresh)))
    declined = tuple(user for user in match.gathering.declined if user not in fresh)
    gathering = replace(match.gathering, asked=asked, declined=declined)
    count = len(seated) + len(gathering.open_to(frozenset(seated)))
    if count > max(game.seats):
        raise MoreThanSeats(title=game.title, seats=max(game.seats), wanted=count)
    wanted = max(count, gathering.wanted or 0)
    return replace(match, gathering=replace(gathering, wanted=wanted if wanted in game.seats else None))


def decline(match: Match, user: UserId) -> Match:
    """Return the match without the seat that was reserved for this user."""
    after(match, Step.ARRANGE)
    if user not in still_asked(match):
        raise NotInvited(match_id=match.id)
    return refused(match, user)


def refused(match: Match, user: UserId) -> Match:
    """Return the match with the user counted as having declined, if they were invited."""
    if user not in match.gathering.asked or user in match.gathering.declined:
        return match
    return replace(match, gathering=replace(match.gathering, declined=(*match.gathering.declined, user)))


def check_wanted(game: Game, wanted: int | None) -> None:
    """Raise a refusal unless the game is for this number of players.

    Raises:
        TooFewPlayers: they cannot.
    """
    if wanted is not None and wanted not in game.seats:
        raise WrongPlayerCount(title=game.title, seats=tuple(game.seats))


def is_complete(match: Match) -> bool:
    """Return whether everyone is there, so that the match starts by itself."""
    return match.gathering.wanted == len(match.players) and not still_asked(match)


def in_order(match: Match) -> tuple[Player, ...] | None:
    """Return the players by seat if their order is kept; None: it is to be drawn."""
    order = match.gathering.order
    if not order:
        return None
    return tuple(sorted(match.players, key=lambda player: _place(order, player.user)))


def _place(order: Sequence[UserId], user: UserId) -> int:
    return order.index(user) if user in order else len(order)


def rematch_of(before: Match, game: Game) -> Gathering:
    """Return the lobby settings of a rematch, with the first user who asks already there. If a former player had their
    data deleted, that seat is open and the host starts the match.
    """
    users = [player.user for player in before.players]
    order = rotated(users, game.teams(len(users), game.all_options(before.options)))
    computers = {before.players[seat].user for seat in before.computers}
    people = tuple(user for user in order if user >= 0)
    there = tuple(user for user in order if user >= 0 or user in computers)
    return Gathering(asked=people, wanted=len(users) if there == order else None, order=there, rematch=before.id)


def rotated(users: Sequence[UserId], teams: Sequence[Sequence[Seat]]) -> tuple[UserId, ...]:
    """Return the users by seat, all moved on by the same number of seats: by one, or by as many as keep the teams
    together.
    """
    before = {frozenset(users[seat] for seat in team) for team in teams}
    for step in range(1, len(users)):
        after = [users[(seat - step) % len(users)] for seat in range(len(users))]
        if {frozenset(after[seat] for seat in team) for team in teams} == before:
            return tuple(after)
    return tuple(users)
