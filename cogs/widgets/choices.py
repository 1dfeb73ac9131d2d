"""Choose an action word by word along its notation.

The legal actions of a seat, as words, form a tree: in every game, the next choice is one of the words that follow those
chosen so far. Commands, buttons and menus all walk this tree.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from cogs.text import escaped, listed, plain
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game, Label
from rules.core.notation import Action, words
from rules.core.play import View

Words = tuple[str, ...]

LABEL_LIMIT = 80
"""The maximum number of characters on a button (Discord: Message Components, "Button")."""
_WHOLE = 150
"""The maximum length of an action in a text."""


class NoSuchChoice(SpokenRefusal):
    """The typed text matches none of the choices."""


class ManyChoices(SpokenRefusal):
    """The typed text matches several of the choices."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that can be chosen next."""

    word: str
    text: str
    """The label of the choice for players."""
    detail: str
    """The effect of the choice; may be empty."""
    quick: bool = False
    """Whether the choice deserves a button even if the other choices are in a menu."""
    general: bool = False
    """Whether the detail is only a general explanation for newcomers, and not the effect of this choice."""


class _Tree(NamedTuple):
    """The legal actions as words, in their order."""

    whole: dict[Words, None]
    """The whole actions."""
    after: dict[Words, dict[str, None]]
    """The words that can follow, by the words chosen before."""


T = TypeVar("T")


class _Same(Generic[T]):
    """A wrapper that hashes and compares a view, or its options, by identity, so that it can key a cache cheaply. Its
    content never changes.
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
    """Return the tree of the words. Cached, because laying out one level needs it many times."""
    tree = _Tree({}, {})
    for option in listed.value:
        spelled = words(option)
        tree.whole[spelled] = None
        for depth, word in enumerate(spelled):
            tree.after.setdefault(spelled[:depth], {})[word] = None
    return tree


def following(options: Sequence[Action], chosen: Words) -> Words:
    """Return the words that can follow, each once, in the order of the options."""
    return tuple(_tree(_Same(options)).after.get(chosen, ()))


def settled(options: Sequence[Action], chosen: Words) -> Words:
    """Return the words, followed by all further words that leave no choice, up to the next choice or the end."""
    while not completes(options, chosen):
        ahead = following(options, chosen)
        if len(ahead) != 1:
            break
        chosen = (*chosen, *ahead)
    return chosen


def onward(options: Sequence[Action], chosen: Words) -> Words:
    """Return the words, followed by all further words that leave no choice. If this would complete the action, the last
    word is left for the user to choose.
    """
    far = settled(options, chosen)
    return far[:-1] if far != chosen and not following(options, far) else far


def joined(options: Sequence[Action], starts: Sequence[Words], most: int) -> Sequence[Words]:
    """Return the continuations of these words over as many levels as stay within `most` choices. If one level exceeds
    that, return the words themselves.
    """
    reached: Sequence[Words] = ()
    deeper = starts
    while reached != deeper and len(deeper) <= most:
        reached, deeper = deeper, [further for words in deeper for further in _further(options, words)]
    return reached or starts


def packed(options: Sequence[Action], starts: Sequence[Words], most: int) -> Sequence[Sequence[Words]]:
    """Return all whole actions that begin with one of these starts, in groups of at most `most`. Actions with the same
    start are in the same group; if one start has too many, return ().
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
    """Return the words up to the previous choice."""
    chosen = chosen[:-1]
    while chosen and onward(options, chosen) != chosen:
        chosen = chosen[:-1]
    return chosen


def completes(options: Sequence[Action], chosen: Words) -> bool:
    """Return whether the words are a whole action."""
    return chosen in _tree(_Same(options)).whole


def warning(game: Game, view: View, chosen: Words) -> str:
    """Return the question before this action is played; "" for most actions."""
    return label_of(game, view, chosen).warning if completes(view.options, chosen) else ""


def label_of(game: Game, view: View, chosen: Words) -> Label:
    """Return the game's label of the last of these words. Cached, because joined levels ask for it many times."""
    return _label(game, _Same(view), chosen)


@lru_cache(maxsize=512)
def _label(game: Game, view: _Same[View], chosen: Words) -> Label:
    return game.label(view.value, chosen)


def choices(game: Game, view: View, chosen: Words) -> tuple[Choice, ...]:
    """Return the next choices of the view's seat."""
    return tuple(_choice(game, view, (*chosen, word)) for word in following(view.options, chosen))


def sentence(game: Game, view: View, chosen: Words, limit: int = LABEL_LIMIT) -> str:
    """Return the label of a whole choice: “Play: Titan Servo, Attack”."""
    return plain(joint(game, view, (), chosen).text, limit)


def quoted(game: Game, view: View, action: Action) -> str:
    """Return the label of a whole action in bold, for a text."""
    return f"**{escaped(sentence(game, view, words(action), _WHOLE), _WHOLE)}**"


def joint(game: Game, view: View, before: Words, chosen: Words) -> Choice:
    """Return the words chosen after some others as one choice of several words."""
    if len(chosen) == len(before) + 1:
        return _choice(game, view, chosen)
    labels = [label_of(game, view, chosen[: depth + 1]) for depth in range(len(before), len(chosen))]
    first_label, *_ = labels
    first, *others = map(_short, labels)
    text = f"{first}{', ' if before else ': '}{', '.join(others)}"
    said = next((label for label in reversed(labels) if label.detail), first_label)
    return Choice(" ".join(chosen[len(before) :]), text, said.detail, general=said.general)


def fitting(options: Sequence[Action], verb: str, filled: Mapping[int, str]) -> list[Words]:
    """Return the actions of a verb, as words, that have these words at these places (1 is the first after the verb)."""
    return [
        spelled
        for spelled in _tree(_Same(options)).whole
        if spelled[0] == verb and all(len(spelled) > place and spelled[place] == word for place, word in filled.items())
    ]


def at_place(game: Game, view: View, actions: Iterable[Words], place: int) -> tuple[Choice, ...]:
    """Return the different words that these actions have at a place."""
    starts = {start[place]: start for start in (words[: place + 1] for words in actions) if len(start) > place}
    return tuple(_choice(game, view, start) for start in starts.values())


def search(offered: Sequence[Choice], typed: str) -> list[Choice]:
    """Return the choices whose label or word contains the text, those that begin with it first."""
    wanted = typed.casefold().strip()
    first = [choice for choice in offered if _any(choice, lambda text: text.startswith(wanted))]
    return first + [choice for choice in offered if choice not in first and _any(choice, lambda text: wanted in text)]


def resolve(offered: Sequence[Choice], typed: str, what: str, rule: str = "") -> Choice:
    """Return the choice that the text means: by its word or whole label, or else the only one that begins with or
    contains the text.

    Raises:
        NoSuchChoice: no choice matches; the message lists all, and cites the rule if one is given.
        ManyChoices: several match; the message lists them.
    """
    wanted = typed.casefold().strip()
    tests: tuple[Callable[[str], bool], ...] = (wanted.__eq__, lambda t: t.startswith(wanted), lambda t: wanted in t)
    for choice in offered:
        if choice.word == wanted:
            return choice
    for test in tests:
        matching = [choice for choice in offered if wanted and _any(choice, test)]
        if len(matching) == 1:
            return matching[0]
        if matching:
            names = listed([escaped(choice.text, LABEL_LIMIT) for choice in matching])
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
    return Choice(chosen[-1], label.text, label.detail, label.quick, label.general)


def _any(choice: Choice, test: Callable[[str], bool]) -> bool:
    return test(choice.text.casefold()) or test(choice.word)
