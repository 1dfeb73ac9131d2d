"""The circuit cards of Circuitry: the promises in `seeds/circuitry/circuits.toml` about its 60 faces, checked by exact
geometry.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise, product
from typing import Final

import pytest

from rules.circuitry.cards import CHARGE, HEIGHT, MASTER, PORTS, WIDTH, Colour, End, Face, Pathway, Point
from rules.circuitry.content import CHARGE_CARDS, CIRCUITS, read
from tests.rules.circuitry.geometry import opposite

CARDS: Final = read(
    {
        "circuits": tomllib.loads(files("seeds").joinpath("circuitry", "circuits.toml").read_text(encoding="utf-8")),
        "minis": {},
    }
).circuits
FACES: Final = {
    f"{number}{side}": face for number, card in CARDS.items() for side, face in zip("ab", card.faces, strict=True)
}
DEALT: Final = [face for number in range(CHARGE_CARDS.stop, CIRCUITS + 1) for face in CARDS[number].faces]


def every_face(promise: Callable[[Face], None]) -> Callable[[], None]:
    """Make one test of a promise about each face: six hundred tests would take longer than what they check."""

    def kept() -> None:
        for face in FACES.values():
            promise(face)

    return kept


charge_card = pytest.mark.parametrize("number", CHARGE_CARDS)

Step = tuple[Point, Point]
"""A step from one lattice point to the next on a pathway."""
Graph = Mapping[End, frozenset[End]]


def place(face: Face, end: End) -> Point:
    """Return the point of this end of a pathway."""
    if isinstance(end, int):
        return PORTS[end]
    if isinstance(end, Colour):
        node = face.node(end)
        assert node
        return node.at
    point = {CHARGE: face.charge, MASTER: face.master}[end]
    assert point
    return point


def steps(pathway: Pathway) -> list[Step]:
    """Yield the line, lattice point by lattice point."""
    lines = []
    for start, end in pairwise(pathway.points):
        count = max(abs(end.x - start.x), abs(end.y - start.y))
        across, down = (end.x - start.x) // count, (end.y - start.y) // count
        line = [Point(start.x + across * k, start.y + down * k) for k in range(count + 1)]
        assert line[-1] == end
        lines += list(pairwise(line))
    return lines


def discs(face: Face) -> dict[End, Point]:
    """Return everything round on a face: nodes, charge point, master node."""
    points: dict[End, Point] = {node.colour: node.at for node in face.nodes}
    return points | {end: at for end, at in ((CHARGE, face.charge), (MASTER, face.master)) if at}


def between(one: Point, two: Point) -> int:
    """Return the square of the distance between two points."""
    return (one.x - two.x) ** 2 + (one.y - two.y) ** 2


@cache
def beside(point: Point, step: Step) -> Fraction:
    """Return the square of the distance between a point and a step."""
    (x, y), (to_x, to_y) = step
    across, down = to_x - x, to_y - y
    along = Fraction((point.x - x) * across + (point.y - y) * down, across**2 + down**2)
    along = min(max(along, Fraction(0)), Fraction(1))
    return (point.x - x - along * across) ** 2 + (point.y - y - along * down) ** 2


@cache
def apart(one: Step, two: Step) -> Fraction:
    """Return the square of the distance between two steps; 0 if they cross."""

    def side(step: Step, point: Point) -> int:
        (x, y), (to_x, to_y) = step
        return (to_x - x) * (point.y - y) - (to_y - y) * (point.x - x)

    if side(one, two[0]) * side(one, two[1]) < 0 and side(two, one[0]) * side(two, one[1]) < 0:
        return Fraction(0)
    return min(*(beside(point, one) for point in two), *(beside(point, two) for point in one))


def around(point: Point, step: Step) -> bool:
    """Return whether a step lies in the square around a node's point, where its pathways come together."""
    return all(max(abs(end.x - point.x), abs(end.y - point.y)) <= 1 for end in step)


def graph(face: Face) -> Graph:
    """Return the ends joined to each end of a face."""
    neighbours: dict[End, set[End]] = {end: set() for end in discs(face)}
    for pathway in face.pathways:
        for start, end in (pathway.ends, pathway.ends[::-1]):
            neighbours.setdefault(start, set()).add(end)
    return {end: frozenset(joined) for end, joined in neighbours.items()}


def parts(face: Face, *, without: Collection[End] = ()) -> list[frozenset[End]]:
    """Return the connected parts of a face."""
    joined = graph(face)
    unvisited = set(joined).difference(without)
    found_parts = []
    while unvisited:
        part, edge = set[End](), {unvisited.pop()}
        while edge:
            part |= edge
            edge = {to for end in edge for to in joined[end] if to not in without} - part
        unvisited -= part
        found_parts.append(frozenset(part))
    return found_parts


