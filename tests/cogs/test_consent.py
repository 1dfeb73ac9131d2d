"""Undos and proposals on Discord: by a button of the hand, by commands, and answered below the board."""

from dataclasses import replace

import pytest
import simcord

from bot.model.match import Match, MatchId, Player, Status
from bot.model.position import Position
from bot.model.proposal import LIVE, Kind, Proposal
from bot.model.table import Table
from cogs.messages.board import Beside, board_message
from cogs.messages.hand import hand_shown, is_current
from cogs.messages.message import LIMIT
from cogs.presses.consent import TAKEN_BACK
from cogs.widgets import purposes
from cogs.widgets.items import ROW, ROWS
from rules.core.play import options
from tests.cogs.town import Games, Town, buttons, press, private
from tests.heist_game import PatientHeist

AGREE, REFUSE, ASK = "Yes, a draw", "No draw", "Ask the other players"
AGREE_UNDO, REFUSE_UNDO = "Yes, undo", "No undo"


@pytest.fixture
def games(our_renderers: None) -> Games:
    return {"heist": PatientHeist()}


async def begin(town: Town) -> tuple[Match, simcord.MemberActor, list[simcord.MemberActor]]:
    """Begin a match; return it, the waiting player and the others."""
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    first = await town.asked(match.id)
    return match, first, [person for person in town.people[:3] if person.id != first.id]


async def take(town: Town, person: simcord.MemberActor, coins: int) -> None:
    match = await town.match()
    await town.play(match.id, person, f"take {coins}", 10_000 + match.ply)


async def test_a_button_of_the_hand_undoes_a_safe_ply_and_the_log_strikes_it_through(town: Town) -> None:
    _, first, others = await begin(town)
    assert "Undo" not in buttons(town.direct(first)[-1])
    await take(town, first, 2)
    assert "Undo" in buttons(town.direct(first)[-1])
    assert not any("Undo" in buttons(town.direct(other)[-1]) for other in others)
    await press(first.user, town.direct(first)[-1], purposes.UNDO)
    await town.delivered()
    assert "Undo" not in buttons(town.direct(first)[-1])
    assert "takes back 1 step." in town.board().content
    assert (await town.asked((await town.match()).id)).id == first.id
    log = private(await town.stranger.slash(town.tavern, "match log")).content
    assert "• ~~" in log
    assert "takes 2 coins.~~" in log
    assert not await town.behind()


async def test_it_is_taken_back_in_a_private_answer_and_by_command_too(town: Town) -> None:
    _, first, _ = await begin(town)
    await take(town, first, 2)
    panel = private(await press(first, town.board(), purposes.HAND))
    await press(first, panel, purposes.UNDO)
    assert "Undo" not in buttons(panel)
    await take(town, first, 2)
    said = private(await first.slash(town.tavern, "match undo"))
    assert TAKEN_BACK in said.content
    assert (await town.match()).ply == 4


async def test_an_undo_that_needs_consent_is_asked_of_the_others_who_answer_below_the_board(town: Town) -> None:
    _, first, (one, other) = await begin(town)
    await take(town, first, 1)
    said = private(await first.slash(town.tavern, "match undo"))
    assert list(buttons(said)) == [ASK]
    await first.click(said, label=ASK)
    assert "I've asked the other players: you'd like to undo the last step." in said.content
    await town.delivered()
    board = town.board()
    assert "would like to undo the last step.**" in board.content
    assert {AGREE_UNDO, REFUSE_UNDO} <= buttons(board).keys()
    assert all("Answer below the board" in town.direct(person)[-1].content for person in (one, other))
    await one.click(board, label=AGREE_UNDO)
    await other.click(town.board(), label=AGREE_UNDO)
    await town.delivered()
    assert (await town.asked((await town.match()).id)).id == first.id
    assert AGREE_UNDO not in buttons(town.board())
    assert not await town.behind()


