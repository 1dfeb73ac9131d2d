"""The players of each part of a match."""

from dataclasses import replace

from bot.model.admin_action import AdminAction, AdminActionKind, eras
from bot.model.match import Match, MatchId, Player, Status, with_player
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, STRANGER

MATCH = Match(
    id=MatchId(1),
    tag="k3x9a2",
    game="tiny",
    guild=GUILD,
    channel=CHANNEL,
    host=ANN,
    status=Status.LIVE,
    version=12,
    options={},
    players=(Player(user=ANN, deck=""), Player(user=BEN, deck="")),
    ply=9,
    outcome=None,
)


def act(ply: int, user: int, kind: AdminActionKind, about: int | None = None) -> AdminAction:
    return AdminAction(ply=ply, user=user, kind=kind, about=about, at=0)


def users(match: Match) -> list[int]:
    return [player.user for player in match.players]


def test_a_match_without_substitutes_is_one_era() -> None:
    others = [
        act(3, STRANGER, AdminActionKind.HELD),
        act(3, STRANGER, AdminActionKind.REVIVED),
        act(5, ANN, AdminActionKind.MORE, BEN),
    ]
    assert eras(MATCH, others) == [(9, MATCH)]


def test_a_substitute_begins_a_new_era_of_the_seat() -> None:
    now = with_player(MATCH, 1, CLEO, since=6)
    match_eras = eras(now, [act(5, CLEO, AdminActionKind.TOOK, BEN)])
    assert [(until, users(match)) for until, match in match_eras] == [(5, [ANN, BEN]), (9, [ANN, CLEO])]


def test_a_seat_taken_over_twice_had_three_players() -> None:
    now = with_player(MATCH, 0, STRANGER, since=9)
    match_eras = eras(now, [act(4, CLEO, AdminActionKind.TOOK, ANN), act(7, STRANGER, AdminActionKind.TOOK, CLEO)])
    assert [(until, users(match)[0]) for until, match in match_eras] == [(4, ANN), (7, CLEO), (9, STRANGER)]


def test_a_computer_that_takes_over_begins_a_new_era() -> None:
    now = with_player(MATCH, 1, 0, since=6, computer="regular")
    match_eras = eras(now, [act(5, ANN, AdminActionKind.COMPUTER, BEN)])
    assert [(until, users(match)[1] == BEN, match.computers) for until, match in match_eras] == [
        (5, True, ()),
        (9, False, now.computers),
    ]


def test_a_computer_present_from_the_beginning_begins_no_new_era() -> None:
    lone = with_player(
        replace(MATCH, players=(*MATCH.players, Player(user=CLEO, deck=""))), 2, 0, since=0, computer="novice"
    )
    now = with_player(lone, 1, 0, since=6, computer="regular")
    (until, before), _ = eras(now, [act(5, ANN, AdminActionKind.COMPUTER, BEN)])
    assert (until, users(before)[:2], before.computers) == (5, [ANN, BEN], lone.computers)
