"""Tournaments on Discord: signed up by buttons, played in threads by quick players, with restarts between rounds."""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import Any

import discord
import pytest
import simcord

from bot.announcements import Announcements
from bot.application.lobby.seated import SeatedMatches
from bot.application.match.leases import Leases, Taken, Work
from bot.model.match import MatchId
from bot.model.match import Status as MatchStatus
from bot.model.reasons.database import NotSaved
from bot.people.settings import MATCH_LIMIT
from bot.store.database import Rows
from bot.tournaments.progress import Progress
from bot.tournaments.standings import standings
from bot.tournaments.tournaments import Tournaments
from bot.tournaments.values import Part, Reason, Status, System, Tournament
from cogs.delivery.sender import Sender
from cogs.presses.router import OLD_BUTTON
from cogs.tournaments import purposes as tournament_purposes
from cogs.tournaments.commands import round_seconds
from cogs.tournaments.delivery import TournamentMessages
from cogs.widgets import purposes
from tests.bot.table_helpers import TINY
from tests.cogs.town import BACKOFF, Town, press, private
from tests.cogs.trouble import heal

UNKNOWN_MESSAGE = 10008

_presses = count(5_000_000)


def service(town: Town) -> Tournaments:
    return town.client.interface.tournaments.tournaments


async def rest(town: Town) -> None:
    """Wait until the tournaments and their matches have come to rest."""
    for _ in range(4):
        await town.env.settle()
        await town.client.interface.tournaments.delivery.rounds.settled()
    [(latest,)] = await town.house[0].read(lambda db: db.rows("SELECT coalesce(max(id), 0) FROM matches"))
    for number in range(1, latest + 1):
        await town.client.interface.deliverer.settled(MatchId(number))


async def crowd(town: Town, size: int) -> list[simcord.MemberActor]:
    """Return this many members of the server."""
    missing = size - len(town.people)
    users = [town.env.create_user(f"guest{number}", global_name=f"Guest {number}") for number in range(missing)]
    town.people += [town.guild.add_member(user) for user in users]
    return town.people[:size]


async def sign_up(town: Town, people: Sequence[simcord.MemberActor], **terms: Any) -> Tournament:
    """Open a tournament of the tiny game in the tavern; these people press Join on its message."""
    await town.ada.slash(town.tavern, "tournament new", game="tiny", **terms)
    await rest(town)
    for person in people:
        await press(person, town.board(), tournament_purposes.JOIN)
    await rest(town)
    return await service(town).here(town.tavern.id)


async def start(town: Town) -> Tournament:
    await town.ada.slash(town.tavern, "tournament start")
    await rest(town)
    return await service(town).here(town.tavern.id)


async def play_round(town: Town) -> None:
    """Let the game's quick player play every match of the present round to its end, by slash commands in its thread."""
    for thread in town.tavern.threads:
        here = await town.app.matches.in_channel(thread.id)
        while here is not None and here.match.status is MatchStatus.LIVE:
            seat = here.view_for(None).view.waiting[0]
            person = town.person(here.match.players[seat].user)
            verb, *card = await town.choice(here.match.id, person.id)
            await person.slash(thread, f"tiny {verb}", **dict(zip(["card"], card, strict=False)))
            here = await town.app.positions.get(here.match.id)


async def stop_and_start(town: Town) -> None:
    """Stop the bot without a proper shutdown, and start another one on the same database."""
    await rest(town)
    await town.restart()
    await rest(town)


def threads(town: Town) -> list[str]:
    """Return the names of all threads in the tavern."""
    return [thread.name or "" for thread in town.tavern.threads]


def shown(town: Town) -> list[discord.Message]:
    """Return the messages in the tavern that show the tournament itself."""
    return [message for message in town.public() if message.content.startswith("**Tournament #")]


def announced(town: Town) -> int:
    """Return how many messages in the tavern announce a pairing."""
    return len([message for message in town.public() if "of tournament #1, board" in message.content])


