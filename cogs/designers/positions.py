"""Positions and scripts on the table: the form in which a designer sets up a position, and the menu of scripts."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.computer.levels import SCRIPT
from bot.model.match import Match, MatchId, computer_name
from bot.workshop.position_text import LONGEST, PositionError, SetUp
from bot.workshop.set_ups import SetUps
from cogs.delivery.answer import Answer
from cogs.designers import purposes
from cogs.designers.access import server_of_designer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.text import escaped
from cogs.widgets.choices import Choice
from cogs.widgets.forms import form, text_field
from cogs.widgets.items import button, menu, option
from cogs.widgets.purposes import REPLAY
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game
from rules.core.words import counted

_EXAMPLE: Final = "game tnb\nseed 7\ndeck vanguard\ndeck stronghold\nmoves\nplay bulwark a1"
_FAULT: Final = 300
"""The maximum number of characters of a fault that are shown."""


class PositionPresses:
    """Sets up positions from a form or a puzzle, and seats scripts from a menu."""

    def __init__(self, host: Host, set_ups: SetUps) -> None:
        self._host = host
        self._set_ups = set_ups

    @answers(purposes.POSITION)
    async def set_up(self, answer: Answer, *, texts: Mapping[str, str]) -> None:
        """Store the position of a form, and say how to go on.

        Raises:
            SpokenRefusal: the user is no designer, or the text is no position.
        """
        await self._store(answer, texts.get("position", ""))

    async def set_up_puzzle(self, answer: Answer, name: str) -> None:
        """Store the position of a puzzle, and say how to go on. name: the game and the puzzle, like “tnb 3.12”.

        Raises:
            SpokenRefusal: the user is no designer, or there is no such puzzle.
        """
        game, _, puzzle = name.strip().partition(" ")
        await self._store(answer, f"game {game}\npuzzle {puzzle.strip() or '-'}")

    async def puzzles(self) -> list[Choice]:
        """Return the puzzles of the booklets, to choose one."""
        return [Choice(name, title, "") for name, title in self._set_ups.puzzles.listed().items()]

    async def _store(self, answer: Answer, text: str) -> None:
        guild = await server_of_designer(self._host, answer)
        channel = answer.interaction.channel_id
        assert channel is not None, "only commands and forms sent in a channel of a server get here"
        try:
            stored = self._set_ups.add(text, guild=guild, channel=channel, user=answer.user)
            await answer.say(set_up_message(*await stored))
        except PositionError as error:
            raise SpokenRefusal(f"That is no position: {escaped(str(error), _FAULT)}") from None

    @answers(purposes.SCRIPT_SEAT)
    async def seat(self, answer: Answer, *, match_id: MatchId, values: Sequence[str]) -> None:
        """Let the chosen script take a seat.

        Raises:
            Refusal: as for `seat_script`.
        """
        await seat_script(self._host, answer, match_id, values[0])


async def seat_script(host: Host, answer: Answer, match_id: MatchId, name: str) -> None:
    """Let a script take a seat of a lobby.

    Raises:
        Refusal: the user is no designer, the game has no such script, or it cannot take a seat.
    """
    await server_of_designer(host, answer)
    game = (await host.app.positions.get(match_id)).game
    if name not in game.scripts:
        known = ", ".join(game.scripts) or "none"
        raise SpokenRefusal(f"{game.title} has no such script. Its scripts: {known}.")
    level = SCRIPT + name
    await host.app.lobbies.add_computer(match_id, answer.user, level, interaction=answer.interaction.id)
    summary = game.scripts[name].summary
    await answer.say(
        f"{computer_name(game.key, level)} has joined match #{match_id}: it {summary}. The match is unrated."
    )


def scripts_message(match: Match, game: Game) -> Message:
    """Return the message that asks which script takes a seat.

    Raises:
        SpokenRefusal: the game has none.
    """
    if not game.scripts:
        raise SpokenRefusal(f"{game.title} has no scripts.")
    offered = [option(name, name, script.summary) for name, script in game.scripts.items()]
    return Message("Which script takes a seat?", [menu("Choose a script …", purposes.SCRIPT_SEAT(match.key), offered)])


def position_form() -> ui.Modal:
    """Return the form for a position."""
    label = "Game, decks or puzzle, and moves, one a line"
    text = text_field("position", label, most=LONGEST, example=_EXAMPLE, is_long=True)
    return form("Set up a position", purposes.POSITION(), text)


def set_up_message(match: Match, set_up: SetUp) -> Message:
    """Return the message about a stored position, with the way to play on from it."""
    ply = len(set_up.plies)
    asked = " and ".join(f"seat {seat}" for seat in set_up.table.state.phase.waiting)
    where, hidden = f"after {counted(ply, 'move')}", ""
    if set_up.deal.puzzle and not ply:
        where, hidden = "a puzzle", " Each of them deals its hidden cards anew."
    text = (
        f"The position is match #{match.id}, {where}: {asked} decides. Its replay is open to everyone here, and **Play "
        f"on from here** below it starts an unrated match, against people, computers or a script of the lab.{hidden}"
    )
    return Message(text, [button("Look at it", REPLAY(match.key, ply, "all", "open"))])
