"""`/match`: opening, joining, starting, watching, leaving and ending matches."""

import asyncio
from typing import Literal, cast

import discord
from discord import app_commands

from bot.application.decks import is_own
from bot.application.margins import NOTE_LIMIT
from bot.computer.levels import Level
from bot.model.match import Match, Status
from bot.model.position import Position
from bot.model.proposal import Kind
from bot.model.refusals import Refusal
from cogs.commands.games import Choices, asked_game, game_before, game_choices, given, in_time, named_game, shown_games
from cogs.commands.hint import give_hint
from cogs.commands.numbers import NUMBER, my_numbers
from cogs.commands.paces import chosen_pace, paces, wished_pace, wished_paces
from cogs.commands.private_note import note_form, write_note
from cogs.commands.whisper import TEXT_LIMIT, whisper, whisper_form
from cogs.delivery.answer import Answer, Answering, AnyInteraction
from cogs.host import Host
from cogs.messages.lobby import lobby_text
from cogs.messages.message import Message
from cogs.messages.signs import signed
from cogs.messages.status import status_message, with_link
from cogs.presses.analysis import LookingBack
from cogs.presses.closeup import CloseUps, named_part, parts
from cogs.presses.consent import Consents
from cogs.presses.ending import Endings
from cogs.presses.lobby import Lobbies, option_choices
from cogs.presses.log import Logs
from cogs.presses.opening import Openings, Wanted
from cogs.presses.seats import Seats
from cogs.presses.seeking import Seekings
from cogs.widgets.choices import Choice, resolve
from cogs.widgets.decks import playable
from cogs.widgets.items import PEOPLE, people
from cogs.widgets.purposes import ASK, OPEN
from rules.core.game import Game


