"""The command ``decide``: which group first, by the draws left."""

import shlex
from typing import TYPE_CHECKING

import click

from cli_options import (
    Count,
    Names,
    csv_option,
    game_argument,
    json_option,
    load_game,
    print_json,
    report_path,
    rule_options,
    run_options,
    table_format,
)
from cli_play import note, playing

if TYPE_CHECKING:
    from analysis.decisions import Decided, Decisive
    from simulate.rules import Game

MOST_LEAST = 10**9
_CONVENTION = "lower_after_higher"


@click.command()
@game_argument
@rule_options
@click.option(
    "--player",
    "players",
    type=Names("a name, or several with commas between, as club,random"),
    default="club",
    show_default=True,
    help="Who plays, in all seats alike; of several names each has a table of his own.",
)
@run_options
@click.option(
    "--least",
    type=Count("of situations", 1, MOST_LEAST),
    default="1000",
    show_default=True,
    help="Figures of fewer situations stay blank.",
)
@json_option
@csv_option
@click.option("--out", metavar="FILE.pdf", help="Pages for the wall; .png: the first; a folder: each as PNG.")
def decide(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    players: tuple[str, ...],
    deals: int,
    exact: bool,
    seed: int,
    threads: int,
    least: int,
    as_json: bool,
    as_csv: bool,
    out: str | None,
) -> None:
    """Which group first? What declaring one before another is worth, by the draws left.

    Wherever a trick's winner can declare two groups the deal is played on from there with either, every
    later card and chance the same. Both conventions on the lower group after the higher are played,
    unless --set lower_after_higher=… wants one.
    """
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    if exact or deals == 0:
        raise click.UsageError("a decision table needs deals: give --deals 1 or more")
    if len(set(players)) < len(players):
        raise click.UsageError(f"--player {','.join(players)!r}: the same player twice; name each once")
    path = None if out is None else report_path(out)
    _check_pairs(game)
    from analysis.decisions import decision

    tables, played = play_decisions(game, _conventions(game, changes), players, deals, seed, threads)
    document = decision(game, tables, played, least)
    if form == "json":
        print_json(document)
    elif form == "csv":
        from reports import rows

        click.echo(rows.csv_text(rows.decision_rows(document)), nl=False)
    else:
        from reports import tables as printed

        printed.print_decisions(document, game)
    if path is not None:
        from reports.decision_pages import write_pages

        words = ["besi", "decide", *([name] if name else []), "--deals", str(deals), "--seed", str(seed)]
        words += ["--player", ",".join(players)]
        for change in changes:
            words += ["--set", change]
        words += ["--rules", rules_file] if rules_file else []
        for written in write_pages(document, game, path, shlex.join(words)):
            click.echo(written, err=form != "table")


def _check_pairs(game: "Game") -> None:
    """Refuse a game in which nobody ever has a choice.

    Raises
    ------
    click.UsageError
        Fewer than two of its groups have a value and the cards for it.
    """
    from analysis.decisions import possible
    from simulate.situations import pair_table

    if not any(possible(game.besi, pair) for pair in pair_table(game.besi).pairs):
        raise click.UsageError(f"{game.id}: no two groups have a value, so there is nothing to decide")


def _conventions(game: "Game", changes: tuple[str, ...]) -> "list[Game]":
    """The game by both conventions on the lower group after the higher, or by the one that was set."""
    if any(each.partition("=")[0].strip().replace("-", "_") == _CONVENTION for each in changes):
        return [game]
    return both_conventions(game)


def both_conventions(game: "Game") -> "list[Game]":
    """The game with the lower group allowed after the higher, then with it forbidden."""
    from simulate.catalogue import change

    return [change(game, [f"{_CONVENTION}={value}"]) for value in ("true", "false")]


def play_decisions(
    game: "Game", conventions: "list[Game]", players: tuple[str, ...], deals: int, seed: int, threads: int
) -> "tuple[list[Decided], Decisive]":
    """Play the deals of every player by every convention.

    Raises
    ------
    simulate.catalogue.RulesError
        There is no such player.
    Stopped
        The user interrupted it; what was done is kept.
    """
    from analysis.decisions import Decided, Decisive
    from simulate.decisions import prepare_decisions, run_decisions
    from simulate.situations import HIGHEST_FIRST
    from simulate.streams import STREAM_VERSION

    plans = [prepare_decisions(each, player) for player in players for each in conventions]
    with playing("deals", deals) as (progress, stop):
        counted = run_decisions(plans, seed, deals, threads, progress, stop, note)
    tables = [
        Decided(plan.game, plan.players[0], plan.pairs, each)
        for plan, each in zip(plans, counted, strict=True)
    ]
    seats = game.besi.seats
    orders = (HIGHEST_FIRST,) * seats
    return tables, Decisive(seed, deals, plans[0].players, orders, STREAM_VERSION)