@pytest.mark.thorough
async def test_sixteen_play_a_swiss_with_a_restart_after_each_round(town: Town) -> None:
    opened = await sign_up(town, await crowd(town, 16))
    assert [message.content.count("16 of 64 places") for message in shown(town)] == [1]
    tournament = await start(town)
    rounds = 0
    while tournament.status is Status.RUNNING:
        rounds += 1
        assert tournament.round == rounds
        assert all(pairing.match and pairing.message for pairing in tournament.current)
        if rounds % 2:
            town.app.timers.pause()  # nothing goes on by itself until the next start
        await play_round(town)
        if rounds % 2:
            await stop_and_start(town)
        await rest(town)
        tournament = await service(town).get(opened.id)
    assert (rounds, len(threads(town)), len(set(threads(town)))) == (4, 32, 32)
    met = Counter(frozenset(pairing.entries) for pairing in tournament.pairings)
    assert (len(met), set(met.values())) == (32, {1})
    assert sum(row.half_points for row in standings(tournament)) == 2 * 32
    [final] = shown(town)
    assert "the tournament!" in final.content
    assert final.attachments[0].description is not None
    assert "wins the tournament!" in final.attachments[0].description
    assert announced(town) == 32, "each pairing was announced once"


async def test_eight_play_by_elimination_and_the_bot_is_killed_between_rounds(town: Town) -> None:
    opened = await sign_up(town, await crowd(town, 8), system="single elimination", series="Best of 3")
    tournament = await start(town)
    for number in (1, 2, 3):
        assert tournament.round == number
        for _ in range(3):
            for pairing in tournament.current:
                here = await town.app.matches.in_channel(pairing.message or 0)
                if here is not None:
                    loser = town.person(tournament.entry(pairing.first).user or 0)
                    asked = private(await loser.slash(town.tavern, "match resign", match=here.match.id))
                    await press(loser, asked, purposes.RESIGN)
            await town.wait(10)
            await rest(town)
        await stop_and_start(town)
        tournament = await service(town).get(opened.id)
    assert tournament.status is Status.OVER
    assert [len([each for each in tournament.pairings if each.round == number]) for number in (1, 2, 3)] == [4, 2, 1]
    assert len(threads(town)) == 7
    games = await town.house[0].read(lambda db: db.rows("SELECT count(*) FROM series_matches"))
    assert games[0][0] == 14, "two games each, none begun twice"
    final = shown(town)[-1]
    text, podium = final.content, final.attachments[0].description or ""
    bracket = private(await press(town.ada, final, tournament_purposes.STANDINGS)).attachments[0].description or ""
    assert "wins the tournament!" in text
    assert text.count("🥈") == text.count("🥉") == 1
    assert "Final: " in text
    assert "wins the tournament!\n1. " in podium
    assert [line.partition(". ")[0] for line in podium.splitlines()[1:4]] == ["1", "2", "3"]
    assert podium.count(" 3 wins") == 1
    assert [line.partition(":")[0] for line in bracket.splitlines()[1:]] == ["Final", "Semi-finals", "Quarter-finals"]


async def test_computers_play_a_whole_tournament_by_themselves(town: Town) -> None:
    await sign_up(town, [town.bo], system="single elimination", players=4, computer="novice")
    tournament = await start(town)
    [own] = [each for each in tournament.current if (await town.match(each.match or 0)).seat_of(town.bo.id) is not None]
    asked = private(await town.bo.slash(town.tavern, "match resign", match=own.match))
    await press(town.bo, asked, purposes.RESIGN)
    for _ in range(20):
        await town.wait(30)
        await rest(town)
    tournament = await service(town).get(tournament.id)
    assert tournament.status is Status.OVER
    assert standings(tournament)[0].entry.computer == "novice"
    assert [pairing.reason for pairing in tournament.pairings] == [Reason.PLAYED] * 3


