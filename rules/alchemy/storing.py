"""3.3 The open store."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.alchemy import refusals
from rules.alchemy.actions import CLOSE, Close, Put, Take, put_of, take_of
from rules.alchemy.events import StoreClosed, StoreOpened, put, taken
from rules.alchemy.limits import MOST_PUTS, STORE
from rules.alchemy.state import AlchemyState, Stored
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import Phase


def open_store(g: AlchemyState, seat: Seat, then: Phase) -> Phase:
    """3.3 Open the store until its owner closes it."""
    g.events.append(StoreOpened(seat=seat))
    return Storing((seat,), len(g.sides[seat].store), then)


@dataclass(frozen=True, slots=True)
class Storing(Phase, tag="Storing"):
    """3.3 The player puts cards into the store and takes cards back. At most three may be in it when it is closed
    (3.4).
    """

    clause: ClassVar[str] = "3.3"
    old: int
    """The number of cards that were in the store when it was opened, and have not been taken out since.

    These cards come first, and only they can be taken. A card that is put in now stays until the store is opened again
    (3.9); otherwise this phase could go on for ever. By the author's rule every card can be taken.
    """
    then: Phase
    puts: int = 0
    """3.9 The number of cards that were put in so far; 0 if every visit ends anyway."""

    def options(self, g: AlchemyState, seat: Seat) -> Sequence[Put | Take | Close]:
        side = g.sides[seat]
        choices: list[Put | Take | Close] = []
        stays = not g.literal
        has_room = len(side.store) - self.old < STORE if stays else len(side.store) < STORE and self.puts < MOST_PUTS
        if has_room:
            choices += [put_of(card.id) for card in dict.fromkeys(side.hand)]
        out = side.store[: self.old] if stays else side.store
        choices += [take_of(card.id) for card in dict.fromkeys([stored.card for stored in out])]
        if len(side.store) <= STORE:
            choices.append(CLOSE)
        return choices

    def play(self, g: AlchemyState, seat: Seat, action: Put | Take | Close) -> Phase:
        side = g.sides[seat]
        match action:
            case Put(card):  # 3.9
                held = side.in_hand(card)
                assert held is not None
                seen = side.give(held)
                side.store.append(Stored(held, seen))
                g.events.append(put(seat, card if seen else None))
                return Storing(self.waiting, self.old, self.then, self.puts + 1) if g.literal else self
            case Take(card):  # 3.9
                place = next(i for i, stored in enumerate(side.store) if stored.card.id == card)
                stored = side.store.pop(place)
                side.receive((stored.card,), seen=stored.seen)
                g.events.append(taken(seat, card if stored.seen else None))
                return Storing(self.waiting, self.old - (place < self.old), self.then, self.puts)
            case Close():  # 3.4
                g.events.append(StoreClosed(seat=seat, cards=len(side.store)))
                return self.then

    def refusal(self, g: AlchemyState, seat: Seat, action: Action) -> str:
        return refusals.of_storing(g.sides[seat], self.old, action, literal=g.literal)
