"""Playing for the command line: who plays, the bar that shows how far it is, what an interruption leaves."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli_errors import Stopped
from cli_options import each_seat

if TYPE_CHECKING:
    from analysis.comparison import Compared
    from analysis.documents import Run, Simulated
    from analysis.matches import MatchRun
    from analysis.round_robin import Contested
    from simulate.events import Event
    from simulate.rules import Game

PATIENCE = 0.5
_COMPILING = "besi.compiling"
Progress = Callable[[int], None]


class Asked(NamedTuple):
    """What to play, in the words of the options."""

    deals: int
    exact: bool
    seed: int
    threads: int
    players: tuple[str, ...]
    orders: tuple[str, ...]

    @property
    def to_play(self) -> int:
        """Deals to play: 0 where only exact answers are wanted."""
        return 0 if self.exact else self.deals

    def options(self, changes: tuple[str, ...], rules_file: str | None) -> list[str]:
        """The options that give the same figures again; threads change none."""
        words = ["--deals", str(self.to_play), "--seed", str(self.seed)]
        for option, names in (("--player", self.players), ("--order", self.orders)):
            words += [option, ",".join(names)] if names else []
        for change in changes:
            words += ["--set", change]
        return [*words, "--rules", rules_file] if rules_file else words


def seated(
    game: "Game", players: tuple[str, ...], orders: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Players and orders, one for each seat of the game; a file's with a hash of its content.

    Raises
    ------
    click.UsageError
        There are too many or too few of them.
    simulate.catalogue.RulesError
        There is no such player or order.
    """
    from simulate.order_texts import order_of
    from simulate.seating import check_names, player_name

    seats = game.besi.seats
    players, orders = each_seat("--player", players, seats), each_seat("--order", orders, seats)
    check_names(game, players, orders)
    return tuple(map(player_name, players)), tuple(order_of(order, game.besi).name for order in orders)


def play(game: "Game", asked: Asked) -> "Run | None":
    """Play the deals asked for; None where there are none to play.

    Raises
    ------
    click.UsageError, simulate.catalogue.RulesError
        As in `seated`.
    Stopped
        The user interrupted it; what was done is kept.
    """
    players, orders = seated(game, asked.players, asked.orders)
    deals = asked.to_play
    if deals == 0:
        return None
    from analysis.documents import Run
    from simulate import besi, run
    from simulate.streams import STREAM_VERSION

    # A player of the user's own is compiled by this, which isn't what `playing` tells of.
    plan = besi.prepare(game, players, orders)
    with playing("deals", deals) as (progress, stop):
        totals = run.run(plan, asked.seed, deals, asked.threads, progress, stop, note)
    return Run(totals, asked.seed, deals, players, orders, STREAM_VERSION)


def play_compared(game: "Game", variants: "Sequence[Game]", asked: Asked) -> "Compared":
    """Play the same deals, at least one, by a game and by its variants, which have as many seats.

    Raises
    ------
    click.UsageError, simulate.catalogue.RulesError, Stopped
        As in `play`.
    """
    players, orders = seated(game, asked.players, asked.orders)
    from analysis.comparison import Compared
    from simulate import besi
    from simulate.paired import run_paired
    from simulate.streams import STREAM_VERSION

    plans = [besi.prepare(each, players, orders) for each in (game, *variants)]
    with playing("deals", asked.deals) as (progress, stop):
        paired = run_paired(plans, asked.seed, asked.deals, asked.threads, progress, stop, note)
    return Compared(paired, asked.seed, asked.deals, players, orders, STREAM_VERSION)


def play_round_robin(game: "Game", asked: Asked) -> "Contested":
    """Play the same deals, at least one, with several orders, or several players, against each other.

    Raises
    ------
    click.UsageError, simulate.catalogue.RulesError, Stopped
        As in `play`.
    """
    seats = game.besi.seats
    named = [
        seated(game, (player,), (order,)) for player in asked.players for order in asked.orders
    ]  # every seat's, all the same
    contestants = [(players[0], orders[0]) for players, orders in named]
    from analysis.round_robin import Contested
    from simulate import besi
    from simulate.round_robin import run_round_robin, schedule
    from simulate.streams import STREAM_VERSION

    by_order = len(asked.orders) > 1
    names = tuple(order if by_order else player for player, order in contestants)
    scheduled = schedule(contestants, seats, game.besi.teams)
    plans = []
    for seating in scheduled.seatings:
        players, orders = zip(*(contestants[number] for number in seating), strict=True)
        plans.append(besi.prepare(game, players, orders))
    with playing("deals", asked.deals) as (progress, stop):
        robin = run_round_robin(
            plans, scheduled.contests, asked.seed, asked.deals, asked.threads, progress, stop, note
        )
    players, orders = named[0]
    return Contested(
        robin, scheduled, names, "orders" if by_order else "players", asked.seed, asked.deals,
        players if by_order else names, names if by_order else orders, STREAM_VERSION,
    )  # fmt: skip


