"""Content packs of a server, by commands: uploaded, played, looked at and retired."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import simcord

from bot.model.match import Match, MatchId, Status
from cogs.designers.packs import INCOMPLETE, NO_PACKS
from cogs.designers.purposes import FIGURES_OF
from cogs.designers.refusals import DESIGNERS_ONLY
from cogs.messages.lobby import PACK
from cogs.replays.purposes import FORK, FORK_SCRIPT
from cogs.widgets import purposes
from rules.core.cards import CardId
from tests.cogs.test_design import may_manage, publish
from tests.cogs.test_weekly_reports import choose, last_week, posted
from tests.cogs.town import Town, menus, press, private
from tests.pack_files import pack, pack_files, zipped

pytestmark = pytest.mark.usefixtures("checked_here")
KEY, TITLE = "tnb.1", "Sharp Eyes 1 (T&B)"
MARKSMAN = CardId("marksman")


@pytest.fixture
def checked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check packs in this process. `tests/bot/workshop/test_uploads.py` checks one in another process."""
    monkeypatch.setattr("bot.workshop.uploads.processes", lambda workers, *_: ThreadPoolExecutor(workers))


async def upload(
    town: Town,
    data: bytes | None = None,
    *,
    person: simcord.MemberActor | None = None,
    name: str = "Sharp Eyes",
    **more: str,
) -> simcord.ResponseMessage:
    """Upload a pack over T&B, as a designer by default, and return the answer."""
    file = ("pack.zip", pack() if data is None else data)
    return private(
        await (person or town.ada).slash(town.tavern, "design upload", file=file, game="tnb", name=name, **more)
    )


@pytest.fixture
async def designed(town: Town) -> Town:
    """A server with a pack over T&B in which the Marksman has 9 Health."""
    await may_manage(town)
    said = await upload(town)
    assert said.content.startswith(f"**{TITLE}** is ready, with 26 cards."), said.content
    return town


async def test_an_evening_with_a_pack(designed: Town) -> None:
    town = designed
    listed = private(await town.ada.slash(town.tavern, "design list")).content
    assert f"- **{TITLE}** (`{KEY}`), by <@{town.ada.id}> <t:" in listed
    assert "0 matches" in listed
    offered = await town.ada.autocomplete(town.tavern, "match new", "game", "sharp")
    assert [(choice["value"], choice["name"].partition(" (Two")[0]) for choice in offered] == [(KEY, TITLE)]
    await town.ada.slash(town.tavern, "match new", game=KEY, against="people here", deck="long-shot")
    board = town.board().content
    assert f"Match #1 · {TITLE}" in board
    assert PACK in board
    await town.bo.slash(town.tavern, "match join")
    await town.ada.slash(town.tavern, "match start")
    match = await town.match()
    assert (match.game, match.status) == (KEY, Status.LIVE)
    position = await town.app.positions.get(match.id)
    assert position.game.cards[MARKSMAN].health == 9  # type: ignore[attr-defined]
    assert town.games["tnb"].cards[MARKSMAN].health == 3  # type: ignore[attr-defined]
    assert TITLE in town.board().content
    person = await town.asked(match.id)
    hand = private(await press(person, town.board(), purposes.HAND))
    assert hand.attachments
    words = await town.choice(match.id, person.id)
    await town.play(match.id, person, " ".join(words), interaction=77)
    await press(town.bo, private(await town.bo.slash(town.tavern, "match resign")), purposes.RESIGN)
    assert (await town.match()).status is Status.OVER
    assert f"· {TITLE}" in town.board().content
    board = private(await town.ada.slash(town.tavern, "leaderboard", game=KEY)).content
    assert TITLE in board
    assert "Ada" in board
    assert (
        "No one has finished a match of T&B here yet"
        in private(await town.ada.slash(town.tavern, "leaderboard", game="tnb")).content
    )
    figures = private(await town.ada.slash(town.tavern, "design figures", game=KEY)).content
    assert TITLE in figures
    said = private(await town.ada.slash(town.tavern, "design retire", pack=TITLE)).content
    assert said.startswith(f"**{TITLE}** is retired")
    assert "1 match, retired <t:" in private(await town.ada.slash(town.tavern, "design list")).content
    assert await town.ada.autocomplete(town.tavern, "match new", "game", "sharp") == []
    refused = private(await press(town.ada, town.board(), purposes.REMATCH)).content
    assert f"The pack {TITLE} was retired, so no new match begins with it." in refused
    await press(town.ada, town.board(), purposes.REPLAY)


