"""The daily puzzle in the chosen channel: posted once a day, found again, retried, with the list of solvers."""

import pytest

from bot.application.match.leases import Leases, Work
from bot.model.reasons.database import NotSaved
from bot.puzzles.posts import OLD_FOLD
from bot.store.announcements import Announcement
from cogs.delivery.announcements import AnnouncementDelivery
from cogs.puzzles.posts import PuzzlePosts
from tests.cogs.test_hosting import chosen, manage
from tests.cogs.test_puzzles import daily, reach
from tests.cogs.town import BACKOFF, Town, private

DAY = 24 * 60 * 60


async def posted(town: Town) -> None:
    await town.client.interface.puzzles.delivery.rounds.settled()
    await town.env.settle()


async def test_the_daily_puzzle_is_posted_once_in_the_chosen_channel_and_names_its_solvers(town: Town) -> None:
    await manage(town)
    assert f"posted in <#{town.attic.id}>" in await chosen(town, "server-setting/puzzle_channel_id", town.attic)
    await posted(town)
    await town.restart()
    await posted(town)
    [post] = town.public(town.attic)
    assert "No one here has solved it yet" in post.content
    shown = private(await town.ada.click(post, label="Solve it"))
    assert "once you've solved it" in private(await town.bo.click(post, label="Who solved it")).content
    _, attempt = await daily(town, town.ada)
    for action in attempt.solution:
        shown = await reach(town, town.ada, shown, action)
    await town.wait(OLD_FOLD + 1)
    await posted(town)
    [post] = town.public(town.attic)
    assert "Solved by Ada" in post.content
    assert not any(word in post.content for word in attempt.solution)
    await town.client.app.user_data.delete(town.ada.id)
    await posted(town)
    assert "Ada" not in town.public(town.attic)[0].content
    await town.restart()
    await town.wait(DAY)
    await posted(town)
    assert len(town.public(town.attic)) == 2, "the next day has its own"
    assert "**Daily puzzle**: not posted" in await chosen(town, "server-setting/puzzle_channel_id")
    await town.wait(DAY)
    await posted(town)
    assert len(town.public(town.attic)) == 2


async def test_a_post_that_was_sent_unrecorded_is_found_and_one_that_was_taken_down_stays_away(town: Town) -> None:
    await manage(town)
    await chosen(town, "server-setting/puzzle_channel_id", town.attic)
    await posted(town)
    [post] = town.public(town.attic)
    await town.house[0].write(lambda db: db.rows("UPDATE announcements SET message_id = NULL, shown = 0"))
    await town.restart()
    await posted(town)
    assert town.public(town.attic) == [post]
    [(message,)] = await town.house[0].read(lambda db: db.rows("SELECT message_id FROM announcements"))
    assert message == post.id
    town.env.backend.delete_message(town.attic.id, post.id)
    await town.house[0].write(lambda db: db.rows("UPDATE announcements SET shown = 0"))
    await town.restart()
    await posted(town)
    assert town.public(town.attic) == []


async def test_where_it_may_not_be_posted_it_comes_once_it_may(town: Town) -> None:
    await manage(town)
    await town.permit(town.attic, send_messages=False)
    assert "Send Messages" in await chosen(town, "server-setting/puzzle_channel_id", town.attic)
    await town.permit(town.attic, send_messages=True)
    await chosen(town, "server-setting/puzzle_channel_id", town.attic)
    await posted(town)
    await town.permit(town.attic, send_messages=False)
    await town.wait(DAY)
    await posted(town)
    assert len(town.public(town.attic)) == 1
    await town.permit(town.attic, send_messages=True)
    await posted(town)
    assert len(town.public(town.attic)) == 2


async def wanted(town: Town) -> None:
    """Choose the attic for the daily puzzle."""
    await manage(town)
    await chosen(town, "server-setting/puzzle_channel_id", town.attic)
    await posted(town)


async def test_the_first_of_a_day_is_sent_without_a_look_for_an_earlier_one(town: Town) -> None:
    town.env.http_requests.clear()
    await wanted(town)
    assert len(town.public(town.attic)) == 1
    assert not town.requests("GET", f"/channels/{town.attic.id}/messages")