async def test_the_others_are_asked_once_and_answers_that_do_not_count_are_explained(town: Town) -> None:
    _, first, (one, other) = await begin(town)
    await first.slash(town.tavern, "match draw")
    await town.delivered()
    board = town.board()
    for person, label, why in (
        (first, AGREE, "the other players answer"),
        (town.stranger, REFUSE, "You're not in match"),
    ):
        assert why in private(await person.click(board, label=label)).content
    assert "wait for them" in private(await first.slash(town.tavern, "match undo", steps=1)).content
    assert "answer that first" in private(await one.slash(town.tavern, "match draw")).content
    await one.click(board, label=AGREE)
    assert "already agreed" in private(await one.click(town.board(), label=AGREE)).content
    old = town.board()
    await other.click(old, label=REFUSE)
    await town.delivered()
    assert AGREE not in buttons(town.board())
    late = private(await town.forge(other, town.board(), buttons(board)[AGREE]))
    assert "has been settled" in late.content
    assert "doesn't want to end the match as a draw" in town.direct(first)[-1].content


async def test_a_draw_ends_the_match_and_says_so(town: Town) -> None:
    _, first, others = await begin(town)
    await first.slash(town.tavern, "match draw")
    await town.delivered()
    for person in others:
        panel = private(await person.slash(town.tavern, "match status"))
        await person.click(panel, label=AGREE)
    await town.delivered()
    assert (await town.match()).status is Status.OVER
    assert "The match is a draw by agreement." in town.board().content
    for person in town.people[:3]:
        assert any("draw by agreement" in message.content for message in town.direct(person))


async def test_players_end_a_match_without_a_result_together(town: Town) -> None:
    _, first, others = await begin(town)
    said = private(await first.slash(town.tavern, "match abandon"))
    await first.click(said, label=ASK)
    await town.delivered()
    for person in others:
        await person.click(town.board(), label="Yes, end without a result")
    await town.delivered()
    assert (await town.match()).status is Status.ABANDONED
    assert not town.board().components


async def test_an_unanswered_proposal_expires_after_a_restart_too(town: Town) -> None:
    _, first, _ = await begin(town)
    await first.slash(town.tavern, "match draw")
    await town.delivered()
    await town.restart()
    assert AGREE in buttons(town.board())
    await town.wait(LIVE + 1)
    await town.app.timers.settled()
    await town.delivered()
    assert AGREE not in buttons(town.board())
    assert "nobody agreed in time" in town.direct(first)[-1].content


def test_a_board_on_which_everything_is_proposed_fits(our_renderers: None) -> None:
    """Show a board with six long names, a vote, an offer of every seat, and as many events as fit."""
    seats = 6
    users = [10**18 + seat for seat in range(seats)]
    names = ["\\_" * 16 for _ in users]
    table = Table.deal(PatientHeist(), seats=seats, options={}, decks=(), seed=1)
    for _ in range(10):
        seat = table.state.phase.waiting[0]
        table = table.play(seat, options(table.state, seat)[0])
    vote = Proposal(made=1, kind=Kind.UNDO, seat=0, undoes=10_000, due=1.8e9)
    offers = [Proposal(made=2 + seat, kind=Kind.SEAT, seat=seat, to=10**18, due=1.8e9) for seat in range(seats)]
    match = Match(
        id=MatchId(10**9),
        tag="k3x9a2",
        game="heist",
        guild=1,
        channel=10**18,
        host=users[0],
        status=Status.LIVE,
        version=9,
        options={},
        players=tuple(Player(user=user, deck="") for user in users),
        ply=table.ply,
        outcome=None,
    )
    position = Position(match=match, game=table.game, table=table, proposals=(vote, *offers))
    shown = board_message(position, names, Beside())
    assert len(shown.content) <= LIMIT
    assert shown.content.count("seat is offered") == seats
    rows = [item.row for item in shown.items]
    assert all(rows.count(row) <= ROW for row in rows if row is not None)
    assert max(row or 0 for row in rows) < ROWS


async def test_a_hand_that_only_loses_its_undo_is_not_edited_for_that(town: Town) -> None:
    number = (await town.open("heist", town.ada, town.bo, town.cleo)).id
    first = await town.asked(number)
    await take(town, first, 2)
    hand = town.direct(first)[-1]
    assert "Undo" in buttons(hand)
    table_view = await town.view_for(first)
    shown = [
        hand_shown(town.games["heist"], replace(table_view, may_undo=may), ["A", "B", "C"]) for may in (True, False)
    ]
    assert is_current(shown[0], shown[1])
    assert not is_current(shown[1], shown[0]), "except one that can be undone now"
    await town.play(number, first, "tip 0", 20_000)
    await take(town, await town.asked(number), 1)
    said = private(await town.forge(first, town.board(), f"undo/{number}"))
    assert "Ask the other players?" in said.content, "an older button offers to ask the others"
