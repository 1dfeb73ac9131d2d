"""Sign up, start, drop out and see standings by buttons, as the commands do."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from discord import ButtonStyle

from bot.application.match.leases import Work
from bot.people.settings import Threads
from bot.tournaments.refusals import NotEntered, NotStarted
from bot.tournaments.tournaments import Terms, Tournaments
from bot.tournaments.values import Key, Part, Status, Tournament
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import LIMIT, Message
from cogs.presses.opening import named_key
from cogs.presses.permission_to_open import check_allowed, threads_place
from cogs.presses.router import OLD_BUTTON, answers
from cogs.text import escaped, shortened
from cogs.tournaments import purposes
from cogs.tournaments.messages import (
    Names,
    chosen_deck,
    names_of,
    own_pairing,
    standings_message,
)
from cogs.tournaments.terms import ChosenTerms
from cogs.tournaments.trouble import Troubles, on_hold
from cogs.widgets.choices import Choice
from cogs.widgets.decks import deck_menu, playable
from cogs.widgets.items import Item, button
from cogs.widgets.refusals import SpokenRefusal

DEFAULT: Final = Choice("default", "My default deck", "or a random ready-made one if you have none")
"""The choice of the default deck."""

_GONE: Final = (
    "The deck you chose was deleted or breaks the deck rules: your next match is played with your default deck or a "
    "random one. **My deck** chooses another."
)


class TournamentPresses:
    """The presses on the messages of tournaments. Every answer is private. The message itself is edited afterwards."""

    def __init__(self, host: Host, tournaments: Tournaments, troubles: Troubles) -> None:
        self._host = host
        self._tournaments = tournaments
        self._troubles = troubles

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
                rules=terms.rules,
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
            text = "No place is free: you're on the waiting list, and play once someone drops out."
        else:
            text = (
                f"You're in tournament #{after.id}. When a match of yours starts, you get your hand by direct message."
            )
        offered = await self._decks(answer, after)
        if offered:
            text += " You play your default deck, or a random one, unless you choose another:"
        await answer.say(Message(text, _decks(after.key, offered) if offered else ()))

    @answers(purposes.DECKS)
    async def decks(self, answer: Answer, *, key: Key, page: int) -> None:
        """Show the decks to choose from."""
        tournament = await self._tournaments.named(key)
        entry = tournament.entry_of(answer.user)
        offered = await self._decks(answer, tournament)
        if entry is None:
            raise NotEntered
        if not offered:
            raise SpokenRefusal("There are no decks to choose from in this game.")
        text = "Which deck do you want to play in your next matches?"
        if entry.deck:
            present = next((each.text for each in offered if each.word == entry.deck), None)
            text += f" Now it's **{escaped(present)}**." if present else f" {_GONE}"
        await answer.show(Message(text, _decks(tournament.key, offered, page)))

    @answers(purposes.DECK)
    async def deck(self, answer: Answer, *, key: Key, values: Sequence[str]) -> None:
        """Choose a deck for matches to come."""
        tournament = await self._tournaments.named(key)
        word = "" if values[0] == DEFAULT.word else values[0]
        await self._tournaments.choose_deck(tournament.id, answer.user, word)
        offered = await self._decks(answer, tournament)
        await answer.show(Message(chosen_deck(next((each for each in offered if each.word == word), None))))

    async def _decks(self, answer: Answer, tournament: Tournament) -> list[Choice]:
        """Return the decks from which a user may choose; [] in a game without decks."""
        game = self._host.games.get(tournament.game)
        if game is None or not game.decks:
            return []
        return [DEFAULT, *await playable(self._host.app.decks, game, answer.user)]

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
        """Tell the user where they play."""
        tournament = await self._tournaments.named(key)
        entry = tournament.entry_of(answer.user)
        if entry is None:
            raise NotEntered
        if tournament.status is Status.OPEN:
            raise NotStarted
        text = own_pairing(tournament, entry, await self.names(tournament))
        if not await self._tournaments.has_deck(tournament, entry):
            text += f" {_GONE}"
        await answer.say(await self._with_trouble(tournament, text))

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
        message = await asyncio.to_thread(standings_message, tournament, title, names)
        text = await self._with_trouble(tournament, message.content)
        again = purposes.STANDINGS(tournament.key)
        await answer.show(Message(text, (), message.picture, message.picture_name, again=again))

    async def _with_trouble(self, tournament: Tournament, text: str) -> str:
        """Return the text. If Discord refuses what the tournament needs in its channel, add the reason."""
        announcements = self._host.app.announcements
        if not await announcements.is_forbidden(Work.TOURNAMENTS, tournament.guild, tournament.channel):
            return text
        return shortened(f"{text}\n-# {on_hold(tournament, await self._troubles.of(tournament))}", LIMIT)

    async def names(self, tournament: Tournament) -> Names:
        """Return the names of all entries."""
        users = [entry.user for entry in tournament.entries if entry.user is not None]
        return names_of(tournament, await self._host.app.names.on(tournament.guild, users))

    def title(self, tournament: Tournament) -> str:
        """Return the title of the game of a tournament."""
        game = self._host.games.get(tournament.game)
        return tournament.game if game is None else game.title


def _decks(key: Key, offered: Sequence[Choice], page: int = 0) -> list[Item]:
    """Return the menu of the decks that a player can choose, in pages."""
    return deck_menu(offered, page, purposes.DECK(key), partial(purposes.DECKS, key))
