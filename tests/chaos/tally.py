"""What a trial has counted, for people."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """How often each thing was done, and what was found that must not be."""

    done: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    bytes: str = ""
    """The digest of what it all led to, if that is the same for the same seed."""

    def add(self, other: "Tally") -> None:
        """Count what another one has counted."""
        self.done += other.done
        self.faults += other.faults

    def expect(self, right: object, fault: str) -> None:
        """It is a fault unless this is so."""
        if not right:
            self.faults.append(fault)

    def lines(self) -> list[str]:
        """For people."""
        return [
            *(f"  {what:44} {number:9,}" for what, number in sorted(self.done.items())),
            *([f"  sha256 {self.bytes}"] if self.bytes else []),
            f"counterexamples: {len(self.faults)}",
            *(f"  {fault}" for fault in self.faults[:100]),
        ]
