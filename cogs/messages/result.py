"""The result of a match: the winner, the decisive moment, the changes of ratings, and buttons for what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Final

import discord

from bot.application.match.chances import Chances, DecisiveMoment
from bot.model.match import Match
from bot.model.position import Position
from cogs.messages.fairness import fairness_button
from cogs.messages.lobby import heading, unrated
from cogs.messages.log_text import result_line
from cogs.messages.message import Message
from cogs.messages.remarks import last_words
from cogs.messages.series import series_lines
from cogs.text import escaped, shortened
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import ANALYSIS, CLOSEUP, HOW, POSTER, RECENT, REMATCH, REPLAY, SAY
from render.picture import closeups, result_picture
from render.poster import Decisive, Result, Standing
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.narration import PASSING

POINTS: Final = (
    "-# Everyone starts at 1000 rating points. A match counts less each time the same two meet in a season. Resigning "
    "costs points, and gives none before both have moved. `/leaderboard` ranks all."
)

TAKEN_OUT: Final = "-# An admin took this result out of the ratings."

DECISIVE: Final = 400
"""The maximum length of the line about the decisive moment."""


def result_text(position: Position, names: Sequence[str], changes: Mapping[Seat, tuple[int, int]]) -> str:
    """Return the result, the players who resigned, and the ranking with rating points and their changes."""
    outcome = position.match.outcome
    assert outcome is not None
    lines = [result_line(position, outcome, names)]
    is_taken_out = not changes and not any(player.since for player in position.match.players)
    if is_taken_out or not position.match.is_rated:
        placed = sorted(zip(outcome.ranks, names, strict=True), key=lambda each: each[0])
        why = TAKEN_OUT if position.match.is_rated else unrated(position.match)
        return "\n".join([*lines, *(f"{rank}. {escaped(name)}" for rank, name in placed), why])
    for seat in sorted(range(len(names)), key=lambda seat: outcome.ranks[seat]):
        before, after = changes.get(seat, (0, 0))
        points = (
            f"{after} rating points ({after - before:+})"
            if seat in changes
            else "no change in rating points, because the seat changed hands"
        )
        lines.append(f"{outcome.ranks[seat]}. {escaped(names[seat])}: {points}")
    if any(before != after for before, after in changes.values()):
        lines.append(POINTS)
    return "\n".join(lines)


def result_message(
    position: Position,
    names: Sequence[str],
    changes: Mapping[Seat, tuple[int, int]],
    chances: Chances,
    *,
    asks: bool = False,
) -> Message:
    """Draw the result of a match. It takes long, and may run in any thread. asks: ask the players how it was."""
    match = position.match
    people = [f"<@{player.user}>" for player in match.players if not player.computer and player.user >= 0]
    sentence, *ranking = result_text(position, names, changes).split("\n")
    moment = decisive_text(position.game, names, chances)
    heads = [" · ".join([heading(position.game, match), *people]), *series_lines(match, names)]
    assert match.outcome is not None
    spoken = last_words(position.game, match, match.outcome, names)
    lines = [*heads, sentence, *spoken, *filter(None, [moment]), *ranking]
    items = [*result_items(match)]
    if closeups(position.game, position.view_for(None).view):
        items.append(button("Zoom", CLOSEUP(match.key), row=1))
    items.append(button("My poster", POSTER(match.key), row=1))
    if len(match.places) > 1:
        items.append(button("Say …", SAY(match.key), row=1))
    if asks:
        items.append(button("How was it?", HOW(match.key), row=1))
    view = position.view_for(None).view
    picture = result_picture(position.game, view, partial(_facts, position, changes, chances), names)
    return Message("\n".join(lines), items, picture, "result.png")


def own_poster(  # noqa: PLR0913 # the result, and whose poster it is
    position: Position,
    names: Sequence[str],
    changes: Mapping[Seat, tuple[int, int]],
    chances: Chances,
    seat: Seat,
    *,
    is_first_win: bool = False,
) -> Message:
    """Draw the poster of one player: that of the result, or another one after a defeat or a first win of the game. This
    takes long, and may run in any thread.
    """
    first = position.game.title if is_first_win else ""
    view = position.view_for(None).view

    def facts(names: Sequence[str]) -> Result:
        return replace(_facts(position, changes, chances, names), own=seat, first_win=first)

    picture = result_picture(position.game, view, facts, names)
    again = POSTER(position.match.key)
    return Message(heading(position.game, position.match), picture=picture, picture_name="poster.png", again=again)


def decisive_text(game: Game, names: Sequence[str], chances: Chances) -> str:
    """Return the turn in which the match was decided, and what happened then; "" if no turn stands out, or if there is
    nothing to tell of it.
    """
    moment = chances.decisive
    if moment is None:
        return ""
    text = _told(game, moment, [escaped(name) for name in names])
    if not text:  # a resignation, of which the result speaks
        return ""
    change = f"{escaped(names[moment.seat])}'s chances: {moment.before:.0%} → {moment.after:.0%}"
    return shortened(f"**Decisive moment**, {_turn(game, moment)} ({change}): {text}", DECISIVE)


def _turn(game: Game, moment: DecisiveMoment) -> str:
    return f"{game.turn_word} {moment.turn}"


def _told(game: Game, moment: DecisiveMoment, names: Sequence[str]) -> str:
    """Return the sentences about a moment, without the start of the turn that followed it and what came after that.
    Passing events are told only if there are no others.
    """
    heading = game.turn_word.capitalize()
    told = [*takewhile(lambda event: not event.heads.startswith(heading), moment.events)]
    events = [event for event in told if event.in_brief(names, game.cards) != PASSING] or told
    return " ".join(filter(None, (game.narrate(event, names) for event in events)))


def _facts(
    position: Position,
    changes: Mapping[Seat, tuple[int, int]],
    chances: Chances,
    names: Sequence[str],
) -> Result:
    match, game, moment = position.match, position.game, chances.decisive
    outcome, view = match.outcome, position.view_for(None).view
    assert outcome is not None
    standings = [
        Standing(
            seat=seat,
            name=names[seat],
            level=match.players[seat].computer,
            rank=outcome.ranks[seat],
            has_won=seat in outcome.winners,
            score=game.score(view, seat),
            points=changes.get(seat) if match.is_rated else None,
        )
        for seat in sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
    ]
    text = _told(game, moment, names) if moment else ""
    return Result(
        title=f"{game.title} · match #{match.id}",
        sentence=game.result(outcome, names),
        closing=game.closing(outcome),
        consolation=game.voice.beaten,
        standings=standings,
        shares=chances.shares,
        decisive=Decisive(place=moment.place, turn=_turn(game, moment), text=text) if moment and text else None,
    )


def result_items(match: Match) -> Sequence[Item]:
    """Return the buttons for a rematch, the review of mistakes, the last moves, the replay, and the fairness of the
    deal. There is no rematch if the series goes on by itself, or the players sit in several places.
    """
    items: list[Item] = [
        button("Review my mistakes", ANALYSIS(match.key, 0)),
        button("Last moves", RECENT(match.key)),
        button("Replay", REPLAY(match.key, match.ply, "all", "open")),
        fairness_button(match, row=0),
    ]
    goes_on = match.series is not None and not match.series.is_decided(match.outcome)
    if goes_on or len(match.places) > 1:
        return items
    return [button("Rematch", REMATCH(match.key), discord.ButtonStyle.success), *items]
