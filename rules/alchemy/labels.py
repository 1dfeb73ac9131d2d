"""The labels of Alchemy's choices in players' words (`Game.label`)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.alchemy.attacks import Link, attack_of, defence_of, verdict
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard, Essence, essence_of
from rules.alchemy.effects_on_battles import Prepare
from rules.alchemy.elements import BASICS, STRENGTH, in_words
from rules.alchemy.limits import IDLE_TURNS, MOST_POINTS, PATIENT_TURNS, POINTS_A_TURN, STORE
from rules.alchemy.scoring import points_of
from rules.alchemy.view import AlchemyView, BattleView, SideView
from rules.core.cards import CardId
from rules.core.game import Label, general_labels
from rules.core.words import counted

MOST_KEPT_POINTS: Final = MOST_POINTS - POINTS_A_TURN
"""2.2 The most AP that a player can keep without losing any of the AP of the next turn."""

Cards = Mapping[CardId, AlchemyCard]

_VERBS: Final = general_labels(
    {
        "attack": Label(
            text="Attack",
            quick=True,
            detail="Use one element or combine two: 1 AP, or free after a parry",
        ),
        "defend": Label(text="Defend", quick=True, detail="Free: one element, or two combined"),
        "play": Label(text="Play a process", short="Play", quick=True, detail="From your hand, for its cost"),
        "opus": Label(text="Magnum Opus", detail="Use it for its cost, once a match"),
        "choose": Label(text="Choose", detail="The target of the card"),
        "draw": Label(text="Draw a card (1 AP)"),
        "refresh": Label(
            text="Refresh your hand",
            detail="1 AP: your hand goes to your recharge pile, and you draw 6 cards",
        ),
        "store": Label(text="Open your store", detail="1 AP: store or take cards"),
        "put": Label(
            text="Put a card in", short="Put in", detail=f"From your hand into your store, which holds {STORE}"
        ),
        "take": Label(text="Take a card out", short="Take out", detail="From your store into your hand"),
        "close": Label(text="Close your store", detail="Your turn goes on"),
        "let-hit": Label(text="Let it hit", detail="Take the damage"),
        "hold": Label(text="Hold back", detail="You don't attack back: the battle ends, and nobody scores"),
        "end": Label(text="End your turn", detail="You keep the AP you have left, up to 6"),
    }
)


def label(cards: Cards, view: AlchemyView, words: tuple[str, ...]) -> Label:
    """Return the label of the choice that the last of these words stands for (`Game.label`)."""
    match words:
        case ("let-hit",) if view.battle is not None and view.battle.target is not None:
            return _let_hit(view, view.battle)
        case ("opus",) if view.own is not None:
            opus = view.own.opus
            wasted = _wasted(view, opus)
            return Label(text=f"Magnum Opus: {_costing(opus)}", detail=opus.text, warning=wasted, general=True)
        case ("play", card):
            return replace(card_label(cards[CardId(card)]), warning=_wasted(view, cards[CardId(card)]))
        case ("end",) if view.seat is not None:
            return _end(view, view.sides[view.seat])
        case ("close",) if view.battle is not None:
            return Label(text="Close your store", detail="Then answer the attack")
        case (verb,):
            return _VERBS[verb]
        case ("attack", element):
            return _attack(view, _essence(cards, element))
        case ("defend", element):
            return _defend(view, _essence(cards, element))
        case ("choose", what):
            return _choice(cards, view, what)
        case (_, card):
            return card_label(cards[CardId(card)])
        case _:
            raise ValueError(f"not the words of an action: {words}")


def card_label(card: AlchemyCard) -> Label:
    """Return the label of a card in a menu."""
    if isinstance(card, EffectCard):
        return Label(text=_costing(card), detail=card.text, general=True)
    if isinstance(card, ElementCard):
        return Label(text=card.name, detail=_relations(essence_of((card,))))
    return Label(text=card.name)


def _costing(card: EffectCard) -> str:
    return f"{card.name} ({card.cost} AP{', reaction' if card.reaction else ''})"


def _essence(cards: Cards, element: str) -> Essence:
    parts = [cards[CardId(name)] for name in element.split("+")]
    return essence_of(tuple(card for card in parts if isinstance(card, ElementCard)))


def _relations(essence: Essence) -> str:
    """Return a sentence on the basic defences that are halved and doubled, which newcomers forget first."""
    halved = [other.label for other in BASICS if STRENGTH[essence.element][other] > 0]
    doubled = [other.label for other in BASICS if STRENGTH[essence.element][other] < 0]
    verb = "are" if len(halved) > 1 else "is"
    return f"Against it {' and '.join(halved)} {verb} halved, {' and '.join(doubled)} doubled"


def _attack(view: AlchemyView, essence: Essence) -> Label:
    detail = _relations(essence)
    if view.seat is None or view.phase != "Turn":
        return Label(text=essence.title, detail=detail)
    link = attack_of(view.seat, essence, view.preparation)
    prepared = f", counts {in_words(link.counted)} (prepared)" if link.counted != essence.magnitude else ""
    pile = "; exhausts both cards" if essence.is_complex and not link.spared else ""
    return Label(text=f"{essence.title}{prepared}", detail=f"{detail}{pile}")


def _defend(view: AlchemyView, essence: Essence) -> Label:
    battle = view.battle
    if battle is None or battle.target is None:
        return Label(text=essence.title)
    attack = battle.chain[-1]
    defence = defence_of(battle.target, essence, attack.essence.element, battle.preparation, battle.guard)
    text = f"{essence.title}: {outcome(attack, defence)}"
    return Label(text=text, detail=f"{counting(defence)} {_consequence(view, battle, defence)}")


def outcome(attack: Link, defence: Link) -> str:
    """Return the result of a defence: “countered”, “parried”, “blocked, you take 1½”."""
    result = verdict(attack, defence)
    return f"blocked, you take {in_words(attack.counted - defence.counted)}" if result == "blocked" else result


def counting(defence: Link) -> str:
    """Return the final magnitude of a defence, and whether it is doubled or halved."""
    change = {1: ", doubled", -1: ", halved", 0: ""}[defence.change]
    return f"Counts {in_words(defence.counted)}{change}."


def _consequence(view: AlchemyView, battle: BattleView, defence: Link | None) -> str:
    attack = battle.chain[-1]
    match verdict(attack, defence):
        case "countered":
            return "The battle ends, nobody scores."
        case "parried":
            return "No damage, and you may attack back for free."
        case _:
            damage = attack.counted - (defence.counted if defence else 0)
            dealt = view.sides[attack.seat].damage
            scored = points_of(view.scoring, damage, view.turn, dealt, battle.preparation, battle.guard)
            if not scored.battle:
                more = f", but the total damage scores {counted(scored.tally, 'point')}" if scored.tally else ""
                return f"Warded off: the battle scores nothing{more}."
            points = counted(scored.battle, "point")
            if scored.tally:
                return f"Your opponent scores {points} for the hit, {scored.tally} for total damage."
            return f"The hit still scores {points}." if defence else f"Your opponent scores {points}."


def _let_hit(view: AlchemyView, battle: BattleView) -> Label:
    damage = in_words(battle.chain[-1].counted)
    return Label(text="Let it hit", detail=f"{damage} damage. {_consequence(view, battle, None)}")


def _end(view: AlchemyView, side: SideView) -> Label:
    points, warning = view.kept, _left_undone(view, side)
    if view.brisk and side.idle + 1 >= IDLE_TURNS:
        omitted = "dealt no damage" if view.turn > PATIENT_TURNS else "not attacked"
        detail = f"You keep {points} AP. You have {omitted}, so {_idle(view)}"
    elif points > MOST_KEPT_POINTS:
        detail = f"You keep {points} AP, so you get only {MOST_POINTS - points} of the next {POINTS_A_TURN}"
    else:
        detail = f"You keep {points} AP" if points else "You'll have no AP to defend with"
        if lost := side.points - points:
            detail = f"You keep {points} AP and lose {lost}, because you have used AP in this turn"
    return Label(text="End your turn", detail=detail, warning=warning)


def _idle(view: AlchemyView) -> str:
    """Return what a third turn without an attack, or late in the match without damage, costs (2.6)."""
    assert view.seat is not None
    wins = " and wins" if view.sides[1 - view.seat].score + 1 >= view.goal else ""
    return f"your opponent scores 1 point{wins}"


def _left_undone(view: AlchemyView, side: SideView) -> str:
    """Return a warning if an attack would still save a point, or AP would be wasted; "" if neither."""
    can = {option.verb for option in view.options} - {"end"}
    if "attack" in can and view.brisk and side.idle + 1 >= IDLE_TURNS:
        omit = "deal no damage" if view.turn > PATIENT_TURNS else "don't"
        return f"You can still attack. If you {omit}, {_idle(view)} (rule 2.6)."
    if can and view.kept > MOST_KEPT_POINTS:
        return f"You have {view.kept} AP of at most {MOST_POINTS}: some of the next turn's would be lost (rule 2.2)."
    return ""


def _wasted(view: AlchemyView, card: AlchemyCard) -> str:
    """4.5 Return a warning if a card prepares the next attack of this turn, and no AP would be left for it; else ""."""
    if view.seat is None or view.phase != "Turn" or not isinstance(card, EffectCard):
        return ""
    prepares = any(isinstance(step, Prepare) for step in card.steps)
    if not prepares or view.sides[view.seat].points > card.cost:
        return ""
    once = ", which can be used once in a match" if view.own is not None and card == view.own.opus else ""
    return f"You'd have no AP left to attack in this turn: that wastes {card.name}{once}."


def _choice(cards: Cards, view: AlchemyView, what: str) -> Label:
    if not what.isdigit():
        return card_label(cards[CardId(what)])
    place = int(what)
    assert view.seat is not None
    assert view.own is not None
    if view.battle is not None:
        return Label(text=f"Place {place}: {view.own.store[place - 1].name}", detail="Into your hand")
    card = view.sides[1 - view.seat].store[place - 1]
    return Label(text=f"Place {place}: {card.name if card else 'face down'}", detail="To their recharge pile")
