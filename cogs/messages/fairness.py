"""How a deal can be checked: the message by which the cards are dealt, and the answer to “Was it fair?”."""

from typing import Final

from bot.model.deal_message import DealMessage
from bot.model.match import Match, Status
from cogs.messages.lobby import heading
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import FAIRNESS
from rules.core.game import Game

UNCHECKED: Final = "I couldn't post a message before the cards were dealt, so nobody can check that deal."

APART: Final = " It stands where the match was opened, so players who sit elsewhere may not see it."


def deal_text(game: Game, match: Match) -> str:
    """Return the text of the message by which the cards are dealt: it commits the bot to a secret."""
    return f"{heading(game, match)} · dealt by this message and a secret with the hash `{match.commitment}`."


def fairness_button(match: Match, row: int) -> Item:
    """Return the button that explains how the deal can be checked."""
    return button("Was it fair?", FAIRNESS(match.key), row=row)


def fairness_text(match: Match, message: DealMessage | None) -> str:
    """Explain how anyone can check the deal of a match, and what that proves.

    message: the message by which the cards were dealt; None: there is none.
    """
    if match.fork is not None and message is None:
        return (
            f"Match #{match.id} continues match #{match.fork.match_id} with the same deal, which whoever has seen that "
            "match knows. **Was it fair?** there tells you about it."
        )
    if message is None:
        return UNCHECKED
    then = "Press **Replay**, then" if match.status is Status.OVER else "When the match is over, press **Replay**, then"
    at = f"<t:{int(message.moment.timestamp())}:f>"
    apart = APART if len(match.places) > 1 else ""
    return (
        f"**Was the deal of match #{match.id} fair?** The cards were dealt by [this message]({message.link}) of {at}."
        f"{apart} It shows the hash of a secret. This secret and the id of the message decide every card, and Discord "
        "gave out the id only when the message was posted. The person who runs me could choose the deal only by "
        "posting several such messages, about one a second, and deleting all but one. So look at it: it should be the "
        "only one of its kind, no answer to a command, not marked as edited, and posted when the match was started.\n"
        f"{then} **Match file** for the secret. `hidden-hand verify FILE` shows whether it has this hash, and whether "
        "every card and shuffle follows from it.\n"
        "-# Nobody can prove that the person who runs me didn't look at the cards."
    )
