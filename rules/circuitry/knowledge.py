"""Knowledge of other players' hands after cards were passed face down (11.6)."""

from collections import Counter

from rules.circuitry.cards import MiniCard
from rules.circuitry.state import CircuitryState
from rules.core.cards import CardId
from rules.core.events import Seat


def pass_unseen(g: CircuitryState, seat: Seat, to: Seat, card: MiniCard) -> None:
    """Move a card from one hand to another. Only the two players see the card; all others see its back.

    Of each kind of card with this back, all others can then be sure of one copy less in the giver's hand.
    """
    giver, receiver = g.sides[seat], g.sides[to]
    same_back = [mini.id for mini in giver.minis if mini.green == card.green]
    public = Counter(card_id for card_id in (*giver.shown, *giver.known_to(None)) if card_id in same_back)
    certain = public - Counter(public.keys())
    kept = [(viewer, card_id) for viewer, card_id in giver.known if card_id not in same_back]
    kept += [(None, card_id) for card_id in certain.elements()]
    is_public = _is_only(public, same_back)
    learned: list[tuple[Seat | None, CardId]] = [(None if is_public else seat, card.id)]
    for viewer in {*range(len(g.sides))} - {seat}:
        known_before = public + Counter(card_id for card_id in giver.known_to(viewer) if card_id in same_back)
        known_after = known_before - Counter((card.id,) if viewer == to else known_before.keys())
        kept += [(viewer, card_id) for card_id in (known_after - certain).elements()]
        if viewer != to and _is_only(known_before, same_back) and not is_public:
            learned.append((viewer, card.id))
    giver.shown = tuple([card_id for card_id in giver.shown if card_id not in same_back])
    giver.known = tuple(kept)
    giver.minis.remove(card)
    receiver.known = (*receiver.known, *learned)
    receiver.receive(card)


def _is_only(counts: Counter[CardId], cards: list[CardId]) -> bool:
    """Return whether all cards of the hand are known and alike, so that the card that was passed must be one of
    them.
    """
    return len(counts) == 1 and counts.total() == len(cards)
