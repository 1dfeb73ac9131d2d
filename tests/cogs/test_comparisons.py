"""`/design compare`: two drafts on Discord, from the forecast of the lab to the verdict in the channel."""

from dataclasses import replace
from pathlib import Path

import pytest
import simcord

from bot.application.thinking.thinking import ThinkingError
from bot.content.seeds import Rulebook, load_content, read_rulebook
from bot.model.comparison import Comparison, Lot, Mode, Question, Verdict
from bot.model.match import Match, MatchId, Status
from bot.model.new_match import NewMatch
from bot.packs.packs import NewPack
from bot.people.settings import IN_FIGURES
from bot.replay.notation import read, write
from bot.replay.record import read_record
from bot.replay.verification import verify
from bot.store import comparisons as sql
from bot.workshop import comparisons as service
from bot.workshop import sequential
from cogs.designers.comparisons import INCOMPLETE, NO_COMPARISONS, OVER, TAKING_PART, answer_text, verdict_text
from cogs.designers.purposes import BEGIN_COMPARISON, END_COMPARISON, OPEN_COMPARED, TAKE_PART
from cogs.designers.refusals import DESIGNERS_ONLY
from cogs.designers.settings import SWITCHED_OFF
from cogs.messages.lobby import COMPARED, PACK
from rules.core.cards import CardId
from tests.bot.table_helpers import fresh
from tests.cogs.test_design import may_manage
from tests.cogs.test_hosting import chosen
from tests.cogs.town import Town, menus, press, private

TITLE = "Nines 1 (Tiny)"
LAST = CardId("card-8")


async def add(town: Town, name: str = "Nines") -> str:
    """Store a pack over the small game, and return its key."""
    changed = load_content("tiny").tables
    changed["cards"][LAST]["name"] = "Card 9"
    new = NewPack(
        guild=town.guild.id,
        user=town.ada.id,
        name=name,
        edition="1",
        content=load_content("tiny").of("tiny", changed),
        rulebook=Rulebook("tiny", read_rulebook("tiny").text),
    )
    return (await town.app.packs.add(new, interaction=fresh())).key


def standing(question: Question, means: tuple[float, float]) -> service.Standing:
    """Return how a comparison of A and B stands after 40 matches."""
    comparison = Comparison(
        id=1,
        guild=1,
        first="a",
        second="b",
        question=question,
        mode=Mode.LOT,
        most=200,
        user=None,
        began_at=0,
        ended_at=None,
        verdict=None,
    )
    return service.Standing(
        comparison=comparison,
        titles=("A", "B"),
        drawn=40,
        counted=40,
        means=means,
        difference=-0.45,
        between=(-0.82, 0.13),
        verdict=None,
    )


async def told(town: Town) -> str:
    """Return what the message of the comparison says now."""
    await town.client.interface.designers.answers.rounds.settled()
    await town.env.settle()
    posts = [post for post in town.public(town.attic) if "**Comparison" in post.content]
    assert len(posts) == 1, "one message, edited or replaced"
    return str(posts[0].content)


