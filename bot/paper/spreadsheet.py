"""A spreadsheet of cards for playingcards.io, whose deck editor imports one row for each card."""

import csv
from collections.abc import Iterable
from io import StringIO

from bot.model.spreadsheets import cell
from bot.paper.piles import Draft, Pile


def spreadsheet(draft: Draft, piles: Iterable[Pile]) -> str:
    """Return the cards of some piles as CSV (RFC 4180): a label, the text, the number of copies and the pile of each
    card, and the content that all of them are from.
    """
    file = StringIO()
    table = csv.writer(file)
    table.writerow(("label", "text", "count", "deck", "id", "content"))
    for pile in piles:
        for card, count in pile.cards:
            row = (card.name, card.printed, count, pile.title, card.id, draft.content.hash)
            table.writerow([cell(value) for value in row])
    return file.getvalue()
