"""Draw close-ups of Alchemy's table: all public facts of a player's cards, the battle, the ten elements."""

from collections.abc import Iterable, Iterator
from typing import Final

from render.alchemy import elements, facts, texts
from render.alchemy.cards import Held
from render.alchemy.duels import duel_line, duels
from render.alchemy.sections import cards, fitting, sentences, tokens
from render.alchemy.style import TRAY
from render.alchemy.tokens import BACK, Token, pile_tokens, token
from render.canvas import Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.heads import heading
from render.lines import ROOM
from render.palette import MUTED, TEXT
from render.renderer import Names
from rules.alchemy.cards import EffectCard
from rules.alchemy.view import AlchemyView, SideView
from rules.core.game import Game

_PLAYER, _BATTLE, _ELEMENTS = "player-", "battle", "elements"
_ATTACKS: Final = "The battle, attack by attack"
_HEAD: Final = 48


def parts(_game: Game, view: AlchemyView) -> Iterator[tuple[str, str]]:
    """Return the parts: each player's cards, the battle if there is one, and the table of the elements."""
    for side in view.sides:
        yield f"{_PLAYER}{side.seat + 1}", f"Player {side.seat + 1}: piles, store and what was seen"
    if duels(view):
        yield _BATTLE, _ATTACKS
    yield _ELEMENTS, "The ten elements: which is strong against which"


def draw(_game: Game, view: AlchemyView, word: str, names: Names) -> Canvas:
    """Draw the part with this word."""
    if word == _ELEMENTS:
        return elements.draw()
    if word == _BATTLE:
        return fitting(lambda level: _battle(view, names, level), 2)
    side = _side(view, word)
    return fitting(lambda level: _player(side, names[side.seat], level), 2)


def lines(_game: Game, view: AlchemyView, word: str, names: Names) -> Iterable[str]:
    """Return the full content of the picture as lines of text."""
    if word == _ELEMENTS:
        return elements.lines()
    if word == _BATTLE:
        return texts.battle(view, names)
    side = _side(view, word)
    spent = [_processes(side)] if _processes(side) else []
    return [*texts.side(view, side, names[side.seat]), *spent, *map(texts.effect, _known(side))]


def _side(view: AlchemyView, word: str) -> SideView:
    return view.sides[int(word.removeprefix(_PLAYER)) - 1]


def _known(side: SideView) -> list[EffectCard]:
    """Return the processes in a player's store and hand that both players know, and a used Magnum Opus, each once."""
    public = (*side.store, *side.shown, side.opus)
    return list(dict.fromkeys(card for card in public if isinstance(card, EffectCard)))


def _processes(side: SideView) -> str:
    """Return a sentence about the processes in both piles; "" if there are none."""
    listed = [f"{label}: {facts.listed(processes)}." for label, processes in _spent(side) if processes]
    return f"Processes, {' '.join(listed)}" if listed else ""


def _spent(side: SideView) -> Iterator[tuple[str, list[EffectCard]]]:
    for label, pile in (("recharge", side.recharge), ("exhausted", side.exhausted)):
        yield label, [card for card in pile if isinstance(card, EffectCard)]


def _battle(view: AlchemyView, names: Names, level: int) -> Iterator[Canvas | None]:
    """Draw the battle, attack by attack. A higher level leaves out the players' names, to save room."""
    yield sentences((_ATTACKS, TITLE, TEXT))
    for duel in duels(view):
        *action_lines, result = texts.attack_lines(duel, names)
        played = action_lines if level == 0 else [f"{duel_line(duel)}."]
        yield sentences(*((line, LABEL, TEXT) for line in played), (result, STRONG, MUTED))


def _player(side: SideView, name: str, level: int) -> Iterator[Canvas | None]:
    head = Canvas(ROOM, _HEAD, TRAY)
    heading(head, head.box, side.seat, name, ROOM)
    yield head
    yield tokens(f"Hand {side.hand}", [*map(token, side.shown), *[BACK] * (side.hand - len(side.shown))])
    yield tokens(f"Store {len(side.store)}", [token(card) if card else BACK for card in side.store])
    for label, pile in (("Recharge", side.recharge), ("Exhausted", side.exhausted)):
        yield tokens(f"{label} {len(pile)}", pile_tokens(pile))
    yield sentences((_processes(side), LABEL, MUTED))
    if side.field:
        yield tokens("Field", [Token(card.name) for card in side.field])
    held = [Held(card, 1, "Opus, used" if card is side.opus else facts.note(card)) for card in _known(side)]
    yield from cards(held, ()) if level == 0 else cards((), held)
