"""`/design`: figures and the rulebook with its heat, for designers alone."""

import discord

from bot.model.figures import Figure
from bot.store.database import Rows
from cogs.designers.refusals import DESIGNERS_ONLY
from cogs.designers.settings import SWITCHED_OFF
from tests.cogs.test_hosting import chosen
from tests.cogs.test_roles import grant
from tests.cogs.town import Town, private

SEATS = {"0": 38.0, "1": 2.0}
"""Seats, and how many of 40 matches each of them won."""


async def publish(town: Town, week: str = "2026-01-05", key: str = "allocator") -> None:
    """Store figures of 40 matches of a game in which the first seat nearly always won, as made in a week."""
    game = await town.client.app.packs.game(key)
    content, _ = await town.client.app.packs.printed(key)
    options = " ".join(f"{name}={value}" for name, value in sorted(game.all_options({}).items()))
    rows = [
        (Figure.TURNS, "", 40, 720.0, 13_000.0),
        *((Figure.SEAT, seat, 40, won, won) for seat, won in SEATS.items()),
        (Figure.REFUSED, "4.4", 300, 0.0, 0.0),
        (Figure.CHOICE, "4.1", 900, 0.0, 0.0),
    ]

    async def work(db: Rows) -> None:
        sql = "INSERT INTO figures VALUES (?, ?, ?, ?, ?, 2, ?, ?, ?, ?, ?, ?)"
        for row in rows:
            variant = town.guild.id, key, game.version, content.hash, options
            await db.run(sql, *variant, *row[:2], week, *row[2:])

    await town.client.app.database.write(work)


async def may_manage(town: Town) -> None:
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await grant(town, had | discord.Permissions(manage_guild=True).value)


async def test_designers_see_what_people_did_beside_what_the_lab_foretells(town: Town) -> None:
    await publish(town)
    await may_manage(town)
    said = private(await town.ada.slash(town.tavern, "design figures", game="allocator"))
    assert "**Allocator with 2 players: what people did**" in said.content
    of_people = "of the matches of people; the lab foretells"
    assert (
        f"Seat 0 wins 95 % [83-99] {of_people}" in said.content or f"Seat 1 wins 5 % [1-17] {of_people}" in said.content
    )
    assert "- People misunderstand rule 4.4 Moving a card: it refused 300 actions in 40 matches." in said.content
    [file] = said.attachments
    assert file.filename in {"allocator-figures.html", "allocator-figures.txt"}
    assert b"Moving a card" in await file.read()


async def test_the_rulebook_with_its_heat_comes_as_a_page(town: Town) -> None:
    await publish(town)
    await may_manage(town)
    said = private(await town.ada.slash(town.tavern, "design rulebook", game="allocator"))
    [file] = said.attachments
    assert file.filename == "allocator-rulebook.html"
    assert b'<section id="4.4" style="--heat: 1.00">' in await file.read()


async def test_only_managers_and_members_with_the_role_of_designers_see_figures(town: Town) -> None:
    assert private(await town.bo.slash(town.tavern, "design figures", game="allocator")).content == DESIGNERS_ONLY
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await may_manage(town)
    role = town.guild.create_role("designers")
    assert f"<@&{role.id}>" in await chosen(town, "server-setting/designer_role_id", role)
    await grant(town, had)
    assert private(await town.bo.slash(town.tavern, "design figures", game="allocator")).content == DESIGNERS_ONLY
    town.env.backend.add_member_role(town.guild.id, town.bo.id, role.id)
    said = private(await town.bo.slash(town.tavern, "design figures", game="allocator"))
    assert "There is nothing to report yet" in said.content


async def test_a_server_without_figures_shows_none(town: Town) -> None:
    await publish(town)
    await may_manage(town)
    await chosen(town, "server-setting/figures", "false")
    assert private(await town.ada.slash(town.tavern, "design figures", game="allocator")).content == SWITCHED_OFF