def steps_from(face: Face, start: End) -> dict[End, int]:
    """Return the number of pathways to each place that can be reached on this face; a port leads no further."""
    joined = graph(face)
    distances, edge = {start: 0}, [start]
    while edge:
        end = edge.pop(0)
        for to in joined[end]:
            if to not in distances:
                distances[to] = distances[end] + 1
                if isinstance(to, Colour):
                    edge.append(to)
    return distances


def used_ports(face: Face) -> frozenset[int]:
    return frozenset(port for port, leads_to in enumerate(face.ports) if leads_to is not None)


def joined_ports(face: Face, *, turned: bool) -> frozenset[frozenset[int]]:
    """Return the ports that a face joins with each other, upright or turned."""
    turn = 4 if turned else 0
    return frozenset(frozenset((end + turn) % 8 for end in part if isinstance(end, int)) for part in parts(face))


def shape(face: Face, *, turned: bool) -> tuple[frozenset[Point], frozenset[frozenset[Point]]]:
    """Return a face without its colours, upright or turned."""

    def lies(points: Iterable[Point]) -> frozenset[Point]:
        return frozenset(opposite(point) if turned else point for point in points)

    lines = ({point for step in steps(pathway) for point in step} for pathway in face.pathways)
    return lies(discs(face).values()), frozenset(map(lies, lines))


def close_to_mean(counts: Iterable[int], most: Fraction) -> bool:
    """Return whether every count is within this fraction of the mean."""
    counts = list(counts)
    mean = Fraction(sum(counts), len(counts))
    return all(abs(count - mean) <= most * mean for count in counts)


def test_ports_line_up_in_every_orientation() -> None:
    assert len(set(PORTS)) == 8
    for port, at in enumerate(PORTS):
        assert PORTS[(port + 4) % 8] == opposite(at)
    for port in (0, 1):
        facing = PORTS[(5 - port) % 8]
        assert (facing.x, facing.y - HEIGHT) == PORTS[port]
        assert (5 - (5 - port)) % 8 == port
    for port in (2, 3):
        facing = PORTS[(9 - port) % 8]
        assert (facing.x + WIDTH, facing.y) == PORTS[port]


@every_face
def test_a_pathway_ends_where_it_says(face: Face) -> None:
    for pathway in face.pathways:
        assert (pathway.points[0], pathway.points[-1]) == tuple(place(face, end) for end in pathway.ends)
        assert pathway.ends[0] != pathway.ends[1]
    assert len({frozenset(pathway.ends) for pathway in face.pathways}) == len(face.pathways)


@every_face
def test_a_pathway_stays_inside_and_is_calm(face: Face) -> None:
    for pathway in face.pathways:
        line = steps(pathway)
        for point in {point for step in line for point in step} - set(PORTS):
            assert 1 <= point.x <= WIDTH - 1
            assert 1 <= point.y <= HEIGHT - 1
        assert len(pathway.points) <= 4, "at most two bends"
        for (x, y), (on_x, on_y), (to_x, to_y) in zip(
            pathway.points, pathway.points[1:], pathway.points[2:], strict=False
        ):
            assert (on_x - x) * (to_x - on_x) + (on_y - y) * (to_y - on_y) >= 0, "no sharp bend"
        for one, two in combinations(line, 2):
            assert apart(one, two) >= 1 or set(one) & set(two), "never back beside itself"


@every_face
def test_nodes_keep_apart_and_off_the_edges(face: Face) -> None:
    for at in discs(face).values():
        assert 1 <= at.x <= WIDTH - 1
        assert 2 <= at.y <= HEIGHT - 2
    for one, two in combinations(discs(face).values(), 2):
        assert between(one, two) >= 3**2


@every_face
def test_no_pathway_comes_near_a_node_that_is_not_its_end(face: Face) -> None:
    for pathway, (end, at) in product(face.pathways, discs(face).items()):
        if end not in pathway.ends:
            assert all(beside(at, step) >= 2 for step in steps(pathway)), f"{pathway.ends} at {end}"


@every_face
def test_pathways_meet_at_nodes_only_and_keep_a_step_apart(face: Face) -> None:
    for one, two in combinations(face.pathways, 2):
        shared = [place(face, end) for end in set(one.ends) & set(two.ends)]
        points = [{point for step in steps(pathway) for point in step} for pathway in (one, two)]
        assert points[0] & points[1] == set(shared)
        for first, second in product(steps(one), steps(two)):
            near = any(around(point, first) or around(point, second) for point in shared)
            crossing = apart(first, second) == 0 and not set(first) & set(second)
            assert not crossing
            assert near or apart(first, second) >= 1, f"{one.ends} and {two.ends}"


