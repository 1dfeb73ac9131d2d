"""Late in a match of many players, one card can go to more places than a menu holds."""

from random import Random

from bot.content.seeds import load_game
from bot.model.match import Match, MatchId, Player, Status, TableView, UserId
from bot.model.table import Table
from cogs.widgets.choice_level import level
from cogs.widgets.cursor import Cursor
from cogs.widgets.items import OPTIONS
from rules.core.notation import words

SEATS = 6
OPTIONAL = {"passed_charge_points": "off"}
"""Laying a card is optional (11.10)."""


def _crowded() -> Table:
    """Return a table on which the waiting player can put a card in more places than a menu holds, or skip it."""
    game = load_game("circuitry")
    for seed in range(100):
        random = Random(seed)  # noqa: S311 # no secret
        table = Table.deal(game, seats=SEATS, options=game.all_options(OPTIONAL), decks=[()] * SEATS, seed=seed)
        while table.state.phase.waiting:
            (seat, *_) = table.state.phase.waiting
            options = table.view(seat).options
            spelled = [words(action) for action in options]
            places = {said[2] for said in spelled if said[0] == "place"}
            if len(places) > OPTIONS and len({said[1] for said in spelled if said[0] == "place"}) == 1:
                return table
            table = table.play(seat, random.choice(options))
    raise AssertionError


def test_more_than_a_menu_can_hold_is_behind_a_button() -> None:
    table = _crowded()
    (seat, *_) = table.state.phase.waiting
    match = Match(
        id=MatchId(7),
        tag="k3x9a2",
        game=table.game.key,
        guild=1,
        channel=2,
        host=UserId(1),
        status=Status.LIVE,
        version=table.ply,
        options=table.game.all_options(OPTIONAL),
        players=tuple(Player(user=UserId(1 + each), deck="") for each in range(SEATS)),
        ply=table.ply,
        outcome=None,
    )
    view = table.view(seat)
    offered = level(Cursor(table.game, view), TableView(match=match, view=view, decision=table.ply, ply_events=()), 0)
    ids = [str(item.to_component_dict()["custom_id"]) for item in offered.items]
    assert [identity for identity in ids if identity.startswith("show/") and "place" in identity]
