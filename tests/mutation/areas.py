"""What is mutated, and the tests that are to notice it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.one_more_game import SHIPPED

_POLICIES: Final = frozenset(
    {
        "prospects.py",
        "scripts.py",
        "greedy.py",
        "evaluation.py",
        "pawn_choices.py",
        "odds.py",
        "worths.py",
        "weights.py",
        "plan.py",
    }
)
"""How a computer plays: no test can say that another choice is wrong, and the ladder measures it."""
_TASTE: Final = frozenset({"scrambling.py", "levels.py"})
"""How puzzles are made up: whatever comes of it is proven, and measured for how much fun it is."""


@dataclass(frozen=True)
class Area:
    """A folder, and arguments of pytest: what is nearest to the code first, since most mutants end there."""

    folder: str
    tests: tuple[tuple[str, ...], ...]

    def files(self, checkout: Path) -> list[Path]:
        """The modules that are mutated, from the checkout's root, in one order."""
        return sorted(
            found.relative_to(checkout)
            for found in (checkout / self.folder).rglob("*.py")
            if found.name not in _POLICIES | _TASTE and found.name != "__init__.py"
        )


def _game(game: str) -> Area:
    return Area(
        f"rules/{game}",
        (
            (f"tests/rules/{game}",),
            ("tests/laws", "tests/golden", "-k", f"{game} and not computers"),
            ("tests/render", "tests/bot/command_line", "-k", game),
        ),
    )


AREAS: Final[dict[str, Area]] = {
    area.folder: area
    for area in (
        Area("rules/core", (("tests/rules/core",), ("tests/rules",), ("tests/laws", "tests/golden"), ("tests/bot",))),
        *map(_game, SHIPPED),
        Area("bot/model", (("tests/bot",), ("tests/cogs",))),
        Area("bot/application", (("tests/bot",), ("tests/cogs",))),
        Area("bot/puzzles", (("tests/bot", "-k", "puzzle"), ("tests/cogs", "-k", "puzzle"))),
        Area("cogs/delivery", (("tests/cogs",), ("tests/chaos/test_delivery.py",))),
    )
}
