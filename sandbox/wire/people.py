"""People: what they see, and what they do with the bot as the client of Discord lets them."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from sandbox.wire.command_options import CommandLine
from sandbox.wire.components import Component
from sandbox.wire.errors import Json
from sandbox.wire.model import Account, Channel, Interaction, InteractionType, Message, seen_in
from sandbox.wire.permissions import Permission, permissions_in
from sandbox.wire.problems import ImpossibleError, NoAnswerError
from sandbox.wire.signals import PATIENCE

if TYPE_CHECKING:
    from sandbox.wire.server import Wire

_TEXT_INPUT: Final = 4
_STRING_SELECT: Final = 3


class User:
    """One person at the client.

    What they do returns the interaction, when they wait for nothing any more: their answer is there, or their modal,
    or the bot has said that it will change a message. With `wait=False` it returns at once.
    """

    def __init__(self, wire: "Wire", account: Account) -> None:
        self.account = account
        self._wire = wire

    @property
    def id(self) -> int:
        """Their id."""
        return self.account.id

    @property
    def mention(self) -> str:
        """What pings them."""
        return f"<@{self.id}>"

    # what they see

    @property
    def dms(self) -> list[Message]:
        """What the bot has written to them, the oldest first."""
        return self._wire.world.direct_messages(self.account).messages

    def messages(self, channel: Channel | None = None) -> list[Message]:
        """What they see in a channel, the oldest first: what is for everybody, and what is for them alone."""
        place = channel or self._wire.channel
        return list(seen_in(place, self.account)) if self._enters(place) else []

    def sees(self, message: Message) -> bool:
        """Whether they see a message."""
        return not message.deleted and self._enters(message.channel) and message.seen_by in {None, self.account}

    def _enters(self, channel: Channel) -> bool:
        if channel.guild is None:
            return channel.recipient is self.account
        member = channel.guild.members.get(self.id)
        return member is not None and bool(permissions_in(channel, member) & Permission.VIEW_CHANNEL)

    def close_dms(self) -> None:
        """No bot can write to them."""
        self.account.closed_dms = True

    def open_dms(self) -> None:
        """Bots can write to them again."""
        self.account.closed_dms = False

    # what they do

    async def slash(self, line: str, *, at: Channel | None = None, wait: bool = True, **options: Any) -> Interaction:
        """Use a slash command, such as `slash("/match new", game="allocator")`, in the first channel unless elsewhere.

        Raises:
            ImpossibleError: there is no such command, or its options are not as it asks.
            NoAnswerError: the bot does not answer in time.
        """
        data = self._command(line, at).data(options)
        return await self._do(at or self._wire.channel, InteractionType.APPLICATION_COMMAND, data, None, wait)

    async def autocomplete(
        self, line: str, option: str, typed: str = "", *, at: Channel | None = None, **options: Any
    ) -> list[Json]:
        """What is offered while they type into an option.

        Raises:
            ImpossibleError: there is no such command or option, or nothing is offered for it.
            NoAnswerError: the bot does not answer in time.
        """
        data = self._command(line, at).focused(option, typed, options)
        kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        done = await self._do(at or self._wire.channel, kind, data, None, wait=True)
        return done.choices or []

    def _command(self, line: str, at: Channel | None) -> CommandLine:
        channel = at or self._wire.channel
        if not self._enters(channel):
            raise ImpossibleError(f"{self.account.username} does not see this channel")
        guild = channel.guild
        commands = self._wire.world.commands
        name = line.removeprefix("/").split()[0]
        found = commands.get((guild.id if guild is not None else None, name)) or commands.get((None, name))
        if found is None:
            raise ImpossibleError(f"there is no command {line}; there are {sorted(key[1] for key in commands)}")
        return CommandLine(found, line, self._wire.world)

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
            ImpossibleError: they do not see the message, or it has no such button, or one that cannot be pressed.
            NoAnswerError: the bot does not answer in time.
        """
        message = self._see(on)
        found = [button for button in message.buttons if _fits(button, label, custom_id) and button.get("custom_id")]
        button = _only(found, f"button {label or custom_id!r} among {message.labels}")
        return await self._use(message, button, {}, wait=wait)

    async def select(
        self,
        on: Message | Interaction,
        *choices: str | int,
        custom_id: str | None = None,
        wait: bool = True,
    ) -> Interaction:
        """Choose in a menu by labels or values; without an id it is the only menu that offers all of them.

        Raises:
            ImpossibleError: they do not see the message, or it has no such menu or choices.
            NoAnswerError: the bot does not answer in time.
        """
        message = self._see(on)
        wanted = [str(choice) for choice in choices]
        found = [menu for menu in message.selects if custom_id in {None, menu["custom_id"]}]
        found = [menu for menu in found if menu["type"] != _STRING_SELECT or _values(menu, wanted) is not None]
        menu = _only(found, f"menu {custom_id or ''} that offers {wanted}")
        values = wanted if menu["type"] != _STRING_SELECT else _values(menu, wanted) or []
        if not menu.get("min_values", 1) <= len(values) <= menu.get("max_values", 1):
            raise ImpossibleError(f"so many cannot be chosen: {wanted}")
        return await self._use(message, menu, {"values": values}, wait=wait)

    async def _use(self, message: Message, component: Component, more: Json, *, wait: bool) -> Interaction:
        if component.get("disabled"):
            raise ImpossibleError(f"{component.get('label') or component['custom_id']!r} is disabled")
        if message.loading:
            raise ImpossibleError("the bot is thinking")
        data = {"custom_id": component["custom_id"], "component_type": component["type"], "id": component["id"], **more}
        return await self._do(message.channel, InteractionType.MESSAGE_COMPONENT, data, message, wait)

    async def submit(
        self, opened: Interaction, fields: Mapping[str, str | list[str]], *, wait: bool = True
    ) -> Interaction:
        """Fill in the modal that an interaction opened, by labels or ids, and send it.

        Raises:
            ImpossibleError: no modal was opened, or it has no such fields, or a field is not as it asks.
            NoAnswerError: the bot does not answer in time.
        """
        if opened.modal is None or opened.user is not self.account:
            raise ImpossibleError("no modal was opened for them")
        rest = dict(fields)
        parts = [_filled(part, rest, number) for number, part in enumerate(opened.modal["components"], start=1)]
        if rest:
            raise ImpossibleError(f"the modal has no fields {sorted(rest)}")
        data = {"custom_id": opened.modal["custom_id"], "components": parts}
        return await self._do(opened.channel, InteractionType.MODAL_SUBMIT, data, opened, wait)

    def _see(self, on: Message | Interaction) -> Message:
        message = on if isinstance(on, Message) else on.message
        if not self.sees(message):
            raise ImpossibleError(f"{self.account.username} does not see this message")
        return message

    async def _do(  # everything that an interaction is made of
        self, channel: Channel, kind: InteractionType, data: Json, origin: Message | Interaction | None, wait: bool
    ) -> Interaction:
        if channel.guild is not None and self._wire.world.bot.id not in channel.guild.members:
            raise ImpossibleError("the bot is not on this server")
        done = self._wire.interact(self.account, channel, kind, data, origin)
        if wait:
            await done.until_settled(PATIENCE + self._wire.options.first_answer)
            if done.failed:
                raise NoAnswerError(f"the application did not respond to {kind.name} {data}")
        return done