async def test_one_that_discord_does_not_take_comes_by_itself_and_not_before_its_time(town: Town) -> None:
    town.env.inject_error("POST", f"/channels/{town.attic.id}/messages", status=500, times=2)
    await wanted(town)
    await town.wait(BACKOFF.wait / 2)
    await posted(town)
    assert len(town.requests("POST", f"/channels/{town.attic.id}/messages")) == 1
    await town.wait(BACKOFF.wait)
    await posted(town)
    assert town.public(town.attic) == [], "it has failed twice"
    await town.wait(5 * BACKOFF.wait)
    await posted(town)
    assert len(town.public(town.attic)) == 1


async def test_a_post_that_could_not_be_edited_shows_its_solvers_a_little_later(town: Town) -> None:
    await wanted(town)
    _, attempt = await daily(town, town.ada)
    shown = private(await town.ada.slash(town.tavern, "puzzle daily"))
    town.env.inject_error("PATCH", f"/channels/{town.attic.id}/messages/*", status=503)
    for action in attempt.solution:
        shown = await reach(town, town.ada, shown, action)
    await posted(town)
    assert "Solved by Ada" not in town.public(town.attic)[0].content
    await town.wait()
    await posted(town)
    [post] = town.public(town.attic)
    assert "Solved by Ada" in post.content


async def test_a_post_whose_row_could_not_be_written_is_found_and_not_sent_again(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    announcements = town.app.announcements
    save, tried = announcements.save, list[Announcement]()

    async def failed_once(post: Announcement) -> None:
        tried.append(post)
        if len(tried) == 1:
            raise NotSaved
        await save(post)

    monkeypatch.setattr(announcements, "save", failed_once)
    await wanted(town)
    [post] = town.public(town.attic)
    await town.wait(BACKOFF.wait)
    assert [there.message for there in tried] == [post.id], "a full disk is left alone for a while"
    await town.wait(60 * BACKOFF.wait)
    await posted(town)
    assert town.public(town.attic) == [post]
    [(message, failures)] = await town.house[0].read(
        lambda db: db.rows("SELECT message_id, failures FROM announcements")
    )
    assert (message, failures) == (post.id, 0)


async def test_a_puzzle_that_could_not_be_posted_on_its_day_is_not_posted_later(town: Town) -> None:
    await wanted(town)
    await town.permit(town.attic, send_messages=False)
    await town.wait(DAY)
    await town.wait(DAY)
    await town.permit(town.attic, send_messages=True)
    await posted(town)
    rows = await town.house[0].read(
        lambda db: db.rows("SELECT subject, message_id FROM announcements ORDER BY subject")
    )
    assert [day for day, _ in rows] == ["2026-01-01", "2026-01-03"]
    assert [message for _, message in rows] == [post.id for post in town.public(town.attic)]


async def test_after_the_end_nothing_is_posted(town: Town) -> None:
    await wanted(town)
    await town.client.interface.puzzles.delivery.rounds.close()
    await town.wait(2 * DAY)
    town.client.interface.puzzles.delivery.rounds.wake()
    await posted(town)
    assert len(town.public(town.attic)) == 1


async def test_posts_that_were_never_opened_can_be_closed(town: Town) -> None:
    subject = PuzzlePosts(town.app, town.client.interface.puzzles.puzzles)
    posts = AnnouncementDelivery(town.client, town.app, subject)
    await posts.rounds.close()
    posts.rounds.wake()
    await posts.rounds.settled()
    assert town.public(town.attic) == []


async def test_a_post_that_another_process_sends_is_not_sent_here_until_that_one_is_done(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(town.app.database, "is_shared", True)
    neighbour = Leases(town.app.database, town.app.clock)
    async with neighbour.held(Work.PUZZLES, town.guild.id):
        await wanted(town)
        assert town.public(town.attic) == []
    town.app.announcer.look()
    await posted(town)
    assert len(town.public(town.attic)) == 1
