"""Simulated people who play whole matches over the wire, by buttons and slash commands, for benchmarks of the bot."""

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.processes import idle
from sandbox.wire.command_rules import STRING
from sandbox.wire.model import Channel, Interaction, Message
from sandbox.wire.people import User
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

DIRECT: Final = "direct"
PRIVATE: Final = "private"
COMMAND: Final = "command"
CLOSED: Final = "closed"
TYPICAL: Final = "typical"

MANNERS: Final[Mapping[str, Mapping[str, int]]] = {
    DIRECT: {DIRECT: 1},
    PRIVATE: {PRIVATE: 1},
    COMMAND: {COMMAND: 1},
    CLOSED: {PRIVATE: 1},
    TYPICAL: {DIRECT: 5, PRIVATE: 3, COMMAND: 2},
}
"""The weights of the ways to make a decision, for each manner of playing: in the hand that came by direct message; in
the answer to "My hand"; by a slash command with its lists of suggestions. `closed` is `private` with direct messages
closed.
"""

MOST_PRESSES: Final = 25
"""The maximum number of presses for one ply. More of them mean that something is wrong."""

_CHOICES: Final = ("act/", "show/", "choose/", "sure/")
_ELSEWHERE: Final = frozenset({"Back", "Previous", "Next"})
_ASKED: Final = "\n▸ "
_MENTION: Final = re.compile("<@([0-9]+)>")


@dataclass(frozen=True, slots=True)
class Step:
    """A button to press, or a menu option to choose, and the message that it belongs to."""

    message: Message
    custom_id: str
    value: str | None
    """The value of a menu option; None for a button."""

    @property
    def words(self) -> list[str]:
        """The words of an action that this step would choose."""
        words = self.custom_id.split("/")[4 if self.custom_id.startswith("show/") else 3].split()
        return words if self.value is None else [*words, *self.value.split()]


class Players:
    """A few people in one channel who play one match of a game after the other.

    They choose at random, by a seed, among the visible buttons; the deals are the bot's own.
    """

    def __init__(  # noqa: PLR0913 # who plays what and how
        self,
        wire: Wire,
        bot: BotProcess,
        channel: Channel,
        users: Sequence[User],
        *,
        game: str,
        manner: str,
        seed: int,
    ) -> None:
        self._wire = wire
        self._bot = bot
        self._channel = channel
        self._users = users
        self._game = game
        self._ways = MANNERS[manner]
        self._random = Random(seed)  # noqa: S311 # a benchmark
        self._mine: dict[int, Message] = {}
        """The private answer in which the latest ply was chosen, by user id; empty if it was chosen elsewhere."""
        self.presses = 0
        if manner == CLOSED:
            for user in users:
                user.close_dms()

    async def play(self, plies: int) -> int:
        """Play at least this many plies; return the number played."""
        first = now = _plies(self._bot.database)
        while now - first < plies:
            board = self._board()
            if board is None:
                await self._begin()
            else:
                await self._decide(board, now)
                now = _plies(self._bot.database)
        return now - first

    def _board(self) -> Message | None:
        """Return the board of the present match, if there is one."""
        boards = [each for each in self._channel.messages if _ids(each, "hand/")]
        return boards[-1] if boards else None

    async def _begin(self) -> None:
        host, *others = self._users
        await self._done(await host.slash("/match new", at=self._channel, game=self._game, against="people here"))
        [*_, lobby] = self._channel.messages
        for other in others:
            await self._done(await other.press(lobby, "Join"))
        await self._done(await host.press(lobby, "Start"))

    async def _decide(self, board: Message, before: int) -> None:
        """Let one of the players that the board asks play one ply."""
        asked = set(map(int, _MENTION.findall(board.content.partition(_ASKED)[2])))
        user = self._random.choice([user for user in self._users if user.id in asked])
        way = self._random.choices(list(self._ways), list(self._ways.values()))[0]
        at = await self._opened(user, board) if way == PRIVATE else _hand(user)
        if at is None:
            at = await self._opened(user, board)
        typed, step = way == COMMAND, None
        for _ in range(MOST_PRESSES):
            step = self._step(at)
            answered = await self._done(await (self._type(user, step) if typed else _press(user, step)))
            if _plies(self._bot.database) > before:
                self._mine = {user.id: at} if at.ephemeral else {}
                return
            at = next((each for each in reversed(answered.messages) if _steps(each)), at)
            typed = False
        raise RuntimeError(
            f"{self._game}: no ply after {MOST_PRESSES} presses; the last one was {step} at\n{at.content}"
        )

    async def _opened(self, user: User, board: Message) -> Message:
        """Return the user's private answer if it still offers a choice; otherwise let the user open a new one."""
        if user.id in self._mine and _steps(self._mine[user.id]):
            return self._mine[user.id]
        return (await self._done(await user.press(board, "My hand"))).message

    def _step(self, at: Message) -> Step:
        steps = _steps(at)
        if not steps:
            raise RuntimeError(f"{self._game}: there is nothing to choose at\n{at.content}")
        return self._random.choice(steps)

    async def _type(self, user: User, step: Step) -> Interaction:
        """Type an action of a hand as a command, and choose its further words from the suggestions."""
        verb, *words = step.words
        line, fields = f"/{self._game} {verb}", fields_of(self._wire, self._game, verb)
        filled = filled_in(fields, words)
        for field in fields[len(filled) :]:
            offered = await user.autocomplete(line, field, at=self._channel, **filled)
            await self._quiet()
            if not offered:
                break
            filled[field] = self._random.choice(offered)["value"]
        return await user.slash(line, at=self._channel, **filled)

    async def _done(self, interaction: Interaction) -> Interaction:
        self.presses += 1
        await self._quiet()
        return interaction

    async def _quiet(self) -> None:
        await idle(self._bot.pid, lambda: waiting(self._wire))


