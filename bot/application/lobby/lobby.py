"""Changes of a lobby: each function takes a match and returns the changed one, or raises a refusal."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.application.lobby.lobby_settings import check_room, check_seat, in_order, refused
from bot.model.deck import OwnDeck, is_own
from bot.model.life import Step, after
from bot.model.lobby_change import LobbyChange
from bot.model.lobby_settings import NOBODY_ASKED
from bot.model.match import COMPUTERS, Match, Player, UserId, numbered
from bot.model.match_request import Wish
from bot.model.pace import Pace
from bot.model.reasons.lobby import (
    MoreThanSeats,
    NoComputerSeated,
    NotHost,
    NotInLobby,
    OptionsDoNotFit,
    PlayedWithoutDecks,
    UnknownDeck,
    UnknownOption,
    UnknownValue,
    WrongPlayerCount,
)
from rules.core import rng
from rules.core.events import Seat
from rules.core.game import Game

_SEATING: Final = 1  # the stream of the seed that seats are drawn from; the game itself deals from the seed


def choose(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return every option of the game, with the default for each that was not chosen.

    Raises:
        BadTable: the game has no such option, or the option no such value.
    """
    known = {option.name: option for option in game.options}
    for name, value in chosen.items():
        if name not in known:
            raise UnknownOption(title=game.title, option=name, options=tuple(known))
        if value not in known[name].values:
            raise UnknownValue(option=name, value=value, values=tuple(known[name].values))
    return game.all_options(chosen)


def still_options(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the options of an earlier match that the game still has."""
    known = {option.name: option.values for option in game.options}
    return {name: value for name, value in chosen.items() if value in known.get(name, ())}


def variants(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that differ from their default."""
    default = {option.name: option.default for option in game.options}
    return {name: value for name, value in options.items() if value != default.get(name)}


def player(game: Game, user: UserId, deck: OwnDeck | str | None, taken: Iterable[Player]) -> Player:
    """Return a player with the chosen deck: the user's own, or a ready-made one by its id.

    deck: None: a random ready-made deck, if possible one that no other player has.

    Raises:
        BadTable: there is no such deck.
    """
    if not game.decks:
        if deck:
            raise PlayedWithoutDecks(title=game.title)
        return Player(user=user, deck="")
    if isinstance(deck, OwnDeck):
        return Player(user=user, deck=deck.id, deck_name=deck.name)
    if deck is None:
        others = {other.deck for other in taken}
        deck = secrets.choice([key for key in game.decks if key not in others] or list(game.decks))
        return Player(user=user, deck=deck, by_chance=True)
    if deck not in game.decks:
        raise UnknownDeck(deck=deck, decks=tuple(game.decks))
    return Player(user=user, deck=deck)


def join(match: Match, game: Game, user: UserId, deck: OwnDeck | str | None) -> Match:
    """Return the match with this user as its last player."""
    after(match, Step.ARRANGE, LobbyChange.JOIN)
    check_room(match, game, user)
    gathering, common = match.gathering, match.gathering.wish
    if common is not None:
        gathering = gathering.wishing(user, common, common)
    return replace(match, players=(*match.players, player(game, user, deck, match.players)), gathering=gathering)


def computers(game: Game, host: Player, levels: Sequence[str]) -> tuple[Player, ...]:
    """Return computers of these levels that take seats beside a host.

    Raises:
        TableFull: there are more than seats.
    """
    if levels and 1 + len(levels) > max(game.seats):
        raise MoreThanSeats(title=game.title, seats=max(game.seats), wanted=1 + len(levels))
    there = [host]
    for level in levels:
        there.append(replace(player(game, COMPUTERS, None, there), computer=level))
    return numbered(there[1:])


def add_computer(match: Match, game: Game, level: str) -> Match:
    """Return the match with a computer of this level as its last player."""
    after(match, Step.ARRANGE, LobbyChange.ADD_COMPUTER)
    check_seat(match, game)
    joined = replace(player(game, COMPUTERS, None, match.players), computer=level)
    return replace(match, players=numbered((*match.players, joined)))


def remove_computer(match: Match) -> Match:
    """Return the match without the computer that was added last."""
    after(match, Step.ARRANGE, LobbyChange.REMOVE_COMPUTER)
    if not match.computers:
        raise NoComputerSeated(match_id=match.id)
    last = match.computers[-1]
    return replace(match, players=(*match.players[:last], *match.players[last + 1 :]))


def leave(match: Match, user: UserId) -> Match:
    """Return the match without this user; closed if they are its host."""
    after(match, Step.ARRANGE, LobbyChange.LEAVE)
    _check_member(match, user)
    if user == match.host:
        return after(match, Step.CLOSE) if match.gathering.wish is None else pass_on(match, user)
    return refused(without(match, user), user)


def without(match: Match, user: UserId) -> Match:
    """Return the match without this user."""
    rest = tuple(seated for seated in match.players if seated.user != user)
    return replace(match, players=rest, gathering=match.gathering.without(user))


def pass_on(match: Match, gone: UserId) -> Match:
    """Return the match without a user who has left the server. If they were the host, the player who joined first of
    the others becomes host; without other players the lobby is closed.
    """
    after(match, Step.ARRANGE, LobbyChange.LEAVE)
    _check_member(match, gone)
    rest = refused(without(match, gone), gone)
    people = [seated.user for seated in rest.players if not seated.computer]
    if not people:
        return after(match, Step.CLOSE)
    return replace(rest, host=people[0]) if gone == match.host else rest


def choose_deck(match: Match, game: Game, user: UserId, deck: OwnDeck | str | None) -> Match:
    """Return the match with another deck for this user."""
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_DECK)
    _check_member(match, user)
    fresh = player(game, user, deck, match.players)
    return replace(match, players=tuple(fresh if seated.user == user else seated for seated in match.players))


