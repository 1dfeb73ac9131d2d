"""The texts and pictures of tournaments."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.model.match import UserId, computer_name
from bot.model.pace import lasting
from bot.tournaments.standings import Standing, standings, winner
from bot.tournaments.values import WIN, Entry, Key, Pairing, Part, Reason, Status, System, Tournament
from cogs.messages.message import LIMIT, Message
from cogs.messages.rule_sets import RULE_SETS
from cogs.text import escaped, listed, shortened
from cogs.tournaments import purposes
from cogs.widgets.choices import Choice
from cogs.widgets.items import Item, button
from render.bracket import Bracket, Round, Side, bracket_picture
from render.honours import Place, Podium, podium_picture
from render.lengths import length
from render.names import distinct_names
from render.picture import Picture
from render.standings import Column, Line, Standings, standings_picture
from rules.core.options import RuleSet
from rules.core.words import counted, together

SYSTEMS: Final[Mapping[System, str]] = {
    System.ROUND_ROBIN: "round robin",
    System.SWISS: "Swiss",
    System.ELIMINATION: "single elimination",
}

_HOW: Final[Mapping[System, str]] = {
    System.ROUND_ROBIN: "everyone plays everyone once",
    System.SWISS: "in each round, players with equal scores meet",
    System.ELIMINATION: "the loser of a match is out; after a draw, the better seed goes on",
}

_LAST_ROUNDS: Final[Mapping[int, str]] = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
"""The names of the last rounds of a single elimination, by their number of boards."""

_COLUMNS: Final = (
    Column(head="points", words="points"),
    Column(head="won", words="won"),
    Column(head="drawn", words="drawn"),
    Column(head="lost", words="lost"),
    Column(head="opp.", words="points of opponents"),
)

_MEDALS: Final[Mapping[int, str]] = {2: "🥈", 3: "🥉"}
"""The medals of the places after the first."""

_NAMED: Final = 64
"""The maximum number of players named in a sign-up."""

Names = Mapping[int, str]
"""The names of entries by their numbers. The names are distinct, without control characters, and not escaped."""


def names_of(tournament: Tournament, names: Mapping[UserId, str]) -> dict[int, str]:
    """Return distinct names of all entries, by their numbers. names: the names of the users."""
    computers = [entry.number for entry in tournament.entries if entry.user is None]
    called = [
        f"{computer_name(tournament.game, entry.computer)} {computers.index(entry.number) + 1}"
        if entry.user is None
        else names.get(entry.user, "a former member")
        for entry in tournament.entries
    ]
    return dict(zip((entry.number for entry in tournament.entries), distinct_names(called), strict=True))


def tournament_message(tournament: Tournament, title: str, names: Names, *, with_decks: bool) -> Message:
    """Draw the message that shows a tournament, with its buttons. It takes long, and may run in any thread.

    title: of its game. with_decks: whether players of this game choose decks.
    """
    deck = [button("My deck", purposes.DECKS(tournament.key, 0))] if with_decks else []
    if tournament.status is Status.OPEN:
        text = _sign_up_text(tournament, title, names, with_decks=with_decks)
        return Message(text, [*_sign_up_items(tournament.key), *deck])
    if tournament.round == 0:
        return Message(f"{heading(tournament, title)}\nIt was ended before it started.")
    is_over = tournament.status is Status.OVER
    picture = podium_of(tournament, title, names) if is_over else picture_of(tournament, title, names)
    text = _round_text(tournament, title, names)
    if is_over:
        label = "The bracket" if tournament.system is System.ELIMINATION else "Final standings"
        return Message(text, [button(label, purposes.STANDINGS(tournament.key))], picture, "podium.png")
    items = [*_running_items(tournament.key), *deck] if tournament.status is Status.RUNNING else ()
    return Message(text, items, picture, "standings.png")


def standings_message(tournament: Tournament, title: str, names: Names) -> Message:
    """Draw the standings of a tournament, or its bracket, for one user. It takes long, and may run in any thread."""
    message = tournament_message(tournament, title, names, with_decks=False)
    if tournament.status is not Status.OVER:
        return message
    return replace(message, picture=picture_of(tournament, title, names), picture_name="standings.png")


def heading(tournament: Tournament, title: str) -> str:
    """Return the first line of each message about a tournament."""
    return f"**Tournament #{tournament.id} · {title}** · {SYSTEMS[tournament.system]}"


def picture_of(tournament: Tournament, title: str, names: Names) -> Picture:
    """Draw the standings; of a single elimination, the bracket."""
    if tournament.system is System.ELIMINATION:
        rounds = [_round_of_bracket(tournament, number, names) for number in range(1, (tournament.rounds or 0) + 1)]
        name = f"Tournament #{tournament.id} · {title}"
        return bracket_picture(Bracket(title=name, subtitle=_subtitle(tournament), rounds=rounds))
    rows = standings(tournament)
    lines = [
        Line(
            place=str(row.place),
            name=names[row.entry.number],
            figures=_figures(row),
            is_first=row.place == 1 and tournament.status is Status.OVER,
            is_out=row.entry.part is Part.OUT,
        )
        for row in rows
    ]
    return standings_picture(
        Standings(
            title=f"Tournament #{tournament.id} · {title}",
            subtitle=_subtitle(tournament),
            columns=_COLUMNS,
            lines=lines,
        )
    )


def podium_of(tournament: Tournament, title: str, names: Names) -> Picture:
    """Draw the podium of a tournament that is over."""
    rows = standings(tournament)
    first = [names[row.entry.number] for row in rows if row.place == 1]
    places = [
        Place(
            place=row.place,
            name=names[row.entry.number],
            figure=_merit(tournament, row),
            level="" if row.entry.user is not None else row.entry.computer,
        )
        for row in rows
    ]
    name = f"Tournament #{tournament.id} · {title} · {SYSTEMS[tournament.system]}, {len(rows)} players"
    return podium_picture(
        Podium(
            game=tournament.game,
            title=name,
            headline=f"{together(first)} {'wins' if len(first) == 1 else 'share'} the tournament!",
            places=places,
        )
    )


def _merit(tournament: Tournament, row: Standing) -> str:
    """Return what put a player into their place, in words."""
    if tournament.system is System.ELIMINATION:
        return counted(row.wins, "win")
    return f"{_points(row.half_points)} {'point' if row.half_points <= WIN else 'points'}"


def _round_of_bracket(tournament: Tournament, number: int, names: Names) -> Round:
    pairings = {pairing.board: pairing for pairing in tournament.pairings if pairing.round == number}
    boards = range(1, _boards(tournament, number) + 1)
    pairs = [_sides(tournament, pairings[board], names) if board in pairings else () for board in boards]
    return Round(name=_round_name(tournament, number), pairs=pairs)


def _sides(tournament: Tournament, pairing: Pairing, names: Names) -> Sequence[Side]:
    scores = [""] * 2 if pairing.scores is None else [_points(score) for score in pairing.scores]
    best = None if pairing.scores is None else winner(tournament, pairing)
    return [
        Side(name=names[entry], score=score, has_won=entry == best)
        for entry, score in zip(pairing.entries, scores, strict=False)
    ]


def _boards(tournament: Tournament, number: int) -> int:
    """Return the number of boards in a round of a single elimination that has begun."""
    assert tournament.rounds is not None
    return 1 << (tournament.rounds - number)


def _round_name(tournament: Tournament, number: int) -> str:
    """Return the name of a round: “Final” in a single elimination, “Round 3” in others."""
    if tournament.system is not System.ELIMINATION:
        return f"Round {number}"
    boards = _boards(tournament, number)
    return _LAST_ROUNDS.get(boards, f"Round of {2 * boards}")


def announcement(tournament: Tournament, pairing: Pairing, names: Names) -> Message:
    """Return the message that announces a pairing. The thread of the pairing starts from it."""
    assert pairing.second is not None
    text = (
        f"Round {pairing.round} of tournament #{tournament.id}, board {pairing.board}: "
        f"**{escaped(names[pairing.first])}** against **{escaped(names[pairing.second])}**"
    )
    return Message(text, [button("Standings", purposes.PAIRING(tournament.key, pairing.round, pairing.board))])


def thread_name(pairing: Pairing, names: Names) -> str:
    """Return the name of a pairing's thread, which Discord limits to 100 characters."""
    assert pairing.second is not None
    return shortened(f"Round {pairing.round}: {names[pairing.first]} against {names[pairing.second]}", 100)


