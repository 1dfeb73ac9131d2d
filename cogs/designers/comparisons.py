"""Comparisons of two drafts on Discord: begun, listed and ended by designers, and answered in their channel."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.application.application import Application
from bot.application.match.leases import Work
from bot.model.comparison import Mode, Question, Terms, Verdict
from bot.model.match import Status
from bot.model.position import Position
from bot.model.series import DRAFTS
from bot.store.announcements import Announcement
from bot.workshop.comparisons import Comparisons, Standing
from bot.workshop.forecast import Forecast
from cogs.commands.games import given, named_game
from cogs.delivery.announcements import Drawn, Subject
from cogs.delivery.answer import Answer
from cogs.designers.access import server_of_designer
from cogs.designers.purposes import BEGIN_COMPARISON, END_COMPARISON, OPEN_COMPARED, TAKE_PART
from cogs.designers.settings import SWITCHED_OFF
from cogs.host import Host
from cogs.messages.message import LIMIT, Message
from cogs.presses.opening import Openings, Wanted
from cogs.presses.router import answers
from cogs.text import shortened
from cogs.widgets.items import Item, button, menu, option
from cogs.widgets.refusals import SpokenRefusal

QUESTIONS: Final = {
    Question.SEATS: "who wins: does the first seat win more with one of them?",
    Question.LENGTH: "length: does one of them take more turns?",
    Question.DRAWS: "draws: does one of them end in draws more often?",
    Question.AGAIN: "play again: which one would players rather play again?",
}
"""The questions as the command offers them; the first one is asked unless another is chosen."""
MODES: Final = {
    Mode.LOT: "each match draws one of the two",
    Mode.BOTH: "the same two players play both, with sides swapped",
}
INCOMPLETE: Final = (
    "Name the two drafts: `/design compare first:… second:…`. Each is a content pack, or the game itself."
)
NO_COMPARISONS: Final = "This server has compared no drafts. `/design compare` begins."
OVER: Final = "This comparison has ended."
TAKING_PART: Final = (
    "**Open a match** opens one here whose cards are drawn by lot. For other settings, use `/match new`, and before "
    "others join, press **More …**, **Options**, and choose the lot under **Cards**.\n-# It is made from the deal, "
    "which nobody knows before it is dealt. Stored are the match, its draft, and the one number that is asked; the "
    "answer names nobody, and begins once five people have played. Matches with computers, of tournaments, and of "
    "players who are in no figure (`/settings`) do not count."
)
_UNFORETOLD: Final = "The lab could not play the drafts in time, so it foretells nothing."
_NO_OPINION: Final = "The lab cannot foretell opinions. Each match counts the first answer to **How was it?**"


class ComparisonPresses:
    """Begins, lists and ends the comparisons of a server, for its designers."""

    def __init__(self, host: Host, openings: Openings, comparisons: Comparisons) -> None:
        self._host = host
        self._openings = openings
        self._comparisons = comparisons

    async def ask(  # noqa: PLR0913 # the options of the command
        self, answer: Answer, first: str | None, second: str | None, *, question: Question, mode: Mode, most: int
    ) -> None:
        """Say what a comparison would ask and how it would end, what the lab foretells of it, and offer to begin it.

        Raises:
            Refusal: the user is no designer, or the drafts cannot be compared so.
        """
        guild = await self._server(answer)
        if not given(first) or not given(second):
            raise SpokenRefusal(INCOMPLETE)
        games = await self._host.app.packs.games_of(guild, retired=True)
        one, other = named_game(games, first), named_game(games, second)
        terms = Terms(guild=guild, first=one.key, second=other.key, question=question, mode=mode, most=most)
        await self._comparisons.check(terms)
        forecast = await self._comparisons.forecast(terms)
        begin = BEGIN_COMPARISON(one.key, other.key, question, mode, most)
        text = terms_text(terms, (one.title, other.title), forecast)
        await answer.say(Message(text, [button("Begin", begin, discord.ButtonStyle.success)]))

    @answers(BEGIN_COMPARISON)
    async def begin(  # noqa: PLR0913 # the fields of the id
        self, answer: Answer, *, name: str, second: str, question: Question, mode: Mode, most: int
    ) -> None:
        """Begin the comparison in this channel."""
        guild = await self._server(answer)
        terms = Terms(guild=guild, first=name, second=second, question=question, mode=mode, most=most)
        channel = answer.interaction.channel_id
        assert channel is not None
        begun = await self._comparisons.begin(terms, channel, answer.user, interaction=answer.interaction.id)
        await answer.show(Message(f"Comparison {begun.id} has begun. Its answer is kept up to date in this channel."))

    async def show(self, answer: Answer) -> None:
        """Show the comparisons of a server, with a menu to end those that run.

        Raises:
            Refusal: the user is no designer.
        """
        standings = await self._comparisons.of_server(await server_of_designer(self._host, answer))
        await answer.say(list_message(standings))

    @answers(END_COMPARISON)
    async def end(self, answer: Answer, *, values: Sequence[str]) -> None:
        """End the chosen comparison, undecided."""
        number = int(values[0])
        await self._comparisons.end(number, await server_of_designer(self._host, answer))
        text = f"Comparison {number} has ended, undecided. Its matches go on, and count for it no more."
        await answer.show(Message(text))

    @answers(TAKE_PART)
    async def take_part(self, answer: Answer, *, number: int) -> None:
        """Say how a match joins a comparison and what that means, and offer to open one."""
        await self._check_runs(number)
        await answer.say(
            Message(TAKING_PART, [button("Open a match", OPEN_COMPARED(number), discord.ButtonStyle.success)])
        )

    @answers(OPEN_COMPARED)
    async def open(self, answer: Answer, *, number: int) -> None:
        """Open a match in this channel whose cards a comparison draws by lot.

        Raises:
            Refusal: the comparison has ended, or no such match can be opened here.
        """
        await self._check_runs(number)
        game, compared = await self._host.app.card_choice.running(number)
        games = DRAFTS if compared.mode is Mode.BOTH else None
        wanted = Wanted(game=game, options={}, deck=None, pace=None, best_of=games, compared=compared)
        await self._openings.open(answer, wanted)

    async def _check_runs(self, number: int) -> None:
        standing = await self._comparisons.standing(number)
        if standing is None or standing.verdict is not None:
            raise SpokenRefusal(OVER)

    async def _server(self, answer: Answer) -> int:
        """Return the server on which a designer wants to compare drafts.

        Raises:
            Refusal: the user is no designer, or figures are switched off.
        """
        guild = await server_of_designer(self._host, answer)
        if not (await self._host.app.preferences.of_server(guild)).figures:
            raise SpokenRefusal(SWITCHED_OFF)
        return guild


class ComparisonPosts(Subject):
    """The answer of each comparison, in a message that is edited after every match; the verdict is a new message."""

    kind = Work.COMPARISONS
    name = "the answer of a comparison"

    def __init__(self, application: Application, comparisons: Comparisons) -> None:
        self._announcements = application.announcements
        self._comparisons = comparisons
        self._guilds = frozenset[int]()
        """The servers on which a comparison runs."""
        self.listeners = comparisons.listeners
        application.announcer.on_changed(self._match_changed)

    def _match_changed(self, position: Position) -> None:
        if position.match.status is Status.OVER and (position.match.home or position.match.place).guild in self._guilds:
            self._comparisons.changed()

    async def turn(self) -> None:
        """Note which servers to watch."""
        self._guilds = await self._comparisons.guilds()

    async def draw(self, row: Announcement) -> Drawn | None:
        """Draw the answer as it stands. Drop it if the comparison is gone."""
        standing = await self._comparisons.standing(int(row.subject))
        if standing is None:
            await self._announcements.drop(row)
            return None
        take_part = TAKE_PART(standing.comparison.id)
        is_over = standing.verdict is not None
        items: list[Item] = [button("What is this?" if is_over else "Take part", take_part)]
        return Drawn(
            row=row,
            message=Message(standing_text(standing), items),
            known_by=frozenset({take_part}),
            edition=int(is_over),
            is_renewed=True,
        )


def terms_text(terms: Terms, titles: tuple[str, str], forecast: Forecast | None) -> str:
    """Return what a comparison asks, when it ends, and what the lab foretells of it."""
    first, second = titles
    lines = [
        f"**Compare {first} with {second}**",
        f"Asked is {QUESTIONS[terms.question]} In matches whose players agree, {MODES[terms.mode]}.",
        rule_text(terms.most),
    ]
    if forecast is not None:
        lines.append(forecast_text(terms, titles, forecast))
    else:
        lines.append(_NO_OPINION if terms.question is Question.AGAIN else _UNFORETOLD)
    return "\n".join(lines)


def rule_text(most: int) -> str:
    """Return the rule by which a comparison ends, which is fixed before it begins."""
    return (
        "It ends once the answer is certain: the drafts differ, or they are alike to within 15 points. Where there is "
        "no difference, fewer than one comparison in 20 finds one, however often you look. "
        f"After {most} matches it ends undecided."
    )


def forecast_text(terms: Terms, titles: tuple[str, str], forecast: Forecast) -> str:
    """Return what the lab foretells."""
    means = means_text(terms.question, titles, forecast.means)
    foretold = f"The lab foretells, from {forecast.simulated} matches of each draft between quick computers: {means}."
    if forecast.matches is None:
        return (
            f"{foretold} If people differ as little, {forecast.decided:.0%} of such comparisons are decided within "
            f"{terms.most} matches; expect this one to end undecided."
        )
    return f"{foretold} If people are like that, half of such comparisons are decided after {forecast.matches} matches."


def means_text(question: Question, titles: tuple[str, str], means: tuple[float, float]) -> str:
    """Return what was asked, for each draft, in a clause."""
    (one, other), (first, second) = titles, means
    match question:
        case Question.SEATS:
            return f"the first seat wins {first:.0%} with {one} and {second:.0%} with {other}"
        case Question.LENGTH:
            return f"a match takes {first:.1f} turns with {one} and {second:.1f} with {other}"
        case Question.DRAWS:
            return f"{first:.0%} of matches are drawn with {one} and {second:.0%} with {other}"
        case Question.AGAIN:
            return f"{first:.0%} would play again after {one} and {second:.0%} after {other}"


def answer_text(standing: Standing) -> str:
    """Return the answer so far in one sentence, with its interval."""
    comparison, (first, second) = standing.comparison, standing.titles
    after = f"After {standing.counted} of at most {comparison.most} matches"
    if standing.means is None and standing.verdict is not None:
        return f"{after}, too few people had played to say more."
    if standing.means is None:
        return f"{after}, there is nothing to say yet: it takes five people, and matches with both drafts."
    low, high = standing.between
    means = means_text(comparison.question, standing.titles, standing.means)
    more, between = _points(standing.difference), f"(between {_points(low)} and {_points(high)})"
    if comparison.question is Question.LENGTH:
        return f"{after}, {means}: of 100 pairs, {more} more are longer with {second} than with {first} {between}."
    return f"{after}, {means}: a difference of {more} points {between}."


def verdict_text(standing: Standing) -> str:
    """Return the verdict of a comparison that is over, in a sentence."""
    first, second = standing.titles
    match standing.verdict:
        case Verdict.MORE | Verdict.LESS:
            more, less = (second, first) if standing.verdict is Verdict.MORE else (first, second)
            return {
                Question.SEATS: f"Decided: the first seat wins more with {more} than with {less}.",
                Question.LENGTH: f"Decided: matches take longer with {more} than with {less}.",
                Question.DRAWS: f"Decided: more matches are drawn with {more} than with {less}.",
                Question.AGAIN: f"Decided: people would rather play {more} again than {less}.",
            }[standing.comparison.question]
        case Verdict.ALIKE:
            return "Decided: in this, the drafts are alike to within 15 points."
        case Verdict.RETIRED:
            return "Undecided: one of the packs was retired."
        case Verdict.ENDED:
            return "Undecided: a designer ended it."
        case _:
            return "Undecided after the largest number of matches."


def standing_text(standing: Standing) -> str:
    """Return the message about a comparison in its channel."""
    first, second = standing.titles
    lines = [f"**Comparison {standing.comparison.id}: {first} and {second}**"]
    if standing.verdict is not None:
        return "\n".join([*lines, f"**{verdict_text(standing)}**", answer_text(standing)])
    asked = f"-# Asked is {QUESTIONS[standing.comparison.question]} {rule_text(standing.comparison.most)}"
    return "\n".join([*lines, answer_text(standing), asked])


def list_message(standings: Sequence[Standing]) -> Message:
    """Return the list of a server's comparisons, the latest first."""
    if not standings:
        return Message(NO_COMPARISONS)
    lines = ["**Comparisons of this server**"]
    for standing in reversed(standings):
        verdict = "" if standing.verdict is None else f" {verdict_text(standing)}"
        titles = " and ".join(standing.titles)
        lines.append(f"- {standing.comparison.id}: {titles}.{verdict} {answer_text(standing)}")
    running = [each for each in standings if each.verdict is None]
    options = [
        option(f"{each.comparison.id}: {' and '.join(each.titles)}", str(each.comparison.id)) for each in running
    ]
    items: list[Item] = [menu("End undecided …", END_COMPARISON(), options[:25])] if options else []
    return Message(shortened("\n".join(lines), LIMIT), items)


def _points(difference: float) -> str:
    return f"{100 * difference:+.0f}".replace("-", "\N{MINUS SIGN}")
