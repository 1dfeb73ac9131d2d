"""Scripts that measure Alchemy (`Game.scripts`): bots with one plan, or the quick player without one kind of action;
and the goals of its balance (`Game.goals`).
"""

from collections.abc import Mapping
from typing import Final

from rules.alchemy.actions import END_TURN, HOLD, Attack, Defend, Play
from rules.alchemy.attacks import Link, defence_of, verdict
from rules.alchemy.cards import EffectCard, ElementCard, Essence, essence_of
from rules.alchemy.limits import BEHIND, IDLE_TURNS, MOST_POINTS
from rules.alchemy.view import AlchemyView
from rules.core.cards import CardId
from rules.core.goals import DecidedEarly, PlanWins, StallsEnd, decks, two_seats
from rules.core.notation import Action
from rules.core.scripts import Decide, OwnGame, Script, greedy_choice, without, without_verbs

_EARLY: Final = 5
"""A player falls behind on purpose only while the opponent has at most this many points."""


def _whenever(best: Decide) -> Decide:
    """Return a bot that takes the action that `best` chooses wherever that action is legal, and otherwise plays like
    the quick player.
    """

    def decide(game: OwnGame, view: AlchemyView, random: int) -> Action:
        action = best(game, view, random)
        return action if action in view.options else greedy_choice(game, view, random)

    return decide


def _free_process(game: OwnGame, view: AlchemyView, _random: int) -> Action:
    free = [action for action in view.options if isinstance(action, Play) and not _card(game, action).cost]
    return free[0] if free else HOLD


def _card(game: OwnGame, action: Play) -> EffectCard:
    card = game.cards[action.card]
    assert isinstance(card, EffectCard)
    return card


def _heaviest_attack(game: OwnGame, view: AlchemyView, _random: int) -> Action:
    attacks = [action for action in view.options if isinstance(action, Attack)]
    return max(attacks, key=lambda attack: _essence(game, attack.element).magnitude, default=HOLD)


def _heaviest_defence(game: OwnGame, view: AlchemyView, _random: int) -> Action:
    defences = [action for action in view.options if isinstance(action, Defend)]
    return max(defences, key=lambda defence: _defence(game, view, defence).counted, default=HOLD)


def _blocking(view: AlchemyView, action: Action, game: OwnGame) -> bool:
    """Return whether an action is a defence that lets damage through."""
    if not isinstance(action, Defend) or view.battle is None:
        return False
    return verdict(view.battle.chain[-1], _defence(game, view, action)) == "blocked"


def _defence(game: OwnGame, view: AlchemyView, action: Defend) -> Link:
    assert view.seat is not None
    assert view.battle is not None
    essence, attack = _essence(game, action.element), view.battle.chain[-1].essence.element
    return defence_of(view.seat, essence, attack, view.battle.preparation, view.battle.guard)


def _essence(game: OwnGame, element: str) -> Essence:
    cards = [game.cards[CardId(name)] for name in element.split("+")]
    return essence_of(tuple(card for card in cards if isinstance(card, ElementCard)))


def _without_blocks(game: OwnGame, view: AlchemyView, random: int) -> Action:
    return without(lambda seen, action: _blocking(seen, action, game))(game, view, random)


def _hoarding(view: AlchemyView, action: Action) -> bool:
    assert view.seat is not None
    return view.phase == "Turn" and view.sides[view.seat].points < MOST_POINTS and isinstance(action, Attack)


def _is_due(view: AlchemyView) -> bool:
    """2.6 Return whether the player's next turn without an attack costs a point."""
    return _waited(view) >= IDLE_TURNS - 1


def _waited(view: AlchemyView) -> int:
    """Return the number of the player's turns in a row that have ended without an attack; -1 after one in this turn."""
    assert view.seat is not None
    return view.sides[view.seat].idle


def _weakest_after(waits: int) -> Decide:
    """Return a bot that attacks only after it has waited for so many of its turns, with its weakest element, and does
    anything else as the quick player does.
    """

    def decide(game: OwnGame, view: AlchemyView, random: int) -> Action:
        attacks = [action for action in view.options if isinstance(action, Attack)]
        if view.phase == "Turn" and attacks and _waited(view) >= waits:
            return min(attacks, key=lambda attack: _essence(game, attack.element).magnitude)
        return without(lambda seen, action: seen.phase == "Turn" and isinstance(action, Attack))(game, view, random)

    return decide


