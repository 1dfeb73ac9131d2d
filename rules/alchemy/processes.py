"""The use of processes and Magnum Opus cards, whatever their effects (chapters 4 and 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.alchemy import refusals
from rules.alchemy.actions import USE_OPUS, Choose, choice_of, play_of
from rules.alchemy.cards import AlchemyCard, EffectCard, ProcessCard
from rules.alchemy.events import OpusUsed, process_played
from rules.alchemy.state import AlchemyState
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import Phase


def uses_open_to(g: AlchemyState, seat: Seat, *, reaction: bool) -> list[Action]:
    """4.1, 4.3, 4.4, 7.2 Return the processes of the hand and the Magnum Opus that the seat can use now."""
    side = g.sides[seat]
    points = side.points
    uses: list[Action] = []
    before: AlchemyCard | None = None
    for card in side.hand:  # copies are neighbours, as the hand is in the order of the card list
        if card is not before and isinstance(card, ProcessCard):
            before = card
            if card.reaction is reaction and card.cost <= points and card.steps[0].possible(g, seat):
                uses.append(play_of(card.id))
    opus = side.opus
    if not side.opus_used and opus.reaction is reaction and opus.cost <= points and opus.steps[0].possible(g, seat):
        uses.append(USE_OPUS)
    return uses


def play_process(g: AlchemyState, seat: Seat, process: CardId, then: Phase) -> Phase:
    """4.1, 4.2 Pay for a process of the hand and lay it on the field until its effects are over."""
    side = g.sides[seat]
    card = side.in_hand(process)
    assert isinstance(card, EffectCard)
    g.pay(seat, card.cost)
    side.give(card)
    side.field.append(card)
    g.events.append(process_played(seat, card.id))
    return work(g, seat, card, 0, then)


def use_opus(g: AlchemyState, seat: Seat, then: Phase) -> Phase:
    """7.2, 7.3 Pay for the Magnum Opus and turn it face up."""
    side = g.sides[seat]
    g.pay(seat, side.opus.cost)
    side.opus_used = True
    g.events.append(OpusUsed(seat=seat, card=side.opus.id))
    return work(g, seat, side.opus, 0, then)


def work(g: AlchemyState, seat: Seat, card: EffectCard, first: int, then: Phase) -> Phase:
    """4.2 Perform the card's steps from index `first` on; then put a process on the exhausted pile."""
    for number in range(first, len(card.steps)):
        step = card.steps[number]
        choices = step.choices(g, seat)
        if len(choices) > 1:
            return Choosing((seat,), card, number, then)
        then = step.perform(g, seat, then, choices[0] if choices else "")
    return _done(g, seat, card, then)


def _done(g: AlchemyState, seat: Seat, card: EffectCard, then: Phase) -> Phase:
    if isinstance(card, ProcessCard):
        side = g.sides[seat]
        side.field.remove(card)
        side.exhausted.append(card)
    return then


@dataclass(frozen=True, slots=True)
class Choosing(Phase, tag="Choosing"):
    """4.7 A player chooses what a step of their card affects, at the moment of that step."""

    clause: ClassVar[str] = "4.7"
    card: EffectCard
    step: int
    """The index of the step for which the player chooses."""
    then: Phase
    """The phase in which the card was used."""

    def options(self, g: AlchemyState, seat: Seat) -> Sequence[Choose]:
        return [choice_of(choice) for choice in self.card.steps[self.step].choices(g, seat)]

    def play(self, g: AlchemyState, seat: Seat, action: Choose) -> Phase:
        then = self.card.steps[self.step].perform(g, seat, self.then, action.what)
        return work(g, seat, self.card, self.step + 1, then)

    def refusal(self, g: AlchemyState, seat: Seat, action: Action) -> str:
        return refusals.of_choosing(self.card, action)