def _fits(component: Component, label: str | None, custom_id: str | None) -> bool:
    return label in {None, component.get("label")} and custom_id in {None, component.get("custom_id")}


def _only(found: Iterable[Component], what: str) -> Component:
    several = list(found)
    if len(several) != 1:
        raise ImpossibleError(f"there is {'no' if not several else 'more than one'} {what}")
    return several[0]


def _values(menu: Component, wanted: list[str]) -> list[str] | None:
    """The values that these labels or values mean, in this menu; none if it does not offer one of them."""
    meant = {option["label"]: option["value"] for option in menu["options"]}
    meant |= {option["value"]: option["value"] for option in menu["options"]}
    return [meant[each] for each in wanted] if set(wanted) <= meant.keys() else None


def _filled(part: Component, rest: dict[str, str | list[str]], number: int) -> Json:
    inner = part["component"] if "component" in part else (part.get("components") or [None])[0]
    if inner is None:
        return {"type": part["type"], "id": number}
    label = part.get("label") or inner.get("label")
    given = rest.pop(inner["custom_id"], None)
    given = rest.pop(label, None) if given is None else given
    answer = {"type": inner["type"], "id": 100 + number, "custom_id": inner["custom_id"], **_entered(inner, given)}
    key = {"component": answer} if "component" in part else {"components": [answer]}
    return {"type": part["type"], "id": number, **key}


def _entered(inner: Component, given: str | list[str] | None) -> Json:
    if inner["type"] != _TEXT_INPUT:
        values = [given] if isinstance(given, str) else given or []
        return {"values": values}
    text = given if isinstance(given, str) else inner.get("value") or ""
    least, most = inner.get("min_length") or 0, inner.get("max_length") or 4000
    if (inner.get("required", True) and not text) or (text and not least <= len(text) <= most):
        raise ImpossibleError(f"{inner['custom_id']!r} cannot be sent like this")
    return {"value": text}
