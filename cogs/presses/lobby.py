"""The actions in a lobby, by buttons and commands alike."""

import re
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Final

import discord

from bot.application.lobby.teams import team_of_host
from bot.computer.levels import Level
from bot.model.absence import Place
from bot.model.match import DIRECT_MESSAGES, Match, MatchId, Status, UserId, computer_name
from bot.model.pace import Pace
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive
from bot.model.refusals import NotTheHost
from bot.people.settings import ServerPreferences
from cogs.delivery.answer import Answer
from cogs.host import Host, server_of
from cogs.messages.games import COMPUTER_LEVELS
from cogs.messages.lobby import deck_name, more_message, ready, spoken, with_lesson, wrong
from cogs.messages.message import Message
from cogs.messages.rule_sets import RULE_SETS
from cogs.presses.missing_picture import say_if_undrawn
from cogs.presses.permission_to_open import check_allowed, check_permissions
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.choices import Choice
from cogs.widgets.decks import deck_menu, playable
from cogs.widgets.ids import chosen_id
from cogs.widgets.items import Item, menu, option
from cogs.widgets.paces import pace_menu
from cogs.widgets.pages import page_buttons
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game, catalog_key
from rules.core.options import RULES, RuleOption, RuleSet
from rules.core.words import together

MENUS: Final = 3
"""The number of menus of rules on one private message. Below them are the menu of paces and the row of buttons that
turn the page.
"""

POSTING: Final = "It starts as soon as I can post the message that deals the cards."

_SUMMARIES: Final = {
    RuleSet.HOUSE: "The author's game, developed further: see “The rules” in the lobby",
    RuleSet.WRITTEN: "Every rule as the game's author wrote it",
    RuleSet.CUSTOM: "Chosen option by option",
}
"""The sets of rules, in a line each."""

INVITATION: Final = (
    "Send this line to a friend. They can use it on any server where I am, or in a direct message to me, and get the "
    "board there:\n`/match join code:{code}`\n-# It works until match #{number} starts, for all who have it. A match "
    "across servers counts for the ratings over all servers, and names everyone as they are named outside servers."
)

ELSEWHERE: Final = (
    "I can't show a board here. Use the code in a channel of a server where I am, or in a direct message to me."
)

NO_PLACE: Final = (
    "I can't write to you here. Allow direct messages from me and try again, or use a channel of a server where I am."
)

CARDS: Final = "cards"
"""The name of the menu of content packs, beside those of options."""

BY_LOT: Final = "by-lot"
"""The value of that menu, in place of a game, for a match of a comparison."""

OUT: Final = "none"
"""The menu's value, in place of a level, for removing the computer that was added last."""