async def test_the_host_of_a_lobby_chooses_the_cards(designed: Town) -> None:
    town = designed
    await town.ada.slash(town.tavern, "match new", game="tnb", against="people here", deck="stronghold")
    assert PACK not in town.board().content
    options = await town.more(town.ada, "Options")
    cards = menus(options)[0]
    assert [option["label"] for option in cards["options"]] == ["Cards: T&B", f"Cards: {TITLE}"]
    said = private(await town.ada.select(options, [KEY], custom_id=cards["custom_id"]))
    assert said.content == f"cards: **{TITLE}**."
    assert TITLE in town.board().content
    assert "Stronghold" in town.board().content
    options = await town.more(town.ada, "Options")
    await town.ada.select(options, ["tnb"], custom_id=menus(options)[0]["custom_id"])
    assert PACK not in town.board().content
    match_key = (await town.match()).key
    refused = await town.forge(town.bo, town.board(), purposes.OPTION(match_key, "cards"), KEY)
    assert "Only the host" in private(refused).content
    other = await town.forge(town.ada, town.board(), purposes.OPTION(match_key, "cards"), "allocator")
    assert private(other).content == "Allocator has other rules than this match. Choose one of the cards in the menu."


async def test_without_packs_a_lobby_offers_no_cards(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tnb", against="people here")
    assert "Cards:" not in str(menus(await town.more(town.ada, "Options")))


async def test_matchmaking_brings_players_of_a_pack_together_and_no_others(designed: Town) -> None:
    town = designed
    await town.ada.slash(town.tavern, "match find", game=KEY)
    assert TITLE in town.board().content
    await town.bo.slash(town.attic, "match find", game="tnb")
    assert TITLE not in town.board(town.attic).content
    joined = private(await town.cleo.slash(town.attic, "match find", game=KEY))
    assert f"You've joined match #1, {TITLE}" in joined.content


async def test_decks_for_a_pack_are_apart_from_those_of_its_game(designed: Town) -> None:
    town = designed
    await town.ada.slash(town.tavern, "deck new", game=KEY, name="Nine lives", cards="Marksman, Piercer")
    deck = (await town.app.decks.of_user(town.ada.id))[0]
    assert deck.game == KEY
    await town.app.decks.complete(town.ada.id, deck.id, interaction=5)
    shown = private(await town.ada.slash(town.tavern, "deck list")).content
    assert "Nine lives" in shown
    assert TITLE in shown
    await town.ada.slash(town.tavern, "match new", game=KEY, against="people here", deck="Nine lives")
    assert "Nine lives" in town.board().content
    refused = private(await town.bo.slash(town.attic, "match new", game="tnb", against="people here", deck=deck.id))
    assert "Nine lives" not in refused.content
    options = await town.more(town.ada, "Options")
    await town.ada.select(options, ["tnb"], custom_id=menus(options)[0]["custom_id"])
    assert "Nine lives" not in town.board().content, "the game's cards have no such deck"
    assert "(random)" in town.board().content


async def test_cards_and_rules_are_those_of_the_pack(designed: Town) -> None:
    town = designed
    changed = {"rulebook.md": ("A tile holds at most one card", "A tile holds at most one bird")}
    await upload(town, pack(changes=changed), name="Birds")
    card = private(await town.bo.slash(town.tavern, "card", name="Marksman", game=KEY)).content
    assert "9" in card
    assert "9" not in private(await town.bo.slash(town.tavern, "card", name="Marksman", game="tnb")).content
    assert "one bird" in private(await town.bo.slash(town.tavern, "rules", game="tnb.2", query="2.1")).content
    assert "one card" in private(await town.bo.slash(town.tavern, "rules", game="tnb", query="2.1")).content
    await town.ada.slash(town.tavern, "match new", game="tnb.2", computer="novice")
    await town.ada.slash(town.tavern, "design retire", pack="tnb.2")
    found = private(await town.bo.slash(town.tavern, "rules", query="2.1"))
    assert "one bird" in found.content


async def test_a_position_is_set_up_and_played_with_a_packs_cards(designed: Town) -> None:
    town = designed
    form = await town.ada.slash(town.tavern, "design position")
    text = f"game {KEY}\nseed 7\ndeck long-shot\ndeck stronghold"
    said = private(await town.ada.submit_modal(form, {"position": text}))
    shown = private(await town.ada.click(said, label="Look at it"))
    assert TITLE in shown.content
    asked = private(await press(town.ada, shown, FORK))
    script = next(menu for menu in menus(asked) if FORK_SCRIPT.read(menu["custom_id"]) is not None)
    await town.ada.select(asked, ["no-attack"], custom_id=script["custom_id"])
    match = await town.match(2)
    assert (match.game, match.status) == (KEY, Status.LIVE)
    position = await town.app.positions.get(match.id)
    assert position.game.cards[MARKSMAN].health == 9  # type: ignore[attr-defined]


async def test_a_position_with_a_pack_of_another_server_is_refused(designed: Town) -> None:
    form = await designed.ada.slash(designed.tavern, "design position")
    said = private(await designed.ada.submit_modal(form, {"position": "game tnb.2"}))
    assert "a position begins with “game” and one of" in said.content
    assert said.content.endswith("tnb\\.1"), said.content


async def test_a_weekly_report_tells_of_packs_and_its_button_opens_their_figures(designed: Town) -> None:
    town = designed
    await publish(town, last_week(town), KEY)
    await choose(town)
    await posted(town)
    [post] = town.public(town.attic)
    assert f"- **{TITLE}**: 40 new matches between people." in post.content
    shown = private(await press(town.ada, post, FIGURES_OF))
    assert shown.content.startswith(f"**{TITLE} with 2 players: what people did**")
    await town.ada.slash(town.tavern, "design retire", pack=KEY)
    assert "no such content pack" in private(await press(town.ada, post, FIGURES_OF)).content, "nobody ever played it"


async def test_a_computer_plays_with_a_pack_after_a_restart(designed: Town) -> None:
    town = designed
    await town.ada.slash(town.tavern, "match new", game=KEY, computer="novice", seats=2)
    match = await town.match()
    assert (match.game, match.status) == (KEY, Status.LIVE)
    await town.restart()
    position = await town.app.positions.get(match.id)
    assert position.game.title == TITLE
    words = await town.choice(match.id, town.ada.id)
    await town.play(match.id, town.ada, " ".join(words), interaction=99)
    await town.wait(60)
    assert (await town.match()).ply > 0


async def test_a_pack_retired_in_mid_match_changes_nothing_there(designed: Town) -> None:
    town = designed
    match = await _opened(town)
    await town.ada.slash(town.tavern, "design retire", pack=KEY)
    await town.restart()
    for ply in range(4):
        person = await town.asked(match.id, ply)
        words = await town.choice(match.id, person.id, ply)
        await town.play(match.id, person, " ".join(words), interaction=100 + ply)
    assert (await town.match()).ply == 4
    assert TITLE in town.board().content


async def _opened(town: Town) -> Match:
    await town.ada.slash(town.tavern, "match new", game=KEY, against="people here", deck="long-shot")
    await town.bo.slash(town.tavern, "match join", deck="vanguard")
    await town.ada.slash(town.tavern, "match start")
    return await town.match()


async def test_a_lobby_of_a_retired_pack_says_what_to_do(designed: Town) -> None:
    town = designed
    await town.ada.slash(town.tavern, "match new", game=KEY, against="people here")
    await town.bo.slash(town.tavern, "match join")
    await town.ada.slash(town.tavern, "design retire", pack=KEY)
    refused = private(await town.ada.slash(town.tavern, "match start")).content
    assert f"The pack {TITLE} was retired, so no new match begins with it. Choose other cards" in refused
    options = await town.more(town.ada, "Options")
    await town.ada.select(options, ["tnb"], custom_id=menus(options)[0]["custom_id"])
    await town.ada.slash(town.tavern, "match start")
    assert (await town.match()).game == "tnb"


async def test_a_pack_that_nobody_played_is_deleted_with_its_tables(designed: Town) -> None:
    town = designed
    said = private(await town.ada.slash(town.tavern, "design retire", pack=KEY)).content
    assert "is retired" in said
    assert "no content packs" in private(await town.ada.slash(town.tavern, "design list")).content

    counts = await town.app.database.read(lambda db: db.rows("SELECT count(*) FROM contents"))
    assert counts == [(0,)]


async def test_what_a_command_lacks_is_asked_for(designed: Town) -> None:
    town = designed
    assert private(await town.ada.slash(town.tavern, "design upload", name="Sharp")).content == INCOMPLETE
    asked = private(await town.ada.slash(town.tavern, "design retire"))
    [packs] = menus(asked)
    assert [option["label"] for option in packs["options"]] == [TITLE]
    await town.ada.select(asked, [KEY], custom_id=packs["custom_id"])
    assert asked.content.startswith(f"**{TITLE}** is retired")
    assert private(await town.ada.slash(town.tavern, "design retire")).content == NO_PACKS


async def test_only_designers_upload_list_and_retire(town: Town) -> None:
    assert (await upload(town, person=town.bo)).content == DESIGNERS_ONLY
    assert private(await town.bo.slash(town.tavern, "design list")).content == DESIGNERS_ONLY
    assert private(await town.bo.slash(town.tavern, "design retire", pack=KEY)).content == DESIGNERS_ONLY


async def test_a_designer_who_leaves_leaves_the_pack(designed: Town) -> None:
    town = designed
    await town.leave(town.ada)
    assert TITLE in private(await town.bo.slash(town.tavern, "design list")).content
    await town.app.user_data.delete(town.ada.id)
    listed = private(await town.bo.slash(town.tavern, "design list")).content
    assert "by someone whose data was deleted" in listed
    await town.bo.slash(town.tavern, "match new", game=KEY, against="people here")
    assert TITLE in town.board().content


async def test_another_server_has_no_part_in_a_pack(designed: Town) -> None:
    refused = await designed.app.packs.games_of(designed.guild.id + 1)
    assert KEY not in refused


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("@everyone", "The name of a pack begins with a letter or a digit"),
        ("**Bold**", "The name of a pack begins with a letter or a digit"),
        ("Drag\u202eons", "is ready"),
        ("tnb", "is ready"),
        ("T&B", "“T·B” is the name of a game."),
        ("Allocator", "“Allocator” is the name of a game."),
    ],
)
async def test_names_are_cleaned(town: Town, name: str, words: str) -> None:
    await may_manage(town)
    said = (await upload(town, name=name)).content
    assert words in said
    assert "\u202e" not in said


