"""T&B's choices show the board that would follow."""

import pytest

from render.picture import choice_picture
from render.tnb import facts
from render.tnb.previews import previews_of
from rules.core.notation import words
from rules.core.play import apply
from rules.tnb.game import Tnb
from tests.examples import thorough
from tests.render.tables import choice_text
from tests.render.tnb_tables import KINDS, PLAYERS, prefixes, tables, views


@pytest.mark.parametrize(("player", "overdrive"), [KINDS[3], *thorough(*KINDS[:3])])
def test_a_choice_shows_the_board_that_follows(tnb: Tnb, player: str, overdrive: str) -> None:
    seen = set()
    for g in tables(tnb, 7, 5, player, overdrive):
        for seat in g.phase.waiting:
            view = tnb.view(g, seat)
            for verb, card in prefixes(view):
                preview_set = previews_of(view, (verb, card))
                assert preview_set is not None
                for preview in preview_set.previews:
                    after = apply(g, seat, tnb.parse(f"{verb} {card} {preview.word}"))
                    if after.turn == g.turn:
                        side = tnb.view(after, None).sides[preview_set.seat]
                        assert facts.forecast(side) == facts.forecast(preview.side)
                        seen.add(verb)
    assert seen == {"play", "attack", "block", "move"}


def test_a_choice_offers_exactly_the_legal_options(tnb: Tnb) -> None:
    for view in views(tnb, 9, 2, "random"):
        offered = {prefix for prefix in map(words, view.options) if len(prefix) == 3}
        shown = set()
        for prefix in prefixes(view):
            preview_set = previews_of(view, prefix)
            assert preview_set is not None
            shown |= {(*prefix, preview.word) for preview in preview_set.previews}
            text = choice_text(tnb, view, prefix, PLAYERS)
            assert all(
                any(line.startswith(preview.word) for line in text.splitlines()) for preview in preview_set.previews
            )
        assert shown == offered


def test_a_rotated_shape_covers_the_tiles_of_the_rules(tnb: Tnb) -> None:
    for view in views(tnb, 9, 3):
        for prefix in prefixes(view):
            preview_set = previews_of(view, prefix)
            assert preview_set is not None
            if preview_set.turns:
                covered = preview_set.card.coverages
                assert all(preview.tiles == covered[int(preview.word)].tiles for preview in preview_set.previews)
                assert len(preview_set.previews) <= 4


def test_spectators_and_whole_actions_have_no_choice(tnb: Tnb) -> None:
    for g in tables(tnb, 2, 5):
        for seat in g.phase.waiting:
            view = tnb.view(g, seat)
            for action in view.options:
                assert choice_picture(tnb, view, words(action)[:3], PLAYERS) is None or len(words(action)) < 3
                assert choice_picture(tnb, tnb.view(g, None), words(action)[:2], PLAYERS) is None
