"""Find the cards that a question names."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from bot.content.vocabulary import words
from rules.core.cards import Card

_TYPO_LENGTH: Final = 5
"""The minimum length, in letters, of a name that is recognised with a wrong letter."""
_ALIKE: Final = 0.85


def named_cards(cards: Iterable[Card], question: str) -> list[Card]:
    """Return the cards whose whole names occur in a question, in the order of the question. Of overlapping names, only
    the longest counts. If there is no such card, return the cards whose names are spelt almost like words of the
    question.
    """
    asked = words(question)
    by_name = {tuple(words(card.name)): card for card in cards}
    found, place = list[Card](), 0
    longest = max(map(len, by_name), default=0)
    while place < len(asked):
        lengths = range(min(longest, len(asked) - place), 0, -1)
        length = next((length for length in lengths if tuple(asked[place : place + length]) in by_name), 0)
        if length:
            found.append(by_name[tuple(asked[place : place + length])])
        place += max(1, length)
    return list(dict.fromkeys(found)) or _alike(by_name, asked)


def _alike(by_name: dict[tuple[str, ...], Card], asked: list[str]) -> list[Card]:
    names = {" ".join(name): card for name, card in by_name.items() if len("".join(name)) >= _TYPO_LENGTH}
    lengths = {len(name.split()) for name in names}
    parts = [" ".join(asked[place : place + length]) for length in lengths for place in range(len(asked) - length + 1)]
    matching = [match for part in parts for match in get_close_matches(part, names, n=1, cutoff=_ALIKE)]
    return [names[name] for name in dict.fromkeys(matching)]
