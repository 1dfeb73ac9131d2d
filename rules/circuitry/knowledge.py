"""What others still know of a hand when a card has left it face down (11.6)."""

from collections import Counter

from rules.circuitry.cards import MiniCard
from rules.circuitry.state import CircuitryState
from rules.core.cards import CardId
from rules.core.events import Seat


def pass_unseen(g: CircuitryState, seat: Seat, to: Seat, card: MiniCard) -> None:
    """A card goes from one hand into another. The two see it, everybody else its back: of each card with that back
    that they knew to be in the hand, one may be gone.
    """
    giver, receiver = g.sides[seat], g.sides[to]
    alike = [mini.id for mini in giver.minis if mini.green == card.green]
    public = Counter(known for known in (*giver.shown, *giver.known_to(None)) if known in alike)
    certain = public - Counter(public.keys())
    kept = [(viewer, known) for viewer, known in giver.known if known not in alike]
    kept += [(None, known) for known in certain.elements()]
    is_told = _is_only(public, alike)
    told: list[tuple[Seat | None, CardId]] = [(None if is_told else seat, card.id)]
    for viewer in {*range(len(g.sides))} - {seat}:
        had = public + Counter(known for known in giver.known_to(viewer) if known in alike)
        has = had - Counter((card.id,) if viewer == to else had.keys())
        kept += [(viewer, known) for known in (has - certain).elements()]
        if viewer != to and _is_only(had, alike) and not is_told:
            told.append((viewer, card.id))
    giver.shown = tuple([known for known in giver.shown if known not in alike])
    giver.known = tuple(kept)
    giver.minis.remove(card)
    receiver.known = (*receiver.known, *told)
    receiver.receive(card)


def _is_only(known: Counter[CardId], cards: list[CardId]) -> bool:
    """Whether all of these cards are known, and are the same: then it can have been no other."""
    return len(known) == 1 and known.total() == len(cards)
