"""Alchemy's battles and choices show totals with their reasons, and the result of every choice."""

from dataclasses import replace

import pytest

from render.alchemy import RENDERER, elements, facts, outlook
from render.alchemy.duels import battle_result, duels, total_reason
from render.alchemy.previews import Answer, groups, let_hit, previews_of, relations
from render.canvas import HEIGHT, WIDTH
from render.picture import hand_text, table_canvas, table_text
from rules.alchemy.actions import LET_HIT, Attack, Choose, Defend
from rules.alchemy.attacks import NO_GUARD, NOTHING_PREPARED, defence_of
from rules.alchemy.cards import ElementCard, essence_of
from rules.alchemy.elements import Element, in_words
from rules.alchemy.events import Countered, Hit, Parried
from rules.alchemy.view import AlchemyView
from rules.core.play import apply
from rules.core.words import counted
from tests.examples import thorough
from tests.render.alchemy_tables import KINDS, PLAYERS, tables, views
from tests.render.tables import choice_text
from tests.rules.alchemy.tables import ANNA, BEN, GAME, NAMES, act, attacked, cards, side, table


@pytest.mark.parametrize(("halves", "words"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (12, "6"), (25, "12½")])
def test_halves_are_shown_as_halves(halves: int, words: str) -> None:
    assert in_words(halves) == words


@pytest.mark.parametrize(
    ("defence", "counts", "why"),
    [
        ("air-3", "1½", "½: weak to Fire"),
        ("water-2", "4", "x2: strong against Fire"),
        ("earth-3", "3", "neutral to Fire"),
        ("fire-1+water-2", "6", "x2: strong against Fire"),
        ("water-3+air-3", "12", "x2: strong against Fire"),
    ],
)
def test_5_5_a_defence_shows_its_total_and_the_reason(defence: str, counts: str, why: str) -> None:
    g = attacked("fire-3", defence.replace("+", " ") + " fire-1")
    view = GAME.view(g, BEN)
    preview = previews_of(view, ("defend",))
    assert preview is not None
    (block,) = (block for block in preview.answers if block.link.essence.id == defence)
    assert in_words(block.link.counted) == counts
    assert total_reason(block.link, view.battle.chain[-1] if view.battle else None) == why
    after = act(g, f"defend {defence}")
    assert f"counts {counts} ({why})" in table_text(GAME, GAME.view(after, None), PLAYERS)


def test_4_5_4_6_preparations_and_guards_are_shown_and_counted() -> None:
    g = table(
        side("sublimation calcination exaltation fire-2 fire-2", points=6),
        side("water-2 coagulation fixation", points=6),
    )
    g = act(
        g,
        "play calcination",
        "play exaltation",
        "play sublimation",
        "attack fire-2",
        "play coagulation",
        "play fixation",
    )
    view = GAME.view(g, BEN)
    text = table_text(GAME, view, PLAYERS)
    assert view.battle is not None
    assert all(words in text for words in facts.prepared(view.battle.preparation))
    assert all(words in text for words in facts.guarded(view.battle.guard))
    attack = view.battle.chain[-1]
    assert total_reason(attack, None) == f"+{in_words(attack.magnitude - 4)} prepared"
    preview = previews_of(view, ("defend",))
    assert preview is not None
    assert all(
        "but not doubled" in total_reason(b.link, attack) for b in preview.answers if b.link.essence.id == "water-2"
    )


