"""Choose teams. The host of a lobby can do so if the game has teams with the chosen options."""

from collections.abc import Sequence
from dataclasses import replace
from secrets import randbelow

from bot.application.lobby.lobby import check_host, faults, teams
from bot.application.lobby.lobby_settings import in_order, rotated
from bot.model.life import Step, after
from bot.model.lobby_change import LobbyChange
from bot.model.match import Match, Player, UserId
from bot.model.reasons.lobby import NoTeamsToChoose, TeammateLeft, WrongTeamSize
from rules.core.events import Seat
from rules.core.game import Game


def team_of_host(match: Match, game: Game) -> tuple[Seat, ...]:
    """Return the seats of the host's team with the present number of players; () if there are no teams, or if the match
    cannot begin.
    """
    if len(match.players) not in game.seats or faults(match, game):
        return ()
    first = teams(match, game)[0]
    return first if 1 < len(first) < len(match.players) else ()


def as_seated(match: Match, game: Game) -> tuple[Player, ...]:
    """Return the players of a lobby by seat if the host has chosen teams; () if seats are to be drawn, or if there are
    no teams.
    """
    return (in_order(match) or ()) if team_of_host(match, game) else ()


def choose_mates(match: Match, game: Game, user: UserId, mates: Sequence[UserId]) -> Match:
    """Return the match with these users as teammates of its host.

    The order of seats is drawn at random from the rotations that keep the teams together.
    """
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_TEAMS)
    check_host(match, user, LobbyChange.CHOOSE_TEAMS)
    host_team = team_of_host(match, game)
    if not host_team:
        raise NoTeamsToChoose
    chosen = [mate for mate in dict.fromkeys(mates) if mate != user]
    if any(match.seat_of(mate) is None for mate in chosen):
        raise TeammateLeft
    if len(chosen) != len(host_team) - 1:
        raise WrongTeamSize(size=len(host_team))
    together = iter((user, *chosen))
    others = (player.user for player in match.players if player.user not in (user, *chosen))
    order = tuple(next(together) if seat in host_team else next(others) for seat in range(len(match.players)))
    for _ in range(randbelow(len(order))):
        order = rotated(order, teams(match, game))
    return replace(match, settings=replace(match.settings, order=order))