def _bunker(game: OwnGame, view: AlchemyView, random: int) -> Action:
    """Attack only when it has to, with the weakest element, and defend with the element that counts most."""
    defence = _heaviest_defence(game, view, random)
    return defence if defence in view.options else _weakest_after(IDLE_TURNS - 1)(game, view, random)


def _leading(view: AlchemyView, action: Action) -> bool:
    """Return whether a player who never wants to be ahead avoids an action: an attack while it is not behind, unless
    the next turn without one would cost a point (2.6).
    """
    assert view.seat is not None
    side, other = view.sides[view.seat], view.sides[1 - view.seat]
    return view.phase == "Turn" and isinstance(action, Attack) and side.score >= other.score and not _is_due(view)


def _saving(view: AlchemyView, action: Action) -> bool:
    """Return whether a player who saves all AP until an attack is due avoids an action."""
    return view.phase == "Turn" and not _is_due(view) and action != END_TURN


def _sandbagging(view: AlchemyView, action: Action) -> bool:
    """2.7 Return whether a player who falls far behind on purpose early in the match avoids an action.

    The player avoids attacks, except one that saves a point (2.6).
    """
    assert view.seat is not None
    side, other = view.sides[view.seat], view.sides[1 - view.seat]
    is_early = other.score <= _EARLY and 0 <= other.score - side.score < BEHIND
    return view.phase == "Turn" and isinstance(action, Attack) and is_early and side.idle < IDLE_TURNS - 1


def _playing(process: str) -> Decide:
    return without(lambda _view, action: isinstance(action, Play) and action.card == process)


SCRIPTS: Final[Mapping[str, Script]] = {
    "no-store": Script(
        summary="is greedy, but never opens its store", decide=without_verbs("store", "put", "take"), most=45
    ),
    "no-block": Script(summary="is greedy, but never defends if damage gets through", decide=_without_blocks, most=45),
    "no-opus": Script(summary="is greedy, but never uses its Magnum Opus", decide=without_verbs("opus"), most=45),
    "no-refresh": Script(summary="is greedy, but never refreshes its hand", decide=without_verbs("refresh"), most=45),
    "no-draw": Script(summary="is greedy, but never draws for AP", decide=without_verbs("draw"), most=48),
    "no-process": Script(summary="is greedy, but never plays a process", decide=without_verbs("play"), most=45),
    "free-first": Script(
        summary="first plays every process that costs nothing", decide=_whenever(_free_process), most=50
    ),
    "no-calcination": Script(summary="is greedy, but never plays Calcination", decide=_playing("calcination"), most=50),
    "blocker": Script(
        summary="defends with the element that counts most", decide=_whenever(_heaviest_defence), most=50
    ),
    "rush": Script(
        summary="attacks with its heaviest element while it has AP", decide=_whenever(_heaviest_attack), most=45
    ),
    "hoard": Script(summary="attacks only when it has 6 AP", decide=without(_hoarding), most=45),
    "sandbag": Script(
        summary="falls 3 points behind on purpose, for the AP that this brings", decide=without(_sandbagging), most=50
    ),
    "turtle": Script(summary="never attacks", decide=without_verbs("attack"), most=10, stalls=True),
    "weakest": Script(
        summary="attacks only when it has to, with its weakest element",
        decide=_weakest_after(IDLE_TURNS - 1),
        most=45,
        stalls=True,
    ),
    "weak-often": Script(
        summary="attacks in every second turn, with its weakest element",
        decide=_weakest_after(1),
        most=45,
        stalls=True,
    ),
    "bunker": Script(
        summary="attacks only when it has to, with its weakest element, and defends with the one that counts most",
        decide=_bunker,
        most=45,
        stalls=True,
    ),
    "level": Script(
        summary="attacks only while it is behind, or when it has to", decide=without(_leading), most=50, stalls=True
    ),
    "saver": Script(summary="does nothing until it has to attack", decide=without(_saving), most=25, stalls=True),
}
"""Every script by its name."""

GOALS = (
    two_seats(),
    DecidedEarly(most=40, matches=5_000),
    PlanWins(plan="no-draw", most=50, matches=10_000),
    StallsEnd(most=25, last=1, matches=1_000),
    *decks(),
)
