"""The events of Allocator. Unless a docstring says otherwise, `seat` is the player who acts."""

from dataclasses import dataclass

from rules.allocator.cards import System
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat, shared
from rules.core.narration import Cards, Names
from rules.core.words import counted, each


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event, tag="TurnBegan"):
    template = "Turn {turn}: {seat:player}."
    heads = "Turn {turn}"
    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Boosted(Played, tag="Boosted"):
    """A card was discarded from hand to boost."""

    template = "{seat:player} boosts {system.label} with {card:card}: +{card:card.boost}, now {boosted}."
    brief = "{seat:player}|boosts|"
    system: System
    boosted: int
    """The power of the system after the boost, with all boosts and the siege."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Event, tag="Declined"):
    template = "{seat:player} declines to boost."
    brief = ""
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Developed(Event, tag="Developed"):
    """The public part of Develop and Draw."""

    brief = "{seat:player}|draws|{drawn:# card}"

    seat: Seat
    gained: int
    spent: int
    left: int
    """The Development Points that remain. `gained` and `spent` are Development Points too."""
    drawn: int
    """The number of cards drawn."""

    def narrate(self, names: Names, cards: Cards) -> str:
        spent = f", spends {self.spent}" if self.spent else ""
        gains = f"gains {self.gained} DP{spent} and draws" if self.gained or self.spent else "draws"
        return f"{names[self.seat]} {gains} {counted(self.drawn, 'card')}; {self.left} DP left."


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled(Event, tag="Reshuffled"):
    """The discard pile became the new deck."""

    template = "{seat:player} shuffles the discard pile into a new deck."
    brief = ""
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedInto(Played, tag="PlayedInto"):
    """A card was played from hand into a system."""

    template = "{seat:player} plays {card:card} into {system.label}, now {power}."
    brief = "{seat:player}|plays|{card:card} into {system.label}"
    system: System
    power: int
    """The power of the system after the card was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event, tag="Discarded"):
    """A card was discarded from a system."""

    template = "{seat:player} discards {card:card} out of {system.label}, now {power}."
    brief = "{seat:player}|discards|{card:card}"
    seat: Seat
    card: CardId
    system: System
    power: int
    """The power of the system after the discard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event, tag="Moved"):
    template = "{seat:player} moves {card:card} from {source.label} to {target.label}."
    brief = "{seat:player}|moves|{card:card} to {target.label}"
    seat: Seat
    card: CardId
    source: System
    target: System


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackBegan(Event, tag="AttackBegan"):
    """The Manage step ended and the attack began. Neither power includes boosts."""

    brief = "{seat:player}|attacks|"

    seat: Seat
    attack: int
    """The attacker's Attack, including the siege."""
    defense: int
    siege: int

    def narrate(self, names: Names, cards: Cards) -> str:
        siege = f" ({self.siege} from the siege)" if self.siege else ""
        return f"{names[self.seat]} attacks: Attack {self.attack}{siege} against Defense {self.defense}."


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackSkipped(Event, tag="AttackSkipped"):
    """The first turn ended without an attack, in a match with `first_attack: off`."""

    template = "{seat:player} ends the first turn, which has no attack."
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackHit(Event, tag="AttackHit"):
    template = (
        "Hit, {attack} against {defense}: {defender:player} takes a Life card, {life} left. "
        "Maximum Power is now {maximum_power}."
    )
    seat: Seat
    """The attacker."""
    defender: Seat
    attack: int
    defense: int
    maximum_power: int
    """The Maximum Power after the hit."""
    life: int
    """The number of Life cards that the defender has left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackBlocked(Event, tag="AttackBlocked"):
    template = "{defender:player} blocks: Attack {attack} is less than Defense {defense}."
    brief = "{defender:player}|blocks|{attack} with {defense}"
    seat: Seat
    """The attacker."""
    defender: Seat
    attack: int
    defense: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeTaken(Drew, tag="LifeTaken"):
    """Tells the defender which Life card they took."""

    template = "The Life card that you took is {cards:cards}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Breached(Event, tag="Breached"):
    """An attack hit a player without Life cards, and the match ended."""

    template = "Hit, {attack} against {defense}: {defender:player} has no Life card to take. {seat:player} wins."
    seat: Seat
    """The attacker, who wins."""
    defender: Seat
    attack: int
    defense: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event, tag="LimitReached"):
    """The match ended at the last-resort turn. Life cards and total powers are indexed by seat."""

    life: tuple[int, int]
    power: tuple[int, int]

    def narrate(self, names: Names, cards: Cards) -> str:
        one, two = self.power
        return f"The last turn is over. Life: {each(names, self.life)}; power: {one} and {two}."


declined = shared(Declined)
played_into = shared(PlayedInto)
discarded = shared(Discarded)
moved_between = shared(Moved)