@pytest.mark.parametrize(("player", "scoring"), [KINDS[2], *thorough(*KINDS[:2], *KINDS[3:])])
def test_a_defence_has_the_result_that_was_shown(player: str, scoring: str) -> None:
    compared = set()
    for g in (g for seed in range(6, 10) for g in tables(seed, 1, player, scoring)):
        for seat in g.phase.waiting:
            view = GAME.view(g, seat)
            preview = previews_of(view, ("defend",))
            shown = {defence.element: dict(defence.outcomes) for defence in outlook.defences(view)}
            for block in preview.answers if preview else ():
                assert _everybody_sees(block, shown)
                after = apply(g, seat, Defend(block.link.essence.id))
                hit = next((event for event in after.events if isinstance(event, Hit)), None)
                kinds = {"countered": Countered, "parried": Parried, "blocked": Hit}
                assert any(isinstance(event, kinds[block.verdict]) for event in after.events)
                assert (block.damage, block.points) == ((hit.damage, hit.points) if hit else (0, 0))
                compared.add(block.verdict)
            if LET_HIT in view.options:
                (hit,) = (event for event in apply(g, seat, LET_HIT).events if isinstance(event, Hit))
                assert f"you take {in_words(hit.damage)}, and " in let_hit(view)
                scored = f"scores {counted(hit.points, 'point')}." if hit.points else "nobody scores."
                assert let_hit(view).endswith(scored)
    assert compared == {"countered", "parried", "blocked"}


