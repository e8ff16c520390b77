"""The command line: parse, call, print. What is computed, and how it is told, is elsewhere.

Modules are imported by the commands that need them, so that ``--help`` and exact answers
come at once.
"""

from typing import Any

import click

from cli_bank import evening_command, ruin
from cli_compare import compare
from cli_decide import decide
from cli_errors import Program
from cli_match import match
from cli_odds import how_rare, odds, worth
from cli_options import (
    Count,
    csv_option,
    game_argument,
    json_option,
    json_text,
    load_game,
    player_options,
    print_json,
    result_path,
    rule_options,
    run_options,
    seed_option,
    table_format,
)
from cli_orders import optimise, reference
from cli_play import Asked, event_document, play, play_bank, replay_events, seated
from cli_report import report
from cli_train import train

MAX_DEAL = 2**63 - 1


def show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:  # noqa: ARG001
    """Print the version and leave, if that is wanted."""
    if wanted:
        from analysis.documents import VERSION

        click.echo(f"besi {VERSION}")
        ctx.exit()


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """An odds laboratory for old French card games: besi and its kin, and biribi's bank.

    Exact answers come at once. Estimates are played, a million deals unless you say otherwise,
    and shown with their interval; the same seed gives the same figures.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@main.command()
@json_option
@csv_option
def games(as_json: bool, as_csv: bool) -> None:
    """Every game, a line each."""
    form = table_format(as_json, as_csv)
    from reports import rows, tables
    from simulate import catalogue

    all_games = [catalogue.load(game_id) for game_id in catalogue.GAME_IDS]
    if form == "table":
        tables.print_games(all_games)
    elif form == "csv":
        click.echo(rows.csv_text(rows.games_rows(all_games)), nl=False)
    else:
        from analysis.documents import head

        print_json({**head(None, None), "games": rows.games_rows(all_games)})


@main.command()
@game_argument
@rule_options
@json_option
@csv_option
@click.option("--toml", "as_toml", is_flag=True, help="A rule file to edit, for --rules.")
def rules(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    as_json: bool,
    as_csv: bool,
    as_toml: bool,
) -> None:
    """A game's rule parameters, each with value, source and status."""
    form = table_format(as_json, as_csv, as_toml)
    from reports import rows, tables
    from simulate import catalogue

    game = load_game(name, changes, rules_file)
    if form == "table":
        tables.print_rules(game)
    elif form == "csv":
        click.echo(rows.csv_text(rows.rules_rows(game)), nl=False)
    elif form == "toml":
        click.echo(catalogue.to_toml(game), nl=False)
    else:
        from analysis import documents

        print_json(documents.rules(game))


@main.command()
@game_argument
@rule_options
@player_options
@run_options
@json_option
@csv_option
@click.option("--out", metavar="FILE.json", help="Keep the result, and the counters it was made from.")
def simulate(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    as_json: bool,
    as_csv: bool,
    out: str | None,
    **asked: Any,
) -> None:
    """Play deals: points, parts of the score, groups held and declared, seat by seat."""
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    if asked["exact"] or asked["deals"] == 0:
        raise click.UsageError("a simulation needs deals: give --deals 1 or more; besi odds is exact")
    path = None if out is None else result_path(out, (".json", ".csv"))
    from analysis import documents

    run = play(game, Asked(**asked))
    assert run is not None
    document = documents.simulation(game, run)
    from reports import rows

    if path is not None:
        from simulate.checkpoint import write_atomically

        kept = json_text(documents.simulation(game, run, counters=True))
        if path.suffix.lower() == ".csv":
            kept = rows.csv_text(rows.simulate_rows(document))
        write_atomically(path, kept.encode())
    if form == "json":
        print_json(document)
    elif form == "csv":
        click.echo(rows.csv_text(rows.simulate_rows(document)), nl=False)
    else:
        from reports import tables

        tables.print_simulation(document, game)


@main.command()
@game_argument
@rule_options
@run_options
@click.option(
    "--covers",
    "counts",
    type=Count("of numbers", 1, 10_000),
    multiple=True,
    help="Add the bet on so many numbers of one's choice, where the game has a rule for it; repeatable.",
)
@json_option
@csv_option
def edge(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    deals: int,
    exact: bool,
    seed: int,
    threads: int,
    counts: tuple[int, ...],
    as_json: bool,
    as_csv: bool,
) -> None:
    """House edge of every bet of the banking games, exact and simulated; --deals counts rounds."""
    form = table_format(as_json, as_csv)
    from analysis import documents
    from simulate import catalogue

    if name is None and rules_file is None:
        if counts:
            raise click.UsageError(f"--covers {counts[0]}: at which GAME? As besi edge biribi --covers 5")
        every_game = [catalogue.load(game_id) for game_id in catalogue.GAME_IDS]
        banks = [catalogue.change(game, changes) for game in every_game if game.family == "banking"]
    else:
        bank = load_game(name, changes, rules_file, family="banking")
        banks = [catalogue.with_bets_on(bank, counts)]
    if exact or deals == 0:
        document = documents.edges(banks, None)
    else:
        from simulate.streams import STREAM_VERSION

        simulated = {
            bet: drawn for bank in banks for bet, drawn in play_bank(bank, deals, seed, threads).items()
        }
        document = documents.edges(banks, simulated, seed=seed, stream_version=STREAM_VERSION)
    if form == "json":
        print_json(document)
        return
    from reports import rows, tables

    if form == "csv":
        click.echo(rows.csv_text(rows.edge_rows(document)), nl=False)
    else:
        tables.print_edges(document)


@main.command()
@game_argument
@rule_options
@player_options
@seed_option
@click.option(
    "--deal", type=Count("of a deal", 0, MAX_DEAL), default="0", show_default=True, help="Which deal."
)
@json_option
def replay(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    players: tuple[str, ...],
    orders: tuple[str, ...],
    seed: int,
    deal: int,
    as_json: bool,
) -> None:
    """One deal of a simulation, card by card; its first deal is deal 0."""
    game = load_game(name, changes, rules_file, family="besi")
    players, orders = seated(game, players, orders)
    events = replay_events(game, players, orders, seed, deal)
    if not as_json:
        from reports.replay import tell

        for line in tell(events, game.besi, game.title, seed, deal, players):
            click.echo(line)
        return
    from analysis.documents import VERSION
    from simulate.streams import STREAM_VERSION

    print_json(
        {
            "version": VERSION,
            "game": game.id,
            "rules_hash": game.rules_hash,
            "stream_version": STREAM_VERSION,
            "seed": seed,
            "deals": 1,
            "deal": deal,
            "players": players,
            "orders": orders,
            "events": [event_document(event) for event in events],
        }
    )


@main.command()
@click.argument("names", nargs=-1, metavar="[GAME]…")
@json_option
def bench(names: tuple[str, ...], as_json: bool) -> None:
    """Deals per second of each game and player, of the parts of a deal, and how long a start takes."""
    from simulate import bench as benches
    from simulate import catalogue

    chosen = [load_game(name, (), None, family="besi") for name in names] or [
        game for game in map(catalogue.load, catalogue.GAME_IDS) if game.family == "besi"
    ]
    speeds = []
    for speed in benches.speeds(chosen):
        speeds.append(speed)
        if not as_json:
            click.echo(benches.told(speed))
    if as_json:
        from analysis.documents import head

        print_json({**head(None, None), "speeds": [speed._asdict() for speed in speeds]})


for command in (
    how_rare, odds, worth, compare, decide, optimise, reference, match, train, evening_command, ruin, report,
):  # fmt: skip
    main.add_command(command)

if __name__ == "__main__":
    main(prog_name="besi")
