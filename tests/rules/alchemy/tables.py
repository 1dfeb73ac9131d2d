"""Short helpers for tests, with the game's own cards."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from rules.alchemy.actions import ACTIONS
from rules.alchemy.attacks import Preparation
from rules.alchemy.cards import AlchemyCard, EffectCard, OpusCard
from rules.alchemy.game import Alchemy
from rules.alchemy.observation import observe
from rules.alchemy.phases import TURN, Turn
from rules.alchemy.scoring import Scoring
from rules.alchemy.state import AlchemyState, Side, Stored
from rules.core import notation
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Label
from rules.core.play import IllegalActionError, Phase, apply, options

ANNA, BEN = 0, 1
NAMES: Final = ("Anna", "Ben")
FOLDER: Final = files("seeds").joinpath("alchemy")
CONTENT: Final[dict[str, Any]] = {
    name: tomllib.loads(FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("elements", "processes", "opus", "decks")
}
GAME: Final = Alchemy(CONTENT)
OPUS: Final = [card for card in GAME.cards.values() if isinstance(card, OpusCard)]


def cards(names: str) -> list[AlchemyCard]:
    return [GAME.cards[CardId(name)] for name in names.split()]


def effect(name: str) -> EffectCard:
    card = GAME.cards[CardId(name)]
    assert isinstance(card, EffectCard)
    return card


def side(
    hand: str = "",
    *,
    shown: str = "",
    deck: str = "earth-1 earth-1 earth-1 air-1 air-1 air-1",
    store: str = "",
    recharge: str = "",
    exhausted: str = "",
    opus: str = "ouroboros",
    used: bool = False,
    points: int = 2,
    score: int = 0,
    damage: int = 0,
    idle: int = 0,
    refreshed: int = 0,
) -> Side:
    """Return a player. The deck is listed from the top, damage in halves; `shown` cards are in hand and known;
    `fire-1!` lies face up in the store.
    """
    picked = effect(opus)
    assert isinstance(picked, OpusCard)
    made = Side.new(cards(deck)[::-1], picked, [card for card in OPUS if card is not picked][:4])
    made.receive(cards(hand))
    made.receive(cards(shown), seen=True)
    made.store = [Stored(GAME.cards[CardId(name.rstrip("!"))], name.endswith("!")) for name in store.split()]
    made.recharge, made.exhausted = cards(recharge), cards(exhausted)
    made.points, made.score, made.damage, made.opus_used = points, score, damage, used
    made.idle, made.refreshed = idle, refreshed
    return made


def table(
    anna: Side | None = None,
    ben: Side | None = None,
    *,
    turn: int = 3,
    quiet: int = 0,
    scoring: Scoring = Scoring.TALLY,
    brisk: bool = True,
    literal: bool = False,
    phase: Phase | None = None,
) -> AlchemyState:
    """Return a state in Anna's turn (she has the odd turns), or in another phase."""
    return AlchemyState(
        phase=phase or TURN[1 - turn % 2],
        turn=turn,
        random=1,
        events=[],
        sides=(anna or side("fire-3"), ben or side("fire-3")),
        quiet=quiet,
        damage_scoring=scoring is Scoring.ON,
        tally=scoring is Scoring.TALLY,
        brisk=brisk,
        literal=literal,
        banked=0,
        used=False,
    )


def attacked(with_: str, hand: str, **more: Any) -> AlchemyState:
    """Return a state in which Anna attacks Ben with an element; this is his hand, and further arguments
    describe him.
    """
    anna = side(f"{with_.replace('+', ' ')} earth-1 earth-1", points=2)
    return act(table(anna, side(hand, **more)), f"attack {with_}")


def asked(g: AlchemyState) -> Seat:
    (seat,) = g.phase.waiting
    return seat


def act(g: AlchemyState, *texts: str) -> AlchemyState:
    """Return the state after the seat that has to decide has taken this action."""
    for text in texts:
        g = apply(g, asked(g), notation.parse(ACTIONS, text))
    return g


def choices(g: AlchemyState, beginning: str = "") -> list[str]:
    """Return the options that begin like this, of the seat that has to decide."""
    return [text for text in map(str, options(g, asked(g))) if text.startswith(beginning)]


def refusal(g: AlchemyState, text: str) -> str:
    """Return the reason why the seat that has to decide may not take this action."""
    try:
        act(g, text)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(f"{text} was allowed")


def narrated(g: AlchemyState, seat: Seat | None = None) -> list[str]:
    """Return the events of the last action in a seat's (or a spectator's) words."""
    sentences = (GAME.narrate(event, NAMES) for event in observe(g, seat).events)
    return [sentence for sentence in sentences if sentence]


def label(g: AlchemyState, *words: str) -> Label:
    """Return the label of a choice for the seat that has to decide."""
    return GAME.label(observe(g, asked(g)), words)


def names(cards: Sequence[AlchemyCard]) -> str:
    return " ".join(card.id for card in cards)


def prepared(g: AlchemyState) -> Preparation:
    """Return the preparation of the next attack in this turn."""
    assert isinstance(g.phase, Turn)
    return g.phase.preparation