def own_pairing(tournament: Tournament, entry: Entry, names: Names) -> str:
    """Return where a player plays now, in a sentence or two."""
    if entry.part is Part.WAITING:
        return "You're waiting for a place: you play once someone drops out, from the next round on."
    own = [pairing for pairing in tournament.current if entry.number in pairing.entries]
    if not own:
        return "You don't play in this round."
    [pairing] = own
    opponent = pairing.opponent(entry.number)
    if opponent is None:
        return f"You have a bye in round {tournament.round}: it counts as a win."
    against = f"against {escaped(names[opponent])}"
    if pairing.scores is not None:
        return f"Your match {against} in round {tournament.round} is decided. The next round begins after the others."
    if pairing.message is None or pairing.match is None:
        return f"Your match {against} begins in a moment."
    return f"You play {against} in <#{pairing.message}>."


def chosen_deck(choice: Choice | None) -> str:
    """Return a sentence that confirms the user's choice of a deck. choice: None for their default deck."""
    if choice is None:
        return "In your next matches you play your default deck, or a random one if you have none."
    return (
        f"In your next matches you play **{escaped(choice.text)}**. If it has been deleted by then, or breaks the deck "
        "rules, you play your default deck or a random one."
    )


def _sign_up_text(tournament: Tournament, title: str, names: Names, *, with_decks: bool) -> str:
    players = [escaped(names[entry.number]) for entry in tournament.players]
    waiting = [escaped(names[entry.number]) for entry in tournament.entries if entry.part is Part.WAITING]
    lines = [heading(tournament, title), f"-# {_how(tournament)}", f"-# {tournament.pace.description}"]
    if tournament.round_seconds is not None:
        limit = lasting(tournament.round_seconds)
        lines.append(f"-# A round lasts at most {limit}: then the player who has used more time in a match loses it.")
    if tournament.fill:
        lines.append(f"-# Computers ({tournament.fill}) fill empty places.")
    if with_decks:
        lines.append("-# You play your default deck, or a random one, unless you choose another with **My deck**.")
    if tournament.rules is not RuleSet.HOUSE:
        lines.append(f"-# Rules: {RULE_SETS[tournament.rules]}.")
    lines.append("-# Matches between people are rated.")
    signed = listed(players, _NAMED) if players else "no one yet"
    lines.append(f"**{len(players)} of {tournament.most} places:** {signed}")
    if waiting:
        lines.append(f"Waiting for a place: {listed(waiting)}")
    who = f"<@{tournament.organizer}>" if tournament.organizer > 0 else "Someone who manages the server"
    lines.append(f"Press Join to sign up. {who} starts it.")
    return shortened("\n".join(lines), LIMIT)


