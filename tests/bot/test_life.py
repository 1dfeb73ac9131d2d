"""The life of a match: the status after each step, and the refusal of an impossible one."""

from dataclasses import replace

import pytest

from bot.model.life import BUSY, DEALT, ENDED, TRANSITIONS, Step, after
from bot.model.lobby_change import LobbyChange
from bot.model.match import Match, MatchId, Player, Status
from bot.model.reasons.match import MatchNotALobby, MatchNotLive
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, CHANNEL, GUILD

MATCH = Match(
    id=MatchId(12),
    tag="k3x9a2",
    game="tiny",
    guild=GUILD,
    channel=CHANNEL,
    host=ANN,
    status=Status.LOBBY,
    version=1,
    options={},
    players=(Player(user=ANN, deck=""),),
    ply=0,
    outcome=None,
)


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("step", Step)
def test_each_step_leads_to_its_status_in_the_table_or_is_refused(status: Status, step: Step) -> None:
    match = replace(MATCH, status=status)
    wanted = TRANSITIONS[status].get(step)
    if wanted is not None:
        assert after(match, step).status is wanted
        return
    refusal = MatchNotALobby(match=match) if step in TRANSITIONS[Status.LOBBY] else MatchNotLive(match=match)
    with refused(refusal):
        after(match, step)


def test_the_refusal_of_a_lobby_change_after_the_start_names_the_change() -> None:
    live = replace(MATCH, status=Status.LIVE)
    with refused(MatchNotALobby(match=live, wanted=LobbyChange.LEAVE)):
        after(live, Step.ARRANGE, LobbyChange.LEAVE)


def test_an_ended_match_stays_ended() -> None:
    for status in ENDED:
        assert TRANSITIONS[status] == {}
        assert status not in BUSY


def test_every_status_can_be_reached_from_the_lobby() -> None:
    reached, frontier = {Status.LOBBY}, [Status.LOBBY]
    while frontier:
        for status in TRANSITIONS[frontier.pop()].values():
            if status not in reached:
                reached.add(status)
                frontier.append(status)
    assert reached == set(Status)
    assert set(DEALT) == reached - {Status.LOBBY, Status.CLOSED}
