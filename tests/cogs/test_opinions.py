"""Two questions after a match, once a day at most, and a button for a moment that felt wrong."""

from itertools import count

from bot.model.figures import Figure
from bot.model.match import Status
from tests.cogs.test_design import may_manage
from tests.cogs.town import Town, buttons, private

INTERACTIONS = count(900)
TOLD = {"again": "yes", "length": "too long", "unclear": "1.1", "remark": "**Bold** words", "signed": "without my name"}


async def finish(town: Town, game: str = "tiny") -> int:
    """Play a match of Ada and Bo to its end, and return its number."""
    match = await town.open(game, town.ada, town.bo)
    number = match.id
    while (await town.match(number)).status is Status.LIVE:
        user = await town.asked(number)
        view = (await town.app.positions.get(number)).view_for(user.id).view
        await town.play(number, user, str(view.options[0]), interaction=next(INTERACTIONS))
    await town.delivered()
    return int(number)


async def counted(town: Town) -> set[tuple[str, str, int]]:
    figures = Figure.AGAIN, Figure.LENGTH, Figure.UNCLEAR, Figure.WRONG
    sql = "SELECT figure, subject, user_id FROM deeds WHERE figure IN (?, ?, ?, ?)"
    return {tuple(row) for row in await town.app.database.read(lambda db: db.rows(sql, *figures))}


async def test_a_player_tells_how_it_was_and_designers_read_it_without_a_name(town: Town) -> None:
    await finish(town)
    result = town.board()
    form = await town.ada.click(result, label="How was it?")
    said = private(await town.ada.submit_modal(form, TOLD))
    assert said.content.startswith("Thank you!")
    assert {("again", "yes", town.ada.id), ("length", "too long", town.ada.id)} <= await counted(town)
    await may_manage(town)
    read = private(await town.bo.slash(town.tavern, "design opinions", game="tiny")).content
    assert "- A player: \\*\\*Bold\\*\\* words" in read.replace(" (rule 1.1)", "")
    assert f"<@{town.ada.id}>" not in read
    form = await town.ada.click(result, label="How was it?")
    await town.ada.submit_modal(form, {**TOLD, "again": "no"})
    assert ("again", "no", town.ada.id) not in await counted(town), "answers count once"


async def test_nobody_is_asked_twice_within_a_day(town: Town) -> None:
    await finish(town)
    assert "How was it?" in buttons(town.board())
    await finish(town)
    assert "How was it?" not in buttons(town.board())


async def test_nobody_is_asked_on_a_server_or_by_a_user_that_wants_no_figures(town: Town) -> None:
    page = private(await town.ada.slash(town.tavern, "settings"))
    await town.ada.click(page, label="Figures for designers: with me")
    match = await town.open("tiny", town.ada, town.bo)
    hand = private(await town.ada.slash(town.tavern, "hand"))
    assert "This felt wrong" not in buttons(hand)
    assert "This felt wrong" in buttons(private(await town.bo.slash(town.tavern, "hand")))
    await town.app.matches.resign(match.id, town.bo.id, interaction=77)
    await town.delivered()
    assert "How was it?" not in buttons(town.board())


async def test_a_moment_that_felt_wrong_opens_for_designers_once_the_match_is_over(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    form = await town.ada.click(private(await town.ada.slash(town.tavern, "hand")), label="This felt wrong")
    said = private(await town.ada.submit_modal(form, {"remark": "Too strong", "signed": "with my name"}))
    assert said.content.startswith("Noted.")
    assert await counted(town) == {("wrong", "1.1", town.ada.id)}
    await may_manage(town)
    assert (
        "nobody has written anything yet"
        in private(await town.bo.slash(town.tavern, "design opinions", game="tiny")).content
    )
    await town.app.matches.resign(match.id, town.bo.id, interaction=78)
    read = private(await town.bo.slash(town.tavern, "design opinions", game="tiny"))
    assert (
        f"- <@{town.ada.id}> felt that a moment was wrong (rule 1.1, match #1 after ply 0): Too strong" in read.content
    )
    assert [*buttons(read)] == ["#1, ply 0"]


async def test_opinions_are_exported_and_deleted_with_their_writer(town: Town) -> None:
    await finish(town)
    form = await town.ada.click(town.board(), label="How was it?")
    await town.ada.submit_modal(form, TOLD)
    export = await town.app.user_data.export(town.ada.id)
    [opinion] = export["opinions"]
    assert (opinion["remark"], opinion["is_signed"]) == ("**Bold** words", 0)
    await town.app.user_data.delete(town.ada.id)
    assert await town.app.database.read(lambda db: db.rows("SELECT * FROM opinions")) == []