def fields_of(wire: Wire, game: str, verb: str) -> list[str]:
    """Return the names of the command options that make up an action of a game, without the number of the match."""
    group = wire.world.commands[None, game].body
    [command] = [each for each in group["options"] if each["name"] == verb]
    return [option["name"] for option in command.get("options", ()) if option["type"] == STRING]


def filled_in(fields: Sequence[str], words: Sequence[str]) -> dict[str, Any]:
    """Return the options of a command for an action: a word for each option, and all further words for the last."""
    filled: dict[str, Any] = dict(zip(fields[:-1], words, strict=False))
    if fields and len(words) >= len(fields):
        filled[fields[-1]] = " ".join(words[len(fields) - 1 :])
    return filled


async def type_action(  # noqa: PLR0913 # who types what and where
    wire: Wire, user: User, channel: Channel, game: str, action: str, *, wait: bool = True
) -> Interaction:
    """Type an action in notation as a command."""
    verb, *words = action.split()
    filled = filled_in(fields_of(wire, game, verb), words)
    return await user.slash(f"/{game} {verb}", at=channel, wait=wait, **filled)


def waiting(wire: Wire) -> bool:
    """Return whether the bot still waits for a response of the simulated Discord."""
    latest = (wire.requests[place] for place in range(max(0, len(wire.requests) - 50), len(wire.requests)))
    return any(each.status is None and not each.gone for each in latest)


async def _press(user: User, step: Step) -> Interaction:
    if step.value is None:
        return await user.press(step.message, custom_id=step.custom_id)
    return await user.select(step.message, step.value, custom_id=step.custom_id)


def _hand(user: User) -> Message | None:
    """Return the hand that came by direct message, if it offers a choice."""
    return next((each for each in reversed(user.dms) if _steps(each)), None)


def _steps(message: Message) -> list[Step]:
    """Return the steps of a message that lead towards a ply; if there are none, all its other steps."""
    ahead = [Step(message, each["custom_id"], None) for each in message.buttons if _is_choice(each, _onward)]
    for menu in message.selects:
        if _is_choice(menu, _any):
            ahead += [Step(message, menu["custom_id"], option["value"]) for option in menu["options"]]
    return ahead or [Step(message, each["custom_id"], None) for each in message.buttons if _is_choice(each, _any)]


def _is_choice(component: Mapping[str, Any], fits: Callable[[Mapping[str, Any]], bool]) -> bool:
    return component.get("custom_id", "").startswith(_CHOICES) and not component.get("disabled") and fits(component)


def _onward(component: Mapping[str, Any]) -> bool:
    return component.get("label") not in _ELSEWHERE


def _any(_: Mapping[str, Any]) -> bool:
    return True


def _ids(message: Message, prefix: str) -> list[str]:
    return [each["custom_id"] for each in message.buttons if each.get("custom_id", "").startswith(prefix)]


def _plies(database: Path) -> int:
    """Return the number of plies that the bot has stored, in all matches."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM plies").fetchone()[0])