class Lobbies:
    """Seats players, chooses decks and options, and starts matches."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(purposes.JOIN)
    async def join(self, answer: Answer, *, match_id: MatchId, deck: str | None = None) -> None:
        """Join the lobby, at the place whose board was pressed. In a rematch without a chosen deck, the user plays the
        same deck again.
        """
        match = (await self._host.app.positions.get(match_id)).match
        await self._join(answer, match, match.place_in(answer.interaction.channel_id), deck)

    async def join_from(self, answer: Answer, code: str, deck: str | None) -> None:
        """Join the lobby with this code, from any place.

        Raises:
            Refusal: no lobby has the code, or no board can be shown here.
        """
        host = self._host
        match = (await host.app.positions.get(await host.app.lobbies.with_code(code))).match
        await self._join(answer, match, await self._place_here(answer, match), deck)

    async def _place_here(self, answer: Answer, match: Match) -> Place:
        """Return the place in which the user is, for their seat.

        Raises:
            Refusal: no board of this match can be shown here.
        """
        interaction = answer.interaction
        guild, channel = server_of(interaction), interaction.channel_id
        if channel is None or (guild is None and not interaction.context.dm_channel):
            raise SpokenRefusal(ELSEWHERE)
        place = Place(DIRECT_MESSAGES if guild is None else guild, channel)
        if guild is not None and place not in match.places:
            server = await self._host.app.preferences.of_server(guild)
            check_allowed(interaction, server)
            check_permissions(interaction)
            server.check_pace(match.pace)
        return place

    async def _join(self, answer: Answer, match: Match, at: Place, deck: str | None) -> None:
        match_id, interaction = match.id, answer.interaction.id
        deck = deck or await self._deck_before(match_id, answer.user)
        place = None if at == match.place else at
        position = await self._done(
            answer, self._host.app.lobbies.join(match_id, answer.user, deck=deck, place=place, interaction=interaction)
        )
        if at.is_direct and position.match.seat_of(answer.user) is None:
            raise SpokenRefusal(f"{NO_PLACE} So you've left match #{match_id} again.")
        begun = position.match.status is Status.LIVE
        then = f"Match #{match_id} has started." if begun else ready(position.game, position.match)
        await self._say(answer, position, f"You've joined match #{match_id}. {then}", offer=not begun)

    async def _deck_before(self, match_id: MatchId, user: UserId) -> str | None:
        """Return a user's deck in the match of which this lobby is the rematch; None if there is none to play again."""
        positions = self._host.app.positions
        rematch = (await positions.get(match_id)).match.settings.rematch
        if rematch is None:
            return None
        before = (await positions.get(MatchId(rematch))).match
        seat = before.seat_of(user)
        return None if seat is None else await self._host.app.decks.still(user, before.game, before.players[seat].deck)

    @answers(purposes.INVITE)
    async def invite(self, answer: Answer, *, match_id: MatchId) -> None:
        """Give the user the code with which friends elsewhere can join."""
        code = await self._host.app.lobbies.invite(match_id, answer.user)
        written = f"{code[:5]}-{code[5:]}"
        await answer.say(INVITATION.format(number=match_id, code=written))

    @answers(purposes.DECLINE)
    async def decline(self, answer: Answer, *, match_id: MatchId) -> None:
        """Decline the seat that is reserved for the user."""
        decline = self._host.app.invitations.decline
        position = await self._done(answer, decline(match_id, answer.user, interaction=answer.interaction.id))
        await self._say(answer, position, f"You've declined match #{match_id}. I've told its host.")

    @answers(purposes.ASK)
    async def ask(self, answer: Answer, *, match_id: MatchId, values: Sequence[str]) -> None:
        """Invite the chosen users."""
        await self.ask_others(answer, match_id, [chosen_id(value) for value in values])

    async def ask_others(self, answer: Answer, match_id: MatchId, others: Sequence[UserId]) -> None:
        """Reserve seats for other members of this server, and invite them."""
        position = await self._lobby(match_id)
        await self._host.check_can_play(position.match.guild, others)
        ask = self._host.app.invitations.ask
        position = await self._done(answer, ask(match_id, answer.user, others, interaction=answer.interaction.id))
        invited, seats = together([f"<@{user}>" for user in others]), "a seat" if len(others) == 1 else "seats"
        await self._say(answer, position, f"I've invited {invited} and reserved {seats}.", always=True)

    @answers(purposes.LEAVE)
    async def leave(self, answer: Answer, *, match_id: MatchId) -> None:
        """Leave the lobby. If the host leaves, the lobby is closed."""
        interaction = answer.interaction.id
        position = await self._done(
            answer, self._host.app.lobbies.leave(match_id, answer.user, interaction=interaction)
        )
        closed = position.match.status is Status.CLOSED
        await self._say(answer, position, f"You {'closed' if closed else 'left'} match #{match_id}.")

    @answers(purposes.START)
    async def start(self, answer: Answer, *, match_id: MatchId) -> None:
        """Start the match. If the host has left the server, give the lobby a new host first."""
        lobbies, interaction = self._host.app.lobbies, answer.interaction.id
        try:
            position = await self._done(answer, lobbies.start(match_id, answer.user, interaction=interaction))
        except NotTheHost:
            if not await self.passed_on(match_id):
                raise
            position = await self._done(answer, lobbies.start(match_id, answer.user, interaction=interaction))
        begun = position.match.status is Status.LIVE
        await self._say(answer, position, f"Match #{match_id} has started." if begun else POSTING)

    async def passed_on(self, match_id: MatchId) -> bool:
        """Return whether the host has left the server. If so, give the lobby a new host, or close it."""
        match = (await self._host.app.positions.get(match_id)).match
        if match.status is not Status.LOBBY or not await self._host.has_left(match.guild, match.host):
            return False
        await self._host.app.lobbies.pass_on(match_id, match.host)
        return True

    @answers(purposes.DECKS)
    async def decks(self, answer: Answer, *, match_id: MatchId, page: int) -> None:
        """Show the decks to choose from."""
        position = await self._lobby(match_id)
        offered = await playable(self._host.app.decks, position.game, answer.user)
        if not offered:
            raise SpokenRefusal(f"There are no decks to choose from in {position.game.title}.")
        key = position.match.key
        items = deck_menu(offered, page, purposes.DECK(key), partial(purposes.DECKS, key))
        await answer.show(Message("Which deck do you want to play?", items))

    @answers(purposes.DECK)
    async def deck(self, answer: Answer, *, match_id: MatchId, values: Sequence[str]) -> None:
        """Choose another deck."""
        await self.choose_deck(answer, match_id, values[0])

    @answers(purposes.MORE)
    async def more(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show what else the user can change in the lobby."""
        position = await self._lobby(match_id)
        await answer.show(more_message(position.game, position.match, answer.user))

    @answers(purposes.OPTIONS)
    async def options(self, answer: Answer, *, match_id: MatchId, page: int) -> None:
        """Show the rule variants to choose from."""
        position = await self._lobby(match_id)
        if answer.user != position.match.host:
            raise SpokenRefusal(
                f"Only the host, <@{position.match.host}>, can choose the options of match #{match_id}."
            )
        server = await self._host.app.preferences.of_server(position.match.guild)
        items = option_items(position.game, position.match, server, page, await self._cards(position))
        await answer.show(Message("The options of this match:", items))

    @answers(purposes.OPTION)
    async def option(self, answer: Answer, *, match_id: MatchId, name: str, values: Sequence[str]) -> None:
        """Choose another value of an option, or other cards."""
        if name == CARDS and values[0] == BY_LOT:
            await self._compare(answer, match_id)
        elif name == CARDS:
            await self.choose_cards(answer, match_id, values[0])
        else:
            await self.choose_option(answer, match_id, name, values[0])

    async def choose_deck(self, answer: Answer, match_id: MatchId, deck: str) -> None:
        """Choose another deck."""
        interaction = answer.interaction.id
        position = await self._done(
            answer, self._host.app.lobbies.choose_deck(match_id, answer.user, deck, interaction=interaction)
        )
        seat = position.match.seat_of(answer.user)
        assert seat is not None
        player, ready_made = position.match.players[seat], position.game.decks
        summary = f": {ready_made[deck].summary}" if deck in ready_made else ", your own deck."
        await self._say(
            answer, position, f"You're playing **{deck_name(position.game, player)}**{summary}", always=True
        )

    async def choose_option(self, answer: Answer, match_id: MatchId, name: str, value: str) -> None:
        """Choose another value of an option."""
        interaction = answer.interaction.id
        position = await self._done(
            answer,
            self._host.app.lobbies.choose_option(match_id, answer.user, name, value, interaction=interaction),
        )
        but = wrong(position.game, position.match)
        chosen = RULE_SETS[RuleSet(value)] if name == RULES else spoken(value)
        await self._say(answer, position, f"{spoken(name)}: **{chosen}**. {but}".strip(), always=True)

    async def choose_cards(self, answer: Answer, match_id: MatchId, key: str) -> None:
        """Play with the cards of a content pack, or with those of the game again. key: of that game."""
        chosen = self._host.app.card_choice.choose(match_id, answer.user, key, interaction=answer.interaction.id)
        position = await self._done(answer, chosen)
        await self._say(answer, position, f"cards: **{position.game.title}**.", always=True)

    async def _compare(self, answer: Answer, match_id: MatchId) -> None:
        """Let the comparison that runs here draw the cards."""
        cards, interaction = self._host.app.card_choice, answer.interaction.id
        compared = await cards.comparison((await self._host.app.positions.get(match_id)).match)
        number = 0 if compared is None else compared.id
        position = await self._done(answer, cards.compare(match_id, answer.user, number, interaction=interaction))
        await self._say(answer, position, "cards: **drawn by lot**, for the comparison.", always=True)

    async def _cards(self, position: Position) -> list[discord.SelectOption]:
        """Return the cards that can be played in a lobby: those of the game, those of the server's packs, and those
        that a comparison draws. Return [] if there is no choice.
        """
        match = position.match
        games = await self._host.app.packs.games_of((match.home or match.place).guild)
        alike = [game for key, game in games.items() if catalog_key(key) == catalog_key(match.game)]
        if len(alike) == 1 and alike[0].key == match.game:
            return []
        cards = [_pack_option(each, match) for each in alike]
        if await self._host.app.card_choice.comparison(match) is not None:
            is_chosen = match.settings.compared is not None
            cards.append(option("Cards: by lot", BY_LOT, "For the comparison on this server", default=is_chosen))
        return cards

    @answers(purposes.PACE)
    async def choose_pace(self, answer: Answer, *, match_id: MatchId, values: Sequence[str]) -> None:
        """Choose another pace."""
        pace, interaction = Pace.read(values[0]), answer.interaction.id
        guild = (await self._host.app.positions.get(match_id)).match.guild
        (await self._host.app.preferences.of_server(guild)).check_pace(pace)
        chosen = self._host.app.lobbies.choose_pace(match_id, answer.user, pace, interaction=interaction)
        await self._say(answer, await self._done(answer, chosen), pace.description, always=True)

    @answers(purposes.TEAMS)
    async def teams(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the players whom the host can choose as team-mates."""
        position = await self._lobby(match_id)
        match, own_team = position.match, team_of_host(position.match, position.game)
        if answer.user != match.host:
            raise SpokenRefusal(f"Only the host, <@{match.host}>, can pick the teams of match #{match_id}.")
        if not own_team:
            raise SpokenRefusal("There are no teams to pick with these options and this match_id of players.")
        names = await self._host.app.names.of(match)
        others = [
            option(name, str(player.user))
            for player, name in zip(match.players, names, strict=True)
            if player.user != match.host
        ]
        question = (
            "Who is on your team?" if len(own_team) == 2 else f"Which {len(own_team) - 1} players are on your team?"
        )  # a pair
        await answer.show(Message(question, [menu(question, purposes.TEAM(match.key), others, most=len(own_team) - 1)]))

    @answers(purposes.TEAM)
    async def team(self, answer: Answer, *, match_id: MatchId, values: Sequence[str]) -> None:
        """Make the chosen players the host's team-mates."""
        mates = [int(value) for value in values if re.fullmatch("-?[0-9]{1,19}", value)]
        chosen = self._host.app.lobbies.choose_mates(match_id, answer.user, mates, interaction=answer.interaction.id)
        position = await self._done(answer, chosen)
        await self._say(answer, position, "The teams are set. The first player is random.", always=True)

    @answers(purposes.COMPUTERS)
    async def computers(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the menu of computers to add or remove."""
        position = await self._lobby(match_id)
        if answer.user != position.match.host:
            raise SpokenRefusal(f"Only the host, <@{position.match.host}>, can add computers to match #{match_id}.")
        await answer.show(Message("Which computer do you want to add?", [computer_menu(position.match)]))

    @answers(purposes.COMPUTER)
    async def computer(self, answer: Answer, *, match_id: MatchId, values: Sequence[str]) -> None:
        """Add a computer, or remove the last one."""
        await self.choose_computer(answer, match_id, values[0])

    async def choose_computer(self, answer: Answer, match_id: MatchId, level: str) -> None:
        """Add a computer of this level; `OUT`: remove the last one."""
        lobbies, interaction = self._host.app.lobbies, answer.interaction.id
        if level == OUT:
            removed = lobbies.remove_computer(match_id, answer.user, interaction=interaction)
            await self._say(answer, await self._done(answer, removed), "A computer was removed.", always=True)
            return
        if level not in list(Level):
            raise SpokenRefusal(f"There's no such computer. Choose one of these: {', '.join(Level)}.")
        added = lobbies.add_computer(match_id, answer.user, Level(level), interaction=interaction)
        position = await self._done(answer, added)
        begun = position.match.status is Status.LIVE
        then = f"Match #{match_id} has started." if begun else ready(position.game, position.match)
        await self._say(
            answer,
            position,
            f"{computer_name(position.match.game, level)} has joined match #{match_id}. {then}",
            always=True,
        )

    async def _lobby(self, match_id: MatchId) -> Position:
        position = await self._host.app.positions.get(match_id)
        if position.match.status is not Status.LOBBY:
            raise MatchNotLive(match=position.match)
        return position

    async def _done(self, answer: Answer, change: Awaitable[Position]) -> Position:
        """Change a lobby. If the user pressed the lobby's message, the answer to the press updates that message."""
        with self._host.deliverer.carriers.offered(answer):
            number = (await change).match.id
            await self._host.deliverer.settled(number)
        return await self._host.app.positions.get(number)  # posting the commitment has started the match

    async def _say(
        self, answer: Answer, position: Position, text: str, *, always: bool = False, offer: bool = False
    ) -> None:
        """Tell the user what was done, unless the lobby that they pressed shows it.

        always: tell them in any case. offer: also offer the game's lesson to a new player.
        """
        needed = always or answer.is_private or answer.interaction.type is not discord.InteractionType.component
        message = Message(text if needed else "")
        if offer and await self._host.app.lessons.is_new(answer.user, position.match.game):
            message = with_lesson(message, position.game)
        if message.content:
            await answer.say(message)
        await say_if_undrawn(self._host, answer, position.match.id)


def option_choices(game: Game, *, every: bool = False) -> list[Choice]:
    """Return choices for the values of all options, written `name=value`. every: include the default values, and the
    sets of rules.
    """
    values = [
        Choice(f"{rule.name}={value}", f"{spoken(rule.name)}: {spoken(value)}", rule.summary)
        for rule in game.options
        for value in rule.values[0 if every else 1 :]
    ]
    if not every or len(game.rule_sets) < 2:
        return values
    sets = [Choice(f"{RULES}={each}", f"Rules: {RULE_SETS[each]}", _SUMMARIES[each]) for each in game.rule_sets]
    return [*sets, *values]


def computer_menu(match: Match) -> Item:
    """Return the menu to add a computer, or to remove one if the match has any."""
    offered = level_options()
    if match.computers:
        offered.append(option("Remove a computer", OUT, "The one you added last."))
    return menu("Add a computer …", purposes.COMPUTER(match.key), offered, row=0)


def level_options() -> list[discord.SelectOption]:
    """Return the options of a menu of levels."""
    return [option(f"Computer: {level}", level, summary) for level, summary in COMPUTER_LEVELS.items()]


def _values(rule: RuleOption, match: Match) -> list[discord.SelectOption]:
    """Return the values of an option, to choose from."""
    now = match.options.get(rule.name, rule.default)
    return [
        option(f"{spoken(rule.name)}: {spoken(value)}", value, rule.summary, default=value == now)
        for value in rule.values
    ]


def _pack_option(game: Game, match: Match) -> discord.SelectOption:
    is_pack = game.key != catalog_key(game.key)
    summary = "A content pack of this server, rated apart" if is_pack else "The cards of the game"
    return option(
        f"Cards: {game.title}", game.key, summary, default=game.key == match.game and match.settings.compared is None
    )


def _rule_sets(game: Game, match: Match) -> list[discord.SelectOption]:
    """Return the sets of rules to choose from, and custom rules if they are played."""
    now = game.rule_set(match.options)
    offered = dict.fromkeys((*game.rule_sets, now))
    return [option(f"Rules: {RULE_SETS[each]}", str(each), _SUMMARIES[each], default=each is now) for each in offered]


def option_items(
    game: Game, match: Match, server: ServerPreferences, page: int, cards: Sequence[discord.SelectOption] = ()
) -> list[Item]:
    """Return a page of the options: the menus of cards and of rules, one for each rule that has variants, and the menu
    of paces. cards: the options of the menu of cards; () if there is no choice.
    """
    offered = {rule.name: _values(rule, match) for rule in game.options}
    if len(game.rule_sets) > 1:
        offered = {RULES: _rule_sets(game, match), **offered}
    if cards:
        offered = {CARDS: [*cards], **offered}
    pages = max(1, -(-len(offered) // MENUS))
    page = min(page, pages - 1)
    items: list[Item] = [
        menu(spoken(name), purposes.OPTION(match.key, name), values, row=row)
        for row, (name, values) in enumerate([*offered.items()][page * MENUS :][:MENUS])
    ]
    turning = page_buttons(page, pages, partial(purposes.OPTIONS, match.key), row=4)
    paces = [] if match.in_conversation else [pace_menu(match, server, row=len(items))]
    return [*items, *paces, *turning]
