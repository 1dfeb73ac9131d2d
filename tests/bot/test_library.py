"""A match is played to its end with the rules and the content it started with."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

import pytest

from bot.application.match.replay import DivergedError, replay
from bot.content.library import Library, NotPlayableError, load_library
from bot.content.seeds import Content, load_content, load_game, load_games
from bot.lab.autoplay import Setup
from bot.model.match import Match, MatchId, Player, Status
from bot.model.table import Table
from bot.store.matches import Deal
from bot.store.plies import Ply
from rules.catalog import EARLIER, GAMES
from rules.core.earlier_rules import earlier
from rules.core.game import Game
from rules.core.options import RuleOption
from rules.core.tags import LATER
from tests.bot.table_helpers import ANN, CHANNEL, GUILD
from tests.heist_game import Heist
from tests.tiny_game import CONTENT, Tiny, TinyState


class Shorter(Tiny):
    """The next version of the tiny game's rules, in which one round fewer wins."""

    version: ClassVar[int] = 2

    def deal(self, **table: Any) -> TinyState:
        g = super().deal(**table)
        g.goal -= 1
        return g


@dataclass(slots=True)
class RuledState(TinyState, tag="TinyState"):
    """The state of the tiny game with a field that the first rules did not have."""

    ruled: bool = field(default=False, metadata=LATER)


class Ruled(Tiny):
    """The next version of the tiny game's rules, in which the changed rule is an option."""

    version: ClassVar[int] = 2
    options: ClassVar[tuple[RuleOption, ...]] = (
        *Tiny.options,
        RuleOption(name="length", values=("short", "long"), summary="short: a round less is needed", clause="1.3"),
    )

    def deal(self, *, options: Mapping[str, str], **table: Any) -> TinyState:
        g = super().deal(options=options, **table)
        ruled = options["length"] == "short"
        g.goal -= ruled
        return RuledState(**{part.name: getattr(g, part.name) for part in fields(g)}, ruled=ruled)


class Picky(Tiny):
    """A tiny game that refuses some content."""

    def __init__(self, content: Any = None) -> None:
        if content == {"cards": {"worthless": 0}}:
            raise ValueError("card worthless: is worth nothing")
        if content:
            raise KeyError("a seed that nobody may read")
        super().__init__(content)


def raised(value: Any) -> Any:
    """Return content in which every number is one higher."""
    match value:
        case bool() | str():
            return value
        case int():
            return value + 1
        case list():
            return [raised(item) for item in value]
        case _:
            return {name: raised(item) for name, item in value.items()}


def with_stronger_cards(today: Content) -> Content:
    tables = today.tables
    return Content.of(today.game, {**tables, "cards": raised(tables["cards"])})


def played(game: Game, *, plies: int = 30) -> tuple[Match, Deal, list[Ply]]:
    """Return a stored match."""
    setup = Setup(game=game, players=("random", "random"), options={})
    g, chosen = setup.begin(5)
    decks = tuple(game.decks[deck].cards for deck in chosen)
    table = Table.deal(game, seats=2, options={}, decks=decks, seed=5)
    deal, log = Deal(seed=5, decks=decks, digest=table.digest), []
    for seat, action in setup.play(g, 5):
        table = table.play(seat, action)
        log.append(Ply(number=table.ply, seat=seat, action=str(action), digest=table.digest))
        if len(log) == plies:
            break
    players = tuple(Player(user=user, deck="") for user in (ANN, ANN + 1))
    match = Match(
        id=MatchId(1),
        tag="k3x9a2",
        game=game.key,
        guild=GUILD,
        channel=CHANNEL,
        host=ANN,
        status=Status.LIVE,
        version=1,
        options={},
        players=players,
        ply=table.ply,
        outcome=None,
    )
    return match, deal, log


@pytest.fixture
def library() -> Library:
    """Return a library of the tiny game and of Allocator after every card was made stronger."""
    stronger = with_stronger_cards(load_content("allocator"))
    games = {"allocator": GAMES["allocator"](stronger.tables), Tiny.key: Tiny()}
    return Library(games, {"allocator": stronger, Tiny.key: Content.of(Tiny.key, {})}, kept=2)


def test_todays_games_are_those_of_the_catalog_with_their_content() -> None:
    library = load_library()
    assert list(library.games) == list(GAMES)
    for key, game in load_games().items():
        assert library.content(key) == load_content(key)
        assert library.game(key, game.version, Content(key, load_content(key).text)) is game is library.games[key]


