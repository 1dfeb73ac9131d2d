"""Starts interactions and delivers them to the bot ("Receiving and Responding")."""

import secrets

from sandbox.wire.errors import Json
from sandbox.wire.model import Account, Channel, Interaction, InteractionType, Message
from sandbox.wire.objects import interaction_object
from sandbox.wire.options import Options
from sandbox.wire.world import Event, World


class Interactions:
    """The interactions that users have with the bot."""

    def __init__(self, world: World, options: Options) -> None:
        self.first_answer = options.first_answer
        """The time within which the bot must acknowledge an interaction, in seconds."""
        self._world = world
        self._attachment_limit = options.promised_limit or options.attachment_limit
        self._endpoint = options.interactions_endpoint

    def start(
        self, user: Account, channel: Channel, kind: InteractionType, data: Json, origin: Message | Interaction | None
    ) -> Interaction:
        """Start an interaction and deliver it to the bot.

        origin: the message whose component is used; for a modal, the interaction that opened it; None for a command.
        """
        world = self._world
        interaction = Interaction(world.ids.make(), new_token(), kind, user, channel, world.clock.now(), data)
        if isinstance(origin, Message):
            interaction.source = origin
        elif origin is not None:
            interaction.source, interaction.parent = origin.source, origin
        world.interactions[interaction.id] = world.tokens[interaction.token] = interaction
        world.clock.alarm(interaction.created + self.first_answer, lambda: self._fail(interaction))
        self.deliver(interaction)
        return interaction

    def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot; a second call sends a duplicate.

        If the application has an endpoint, its interactions go only there, never through the gateway ("Receiving and
        Responding").
        """
        if self._endpoint is not None:
            return
        data = interaction_object(interaction, self._world.bot, self._attachment_limit)
        self._world.emit(Event("INTERACTION_CREATE", data, interaction.channel.guild))

    def give_up(self, interaction: Interaction) -> None:
        """Stop waiting for a first answer at once: the user is told that the application did not respond, and a later
        answer is refused.
        """
        interaction.created = self._world.clock.now() - self.first_answer - 1
        interaction.given_up = not interaction.acknowledged
        self._fail(interaction)

    def _fail(self, interaction: Interaction) -> None:
        if not interaction.acknowledged:
            interaction.failed = True
            self._world.touch(interaction)


def new_token() -> str:
    """Return a new token for an interaction, which nobody can guess."""
    return f"wire-{secrets.token_urlsafe(24)}"