@pytest.fixture
def few_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the lab play as few matches as prove that it does, and let an answer count as certain sooner than it is."""
    monkeypatch.setattr(service, "SIMULATED", 8)
    monkeypatch.setattr(sequential, "_ENOUGH", 0.5)


async def begun(town: Town, **options: object) -> str:
    """Begin a comparison in the attic, and return what was said before."""
    await may_manage(town)
    said = private(await town.ada.slash(town.attic, "design compare", first=await add(town), second="tiny", **options))
    text = str(said.content)
    await press(town.ada, said, BEGIN_COMPARISON)
    return text


async def by_lot(town: Town, number: int = 1) -> simcord.ResponseMessage:
    """Open a lobby and choose to have its cards drawn, and return the answer."""
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here", deck="steep")
    options = await town.more(town.ada, "Options")
    [cards] = [each for each in menus(options) if any(o["value"] == "by-lot" for o in each["options"])]
    return private(await town.ada.select(options, ["by-lot"], custom_id=cards["custom_id"]))


async def decided(town: Town, match: Match) -> None:
    """Let the first seat lose with the cards of the game, and the second one with those of the pack."""
    loser = match.players[0 if match.game == "tiny" else 1].user
    moved = set[int]()
    while len(moved) < len(match.players):
        person = await town.asked(match.id)
        moved.add(person.id)
        said = " ".join(await town.choice(match.id, person.id))
        await town.app.matches.act(match.id, person.id, said, decision=None, interaction=fresh())
    await town.app.matches.resign(match.id, loser, interaction=fresh())


@pytest.mark.usefixtures("few_matches")
async def test_a_whole_comparison_by_buttons_to_its_verdict(town: Town) -> None:
    said = await begun(town)
    assert said.startswith(f"**Compare {TITLE} with Tiny**\nAsked is who wins")
    assert "The lab foretells, from 8 matches of each draft between quick computers: the first seat wins" in said
    assert "After 200 matches it ends undecided." in said
    first = await told(town)
    assert first.startswith(f"**Comparison 1: {TITLE} and Tiny**\nAfter 0 of at most 200 matches, there is nothing")
    assert "cards: **drawn by lot**, for the comparison." in (await by_lot(town)).content
    board = town.board().content
    assert f"**Part of comparison 1: Nines 1 or Tiny itself.** {COMPARED}" in board
    assert PACK not in board
    await town.bo.slash(town.tavern, "match join")
    await town.ada.slash(town.tavern, "match start")
    match = await town.match()
    assert match.status is Status.LIVE
    game = (await town.app.positions.get(match.id)).game
    assert f"-# Part of comparison 1: the lot drew the cards of **{game.title}**." in "".join(
        post.content for post in town.public()
    )
    await decided(town, match)
    assert "After 1 of at most 200 matches, there is nothing to say yet" in await told(town)
    people, number = [town.ada, town.bo, town.cleo, town.dan, town.people[4]], 1
    while "Decided" not in (text := await told(town)):
        host, guest = people[number % 5], people[(number + 1) % 5]
        number += 1
        await finished(town, host.id, guest.id)
    assert "**Decided: the first seat wins more with Nines 1 (Tiny) than with Tiny.**" in text
    assert "the first seat wins 100% with Nines 1 (Tiny) and 0% with Tiny" in text
    assert not any(name in text for name in ("Ada", "Bo", "Cleo", "Dan", "<@"))
    listed = private(await town.ada.slash(town.tavern, "design comparisons"))
    assert "- 1: Nines 1 (Tiny) and Tiny. Decided:" in listed.content
    assert menus(listed) == []


async def finished(town: Town, host: int, guest: int) -> None:
    """Play a match of the comparison as the buttons do, without their messages."""
    app = town.app
    new = NewMatch(guild=town.guild.id, channel=town.tavern.id, host=host, game="tiny", deck="steep")
    lobby = (await app.lobbies.create(new, interaction=fresh())).match
    await app.card_choice.compare(lobby.id, host, 1, interaction=fresh())
    await app.lobbies.join(lobby.id, guest, deck="level", interaction=fresh())
    if (await app.positions.get(lobby.id)).match.status is Status.LOBBY:
        await app.lobbies.start(lobby.id, host, interaction=fresh())
    if (match := (await app.positions.get(lobby.id)).match).status is Status.LOBBY:
        await app.lobbies.start_committed(lobby.id, fresh())
        match = (await app.positions.get(lobby.id)).match
    await decided(town, match)


@pytest.mark.usefixtures("few_matches")
async def test_a_designer_ends_it_earlier_and_its_lobby_says_so(town: Town) -> None:
    await begun(town, ask="draws", how="both", matches=40)
    await by_lot(town)
    assert "You play two games, one with each, and sides are swapped." in town.board().content
    assert "Both drafts: a game with each" in town.board().content
    part = private(await press(town.bo, town.public(town.attic)[-1], TAKE_PART))
    assert part.content == TAKING_PART
    opened = private(await press(town.bo, part, OPEN_COMPARED))
    assert opened.content.startswith("Match #2 is open. It starts automatically once everyone has joined.")
    board = town.board(town.attic).content
    assert "**Part of comparison 1: Nines 1 or Tiny itself.**" in board
    assert "You play two games, one with each, and sides are swapped." in board
    listed = private(await town.ada.slash(town.tavern, "design comparisons"))
    [end] = menus(listed)
    said = private(await town.ada.select(listed, ["1"], custom_id=end["custom_id"]))
    assert said.content == "Comparison 1 has ended, undecided. Its matches go on, and count for it no more."
    assert "**Undecided: a designer ended it.**" in await told(town)
    await town.bo.slash(town.tavern, "match join")
    refused = private(await town.ada.slash(town.tavern, "match start")).content
    assert refused.startswith("The comparison of this match has ended.")
    text = await told(town)
    await town.restart()
    assert await told(town) == text
    message = next(post for post in town.public(town.attic) if "**Comparison" in post.content)
    assert private(await press(town.bo, message, TAKE_PART)).content == OVER
    assert private(await town.forge(town.bo, message, "open-compared/1")).content == OVER


@pytest.mark.usefixtures("few_matches")
async def test_a_match_of_a_comparison_is_opened_by_two_presses(town: Town) -> None:
    await begun(town)
    await told(town)
    message = town.public(town.attic)[-1]
    await town.app.preferences.choose(town.cleo.id, IN_FIGURES, False)
    for person in (town.cleo, town.bo):
        part = private(await press(person, message, TAKE_PART))
        said = private(await press(person, part, OPEN_COMPARED))
        assert ("leave you out" if person is town.cleo else "Match #1 is open") in said.content
    assert "**Part of comparison 1: Nines 1 or Tiny itself.**" in town.board(town.attic).content
    await town.ada.slash(town.attic, "match join", deck="steep")
    await town.bo.slash(town.attic, "match start")
    assert (await town.match()).status is Status.LIVE
    drawn = await town.app.database.read(lambda db: sql.drawn(db, MatchId(1)))
    assert drawn is not None
    assert (drawn.comparison, drawn.lot) == (1, Lot(0, 0, drawn.is_second))
    await town.give_up(await town.match())
    record = await town.app.database.read(lambda db: read_record(db, MatchId(1)))
    assert record is not None
    again = read(write(record))
    assert again.lot == drawn.lot
    [check] = [check for check in verify(again, town.app.library) if check.subject == "lot"]
    assert check.fault == ""
    assert check.remark.endswith("draft: 0 matches had drawn the first draft before, and 0 the second")
    other = replace(again, lot=Lot(0, 0, not drawn.is_second))
    [check] = [check for check in verify(other, town.app.library) if check.subject == "lot"]
    assert check.fault.startswith("The seed does not draw the ")


@pytest.mark.usefixtures("few_matches")
async def test_a_retired_pack_ends_its_comparison_in_the_channel(town: Town) -> None:
    await begun(town, ask="length")
    await told(town)
    await town.ada.slash(town.tavern, "design retire", pack=TITLE)
    assert "**Undecided: one of the packs was retired.**" in await told(town)


async def test_the_lab_says_that_it_foretells_no_opinions(town: Town) -> None:
    said = await begun(town, ask="again")
    assert "The lab cannot foretell opinions." in said
    assert "Comparison 1" in await told(town)


async def test_where_the_lab_cannot_play_nothing_is_foretold(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise ThinkingError

    monkeypatch.setattr(town.app.thinking, "aside", fails)
    said = await begun(town)
    assert "The lab could not play the drafts in time, so it foretells nothing." in said
    assert "Comparison 1" in await told(town), "it can begin all the same"


async def test_only_designers_begin_list_and_end(town: Town) -> None:
    for command in ("design compare", "design comparisons"):
        assert private(await town.ada.slash(town.tavern, command)).content == DESIGNERS_ONLY
    await town.open("tiny", town.ada)
    forged = await town.forge(town.bo, town.board(), END_COMPARISON(), "1")
    assert private(forged).content == DESIGNERS_ONLY


async def test_what_is_missing_or_wrong_is_said(town: Town) -> None:
    await may_manage(town)
    key = await add(town)

    async def said(**options: object) -> str:
        return str(private(await town.ada.slash(town.tavern, "design compare", **options)).content)

    assert await said() == INCOMPLETE
    assert await said(first=key, second=key) == "Choose two different drafts: a pack cannot be compared with itself."
    assert "are different games" in await said(first=key, second="heist")
    assert private(await town.ada.slash(town.tavern, "design comparisons")).content == NO_COMPARISONS
    await chosen(town, "server-setting/figures", "false")
    assert await said(first=key, second="tiny") == SWITCHED_OFF


@pytest.mark.sqlite  # a copied file stands for a backup
@pytest.mark.usefixtures("few_matches")
async def test_a_server_restored_from_a_backup_goes_on_comparing(town: Town, tmp_path: Path) -> None:
    await begun(town, ask="draws", how="lot")
    await finished(town, town.ada.id, town.bo.id)
    assert "After 1 of at most 200 matches" in await told(town)
    backup = tmp_path / "backup.sqlite3"
    town.back_up(backup)
    await finished(town, town.bo.id, town.cleo.id)
    assert "After 2 of at most 200 matches" in await told(town)
    await town.delivered(2)
    await town.restart(backup=backup)
    await finished(town, town.cleo.id, town.dan.id)
    assert "After 2 of at most 200 matches" in await told(town), "the match after the backup is forgotten"
    titles = await town.app.packs.titles(["tiny.1"])
    assert titles == {"tiny.1": TITLE}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (Question.SEATS, "the first seat wins 75% with A and 30% with B: a difference of \N{MINUS SIGN}45 points"),
        (Question.DRAWS, "75% of matches are drawn with A and 30% with B: a difference of \N{MINUS SIGN}45 points"),
        (Question.AGAIN, "75% would play again after A and 30% after B: a difference of \N{MINUS SIGN}45 points"),
    ],
)
def test_the_running_answer_is_one_sentence_with_its_interval(question: Question, said: str) -> None:
    told = answer_text(standing(question, (0.75, 0.3)))
    assert told == f"After 40 of at most 200 matches, {said} (between \N{MINUS SIGN}82 and +13)."


def test_lengths_are_told_in_turns_and_by_which_is_longer() -> None:
    told = answer_text(standing(Question.LENGTH, (12.25, 10.0)))
    assert told == (
        "After 40 of at most 200 matches, a match takes 12.2 turns with A and 10.0 with B: of 100 pairs, "
        "\N{MINUS SIGN}45 more are longer with B than with A (between \N{MINUS SIGN}82 and +13)."
    )


@pytest.mark.parametrize("question", Question)
@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_is_told(question: Question, verdict: Verdict) -> None:
    ended = replace(standing(question, (0.75, 0.3)), verdict=verdict)
    decided = verdict in {Verdict.MORE, Verdict.LESS, Verdict.ALIKE}
    assert verdict_text(ended).startswith("Decided: " if decided else "Undecided")
    names_both = all(title in verdict_text(ended).rstrip(".").split() for title in ("A", "B"))
    assert names_both == (verdict in {Verdict.MORE, Verdict.LESS})
