"""Answer a press, a choice or a command: by the interaction's own callback if the answer is ready soon.

If the answer is not ready after `ACKNOWLEDGED_AFTER`, for whatever reason, the interaction is acknowledged, and the
answer follows. Discord wants the first answer within 3 seconds (Receiving and Responding, "Interaction Callback").
Callbacks do not count against Discord's 50 requests a second; what follows does.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum, auto
from types import TracebackType
from typing import Any, Final, Self

import discord
import structlog

from bot.model.match import DIRECT_MESSAGES, UserId
from bot.people.settings import Preferences
from bot.store.errors import StoreError
from cogs.delivery.error_meanings import REPLACED, Meaning, UnheardError, meaning
from cogs.delivery.error_texts import kind_words, untaken_words
from cogs.delivery.observers import Observers
from cogs.delivery.working import Working
from cogs.messages.message import LIMIT, Message, as_liked
from cogs.text import escaped, shortened
from cogs.widgets import purposes

AnyInteraction = discord.Interaction[Any]

ACKNOWLEDGED_AFTER: Final = 1.0
"""Seconds after which an interaction is acknowledged if its answer is not ready."""

ONE_MOMENT: Final = "This takes a moment. If nothing follows, `/match status` and `/hand` show the current state."
"""The placeholder of a command's answer. It stays correct even if the process dies; Discord's own “thinking…” would
hang for ever."""

_OF_BOARDS: Final = (purposes.HAND, purposes.LEAVE, purposes.REMATCH, purposes.ABANDON, purposes.PINGED)
"""Types of ids of the buttons on messages that all viewers of a match see."""

_FINAL: Final = frozenset({Meaning.LATE, Meaning.PASSING, Meaning.FILE, Meaning.FILTERED})
"""The meanings of refusals of which the next attempt, a moment later, is sure."""

_SILENT: Final = frozenset({Meaning.LATE, Meaning.PASSING})
"""The meanings of refusals after which no word reaches the user."""

FOLLOW_UPS: Final = 5
"""The maximum number of follow-ups to an interaction where only a user has installed the bot (Discord: Receiving and
Responding, "Followup Messages").
"""

_TRIES: Final = (0.0, 0.25, 0.75)
"""Seconds to wait before each attempt to send a callback. Another attempt follows if Discord's reply is lost."""

Way = Callable[[], Awaitable[None]]
PreferencesOf = Callable[[UserId], Awaitable[Preferences]]
Strangers = Callable[[int, UserId, Iterable[UserId]], Awaitable[Mapping[UserId, str]]]

_MENTION: Final = re.compile("<@([0-9]+)>")


async def default_preferences(_: UserId) -> Preferences:
    """Return the preferences of a user who has chosen nothing."""
    return Preferences()


async def nobody_strange(_guild: int, _viewer: UserId, _users: Iterable[UserId]) -> Mapping[UserId, str]:
    """Return that nobody is a stranger to anybody."""
    return {}


def unconcerned(_: BaseException) -> None: ...


async def unheard(_: "Answer") -> None: ...


log = structlog.stdlib.get_logger(__name__)


class _Original(Enum):
    """The meaning of `@original` for an interaction: the message that its first callback made or changed."""

    NONE = auto()
    PRIVATE = auto()
    PRESSED = auto()


