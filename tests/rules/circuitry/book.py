"""A second, slow implementation of Circuitry. It follows the match by its actions alone, and derives the options clause
by clause.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from rules.circuitry import actions as a
from rules.circuitry.board import HUB, NodeId
from rules.circuitry.cards import Colour
from rules.circuitry.state import CircuitryState, Side
from rules.core.events import Seat
from rules.core.notation import Action
from tests.rules.circuitry.geometry import drawn, drawn_at, left_by

INHIBITED_FOR = 3
MOVEMENT = [*map(str, Colour), "black"]


class Book:
    """The record of one match."""

    def __init__(self, g: CircuitryState) -> None:
        self.active, self.played, self.laid, self.gifts = g.active, g.played, g.laid, g.gifts
        self.forced: Seat | None = None
        self.inhibited = [each.inhibited for each in g.sides]
        self.carried = [Counter(each.carried) for each in g.sides]
        self.delivered = [each.delivered for each in g.sides]
        self.colours = [each.colour for each in g.sides]
        self.teams = g.variant.teams or len(g.sides)

    def mates(self, seat: Seat, other: Seat) -> bool:
        return seat % self.teams == other % self.teams

    def write(self, seat: Seat, action: Action) -> None:
        """Record an action."""
        match action:
            case a.Inhibit(pawn):
                victim = self.colours.index(pawn)
                self.inhibited[victim] = INHIBITED_FOR + (victim != self.active)
                return
            case a.Give():
                self.gifts += 1
                return
            case a.TurnOver() | a.LetBe():
                return
            case a.Discard("charge"):
                self.lose(seat, 1)
            case a.Charge(point, _, count):
                self.carried[seat][point] += count
            case a.Deliver(_, count):
                self.lose(seat, count)
                self.delivered[seat] += count
            case a.Place():
                self.laid = True
            case a.Exchange(pawn, count):
                self.exchange(seat, self.colours.index(pawn), count)
            case a.Free(pawn):
                self.inhibited[self.colours.index(pawn)] = 0
            case a.Discharge():
                self.inhibited[seat] = 0
                self.lose(seat, 1)
            case a.Done():
                self.next_turn()
        self.played += self.cost(action)
        self.forced = self.colours.index(action.pawn) if isinstance(action, a.Force | a.PortalForce) else None

    def cost(self, action: Action) -> int:
        """Return the number of mini cards that an action plays."""
        match action:
            case a.Move(_, cards):
                return cards.count("+") + 1
            case a.Force(pawn, _, cards):
                return cards.count("+") + 1 + (self.forced != self.colours.index(pawn))
            case a.PortalForce(_, _, cards):
                return 2 + len(cards.split("+"))
            case a.Portal(_, card):
                return 1 if card == "portal" else 2
            case a.Take() | a.Discard() | a.Place() | a.Discharge() | a.Done():
                return 0
        return 1

    def next_turn(self) -> None:
        self.active = (self.active + 1) % len(self.colours)
        self.played, self.laid, self.gifts = 0, False, 0
        self.inhibited[self.active] = max(0, self.inhibited[self.active] - 1)

    def exchange(self, seat: Seat, other: Seat, count: int) -> None:
        if self.mates(seat, other):
            self.lose(seat, count)
            self.carried[other][self.colours[other]] += count
        else:
            self.lose(other, count)
            self.carried[seat][self.colours[seat]] += count

    def lose(self, seat: Seat, count: int) -> None:
        for _ in range(count):
            own_colour = self.colours[seat]
            self.carried[seat][
                next((origin for origin in +self.carried[seat] if origin is not own_colour), own_colour)
            ] -= 1


class Slowly:
    """The options of the active player, derived clause by clause."""

    def __init__(self, g: CircuitryState, book: Book) -> None:
        self.g, self.book, self.seat = g, book, book.active
        self.side = g.sides[self.seat]
        self.hand = Counter[str](card.id for card in self.side.minis)
        self.drawing = drawn(g.board)
        self.near: dict[NodeId, set[NodeId]] = {}
        for node, neighbour in self.drawing.adjacent:
            self.near.setdefault(node, set()).add(neighbour)
        self.taken = {each.node for each in g.sides}
        self.plays = 6 - book.played if g.variant.restricted else 1000
        self.free_portals = g.variant.free_portals
        seats = range(len(g.sides))
        self.opponents = [other for other in seats if not book.mates(self.seat, other)]
        self.friends = [other for other in seats if book.mates(self.seat, other) and other != self.seat]
        self.needed = [
            g.variant.charges - sum(book.delivered[mate] for mate in seats if book.mates(mate, other))
            for other in seats
        ]

    def options(self) -> Iterator[str]:
        """Return all options; of an inhibited player's options of several steps at once, only some."""
        if self.plays > 0:
            yield from self.moves()
            yield from self.charges()
            yield from self.deliveries()
            yield from self.on_board()
            yield from self.forces()
            yield from self.exchanges()
        price = 0 if self.free_portals else 1
        if self.plays > price:
            yield from self.portals()
        if self.plays > 2 + price:
            yield from self.portal_forces()
        if not self.book.laid:
            yield from self.placements()
        yield from self.on_players()
        if self.book.laid or not self.g.variant.passed or not self.side.circuits:
            yield "done"

    def on_hub(self, node: NodeId) -> bool:
        return node.startswith(f"{HUB}-")

    def last_on_hub(self, pawn: Side) -> bool:
        on_hub = [node for node in self.taken if self.on_hub(node)]
        return on_hub == [pawn.node] and self.g.board.hub.face.master is None

    def steps(self, pawn: Side, limit: int) -> dict[str, int]:
        """Return the number of steps to each place that a pawn can reach."""
        distances: dict[str, int] = {}
        edge, last = {pawn.node}, self.last_on_hub(pawn)
        for count in range(1, limit + 1):
            ways = [way for node in edge for way in (self.leaving(node) if last else self.staying(node))]
            new = {word: goes_on for word, goes_on in ways if word not in distances}
            distances |= dict.fromkeys(new, count)
            edge = {word for word, goes_on in new.items() if goes_on}
        return distances

    def staying(self, node: NodeId) -> Iterator[tuple[str, bool]]:
        yield from ((to, True) for to in self.near.get(node, ()) if to not in self.taken)

    def leaving(self, node: NodeId) -> Iterator[tuple[str, bool]]:
        """Yield the steps off #1 for its last pawn, pathway by pathway."""
        hub, names = self.g.board.hub, self.drawing.nodes
        for pathway in hub.face.pathways:
            ends = [drawn_at(hub, pathway.points[0]), drawn_at(hub, pathway.points[-1])]
            for start, end in (ends, ends[::-1]):
                if names.get(start) != node:
                    continue
                if end in names:
                    yield from [(names[end], True)] * (names[end] not in self.taken)
                    continue
                for _, to in left_by(self.g.board, end):
                    if self.on_hub(to):
                        yield to.replace("1-", "1b-", 1), False
                    elif to not in self.taken:
                        yield to, False

    def moves(self) -> Iterator[str]:
        held = [card for card in MOVEMENT if self.hand[card]]
        limit = min(sum(self.hand[card] for card in held), self.plays, 4)
        for word, count in self.steps(self.side, limit).items():
            if count == 1:
                colour = word.split("-", 1)[1]
                fit = {colour, "black"} if self.book.inhibited[self.seat] else set(MOVEMENT)
                yield from (f"move {word} {card}" for card in held if card in fit)
            elif not self.book.inhibited[self.seat]:
                yield from (f"move {word} {paid}" for paid in self.payments(count))

    def payments(self, count: int) -> Iterator[str]:
        """5.6 Return the payments for several steps."""
        usual = self.spare(count)
        ways = [usual, *(self.spare(count, kept) for kept in usual)]
        for place, way in enumerate(ways):
            if not any(sorted(way) == sorted(before) for before in ways[:place]):
                yield "+".join(way)

    def spare(self, count: int, kept: str = "") -> list[str]:
        """5.6 Return the usual payment, or the one that spares a kind."""
        left = {card: self.hand[card] for card in MOVEMENT}
        paid: list[str] = []
        own_colour = str(self.side.colour)
        groups = [[card for card in MOVEMENT if card not in (own_colour, "black")], [own_colour], ["black"]]
        for group in [*([card for card in group if card != kept] for group in groups), [kept]]:
            while len(paid) < count and any(left.get(card) for card in group):
                card = max(group, key=lambda kind: left[kind])
                left[card] -= 1
                paid.append(card)
        return paid

    def forces(self) -> Iterator[str]:
        for victim in self.opponents:
            goes_on = victim == self.book.forced
            if not goes_on and not self.hand["force"]:
                continue
            pawn = self.g.sides[victim]
            coloured, black = self.hand[str(pawn.colour)], self.hand["black"]
            limit = min(coloured + black, self.plays - (not goes_on), 4)
            for word, count in self.steps(pawn, limit).items():
                for blacks in range(count + 1):
                    if blacks <= black and count - blacks <= coloured:
                        cards = [str(pawn.colour)] * (count - blacks) + ["black"] * blacks
                        yield f"force {pawn.colour} {word} {'+'.join(cards)}"

    def open_portals(self) -> list[tuple[NodeId, str]]:
        up = [(placed.card.number, node) for placed in self.g.board.placed for node in placed.face.nodes if node.portal]
        named = [(f"{number}-{node.colour}", str(node.colour)) for number, node in up]
        return [(node, colour) for node, colour in named if node not in self.taken]

    def portals(self) -> Iterator[str]:
        if self.hand["portal"] and not self.book.inhibited[self.seat]:
            for node, colour in self.open_portals():
                cards = ("portal",) if self.free_portals else (colour, "black")
                yield from (f"portal {node} {card}" for card in cards if self.hand[card])

    def portal_forces(self) -> Iterator[str]:
        if not self.hand["portal"] or not self.hand["force"] or self.book.inhibited[self.seat]:
            return
        for victim, (node, colour) in product(self.opponents, self.open_portals()):
            pawn = str(self.g.sides[victim].colour)
            prices = ((pawn, "black"),) if self.free_portals else ((pawn, "black"), (colour, "black"))
            for paid in product(*prices):
                if not Counter(paid) - self.hand:
                    yield f"portal-force {pawn} {node} {'+'.join(paid)}"

    def charges(self) -> Iterator[str]:
        several, own_colour = self.g.variant.charges > 1, self.side.colour
        for placed in self.g.board.placed:
            touching = [pathway.ends for pathway in placed.face.pathways if "charge" in pathway.ends]
            nodes = [f"{placed.card.number}-{end}" for ends in touching for end in ends if end != "charge"]
            point = placed.card.charge
            if point is None or self.side.node not in nodes:
                continue
            carried = self.book.carried[self.seat]
            foreign = sum(count for origin, count in carried.items() if origin is not own_colour)
            for card, count in product(MOVEMENT, range(1, 6)):
                fits = card in (str(point), "black")
                allowed = (
                    fits if point is not own_colour else fits or (several and count == 1 and not self.inhibit_counts)
                )
                allowed &= count == 1 or (several and point is own_colour)
                allowed &= point is own_colour or (several and not foreign)
                spare = int(point is own_colour)
                allowed &= carried.total() + count <= self.needed[self.seat] + spare
                full = self.hand.total() + carried.total() - 1 + count > 8
                if self.hand[card] and allowed and not (self.g.variant.restricted and full):
                    yield f"charge {point} {card} {count}"

    @property
    def inhibit_counts(self) -> bool:
        """9.7 Return whether an Inhibit restricts charging and delivering."""
        return self.book.inhibited[self.seat] > 0

    def deliveries(self) -> Iterator[str]:
        at_home = self.side.node == f"{HUB}-{self.side.colour}" and self.g.board.hub.face.master is not None
        for card, count in product(MOVEMENT, range(1, 6)):
            wins, left = count == self.needed[self.seat], self.book.carried[self.seat].total()
            allowed = card == "black" or (count == 1 and not wins and not self.inhibit_counts)
            if at_home and self.hand[card] and allowed and count <= min(left, self.needed[self.seat]):
                yield f"deliver {card} {count}"

    def placements(self) -> Iterator[str]:
        cells = {(placed.cell.column, placed.cell.row) for placed in self.g.board.placed}
        beside = {(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - cells
        charged = [card for card in self.side.circuits if card.charge]
        first = charged if self.g.variant.passed and self.g.variant.hurried else []
        for card, (x, y), way in product(first or self.side.circuits, beside, ("a0", "a180", "b0", "b180")):
            yield f"place {card.number} {x},{y} {way}"

    def on_board(self) -> Iterator[str]:
        numbers = sorted(placed.card.number for placed in self.g.board.placed if placed.card.number != HUB)
        free = [number for number in numbers if not any(node.startswith(f"{number}-") for node in self.taken)]
        if self.hand["rotate"]:
            yield from (f"rotate {number}" for number in numbers)
        if self.hand["flip"]:
            yield from (f"flip {number}" for number in free)
        if self.hand["swap"]:
            yield from (f"swap {one} {two}" for one, two in product(free, free) if one != two)

    def exchanges(self) -> Iterator[str]:
        for other, each in enumerate(self.g.sides):
            if not self.hand["exchange"] or each.node not in self.near.get(self.side.node, ()):
                continue
            if other in self.opponents:
                yield from [f"exchange {each.colour} 1"] * bool(self.book.carried[other].total())
                continue
            room = 8 - len(each.minis) - self.book.carried[other].total() if self.g.variant.restricted else 1000
            most = min(room, self.book.carried[self.seat].total())
            yield from (f"exchange {each.colour} {count}" for count in range(1, most + 1))

    def on_players(self) -> Iterator[str]:
        colours = self.book.colours
        if self.hand["inhibit"]:
            yield from (f"inhibit {colours[other]}" for other in self.opponents)
        if self.hand["free"] and self.plays > 0:
            helped = [*self.friends, self.seat]
            yield from (f"free {colours[mate]}" for mate in helped if self.book.inhibited[mate])
        if self.book.inhibited[self.seat] and self.book.carried[self.seat].total():
            yield "discharge"
        for mate in self.friends:
            yield from self.gifts(self.seat, mate)

    def gifts(self, seat: Seat, mate: Seat) -> Iterator[str]:
        full = len(self.g.sides[mate].minis) + self.book.carried[mate].total() >= 8
        if self.book.gifts < 8 and not (self.g.variant.restricted and full):
            yield from {f"give {self.book.colours[mate]} {card.id}" for card in self.g.sides[seat].minis}

    def out_of_turn(self, seat: Seat, *, gifts: bool) -> Iterator[str]:
        """Return the options of another seat."""
        if any(card.id == "inhibit" for card in self.g.sides[seat].minis):
            others = [other for other in range(len(self.g.sides)) if not self.book.mates(seat, other)]
            yield from (f"inhibit {self.book.colours[other]}" for other in others)
        if gifts and seat in self.friends:
            yield from self.gifts(seat, self.seat)
