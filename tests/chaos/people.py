"""People who play a match by the visible buttons and menus: in direct messages, private answers and on the board."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from cogs.messages.board import ASKED, FINAL
from sandbox.wire.command_rules import STRING
from sandbox.wire.model import CallbackType, Channel, ChannelType, Interaction, Message
from sandbox.wire.people import User
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.server import Wire
from tests.chaos.stored import Stored

PRESSES: Final = 12
"""More presses than any action needs."""

THREE_SECONDS: Final = 3.0
"""The time after which Discord tells a person that the application did not respond."""

TRIES: Final = 12
"""Tries before a person gives up a visibly failing action."""

BOARD_LABELS: Final = frozenset({"My hand", "Leave", "Replay"})
"""Labels of buttons that only a lobby, a board or a result has, one of each."""
_TURNING: Final = {"Back", "Previous", "Next"}
_SHOWN: Final = {CallbackType.UPDATE_MESSAGE, CallbackType.CHANNEL_MESSAGE_WITH_SOURCE}


class StuckError(Exception):
    """The error for a person who could not do something in any number of tries."""


def is_call(message: Message) -> bool:
    """Return whether a message is only a ping of a match."""
    return any(each.get("custom_id", "").startswith("pinged/") for each in message.buttons)


@dataclass(frozen=True)
class Offer:
    """A button to press, or a menu option to choose, that leads to a ply."""

    message: Message
    custom_id: str
    value: str | None = None
    """The value of a menu option; None for a button."""

    @property
    def words(self) -> list[str]:
        """The words of the action that this button or option chooses."""
        words = self.custom_id.split("/")[4 if self.custom_id.startswith("show/") else 3].split()
        return [*words, *self.value.split()] if self.value is not None else words


@dataclass
class Party:
    """The players of one match in one channel; the first is its host."""

    wire: Wire
    stored: Stored
    channel: Channel
    game: str
    users: Sequence[User]
    random: Random
    number: int = 0
    acts: list[Interaction] = field(default_factory=list)
    """Presses that play an action, except those answered by a request for confirmation."""
    repeated: set[int] = field(default_factory=set)
    """Ids of presses that may repeat an earlier one for the same decision."""
    hurried: bool = False
    """Whether they press buttons before the bot has updated them."""
    is_unanswered: bool = False
    """Whether an action may have no answer, since Discord refuses it."""
    among_others: bool = False
    """Whether the same bot hosts other matches meanwhile."""
    opening: Mapping[str, Any] = field(default_factory=dict)
    """The host's options for the match besides its game."""

    # Things that they see.

    @property
    def status(self) -> str:
        """The status of the match."""
        return self.stored.status(self.number)

    @property
    def board(self) -> Message | None:
        """The lowest usable message in the channel, pings excepted."""
        usable = [m for m in self.channel.messages if m.buttons and not m.deleted and not is_call(m)]
        return usable[-1] if usable else None

    def board_of(self, user: User) -> Message | None:
        """The board that a user has where they sit."""
        place = self.place(user)
        if place is self.channel and place.kind is not ChannelType.DM:
            return self.board
        mine = f"/{self.number}-"
        usable = [m for m in place.messages if m.buttons and not m.deleted and not is_call(m)]
        boards = [m for m in usable if BOARD_LABELS & {*m.labels} and mine in str(m.buttons)]
        return boards[-1] if boards else None

    def place(self, user: User) -> Channel:
        """The channel or the direct messages in which a user sits."""
        channel = self.stored.place(self.number, user.id)
        return self.channel if channel is None else self.wire.world.channels[channel]

    @property
    def final(self) -> Message | None:
        """The message with the final table of a match that is over."""
        tables = [message for message in self.channel.messages if FINAL in message.content and not message.deleted]
        return tables[-1] if tables else None

    @property
    def asked(self) -> list[User]:
        """The users who must act, according to their boards: each is mentioned where they sit."""
        return [user for user in self.users if user.mention in _question(self.board_of(user))]

    @property
    def seated(self) -> list[User]:
        """The users who play the match, by seat."""
        by_id = {user.id: user for user in self.users}
        return [by_id[user] for user in self.stored.seats(self.number) if user in by_id]

    def hand(self, user: User) -> Message | None:
        """Return the hand that a user has by direct message. A board there is none."""
        drawn = [m for m in user.dms if m.content.startswith(self.heading) and m.attachments and not m.deleted]
        hands = [message for message in drawn if "My hand" not in message.labels and FINAL not in message.content]
        return hands[-1] if hands else None

    @property
    def heading(self) -> str:
        return f"-# Match #{self.number} "

    # Things that they do.

    async def be_called_at_once(self, user: User) -> None:
        """Set a user's ping delay to none, so that the bot pings them at every decision."""
        for _ in range(TRIES):
            if self.stored.ping_delay(user.id) == 0:
                return
            asked = await user.slash("/settings", at=self.channel, wait=False)
            await self._done(asked)
            if asked.messages and asked.message.selects and not self.channel.locked:
                await self._done(await user.select(asked.message, "0", wait=False))
        raise StuckError(f"{user.account.username} could not choose when to be called")

    async def open(self) -> None:
        """Open a lobby."""
        line = "/match new"
        for _ in range(TRIES):
            self.number = self.stored.in_channel(self.channel.id)
            if self.number:
                return
            await self._done(
                await self.users[0].slash(
                    line, at=self.channel, wait=False, game=self.game, against="people here", **self.opening
                )
            )
        raise StuckError("no match could be opened")

    async def look_for_others(self, user: User, pace: str) -> None:
        """Join a person who looks for the same game at the same pace, or wait for one."""
        for _ in range(TRIES):
            self.number = self.stored.in_channel(self.channel.id)
            if self.number and user.id in self.stored.seats(self.number):
                return
            await self.ask(user, "/match find", game=self.game, pace=pace)
        raise StuckError(f"{user.account.username} found nobody to play with")

    async def join(self, guest: User) -> None:
        """Join the match by the button."""
        for _ in range(TRIES):
            if guest.id in self.stored.seats(self.number):
                return
            await self.press_board(guest, "Join")
        raise StuckError(f"{guest.account.username} could not join")

    async def choose_deck(self, user: User) -> None:
        """Choose a deck in the private menu, if the game has decks."""
        more = await self.press_board(user, "More …")
        if more is None or not more.messages or "Choose deck" not in more.message.labels:
            return
        asked = await self.press(user, more.message, "Choose deck")
        if asked.messages and asked.message.selects and not self.channel.locked:
            menu = asked.message.selects[0]
            value = self.random.choice(menu["options"])["value"]
            await self._done(await user.select(asked.message, value, custom_id=menu["custom_id"], wait=False))

    async def start(self) -> None:
        """Start the match. It begins once its commitment is posted, perhaps by a process that has to wait until the
        lease of a dead one ends.
        """
        for _ in range(TRIES):
            if self.status == "live":
                return
            await self.press_board(self.users[0], "Start")
            if self.status == "lobby" and not self.is_unanswered:
                await self.rest("forbidden")  # no match begins without its channel
        raise StuckError("the match could not be started")

    async def look(self) -> None:
        """Ask for the present state of the match."""
        user = self.random.choice(self.users)
        line = self.random.choice(["/hand", "/match status", "My hand"])
        if line == "My hand":
            await self.press_board(user, line)
        else:
            await self._done(await user.slash(line, at=self.place(user), wait=False))

    async def play(self) -> None:
        """Let a player who must act play an action, in one of several ways."""
        before = len(self.stored.plies(self.number))
        for attempt in range(TRIES):
            if len(self.stored.plies(self.number)) > before or self.status != "live":
                return
            if attempt == TRIES // 2 and not self.is_unanswered:
                await self.rest("forbidden")  # a person without success waits a moment
            if not self.asked:
                await self.look()  # without a board, people would try this, and then just see whether they can play
            user = self.random.choice(self.asked or self.users)
            await self._act(user, before, repeated=self.hurried or attempt > 0)
        raise StuckError(f"nobody could play ply {before + 1}")

    async def resign(self) -> None:
        """Let one player after the other resign, until the match ends."""
        for attempt in range(TRIES * len(self.users)):
            if self.status != "live":
                return
            user = self.users[attempt % len(self.users)]
            asked = await user.slash("/match resign", at=self.place(user), wait=False)
            await self._done(asked)
            if asked.messages and "Resign" in asked.message.labels:
                await self.press(user, asked.message, "Resign")
        raise StuckError("nobody could resign")

    async def rest(self, *spared: str) -> None:
        """Wait until everything pending is delivered, except messages with one of these troubles."""
        mine = self.number if self.among_others else None
        await self.stored.until(
            lambda: all(row.trouble in {"closed", *spared} for row in self.stored.behind(mine)), "the delivery's rest"
        )

    async def hang_up(self) -> None:
        """Bring a deleted board back by a command, as the bot advises, if the match still needs it. While Discord takes
        nothing, nobody waits for a board.
        """
        if not self.is_unanswered:
            await self.rest()
        if self.board is None and self.status in {"lobby", "live", "over"}:
            await self.ask(self.users[0], "/match status", match=self.number)
            if not self.is_unanswered:
                await self.wire.until(lambda: self.board, what="a board in the place of the deleted one")

    async def ask(self, user: User, line: str, **options: Any) -> Interaction:
        """Send a command where the user sits, and wait for its whole answer."""
        return await self.ask_at(self.place(user), user, line, **options)

    async def ask_at(self, channel: Channel, user: User, line: str, **options: Any) -> Interaction:
        """Send a command in a channel, and wait for its whole answer."""
        interaction = await user.slash(line, at=channel, wait=False, **options)
        await self._done(interaction)
        return interaction

    # One action.

    async def _act(self, user: User, before: int, *, repeated: bool) -> None:
        message = await self._place_of(user)
        for _ in range(PRESSES):
            if message is None or message.deleted or len(self.stored.plies(self.number)) > before:
                return
            offers = list(self.offers(message))
            if not offers:
                return
            offer = self.random.choice(offers)
            interaction = await self._take(user, offer, repeated=repeated)
            if offer.custom_id.startswith(("act/", "sure/", "choose/")):
                await self._await_ply(interaction, before)
            if len(self.stored.plies(self.number)) == before and is_asked_again(interaction):
                message = next((m for m in interaction.messages if self.can_play(m)), interaction.source)
                continue
            if offer.custom_id.startswith(("act/", "sure/")):
                return
            if interaction.messages and self.can_play(interaction.message):
                message = interaction.message

    async def _place_of(self, user: User) -> Message | None:
        """Return a message in which to look for choices: a different one every time."""
        board, hand = self.board_of(user), self.hand(user)
        way = self.random.choice(["direct", "direct", "board", "My hand", "/hand", "slash"])
        if way == "board" and board is not None and self.can_play(board):
            return board
        if way == "slash" and hand is not None:
            spoken = await self._speak(user, hand)
            if spoken is not None:
                return spoken
        if way == "My hand" or (hand is None and way != "/hand"):
            shown = await self.press_board(user, "My hand")
            return shown.message if shown is not None and shown.messages else None
        if way == "/hand":
            shown = await self.ask(user, "/hand")
            return shown.message if shown.messages else None
        return hand

    async def _speak(self, user: User, hand: Message) -> Message | None:
        """Play a button's action by a slash command instead; return the message that follows."""
        offers = [offer for offer in self.offers(hand) if offer.words]
        if not offers:
            return None
        verb, *further = self.random.choice(offers).words
        level = self.wire.world.commands[None, self.game].body
        command = next(each for each in level["options"] if each["name"] == verb)
        names = [option["name"] for option in command.get("options") or () if option["type"] == STRING]
        fields = dict(zip(names, further, strict=False))
        if names and len(further) > len(names):
            fields[names[-1]] = " ".join(further[len(names) - 1 :])
        try:
            interaction = await self.ask(user, f"/{self.game} {verb}", **fields)
        except ImpossibleError:  # the command needs more than the button says
            return None
        return interaction.message if interaction.messages and self.can_play(interaction.message) else None

    def can_play(self, message: Message) -> bool:
        """Return whether a message offers any action."""
        return any(True for _ in self.offers(message))

    def offers(self, message: Message) -> Iterator[Offer]:
        """Yield the buttons and menu options of a message that lead to an action."""
        for button in message.buttons:
            identity = button.get("custom_id", "")
            purpose, _, target = identity.partition("/")
            mine = target.startswith(f"{self.number}-") and button.get("label") not in _TURNING
            if purpose in {"act", "show", "sure"} and mine and not button.get("disabled"):
                yield Offer(message, identity)
        for menu in message.selects:
            if menu["custom_id"].startswith(f"choose/{self.number}-"):
                for option in menu["options"]:
                    yield Offer(message, menu["custom_id"], option["value"])

    async def _take(self, user: User, offer: Offer, *, repeated: bool) -> Interaction:
        if offer.message.channel.locked:
            return await self.ask(user, "/hand")
        if offer.value is not None:
            interaction = await user.select(offer.message, offer.value, custom_id=offer.custom_id, wait=False)
        else:
            interaction = await user.press(offer.message, custom_id=offer.custom_id, wait=False)
        if offer.custom_id.startswith(("act/", "sure/")):  # it counts even if the answer never arrives
            self.acts.append(interaction)
            if repeated:
                self.repeated.add(interaction.id)
        await self._done(interaction)
        if interaction in self.acts and is_asked_again(interaction):  # check it now: the message will change
            self.acts.remove(interaction)
        return interaction

    async def press_board(self, user: User, label: str) -> Interaction | None:
        """Press a button on the user's board; return None if there is no board, or no such button."""
        board = self.board_of(user)
        if board is None or label not in board.labels:
            await self.hang_up()
            return None
        return await self.press(user, board, label)

    async def press(self, user: User, message: Message, label: str) -> Interaction:
        """Press a button and wait for its whole answer. In a locked thread buttons are dead; people use a command."""
        if message.channel.locked:
            return await self.ask(user, "/hand")
        return await self._done(await user.press(message, label, wait=False))

    async def _done(self, interaction: Interaction) -> Interaction:
        """Wait for an answer, which must come even if one thing fails."""
        if self.is_unanswered:
            return await self._without_patience(interaction)
        await interaction.until_settled()
        if interaction.failed and not interaction.given_up:  # then they try again
            raise StuckError(f"the application did not respond to {interaction.data}")
        return interaction

    async def _without_patience(self, interaction: Interaction) -> Interaction:
        """Wait for an answer that may never come, no longer than Discord does."""
        try:
            await interaction.until_settled(THREE_SECONDS)
        except TimeoutError:
            self.wire.give_up(interaction)
        return interaction

    async def _await_ply(self, interaction: Interaction, before: int) -> None:
        """Wait for the ply of a press that the bot has only acknowledged so far."""
        if interaction.acknowledged and interaction.answered_by not in _SHOWN:
            try:
                await self.stored.until(lambda: len(self.stored.plies(self.number)) > before, "a ply", within=3.0)
            except TimeoutError:
                return
        await asyncio.sleep(0)


def _question(board: Message | None) -> str:
    """Return the lines of a board that say who is asked."""
    lines = board.content.splitlines() if board is not None else []
    return "\n".join(line for line in lines if line.startswith(ASKED))


def is_asked_again(interaction: Interaction) -> bool:
    """Return whether the bot has asked for confirmation."""
    shown = [*interaction.messages, *([interaction.source] if interaction.source is not None else [])]
    return any(b.get("custom_id", "").startswith("sure/") for message in shown for b in message.buttons)
