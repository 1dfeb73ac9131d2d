"""Discord's limits, over all commands and games: after one violation, Discord registers or sends nothing."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.content.seeds import load_games
from bot.model.match import Match, MatchId, MatchKey, Status, TableView
from bot.people.settings import ServerPreferences
from cogs.commands.actions import commands_of
from cogs.commands.play import Play
from cogs.messages.lobby import lobby_text
from cogs.presses.lobby import option_items
from cogs.widgets.choice_level import level
from cogs.widgets.cursor import Cursor
from cogs.widgets.decks import deck_menu, ready_made
from cogs.widgets.ids import LIMIT, WORDS
from cogs.widgets.items import panel
from cogs.widgets.purposes import ACT, DECK, DECKS
from rules.core.cards import Deck
from rules.core.game import Game
from rules.core.notation import words
from rules.core.options import RuleOption
from rules.core.play import View, apply
from tests.cogs.town import PURPOSES, Town
from tests.examples import examples
from tests.laws.matches import some
from tests.tiny_game import Tiny

MENU_OF_A_USER = 2
NAME = re.compile(r"^[-_\w]{1,32}$")
LARGEST_MATCH = MatchId(10**9)
KEY = MatchKey(MatchId(1), "k3x9a2")
LARGEST_DECISION = 99_999
TEXTS = {"name", "description", "value"}


def match_of(game: Game, status: Status = Status.LIVE) -> Match:
    return Match(
        id=LARGEST_MATCH,
        tag="k3x9a2",
        game=game.key,
        guild=2**62,
        channel=2**62,
        host=2**62,
        status=status,
        version=1,
        options={},
        players=(),
        ply=LARGEST_DECISION,
        outcome=None,
    )


def table_view_of(game: Game, view: View) -> TableView:
    return TableView(match=match_of(game), view=view, decision=LARGEST_DECISION, ply_events=())


def size(command: Any) -> int:
    """Return the characters of a command as Discord counts them: all names, descriptions and values."""
    if isinstance(command, dict):
        own = sum(len(str(command[key])) for key in TEXTS if key in command)
        return own + sum(size(item) for item in command.values() if isinstance(item, list))
    return sum(size(item) for item in command) if isinstance(command, list) else 0


def leaves(option: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield option
    for inner in option.get("options", ()):
        yield from leaves(inner)


async def test_every_command_is_within_discords_limits(town: Town) -> None:
    commands = [command.to_dict(town.client.tree) for command in town.client.tree.get_commands()]
    menus = [command for command in commands if command["type"] == MENU_OF_A_USER]
    commands = [command for command in commands if command not in menus]
    assert len(commands) <= 100
    assert len(menus) <= 5
    assert all(1 <= len(menu["name"]) <= 32 for menu in menus)
    for command in commands:
        assert size(command) <= 8000
        for part in leaves(command):
            assert NAME.fullmatch(part["name"])
            assert part["name"] == part["name"].lower()
            assert 1 <= len(part["description"]) <= 100
            assert len(part.get("options", ())) <= 25
            assert len(part.get("choices", ())) <= 25
            assert not any(option.get("required") for option in part.get("options", ())), (
                "the bot asks for missing options"
            )
            assert all(len(choice["name"]) <= 100 and len(choice["value"]) <= 100 for choice in part.get("choices", ()))


def test_every_id_fits_with_the_largest_numbers_in_it() -> None:
    """Covers no words of actions: every level of every game is built in a later test."""
    bounded = [purpose for purpose in PURPOSES if WORDS not in purpose.fields.values()]
    longest = {each: re._parser.parse(each._template.pattern).getwidth()[1] for each in bounded}  # type: ignore[attr-defined]
    assert {purpose: width for purpose, width in longest.items() if width > LIMIT} == {}


FORMS = {
    field.part: st.from_regex(field.part, fullmatch=True) for purpose in PURPOSES for field in purpose.fields.values()
}
"""Return examples of every argument, with the slash before it."""


@examples(5)
@given(st.fixed_dictionaries(FORMS))
def test_every_id_is_read_back_as_its_arguments(said: dict[str, str]) -> None:
    """Gives all types of ids the same arguments, so that one could be mistaken for another."""
    for purpose in PURPOSES:
        identity = purpose.name + "".join(said[field.part] for field in purpose.fields.values())
        if len(identity) <= LIMIT:
            assert purpose(*identity.split("/")[1:]) == identity
            assert [other for other in PURPOSES if other.read(identity) is not None] == [purpose]


def test_an_id_that_discord_would_not_keep_is_not_made() -> None:
    with pytest.raises(ValueError, match="100 characters"):
        ACT(KEY, 1, "x" * 100)
    with pytest.raises(ValueError, match="not a valid act id"):
        ACT(KEY, 1, "X")


async def test_every_command_is_registered_as_it_is_and_only_when_it_changed(town: Town) -> None:
    def registrations() -> int:
        return sum(r.method == "PUT" and r.path.endswith("/commands") for r in town.env.http_requests)

    before = registrations()
    town.env.backend.commands.clear()
    await town.restart()
    assert registrations() == before + 1
    await town.restart()
    assert registrations() == before + 1


def test_every_action_has_a_command_with_an_option_for_each_field(game: Game) -> None:
    nobody: Any = None
    group = commands_of(type(game))(Play(nobody, nobody))
    assert [command.name for command in group.commands] == [kind.verb for kind in game.actions]
    for command in group.commands:
        assert isinstance(command, discord.app_commands.Command)
        assert command.description != "…"
        assert all(parameter.autocomplete for parameter in command.parameters)
        assert not any(parameter.required for parameter in command.parameters)


@pytest.mark.usefixtures("our_renderers")
def test_every_choice_of_a_match_fits_buttons_and_menus(game: Game) -> None:
    decks = [deck.cards for deck in game.decks.values()][: game.seats[0]]
    g = game.begin(seats=game.seats[0], options={}, decks=decks, seed=11)
    for ply in range(60):
        if g.outcome:
            break
        seat = g.phase.waiting[0]
        for other in range(game.seats[0]):
            check_levels(game, game.view(g, other))
        g = apply(g, seat, game.greedy(game.view(g, seat), ply))


def check_levels(game: Game, view: View) -> None:
    """Build and send every level of the tree, with the largest numbers in its ids."""
    starts = {words(action)[:depth] for action in view.options for depth in range(len(words(action)))}
    for chosen in some(sorted(starts), view.turn, len(view.options)):
        shown = level(Cursor(game, view, chosen), table_view_of(game, view), 0)
        sent = panel(shown.items).to_components()
        check_components(sent)
        assert sum(map(len, shown.lines)) < 1000


def check_components(rows: list[dict[str, Any]]) -> None:
    assert len(rows) <= 5
    ids = [item["custom_id"] for row in rows for item in row["components"]]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for row in rows:
        assert len(row["components"]) <= 5
        for item in row["components"]:
            assert len(item.get("label", "")) <= 80
            assert len(item.get("placeholder") or "") <= 150
            options = item.get("options", [])
            assert len(options) <= 25
            assert len({option["value"] for option in options}) == len(options)
            for option in options:
                assert 1 <= len(option["label"]) <= 100
                assert len(option.get("description") or "") <= 100
                assert len(option["value"]) <= 100


@pytest.mark.parametrize("hand", [26, 30, 60])
def test_the_largest_hands_are_offered_in_pages(hand: int) -> None:
    """“No hand limit: hands of 30 happen” (the rulebook of Allocator)."""
    game = load_games()["allocator"]
    decks = [deck.cards for deck in game.decks.values()][:2]
    view = game.view(game.begin(seats=2, options={}, decks=decks, seed=1), 0)
    some = [f"play {card} {system}" for card in list(game.cards)[:hand] for system in ("attack", "defense")]
    rich = replace(view, options=tuple(game.parse(text) for text in some), phase="Manage")
    cards = len({text.split()[1] for text in some})
    seen = []
    for page in range(-(-cards // 25)):
        rows = panel(level(Cursor(game, rich, ("play",)), table_view_of(game, rich), page).items).to_components()
        check_components(rows)
        seen += [option["value"] for option in rows[0]["components"][0]["options"]]
        labels = [item["label"] for item in rows[1]["components"]]
        assert ("Previous" in labels) == (page > 0)
        assert ("Next" in labels) == (page < -(-cards // 25) - 1)
    assert seen == list(dict.fromkeys(text.split()[1] for text in some))


def test_every_lobby_fits_with_many_decks_and_options() -> None:
    game = Tiny()
    game.decks = {f"deck-{n}": Deck(id=f"deck-{n}", name="D" * 150, summary="s" * 150, cards=()) for n in range(60)}
    rules = tuple(
        RuleOption(name=f"rule_{n}", values=tuple(f"v{value}" for value in range(20)), summary="s" * 100, clause="1")
        for n in range(9)
    )
    object.__setattr__(game, "options", rules)
    match = match_of(game, Status.LOBBY)
    for page in range(3):
        items = deck_menu(ready_made(game), page, DECK(match.key), partial(DECKS, match.key))
        check_components(panel(items).to_components())
        check_components(panel(option_items(game, match, ServerPreferences(), page)).to_components())
    assert len(lobby_text(game, match, ())) <= 2000
