"""The number of presses that a decision takes, counted over whole matches of the quick player."""

from functools import lru_cache
from itertools import islice
from statistics import mean, median

import pytest

from bot.lab.autoplay import Setup
from bot.model.match import TableView
from cogs.widgets.choice_level import level
from cogs.widgets.cursor import Cursor, Words
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View
from tests.cogs.pressing import presses, steps
from tests.cogs.test_limits import table_view_of

pytestmark = pytest.mark.usefixtures("our_renderers")

MATCHES = 2
PLIES = 100
"""The number of decisions counted in each match: in longer matches they repeat."""

MOST = {"allocator": 2.0, "tnb": 1.5, "arms_dealer": 1.5, "alchemy": 1.5, "circuitry": 2.5}
"""By game: the most presses that a decision may take on average, from the hand to the action, not counting those for a
verb.
"""

LITTLE = 2.0
"""The same limit for games that are not listed."""


@lru_cache(maxsize=1)
def decisions(game: Game) -> list[tuple[TableView, Words]]:
    """Return the decisions of players who had a choice, and the actions that they chose."""
    found = []
    for seed in range(MATCHES):
        seats = game.seats[seed % len(game.seats)]
        setup = Setup(game=game, players=("greedy",) * seats, options={})
        g, _ = setup.begin(seed)
        before = g.clone()
        for seat, action in islice(setup.play(g, seed), PLIES):
            view = game.view(before, seat)
            found.append((seen(game, view), words(action)))
            before = g.clone()
    return [(table_view, said) for table_view, said in found if len(table_view.view.options) > 1]


def seen(game: Game, view: View) -> TableView:
    """Return a table view with everything that takes space beside the choices."""
    table_view = table_view_of(game, view)
    return TableView(
        match=table_view.match, view=view, decision=table_view.decision, ply_events=(), offers=tuple(game.offers(view))
    )


def test_a_decision_takes_no_more_presses_than_is_promised(game: Game) -> None:
    found = decisions(game)
    every = {place: presses(game, table_view, said) for place, (table_view, said) in enumerate(found)}
    longer = [count for place, count in every.items() if len(found[place][1]) > 1]
    assert mean(every.values()) <= MOST.get(game.key, LITTLE)
    assert mean(longer) <= MOST.get(game.key, LITTLE)
    if game.key == "circuitry":
        laid = [count for place, count in every.items() if found[place][1][0] == "place"]
        assert median(laid) == 2, "the card with its place, and how it lies"


def test_every_press_leads_on_and_each_leads_elsewhere(game: Game) -> None:
    for table_view, said in decisions(game)[::7]:
        options = table_view.view.options
        begun = {spelled[:depth] for spelled in map(words, options) for depth in range(len(spelled) + 1)}
        places = [Cursor(game, table_view.view, said[:depth]) for depth in range(len(said))]
        for place in [places[0], *(place for place in places[1:] if place.following)]:
            items = [item.to_component_dict() for item in level(place, table_view, 0).items]
            assert len({item["custom_id"] for item in items}) == len(items)
            for step in steps(items):
                assert step.words in begun
                menus = [item for item in items if item["custom_id"] == step.custom_id and item.get("options")]
                assert all(len(menu["options"]) == len({o["value"] for o in menu["options"]}) for menu in menus)
