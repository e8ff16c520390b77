"""The command ``report``: what is played for it, and its pages."""

import shlex
from typing import TYPE_CHECKING, Any

import click

from cli_decide import both_conventions, play_decisions
from cli_options import load_game, player_options, report_path, rule_options, run_options
from cli_play import Asked, note, play, play_match, play_round_robin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.book import Bundle
    from reports.strategy import Strategy
    from simulate.rules import Game

ORDERS = ("highest-first", "best", "nested-first", "lowest-first", "fragile-first", "none")
PLAYERS = ("club", "tuned", "hoarder", "random")
# A contest plays every deal in thirty seatings and more, a decision table with all its forks: so
# these get a part of the deals asked for. Each page says how many its figures are of.
CONTEST_PART, DECISION_PART, MATCH_PART = 10, 5, 5
FEWEST_DEALS = 20


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]…")
@rule_options
@player_options
@run_options
@click.option(
    "--out",
    metavar="FILE.pdf",
    default="besi-report.pdf",
    show_default=True,
    help="A .png name makes one picture; a folder gets every figure as PNG.",
)
@click.option(
    "--all", "whole_book", is_flag=True, help="The book of all games, which sets them side by side in front."
)
@click.option(
    "--short",
    is_flag=True,
    help="Leave out the chapters on orders, players and matches, as the book does.",
)
def report(
    names: tuple[str, ...],
    changes: tuple[str, ...],
    rules_file: str | None,
    out: str,
    whole_book: bool,
    short: bool,
    **asked: Any,
) -> None:
    """The report: every figure of the games (default: the main ones), and how it was made."""
    from simulate import catalogue

    if whole_book and (names or rules_file):
        told = " ".join(names or ("--rules", str(rules_file)))
        raise click.UsageError(f"--all is the book of every game: give --all or {told!r}, not both")
    path = report_path(out)
    unnamed = catalogue.GAME_IDS if whole_book else catalogue.MAIN_GAMES
    wanted = names or ((rules_file,) if rules_file else unnamed)
    chosen = [load_game(name, changes, rules_file) for name in wanted]
    words = Asked(**asked)
    from reports.book import build_report

    bundles = [bundle(game, words, short or whole_book) for game in chosen]
    if all(game.family == "banking" for game in chosen):
        # Nobody plays, nothing is declared.
        words = words._replace(players=(), orders=())
    given = [*(("--all",) if whole_book else names), *(("--short",) if short else ())]
    command = shlex.join(["besi", "report", *given, *words.options(changes, rules_file)])
    for written in build_report(bundles, path, command, whole_book):
        click.echo(written)
    _note_missing_letters(chosen)


def _note_missing_letters(games: "Sequence[Game]") -> None:
    from reports.rows import rules_rows
    from reports.style import missing_letters

    told = [game.title for game in games]
    told += [str(cell) for game in games for row in rules_rows(game) for cell in row.values()]
    if missing := missing_letters("".join(told)):
        note(f"the report has boxes for what its fonts lack: {missing}")


def bundle(game: "Game", asked: Asked, short: bool) -> "Bundle":
    """Everything that the report says of a game, its deals or rounds played.

    Raises
    ------
    click.UsageError, simulate.catalogue.RulesError, cli_errors.Stopped
        As in `cli_play.play`.
    """
    from analysis import documents
    from reports.book import GameReport

    if game.family == "banking":
        from cli_bank import bank_bundle

        return bank_bundle(game, asked)
    run = play(game, asked)
    if run is None:
        return GameReport(game, documents.odds(game, run), None, documents.worth(game))
    strategy = None if short else play_strategy(game, asked)
    simulation = documents.simulation(game, run)
    return GameReport(game, documents.odds(game, run), simulation, documents.worth(game), strategy)


def play_strategy(game: "Game", asked: Asked) -> "Strategy":
    """Play what the chapter on orders, players and matches tells.

    Orders are compared between players like the one in the first seat, players under the order
    of the first seat; in decision tables that player sits in every seat. Matches are played as asked.
    """
    from analysis.decisions import decision
    from analysis.matches import match_document
    from analysis.round_robin import round_robin
    from reports.strategy import Strategy
    from simulate.catalogue import RulesError
    from simulate.match_rules import check_match, side_count

    player, order = asked.players[:1], asked.orders[:1]
    contest = asked._replace(deals=_part(asked, CONTEST_PART))
    orders = round_robin(game, play_round_robin(game, contest._replace(players=player, orders=ORDERS)))
    players = round_robin(game, play_round_robin(game, contest._replace(players=PLAYERS, orders=order)))
    forked = _part(asked, DECISION_PART)
    tables = play_decisions(game, both_conventions(game), player, forked, asked.seed, asked.threads)
    try:
        check_match(game)
    except RulesError:
        # A deal is a game by itself, or there is no target.
        return Strategy(orders, players, decision(game, *tables), None)
    score = (0,) * side_count(game.besi)
    shared = asked._replace(deals=_part(asked, MATCH_PART))
    played = play_match(game, shared, _part(asked, CONTEST_PART), score)
    return Strategy(orders, players, decision(game, *tables), match_document(game, played, None))


def _part(asked: Asked, part: int) -> int:
    return max(asked.deals // part, FEWEST_DEALS)
