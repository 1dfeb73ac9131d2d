"""The buttons of a lobby, and what they do."""

import re
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.matches import Match, MatchId, Refusal, Status
from cogs import custom_ids
from cogs.choices import Choice
from cogs.custom_ids import MATCH, NAME, PAGE
from cogs.deck_choices import playable
from cogs.desk import desk
from cogs.errors import AnyInteraction, tell
from cogs.hand import hands
from cogs.items import OPTIONS, Menu, Press, option, panel
from cogs.lobby_words import deck_name, ready, spoken, wrong
from rules.core.game import Game

MENUS: Final = 4
"""Option menus on one private message: the fifth row turns the page."""

AnyGame = Game[Any, Any]


class Join(Press, template=custom_ids.template("join", MATCH)):
    """Takes a seat."""

    purpose = "join"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        await join(interaction, MatchId(int(match["match"])), None)


class Leave(Press, template=custom_ids.template("leave", MATCH)):
    """Gives the seat back; the host closes the lobby with it."""

    purpose = "leave"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        await leave(interaction, MatchId(int(match["match"])))


class Start(Press, template=custom_ids.template("start", MATCH)):
    """Begins the match."""

    purpose = "start"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        await start(interaction, MatchId(int(match["match"])))


class Decks(Press, template=custom_ids.template("decks", MATCH, PAGE)):
    """Shows the decks to choose from."""

    purpose = "decks"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        number = MatchId(int(match["match"]))
        found: Match = await desk(interaction).matches.get(number)
        offered = await playable(desk(interaction), desk(interaction).game(found), interaction.user.id)
        if found.status is not Status.LOBBY or not offered:
            raise Refusal(f"There is no deck to choose in match #{number} now.")
        await _show(interaction, "Which deck do you play?", deck_items(number, offered, int(match["page"])))


class Deck(Menu, template=custom_ids.template("deck", MATCH)):
    """Chooses a deck."""

    purpose = "deck"

    async def chosen(self, interaction: AnyInteraction, match: re.Match[str], value: str) -> None:
        await choose_deck(interaction, MatchId(int(match["match"])), value)


class Options(Press, template=custom_ids.template("options", MATCH, PAGE)):
    """Shows the rule variants to choose from."""

    purpose = "options"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        found: Match = await desk(interaction).matches.get(MatchId(int(match["match"])))
        game = desk(interaction).game(found)
        if found.status is not Status.LOBBY or not game.options:
            raise Refusal(f"There is no option to choose in match #{found.id} now.")
        if interaction.user.id != found.host:
            raise Refusal(f"The options of match #{found.id} are chosen by its host, <@{found.host}>.")
        await _show(interaction, "The options of this match:", option_items(game, found, int(match["page"])))


class Option(Menu, template=custom_ids.template("option", MATCH, NAME)):
    """Chooses a variant of one rule."""

    purpose = "option"

    async def chosen(self, interaction: AnyInteraction, match: re.Match[str], value: str) -> None:
        await choose_option(interaction, MatchId(int(match["match"])), match["name"], value)


BUTTONS: Final = (Join, Leave, Start, Decks, Deck, Options, Option)


async def join(interaction: AnyInteraction, number: MatchId, deck: str | None) -> None:
    """Sit down."""
    at = desk(interaction)
    at.names.meet(interaction)
    await _acknowledge(interaction)
    match: Match = await at.matches.join(number, interaction.user.id, deck=deck, interaction=interaction.id)
    await _done(interaction, number, f"You sit at match #{number}. {ready(at.game(match), match)}")


async def leave(interaction: AnyInteraction, number: MatchId) -> None:
    """Stand up."""
    at = desk(interaction)
    await _acknowledge(interaction)
    match: Match = await at.matches.leave(number, interaction.user.id, interaction=interaction.id)
    closed = match.status is Status.CLOSED
    await _done(interaction, number, f"You closed match #{number}." if closed else f"You left match #{number}.")


async def start(interaction: AnyInteraction, number: MatchId) -> None:
    """Deal."""
    at = desk(interaction)
    await _acknowledge(interaction)
    await at.matches.start(number, interaction.user.id, interaction=interaction.id)
    await _done(interaction, number, f"Match #{number} has begun.")
    await hands(interaction).deal(number)


