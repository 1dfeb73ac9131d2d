"""People: what they see, and what Discord's client lets them do with the bot."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sandbox.wire.command_options import CommandLine
from sandbox.wire.components import RADIO_GROUP, Component
from sandbox.wire.errors import Json
from sandbox.wire.interactions import Interactions
from sandbox.wire.model import Account, Channel, Interaction, InteractionType, Message, seen_in
from sandbox.wire.objects import context_of
from sandbox.wire.permissions import Permission, permissions_in
from sandbox.wire.problems import ImpossibleError, NoAnswerError
from sandbox.wire.rules import length
from sandbox.wire.signals import WAIT_TIMEOUT
from sandbox.wire.world import World

_TEXT_INPUT: Final = 4
_STRING_SELECT: Final = 3


class User:
    """One person with Discord's client.

    An action returns its interaction once the user has nothing left to wait for: the bot has answered, opened a modal,
    or promised to edit a message. With `wait=False`, an action returns at once.
    """

    def __init__(self, world: World, interactions: Interactions, account: Account) -> None:
        self.account = account
        self._world = world
        self._interactions = interactions
        self.reopens_first = False
        """Whether the user's client is the one for browsers or phones, which reopens an archived thread before it sends
        a press there, and drops the press if it may not (discord-api-docs #8474).
        """

    @property
    def id(self) -> int:
        """The id of the user's account."""
        return self.account.id

    @property
    def mention(self) -> str:
        """The text that pings this user."""
        return f"<@{self.id}>"

    # what the user sees

    @property
    def dms(self) -> list[Message]:
        """The bot's direct messages to this user, oldest first."""
        return self._world.direct_messages(self.account).messages

    def messages(self, channel: Channel | None = None) -> list[Message]:
        """Return the messages that the user sees in a channel, oldest first, including ephemeral ones."""
        place = channel or self._world.home_channel
        return list(seen_in(place, self.account)) if self._enters(place) else []

    def sees(self, message: Message) -> bool:
        """Return whether the user sees a message."""
        return not message.deleted and self._enters(message.channel) and message.seen_by in {None, self.account}

    def _enters(self, channel: Channel) -> bool:
        if channel.is_conversation:
            return self.account in channel.people
        if channel.guild is None:
            return channel.recipient is self.account
        member = channel.guild.members.get(self.id)
        return member is not None and bool(permissions_in(channel, member) & Permission.VIEW_CHANNEL)

    def install(self) -> None:
        """Add the bot to the user's own account ("Application", Installation Context)."""
        self.account.has_installed = True

    def uninstall(self) -> None:
        """Remove the bot from the user's own account."""
        self.account.has_installed = False

    def close_dms(self) -> None:
        """Refuse direct messages from bots."""
        self.account.closed_dms = True

    def open_dms(self) -> None:
        """Accept direct messages from bots again."""
        self.account.closed_dms = False

    # what the user does

    async def slash(self, line: str, *, at: Channel | None = None, wait: bool = True, **options: Any) -> Interaction:
        """Use a slash command, such as `slash("/match new", game="allocator")`, in the channel `at` (by default the
        first one).

        Raises:
            ImpossibleError: there is no such command, or its options do not fit.
            NoAnswerError: the bot does not answer in time.
        """
        channel = at or self._world.home_channel
        self._demand_installation(channel)
        data = self._command(line, channel).data(options)
        return await self._interact(channel, InteractionType.APPLICATION_COMMAND, data, None, wait)

    async def autocomplete(
        self, line: str, option: str, typed: str = "", *, at: Channel | None = None, **options: Any
    ) -> list[Json]:
        """Type into an option of a slash command; return the choices offered.

        Raises:
            ImpossibleError: there is no such command or option, or the option has no autocomplete.
            NoAnswerError: the bot does not answer in time.
        """
        channel = at or self._world.home_channel
        data = self._command(line, channel).focused(option, typed, options)
        kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        interaction = await self._interact(channel, kind, data, None, wait=True)
        return interaction.choices or []

    def _command(self, line: str, channel: Channel) -> CommandLine:
        if not self._enters(channel):
            raise ImpossibleError(f"{self.account.username} does not see this channel")
        guild = channel.guild
        commands = self._world.commands
        name = line.removeprefix("/").split()[0]
        command = commands.get((guild.id if guild is not None else None, name)) or commands.get((None, name))
        if command is None:
            raise ImpossibleError(f"there is no command {line}; there are {sorted(key[1] for key in commands)}")
        if not self._is_offered(command.body, channel):
            raise ImpossibleError(f"{line} is not offered here")
        return CommandLine(command, line, self._world)

    def _is_offered(self, data: Json, channel: Channel) -> bool:
        """Return whether a command is offered in a channel ("Application Commands", Contexts): by the server's
        installation or, where the server has none, by the user's own.
        """
        contexts = data.get("contexts")
        if contexts is not None and context_of(channel) not in contexts:
            return False
        by_user = channel.is_conversation or (channel.guild is not None and not channel.guild.has_commands)
        if by_user and not self.account.has_installed:
            return False
        return not by_user or 1 in (data.get("integration_types") or [0])

    async def press(
        self,
        on: Message | Interaction,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        wait: bool = True,
    ) -> Interaction:
        """Press a button of a message, or of the answer to an interaction, by its label or its id.

        Raises:
            ImpossibleError: the user does not see the message, or it has no such button, or the button is disabled.
            NoAnswerError: the bot does not answer in time.
        """
        message = self._visible(on)
        buttons = [button for button in message.buttons if _fits(button, label, custom_id) and button.get("custom_id")]
        button = _only(buttons, f"button {label or custom_id!r} among {message.labels}")
        return await self._use(message, button, {}, wait=wait)

    async def select(
        self,
        on: Message | Interaction,
        *choices: str | int,
        custom_id: str | None = None,
        wait: bool = True,
    ) -> Interaction:
        """Choose in a menu by labels or values; without an id, in the only menu that offers all of these.

        Raises:
            ImpossibleError: the user does not see the message, or it has no such menu or choices.
            NoAnswerError: the bot does not answer in time.
        """
        message = self._visible(on)
        wanted = [str(choice) for choice in choices]
        menus = [menu for menu in message.selects if custom_id in {None, menu["custom_id"]}]
        menus = [menu for menu in menus if menu["type"] != _STRING_SELECT or _values(menu, wanted) is not None]
        menu = _only(menus, f"menu {custom_id or ''} that offers {wanted}")
        values = wanted if menu["type"] != _STRING_SELECT else _values(menu, wanted) or []
        if not menu.get("min_values", 1) <= len(values) <= menu.get("max_values", 1):
            raise ImpossibleError(f"the menu does not take {len(values)} values: {wanted}")
        return await self._use(message, menu, {"values": values}, wait=wait)

    async def _use(self, message: Message, component: Component, extra: Json, *, wait: bool) -> Interaction:
        if component.get("disabled"):
            raise ImpossibleError(f"{component.get('label') or component['custom_id']!r} is disabled")
        if message.loading:
            raise ImpossibleError("the bot is thinking")
        self._reach_buttons(message.channel)
        data = {"custom_id": component["custom_id"], "component_type": component["type"], "id": component["id"]}
        return await self._interact(
            message.channel, InteractionType.MESSAGE_COMPONENT, {**data, **extra}, message, wait
        )

    def _reach_buttons(self, channel: Channel) -> None:
        """Reopen an archived thread first if the client does so.

        Raises:
            ImpossibleError: the thread is locked, in which buttons are dead for everybody (discord-api-docs #7900); or
                the user may not reopen it.
        """
        if channel.locked:
            raise ImpossibleError("the thread is locked, and its buttons are dead")
        if channel.archived and self.reopens_first:
            self.reopen(channel)

    def reopen(self, thread: Channel) -> None:
        """Reopen an archived thread ("Threads", Editing & Deleting Threads).

        Raises:
            ImpossibleError: the user may not write there, or may not reopen locked threads.
        """
        assert thread.guild is not None
        needed = Permission.SEND_MESSAGES_IN_THREADS | (Permission.MANAGE_THREADS if thread.locked else 0)
        if needed & ~permissions_in(thread, thread.guild.members[self.id]):
            raise ImpossibleError(f"{self.account.username} may not reopen the thread")
        self._world.set_thread(thread, archived=False)

    async def submit(
        self, opened: Interaction, fields: Mapping[str, str | list[str]], *, wait: bool = True
    ) -> Interaction:
        """Fill in the modal that an interaction opened, by labels or ids, and send it.

        Raises:
            ImpossibleError: no modal was opened for this user, or it has no such fields, or a value does not fit.
            NoAnswerError: the bot does not answer in time.
        """
        if opened.modal is None or opened.user is not self.account:
            raise ImpossibleError("no modal was opened for them")
        unused = dict(fields)
        parts = [_filled(part, unused, number) for number, part in enumerate(opened.modal["components"], start=1)]
        if unused:
            raise ImpossibleError(f"the modal has no fields {sorted(unused)}")
        data = {"custom_id": opened.modal["custom_id"], "components": parts}
        return await self._interact(opened.channel, InteractionType.MODAL_SUBMIT, data, opened, wait)

    def _visible(self, on: Message | Interaction) -> Message:
        message = on if isinstance(on, Message) else on.message
        if not self.sees(message):
            raise ImpossibleError(f"{self.account.username} does not see this message")
        return message

    def _demand_installation(self, channel: Channel) -> None:
        is_installed = not channel.is_conversation and (channel.guild is None or channel.guild.has_commands)
        if not is_installed and not self.account.has_installed:
            raise ImpossibleError("neither this server nor this user has installed the bot")

    async def _interact(  # an interaction has so many parts
        self, channel: Channel, kind: InteractionType, data: Json, origin: Message | Interaction | None, wait: bool
    ) -> Interaction:
        if not channel.is_conversation:  # where everybody may press what one person's installation has brought
            self._demand_installation(channel)
        interaction = self._interactions.start(self.account, channel, kind, data, origin)
        if wait:
            await interaction.until_settled(WAIT_TIMEOUT + self._interactions.first_answer)
            if interaction.failed:
                raise NoAnswerError(f"the application did not respond to {kind.name} {data}")
        return interaction


def _fits(component: Component, label: str | None, custom_id: str | None) -> bool:
    return label in {None, component.get("label")} and custom_id in {None, component.get("custom_id")}


def _only(components: Iterable[Component], what: str) -> Component:
    candidates = list(components)
    if len(candidates) != 1:
        raise ImpossibleError(f"there is {'no' if not candidates else 'more than one'} {what}")
    return candidates[0]


def _values(menu: Component, wanted: list[str]) -> list[str] | None:
    """Return a menu's values for these labels or values; None if the menu does not offer all of them."""
    value_of = {option["label"]: option["value"] for option in menu["options"]}
    value_of |= {option["value"]: option["value"] for option in menu["options"]}
    return [value_of[each] for each in wanted] if set(wanted) <= value_of.keys() else None


def _filled(part: Component, unused: dict[str, str | list[str]], number: int) -> Json:
    """Return a part of a modal as Discord's client sends it, filled with its value from `unused`, which loses that
    value.
    """
    field = part["component"] if "component" in part else (part.get("components") or [None])[0]
    if field is None:
        return {"type": part["type"], "id": number}
    label = part.get("label") or field.get("label")
    given = unused.pop(field["custom_id"], None)
    given = unused.pop(label, None) if given is None else given
    answer = {"type": field["type"], "id": 100 + number, "custom_id": field["custom_id"], **_entered(field, given)}
    key = {"component": answer} if "component" in part else {"components": [answer]}
    return {"type": part["type"], "id": number, **key}


def _entered(field: Component, given: str | list[str] | None) -> Json:
    if field["type"] == RADIO_GROUP:
        chosen = next((option["value"] for option in field["options"] if option.get("default")), None)
        if given is not None:
            values = [option["value"] for option in field["options"] if given in (option["value"], option["label"])]
            chosen = next(iter(values), None)
        if chosen is None and (given is not None or field.get("required", True)):
            raise ImpossibleError(f"{field['custom_id']!r} cannot be sent like this")
        return {"value": chosen}
    if field["type"] != _TEXT_INPUT:
        values = [given] if isinstance(given, str) else given or []
        return {"values": values}
    text = given if isinstance(given, str) else field.get("value") or ""
    shortest, longest = field.get("min_length") or 0, field.get("max_length") or 4000
    if (field.get("required", True) and not text) or (text and not shortest <= length(text) <= longest):
        raise ImpossibleError(f"{field['custom_id']!r} cannot be sent like this")
    return {"value": text}
