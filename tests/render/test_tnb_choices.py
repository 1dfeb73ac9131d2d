"""What T&B's choices show: the board as it would be then."""

import pytest

from render.picture import choice_picture
from render.tnb import facts
from render.tnb.previews import previews_of
from rules.core.notation import words
from rules.core.play import apply
from rules.tnb.game import Tnb
from tests.render.tables import choice_text
from tests.render.tnb_tables import KINDS, PLAYERS, prefixes, tables, views


@pytest.mark.parametrize(("player", "overdrive"), KINDS)
def test_what_a_choice_shows_is_what_the_board_is_then(tnb: Tnb, player: str, overdrive: str) -> None:
    seen = set()
    for g in tables(tnb, 7, 5, player, overdrive):
        for seat in g.phase.waiting:
            view = tnb.view(g, seat)
            for verb, card in prefixes(view):
                found = previews_of(view, (verb, card))
                assert found is not None
                for preview in found.previews:
                    after = apply(g, seat, tnb.parse(f"{verb} {card} {preview.word}"))
                    if after.turn == g.turn:
                        side = tnb.view(after, None).sides[found.seat]
                        assert facts.forecast(side) == facts.forecast(preview.side)
                        seen.add(verb)
    assert seen == {"play", "attack", "block", "move"}


def test_a_choice_offers_what_the_rules_offer_and_nothing_more(tnb: Tnb) -> None:
    for view in views(tnb, 9, 2, "random"):
        offered = {said for said in map(words, view.options) if len(said) == 3}
        shown = set()
        for said in prefixes(view):
            found = previews_of(view, said)
            assert found is not None
            shown |= {(*said, preview.word) for preview in found.previews}
            text = choice_text(tnb, view, said, PLAYERS)
            assert all(any(line.startswith(preview.word) for line in text.splitlines()) for preview in found.previews)
        assert shown == offered


def test_a_turn_of_a_shape_covers_what_the_rules_say(tnb: Tnb) -> None:
    for view in views(tnb, 9, 3):
        for said in prefixes(view):
            found = previews_of(view, said)
            assert found is not None
            if found.turns:
                covered = found.card.coverages
                assert all(preview.tiles == covered[int(preview.word)].tiles for preview in found.previews)
                assert len(found.previews) <= 4


def test_spectators_and_whole_actions_have_no_choice(tnb: Tnb) -> None:
    for g in tables(tnb, 2, 5):
        for seat in g.phase.waiting:
            view = tnb.view(g, seat)
            for action in view.options:
                assert choice_picture(tnb, view, words(action)[:3], PLAYERS) is None or len(words(action)) < 3
                assert choice_picture(tnb, tnb.view(g, None), words(action)[:2], PLAYERS) is None
