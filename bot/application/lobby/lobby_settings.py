"""Change a lobby's invitations, and the number and order of its players. Each such function takes a match, and returns
the changed match or raises a refusal.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.model.life import Step, after
from bot.model.lobby_change import LobbyChange
from bot.model.lobby_settings import LobbySettings
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
from bot.model.series import SIDES
from rules.core.events import Seat
from rules.core.game import Game


def still_asked(match: Match) -> tuple[UserId, ...]:
    """Return the invited users who have not answered."""
    return match.settings.open_to(frozenset(player.user for player in match.players))


def room(match: Match, game: Game) -> int:
    """Return the number of seats left for users who were not invited."""
    return max(0, _most(match, game) - len(match.players) - len(still_asked(match)))


def check_room(match: Match, game: Game, user: UserId) -> None:
    """Raise a refusal unless a user can take a seat.

    Raises:
        AlreadyAtThisTable: the user has a seat.
        TableFull: no seat is free for the user.
    """
    if match.seat_of(user) is not None:
        raise AlreadySeated(match_id=match.id)
    if user in still_asked(match) and len(match.players) < _most(match, game):
        return
    check_seat(match, game)


def check_seat(match: Match, game: Game) -> None:
    """Raise TableFull unless a seat is free and not reserved."""
    if len(match.players) >= (most := _most(match, game)):
        raise LobbyFull(match_id=match.id, title=game.title, seats=most)
    if not room(match, game):
        raise SeatsReserved(match_id=match.id)


def _most(match: Match, game: Game) -> int:
    return match.settings.wanted or max(game.seats)


def ask(match: Match, game: Game, users: Sequence[UserId]) -> Match:
    """Return the match with seats reserved for these users.

    The match begins automatically once all players and invited users have seats, or as many players as the lobby
    expects, if that is more. If the game cannot be played by that number, the host must start it.
    """
    after(match, Step.ARRANGE, LobbyChange.INVITE)
    seated = {player.user for player in match.players}
    fresh = [user for user in dict.fromkeys(users) if user not in seated and user not in still_asked(match)]
    if not fresh:
        raise AlreadyInvited(match_id=match.id)
    asked = tuple(dict.fromkeys((*match.settings.asked, *fresh)))
    declined = tuple(user for user in match.settings.declined if user not in fresh)
    settings = replace(match.settings, asked=asked, declined=declined)
    count = len(seated) + len(settings.open_to(frozenset(seated)))
    most = SIDES if match.series else max(game.seats)
    if count > most:
        raise MoreThanSeats(title=game.title, seats=most, wanted=count)
    wanted = max(count, settings.wanted or 0)
    return replace(match, settings=replace(settings, wanted=wanted if wanted in game.seats else None))


def decline(match: Match, user: UserId) -> Match:
    """Return the match without the seat reserved for a user who declines."""
    after(match, Step.ARRANGE)
    if user not in still_asked(match):
        raise NotInvited(match_id=match.id)
    return refused(match, user)


def refused(match: Match, user: UserId) -> Match:
    """Return the match with a user marked as declined if they were invited."""
    if user not in match.settings.asked or user in match.settings.declined:
        return match
    return replace(match, settings=replace(match.settings, declined=(*match.settings.declined, user)))


def check_wanted(game: Game, wanted: int | None) -> None:
    """Raise TooFewPlayers unless the game can be played by this number of players. None is always allowed."""
    if wanted is not None and wanted not in game.seats:
        raise WrongPlayerCount(title=game.title, seats=tuple(game.seats))


def is_complete(match: Match) -> bool:
    """Return whether every expected player has a seat, so that the match begins automatically."""
    return match.settings.wanted == len(match.players) and not still_asked(match)


def in_order(match: Match) -> tuple[Player, ...] | None:
    """Return the players by seat if their order is chosen, or None if it is to be drawn."""
    order = match.settings.order
    if not order:
        return None
    return tuple(sorted(match.players, key=lambda player: _place(order, player.user)))


def _place(order: Sequence[UserId], user: UserId) -> int:
    return order.index(user) if user in order else len(order)


def rematch_of(before: Match, game: Game) -> LobbySettings:
    """Return the lobby settings for a rematch: everyone who played is invited, and the seats rotate.

    If a player has deleted their data, anyone may take their seat, and the host starts the match.
    """
    users = [player.user for player in before.players]
    order = rotated(users, game.teams(len(users), game.all_options(before.options)))
    computers = {before.players[seat].user for seat in before.computers}
    people = tuple(user for user in order if user >= 0)
    expected = tuple(user for user in order if user >= 0 or user in computers)
    return LobbySettings(
        asked=people, wanted=len(users) if expected == order else None, order=expected, rematch=before.id
    )


def rotated(users: Sequence[UserId], teams: Sequence[Sequence[Seat]]) -> tuple[UserId, ...]:
    """Return the users by seat after a rotation by the smallest number of seats that keeps teams together: by one seat
    without teams.
    """
    before = {frozenset(users[seat] for seat in team) for team in teams}
    for step in range(1, len(users)):
        after = [users[(seat - step) % len(users)] for seat in range(len(users))]
        if {frozenset(after[seat] for seat in team) for team in teams} == before:
            return tuple(after)
    return tuple(users)
