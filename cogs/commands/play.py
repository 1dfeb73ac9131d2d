"""Understand, complete and play what users type in the commands of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from discord import app_commands

from bot.model.position import Position
from bot.model.refusals import NotAllowed, NotUnderstood, Refusal
from cogs.commands.games import Choices, given, in_time
from cogs.commands.match_ids import my_numbers
from cogs.commands.match_part import live
from cogs.commands.reasons import reason
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import Host
from cogs.messages.refusals import refusal_text
from cogs.presses.hand import Hands, seat_view
from cogs.presses.missing_picture import say_if_undrawn
from cogs.text import listed
from cogs.widgets.choices import Choice, ManyChoices, NoSuchChoice, resolve, search
from cogs.widgets.cursor import Cursor, Words, at_place, fitting
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game
from rules.core.notation import Action, Field, fields_of
from rules.core.play import View


class Play:
    """Plays what users type in the commands of games."""

    def __init__(self, host: Host, hands: Hands) -> None:
        self._host = host
        self._hands = hands

    async def typed(
        self, interaction: AnyInteraction, kind: type[Action], key: str, number: int | None, typed: Mapping[str, str]
    ) -> None:
        """Answer the command for one kind of action of the game with this key."""
        async with self._host.answering(interaction) as answer:
            position = await self._here(interaction, key, number)
            await self._play(answer, position, kind, typed)

    async def _play(self, answer: Answer, position: Position, kind: type[Action], typed: Mapping[str, str]) -> None:
        """Play the typed action and show the hand after it. If words are missing, show the choices that complete it."""
        host, hands = self._host, self._hands
        table_view, number = seat_view(position, answer), position.match.id
        meant = _meant(position.game, table_view.view, kind, typed)
        place = Cursor(position.game, table_view.view, meant.chosen)
        if typed and meant.whole and (end := place.settled()).is_whole:
            meant, place = Meant(end.words), end  # the remaining words had only one possibility
        if meant.whole and not place.is_whole:
            await hands.show(answer, position, chosen=place.onward().words)
            return
        if meant.whole and await hands.warn(answer, position, meant.chosen):
            return
        chosen: Words = ()
        try:
            text = " ".join((*meant.chosen, *meant.rest))
            position = await host.app.matches.act(
                number, answer.user, text, decision=None, interaction=answer.interaction.id
            )
            note = f"You chose: {place.sentence()}." if meant.whole else "Done."
        except Refusal as refusal:
            position = await host.app.positions.get(number)
            note, chosen = _why(position.game, table_view.view, meant, refusal), meant.chosen
        await hands.show(answer, position, note=note, chosen=chosen)
        await say_if_undrawn(host, answer, number)

    async def _here(self, interaction: AnyInteraction, game: str, number: int | None) -> Position:
        await self._host.meet(interaction)
        match = await self._host.here(interaction, game=game, number=number)
        live(match)
        return await self._host.app.positions.get(match.id)

    async def numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        """Return the user's matches."""
        return await my_numbers(self._host, interaction, typed)

    async def complete(
        self, interaction: AnyInteraction, kind: type[Action], key: str, field: Field, typed: str
    ) -> Choices:
        """Return the words of a field that lead to a legal action with the other fields as they are."""
        filled = {
            place: str(word)
            for place, other in enumerate(fields_of(kind), 1)
            if other is not field and not other.many and given(word := getattr(interaction.namespace, other.name, None))
        }
        blank = Blank(kind, fields_of(kind).index(field) + 1, filled)

        async def offered() -> list[Choice]:
            number = getattr(interaction.namespace, "match", None)
            position = await self._here(interaction, key, number if isinstance(number, int) else None)
            view = position.view_for(interaction.user.id).view
            if not fitting(view, kind.verb, {}):
                raise SpokenRefusal(reason(position, interaction.user.id, kind))
            return _offers(position.game, view, blank, typed)

        return await in_time(offered(), "")


@dataclass(frozen=True, slots=True)
class Meant:
    """The understood part of what a user typed."""

    chosen: Words
    """The typed words in the order of the fields, up to the first one that is not among the legal choices."""
    rest: Words = ()
    """The typed words from there on, in notation, for the rules to judge."""
    misread: Refusal | None = None
    """The reason why the first of the remaining words is not among the choices."""

    @property
    def whole(self) -> bool:
        """Whether everything was understood. The action may still be incomplete."""
        return self.misread is None


def _meant(game: Game, view: View, kind: type[Action], typed: Mapping[str, str]) -> Meant:
    """Return what the user typed, up to the first empty field."""
    parts: list[tuple[str, str]] = []
    for field in fields_of(kind):
        if field.name not in typed:
            break
        parts += [(field.name, part) for part in (typed[field.name].split() if field.many else [typed[field.name]])]
    place = Cursor(game, view)
    for number, (name, part) in enumerate((("", kind.verb), *parts)):
        offered = place.choices()
        try:
            word = _verb(game, view, offered, part) if number == 0 else resolve(offered, part, name, view.clause).word
        except Refusal as misread:
            remaining = tuple(_spelled(game, later) for _, later in (("", kind.verb), *parts)[number:])
            return Meant(place.words, remaining, misread)
        place = place.then(word)
    return Meant(place.words)


def _verb(game: Game, view: View, offered: Sequence[Choice], verb: str) -> str:
    """Return the verb if it is among the choices.

    Raises:
        Refusal: no legal action begins with this verb.
    """
    if verb not in [choice.word for choice in offered]:
        raise SpokenRefusal(f"`/{game.key} {verb}` isn't possible right now (rule {view.clause}).")
    return verb


def _spelled(game: Game, typed: str) -> str:
    """Return a typed word in notation: a card's id for its name."""
    wanted = typed.casefold().strip()
    return next((card.id for card in game.cards.values() if card.name.casefold() == wanted), wanted)


def _why(game: Game, view: View, meant: Meant, refusal: Refusal) -> str:
    """Return the reason for a refusal. It is the rules' own reason if they could read the action, else that a word is
    not among the choices.
    """
    if meant.misread is None or not isinstance(refusal, NotAllowed | NotUnderstood):
        return refusal_text(refusal)
    if isinstance(meant.misread, ManyChoices):
        return refusal_text(meant.misread)
    if isinstance(refusal, NotUnderstood) and isinstance(meant.misread, NoSuchChoice):
        return refusal_text(meant.misread)
    decisive = refusal if isinstance(refusal, NotAllowed) else meant.misread
    offered = listed([choice.text for choice in Cursor(game, view, meant.chosen).choices()])
    return f"{refusal_text(decisive)} You can choose: {offered}."


@dataclass(frozen=True, slots=True)
class Blank:
    """The field of an action in which the user types."""

    kind: type[Action]
    place: int
    """The place of the field among the words of the action; 1 is the first after the verb."""
    filled: Mapping[int, str]
    """The words of the other fields, by place."""


def _offers(game: Game, view: View, blank: Blank, typed: str) -> list[Choice]:
    """Return the choices for the field. In a field of several words, each choice repeats the words before it."""
    before: Words = ()
    if fields_of(blank.kind)[blank.place - 1].many:
        *earlier, typed = typed.split(" ")
        before = tuple(earlier)
    filled = {**blank.filled, **dict(enumerate(before, blank.place))}
    options = fitting(view, blank.kind.verb, filled)
    if not options:  # another field holds free text: the command will make sense of it
        options = fitting(view, blank.kind.verb, {})
    matching = search(at_place(game, view, options, blank.place + len(before)), typed)
    return [Choice(" ".join((*before, choice.word)), choice.text, choice.detail) for choice in matching]
