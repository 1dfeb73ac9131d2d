"""A cursor over the legal actions of a seat, for a player who chooses word by word.

The actions, as words, form a tree: in every game, the next choice is one of the words that follow those chosen so far.
Commands, buttons and menus all walk this tree.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeVar

from cogs.text import escaped, plain
from cogs.widgets.choices import LABEL_LIMIT, Choice
from render.picture import has_choice_picture
from rules.core.game import Game, Label
from rules.core.notation import Action, words
from rules.core.play import View

Words = tuple[str, ...]

_WHOLE: Final = 150
"""The maximum length of an action in a text."""


class Cursor:
    """A place in the tree of the legal actions of a view's seat. It never changes."""

    __slots__ = ("_tree", "game", "view", "words")

    def __init__(self, game: Game, view: View, chosen: Words = (), *, tree: "_Tree | None" = None) -> None:
        """Take the words chosen so far. tree: that of the view's options, if another cursor has it."""
        self.game: Final = game
        self.view: Final = view
        self.words: Final = chosen
        self._tree: Final = tree or _tree(_Same(view.options))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cursor) and other.words == self.words and other.view is self.view

    def __hash__(self) -> int:
        return hash(self.words)

    def at(self, chosen: Words) -> "Cursor":
        """Return the place after these words, counted from the beginning."""
        return Cursor(self.game, self.view, chosen, tree=self._tree)

    def then(self, chosen: str) -> "Cursor":
        """Return the place after further words, separated by blanks as in `Choice.word`."""
        return self.at((*self.words, *chosen.split()))

    @property
    def following(self) -> Words:
        """The words that can follow, each once, in the order of the options."""
        return tuple(self._tree.after.get(self.words, ()))

    @property
    def is_whole(self) -> bool:
        """Whether the words are a whole action. Others may follow all the same."""
        return self.words in self._tree.whole

    @property
    def is_end(self) -> bool:
        """Whether the words are a whole action, and none can follow."""
        return self.is_whole and not self.following

    @property
    def has_picture(self) -> bool:
        """Whether a picture shows the choices that follow."""
        return has_choice_picture(self.game, self.view, self.words)

    def settled(self) -> "Cursor":
        """Return the next place where there is a choice, or the end: follow the words that leave none."""
        place = self
        while not place.is_whole and len(place.following) == 1:
            place = place.then(*place.following)
        return place

    def onward(self) -> "Cursor":
        """Return the next place where there is a choice. If that would complete the action, stop one word before its
        end, so that the user plays it.
        """
        place = self.settled()
        return place.at(place.words[:-1]) if place.words != self.words and not place.following else place

    def back(self) -> "Cursor":
        """Return the place of the previous choice."""
        place = self.at(self.words[:-1])
        while place.words and place.onward().words != place.words:
            place = place.at(place.words[:-1])
        return place

    def branches(self) -> Sequence["Cursor"]:
        """Return the places after each word that can follow; only this place if the action is whole."""
        return [self] if self.is_whole else [self.then(word).settled() for word in self.following]

    @property
    def label(self) -> Label:
        """The game's label of the last word. Cached, because joined levels ask for it many times."""
        return _label(self.game, _Same(self.view), self.words)

    def choices(self) -> tuple[Choice, ...]:
        """Return the next choices."""
        return tuple(self.then(word).choice() for word in self.following)

    def choice(self, before: int = -1) -> Choice:
        """Return the words from a place on as one choice, by default the last word alone."""
        start = before if before >= 0 else len(self.words) - 1
        labels = [self.at(self.words[: depth + 1]).label for depth in range(start, len(self.words))]
        first_label, *later = labels
        if not later:
            label = first_label
            return Choice(self.words[-1], label.text, label.detail, label.quick, label.general)
        first, *others = (label.short or label.text for label in labels)
        text = f"{first}{', ' if start else ': '}{', '.join(others)}"
        explained = next((label for label in reversed(labels) if label.detail), first_label)
        return Choice(" ".join(self.words[start:]), text, explained.detail, general=explained.general)

    @property
    def warning(self) -> str:
        """The question before this action is played; "" for most actions, and before the action is whole."""
        return self.label.warning if self.is_whole else ""

    def sentence(self, limit: int = LABEL_LIMIT) -> str:
        """Return the label of the words as one: “Play: Titan Servo, Attack”."""
        return plain(self.choice(0).text, limit)


def quoted(game: Game, view: View, action: Action) -> str:
    """Return the label of a whole action in bold, for a text."""
    return f"**{escaped(Cursor(game, view, words(action)).sentence(_WHOLE), _WHOLE)}**"


def joined(starts: Sequence[Cursor], most: int) -> Sequence[Cursor]:
    """Return the continuations of these places over as many levels as stay within `most` choices. If one level exceeds
    that, return the places themselves.
    """
    reached: Sequence[Cursor] = ()
    deeper = starts
    while reached != deeper and len(deeper) <= most:
        reached, deeper = deeper, [branch for place in deeper for branch in place.branches()]
    return reached or starts


def packed(starts: Sequence[Cursor], most: int) -> Sequence[Sequence[Cursor]]:
    """Return all whole actions that begin with one of these starts, in groups of at most `most`. Actions with the same
    start are in the same group; if one start has too many, return ().
    """
    groups: list[list[Cursor]] = []
    for start in starts:
        ends = joined([start], most)
        if any(end.following for end in ends):
            return ()
        if not groups or len(groups[-1]) + len(ends) > most:
            groups.append([])
        groups[-1] += ends
    return groups


def fitting(view: View, verb: str, filled: Mapping[int, str]) -> list[Words]:
    """Return the actions of a verb, as words, that have these words at these places (1 is the first after the verb)."""
    return [
        spelled
        for spelled in _tree(_Same(view.options)).whole
        if spelled[0] == verb and all(len(spelled) > place and spelled[place] == word for place, word in filled.items())
    ]


def at_place(game: Game, view: View, actions: Iterable[Words], place: int) -> tuple[Choice, ...]:
    """Return the different words that these actions have at a place."""
    starts = {start[place]: start for start in (words[: place + 1] for words in actions) if len(start) > place}
    return tuple(Cursor(game, view, start).choice() for start in starts.values())


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


@lru_cache(maxsize=512)
def _label(game: Game, view: _Same[View], chosen: Words) -> Label:
    return game.label(view.value, chosen)
