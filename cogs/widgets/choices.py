"""Choosing an action word by word along its notation.

The legal actions of a seat, as words, form a tree: whatever the game, the next choice is one of the words that
follow those chosen so far. Commands, buttons and menus all walk this tree.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bot.model.refusals import Refusal
from cogs.text import escaped, listed, plain
from rules.core.game import Game
from rules.core.notation import Action, words
from rules.core.play import View

Words = tuple[str, ...]

LABEL_LIMIT = 80
"""Characters on a button (Discord: Message Components, "Button")."""


class NoSuchChoice(Refusal):
    """What was typed is none of the choices."""


class ManyChoices(Refusal):
    """What was typed could be several of the choices."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that can be chosen next."""

    word: str
    text: str
    """In a player's words."""
    detail: str
    """What it would do; may be empty."""
    quick: bool = False
    """Worth a button of its own among many."""


class _Tree(NamedTuple):
    """Options as words, in their order."""

    whole: dict[Words, None]
    """Those that are whole actions."""
    after: dict[Words, dict[str, None]]
    """By the words that begin one: those that can follow."""


class _Listed:
    """Options of one view. Nobody changes them, and which they are is told by the object: to look at a hundred of them
    would take longer than what is asked of their tree.
    """

    __slots__ = ("options",)

    def __init__(self, options: Sequence[Action]) -> None:
        self.options = options

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Listed) and other.options is self.options

    def __hash__(self) -> int:
        return id(self.options)


@lru_cache(maxsize=32)
def _tree(listed: _Listed) -> _Tree:
    """The tree of the words. While one level of it is laid out, it is asked many times."""
    tree = _Tree({}, {})
    for option in listed.options:
        spelled = words(option)
        tree.whole[spelled] = None
        for depth, word in enumerate(spelled):
            tree.after.setdefault(spelled[:depth], {})[word] = None
    return tree


def following(options: Sequence[Action], chosen: Words) -> Words:
    """The words that can follow, each once, in the order of the options."""
    return tuple(_tree(_Listed(options)).after.get(chosen, ()))


def onward(options: Sequence[Action], chosen: Words) -> Words:
    """The words and what must follow them, up to where there is a choice; a whole action's last word is left to it."""
    while not completes(options, chosen):
        ahead = following(options, chosen)
        if len(ahead) != 1 or not following(options, (*chosen, *ahead)):
            break
        chosen = (*chosen, *ahead)
    return chosen


def back(options: Sequence[Action], chosen: Words) -> Words:
    """The words after which there was a choice last."""
    chosen = chosen[:-1]
    while chosen and onward(options, chosen) != chosen:
        chosen = chosen[:-1]
    return chosen


def completes(options: Sequence[Action], chosen: Words) -> bool:
    """Whether the words are a whole action."""
    return chosen in _tree(_Listed(options)).whole


def warning(game: Game, view: View, chosen: Words) -> str:
    """What whoever chooses this action is asked once more; "" for most."""
    return game.label(view, chosen).warning if completes(view.options, chosen) else ""


def choices(game: Game, view: View, chosen: Words) -> tuple[Choice, ...]:
    """What can be chosen next by whom the view belongs to."""
    return tuple(_choice(game, view, (*chosen, word)) for word in following(view.options, chosen))


def sentence(game: Game, view: View, chosen: Words, limit: int = LABEL_LIMIT) -> str:
    """The words of a choice, all of them, in a player's words: “Play: Titan Servo, Attack”."""
    verb, *rest = (_choice(game, view, chosen[: depth + 1]).text for depth in range(len(chosen)))
    return plain(f"{verb}: {', '.join(rest)}" if rest else verb, limit)


def fitting(options: Sequence[Action], verb: str, filled: Mapping[int, str]) -> list[Words]:
    """The options of a verb, as words, that have these words at these places (1 is the first after the verb)."""
    return [
        found
        for found in _tree(_Listed(options)).whole
        if found[0] == verb and all(len(found) > place and found[place] == word for place, word in filled.items())
    ]


def at_place(game: Game, view: View, found: Iterable[Words], place: int) -> tuple[Choice, ...]:
    """The different words that these options have at a place."""
    starts = {start[place]: start for start in (words[: place + 1] for words in found) if len(start) > place}
    return tuple(_choice(game, view, start) for start in starts.values())


def search(offered: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices in whose label or word the text occurs, those that begin with it first."""
    wanted = typed.casefold().strip()
    first = [choice for choice in offered if _any(choice, lambda text: text.startswith(wanted))]
    return first + [choice for choice in offered if choice not in first and _any(choice, lambda text: wanted in text)]


def resolve(offered: Sequence[Choice], typed: str, what: str, rule: str = "") -> Choice:
    """The choice that was meant: its word or whole label, or else the only one that begins with or contains the text.

    Raises:
        NoSuchChoice: none could be meant; says which there are, and the rule by which, if one is given.
        ManyChoices: several could be meant; says which.
    """
    wanted = typed.casefold().strip()
    tests: tuple[Callable[[str], bool], ...] = (wanted.__eq__, lambda t: t.startswith(wanted), lambda t: wanted in t)
    for choice in offered:
        if choice.word == wanted:
            return choice
    for test in tests:
        meant = [choice for choice in offered if wanted and _any(choice, test)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            names = listed([escaped(choice.text, LABEL_LIMIT) for choice in meant])
            raise ManyChoices(f"“{escaped(typed, 40)}” could be any of these: {names}. Please write more of it.")
    cited = f" (rule {rule})" if rule else ""
    if not offered:
        raise NoSuchChoice(f"There is no {what} to choose here now{cited}.")
    names = listed([escaped(choice.text, LABEL_LIMIT) for choice in offered])
    raise NoSuchChoice(f"“{escaped(typed, 40)}” is no {what} that you can choose now{cited}. There are: {names}.")


def _choice(game: Game, view: View, chosen: Words) -> Choice:
    label = game.label(view, chosen)
    return Choice(chosen[-1], label.text, label.detail, label.quick)


def _any(choice: Choice, test: Callable[[str], bool]) -> bool:
    return test(choice.text.casefold()) or test(choice.word)
