"""The message of a lobby: its players with their decks, the missing players, and the buttons."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.application.lobby.lobby import faults, teams
from bot.application.lobby.lobby_settings import room, still_asked
from bot.application.lobby.teams import as_seated, team_of_host
from bot.model.comparison import Mode
from bot.model.match import Match, Player, Status, UserId
from bot.model.pace import Kind
from bot.model.series import SIDES
from cogs.messages.match_status import status_text
from cogs.messages.message import Message
from cogs.messages.place import ONLY_ANSWERS, SHOW_TABLE_LABEL
from cogs.messages.rule_sets import differences_button, rules_line
from cogs.messages.series import series_lines
from cogs.text import escaped, shortened
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import COMPUTERS, DECKS, DECLINE, JOIN, LEARN, LEAVE, MORE, OPTIONS, SHOW_TABLE, START, TEAMS
from render.picture import lobby_picture
from rules.core.game import Game, catalog_key
from rules.core.options import extras
from rules.core.words import together

UNRATED: Final = "-# No one's points change in a match with a computer."


UNRATED_HERE: Final = "-# A match in your own conversation changes no one's points."


PACK: Final = "-# Cards of a content pack, as a designer of this server has changed them. Its matches are rated apart."

OPENED: Final = (
    "-# Once it's over, everyone who sees it can replay it with all hands, unless one of its players has turned that "
    "off in `/settings`."
)


COMPARED: Final = (
    "A lot from the deal draws the cards at the start, and the board names them. One number of the result counts for "
    "the comparison, without names. If you join, you agree; the host can choose the cards instead."
)


def comparison_line(match: Match, game: Game) -> list[str]:
    """Return a line about the comparison of a match; [] if it is part of none."""
    compared = match.settings.compared
    if compared is None:
        return []
    if match.status is not Status.LOBBY:
        return [f"-# Part of comparison {compared.id}: the lot drew the cards of **{game.title}**."]
    own = f"{type(game).title} itself"
    first, second = compared.first or own, compared.second or own
    both = " You play two games, one with each, and sides are swapped." if compared.mode is Mode.BOTH else ""
    return [f"**Part of comparison {compared.id}: {first} or {second}.** {COMPARED}{both}"]


def lobby_message(
    game: Game, match: Match, names: Sequence[str], deckless: Sequence[UserId] = (), others: Sequence[str] = ()
) -> Message:
    """Draw the board of a match before it starts, or after its lobby was closed.

    deckless: the users who have to choose another deck. others: the other games that may be played in a matchmaking
    lobby.
    """
    text = lobby_text(game, match, names, deckless, others)
    if match.status is not Status.LOBBY:
        return Message(text)
    able = (SIDES,) if match.series else game.playable(match.options)
    wanted = [count for count in able if count >= len(names)] or [len(names)]
    levels = [player.computer for player in match.players]
    return Message(text, items(game, match), lobby_picture(game, names, wanted[-1], levels), "lobby.png")


def heading(game: Game, match: Match) -> str:
    """Return the first line of every message that shows a match after its start."""
    return f"-# Match #{match.id} · {game.title}"


def items(game: Game, match: Match) -> list[Item]:
    """Return the buttons of a lobby. Buttons that lead to the match stand out. Most others are behind More."""
    can_start = len(match.players) in game.playable(match.options) and not faults(match, game)
    style = discord.ButtonStyle.primary if can_start else discord.ButtonStyle.secondary
    buttons: list[Item] = []
    if still_asked(match) or room(match, game):
        buttons.append(button("Join", JOIN(match.key), discord.ButtonStyle.success))
    if still_asked(match):
        buttons.append(button("Not now", DECLINE(match.key)))
    return [
        *buttons,
        button("Start", START(match.key), style),
        button("Leave", LEAVE(match.key)),
        button("More …", MORE(match.key)),
        *([button(SHOW_TABLE_LABEL, SHOW_TABLE(match.key))] if match.in_conversation else []),
        *differences_button(game, match),
    ]


def more_message(game: Game, match: Match, user: UserId) -> Message:
    """Return the further things that a user can change in a lobby."""
    if match.fork is not None:
        text = f"Decks and options are those of match #{match.fork.match_id}, which this match continues."
        return Message(text, [button("Add a computer", COMPUTERS(match.key))] if user == match.host else [])
    buttons: list[Item] = [button("Choose deck", DECKS(match.key, 0))] if game.decks else []
    if user != match.host:
        host = f"The host, <@{match.host}>, can change the options and add computers."
        return Message(f"{host} You can choose your deck." if buttons else host, buttons)
    buttons += [button("Add a computer", COMPUTERS(match.key)), button("Options", OPTIONS(match.key, 0))]
    if team_of_host(match, game):
        buttons.append(button("Teams", TEAMS(match.key)))
    return Message(f"Change match #{match.id} before it starts:", buttons)


def lobby_text(
    game: Game, match: Match, names: Sequence[str], deckless: Sequence[UserId] = (), others: Sequence[str] = ()
) -> str:
    """Return the text of a lobby, open or closed."""
    if match.status is not Status.LOBBY:
        return f"{heading(game, match)}\n{status_text(match)}"
    again = [f"<@{user}> needs to choose another deck: theirs isn't ready to play." for user in deckless]
    lines = [lasting_text(game, match, names), *for_anybody(game, match, others)]
    lines += [*again, *asked(match), ready(game, match), closing_line(match), opened_line(match)]
    return "\n".join([*lines, *([ONLY_ANSWERS] if match.in_conversation else [])])


def for_anybody(game: Game, match: Match, others: Sequence[str]) -> list[str]:
    """Return a line about the games of a matchmaking lobby; [] for any other lobby."""
    request = match.settings.request
    if request is None:
        return []
    games = together([game.title, *others], "or")
    unless = f" The game is {game.title}, unless the next player prefers another of these." if others else ""
    return [f"**Looking for players for {games}, {request.how}.** Join here, or with `/match find`.{unless}"]


def asked(match: Match) -> list[str]:
    """Return a line each for the invited users who have not answered, and for those who have declined."""
    waiting = [f"<@{user}>" for user in still_asked(match)]
    away = [f"<@{user}>" for user in match.settings.declined]
    lines = []
    if match.settings.rematch is not None:
        lines.append(f"Rematch of match #{match.settings.rematch}: same options, seats swapped.")
    elif match.settings.order:
        lines.append("The players take their turns in joining order.")
    if waiting:
        lines.append(f"{together(waiting)} {'is' if len(waiting) == 1 else 'are'} invited: press Join or Not now.")
    if away:
        lines.append(f"{together(away)} can't play right now.")
    return lines


def opened_line(match: Match) -> str:
    """Return the line about who may see all hands after the match."""
    if match.fork is not None and match.fork.is_puzzle:
        return f"-# Begins with the puzzle of match #{match.fork.match_id}. Its hidden cards are dealt anew. Unrated."
    if match.fork is not None:
        return f"-# Continues match #{match.fork.match_id} after move {match.fork.ply}, with the same deal. Unrated."
    return OPENED


def closing_line(match: Match) -> str:
    """Return the line about the time at which a lobby is closed."""
    return f"-# Closes <t:{int(match.settings.closes)}:R> if it hasn't started."


def lasting_text(game: Game, match: Match, names: Sequence[str]) -> str:
    """Return the part of the text that stays after the start of the match. From then on, it also names the teams."""
    lines = [f"**Match #{match.id} · {game.title}**: {game.summary}"]
    gets_deck_later = match.fork is not None and match.status is Status.LOBBY  # that of the seat
    for number, (player, name) in enumerate(zip(match.players, names, strict=True), 1):
        deck = deck_name(game, player) if game.open_deck_lists and not gets_deck_later else ""
        if player.deck_name and len(match.places) > 1:  # a name is free text, and a stranger may read it
            deck = "their own deck"
        chance = " (random)" if player.by_chance else ""
        plays = f" plays {deck}{chance}" if deck else ""
        lines.append(f"{number}. {escaped(name)}{plays}{' (host)' if player.user == match.host else ''}")
    if match.status is not Status.LOBBY:
        lines += sides(game, match, names)
    elif seated := as_seated(match, game):
        name_of = dict(zip((player.user for player in match.players), names, strict=True))
        lines += sides(game, replace(match, players=seated), [name_of[player.user] for player in seated])
    lines += [unrated(match)] if match.computers or match.in_conversation else []
    lines += series_lines(match, names)
    is_alone = bool(match.computers) and len(match.players) - len(match.computers) == 1
    lines += [] if match.pace.kind is Kind.NONE and is_alone else [f"-# {match.pace.description}"]
    lines += rules_line(game, match)
    drawn_later = match.settings.compared is not None and match.status is Status.LOBBY
    lines += [PACK] if game.key != catalog_key(game.key) and not drawn_later else []
    lines += comparison_line(match, game)
    summaries = {rule.name: rule.summary for rule in game.options}
    for name, value in extras(game.options, match.options).items():
        summary = f" ({summaries[name]})" if summaries.get(name) else ""
        lines.append(f"-# {spoken(name)}: {spoken(value)}{summary}")
    return shortened("\n".join(lines), 1900)


def unrated(match: Match) -> str:
    """Return the line that says why a match is not rated."""
    return UNRATED_HERE if match.in_conversation else UNRATED


def sides(game: Game, match: Match, names: Sequence[str]) -> list[str]:
    """Return a line about the teams; [] if everyone plays alone."""
    drawn = teams(match, game)
    if all(len(team) == 1 for team in drawn):
        return []
    first, *others = (together([escaped(names[seat]) for seat in team]) for team in drawn)
    if not others:
        return [f"{first} play together."]
    return [f"{first} {'plays' if len(drawn[0]) == 1 else 'play'} against {' and against '.join(others)}."]


def deck_name(game: Game, player: Player) -> str:
    """Return the name of a player's deck, escaped; "" in a game without decks."""
    if player.deck_name:
        return escaped(player.deck_name)
    return game.decks[player.deck].name if player.deck in game.decks else ""


