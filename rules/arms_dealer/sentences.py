"""The prompt: one sentence that says which decision is due (`Game.prompt`)."""

from collections.abc import Sequence

from rules.arms_dealer.labels import cost_of_forfeiting, standing
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.core.words import counted, together


def aim(view: ArmsDealerView) -> str:  # noqa: ARG001 # it is the same in every match
    """Return the aim of the match (`Game.aim`)."""
    return "Be the last with ships"


def prompt(view: ArmsDealerView, names: Sequence[str]) -> str:
    """Return one sentence that says which decision is due."""
    if not view.waiting:
        return "The match is over."
    if view.seat in view.waiting:
        return f"Battle {view.turn}: {_to_the_asked(view, names)}"
    asked = together([names[seat] for seat in view.waiting])
    return f"Battle {view.turn}: {asked} {_of_the_asked(view, names)}"


def _to_the_asked(view: ArmsDealerView, names: Sequence[str]) -> str:
    assert view.seat is not None
    side = view.sides[view.seat]
    match view.phase:
        case "Formation":
            return "lay your ships face down. The first to be ready buys first."
        case "Shopping":
            return f"you are at the Arms Dealer with {side.coins:,} coins; your bet afterwards is {side.initial_bet:,}."
        case "Deciding":
            assert view.item is not None
            item = view.shop[view.item - 1].item
            assert item is not None
            return f"item {view.item} is {item.name}. Keep it for 2,000 more, or put it back?"
        case "Opening":
            return f"all ships are hidden, the pot is {view.pot:,}. Raise the bet, or ready up for skirmish 1."
        case "Equipping":
            return f"skirmish {view.skirmish} stands {standing(view, names)}. Equip an item, or pass."
        case "Strategy":
            return f"skirmish {view.skirmish + 1} is next, the pot is {view.pot:,}. Ready up, reorder or raise."
        case "Following":
            return f"skirmish {view.skirmish + 1} is next, the pot is {view.pot:,}. Ready up or reorder."
        case "Answering":
            return _answering(view, side)
        case _:
            return f"you lost the battle: harvest {counted(view.picks, 'asteroid')}."


def _answering(view: ArmsDealerView, side: SideView) -> str:
    """8.4, 8.7 Return what both answers to a raise cost."""
    pot, kept = view.pot + view.raised, side.coins - view.raised
    matching = f"match {view.raised:,} for a pot of {pot:,} (you keep {kept:,})"
    return f"{matching}, or forfeit skirmish {view.skirmish + 1}. {cost_of_forfeiting(view)}."


def _of_the_asked(view: ArmsDealerView, names: Sequence[str]) -> str:
    match view.phase:
        case "Formation":
            return "lay their formation." if len(view.waiting) > 1 else "lays a formation."
        case "Shopping":
            return "is at the Arms Dealer."
        case "Deciding":
            return f"is looking at item {view.item}."
        case "Opening":
            return f"may raise before skirmish 1, while all ships are hidden; the pot is {view.pot:,}."
        case "Equipping":
            return f"may equip; skirmish {view.skirmish} stands {standing(view, names)}."
        case "Strategy":
            return f"prepares for skirmish {view.skirmish + 1}, and may raise; the pot is {view.pot:,}."
        case "Following":
            return f"prepares for skirmish {view.skirmish + 1}; the pot is {view.pot:,}."
        case "Answering":
            return f"has to match {view.raised:,} or forfeit skirmish {view.skirmish + 1}."
        case _:
            return f"lost the battle and harvests {counted(view.picks, 'asteroid')}."
