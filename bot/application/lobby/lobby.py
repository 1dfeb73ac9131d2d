"""Change a lobby. Each such function takes a match, and returns the changed match or raises a refusal."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.application.lobby.lobby_settings import check_room, check_seat, in_order, refused
from bot.decks.deck import OwnDeck, is_own
from bot.model.absence import Place
from bot.model.comparison import Compared, Mode
from bot.model.life import Step, after
from bot.model.lobby_change import LobbyChange
from bot.model.lobby_settings import OPEN_LOBBY
from bot.model.match import COMPUTERS, Match, Player, UserId, numbered
from bot.model.match_request import MatchRequest
from bot.model.pace import Kind, Pace
from bot.model.reasons.lobby import (
    CardsOfOtherGame,
    FixedByOtherMatch,
    MoreThanSeats,
    NoClockHere,
    NoComputerSeated,
    NotForComparison,
    NotHost,
    NotInLobby,
    OnePlaceOnly,
    OptionsDoNotFit,
    PlayedWithoutDecks,
    UnknownDeck,
    UnknownOption,
    UnknownValue,
    WrongPlayerCount,
)
from bot.model.series import DRAFTS, SIDES, Series
from rules.core import rng
from rules.core.events import Seat
from rules.core.game import Game, catalog_key
from rules.core.options import RULES, RuleSet

_SEATING: Final = 1  # seats are drawn by a random stream of their own, split from the seed of the deal


def choose(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option of a game. `RULES` chooses a set of rules, by default house rules, which gives
    each option that is not chosen its value.

    Raises:
        BadTable: the game has no such option or rules, or the option has no such value.
    """
    values = {RULES: tuple(game.rule_sets), **{option.name: option.values for option in game.options}}
    for name, value in chosen.items():
        if name not in values:
            raise UnknownOption(title=game.title, option=name, options=tuple(values))
        if value not in values[name]:
            raise UnknownValue(option=name, value=value, values=tuple(values[name]))
    by_rules = game.by_rules(RuleSet(chosen.get(RULES, RuleSet.HOUSE)))
    return {name: chosen.get(name, value) for name, value in by_rules.items()}


def still_options(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return those options of an earlier match that the game still has, if it still allows their values."""
    values_by_option = {option.name: option.values for option in game.options}
    return {name: value for name, value in chosen.items() if value in values_by_option.get(name, ())}


def variants(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options whose values differ from the defaults."""
    default = {option.name: option.default for option in game.options}
    return {name: value for name, value in options.items() if value != default.get(name)}


def player(game: Game, user: UserId, deck: OwnDeck | str | None, taken: Iterable[Player]) -> Player:
    """Return a user as a player with a deck.

    deck: a deck that the user built, or the id of a ready-made one; None: draw a ready-made deck at random, if possible
    one that no player in `taken` has.

    Raises:
        BadTable: the game has no decks, or no such deck.
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


def join(match: Match, game: Game, user: UserId, deck: OwnDeck | str | None, place: Place | None = None) -> Match:
    """Return the match with a user added as its last player. place: the place of their seat; None: where the match was
    opened.
    """
    after(match, Step.ARRANGE, LobbyChange.JOIN)
    check_room(match, game, user)
    settings, common = match.settings, match.settings.request
    if common is not None:
        settings = settings.with_request(user, common, common)
    joined = replace(player(game, user, deck, match.players), place=place)
    return replace(match, players=(*match.players, joined), settings=settings)


def computers(game: Game, host: Player, levels: Sequence[str]) -> tuple[Player, ...]:
    """Return computer players of these levels, to play with a host.

    Raises:
        TableFull: the game has too few seats for them.
    """
    if levels and 1 + len(levels) > max(game.seats):
        raise MoreThanSeats(title=game.title, seats=max(game.seats), wanted=1 + len(levels))
    seated = [host]
    for level in levels:
        seated.append(replace(player(game, COMPUTERS, None, seated), computer=level))
    return numbered(seated[1:])


def add_computer(match: Match, game: Game, level: str) -> Match:
    """Return the match with a computer player of this level added last."""
    after(match, Step.ARRANGE, LobbyChange.ADD_COMPUTER)
    check_seat(match, game)
    joined = replace(player(game, COMPUTERS, None, match.players), computer=level)
    return replace(match, players=numbered((*match.players, joined)))


def remove_computer(match: Match) -> Match:
    """Return the match without the computer player that was added last."""
    after(match, Step.ARRANGE, LobbyChange.REMOVE_COMPUTER)
    if not match.computers:
        raise NoComputerSeated(match_id=match.id)
    last = match.computers[-1]
    return replace(match, players=(*match.players[:last], *match.players[last + 1 :]))


def leave(match: Match, user: UserId) -> Match:
    """Return the match without a user who leaves.

    If the host leaves, the lobby closes, or the next player becomes host if the lobby is open to matchmaking.
    """
    after(match, Step.ARRANGE, LobbyChange.LEAVE)
    _check_member(match, user)
    if user == match.host:
        return after(match, Step.CLOSE) if match.settings.request is None else pass_on(match, user)
    return refused(without(match, user), user)


def without(match: Match, user: UserId) -> Match:
    """Return the match without a player, and without the player's match request."""
    remaining = tuple(seated for seated in match.players if seated.user != user)
    return replace(match, players=remaining, settings=match.settings.without(user))


def pass_on(match: Match, gone: UserId) -> Match:
    """Return the match without a user who has gone. If they were the host, the player who has waited longest becomes
    host. If only computers are left, the lobby closes.
    """
    after(match, Step.ARRANGE, LobbyChange.LEAVE)
    _check_member(match, gone)
    remaining = refused(without(match, gone), gone)
    people = [seated.user for seated in remaining.players if not seated.computer]
    if not people:
        return after(match, Step.CLOSE)
    return replace(remaining, host=people[0]) if gone == match.host else remaining


def choose_deck(match: Match, game: Game, user: UserId, deck: OwnDeck | str | None) -> Match:
    """Return the match with another deck for a player."""
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_DECK)
    _check_own(match)
    _check_member(match, user)
    fresh = player(game, user, deck, match.players)
    chosen = (replace(fresh, place=seated.place) if seated.user == user else seated for seated in match.players)
    return replace(match, players=tuple(chosen))