class MatchCommands(app_commands.Group):
    """Thin: each command finds its match and hands over."""

    def __init__(  # noqa: PLR0913 # those to whom its commands hand over
        self,
        host: Host,
        answering: Answering,
        *,
        openings: Openings,
        seekings: Seekings,
        lobbies: Lobbies,
        endings: Endings,
        closeups: CloseUps,
        logs: Logs,
        consents: Consents,
        seats: Seats,
        looking_back: LookingBack,
    ) -> None:
        super().__init__(name="match", description="Open, join, start, watch and leave matches")
        self._host = host
        self._answering = answering
        self._openings = openings
        self._seekings = seekings
        self._lobbies = lobbies
        self._endings = endings
        self._closeups = closeups
        self._logs = logs
        self._consents = consents
        self._seats = seats
        self._looking_back = looking_back

    @app_commands.command(name="new", description="Open a match in this channel, for others to join")
    @app_commands.describe(
        game="what is played",
        deck="the deck that you play; none: your default or one by chance, and you may change it",
        options="variants of the rules",
        pace="how long everybody may think: 10+15 (minutes, and seconds more for a turn), 24h, 3 days; none: no clock",
        late="what happens to whoever has no time left",
        ask="somebody whom you ask to play: a seat is kept, and it begins when they join",
        seats="how many are to play: it begins by itself when so many sit there",
        computer="how well computers play that fill the seats which are kept for nobody",
        seating="who sits where, and so who begins",
        place="where it is played; none: this channel, unless the server says otherwise",
    )
    @app_commands.rename(late="timeout")
    async def new(  # noqa: PLR0913 # what may be said of a match
        self,
        interaction: AnyInteraction,
        *,
        game: str | None = None,
        deck: str | None = None,
        options: str | None = None,
        pace: str | None = None,
        late: Literal["pass", "give up", "a computer decides", "the others decide"] = "pass",
        ask: discord.User | None = None,
        seats: app_commands.Range[int, 1, 25] | None = None,
        computer: Literal["novice", "regular", "expert"] | None = None,
        seating: Literal["drawn", "in the order of joining"] = "drawn",
        place: Literal["this channel", "a thread of its own"] | None = None,
    ) -> None:
        """`/match new`."""
        async with self._answering(interaction) as answer:
            await self._host.meet(interaction)
            server = await self._host.application.preferences.of_server(interaction.guild_id or 0)
            clock = chosen_pace(server, pace if given(pace) else "", late)
            if not given(game):
                games = self._host.games
                question, picture = "What do you want to play?", await shown_games(games)
                await answer.say(asked_game(game_choices(games), OPEN(clock), question, picture))
                return
            played = named_game(self._host.games, game)
            chosen = await self._deck(answer, played, deck) if given(deck) else None
            rules = [
                resolve(option_choices(played), word, "option").word
                for word in (options.split() if given(options) else ())
            ]
            variants = dict(cast(tuple[str, str], tuple(rule.split("=", 1))) for rule in rules)
            asked = [ask.id] if ask is not None else []
            wanted = Wanted(
                game=played.key,
                options=variants,
                deck=chosen,
                pace=clock,
                asked=asked,
                seats=seats,
                computer=None if computer is None else Level(computer),
                as_they_join=seating != "drawn",
                thread=None if place is None else place == "a thread of its own",
            )
            await self._openings.open(answer, wanted)

    @app_commands.command(name="find", description="Play with anybody on this server who would play the same")
    @app_commands.describe(
        game="what you would play; none: choose from what there is",
        pace="how long everybody may think: 24h, 10+15, live, by correspondence; none: any",
    )
    async def find(self, interaction: AnyInteraction, game: str | None = None, pace: str | None = None) -> None:
        """`/match find`."""
        async with self._answering(interaction) as answer:
            await self._host.meet(interaction)
            wanted = named_game(self._host.games, game).key if given(game) else None
            await self._seekings.find(answer, wanted, wished_pace(pace if given(pace) else ""))

    @app_commands.command(name="ask", description="Keep a seat for somebody, and ask them to play")
    @app_commands.describe(who="whom you ask", number=NUMBER)
    @app_commands.rename(number="match")
    async def ask(
        self, interaction: AnyInteraction, who: discord.User | None = None, number: int | None = None
    ) -> None:
        """`/match ask`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            if who is None:
                most = min(PEOPLE, max(position.game.seats) - 1)
                await answer.say(Message("Whom do you ask?", [people("Ask …", ASK(position.match.id), most)]))
            else:
                await self._lobbies.ask_others(answer, position.match.id, [who.id])

    @app_commands.command(name="join", description="Take a seat in the match of this channel")
    @app_commands.describe(
        deck="the deck that you play; none: your default or one by chance, and you may change it", number=NUMBER
    )
    @app_commands.rename(number="match")
    async def join(self, interaction: AnyInteraction, deck: str | None = None, number: int | None = None) -> None:
        """`/match join`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            chosen = await self._deck(answer, position.game, deck) if given(deck) else None
            await self._lobbies.join(answer, number=position.match.id, deck=chosen)

    @app_commands.command(name="computer", description="Let a computer take a seat, before the match begins")
    @app_commands.describe(level="how well it plays; none: take out the one that was added last", number=NUMBER)
    @app_commands.rename(number="match")
    async def computer(
        self,
        interaction: AnyInteraction,
        level: Literal["novice", "regular", "expert", "none"] | None = None,
        number: int | None = None,
    ) -> None:
        """`/match computer`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            if level is None:
                await self._lobbies.computers(answer, number=position.match.id)
            else:
                await self._lobbies.choose_computer(answer, position.match.id, level)

    @app_commands.command(name="leave", description="Give back your seat before the match begins")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def leave(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match leave`."""
        async with self._answering(interaction) as answer:
            await self._lobbies.leave(answer, number=(await self._here(interaction, number)).match.id)

    @app_commands.command(name="start", description="Begin the match that you opened in this channel")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def start(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match start`."""
        async with self._answering(interaction) as answer:
            await self._lobbies.start(answer, number=(await self._here(interaction, number)).match.id)

    @app_commands.command(name="deck", description="Choose the deck that you play, before the match begins")
    @app_commands.describe(deck="the deck that you play", number=NUMBER)
    @app_commands.rename(number="match")
    async def deck(self, interaction: AnyInteraction, deck: str | None = None, number: int | None = None) -> None:
        """`/match deck`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            if not given(deck):
                await self._lobbies.decks(answer, number=position.match.id, page=0)
                return
            chosen = await self._deck(answer, position.game, deck)
            await self._lobbies.choose_deck(answer, position.match.id, chosen)

    @app_commands.command(name="option", description="Choose a variant of the rules, before the match begins")
    @app_commands.describe(option="the variant", number=NUMBER)
    @app_commands.rename(number="match")
    async def option(self, interaction: AnyInteraction, option: str | None = None, number: int | None = None) -> None:
        """`/match option`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            if not given(option):
                await self._lobbies.options(answer, number=position.match.id, page=0)
                return
            offered = option_choices(position.game, every=True)
            name, _, value = resolve(offered, option, "option").word.partition("=")
            await self._lobbies.choose_option(answer, position.match.id, name, value)

    @app_commands.command(name="status", description="Show how a match stands, to you alone")
    @app_commands.describe(show="a picture, or the same in words", part="a part of the table, larger", number=NUMBER)
    @app_commands.rename(number="match", part="closer")
    async def status(
        self,
        interaction: AnyInteraction,
        show: Literal["picture", "words"] = "picture",
        part: str | None = None,
        number: int | None = None,
    ) -> None:
        """`/match status`: and whatever of the match does not hang where it should is hung up again."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            names = await self._host.names.of(position.match)
            if position.match.status is Status.LOBBY:
                others = self._host.matches.queue.titles(position.match)
                text = lobby_text(position.game, position.match, names, others=others)
                await answer.say(with_link(position.match, text, await self._board(position)))
            elif given(part):
                word = named_part(position.game, position.look(answer.user), part)
                await self._closeups.show(answer, position, word, in_words=show == "words")
            else:
                look, board, in_words = position.look(answer.user), await self._board(position), show == "words"
                message = await asyncio.to_thread(status_message, position, look, names, board, in_words=in_words)
                await answer.say(signed(message, self._host.emojis.of(position.game.key), names))
            await self._host.deliverer.bring(position.match.id)

    @app_commands.command(name="log", description="Read all that has happened in a match, as far as you may know it")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def log(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match log`."""
        async with self._answering(interaction) as answer:
            await self._logs.show(answer, await self._here(interaction, number))

    @app_commands.command(name="look-back", description="See which of your decisions cost you most in a match")
    @app_commands.describe(number="the number of a match that is over; none: your latest one in this channel")
    @app_commands.rename(number="match")
    async def look_back(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match look-back`."""
        async with self._answering(interaction) as answer:
            if number is None:
                number = await self._host.matches.analyses.latest(answer.user, interaction.channel_id or 0)
            await self._looking_back.show(answer, number=(await self._here(interaction, number)).match.id)

    @app_commands.command(name="resign", description="Give a match up; you are asked once more")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def resign(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match resign`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            live(position.match)
            await self._endings.ask(answer, position)

    @app_commands.command(name="undo", description="Take back what you did last, or ask the others whether you may")
    @app_commands.describe(steps="how many steps, everybody's; none: your latest one", number=NUMBER)
    @app_commands.rename(number="match")
    async def undo(self, interaction: AnyInteraction, steps: int | None = None, number: int | None = None) -> None:
        """`/match undo`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            live(position.match)
            if steps is None:
                await self._consents.undo(answer, number=position.match.id)
            else:
                await self._consents.propose(answer, number=position.match.id, kind=Kind.UNDO, undoes=steps)

    @app_commands.command(name="draw", description="Offer the others to end the match as a draw")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def draw(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match draw`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            live(position.match)
            await self._consents.propose(answer, number=position.match.id, kind=Kind.DRAW)

    @app_commands.command(name="hand-over", description="Offer your seat, with its hand; you play until it is taken")
    @app_commands.describe(user="who plays on for you; none: anybody on this server, or a computer", number=NUMBER)
    @app_commands.rename(number="match")
    async def hand_over(
        self, interaction: AnyInteraction, user: discord.User | None = None, number: int | None = None
    ) -> None:
        """`/match hand-over`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            live(position.match)
            await self._seats.ask(answer, position, user)

    @app_commands.command(name="abandon", description="End a match that is not played any more, without a result")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def abandon(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match abandon`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            await self._endings.abandon(answer, number=position.match.id)

    @app_commands.command(name="whisper", description="Tell your team-mates something that nobody else reads")
    @app_commands.describe(text="what you want to tell them", number=NUMBER)
    @app_commands.rename(number="match")
    async def whisper(
        self,
        interaction: AnyInteraction,
        text: app_commands.Range[str, 1, TEXT_LIMIT] | None = None,
        number: int | None = None,
    ) -> None:
        """`/match whisper`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            live(position.match)
            if text is None:
                await answer.ask(whisper_form(position.match.id))
            else:
                await whisper(self._host, answer, position, text)

    @app_commands.command(name="note", description="Note something for yourself: it stands on your hand alone")
    @app_commands.describe(text="what you note instead of the note before; none: write it in a form", number=NUMBER)
    @app_commands.rename(number="match")
    async def note(
        self,
        interaction: AnyInteraction,
        text: app_commands.Range[str, 1, NOTE_LIMIT] | None = None,
        number: int | None = None,
    ) -> None:
        """`/match note`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            live(position.match)
            if text is None:
                noted = await self._host.matches.margins.note(position.match.id, answer.user)
                await answer.ask(note_form(position.match.id, noted))
            else:
                await write_note(self._host, answer, position.match.id, text)

    @app_commands.command(name="hint", description="What the expert would do in your place, and why")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def hint(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match hint`."""
        async with self._answering(interaction) as answer:
            position = await self._here(interaction, number)
            live(position.match)
            await give_hint(self._host, answer, position)

    @new.autocomplete("game")
    @find.autocomplete("game")
    async def _games(self, _: AnyInteraction, typed: str) -> Choices:
        return await in_time(asyncio.sleep(0, game_choices(self._host.games)), typed)

    @new.autocomplete("deck")
    async def _decks_of_game(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            game = game_before(self._host.games, interaction)
            return await playable(self._host, game, interaction.user.id)

        return await in_time(offered(), typed)

    @new.autocomplete("options")
    async def _variants(self, interaction: AnyInteraction, typed: str) -> Choices:
        *earlier, last = typed.split(" ")
        before, names = "".join(f"{word} " for word in earlier), {word.partition("=")[0] for word in earlier}

        async def offered() -> list[Choice]:
            game = game_before(self._host.games, interaction)
            found = [choice for choice in option_choices(game) if choice.word.partition("=")[0] not in names]
            return [Choice(f"{before}{choice.word}", choice.text, choice.detail) for choice in found]

        found = await in_time(offered(), "")
        return [choice for choice in found if last.casefold() in f"{choice.name} {choice.value}".casefold()]

    @new.autocomplete("pace")
    async def _paces(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            server = await self._host.application.preferences.of_server(interaction.guild_id or 0)
            return paces(server, typed)

        return await in_time(offered(), "")

    @find.autocomplete("pace")
    async def _wished_paces(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            server = await self._host.application.preferences.of_server(interaction.guild_id or 0)
            return wished_paces(server, typed)

        return await in_time(offered(), "")

    @join.autocomplete("deck")
    @deck.autocomplete("deck")
    async def _decks_here(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return await playable(self._host, (await self._typed(interaction)).game, interaction.user.id)

        return await in_time(offered(), typed)

    @option.autocomplete("option")
    async def _options_here(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return option_choices((await self._typed(interaction)).game, every=True)

        return await in_time(offered(), typed)

    @status.autocomplete("part")
    async def _parts_here(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            position = await self._typed(interaction)
            return parts(position.game, position.look(interaction.user.id))

        return await in_time(offered(), typed)

    @ask.autocomplete("number")
    @join.autocomplete("number")
    @hint.autocomplete("number")
    @computer.autocomplete("number")
    @leave.autocomplete("number")
    @start.autocomplete("number")
    @deck.autocomplete("number")
    @option.autocomplete("number")
    @status.autocomplete("number")
    @log.autocomplete("number")
    @resign.autocomplete("number")
    @undo.autocomplete("number")
    @draw.autocomplete("number")
    @hand_over.autocomplete("number")
    @abandon.autocomplete("number")
    @whisper.autocomplete("number")
    @note.autocomplete("number")
    async def _numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        return await my_numbers(self._host, interaction, typed)

    async def _typed(self, interaction: AnyInteraction) -> Position:
        """The match that is meant while somebody types in another field."""
        number = getattr(interaction.namespace, "match", None)
        return await self._here(interaction, number if isinstance(number, int) else None)

    async def _here(self, interaction: AnyInteraction, number: int | None = None) -> Position:
        await self._host.meet(interaction)
        return await self._host.matches.position((await self._host.here(interaction, number=number)).id)

    async def _deck(self, answer: Answer, game: Game, typed: str) -> str:
        """The id of the deck that was meant; one of the user's own says itself why it cannot be played."""
        if is_own(typed):
            return typed
        return resolve(await playable(self._host, game, answer.user), typed, "deck").word

    async def _board(self, position: Position) -> int | None:
        """The message that shows the match in its channel now."""
        rows = await self._host.outbox.of_match(position.match.id)
        return next((row.message for row in rows if row.kind == "board"), None)


def live(match: Match) -> None:
    """Nothing, if the match has begun.

    Raises:
        Refusal: it has not; says what to do.
    """
    if match.status is Status.LOBBY:
        raise Refusal(f"Match #{match.id} has not begun: its host starts it with the Start button or `/match start`.")
