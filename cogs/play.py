"""A group of commands for each game of the catalog, made from its actions: a subcommand for each kind of action."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from bot.client import HiddenHand
from bot.matches import NotAllowed, NotYourDecision, Refusal
from cogs.choices import Choice, Words, at_place, choices, completes, fitting, following, resolve, search, sentence
from cogs.desk import desk, live
from cogs.errors import AnyInteraction, answering
from cogs.games import CHOICE_LIMIT, offer
from cogs.hand import hands
from cogs.text import listed, shortened
from rules.core.game import Game, View
from rules.core.notation import Action, Field, fields_of

Completion = Callable[[AnyInteraction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]
AnyGame = Game[Any, Any]
Callback = Callable[..., Coroutine[Any, Any, None]]


def game_group(game: AnyGame) -> app_commands.Group:
    """The commands of a game."""
    group = app_commands.Group(name=game.key, description=shortened(game.summary, CHOICE_LIMIT))
    for kind in game.actions:
        group.add_command(action_command(game, kind))
    return group


def action_command(game: AnyGame, kind: type[Action]) -> app_commands.Command[Any, ..., None]:
    """The command that plays one kind of action: a text option for each field, with autocomplete."""
    known = fields_of(kind)

    async def play(interaction: AnyInteraction, **typed: str) -> None:
        async with answering(interaction):
            await _play(interaction, game, kind, typed)

    parameters = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)]
    parameters += [Parameter(field.name, Parameter.POSITIONAL_OR_KEYWORD, annotation=str) for field in known]
    play.__signature__ = Signature(parameters)  # type: ignore[attr-defined] # discord.py reads the options off it
    described = app_commands.describe(**{field.name: shortened(field.meaning, CHOICE_LIMIT) for field in known})
    completed = app_commands.autocomplete(**{field.name: _completion(game, kind, field) for field in known})
    callback: Callback = completed(described(play)) if known else play
    summary = (kind.__doc__ or kind.verb).strip().splitlines()[0]
    return app_commands.Command(name=kind.verb, description=shortened(summary, CHOICE_LIMIT), callback=callback)


async def _play(interaction: AnyInteraction, game: AnyGame, kind: type[Action], typed: dict[str, str]) -> None:
    """Play what was typed, or say what could be, and show the hand and its choices after it."""
    at, private = desk(interaction), hands(interaction)
    match = live(await at.here(interaction, game=game.key))
    look = await private.look(interaction, match.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        chosen = _meant(game, look.view, kind, typed)
        note = f"You chose: {sentence(game, look.view, chosen)}."
        await at.play(interaction, match.id, " ".join(chosen), None)
    except Refusal as refusal:
        note = str(refusal)
    await private.answer(interaction, match.id, note=note)
    await at.tell_trouble(interaction, match.id)


def _meant(game: AnyGame, view: View, kind: type[Action], typed: dict[str, str]) -> Words:
    """The legal action that somebody typed, as words.

    Raises:
        Refusal: there is no such action for them now; says what there is.
    """
    if not view.options:
        raise NotYourDecision("The match is over." if view.outcome else "It is not your decision now.")
    if kind.verb not in following(view.options, ()):
        offered = listed([choice.text for choice in choices(game, view, ())])
        raise NotAllowed(f"`/{game.key} {kind.verb}` is not possible now. You can choose: {offered}.")
    chosen: Words = (kind.verb,)
    for field in fields_of(kind):
        for part in typed[field.name].split() if field.many else [typed[field.name]]:
            chosen = (*chosen, resolve(choices(game, view, chosen), part, field.name).word)
    if not completes(view.options, chosen):
        offered = listed([choice.text for choice in choices(game, view, chosen)])
        raise NotAllowed(f"That takes more. What can follow: {offered}.")
    return chosen


def _completion(game: AnyGame, kind: type[Action], field: Field) -> Completion:
    """Offers the words of a field that lead to something legal, whatever other fields are filled already."""

    async def complete(interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            match = live(await desk(interaction).here(interaction, game=game.key))
            look = await hands(interaction).look(interaction, match.id)
        except Refusal:
            return []  # the command itself says why
        filled = {
            place: str(word)
            for place, other in enumerate(fields_of(kind), 1)
            if other is not field and not other.many and (word := getattr(interaction.namespace, other.name, None))
        }
        return _offers(game, look.view, Blank(kind, fields_of(kind).index(field) + 1, filled), typed)

    return complete


@dataclass(frozen=True, slots=True)
class Blank:
    """A field of an action that is being filled in."""

    kind: type[Action]
    place: int
    """Among the words of the action: 1 for the first after the verb."""
    filled: Mapping[int, str]
    """The words that are there already, by place."""


def _offers(game: AnyGame, view: View, blank: Blank, typed: str) -> list[app_commands.Choice[str]]:
    """At most 25 choices; in a field that takes many words, those typed so far with each that can follow them."""
    before: Words = ()
    if fields_of(blank.kind)[blank.place - 1].many:
        *earlier, typed = typed.split(" ")
        before = tuple(earlier)
    filled = {**blank.filled, **dict(enumerate(before, blank.place))}
    options = fitting(view.options, blank.kind.verb, filled)
    if not options:  # what fills another field is no word, but what somebody typed: the command will make sense of it
        options = fitting(view.options, blank.kind.verb, {})
    found = search(at_place(game, view, options, blank.place + len(before)), typed)
    return offer([Choice(" ".join((*before, choice.word)), choice.text, choice.detail) for choice in found])


async def setup(client: HiddenHand) -> None:
    for game in client.games.values():
        client.tree.add_command(game_group(game))