@every_face
def test_pathways_leave_a_node_in_different_directions_four_at_most(face: Face) -> None:
    for end, at in discs(face).items():
        leaving = [
            step[1] if step[0] == at else step[0]
            for pathway in face.pathways
            if end in pathway.ends
            for step in steps(pathway)
            if at in step
        ]
        assert len(set(leaving)) == len(leaving)
        assert 1 <= len(leaving) <= (6 if end == MASTER else 4)


@every_face
def test_a_face_has_three_to_six_nodes_and_never_two_of_a_colour(face: Face) -> None:
    assert 3 <= len(face.nodes) <= 6
    assert len({node.colour for node in face.nodes}) == len(face.nodes)


@every_face
def test_every_node_but_passing_points_is_on_a_way_through(face: Face) -> None:
    for node in face.nodes:
        assert node.passing or len(graph(face)[node.colour]) >= 2
    assert len(parts(face)) <= 2
    for part in parts(face):
        assert sum(isinstance(end, int) for end in part) >= 2


@every_face
def test_a_passing_point_lies_beside_the_way_never_on_it(face: Face) -> None:
    passing = {node.colour for node in face.nodes if node.passing}
    for colour in passing:
        assert all(isinstance(end, Colour) for end in graph(face)[colour])
        assert len(graph(face)[colour]) <= 2
    for without in ([], *([colour] for colour in passing), passing):
        assert set(parts(face, without=without)) == {part.difference(without) for part in parts(face)}


@every_face
def test_a_portal_stands_on_a_passing_point_one_on_a_face(face: Face) -> None:
    assert all(node.passing for node in face.nodes if node.portal)
    assert len(face.portals) <= 1


def test_most_faces_are_connected_and_some_have_two_parts() -> None:
    whole = [len(parts(face)) for face in DEALT].count(1)
    assert Fraction(6, 10) <= Fraction(whole, len(DEALT)) <= Fraction(8, 10)


def test_few_pathways_lead_past_all_nodes() -> None:
    past = [face for face in FACES.values() for here in face.ports if isinstance(here, int)]
    assert len(past) / 2 <= 4


def test_dealt_faces_usually_have_four_or_five_nodes() -> None:
    counts = Counter(len(face.nodes) for face in DEALT)
    assert set(counts) == {3, 4, 5, 6}
    assert Fraction(42, 10) <= Fraction(sum(len(face.nodes) for face in DEALT), len(DEALT)) <= Fraction(48, 10)


def test_about_half_of_the_dealt_faces_have_a_passing_point_and_some_two() -> None:
    counts = Counter(sum(node.passing for node in face.nodes) for face in DEALT)
    assert Fraction(4, 10) <= Fraction(len(DEALT) - counts[0], len(DEALT)) <= Fraction(6, 10)
    assert 2 <= counts[2] <= 8
    assert set(counts) == {0, 1, 2}


def test_dealt_cards_have_equally_many_portals_of_each_colour() -> None:
    assert not any(face.portals for number in range(1, CHARGE_CARDS.stop) for face in CARDS[number].faces)
    counts = Counter(colour for face in DEALT for colour in face.portals)
    assert 12 <= counts.total() <= 18
    assert set(counts) == set(Colour)
    assert max(counts.values()) - min(counts.values()) <= 1


def test_nodes_and_passing_points_have_all_colours_equally_often() -> None:
    nodes = [node for face in FACES.values() for node in face.nodes]
    assert close_to_mean(Counter(node.colour for node in nodes).values(), Fraction(1, 10))
    passing = Counter(node.colour for node in nodes if node.passing)
    assert len(passing) == len(Colour)
    assert max(passing.values()) - min(passing.values()) <= 1


def test_no_colour_has_a_typical_place_or_more_ways() -> None:
    nodes = [(node, len(face.ways[node.colour])) for face in FACES.values() for node in face.nodes]

    def means(some: list[tuple[int, int, int]]) -> tuple[Fraction, ...]:
        return tuple(Fraction(sum(values), len(values)) for values in zip(*some, strict=True))

    of_all = means([(node.at.x, node.at.y, ways) for node, ways in nodes])
    for colour in Colour:
        of_colour = means([(node.at.x, node.at.y, ways) for node, ways in nodes if node.colour is colour])
        assert all(abs(one - other) <= Fraction(1, 4) for one, other in zip(of_colour, of_all, strict=True)), colour


def test_a_face_uses_five_ports_or_more_and_no_port_is_rare() -> None:
    uses = [used_ports(face) for face in FACES.values()]
    assert all(len(ports) >= 5 for ports in uses)
    for port in range(len(PORTS)):
        assert Fraction(sum(port in ports for ports in uses), len(uses)) >= Fraction(7, 10)


