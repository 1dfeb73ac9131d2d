"""Choices that users make by their labels, and what a typed text means among them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cogs.text import escaped, listed
from cogs.widgets.refusals import SpokenRefusal

LABEL_LIMIT = 80
"""The maximum number of characters on a button (Discord: Message Components, "Button")."""


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
            raise ManyChoices(f"Which one do you mean by “{escaped(typed, 40)}”: {names}?")
    cited = f" (rule {rule})" if rule else ""
    if not offered:
        raise NoSuchChoice(f"There's no {what} to choose right now{cited}.")
    names = listed([escaped(choice.text, LABEL_LIMIT) for choice in offered])
    raise NoSuchChoice(
        f"“{escaped(typed, 40)}” doesn't match any {what} you can choose right now{cited}. You can choose: {names}."
    )


def _any(choice: Choice, test: Callable[[str], bool]) -> bool:
    return test(choice.text.casefold()) or test(choice.word)
