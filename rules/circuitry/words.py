"""The board and its cards in words."""

from collections.abc import Iterable
from typing import Final

from rules.circuitry.board import NodeId, Way, colour_of, number_of
from rules.core.cards import CardId

LYING: Final = {
    Way.A0: "side a, upright",
    Way.A180: "side a, turned",
    Way.B0: "side b, upright",
    Way.B180: "side b, turned",
}


def node_words(node: NodeId) -> str:
    """Return a node as “12 light blue”."""
    return f"{number_of(node)} {colour_of(node).words}"


def card_words(cards: Iterable[CardId]) -> str:
    """Return movement cards as “red, light blue”."""
    return ", ".join(card.replace("-", " ") for card in cards)
