"""The counts and faults of a trial."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts of events, and the faults of a trial."""

    done: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    bytes: str = ""
    """The digest of the result, if it is the same for the same seed."""

    def add(self, other: "Tally") -> None:
        """Add the counts and faults of another tally."""
        self.done += other.done
        self.faults += other.faults

    def expect(self, right: object, fault: str) -> None:
        """Record the fault unless `right` is true."""
        if not right:
            self.faults.append(fault)

    def lines(self) -> list[str]:
        """Return the tally as text."""
        return [
            *(f"  {what:44} {number:9,}" for what, number in sorted(self.done.items())),
            *([f"  sha256 {self.bytes}"] if self.bytes else []),
            f"counterexamples: {len(self.faults)}",
            *(f"  {fault}" for fault in self.faults[:100]),
        ]
