"""How an event says itself in a sentence."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import get_annotations
from string import Formatter
from typing import Any, ClassVar, Final, NamedTuple

from rules.core.cards import Card, CardId
from rules.core.facts import Fact
from rules.core.words import counted, each, together

Names = Sequence[str]
"""What the players are called, by seat."""
Cards = Mapping[CardId, Card]
"""Every card of the game."""
Teller = Callable[[Any, Names, Cards], str]
"""Says something of an event."""


class Deed(NamedTuple):
    """What somebody did, in parts of which `rules.core.folding` makes longer sentences."""

    who: str
    does: str
    """For one player, its first word the verb: “looks at”."""
    what: str
    """To what, or with what; "" if the verb says it all."""


PASSING: Final = Deed("", "", "")
"""Nothing that is worth telling once something else has followed."""


def listed(ids: Iterable[CardId], cards: Cards) -> str:
    """The names of cards in one row."""
    return together([cards[card].name for card in ids])


class Told(Fact):
    """A fact that is told to players.

    Where a sentence is enough, it stands in the class as `says`, with fields, properties and what is below them in
    braces: “{seat:player} moves {card:card} into {system.label}.” A colon says how it is to be read:

    - `player`: a seat as its player's name;
    - `card`: a card's id as its name, None as “a card”; `card.text`: as that attribute of the card;
    - `cards`: ids as the names of the cards, “Ox, Hub and Lance”;
    - `each`: numbers by seat, “Ada 2, Bo 1”;
    - `# coin`: a number of these, “1 coin”, “2 coins”;
    - `,`: a number with commas, “12,000”;
    - nothing: as `str` has it.

    “” is said by what another event tells already. Where a sentence is not enough, the class has a `told` of its own.

    Many events are told in fewer words (`rules.core.folding`) if their class says how: `brief` has who did it, the verb
    and to what, with | between them, “{seat:player}|moves|{card:card}”, or is “” for what is not worth telling once
    something else has followed; `heads` stands before all that follows, “Turn {turn}”. Without either the sentence is
    told as it is. They are not inherited by a class that has a sentence of its own.

    Raises:
        TypeError: the class names a fact and has neither, or what is in braces is unknown; when the class is made.
    """

    __slots__ = ()

    says: ClassVar[str]
    brief: ClassVar[str | None] = None
    heads: ClassVar[str] = ""

    def told(self, names: Names, cards: Cards) -> str:
        """The sentence, for whoever may read of it."""
        raise TypeError(f"{type(self).__name__} has no sentence")

    def deed(self, names: Names, cards: Cards) -> Deed | None:
        """The same in brief, `PASSING`, or None where it is told as it is."""

    def heading(self, names: Names, cards: Cards) -> str:
        """What stands before all that follows; "" if it heads nothing."""
        return ""

    def __init_subclass__(cls, *, fact: str = "") -> None:
        super().__init_subclass__(fact=fact)
        own = cls.__dict__
        worded = {"says", "told"} & own.keys()
        if worded and "deed" not in own:
            cls.deed = _briefer(cls, own.get("brief"))  # type: ignore[assignment]  # as below
        if worded and "heading" not in own:
            cls.heading = _teller(cls, own.get("heads", ""))  # type: ignore[assignment]  # as below
        if "says" in own and "told" not in own:
            cls.told = _teller(cls, cls.says)  # type: ignore[assignment]  # it takes the place of what is inherited
        if cls.fact and cls.told is Told.told:
            raise TypeError(f"{cls.__name__} has no sentence: give it `says` or `told`")


def _briefer(kind: type[Told], brief: str | None) -> Callable[[Any, Names, Cards], Deed | None]:
    """A function made of what tells an event in brief."""
    if not brief:
        return lambda *_: None if brief is None else PASSING
    parts = brief.split("|")
    if len(parts) != len(Deed._fields):
        raise TypeError(f"{kind.__name__} has a brief without three parts: “{brief}”")
    who, does, what = _teller(kind, parts[0]), parts[1], _teller(kind, parts[2])
    return lambda event, names, cards: Deed(who(event, names, cards), does, what(event, names, cards))


def _teller(kind: type[Told], sentence: str) -> Teller:
    """A function made of a sentence, as a dataclass makes its methods: nothing is looked up when it is said."""
    frame, parts = "", ""
    for text, place, form, conversion in Formatter().parse(sentence):
        frame += text.replace("%", "%%")
        if place is not None:
            name, *below = place.split(".")
            if name not in get_annotations(kind) and not hasattr(kind, name):
                raise TypeError(f"{kind.__name__} has no field “{name}” to say")
            part = _part(f"event.{place}", form or "")
            if conversion or not part or not all(map(str.isidentifier, below)):
                raise TypeError(f"{kind.__name__} cannot say “{place}” as “{conversion or form}”")
            frame += "%s"
            parts += f"{part}, "
    made: Teller = eval(  # noqa: S307  # of words that stand in the code
        f"lambda event, names, cards: {frame!r} % ({parts})", {"counted": counted, "each": each, "listed": listed}
    )
    return made


def _part(value: str, form: str) -> str:
    """The expression that says this value; "" if nothing is written like that."""
    kind, _, rest = form.partition(" " if form.startswith("#") else ".")
    match kind, rest:
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
