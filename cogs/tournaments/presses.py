"""Sign up, start, drop out and see standings by buttons, as the commands do."""

import asyncio
from collections.abc import Sequence

from discord import ButtonStyle

from bot.model.preferences import Threads
from bot.tournaments.refusals import NotEntered, NotStarted
from bot.tournaments.tournaments import Terms, Tournaments
from bot.tournaments.values import Key, Part, Status, Tournament
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.channels import check_allowed, threads_place
from cogs.presses.opening import named_key
from cogs.presses.router import OLD_BUTTON, answers
from cogs.tournaments import purposes
from cogs.tournaments.messages import Names, names_of, own_pairing, tournament_message
from cogs.tournaments.terms import ChosenTerms
from cogs.widgets.items import button
from cogs.widgets.refusals import SpokenRefusal


class TournamentPresses:
    """The presses on the messages of tournaments. Every answer is private; the message itself is edited after it."""

    def __init__(self, host: Host, tournaments: Tournaments) -> None:
        self._host = host
        self._tournaments = tournaments

    @answers(purposes.NEW)
    async def chosen(self, answer: Answer, *, terms: str, values: Sequence[str]) -> None:
        """Open a tournament of the chosen game.

        Raises:
            Refusal: it cannot be opened here.
        """
        try:
            read = ChosenTerms.read(terms)
        except ValueError:
            raise SpokenRefusal(OLD_BUTTON) from None
        await self.opened(answer, named_key(self._host.games, values[0]).key, read)

    async def opened(self, answer: Answer, game: str, terms: ChosenTerms) -> None:
        """Open a tournament in the channel of the user.

        Raises:
            Refusal: it cannot be opened here.
        """
        interaction = answer.interaction
        server = await self._host.app.preferences.of_server(interaction.guild_id or 0)
        check_allowed(interaction, server)
        server.check_pace(terms.pace)
        if server.threads is Threads.NEVER:
            raise SpokenRefusal("A tournament needs a thread for each match, and this server allows none.")
        place = threads_place(interaction)
        tournament = await self._tournaments.create(
            Terms(
                guild=place.guild.id,
                channel=place.id,
                organizer=answer.user,
                game=game,
                system=terms.system,
                pace=terms.pace,
                best_of=terms.best_of,
                round_seconds=terms.round_seconds,
                most=terms.most,
                fill=terms.fill,
                rounds=terms.rounds,
            )
        )
        await answer.say(f"Tournament #{tournament.id} is open in <#{place.id}>. Players press Join there, you too.")

    @answers(purposes.JOIN)
    async def join(self, answer: Answer, *, key: Key) -> None:
        """Sign up, or wait for a place."""
        await self.joined(answer, await self._tournaments.named(key))

    async def joined(self, answer: Answer, tournament: Tournament) -> None:
        """Sign the user up."""
        after = await self._tournaments.join(tournament.id, answer.user)
        entry = after.entry_of(answer.user)
        if entry is not None and entry.part is Part.WAITING:
            await answer.say("No place is free: you're on the waiting list, and play once someone drops out.")
        else:
            await answer.say(
                f"You're in tournament #{after.id}. When a match of yours starts, you get your hand by direct message."
            )

    @answers(purposes.LEAVE)
    async def leave(self, answer: Answer, *, key: Key) -> None:
        """Leave before the start."""
        await self.left(answer, await self._tournaments.named(key))

    async def left(self, answer: Answer, tournament: Tournament) -> None:
        """Take the user out of a tournament that has not started."""
        await self._tournaments.leave(tournament.id, answer.user)
        await answer.say(f"You've left tournament #{tournament.id}.")

    @answers(purposes.START)
    async def start(self, answer: Answer, *, key: Key) -> None:
        """Start the tournament."""
        await self.started(answer, await self._tournaments.named(key))

    async def started(self, answer: Answer, tournament: Tournament) -> None:
        """Start a tournament without the users who have left the server."""
        for entry in tournament.players:
            if entry.user is not None and await self._host.has_left(tournament.guild, entry.user):
                await self._tournaments.drop(tournament.id, entry.user)
        manages = answer.interaction.permissions.manage_guild
        after = await self._tournaments.start(tournament.id, answer.user, manages=manages)
        await answer.say(
            f"Tournament #{after.id} has started: {len(after.seeded)} players, {after.rounds} rounds. "
            "Each match gets its own thread."
        )

    @answers(purposes.MINE)
    async def mine(self, answer: Answer, *, key: Key) -> None:
        """Say where the user plays."""
        tournament = await self._tournaments.named(key)
        entry = tournament.entry_of(answer.user)
        if entry is None:
            raise NotEntered
        if tournament.status is Status.OPEN:
            raise NotStarted
        await answer.say(own_pairing(tournament, entry, await self.names(tournament)))

    @answers(purposes.DROP)
    async def drop(self, answer: Answer, *, key: Key) -> None:
        """Ask for confirmation."""
        await self.asked(answer, await self._tournaments.named(key))

    async def asked(self, answer: Answer, tournament: Tournament) -> None:
        """Ask the user whether they really drop out."""
        if tournament.entry_of(answer.user) is None:
            raise NotEntered
        sure = button("Drop out for good", purposes.DROP_FOR_GOOD(tournament.key), ButtonStyle.danger)
        text = (
            f"Drop out of tournament #{tournament.id}? You resign your match and lose those that are left. You can't "
            "come back to it."
        )
        await answer.say(Message(text, [sure]))

    @answers(purposes.DROP_FOR_GOOD)
    async def drop_for_good(self, answer: Answer, *, key: Key) -> None:
        """Drop out: the second of two presses."""
        tournament = await self._tournaments.named(key)
        await self._tournaments.drop(tournament.id, answer.user)
        await answer.show(Message(f"You've dropped out of tournament #{tournament.id}."))

    @answers(purposes.STANDINGS)
    async def standings(self, answer: Answer, *, key: Key) -> None:
        """Show the standings to the user alone."""
        await self.shown(answer, await self._tournaments.named(key))

    @answers(purposes.PAIRING)
    async def standings_of_pairing(self, answer: Answer, *, key: Key, round: int, board: int) -> None:  # noqa: A002 # from the id
        """Show the standings to the user alone."""
        await self.shown(answer, await self._tournaments.named(key))

    async def shown(self, answer: Answer, tournament: Tournament) -> None:
        """Show a tournament as it stands, without its buttons."""
        title = self.title(tournament)
        names = await self.names(tournament)
        message = await asyncio.to_thread(tournament_message, tournament, title, names)
        await answer.say(Message(message.content, (), message.picture, message.picture_name))

    async def names(self, tournament: Tournament) -> Names:
        """Return the names of all entries."""
        users = [entry.user for entry in tournament.entries if entry.user is not None]
        return names_of(tournament, await self._host.app.names.on(tournament.guild, users))

    def title(self, tournament: Tournament) -> str:
        """Return the title of the game of a tournament."""
        game = self._host.games.get(tournament.game)
        return tournament.game if game is None else game.title