def play_match(game: "Game", asked: Asked, matches: int, score: tuple[int, ...]) -> "MatchRun":
    """Play matches of a game that has a target, and the deals that chances are worked out from.

    Raises
    ------
    click.UsageError, simulate.catalogue.RulesError, Stopped
        As in `play`; and there are too few deals to tell an error from.
    """
    players, orders = seated(game, asked.players, asked.orders)
    from analysis.matches import MatchRun
    from simulate.match_scores import BATCHES, grid_of, run_deals
    from simulate.matches import Table, run_matches
    from simulate.streams import STREAM_VERSION

    if asked.deals < BATCHES:
        raise click.UsageError(f"--deals '{asked.deals}': give {BATCHES} or more, to tell an error from them")
    grid = grid_of(game.besi)
    with playing("matches", matches) as (progress, stop):
        table = Table(game, players, orders)
        counts = run_matches(table, asked.seed, score, matches, asked.threads, progress, stop, note)
    with playing("deals", asked.deals) as (progress, stop):
        deals = run_deals(table, grid, asked.seed, score, asked.deals, asked.threads, progress, stop, note)
    return MatchRun(
        counts, deals, grid, table.period, score, asked.seed, asked.deals, players, orders, STREAM_VERSION
    )


def play_bank(game: "Game", rounds: int, seed: int, threads: int) -> "Simulated":
    """Draw rounds for every bet and misreading of a banking game.

    Returns
    -------
    mapping
        By game and bet: what the rounds brought.

    Raises
    ------
    Stopped
        The user interrupted it.
    """
    from analysis.documents import Drawn
    from simulate import run

    bets = (*game.bank.bets, *game.bank.misreadings)
    below = {0: 0}
    # The same rounds are drawn for every bet: it wins where the number is below `covers`, and its stake
    # stays where it is one of the next `stays`.
    for bound in sorted({bound for bet in bets for bound in (bet.covers, bet.covers + bet.stays)}):
        with playing("rounds", rounds) as (progress, stop):
            below[bound] = run.run_bank(game.bank.numbers, bound, seed, rounds, threads, progress, stop)
    return {
        (game.id, bet.name): Drawn(
            below[bet.covers], rounds, below[bet.covers + bet.stays] - below[bet.covers]
        )
        for bet in bets
    }


def replay_events(
    game: "Game", players: tuple[str, ...], orders: tuple[str, ...], seed: int, deal: int
) -> "list[Event]":
    """The events of one deal, as the readable engine tells them; names are one for each seat.

    Raises
    ------
    simulate.catalogue.RulesError
        There is no such player or order.
    """
    from simulate import besi, besi_table
    from simulate.players import chooser

    besi.prepare(game, players, orders)
    with saying_if_compiling(), redirect_stdout(sys.stderr):
        choosers = [chooser(game.besi, player) for player in players]
        return list(besi_table.play_deal(game.besi, choosers, orders, seed, deal))


def event_document(event: "Event") -> dict[str, Any]:
    """An event with its name; what a player could see when he played is left out."""
    fields = {key: _plain(value) for key, value in event._asdict().items() if key != "view"}
    return {"event": type(event).__name__.lower(), **fields}


@contextmanager
def playing(unit: str, total: int) -> Iterator[tuple[Progress | None, threading.Event]]:
    """Whatever is played inside can be watched and be stopped by Ctrl-C.

    Parameters
    ----------
    unit, total : what is played, and how many.

    Yields
    ------
    What is to be told of the progress, and the event that ends the run.

    Raises
    ------
    Stopped
        The user interrupted it; it says whether what was done is kept.
    """
    from simulate import run

    try:
        with (
            saying_if_compiling(),
            run.stopping_on_interrupt() as stop,
            progress_bar(unit, total) as progress,
            # Standard output is for the answer, whatever a player of the user's own prints while it plays.
            redirect_stdout(sys.stderr),
        ):
            yield progress, stop
    except run.Interrupted as interruption:
        then = "; the same command goes on from there" if interruption.kept else ""
        of_all = "" if interruption.deals is None else f" of {interruption.deals:,}"
        done = f"interrupted after {interruption.done:,}{of_all} {unit}"
        raise Stopped(f"{done}{then}") from None


def note(text: str) -> None:
    """Tell the user something in passing."""
    click.echo(f"besi: {text}", err=True)


@contextmanager
def saying_if_compiling() -> Iterator[None]:
    """Say once what a command waits for that is the first to need some kernel, when it has waited a moment.

    A command that is refused at once has waited for nothing.
    """
    from simulate import jit

    context = click.get_current_context(silent=True)
    told: dict[str, Any] = {} if context is None else context.find_root().meta

    def say() -> None:
        if not told.get(_COMPILING):
            told[_COMPILING] = True
            note("compiling what plays, once on this machine (some 20 s for each kind of play) …")

    said = threading.Timer(PATIENCE, say)
    with jit.when_compiling(said.start):
        try:
            yield
        finally:
            said.cancel()


@contextmanager
def progress_bar(unit: str, total: int) -> Iterator[Progress | None]:
    """A bar on standard error with rate and remaining time, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    class Rate(progress.ProgressColumn):
        def render(self, task: progress.Task) -> str:
            return f"{task.speed:,.0f} {unit}/s" if task.speed else ""

    columns = (progress.BarColumn(), progress.MofNCompleteColumn(), Rate(), progress.TimeRemainingColumn())
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Say on standard error, where that is a terminal, what a command is at whose end nobody can foresee."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{what} …"):
        yield


def _plain(value: Any) -> Any:
    from simulate.cards import Card

    if isinstance(value, Card):
        return str(value)
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
