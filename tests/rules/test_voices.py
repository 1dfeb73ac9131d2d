"""Voices: short words of a game's world, which stand beside the plain sentences and take nothing from them."""

import re
from collections.abc import Iterator

import pytest

from bot.computer.levels import Level
from bot.content.seeds import load_game, load_rulebook
from bot.lab.autoplay import Setup
from bot.model.match import computer_name
from rules.catalog import GAMES, voice_of
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import AGREED, RESIGNED, IllegalActionError, Outcome, check
from rules.core.voice import DRAWN, SILENT, Voice
from tests.examples import seeds
from tests.one_more_game import SHIPPED

CALL, CLOSING, REMARK, NAME, TEACHER, BEATEN = 30, 60, 90, 9, 14, 24
"""The maximum lengths of the texts of a voice, in characters."""
NEEDLESS = re.compile(r"\d|[<>*_`@#\\{}“”]|\b(?:seed|token|deck order)\b")
"""Numbers could be taken for those of rules; signs mean something to Discord."""


@pytest.fixture(params=SHIPPED)
def voice(request: pytest.FixtureRequest) -> Voice:
    """Return the voice of each shipped game."""
    return voice_of(request.param)


def sentences(voice: Voice) -> Iterator[str]:
    """Yield everything that a voice says in whole sentences."""
    yield from voice.endings.values()
    for character in voice.characters.values():
        yield from (character.greets, character.wins, character.loses)


def test_every_text_of_a_voice_is_short_and_plain(voice: Voice) -> None:
    assert all(0 < len(text) <= REMARK for text in sentences(voice))
    assert all(len(text) <= CLOSING for text in voice.endings.values())
    assert all(0 < len(call) <= CALL for call in voice.calls.values())
    assert all(text.endswith((".", "!", "?")) for text in (*sentences(voice), *voice.calls.values()))
    assert all(character.name.isalpha() and len(character.name) <= NAME for character in voice.characters.values())
    assert len(voice.teacher) <= TEACHER
    assert len(voice.beaten) <= BEATEN
    said = [*sentences(voice), *voice.calls.values(), voice.teacher, voice.beaten]
    assert not [text for text in said if NEEDLESS.search(text)]


@pytest.mark.parametrize("key", SHIPPED)
def test_a_voice_has_words_for_every_ending_every_level_and_chapters_that_exist(key: str) -> None:
    game = load_game(key)
    assert set(game.voice.characters) == set(Level)
    assert set(game.voice.endings) == {*game.endings, RESIGNED, DRAWN}
    chapters = {clause.number.partition(".")[0] for clause in load_rulebook(key)}
    assert set(game.voice.calls) - {""} <= chapters
    assert game.voice.calls[""]


def test_names_are_those_of_one_character_and_of_no_card() -> None:
    names = [character.name for key in SHIPPED for character in voice_of(key).characters.values()]
    teachers = [voice_of(key).teacher for key in SHIPPED]
    cards = {word for key in SHIPPED for card in load_game(key).cards.values() for word in card.name.split()}
    assert len({*names, *teachers}) == len(names) + len(teachers)
    assert not cards & {*names, *(word for teacher in teachers for word in teacher.split())}


@pytest.mark.parametrize("seed", seeds(2))
@pytest.mark.parametrize("key", SHIPPED)
def test_a_refusal_keeps_its_whole_reason_with_its_rules(key: str, seed: int) -> None:
    """Actions of other moments of a match are tried: most are refused."""
    game = load_game(key)
    seats = game.playable({})[0]
    setup = Setup(game=game, players=("greedy",) * seats, options={})
    g, _ = setup.begin(seed)
    tried: dict[Action, None] = {}
    reasons = set()
    for place, _ in enumerate(setup.play(g, seed)):
        if place > 60 or g.outcome is not None:
            break
        for seat in g.phase.waiting:
            tried.update(dict.fromkeys(game.view(g, seat).options[:2]))
            for action in list(tried)[-24:]:
                try:
                    check(g, seat, action)
                except IllegalActionError as error:
                    reasons.add(str(error))
    assert len(reasons) > 3
    for reason in reasons:
        said = game.voice.refusal(reason)
        assert said.endswith(f" {reason}")
        assert len(said) <= len(reason) + CALL + 1


def test_the_call_fits_the_chapter_of_the_rule_that_the_reason_names() -> None:
    voice = voice_of("tnb")
    assert voice.refusal("Your deck is empty (rule 5.2).").startswith(voice.calls["5"])
    assert voice.refusal("It is over (rules 6.1 and 5.2).").startswith(voice.calls["6"])
    assert voice.refusal("Not in this chapter (rule 1.1).").startswith(voice.calls[""])


def test_the_world_closes_a_match_by_its_ending() -> None:
    game, words = load_game("tnb"), voice_of("tnb").endings
    assert game.closing(Outcome(ending="cards", ranks=(1, 2))) == words["cards"]
    assert game.closing(Outcome(ending="simultaneous", ranks=(1, 1))) == words[DRAWN]
    assert game.closing(Outcome(ending=AGREED, ranks=(1, 1))) == words[DRAWN]


@pytest.mark.parametrize("key", [key for key in GAMES if key not in SHIPPED] + ["unknown"])
def test_a_game_needs_no_voice(key: str) -> None:
    assert voice_of(key) == SILENT
    assert voice_of(key).refusal("No (rule 1.1).") == "No (rule 1.1)."
    assert computer_name(key, Level.NOVICE) == "Novice bot"


@pytest.mark.parametrize("key", SHIPPED)
def test_a_computers_name_tells_its_level_also_in_a_content_pack(key: str) -> None:
    game: type[Game] = GAMES[key]
    for level in Level:
        assert computer_name(key, level) == f"{level.capitalize()} {game.voice.characters[level].name}"
        assert computer_name(f"{key}.17", level) == computer_name(key, level)
