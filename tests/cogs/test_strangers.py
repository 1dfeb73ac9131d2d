"""Players who sit on different servers say phrases, mute and report each other; nobody writes freely to a stranger."""

import pytest
import simcord

from bot.model.limits import Act
from bot.model.match import MatchId, Status
from bot.people import limits
from bot.people.limits import Limit
from bot.people.reports import MOST_WORDS
from cogs.health.alerts import Alerts
from cogs.health.checks import Checks
from cogs.strangers.commands import REPORT_USER
from cogs.widgets import purposes
from rules.core.cards import CardId
from tests.cogs.test_design import may_manage
from tests.cogs.test_places import CODE, Inn, across, invited
from tests.cogs.test_places import inn as inn  # noqa: PLC0414 # a fixture
from tests.cogs.town import Town, buttons, press, private


async def said_to_bo(town: Town) -> list[str]:
    """Return the phrases that have reached Bo by direct message."""
    await town.delivered()
    return [message.content.partition(" says: ")[2] for message in town.direct(town.bo) if " says: " in message.content]


async def test_a_phrase_reaches_the_others_with_the_name_for_strangers_and_costs_one_press(
    town: Town, inn: Inn
) -> None:
    await across(town, inn)
    panel = private(await press(town.ada, town.board(), purposes.SAY))
    after = private(await town.ada.click(panel, label="One moment, please."))
    assert "You said: “One moment, please.”" in after.content
    assert await said_to_bo(town) == ["“One moment, please.” Answer, or mute them, with `/match say`."]
    [told] = [message.content for message in town.direct(town.bo) if " says: " in message.content]
    assert told.startswith("Match #1: Ada says: ")
    assert not [message for message in town.direct(town.ada) if " says: " in message.content]
    await inn.bo.slash(inn.table, "match say", phrase="thanks")
    await town.delivered()
    assert any("Bo says: “Thanks!”" in message.content for message in town.direct(town.ada))


async def test_phrases_of_a_muted_or_blocked_player_do_not_arrive_and_the_speaker_cannot_tell(
    town: Town, inn: Inn
) -> None:
    await across(town, inn)
    panel = private(await inn.bo.slash(inn.table, "match say"))
    muted = private(await inn.bo.click(panel, label="Mute Ada"))
    assert "You've muted Ada in this match." in muted.content
    said = private(await town.ada.slash(town.tavern, "match say", phrase="sorry")).content
    assert await said_to_bo(town) == []
    await inn.bo.click(muted, label="Hear Ada")
    again = private(await town.ada.slash(town.tavern, "match say", phrase="sorry")).content
    assert again == said
    assert len(await said_to_bo(town)) == 1
    panel = private(await inn.bo.slash(inn.table, "match say"))
    assert "You've blocked Ada" in private(await inn.bo.click(panel, label="Block Ada")).content
    listed = private(await inn.bo.slash(inn.table, "block"))
    assert listed.content == "You've blocked Ada."
    assert str(town.ada.id) not in str(listed)
    assert private(await town.ada.slash(town.tavern, "match say", phrase="sorry")).content == said
    assert len(await said_to_bo(town)) == 1


async def test_whoever_wants_no_phrases_gets_none_and_can_take_that_back(town: Town, inn: Inn) -> None:
    await across(town, inn)
    panel = private(await inn.bo.slash(inn.table, "match say"))
    off = private(await inn.bo.click(panel, label="Show me no phrases"))
    assert "Nobody's phrases reach you" in off.content
    await town.ada.slash(town.tavern, "match say", phrase="good-game")
    assert await said_to_bo(town) == []
    await inn.bo.click(off, label="Show me phrases")
    await town.ada.slash(town.tavern, "match say", phrase="good-game")
    assert len(await said_to_bo(town)) == 1


