"""Coming back to a match: two lines and a button for the latest events, and a private note on the hand."""

from bot.application.match.end_notes import PRESENT
from bot.people.settings import MOTION, PINGS
from cogs.messages.hand import SHOWN_EVENTS
from cogs.messages.log_text import event_lines, folded_lines
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, offers, press, private

SINCE = "Since my last move"


async def test_a_button_tells_all_that_happened_since_my_last_move_and_shows_the_table(town: Town) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    other, hand = town.bo, private(await town.bo.slash(town.tavern, "hand"))
    ply = 0
    while SINCE not in buttons(hand):
        person = await town.asked(match.id)
        other = town.bo if person.id == town.ada.id else town.ada
        await town.play(match.id, person, " ".join(await town.choice(match.id, person.id, ply)), 1000 + ply)
        hand, ply = private(await other.slash(town.tavern, "hand")), ply + 1
    table_view, names = await town.view_for(other), await town.client.app.names.of(match)
    assert lines(hand.content) == folded_lines(town.games["allocator"], table_view.ply_events, names, SHOWN_EVENTS)
    since = private(await other.click(hand, label=SINCE))
    news_lines = lines(since.content)
    assert news_lines == event_lines(town.games["allocator"], table_view.ply_events, names)
    assert len(news_lines) > SHOWN_EVENTS
    assert len(since.attachments) == 1
    assert "since your last move" in since.content
    moving = private(await press(other, since, purposes.RECENT))
    assert [file.filename for file in moving.attachments] == ["match-1-latest.gif"]
    assert "Moving picture" in (moving.attachments[0].description or "")
    assert "You're not in match #1" in private(await town.forge(town.stranger, town.board(), "recent/1")).content
    await town.app.preferences.choose(other.id, MOTION, False)
    still = private(await press(other, since, purposes.RECENT))
    assert [file.filename for file in still.attachments] == ["table.png"]


def lines(content: str) -> list[str]:
    return [line for line in content.splitlines() if line.startswith("• ")]


async def test_a_note_stands_on_my_hand_and_nowhere_else(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    said = private(await town.ada.slash(town.tavern, "match note", text="bid *low*"))
    assert "Only you can see it" in said.content
    assert "Your note: bid \\*low\\*" in private(await town.ada.slash(town.tavern, "hand")).content
    assert "Your note: bid \\*low\\*" in town.direct(town.ada)[-1].content
    assert "bid" not in private(await town.bo.slash(town.tavern, "hand")).content
    assert all("low" not in message.content for message in (*town.public(), *town.direct(town.bo)))
    await town.restart()
    assert "Your note" in private(await town.ada.slash(town.attic, "hand", match=1)).content
    form = await town.ada.slash(town.tavern, "match note")
    assert form.modal is not None
    await town.ada.submit_modal(form, {"text": ""})
    assert "Your note" not in private(await town.ada.slash(town.tavern, "hand")).content
    assert offers(town.board(), purposes.HAND)


async def test_an_absent_player_who_may_not_be_pinged_is_told_by_direct_message_that_the_match_is_over(
    town: Town,
) -> None:
    await town.app.preferences.choose_for_server(town.guild.id, PINGS, value=False)
    await town.open("tiny", town.ada, town.bo)
    await town.wait(PRESENT)
    asked = private(await town.bo.slash(town.tavern, "match resign"))
    await press(town.bo, asked, purposes.RESIGN)
    await town.delivered()
    news_lines = [message.content for message in town.direct(town.ada) if "It's over" in message.content]
    assert len(news_lines) == 1
    assert f"<@{town.bo.id}> resigned." in news_lines[0]
    assert not any("It's over" in message.content for message in town.direct(town.bo))
