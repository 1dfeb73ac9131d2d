"""Seats that change hands on Discord: offered by a command and taken below the board, together with the hand."""

import discord
import pytest
import simcord

from bot.application.match.outbox import Kind
from bot.model.match import Match, Status
from bot.model.pings import DEFAULT_PING_DELAY
from cogs.delivery.boards import STALE_AFTER
from cogs.presses.router import OLD_BUTTON
from cogs.widgets import purposes
from tests.cogs.town import Games, Town, buttons, menus, press, private
from tests.heist_game import PatientHeist

RULE = "a loss still costs you points but a win earns none"


@pytest.fixture
def games(our_renderers: None) -> Games:
    return {"heist": PatientHeist()}


def table(town: Town) -> discord.Message:
    """Return the board: notes are posted below it."""
    return next(message for message in reversed(town.public()) if "▸" in message.content)


async def offered(town: Town, *, to: simcord.MemberActor | None) -> tuple[Match, str]:
    """Begin a match of three in which Ada has offered her seat; return the label of the button that takes it."""
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    said = private(await town.ada.slash(town.tavern, "match hand-over", **({"user": to.user} if to else {})))
    assert RULE in said.content
    await town.ada.click(said, label="Offer my seat")
    await town.delivered()
    assert "Ada's seat is offered:" in table(town).content
    return match, "Take Ada's seat"


async def test_a_seat_is_handed_over_with_its_hand_and_the_old_one_loses_its_buttons(town: Town) -> None:
    match, take = await offered(town, to=town.dan)
    offer = next(
        message for message in town.public() if "Ada" not in message.content and "are offered to" in message.content
    )
    assert f"<@{town.dan.id}>" in offer.content
    assert [town.dan.id] in town.pings()
    old = town.direct(town.ada)[-1]
    assert old.attachments
    assert "is offered to" in private(await town.stranger.click(table(town), label=take)).content
    said = private(await town.dan.click(table(town), label=take))
    assert RULE in said.content
    await press(town.dan, said, purposes.TAKEN)
    await town.delivered()
    assert "This is now your seat." in said.content
    assert (await town.match()).seat_of(town.dan.id) == match.seat_of(town.ada.id)
    hand, gone = town.direct(town.dan)[-1], town.direct(town.ada)[-1]
    assert hand.attachments
    assert (gone.id, gone.attachments, gone.components) == (old.id, [], [])
    assert "Another player has taken over your seat" in gone.content
    assert not any(take in buttons(message) for message in town.public())
    assert any(f"<@{town.dan.id}> plays on for <@{town.ada.id}>." in message.content for message in town.public())
    assert not await town.behind()
    assert not await town.rows(kind=Kind.RETIRED)
    refused = private(await press(town.ada, table(town), purposes.HAND))
    assert "You're not in match #1" in refused.content


async def test_an_open_seat_is_for_anyone_who_has_not_played_in_the_match(town: Town) -> None:
    _, take = await offered(town, to=None)
    assert "anyone on the server" in table(town).content
    assert "is already in match #1" in private(await town.bo.click(table(town), label=take)).content
    said = private(await town.stranger.click(table(town), label=take))
    await press(town.stranger, said, purposes.TAKEN)
    await town.delivered()
    assert (await town.match()).seat_of(town.stranger.id) is not None
    again = private(await town.stranger.slash(town.tavern, "match hand-over", user=town.bo.user))
    await town.stranger.click(again, label="Offer my seat")
    assert "is already in match #1" in private(await town.stranger.click(again, label="Offer my seat")).content


async def test_the_offer_is_taken_back_and_a_late_press_is_told_so(town: Town) -> None:
    _, take = await offered(town, to=None)
    board = table(town)
    assert "to offer" in private(await press(town.bo, board, purposes.REFUSE)).content
    late = private(await town.dan.click(board, label=take))
    await press(town.ada, board, purposes.REFUSE)
    await town.delivered()
    assert take not in buttons(table(town))
    said = await press(town.dan, late, purposes.TAKEN)
    assert "has been settled" in private(said).content
    assert (await town.match()).seat_of(town.ada.id) is not None


async def test_a_leavers_seat_is_offered_by_the_remaining_players(town: Town) -> None:
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    await town.leave(town.cleo)
    said = private(await town.bo.slash(town.tavern, "match hand-over"))
    label = "Offer Cleo's seat (they left)"
    assert label in buttons(said)
    await town.bo.click(said, label=label)
    await town.delivered()
    panel = private(await press(town.dan, table(town), purposes.TAKE))
    await press(town.dan, panel, purposes.TAKEN)
    await town.delivered()
    assert (await town.match()).seat_of(town.dan.id) == match.seat_of(town.cleo.id)
    forged = private(await town.forge(town.bo, table(town), f"offer-seat-of/1/{match.seat_of(town.ada.id)}"))
    assert "is still on the server of the match" in forged.content