def _how(tournament: Tournament) -> str:
    how = _HOW[tournament.system]
    games = f" Each match is a series: best of {tournament.best_of}." if tournament.best_of > 1 else ""
    rounds = f" There are {counted(tournament.rounds, 'round')}." if tournament.rounds else ""
    return f"{SYSTEMS[tournament.system].capitalize()}: {how}.{rounds}{games}"


def _sign_up_items(key: Key) -> list[Item]:
    return [
        button("Join", purposes.JOIN(key), discord.ButtonStyle.success),
        button("Leave", purposes.LEAVE(key)),
        button("Start", purposes.START(key), discord.ButtonStyle.primary),
    ]


def _running_items(key: Key) -> list[Item]:
    return [
        button("My match", purposes.MINE(key), discord.ButtonStyle.primary),
        button("Join as a substitute", purposes.JOIN(key)),
        button("Drop out", purposes.DROP(key)),
        button("Standings", purposes.STANDINGS(key)),
    ]


def _round_text(tournament: Tournament, title: str, names: Names) -> str:
    lines = [heading(tournament, title)]
    if tournament.status is Status.OVER:
        podium = _podium(tournament, names)
        lines.append(f"🏆 **{listed(podium[1])} {'wins' if len(podium[1]) == 1 else 'share'} the tournament!**")
        lines.append(
            " · ".join(f"{medal} {listed(podium[place])}" for place, medal in _MEDALS.items() if place in podium)
        )
    elif tournament.status is Status.ENDED:
        lines.append("It was ended before its last round. Matches still in play only count for the ratings.")
    else:
        ends = "" if tournament.deadline is None else f", which ends <t:{int(tournament.deadline)}:R> at the latest"
        name = _round_name(tournament, tournament.round)
        of_all = f" of {tournament.rounds}" if tournament.system is not System.ELIMINATION else ""
        lines.append(f"{name}{of_all}{ends}")
    lines += [_pairing_line(tournament, pairing, names) for pairing in tournament.current]
    if tournament.system is not System.ELIMINATION:
        lines.append("-# Among equal points, the player whose opponents have more (“opp.”) is ahead.")
    waiting = [escaped(names[entry.number]) for entry in tournament.entries if entry.part is Part.WAITING]
    if waiting and tournament.status is Status.RUNNING:
        lines.append(f"-# Substitutes: {listed(waiting)}")
    return _cut([*filter(None, lines)])


