"""Tell which game a question is about, by words that only one game has."""

from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from bot.content.seeds import load_rulebook
from bot.content.vocabulary import is_stop_word, stem, words
from rules.catalog import GAMES
from rules.core.game import Game

LEAST: Final = 3
"""The number of times that a game must use a word that no other game has. A word that it uses less often is said by
chance, and newcomers say it of other games.
"""
TITLE_WORTH: Final = LEAST
"""How often a word of a game's title counts."""
TYPO_LENGTH: Final = 5
"""The minimum length, in letters, of an unknown word that is compared with similar ones."""
LIKENESS: Final = 0.8
"""The least likeness of such a word, as `difflib` measures it, from 0 to 1."""


class OwnWords:
    """The words of each game that no other game has."""

    def __init__(self, titles: Mapping[str, str], texts: Mapping[str, str]) -> None:
        """Count the words. titles, texts: by the game's key; a text is everything that its rules and cards say."""
        self._titles: Final = {title.casefold(): key for key, title in titles.items()}
        counts = {key: Counter(map(stem, words(text))) for key, text in texts.items()}
        for key, title in titles.items():
            counts[key].update({stem(word): TITLE_WORTH for word in words(f"{title} {key.replace('_', ' ')}")})
        used = Counter(word for count in counts.values() for word in count)
        self._known: Final = frozenset(used)
        self._game: Final = {
            word: key
            for key, count in counts.items()
            for word, times in count.items()
            if used[word] == 1 and times >= LEAST and not is_stop_word(word)
        }

    def named_in(self, question: str) -> str | None:
        """Return the key of the game whose title a question contains; None if there is none, or more than one."""
        asked = f" {' '.join(question.casefold().split())} "
        named = {key for title, key in self._titles.items() if f" {title}" in asked}
        return named.pop() if len(named) == 1 else None

    def game_of(self, question: str) -> str | None:
        """Return the key of the game to which most of a question's own words belong; None if that is undecided."""
        votes = Counter(filter(None, map(self._game_of_word, words(question))))
        (first, most), (_, next_most) = [*votes.most_common(2), ("", 0), ("", 0)][:2]
        return first if most > next_most else None

    def _game_of_word(self, word: str) -> str | None:
        stemmed = stem(word)
        if stemmed in self._known or len(word) < TYPO_LENGTH or is_stop_word(stemmed):
            return self._game.get(stemmed)
        [alike] = get_close_matches(stemmed, self._known, 1, LIKENESS) or [""]
        return self._game.get(alike)


def load_own_words(games: Mapping[str, Game]) -> OwnWords:
    """Return the own words of games, by the words of their rulebooks and the names of their cards. A game outside the
    catalog has no rulebook.

    Raises:
        ContentError: a rulebook is missing or malformed.
    """
    return _own_words(tuple((key, game) for key, game in games.items() if key in GAMES))


@lru_cache(maxsize=4)
def _own_words(games: tuple[tuple[str, Game], ...]) -> OwnWords:
    return OwnWords({key: game.title for key, game in games}, {key: _text(key, game) for key, game in games})


def _text(key: str, game: Game) -> str:
    clauses = (f"{clause.title} {clause.whole}" for clause in load_rulebook(key))
    return " ".join([*clauses, *(card.name for card in game.cards.values())])