@pytest.mark.parametrize("board", ["in sight", "old"])
async def test_a_leavers_seat_is_offered_when_they_would_be_pinged(town: Town, board: str) -> None:
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    absent = town.people[(town.people.index(await town.asked(match.id)) + 1) % 3]
    await town.leave(absent)
    if board == "old":
        await town.wait(STALE_AFTER.total_seconds())
    while (person := await town.asked(match.id)).id != absent.id:
        await person.slash(town.tavern, "heist take", coins="1")
    await town.wait(DEFAULT_PING_DELAY + 1)
    await town.delivered()
    take = f"Take {absent.user.global_name}'s seat"
    assert take in buttons(table(town))
    called = [message for message in town.public() if "Your turn" in message.content]
    assert not any(f"<@{absent.id}>" in message.content for message in called)
    assert [absent.id] not in town.pings()
    await town.wait(DEFAULT_PING_DELAY + 1)
    assert sum("are offered to anyone" in message.content for message in town.public()) == 1
    assert not await town.behind()


async def test_the_result_names_unrated_players(town: Town) -> None:
    _, take = await offered(town, to=town.dan)
    said = private(await town.dan.click(table(town), label=take))
    await press(town.dan, said, purposes.TAKEN)
    match = await town.match()
    await town.give_up(match)
    assert (await town.match()).status is Status.OVER
    assert "Dan: no change in rating points, because the seat changed hands" in town.board().content


async def test_only_players_offer_seats_and_not_to_bots(town: Town) -> None:
    await town.open("heist", town.ada, town.bo, town.cleo)
    assert "no seat to offer" in private(await town.stranger.slash(town.tavern, "match hand-over")).content


async def test_a_computer_takes_over_for_a_player_who_wants_to_leave_once_the_others_agree(town: Town) -> None:
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    said = private(await town.ada.slash(town.tavern, "match hand-over"))
    assert "If everyone agrees, a computer can take over" in said.content
    await town.ada.select(said, ["regular"], custom_id=menus(said)[0]["custom_id"])
    await town.delivered()
    assert "would like to let a computer (regular) play on for them" in table(town).content
    assert RULE in table(town).content
    for person in (town.bo, town.cleo):
        await press(person, table(town), purposes.AGREE)
        await town.delivered()
    assert (await town.match()).computers == (match.seat_of(town.ada.id),)
    assert any(f"Regular bot plays on for <@{town.ada.id}>." in message.content for message in town.public())
    assert "Another player has taken over your seat" in town.direct(town.ada)[-1].content
    assert not await town.behind()


async def test_a_computer_takes_over_at_once_for_a_leaver_if_no_other_player_remains(town: Town) -> None:
    match = await town.open("heist", town.ada, town.bo)
    await town.leave(town.bo)
    said = private(await town.ada.slash(town.tavern, "match hand-over"))
    placeholders = [menu["placeholder"] for menu in menus(said)]
    assert placeholders == ["Let a computer play for me …", "Let a computer play for Bo, who left …"]
    await town.ada.select(said, ["novice"], custom_id=menus(said)[1]["custom_id"])
    assert "The computer has taken over" in said.content
    assert (await town.match()).computers == (match.seat_of(town.bo.id),)
    forged = private(await town.forge(town.ada, table(town), "computer-for/1/9"))
    assert forged.content == OLD_BUTTON


async def test_a_board_tells_who_played_before_a_seat_changed_hands(town: Town) -> None:
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    leaver = await town.asked(match.id)
    await town.play(match.id, leaver, "take 2", 10_000)
    said = private(await leaver.slash(town.tavern, "match hand-over"))
    await leaver.select(said, ["regular"], custom_id=menus(said)[0]["custom_id"])
    await town.delivered()
    for person in town.people[:3]:
        if person.id != leaver.id:
            await press(person, table(town), purposes.AGREE)
            await town.delivered()
    assert (await town.match()).computers == (match.seat_of(leaver.id),)
    assert "The former player takes 2 coins." in table(town).content
    assert "Regular bot takes 2 coins." not in table(town).content
    follower = await town.asked(match.id)
    await town.play(match.id, follower, "take 1", 10_001)
    assert "The former player takes 2 coins." in table(town).content
    assert f"{follower.user.global_name} takes 1 coin." in table(town).content
    assert not await town.behind()