async def test_a_name_and_a_version_are_there_once_and_ten_packs_are_the_most(designed: Town) -> None:
    town = designed
    assert "has Sharp Eyes 1 already" in (await upload(town, name="sharp eyes")).content
    for version in range(2, 11):
        assert "is ready" in (await upload(town, version=str(version))).content
    refused = await upload(town, version="11")
    assert "This server has 10 content packs, the most it can." in refused.content
    await town.ada.slash(town.tavern, "design retire", pack="tnb.10")
    assert "is ready" in (await upload(town, version="11")).content


async def test_all_faults_come_at_once_and_in_a_file_if_there_are_many(town: Town) -> None:
    await may_manage(town)
    few = {"cards.toml": ('name = "Marksman"\nhealth = 3', 'name = "**Marksman**"\nhealth = -3')}
    said = (await upload(town, pack(changes=few))).content
    assert "Nothing was stored: the pack has 2 faults, by file, line and column." in said
    assert r"marksman\: name\: Discord would read \* as markup; leave it out" in said
    assert r"marksman\: health\: expected a whole number" in said
    many = pack_files("tnb")
    many["cards.toml"] = str(many["cards.toml"]).replace("damage = ", "damage = -")
    answer = await upload(town, zipped(many))
    assert "All of them are in the file." in answer.content
    [file] = answer.attachments
    assert file.filename == "faults.txt"
    assert (await file.read()).count(b"expected a whole number") > 10


