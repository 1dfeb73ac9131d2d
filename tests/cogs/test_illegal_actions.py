"""Illegal actions are refused privately with the rules' reason and clause, and with the legal choices."""

import re
from typing import Any

import pytest

from bot.content.seeds import load_content
from rules.core.cards import CardId
from rules.core.notation import words
from rules.tnb.game import Tnb
from rules.tnb.grid import Tile
from rules.tnb.state import Occupant, TnbState
from tests.cogs.town import Games, Town, buttons, private

DECK = tuple(
    map(CardId, ("shieldbearer", "axehand", "firepot", "lancer", "crossfire", "knight", "marksman", "palisade"))
)


class Arranged(Tnb):
    """Give the first player as many cards as a hand may have, and the second as many as a board may have."""

    def deal(self, **known: Any) -> TnbState:
        g = super().deal(**{**known, "decks": (DECK, DECK)})
        self._arrange(g, 0, {"shieldbearer": "b2", "axehand": "a1", "firepot": "c3"}, hand=4)
        self._arrange(g, 1, {"shieldbearer": "a1", "axehand": "b1", "firepot": "c3", "lancer": "b3"}, hand=1)
        return g

    def _arrange(self, g: TnbState, seat: int, board: dict[str, str], *, hand: int) -> None:
        side = g.sides[seat]
        lying = {self.cards[CardId(card)]: Tile(tile) for card, tile in board.items()}
        others = [card for card in side.deck_list if card not in lying]
        side.board[:] = [Occupant(card, tile, card.health, free=True, taken=()) for card, tile in lying.items()]
        side.occupied = sum(tile.bit for tile in lying.values())
        side.hand[:], side.deck[:] = others[:hand], others[hand:]


@pytest.fixture
def games() -> Games:
    tables = load_content("tnb").tables
    tables["cards"]["firepot"]["defence"] = 0
    tables["cards"]["shieldbearer"]["speed"] = 1
    tables["cards"]["firepot"]["shape"] = ". # .\n# . #\n. # ."
    return {"tnb": Arranged(tables)}


TYPED: dict[str, tuple[tuple[str, ...], str, dict[str, str], str]] = {
    "an unknown card": (
        (),
        "play",
        {"card": "dragon", "tile": "a2"},
        r"That card isn't in your hand \(rule 5\.3\)\. You can choose: Lancer, ",
    ),
    "a card by its name that is on the board": (
        (),
        "play",
        {"card": "SHIELDbearer", "tile": "a2"},
        r"Shieldbearer isn't in your hand \(rule 5\.3\)\. You can choose: Lancer, ",
    ),
    "a card that nothing is called": (
        (),
        "play",
        {"card": "<@1> **x**", "tile": "a2"},
        r"doesn't match any card you can choose right now \(rule 5\.1\)\. You can choose: Lancer, ",
    ),
    "an unknown tile": (
        (),
        "play",
        {"card": "lancer", "tile": "z9"},
        r"“z9” doesn't match any tile you can choose right now \(rule 5\.1\)\. You can choose: b1, ",
    ),
    "a tile that is taken": (
        (),
        "play",
        {"card": "lancer", "tile": "b2"},
        r"Shieldbearer is on b2 of your board: choose an empty tile \(rule 5\.3\)\. You can choose: b1, ",
    ),
    "a missing rotation": (
        (),
        "attack",
        {"card": "axehand", "rotation": "45"},
        r"turned by 0, 90, 180 or 270 degrees \(rule 2\.3\)\. You can choose: 0°: ",
    ),
    "a rotation that is no number": (
        (),
        "attack",
        {"card": "axehand", "rotation": "sideways"},
        r"“sideways” doesn't match any rotation you can choose right now \(rule 5\.1\)\. You can choose: 0°\\: ",
    ),
    "an attack without Damage": (
        (),
        "attack",
        {"card": "shieldbearer", "rotation": "0"},
        r"Shieldbearer has no Damage and can't attack \(rule 6\.5\)\. You can choose: Axehand on a1, ",
    ),
    "a block without Defence": (
        (),
        "block",
        {"card": "firepot", "rotation": "0"},
        r"Firepot has no Defence and can't block \(rule 6\.4\)\.",
    ),
    "a move without Speed": (
        (),
        "move",
        {"card": "axehand", "tile": "a2"},
        r"Axehand has no Speed and can't move \(rule 6\.2\)\.",
    ),
    "a move too far": (
        (),
        "move",
        {"card": "shieldbearer", "tile": "c1"},
        r"with Speed 1: it can reach b1, a2, c2, b3 \(rule 6\.2\)\. You can choose: b1, a2, c2, b3\.",
    ),
    "a draw with a full hand": ((), "draw", {}, r"You hold 4 cards already: play one first \(rule 5\.2\)\. You can"),
    "a card on a full board": (
        ("done",),
        "play",
        {"card": "crossfire", "tile": "a2"},
        r"You have 4 cards on your board already \(rule 5\.3\): withdraw one first \(rule 5\.5\)\. You can choose: ",
    ),
    "a card on a full board, the tile left out": (
        ("done",),
        "play",
        {"card": "crossfire"},
        r"`/tnb play` isn't possible right now \(rule 5\.1\)\. You can choose: Draw a card, ",
    ),
    "a tactical action without TP": (
        ("play lancer a2",),
        "draw",
        {},
        r"That costs 1 TP, and you have none left: each round brings one \(rule 5\.1\)\.",
    ),
    "a tactical action after a card action": (
        ("attack axehand 0",),
        "play",
        {"card": "lancer", "tile": "a2"},
        r"You have begun your card actions: tactical actions come before them \(rule 4\.3\)\. You can choose: ",
    ),
    "a second action of a card": (
        ("attack axehand 0",),
        "block",
        {"card": "axehand", "rotation": "0"},
        r"Axehand has already taken its action in this round \(rule 6\.1\)\. You can choose: Shieldbearer on b2",
    ),
    "an action in the round in which a card is played": (
        ("play lancer a2",),
        "attack",
        {"card": "lancer", "rotation": "0"},
        r"Lancer can act now only for 1 TP, and you have none left \(rule 5\.4\)\.",
    ),
}