def _check_own(match: Match) -> None:
    """Raise a refusal if the match continues another one, which has decided its decks, options and cards."""
    if match.fork is not None:
        raise FixedByOtherMatch(fork_of=match.fork.match_id)


def choose_option(match: Match, game: Game, user: UserId, name: str, value: str) -> Match:
    """Return the match with another value of one option, as its host chooses. With the name `RULES`, all options get
    their values by these rules.
    """
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_OPTION)
    check_host(match, user, LobbyChange.CHOOSE_OPTION)
    _check_own(match)
    options = choose(game, {**match.options, name: value})
    if name == RULES:
        options = game.by_rules(RuleSet(value), match.options)
    return _wishing(replace(match, options=options), (match.game,), rules=game.rule_set(options))


def choose_cards(match: Match, game: Game, user: UserId, decks: Mapping[UserId, str | None]) -> Match:
    """Return the match with the cards of another game by the same rules, as its host chooses: of the catalog, or of a
    content pack. decks: the decks that players keep; None: a ready-made one is drawn.

    Raises:
        CardsOfOtherGame: the game has other rules.
        OnePlaceOnly: the cards are those of a server, and a player sits elsewhere.
    """
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_OPTION)
    check_host(match, user, LobbyChange.CHOOSE_OPTION)
    _check_own(match)
    if catalog_key(game.key) != catalog_key(match.game):
        raise CardsOfOtherGame(title=game.title)
    if game.key != catalog_key(game.key) and len(match.places) > 1:
        raise OnePlaceOnly(match_id=match.id)
    chosen = replace(match, settings=replace(match.settings, compared=None))
    if has_both(match):
        chosen = replace(chosen, series=None, settings=replace(chosen.settings, wanted=None))
    return _wishing(with_cards(chosen, game, decks), (game.key,))


def with_cards(match: Match, game: Game, decks: Mapping[UserId, str | None]) -> Match:
    """Return the match with the cards of another game by the same rules. decks: as for `choose_cards`."""
    seated = list[Player]()
    for old in match.players:
        if old.deck and decks[old.user] is None:
            drawn = player(game, old.user, None, seated)
            seated.append(replace(drawn, computer=old.computer, place=old.place))
        else:
            seated.append(old)
    return replace(match, game=game.key, players=numbered(seated))


