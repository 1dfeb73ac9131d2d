"""The main menu: everything that begins from one message."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.computer.levels import Level
from bot.model.match import DIRECT_MESSAGES, Status, UserId
from bot.model.pace import Pace
from bot.model.position import Position
from bot.model.refusals import ChannelTaken, Refusal
from cogs.delivery.answer import Answer
from cogs.delivery.sender import Sender
from cogs.host import Host, company_of, server_of
from cogs.messages.games import (
    ANYONE,
    PEOPLE,
    Company,
    asked_game,
    computers_message,
    game_choices,
    opponents_message,
)
from cogs.messages.main_menu import main_menu_message
from cogs.messages.message import Message
from cogs.presses.hand import Hands
from cogs.presses.matchmaking import Matchmaking
from cogs.presses.opening import Openings, Wanted, named_key
from cogs.presses.router import answers
from cogs.widgets import purposes
from render.picture import main_menu_picture, menu_picture
from rules.core.game import Game
from rules.core.options import RuleSet


class MainMenu:
    """Answers the buttons of the main menu, and asks for the game and the opponent where a user has not named them."""

    def __init__(self, host: Host, openings: Openings, matchmaking: Matchmaking, hands: Hands) -> None:
        self._host = host
        self._openings = openings
        self._matchmaking = matchmaking
        self._hands = hands
        self._turns: WeakValueDictionary[UserId, asyncio.Lock] = WeakValueDictionary()

    async def message(self, company: Company = Company.SERVER) -> Message:
        """Return the main menu. company: with whom a match can be played where it is shown."""
        games = self._host.games
        picture = await asyncio.to_thread(main_menu_picture, list(games.values()))
        return main_menu_message(games, picture, company)

    async def post(self, channel: int, nonce: str) -> None:
        """Post the main menu in a channel for good: its buttons work after any restart."""
        await Sender(self._host.client).send(channel, await self.message(), nonce)

    @answers(purposes.PLAY_NOW)
    async def play_now(self, answer: Answer, *, name: str, against: str) -> None:
        """Play a game in this channel, or in a thread if the channel is taken.

        against: "computer" to play at once against a novice, else a lobby is opened for other players.
        """
        if against == "computer":
            await self.play_computer(answer, name, Level.NOVICE)
        else:
            await self._open(
                answer,
                Wanted(game=(await self._named(answer, name)).key, options={}, deck=None),
            )

    @answers(purposes.COMPUTER_GAME)
    async def computer_game(self, answer: Answer, *, level: Level, values: Sequence[str]) -> None:
        """Play the chosen game against a computer of this level."""
        await self.play_computer(answer, values[0], level)

    async def play_computer(self, answer: Answer, name: str, level: Level, pace: Pace | None = None) -> None:
        """Begin a match against a computer in which the user moves first, and show their hand. If such a match still
        waits for their first move, show that one.
        """
        game = await self._named(answer, name)
        async with self._turns.setdefault(answer.user, asyncio.Lock()):
            begun = await self._unmoved(answer, game.key, level)
            if begun is not None:
                await self._hands.show(answer, begun, note=f"Match #{begun.match.id} is waiting for your first move.")
                return
            wanted = Wanted(game=game.key, options={}, deck=None, computer=level, as_they_join=True, pace=pace)
            await self._open(answer, wanted)

    @answers(purposes.COMPUTERS_OF)
    async def computers(self, answer: Answer) -> None:
        """Ask which game to play against which computer."""
        games = await self._host.games_here(answer.interaction)
        await answer.show(await asyncio.to_thread(computers_message, games))

    @answers(purposes.FIND)
    async def find(self, answer: Answer) -> None:
        """Show the open seats of this server."""
        await self._matchmaking.find(answer, None, None, None)

    @answers(purposes.TABLE)
    async def table(self, answer: Answer) -> None:
        """Ask which game to open a match of."""
        await self.ask_game(answer, "")

    async def ask_game(self, answer: Answer, pace: str) -> None:
        """Ask which game to play. pace: as written in ids; "": the server's default."""
        games = await self._host.games_here(answer.interaction)
        picture = await asyncio.to_thread(menu_picture, list(self._host.games.values()))
        identity = purposes.OPEN(*([pace] if pace else []))
        await answer.show(asked_game(game_choices(games), identity, "What do you want to play?", picture))

    @answers(purposes.OPEN)
    async def chosen(self, answer: Answer, *, values: Sequence[str], pace: str = "") -> None:
        """Ask against whom to play the chosen game."""
        await self.ask_opponents(answer, values[0], pace)

    async def ask_opponents(self, answer: Answer, name: str, pace: str) -> None:
        """Ask against whom to play a game. pace: as for `ask_game`."""
        company = company_of(answer.interaction)
        await answer.show(opponents_message(await self._named(answer, name), pace, company))

    @answers(purposes.AGAINST)
    async def against(self, answer: Answer, *, name: str, against: str, pace: str = "") -> None:
        """Open a match of a game against the chosen opponents."""
        await self.play_against(answer, name, against, Pace.read(pace) if pace else None)

    async def play_against(
        self, answer: Answer, name: str, against: str, pace: Pace | None, rules: RuleSet | None = None
    ) -> None:
        """Open a match against people in this channel, anyone on the server, or a computer of a level. rules: for a
        match against anyone; None: those of the server.
        """
        game = await self._named(answer, name)
        if against == PEOPLE:
            await self._openings.open(answer, Wanted(game=game.key, options={}, deck=None, pace=pace))
        elif against == ANYONE:
            await self._matchmaking.seek(answer, await self._matchmaking.request((game.key,), pace, rules, answer))
        else:
            await self.play_computer(answer, game.key, Level(against), pace)

    async def _open(self, answer: Answer, wanted: Wanted) -> None:
        """Open a match in this channel, or in a thread if the channel is taken."""
        await self._host.meet(answer.interaction)
        try:
            await self._openings.open(answer, wanted)
        except ChannelTaken as taken:
            try:
                await self._openings.open(answer, replace(wanted, thread=True))
            except Refusal:
                raise taken from None

    async def _named(self, answer: Answer, key: str) -> Game:
        """Return the game with this key, if it can be played here."""
        return named_key(await self._host.games_here(answer.interaction), key)

    async def _unmoved(self, answer: Answer, key: str, level: Level) -> Position | None:
        """Return the user's match of a game on this server against computers of a level in which they have not moved;
        None if there is none.
        """
        for match in await self._host.app.matches.of_user(answer.user):
            others = {player.computer for player in match.players if player.user != answer.user}
            is_such = match.status is Status.LIVE and match.game == key and others == {level}
            if is_such and match.guild == (server_of(answer.interaction) or DIRECT_MESSAGES):
                position = await self._host.app.positions.get(match.id)
                seat = match.seat_of(answer.user)
                if position.table is not None and seat is not None and position.table.acted[seat] < 0:
                    return position
        return None
