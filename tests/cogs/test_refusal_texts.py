"""Every refusal has a kind and complete sentence, in which no text of a user has any effect."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final, get_args, get_type_hints

import pytest

import bot.model.reasons
import cogs
from bot.decks.refusals import EntryFault, UnreadableDeck
from bot.lessons.refusals import OtherChoice
from bot.model.limits import Act
from bot.model.lobby_change import LobbyChange
from bot.model.match import Match, MatchId, Player, Status
from bot.model.proposal import Kind, Proposal
from bot.model.reasons.lobby import DecksNotPlayable, DeckTrouble
from bot.model.reasons.match import MatchNotALobby, MatchNotLive, UnreadableAction
from bot.model.reasons.table import AlreadyAsked, TooManySteps
from bot.model.refusals import Refusal
from cogs.messages.match_status import status_text
from cogs.messages.reasons.match import TOO_LATE
from cogs.messages.refusals import _SENTENCES, add_sentences, refusal_text
from cogs.widgets.refusals import SpokenRefusal

MESSAGE: Final = 2000
"""Characters of a message (Discord: Messages, "Create Message")."""
HOSTILE: Final = "<@1> **@everyone** `x` [a](https://example.org)\n# \u202e" + "x" * 4000
MATCH: Final = Match(
    id=MatchId(12),
    tag="k3x9a2",
    game="tiny",
    guild=1000,
    channel=2000,
    host=11,
    status=Status.LIVE,
    version=1,
    options={},
    players=(Player(user=11, deck=""),),
    ply=0,
    outcome=None,
)
PROPOSAL: Final = Proposal(made=1, kind=Kind.UNDO, seat=0, undoes=2, due=0.0)
TYPED: Final = frozenset({"text", "name", "game", "deck", "value", "option", "cards"})
"""Fields with the text of a user; any other text is one of a game, its rules or its lesson."""


def of_subjects(package: ModuleType) -> list[ModuleType]:
    """Return the module `refusals` of each subject in `bot` or `cogs`."""
    found = sorted(Path(package.__path__[0]).glob("*/refusals.py"))
    return [import_module(f"{package.__name__}.{file.parent.name}.refusals") for file in found]


def reasons() -> list[type[Refusal]]:
    """Return all classes of refusals that can be raised; categories cannot."""
    for module in iter_modules(bot.model.reasons.__path__, f"{bot.model.reasons.__name__}."):
        import_module(module.name)
    of_subjects(bot)
    known = [kind for kind in _subclasses(Refusal) if kind.__module__.startswith(("bot.", "cogs."))]
    return sorted({kind for kind in known if not kind.__subclasses__()}, key=lambda kind: kind.__name__)


def _subclasses(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


OURS: Final = [kind for kind in reasons() if not issubclass(kind, SpokenRefusal | OtherChoice)]
"""The refusals that do not bring their sentence along."""


def sample(kind: Any, name: str) -> Any:
    """Return a value of a field; a hostile one if a user may have typed it."""
    if args := get_args(kind):
        return (sample(args[0], name),) * 2 if Ellipsis in args else sample(args[0], name)
    values: dict[type, object] = {
        int: 7,
        str: HOSTILE if name in TYPED else "Not now (rule 1.1).",
        Match: MATCH,
        Proposal: PROPOSAL,
        LobbyChange: LobbyChange.LEAVE,
        Act: Act.PHRASE,
        EntryFault: EntryFault(text=HOSTILE, suggestion="Bell"),
        DeckTrouble: DeckTrouble(user_id=7, is_yours=True, was_deleted=False, faults=("A deck has 5 cards.",)),
    }
    return values[kind]


def made(kind: Any) -> Refusal:
    hints = get_type_hints(kind)
    refusal: Refusal = kind(**{field.name: sample(hints[field.name], field.name) for field in fields(kind)})
    return refusal


@pytest.fixture(autouse=True)
def sentences() -> None:
    for module in of_subjects(cogs):
        add_sentences(getattr(module, "SENTENCES", {}))


def test_every_refusal_has_a_sentence() -> None:
    without = [kind.__name__ for kind in reasons() if not _SENTENCES.keys() & set(kind.__mro__)]
    assert not without, f"Write sentences for {without} in cogs/messages/reasons, or in the feature that raises them."


@pytest.mark.parametrize("kind", OURS)
def test_a_sentence_is_whole_short_and_lets_no_typed_text_come_to_life(kind: type[Refusal]) -> None:
    text = refusal_text(made(kind))
    assert text[0].isupper() or text[0] in "“<"
    assert text.endswith((".", "!", "?"))
    assert len(text) <= MESSAGE
    assert not re.search(r"<@1>|@everyone|\u202e|\*\*|\]\(", text)


def test_a_refusal_without_a_sentence_says_where_to_write_one() -> None:
    kind = type("Forgotten", (Refusal,), {})
    with pytest.raises(LookupError, match=r"Write a sentence for Forgotten in cogs/messages/reasons\."):
        refusal_text(kind())


def test_two_refusals_are_equal_if_their_class_and_fields_are() -> None:
    assert TooManySteps(steps=3) == TooManySteps(steps=3)
    assert TooManySteps(steps=3) != TooManySteps(steps=4)
    assert str(TooManySteps(steps=3)) == "TooManySteps"


@pytest.mark.parametrize("wanted", LobbyChange)
def test_a_late_change_of_a_lobby_is_told_with_what_can_be_done_instead(wanted: LobbyChange) -> None:
    live = refusal_text(MatchNotALobby(match=MATCH, wanted=wanted))
    assert live == f"{status_text(MATCH)} {TOO_LATE[wanted]}".rstrip()
    closed = replace(MATCH, status=Status.CLOSED)
    assert refusal_text(MatchNotALobby(match=closed, wanted=wanted)) == status_text(closed)


@pytest.mark.parametrize("status", Status)
def test_each_status_is_told_in_a_sentence_about_the_match(status: Status) -> None:
    assert re.fullmatch(r"Match #12 .*\.", refusal_text(MatchNotLive(match=replace(MATCH, status=status))))


@pytest.mark.parametrize(("unread", "more"), [(18, ""), (19, "- … and 1 more"), (200, "- … and 182 more")])
def test_parts_of_a_deck_that_do_not_fit_into_a_message_are_counted(unread: int, more: str) -> None:
    text = refusal_text(UnreadableDeck(faults=(EntryFault(text="x" * 99),) * unread, example="Bell"))
    assert text.count("there is no such card") == 18
    assert (more in text) if more else ("more" not in text)
    assert len(text) <= MESSAGE


def test_a_deck_that_must_be_chosen_again_is_told_with_its_faults_to_its_owner_alone() -> None:
    asker = DeckTrouble(user_id=1, is_yours=True, was_deleted=False, faults=("A deck has exactly 5 cards.",))
    another = DeckTrouble(user_id=2, is_yours=False, was_deleted=True)
    text = refusal_text(DecksNotPlayable(troubles=(asker, another)))
    assert "You need to choose another deck: yours was changed" in text
    assert "A deck has exactly 5 cards." in text
    assert "<@2> needs to choose another deck: theirs was deleted." in text


def test_what_cannot_be_read_is_quoted_or_explained() -> None:
    assert refusal_text(UnreadableAction(text="hop")).startswith("“hop” isn't a move.")
    assert "read that: write it like this: end." in refusal_text(
        UnreadableAction(text="x", reason="write it like this: end")
    )


def test_a_proposal_is_told_in_words() -> None:
    assert "asked the other players to undo the last 2 steps" in refusal_text(AlreadyAsked(proposal=PROPOSAL))
