"""Choosing an action word by word along its notation.

The legal actions of a seat, as words, form a tree: whatever the game, the next choice is one of the words that
follow those chosen so far. Commands, buttons and menus all walk this tree.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from bot.model.refusals import Refusal
from cogs.text import escaped, listed, plain
from rules.core.game import Game, Label
from rules.core.notation import Action, words
from rules.core.play import View

Words = tuple[str, ...]

LABEL_LIMIT = 80
"""Characters on a button (Discord: Message Components, "Button")."""
_WHOLE = 150
"""Characters of an action in a text."""


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


T = TypeVar("T")


class _Same(Generic[T]):
    """A view, or the options of one. Nobody changes them, and which they are is told by the object: to look at a
    hundred options would take longer than what is asked of their tree.
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@lru_cache(maxsize=32)
def _tree(listed: _Same[Sequence[Action]]) -> _Tree:
    """The tree of the words. While one level of it is laid out, it is asked many times."""
    tree = _Tree({}, {})
    for option in listed.value:
        spelled = words(option)
        tree.whole[spelled] = None
        for depth, word in enumerate(spelled):
            tree.after.setdefault(spelled[:depth], {})[word] = None
    return tree


def following(options: Sequence[Action], chosen: Words) -> Words:
    """The words that can follow, each once, in the order of the options."""
    return tuple(_tree(_Same(options)).after.get(chosen, ()))


def settled(options: Sequence[Action], chosen: Words) -> Words:
    """The words and what must follow them, to the end of the action if there is no choice any more."""
    while not completes(options, chosen):
        ahead = following(options, chosen)
        if len(ahead) != 1:
            break
        chosen = (*chosen, *ahead)
    return chosen


def onward(options: Sequence[Action], chosen: Words) -> Words:
    """The words and what must follow them, up to where there is a choice; a whole action's last word is left to it."""
    far = settled(options, chosen)
    return far[:-1] if far != chosen and not following(options, far) else far


def joined(options: Sequence[Action], starts: Sequence[Words], most: int) -> Sequence[Words]:
    """What can follow these words, several levels of choice at once, as deep as there are at most so many ways; the
    words themselves, if there are more than that on the first level.
    """
    found: Sequence[Words] = ()
    deeper = starts
    while found != deeper and len(deeper) <= most:
        found, deeper = deeper, [further for words in deeper for further in _further(options, words)]
    return found or starts


def packed(options: Sequence[Action], starts: Sequence[Words], most: int) -> Sequence[Sequence[Words]]:
    """All whole actions that these words begin, those of one beginning together, in parts of at most so many; () if one
    begins more than that.
    """
    parts: list[list[Words]] = []
    for start in starts:
        ends = joined(options, [start], most)
        if any(following(options, words) for words in ends):
            return ()
        if not parts or len(parts[-1]) + len(ends) > most:
            parts.append([])
        parts[-1] += ends
    return parts


def _further(options: Sequence[Action], chosen: Words) -> Sequence[Words]:
    if completes(options, chosen):
        return (chosen,)
    return [settled(options, (*chosen, word)) for word in following(options, chosen)]


def back(options: Sequence[Action], chosen: Words) -> Words:
    """The words after which there was a choice last."""
    chosen = chosen[:-1]
    while chosen and onward(options, chosen) != chosen:
        chosen = chosen[:-1]
    return chosen


def completes(options: Sequence[Action], chosen: Words) -> bool:
    """Whether the words are a whole action."""
    return chosen in _tree(_Same(options)).whole


def warning(game: Game, view: View, chosen: Words) -> str:
    """What whoever chooses this action is asked once more; "" for most."""
    return label_of(game, view, chosen).warning if completes(view.options, chosen) else ""


def label_of(game: Game, view: View, chosen: Words) -> Label:
    """The last of these words as the game says it. Where levels are joined, it is asked for with all that follows."""
    return _label(game, _Same(view), chosen)


@lru_cache(maxsize=512)
def _label(game: Game, view: _Same[View], chosen: Words) -> Label:
    return game.label(view.value, chosen)


def choices(game: Game, view: View, chosen: Words) -> tuple[Choice, ...]:
    """What can be chosen next by whom the view belongs to."""
    return tuple(_choice(game, view, (*chosen, word)) for word in following(view.options, chosen))


def sentence(game: Game, view: View, chosen: Words, limit: int = LABEL_LIMIT) -> str:
    """The words of a choice, all of them, in a player's words: “Play: Titan Servo, Attack”."""
    return plain(joint(game, view, (), chosen).text, limit)


def quoted(game: Game, view: View, action: Action) -> str:
    """An action, all of it, in a player's words that stand out in a text."""
    return f"**{escaped(sentence(game, view, words(action), _WHOLE), _WHOLE)}**"


def joint(game: Game, view: View, before: Words, chosen: Words) -> Choice:
    """All that is chosen after some words as one choice: its word is several."""
    if len(chosen) == len(before) + 1:
        return _choice(game, view, chosen)
    labels = [label_of(game, view, chosen[: depth + 1]) for depth in range(len(before), len(chosen))]
    first, *rest = map(_short, labels)
    text = f"{first}{', ' if before else ': '}{', '.join(rest)}"
    detail = next((label.detail for label in reversed(labels) if label.detail), "")
    return Choice(" ".join(chosen[len(before) :]), text, detail)


def fitting(options: Sequence[Action], verb: str, filled: Mapping[int, str]) -> list[Words]:
    """The options of a verb, as words, that have these words at these places (1 is the first after the verb)."""
    return [
        found
        for found in _tree(_Same(options)).whole
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
            raise ManyChoices(f"“{escaped(typed, 40)}” could be any of these: {names}. Please type more of it.")
    cited = f" (rule {rule})" if rule else ""
    if not offered:
        raise NoSuchChoice(f"There's no {what} to choose right now{cited}.")
    names = listed([escaped(choice.text, LABEL_LIMIT) for choice in offered])
    raise NoSuchChoice(
        f"“{escaped(typed, 40)}” doesn't match any {what} you can choose right now{cited}. You can choose: {names}."
    )


def _short(label: Label) -> str:
    return label.short or label.text


def _choice(game: Game, view: View, chosen: Words) -> Choice:
    label = label_of(game, view, chosen)
    return Choice(chosen[-1], label.text, label.detail, label.quick)


def _any(choice: Choice, test: Callable[[str], bool]) -> bool:
    return test(choice.text.casefold()) or test(choice.word)
