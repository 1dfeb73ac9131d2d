"""Invitations ping once, reserve a seat and are answered by a press; a rematch takes one press of each player."""

import simcord

from bot.model.lobby_settings import REMATCH_STANDS, STANDS
from bot.model.match import Status
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, offers, press, private


async def test_two_clicks_from_an_invitation_to_the_first_board(town: Town) -> None:
    said = private(await town.ada.slash(town.tavern, "match new", game="tiny", ask=town.bo.user))
    assert "It starts automatically once everyone has joined." in said.content
    assert town.pings() == [[town.bo.id]]
    assert f"<@{town.bo.id}> is invited: press Join or Not now." in town.board().content
    assert "#1" in private(await town.bo.slash(town.attic, "matches")).content
    await press(town.bo, town.board(), purposes.JOIN)
    assert (await town.match()).status is Status.LIVE
    assert offers(town.board(), purposes.HAND)


async def test_seats_are_drawn_or_taken_in_the_order_of_joining(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="heist", seating="in joining order", seats=4)
    assert "in joining order" in town.board().content
    for person in (town.bo, town.cleo, town.dan):
        await press(person, town.board(), purposes.JOIN)
    players = (await town.match()).players
    assert [player.user for player in players] == [person.id for person in town.people[:4]]


async def test_an_invited_player_answers_from_the_list_of_their_matches(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", ask=town.bo.user)
    asked = private(await town.bo.slash(town.attic, "matches"))
    assert list(buttons(asked)) == ["Join #1"]
    assert "has started" in private(await press(town.bo, asked, purposes.JOIN)).content


async def test_a_player_who_declines_frees_the_seat_and_the_board_says_so(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", ask=town.bo.user)
    refused = private(await press(town.cleo, town.board(), purposes.JOIN))
    assert "are reserved" in refused.content
    await press(town.bo, town.board(), purposes.DECLINE)
    assert f"<@{town.bo.id}> can't play right now." in town.board().content
    assert "Not now" not in buttons(town.board())
    await press(town.cleo, town.board(), purposes.JOIN)
    assert (await town.match()).status is Status.LIVE


async def test_a_player_invited_later_is_pinged_then_and_the_others_not_again(town: Town) -> None:
    opened = private(await town.ada.slash(town.tavern, "match new", against="people here", game="heist"))
    await town.ada.select(opened, [town.bo.user], custom_id=town.named("ask/1"))
    await town.ada.slash(town.tavern, "match ask", who=town.cleo.user)
    await town.wait()
    assert town.pings() == [[], [town.bo.id], [town.cleo.id]]
    assert [message.id for message in town.public()] == [town.board().id], "there is one board"
    assert town.games["heist"].seats
    await town.restart()
    await press(town.bo, town.board(), purposes.JOIN)
    await press(town.cleo, town.board(), purposes.JOIN)
    assert (await town.match()).status is Status.LIVE
    assert len((await town.match()).players) == 3


async def test_a_bot_and_a_user_of_another_server_are_not_invited(town: Town) -> None:
    outsider = town.env.create_user("outsider")
    said = private(await town.ada.slash(town.tavern, "match new", game="tiny", ask=outsider))
    assert "isn't on this server" in said.content
    assert town.client.user is not None
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    said = private(await town.forge(town.ada, town.board(), "ask/1", str(town.client.user.id)))
    assert "is a bot" in said.content
    assert not (await town.match()).settings.asked


async def test_a_player_who_has_blocked_the_host_is_not_pinged_and_nothing_reveals_it(town: Town) -> None:
    private(await town.bo.slash(town.tavern, "block", who=town.ada.user))
    said = private(await town.ada.slash(town.tavern, "match new", game="tiny", ask=town.bo.user))
    assert "It starts automatically once everyone has joined." in said.content
    assert town.pings() == [[]]
    assert f"<@{town.bo.id}> is invited" in town.board().content, "as if they had not answered"
    assert "#1" not in private(await town.bo.slash(town.attic, "matches")).content
    assert "can play together again" in private(await town.bo.slash(town.tavern, "unblock", who=town.ada.user)).content
    assert "#1" in private(await town.bo.slash(town.attic, "matches")).content


async def test_a_lobby_that_is_not_started_closes_itself_and_says_so(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    assert "Closes <t:" in town.board().content
    await town.wait(STANDS - 60)
    assert (await town.match()).status is Status.LOBBY
    await town.wait(120)
    assert (await town.match()).status is Status.CLOSED
    assert "didn't start in time" in town.board().content
    assert not buttons(town.board())
    await town.bo.slash(town.tavern, "match new", against="people here", game="tiny")
    assert (await town.match(2)).status is Status.LOBBY


async def ended(town: Town, *people: simcord.MemberActor) -> None:
    await town.open("heist", *people)
    await town.give_up(await town.match())


async def test_a_rematch_asks_the_partners_and_begins_with_the_last_press(town: Town) -> None:
    await ended(town, town.ada, town.bo, town.cleo)
    before = [player.user for player in (await town.match()).players]
    result = town.board()
    await press(town.ada, result, purposes.REMATCH)
    assert set(town.pings()[-1]) == {town.bo.id, town.cleo.id}
    assert "Rematch of match #1" in town.board().content
    said = private(await press(town.bo, result, purposes.REMATCH))
    assert f"It's waiting for <@{town.cleo.id}>." in said.content
    await press(town.cleo, town.board(), purposes.JOIN)
    match = await town.match(2)
    assert match.status is Status.LIVE
    assert [player.user for player in match.players] == [before[-1], *before[:-1]]


async def test_a_rematch_that_not_all_want_expires_kindly(town: Town) -> None:
    await ended(town, town.ada, town.bo)
    result = town.board()
    await press(town.ada, result, purposes.REMATCH)
    await town.wait(REMATCH_STANDS + 60)
    assert (await town.match(2)).status is Status.CLOSED
    assert "didn't start in time" in town.board().content
    await press(town.bo, result, purposes.REMATCH)
    assert (await town.match(3)).status is Status.LOBBY


async def test_a_deck_that_is_gone_is_said_with_the_rematch(town: Town) -> None:
    private(await town.ada.slash(town.tavern, "deck copy", deck="allocator/iron-tide", name="Mine"))
    await town.ada.slash(town.tavern, "match new", game="allocator", deck="mine")
    await press(town.bo, town.board(), purposes.JOIN)
    await press(town.ada, town.board(), purposes.START)
    await town.give_up(await town.match())
    [own] = await town.app.decks.of_user(town.ada.id)
    await town.app.decks.delete(town.ada.id, own.id)
    said = private(await press(town.ada, town.board(), purposes.REMATCH))
    assert "Your old deck no longer exists, so you're playing **" in said.content