def choose_option(match: Match, game: Game, user: UserId, name: str, value: str) -> Match:
    """Return the match with another value of one option."""
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_OPTION)
    check_host(match, user, LobbyChange.CHOOSE_OPTION)
    return _wishing(replace(match, options=choose(game, {**match.options, name: value})), (match.game,))


def choose_pace(match: Match, user: UserId, pace: Pace) -> Match:
    """Return the match with another pace."""
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_PACE)
    check_host(match, user, LobbyChange.CHOOSE_PACE)
    return _wishing(replace(match, pace=pace), pace=pace)


def _wishing(match: Match, games: tuple[str, ...] | None = None, pace: Pace | None = None) -> Match:
    """Return the match; a matchmade lobby looks only for players of the chosen games or pace from then on."""
    gathering = match.gathering
    if gathering.wish is None:
        return match

    def chosen(wish: Wish) -> Wish:
        return replace(wish, games=games or wish.games, pace=pace or wish.pace)

    wishes = tuple((user, chosen(wish)) for user, wish in gathering.wishes)
    return replace(match, gathering=replace(gathering, wish=chosen(gathering.wish), wishes=wishes))


def seat(match: Match, game: Game, user: UserId, seed: int) -> Match:
    """Return the match ready to be dealt, with its players by seat: in the kept order, or drawn from the seed.

    Own decks are checked by `bot.application.lobby.decks.Decks.freeze`.
    """
    begun = after(match, Step.START, LobbyChange.START)
    check_host(match, user, LobbyChange.START)
    if len(match.players) not in game.seats:
        raise WrongPlayerCount(title=game.title, seats=tuple(game.seats), seated=len(match.players))
    if broken := faults(match, game):
        raise OptionsDoNotFit(faults=broken)
    for seated in match.players:
        if not is_own(seated.deck):
            player(game, seated.user, seated.deck, ())
    begun = replace(begun, gathering=NOBODY_ASKED)
    if (kept := in_order(match)) is not None:
        return replace(begun, players=numbered(kept))
    players = list(match.players)
    rng.shuffle(rng.split(seed, _SEATING), players)
    return replace(begun, players=numbered(players))


def faults(match: Match, game: Game) -> tuple[str, ...]:
    """Return why so many cannot play with the chosen options, in sentences of the rules; () if they can."""
    return tuple(game.faults(len(match.players), game.all_options(match.options)))


def teams(match: Match, game: Game) -> tuple[tuple[Seat, ...], ...]:
    """Return the teams of a match that has started, by seat."""
    return game.teams(len(match.players), game.all_options(match.options))


def mates(match: Match, game: Game, seat: Seat) -> list[Seat]:
    """Return the team-mates of a seat."""
    return [mate for team in teams(match, game) if seat in team for mate in team if mate != seat]


def _check_member(match: Match, user: UserId) -> None:
    if match.seat_of(user) is None:
        raise NotInLobby(match_id=match.id)


def check_host(match: Match, user: UserId, wanted: LobbyChange) -> None:
    """Raise NotHost unless this user is the host, who alone may make the change."""
    if user != match.host:
        raise NotHost(match_id=match.id, wanted=wanted)