async def test_phrases_are_limited_by_minute_and_day(town: Town, inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    await across(town, inn)
    monkeypatch.setattr(limits, "LIMITS", {**limits.LIMITS, Act.PHRASE: Limit(a_day=3, a_minute=2)})
    for _ in range(2):
        await town.ada.slash(town.tavern, "match say", phrase="thanks")
    assert "in a minute" in private(await town.ada.slash(town.tavern, "match say", phrase="thanks")).content
    await town.wait(61)
    await town.ada.slash(town.tavern, "match say", phrase="thanks")
    await town.wait(61)
    refused = private(await town.ada.slash(town.tavern, "match say", phrase="thanks")).content
    assert refused == "You've reached today's limit of 3. You can say more tomorrow."
    assert len(await said_to_bo(town)) == 3
    await town.wait(24 * 3600)
    assert "You said" in private(await town.ada.slash(town.tavern, "match say", phrase="thanks")).content


async def test_there_are_no_phrases_where_all_sit_in_one_channel_and_for_nobody_else(town: Town, inn: Inn) -> None:
    await town.open("tiny", town.ada, town.bo)
    here = private(await town.ada.slash(town.tavern, "match say", phrase="thanks")).content
    assert here == "Everyone in match #1 sits in one channel: just write there."
    assert "Say …" not in buttons(town.board())


async def test_whoever_does_not_play_cannot_say_anything(town: Town, inn: Inn) -> None:
    await across(town, inn)
    refused = private(await press(town.cleo, town.board(), purposes.SAY)).content
    assert "You're not in match #1" in refused


async def test_team_mates_on_different_servers_do_not_whisper_freely(town: Town, inn: Inn) -> None:
    code = await invited(town, game="heist", options="sides=pairs")
    await inn.bo.slash(inn.table, "match join", code=code)
    await inn.eve.slash(inn.table, "match join", code=code)
    await town.cleo.slash(town.tavern, "match join", code=code)
    await town.ada.slash(town.tavern, "match start")
    await town.delivered()
    refused = private(await town.ada.slash(town.tavern, "match whisper", text="my cards are red", match=1)).content
    assert "phrases instead of free text: use `/match say`" in refused
    for person in (town.bo, town.cleo):
        assert not [each for each in town.direct(person) if "my cards" in each.content]


async def test_a_report_reaches_the_operator_and_nobody_else(town: Town, inn: Inn) -> None:
    alerts = Alerts(town.client, town.app, Checks(town.client, town.app), town.attic.id)
    await across(town, inn)
    form = await town.ada.slash(town.tavern, "match report")
    told = private(await town.ada.submit_modal(form, {"reason": "stalling", "words": "x" * MOST_WORDS}))
    assert told.content.startswith("Thank you.")
    [report] = await town.app.reports.open()
    assert (report.reporter, report.reported, report.match_id) == (town.ada.id, town.bo.id, MatchId(1))
    assert (report.guild, report.reason, len(report.words)) == (town.guild.id, "stalling", MOST_WORDS)
    await alerts.look()
    [alert] = [message.content for message in town.public(town.attic) if "reported" in message.content]
    assert "`hidden-hand reports show 1`" in alert
    assert "xxx" not in alert
    assert str(town.bo.id) not in alert
    seen_by_bo = [message.content for message in (*town.direct(town.bo), *town.public(inn.table))]
    assert not [text for text in seen_by_bo if "report" in text.lower()]
    exported = await town.app.user_data.export(town.bo.id)
    assert not [row for rows in exported.values() for row in rows if "stalling" in row.values()]
    [mine] = (await town.app.user_data.export(town.ada.id))["reports_made"]
    assert mine["reason"] == "stalling"


async def test_a_user_is_reported_from_their_menu_with_the_latest_match_of_both(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    form = await town.ada.context_menu(town.tavern, REPORT_USER, town.bo)
    await town.ada.submit_modal(form, {"reason": "name", "words": ""})
    [report] = await town.app.reports.open()
    assert (report.reported, report.match_id, report.words) == (town.bo.id, MatchId(1), "")
    own = private(await town.ada.context_menu(town.tavern, REPORT_USER, town.ada)).content
    assert own == "You can't report yourself."


async def test_of_several_players_the_one_to_report_is_chosen(town: Town) -> None:
    await town.open("circuitry", town.ada, town.bo, town.cleo)
    asked = private(await town.ada.slash(town.tavern, "match report"))
    assert set(buttons(asked)) == {"Report Bo", "Report Cleo"}
    form = await town.ada.click(asked, label="Report Cleo")
    await town.ada.submit_modal(form, {"reason": "other", "words": "rude"})
    [report] = await town.app.reports.open()
    assert report.reported == town.cleo.id
    outsider = private(await town.dan.slash(town.tavern, "match report")).content
    assert len(await town.app.reports.open()) == 1
    assert outsider


async def test_reports_are_limited_by_day(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", {**limits.LIMITS, Act.REPORT: Limit(a_day=1, a_minute=1)})
    told = {"reason": "name", "words": ""}
    form = await town.ada.context_menu(town.tavern, REPORT_USER, town.bo)
    await town.ada.submit_modal(form, told)
    form = await town.ada.context_menu(town.tavern, REPORT_USER, town.bo)
    answer = private(await town.ada.submit_modal(form, told)).content
    assert answer == "You've reached today's limit of 1. You can report more tomorrow."
    assert len(await town.app.reports.open()) == 1


async def test_nothing_shows_a_stranger_ones_account_server_nickname_decks_other_matches_or_times(
    town: Town, inn: Inn
) -> None:
    nicked = town.guild.add_member(town.env.create_user("zephyr_account", global_name="Zoe"), nick="Captain Zephyrine")
    await town.env.settle()
    legal = tuple(map(CardId, ("card-1", "card-2", "card-3", "card-4", "card-5")))
    await town.app.decks.create(nicked.id, "tiny", "Zephyr's buddies", legal, interaction=4_000)
    await nicked.slash(town.attic, "match new", against="people here", game="tiny", deck="Zephyr's buddies")
    await town.cleo.slash(town.attic, "match join")
    await nicked.slash(town.attic, "match start")
    await nicked.slash(town.tavern, "match new", against="people here", game="tiny", deck="Zephyr's buddies")
    code = private(await nicked.slash(town.tavern, "match invite")).content.partition(CODE)[2].partition("`")[0]
    await town.delivered()
    began = len(town.env.http_requests)

    seen: list[str] = []

    async def eve(command: str, **options: object) -> simcord.InteractionResult:
        before = len(town.env.http_requests)
        result = await inn.eve.slash(inn.table, command, **options)
        answers = [
            each for each in town.env.http_requests[before:] if each.path.startswith(("/interactions", "/webhooks"))
        ]
        seen.extend(str(each.json) for each in answers)
        return result

    await eve("match join", code=code)
    await eve("match status")
    await nicked.slash(town.tavern, "match start")
    await town.delivered(2)
    await nicked.slash(town.tavern, "match say", phrase="good-game")
    await nicked.slash(town.tavern, "match draw")
    for command in ("match status", "match log", "hand", "match say", "matches", "watch", "leaderboard", "profile"):
        await eve(command)
    panel = await eve("match say", phrase="thanks")
    await inn.eve.click(private(panel), label="Block Zoe")
    await eve("block")
    for number in (1, 2):
        for command in ("match status", "match log", "match replay", "match report", "match look-back"):
            await eve(command, match=number)
    while (match := await town.match(2)).status is Status.LIVE:
        position = await town.app.positions.get(match.id)
        user = match.players[position.seen.state.phase.waiting[0]].user
        action = str(position.view_for(user).view.options[0])
        await town.app.matches.act(match.id, user, action, decision=None, interaction=8_000 + match.ply)
    await town.delivered(2)
    for command in ("match status", "match log", "match replay", "matches", "match say", "match report"):
        await eve(command, match=2) if command.startswith("match ") else await eve(command)
    [direct] = {message.channel.id for message in town.direct(inn.eve)}
    places = (f"/channels/{inn.table.id}/", f"/channels/{direct}/")
    seen += [str(each.json) for each in town.env.http_requests[began:] if each.path.startswith(places)]
    assert len(seen) > 25
    assert any("Zoe" in text for text in seen)
    secrets = {
        "account": str(nicked.id),
        "account name": "zephyr_account",
        "nickname": "Zephyrine",
        "deck": "buddies",
        "server": str(town.guild.id),
        "name of the server": town.guild.name,
        "channel": str(town.tavern.id),
        "other channel": str(town.attic.id),
        "other match": "#1 ·",
        "other player": "Cleo",
    }
    shown = [(what, text) for text in seen for what, secret in secrets.items() if secret in text]
    assert shown == []


async def test_designers_read_no_words_of_players_who_sat_elsewhere(town: Town, inn: Inn) -> None:
    await across(town, inn)
    await may_manage(town)
    while (match := await town.match()).status is Status.LIVE:
        person = await town.asked(match.id)
        await town.play(match.id, person, "fold", 9_000 + match.ply)
    await town.delivered()
    for person, board, remark in ((town.ada, town.board(), "Mine"), (inn.bo, town.board(inn.table), "Theirs")):
        form = await person.click(board, label="How was it?")
        await person.submit_modal(form, {"again": "yes", "length": "right", "remark": remark, "signed": "with my name"})
    read = private(await town.bo.slash(town.tavern, "design opinions", game="tiny")).content
    assert "Mine" in read
    assert "Theirs" not in read