@pytest.mark.parametrize("before", dict.fromkeys(before for before, *_ in TYPED.values()), ids="; ".join)
async def test_an_illegal_command_is_answered_with_its_clause(town: Town, before: tuple[str, ...]) -> None:
    match = await town.open("tnb", town.ada, town.bo)
    for ply, action in enumerate(before):
        person = await town.asked(match.id)
        await town.play(match.id, person, action, ply)
    match, board = await town.match(), [message.content for message in town.public()]
    for _, verb, typed, expected in (case for case in TYPED.values() if case[0] == before):
        said = private(await (await town.asked(match.id)).slash(town.tavern, f"tnb {verb}", **typed))
        assert re.search(expected, said.content)
        assert "<@1>" not in said.content
        assert said.attachments[0].description
        assert buttons(said)
        assert (await town.match(), [message.content for message in town.public()]) == (match, board)


PRESSED: dict[str, str] = {
    "play dragon a2": r"That card isn't in your hand \(rule 5\.3\)\.",
    "play lancer b2": r"choose an empty tile \(rule 5\.3\)\.",
    "play lancer z9": r"“z9” doesn't fit <tile>",
    "attack axehand 45": r"\(rule 2\.3\)\.",
    "attack shieldbearer 0": r"\(rule 6\.5\)\.",
    "move shieldbearer c1": r"\(rule 6\.2\)\.",
    "draw": r"You hold 4 cards already: play one first \(rule 5\.2\)\.",
}


async def test_an_illegal_press_is_answered_with_its_clause(town: Town) -> None:
    match = await town.open("tnb", town.ada, town.bo)
    asked = await town.asked(match.id)
    other = town.bo if asked is town.ada else town.ada
    for action, expected in PRESSED.items():
        panel = private(await town.forge(asked, town.board(), f"act/1/0/{action}"))
        assert re.search(expected, panel.content)
        refused = private(await town.forge(other, town.board(), f"act/1/0/{action}"))
        assert "It's not your turn." in refused.content
        assert await town.match() == match


async def test_a_turn_that_a_shape_lacks_is_not_asked_for(town: Town) -> None:
    match = await town.open("tnb", town.ada, town.bo)
    asked = await town.asked(match.id)
    spelled = [words(option) for option in (await town.view_for(asked)).view.options]
    assert [said for said in spelled if said[:2] == ("attack", "firepot")] == [("attack", "firepot", "0")]
    said = private(await asked.slash(town.tavern, "tnb attack", card="firepot"))
    assert "You chose: Attack: Firepot on c3" in said.content
    assert (await town.match()).ply == match.ply + 1
    said = private(await asked.slash(town.tavern, "tnb attack", card="axehand"))
    assert [label for label in buttons(said) if label.startswith(("0°", "90°"))], "here there is a choice"
    assert (await town.match()).ply == match.ply + 1


async def test_out_of_turn_nothing_is_offered_and_everything_is_refused(town: Town) -> None:
    match = await town.open("tnb", town.ada, town.bo)
    other = town.bo if await town.asked(match.id) is town.ada else town.ada
    for verb, typed in (("done", {}), ("attack", {"card": "axehand"}), ("play", {"card": "knight", "tile": "a2"})):
        said = private(await other.slash(town.tavern, f"tnb {verb}", **typed))
        assert "It's not your turn." in said.content
        assert not buttons(said)
    [line] = await other.autocomplete(town.tavern, "tnb play", "card", "")
    assert re.fullmatch(r"It's not your turn right now \(rule [0-9.]+\)\.", line["name"])
    assert await town.match() == match


async def test_a_refused_action_is_counted_for_the_figures_by_its_clause(town: Town) -> None:
    match = await town.open("tnb", town.ada, town.bo)
    asked = await town.asked(match.id)
    await town.forge(asked, town.board(), "act/1/0/attack shieldbearer 0")
    sql = "SELECT figure, subject, user_id, match_id, times FROM deeds"
    stored = await town.client.app.database.read(lambda db: db.rows(sql))
    assert [*stored] == [("refused", "6.5", asked.id, match.id, 1)]
