"""Explain the words on a newcomer's hand that only players of the game know."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.content.seeds import Term, load_terms
from bot.model.match import TableView
from cogs.widgets.cursor import Cursor
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import TERMS
from render.picture import hand_text
from rules.core.game import Game


def terms_on(game: Game, table_view: TableView, names: Sequence[str]) -> list[Term]:
    """Return the terms of the game that a hand shows: in the question, in the picture and in the choices."""
    view = table_view.view
    shown = [game.prompt(view, names), hand_text(game, view, names)]
    for choice in Cursor(game, view).following:
        label = Cursor(game, view).then(choice).label
        shown.append(f"{label.text} {label.detail}")
    text = "\n".join(shown)
    return [term for term in load_terms(game.key) if _pattern(term.words).search(text)]


def terms_button(game: Game, table_view: TableView) -> list[Item]:
    """Return the button that explains the terms on a hand; [] for a game without terms."""
    return [button("What is this?", TERMS(table_view.match.key))] if load_terms(game.key) else []


def terms_text(game: Game, table_view: TableView, names: Sequence[str]) -> str:
    """Return the meanings of the terms on a hand, a line for each."""
    lines = [
        f"• **{_capital(term.words[0])}**: {term.meaning} (rule {term.clause})"
        for term in terms_on(game, table_view, names)
    ]
    return "\n".join(["**The words on your hand**", *lines, "`/rules` answers everything else."])


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


@lru_cache(maxsize=256)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(map(re.escape, words))})\b", re.IGNORECASE)
