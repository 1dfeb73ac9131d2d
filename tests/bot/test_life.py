"""The life of a match: where each step leads, and what is said to whoever asks for one that there is not."""

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
def test_each_step_leads_where_the_table_says_or_is_refused(status: Status, step: Step) -> None:
    match = replace(MATCH, status=status)
    wanted = TRANSITIONS[status].get(step)
    if wanted is not None:
        assert after(match, step).status is wanted
        return
    refusal = MatchNotALobby(match=match) if step in TRANSITIONS[Status.LOBBY] else MatchNotLive(match=match)
    with refused(refusal):
        after(match, step)


def test_a_change_of_a_lobby_is_refused_with_what_was_wanted_once_the_match_has_begun() -> None:
    live = replace(MATCH, status=Status.LIVE)
    with refused(MatchNotALobby(match=live, wanted=LobbyChange.LEAVE)):
        after(live, Step.ARRANGE, LobbyChange.LEAVE)


def test_what_has_ended_stays_ended() -> None:
    for status in ENDED:
        assert TRANSITIONS[status] == {}
        assert status not in BUSY


def test_every_status_is_reached_from_the_lobby() -> None:
    reached, frontier = {Status.LOBBY}, [Status.LOBBY]
    while frontier:
        for status in TRANSITIONS[frontier.pop()].values():
            if status not in reached:
                reached.add(status)
                frontier.append(status)
    assert reached == set(Status)
    assert set(DEALT) == reached - {Status.LOBBY, Status.CLOSED}
