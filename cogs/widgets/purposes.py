"""The purposes of all buttons, menus and forms. Posted messages hold their ids: names and fields stay."""

from typing import Final

from bot.computer.levels import Level
from bot.model.proposal import VOTES, Kind, Verdict
from cogs.widgets.ids import DECISION, LIMIT, MATCH, NAME, PAGE, PLY, SEAT, TYPED, WORDS, Field, Purpose
from rules.core.options import RuleSet

AGAIN: Final = LIMIT - len("words/9999/")
"""The maximum length of an id within an id of `IN_WORDS`."""
IN_WORDS: Final = Purpose("words", PAGE, Field("again", f".{{1,{AGAIN}}}", str))
"""A button that turns the pages of a text description. again: the id of a button that shows its message."""
SHOW_TABLE: Final = Purpose("show-table", MATCH)
"""A button on the board of a conversation, which brings its present state."""
MATCH_MENU: Final = Purpose("match-menu", MATCH)
HINT: Final = Purpose("hint", MATCH)
DRAW: Final = Purpose("draw", MATCH)
ASK_RESIGN: Final = Purpose("ask-resign", MATCH)
STATUS: Final = Purpose("status", MATCH, Field("in_words", "1", bool, optional=True))
TABLE: Final = Purpose("table")
FIND: Final = Purpose("find")
COMPUTERS_OF: Final = Purpose("computers-of")
COMPUTER_GAME: Final = Purpose("computer-game", Field("level", "|".join(Level), Level))
_PACE: Final = Field("pace", "[0-9a-z+ ]{1,30}", str, optional=True)
AGAINST: Final = Purpose("against", NAME, Field("against", "|".join(("people", "anyone", *Level)), str), _PACE)
OPEN: Final = Purpose("open", _PACE)
_RULES: Final = Field("rules", f"{RuleSet.HOUSE}|{RuleSet.WRITTEN}", RuleSet, optional=True)
ANYWHERE: Final = Purpose("anywhere")
ANYWHERE_ALLOWED: Final = Purpose("anywhere-allow")
SEEK: Final = Purpose("seek", _PACE, _RULES)
SEEK_PACE: Final = Purpose("seek-pace", _RULES)
SEEK_RULES: Final = Purpose("seek-rules", Field("pace", "[0-9a-z+ ]{1,30}", str))
JOIN: Final = Purpose("join", MATCH)
DECLINE: Final = Purpose("decline", MATCH)
ASK: Final = Purpose("ask", MATCH)
INVITE: Final = Purpose("invite", MATCH)
CHALLENGE: Final = Purpose("challenge", Field("to", "[0-9]{1,20}", int))
LEAVE: Final = Purpose("leave", MATCH)
START: Final = Purpose("start", MATCH)
DECKS: Final = Purpose("decks", MATCH, PAGE)
DECK: Final = Purpose("deck", MATCH)
OPTIONS: Final = Purpose("options", MATCH, PAGE)
MORE: Final = Purpose("more", MATCH)
OPTION: Final = Purpose("option", MATCH, NAME)
PACE: Final = Purpose("pace", MATCH)
TEAMS: Final = Purpose("teams", MATCH)
TEAM: Final = Purpose("team", MATCH)
COMPUTERS: Final = Purpose("computers", MATCH)
COMPUTER: Final = Purpose("computer", MATCH)

HAND: Final = Purpose("hand", MATCH, PLY)
PINGED: Final = Purpose("pinged", MATCH, SEAT, PLY)
PICK: Final = Purpose("pick")
MATCHES: Final = Purpose(
    "matches",
    PAGE,
    Field("game", r"[a-z][a-z0-9_]{0,31}(?:\.[0-9]{1,15})?", str, optional=True),
    Field("opponent", "[0-9]{1,19}", int, optional=True),
)
NEXT: Final = Purpose("next", MATCH)
ACT: Final = Purpose("act", MATCH, DECISION, WORDS)
SURE: Final = Purpose("sure", MATCH, DECISION, WORDS, Field("alone", "1", bool, optional=True))
SHOW: Final = Purpose("show", MATCH, DECISION, PAGE, WORDS)
CHOOSE: Final = Purpose("choose", MATCH, DECISION, WORDS, Field("part", "[0-9]", int, optional=True))
PRE_MOVE: Final = Purpose("pre", MATCH)
TAKE_BACK: Final = Purpose("take-back", MATCH, WORDS)
CLOSEUP: Final = Purpose("closer", MATCH)
ZOOMED: Final = Purpose("zoomed", MATCH, PAGE, WORDS, Field("in_words", "1", bool, optional=True))
PART: Final = Purpose("part", MATCH, PAGE)
PARTS: Final = Purpose("parts", MATCH, PAGE)

