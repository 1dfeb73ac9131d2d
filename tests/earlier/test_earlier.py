"""Matches that were begun by earlier rules, and with earlier cards, are played on as they were begun."""

import json
from typing import Any

import pytest

from bot.content.library import load_library
from bot.content.seeds import Content
from rules.catalog import EARLIER
from rules.core.digest import digest
from rules.core.play import advance, check
from tests.earlier.record import FOLDER

KEPT = sorted(path.stem for path in FOLDER.glob("*.json"))


def test_matches_of_every_version_are_kept() -> None:
    assert {f"{key}-{version}" for key, version in EARLIER} <= set(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_matches_go_on_by_the_rules_and_the_cards_that_they_were_begun_with(name: str) -> None:
    key, version = name.rsplit("-", 1)
    kept: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    game = load_library().game(key, int(version), Content(key, kept["content"]))
    for match in kept["matches"]:
        g = game.begin(seats=match["seats"], options=match["options"], decks=match["decks"], seed=match["seed"])
        assert digest(g) == match["deal"]
        for number, (seat, text, after) in enumerate(match["plies"], start=1):
            action = game.parse(text)
            check(g, seat, action)
            advance(g, seat, action)
            assert digest(g) == after, f"ply {number}: {text}"