async def test_what_is_no_pack_is_refused_kindly(town: Town) -> None:
    await may_manage(town)
    assert "This is no zip file that I can unpack." in (await upload(town, b"GIF89a")).content
    assert "at most 2,000,000 are allowed" in (await upload(town, b"x" * 2_000_001)).content
    bomb = zipped({"cards.toml": "\n" * 10_000_000})
    assert len(bomb) < 20_000
    assert "more than 2,000,000 bytes when it is unpacked" in (await upload(town, bomb)).content
    assert await town.app.packs.of_server(town.guild.id) == []


@pytest.mark.sqlite  # a backup is a copy of the file
async def test_a_restored_backup_has_its_packs_and_later_ones_are_gone(designed: Town) -> None:
    town = designed
    backup = town.path.with_suffix(".backup")
    await town.ada.slash(town.tavern, "match new", game=KEY, against="people here")
    town.back_up(backup)
    await upload(town, name="Later")
    await town.ada.slash(town.tavern, "design retire", pack=KEY)
    await town.restart(backup=backup)
    listed = private(await town.ada.slash(town.tavern, "design list")).content
    assert TITLE in listed
    assert "retired" not in listed
    assert "Later" not in listed
    assert (await town.app.positions.get(MatchId(1))).game.title == TITLE