FAIRNESS: Final = Purpose("fair", MATCH)

TERMS: Final = Purpose("terms", MATCH)

MUTE: Final = Purpose("mute", MATCH, DECISION)

WHISPER: Final = Purpose("whisper", MATCH)
SAY: Final = Purpose("say", MATCH)

LOG: Final = Purpose("log", MATCH, PAGE)
SINCE: Final = Purpose("since", MATCH)
RECENT: Final = Purpose("recent", MATCH)
NOTE: Final = Purpose("note", MATCH)

WRONG: Final = Purpose("wrong", MATCH, DECISION)
WRONG_TOLD: Final = Purpose("wrong-told", MATCH, DECISION)
HOW: Final = Purpose("how", MATCH)
HOW_TOLD: Final = Purpose("how-told", MATCH)

UNDO: Final = Purpose("undo", MATCH)
PROPOSE: Final = Purpose("propose", MATCH, Field("kind", "|".join(VOTES), Kind))
_MADE: Final = Field("made", "[0-9]{1,9}", int)
AGREE: Final = Purpose("agree", MATCH, _MADE)
REFUSE: Final = Purpose("refuse", MATCH, _MADE)
VOTE: Final = Purpose("vote", MATCH, _MADE, Field("verdict", "|".join(Verdict), Verdict))
VOTE_END: Final = Purpose("vote-end", MATCH, _MADE)
OFFER: Final = Purpose("offer-seat", MATCH, Field("to", "[0-9]{1,20}", int))
OFFER_OF: Final = Purpose("offer-seat-of", MATCH, SEAT)
COMPUTER_FOR: Final = Purpose("computer-for", MATCH, SEAT)
TAKE: Final = Purpose("take-seat", MATCH, _MADE)
TAKEN: Final = Purpose("taken-seat", MATCH, _MADE)

RESIGN: Final = Purpose("resign", MATCH)
CONCEDE: Final = Purpose("concede", MATCH)
KEEP: Final = Purpose("keep", MATCH)
ABANDON: Final = Purpose("abandon", MATCH)
POSTER: Final = Purpose("poster", MATCH)
REMATCH: Final = Purpose("rematch", MATCH)
ANALYSIS: Final = Purpose("analysis", MATCH, PAGE, Field("hand", "1", bool, optional=True))

MOMENT: Final = Field("moment", "[0-9]{1,7}", int)
VIEWER: Final = Field("seat", "[0-9]{1,2}|all", lambda text: None if text == "all" else int(text))
REPLAY: Final = Purpose(
    "replay",
    MATCH,
    MOMENT,
    VIEWER,
    Field("step", "first|back|on|last|turn|view|open", str),
)

RULE: Final = Purpose(
    "rule",
    NAME,
    Field("clause", r"[0-9]{1,3}\.[0-9]{1,3}", str),
    Field("found", "[0-9.,]{0,50}", lambda text: tuple(filter(None, text.split(",")))),
)
CHAPTER: Final = Purpose("chapter", NAME)
DIFFERENCES: Final = Purpose("differences", MATCH)
DIFFERENCES_PAGE: Final = Purpose("differences-page", MATCH, PAGE)
RULES_OF: Final = Purpose("rules-of", TYPED)

CARD: Final = Purpose("card")

WATCH: Final = Purpose("watch", PAGE)
FOLLOW: Final = Purpose("follow")
UNFOLLOW: Final = Purpose("unfollow")

PUZZLE_TODAY: Final = Purpose("puzzle-today")

LEARN_ALL: Final = Purpose("learn-all")
LEARN: Final = Purpose("learn", NAME)
PLAY_NOW: Final = Purpose("play-now", NAME, Field("against", "computer|people", str))