def test_a_match_keeps_the_cards_it_started_with_after_they_change(library: Library) -> None:
    begun_with = load_content("allocator")
    stored = played(load_game("allocator"))
    assert library.content("allocator").hash != begun_with.hash
    with pytest.raises(DivergedError):
        replay(library.games["allocator"], *stored)
    game = library.game("allocator", load_game("allocator").version, begun_with)
    table = replay(game, *stored)
    assert table.digest == stored[2][-1].digest
    assert table.game is game is library.game("allocator", load_game("allocator").version, begun_with)


def test_a_new_match_is_played_with_todays_cards(library: Library) -> None:
    today = library.game("allocator", load_game("allocator").version, library.content("allocator"))
    assert today is library.games["allocator"]
    then = library.game("allocator", load_game("allocator").version, load_content("allocator"))
    for card, old in zip(today.cards.values(), then.cards.values(), strict=True):
        assert (card.id, card.name) == (old.id, old.name)
        assert card.attack == old.attack + 1  # type: ignore[attr-defined]


def test_a_match_keeps_the_rules_it_started_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EARLIER, (Tiny.key, 1), Tiny)
    library = Library.of({Tiny.key: Shorter()})
    stored, content = played(Tiny(), plies=4), library.content(Tiny.key)
    with pytest.raises(DivergedError):
        replay(library.games[Tiny.key], *stored)
    assert replay(library.game(Tiny.key, 1, content), *stored).ply == 4
    assert library.game(Tiny.key, 2, content) is library.games[Tiny.key]


def test_a_match_continues_after_its_rule_became_an_option_and_its_state_got_a_field(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(EARLIER, (Tiny.key, 1), earlier(Ruled, 1, {"length": "long"}))
    library = Library.of({Tiny.key: Ruled()})
    stored, content = played(Tiny(), plies=4), library.content(Tiny.key)
    table = replay(library.game(Tiny.key, 1, content), *stored)
    assert (type(table.state), table.digest) == (RuledState, stored[2][-1].digest)
    with pytest.raises(DivergedError):
        replay(library.games[Tiny.key], *stored)


@pytest.mark.parametrize(
    ("key", "version", "content", "why"),
    [
        ("chess", 1, Content.of("chess", {}), "there is no game chess"),
        ("tiny", 3, Content.of("tiny", {}), "there are no rules 3 of tiny (there are 1)"),
        ("tiny", 1, Content.of("heist", {}), "content {hash} is of heist, not of tiny"),
        (
            "tiny",
            1,
            Content.of("tiny", {"cards": {"worthless": 0}}),
            "rules 1 of tiny cannot use content {hash}: card worthless: is worth nothing",
        ),
        ("tiny", 1, Content("tiny", "{"), "rules 1 of tiny cannot use content {hash}: Expecting property name"),
    ],
)
def test_unplayable_rules_or_content_are_refused(key: str, version: int, content: Content, why: str) -> None:
    library = Library.of({Tiny.key: Picky(), Heist.key: Heist()})
    with pytest.raises(NotPlayableError, match=re.escape(why.format(hash=content.hash))):
        library.game(key, version, content)


def test_a_refusal_does_not_quote_the_message_of_an_unexpected_error() -> None:
    with pytest.raises(NotPlayableError, match=r": KeyError at test_library\.py:\d+$"):
        Library.of({Tiny.key: Picky()}).game(Tiny.key, 1, Content.of(Tiny.key, {"cards": {}}))


def test_a_limited_number_of_earlier_games_is_cached(library: Library) -> None:
    contents = [Content.of(Tiny.key, {**CONTENT, "edition": {"number": number}}) for number in range(3)]
    games = [library.game(Tiny.key, 1, content) for content in contents]
    assert len(set(games)) == 3
    assert [library.game(Tiny.key, 1, content) for content in contents[1:]] == games[1:]
    again = library.game(Tiny.key, 1, contents[0])
    assert again not in games
    assert library.game(Tiny.key, 1, contents[2]) is games[2]
    assert library.game(Tiny.key, 1, contents[1]) is not games[1]


def test_earlier_rules_are_registered_under_their_own_key_and_version() -> None:
    assert [(kind.key, kind.version) for kind in EARLIER.values()] == list(EARLIER)
    assert all(version < GAMES[key].version for key, version in EARLIER)
