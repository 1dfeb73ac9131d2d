"""`hidden-hand lab people`: the report of what people did, with matches that the lab plays for it."""

from collections.abc import Mapping
from dataclasses import replace

from bot.lab.experiment import Experiment, Field, Lab
from bot.lab.report import Report
from bot.model.figures import Count, Subject
from bot.workshop.foretold import foretold
from bot.workshop.people import PeopleReport


class People(Experiment):
    """Plays the matches that the lab foretells, if there are figures of people to compare them with."""

    def __init__(self, lab: Lab, field: Field, people: PeopleReport) -> None:
        """people: the report without simulated matches."""
        super().__init__(lab)
        self._field, self._people = field, people
        self._foretold: Mapping[Subject, Count] = {}

    def run(self) -> None:
        if not self._people.weeks:
            return
        self.announce(1)
        contest = self._field.contest([self._people.player] * self._field.seats)
        matches = self.lab.arena.play(contest, self.lab.most, self.lab.seed)
        self._foretold = foretold(self._field.game, matches)

    def report(self) -> Report:
        within, seed = self.lab.within, self.lab.seed
        return replace(self._people, foretold=self._foretold, within=within, seed=seed).report()