class Answer:
    """One interaction, from `async with` to the end of its answer. Every error raised inside is explained to its
    user.
    """

    def __init__(  # noqa: PLR0913 # chosen by tests and the program
        self,
        interaction: AnyInteraction,
        *,
        patience: float = ACKNOWLEDGED_AFTER,
        working: Working | None = None,
        preferences_of: PreferencesOf = default_preferences,
        note_error: Callable[[BaseException], object] = unconcerned,
        observers: Observers | None = None,
        strangers: Strangers = nobody_strange,
        heard: Callable[["Answer"], Awaitable[None]] = unheard,
    ) -> None:
        """working: counts the answers under way, so that a stop can wait for them. preferences_of: returns a user's
        preferences. note_error: called with each error raised while answering. observers: are told how long the
        answer took. strangers: as `Names.strangers`. heard: is called before an interaction of a conversation is
        answered.
        """
        self.interaction = interaction
        self.in_conversation = in_conversation(interaction)
        """Whether the interaction comes from a conversation of people without the bot."""
        self._heard = heard
        self._followups = 0
        self._private_followup: int | None = None
        """The first private follow-up to a press on a board of a conversation: the hand, before any notes."""
        self.words_page = 0
        """The page of a text description that the user asked for."""
        self._preferences_of = preferences_of
        self._note_error = note_error
        self._strangers = strangers
        self._working = working or Working()
        self._patience = patience
        self._observers = observers or Observers()
        self._began = asyncio.get_running_loop().time()
        self._pictured = False
        self._original = _Original.NONE
        self._acknowledged = False
        self._said = False
        self._changed = False
        self._untaken: Exception | None = None
        """The error with which Discord has refused an answer."""
        self._unsure = False
        """Whether Discord may have accepted a callback although we got no reply."""
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None

    @property
    def user(self) -> UserId:
        """The user who pressed or typed."""
        return self.interaction.user.id

    @property
    def pressed(self) -> int | None:
        """The id of the message that was pressed; None for a command."""
        return None if self.interaction.message is None else self.interaction.message.id

    @property
    def is_private(self) -> bool:
        """Whether only this user sees the message that was pressed."""
        message = self.interaction.message
        if message is None:
            return False
        return message.flags.ephemeral or (
            self.interaction.guild_id is None and not self.in_conversation and not _is_board(message)
        )

    @property
    def is_ephemeral(self) -> bool:
        """Whether the message that was pressed is an ephemeral answer of ours. Only the press itself can change it."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def has_private_answer(self) -> bool:
        """Whether the interaction has a private answer, which it can still change later: its `@original`, or a
        follow-up in a conversation.
        """
        if self._private_followup is not None:
            return True
        if self._original is _Original.PRIVATE:
            return self._said
        return self._original is _Original.PRESSED and self.is_ephemeral

    @property
    def changed(self) -> bool:
        """Whether the message that was pressed has been changed by this answer."""
        return self._changed

    async def __aenter__(self) -> Self:
        self._working.begin()
        self._timer = asyncio.get_running_loop().call_later(self._patience, self._run_out)
        if self.in_conversation:
            await self._heard(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        try:
            if isinstance(error, Exception):
                await self.explain(error)
            if error is None or isinstance(error, Exception):
                await self._finish()
        finally:
            if self._timer is not None:
                self._timer.cancel()
            if self._late is not None:
                await asyncio.wait([self._late])
            self._working.end()
        return error is None or isinstance(error, Exception)

    async def say(self, message: Message | str) -> None:
        """Send a new message that only this user sees."""
        said = message if isinstance(message, Message) else Message(shortened(message, LIMIT))
        said = await self._as_liked(said)
        await self._answer(lambda: self._say(said))

    async def redraw(self, message: Message) -> None:
        """Replace the message that was pressed with this one."""
        shown = await self._as_liked(message) if self.is_private else message
        await self._answer(lambda: self._redraw(shown))

    async def show(self, message: Message) -> None:
        """Show something private: replace the pressed message if it is private, else send a new one."""
        await (self.redraw(message) if self.is_private else self.say(message))

    async def ask(self, form: discord.ui.Modal) -> None:
        """Open a form. Discord allows this only as the first answer to an interaction."""
        form.stop()

        async def open_form() -> None:
            await self.interaction.response.send_modal(form)
            self._acknowledged = True
            self._observers.answered(asyncio.get_running_loop().time() - self._began)

        await self._answer(open_form)

    async def answer_with(self, message: Message) -> bool:
        """Replace the message that was pressed, by the callback, which does not count against the request limit.
        Return whether the callback was still free to use.
        """
        async with self._turn:
            if self._acknowledged:
                return False
            try:
                is_taken = await self._callback(_Original.PRESSED, lambda: self._edit_by_callback(message))
            except discord.HTTPException as error:
                if meaning(error) is Meaning.WAIT:
                    raise
                return False
            if is_taken:
                self._has_shown(message)
            return is_taken

    async def change_private(self, message: Message) -> None:
        """Replace the private answer by this one. It raises the errors of the call."""
        if self._private_followup is not None:
            await self.interaction.followup.edit_message(self._private_followup, **message.edited())
        else:
            await self.interaction.edit_original_response(**message.edited())

    async def post(self, message: Message) -> int | None:
        """Send a message that all people in a conversation see. Return its id; None if the interaction has no follow-up
        left. It raises the errors of the call.
        """
        async with self._turn:
            await self._nothing()
            if self._followups >= FOLLOW_UPS or self.interaction.is_expired():
                return None
            self._followups += 1
            sent = await self.interaction.followup.send(wait=True, **message.new())
            return sent.id

    async def change(self, message: Message, followup: int | None) -> None:
        """Replace the message that was pressed, or a follow-up with this id. It raises the errors of the call.

        Raises:
            UnheardError: the press was answered by a form, and cannot change its message.
        """
        async with self._turn:
            await self._nothing()
            if followup is not None:
                await self.interaction.followup.edit_message(followup, **message.edited())
            elif self._original is _Original.PRESSED:
                await self.interaction.edit_original_response(**message.edited())
            else:
                raise UnheardError

    async def look_at(self, number: int) -> None:
        """Look at the message that was pressed, or a follow-up, by its id. It raises the errors of the call."""
        async with self._turn:
            await self._nothing()
            await self.interaction.followup.fetch_message(number)

    async def remove(self, followup: int | None) -> None:
        """Delete the message that was pressed, or a follow-up with this id. It raises the errors of the call.

        Raises:
            UnheardError: as for `change`.
        """
        async with self._turn:
            await self._nothing()
            if followup is not None:
                await self.interaction.followup.delete_message(followup)
            elif self._original is _Original.PRESSED:
                await self.interaction.delete_original_response()
            else:
                raise UnheardError

    async def explain(self, error: Exception) -> None:
        """Explain an error to the user in a private message."""
        if meaning(error) is Meaning.LATE:
            log.info("answer came too late")
            return
        await self.say(kind_words(error))

    async def _as_liked(self, message: Message) -> Message:
        message = await self._without_accounts(message)
        if message.picture is None and not message.words:
            return message
        return await as_liked(message, await self._preferences_of(self.user), self.words_page)

    async def _without_accounts(self, message: Message) -> Message:
        """Return a message that names strangers instead of mentioning their accounts."""
        mentioned = {int(user) for user in _MENTION.findall(message.content)} - {self.user}
        if not mentioned:
            return message
        guild = self.interaction.guild_id or DIRECT_MESSAGES
        try:
            names = await self._strangers(guild, self.user, mentioned)
        except StoreError:
            names = dict.fromkeys(mentioned, "somebody")

        def named(mention: re.Match[str]) -> str:
            user = int(mention[1])
            return escaped(names[user]) if user in names else mention[0]

        return replace(message, content=shortened(_MENTION.sub(named, message.content), LIMIT)) if names else message

    async def _answer(self, way: Way) -> None:
        """Send one answer at a time. If Discord refuses it and may take it a moment later, try once more. The last
        refusal is only logged.
        """
        async with self._turn:
            for last in (False, True):
                try:
                    await way()
                except Exception as error:
                    self._note_error(error)
                    found = meaning(error)
                    self._observers.failed(found)
                    if not isinstance(error, discord.HTTPException) and found is not Meaning.WAIT:
                        raise
                    log.info("could not answer", meaning=found.name, code=getattr(error, "code", 0))
                    if last or found in _FINAL:
                        self._untaken = None if found in _SILENT else error
                        return
                    await asyncio.sleep(_TRIES[1])
                else:
                    return

    async def _finish(self) -> None:
        """Acknowledge the interaction if nothing has. If Discord refused the answer, tell the user so."""
        if self._untaken is not None:
            untaken, self._untaken = self._untaken, None
            await self._answer(lambda: self._say(Message(untaken_words(untaken))))
        await self._answer(self._nothing)

    async def _say(self, said: Message) -> None:
        presses_board = self.in_conversation and self.pressed is not None and not self.is_ephemeral
        if presses_board:
            await self._nothing()  # so that the interaction can change the board for as long as its token works
        if not self._acknowledged and await self._callback(
            _Original.PRIVATE, lambda: self.interaction.response.send_message(ephemeral=True, **said.new())
        ):
            self._said = True
        elif self._original is _Original.PRIVATE and not self._said:
            await self.interaction.edit_original_response(**said.edited())
            self._said = True
        else:
            self._followups += 1
            sent = await self.interaction.followup.send(wait=True, ephemeral=True, **said.new())
            if presses_board and self._private_followup is None:
                self._private_followup = sent.id
        self._has_shown(said)

    async def _redraw(self, message: Message) -> None:
        try:
            if self._acknowledged or not await self._callback(
                _Original.PRESSED, lambda: self._edit_by_callback(message)
            ):
                await self.interaction.edit_original_response(**message.edited())
        except discord.HTTPException as error:
            if meaning(error) not in REPLACED:
                raise
            await self._say(message)  # the pressed message is gone, or can no longer be edited
        self._changed = True
        self._has_shown(message)

    async def _edit_by_callback(self, message: Message) -> None:
        await self.interaction.response.edit_message(**message.edited())
        self._changed = True

    def _has_shown(self, message: Message) -> None:
        if message.picture is not None and not self._pictured:
            self._pictured = True
            self._observers.pictured(asyncio.get_running_loop().time() - self._began)

    async def _nothing(self) -> None:
        if not self._acknowledged:
            await self._acknowledge()

    def _run_out(self) -> None:
        self._late = asyncio.create_task(self._answer(self._nothing), name="acknowledge")

    async def _acknowledge(self) -> None:
        """Acknowledge, to gain time: leave a pressed message as it is, and answer a command with a placeholder."""
        if self.interaction.type is discord.InteractionType.application_command or self.interaction.message is None:
            placeholder = Message(ONE_MOMENT)
            await self._callback(
                _Original.PRIVATE, lambda: self.interaction.response.send_message(ephemeral=True, **placeholder.new())
            )
        else:
            await self._callback(_Original.PRESSED, self.interaction.response.defer)

    async def _callback(self, original: _Original, send: Callable[[], Awaitable[Any]]) -> bool:
        """Send the interaction's one callback. Return whether Discord accepted this one; False: it had already accepted
        another. An attempt whose reply was lost is repeated, and may turn out to have been accepted.
        """
        if self._original is _Original.NONE:
            self._original = original
        for place, pause in enumerate(_TRIES, 1):
            await asyncio.sleep(pause)
            try:
                await send()
            except Exception as error:
                found = meaning(error)
                if found is Meaning.ACKNOWLEDGED:
                    self._acknowledged = True
                    return place > 1 and not self._unsure
                if found is not Meaning.WAIT or place == len(_TRIES):
                    self._unsure |= found is Meaning.WAIT
                    raise
            else:
                self._acknowledged = True
                self._original = original
                self._observers.answered(asyncio.get_running_loop().time() - self._began)
                return True
        raise AssertionError("the last try returns or raises")


def _is_board(message: discord.Message) -> bool:
    """Return whether a message shows a match to all its viewers, in direct messages as well: a board or a ping."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    identities = [item.custom_id or "" for row in rows for item in row.children]
    return any(purpose.read(identity) is not None for identity in identities for purpose in _OF_BOARDS)


def in_conversation(interaction: AnyInteraction) -> bool:
    """Return whether an interaction comes from a conversation of people without the bot: their direct messages, or a
    group (Discord: Receiving and Responding, Interaction Context Types).
    """
    return interaction.guild_id is None and interaction.context.private_channel


Answering = Callable[[AnyInteraction], Answer]
"""A function that makes the `Answer` to an interaction."""
