"""`hidden-hand lab cards`: measures the worth of each card, and finds cards that are merely worse copies of another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Final

from bot.lab.bias import Lean, Leaning
from bot.lab.contest import Match
from bot.lab.experiment import Experiment, Field, Lab
from bot.lab.legal_decks import WITHOUT_RULES
from bot.lab.report import Cell, Column, Dots, Finding, Report, Table
from bot.lab.score import Score
from rules.core.cards import Card, CardId
from rules.core.events import Seat

_TOLD: Final = 5
"""The maximum number of cards that a sentence names."""


_NONE: Final = Score()


@dataclass(slots=True)
class Worth:
    """Results of a card. Scores count the seats whose deck has it, or all seats where there are no decks."""

    card: CardId
    drawn: Score = _NONE
    """The score of seats that had the card in hand at any time."""
    missing: Score = _NONE
    """The score of seats that never had the card in hand."""
    played: Score = _NONE
    """The score of seats that used the card."""
    kept: Score = _NONE
    """The score of seats that had the card in hand and never used it."""
    without: list[float] = field(default_factory=list)
    """By match, the share of the first place won by a player who never uses the card; all seats have the same deck."""

    @property
    def never_used(self) -> Score:
        """The score of a player who never uses the card."""
        return Score(len(self.without), sum(self.without))

    def is_known(self, points: float) -> bool:
        """Return whether the score of never using the card is known to within this many points."""
        return self.never_used.within(points)


class Cards(Experiment):
    """Plays one player against itself, then against one that never uses a card."""

    def __init__(self, lab: Lab, field: Field, player: str, without: Sequence[CardId]) -> None:
        """without: the cards to play without, one at a time."""
        super().__init__(lab)
        self.field, self.player = field, player
        self.worths = {card: Worth(card) for card in field.game.cards}
        of_decks = frozenset(field.game.deck_cards)
        self.shared = [card for card in field.game.cards if card not in of_decks]
        """The cards that any player may get, whatever their deck."""
        self.without = [card for card in without if card not in of_decks or self._deck_with(card)]
        self.fair = 100 / field.seats
        self.count = 0

    def run(self) -> None:
        self.announce(1 + len(self.without))
        contest = self.field.contest([self.player] * self.field.seats)
        for match in self.lab.arena.play(contest, self.lab.most, self.lab.seed):
            self._count(match)
        for card in sorted(self.without, key=lambda card: -self.worths[card].played.matches):
            deck = self._deck_with(card)
            players = [Leaning((Lean(card, -100),)).name, *["greedy"] * (self.field.seats - 1)]
            contest = self.field.contest(players, decks=(deck,) * self.field.seats if deck else ())
            worth = self.worths[card]
            for (match,) in self.until([contest], partial(worth.is_known, self.lab.within)):
                worth.without.append(match.won)

    def _count(self, match: Match) -> None:
        self.count += 1
        for seat, won in enumerate(match.shares):
            one = Score(1, won)
            for card in self._within_reach(match, seat):
                worth = self.worths[card]
                if card in match.metrics.drawn[seat] or card in match.metrics.played[seat]:
                    worth.drawn += one
                    if card in match.metrics.played[seat]:
                        worth.played += one
                    else:
                        worth.kept += one
                else:
                    worth.missing += one

    def _within_reach(self, match: Match, seat: Seat) -> Sequence[CardId]:
        if match.decks:
            return [*dict.fromkeys(self.field.game.decks[match.decks[seat]].cards), *self.shared]
        return [*self.field.game.cards]

    def _deck_with(self, card: CardId) -> str:
        """Return the ready-made deck with the most copies of a card; "" if no deck has it."""
        decks = [deck for deck in self.field.game.decks.values() if card in deck.cards]
        return max(decks, key=lambda deck: deck.cards.count(card)).id if decks else ""

    def report(self) -> Report:
        return Report(
            title=f"{self.field.game.title} with {self.field.seats} players ({self.player}): what are its cards worth?",
            sentences=[*self._sentences()],
            tables=[self._table(), self._twins()],
            settings=self.field.settings(self.lab.seed, player=self.player, matches=self.count),
        )

    def _sentences(self) -> Iterator[Finding]:
        names = {id_: card.name for id_, card in self.field.game.cards.items()}
        measured = [worth for worth in self.worths.values() if worth.without]
        missed = sorted((w for w in measured if w.never_used.side(self.fair) < 0), key=lambda w: w.never_used.share)
        yield tuple(
            f"{names[worth.card]} matters: a player who never uses it wins only {worth.never_used.words}."
            for worth in missed[:_TOLD]
        )
        harmful = [worth for worth in measured if worth.never_used.side(self.fair) > 0]
        yield tuple(
            f"{names[worth.card]} does harm, used as the quick player uses it: a player who never does wins"
            f" {worth.never_used.words}."
            for worth in harmful[:_TOLD]
        )
        lucky = [w for w in self.worths.values() if w.drawn.matches and w.missing.matches and _luck(w) > 0]
        yield tuple(
            f"Drawing {names[worth.card]} decides much: seats with it win {worth.drawn.words}, seats without it"
            f" {worth.missing.words}."
            for worth in sorted(lucky, key=lambda worth: -_luck(worth))[:_TOLD]
        )
        idle = [w.card for w in self.worths.values() if w.drawn.matches and not w.played.matches]
        if idle:
            yield f"Drawn and never used: {', '.join(names[card] for card in idle)}."
        yield tuple(
            f"{names[worse]} is {names[better]} but worse: no player needs it beside that card."
            for worse, better in self._dominated()[:_TOLD]
        )
        if self.count and not (missed or harmful or lucky or idle):
            yield "No card stands out for certain."

    def _table(self) -> Table:
        rows: list[Sequence[Cell]] = [
            (
                worth.card,
                worth.drawn.matches,
                worth.played.matches,
                worth.drawn if worth.drawn.matches else None,
                worth.missing if worth.missing.matches else None,
                worth.played if worth.played.matches else None,
                worth.kept if worth.kept.matches else None,
                worth.never_used if worth.without else None,
            )
            for worth in sorted(self.worths.values(), key=lambda worth: -worth.played.matches)
            if worth.drawn.matches or worth.missing.matches
        ]
        measured = [worth for worth in self.worths.values() if worth.without]
        chart = Dots(
            title="Matches won by a player who never uses the card, in per cent",
            lines=[
                (self.field.game.cards[worth.card].name, [worth.never_used])
                for worth in sorted(measured, key=lambda worth: worth.never_used.share)
            ],
            fair=self.fair,
        )
        return Table(
            key="cards",
            title="what cards are worth",
            columns=[
                Column("card", "card"),
                Column("drawn", "drawn", "seats that drew it: each counts once per match"),
                Column("played", "played"),
                Column("won_drawn", "won, drawn", "share won by seats that had it in hand at any time"),
                Column(
                    "won_missing", "never came", "share won by seats that never drew it, though it is in their deck"
                ),
                Column("won_played", "won, played", "share won by seats that used it"),
                Column("won_kept", "won, held", "share won by seats that had it and never used it"),
                Column(
                    "without",
                    "without it",
                    "share won by a player who never uses it, against others with the same deck",
                ),
            ],
            rows=rows,
            note=(
                "Long matches draw more cards, so “without it” says more about a card's worth than the columns of"
                " matches won with it."
            ),
            chart=chart if measured else None,
        )

    def _dominated(self) -> list[tuple[CardId, CardId]]:
        """List pairs of a card and a better one: no number of the better card is worse, and at least one is better."""
        kinds = {kind for part in self.field.game.deck_rule for kind in part.copies}
        cards = [card for card in self.field.game.cards.values() if type(card) in kinds]
        found = []
        for card in cards:
            better = next((other for other in cards if _is_better(other, card)), None)
            if better is not None:
                found.append((card.id, better.id))
        return found

    def _twins(self) -> Table:
        cards = self.field.game.cards
        rows: list[Sequence[Cell]] = [
            (worse, better, ", ".join(_numbers(cards[worse])), ", ".join(_numbers(cards[better])))
            for worse, better in self._dominated()
        ]
        return Table(
            key="dominated",
            title="cards that are worse copies of another one",
            columns=[
                Column("card", "card"),
                Column("better", "the better one", "the same card but for numbers, none of them worse"),
                Column("numbers", "its numbers"),
                Column("better_numbers", "the better one's numbers"),
            ],
            rows=rows,
        )


def _luck(worth: Worth) -> float:
    """Return the minimum number of points by which the share with the card is certainly above the share without it."""
    return worth.drawn.interval[0] - worth.missing.interval[1]


def _is_better(one: Card, other: Card) -> bool:
    if type(one) is not type(other) or not one.quality:
        return False
    alike = [f.name for f in fields(one) if f.init and f.name not in WITHOUT_RULES and f.name not in one.quality]
    if any(getattr(one, name) != getattr(other, name) for name in alike):
        return False
    gains: list[int] = [sign * (getattr(one, name) - getattr(other, name)) for name, sign in one.quality.items()]
    return min(gains) >= 0 and max(gains) > 0


def _numbers(card: Card) -> Iterator[str]:
    yield from (f"{name.replace('_', ' ')} {getattr(card, name)}" for name in card.quality)