def compare(match: Match, user: UserId, compared: Compared) -> Match:
    """Return the match as part of a comparison, which draws its cards when it starts, as its host chooses.

    Raises:
        NotForComparison: somebody else is in the lobby, or it cannot draw its cards.
    """
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_OPTION)
    check_host(match, user, LobbyChange.CHOOSE_OPTION)
    settings = match.settings
    if has_both(match):
        match = replace(match, series=None)
    if len(match.players) > 1 or settings.request or match.series or match.fork or len(match.places) > 1:
        raise NotForComparison
    if compared.mode is Mode.BOTH:
        match = replace(match, series=Series(first_id=match.id, best_of=DRAFTS))
        settings = replace(settings, wanted=SIDES)
    return replace(match, settings=replace(settings, compared=compared))


def has_both(match: Match) -> bool:
    """Return whether the players of a lobby are to play both drafts of a comparison."""
    return match.settings.compared is not None and match.series is not None


def choose_pace(match: Match, user: UserId, pace: Pace) -> Match:
    """Return the match with another pace, as its host chooses.

    Raises:
        NoClockHere: the match is played in a conversation, where nobody can be told that their time runs out.
    """
    after(match, Step.ARRANGE, LobbyChange.CHOOSE_PACE)
    check_host(match, user, LobbyChange.CHOOSE_PACE)
    if match.in_conversation and pace.kind is not Kind.NONE:
        raise NoClockHere
    return _wishing(replace(match, pace=pace), pace=pace)


def _wishing(
    match: Match, games: tuple[str, ...] | None = None, pace: Pace | None = None, rules: RuleSet | None = None
) -> Match:
    """Return the match with its match requests, if any, changed to the games, the pace and the rules that the host has
    chosen.
    """
    settings = match.settings
    if settings.request is None:
        return match

    def chosen(request: MatchRequest) -> MatchRequest:
        return replace(request, games=games or request.games, pace=pace or request.pace, rules=rules or request.rules)

    requests = tuple((user, chosen(request)) for user, request in settings.requests)
    return replace(match, settings=replace(settings, request=chosen(settings.request), requests=requests))


def seat(match: Match, game: Game, user: UserId, seed: int) -> Match:
    """Return the match ready to deal, with its players by seat, in the chosen order or in one drawn from the seed.

    Only `Decks.freeze` checks that decks built by players still exist and are legal.
    """
    begun = after(match, Step.START, LobbyChange.START)
    check_host(match, user, LobbyChange.START)
    able = (SIDES,) if match.series else tuple(game.seats)
    if len(match.players) not in able:
        raise WrongPlayerCount(title=game.title, seats=able, seated=len(match.players))
    if broken := faults(match, game):
        raise OptionsDoNotFit(faults=broken)
    for seated in match.players:
        if not is_own(seated.deck):
            player(game, seated.user, seated.deck, ())
    begun = replace(begun, settings=replace(OPEN_LOBBY, compared=match.settings.compared))
    if (kept := in_order(match)) is not None:
        return replace(begun, players=numbered(kept))
    players = list(match.players)
    rng.shuffle(rng.split(seed, _SEATING), players)
    return replace(begun, players=numbered(players))


def faults(match: Match, game: Game) -> tuple[str, ...]:
    """Return a sentence for each reason why this many players cannot play with the chosen options; () if they can."""
    return tuple(game.faults(len(match.players), game.all_options(match.options)))


def teams(match: Match, game: Game) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of each team of a match with these options and this many players."""
    return game.teams(len(match.players), game.all_options(match.options))


def mates(match: Match, game: Game, seat: Seat) -> list[Seat]:
    """Return the teammates of a seat, without the seat itself."""
    return [mate for team in teams(match, game) if seat in team for mate in team if mate != seat]


def check_member(match: Match, user: UserId) -> Match:
    """Return a lobby unchanged.

    Raises:
        NotALobby, NotAtThisTable: the match has begun or ended, or the user is not in it.
    """
    after(match, Step.ARRANGE, LobbyChange.INVITE)
    _check_member(match, user)
    return match


def _check_member(match: Match, user: UserId) -> None:
    if match.seat_of(user) is None:
        raise NotInLobby(match_id=match.id)


def check_host(match: Match, user: UserId, wanted: LobbyChange) -> None:
    """Raise NotHost unless this user is the host. wanted: the change that only the host may make."""
    if user != match.host:
        raise NotHost(match_id=match.id, wanted=wanted)