def _podium(tournament: Tournament, names: Names) -> dict[int, list[str]]:
    """Return the players by their places. Several can share one."""
    places = defaultdict[int, list[str]](list)
    for row in standings(tournament):
        places[row.place].append(escaped(names[row.entry.number]))
    return places


def _cut(lines: Sequence[str]) -> str:
    """Return as many lines as fit into a message."""
    fitting: list[str] = []
    for number, line in enumerate(lines):
        rest = f"… and {len(lines) - number} more"
        if sum(map(length, fitting)) + len(fitting) + length(line) + len(rest) + 1 > LIMIT:
            return "\n".join([*fitting, rest])
        fitting.append(line)
    return "\n".join(fitting)


def _pairing_line(tournament: Tournament, pairing: Pairing, names: Names) -> str:
    is_final = tournament.system is System.ELIMINATION and tournament.round == tournament.rounds
    board = "Final:" if is_final else f"{pairing.board}\\."
    first = escaped(names[pairing.first])
    if pairing.second is None:
        return f"{board} {first} has a bye"
    second = escaped(names[pairing.second])
    if pairing.scores is None:
        where = "" if pairing.match is None else f": <#{pairing.message}>"
        return f"{board} {first} against {second}{where}"
    one, other = pairing.scores
    sides = f"{_bold(first, is_bold=one == WIN)} against {_bold(second, is_bold=other == WIN)}"
    why = {Reason.FORFEIT: " by forfeit", Reason.UNPLAYED: ", not played to its end"}.get(
        pairing.reason or Reason.PLAYED, ""
    )
    return f"{board} {sides}, {_points(one)} : {_points(other)}{why}"


def _bold(name: str, *, is_bold: bool) -> str:
    return f"**{name}**" if is_bold else name


def _points(half_points: int) -> str:
    whole, half = divmod(half_points, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def _figures(row: Standing) -> list[str]:
    return [_points(row.half_points), str(row.wins), str(row.draws), str(row.losses), _points(row.strength)]


def _subtitle(tournament: Tournament) -> str:
    system = SYSTEMS[tournament.system].capitalize()
    number = f"round {tournament.round} of {tournament.rounds}"
    if tournament.status is Status.OVER:
        return f"{system} · {'the bracket' if tournament.system is System.ELIMINATION else 'final standings'}"
    done = sum(pairing.scores is not None for pairing in tournament.current)
    return f"{system} · {number} · {done} of {len(tournament.current)} boards decided"