def neighbours() -> Iterator[tuple[frozenset[int], frozenset[int], int]]:
    """Return the ports of any two faces of neighbouring cards that meet, in every orientation, by the port sum."""
    lying = [
        (index // 2, frozenset((port + 4 * turned) % 8 for port in used_ports(face)))
        for index, face in enumerate(FACES.values())
        for turned in (0, 1)
    ]
    for (card, ports), (other, facing) in product(lying, repeat=2):
        if card != other:
            yield ports & {2, 3}, facing, 9
            yield ports & {4, 5}, facing, 5


def test_most_neighbours_are_joined() -> None:
    joined = [any((total - port) % 8 in facing for port in ports) for ports, facing, total in neighbours()]
    assert Fraction(sum(joined), len(joined)) >= Fraction(85, 100)


def test_all_faces_differ_even_when_turned_or_recoloured() -> None:
    for (one, face), (two, other) in combinations(FACES.items(), 2):
        assert shape(face, turned=False) != shape(other, turned=False), f"{one} and {two}"
        assert shape(face, turned=False) != shape(other, turned=True), f"{one} and {two}"


@pytest.mark.parametrize("number", CARDS.keys())
def test_the_faces_of_a_card_join_different_ports(number: int) -> None:
    front, back = CARDS[number].faces
    for turned in (False, True):
        assert joined_ports(front, turned=False) != joined_ports(back, turned=turned)


@pytest.mark.parametrize("side", ["1a", "1b"])
def test_the_card_in_the_middle_has_a_ring_through_six_nodes_with_one_port_each(side: str) -> None:
    face = FACES[side]
    assert {node.colour for node in face.nodes} == set(Colour)
    assert not any(node.passing for node in face.nodes)
    for ways in face.ways.values():
        assert sum(isinstance(way, Colour) for way in ways) == 2
        assert sum(isinstance(way, int) for way in ways) == 1
    round_trip: list[Colour] = []
    here = Colour.RED
    while here not in round_trip:
        round_trip.append(here)
        here = next((way for way in face.ways[here] if isinstance(way, Colour) and way not in round_trip), Colour.RED)
    assert set(round_trip) == set(Colour)


@pytest.mark.parametrize("side", ["1a", "1b"])
def test_the_card_in_the_middle_is_fair_to_all_colours(side: str) -> None:
    face = FACES[side]
    distances = {
        tuple(sorted(away for end, away in steps_from(face, colour).items() if isinstance(end, int)))
        for colour in Colour
    }
    assert distances == {(1, 2, 2, 3, 3, 4)}
    assert shape(face, turned=False) == shape(face, turned=True)


def test_only_the_coloured_nodes_lead_to_the_master_node() -> None:
    assert FACES["1a"].master is None
    face = FACES["1b"]
    assert face.master == Point(WIDTH // 2, HEIGHT // 2)
    assert graph(face)[MASTER] == set(Colour)


@charge_card
def test_a_charge_point_is_behind_two_nodes_with_one_entry_on_both_faces(number: int) -> None:
    for face in CARDS[number].faces:
        (second,) = graph(face)[CHARGE]
        (first,) = graph(face)[second] - {CHARGE}
        assert isinstance(second, Colour)
        assert isinstance(first, Colour)
        assert face.by_charge == {second}
        assert graph(face)[first] - {second}
        assert not any(node.passing for node in face.nodes)


@charge_card
def test_a_charge_point_is_entered_elsewhere_on_the_other_face(number: int) -> None:
    def entry(face: Face) -> tuple[Point | None, Point]:
        (colour,) = face.by_charge
        return face.charge, place(face, colour)

    front, back = CARDS[number].faces
    assert entry(front) != entry(back)


def test_charge_points_are_equally_far_from_the_ports_on_all_cards() -> None:
    for side in (0, 1):
        worth = set()
        for number in CHARGE_CARDS:
            face = CARDS[number].faces[side]
            (second,) = face.by_charge
            away = steps_from(face, second)
            ports = sorted(count for end, count in away.items() if isinstance(end, int))
            worth.add((len(face.nodes), len(used_ports(face)), tuple(ports)))
        assert len(worth) == 1


def test_every_colour_is_equally_often_on_the_cards_with_charge_points() -> None:
    for side in (0, 1):
        faces = [CARDS[number].faces[side] for number in CHARGE_CARDS]
        assert len(set(Counter(node.colour for face in faces for node in face.nodes).values())) == 1
        assert {colour for face in faces for colour in face.by_charge} == set(Colour)


def test_charge_points_stand_in_the_order_of_the_colours() -> None:
    assert [CARDS[number].charge for number in CHARGE_CARDS] == list(Colour)