def ready(game: Game, match: Match) -> str:
    """Return whether the match can start, and what is missing."""
    seated, able = len(match.players), (SIDES,) if match.series else game.playable(match.options)
    wanted = [count for count in able if count >= seated]
    if match.settings.wanted is not None and match.settings.wanted > seated:
        missing = match.settings.wanted - seated
        able_now = " The host can start it earlier." if seated in able else ""
        return f"Starts automatically once {missing} more {'has' if missing == 1 else 'have'} joined.{able_now}"
    if seated in able:
        more = f" Up to {wanted[-1] - seated} more can join." if wanted[-1] > seated else ""
        return f"The host, <@{match.host}>, can start it.{more}"
    if not wanted:
        return f"It can't start with these options. {wrong(game, match)}".strip()
    missing = wanted[0] - seated
    needed = f"Waiting for {missing} more {'player' if missing == 1 else 'players'}: press Join."
    return f"{wrong(game, match)} {needed}".strip()


def wrong(game: Game, match: Match) -> str:
    """Return why these players cannot play with these options; "" if they can, or if only their number is wrong."""
    return " ".join(faults(match, game)) if len(match.players) in game.seats else ""


def spoken(name: str) -> str:
    """Return the name of an option, or of one of its values, as players see it."""
    return name.replace("_", " ")


def with_lesson(message: Message, game: Game) -> Message:
    """Return the message with an offer of the lesson, for a player who is new to the game."""
    offer = f"New to {type(game).title}? Learn it in five minutes, in a first match with a teacher. Only you see it."
    items = [*message.items, button(f"Learn {type(game).title}", LEARN(catalog_key(game.key)))]
    return replace(message, content=f"{message.content}\n{offer}".lstrip(), items=items)
