"""The open seats of a server: lobbies that the user can join, and a menu to look for players."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.application.lobby.lobby_settings import room, still_asked
from bot.model.match import MatchId
from bot.model.match_request import MatchRequest, written
from bot.model.position import Position
from bot.people.settings import ServerPreferences
from cogs.messages.lobby import spoken
from cogs.messages.message import Message
from cogs.messages.rule_sets import RULE_SETS
from cogs.text import escaped
from cogs.widgets.items import OPTIONS, ROW, Item, button, menu, option
from cogs.widgets.paces import wish_menu
from cogs.widgets.purposes import ANYWHERE, ANYWHERE_ALLOWED, JOIN, SEEK, SEEK_RULES
from rules.core.game import Game
from rules.core.options import RuleSet, extras
from rules.core.words import together

SHOWN: Final = 2 * ROW - 1
"""The maximum number of lobbies shown: their buttons share two rows with the one that looks on all servers."""


def open_seats(  # noqa: PLR0913 # everything that is chosen or shown there
    lobbies: Sequence[tuple[Position, Sequence[str]]],
    others: Mapping[MatchId, Sequence[str]],
    offered: Sequence[Game],
    server: ServerPreferences,
    request: MatchRequest,
    *,
    manages: bool,
) -> Message:
    """Return the lobbies, each with its players and a button to join, and below them menus of rules, paces and games to
    look for.

    others: the titles of the other games of matchmaking lobbies. request: the pace and the rules that are chosen.
    manages: whether the user manages the server, and so can let its members look on all servers.
    """
    pace = written(request.pace)
    shown = sorted(lobbies, key=lambda each: (each[0].game.title, each[0].match.id))[:SHOWN]
    lines = ["**Open seats**", *(_line(*each, others.get(each[0].match.id, ())) for each in shown)]
    if not shown:
        lines = ["There are no open seats."]
    lines.append(
        "Choose one or more games you want to play. A match starts as soon as someone else wants to play one of them."
    )
    items: list[Item] = _anywhere(server, manages=manages)
    items += [
        button(
            f"Join #{position.match.id} {position.game.title}",
            JOIN(position.match.key),
            discord.ButtonStyle.success,
            row=place // ROW,
        )
        for place, (position, _) in enumerate(shown, start=len(items))
    ]
    games = [option(game.title, game.key, game.summary) for game in offered[:OPTIONS]]
    sets = [
        option(f"Rules: {RULE_SETS[each]}", str(each), default=each is request.rules)
        for each in (RuleSet.HOUSE, RuleSet.WRITTEN)
    ]
    items.append(menu("Rules", SEEK_RULES(pace), sets, row=2))
    seek = menu("Find players for …", SEEK(pace, request.rules), games, row=4, most=len(games))
    return Message("\n".join(lines), [*items, wish_menu(server, request, row=3), seek])


def _anywhere(server: ServerPreferences, *, manages: bool) -> list[Item]:
    """Return the button that looks on all servers, or the one that allows it, if the user has any."""
    if server.common_queue:
        return [button("Look on all servers …", ANYWHERE(), discord.ButtonStyle.primary, row=0)]
    return [button("Let members look on all servers", ANYWHERE_ALLOWED(), row=0)] if manages else []


def _line(position: Position, names: Sequence[str], others: Sequence[str]) -> str:
    match, game = position.match, position.game
    free = room(match, game) + len(still_asked(match))
    who = together([escaped(name) for name in names])
    rule_set = game.rule_set(match.options)
    rules = [] if rule_set is RuleSet.HOUSE else [RULE_SETS[rule_set]]
    rules += [f"{spoken(name)}: {spoken(value)}" for name, value in extras(game.options, match.options).items()]
    variants_text = f" · {', '.join(rules)}" if rules else ""
    what = together([f"**#{match.id} {game.title}**", *others], "or")
    return f"{what} in <#{match.channel}>: {who}; {free} free{variants_text}"
