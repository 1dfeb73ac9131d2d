"""Narrating events: the sentence of each event."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from inspect import get_annotations
from string import Formatter
from typing import Any, ClassVar, Final, NamedTuple

from rules.core.cards import Card, CardId
from rules.core.tags import Tagged
from rules.core.words import counted, each, together

Names = Sequence[str]
"""The players' names, by seat."""
Cards = Mapping[CardId, Card]
"""Every card of the game."""
Narrator = Callable[[Any, Names, Cards], str]
"""Returns a text about an event."""


class BriefSentence(NamedTuple):
    """A sentence about a player's action, in three parts that `rules.core.folding` joins into longer sentences."""

    subject: str
    verb: str
    """The singular verb, with any words that belong to it: “looks at”."""
    object: str
    """The object of the verb; "" if there is none."""


PASSING: Final = BriefSentence("", "", "")
"""The brief sentence of a passing event, which is left out once another event has followed."""


def listed(ids: Iterable[CardId], cards: Cards) -> str:
    """Return the names of the cards as a list in words: “Ox, Hub and Lance”."""
    return together([cards[card].name for card in ids])


class Narrated(Tagged):
    """A tagged dataclass that is narrated to players.

    If one sentence is enough, the class states it as `template`, with fields, properties and their attributes in
    braces: “{seat:player} moves {card:card} into {system.label}.” A format after the colon tells how to read the value:

    - `player`: a seat, as its player's name;
    - `card`: a card's id, as its name; None as “a card”; `card.text`: as that attribute of the card;
    - `cards`: ids, as the names of the cards, “Ox, Hub and Lance”;
    - `each`: numbers by seat, “Ada 2, Bo 1”;
    - `# coin`: a number of these, “1 coin”, “2 coins”;
    - `,`: a number with commas, “12,000”;
    - no format: the value as `str` shows it.

    If another event already tells this, `template` is “”. If one sentence is not enough, the class defines `narrate`.

    A class can also give a shorter form for `rules.core.folding`. `brief` has the player, the verb and the object,
    separated by |: “{seat:player}|moves|{card:card}”. A `brief` of “” means that the event is left out once another
    event has followed. `heads` is a heading for all following events, “Turn {turn}”. Without either, the full sentence
    is used. A class with a sentence of its own does not inherit a shorter form.

    Raises:
        TypeError: when the class is created, if it has a tag and no sentence, or a brace contains something unknown.
    """

    __slots__ = ()

    template: ClassVar[str]
    brief: ClassVar[str | None] = None
    heads: ClassVar[str] = ""

    def narrate(self, names: Names, cards: Cards) -> str:
        """Return the sentence for a reader who may read the event."""
        raise TypeError(f"{type(self).__name__} has no sentence")

    def in_brief(self, names: Names, cards: Cards) -> BriefSentence | None:
        """Return the event in brief, `PASSING`, or None to keep the full sentence."""

    def heading(self, names: Names, cards: Cards) -> str:
        """Return the heading of all following events; "" for none."""
        return ""

    def __init_subclass__(cls, *, tag: str = "") -> None:
        super().__init_subclass__(tag=tag)
        namespace = cls.__dict__
        worded = {"template", "narrate"} & namespace.keys()
        if worded and "in_brief" not in namespace:
            cls.in_brief = _compiled_brief(cls, namespace.get("brief"))  # type: ignore[assignment]  # replaces the inherited method
        if worded and "heading" not in namespace:
            cls.heading = _compiled(cls, namespace.get("heads", ""))  # type: ignore[assignment]  # replaces the inherited method
        if "template" in namespace and "narrate" not in namespace:
            cls.narrate = _compiled(cls, cls.template)  # type: ignore[assignment]  # replaces the inherited method
        if cls.tag and cls.narrate is Narrated.narrate:
            raise TypeError(f"{cls.__name__} has no sentence: give it `template` or `narrate`")


def _compiled_brief(kind: type[Narrated], brief: str | None) -> Callable[[Any, Names, Cards], BriefSentence | None]:
    """Compile the brief form of an event into a function."""
    if not brief:
        return lambda *_: None if brief is None else PASSING
    parts = brief.split("|")
    if len(parts) != len(BriefSentence._fields):
        raise TypeError(f"{kind.__name__}: the brief must have three parts separated by |, got “{brief}”")
    subject, verb, object_words = _compiled(kind, parts[0]), parts[1], _compiled(kind, parts[2])
    return lambda event, names, cards: BriefSentence(
        subject(event, names, cards), verb, object_words(event, names, cards)
    )


def _compiled(kind: type[Narrated], sentence: str) -> Narrator:
    """Compile a sentence into a function, as a dataclass generates its methods: nothing is looked up on each call."""
    frame, parts = "", ""
    for text, place, form, conversion in Formatter().parse(sentence):
        frame += text.replace("%", "%%")
        if place is not None:
            name, *below = place.split(".")
            if name not in get_annotations(kind) and not hasattr(kind, name):
                raise TypeError(f"{kind.__name__} has no field “{name}”")
            part = _part(f"event.{place}", form or "")
            if conversion or not part or not all(map(str.isidentifier, below)):
                raise TypeError(f"{kind.__name__} cannot write “{place}” as “{conversion or form}”")
            frame += "%s"
            parts += f"{part}, "
    return _narrator(f"lambda event, names, cards: {frame!r} % ({parts})")


@cache  # a dataclass with slots is created twice, and most classes have no heading
def _narrator(source: str) -> Narrator:
    made: Narrator = eval(  # noqa: S307  # a constant of a class
        source, {"counted": counted, "each": each, "listed": listed}
    )
    return made


def _part(value: str, form: str) -> str:
    """Return an expression for the value in this format; "" if the format is unknown."""
    prefix, _, argument = form.partition(" " if form.startswith("#") else ".")
    match prefix, argument:
        case "", "":
            return value
        case ",", "":
            return f"format({value}, ',')"
        case "#", noun if noun and "{" not in noun:
            return f"counted({value}, {noun!r})"
        case "player", "":
            return f"names[{value}]"
        case "each", "":
            return f"each(names, {value})"
        case "card", "":
            return f"('a card' if {value} is None else cards[{value}].name)"
        case "card", attribute if attribute.isidentifier():
            return f"cards[{value}].{attribute}"
        case "cards", "":
            return f"listed({value}, cards)"
    return ""
