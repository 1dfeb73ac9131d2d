"""Teams, chosen in a lobby by its host where the options have teams."""

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
    """Return the seats of the first team, if the players of a lobby could start as they are; () if they could not, or
    there are no teams.
    """
    if len(match.players) not in game.seats or faults(match, game):
        return ()
    first = teams(match, game)[0]
    return first if 1 < len(first) < len(match.players) else ()


def as_seated(match: Match, game: Game) -> tuple[Player, ...]:
    """Return the players of a lobby by seat if the teams are chosen; () if they are drawn, or there are no teams."""
    return (in_order(match) or ()) if team_of_host(match, game) else ()


def choose_mates(match: Match, game: Game, user: UserId, mates: Sequence[UserId]) -> Match:
    """Return the match in which these users are the host's team-mates. The first player is drawn from the orders that
    keep teams together.
    """
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_TEAMS)
    check_host(match, user, LobbyChange.CHOOSE_TEAMS)
    own = team_of_host(match, game)
    if not own:
        raise NoTeamsToChoose
    chosen = [mate for mate in dict.fromkeys(mates) if mate != user]
    if any(match.seat_of(mate) is None for mate in chosen):
        raise TeammateLeft
    if len(chosen) != len(own) - 1:
        raise WrongTeamSize(size=len(own))
    together = iter((user, *chosen))
    others = (player.user for player in match.players if player.user not in (user, *chosen))
    order = tuple(next(together) if seat in own else next(others) for seat in range(len(match.players)))
    for _ in range(randbelow(len(order))):
        order = rotated(order, teams(match, game))
    return replace(match, gathering=replace(match.gathering, order=order))