async def choose_deck(interaction: AnyInteraction, number: MatchId, deck: str) -> None:
    """Play another deck."""
    at = desk(interaction)
    await _acknowledge(interaction)
    match: Match = await at.matches.choose_deck(number, interaction.user.id, deck, interaction=interaction.id)
    seat = match.seat_of(interaction.user.id)
    assert seat is not None
    chair, ready = match.chairs[seat], at.game(match).decks
    summary = f": {ready[deck].summary}" if deck in ready else ", a deck of your own."
    await _done(interaction, number, f"You play **{deck_name(at.game(match), chair)}**{summary}", always=True)


async def choose_option(interaction: AnyInteraction, number: MatchId, name: str, value: str) -> None:
    """Play by another variant."""
    at = desk(interaction)
    await _acknowledge(interaction)
    match: Match = await at.matches.choose_option(number, interaction.user.id, name, value, interaction=interaction.id)
    but = wrong(at.game(match), match)
    await _done(interaction, number, f"{spoken(name)}: **{spoken(value)}**. {but}".strip(), always=True)


async def _acknowledge(interaction: AnyInteraction) -> None:
    """Win time: a button's message stays as it is, a command answers privately."""
    if interaction.type is discord.InteractionType.component:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _done(interaction: AnyInteraction, number: MatchId, text: str, *, always: bool = False) -> None:
    """Draw the lobby; a press on it needs no further words."""
    at = desk(interaction)
    at.publish(number)
    if always or interaction.type is not discord.InteractionType.component:
        await tell(interaction, text)
    await at.tell_trouble(interaction, number)


async def _show(interaction: AnyInteraction, text: str, items: Sequence[ui.Item[Any]]) -> None:
    """Show menus privately; a page of them turns in place."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await interaction.response.edit_message(content=text, view=panel(items))
    else:
        await interaction.response.send_message(text, view=panel(items), ephemeral=True)


def option_choices(game: AnyGame) -> list[Choice]:
    """Every variant that is not the default, written `name=value`."""
    return [
        Choice(f"{rule.name}={value}", f"{spoken(rule.name)}: {spoken(value)}", rule.summary)
        for rule in game.options
        for value in rule.values[1:]
    ]


def deck_items(number: MatchId, offered: Sequence[Choice], page: int) -> list[ui.Item[Any]]:
    """A menu of decks, in pages."""
    pages = -(-len(offered) // OPTIONS)
    page = min(page, pages - 1)
    shown = [option(choice.text, choice.word, choice.detail) for choice in offered[page * OPTIONS :][:OPTIONS]]
    return [
        Deck.make(number, placeholder="Choose a deck …", options=shown, row=0),
        *_turning(Decks, number, page, pages),
    ]


def option_items(game: AnyGame, match: Match, page: int) -> list[ui.Item[Any]]:
    """A menu for each rule that has variants, in pages."""
    pages = -(-len(game.options) // MENUS)
    page = min(page, pages - 1)
    items: list[ui.Item[Any]] = []
    for row, rule in enumerate(game.options[page * MENUS :][:MENUS]):
        now = match.options.get(rule.name, rule.default)
        values = [
            option(f"{spoken(rule.name)}: {spoken(value)}", value, rule.summary, default=value == now)
            for value in rule.values
        ]
        items.append(Option.make(match.id, rule.name, placeholder=spoken(rule.name), options=values, row=row))
    return [*items, *_turning(Options, match.id, page, pages)]


def _turning(kind: type[Press], number: MatchId, page: int, pages: int) -> list[Press]:
    found = []
    if page > 0:
        found.append(kind.make(number, page - 1, label="Previous", row=4))
    if page < pages - 1:
        found.append(kind.make(number, page + 1, label="Next", row=4))
    return found


def lobby_view(game: AnyGame, match: Match) -> ui.View | None:
    """The buttons of a lobby; None once it is closed."""
    if match.status is not Status.LOBBY:
        return None
    items: list[Press] = [
        Join.make(match.id, label="Join", style=discord.ButtonStyle.success),
        Leave.make(match.id, label="Leave"),
        Start.make(match.id, label="Start", style=discord.ButtonStyle.primary),
    ]
    if game.decks:
        items.append(Decks.make(match.id, 0, label="Choose deck"))
    if game.options:
        items.append(Options.make(match.id, 0, label="Options"))
    return panel(items)