def _everybody_sees(answer: Answer, shown: dict[Element, dict[int, outlook.Outcome]]) -> bool:
    """Return whether the table predicts the same result as the answer, or nothing for that element."""
    essence = answer.link.essence
    predicted = shown.get(essence.element, {}).get(essence.magnitude // 2)
    return predicted == (answer.verdict, answer.damage) if predicted else essence.element not in shown


def test_4_6_the_table_shows_complex_elements_if_only_they_can_defend() -> None:
    g = act(table(side("fire-3", opus="aqua-regia", points=3), side("water-3 earth-3")), "opus", "attack fire-3")
    view = GAME.view(g, None)
    by_element = {defence.element: defence for defence in outlook.defences(view)}
    assert set(by_element) == {element for element in Element if element.parts and not element.is_double}
    assert by_element[Element.MUD].factor == "x2"
    assert dict(by_element[Element.MUD].outcomes)[2] == ("parried", 0)
    assert "Mud x2: 2 parry" in table_text(GAME, view, PLAYERS)


def test_6_7_by_the_letter_the_table_shows_pairs_of_one_element_as_well() -> None:
    anna = side("fire-3 fire-3", opus="aqua-regia", points=3)
    g = act(table(anna, side("water-3 water-3"), literal=True), "opus", "attack fire-3+fire-3")
    view = GAME.view(g, None)
    by_element = {defence.element: defence for defence in outlook.defences(view)}
    assert set(by_element) == {element for element in Element if element.parts}
    assert by_element[Element.BLAZE].outcomes == ()
    assert dict(by_element[Element.FLOOD].outcomes)[4] == ("parried", 0)
    assert table_canvas(GAME, view, PLAYERS).box.height <= HEIGHT
    assert "Flood x2: 2 -2, 3 equal, 4 parry, 5 parry, 6 parry" in table_text(GAME, view, PLAYERS)


def test_the_overview_of_defences_is_the_same_for_every_viewer() -> None:
    g = attacked("fire-3", "air-3 water-2")
    seen = [outlook.defences(GAME.view(g, seat)) for seat in (None, ANNA, BEN)]
    assert seen[0] == seen[1] == seen[2]
    text = table_text(GAME, GAME.view(g, None), PLAYERS)
    assert "Water x2: 1 -1, 2 parry, 3 parry" in text
    assert "Fire: cannot defend" in text
    assert "Air ½: 1 -2½, 2 -2, 3 -1½" in text
    assert "Earth: 1 -2, 2 -1, 3 equal" in text
    assert outlook.defences(GAME.view(act(g, "let-hit"), None)) == ()


@pytest.mark.parametrize(
    ("done", "verdict", "result", "who"),
    [
        ("let-hit", "unblocked", "3 damage, +1", ANNA),
        ("defend earth-2", "blocked", "1 damage, +1", ANNA),
        ("defend earth-3", "countered", "no point", None),
        ("defend water-2", "parried", "may attack back", BEN),
    ],
)
def test_a_table_shows_the_result_of_an_attack_and_the_seat_that_benefits(
    drawn_lines: dict[str, bool], done: str, verdict: str, result: str, who: int | None
) -> None:
    view = GAME.view(act(attacked("fire-3", "earth-2 earth-3 water-2"), done), None)
    assert battle_result(view) == (verdict, result, who)
    RENDERER.table(GAME, view, PLAYERS)
    assert {verdict.capitalize() if duels(view) else "Last attack", result} <= set(drawn_lines)


@pytest.mark.parametrize(("player", "scoring"), [KINDS[2], *thorough(*KINDS[:2], *KINDS[3:])])
def test_choices_offer_exactly_the_legal_options(player: str, scoring: str) -> None:
    for view in views(9, 2, player, scoring):
        for verb, kind in (("attack", Attack), ("defend", Defend), ("choose", Choose)):
            offered = sorted(str(action).split()[1] for action in view.options if isinstance(action, kind))
            preview = previews_of(view, (verb,))
            shown: list[str] = []
            if preview is not None:
                shown = [link.essence.id for attacks in preview.attacks for link in attacks.links]
                shown += [block.link.essence.id for block in preview.answers]
                shown += [target.word for target in preview.targets]
            assert sorted(shown) == offered


def test_an_attacked_player_sees_every_defence_in_the_hand() -> None:
    answered = 0
    for view in views(9):
        if facts.is_attacked(view):
            text = hand_text(GAME, view, PLAYERS)
            for words, blocks in groups(view):
                assert words in text
                for block in blocks:
                    assert f"  {block.link.essence.title}: " in text
                    answered += 1
            assert let_hit(view) in text
        elif view.seat is not None:
            assert "Let it hit" not in hand_text(GAME, view, PLAYERS)
    assert answered


@pytest.mark.parametrize("element", Element)
def test_relations_of_an_attack_match_the_totals_of_defences(element: Element) -> None:
    doubled, halved = relations(element)
    for card in cards("fire-1 water-1 air-1 earth-1"):
        assert isinstance(card, ElementCard)
        link = defence_of(BEN, essence_of((card,)), element, NOTHING_PREPARED, NO_GUARD)
        assert link.change == (card.element in doubled) - (card.element in halved)


def test_a_chain_is_described_duel_by_duel() -> None:
    g = attacked("fire-2", "water-3 air-3 earth-1")
    g = act(g, "defend water-3", "attack air-3")
    (first, second) = duels(GAME.view(g, None))
    assert (first.verdict, first.result, first.back) == ("parried", "no damage", False)
    assert (second.verdict, second.defence, second.back) == ("", None, True)
    g = act(g, "defend earth-1")
    (last,) = duels(GAME.view(g, None))
    assert (last.verdict, last.result) == ("blocked", "2½ damage, +1")


def test_a_finished_battle_is_shown_until_the_next_action() -> None:
    g = act(attacked("fire-3", "water-2 earth-3"), "defend earth-3")
    view = GAME.view(g, None)
    assert view.battle is None
    (duel,) = duels(view)
    assert (duel.verdict, duel.result) == ("countered", "no point")
    assert "Countered: no point" in table_text(GAME, view, PLAYERS)
    assert duels(GAME.view(act(g, "end"), None)) == []


def test_the_closeup_of_a_battle_has_the_same_lines_in_picture_and_text(drawn_lines: dict[str, bool]) -> None:
    g = attacked("fire-3", "water-2 earth-3")
    for view in (GAME.view(g, None), GAME.view(act(g, "defend water-2"), None)):
        assert RENDERER.closeup is not None
        RENDERER.closeup.draw(GAME, view, "battle", PLAYERS)
        lines = [line.strip() for line in RENDERER.closeup.lines(GAME, view, "battle", PLAYERS)]
        assert {*lines[1:]} <= {text for text, whole in drawn_lines.items() if whole}
    assert f"{PLAYERS[1]} is asked" in drawn_lines


def test_5_7_a_long_chain_is_drawn_whole(drawn_lines: dict[str, bool]) -> None:
    seen = (view for seed in range(8) for view in views(seed))
    longest = max(seen, key=lambda view: len(view.battle.chain) if view.battle else 0)
    assert longest.battle is not None
    assert len(longest.battle.chain) >= 4
    RENDERER.table(GAME, longest, PLAYERS)
    text = table_text(GAME, longest, PLAYERS)
    assert sum(line.count("attacks") for line in text.splitlines()) >= len(duels(longest))


def test_7_1_an_attack_parried_by_a_card_is_shown_among_the_earlier_ones(drawn_lines: dict[str, bool]) -> None:
    g = act(attacked("fire-3", "air-3 earth-1", opus="homunculus", points=3), "opus", "attack air-3")
    view = GAME.view(g, None)
    assert [(duel.defence, duel.verdict) for duel in duels(view)] == [(None, "parried"), (None, "")]
    RENDERER.table(GAME, view, PLAYERS)
    assert "parried" in drawn_lines


def test_the_targets_of_a_card_are_shown_in_their_places() -> None:
    g = table(side("dissolution air-1", points=2), side("fire-3", store="ablution! water-1"))
    view = GAME.view(act(g, "play dissolution"), 0)
    text = choice_text(GAME, view, ("choose",), PLAYERS)
    assert "  Place 1: Ablution (1 AP, reaction): " in text
    assert "  Place 2: face down" in text
    assert "Water" not in text


def _seen(view: AlchemyView) -> set[str]:
    return {words for words, _ in groups(view)}


def test_8_2_damage_scoring_shows_the_points_for_damage() -> None:
    plain, scored = attacked("fire-3", "earth-1"), attacked("fire-3", "earth-1")
    scored.damage_scoring = True
    assert _seen(GAME.view(plain, BEN)) == {"Blocked: you take the difference, and your opponent scores 1 point."}
    assert _seen(GAME.view(scored, BEN)) == {
        "Blocked: you take the difference, and your opponent scores it, rounded down but 1 at least."
    }
    assert let_hit(GAME.view(scored, BEN)) == "Let it hit: you take 3, and your opponent scores 3 points."


def test_8_2_the_cost_of_an_answer_includes_points_for_total_damage() -> None:
    g = attacked("fire-3", "earth-1")
    g.sides[ANNA].damage = 7
    view = GAME.view(g, BEN)
    assert _seen(view) == {"Blocked: you take the difference, and your opponent scores 1 point."}
    assert let_hit(view) == "Let it hit: you take 3, and your opponent scores 2 points."


def test_2_6_an_idle_player_is_warned() -> None:
    view = GAME.view(table(side("fire-3", idle=2)), None)
    warning = "Anna has not attacked for 2 turns: another one gives Ben a point."
    assert warning in facts.conditions(view, "", NAMES)
    rested = GAME.view(table(side("fire-3", idle=2), brisk=False), None)
    assert warning not in facts.conditions(rested, "", NAMES)
    late = GAME.view(replace(table(side("fire-3", idle=2)), turn=25), None)
    assert "Anna has dealt no damage for 2 turns: another one gives Ben a point." in facts.conditions(late, "", NAMES)
    assert "Hit, or give a point" in facts.notes(late)


def test_the_table_of_elements_has_every_relation_in_picture_and_text() -> None:
    assert elements.draw().box.width == WIDTH
    assert elements.draw().box.height <= HEIGHT
    assert elements.lines()[0] == (
        "Fire: strong against Air, Lightning, Dust; weak to Water, Steam, Mist, Mud; neutral to Earth, Magma."
    )
    assert [line.split(":")[0] for line in elements.lines()] == [
        element.label for element in Element if not element.is_double
    ]


def test_4_6_a_ward_says_that_nobody_scores() -> None:
    g = act(attacked("fire-3", "ablution earth-1", points=3), "play ablution")
    assert "Blocked: you take the difference, and nobody scores." in _seen(GAME.view(g, BEN))