async def test_two_starts_at_once_start_it_once(town: Town) -> None:
    await sign_up(town, await crowd(town, 4))
    message = town.board()
    answers = await town.at_once((town.ada, message, "Start"), (town.ada, message, "Start"))
    await rest(town)
    said = [text.content for each in answers for text in (*each.followups, each.response) if text]
    assert sorted("has started: 4 players" in text for text in said) == [False, True]
    assert len(threads(town)) == 2


async def test_what_another_process_serves_is_left_to_it_until_it_dies(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_up(town, await crowd(town, 4))
    monkeypatch.setattr(town.app.database, "is_shared", True)
    other = Leases(town.app.database, town.app.clock)
    assert await other.take(Work.TOURNAMENTS, town.guild.id) is Taken.FREE
    await start(town)
    assert announced(town) == 0
    await other.release(Work.TOURNAMENTS, town.guild.id)
    town.client.interface.tournaments.delivery.rounds.wake()
    await rest(town)
    assert announced(town) == 2


async def test_a_tournament_that_nobody_joins_tells_how_computers_fill_it(town: Town) -> None:
    await sign_up(town, [])
    said = private(await press(town.ada, town.board(), tournament_purposes.START))
    assert said.content.startswith("A tournament needs at least 4 players: 4 more players must join first.")
    assert "choose `computer` in `/tournament new`" in said.content
    said = private(await town.ada.slash(town.tavern, "tournament end"))
    await rest(town)
    assert said.content == "Tournament #1 has ended."
    assert "ended before it started" in shown(town)[-1].content


async def test_a_player_is_told_where_to_play_and_drops_out(town: Town) -> None:
    await sign_up(town, await crowd(town, 4))
    tournament = await start(town)
    said = private(await press(town.bo, town.board(), tournament_purposes.MINE))
    own = next(each for each in tournament.current if (tournament.entry_of(town.bo.id) or each).number in each.entries)  # type: ignore[union-attr]
    assert f"in <#{own.message}>." in said.content
    asked = private(await press(town.bo, town.board(), tournament_purposes.DROP))
    await press(town.bo, asked, tournament_purposes.DROP_FOR_GOOD)
    await rest(town)
    assert "by forfeit" in shown(town)[-1].content
    assert (await town.match(own.match or 0)).status is MatchStatus.OVER
    again = private(await press(town.bo, town.board(), tournament_purposes.JOIN))
    assert "can't come back" in again.content


async def test_a_substitute_plays_from_the_next_round_on(town: Town) -> None:
    people = await crowd(town, 5)
    await sign_up(town, people[:4])
    await start(town)
    said = private(await press(people[4], town.board(), tournament_purposes.JOIN))
    assert "waiting list" in said.content
    await town.ada.slash(town.tavern, "tournament drop", player=town.bo.user)
    await rest(town)
    await play_round(town)
    await rest(town)
    tournament = await service(town).get(1)
    entry = tournament.entry_of(people[4].id)
    assert entry is not None
    assert (tournament.round, entry.part) == (2, Part.IN)
    assert any(entry.number in pairing.entries for pairing in tournament.current)


async def test_a_player_who_has_left_the_server_drops_out_before_their_next_match(town: Town) -> None:
    await sign_up(town, await crowd(town, 4), system="round robin")
    await start(town)
    town.app.timers.pause()
    await play_round(town)
    await town.leave(town.dan)
    await town.app.timers.go_on()
    town.client.interface.tournaments.delivery.rounds.wake()
    await rest(town)
    tournament = await service(town).get(1)
    gone = next(entry for entry in tournament.entries if entry.user == town.dan.id)
    assert gone.part is Part.OUT
    assert [each.reason for each in tournament.current if gone.number in each.entries] == [Reason.FORFEIT]


async def test_a_deleted_channel_pauses_all_of_it(town: Town) -> None:
    await sign_up(town, await crowd(town, 4), round_time="1h")
    tournament = await start(town)
    matches = [await town.match(each.match or 0) for each in tournament.current]
    town.env.backend.delete_channel(town.tavern.id)
    await rest(town)
    await town.wait(2 * 60 * 60)
    await rest(town)
    after = await service(town).get(1)
    assert await town.client.interface.tournaments.progress.is_paused(after)
    assert after.round == 1
    assert all([await town.app.positions.clocks.stopped_since(match) is not None for match in matches])


async def test_at_the_end_of_its_time_a_round_is_decided_without_a_press(town: Town) -> None:
    await sign_up(town, await crowd(town, 4), round_time="1h")
    tournament = await start(town)
    slow = [(await town.match(each.match or 0)) for each in tournament.current]
    for match in slow:
        await town.choice(match.id, match.players[0].user)
        position = await town.app.positions.get(match.id)
        action = str(position.view_for(match.players[0].user).view.options[0])
        await town.app.matches.act(match.id, match.players[0].user, action, decision=None, interaction=next(_presses))
    await town.wait(60 * 60 + 60)
    await rest(town)
    after = await service(town).get(1)
    assert after.round == 2
    first = [each for each in after.pairings if each.round == 1]
    assert [(each.reason, each.loser) for each in first] == [(Reason.FORFEIT, each.second) for each in first]


async def test_a_message_that_was_sent_but_not_recorded_is_found_again(town: Town) -> None:
    await sign_up(town, await crowd(town, 4))
    tournament = await start(town)
    first = tournament.current[0]
    town.app.timers.pause()
    await town.app.administration.end(MatchId(first.match or 0), town.stranger.id, interaction=next(_presses))

    await rest(town)

    async def forget(db: Rows) -> None:
        await db.rows("UPDATE tournament_pairings SET match_id = NULL WHERE board_number = 1")
        sql = "UPDATE announcements SET message_id = NULL, shown = 0 WHERE subject NOT LIKE '%/2'"
        await db.rows(sql)

    await town.house[0].write(forget)
    await stop_and_start(town)
    await rest(town)
    after = await service(town).get(1)
    assert after.current[0].message == first.message
    assert after.current[0].match not in (None, first.match)
    assert len(shown(town)) == 1
    assert announced(town) == 2


async def test_a_message_that_a_user_has_deleted_is_sent_again(town: Town) -> None:
    opened = await sign_up(town, await crowd(town, 4))
    [message] = shown(town)
    town.env.backend.delete_message(town.tavern.id, message.id)
    guest = town.people[4]
    await guest.slash(town.tavern, "tournament join")
    await rest(town)
    [again] = shown(town)
    assert "5 of 64 places" in again.content
    await press(guest, again, tournament_purposes.LEAVE)
    thread = f"/channels/{town.tavern.id}/messages/*/threads"
    town.env.inject_error("POST", thread, status=404, code=UNKNOWN_MESSAGE, times=1)
    first = (await start(town)).current[0]
    assert first.match is None
    town.env.backend.delete_message(town.tavern.id, first.message or 0)
    await town.wait(2 * BACKOFF.wait)
    await rest(town)
    assert announced(town) == 2
    assert all(pairing.match for pairing in (await service(town).get(opened.id)).current)


@pytest.mark.parametrize(
    ("holder", "name"),
    [
        (Sender, "send"),
        (SeatedMatches, "begin"),
        pytest.param(Sender, "edit", marks=pytest.mark.thorough),
        pytest.param(Announcements, "save", marks=pytest.mark.thorough),
        pytest.param(TournamentMessages, "_make_thread", marks=pytest.mark.thorough),
        pytest.param(Progress, "advance", marks=pytest.mark.thorough),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
@pytest.mark.parametrize(
    "is_killed", [pytest.param(False, marks=pytest.mark.thorough, id="lost reply"), pytest.param(True, id="killed")]
)
async def test_whatever_is_interrupted_after_it_was_done_is_done_once(
    town: Town, monkeypatch: pytest.MonkeyPatch, holder: type, name: str, *, is_killed: bool
) -> None:
    await sign_up(town, await crowd(town, 4))
    done = getattr(holder, name)
    failures = iter(range(3))

    async def interrupted(*args: Any, **kwargs: Any) -> Any:
        result = await done(*args, **kwargs)
        if next(failures, None) is not None:
            raise NotSaved if holder is Announcements else ConnectionResetError
        return result

    with monkeypatch.context() as patch:
        patch.setattr(holder, name, interrupted)
        await town.ada.slash(town.tavern, "tournament start")
        await rest(town)
        if is_killed:
            await stop_and_start(town)
    for _ in range(4):
        await town.wait(40 * BACKOFF.wait)
        await rest(town)
    tournament = await service(town).here(town.tavern.id)
    assert announced(town) == 2
    assert {thread.id for thread in town.tavern.threads} == {each.message for each in tournament.current}
    assert len(town.tavern.threads) == 2
    stored = await town.house[0].read(lambda db: db.rows("SELECT id FROM matches ORDER BY id"))
    assert [number for (number,) in stored] == sorted(each.match or 0 for each in tournament.current)
    [message] = shown(town)
    assert "Round 1 of 2" in message.content


async def test_a_missing_permission_is_named_before_anything_is_opened(town: Town) -> None:
    await town.permit(town.tavern, create_public_threads=False)
    said = private(await town.ada.slash(town.tavern, "tournament new", game="tiny"))
    assert "Create Public Threads" in said.content
    said = private(await town.ada.slash(town.tavern, "tournament join"))
    assert said.content == "There's no tournament in this channel. `/tournament new` opens one."


async def test_the_standings_are_shown_to_one_user_and_in_the_thread(town: Town) -> None:
    await sign_up(town, await crowd(town, 4))
    tournament = await start(town)
    said = private(await town.cleo.slash(town.tavern, "tournament standings"))
    assert "Round 1 of 2" in said.content
    assert (await service(town).here(tournament.current[0].message or 0)).id == tournament.id


@pytest.mark.parametrize(
    ("typed", "seconds"), [("", None), ("90m", 5400), ("36 hours", 129_600), ("7 days", 604_800), ("1d", 86_400)]
)
def test_times_of_rounds(typed: str, seconds: int | None) -> None:
    assert round_seconds(typed) == seconds


async def test_who_names_no_game_chooses_one_and_keeps_the_other_terms(town: Town) -> None:
    asked = private(
        await town.ada.slash(
            town.tavern, "tournament new", system="single elimination", players=8, series="Best of 5", round_time="36h"
        )
    )
    assert asked.content == "Which game is the tournament for?"
    await town.ada.select(asked, ["tiny"])
    await rest(town)
    opened = await service(town).here(town.tavern.id)
    assert (opened.game, opened.system, opened.most) == ("tiny", System.ELIMINATION, 8)
    assert (opened.best_of, opened.round_seconds, str(opened.pace)) == (5, 129_600, "24h default")


async def test_forged_terms_are_refused(town: Town) -> None:
    await sign_up(town, [])
    for terms in [
        "nonsense",
        "chess;24h:default;1;0;64;;0",
        "swiss;24h:default;7;0;64;;0",
        "swiss;24h:default;1;1;64;;0",
        "swiss;24h:default;1;0;99999999999999999999;;0",
        "swiss;24h:default;1;0;64;master;0",
        "swiss;24h:default;1;0;64;;13",
    ]:
        said = private(await town.forge(town.ada, town.board(), f"tournament-new/{terms}", "tiny"))
        assert said.content == OLD_BUTTON


async def test_a_server_with_as_many_matches_as_it_allows_plays_the_others_later(town: Town) -> None:
    await sign_up(town, await crowd(town, 4))
    await town.app.preferences.choose_for_server(town.guild.id, MATCH_LIMIT, 1)
    tournament = await start(town)
    assert [pairing.match is not None for pairing in tournament.current] == [True, False]
    assert announced(town) == 2
    await play_round(town)
    await town.wait(120)
    await rest(town)
    after = await service(town).get(tournament.id)
    assert [pairing.reason for pairing in after.current] == [Reason.PLAYED, None]
    assert after.current[1].match is not None


async def test_whoever_signs_up_may_choose_a_deck_and_is_told_when_it_is_gone(town: Town) -> None:
    people = await crowd(town, 4)
    own = await town.app.decks.create(town.bo.id, "tiny", "Mine", TINY.decks["level"].cards, interaction=next(_presses))
    await sign_up(town, people[2:])
    assert "**My deck**" in shown(town)[-1].content
    said = private(await press(town.bo, town.board(), tournament_purposes.JOIN))
    assert "unless you choose another" in said.content
    chosen = private(await town.bo.select(said, [own.id], custom_id=said_menu(said)))
    assert chosen.content.startswith("In your next matches you play **Mine**.")
    await press(town.ada, town.board(), tournament_purposes.JOIN)
    again = private(await town.bo.slash(town.tavern, "tournament deck"))
    assert "Now it's **Mine**." in again.content
    tournament = await start(town)
    matches = [await town.match(each.match or 0) for each in tournament.current]
    assert [player.deck for match in matches for player in match.players if player.user == town.bo.id] == [own.id]
    await town.app.decks.delete(town.bo.id, own.id)
    said = private(await press(town.bo, town.board(), tournament_purposes.MINE))
    assert "The deck you chose was deleted" in said.content
    again = private(await press(town.bo, town.board(), tournament_purposes.DECKS))
    back = private(await town.bo.select(again, ["default"], custom_id=said_menu(again)))
    assert back.content.startswith("In your next matches you play your default deck")


def said_menu(message: simcord.ResponseMessage) -> str:
    """Return the id of the menu of decks in an answer."""
    return str(message.components[0]["components"][0]["custom_id"])


async def test_the_organizer_is_told_once_that_the_bot_may_not_write_and_it_goes_on_once_it_may(town: Town) -> None:
    await sign_up(town, await crowd(town, 4))
    await town.permit(town.tavern, send_messages=False)
    await town.ada.slash(town.tavern, "tournament start")
    await rest(town)
    await town.wait(3 * BACKOFF.forbidden)
    await rest(town)
    texts = [message.content for message in town.direct(town.ada) if "is on hold" in message.content]
    assert len(texts) == 1
    assert f"I can't write in <#{town.tavern.id}>. I lack a permission there: Send Messages. Once an" in texts[0]
    assert not [message for message in town.direct(town.bo) if "is on hold" in message.content]
    said = private(await town.bo.slash(town.tavern, "tournament standings"))
    assert "I can't write in" in said.content
    await town.permit(town.tavern, send_messages=True)
    await rest(town)
    assert all(pairing.match for pairing in (await service(town).get(1)).current)
    said = private(await town.bo.slash(town.tavern, "tournament standings"))
    assert "I can't write in" not in said.content


@pytest.mark.parametrize(
    ("path", "code", "reason"),
    [
        ("messages", 200000, "AutoMod stops my messages. Once an admin exempts me (Server Settings, AutoMod), it"),
        ("messages/*/threads", 160006, "many active threads as Discord allows. Once somebody closes a thread, it"),
    ],
)
async def test_a_tournament_on_hold_tells_what_discord_refuses_and_what_to_do(
    town: Town, path: str, code: int, reason: str
) -> None:
    await sign_up(town, await crowd(town, 4))
    town.env.inject_error("POST", f"/channels/{town.tavern.id}/{path}", status=400, code=code, times=None)
    await town.ada.slash(town.tavern, "tournament start")
    await rest(town)
    (told,) = [message.content for message in town.direct(town.ada) if "is on hold" in message.content]
    assert f"{reason} continues automatically" in told
    assert reason in private(await town.bo.slash(town.tavern, "tournament standings")).content
    heal(town)
    await town.wait(2 * BACKOFF.forbidden)
    await rest(town)
    assert all(pairing.match for pairing in (await service(town).get(1)).current)
